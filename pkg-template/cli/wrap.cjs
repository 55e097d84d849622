'use strict';
// Prose in the room there is.

const { width } = require('./width.cjs');

/** Breaks a text at spaces into lines of at most `room` columns; a longer word stands on a line of its own. */
function wrap(text, room) {
  const lines = [];
  let columns = 0;
  for (const word of text.split(' ')) {
    const wide = width(word);
    if (lines.length > 0 && columns + 1 + wide <= room) {
      lines[lines.length - 1] += ` ${word}`;
      columns += 1 + wide;
    } else {
      lines.push(word);
      columns = wide;
    }
  }
  return lines;
}

module.exports = { wrap };
