// CommonJS: as in entry-cjs.mjs, one file with one engine.
export * as api from './entry-web.mjs';
export * as rules from './rules.mjs';
