'use strict';
// Files that are there whole, or as they were.

const fs = require('node:fs');
const path = require('node:path');
const { randomBytes } = require('node:crypto');

/**
 * Writes beside the file, then takes its place; a link keeps leading to it. A device or a pipe is written to: to take its
 * place would remove it. Answers whether there is now a file.
 */
function writeWhole(file, text) {
  if (isThrough(file)) {
    fs.writeFileSync(file, text);
    return false;
  }
  const { target, mode } = existing(file);
  const beside = path.join(path.dirname(target), `.${path.basename(target)}.${randomBytes(6).toString('hex')}`);
  const handle = fs.openSync(beside, 'wx', mode);
  try {
    fs.writeFileSync(handle, text);
    fs.fsyncSync(handle);
    fs.closeSync(handle);
    fs.renameSync(beside, target);
    return true;
  } catch (error) {
    fs.rmSync(beside, { force: true });
    throw error;
  }
}

/** Whether what is there only passes on what is written to it. */
function isThrough(file) {
  const status = fs.statSync(file, { throwIfNoEntry: false });
  return status !== undefined && !status.isFile() && !status.isDirectory();
}

function existing(file) {
  try {
    const target = fs.realpathSync(file);
    return { target, mode: fs.statSync(target).mode & 0o777 };
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return { target: file, mode: 0o666 };
  }
}

module.exports = { writeWhole };
