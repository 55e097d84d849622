/** Small pieces that several panes are made of. */
import { fill, h, icon } from './dom.mjs';
import { foreign, visible, visibleText } from './visible.mjs';

const STROKES = {
  error: 'M8 1.8a6.2 6.2 0 1 0 0 12.4a6.2 6.2 0 1 0 0-12.4M8 4.8v3.8M8 10.9v.3',
  warning: 'M8 2.2L14.4 13.4H1.6ZM8 6.4v3.2M8 11.4v.2',
  good: 'M8 1.8a6.2 6.2 0 1 0 0 12.4a6.2 6.2 0 1 0 0-12.4M5.2 8.2l2 2 3.6-4',
  answer: 'M3.5 3v5.5h9M9.5 5.5l3 3-3 3',
  plus: 'M8 3.500v9M3.500 8h9',
  minus: 'M3.500 8h9',
  note: 'M8 1.8a6.2 6.2 0 1 0 0 12.4a6.2 6.2 0 1 0 0-12.4M8 7.4v3.6M8 5v.2',
  copy: 'M5.5 5.5V3a1 1 0 0 1 1-1H13a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1h-2.5M3 5.5h6.500a1 1 0 0 1 1 1V13a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V6.500a1 1 0 0 1 1-1',
};

export const mark = (name) => icon(STROKES[name], name);

/** One sentence that says how things stand; `tone` is `good`, `warning`, `error` or `note`. */
export function verdict(tone, ...words) {
  return h('p', { class: `verdict verdict-${tone}` }, mark(tone), h('span', null, words));
}

/** A value of the manifest that leads to its place. */
export function placeLink(text, place, go, keep) {
  if (place?.start === undefined) return visible(text, keep);
  const label = visibleText(place.label ?? '');
  return h('a', {
    class: 'place',
    href: `#at=${encodeURIComponent(label.slice(0, 100).toWellFormed())}`,
    title: label === '' ? 'Go to its place' : `Go to ${label}`,
    onclick: (event) => {
      event.preventDefault();
      go(place);
    },
  }, foreign(text));
}

/** Copies what `text()` gives. */
export function copyButton(text, label, announce) {
  return h('button', {
    type: 'button',
    class: 'button small',
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(text());
        announce('Copied.');
      } catch {
        announce('The browser did not allow copying.');
      }
    },
  }, mark('copy'), label);
}

/** A list of which more is made only when it is asked for, so that a long one never holds the page up. */
export function growing(tag, props, items, render, step = 100) {
  const list = h(tag, props);
  const more = h('button', { type: 'button', class: 'button small more', onclick: () => grow(true) });
  let shown = 0;
  function grow(focus) {
    const first = shown;
    shown = Math.min(items.length, shown + step);
    list.append(...items.slice(first, shown).map((item, index) => render(item, first + index)));
    if (shown === items.length) more.remove();
    else fill(more, `Show ${Math.min(step, items.length - shown)} more of ${items.length - shown}`);
    if (focus) list.children[first]?.querySelector('a, button')?.focus();
  }
  grow(false);
  const whole = h('div', { class: 'growing' }, list, shown < items.length ? more : null);
  return { whole, list, reach: (index) => { while (shown <= index && shown < items.length) grow(false); return list.children[index]; } };
}

/** A long text of which the beginning is shown until the whole is asked for. */
export function longText(text, props, most = 20_000) {
  const box = h('pre', { tabindex: '0', ...props });
  if (text.length <= most) return fill(box, visible(text, '\n'));
  const all = h('button', { type: 'button', class: 'button small', onclick: () => fill(box, visible(text, '\n')) }, `Show all ${text.length.toLocaleString('en')} characters`);
  return fill(box, visible(text.slice(0, most).toWellFormed(), '\n'), '…\n', all);
}

/** A labelled control. */
export function field(label, control, hint) {
  return h('label', { class: 'field' }, h('span', { class: 'field-label' }, label), control, hint ? h('span', { class: 'field-hint' }, hint) : null);
}

/** A text input that follows a value of the state. */
export function textInput(state, name, props) {
  const input = h('input', { type: 'text', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', value: state.get(name), ...props, oninput: () => state.set({ [name]: input.value }) });
  state.on([name], () => { if (input.value !== state.get(name)) input.value = state.get(name); });
  return input;
}

/** A choice that follows a value of the state. */
export function choice(state, name, options, props) {
  const select = h('select', { ...props, onchange: () => state.set({ [name]: select.value }) }, options.map(([value, label]) => h('option', { value }, label)));
  const follow = () => { select.value = state.get(name); };
  follow();
  state.on([name], follow);
  return select;
}

export const plural = (count, one, many = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
