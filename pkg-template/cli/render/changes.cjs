'use strict';
// Why two signatures differ, for people.

const { safe, safeJson } = require('../safe-text.cjs');

/** One block of lines for each change. */
function blocks(changes, { paint }) {
  return changes.map(({ surface, id, field, kind, before, after }) => [
    `${paint.strong(safe([surface, id].filter(Boolean).join(' ')))}: ${safe([field, kind].filter(Boolean).join(' '))}`,
    ...(before === undefined ? [] : [paint.removed(`  - ${shown(before)}`)]),
    ...(after === undefined ? [] : [paint.added(`  + ${shown(after)}`)]),
  ].join('\n'));
}

/** The two ends of a difference: digest and where it is. */
function ends(old, current, { paint }) {
  const end = (sign, { digest, path }) => `${sign} ${digest}${path ? `  ${safe(path)}` : ''}`;
  return [...(old ? [paint.removed(end('-', old))] : []), ...(current ? [paint.added(end('+', current))] : [])];
}

function shown(value) {
  return typeof value === 'string' ? safe(value) : safeJson(value);
}

module.exports = { blocks, ends };
