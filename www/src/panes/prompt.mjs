/** The consent prompt, as a terminal shows it. */
import { fill, h } from '../dom.mjs';
import { copyButton, field, growing, placeLink, textInput, verdict } from '../parts.mjs';
import { UNREADABLE } from './words.mjs';

export function promptPane({ state, go, announce }) {
  const host = field('', textInput(state, 'host', { placeholder: 'nothing configured' }));
  const label = host.querySelector('.field-label');
  const body = h('div', { class: 'stack' });
  host.hidden = true;
  const element = h('div', { class: 'pane-body' }, host, body);

  return {
    element,
    show(shown) {
      host.hidden = shown?.hostConfigKey === undefined;
      if (shown === null) return void fill(body, verdict('error', UNREADABLE));
      if (!host.hidden) fill(label, 'Configured under ', h('code', null, shown.hostConfigKey === '' ? '(no key)' : shown.hostConfigKey));
      const { lines } = shown;
      fill(body,
        h('div', { class: 'pane-head' },
          h('p', { class: 'quiet' }, 'What a person is asked to agree to. Each value leads to its place.'),
          copyButton(() => lines.map(textOf).join('\n'), 'Copy', announce)),
        growing('ol', { class: 'terminal', 'aria-label': 'Consent prompt' }, lines, line).whole);
    },
  };

  function line({ depth, warning, kind, parts }) {
    return h('li', { class: `terminal-line depth-${Math.min(depth, 2)}${warning ? ' terminal-warning' : ''}${kind === 'B-1' ? ' terminal-header' : ''}` },
      parts.map((part) => placeLink(part.text, part, go)));
  }
}

const textOf = ({ depth, parts }) => '  '.repeat(depth) + parts.map(({ text }) => text).join('');
