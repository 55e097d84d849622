// Manifests by the line: order, line numbers, places, memory, readers that go away, and the second pass.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { line } from './cli-generate.mjs';
import { bin, cli, require, root, run, world } from './cli-support.mjs';

const library = require(join(root, 'pkg'));
const { batches } = cli('ndjson/batches.cjs');
const { unwrap } = cli('ndjson/envelope.cjs');
const { judge } = cli('ndjson/judge.cjs');
const { Across } = cli('ndjson/across.cjs');
const LIMIT = 8 * 1024 * 1024;

const many = (count) => Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('');
const results = (out) => out.split('\n').slice(0, -1).map((text) => JSON.parse(text));
const ndjson = (input, ...args) => run(['check', '--ndjson', ...args, '-'], { input });
const bytes = (text) => new TextEncoder().encode(text);

test('one result per line, in the order of input, whatever the number of threads', () => {
  const input = many(3000);
  const one = ndjson(input, '--jobs', '1');
  assert.equal(one.code, 1);
  const found = results(one.out);
  assert.deepEqual(found.map(({ line: number }) => number), Array.from({ length: 3000 }, (_, index) => index + 1));
  assert.deepEqual(found.filter(({ valid }) => !valid).map(({ line: number }) => number), [1001, 1002, 2001, 2002]);
  for (const jobs of ['2', '3']) assert.deepEqual(ndjson(input, '--jobs', jobs), one);
  assert.equal(ndjson(many(1000)).code, 0);
});

test('a result says what check says of the manifest', () => {
  const folders = readdirSync(join(root, 'capabilities')).map((id) => join(root, 'capabilities', id)).concat(join(root, 'tests/demo-broken'));
  const texts = folders.map((folder) => readFileSync(join(folder, 'capability.json'), 'utf8').replaceAll('\n', ' '));
  const found = results(ndjson(texts.map((text) => `${text}\n`).join('')).out);
  texts.forEach((text, index) => {
    const { valid, diagnostics } = library.validateText(text);
    assert.deepEqual(found[index], { path: '-', line: index + 1, id: JSON.parse(text).id, valid, digest: library.digestText(text), diagnostics });
  });
});

test('a wrapped manifest has a source, keeps its text, and places count in the line', () => {
  const text = line(0).replace('"tier":"', '"tier":"no-').replace('{', '{"id":"x",');
  for (const [wrapped, source] of [
    [`{"source":"a/b","manifest":${text}}`, 'a/b'], [` { "manifest" :\t${text} , "source" : "é😀\\"" } \r`, 'é😀"'],
    [`{"manifest":${text}}`, undefined], [`{"source":{"manifest":[1,"}"]},"manifest":${text}}`, undefined], [`{"m\\u0061nifest":1,"manifest":${text}}`, undefined],
  ]) {
    const [result] = results(ndjson(`${wrapped}\n`).out);
    assert.equal(result.source, source);
    const { diagnostics } = library.validateText(text);
    assert.deepEqual(result.diagnostics.map(({ code, path }) => [code, path]), diagnostics.map(({ code, path }) => [code, path]), wrapped);
    assert.ok(diagnostics.some(({ code }) => code === 'duplicate-key'));
    for (const { code, span } of result.diagnostics) {
      const original = diagnostics.find((diagnostic) => diagnostic.code === code).span;
      assert.equal(wrapped.slice(span.start, span.end), text.slice(original.start, original.end));
      assert.equal(span.column, span.start + 1);
    }
  }
  const [marked] = results(ndjson(`\ufeff{"source":"first","manifest":${text}}\n`).out);
  assert.deepEqual([marked.source, marked.id], ['first', JSON.parse(text).id]);
  const folder = JSON.stringify({ folderId: 'other', manifest: JSON.parse(line(0)) });
  assert.equal(results(ndjson(folder).out)[0].valid, false);
  for (const plain of [text, '{"manifest":{}', '{"source":"x"}', '{"manifest":{},"id":"x"}', '[]', 'null', '']) {
    assert.deepEqual(unwrap(bytes(plain)), { text: bytes(plain), before: 0 }, plain);
  }
});

