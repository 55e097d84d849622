'use strict';
// What moved between two sets of capabilities.

const { blocks, ends } = require('./changes.cjs');
const { safe } = require('../safe-text.cjs');
const { tally } = require('../moves.cjs');

const WORDS = { same: 'unchanged', changed: 'changed', new: 'new', vanished: 'vanished' };

/** Everything that moved, entry by entry, for people. */
function entries(moved, look) {
  return moved.filter(({ kind }) => kind !== 'same').map(({ id, kind, old, current, changes, note }) => {
    const head = [look.paint.strong(`${WORDS[kind]} ${safe(id)}`), ...ends(old, current, look)].join('\n');
    return `${[head, ...blocks(changes, look), ...(note ? [note] : [])].join('\n\n')}\n\n`;
  }).join('');
}

/** `10 unchanged, 1 changed, 1 new` */
function summary(moved) {
  const said = Object.entries(tally(moved)).filter(([, count]) => count > 0).map(([kind, count]) => `${count} ${WORDS[kind]}`);
  return said.join(', ') || 'nothing there';
}

/** The same as data. */
function data(moved) {
  const end = (side) => (side ? { path: side.path, digest: side.digest } : null);
  return moved.map(({ id, kind, old, current, changes, note }) =>
    ({ id, kind: WORDS[kind], old: end(old), new: end(current), changes, ...(note && { note }) }));
}

module.exports = { entries, summary, data };
