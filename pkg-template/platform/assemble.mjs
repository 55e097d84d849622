/**
 * Puts the npm package of one binary together: `gsd-lanes-<platform>-<arch>`.
 *
 *     node pkg-template/platform/assemble.mjs <gsd-lane> <folder of the package> [<platform>-<arch>]
 */
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [binary, target, machine = `${process.platform}-${process.arch}`] = process.argv.slice(2);
const [, platform, arch] = /^([a-z0-9]+)-([a-z0-9]+)$/.exec(machine) ?? [];
if (target === undefined || arch === undefined) {
  console.error('usage: node pkg-template/platform/assemble.mjs <gsd-lane> <folder of the package> [<platform>-<arch>]');
  process.exit(2);
}
const template = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(template));
const { fileOf, packageOf } = createRequire(import.meta.url)('../cli/companion.cjs');

const [, version] = /^version = "(.+)"$/m.exec(readFileSync(join(root, 'Cargo.toml'), 'utf8'));
const filled = readFileSync(join(template, 'package.json'), 'utf8').replaceAll('<platform>', platform).replaceAll('<arch>', arch);
const manifest = { ...JSON.parse(filled), name: packageOf(platform, arch), version };

const folder = resolve(target);
const file = join(folder, fileOf(platform));
rmSync(folder, { recursive: true, force: true });
mkdirSync(dirname(file), { recursive: true });
cpSync(resolve(binary), file);
chmodSync(file, 0o755);
cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
