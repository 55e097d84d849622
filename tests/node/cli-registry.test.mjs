// Generated registries, overlays beside them, and parity.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bin, cli, require, root, run, snapshot, world } from './cli-support.mjs';

const rules = require(join(root, 'pkg/rules.cjs'));
const { write, read } = cli('registry/text.cjs');
const { differences } = cli('registry/difference.cjs');

const ids = readdirSync(join(root, 'capabilities')).sort();
const manifests = ids.map((id) => JSON.parse(readFileSync(join(root, `capabilities/${id}/capability.json`), 'utf8')));

function copy(t) {
  const folder = world(t);
  cpSync(join(root, 'capabilities'), join(folder, 'capabilities'), { recursive: true });
  cpSync(join(root, 'tests/data/cli/overlays'), join(folder, 'overlays'), { recursive: true });
  const at = (name) => join(folder, name);
  const edit = (name, change) => writeFileSync(at(name), change(readFileSync(at(name), 'utf8')));
  return { folder, at, edit, lanes: (...args) => run(args, { cwd: folder }) };
}

test('the registry is what the library builds, whatever the order of folders', (t) => {
  const { at, lanes } = copy(t);
  const { code, out, err } = lanes('registry', 'capabilities');
  assert.deepEqual([code, err], [0, '']);
  assert.deepEqual(JSON.parse(out), rules.buildRegistry({ capabilities: manifests }));
  mkdirSync(at('other'));
  for (const id of [...ids].reverse()) renameSync(at(`capabilities/${id}`), at(`other/${id}`));
  assert.equal(lanes('registry', 'other').out, out);
});

test('CommonJS holds the same and the closure', (t) => {
  const { at, lanes } = copy(t);
  assert.deepEqual(lanes('registry', '--output', 'r.cjs', 'capabilities'), { code: 0, out: 'r.cjs: written\n', err: '' });
  lanes('registry', '--output', 'r.json', 'capabilities');
  const { requiresClosure, ...registry } = require(at('r.cjs'));
  assert.deepEqual(registry, JSON.parse(readFileSync(at('r.json'), 'utf8')));
  for (const id of [...ids, 'constructor', '__proto__', 'unknown']) assert.deepEqual([...requiresClosure(id)], []);
});

test('the closure in the text is the library’s', (t) => {
  const { at } = copy(t);
  const capabilities = [['a', 'b', 'c'], ['b', 'a'], ['c', 'missing'], ['d', 'd'], ['e', 'd', 'constructor']].map(([id, ...requires]) => ({ ...manifests[0], id, requires }));
  writeFileSync(at('r.cjs'), write({ capabilities: Object.fromEntries(capabilities.map((manifest) => [manifest.id, manifest])) }, 'cjs'));
  const names = ['a', 'b', 'c', 'd', 'e', 'missing', 'toString'];
  const { requiresClosure } = require(at('r.cjs'));
  assert.deepEqual(Object.fromEntries(names.map((id) => [id, [...requiresClosure(id)].sort()])), rules.requiresClosure({ capabilities, ids: names }));
});

test('keys and texts that mean something to JavaScript stay data', (t) => {
  const { at } = copy(t);
  const hostile = JSON.parse('{"__proto__":{"x":1},"a":[{"__proto__":"__proto__\\": \\n\\u2028`${x}"}],"constructor":1}');
  writeFileSync(at('r.cjs'), write(hostile, 'cjs').replace('{ ...registry, requiresClosure }', 'registry'));
  assert.equal(JSON.stringify(require(at('r.cjs'))), JSON.stringify(hostile));
  writeFileSync(at('s.cjs'), write(hostile, 'cjs'));
  assert.equal(JSON.stringify(read(at('s.cjs')).value), JSON.stringify(hostile));
});

