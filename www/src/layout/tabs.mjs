/** The tabs of the panes: arrows, Home and End move, as in every tab list. */
import { fill, h } from '../dom.mjs';

export function createTabs(panes, onChoose) {
  const tabs = panes.map(({ id, title }) => {
    const badge = h('span', { class: 'badge', hidden: true });
    const tab = h('button', { type: 'button', role: 'tab', id: `tab-${id}`, class: 'tab', 'aria-controls': `pane-${id}`, 'aria-selected': 'false', tabindex: '-1', onclick: () => onChoose(id) }, title, badge);
    return { id, tab, badge };
  });
  const strip = h('div', { role: 'tablist', class: 'tabs', 'aria-label': 'What it means', onkeydown: move }, tabs.map(({ tab }) => tab));
  const bodies = panes.map(({ id, element }) => h('div', { role: 'tabpanel', id: `pane-${id}`, class: 'pane', 'aria-labelledby': `tab-${id}`, tabindex: '0', hidden: true }, element));

  function move(event) {
    const here = tabs.findIndex(({ tab }) => tab === document.activeElement);
    const last = tabs.length - 1;
    const next = { ArrowRight: here === last ? 0 : here + 1, ArrowLeft: here === 0 ? last : here - 1, Home: 0, End: last }[event.key];
    if (here < 0 || next === undefined) return;
    event.preventDefault();
    tabs[next].tab.focus();
    onChoose(tabs[next].id);
  }

  return {
    strip,
    bodies,
    choose(id) {
      for (const [index, { id: own, tab }] of tabs.entries()) {
        const chosen = own === id;
        tab.setAttribute('aria-selected', String(chosen));
        tab.tabIndex = chosen ? 0 : -1;
        bodies[index].hidden = !chosen;
        if (chosen) tab.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
      }
    },
    /** A short word beside a title; its tone is `good`, `warning` or `error`. */
    badge(id, text, tone) {
      const { badge } = tabs.find((it) => it.id === id);
      badge.hidden = text === '';
      badge.className = `badge badge-${tone}`;
      fill(badge, text);
    },
  };
}
