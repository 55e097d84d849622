/**
 * Puts the npm package together.
 *
 *     node pkg-template/assemble.mjs <folder with gsd_lanes_bg.wasm> <folder of the package> [page]
 *
 * For a page the drop-in modules are left out: its module has no rules for them.
 */
import { build } from 'esbuild';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [wasmFolder, target] = process.argv.slice(2, 4).map((path) => resolve(path));
const isForPage = process.argv[4] === 'page';
if (target === undefined) {
  console.error('usage: node pkg-template/assemble.mjs <folder with gsd_lanes_bg.wasm> <folder of the package> [page]');
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
/**
 * wasm-bindgen's glue keeps one instance for ever; after a trap another one is needed. So its imports and their
 * helpers become the inside of a function, which is called once for each instance.
 */
const glue = readFileSync(join(wasmFolder, 'web', 'gsd_lanes.js'), 'utf8');
const [, importsAndHelpers] = /^(function __wbg_get_imports\(\) \{$.*?)^async function __wbg_load\(/ms.exec(glue);
const glueModule = `export function createGlue() {\n${importsAndHelpers}\nreturn { imports: __wbg_get_imports, finish: __wbg_finalize_init };\n}\n`;

const inlined = JSON.stringify(wasm.toString('base64'));
writeFileSync(join(target, 'inlined.cjs'), `module.exports = ${inlined};\n`);
writeFileSync(join(target, 'inlined.mjs'), `export default ${inlined};\n`);

/** A table as a function that gives a fresh copy: JSON text is the form that loads and copies fastest. */
function table(name, data) {
  const make = `() => JSON.parse(${JSON.stringify(JSON.stringify(data))})`;
  writeFileSync(join(target, 'data', `${name}.cjs`), `module.exports = ${make};\n`);
  writeFileSync(join(target, 'data', `${name}.mjs`), `export default ${make};\n`);
}

const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));

// Written by generate.rs: what the crate knows and JavaScript gets as data.
const generatedFolder = join(template, 'generated');
const generated = (name) => readJson(generatedFolder, `${name}.json`);
table('first-party', generated('first-party').map((id) => readJson(root, 'capabilities', id, 'capability.json')));
// Of an explanation only the page is asked for.
table('explain', Object.fromEntries(Object.entries(generated('explain')).map(([code, { text }]) => [code, text])));
for (const name of ['schema', 'vocabulary']) table(name, generated(name));
cpSync(join(generatedFolder, 'schema.json'), join(target, 'schema.json'));

// --- what is code -----------------------------------------------------------------------------------

/** The names that stand for what differs between entries. */
function choose({ host, module, engine = 'engine-sync' }, format) {
  const choice = {
    'gsd-lanes:host': `platform-${host}.mjs`,
    'gsd-lanes:module': `module-${module}.mjs`,
    'gsd-lanes:engine': `${engine}.mjs`,
    'gsd-lanes:tables': `tables-${format === 'cjs' ? 'required' : 'imported'}.mjs`,
  };
  return {
    name: 'choose',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^gsd-lanes:glue$/ }, ({ path }) => ({ path, namespace: 'glue' }));
      onLoad({ filter: /.*/, namespace: 'glue' }, () => ({ contents: glueModule }));
      onResolve({ filter: /^gsd-lanes:/ }, ({ path }) => {
        if (path in choice) return { path: join(sources, choice[path]) };
        // Data stays outside the bundles, in the form their loader takes.
        const data = /^gsd-lanes:(inlined|data\/.+)$/.exec(path)?.[1];
        return data && { path: `./${data}.${format === 'cjs' ? 'cjs' : 'mjs'}`, external: true };
      });
    },
  };
}

const define = { VERSION: JSON.stringify(version), SIGNATURE_FORMAT: JSON.stringify(generated('vocabulary').signatureFormat) };

async function bundle(entryPoints, choice, options) {
  await build({
    entryPoints: Object.fromEntries(Object.entries(entryPoints).map(([name, file]) => [name, join(sources, file)])),
    outdir: target,
    bundle: true,
    charset: 'utf8',
    define,
    external: ['node:*'],
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [choose(choice, options.format)],
    target: 'es2022',
    ...options,
  });
}

const cjs = { format: 'cjs', outExtension: { '.js': '.cjs' } };
const esm = { format: 'esm', outExtension: { '.js': '.mjs' }, splitting: true, chunkNames: '[name]-[hash]' };
const node = { host: 'node', module: 'inlined-node' };
const web = { host: 'web', module: 'inlined-web' };

await bundle({ index: 'entry.mjs', rules: 'rules.mjs' }, node, { ...esm, platform: 'node' });
await bundle({ browser: 'entry.mjs', 'browser-rules': 'rules.mjs' }, web, esm);

