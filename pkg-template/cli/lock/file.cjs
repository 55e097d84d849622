'use strict';
// The text of a lock: {version: 1, entries: {<id>: {digest, signature}}}, sorted, one line per entry, so that two
// branches which changed different capabilities merge.

const { safe, safeJson } = require('../safe-text.cjs');

const NAME = 'lanes.lock.json';
const VERSION = 1;
const DIGEST = /^sha256:[0-9a-f]{64}$/;
// Inside a string each quotation mark stands behind a backslash.
const STRUCTURAL_DIGEST = /(?<!\\)"digest"\s*:/g;

/** `entries`: Map of id -> {digest, signature}. */
function format(entries) {
  const lines = [...entries.keys()].sort().map((id) => {
    const { digest, signature } = entries.get(id);
    return `    ${safeJson(id)}: ${safeJson({ digest, signature })}`;
  });
  const list = lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n  }`;
  return `{\n  "version": ${VERSION},\n  "entries": ${list}\n}\n`;
}

/** Answers the entries, or throws an Error that says why the text is no lock. */
function parse(text) {
  const lock = json(text);
  if (!hasMembers(lock, ['entries', 'version']) && !(isObject(lock) && Number.isInteger(lock.version) && lock.version !== VERSION)) {
    throw new Error('expected the members version and entries, and no others');
  }
  if (lock.version !== VERSION) throw new Error(`version ${safe(safeJson(lock.version))}: only version ${VERSION} is understood here`);
  if (!isObject(lock.entries)) throw new Error('entries is not an object');
  const entries = new Map(Object.entries(lock.entries));
  for (const [id, entry] of entries) {
    if (!hasMembers(entry, ['digest', 'signature']) || !DIGEST.test(entry.digest) || typeof entry.signature !== 'string') {
      throw new Error(`the entry ${safe(id)} is not {"digest": "sha256:…", "signature": "…"}`);
    }
  }
  if ((text.match(STRUCTURAL_DIGEST) ?? []).length !== entries.size) throw new Error('an entry stands there twice');
  return entries;
}

function json(text) {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new Error(/^(<{7}|={7}|>{7})/m.test(text) ? 'it holds the marks of a merge conflict' : 'it is not JSON');
  }
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasMembers(value, names) {
  return isObject(value) && Object.keys(value).sort().join() === names.join();
}

module.exports = { NAME, format, parse };
