// `gsd-lanes overlay`: what it changes, what it refuses, and what is left when it is stopped at any step.

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, linkSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { bin, cli, require, root, run, world } from './cli-support.mjs';
import { MODULES } from './compat-support.mjs';

const { DIGESTS, PACKAGE, VERSION } = cli('overlay/originals.cjs');
const installed = dirname(require.resolve(`${PACKAGE}/package.json`));
const LIB = 'gsd-core/bin/lib';

/** A folder with as much of gsd-core as is looked at, and a file that is nobody's business. */
function copy(t, { form = 'package', below = 'core' } = {}) {
  const folder = join(world(t), below);
  const lib = join(folder, form === 'package' ? LIB : 'bin/lib');
  mkdirSync(lib, { recursive: true });
  if (form === 'package') cpSync(join(installed, 'package.json'), join(folder, 'package.json'));
  else writeFileSync(join(folder, 'VERSION'), `${VERSION}\n`);
  for (const name of MODULES) cpSync(join(installed, LIB, `${name}.cjs`), join(lib, `${name}.cjs`));
  writeFileSync(join(lib, '.notes.cjs.0123456789ab'), 'mine');
  return { folder, lib, at: (name) => join(lib, `${name}.cjs`) };
}

/** Every file below a folder: what it is, what is in it, its mode. */
function picture(folder) {
  return Object.fromEntries(readdirSync(folder, { recursive: true }).sort().map((name) => {
    const known = lstatSync(join(folder, name));
    const content = known.isFile() ? createHash('sha256').update(readFileSync(join(folder, name))).digest('hex') : '';
    return [name, `${known.mode.toString(8)} ${content}`];
  }));
}

const overlay = (...args) => run(['overlay', ...args]);
const done = ({ code, err }, what) => assert.deepEqual([code, err], [0, ''], what);

function refused(folder, args, pattern, what) {
  const before = picture(folder);
  const { code, out, err } = overlay(...args, folder);
  assert.deepEqual([code, out], [1, ''], what ?? err);
  assert.match(err, pattern, what);
  assert.match(err, /^gsd-lanes: nothing was changed$/m);
  assert.deepEqual(picture(folder), before, what);
}

test('it knows the modules that there are drop-in modules for, as they were published', () => {
  assert.equal(require(`${PACKAGE}/package.json`).version, VERSION);
  assert.deepEqual(Object.keys(DIGESTS), MODULES);
  for (const [name, digest] of Object.entries(DIGESTS)) {
    assert.equal(createHash('sha256').update(readFileSync(join(installed, LIB, `${name}.cjs`))).digest('hex'), digest, name);
  }
});

for (const form of ['package', 'installed']) {
  test(`replaces the ten modules and nothing else, and puts them back (${form})`, (t) => {
    const { folder, lib, at } = copy(t, { form });
    const before = picture(folder);
    const inode = statSync(at('capability-trust')).ino;
    done(overlay(folder));
    const after = picture(folder);
    for (const name of Object.keys(before)) {
      const isModule = MODULES.some((module) => name.endsWith(`/${module}.cjs`));
      assert.equal(after[name] !== before[name], isModule, name);
    }
    assert.equal(Object.keys(after).length, Object.keys(before).length + MODULES.length, 'originals are kept beside them');
    for (const name of MODULES) assert.equal(require(at(name)), require(join(root, 'pkg/compat', `${name}.cjs`)), name);
    refused(folder, [], /is overlaid already/);
    done(overlay('--undo', folder));
    assert.deepEqual(picture(folder), before);
    assert.equal(statSync(at('capability-trust')).ino, inode);
    refused(folder, ['--undo'], /is not overlaid/);
    assert.ok(existsSync(join(lib, '.notes.cjs.0123456789ab')));
  });
}

test('says what it did, for people and for programs', (t) => {
  const { folder } = copy(t);
  const { out } = overlay(folder);
  assert.equal(out, `${folder}: 10 modules replaced; they load ${join(root, 'pkg/compat')}\n`);
  const again = overlay('--format', 'json', folder);
  assert.equal(again.code, 1);
  assert.deepEqual(JSON.parse(again.out), { version: 1, action: 'overlay', ok: false, folder: null, gsdCore: VERSION, modules: [], refused: [{ file: folder, reason: 'is overlaid already' }], failed: [] });
  const undone = JSON.parse(overlay('--undo', '--format=json', folder).out);
  assert.deepEqual(undone, { version: 1, action: 'undo', ok: true, folder, gsdCore: VERSION, modules: MODULES.map((name) => `${name}.cjs`), refused: [], failed: [] });
});

