/** The keys, and a list of them. */
import { h } from '../dom.mjs';

const mod = /Mac|iPhone|iPad/.test(navigator.platform) ? 'Cmd' : 'Ctrl';
const KEYS = [
  ['F6', 'From the editor to the pane and back, to where one was'],
  ['Alt+1 … Alt+6', 'One of the panes'],
  ['F8, Shift+F8', 'The next, the previous problem in the editor'],
  [`${mod}+Shift+M`, 'The problem at the cursor, in the list'],
  [`${mod}+.`, 'Apply the quick fix at the cursor'],
  [`${mod}+Space`, 'Complete a name or a value'],
  [`${mod}+F`, 'Search'],
  ['Escape', 'Close what is open'],
];

export function keysDialog() {
  const close = () => dialog.close();
  const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': 'keys-title' },
    h('div', { class: 'dialog-head' }, h('h2', { id: 'keys-title' }, 'Keys'), h('button', { type: 'button', class: 'button small', onclick: close }, 'Close')),
    h('dl', { class: 'keys' }, KEYS.map(([keys, what]) => [h('dt', null, keys.split(/(, | … )/).map((part, index) => (index % 2 === 0 ? h('kbd', null, part) : part))), h('dd', null, what)])),
    h('p', { class: 'quiet' }, 'Tab is not caught by the editor: it always leads on.'));
  dialog.addEventListener('click', (event) => { if (event.target === dialog) close(); });
  return dialog;
}

/** Listens for the keys that hold everywhere. */
export function globalKeys({ toggle, choose }) {
  document.addEventListener('keydown', (event) => {
    if (event.key === 'F6') {
      event.preventDefault();
      toggle();
    } else if (event.altKey && !event.ctrlKey && !event.metaKey && /^Digit[1-9]$/.test(event.code) && choose(Number(event.code.slice(5)) - 1)) {
      event.preventDefault();
    }
  });
}

/** F6: remembers where one was on each side. */
export function regions(sides) {
  const last = new Map();
  for (const side of sides) side.element.addEventListener('focusin', ({ target }) => last.set(side, target));
  return () => {
    const here = sides.findIndex(({ element }) => element.contains(document.activeElement));
    const next = sides[(here + 1) % sides.length];
    const target = last.get(next);
    if (target?.isConnected && target.checkVisibility()) target.focus();
    else next.enter();
  };
}
