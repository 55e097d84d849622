'use strict';
// The consent stores on disk: the lock that every writer holds (T-79) and writing whole files (T-78). What is written,
// and when a held lock is to be waited for, the library says.

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const { rules, vocabulary } = require('./library.cjs');
const { readBounded } = require('./files.cjs');

const names = () => vocabulary().consent;

/** Where the stores are: an explicit home, else GSD_HOME, else the user's own; empty texts count as unset (T-70). */
function folderOf(home) {
  return path.join(home || process.env.GSD_HOME || os.homedir(), names().folder);
}

const storePath = (home) => path.join(folderOf(home), names().store);
const laneStorePath = (home) => path.join(folderOf(home), names().laneStore);
const lockPath = (home) => path.join(folderOf(home), names().lock);

/** The bytes of a store: nothing if there is none, `null` if it is there and cannot be read (T-74, TB-8). */
function read(file) {
  try {
    return readBounded(file, names().storeBytes);
  } catch (error) {
    return error.code === 'ENOENT' || error.code === 'ENOTDIR' ? undefined : null;
  }
}

/** Nothing may be written over what cannot be read: for the library it is a text that is none. */
const asSource = (bytes) => (bytes === null ? Uint8Array.of(0xff) : bytes);

const pause = (milliseconds) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
// What few callers need, and what takes time to load, is loaded by those.
const hex = () => require('node:crypto').randomBytes(4).toString('hex');

// --- the lock ---------------------------------------------------------------------------------------

/** How processes are looked at; tests put others in. */
const own = { isPidAlive, getProcessStartTime };
let probes = own;

const setProbes = (given) => {
  probes = { ...own, ...Object.fromEntries(Object.keys(own).filter((name) => typeof given?.[name] === 'function').map((name) => [name, given[name]])) };
};
const resetProbes = () => setProbes();

/** A process that refuses our signals is there. */
function isPidAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** When a process started, in whatever form its system tells; `null` if it does not. */
function getProcessStartTime(pid) {
  try {
    if (process.platform === 'linux') {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
      // Anything may stand in the name of the program, which ends with the last bracket.
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[22 - 3] ?? null;
    }
    const [command, ...args] = process.platform === 'win32'
      ? ['powershell', '-NoProfile', '-Command', `(Get-Process -Id ${pid}).StartTime.Ticks`]
      : ['ps', '-p', `${pid}`, '-o', 'lstart='];
    return require('node:child_process').spawnSync(command, args, { encoding: 'utf8', timeout: 5000, stdio: ['ignore', 'pipe', 'ignore'] }).stdout.trim() || null;
  } catch {
    return null;
  }
}

let sequence = 0;
let startTime;

/** Makes the lock; answers what it is known by, or nothing if somebody has it. */
function create(file) {
  let handle;
  try {
    handle = fs.openSync(file, 'wx', 0o600);
  } catch (error) {
    // On Windows a file that is being deleted cannot be made.
    if (error.code === 'EEXIST' || (process.platform === 'win32' && error.code === 'EPERM')) return undefined;
    throw error;
  }
  try {
    const ts = Date.now();
    const token = `${process.pid}-${ts}-${sequence++}`;
    startTime ??= probes.getProcessStartTime(process.pid);
    fs.writeSync(handle, JSON.stringify({ token, pid: process.pid, hostname: os.hostname(), startTime, ts }));
    const { dev, ino } = fs.fstatSync(handle, { bigint: true });
    return { token, dev, ino };
  } finally {
    fs.closeSync(handle);
  }
}

/** A lock as somebody left it; nothing if it is not there. */
function look(file) {
  let known;
  try {
    known = fs.lstatSync(file, { bigint: true });
  } catch {
    return undefined;
  }
  let body = null;
  try {
    if (known.isFile()) body = readBounded(file, names().lockBytes).toString('utf8');
  } catch {
    // What cannot be read was left by nobody in particular.
  }
  return { dev: known.dev, ino: known.ino, mtime: Number(known.mtimeMs), body, holder: body === null ? null : rules.lockHolder({ body }) };
}

const isSame = (one, other) => one.dev === other.dev && one.ino === other.ino;