test('refuses a folder that is none, another package and another version', (t) => {
  const { folder } = copy(t);
  const manifest = join(folder, 'package.json');
  const text = readFileSync(manifest, 'utf8');
  for (const [content, pattern] of [
    [text.replace('"1.14.0"', '"1.14.1"'), /package\.json: is of version 1\.14\.1; known is 1\.14\.0/], [text.replace('"1.14.0"', '"\\u001b[2J"'), /is of version \\u\{1b\}/],
    [text.replace('@opengsd/gsd-core', 'gsd-core'), /is not that of @opengsd\/gsd-core/], ['{', /is not that of/], ['null', /is not that of/],
  ]) {
    writeFileSync(manifest, content);
    for (const args of [[], ['--undo']]) refused(folder, args, pattern);
  }
  writeFileSync(manifest, JSON.stringify({ name: PACKAGE, version: [VERSION] }));
  refused(folder, [], /package\.json: is not that of/);
  rmSync(manifest);
  execFileSync('mkfifo', [manifest]);
  refused(folder, [], /package\.json: is no regular file/);
  rmSync(manifest);
  refused(folder, [], /is no gsd-core: that has package\.json and gsd-core\/bin\/lib, or VERSION and bin\/lib/);
  const other = copy(t, { form: 'installed' }).folder;
  writeFileSync(join(other, 'VERSION'), '1.13.0\n');
  refused(other, [], /VERSION: is of version 1\.13\.0/);
  for (const wrong of [join(folder, 'none'), manifest]) assert.equal(overlay(wrong).code, 2);
});

test('refuses modules and backups that are not what they should be', (t) => {
  const cases = {
    'a changed module': [({ at }) => writeFileSync(at('capability-trust'), '// mine\n'), /capability-trust\.cjs: was changed; it is not that of gsd-core 1\.14\.0/],
    'a missing module': [({ at }) => rmSync(at('semver-compare')), /semver-compare\.cjs: is missing/],
    'a folder in its place': [({ at }) => { rmSync(at('semver-compare')); mkdirSync(at('semver-compare')); }, /semver-compare\.cjs: is no regular file/],
    'a module that is a link out of the folder': [({ folder, at }) => {
      renameSync(at('prompt-budget'), join(folder, '../elsewhere.cjs'));
      symlinkSync('../../../../elsewhere.cjs', at('prompt-budget'));
    }, /prompt-budget\.cjs: is a symbolic link/],
    'a module that is a link within it': [({ at }) => { renameSync(at('prompt-budget'), at('other')); symlinkSync('other.cjs', at('prompt-budget')); }, /is a symbolic link/],
    'modules behind a link': [({ folder, lib }) => { renameSync(lib, join(folder, '../lib')); symlinkSync('../../../lib', lib); }, /gsd-core\/bin\/lib is reached through a symbolic link/],
    'something where the original would go': [({ at }) => writeFileSync(`${at('capability-trust')}.gsd-core-1.14.0`, 'mine'), /capability-trust\.cjs\.gsd-core-1\.14\.0: was changed; it is not the original/],
    'a link where the original would go': [({ at }) => symlinkSync('/nowhere', `${at('capability-trust')}.gsd-core-1.14.0`), /gsd-core-1\.14\.0: is a symbolic link; it is not the original/],
  };
  for (const [what, [spoil, pattern]] of Object.entries(cases)) {
    const place = copy(t);
    spoil(place);
    for (const args of [[], ['--undo']]) refused(place.folder, args, pattern, what);
  }
});

test('does not undo over what was changed since, and says when an original is lost', (t) => {
  const place = copy(t);
  done(overlay(place.folder));
  const module = place.at('capability-trust');
  const backup = `${module}.gsd-core-1.14.0`;
  const [text, original] = [module, backup].map((file) => readFileSync(file));
  writeFileSync(module, `${text}// mine\n`);
  for (const args of [[], ['--undo']]) refused(place.folder, args, /capability-trust\.cjs: was changed/);
  writeFileSync(module, text);
  writeFileSync(backup, `${original}// mine\n`);
  for (const args of [[], ['--undo']]) refused(place.folder, args, /gsd-core-1\.14\.0: was changed; it is not the original/);
  rmSync(backup);
  for (const args of [[], ['--undo']]) refused(place.folder, args, /is missing: the original is lost; install gsd-core again/);
});

test('brings back the original of a replacement that is gone', (t) => {
  const { folder, at } = copy(t);
  const before = picture(folder);
  done(overlay(folder));
  rmSync(at('semver-compare'));
  refused(folder, [], /semver-compare\.cjs: is missing; undo brings its original back/);
  done(overlay('--undo', folder));
  assert.deepEqual(picture(folder), before);
});

