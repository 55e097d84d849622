/** A rehearsal of docs/RELEASE.md: everything is of one version, and what would be published works where it is installed. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';

import { require, root, world } from './cli-support.mjs';
import { companion } from './companion.mjs';

const machine = `${process.platform}-${process.arch}`;
const read = (...path) => readFileSync(join(root, ...path), 'utf8');
const [, version] = /^version = "(.+)"$/m.exec(read('Cargo.toml'));
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

let gsdLane;
before(() => {
  gsdLane = companion();
}, { timeout: 900_000 });

/** The npm package as `make build` with GSD_LANE_PLATFORMS makes it: the same but for what it names. */
function packageNaming(folder, platforms) {
  const target = join(folder, 'pkg');
  cpSync(join(root, 'pkg'), target, { recursive: true });
  const manifest = JSON.parse(read('pkg/package.json'));
  manifest.optionalDependencies = Object.fromEntries(platforms.map((name) => [`gsd-lanes-${name}`, version]));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return target;
}

function release(folder, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, '.ci/release.mjs'), '--out', join(folder, 'dist'), ...args], { encoding: 'utf8' });
  return { code: status, out: stdout, err: stderr };
}

test('crate, package, package of a binary, and binary have one version', () => {
  const lanes = require(join(root, 'pkg'));
  assert.match(version, /^\d+\.\d+\.\d+(-[0-9a-z.-]+)?$/);
  assert.equal(/^name = "gsd-lanes"\nversion = "(.+)"$/m.exec(read('Cargo.lock'))[1], version);
  assert.equal(JSON.parse(read('pkg/package.json')).version, version);
  assert.equal(lanes.version, version);
  assert.equal(execFileSync(gsdLane, ['--version'], { encoding: 'utf8' }), `gsd-lane ${version}\n`);
  assert.match(read('CHANGELOG.md'), new RegExp(`^## ${version.replaceAll('.', '\\.')}\\b`, 'm'));
  assert.equal(lanes.signatureFormat, lanes.vocabulary().signatureFormat);
});

