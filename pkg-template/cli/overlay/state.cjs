'use strict';
// What is there: each module and its backup, and what a run that was interrupted has left.

const fs = require('node:fs');
const path = require('node:path');
const { createHash } = require('node:crypto');
const { inWords } = require('../errno.cjs');
const { DIGESTS, VERSION } = require('./originals.cjs');
const { isBeginning, targetIn } = require('./replacement.cjs');

/** A module of gsd-core is smaller; what is larger is none. */
const MOST = 4 << 20;

const backupOf = (file) => `${file}.gsd-core-${VERSION}`;

/** Answers [{name, file, backup, module, saved, target?}]; `module` and `saved` say what the two files are. */
function look(lib) {
  return Object.keys(DIGESTS).map((name) => {
    const file = path.join(lib, `${name}.cjs`);
    const backup = backupOf(file);
    const module = kindOf(file, name);
    return { name, file, backup, module: module.kind, target: module.target, saved: kindOf(backup, name).kind };
  });
}

/** `missing`, `original`, `replacement` with its target, or in words what else it is. */
function kindOf(file, name) {
  let bytes;
  try {
    const known = fs.lstatSync(file);
    if (known.isSymbolicLink()) return { kind: 'is a symbolic link' };
    if (!known.isFile()) return { kind: 'is no regular file' };
    if (known.size > MOST) return { kind: 'was changed' };
    bytes = fs.readFileSync(file);
  } catch (error) {
    return { kind: error.code === 'ENOENT' ? 'missing' : inWords(error) };
  }
  if (createHash('sha256').update(bytes).digest('hex') === DIGESTS[name]) return { kind: 'original' };
  const target = targetIn(name, bytes.toString('utf8'));
  return target === undefined ? { kind: 'was changed' } : { kind: 'replacement', target };
}

/** Files that were to become a replacement or a backup. */
function leftovers(lib) {
  return entries(lib).filter((entry) => {
    const [, name] = /^\.([a-z-]+)\.cjs(?:\.gsd-core-[\d.]+)?\.[0-9a-f]{12}$/.exec(entry) ?? [];
    if (name === undefined || !Object.hasOwn(DIGESTS, name)) return false;
    return begun(path.join(lib, entry), name);
  }).map((entry) => path.join(lib, entry));
}

function entries(folder) {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

function begun(file, name) {
  const known = fs.lstatSync(file);
  if (!known.isFile() || known.size > MOST) return false;
  const bytes = fs.readFileSync(file);
  return isBeginning(name, bytes.toString('utf8')) || [`${name}.cjs`, path.basename(backupOf(`${name}.cjs`))]
    .some((original) => startsWith(path.join(path.dirname(file), original), bytes));
}

function startsWith(file, bytes) {
  try {
    return fs.readFileSync(file).subarray(0, bytes.length).equals(bytes);
  } catch {
    return false;
  }
}

module.exports = { look, leftovers };
