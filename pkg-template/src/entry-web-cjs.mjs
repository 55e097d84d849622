// CommonJS: one file with one engine, whose rules the file for them finds under a symbol. What this exports stays in the
// form that bundlers give it: there is a default export among it.
import * as rules from './rules.mjs';

export * from './entry-web.mjs';
export { default } from './entry-web.mjs';

Object.defineProperty(module.exports, Symbol.for('gsd-lanes/rules'), { value: { ...rules } });
