// From PATH to manifests: folders, links, pipes, limits.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { cli, world } from './cli-support.mjs';

const { collect } = cli('paths.cjs');
const LIMIT = 8 * 1024 * 1024;

async function found(folder, operands, input = '') {
  const { sources, problems } = await collect(operands, () => Readable.from([Buffer.from(input)]));
  const short = (path) => (path.startsWith(folder) ? relative(folder, path) : path);
  return {
    sources: sources.map(({ path, folderId }) => (folderId === undefined ? short(path) : `${short(path)} (${folderId})`)),
    problems: problems.map(({ path, message }) => `${short(path)}: ${message}`),
  };
}

test('a folder gives every capability.json below it, in order', async (t) => {
  const folder = world(t, {
    'b/capability.json': '', 'a/capability.json': '', 'a/z/capability.json': '', 'capability.json': '', 'other.json': '',
    'node_modules/m/capability.json': '', 'a/.git/capability.json': '', 'a/.hidden/capability.json': '', 'a/capability.json.bak': '',
  });
  const id = folder.split('/').at(-1);
  assert.deepEqual(await found(folder, [folder]), {
    sources: [`capability.json (${id})`, 'a/capability.json (a)', 'a/.hidden/capability.json (.hidden)', 'a/z/capability.json (z)', 'b/capability.json (b)'],
    problems: [],
  });
  assert.deepEqual((await found(folder, [join(folder, 'node_modules')])).sources, ['node_modules/m/capability.json (m)']);
});

test('a folder without one gives every *.json directly in it', async (t) => {
  const folder = world(t, { 'b.json': '', 'a.json': '', 'a.txt': '', 'sub/c.json': '' });
  assert.deepEqual(await found(folder, [folder]), { sources: ['a.json', 'b.json'], problems: [] });
});

test('a folder with neither is a problem', async (t) => {
  const folder = world(t, { 'sub/c.txt': '' });
  assert.deepEqual(await found(folder, [join(folder, 'sub')]), { sources: [], problems: ['sub: no capability.json below this folder and no *.json in it'] });
});

test('what cannot be read does not stop the rest', async (t) => {
  const folder = world(t, { 'a.json': '' });
  const at = (name) => join(folder, name);
  symlinkSync('loop', at('loop'));
  assert.deepEqual(await found(folder, [at('missing'), at('a.json/x'), at('loop'), at('x'.repeat(300)), at('a.json')]), {
    sources: ['a.json'],
    problems: [
      'missing: no such file or folder', 'a.json/x: a part of the path is not a folder', 'loop: symbolic links lead in a circle',
      `${'x'.repeat(300)}: the path is too long`,
    ],
  });
});

test('links to folders below a folder are not followed, links to files are; a file is read once', async (t) => {
  const folder = world(t, { 'a/capability.json': '', 'elsewhere/real.json': '' });
  const at = (name) => join(folder, name);
  symlinkSync('..', at('a/up'));
  symlinkSync('../a', at('a/self'));
  mkdirSync(at('b'));
  symlinkSync('../elsewhere/real.json', at('b/capability.json'));
  mkdirSync(at('c'));
  symlinkSync('nowhere', at('c/capability.json'));
  symlinkSync('a', at('linked'));
  assert.deepEqual(await found(folder, [folder, at('a/capability.json'), at('elsewhere/real.json')]), {
    sources: ['a/capability.json (a)', 'b/capability.json (b)'],
    problems: ['c/capability.json: no such file or folder'],
  });
  assert.deepEqual((await found(folder, [at('linked')])).sources, ['linked/capability.json (linked)']);
});

test('pipes, devices and folders in the place of a file are refused without waiting', async (t) => {
  const folder = world(t, { 'a/x': '' });
  const at = (name) => join(folder, name);
  execFileSync('mkfifo', [at('pipe.json'), at('a/capability.json')]);
  assert.deepEqual(await found(folder, [at('pipe.json'), '/dev/null', folder]), {
    sources: [],
    problems: [
      'pipe.json: is a named pipe, not a regular file; to check what comes through a pipe, give - as PATH',
      '/dev/null: is a device, not a regular file',
      'a/capability.json: is a named pipe, not a regular file; to check what comes through a pipe, give - as PATH',
    ],
  });
});

test('names that are not UTF-8', { skip: process.platform !== 'linux' }, async (t) => {
  const folder = world(t);
  const sub = Buffer.concat([Buffer.from(`${folder}/`), Buffer.of(0xff, 0xfe)]);
  mkdirSync(sub);
  writeFileSync(Buffer.concat([sub, Buffer.from('/capability.json')]), '{}');
  const { sources, problems } = await collect([folder], undefined);
  assert.deepEqual([sources.length, problems], [1, []]);
  assert.equal(sources[0].bytes.toString(), '{}');
});

test('no more is read than the library needs to refuse', async (t) => {
  const folder = world(t, { 'exact.json': Buffer.alloc(LIMIT, 0x20), 'sparse.json': '{' });
  truncateSync(join(folder, 'sparse.json'), 100 * 1024 ** 3);
  const { sources } = await collect([folder], undefined);
  assert.deepEqual(sources.map(({ bytes }) => bytes.length), [LIMIT, LIMIT + 1]);
});

test('files that do not tell their size are read to the end', { skip: process.platform !== 'linux' }, async () => {
  const { sources } = await collect(['/proc/self/status'], undefined);
  assert.match(sources[0].bytes.toString(), /^Name:/);
});

test('standard input is read to the end, once, and bounded', async (t) => {
  const endless = function* () {
    for (;;) yield Buffer.alloc(1 << 20, 0x20);
  };
  const { sources } = await collect(['-', '-'], () => Readable.from(endless()));
  assert.deepEqual(sources.map(({ path, folderId, bytes }) => [path, folderId, bytes.length]), [['-', undefined, LIMIT + 1]]);
  assert.deepEqual((await found('/', ['-'], '')).sources, ['-']);
  const failing = new Readable({ read() { this.destroy(Object.assign(new Error('x'), { code: 'EIO' })); } });
  assert.deepEqual((await collect(['-'], () => failing)).problems, [{ path: '-', message: 'the device failed' }]);
});