test('broken, blank, strange and endless lines do not stop the others, and keep their numbers', () => {
  const good = line(0);
  const lines = ['{', '', good, '   \t\r', '[]', 'null', '\u0000', `"${'x'.repeat(LIMIT)}`, '['.repeat(100_000), '{"manifest":{', good];
  const found = results(ndjson(lines.join('\n')).out);
  assert.deepEqual(found.map(({ line: number, valid, diagnostics: [first] }) => [number, valid, first?.code]), [
    [1, false, 'invalid-json'], [3, true, undefined], [5, false, 'not-an-object'], [6, false, 'not-an-object'], [7, false, 'invalid-json'],
    [8, false, 'too-large'], [9, false, 'too-deep'], [10, false, 'invalid-json'], [11, true, undefined],
  ]);
  assert.deepEqual(ndjson(''), { code: 0, out: '', err: '' });
  assert.equal(results(ndjson(`\ufeff${good}`).out)[0].valid, true);
});

test('several inputs, some of which cannot be read', (t) => {
  const folder = world(t, { 'a.ndjson': `${line(0)}\n${line(1)}`, 'b.ndjson': line(2), 'sub/x': '' });
  const { code, out, err } = run(['check', '--ndjson', 'a.ndjson', 'missing', 'sub', 'b.ndjson'], { cwd: folder });
  assert.equal(code, 2);
  assert.deepEqual(results(out).map(({ path, line: number }) => `${path}:${number}`), ['a.ndjson:1', 'a.ndjson:2', 'b.ndjson:1']);
  assert.equal(err, 'gsd-lanes: missing: no such file or folder\ngsd-lanes: sub: is a folder, not a file\n');
});

test('--cross tells what is wrong among them, after the results', () => {
  const { code, out } = ndjson(`${many(2003)}${line(5)}\n`, '--cross', '--jobs', '2');
  assert.equal(code, 1);
  const found = results(out);
  assert.equal(found.length - 2004, found.filter(({ across }) => across).length);
  const across = found.slice(2004).map(({ across: { code: name, places } }) => [name, ...places.map(({ line: number }) => number)]);
  assert.ok(across.some(([name, ...lines]) => name === 'lane-flag-taken' && lines.join() === '1003,1000'), JSON.stringify(across));
  assert.ok(across.some(([name, ...lines]) => name === 'id-taken' && lines.join() === '6,2004'));
});

/** What the second pass says of these manifests, in the words of the library. */
function second(manifests, perBatch) {
  const across = new Across();
  for (let from = 0; from < manifests.length; from += perBatch) {
    const memory = bytes(manifests.slice(from, from + perBatch).map((manifest) => `${JSON.stringify(manifest)}\n`).join(''));
    across.add(judge({ memory, length: memory.length, first: from + 1, path: '-' }, { cross: true }, library).claims);
  }
  return across.findings(library);
}

const unplaced = (diagnostics) => diagnostics.map(({ places, span, ...rest }) => ({ ...rest, places: places.map(({ capability, path, pointer = path }) => ({ capability, pointer })) }));

test('the second pass finds what the library finds in the whole set', () => {
  const vectors = JSON.parse(readFileSync(join(root, 'tests/vectors/registry.json'), 'utf8'));
  const sets = vectors.filter(({ fn }) => fn === 'crossValidate' || fn === 'classifyCross').map(({ name, input: { capabilities } }) => [name, capabilities]);
  assert.ok(sets.length > 50, `${sets.length}`);
  const padding = library.firstPartyCapabilities();
  let findings = 0;
  for (const [name, given] of sets) {
    const capabilities = Array.isArray(given) ? given : Object.values(given);
    for (const manifests of [capabilities, [...padding, ...capabilities]]) {
      const expected = library.validateRegistry({ manifests: manifests.map((manifest) => ({ text: JSON.stringify(manifest) })) }).diagnostics;
      findings += expected.length;
      for (const perBatch of [1, 3, 100]) assert.deepEqual(unplaced(second(manifests, perBatch)), unplaced(expected), name);
    }
  }
  assert.ok(findings > 120, `${findings}`);
});

