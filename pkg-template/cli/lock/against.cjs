'use strict';
// A lock beside the manifests it is about.

const { examine } = require('../examine.cjs');
const { byId, moves } = require('../moves.cjs');
const { recall } = require('./recall.cjs');

/** The manifests of the PATHs by id, with what a lock holds of them; `sound`: all are valid and their ids differ. */
async function current(context, operands) {
  const result = await examine(context, operands, { signature: true });
  const { byId: found, clean } = byId(result.manifests, context.complain);
  return { ...result, byId: found, sound: clean && result.manifests.every(({ valid }) => valid) };
}

/** What moved between a lock's entries and these manifests, and why. */
function compare(locked, found, file, api) {
  const old = new Map(Array.from(locked, ([id, entry]) => [id, { ...entry, path: file }]));
  return moves(old, found, (a, b) => a.digest === b.digest && a.signature === b.signature)
    .map((move) => ({ ...move, ...reasons(move, api) }));
}

/** Answers {changes, note?}. */
function reasons({ kind, old, current: now }, api) {
  if (kind === 'same') return { changes: [] };
  if (kind === 'changed' && old.signature === now.signature) {
    return { changes: [], note: 'the digest in the lock is not that of the signature in the lock' };
  }
  const before = old ? recall(old.signature, api) : {};
  if (!before) return { changes: [], note: 'the signature in the lock cannot be explained; see gsd-lanes sign --text for the new one' };
  return { changes: api.changesText(JSON.stringify(before), now?.bytes ?? '{}').changes };
}

module.exports = { current, compare };
