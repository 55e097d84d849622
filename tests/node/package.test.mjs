/** The packed tarball, installed into an empty folder and used the ways people use it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));
const tool = (name) => join(root, 'node_modules', '.bin', name);
const codex = readFileSync(join(root, 'capabilities', 'codex', 'capability.json'), 'utf8');

let folder;
let tarball;

function run(command, args, options) {
  try {
    return execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe', ...options });
  } catch (error) {
    throw new Error(`${command} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`);
  }
}

const write = (name, text) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

/** Uses a package that stands in `lanes`, and prints what must be the same everywhere. */
const use = `
const codex = ${JSON.stringify(codex)};
const report = lanes.validateText(codex, { folderId: 'codex' });
console.log(JSON.stringify([report.valid, lanes.digestText(codex), lanes.digest(JSON.parse(codex)), lanes.firstPartyLanes().length, lanes.isLocalDestination('http://LOCALHOST:1')]));
`;

function agrees(output) {
  const [valid, text, object, count, local] = JSON.parse(output);
  assert.equal(valid, true);
  assert.match(text, /^sha256:[0-9a-f]{64}$/);
  assert.equal(object, text);
  assert.equal(count, 12);
  assert.equal(local, true);
}

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'gsd-lanes-'));
  tarball = join(folder, run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(root, 'pkg') }).trim());
  write('package.json', '{"name":"user","private":true}');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', tarball]);
});

after(() => rmSync(folder, { recursive: true, force: true }));

test('holds what it names, and no sources', () => {
  const files = readdirSync(join(folder, 'node_modules', 'gsd-lanes'));
  for (const file of ['LICENSE', 'README.md', 'index.cjs', 'index.mjs', 'index.d.cts', 'index.d.mts', 'gsd_lanes_bg.wasm', 'schema.json']) {
    assert.ok(files.includes(file), file);
  }
  assert.ok(!files.includes('src'));
});

test('require (Y-19)', () => {
  agrees(run('node', [write('use.cjs', `const lanes = require('gsd-lanes');${use}`)]));
});

test('require gives named functions, and the rules', () => {
  const script = write('rules.cjs', `
    const { version } = require('gsd-lanes');
    const { renderPromptValue } = require('gsd-lanes/rules');
    console.log(version, renderPromptValue('x').text, typeof require('gsd-lanes/schema.json'), require('gsd-lanes/package.json').version);`);
  const [version, text, schema, declared] = run('node', [script]).trim().split(' ');
  assert.equal(version, declared);
  assert.equal(text, 'x');
  assert.equal(schema, 'object');
});

test('import (Y-19)', () => {
  agrees(run('node', [write('use.mjs', `import * as lanes from 'gsd-lanes';${use}`)]));
  agrees(run('node', [write('named.mjs', `import { validateText, digestText, digest, firstPartyLanes, isLocalDestination } from 'gsd-lanes';
    import { unresolvedHost } from 'gsd-lanes/rules';
    const lanes = { validateText, digestText, digest, firstPartyLanes, isLocalDestination };
    if (!unresolvedHost()) throw new Error('no marker');${use}`)]));
});

test('all entries have the same names', () => {
  const script = write('names.mjs', `
    import { createRequire } from 'node:module';
    const names = (module) => Object.keys(module).filter((name) => name !== 'default').sort().join();
    const folder = new URL('node_modules/gsd-lanes/', import.meta.url);
    const load = (file) => import(new URL(file, folder));
    const [main, browser, web] = await Promise.all(['index.mjs', 'browser.mjs', 'web.mjs'].map(load));
    console.log(new Set([createRequire(import.meta.url)('gsd-lanes'), main, browser, web].map(names)).size);`);
  assert.equal(run('node', [script]).trim(), '1');
});

test('the web entry takes a module, bytes, and says when it is not ready', () => {
  const script = write('web.mjs', `
    import { readFileSync } from 'node:fs';
    import init, * as lanes from 'gsd-lanes/web';
    try { lanes.digestText('{}'); } catch ({ name, code }) { if (name + code !== 'GsdLanesErrornot-ready') throw new Error(code); }
    try { await init(new Uint8Array(3)); throw new Error('loaded nonsense'); } catch ({ code }) { if (code !== 'load') throw new Error(code); }
    if (process.argv[2] === 'bytes') await init(readFileSync(new URL(import.meta.resolve('gsd-lanes/gsd_lanes_bg.wasm'))));
    else await init();
    ${use}`);
  agrees(run('node', [script]));
  agrees(run('node', [script, 'bytes']));
  agrees(run('node', [write('web.cjs', `const lanes = require('gsd-lanes/web'); lanes.default().then(() => {${use}});`)]));
});

