/** The manifest beside its version before: whether consent is asked for again, and for what. */
import { fill, h } from '../dom.mjs';
import { createEditor } from '../editor/create.mjs';
import { growing, mark, placeLink, plural, verdict } from '../parts.mjs';
import { foreign } from '../visible.mjs';

const SURFACES = { hook: 'Hook', commandModule: 'Command module', mcpServer: 'MCP server', reviewerLane: 'Reviewer lane' };

export function comparePane({ state, go, dark }) {
  const result = h('div', { class: 'pane-body' });
  const host = h('div', { class: 'editor-host' });
  const current = h('button', { type: 'button', class: 'button small', onclick: () => state.set({ old: state.get('text') }) }, 'Take the current');
  const element = h('div', { class: 'compare' },
    h('section', { class: 'compare-old', 'aria-label': 'Old version' },
      h('div', { class: 'section-bar' }, h('h3', null, 'Old version'), h('span', { class: 'spacer' }), current,
        h('button', { type: 'button', class: 'button small', onclick: () => state.set({ old: '' }) }, 'Clear')),
      host),
    result);
  const editor = createEditor({ parent: host, label: 'Old version of the manifest', text: state.get('old'), dark, onChange: () => state.changed(['old']) });
  state.hold('old', { read: editor.text, write: editor.replace });

  return {
    element,
    editor,
    show({ empty, changed, changes, unbound, unreadable }) {
      if (empty) {
        return void fill(result, verdict('note', 'Paste the version before into the editor above, or drop its file there.'));
      }
      fill(result,
        unreadable.old ? verdict('warning', 'The old version cannot be read. It counts as empty, so that everything is new.') : null,
        unreadable.text ? verdict('warning', 'The manifest cannot be read. It counts as empty here, and could not be installed.') : null,
        changed
          ? verdict('warning', `Consent would be asked for again: ${plural(changes.length, 'bound change')}.`)
          : verdict('good', 'Consent would not be asked for again: the signatures are the same.'),
        changes.length > 0 ? growing('ol', { class: 'changes' }, changes, bound).whole : null,
        unbound.entries.length > 0 ? [
          h('h3', null, 'Different, but not bound'),
          growing('ol', { class: 'changes' }, unbound.entries, (entry) => change(entry, null)).whole,
        ] : null,
        unbound.omitted > 0 ? h('p', { class: 'quiet' }, `… and ${plural(unbound.omitted, 'more difference')} that ${unbound.omitted === 1 ? 'was' : 'were'} not looked at`) : null);
    },
  };

  function bound(entry) {
    return change(entry, h('p', { class: 'change-surface' }, `${SURFACES[entry.surface] ?? entry.surface} `, foreign(entry.id)));
  }

  function change({ field, was, is, oldPlace, place }, surface) {
    return h('li', { class: 'change' },
      surface,
      h('p', { class: 'change-field' }, h('code', null, placeLink(field, place ?? oldPlace, place ? go : goOld))),
      was === undefined ? null : value('Before', was, oldPlace, goOld),
      is === undefined ? null : value('After', is, place, go));
  }

  function value(when, text, place, towards) {
    return h('p', { class: `change-value change-${when.toLowerCase()}` },
      h('span', { class: 'change-when' }, mark(when === 'Before' ? 'minus' : 'plus'), when), h('code', null, placeLink(text.length > 400 ? `${text.slice(0, 400).toWellFormed()}…` : text, place, towards)));
  }

  function goOld(place) {
    editor.go(place);
  }
}
