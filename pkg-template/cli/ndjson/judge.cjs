'use strict';
// One batch of lines: a result line each, and, if asked, what they claim.

const { deflateRawSync } = require('node:zlib');
const { claimsOf, hash } = require('./claims.cjs');
const { unwrap } = require('./envelope.cjs');
const { safeJson } = require('../safe-text.cjs');

const LF = 10;
const FAST = { level: 1, memLevel: 4, windowBits: 13 };

/**
 * `batch`: {memory, length, first, path}. Answers {text, counts, claims?}; `claims`: {records, ends, hashes, sizes, whole}, the
 * reduced manifests one after another, packed, and where each ends, the words of their claims and how many each has.
 */
function judge({ memory, length, first, path }, { profile, cross }, api) {
  const bytes = memory.subarray(0, length);
  const counts = { manifests: 0, valid: 0, errors: 0, warnings: 0 };
  const lines = [];
  const claims = [];
  let number = first;
  for (let start = 0; start < bytes.length; number++) {
    const found = bytes.indexOf(LF, start);
    const end = found === -1 ? bytes.length : found;
    const line = bytes.subarray(start, end);
    start = end + 1;
    if (isBlank(line)) continue;
    const { text, source, folderId, before } = unwrap(line);
    const { reports: [report] } = api.check([{ text, folderId }], { profile, disclosure: false });
    const { id, valid, digest, diagnostics } = report;
    for (const diagnostic of diagnostics) {
      shift(diagnostic.span, before);
      for (const { span } of diagnostic.related ?? []) shift(span, before);
      counts[diagnostic.severity === 'error' ? 'errors' : 'warnings']++;
    }
    counts.manifests++;
    if (valid) counts.valid++;
    const place = { path, line: number, ...(source !== undefined && { source }) };
    lines.push(`${safeJson({ ...place, id, valid, digest, diagnostics })}\n`);
    if (cross) claims.push({ place, ...claimsOf(parsed(text)) });
  }
  return { text: new TextEncoder().encode(lines.join('')), counts, ...(cross && { claims: packed(claims.filter(({ manifest }) => manifest)) }) };
}

function isBlank(line) {
  return line.every((unit) => unit === 32 || unit === 9 || unit === 13);
}

/** Spans count from the start of the line. */
function shift(span, before) {
  if (!span || before === 0) return;
  span.start += before;
  span.end += before;
  if (span.line === 1) span.column += before;
  if (span.endLine === 1) span.endColumn += before;
}

function parsed(text) {
  try {
    return JSON.parse(Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString().replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

function packed(claims) {
  const records = claims.map(({ place, manifest, names }) => Buffer.from(`${JSON.stringify({ ...place, names })}\n${JSON.stringify(manifest)}`));
  const sizes = Uint32Array.from(claims, ({ keys }) => keys.length);
  const hashes = new Uint32Array(2 * sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  for (const { keys } of claims) {
    for (const key of keys) {
      hash(key, hashes, at);
      at += 2;
    }
  }
  let end = 0;
  return {
    records: new Uint8Array(deflateRawSync(Buffer.concat(records), FAST)),
    ends: Uint32Array.from(records, (record) => (end += record.length)),
    hashes,
    sizes,
    whole: Uint8Array.from(claims, ({ whole }) => Number(whole)),
  };
}

module.exports = { judge };
