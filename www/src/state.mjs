/** What the page remembers, and who wants to know when it changes. */
import { EXAMPLE_TEXT } from './examples/list.mjs';

const KEY = 'gsd-lanes-playground';
/** Longer texts are not kept: storage is small, and writing it holds the page up. */
const MOST = 1_000_000;

export const DEFAULTS = Object.freeze({
  text: EXAMPLE_TEXT,
  old: '',
  folderId: '',
  profile: 'strict',
  pane: 'problems',
  host: '',
  model: '',
  effort: '',
  timeout: '',
  repoRoot: '/home/me/project',
  runDir: '/tmp/gsd-review',
  platform: 'posix',
  hostVersion: '1.14.0',
  split: 48,
});

export class State {
  constructor() {
    this.values = { ...DEFAULTS };
    /** Values that somebody else holds: `{read, write}` by name. */
    this.held = new Map();
    this.listeners = [];
    this.timer = undefined;
    /** While somebody else's link is looked at: whether it is still as it came, and what was here before. */
    this.isBorrowed = false;
    this.isBorrowing = false;
    this.mine = undefined;
  }

  get(name) {
    return this.held.get(name)?.read() ?? this.values[name];
  }

  /** All values as they are now. */
  all() {
    return Object.fromEntries(Object.keys(this.values).map((name) => [name, this.get(name)]));
  }

  /** Changes some values and tells everybody who listens to one of them. */
  set(values) {
    const names = Object.keys(values).filter((name) => this.get(name) !== values[name]);
    for (const name of names) {
      const held = this.held.get(name);
      if (held === undefined) this.values[name] = values[name];
      else held.write(values[name]);
    }
    // Who holds a value tells of it himself.
    this.changed(names.filter((name) => !this.held.has(name)));
  }

  /** Leaves a value to an editor, which is asked for it when it is needed: a long text is not copied at every key. */
  hold(name, { read, write }) {
    this.held.set(name, { read, write });
  }

  /** Shows what came with a link. What was here stays kept until somebody changes something. */
  borrow(values) {
    this.keep();
    this.mine ??= this.all();
    this.isBorrowed = true;
    this.isBorrowing = true;
    this.set({ ...DEFAULTS, split: this.get('split'), ...values });
    this.isBorrowing = false;
  }

  /** Back to what was here before the link. */
  giveBack() {
    const { mine } = this;
    this.mine = undefined;
    this.set(mine);
  }

  changed(names) {
    if (names.length === 0) return;
    if (!this.isBorrowing) this.isBorrowed = false;
    for (const { wanted, listener } of this.listeners) if (wanted.some((name) => names.includes(name))) listener();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), 500);
  }

  on(wanted, listener) {
    this.listeners.push({ wanted, listener });
  }

  keep() {
    clearTimeout(this.timer);
    if (this.isBorrowed) return;
    const kept = own(this.all());
    for (const name of ['text', 'old']) if (kept[name]?.length > MOST) delete kept[name];
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // Storage is full or not allowed: the page works without.
    }
  }

  /** What was kept when the page was left. */
  recall() {
    try {
      Object.assign(this.values, known(JSON.parse(localStorage.getItem(KEY) ?? '{}')));
    } catch {
      // Nothing of ours.
    }
  }
}

/** What differs from how the page starts. */
export function own(values) {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => DEFAULTS[name] !== value));
}

/** What the library takes, where it does not take every text. */
const ACCEPTED = { profile: ['strict', 'peer'], platform: ['posix', 'win32'] };

/** Of anything, the values that this page has, if they are of the right kind. */
export function known(values) {
  if (typeof values !== 'object' || values === null) return {};
  const fits = (name) => Object.hasOwn(values, name) && typeof values[name] === typeof DEFAULTS[name] && (ACCEPTED[name]?.includes(values[name]) ?? true);
  return Object.fromEntries(Object.keys(DEFAULTS).filter(fits).map((name) => [name, values[name]]));
}
