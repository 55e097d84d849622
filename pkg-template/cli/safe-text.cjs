'use strict';
// Manifests and file names come from strangers: nothing of them may move the cursor, colour, hide or reorder what
// the terminal shows. Control, format, bidi, blank and invisible characters and lone surrogates are shown by number.

const UNSAFE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** The text with every character that would not be seen as itself written `\u{…}`. */
function safe(text) {
  return String(text).replace(UNSAFE, (character) => `\\u{${character.codePointAt(0).toString(16)}}`);
}

/** JSON that is equally harmless on a terminal and reads back to the same value. */
function safeJson(value, indent) {
  return JSON.stringify(value, null, indent).replace(UNSAFE, (character) =>
    character === '\n'
      ? character
      : Array.from({ length: character.length }, (_, unit) =>
          `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`).join(''));
}

module.exports = { safe, safeJson };
