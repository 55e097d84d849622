'use strict';
// Texts of hooks that lie in files of the bundle (F-12, O-17).

const fs = require('node:fs');
const path = require('node:path');

const { vocabulary } = require('../shared/library.cjs');
const { list, member } = require('../shared/live.cjs');
const { readBounded } = require('../shared/files.cjs');
const { capability, shown } = require('../shared/messages.cjs');

/** The file behind a path, links followed, if it lies in the folder; an error says why not. */
function inside(folder, name) {
  const root = fs.realpathSync(folder);
  const file = fs.realpathSync(path.resolve(root, name));
  if (!file.startsWith(root + path.sep)) throw new Error('it leads out of the bundle');
  return file;
}

/** Reads the files that steps and contributions name, and puts their texts into the hooks. Answers what could not be read. */
function materializeHookFragments(manifest, folder) {
  const problems = [];
  for (const group of ['steps', 'contributions']) {
    for (const [index, hook] of (list(member(manifest, group)) ?? []).entries()) {
      const fragment = member(hook, 'fragment');
      const name = member(fragment, 'path');
      if (typeof name !== 'string' || typeof member(fragment, 'inline') === 'string') continue;
      try {
        fragment.inline = readBounded(inside(folder, name), vocabulary().limits.textBytes).toString('utf8');
      } catch (error) {
        problems.push(`${capability(member(manifest, 'id'))} ${group}[${index}].fragment.path names \`${shown(name)}\`, which cannot be read: ${shown(error.code ?? error.message)}; a fragment is a file of the bundle, at most 8 MiB`);
      }
    }
  }
  return problems;
}

module.exports = { materializeHookFragments };
