/**
 * Making hidden characters visible: controls, format, bidirectional, blank and invisible characters and unpaired
 * surrogates stand as `\u{…}`, marked as such.
 */
import { h } from './dom.mjs';

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;
/** The escapes that the library writes. */
const ESCAPED = /(\\u\{[0-9a-f]+\}|\\u[0-9a-f]{4})/;

const escape = (character) => `\\u{${character.codePointAt(0).toString(16)}}`;

/** The text with everything hidden escaped; `keep` names what stays, such as line ends. */
export function visibleText(text, keep = '') {
  return text.replace(HIDDEN, (character) => (keep.includes(character) ? character : escape(character)));
}

/** The same as nodes, with escapes standing out. */
export function visible(text, keep = '') {
  const pieces = visibleText(text, keep).split(ESCAPED);
  return pieces.map((piece, index) => (index % 2 === 0 ? piece : h('span', { class: 'hidden-character' }, piece)));
}

/** A text of somebody else inside one of ours: hidden characters visible, direction its own. */
export function foreign(text, props) {
  return h('bdi', props, visible(text));
}

/** Words of ours in which texts stand between backticks, as in diagnostics. */
export function prose(text) {
  return text.split(/(`[^`]*`)/).map((piece, index) => (index % 2 === 0 ? visible(piece) : h('code', null, foreign(piece.slice(1, -1)))));
}
