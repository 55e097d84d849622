/** Several manifests together with those that come along. */
import { fill, h } from '../dom.mjs';
import { readEntries, readFiles } from '../files.mjs';
import { Latest } from '../engine/client.mjs';
import { field, growing, mark, plural, textInput, verdict } from '../parts.mjs';
import { foreign, prose } from '../visible.mjs';

const SCOPES = [['global', 'Global'], ['project', 'Project, consented'], ['unconsented', 'Project, not consented']];

export function registryPane({ state, engine, announce, working, openText }) {
  /** `{dir, text, files}` as they were dropped; the one in the editor comes on top. */
  let items = [];
  let scope = 'global';
  let visible = false;
  const results = h('div', { class: 'stack' });
  const withEditor = h('input', { type: 'checkbox', checked: true, onchange: () => latest.touch() });
  const picker = (props, label) => {
    const input = h('input', { type: 'file', class: 'visually-hidden', multiple: true, ...props, 'aria-label': label, onchange: async () => { add(await readFiles(input.files)); input.value = ''; } });
    return h('label', { class: 'button' }, input, label);
  };
  const scopes = h('select', { onchange: () => { scope = scopes.value; latest.touch(); } }, SCOPES.map(([value, label]) => h('option', { value }, label)));
  const list = h('ul', { class: 'chips' });
  const drop = h('div', {
    class: 'drop',
    ondragover: (event) => { event.preventDefault(); event.stopPropagation(); drop.classList.add('drop-over'); },
    ondragleave: () => drop.classList.remove('drop-over'),
    ondrop: async (event) => {
      event.preventDefault();
      event.stopPropagation();
      drop.classList.remove('drop-over');
      add(await readEntries(event.dataTransfer));
    },
  },
  h('p', null, 'Drop manifests or a folder here, or choose them.'),
  h('div', { class: 'row' }, picker({ accept: '.json,application/json' }, 'Choose manifests'), picker({ webkitdirectory: true }, 'Choose a folder')),
  h('label', { class: 'check' }, withEditor, ' Together with the manifest in the editor'));

  const element = h('div', { class: 'pane-body' },
    drop,
    h('div', { class: 'row' },
      field('Host version', textInput(state, 'hostVersion', { class: 'short' })),
      field('Installed as', scopes)),
    list,
    results);

  const latest = new Latest(engine, 'registry', { question, answered: show, failed: (error) => fill(results, verdict('error', error.message)), working: working('registry') });
  state.on(['hostVersion', 'profile'], () => visible && latest.touch());
  state.on(['text', 'folderId'], () => visible && withEditor.checked && latest.touch());
  listItems();

  return {
    element,
    setVisible(is) {
      visible = is;
      if (is) latest.touch();
    },
    reset() {
      items = [];
      listItems();
    },
    add,
  };

  function add(read) {
    const names = new Set(read.map(({ dir }) => dir));
    items = [...items.filter(({ dir }) => !names.has(dir)), ...read];
    announce(read.length === 0 ? 'There was no manifest in it.' : `${plural(read.length, 'manifest')} added.`);
    listItems();
    latest.touch();
  }

  function listItems() {
    list.hidden = items.length === 0;
    fill(list, items.map((item) => h('li', null,
      h('button', { type: 'button', class: 'chip', title: 'Open in the editor', onclick: () => openText(item.text, item.dir) }, foreign(item.dir)),
      h('button', { type: 'button', class: 'chip chip-end', 'aria-label': `Remove ${item.dir}`, onclick: () => { items = items.filter((it) => it !== item); listItems(); latest.touch(); } }, '×'))));
  }

  function question() {
    if (!visible) return undefined;
    const placed = scope === 'global' ? { scope: 'global' } : { scope: 'project', consented: scope === 'project' };
    const all = items.map((item) => ({ ...item, ...placed }));
    if (withEditor.checked) {
      const text = state.get('text');
      all.unshift({ dir: state.get('folderId') || idOf(text), text, ...placed });
    }
    return { items: all, hostVersion: state.get('hostVersion'), profile: state.get('profile') };
  }

  function show({ lanes, roster, accepted, inactive, warnings, problems, cross, capabilities }, { items: asked }) {
    const own = new Set(accepted);
    fill(results,
      asked.length === 0
        ? verdict('note', `Only the ${capabilities} capabilities that come with the library.`)
        : verdict(inactive.length > 0 ? 'warning' : 'good', `${accepted.length} of ${plural(asked.length, 'manifest')} active beside the ${capabilities - own.size} that come with the library.`),
      problems.map(({ message }) => verdict('error', prose(message))),
      inactive.length > 0 ? [h('h3', null, 'Inactive ', count(inactive)), growing('ul', { class: 'findings' }, inactive, skipped).whole] : null,
      warnings.length > 0 ? [h('h3', null, 'Warnings ', count(warnings)), growing('ul', { class: 'findings' }, warnings, warned).whole] : null,
      cross.length > 0 ? [h('h3', null, 'Among what was dropped ', count(cross)), growing('ul', { class: 'findings' }, cross, crossed).whole] : null,
      h('h3', null, 'Lanes ', count(lanes)),
      h('div', { class: 'table-box', tabindex: '0', role: 'region', 'aria-label': 'Lanes' }, h('table', null,
        h('thead', null, h('tr', null, ['Slug', 'Capability', 'Flags', 'Transport', 'Section'].map((name) => h('th', { scope: 'col' }, name)))),
        h('tbody', null, lanes.slice(0, 500).map((lane) => h('tr', { class: lane.overlay ? 'overlay' : null },
          h('th', { scope: 'row' }, h('code', null, foreign(String(lane.slug)))),
          h('td', null, foreign(lane.capability), lane.overlay ? h('span', { class: 'tag' }, 'added') : null),
          h('td', null, h('code', null, foreign((lane.flags ?? []).join(' ')))),
          h('td', null, foreign(String(lane.transport))),
          h('td', null, foreign(String(lane.section)))))))),
      h('h3', null, 'Roster ', count(roster)),
      h('p', { class: 'roster' }, h('code', null, foreign(roster.join(', ')))));
  }
}