test('the rules over the module of the web entry', () => {
  const script = (name, load) => write(name, `${load}
    init().then(() => console.log(JSON.stringify([rules.unresolvedHost(), lanes.digestText('{}'), rules.parseSpec({ spec: 'npm:a' }).ok, Object.keys(rules).length])));`);
  const imported = run('node', [script('web-rules.mjs', `import init, * as lanes from 'gsd-lanes/web'; import * as rules from 'gsd-lanes/web-rules';`)]);
  const required = run('node', [script('web-rules.cjs', `const lanes = require('gsd-lanes/web'), rules = require('gsd-lanes/web-rules'), init = lanes.default;`)]);
  assert.equal(required, imported);
  const ordinary = run('node', ['-e', `const rules = require('gsd-lanes/rules'); console.log(JSON.stringify([rules.unresolvedHost(), require('gsd-lanes').digestText('{}'), rules.parseSpec({ spec: 'npm:a' }).ok, Object.keys(rules).length]))`]);
  assert.equal(imported, ordinary);
});

describe('bundles (Y-19)', () => {
  const bundle = async (name, source, options) => {
    const outfile = join(folder, 'elsewhere', name);
    mkdirSync(join(folder, 'elsewhere'), { recursive: true });
    await build({ stdin: { contents: source, resolveDir: folder }, bundle: true, outfile, logLevel: 'silent', ...options });
    // Where no package is to be found.
    const alone = mkdtempSync(join(tmpdir(), 'gsd-lanes-bundle-'));
    cpSync(outfile, join(alone, name));
    try {
      return run('node', [join(alone, name)], { cwd: alone });
    } finally {
      rmSync(alone, { recursive: true, force: true });
    }
  };
  const required = `const lanes = require('gsd-lanes');${use}`;
  const imported = `import * as lanes from 'gsd-lanes';${use}`;

  for (const [what, source] of [['require', required], ['import', imported]]) {
    test(`${what}, for Node as CommonJS`, async () => agrees(await bundle('a.cjs', source, { platform: 'node', format: 'cjs' })));
    test(`${what}, for browsers`, async () => agrees(await bundle('b.mjs', source, { platform: 'browser', format: 'esm' })));
    test(`${what}, for browsers, as a script, minified`, async () => agrees(await bundle('c.js', source, { platform: 'browser', format: 'iife', minify: true })));
  }
  test('import, for Node as an ES module', async () => agrees(await bundle('d.mjs', imported, { platform: 'node', format: 'esm' })));
  test('the web entry keeps its file', async () => {
    const source = `import init, * as lanes from 'gsd-lanes/web'; export { init, lanes };`;
    const { outputFiles: [{ text }] } = await build({ stdin: { contents: source, resolveDir: folder }, bundle: true, write: false, format: 'esm', logLevel: 'silent' });
    assert.match(text, /new URL\("gsd_lanes_bg\.wasm", import\.meta\.url\)/);
  });
});

