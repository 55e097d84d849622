/** What consent binds. */
import { fill, h } from '../dom.mjs';
import { copyButton, growing, longText, placeLink, plural, verdict } from '../parts.mjs';
import { UNREADABLE } from './words.mjs';

export function signaturePane({ go, announce }) {
  const element = h('div', { class: 'pane-body' });
  return {
    element,
    show(shown) {
      if (shown === null) return void fill(element, verdict('error', UNREADABLE, ' A text that cannot be read has no signature.'));
      const { signature, digest, surfaces, parts } = shown;
      const of = (is) => parts.filter(({ bound }) => bound === is);
      const filled = surfaces.filter(({ lines }) => lines.length > 0);
      fill(element,
        h('div', { class: 'digest' }, h('code', null, digest), copyButton(() => digest, 'Copy digest', announce)),
        h('p', { class: 'quiet' }, 'The SHA-256 of the text below. As long as it is the same, consent once given holds; when it changes, it is asked for again.'),
        section('Bound', of(true), 'A change here asks for consent again.', 'Nothing: this manifest neither runs nor sends anything.'),
        section('Not bound', of(false), 'A change here goes unasked.', 'Nothing.'),
        of(null).length > 0 ? section('Not tried', of(null), 'The text is too long to try every member while you type.') : null,
        h('h3', null, 'Canonical text'),
        filled.length === 0 ? h('p', null, 'Empty: no hooks, no command modules, no MCP servers, no reviewer lane.') : null,
        filled.map(({ name, lines }) => [
          h('h4', null, `${name} `, h('span', { class: 'quiet' }, plural(lines.length, 'entry', 'entries'))),
          growing('div', { class: 'stack' }, lines, (line) => longText(line, { class: 'code-block', 'aria-label': `${name}, canonical text` }), 20).whole,
        ]),
        h('details', null,
          h('summary', null, `As it is signed, ${plural(signature.length, 'character')}`),
          copyButton(() => signature, 'Copy text', announce),
          longText(signature, { class: 'code-block wrap', 'aria-label': 'Signature' })));
    },
  };

  function section(title, parts, meaning, none) {
    return h('section', { class: 'bound' },
      h('h3', null, title, ' ', h('span', { class: 'quiet' }, String(parts.length))),
      parts.length === 0 ? h('p', { class: 'quiet' }, none) : h('p', { class: 'quiet' }, meaning),
      parts.length === 0 ? null : growing('ul', { class: 'chips' }, parts, (part) => h('li', null, placeLink(part.label, part, go))).whole);
  }
}
