'use strict';
// The consent prompt's lines for a terminal.

const { safe } = require('../safe-text.cjs');

/** Indented texts; warnings stand out. */
function lines(prompt, { paint }) {
  return prompt.map(({ depth, text }) => {
    const line = `${'  '.repeat(depth + 1)}${safe(text)}`;
    return text.startsWith('WARNING') ? paint.warning(line) : line;
  });
}

module.exports = { lines };
