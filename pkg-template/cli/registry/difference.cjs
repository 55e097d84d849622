'use strict';
// What differs between two values of JSON, by pointer.

const { safe, safeJson } = require('../safe-text.cjs');

const MOST = 40;
const LONGEST = 160;

/** Lines for people: what is there and should not be, what is missing, what is another. */
function differences(found, wanted, paint) {
  const lines = [];
  walk(found, wanted, '', (pointer, before, after) => {
    if (before !== undefined) lines.push(paint.removed(`- ${safe(pointer) || '/'}: ${shown(before)}`));
    if (after !== undefined) lines.push(paint.added(`+ ${safe(pointer) || '/'}: ${shown(after)}`));
  });
  return lines.length > MOST ? [...lines.slice(0, MOST), `and ${lines.length - MOST} more`] : lines;
}

function walk(found, wanted, pointer, tell) {
  if (isContainer(found) && isContainer(wanted) && Array.isArray(found) === Array.isArray(wanted)) {
    for (const key of new Set([...Object.keys(found), ...Object.keys(wanted)])) {
      const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      walk(own(found, key), own(wanted, key), at, tell);
    }
    const [before, after] = [found, wanted].map((value) => Object.keys(value));
    if (!Array.isArray(found) && before.length === after.length && before.join('\0') !== after.join('\0') && before.every((key) => Object.hasOwn(wanted, key))) {
      tell(`${pointer} (order)`, before, after);
    }
  } else if (found !== wanted) tell(pointer, found, wanted);
}

function own(value, key) {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function isContainer(value) {
  return typeof value === 'object' && value !== null;
}

function shown(value) {
  const text = safeJson(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text;
}

module.exports = { differences };
