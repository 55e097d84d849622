// Findings for programs that show them beside the source: annotations and SARIF.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { library, inFolder, require, root, run, snapshot, spanOf, world } from './cli-support.mjs';

const Ajv = require('ajv');
const addFormats = require('ajv-formats');

const error = (span, more = {}) => ({ code: 'some-code', severity: 'error', rule: 'R-1', path: '/a', field: 'a', message: 'something is wrong', ...(span && { span }), ...more });

/** The published schema is of draft 4; of what changed since it uses only the name of `$id`. */
function sarifSchema() {
  const { id, $schema, ...schema } = JSON.parse(readFileSync(join(root, 'tests/data/cli/sarif/sarif-2.1.0-rtm.5.json'), 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats(ajv);
  return ajv.compile({ $id: id, ...schema });
}
const schema = sarifSchema();

function sarif(text) {
  const log = JSON.parse(text);
  assert.ok(schema(log), JSON.stringify(schema.errors));
  return log.runs[0];
}

test('an annotation names file, lines, columns of one line, and the code', async (t) => {
  const text = '{\n  "a": 1,\n  "b": {\n  }\n}\n';
  const found = [
    error(spanOf(text, '"a"'), { help: 'do this' }),
    error(spanOf(text, '{\n  }'), { severity: 'warning' }),
    error(undefined, { path: '/reviewer/slug' }),
    error(undefined, { path: '' }),
  ];
  snapshot('github', await inFolder(t, { 'a.json': text }, ['check', '--format', 'github', 'a.json', 'missing'], { api: library(() => found) }));
  const stdin = await inFolder(t, {}, ['check', '--format', 'github', '-'], { api: library(() => [error()]), input: '{}' });
  assert.match(stdin.out, /^::error title=some-code::something is wrong%0Aat \/a\n/);
});

test('nothing in an annotation ends it or starts another', async (t) => {
  const name = '50%,a:b\r\n\u001b::error::.json';
  const hostile = '100%\r\n::error::x,y:z\u202e';
  const { out } = await inFolder(t, { [name]: '{}' }, ['check', '--format', 'github', name], { api: library(() => [error(spanOf('{}', '{'), { message: hostile, help: hostile })]) });
  const said = '100%25%0D%0A::error::x,y:z\\u{202e}';
  assert.deepEqual(out.split('\n'), [
    `::error file=50%25%2Ca%3Ab%0D%0A\\u{1b}%3A%3Aerror%3A%3A.json,line=1,col=1,endLine=1,endColumn=2,title=some-code::${said}%0Ahelp: ${said}`,
    '1 manifest: 1 invalid; 1 error',
    '',
  ]);
});

test('findings about several manifests', async (t) => {
  const span = spanOf('{ "a": 1 }', '"a"');
  const diagnostics = [error(span, {
    claimants: ['a', 'b'],
    places: [{ manifest: 0, capability: 'a', path: '/a', span }, { manifest: 1, capability: 'b', path: '/a', span }],
  }), error(undefined, { path: '' })];
  const api = library(() => [], { diagnostics });
  const files = { 'a.json': '{ "a": 1 }', 'b.json': '{ "a": 1 }' };
  snapshot('github-across', await inFolder(t, files, ['check', '--format', 'github', 'a.json', 'b.json'], { api }));
  const result = await inFolder(t, files, ['check', '--format', 'sarif', 'a.json', 'b.json'], { api });
  snapshot('sarif-across', result);
  sarif(result.out);
});

test('colliding manifests are shown where they collide, in every format', (t) => {
  const codex = readFileSync(join(root, 'capabilities/codex/capability.json'), 'utf8');
  const folder = world(t, { 'a.json': codex.replace('"id": "codex"', '"id": "acme"'), 'b.json': codex });
  const check = (format) => run(['check', '--format', format, 'a.json', 'b.json'], { cwd: folder });
  snapshot('across-real', check('human'));
  snapshot('across-real-github', check('github'));
  const { results } = sarif(check('sarif').out);
  assert.ok(results.length > 0);
  for (const { locations, relatedLocations } of results) assert.equal(locations.length + relatedLocations.length, 2);
});

test('SARIF of real findings follows the schema and is the same each time', () => {
  for (const args of [['tests/demo-broken'], ['capabilities'], ['tests/demo-broken', 'missing'], [join(root, 'tests/demo-broken')]]) {
    const { out } = run(['check', '--format', 'sarif', ...args]);
    assert.equal(run(['check', '--format', 'sarif', ...args]).out, out);
    const { results, tool: { driver: { rules } }, invocations: [{ executionSuccessful }] } = sarif(out);
    assert.equal(executionSuccessful, !args.includes('missing'));
    assert.deepEqual(rules.map(({ id }) => id), rules.map(({ id }) => id).sort());
    for (const { ruleId, ruleIndex } of results) assert.equal(rules[ruleIndex].id, ruleId);
    const prints = results.map(({ partialFingerprints }) => partialFingerprints['gsdLanes/v1']);
    assert.equal(new Set(prints).size, prints.length);
  }
  assert.deepEqual(sarif(run(['check', '--format', 'sarif', 'capabilities']).out).results, []);
});

test('SARIF of hostile names and texts', async (t) => {
  const hostile = '\u001b[1m\u202e[click](http://x) \ud800';
  const name = 'ä b%#?:\n\u202e.json';
  const text = '{ "a": 1 }';
  const related = [{ path: '/b', message: hostile, span: spanOf(text, '1') }];
  const result = await inFolder(t, { [name]: text, 'sub/x.json': text }, ['check', '--format=sarif', name, './sub/../sub/x.json'], { api: library(() => [error(spanOf(text, '"a"'), { message: hostile, related }), error()]) });
  snapshot('sarif-hostile', result);
  const { results } = sarif(result.out);
  assert.equal(results[0].locations[0].physicalLocation.artifactLocation.uri, encodeURIComponent(name));
  assert.equal(results[2].locations[0].physicalLocation.artifactLocation.uri, 'sub/x.json');
  assert.ok(!result.out.includes(']('));
});

test('fingerprints stay when lines move, and tell findings apart', (t) => {
  const broken = readFileSync(join(root, 'tests/demo-broken/capability.json'), 'utf8');
  const folder = world(t, { 'a.json': broken, 'b.json': `\n\n\n${broken.replaceAll('\n', '\n\n')}` });
  const prints = (file) => sarif(run(['check', '--format', 'sarif', file], { cwd: folder }).out).results.map(({ partialFingerprints }) => Object.values(partialFingerprints).join());
  assert.deepEqual(prints('a.json'), prints('b.json'));
  assert.ok(prints('a.json').length >= 3);
  assert.equal(new Set(prints('a.json')).size, prints('a.json').length);
});
