// `gsd-lanes lane` finds the binary and hands everything on; the package that holds the binary.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bin, cli, root, run, world } from './cli-support.mjs';

const { find, packageOf } = cli('companion.cjs');
const skip = process.platform === 'win32' && 'stands in for the binary with a script of a shell';

/** A folder with stand-ins for the binary, each of which says where it is and what it was given. */
function standIns(t, ...names) {
  const folder = world(t, Object.fromEntries(names.map((name) => [name, '#!/bin/sh\nprintf "%s\\n" "$0" "$@"\nexit "${ENDS:-0}"\n'])));
  for (const name of names) chmodSync(join(folder, name), 0o755);
  return (name) => join(folder, name);
}

test('GSD_LANE_BIN, then the package for the platform, then PATH', { skip }, (t) => {
  const at = standIns(t, 'named', 'package/bin/gsd-lane', 'package/bin/gsd-lane.exe', 'path/gsd-lane');
  const installed = (name) => {
    if (name !== 'gsd-lanes-linux-x64/package.json') throw new Error('not installed');
    return at('package/package.json');
  };
  const linux = { platform: 'linux', arch: 'x64', resolve: installed };
  const env = { GSD_LANE_BIN: at('named'), PATH: `/nowhere:${at('path')}` };
  assert.equal(find(env, linux), at('named'));
  assert.equal(find({ ...env, GSD_LANE_BIN: '/no/such' }, linux), '/no/such', 'what was named is never replaced');
  assert.equal(find({ ...env, GSD_LANE_BIN: '' }, linux), at('package/bin/gsd-lane'));
  assert.equal(find({ PATH: at('path') }, { ...linux, arch: 'arm64' }), at('path/gsd-lane'));
  assert.equal(find({ PATH: 'path::.' }, { ...linux, arch: 'arm64' }), undefined, 'relative entries do not count');
  assert.equal(find({ PATH: at('package') }, { ...linux, arch: 'arm64' }), undefined);
  chmodSync(at('path/gsd-lane'), 0o644);
  assert.equal(find({ PATH: at('path') }, { ...linux, arch: 'arm64' }), undefined, 'nor does what cannot be run');
  assert.equal(find({}, { ...linux, platform: 'win32', resolve: () => at('package/package.json') }), at('package/bin/gsd-lane.exe'));
  assert.equal(find({}, { ...linux, arch: 'arm64' }), undefined);
});

test('arguments, streams and the exit code are the binary’s', { skip }, (t) => {
  const at = standIns(t, 'gsd-lane');
  const args = ['--help', 'review', '--prompt', 'a b; $(c)', '--claude', '--', '-h', ''];
  const env = { GSD_LANE_BIN: at('gsd-lane') };
  assert.deepEqual(run(['lane', ...args], { env }), { code: 0, out: `${[at('gsd-lane'), ...args].join('\n')}\n`, err: '' });
  for (const code of [1, 2, 3, 130]) assert.equal(run(['lane'], { env: { ...env, ENDS: `${code}` } }).code, code);
});

test('no binary, or one that does not start, is trouble and said', { skip }, (t) => {
  const at = standIns(t, 'empty/other');
  const none = run(['lane', 'list'], { env: { GSD_LANE_BIN: '', PATH: at('empty') } });
  assert.equal(none.code, 2);
  assert.match(none.err, new RegExp(`there is no gsd-lane here: .*${packageOf(process.platform, process.arch)}.*GSD_LANE_BIN`));
  const wrong = run(['lane', 'list'], { env: { GSD_LANE_BIN: at('no-such') } });
  assert.deepEqual(wrong, { code: 2, out: '', err: `gsd-lanes: ${at('no-such')}: no such file or folder\n` });
});

test('a signal reaches the binary, whose end is waited for', { skip, timeout: 20_000 }, async (t) => {
  const folder = world(t, { 'gsd-lane': '#!/bin/sh\ntrap "echo ending; exit 143" TERM\necho begun\nfor i in 1 2 3 4 5 6 7 8 9; do sleep 1; done\n' });
  chmodSync(join(folder, 'gsd-lane'), 0o755);
  const child = spawn(process.execPath, [bin, 'lane'], { env: { ...process.env, GSD_LANE_BIN: join(folder, 'gsd-lane') } });
  t.after(() => child.kill('SIGKILL'));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
    if (said === 'begun\n') child.kill('SIGTERM');
  });
  const code = await new Promise((done) => child.on('close', done));
  assert.deepEqual([code, said], [143, 'begun\nending\n']);
});

test('the package of a binary is found beside ours', { skip }, (t) => {
  const at = standIns(t, 'built');
  const assemble = (machine, to) => execFileSync(process.execPath, [join(root, 'pkg-template/platform/assemble.mjs'), at('built'), at(to), machine]);
  const ours = packageOf(process.platform, process.arch);
  assemble(`${process.platform}-${process.arch}`, `node_modules/${ours}`);
  const manifest = JSON.parse(readFileSync(at(`node_modules/${ours}/package.json`), 'utf8'));
  const { version } = JSON.parse(readFileSync(join(root, 'pkg/package.json'), 'utf8'));
  assert.deepEqual([manifest.name, manifest.version, manifest.os, manifest.cpu], [ours, version, [process.platform], [process.arch]]);
  assert.equal(statSync(at(`node_modules/${ours}/bin/gsd-lane`)).mode & 0o111, 0o111);
  assert.ok(existsSync(at(`node_modules/${ours}/LICENSE`)));
  mkdirSync(at('node_modules/gsd-lanes'));
  cpSync(join(root, 'pkg/cli'), at('node_modules/gsd-lanes/cli'), { recursive: true });
  const out = execFileSync(process.execPath, [at('node_modules/gsd-lanes/cli/gsd-lanes.cjs'), 'lane', 'x'], { encoding: 'utf8', env: { PATH: process.env.PATH } });
  assert.equal(out, `${at(`node_modules/${ours}/bin/gsd-lane`)}\nx\n`);
  assemble('win32-arm64', 'windows');
  assert.ok(existsSync(at('windows/bin/gsd-lane.exe')));
  assert.doesNotMatch(readFileSync(at('windows/package.json'), 'utf8'), /</);
});
