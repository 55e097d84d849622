'use strict';
// Colour, where somebody will see it.

const CODES = {
  error: '1;31',
  warning: '1;33',
  place: '1;34',
  strong: '1',
  added: '32',
  removed: '31',
  dim: '2',
};

/** Whether to colour what goes to `stream`. FORCE_COLOR wins over NO_COLOR, as in Node itself. */
function wantsColour(stream, env) {
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  if (env.NO_COLOR) return false;
  return stream.isTTY === true && env.TERM !== 'dumb';
}

/** Functions that paint a text, or leave it alone. */
function palette(coloured) {
  const paint = (code) => (text) => (coloured && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text);
  return Object.fromEntries(Object.entries(CODES).map(([name, code]) => [name, paint(code)]));
}

module.exports = { wantsColour, palette };
