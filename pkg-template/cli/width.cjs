'use strict';
// Columns that a terminal gives to characters which `safe` left alone.

const NARROW = /^[ -~]*$/;
const NONE = /^[\p{Mn}\p{Me}\u1160-\u11ff\ud7b0-\ud7ff]$/u;
const WIDE = new RegExp(
  '^(?:\\p{Emoji_Presentation}|[' +
    '\\u1100-\\u115f\\u2329\\u232a\\u2e80-\\u303e\\u3041-\\u4dbf\\u4e00-\\ua4cf\\ua960-\\ua97f\\uac00-\\ud7a3' +
    '\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6f\\uff00-\\uff60\\uffe0-\\uffe6' +
    '\\u{16fe0}-\\u{18dff}\\u{1aff0}-\\u{1b2ff}\\u{1f200}-\\u{1f2ff}\\u{20000}-\\u{3fffd}])$',
  'u',
);

/** The number of columns of a text. */
function width(text) {
  if (NARROW.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += NONE.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return columns;
}

module.exports = { width };
