/** Light, dark, or as the system has it. */
import { h } from '../dom.mjs';

const KEY = 'gsd-lanes-playground-theme';
const CHOICES = [['system', 'System'], ['light', 'Light'], ['dark', 'Dark']];
const prefersDark = matchMedia('(prefers-color-scheme: dark)');

export function theme(onDark) {
  let chosen = recall();
  const isDark = () => (chosen === 'system' ? prefersDark.matches : chosen === 'dark');
  const apply = () => {
    document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
    onDark?.(isDark());
  };
  const select = h('select', { 'aria-label': 'Colours', title: 'Colours', onchange: () => {
    chosen = select.value;
    keep(chosen);
    apply();
  } }, CHOICES.map(([value, label]) => h('option', { value }, label)));
  select.value = chosen;
  prefersDark.addEventListener('change', apply);
  return { select, isDark, apply };
}

function recall() {
  try {
    const kept = localStorage.getItem(KEY);
    return CHOICES.some(([value]) => value === kept) ? kept : 'system';
  } catch {
    return 'system';
  }
}

function keep(chosen) {
  try {
    localStorage.setItem(KEY, chosen);
  } catch {
    // It holds for this visit.
  }
}
