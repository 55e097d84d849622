/**
 * A string with unpaired surrogates as WTF-8: UTF-8, with those encoded like any other code point.
 * Ordinary encoders would put U+FFFD in their place, and two different strings would become one.
 */
export function encodeWtf8(text) {
  const bytes = new Uint8Array(text.length * 3);
  let at = 0;
  for (let index = 0; index < text.length; index++) {
    const point = text.codePointAt(index);
    if (point > 0xffff) {
      index++;
      bytes[at++] = 0xf0 | (point >> 18);
      bytes[at++] = 0x80 | ((point >> 12) & 0x3f);
    } else if (point > 0x7ff) {
      bytes[at++] = 0xe0 | (point >> 12);
    }
    if (point > 0x7ff) {
      bytes[at++] = 0x80 | ((point >> 6) & 0x3f);
      bytes[at++] = 0x80 | (point & 0x3f);
    } else if (point > 0x7f) {
      bytes[at++] = 0xc0 | (point >> 6);
      bytes[at++] = 0x80 | (point & 0x3f);
    } else {
      bytes[at++] = point;
    }
  }
  return bytes.subarray(0, at);
}

/** Whether every surrogate of the text is paired. */
export const isWellFormed = typeof ''.isWellFormed === 'function'
  ? (text) => text.isWellFormed()
  : (text) => !/\p{Surrogate}/u.test(text);
