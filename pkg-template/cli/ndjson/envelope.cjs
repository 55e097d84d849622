'use strict';
// A line is a manifest, or {source, manifest} around one. The manifest stays text, so that nothing which only text
// shows (a key that stands there twice, a number out of range) is lost.

const NAMES = new Set(['source', 'manifest', 'folderId']);
const MAYBE = /^[\s\ufeff]*\{\s*"(?:(?:source|manifest|folderId)"|[^"]*\\)/;
const [QUOTE, BACKSLASH, COMMA, COLON] = [34, 92, 44, 58];
const OPEN = new Set([91, 123]);
const CLOSE = new Set([93, 125]);

/** Answers {text, source?, folderId?, before}: the manifest's bytes, and how many units of the line precede them. */
function unwrap(line) {
  const plain = { text: line, before: 0 };
  const buffer = Buffer.from(line.buffer, line.byteOffset, line.byteLength);
  if (!MAYBE.test(buffer.toString('utf8', 0, 80))) return plain;
  let whole;
  try {
    whole = JSON.parse(buffer.toString().replace(/^\ufeff/, ''));
  } catch {
    return plain;
  }
  if (!Object.hasOwn(whole, 'manifest') || !Object.keys(whole).every((name) => NAMES.has(name))) return plain;
  const { start, end } = member(buffer, 'manifest');
  return {
    text: line.subarray(start, end),
    before: buffer.toString('utf8', 0, start).length,
    ...(typeof whole.source === 'string' && { source: whole.source }),
    ...(typeof whole.folderId === 'string' && { folderId: whole.folderId }),
  };
}

/** Where the value of a member of a valid JSON object stands; of several the last, as everywhere. */
function member(bytes, name) {
  let depth = 0;
  let found = { start: 0, end: bytes.length };
  let key;
  let start = -1;
  const finish = (end) => {
    if (start !== -1 && key === name) found = { start, end };
    start = -1;
  };
  for (let at = 0; at < bytes.length; at++) {
    const unit = bytes[at];
    if (unit === QUOTE) {
      const from = at;
      for (at++; bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
      if (depth === 1 && start === -1) key = JSON.parse(bytes.toString('utf8', from, at + 1));
    } else if (OPEN.has(unit)) depth++;
    else if (CLOSE.has(unit)) {
      if (--depth === 0) finish(at);
    } else if (depth === 1 && unit === COLON && start === -1) start = at + 1;
    else if (depth === 1 && unit === COMMA) finish(at);
  }
  return trimmed(bytes, found);
}

function trimmed(bytes, { start, end }) {
  while (start < end && bytes[start] <= 32) start++;
  while (end > start && bytes[end - 1] <= 32) end--;
  return { start, end };
}

module.exports = { unwrap };
