'use strict';
// Two sets of capabilities, by id: what is the same, changed, new, vanished.

/** `old` and `current`: Map of id -> {digest, …}. Answers [{id, kind, old, current}], sorted by id. */
function moves(old, current, same = (a, b) => a.digest === b.digest) {
  return [...new Set([...old.keys(), ...current.keys()])].sort().map((id) => {
    const [before, after] = [old.get(id), current.get(id)];
    const kind = !before ? 'new' : !after ? 'vanished' : same(before, after) ? 'same' : 'changed';
    return { id, kind, old: before, current: after };
  });
}

/** Manifests by id. Those that cannot be told apart or have no id are said; answers {byId, clean}. */
function byId(manifests, complain) {
  const found = new Map();
  let clean = true;
  for (const manifest of manifests) {
    if (!manifest.id || !manifest.digest) continue;
    const first = found.get(manifest.id);
    if (first) {
      complain(`${manifest.path}: has the id ${manifest.id}, as has ${first.path}`);
      clean = false;
    } else found.set(manifest.id, manifest);
  }
  return { byId: found, clean };
}

/** How many of each kind. */
function tally(list) {
  const counts = { same: 0, changed: 0, new: 0, vanished: 0 };
  for (const { kind } of list) counts[kind]++;
  return counts;
}

module.exports = { moves, byId, tally };