test('--check tells a stale file from a fresh one, and how they differ, without running it', (t) => {
  const { at, lanes, edit } = copy(t);
  for (const file of ['r.cjs', 'r.json']) {
    lanes('registry', '--output', file, 'capabilities');
    assert.deepEqual(lanes('registry', '--check', file, 'capabilities'), { code: 0, out: `${file}: up to date\n`, err: '' });
    edit(file, (text) => `\ufeff${text.replaceAll('\n', '\r\n')}`);
    assert.equal(lanes('registry', '--check', file, 'capabilities').code, 0);
  }
  edit('capabilities/codex/capability.json', (text) => text.replace(/"title": ".*"/, '"title": "Kodex"'));
  rmSync(at('capabilities/qwen'), { recursive: true });
  snapshot('registry-stale', lanes('registry', '--check', 'r.json', 'capabilities'));
  snapshot('registry-stale-cjs', lanes('registry', '--check', 'r.cjs', 'capabilities'));
  writeFileSync(at('evil.cjs'), 'require("fs").writeFileSync("ran", "")');
  assert.deepEqual(lanes('registry', '--check', 'evil.cjs', 'capabilities'), { code: 1, out: 'it was not written by gsd-lanes registry\nevil.cjs: stale\n', err: '' });
  assert.ok(!readdirSync(at('.')).includes('ran'));
  assert.equal(lanes('registry', '--check', 'missing.json', 'capabilities').code, 2);
});

test('differences are told by pointer, order included', () => {
  const plain = { removed: (text) => text, added: (text) => text };
  assert.deepEqual(differences({ a: [1, { 'b/~': 2 }], c: null }, { a: [1, { 'b/~': 3 }, 4], d: '\u202e' }, plain), [
    '- /a/1/b~1~0: 2', '+ /a/1/b~1~0: 3', '+ /a/2: 4', '- /c: null', '+ /d: "\\u202e"',
  ]);
  assert.deepEqual(differences({ a: 1, b: 2 }, { b: 2, a: 1 }, plain), ['-  (order): ["a","b"]', '+  (order): ["b","a"]']);
  assert.equal(differences(Array(100).fill(0), Array(100).fill(1), plain).length, 41);
});

test('warnings go to standard error and change nothing; broken rules end it', (t) => {
  const { at, lanes, edit } = copy(t);
  const before = lanes('registry', 'capabilities');
  edit('capabilities/codex/capability.json', (text) => text.replace('"flags"', '"flagz": 1,\n    "flags"'));
  const warned = lanes('registry', 'capabilities');
  assert.equal(warned.code, 0);
  assert.match(warned.err, /^gsd-lanes: capabilities\/codex\/capability\.json:\d+:\d+: warning\[unknown-reviewer-field\]: .*flagz.*\n$/);
  assert.equal(JSON.parse(warned.out).capabilities.codex.reviewer.flagz, 1);
  edit('capabilities/codex/capability.json', (text) => text.replace('"--codex"', '"--qwen"'));
  const clash = lanes('registry', '--output', 'r.json', 'capabilities');
  assert.equal(clash.code, 1);
  assert.match(clash.err, /error\[lane-flag-taken\]: the lane flag `--qwen` is claimed by `codex` and `qwen`/);
  assert.ok(!readdirSync(at('.')).includes('r.json'));
  writeFileSync(at('capabilities/codex/capability.json'), '{');
  assert.equal(lanes('registry', 'capabilities').code, 1);
  assert.equal(lanes('registry', 'nowhere').code, 2);
  assert.equal(before.code, 0);
  const slice = copy(t);
  slice.edit('capabilities/codex/capability.json', (text) => text.replace(/"default": -1/, '"default": "-1"'));
  const refused = slice.lanes('registry', 'capabilities');
  assert.equal(refused.code, 1);
  assert.match(refused.err, /no registry: a slice of configuration is not one the host can read; see gsd-lanes explain config-slice\n$/);
});

