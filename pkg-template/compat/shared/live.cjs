'use strict';
// Reading values that may do anything when they are read. Nothing here throws.

/** What a reading gives, or `otherwise` if it throws. */
function attempt(read, otherwise) {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** A member of whatever it is; a member that cannot be read is not there. */
const member = (value, name) => attempt(() => value[name], undefined);

/** Some members of whatever it is, each read once. */
const members = (value, names) => Object.fromEntries(names.map((name) => [name, member(value, name)]));

/** An object with the members of another that can be read. */
const copy = (value) => members(value, keys(value));

/** A text, or what a number, a truth value or a big integer prints as; else nothing. */
const text = (value) => (['string', 'number', 'boolean', 'bigint'].includes(typeof value) ? `${value}` : '');

/** More than this is no list that anybody meant. */
const MOST = 1_000_000;

/** What can be iterated, as an array; else nothing. */
const list = (value) => attempt(() => (typeof value === 'string' ? undefined : bounded(value)), undefined);

function bounded(values) {
  const items = [];
  for (const item of values) {
    if (items.length === MOST) return undefined;
    items.push(item);
  }
  return items;
}

/** The own enumerable keys of an object; none for anything else, or for bytes, which have one for each. */
const keys = (value) => attempt(() => (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) ? Object.keys(value) : []), []);

/**
 * An object whose members are read from `source` when somebody reads them, so that whoever takes a snapshot of it reads
 * each once and sees a getter that throws as one. `more` are members of its own.
 */
function view(source, names, more = {}) {
  const shown = {};
  for (const name of names) Object.defineProperty(shown, name, { enumerable: true, configurable: true, get: () => source?.[name] });
  for (const [name, value] of Object.entries(more)) Object.defineProperty(shown, name, { enumerable: true, configurable: true, value });
  return shown;
}

module.exports = { attempt, member, members, copy, text, list, keys, view };
