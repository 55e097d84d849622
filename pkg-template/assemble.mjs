/**
 * Puts the npm package together.
 *
 *     node pkg-template/assemble.mjs <folder with gsd_lanes_bg.wasm> <folder of the package>
 */
import { build } from 'esbuild';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [wasmFolder, target] = process.argv.slice(2).map((path) => resolve(path));
if (target === undefined) {
  console.error('usage: node pkg-template/assemble.mjs <folder with gsd_lanes_bg.wasm> <folder of the package>');
  process.exit(2);
}
const template = dirname(fileURLToPath(import.meta.url));
const root = dirname(template);
const sources = join(template, 'src');

const version = /^version = "(.+)"$/m.exec(readFileSync(join(root, 'Cargo.toml'), 'utf8'))[1];
const wasm = readFileSync(join(wasmFolder, 'gsd_lanes_bg.wasm'));

rmSync(target, { recursive: true, force: true });
mkdirSync(join(target, 'data'), { recursive: true });

// --- what is data -----------------------------------------------------------------------------------

writeFileSync(join(target, 'gsd_lanes_bg.wasm'), wasm);
const inlined = JSON.stringify(wasm.toString('base64'));
writeFileSync(join(target, 'inlined.cjs'), `module.exports = ${inlined};\n`);
writeFileSync(join(target, 'inlined.mjs'), `export default ${inlined};\n`);

const capabilities = readdirSync(join(root, 'capabilities')).sort()
  .map((id) => JSON.parse(readFileSync(join(root, 'capabilities', id, 'capability.json'), 'utf8')));
writeFileSync(join(target, 'data', 'first-party.json'), `${JSON.stringify(capabilities)}\n`);
cpSync(join(template, 'data'), join(target, 'data'), { recursive: true });
cpSync(join(template, 'data', 'schema.json'), join(target, 'schema.json'));

// --- what is code -----------------------------------------------------------------------------------

/** The names that stand for what differs between entries. */
function choose({ host, module, engine = 'engine-sync' }) {
  const choice = {
    'gsd-lanes:host': `platform-${host}.mjs`,
    'gsd-lanes:module': `module-${module}.mjs`,
    'gsd-lanes:engine': `${engine}.mjs`,
  };
  return {
    name: 'choose',
    setup({ onResolve }) {
      onResolve({ filter: /^gsd-lanes:/ }, ({ path, kind }) => {
        if (path in choice) return { path: join(sources, choice[path]) };
        // Data stays outside the bundles, in the form their loader takes.
        const data = /^gsd-lanes:(inlined|data\/.+)$/.exec(path)?.[1];
        const extension = kind === 'require-call' ? 'cjs' : 'mjs';
        return data && { path: `./${data}.${extension}`, external: true };
      });
    },
  };
}

async function bundle(entryPoints, choice, options) {
  await build({
    entryPoints: Object.fromEntries(Object.entries(entryPoints).map(([name, file]) => [name, join(sources, file)])),
    outdir: target,
    bundle: true,
    charset: 'utf8',
    define: { VERSION: JSON.stringify(version) },
    external: ['node:*'],
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [choose(choice)],
    target: 'es2022',
    ...options,
  });
}

const cjs = { format: 'cjs', outExtension: { '.js': '.cjs' } };
const esm = { format: 'esm', outExtension: { '.js': '.mjs' }, splitting: true, chunkNames: '[name]-[hash]' };
const node = { host: 'node', module: 'inlined-node' };
const web = { host: 'web', module: 'inlined-web' };

await bundle({ index: 'entry-node.cjs' }, { ...node, module: 'file' }, { ...cjs, platform: 'node' });
writeFileSync(join(target, 'rules.cjs'), `module.exports = require('./index.cjs')[Symbol.for('gsd-lanes/rules')];\n`);
await bundle({ index: 'entry.mjs', rules: 'rules.mjs' }, node, { ...esm, platform: 'node' });
await bundle({ browser: 'entry.mjs', 'browser-rules': 'rules.mjs' }, web, esm);
await bundle({ web: 'entry-web.mjs' }, { ...web, engine: 'engine-web' }, { ...esm, splitting: false });

// --- what describes it ------------------------------------------------------------------------------

const manifest = { ...JSON.parse(readFileSync(join(template, 'package.json'), 'utf8')), version };
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
for (const file of readdirSync(join(template, 'types'))) cpSync(join(template, 'types', file), join(target, file));
cpSync(join(template, 'README.md'), join(target, 'README.md'));
cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
if (existsSync(join(template, 'cli'))) cpSync(join(template, 'cli'), join(target, 'cli'), { recursive: true });