test('what only passes things on is written to, and stays', { skip: process.platform === 'win32' }, (t) => {
  const { at, folder, lanes } = copy(t);
  const { out } = lanes('registry', 'capabilities');
  execFileSync('mkfifo', [at('pipe')]);
  const script = `cat pipe & "${process.execPath}" "${bin}" registry --output pipe capabilities && wait`;
  assert.equal(execFileSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8', timeout: 60_000 }), out);
  assert.ok(lstatSync(at('pipe')).isFIFO());
});

test('of five overlays exactly two are active, and three say why not', (t) => {
  const { at, lanes } = copy(t);
  const listed = lanes('registry', '--overlays', 'overlays', '--host-version', '1.14.0');
  snapshot('overlays', listed);
  assert.equal(listed.out.match(/^active/gm).length, 2);
  assert.equal(listed.out.match(/^inactive/gm).length, 3);
  lanes('registry', '--overlays', 'overlays', '--host-version', '1.14.0', '--output', 'merged.json');
  const merged = JSON.parse(readFileSync(at('merged.json'), 'utf8'));
  assert.deepEqual(Object.keys(merged.capabilities).sort(), [...ids, 'acme', 'bolt'].sort());
  assert.match(lanes('registry', '--overlays', 'overlays', '--host-version', '9.1.0').out, /^active {4}later$/m);
  assert.match(lanes('registry', 'capabilities', '--overlays', 'overlays', '--host-version', '1.14.0').out, /2 overlays active, 3 inactive\n$/);
  assert.equal(lanes('registry', '--overlays', 'nowhere', '--host-version', '1.14.0').code, 2);
  for (const slip of ['latest', '1.14.0.', 'x', '>=1']) {
    const { code, err } = lanes('registry', '--overlays', 'overlays', '--host-version', slip);
    assert.equal(code, 2, slip);
    assert.ok(err.startsWith(`gsd-lanes: --host-version ${slip}: expected a version such as 1.14.0\n`), err);
  }
  for (const fine of ['1.14.0-rc.1', 'v1.14', '1.14.0+x']) assert.equal(lanes('registry', '--overlays', 'overlays', '--host-version', fine).code, 0, fine);
});

const feature = (id, ...paths) => JSON.stringify({
  id, role: 'feature', version: '1.0.0', title: 'T', description: 'D', tier: 'full', requires: [], runtimeCompat: { supported: ['*'], unsupported: [] },
  skills: [], agents: [], config: {}, steps: [], gates: [],
  contributions: paths.map((path) => ({ point: 'plan:pre', into: 'planner', produces: [], consumes: [], fragment: { path } })),
});

test('a path of a bundle may say nothing in between; a bundle that is too large harms no other', (t) => {
  const many = Array.from({ length: 5 }, (_, at) => `part${at}`);
  const large = 'x'.repeat(1 << 22);
  const folder = world(t, {
    'o/dots/capability.json': `\ufeff${feature('dots', './loop//a.md', 'loop/./a.md')}`, 'o/dots/loop/a.md': 'hello',
    'o/fits/capability.json': feature('fits', ...many.slice(1)), ...Object.fromEntries(many.slice(1).map((name) => [`o/fits/${name}`, large])),
    'o/huge/capability.json': feature('huge', ...many), ...Object.fromEntries(many.map((name) => [`o/huge/${name}`, large])),
  });
  const { code, out } = run(['registry', '--overlays', 'o', '--host-version', '1.14.0'], { cwd: folder });
  assert.equal(code, 0);
  assert.match(out, /^active {4}dots\nactive {4}fits\ninactive {2}huge: [^\n]*part4[^\n]*\[fragment\][^]*2 overlays active, 1 inactive\n/);
});

test('a manifest that is there and cannot be read says why', (t) => {
  const folder = world(t, { 'o/folder/capability.json/x': '', 'o/gone/x': '' });
  const { code, out, err } = run(['registry', '--overlays', 'o', '--host-version', '1.14.0'], { cwd: folder });
  assert.deepEqual([code, err], [0, 'gsd-lanes: o/folder/capability.json: is a folder, not a regular file\n']);
  assert.match(out, /^inactive {2}folder: [^\n]*\[manifest-missing\][^]*inactive {2}gone: /);
});

test('files of a bundle count if the manifest names them and they lie inside', (t) => {
  const manifest = feature;
  const folder = world(t, {
    'o/in/capability.json': manifest('in', 'loop/a.md'), 'o/in/loop/a.md': 'hello',
    'o/none/capability.json': manifest('none', 'loop/none.md'), 'o/link/capability.json': manifest('link', 'a.md'), 'outside.md': 'secret',
  });
  symlinkSync('../../outside.md', join(folder, 'o/link/a.md'));
  const { code, out } = run(['registry', '--overlays', 'o', '--host-version', '1.14.0', '--output', 'r.json'], { cwd: folder });
  assert.equal(code, 0);
  assert.match(out, /^active {4}in\n.*inactive {2}link: [^]*\[fragment\][^]*inactive {2}none: [^]*\[fragment\][^]*1 overlay active, 2 inactive\n/);
  const text = readFileSync(join(folder, 'r.json'), 'utf8');
  assert.equal(JSON.parse(text).capabilities.in.contributions[0].fragment.inline, 'hello');
  assert.ok(!text.includes('secret'));
});

test('parity of lanes: manifests, registry, workflow', (t) => {
  const { at, lanes, edit } = copy(t);
  lanes('registry', '--output', 'r.cjs', 'capabilities');
  writeFileSync(at('flow.md'), '<step name="invoke_reviewers">\n</step>\n');
  assert.deepEqual(lanes('parity', '--registry', 'r.cjs', '--workflow', 'flow.md', 'capabilities'), { code: 0, out: '12 lanes: all agree\n', err: '' });
  rmSync(at('capabilities/qwen'), { recursive: true });
  edit('capabilities/codex/capability.json', (text) => text.replace('"slug": "codex"', '"slug": "kodex"'));
  writeFileSync(at('flow.md'), '<step name="invoke_reviewers">\n<!-- reviewer-lane: claude -->\n</step>\n');
  snapshot('parity', lanes('parity', '--registry', 'r.cjs', '--workflow', 'flow.md', 'capabilities'));
  assert.equal(lanes('parity', '--registry', 'flow.md', 'capabilities').code, 2);
  assert.equal(lanes('parity', '--workflow', 'nowhere', 'capabilities').code, 2);
});

test('parity of documents', (t) => {
  const { at, lanes } = copy(t);
  const flags = manifests.flatMap(({ reviewer }) => reviewer.flags);
  writeFileSync(at('good.md'), `Use \`/gsd-review\`.\n\n| Flag |\n|---|\n${flags.map((flag) => `| \`${flag}\` |\n`).join('')}`);
  writeFileSync(at('bad.md'), `Use \`/gsd-review\` [${flags[0]}] [--nobody].\n`);
  writeFileSync(at('other.md'), 'Nothing here.\n');
  assert.equal(lanes('parity', '--docs', 'good.md', 'capabilities').code, 0);
  snapshot('parity-docs', lanes('parity', '--docs', 'bad.md', '--docs', 'other.md', 'capabilities'));
  const { ok, docs } = JSON.parse(lanes('parity', '--format', 'json', '--docs', 'bad.md', 'capabilities').out);
  assert.equal(ok, false);
  assert.deepEqual(docs, rules.docsParity({ descriptor: manifests.map(({ reviewer }) => reviewer), docs: { 'bad.md': readFileSync(at('bad.md'), 'utf8') } }));
});

test('parity over nothing is not agreement', (t) => {
  const { at, lanes } = copy(t);
  rmSync(at('capabilities'), { recursive: true });
  mkdirSync(at('capabilities/plain'), { recursive: true });
  const { reviewer, ...plain } = manifests.find(({ id }) => id === 'codex');
  writeFileSync(at('capabilities/plain/capability.json'), JSON.stringify({ ...plain, id: 'plain', config: {} }));
  assert.equal(lanes('parity', 'capabilities').code, 1);
});
