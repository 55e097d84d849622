'use strict';
// A stream of bytes as batches of whole lines.

const { ENOUGH } = require('../read.cjs');

const LF = 10;

/**
 * Yields {memory, length, first}: some whole lines in memory that `take(length)` gave, and the number of the first one.
 * Of a line that the library would refuse for its length no more is kept than it needs to do so.
 */
async function* batches(chunks, take) {
  let line = 1;
  let begun = [];
  let length = 0;
  const begin = (part) => {
    // A copy: the memory of the chunk is used again.
    const kept = Buffer.from(part.subarray(0, ENOUGH - length));
    if (kept.length > 0) begun.push(kept);
    length += kept.length;
  };
  for await (const chunk of chunks) {
    const first = chunk.indexOf(LF);
    if (first === -1) {
      begin(chunk);
      continue;
    }
    const end = chunk.lastIndexOf(LF) + 1;
    begin(chunk.subarray(0, first));
    yield { ...joined([...begun, chunk.subarray(first, end)], take), first: line };
    line += ends(chunk, first);
    [begun, length] = [[], 0];
    begin(chunk.subarray(end));
  }
  if (length > 0) yield { ...joined(begun, take), first: line };
}

function joined(parts, take) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const memory = take(length);
  let at = 0;
  for (const part of parts) {
    memory.set(part, at);
    at += part.length;
  }
  return { memory, length };
}

function ends(chunk, from) {
  let count = 0;
  for (let at = from; at !== -1; at = chunk.indexOf(LF, at + 1)) count++;
  return count;
}

module.exports = { batches };
