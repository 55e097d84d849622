'use strict';
// Whether users of the old manifests would be asked to consent again.

const { examine } = require('./examine.cjs');
const { byId, moves } = require('./moves.cjs');

const NOTHING = '{}';

/**
 * `current` are reports with digests, `operand` the PATH of the old ones. Answers {moved, problems}: moves by id, each
 * with `changes` and `consent`: `again`, `first` (of a new capability) or `none`.
 */
async function consents(context, current, operand) {
  const { complain, api } = context;
  const old = await examine(context, [operand]);
  const before = byId(old.manifests, complain).byId;
  for (const { path, digest } of old.manifests) if (!digest) complain(`${path}: cannot be compared; see gsd-lanes check`);
  const moved = moves(before, byId(current, () => {}).byId).map((move) => {
    const { changed, changes } = move.kind === 'same'
      ? { changed: false, changes: [] }
      : api().changesText(move.old?.bytes ?? NOTHING, move.current?.bytes ?? NOTHING);
    return { ...move, changes, consent: consentOf(move.kind, changed) };
  });
  return { moved, problems: old.problems };
}

function consentOf(kind, changed) {
  if (!changed || kind === 'vanished') return 'none';
  return kind === 'new' ? 'first' : 'again';
}

module.exports = { consents };
