/** The page: an editor, the panes beside it, and the thread between them. */
import './style/page.css';

import { fill, h } from './dom.mjs';
import { completion } from './editor/complete.mjs';
import { createEditor } from './editor/create.mjs';
import { findings, findingsAt, setFindings } from './editor/findings.mjs';
import { hover } from './editor/hover.mjs';
import { Lexicon } from './editor/lexicon.mjs';
import { Places } from './editor/places.mjs';
import { Engine, Latest } from './engine/client.mjs';
import { EXAMPLES } from './examples/list.mjs';
import { textOf } from './files.mjs';
import { announcer } from './layout/announce.mjs';
import { globalKeys, keysDialog, regions } from './layout/keys.mjs';
import { splitter } from './layout/splitter.mjs';
import { createTabs } from './layout/tabs.mjs';
import { theme } from './layout/theme.mjs';
import { comparePane } from './panes/compare.mjs';
import { planPane } from './panes/plan.mjs';
import { problemsPane } from './panes/problems.mjs';
import { promptPane } from './panes/prompt.mjs';
import { registryPane } from './panes/registry.mjs';
import { signaturePane } from './panes/signature.mjs';
import { choice, field, plural, textInput, verdict } from './parts.mjs';
import { fragmentOf, isShared, valuesOf } from './share/link.mjs';
import { DEFAULTS, State } from './state.mjs';

const state = new State();
state.recall();
const shared = await valuesOf(location.hash);
if (shared !== undefined) state.borrow(shared);

const engine = new Engine();
const { element: notices, announce } = announcer();
let lexicon;
let firstParty = [];
const busy = new Set();

// --- the editor -------------------------------------------------------------------------------------

const colours = theme();
colours.apply();
const editorHost = h('div', { class: 'editor-host' });
const places = new Places();
const editor = createEditor({
  parent: editorHost,
  label: 'Manifest',
  text: state.get('text'),
  dark: colours.isDark(),
  extensions: [completion(() => lexicon), hover(() => lexicon), findings(showFinding), places.extension],
  onChange: () => {
    state.changed(['text']);
    // What came with a link is what the address tells.
    if (!state.isBorrowing) dropFragment();
  },
  onMove: (editorState) => problems.markCurrent(findingsAt(editorState).map(({ index }) => index)),
});

state.hold('text', { read: editor.text, write: editor.replace });

/** Goes to a place of the text that was looked at, wherever that is by now. */
function go(place) {
  editor.go(places.now(place));
}

function fix(diagnostic, insert) {
  const { start, end } = places.now(diagnostic.span);
  editor.view.dispatch({ changes: { from: start, to: end, insert }, selection: { anchor: start + insert.length }, userEvent: 'input.fix', scrollIntoView: true });
  announce(`Changed to ${insert}.`);
}

function showFinding(index) {
  choose('problems');
  problems.reveal(index);
}

/** Whether what is shown is still to change, on the root: `checking` or `idle`. */
function working(who) {
  return (is) => {
    if (is) busy.add(who);
    else busy.delete(who);
    document.documentElement.dataset.state = busy.size > 0 ? 'checking' : 'idle';
  };
}

// --- the panes --------------------------------------------------------------------------------------

/** Goes to the first finding of that code. */
function showCode(code) {
  showFinding(Math.max(0, report.diagnostics.findIndex((diagnostic) => diagnostic.code === code)));
}

const common = { state, engine, go, fix, announce, working, showCode, dark: colours.isDark() };
const problems = problemsPane(common);
const compare = comparePane(common);
const registry = registryPane({ ...common, openText: (text, dir) => open({ text, folderId: dir }) });
const panes = [
  { id: 'problems', title: 'Problems', ...problems },
  { id: 'prompt', title: 'What it would do', ...promptPane(common) },
  { id: 'signature', title: 'Signature', ...signaturePane(common) },
  { id: 'compare', title: 'Compare', ...compare },
  { id: 'plan', title: 'Plan', ...planPane(common) },
  { id: 'registry', title: 'Registry', ...registry },
];
const tabs = createTabs(panes, choose);
const status = h('p', { role: 'status' }, 'Starting…');
const figures = h('p', { class: 'figures' });

