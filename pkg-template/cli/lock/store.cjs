'use strict';
// The lock on disk.

const fs = require('node:fs');
const { inWords } = require('../errno.cjs');
const { format, parse } = require('./file.cjs');
const { writeWhole } = require('../write.cjs');

/** Answers {entries}, {missing: true} or {problem}. */
function read(file) {
  let text;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    return error.code === 'ENOENT' ? { missing: true } : { problem: inWords(error) };
  }
  try {
    return { entries: parse(text), text };
  } catch (error) {
    return { problem: `is no lock: ${error.message}` };
  }
}

/** Answers a problem, or undefined. A file that holds this already is not touched. */
function write(file, entries, { text } = {}) {
  const wanted = format(entries);
  if (text === wanted) return undefined;
  try {
    writeWhole(file, wanted);
    return undefined;
  } catch (error) {
    return inWords(error);
  }
}

module.exports = { read, write };
