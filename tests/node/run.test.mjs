/** Runs of lanes over a host of functions: the same decisions, whatever a host does. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

import { worldOf } from './world.mjs';

const require = createRequire(import.meta.url);
const lanes = require('../../pkg/index.cjs');
const rules = require('../../pkg/rules.cjs');

const REVIEW = '- src/a.rs:10 the loop ends one element too early, so the last plan is never checked\n';
const runDir = '/run', repoRoot = '/code/app', prompt = '/run/gsd-review-prompt.md';

function planOf(slug, config = {}) {
  const resolved = lanes.resolveLane({ lane: rules.firstPartyLane({ slug }), config, runDir, repoRoot });
  assert.equal(resolved.ok, true);
  return resolved.plan;
}

const gemini = () => worldOf({ binaries: ['gemini'], files: { [prompt]: 'PLANS' }, spawn: { gemini: { stdout: REVIEW } } });
const ollama = (answer) => worldOf({
  files: { [prompt]: 'PLANS' },
  http: { 'GET http://localhost:11434/v1/models': { ok: true, body: '{"data":[{"id":"m"}]}' }, 'POST http://localhost:11434/v1/chat/completions': answer },
});

/** The same functions, each answering later. */
const later = (host) => Object.fromEntries(Object.entries(host).map(([name, it]) => [
  name, typeof it === 'function' && name !== 'warn' ? async (...args) => { await null; return it(...args); } : it,
]));

test('a run gives the same result at once and with promises', async () => {
  for (const [slug, world] of [['gemini', gemini], ['ollama', () => ollama({ ok: true, status: 200, body: JSON.stringify({ choices: [{ message: { content: REVIEW } }] }) })]]) {
    const [a, b] = [world(), world()];
    const atOnce = lanes.runLaneSync(planOf(slug), a.host, { repoRoot });
    const waited = await lanes.runLane(planOf(slug), later(b.host), { repoRoot });
    assert.equal(atOnce.status, 'reviewed');
    assert.deepEqual(waited, atOnce);
    assert.deepEqual(b.record, a.record);
  }
});

test('runs under way at once do not disturb each other', async () => {
  const worlds = Array.from({ length: 20 }, gemini);
  const results = await Promise.all(worlds.map(({ host }, index) => lanes.runLane(planOf('gemini'), later(host), { repoRoot, identity: `g${index}` })));
  results.forEach(({ status, identity }, index) => assert.deepEqual([status, identity], ['reviewed', `g${index}`]));
});

test('a home directory that cannot be told stops no run', async () => {
  for (const homeDir of [() => { throw new Error('HOME is not set'); }, () => Promise.reject(new Error('HOME is not set')), 7]) {
    for (const run of [lanes.runLaneSync, lanes.runLane]) {
      const { host } = gemini();
      assert.equal((await run(planOf('gemini'), { ...host, homeDir }, { repoRoot })).status, 'reviewed');
    }
  }
  const host = { ...gemini().host, get homeDir() { throw new Error('HOME is not set'); } };
  assert.equal(lanes.runLaneSync(planOf('gemini'), host, { repoRoot }).status, 'reviewed');
});

test('Y-17: an owner that is neither of the two words does not do without consent', () => {
  for (const owner of ['Installed', 'installed ', '', 'first_party', 'third-party']) {
    const { status, reason } = lanes.runLaneSync(planOf('gemini'), gemini().host, { repoRoot, owner });
    assert.deepEqual([owner, status, reason], [owner, 'refused', 'consent-missing']);
  }
  for (const owner of ['first-party', undefined, null]) {
    assert.equal(lanes.runLaneSync(planOf('gemini'), gemini().host, { repoRoot, owner }).status, 'reviewed');
  }
});

test('a host may call back in', () => {
  const { host } = gemini();
  const spawn = host.spawn;
  let inner;
  host.spawn = (request) => {
    inner = lanes.runLaneSync(planOf('gemini'), gemini().host, { repoRoot });
    assert.equal(lanes.validateText('{').valid, false);
    return spawn(request);
  };
  assert.equal(lanes.runLaneSync(planOf('gemini'), host, { repoRoot }).status, 'reviewed');
  assert.equal(inner.status, 'reviewed');
});

test('nothing that a host does makes a run throw', async () => {
  const hostile = [
    () => { throw new Error('no'); },
    () => { throw null; },
    () => { throw Object.assign(new Error('no'), { get code() { throw new Error('no'); } }); },
    () => undefined, () => null, () => 7, () => 1n, () => Symbol('x'), () => [], () => () => 0,
    () => new Proxy({}, { get() { throw new Error('trap'); }, ownKeys() { throw new Error('trap'); } }),
    () => ({ status: NaN, stdout: 5, stderr: {}, errorCode: Symbol('x'), body: [], ok: 'yes' }),
    () => ({ status: 2 ** 40, stdout: '\ud800'.repeat(3) }),
    () => Promise.reject(new Error('later')),
  ];
  const names = ['hasBinary', 'exists', 'read', 'write', 'setAside', 'keepRaw', 'spawn', 'http', 'warn', 'progress'];
  for (const slug of ['gemini', 'opencode', 'antigravity', 'codex', 'ollama']) {
    for (const name of names) {
      for (const [index, answer] of hostile.entries()) {
        const { host } = slug === 'ollama' ? ollama({ ok: true, body: '{}' }) : worldOf({ binaries: ['gemini', 'opencode', 'agy', 'codex'], files: { [prompt]: 'P' } });
        const made = { ...host, [name]: answer };
        const result = await lanes.runLane(planOf(slug), made, { repoRoot });
        assert.notEqual(result.status, 'reviewed', `${slug} ${name} ${index}`);
        assert.notEqual(lanes.runLaneSync(planOf(slug), made, { repoRoot }).status, 'reviewed', `${slug} ${name} ${index} at once`);
      }
    }
  }
  assert.equal(lanes.runLaneSync(planOf('gemini'), gemini().host, { repoRoot }).status, 'reviewed');
});