function choose(id) {
  state.set({ pane: id });
}

function follow() {
  const chosen = panes.some(({ id }) => id === state.get('pane')) ? state.get('pane') : 'problems';
  tabs.choose(chosen);
  for (const { id, setVisible } of panes) setVisible?.(id === chosen);
  inspection.touch();
}

// --- the thread -------------------------------------------------------------------------------------

/** The worker is asked for the findings and for what is looked at, no more. */
const inspection = new Latest(engine, 'inspect', {
  question: () => {
    places.asked();
    const { old, ...values } = state.all();
    // A long text is not sent along for nothing.
    return values.pane === 'compare' ? { ...values, old } : values;
  },
  answered,
  failed: (error) => fill(status, verdict('error', `The library could not answer: ${error.message}`)),
  working: working('inspection'),
});

let report;

function answered({ took, report: news, pane, shown }, { text }) {
  report = news ?? report;
  const { valid, diagnostics } = report;
  places.answered();
  setFindings(editor.view, diagnostics, showFinding);
  if (news !== undefined) problems.show(report);
  problems.markCurrent(findingsAt(editor.view.state).map(({ index }) => index));
  if (shown !== undefined) panes.find(({ id }) => id === pane).show(shown);
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.length - errors;
  tabs.badge('problems', diagnostics.length === 0 ? '' : String(diagnostics.length), errors > 0 ? 'error' : 'warning');
  const words = `${valid ? 'Valid' : 'Not valid'} · ${plural(errors, 'error')} · ${plural(warnings, 'warning')}`;
  // The same is not read out again.
  if (status.textContent !== words) fill(status, words);
  fill(figures, `${plural(text.length, 'character')} · checked in ${took < 10 ? took.toFixed(1) : Math.round(took)} ms`);
}

state.on(['text', 'folderId', 'profile', 'host', 'old', 'model', 'effort', 'timeout', 'repoRoot', 'runDir', 'platform'], () => inspection.touch());
state.on(['pane'], follow);

// --- the bar ----------------------------------------------------------------------------------------

/** Opens something else in the page. */
function open(values) {
  state.set(values);
  editor.view.focus();
}

const examples = h('select', { 'aria-label': 'Examples', title: 'Examples', onchange: () => {
  const chosen = [...EXAMPLES, ...firstParty].find(({ id }) => id === examples.value);
  examples.value = '';
  if (chosen === undefined) return;
  // An old version goes with its example, and leaves with it.
  const old = EXAMPLES.some(({ values }) => values.old === state.get('old')) ? { old: '' } : {};
  open({ ...old, ...chosen.values });
} }, h('option', { value: '' }, 'Examples…'), EXAMPLES.map(({ id, title }) => h('option', { value: id }, title)));

/** Lines and indents, without a change of anything else. */
async function format() {
  const text = state.get('text');
  const formatted = await engine.ask('format', { text });
  if (formatted === null) announce('It cannot be read, so it stays as it is.');
  else if (formatted === text || state.get('text') !== text) announce('It stands as it should.');
  else {
    editor.replace(formatted);
    announce('Formatted.');
  }
  editor.view.focus();
}

async function share() {
  const fragment = await fragmentOf(state.all());
  history.replaceState(null, '', fragment);
  try {
    await navigator.clipboard.writeText(location.href);
    announce('The link is copied. It holds both texts and all settings itself; nothing was sent.');
  } catch {
    announce('The link is in the address bar. It holds both texts and all settings itself; nothing was sent.');
  }
}

/** The address no longer tells what is on the page. */
function dropFragment() {
  if (isShared(location.hash)) history.replaceState(null, '', location.pathname + location.search);
}

function reset() {
  state.set({ ...DEFAULTS });
  registry.reset();
  dropFragment();
  announce('Everything is as at the start.');
}