describe('types (Y-19)', () => {
  const source = readFileSync(join(root, 'tests', 'node', 'types.ts'), 'utf8');
  const check = (name, text, module, moduleResolution) => {
    const file = write(name, text);
    run(tool('tsc'), ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--types', '', '--module', module, '--moduleResolution', moduleResolution, file]);
  };
  for (const [module, resolution] of [['node16', 'node16'], ['nodenext', 'nodenext'], ['esnext', 'bundler']]) {
    test(`under ${resolution}`, () => {
      check(`types-${resolution}.mts`, source, module, resolution);
      if (resolution !== 'bundler') check(`types-${resolution}.cts`, source, module, resolution);
    });
  }

  test('drop-in modules declare their names, however they are loaded', () => {
    const modules = readdirSync(join(root, 'pkg/compat')).filter((name) => name.endsWith('.cjs')).map((name) => name.slice(0, -'.cjs'.length));
    const names = (name) => Object.keys(require(join(root, 'pkg/compat', `${name}.cjs`)));
    const typo = (what) => `// @ts-expect-error there is no such name\n${what};\n`;
    const imported = modules.map((name, index) => `import { ${names(name).map((key) => `${key} as ${key}_${index}`).join(', ')} } from 'gsd-lanes/compat/${name}';\nimport whole${index} from 'gsd-lanes/compat/${name}';\nvoid [${names(name).map((key) => `${key}_${index}, whole${index}.${key}`).join(', ')}];\n${typo(`whole${index}.nope`)}`);
    const required = modules.map((name, index) => `import whole${index} = require('gsd-lanes/compat/${name}');\nvoid [${names(name).map((key) => `whole${index}.${key}`).join(', ')}];\n${typo(`whole${index}.nope`)}`);
    check('drop-ins.mts', imported.join(''), 'nodenext', 'nodenext');
    check('drop-ins.cts', required.join(''), 'nodenext', 'nodenext');
  });

  test('fit what calls really give', () => {
    const script = write('samples.cjs', `
      const lanes = require('gsd-lanes');
      const rules = require('gsd-lanes/rules');
      const codex = ${JSON.stringify(codex)};
      const mixed = { id: 'x', hooks: [{ event: 'e', script: 's' }], commands: [{ family: 'f', module: 'm', router: 'r' }],
        mcpServers: { a: { command: 'c', args: ['x', 1], env: { A: '1' }, cwd: '/w' }, b: { url: 'http://x.test', headers: { H: '1' } } }, skills: ['s'],
        reviewer: { slug: 'a', transport: 'openai-http', invoke: { hostConfigKey: 'review.a_host', defaultHost: 'http://x.test' } } };
      const disclosure = lanes.disclose(mixed, { hosts: {}, stagedFiles: [], integrityPin: 'none' });
      const literal = (type, value) => 'const _' + literal.count++ + ': ' + type + ' = ' + JSON.stringify(value) + ';';
      literal.count = 0;
      const out = [
        literal('Report', lanes.validateText('{"a":1,"a":2,"reviewer":{"slug":"A"}}')),
        literal('Report', lanes.validateText('{')),
        literal('Report', lanes.validateManifest(mixed)),
        literal('Disclosure', disclosure),
        literal('PromptLine[]', lanes.consentPrompt(disclosure)),
        literal('Changes', lanes.changes(mixed, { ...JSON.parse(codex), hooks: [{ event: 'e', script: 't' }] })),
        literal('CheckResult', lanes.check([{ source: 'a', text: codex }, '{', { manifest: mixed }])),
        literal('CheckResult<{ signature: true, disclosure: false, digest: boolean }>', lanes.check([codex, '{'], { signature: true, disclosure: false })),
        literal('CheckResult', lanes.check([{ source: 'a', text: codex }, { source: 'b', text: codex }], { hostVersion: '1.0.0' })),
        literal('RegistryReport', lanes.validateRegistry({ manifests: [codex, { source: 'x', manifest: mixed }, codex], central: { patterns: ['^review', '('] }, hostVersion: '1.14.0' })),
        literal('MergedRegistry', lanes.mergeRegistry({ hostVersion: '1.14.0', overlays: [{ dir: 'codex', text: codex }, { dir: 'x', manifest: mixed }, { dir: 'y' },
          { dir: 'mine', text: codex.replace('"codex"', '"mine"').replace('{', '{"gates":[null],"unknown":1,') }] })),
        literal('MergedRegistry', lanes.mergeRegistry({ hostVersion: '1.14.0', firstParty: [], overlays: [{ dir: 'codex', text: codex, ledger: 'committed' }] })),
        literal('LoadResult', rules.loadOverlays({ hostVersion: '0.1.0', overlays: [{ dir: 'codex', text: codex }] })),
        literal('Registry | { error: "config-slice" } | null', rules.buildRegistry({ capabilities: [JSON.parse(codex)] })),
        literal('CrossFindings | null', rules.crossValidate({ capabilities: [JSON.parse(codex), { ...JSON.parse(codex), id: 'b', requires: ['z'] }] })),
        literal('InstallTrust | null', lanes.evaluateInstallTrust({ parsed: { kind: 'npm', target: 'x' }, manifest: mixed, hostVersion: '1.0.0', strict: [], stagedFiles: [] })),
        literal('SpecResult | null', rules.parseSpec({ spec: 'git+https://x.test/a.git#b' })),
        literal('SpecResult | null', rules.parseSpec({ spec: '' })),
        literal('Parity<LaneViolation> | null', rules.laneParity({ descriptor: [5] })),
        literal('Parity<DocsViolation> & { skipped: string[] } | null', rules.docsParity({ descriptor: [5], docs: { a: 'x', b: 5 } })),
        literal('FederatedConfig | null', rules.federatedConfig({ configSchema: { a: { type: 'enum', values: ['b'], default: 'b' }, c: 5 } })),
        literal('LaneResolution', lanes.resolveLane({ text: codex, scope: 'global', runDir: '/run', repoRoot: '/repo', config: { 'review.timeouts.codex': 1 } })),
        literal('LaneResolution', lanes.resolveLane({ manifest: mixed, runDir: '/run', repoRoot: '/repo' })),
        literal('LaneResolution', lanes.resolveLane({ lane: {}, runDir: '/run', repoRoot: '/repo' })),
        literal('LaneSummary[] | null', rules.planSummary({ runDir: '/run', selected: ['codex', 'ollama', 'x'], config: { review: { effort: { codex: 'max' }, ollama_host: 'http://x.test' } } })),
        literal('LaneEffort | null', rules.laneEffort({ lane: JSON.parse(codex).reviewer, config: {} })),
        literal('WarningRecord[]', rules.manifestWarningRecords({ reviewer: Object.fromEntries(Array.from({ length: 12 }, (_, index) => ['x' + index, 1])) })),
      ];
      console.log("import type { Changes, CheckResult, CrossFindings, Disclosure, InstallTrust, LaneResolution, MergedRegistry, PromptLine, Registry, RegistryReport, Report } from 'gsd-lanes';\\nimport type { DocsViolation, FederatedConfig, LaneEffort, LaneSummary, LaneViolation, LoadResult, Parity, SpecResult, WarningRecord } from 'gsd-lanes/rules';\\n" + out.join('\\n'));`);
    check('samples.mts', run('node', [script]), 'nodenext', 'nodenext');
  });
});

test('publint', () => {
  run(tool('publint'), ['--strict', join(root, 'pkg')]);
});

test('are the types wrong', () => {
  run(tool('attw'), [tarball, '--format', 'ascii', '--exclude-entrypoints', 'gsd_lanes_bg.wasm']);
});
