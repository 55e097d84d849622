'use strict';
// Findings as the peer's callers take them: lines `<context> <dotted field> <what is wrong>; <what is accepted>`.

const { rules } = require('./library.cjs');
const { text } = require('./live.cjs');

/** A text of a manifest, safe to print. */
const shown = (value) => rules.renderPromptValue(text(value)).text;

const capability = (id) => `capability "${shown(id)}"`;

/** One finding, told of `field` instead of its own where that is another's. */
function line(context, { field, message, help }, at = field) {
  const name = /[^.]*$/.exec(field)[0];
  const missing = `\`${name}\` is missing`;
  const what = message.startsWith(missing) ? message.slice(name.length + 3) : message;
  return `${context} ${shown(at)} ${what}${help === undefined || what.includes(';') ? '' : `; ${help}`}`;
}

module.exports = { shown, capability, line };
