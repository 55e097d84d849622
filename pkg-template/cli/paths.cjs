'use strict';
// From PATH arguments to manifests.
//
// A PATH is a file, `-` (standard input), or a folder: every `capability.json` below it, or, if there is none, every
// `*.json` directly in it but a lock. Below a folder, `node_modules` and `.git` are left out and links to folders are not
// followed, so a circle of links cannot be entered; links to files are read. A file reached twice is read once.

const fs = require('node:fs');
const path = require('node:path');
const { readFile, readStdin } = require('./read.cjs');
const { inWords } = require('./errno.cjs');
const { NAME: LOCK } = require('./lock/file.cjs');

const NAME = 'capability.json';
const HERE = Buffer.from('.');
const LEFT_OUT = new Set(['node_modules', '.git']);

/**
 * Reads all of them. Answers {sources: [{path, bytes, fileName, folderId?}], problems: [{path, message}]}: what could
 * not be read does not stop the rest.
 */
async function collect(operands, stdin) {
  const found = { sources: [], problems: [], seen: new Set() };
  for (const operand of operands) {
    if (operand === '-') await fromStdin(found, stdin);
    else fromPath(found, operand);
  }
  return { sources: found.sources, problems: found.problems };
}

async function fromStdin(found, stdin) {
  if (found.seen.has('-')) return;
  found.seen.add('-');
  try {
    found.sources.push({ path: '-', bytes: await readStdin(stdin()), fileName: '-' });
  } catch (error) {
    found.problems.push({ path: '-', message: inWords(error) });
  }
}

function fromPath(found, operand) {
  let status;
  try {
    status = fs.statSync(operand);
  } catch (error) {
    found.problems.push({ path: operand, message: inWords(error) });
    return;
  }
  if (!status.isDirectory()) {
    fromFile(found, Buffer.from(operand));
    return;
  }
  const problems = found.problems.length;
  const files = filesOf(found, Buffer.from(operand));
  if (files.length === 0 && found.problems.length === problems) {
    found.problems.push({ path: operand, message: `no ${NAME} below this folder and no *.json in it` });
  }
  for (const file of files) fromFile(found, file);
}

function fromFile(found, file) {
  const shown = file.toString();
  try {
    const real = realPathOf(file);
    if (found.seen.has(real)) return;
    found.seen.add(real);
    found.sources.push({ path: shown, bytes: readFile(file), ...namesOf(shown) });
  } catch (error) {
    found.problems.push({ path: shown, message: inWords(error) });
  }
}

/** One name per file, whatever links lead to it; what has no such name keeps its own, and opening it says why. */
function realPathOf(file) {
  try {
    return fs.realpathSync.native(file, 'latin1');
  } catch {
    return file.toString('latin1');
  }
}

/** A file called capability.json stands in a folder that is named like the capability. */
function namesOf(file) {
  const fileName = path.basename(file);
  const folderId = fileName === NAME ? path.basename(path.dirname(path.resolve(file))) : '';
  return folderId === '' ? { fileName } : { fileName, folderId };
}

/** The manifests of a folder, as paths in bytes: names need not be UTF-8. */
function filesOf(found, folder) {
  const manifests = [];
  const waiting = [folder];
  let beside = [];
  while (waiting.length > 0) {
    const here = waiting.pop();
    const entries = entriesOf(found, here);
    const folders = [];
    for (const { name, at, kind } of entries) {
      if (kind === 'folder') {
        if (!LEFT_OUT.has(name)) folders.push(at);
      } else if (kind === 'file' && name === NAME) manifests.push(at);
    }
    if (here === folder) {
      beside = entries.filter(isManifest).map(({ at }) => at);
    }
    waiting.push(...folders.reverse());
  }
  return manifests.length > 0 ? manifests : beside;
}

function isManifest({ name, kind }) {
  return kind === 'file' && name.endsWith('.json') && name !== LOCK;
}

/** What a folder holds, by name. A link counts as a file unless it leads to a folder. */
function entriesOf(found, folder) {
  let entries;
  try {
    entries = fs.readdirSync(folder, { encoding: 'buffer', withFileTypes: true });
  } catch (error) {
    found.problems.push({ path: folder.toString(), message: inWords(error) });
    return [];
  }
  entries.sort((a, b) => Buffer.compare(a.name, b.name));
  return entries.map((entry) => {
    const at = join(folder, entry.name);
    return { name: entry.name.toString(), at, kind: kindOf(entry, at) };
  });
}

function kindOf(entry, at) {
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() && leadsToFolder(at) ? 'link to folder' : 'file';
}

function leadsToFolder(link) {
  try {
    return fs.statSync(link).isDirectory();
  } catch {
    return false;
  }
}

function join(folder, name) {
  if (folder.equals(HERE)) return name;
  const separator = /[/\\]$/.test(folder.toString('latin1')) ? '' : path.sep;
  return Buffer.concat([folder, Buffer.from(separator), name]);
}

module.exports = { collect };