test('so it does for sets that nobody thought of', () => {
  const vectors = JSON.parse(readFileSync(join(root, 'tests/vectors/registry.json'), 'utf8'));
  const all = vectors.filter(({ fn }) => fn === 'crossValidate' || fn === 'buildRegistry').flatMap(({ input: { capabilities } }) => Object.values(capabilities));
  let state = 1;
  const random = (below) => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) % below;
  let findings = 0;
  for (let round = 0; round < 300; round++) {
    const manifests = Array.from({ length: 1 + random(12) }, () => all[random(all.length)]);
    const expected = library.validateRegistry({ manifests: manifests.map((manifest) => ({ text: JSON.stringify(manifest) })) }).diagnostics;
    findings += expected.length;
    assert.deepEqual(unplaced(second(manifests, 1 + random(5))), unplaced(expected), `round ${round}`);
  }
  assert.ok(findings > 500, `${findings}`);
});

test('a reader that goes away ends it quietly, a slow one does not fill memory', async () => {
  const child = spawn(process.execPath, [bin, 'check', '--ndjson', '--jobs', '2', '-'], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => {});
  let err = '';
  child.stderr.on('data', (text) => (err += text));
  let fed = 0;
  const text = many(500);
  const feed = () => {
    while (child.exitCode === null && child.stdin.writable) {
      fed += text.length;
      if (!child.stdin.write(text)) break;
    }
  };
  child.stdin.on('drain', feed);
  feed();
  await once(child.stdout, 'data');
  child.stdout.pause();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const held = fed;
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.ok(fed - held <= text.length && fed < 64 << 20, `${held} ${fed}`);
  child.stdout.destroy();
  const [code] = await once(child, 'exit');
  assert.deepEqual([code, err], [0, '']);
});

test('memory does not grow with the number of manifests', { skip: process.platform !== 'linux' }, async () => {
  const peak = async (count) => {
    const child = spawn(process.execPath, ['-e', `process.on('exit', () => require('node:fs').writeSync(2, String(process.resourceUsage().maxRSS)));
      process.argv.splice(1, 0, 'x'); require(${JSON.stringify(bin)})`, 'check', '--ndjson', '--cross', '--jobs', '2', '-'], { stdio: ['pipe', 'ignore', 'pipe'] });
    let err = '';
    child.stderr.on('data', (text) => (err += text));
    for (let index = 0; index < count; index += 200) {
      const text = Array.from({ length: 200 }, (_, offset) => `${line(index + offset)}\n`).join('');
      if (!child.stdin.write(text)) await once(child.stdin, 'drain');
    }
    child.stdin.end();
    await once(child, 'close');
    return Number(err) / 1024;
  };
  const large = await peak(20_000);
  assert.ok(large > 30 && large < 200, `${large} MiB`);
});

test('batches are whole lines with their numbers, however the chunks fall', async () => {
  const text = 'a\n\nbb\nccc\r\n\ndddd';
  for (let size = 1; size <= text.length + 1; size++) {
    const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, index) => Buffer.from(text.slice(index * size, (index + 1) * size)));
    const seen = [];
    for await (const { memory, length, first } of batches(chunks, (room) => new Uint8Array(room + 7))) {
      const whole = Buffer.from(memory.subarray(0, length)).toString();
      whole.replace(/\n$/, '').split('\n').forEach((part, index) => seen.push([first + index, part]));
    }
    assert.deepEqual(seen, text.split('\n').map((part, index) => [index + 1, part]), `${size}`);
  }
});
