'use strict';
// Where the modules are in a folder, and of which version they are.

const fs = require('node:fs');
const path = require('node:path');
const { inWords } = require('../errno.cjs');
const { PACKAGE, VERSION } = require('./originals.cjs');

/** The two forms in which gsd-core lies on a disk: the npm package, and what its installer makes of it. */
const FORMS = [
  { marker: 'package.json', modules: ['gsd-core', 'bin', 'lib'], versionIn: ofPackage },
  { marker: 'VERSION', modules: ['bin', 'lib'], versionIn: (text) => text.trim() },
];

const MARKER_BYTES = 1 << 20;

/** Answers {folder, lib}, both without links in them, or {problem, trouble}. */
function find(given) {
  let folder;
  try {
    folder = fs.realpathSync(given);
    if (!fs.statSync(folder).isDirectory()) return { problem: 'is no folder', trouble: true };
  } catch (error) {
    return { problem: inWords(error), trouble: true };
  }
  const form = FORMS.find(({ marker, modules }) => fs.existsSync(path.join(folder, marker)) && fs.existsSync(path.join(folder, ...modules)));
  if (form === undefined) return { problem: `is no gsd-core: that has package.json and ${FORMS[0].modules.join('/')}, or VERSION and ${FORMS[1].modules.join('/')}` };
  const { problem, trouble } = judge(path.join(folder, form.marker), form);
  if (problem !== undefined) return { problem: `${form.marker}: ${problem}`, trouble };
  const lib = path.join(folder, ...form.modules);
  if (fs.realpathSync(lib) !== lib) return { problem: `${form.modules.join('/')} is reached through a symbolic link; name the folder that it leads to` };
  return { folder, lib };
}

function judge(file, { versionIn }) {
  let version;
  try {
    const known = fs.statSync(file);
    // To open a pipe would wait for whoever writes to it.
    if (!known.isFile()) return { problem: 'is no regular file' };
    if (known.size > MARKER_BYTES) return { problem: 'is too large' };
    version = versionIn(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    return { problem: inWords(error), trouble: true };
  }
  if (version === undefined) return { problem: `is not that of ${PACKAGE}` };
  return version === VERSION ? {} : { problem: `is of version ${version.slice(0, 40)}; known is ${VERSION}` };
}

function ofPackage(text) {
  let manifest;
  try {
    manifest = JSON.parse(text);
  } catch {
    return undefined;
  }
  return manifest?.name === PACKAGE && typeof manifest.version === 'string' ? manifest.version : undefined;
}

module.exports = { find };
