'use strict';
// One run at a time: of two that change the same modules, one would take away what the other relies on.

const fs = require('node:fs');
const path = require('node:path');
const { randomBytes } = require('node:crypto');
const { inWords } = require('../errno.cjs');

const NAME = '.gsd-lanes-overlay';
/** Whoever has made the file, writes its number into it at once. */
const NAMELESS_MS = 10_000;

/** Does something that nobody else does meanwhile in that folder; answers what it answers, or why it was not done. */
function inTurn(folder, work) {
  const file = path.join(folder, NAME);
  sweep(folder);
  try {
    fs.writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
  } catch (error) {
    if (error.code === 'EEXIST') return { refused: [{ file, reason: 'another gsd-lanes overlay is at work here; try again when it has ended' }] };
    fs.rmSync(file, { force: true });
    return { failed: [{ file, reason: inWords(error) }], isBack: true, isReadOnly: true };
  }
  try {
    return work();
  } finally {
    fs.rmSync(file, { force: true });
  }
}

/** Takes away what a run has left that was killed. */
function sweep(folder) {
  const file = path.join(folder, NAME);
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    const { mtimeMs } = fs.lstatSync(file);
    const holder = holderOf(file);
    if (holder === undefined ? Date.now() - mtimeMs < NAMELESS_MS : isAlive(holder)) return;
    fs.renameSync(file, aside);
    // By now it may be that of another run: then it goes back.
    if (holderOf(aside) !== holder) fs.linkSync(aside, file);
    fs.rmSync(aside);
  } catch {
    // There is none, or it is not to be taken away: whoever wants to make it will say so.
  }
}

/** The number of the process; nothing if the file has none. */
function holderOf(file) {
  if (!fs.lstatSync(file).isFile()) return undefined;
  const [, pid] = /^([1-9]\d{0,9})\n$/.exec(fs.readFileSync(file, 'utf8')) ?? [];
  return pid === undefined ? undefined : Number(pid);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

module.exports = { inTurn };
