/** Bundles and consent stores: what the functions take and give, and that the peer reads what we write. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const require = createRequire(import.meta.url);
const lanes = require('../../pkg');
const rules = require('../../pkg/rules.cjs');
const peer = (name) => require(`@opengsd/gsd-core/gsd-core/bin/lib/${name}.cjs`);

const record = { projectRoot: '/srv/shop', id: 'acme', disclosureSignature: '[[],[],[]]', contentHash: 'sha512-A', consentedAt: '2030-01-02T03:04:05.006Z' };

function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'gsd-lanes-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a bundle in memory has the hash of the folder', () => inFolder((folder) => {
  const files = {
    'capability.json': '{"id":"é"}\n', 'hooks/guard.cjs': 'module.exports=1;\n', 'hooks/__pycache__/a.pyc': 'x', 'hooks/__pycache__/b.js': 'y',
    'bin/raw': new Uint8Array([0, 255, 254, 128]), '.git/config': '', 'a/b/c/d': Buffer.from('z'), 'é/😀.md': '1',
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  mkdirSync(join(folder, 'empty'));
  const theirs = peer('capability-consent').bundleContentHash(folder);
  const turned = Object.entries(files).reverse();
  for (const form of [files, turned, new Map(turned), turned.map(([path, content]) => [Buffer.from(path), content])]) {
    assert.equal(lanes.bundleContentHash(form, { dirs: ['empty'] }), theirs);
  }
  assert.notEqual(lanes.bundleContentHash(files), theirs);
}));

test('what is no bundle has no hash, and a reason', () => {
  const big = new Uint8Array((16 << 20) + 1);
  const cases = [
    [{ a: big }, 'too-large'], [{ a: big.subarray(0, 9 << 20), b: big.subarray(0, 9 << 20) }, 'too-large'], [{ '../a': '' }, 'bad-path', '../a'], [{ '': '' }, 'bad-path', ''],
    [{ a: '', 'a/b': '' }, 'clash', undefined], [Object.fromEntries(Array.from({ length: 100_001 }, (_, index) => [`f${index}`, ''])), 'too-many-entries'],
  ];
  for (const [files, problem, path] of cases) {
    const outcome = rules.hashBundle(files);
    assert.equal(outcome.problem, problem);
    if (path !== undefined) assert.equal(outcome.path, path);
    assert.equal(lanes.bundleContentHash(files), null);
  }
  // More than a manifest may have, less than a bundle.
  assert.match(lanes.bundleContentHash({ a: big.subarray(1) }), /^sha512-/);
  for (const files of [undefined, 'x', { a: 5 }, { a: '\ud800' }, [['\ud800', '']], [['a']], [5]]) assert.throws(() => lanes.bundleContentHash(files), TypeError);
  assert.throws(() => lanes.bundleContentHash({}, { dirs: 'a' }), TypeError);
});

test('text in, text out', () => {
  const made = lanes.consentUpsert(null, record);
  assert.deepEqual([made.ok, made.changed], [true, true]);
  assert.deepEqual(lanes.consentLookup(made.text, record), { has: true, reviewerHost: null });
  assert.equal(made.text, `${JSON.stringify(JSON.parse(made.text), null, 2)}\n`);
  const bound = lanes.consentUpsert(Buffer.from(made.text), { ...record, contentHash: 'sha512-B', reviewerHost: 'http://h' });
  assert.deepEqual(lanes.consentLookup(bound.text, record), { has: false, reviewerHost: 'http://h' });
  assert.deepEqual(lanes.consentRemove(bound.text, { projectRoot: '/srv/other', id: 'acme' }), { ok: true, changed: false });
  const gone = lanes.consentRemove(bound.text, { projectRoot: '/srv/./shop/', id: 'acme' });
  assert.deepEqual(JSON.parse(gone.text), { version: '1', records: {} });
  assert.deepEqual(lanes.consentLookup(undefined, record), { has: false, reviewerHost: null });
});

test('a store that is not understood is left alone', () => {
  for (const [store, problem] of [['{', 'not-json'], ['[]', 'not-a-store'], ['{"version":"2","records":{}}', 'other-version'], [new Uint8Array([0xff]), 'unreadable'], [' '.repeat(9 << 20), 'unreadable']]) {
    for (const outcome of [lanes.consentUpsert(store, record), lanes.consentRemove(store, record)]) {
      assert.deepEqual([outcome.ok, outcome.changed, outcome.text, outcome.problem], [false, false, undefined, problem]);
      assert.match(outcome.message, /nothing was written/);
    }
    assert.equal(rules.consentRecords(store).problem, problem);
    assert.equal(lanes.consentLookup(store, record).has, false);
  }
  for (const [change, problem] of [[{ id: 'constructor' }, 'unsafe-id'], [{ id: 5 }, 'unsafe-id'], [{ contentHash: '' }, 'empty-hash'], [{ projectRoot: '' }, 'invalid-record'],
    [{ disclosureSignature: undefined }, 'invalid-record'], [{ scope: 'global' }, 'invalid-record'], [{ reviewerHost: 5 }, 'invalid-record'], [{ integrity: {} }, 'invalid-record']]) {
    assert.equal(lanes.consentUpsert('{', { ...record, ...change }).problem, problem);
  }
  for (const store of [5, {}, [], true]) assert.throws(() => lanes.consentLookup(store, record), TypeError);
  for (const query of [undefined, null, 'x']) assert.throws(() => lanes.consentLookup('', query), TypeError);
});

test('a list shows digests', () => {
  const { text } = lanes.consentUpsert(null, record);
  const { records: [listed], problem } = rules.consentRecords(text);
  assert.equal(problem, null);
  assert.deepEqual(listed, { ...record, scope: 'project', integrity: '', digest: lanes.digest({}) });
});

test('our own store says what was agreed to for the user, and to which host in which project', () => {
  const lane = { id: 'acme', scope: 'global', digest: 'sha256:0', contentHash: 'sha512-A', consentedAt: '2030-01-02T03:04:05.006Z', reviewerHost: 'http://h' };
  const host = { projectRoot: '/srv/shop', id: 'ollama', scope: 'project', consentedAt: '2030-01-02T03:04:05.006Z', reviewerHost: 'http://x' };
  const store = JSON.stringify({ version: '1', records: { a: { ...lane, digest: 'sha256:1' }, b: lane, c: host, d: { ...lane, id: 'bare', reviewerHost: undefined }, e: { ...lane, id: 'broken', digest: 5 } } });
  const { scope, id, ...told } = lane;
  assert.deepEqual(rules.laneConsent(store, { id: 'acme' }), told, 'the later of two');
  assert.deepEqual(rules.laneConsent(store, { id: 'bare' }).reviewerHost, null);
  assert.deepEqual(rules.laneConsent(store, { id: 'ollama', projectRoot: '/srv/./shop/' }), { consentedAt: host.consentedAt, reviewerHost: 'http://x' });
  for (const query of [{ id: 'ollama' }, { id: 'acme', projectRoot: '/srv/shop' }, { id: 'ollama', projectRoot: '/srv' }, { id: 'broken' }, {}]) assert.equal(rules.laneConsent(store, query), null);
  for (const unread of [undefined, '', '{', new Uint8Array([0xff])]) assert.equal(rules.laneConsent(unread, { id: 'acme' }), null);
});

test('the peer reads what we write, and we what it writes', () => inFolder((home) => inFolder((project) => {
  const consent = peer('capability-consent');
  const before = process.env.GSD_HOME;
  process.env.GSD_HOME = home;
  try {
    const path = consent.consentStorePath();
    const disk = {
      isDirectory: (it) => existsSync(it) && statSync(it).isDirectory(), exists: existsSync,
      read: (it) => (existsSync(it) ? readFileSync(it, 'utf8') : null), realPath: (it) => it,
    };
    const projectRoot = rules.consentRoot(project, homedir(), disk);
    assert.equal(projectRoot, peer('project-root').findProjectRoot(project));
    consent.recordProjectConsent({ projectRoot, id: 'theirs', integrity: '', disclosureSignature: '[[],[],[]]', contentHash: 'sha512-A', reviewerHost: 'http://h' });
    const theirs = readFileSync(path, 'utf8');
    assert.deepEqual(lanes.consentLookup(theirs, { projectRoot, id: 'theirs', contentHash: 'sha512-A' }), { has: true, reviewerHost: 'http://h' });
    // What we make of it differs by nothing but our own record.
    const { text } = lanes.consentUpsert(theirs, { ...record, projectRoot, id: 'ours' });
    assert.equal(lanes.consentRemove(text, { projectRoot, id: 'ours' }).text, theirs);
    writeFileSync(path, text);
    assert.equal(consent.hasProjectConsent({ projectRoot, id: 'ours', contentHash: 'sha512-A' }), true);
    assert.equal(consent.hasProjectConsent({ projectRoot, id: 'theirs', contentHash: 'sha512-A' }), true);
    consent.revokeProjectConsent({ projectRoot, id: 'ours' });
    assert.equal(readFileSync(path, 'utf8'), theirs);
  } finally {
    if (before === undefined) delete process.env.GSD_HOME;
    else process.env.GSD_HOME = before;
  }
})));

test('the peer’s lock is understood', () => inFolder((folder) => {
  const { acquireLock, releaseLock, getProcessStartTime } = peer('capability-lock');
  const path = join(folder, 'x.lock');
  const lock = acquireLock(path, {});
  const body = readFileSync(path, 'utf8');
  const holder = rules.lockHolder({ body });
  assert.deepEqual([holder.token, holder.pid, holder.startTime], [lock.token, process.pid, getProcessStartTime(process.pid)]);
  const facts = { body, mtime: holder.ts, now: holder.ts + 120_000, hostname: holder.hostname, isAlive: true, startTime: holder.startTime };
  assert.equal(rules.lockDecision(facts), 'wait');
  assert.equal(rules.lockDecision({ ...facts, isAlive: false }), 'steal');
  assert.equal(rules.lockDecision({ ...facts, body: null, mtime: holder.ts }), 'wait');
  assert.equal(rules.lockDecision({ ...facts, body: null, mtime: holder.ts - 600_000 }), 'steal');
  assert.equal(rules.lockHolder({ body: '{' }), null);
  releaseLock(lock);
}));

test('a disk is asked for what is needed and no more', () => {
  const asked = [];
  const disk = (answers) => Object.fromEntries(['isDirectory', 'exists', 'read', 'realPath'].map((question) => [question, (path) => {
    asked.push(`${question} ${path}`);
    return answers[`${question} ${path}`] ?? false;
  }]));
  assert.equal(rules.consentRoot('/w/a', '/home/u', disk({ 'isDirectory /w/a/.planning': true, 'realPath /w/a': '/real' })), '/real');
  assert.deepEqual(asked, ['isDirectory /w/a/.planning', 'realPath /w/a']);
  // An answer that is far too long is none.
  assert.equal(rules.consentRoot('/w/a', '/home/u', disk({ 'isDirectory /w/.planning': true, 'read /w/.planning/config.json': 'x'.repeat(20 << 20) })), '/w');
  assert.throws(() => rules.consentRoot('/w', '/h', {}), TypeError);
  assert.throws(() => rules.consentRoot('/w', '/h', disk({}).read), TypeError);
});

test('consent quotes what lies ready', () => {
  const staged = { signature: '[[],[],[]]', contentHash: 'sha512-A' };
  const code = rules.consentCode(staged);
  assert.match(code, /^sha256:[0-9a-f]{64}$/);
  assert.equal(rules.consentCode({ ...staged, reviewerHost: null }), code);
  for (const other of [{ signature: '' }, { contentHash: 'sha512-B' }, { reviewerHost: 'http://h' }]) assert.notEqual(rules.consentCode({ ...staged, ...other }), code);
});

test('everything works where there is no Node', () => {
  const script = `import { bundleContentHash, consentUpsert, selectReviewers, applyPromptBudget } from ${JSON.stringify(new URL('../../pkg/browser.mjs', import.meta.url).href)};
    const { text } = consentUpsert(null, ${JSON.stringify(record)});
    console.log(bundleContentHash({ a: new Uint8Array([1]) }).length, text.length > 9, selectReviewers({ detected: ['É'] }).selected[0],
      applyPromptBudget({ sections: { instructions: 'é', roadmap: '', plans: [] } }).prompt.length);`;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  assert.equal(out, '95 true é 27\n');
});
