/** Short messages, seen and read aloud. */
import { fill, h } from '../dom.mjs';

export function announcer() {
  const element = h('div', { class: 'notices', role: 'status', 'aria-live': 'polite' });
  let timer;
  return {
    element,
    announce(text) {
      clearTimeout(timer);
      fill(element, h('p', { class: 'notice' }, text));
      timer = setTimeout(() => element.replaceChildren(), 4000);
    },
  };
}
