// CommonJS in Node. Both entries share one engine; `rules.cjs` finds its half here.
const api = require('./api.mjs');
const rules = require('./rules.mjs');

module.exports = Object.defineProperty({ ...api }, Symbol.for('gsd-lanes/rules'), { value: { ...rules } });