function isAbandoned({ body, mtime, holder }) {
  const pid = holder?.pid ?? undefined;
  const decision = rules.lockDecision({
    body,
    mtime,
    now: Date.now(),
    hostname: os.hostname(),
    isAlive: pid !== undefined && probes.isPidAlive(pid) === true,
    startTime: pid === undefined ? null : probes.getProcessStartTime(pid),
  });
  return decision === 'steal';
}

/** Takes a lock away, if it is still the one that was looked at. */
function steal(file, seen) {
  const now = look(file);
  if (now === undefined || !isSame(now, seen) || now.holder?.ts !== seen.holder?.ts) return;
  const aside = `${file}.stolen.${process.pid}-${hex()}`;
  try {
    fs.renameSync(file, aside);
    // In between it may have been released and taken again: then it goes back, unless there is a third by now.
    if (!isSame(look(aside) ?? seen, seen)) fs.linkSync(aside, file);
  } catch {
    // Somebody else was faster.
  }
  try {
    fs.rmSync(aside, { force: true });
  } catch {
    // A folder is no lock of ours: it is out of the way, and stays whole.
  }
}

function acquire(file) {
  const { lockAttempts, lockPauseMs: [least, most] } = names();
  for (let attempt = 0; attempt < lockAttempts; attempt++) {
    const held = create(file);
    if (held !== undefined) return held;
    const seen = look(file);
    if (seen !== undefined && isAbandoned(seen)) steal(file, seen);
    else pause(least + Math.random() * (most - least));
  }
  const { pid, hostname } = look(file)?.holder ?? {};
  throw new Error(`the lock of the consent store is held by ${pid ? `process ${pid}${hostname ? ` on ${hostname}` : ''}` : 'somebody else'} (${file}); nothing is written without it`);
}

const isOurs = (file, held) => {
  const now = look(file);
  return now !== undefined && isSame(now, held) && now.holder?.token === held.token;
};

/** Does something while nobody else writes. */
function withLock(home, work) {
  const file = lockPath(home);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const held = acquire(file);
  try {
    return work();
  } finally {
    if (isOurs(file, held)) fs.rmSync(file, { force: true });
  }
}

// --- writing ----------------------------------------------------------------------------------------

const RENAMES = 3, BETWEEN_MS = 50;
const BUSY = new Set(['EPERM', 'EBUSY', 'EACCES']);
const NO_FOLDER_SYNC = new Set(['EISDIR', 'EPERM', 'EINVAL', 'EBADF', 'ENOENT']);

/** Writes beside the file, then takes its place; it is there whole, or as it was. */
function writeWhole(file, content) {
  const beside = `${file}.tmp.${process.pid}-${hex()}`;
  try {
    const handle = fs.openSync(beside, 'wx', 0o600);
    try {
      fs.writeFileSync(handle, content);
      fs.fsyncSync(handle);
    } finally {
      fs.closeSync(handle);
    }
    rename(beside, file);
  } catch (error) {
    fs.rmSync(beside, { force: true });
    throw error;
  }
  syncFolder(path.dirname(file));
}

function rename(from, to) {
  for (let left = RENAMES - 1; ; left--) {
    try {
      return fs.renameSync(from, to);
    } catch (error) {
      if (left === 0 || !BUSY.has(error.code)) throw error;
      pause(BETWEEN_MS);
    }
  }
}

/** Makes the new name last. Not every system can do that for a folder. */
function syncFolder(folder) {
  try {
    const handle = fs.openSync(folder, 'r');
    try {
      fs.fsyncSync(handle);
    } finally {
      fs.closeSync(handle);
    }
  } catch (error) {
    if (!NO_FOLDER_SYNC.has(error.code)) throw error;
  }
}

/**
 * Writes what `change` makes of a store, a text or bytes as the library takes it: `{ok, changed, text, message}`. What is
 * not to be changed throws, and so does what cannot be.
 */
function rewrite(file, home, change) {
  withLock(home, () => {
    const { ok, changed, text, message } = change(asSource(read(file)));
    if (!ok) throw new Error(`${file} is left as it is: ${message}`);
    if (changed) writeWhole(file, text);
  });
}

module.exports = { storePath, laneStorePath, lockPath, read, asSource, rewrite, setProbes, resetProbes };
