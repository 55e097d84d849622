'use strict';
// Bytes of manifests, never more than needed: the library refuses a text over 8 MiB, so one byte more is enough for
// its verdict.

const fs = require('node:fs');

const ENOUGH = 8 * 1024 * 1024 + 1;

/** The file's bytes, cut behind the limit. Opens without waiting, so that a pipe without a writer cannot stop us. */
function readFile(path) {
  const file = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  try {
    const status = fs.fstatSync(file);
    if (!status.isFile()) throw new Error(`${kindOf(status)}, not a regular file${instead(status)}`);
    const bytes = Buffer.allocUnsafe(Math.min(Math.max(status.size, 64 * 1024) + 1, ENOUGH));
    return readUpTo(file, bytes);
  } finally {
    fs.closeSync(file);
  }
}

/** A file that says it is empty (as those in /proc do) or grows meanwhile is read on, up to the limit. */
function readUpTo(file, bytes) {
  let length = 0;
  while (length < ENOUGH) {
    if (length === bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(bytes.length * 2, ENOUGH));
      bytes.copy(larger);
      bytes = larger;
    }
    const more = fs.readSync(file, bytes, length, bytes.length - length, null);
    if (more === 0) break;
    length += more;
  }
  return bytes.subarray(0, length);
}

function kindOf(status) {
  if (status.isDirectory()) return 'is a folder';
  if (status.isFIFO()) return 'is a named pipe';
  if (status.isSocket()) return 'is a socket';
  return 'is a device';
}

function instead(status) {
  return status.isFIFO() ? '; to check what comes through a pipe, give - as PATH' : '';
}

/** Standard input to its end, cut behind the limit. */
async function readStdin(stream) {
  const chunks = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= ENOUGH) break;
  }
  return Buffer.concat(chunks).subarray(0, ENOUGH);
}

module.exports = { ENOUGH, readFile, readStdin };
