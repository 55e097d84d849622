'use strict';
// What moved between two sets of capabilities.

const { blocks, ends } = require('./changes.cjs');
const { safe } = require('../safe-text.cjs');
const { tally } = require('../moves.cjs');

const WORDS = { same: 'unchanged', changed: 'changed', new: 'new', vanished: 'vanished' };

const CONSENT = { again: 'consent would be asked again', first: 'consent would be asked', none: 'no consent would be asked' };

/** Everything that moved, entry by entry, for people. */
function entries(moved, look) {
  return moved.filter(({ kind }) => kind !== 'same').map(({ id, kind, old, current, changes, note, consent }) => {
    const said = [WORDS[kind], safe(id)].join(' ') + (consent ? `: ${CONSENT[consent]}` : '');
    const head = [look.paint.strong(said), ...ends(old, current, look)].join('\n');
    return `${[head, ...blocks(changes, look), ...(note ? [note] : [])].join('\n\n')}\n\n`;
  }).join('');
}

/** `10 unchanged, 1 changed, 1 new` */
function summary(moved) {
  const said = Object.entries(tally(moved)).filter(([, count]) => count > 0).map(([kind, count]) => `${count} ${WORDS[kind]}`);
  return said.join(', ') || 'nothing there';
}

/** `12 capabilities: consent asked again for 1` */
function consentSummary(moved) {
  const count = (wanted) => moved.filter(({ consent }) => consent === wanted).length;
  const asked = [count('again') && `again for ${count('again')}`, count('first') && `for ${count('first')} new`].filter(Boolean);
  return `compared: ${summary(moved)}; ${asked.length > 0 ? `consent would be asked ${asked.join(' and ')}` : 'no consent would be asked again'}`;
}

/** The same as data. */
function data(moved) {
  const end = (side) => (side ? { path: side.path, digest: side.digest } : null);
  return moved.map(({ id, kind, old, current, changes, note, consent }) =>
    ({ id, kind: WORDS[kind], ...(consent && { consent }), old: end(old), new: end(current), changes, ...(note && { note }) }));
}

module.exports = { CONSENT, entries, summary, consentSummary, data };