addEventListener('hashchange', async () => {
  const values = await valuesOf(location.hash);
  if (values !== undefined) {
    state.borrow(values);
    borrowed.hidden = false;
  } else if (isShared(location.hash)) announce('The link is damaged.');
});
addEventListener('pagehide', () => state.keep());

const keys = keysDialog();
const button = (label, onclick, props) => h('button', { type: 'button', class: 'button', onclick, ...props }, label);
const version = h('span', { class: 'version' });
const bar = h('header', { class: 'bar' },
  h('h1', null, 'gsd-lanes ', h('span', { class: 'quiet' }, 'playground'), version),
  h('div', { class: 'bar-tools' }, examples, button('Share', share, { title: 'Copy a link to what is on the page' }), button('Reset', reset, { title: 'Forget everything and start anew' }), colours.select, button('Keys', () => keys.showModal(), { 'aria-haspopup': 'dialog' })));

/** Says that a link is looked at, and leads back. */
const borrowed = h('aside', { class: 'borrowed', 'aria-label': 'Opened from a link', hidden: shared === undefined },
  h('p', null, 'Opened from a link. What was here before is kept until you change something.'),
  button('Back to it', () => {
    state.giveBack();
    borrowed.hidden = true;
    dropFragment();
    editor.view.focus();
  }, { class: 'button small' }),
  button('Keep this', () => {
    borrowed.hidden = true;
    state.mine = undefined;
    state.changed(['text']);
    editor.view.focus();
  }, { class: 'button small' }));

// --- all together -----------------------------------------------------------------------------------

const frame = h('main', { class: 'frame' });
const manifest = h('section', { class: 'manifest', 'aria-label': 'Manifest' },
  h('div', { class: 'section-bar' },
    h('h2', null, 'Manifest'),
    button('Format', format, { class: 'button small', title: 'Put it into lines and indent them' }),
    field('Folder', textInput(state, 'folderId', { placeholder: 'unknown', class: 'short' })),
    field('Profile', choice(state, 'profile', [['strict', 'Strict'], ['peer', 'Peer']]))),
  editorHost,
  h('div', { class: 'status' }, status, figures));
const side = h('section', { class: 'panes', 'aria-label': 'What it means' }, tabs.strip, tabs.bodies);
frame.append(manifest, splitter(state, frame), side);
document.body.append(bar, borrowed, frame, notices, keys);

const toggle = regions([
  { element: manifest, enter: () => editor.view.focus() },
  { element: side, enter: () => tabs.strip.querySelector('[aria-selected=true]').focus() },
]);
globalKeys({ toggle, choose: (index) => {
  if (panes[index] === undefined) return false;
  choose(panes[index].id);
  tabs.strip.querySelector('[aria-selected=true]').focus();
  return true;
} });

/** A file dropped on an editor is opened there; anywhere else on the page it must not replace the page. */
for (const [element, name] of [[manifest, 'text'], [compare.element, 'old']]) {
  element.addEventListener('drop', async (event) => {
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const { text, problem } = await textOf(file);
    if (problem !== undefined) announce(problem);
    if (text !== '') state.set({ [name]: text });
  }, true);
}
for (const type of ['dragover', 'drop']) addEventListener(type, (event) => { if (event.dataTransfer?.types.includes('Files')) event.preventDefault(); });

const darken = (is) => { editor.setDark(is); compare.editor.setDark(is); };
new MutationObserver(() => darken(colours.isDark())).observe(document.documentElement, { attributeFilter: ['data-theme'] });

follow();
if (shared === undefined && isShared(location.hash)) announce('The link is damaged; this is what was here before.');

const started = await engine.ask('start').catch((error) => {
  fill(status, verdict('error', `The library could not be loaded: ${error.message}`));
});
if (started !== undefined) {
  lexicon = new Lexicon(started.vocabulary);
  fill(version, ` ${started.version}`);
  firstParty = started.firstParty.map(({ id, title, text }) => ({ id: `first-party-${id}`, title, values: { text, folderId: id } }));
  examples.append(h('optgroup', { label: 'First-party' }, firstParty.map(({ id, title }) => h('option', { value: id }, title))));
  document.documentElement.dataset.ready = '';
}
