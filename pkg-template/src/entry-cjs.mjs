import * as api from './api.mjs';
import * as rules from './rules.mjs';

// Both entries share one engine; `rules.cjs` finds its half here.
module.exports = Object.defineProperty({ ...api }, Symbol.for('gsd-lanes/rules'), { value: { ...rules } });
