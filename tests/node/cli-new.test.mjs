// New manifests, from options and from questions: what is written passes check.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { cli, require, root, run, snapshot, world } from './cli-support.mjs';

const library = require(join(root, 'pkg'));

test('what options make passes check without a warning, for both transports', (t) => {
  const folder = world(t);
  const lanes = (...args) => run(args, { cwd: folder });
  const cases = [
    ['a'], ['b', '--binary', 'bee', '--arg=-p', '--arg=-'], ['c', '--prompt', 'argv', '--model-arg=--model'],
    ['d', '--prompt=argv-file-ref', '--evidence', 'diff-only'], ['e', '--prompt=none', '--arg=review'], ['f-1', '--title', 'F "1" é'],
    ['g', '--transport', 'openai-http'], ['h', '--transport=openai-http', '--host', 'https://example.org:8443', '--description', 'H.'],
  ];
  for (const args of cases) {
    assert.deepEqual(lanes('new', ...args), { code: 0, out: `${args[0]}/capability.json: written; see what it would do with gsd-lanes disclose ${args[0]}\n`, err: '' });
    assert.equal(lanes('check', '--deny-warnings', args[0]).code, 0, args.join(' '));
  }
  assert.equal(lanes('check', '--deny-warnings', '.').code, 0);
  const { reviewer } = JSON.parse(readFileSync(join(folder, 'c/capability.json'), 'utf8'));
  assert.deepEqual([reviewer.invoke.args, reviewer.invoke.modelArg, reviewer.modelConfigKey], [['{{model}}', '{{prompt}}'], '--model', 'review.models.c']);
});

test('what would not be valid is not written, and nothing is overwritten', (t) => {
  const folder = world(t);
  const lanes = (...args) => run(args, { cwd: folder });
  for (const args of [['Bad'], ['../x'], ['__proto__'], ['gsd-x'], ['anthropic-x'], ['x', '--binary', './x'], ['x', '--transport', 'openai-http', '--host', 'file:///etc'], ['x', '--title', '\u202e']]) {
    const { code, out, err } = lanes('new', ...args);
    assert.deepEqual([code, out], [1, ''], args.join(' '));
    assert.match(err, /^gsd-lanes: \/\S+: error\[/m);
    assert.doesNotMatch(err, /[^\n\P{C}]/u);
  }
  assert.ok(!existsSync(join(folder, 'x')));
  lanes('new', 'a');
  assert.deepEqual(lanes('new', 'a', '--title', 'Other'), { code: 2, out: '', err: 'gsd-lanes: a/capability.json: exists; not overwritten\n' });
  assert.equal(lanes('new', 'b', '--output', 'a/capability.json').code, 2);
  assert.equal(lanes('new', 'b', '--output', 'a/capability.json/x').code, 2);
  assert.equal(JSON.parse(lanes('new', 'b', '--output', '-').out).id, 'b');
  assert.match(lanes('new').err, /^gsd-lanes: ID is missing\n/);
});

/** A dialogue on a terminal; answers one per line. */
async function dialogue(lines, args = ['--output', '-']) {
  const written = { out: '', err: '' };
  const stream = (name) => ({ write: (text) => (written[name] += text) });
  const code = await cli('main.cjs').main(['new', ...args], {
    stdin: () => Object.assign(Readable.from(lines.map((line) => `${line}\n`)), { isTTY: true }),
    stdout: stream('out'), stderr: stream('err'), env: {}, api: () => library,
  });
  return { code, ...written };
}

const valid = ({ code, out, err }) => {
  assert.equal(code, 0, err);
  assert.deepEqual(library.validateText(out), { valid: true, diagnostics: [] });
  return JSON.parse(out);
};

test('questions on a terminal, asked again until the library agrees', async () => {
  const spawn = await dialogue(['Acme', 'acme', '', '', 'pigeon', '', './acme', '', '', '-p -', '']);
  snapshot('new-questions', spawn);
  assert.deepEqual(valid(spawn).reviewer.invoke.args, ['-p', '-']);
  const http = await dialogue(['mybox', 'My box', '', 'openai-http', 'nonsense', 'http://localhost:9000', 'diff-only']);
  assert.equal(valid(http).reviewer.invoke.defaultHost, 'http://localhost:9000');
});

test('what options tell is not asked', async () => {
  const { code, out, err } = await dialogue(['acme', ''], ['--title=Acme', '--description=A.', '--transport=openai-http', '--host=http://localhost:1', '--output=-']);
  assert.equal(code, 0, err);
  assert.equal(err, 'Name of the lane: What its findings rest on (source-grounded or diff-only) [source-grounded]: ');
  assert.equal(JSON.parse(out).id, 'acme');
});

test('a dialogue that is broken off writes nothing', async () => {
  for (const lines of [[], ['acme'], ['', 'acme']]) {
    const { code, out } = await dialogue(lines);
    assert.deepEqual([code, out], [2, '']);
  }
});