test('of runs at the same time, one does it', { timeout: 60_000 }, async (t) => {
  const { folder } = copy(t);
  const before = picture(folder);
  const together = (...args) => Promise.all(Array.from({ length: 4 }, () => new Promise((resolve) => {
    const child = spawn(process.execPath, [bin, 'overlay', ...args, folder], { stdio: ['ignore', 'ignore', 'pipe'] });
    let err = '';
    child.stderr.on('data', (text) => (err += text));
    child.on('close', (code) => resolve({ code, err }));
  })));
  for (let round = 0; round < 3; round++) {
    for (const [args, late] of [[[], /is overlaid already|another gsd-lanes overlay is at work here/], [['--undo'], /is not overlaid|another gsd-lanes overlay is at work here/]]) {
      const ends = await together(...args);
      assert.deepEqual(ends.map(({ code }) => code).sort(), [0, 1, 1, 1], JSON.stringify(ends));
      for (const { code, err } of ends) if (code !== 0) assert.match(err, late);
    }
    assert.deepEqual(picture(folder), before);
  }
});

test('waits for nobody who has ended, and disturbs nobody who has not', (t) => {
  const { folder } = copy(t);
  const turn = join(folder, '.gsd-lanes-overlay');
  for (const text of [`${process.pid}\n`, '']) {
    writeFileSync(turn, text);
    refused(folder, [], /\.gsd-lanes-overlay: another gsd-lanes overlay is at work here/);
  }
  writeFileSync(turn, `${spawnSync(process.execPath, ['-e', '']).pid}\n`);
  done(overlay(folder));
  assert.equal(existsSync(turn), false);
});

