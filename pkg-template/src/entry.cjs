// CommonJS. Both entries share one engine; the file for `gsd-lanes/rules` finds its half here.
const api = require('./api.mjs');
const rules = require('./rules.mjs');

module.exports = Object.defineProperty({ ...api }, Symbol.for('gsd-lanes/rules'), { value: { ...rules } });
