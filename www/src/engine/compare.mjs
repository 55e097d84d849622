/** What changed between two texts: what consent would be asked for again, and what else. */
import { triesFor } from './binding.mjs';
import { at, follow, membersOf, placeOf, readTree, stringOf } from './tree.mjs';

/** Differences outside of what is bound that are listed; who has more has replaced the manifest. */
const MOST = 100;

/** `{empty, changed, changes, unbound, unreadable}`; each entry with its place in both texts, where it has one. */
export function compare(lanes, old, text) {
  const unreadable = { old: lanes.signatureText(old) === null, text: lanes.signatureText(text) === null };
  const { changed, changes } = lanes.changesText(old, text);
  const before = unreadable.old ? undefined : { text: old, tree: readTree(old) };
  const after = unreadable.text ? undefined : { text, tree: readTree(text) };
  const placed = changes.map((change) => {
    const { surface, id, field, kind, before: was, after: is } = change;
    return {
      surface, id, field, kind, was, is,
      oldPlace: kind === 'added' ? undefined : find(change, change.beforeValue, before),
      place: kind === 'removed' ? undefined : find(change, change.afterValue, after),
    };
  });
  const unbound = before && after ? others(lanes, before, after) : { entries: [], omitted: 0 };
  return { empty: old.trim() === '', changed, changes: placed, unbound, unreadable };
}

const LISTS = { hook: ['hooks', 'hooks'], commandModule: ['commands', 'commands'] };

/** Where a change stands: hooks and commands are told by their values, everything else by its name. */
function find({ surface, field }, value, side) {
  if (side === undefined) return undefined;
  const [list] = LISTS[surface] ?? [];
  if (list !== undefined) {
    const name = field.slice(list.length + 1);
    const items = at(side.tree, list)?.items ?? [];
    const wanted = typeof value === 'object' && value !== null ? Object.entries(value) : [[name, value]];
    const index = items.findIndex((item) => wanted.every(([key, text]) => (stringOf(side.text, at(item, key)) ?? '') === text));
    const item = items[index];
    return placeOf(name === '' ? item : at(item, name), field);
  }
  const found = follow(side.tree, field);
  return found && placeOf(found, field);
}

/** Members that differ although putting the one in the place of the other leaves the signature as it is. */
function others(lanes, before, after) {
  const entries = [];
  let omitted = 0;
  let tries = triesFor(before.text);
  const source = JSON.parse(before.text.replace(/^\ufeff/, ''));
  const signed = lanes.signature(source);
  for (const difference of differences(before, after)) {
    if (entries.length === MOST || tries <= 0) {
      omitted++;
      continue;
    }
    tries--;
    const isBound = difference.path.length > 0 && lanes.signature(replaced(source, difference.path, difference.value)) !== signed;
    if (isBound) continue;
    const { was, is, field, oldPlace, place } = difference;
    entries.push({ field, was, is, oldPlace, place });
  }
  return { entries, omitted };
}

/** The smallest members that are not the same. */
function* differences(before, after, old = before.tree, now = after.tree, path = [], field = '') {
  const sliceOf = (side, node) => node && side.text.slice(node.start, node.end);
  if (sliceOf(before, old) === sliceOf(after, now)) return;
  if (old?.kind === 'object' && now?.kind === 'object') {
    const keys = new Set([...membersOf(old), ...membersOf(now)].map(({ key }) => key));
    for (const key of keys) yield* differences(before, after, at(old, key), at(now, key), [...path, key], field === '' ? key : `${field}.${key}`);
    return;
  }
  if (old?.kind === 'array' && now?.kind === 'array') {
    const length = Math.max(old.items.length, now.items.length);
    for (let index = 0; index < length; index++) yield* differences(before, after, old.items[index], now.items[index], [...path, index], `${field}[${index}]`);
    return;
  }
  const value = now && JSON.parse(sliceOf(after, now));
  const same = old && now && JSON.stringify(JSON.parse(sliceOf(before, old))) === JSON.stringify(value);
  if (same) return;
  yield { path, value, field, was: sliceOf(before, old), is: sliceOf(after, now), oldPlace: placeOf(old, field), place: placeOf(now, field) };
}

/** A manifest with one member put in, or taken out. */
function replaced(manifest, [step, ...rest], value) {
  const copy = Array.isArray(manifest) ? [...manifest] : Object.defineProperties({}, Object.getOwnPropertyDescriptors(manifest));
  const next = rest.length === 0 ? value : replaced(copy[step], rest, value);
  if (next === undefined) {
    if (Array.isArray(copy)) copy.splice(step, 1);
    else delete copy[step];
  } else {
    Object.defineProperty(copy, step, { value: next, enumerable: true, configurable: true, writable: true });
  }
  return copy;
}