test('the folder may be named through a link', (t) => {
  const { folder, at } = copy(t);
  const link = `${folder}-link`;
  symlinkSync(folder, link);
  const before = picture(folder);
  done(overlay(link));
  assert.match(readFileSync(at('capability-trust'), 'utf8'), /require\("\//);
  done(overlay('--undo', `${link}/`));
  assert.deepEqual(picture(folder), before);
});

test('a package below the same node_modules is named by a relative path, so that both may be moved', (t) => {
  const { folder } = copy(t, { below: 'app/node_modules/@opengsd/gsd-core' });
  const modules = join(folder, '../..');
  cpSync(join(root, 'pkg'), join(modules, 'gsd-lanes'), { recursive: true });
  const own = (...args) => spawnSync(process.execPath, [join(modules, 'gsd-lanes/cli/gsd-lanes.cjs'), 'overlay', ...args], { encoding: 'utf8' });
  assert.equal(own(folder).status, 0);
  assert.match(readFileSync(join(folder, LIB, 'semver-compare.cjs'), 'utf8'), /^module\.exports = require\("\.\.\/\.\.\/\.\.\/\.\.\/\.\.\/gsd-lanes\/compat\/semver-compare\.cjs"\);$/m);
  const elsewhere = join(dirname(dirname(modules)), 'moved');
  renameSync(dirname(modules), elsewhere);
  const moved = join(elsewhere, 'node_modules/@opengsd/gsd-core');
  assert.equal(require(join(moved, LIB, 'semver-compare.cjs')).isSemverNewer('1.2.0', '1.1.0'), true);
  refused(moved, [], /capability-consent\.cjs: loads another gsd-lanes \(\.\.\//);
  done(overlay('--undo', moved));
  const fetched = join(elsewhere, '_npx/0/node_modules/gsd-lanes');
  cpSync(join(root, 'pkg'), fetched, { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [join(fetched, 'cli/gsd-lanes.cjs'), 'overlay', moved], { encoding: 'utf8' });
  assert.deepEqual([status, /lies in the cache of npx, which may be emptied; install gsd-lanes first/.test(stderr)], [1, true]);
});

// --- interruptions ----------------------------------------------------------------------------------

/** Loaded before the program: ends it, or fails, at the n-th change below a folder; a write is torn. */
const FAULT = `
const fs = require('node:fs');
let left = Number(process.env.FAULT_AT);
const { FAULT_WITH, FAULT_BELOW, FAULT_IN } = process.env;
for (const name of ['linkSync', 'openSync', 'writeFileSync', 'fsyncSync', 'renameSync', 'chmodSync', 'rmSync']) {
  const own = fs[name];
  fs[name] = (...args) => {
    const isChange = typeof args[0] === 'number' || (String(args[0]).startsWith(FAULT_BELOW) && (name !== 'openSync' || args[1] === 'wx'));
    if (!isChange || (FAULT_IN && name !== FAULT_IN) || left-- !== 0) return own(...args);
    if (name === 'writeFileSync') own(args[0], args[1].slice(0, args[1].length / 2));
    if (FAULT_WITH === 'kill') process.kill(process.pid, 'SIGKILL');
    throw Object.assign(new Error(FAULT_WITH), { code: FAULT_WITH });
  };
}
`;

function faulty({ folder, lib }, args, { at, with: fault, in: only = '' }) {
  const file = join(folder, '../fault.cjs');
  writeFileSync(file, FAULT);
  const env = { ...process.env, FAULT_AT: `${at}`, FAULT_WITH: fault, FAULT_BELOW: lib, FAULT_IN: only };
  return spawnSync(process.execPath, ['--require', file, bin, 'overlay', ...args, folder], { encoding: 'utf8', env });
}

/** Every module is whole: the original or a replacement, and the original is there. */
function isWhole({ at }) {
  for (const name of MODULES) {
    const text = readFileSync(at(name), 'utf8');
    const digest = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');
    if (text.includes('Stands in for')) assert.equal(digest(`${at(name)}.gsd-core-1.14.0`), DIGESTS[name], name);
    else assert.equal(digest(at(name)), DIGESTS[name], name);
  }
}

test('killed at any step, it can be undone, and completed', (t) => {
  const place = copy(t);
  const before = picture(place.folder);
  done(overlay(place.folder));
  const after = picture(place.folder);
  done(overlay('--undo', place.folder));
  // Each module takes five steps; the steps of one, and one step of each.
  let kills = 0;
  for (const at of [0, 1, 2, 3, 4, 5, 6, 13, 17, 24, 31, 38, 42, 49]) {
    assert.equal(faulty(place, [], { at, with: 'kill' }).signal, 'SIGKILL', `step ${at}`);
    kills++;
    isWhole(place);
    if (at % 2 === 0) {
      const { code, err } = overlay('--undo', place.folder);
      // Stopped before its first change, there is nothing to undo.
      if (at === 0) assert.match(err, /is not overlaid/);
      else assert.equal(code, 0, `step ${at}: ${err}`);
    } else {
      done(overlay(place.folder), `step ${at}`);
      assert.deepEqual(picture(place.folder), after, `step ${at}`);
      done(overlay('--undo', place.folder));
    }
    assert.deepEqual(picture(place.folder), before, `step ${at}`);
  }
  assert.notEqual(faulty(place, [], { at: 50, with: 'kill' }).signal, 'SIGKILL', 'there are fifty steps');
  for (const at of [0, 4, 9]) {
    assert.equal(faulty(place, ['--undo'], { at, with: 'kill' }).signal, 'SIGKILL');
    isWhole(place);
    if (at === 4) done(overlay(place.folder));
    done(overlay('--undo', place.folder));
    assert.deepEqual(picture(place.folder), before);
    done(overlay(place.folder));
  }
  t.diagnostic(`${kills} kills`);
});

test('what cannot be written leaves everything as it was', (t) => {
  const place = copy(t);
  const before = picture(place.folder);
  for (const [only, code, words] of [['openSync', 'EACCES', 'permission denied'], ['renameSync', 'EPERM', 'not permitted'], ['writeFileSync', 'ENOSPC', 'no space left'], ['fsyncSync', 'EIO', 'the device failed']]) {
    for (const at of [0, 7]) {
      const { status, stdout, stderr } = faulty(place, [], { at, with: code, in: only });
      assert.deepEqual([status, stdout], [2, ''], stderr);
      assert.match(stderr, new RegExp(`^gsd-lanes: .*\\.cjs: ${words}\ngsd-lanes: what had been replaced is as it was\n$`));
      assert.deepEqual(picture(place.folder), before, `${only} ${at}`);
    }
  }
  done(overlay(place.folder));
  const { status, stderr } = faulty(place, ['--undo'], { at: 3, with: 'EACCES' });
  assert.equal(status, 2);
  assert.match(stderr, /permission denied\ngsd-lanes: not finished; run this again/);
  done(overlay('--undo', place.folder));
  assert.deepEqual(picture(place.folder), before);
});

test('where there are no hard links, originals are copied', (t) => {
  const place = copy(t);
  const before = picture(place.folder);
  assert.equal(faulty(place, [], { at: 0, with: 'EPERM', in: 'linkSync' }).status, 0);
  assert.equal(statSync(`${place.at('capability-consent')}.gsd-core-1.14.0`).nlink, 1);
  done(overlay('--undo', place.folder));
  assert.deepEqual(picture(place.folder), before);
});

test('a store that shares its files with others keeps them', (t) => {
  const place = copy(t);
  const shared = join(place.folder, '../store.cjs');
  linkSync(place.at('capability-trust'), shared);
  const text = readFileSync(shared, 'utf8');
  done(overlay(place.folder));
  assert.equal(readFileSync(shared, 'utf8'), text);
  done(overlay('--undo', place.folder));
  assert.equal(statSync(shared).ino, statSync(place.at('capability-trust')).ino);
});
