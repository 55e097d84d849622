'use strict';
// The two changes of a module. Each is a few steps, and between any two of them the module is whole, as is the way back.

const fs = require('node:fs');
const path = require('node:path');
const { inWords } = require('../errno.cjs');
const { writeWhole } = require('../write.cjs');
const { targetFrom, text } = require('./replacement.cjs');

/** Keeps the original, then puts a replacement in its place. */
function replace({ name, file, backup, saved }) {
  if (saved === 'missing') keep(file, backup);
  writeWhole(file, text(name, targetFrom(path.dirname(file), name)));
}

/** A second name for the original: it stays the file it was. Where there is no such thing, a copy. */
function keep(file, backup) {
  try {
    fs.linkSync(file, backup);
  } catch (error) {
    if (error.code === 'EEXIST') throw error;
    writeWhole(backup, fs.readFileSync(file));
    fs.chmodSync(backup, fs.statSync(file).mode & 0o777);
  }
}

/** Puts the original back. */
function restore({ file, backup, module, saved }) {
  if (module !== 'original') fs.renameSync(backup, file);
  // Two names of one file: renaming one to the other would leave both.
  else if (saved === 'original') fs.rmSync(backup);
}

/** Does the same to each; answers {done, failure?}, and stops at the first failure. */
function each(modules, work) {
  const done = [];
  for (const module of modules) {
    try {
      work(module);
      done.push(module);
    } catch (error) {
      return { done, failure: { file: module.file, reason: inWords(error) } };
    }
  }
  return { done };
}

module.exports = { replace, restore, each };
