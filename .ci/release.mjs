#!/usr/bin/env node
/**
 * Puts what is published into a folder: the npm package, one package for each binary, and their checksums. Builds nothing
 * and publishes nothing; refuses what does not belong together. docs/RELEASE.md has the rest.
 *
 *     node .ci/release.mjs [--package pkg] [--out dist] [--tag v1.2.3] [--binary linux-x64=PATH]…
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: { package: { type: 'string', default: join(root, 'pkg') }, out: { type: 'string', default: join(root, 'dist') }, tag: { type: 'string' }, binary: { type: 'string', multiple: true, default: [] } },
});
const out = resolve(values.out);

const problems = [];
const expect = (what, found, wanted) => found !== wanted && problems.push(`${what}: ${found ?? 'none'}, not ${wanted}`);
const read = (...path) => readFileSync(join(root, ...path), 'utf8');
const run = (command, args, options) => execFileSync(command, args, { encoding: 'utf8', ...options });

// --- whether everything is of one version -----------------------------------------------------------

const [, version] = /^version = "(.+)"$/m.exec(read('Cargo.toml'));
const manifest = JSON.parse(readFileSync(join(values.package, 'package.json'), 'utf8'));
expect('Cargo.lock', /^name = "gsd-lanes"\nversion = "(.+)"$/m.exec(read('Cargo.lock'))?.[1], version);
expect('CHANGELOG.md, newest heading', /^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1], version);
expect('the npm package', manifest.version, version);
expect('gsd-lanes --version', run(process.execPath, [join(values.package, 'cli/gsd-lanes.cjs'), '--version']).trim(), version);
if (values.tag !== undefined) {
  expect('the tag', values.tag, `v${version}`);
  if (/^## \S+ \(unreleased\)/m.test(read('CHANGELOG.md'))) problems.push(`CHANGELOG.md: ${version} is still unreleased`);
}

const binaries = values.binary.map((given) => {
  const at = given.indexOf('=');
  return { machine: given.slice(0, at), file: resolve(given.slice(at + 1)) };
});
const own = `${process.platform}-${process.arch}`;
for (const { machine, file } of binaries) {
  if (!existsSync(file)) problems.push(`${machine}: there is no ${file}`);
  // Others cannot be run here; whoever built them has.
  else if (machine === own) expect(`gsd-lane --version (${machine})`, run(file, ['--version']).trim(), `gsd-lane ${version}`);
}
const named = Object.entries(manifest.optionalDependencies ?? {}).map(([name, wanted]) => `${name} ${wanted}`).sort();
expect('packages for platforms that the npm package names', named.join(', ') || 'none', binaries.map(({ machine }) => `gsd-lanes-${machine} ${version}`).sort().join(', ') || 'none');

if (problems.length > 0) {
  for (const problem of problems) console.error(`release: ${problem}`);
  process.exit(1);
}

// --- the tarballs -----------------------------------------------------------------------------------

const folder = mkdtempSync(join(tmpdir(), 'gsd-lanes-release-'));
try {
  const packages = binaries.map(({ machine, file }) => {
    const target = join(folder, machine);
    run(process.execPath, [join(root, 'pkg-template/platform/assemble.mjs'), file, target, machine]);
    return target;
  });
  const packed = join(folder, 'packed');
  mkdirSync(packed);
  for (const path of [...packages, resolve(values.package)]) run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', packed], { cwd: path });
  const tarballs = readdirSync(packed).sort();
  const sums = tarballs.map((name) => `${createHash('sha256').update(readFileSync(join(packed, name))).digest('hex')}  ${name}\n`);
  writeFileSync(join(packed, 'SHA256SUMS'), sums.join(''));
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, '..'), { recursive: true });
  move(packed, out);
  for (const name of tarballs) console.log(join(basename(out), name));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Where the temporary folder is on another disk, file by file. */
function move(from, to) {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    try {
      renameSync(join(from, name), join(to, name));
    } catch {
      writeFileSync(join(to, name), readFileSync(join(from, name)));
    }
  }
}