const count = (list) => h('span', { class: 'quiet' }, String(list.length));

function skipped({ id, scope, code, message, help, clashes = [], diagnostics = [] }) {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return finding('error', id, [message], [
    ...clashes.map(({ kind, key, owner, firstParty }) => h('p', { class: 'finding-help' }, `${kind} `, h('code', null, foreign(key)), ' belongs to ', foreign(owner), firstParty ? ', which comes with the library' : '')),
    ...errors.slice(0, 20).map((it) => h('p', { class: 'finding-help' }, it.span ? `line ${it.span.line}: ` : '', prose(it.message))),
    errors.length > 20 ? h('p', { class: 'finding-help' }, `… and ${errors.length - 20} more`) : null,
    help ? h('p', { class: 'finding-help' }, prose(help)) : null,
  ], `${code} · ${scope}`);
}

const warned = ({ id, code, message, help }) => finding('warning', id, [message], [help ? h('p', { class: 'finding-help' }, prose(help)) : null], code);

const crossed = ({ severity, message, help, claimants, code }) => finding(severity, claimants.join(', '), [message], [help ? h('p', { class: 'finding-help' }, prose(help)) : null], code);

function finding(severity, who, texts, rest, foot) {
  return h('li', { class: `finding finding-${severity}` },
    mark(severity), h('span', { class: 'visually-hidden' }, severity === 'error' ? 'Error: ' : 'Warning: '),
    h('div', { class: 'finding-body' },
      h('p', { class: 'finding-message' }, h('strong', null, foreign(who)), ': ', texts.map((text) => prose(text))),
      rest,
      h('p', { class: 'finding-foot quiet' }, foot)));
}

/** The folder that a manifest would have to lie in. */
function idOf(text) {
  try {
    const { id } = JSON.parse(text);
    return typeof id === 'string' && id !== '' ? id : 'manifest';
  } catch {
    return 'manifest';
  }
}
