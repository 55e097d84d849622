/** The bar between editor and panes: dragged, or moved with the arrow keys. */
import { h } from '../dom.mjs';

const LEAST = 25, MOST = 75;

export function splitter(state, frame) {
  const bar = h('div', { role: 'separator', class: 'splitter', tabindex: '0', 'aria-orientation': 'vertical', 'aria-label': 'Width of the editor', 'aria-valuemin': LEAST, 'aria-valuemax': MOST });
  const to = (share) => state.set({ split: Math.round(Math.min(MOST, Math.max(LEAST, share)) * 10) / 10 });
  const follow = () => {
    frame.style.setProperty('--split', `${state.get('split')}fr`);
    frame.style.setProperty('--rest', `${100 - state.get('split')}fr`);
    bar.setAttribute('aria-valuenow', String(Math.round(state.get('split'))));
  };
  bar.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
    const end = { Home: LEAST, End: MOST }[event.key];
    if (step === undefined && end === undefined) return;
    event.preventDefault();
    to(end ?? state.get('split') + step);
  });
  bar.addEventListener('pointerdown', (event) => {
    bar.setPointerCapture(event.pointerId);
    event.preventDefault();
    bar.focus();
  });
  bar.addEventListener('pointermove', (event) => {
    if (!bar.hasPointerCapture(event.pointerId)) return;
    const { left, width } = frame.getBoundingClientRect();
    to(((event.clientX - left) / width) * 100);
  });
  bar.addEventListener('dblclick', () => to(48));
  state.on(['split'], follow);
  follow();
  return bar;
}
