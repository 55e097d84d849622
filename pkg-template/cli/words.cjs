'use strict';
// Lists in a sentence.

/** `a`, `a or b`, `a, b or c`. */
function listed(words, last) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

module.exports = { listed };