// Plain members instead of getters; the file for the rules finds its half under a symbol; and the names once more, in
// the form in which those who only read the file look for them.
const names = (file) => import(pathToFileURL(join(target, file))).then((module) => Object.keys(module).join(', '));
const half = "Symbol.for('gsd-lanes/rules')";
const footer = {
  js: `{ const { api, rules } = module.exports; module.exports = Object.defineProperty({ ...api }, ${half}, { value: { ...rules } }); }
0 && (module.exports = { ${await names('index.mjs')} });`,
};
await bundle({ index: 'entry-cjs.mjs' }, { ...node, module: 'file' }, { ...cjs, footer, platform: 'node' });
await bundle({ browser: 'entry-cjs.mjs' }, web, { ...cjs, footer });
const ruleNames = await names('rules.mjs');
for (const [rules, entry] of [['rules', 'index'], ['browser-rules', 'browser'], ['web-rules', 'web']]) {
  writeFileSync(join(target, `${rules}.cjs`), `module.exports = require('./${entry}.cjs')[${half}];\n0 && (module.exports = { ${ruleNames} });\n`);
}
await bundle({ web: 'entry-web.mjs', 'web-rules': 'rules.mjs' }, { ...web, engine: 'engine-web' }, esm);
// What has no address of its own looks for its module beside the page.
const base = { 'import.meta.url': 'MODULE_BASE' };
await bundle({ web: 'entry-web-cjs.mjs' }, { ...web, engine: 'engine-web' }, {
  ...cjs,
  banner: { js: `const MODULE_BASE = globalThis.document?.baseURI ?? require('node:url').pathToFileURL(__filename);` },
  define: { ...define, ...base },
});
// For resolvers that do not know `exports`.
for (const entry of ['rules', 'web', 'web-rules']) {
  mkdirSync(join(target, entry));
  writeFileSync(join(target, entry, 'package.json'), `${JSON.stringify({ main: `../${entry}.cjs`, module: `../${entry}.mjs`, types: `../${entry}.d.cts` }, null, 2)}\n`);
}

// The drop-in modules lie in one file, of which each loads its own part: two dozen files take longer to find than to run.
// Their names stand at the end, as above.
const dropIns = isForPage ? [] : readdirSync(join(template, 'compat'), { withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name }) => basename(name, '.cjs'));
await build({
  stdin: { contents: `module.exports = {\n${dropIns.map((name) => `get '${name}'() { return require('./${name}.cjs'); },\n`).join('')}};\n`, resolveDir: join(template, 'compat') },
  outfile: join(target, 'compat', 'all', 'all.cjs'),
  bundle: true,
  charset: 'utf8',
  format: 'cjs',
  logLevel: 'warning',
  platform: 'node',
  target: 'es2022',
  // The library lies as many folders above that file as above the sources.
  external: ['../../index.cjs', '../../rules.cjs'],
});
const require = createRequire(import.meta.url);
for (const name of dropIns) {
  const path = join(target, 'compat', `${name}.cjs`);
  writeFileSync(path, `module.exports = require('./all/all.cjs')['${name}'];\n`);
  appendFileSync(path, `0 && (module.exports = { ${Object.keys(require(path)).join(', ')} });\n`);
}

// --- what describes it ------------------------------------------------------------------------------

const manifest = { ...readJson(template, 'package.json'), version };
// Only packages that are published may be named: npm would install whatever else somebody puts under such a name.
const platforms = process.env.GSD_LANE_PLATFORMS?.split(' ').filter(Boolean) ?? [];
if (platforms.length > 0) manifest.optionalDependencies = Object.fromEntries(platforms.map((it) => [`gsd-lanes-${it}`, version]));
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
// One declaration for each form of module, so that both resolve to their own.
const declarations = readdirSync(join(template, 'types')).map((file) => join(template, 'types', file));
for (const file of [...declarations, join(generatedFolder, 'codes.d.ts')]) {
  const text = readFileSync(file, 'utf8');
  for (const letter of ['c', 'm']) {
    writeFileSync(join(target, basename(file).replace('.d.ts', `.d.${letter}ts`)), text.replace(/from '(\.\/\w+)\.js'/g, `from '$1.${letter}js'`));
  }
}
// Drop-in modules have the shapes of the modules they stand in for, which declare no types; but they do have names.
for (const file of readdirSync(join(target, 'compat')).filter((name) => name.endsWith('.cjs'))) {
  const name = basename(file, '.cjs');
  const declared = Object.entries(require(join(target, 'compat', file))).map(([key, value]) => (typeof value === 'function' ? `export function ${key}(...args: any[]): any;\n` : `export const ${key}: any;\n`));
  writeFileSync(join(target, 'compat', `${name}.d.cts`), declared.join(''));
  // For resolvers that do not know `exports`.
  mkdirSync(join(target, 'compat', name));
  writeFileSync(join(target, 'compat', name, 'package.json'), `${JSON.stringify({ main: `../${file}`, types: `../${name}.d.cts` }, null, 2)}\n`);
}
cpSync(join(template, 'README.md'), join(target, 'README.md'));
cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
if (existsSync(join(template, 'cli'))) cpSync(join(template, 'cli'), join(target, 'cli'), { recursive: true });
