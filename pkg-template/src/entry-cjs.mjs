// CommonJS: one file for both entries, so that they share one engine. What it exports is put into shape by the
// footer that assemble.mjs adds.
export * as api from './api.mjs';
export * as rules from './rules.mjs';