test('the tarballs hold what they should, and work where they are installed', { timeout: 120_000 }, (t) => {
  const folder = world(t);
  const pkg = packageNaming(folder, [machine]);
  const { code, out, err } = release(folder, '--package', pkg, '--binary', `${machine}=${gsdLane}`);
  assert.deepEqual([code, err], [0, '']);
  const names = [`gsd-lanes-${version}.tgz`, `gsd-lanes-${machine}-${version}.tgz`];
  assert.deepEqual(out.trim().split('\n').sort(), names.map((name) => `dist/${name}`).sort());
  const dist = (name) => join(folder, 'dist', name);
  assert.deepEqual(readdirSync(join(folder, 'dist')).sort(), ['SHA256SUMS', ...names].sort());
  for (const line of readFileSync(dist('SHA256SUMS'), 'utf8').trim().split('\n')) {
    const [sum, name] = line.split('  ');
    assert.equal(sha256(readFileSync(dist(name))), sum);
  }

  const listed = (name) => execFileSync('tar', ['-tzf', dist(name)], { encoding: 'utf8' }).trim().split('\n').map((entry) => entry.replace(/^package\//, '')).sort();
  assert.deepEqual(listed(names[1]), [`bin/gsd-lane${process.platform === 'win32' ? '.exe' : ''}`, 'LICENSE', 'package.json'].sort());
  const files = readdirSync(join(root, 'pkg'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(join(root, 'pkg/').length).replaceAll('\\', '/'));
  assert.deepEqual(listed(names[0]), files.sort(), 'the package is the folder, no more and no less');

  const user = join(folder, 'user');
  mkdirSync(user);
  writeFileSync(join(user, 'package.json'), '{"name":"user","private":true}');
  const call = (command, args, env) => execFileSync(command, args, { cwd: user, encoding: 'utf8', stdio: 'pipe', env: { ...process.env, ...env } });
  call('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', dist(names[1]), dist(names[0])]);
  const command = join(user, 'node_modules/gsd-lanes/cli/gsd-lanes.cjs');
  assert.equal(call(process.execPath, [command, '--version']), `${version}\n`);
  // Nothing but the package beside it: no variable, and no PATH with another one.
  assert.equal(call(process.execPath, [command, 'lane', '--version'], { GSD_LANE_BIN: '', PATH: '/nowhere' }), `gsd-lane ${version}\n`);
  const wasm = (...path) => sha256(readFileSync(join(...path, 'gsd_lanes_bg.wasm')));
  assert.equal(wasm(user, 'node_modules/gsd-lanes'), wasm(root, 'pkg'), 'the module that was tested is the one that is published');
  const inlined = require(join(user, 'node_modules/gsd-lanes/inlined.cjs'));
  assert.equal(sha256(Buffer.from(inlined, 'base64')), wasm(root, 'pkg'), 'and the one that bundles carry');
});

test('what does not belong together is not packed', (t) => {
  const folder = world(t);
  const pkg = packageNaming(folder, [machine]);
  const refused = (pattern, ...args) => {
    const { code, out, err } = release(folder, ...args);
    assert.deepEqual([code, out], [1, ''], err);
    assert.match(err, pattern);
  };
  refused(/packages for platforms that the npm package names: gsd-lanes-\S+ \S+, not none/, '--package', pkg);
  refused(/packages for platforms that the npm package names: none, not gsd-lanes-/, '--binary', `${machine}=${gsdLane}`);
  refused(/there is no .*missing/, '--package', pkg, '--binary', `${machine}=missing`);
  refused(/the tag: v9\.9\.9, not v/, '--tag', 'v9.9.9');
  if (process.platform !== 'win32') {
    writeFileSync(join(folder, 'other'), '#!/bin/sh\necho gsd-lane 0.0.9\n', { mode: 0o755 });
    refused(/gsd-lane --version \(\S+\): gsd-lane 0\.0\.9, not gsd-lane /, '--package', pkg, '--binary', `${machine}=${join(folder, 'other')}`);
  }
  writeFileSync(join(pkg, 'package.json'), JSON.stringify({ ...JSON.parse(readFileSync(join(pkg, 'package.json'), 'utf8')), version: '9.9.9' }));
  refused(/the npm package: 9\.9\.9, not /, '--package', pkg, '--binary', `${machine}=${gsdLane}`);
});

test('the commands of the document are those of this tree', () => {
  const text = read('docs/RELEASE.md');
  const [, block] = /^```sh\n([^]*?)^```/m.exec(text);
  assert.ok(block.includes(`--tag v${version}`), 'the example names the version');
  for (const script of ['.ci/release.mjs']) assert.ok(block.includes(script) && read(script).length > 0);
  for (const target of block.matchAll(/^make (\w+)/gm)) assert.match(read('Makefile'), new RegExp(`^${target[1]}:`, 'm'));
});

test('a package that names other binaries is another package: it is built, whatever was built before', (t) => {
  const folder = world(t);
  cpSync(join(root, '.ci/build-pkg'), join(folder, '.ci/build-pkg'));
  for (const name of ['src', 'pkg-template', 'capabilities', 'pkg', 'target/wasm-bindgen/web']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['Cargo.toml', 'Cargo.lock', 'package-lock.json', 'pkg/package.json', 'target/wasm-bindgen/gsd_lanes_bg.wasm', 'target/wasm-bindgen/web/gsd_lanes_bg.wasm']) writeFileSync(join(folder, name), '');
  // Where a build would begin.
  writeFileSync(join(folder, '.ci/toolchain'), '#!/bin/sh\nexit 7\n', { mode: 0o755 });
  const stamp = join(folder, 'target/wasm-bindgen/stamp');
  const build = (platforms) => spawnSync(join(folder, '.ci/build-pkg'), { encoding: 'utf8', env: { PATH: process.env.PATH, ...(platforms === undefined ? {} : { GSD_LANE_PLATFORMS: platforms }) } }).status;
  for (const [before, now] of [[undefined, 'linux-x64'], ['linux-x64', 'linux-x64 darwin-arm64'], ['linux-x64', undefined]]) {
    assert.equal(build(before), 7);
    renameSync(`${stamp}.new`, stamp);
    assert.equal(build(before), 0, 'up to date');
    assert.equal(build(now), 7, `${before} before, ${now} now`);
  }
});
