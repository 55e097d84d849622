'use strict';
// Walking a bundle to hash its content (T-91 … T-93, TB-16). What counts, the library says; this looks and reads.

const fs = require('node:fs');
const path = require('node:path');

const { rules, vocabulary } = require('./library.cjs');
const { readBounded } = require('./files.cjs');
const { shown } = require('./messages.cjs');

let mostEntries;

/** Another limit for the number of entries, for tests; answers how to take it back. */
function limitEntries(most) {
  mostEntries = typeof most === 'number' ? most : undefined;
  return () => {
    mostEntries = undefined;
  };
}

const SLASH = Buffer.from('/');

class NoHash extends Error {
  constructor(where, why) {
    super(`bundleContentHash: "${shown(`${where}`)}": ${why}`);
  }
}

/** The entries of a folder and of those below it, with names as the system holds them. */
function walk(root) {
  const limits = vocabulary().bundle;
  const most = mostEntries ?? limits.entries;
  const files = [];
  const folders = [];
  let entries = 0;
  let bytes = 0;
  const waiting = [[root, undefined]];
  for (let next; (next = waiting.pop()) !== undefined;) {
    const [folder, above] = next;
    const names = attempt(folder, () => fs.readdirSync(folder, { encoding: 'buffer' }));
    for (const name of names) {
      if (++entries > most) throw new NoHash(root, `it has more than ${most} entries`);
      const full = Buffer.concat([folder, SLASH, name]);
      const relative = above === undefined ? name : Buffer.concat([above, SLASH, name]);
      const known = attempt(full, () => fs.lstatSync(full));
      if (known.isDirectory()) {
        folders.push(relative);
        waiting.push([full, relative]);
      } else if (known.isFile()) {
        bytes += known.size;
        if (bytes > limits.bytes) throw new NoHash(root, `its files have more than ${limits.bytes} bytes`);
        files.push({ full, relative, size: known.size });
      } else {
        throw new NoHash(full, known.isSymbolicLink() ? 'it is a symbolic link' : 'it is neither a file nor a folder');
      }
    }
  }
  return { files, folders };
}

function attempt(where, work) {
  try {
    return work();
  } catch (error) {
    throw error instanceof NoHash ? error : new NoHash(where, error.code ?? error.message);
  }
}

function read({ full, size }) {
  return attempt(full, () => {
    // A link that has taken the place of a file is not followed.
    const bytes = readBounded(full, size, fs.constants.O_NOFOLLOW ?? 0);
    if (bytes.length === size) return bytes;
    throw new NoHash(full, 'it changed while it was read');
  });
}

/** The content hash of the bundle in a folder. What has none throws. */
function bundleContentHash(folder) {
  const root = path.resolve(folder);
  const known = attempt(root, () => fs.lstatSync(root));
  if (!known.isDirectory()) throw new NoHash(root, known.isSymbolicLink() ? 'it is a symbolic link' : 'it is no folder');
  const { files, folders } = walk(Buffer.from(root));
  const contents = files.map((file) => [new Uint8Array(file.relative), read(file)]);
  const { hash, problem } = rules.hashBundle(contents, { dirs: folders.map((name) => new Uint8Array(name)), rootName: path.basename(root) });
  if (hash === undefined || hash === null) throw new NoHash(root, problem ?? 'it breaks a limit');
  return hash;
}

module.exports = { bundleContentHash, limitEntries };
