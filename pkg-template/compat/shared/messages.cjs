'use strict';
// Findings as the peer's callers take them: lines `<context> <dotted field> <what is wrong>; <what is accepted>`.

const { rules } = require('./library.cjs');
const { text } = require('./live.cjs');

/** Longer texts are cut in any case; before that, what cannot be seen of them need not be looked at. */
const LONGEST = 4096;

/** A text of a manifest, safe to print. */
const shown = (value) => rules.renderPromptValue(text(value).slice(0, LONGEST)).text;

const capability = (id) => `capability "${shown(id)}"`;

/** One finding, told of `field` instead of its own where that is another's. */
function line(context, { field, message, help }, at = field) {
  const name = /[^.]*$/.exec(field)[0];
  const missing = `\`${name}\` is missing`;
  const what = message.startsWith(missing) ? message.slice(name.length + 3) : message;
  return `${context} ${shown(at)} ${what}${help === undefined || what.includes(';') ? '' : `; ${help}`}`;
}

module.exports = { shown, capability, line };
