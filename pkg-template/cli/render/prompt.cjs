'use strict';
// The consent prompt's lines for a terminal.

const { safe } = require('../safe-text.cjs');
const { wrap } = require('../wrap.cjs');

/** Indented texts; warnings stand out. Lines are broken for a terminal only: elsewhere each stays one line. */
function lines(prompt, { paint, columns, onTerminal }) {
  return prompt.flatMap(({ depth, text }) => {
    const indent = 2 * (depth + 1);
    const room = onTerminal ? Math.max(20, columns - indent - 4) : Infinity;
    const tone = text.startsWith('WARNING') ? paint.warning : (line) => line;
    return wrap(safe(text), room).map((line, index) => ' '.repeat(index === 0 ? indent : indent + 4) + tone(line));
  });
}

module.exports = { lines };