test('bad arguments are type errors', async () => {
  const { host } = gemini();
  for (const plan of [undefined, null, 'plan', 5]) assert.throws(() => lanes.runLaneSync(plan, host), TypeError);
  for (const bad of [undefined, null, 'host', { spawn: 5 }]) assert.throws(() => lanes.runLaneSync(planOf('gemini'), bad), TypeError);
  await assert.rejects(lanes.runLane(planOf('gemini'), undefined), TypeError);
  assert.throws(() => lanes.runLaneSync(planOf('gemini'), host, { repoRoot: 5 }), TypeError);
});

test('what is no plan is refused, and so is one that leads elsewhere (B-1)', () => {
  const { host, record } = ollama({ ok: true, body: '{}' });
  const plan = planOf('ollama');
  for (const bad of [{}, { ...plan, transport: 'x' }, { ...plan, url: 'http://localhost:11434@evil.example/v1' }, { ...plan, modelsUrl: 'http://evil.example/' }, { ...plan, timeoutMs: 0 }]) {
    const result = lanes.runLaneSync(bad, host, { repoRoot });
    assert.deepEqual([result.ok, result.status], [false, 'refused']);
  }
  assert.deepEqual(record.requests, []);
});

test('an installed lane does nothing before there is an agreement (Y-17)', () => {
  for (const agreement of [undefined, 'missing', 'changed']) {
    const { host, record } = gemini();
    const result = lanes.runLaneSync(planOf('gemini'), host, { repoRoot, owner: 'installed', agreement });
    assert.equal(result.status, 'refused');
    assert.deepEqual(record.spawns, []);
  }
  const { host } = gemini();
  assert.equal(lanes.runLaneSync(planOf('gemini'), host, { repoRoot, owner: 'installed', agreement: 'given' }).status, 'reviewed');
});

test('bytes are texts in UTF-8', async () => {
  const bytes = (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0x0a])]);
  const shown = `${REVIEW}\ufffd\n`;
  for (const made of [bytes, (text) => new Uint8Array(bytes(text)), (text) => Uint8Array.from(bytes(text)).buffer]) {
    const { host, record } = gemini();
    const { spawn, read } = host;
    host.spawn = (request) => ({ ...spawn(request), stdout: made(REVIEW), stderr: made('careful') });
    host.read = (path) => { const text = read(path); return typeof text === 'string' ? Buffer.from(text) : text; };
    delete host.exists;
    assert.equal(lanes.runLaneSync(planOf('gemini'), host, { repoRoot }).status, 'reviewed');
    assert.ok(record.files['/run/gsd-review-gemini.md'].endsWith(shown));
    assert.equal(record.files['/run/gsd-review-gemini.err'], 'careful\ufffd\n');
    assert.equal(record.spawns.at(-1).stdin, 'PLANS');

    const answer = { ok: true, body: Buffer.from(JSON.stringify({ choices: [{ message: { content: REVIEW } }] })) };
    assert.equal((await lanes.runLane(planOf('ollama'), ollama(answer).host, { repoRoot })).status, 'reviewed');
  }
});

test('statuses of Windows and empty error codes are told as they are', () => {
  const told = (outcome) => {
    const { host } = gemini();
    host.spawn = () => outcome;
    const { status, reason, detail } = lanes.runLaneSync(planOf('gemini'), host, { repoRoot });
    return [status, reason, detail];
  };
  assert.deepEqual(told({ status: 0xC0000005 }), ['failed', 'exit-nonzero', 'exit status 3221225477 (0xC0000005)']);
  assert.deepEqual(told({ status: 0, stdout: REVIEW, errorCode: '' }), ['reviewed', null, undefined]);
  assert.deepEqual(told({ status: -0, stdout: REVIEW, errorCode: null }), ['reviewed', null, undefined]);
  assert.deepEqual(told({ status: 3, errorCode: '' }), ['failed', 'exit-nonzero', 'exit status 3']);
});

test('long outputs pass whole', () => {
  const long = `${REVIEW}${'x'.repeat(20 << 20)}\n`;
  const { host, record } = worldOf({ binaries: ['gemini'], files: { [prompt]: 'p'.repeat(10 << 20) }, spawn: { gemini: { stdout: long } } });
  assert.equal(lanes.runLaneSync(planOf('gemini'), host, { repoRoot }).status, 'reviewed');
  assert.equal(record.files['/run/gsd-review-gemini.md'].length, long.length);
  assert.equal(record.spawns.at(-1).stdin.length, 10 << 20);
});

test('ten thousand runs leave nothing behind', () => {
  const plan = planOf('gemini');
  for (let index = 0; index < 10_000; index++) {
    const { host } = gemini();
    if (index % 3 === 0) host.spawn = () => { throw new Error('no'); };
    lanes.runLaneSync(plan, host, { repoRoot });
  }
});
