/**
 * The consent store of the drop-in module beside the peer's and the companion's, on one store: what each writes the others
 * read, and writing at the same time loses nothing (T-70 … T-79, TB-7, TB-8).
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { companion } from './companion.mjs';

const require = createRequire(import.meta.url);
const lanes = require('../../pkg');
const rules = require('../../pkg/rules.cjs');
const MODULES = { ours: require.resolve('../../pkg/compat/capability-consent.cjs'), peer: require.resolve('@opengsd/gsd-core/gsd-core/bin/lib/capability-consent.cjs') };
const ours = require(MODULES.ours);
const peer = require(MODULES.peer);
const both = [['the peer', peer], ['ours', ours]];
const writer = fileURLToPath(new URL('consent-writer.mjs', import.meta.url));

let gsdLane;
before(() => {
  gsdLane = companion();
}, { timeout: 900_000 });

/** A home that is gone after the test. */
function homeOf(t) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'gsd-lanes-consent-')));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

const storeOf = (home) => join(home, '.gsd/consent.json');
const lockOf = (home) => join(home, '.gsd/.consent.lock');
const record = (home, id, more) => ({ gsdHome: home, projectRoot: '/srv/shop', id, integrity: 'sha512-I', disclosureSignature: '[[],[],[]]', contentHash: `sha512-${id}`, ...more });
const withoutTimes = (text) => text.replaceAll(/"consentedAt": "[^"]*"/g, '"consentedAt": ""');
const left = (home) => readdirSync(join(home, '.gsd')).sort();

/** A project with an installed lane, for the companion to agree to. */
function project(home, name, id) {
  const folder = join(home, name);
  mkdirSync(join(folder, '.planning'), { recursive: true });
  mkdirSync(join(folder, '.gsd/capabilities', id), { recursive: true });
  const manifest = JSON.parse(readFileSync(new URL('../../capabilities/qwen/capability.json', import.meta.url), 'utf8'));
  Object.assign(manifest, { id, role: 'reviewer' });
  for (const other of ['config', 'runtime']) delete manifest[other];
  Object.assign(manifest.reviewer, { slug: id, flags: [`--${id}`], reviewsSection: id });
  writeFileSync(join(folder, '.gsd/capabilities', id, 'capability.json'), JSON.stringify(manifest));
  return { folder, id, manifest };
}

const environment = (home) => ({ ...process.env, HOME: home, GSD_HOME: home });
const call = (home, folder, ...args) => execFileSync(gsdLane, ['-C', folder, ...args], { encoding: 'utf8', env: environment(home), stdio: ['ignore', 'pipe', 'pipe'] });
const digestOf = (home, { folder, id }) => JSON.parse(call(home, folder, 'consent', 'show', id, '--json'))[0].digest;

test('both name the same places', (t) => {
  const home = homeOf(t);
  const saved = process.env.GSD_HOME;
  process.env.GSD_HOME = join(home, 'elsewhere');
  t.after(() => (saved === undefined ? delete process.env.GSD_HOME : (process.env.GSD_HOME = saved)));
  for (const given of [home, '', undefined]) {
    assert.equal(ours.consentStorePath(given), peer.consentStorePath(given));
    assert.equal(ours.consentLockPath(given), peer.consentLockPath(given));
  }
});

test('the same calls make the same store, byte for byte', (t) => {
  const texts = both.map(([, module]) => {
    const home = homeOf(t);
    module.recordProjectConsent(record(home, 'acme'));
    module.recordProjectConsent(record(home, 'bolt', { reviewerHost: 'http://h' }));
    module.recordProjectConsent(record(home, 'acme', { contentHash: 'sha512-second' }));
    module.recordProjectConsent(record(home, 'bolt', { projectRoot: '/srv/./other/' }));
    module.revokeProjectConsent(record(home, 'none'));
    module.recordProjectConsent(record(home, 'gone'));
    module.revokeProjectConsent(record(home, 'gone'));
    assert.deepEqual(left(home), ['consent.json'], 'neither lock nor temporary file is left');
    return withoutTimes(readFileSync(storeOf(home), 'utf8'));
  });
  assert.equal(texts[1], texts[0]);
});

test('what each writes, each reads', (t) => {
  const home = homeOf(t);
  const placed = project(home, 'shop', 'lane');
  peer.recordProjectConsent(record(home, 'theirs', { reviewerHost: 'http://h' }));
  ours.recordProjectConsent(record(home, 'own', { reviewerHost: 'http://o' }));
  call(home, placed.folder, 'consent', 'grant', 'lane', '--digest', digestOf(home, placed));
  const [theirs, own] = both.map(([, module]) => module.readConsentStore(home));
  assert.deepEqual(own, JSON.parse(JSON.stringify(theirs)));
  assert.equal(Object.keys(own.records).length, 3);
  for (const [who, module] of both) {
    for (const id of ['theirs', 'own']) {
      assert.equal(module.hasProjectConsent(record(home, id)), true, `${who} reads ${id}`);
      assert.equal(module.hasProjectConsent(record(home, id, { contentHash: 'sha512-other' })), false);
      assert.equal(module.readConsentedReviewerHost(record(home, id)), `http://${id[0] === 't' ? 'h' : 'o'}`);
    }
    const contentHash = module.bundleContentHash(join(placed.folder, '.gsd/capabilities/lane'));
    assert.equal(module.hasProjectConsent({ gsdHome: home, projectRoot: placed.folder, id: 'lane', contentHash }), true, `${who} reads what the companion wrote`);
  }
  // And takes it back.
  ours.revokeProjectConsent(record(home, 'theirs'));
  peer.revokeProjectConsent(record(home, 'own'));
  ours.revokeProjectConsent({ gsdHome: home, projectRoot: placed.folder, id: 'lane' });
  assert.deepEqual(JSON.parse(readFileSync(storeOf(home), 'utf8')), { version: '1', records: {} });
  assert.equal(JSON.parse(call(home, placed.folder, 'consent', 'show', 'lane', '--json'))[0].agreement !== 'given', true);
});

test('a store is private, and one that is not understood is left alone (TB-7, TB-8)', (t) => {
  const home = homeOf(t);
  ours.recordProjectConsent(record(home, 'acme'));
  if (process.platform !== 'win32') assert.equal(statSync(storeOf(home)).mode & 0o777, 0o600);
  for (const content of ['{', '[]', '{"version":"2","records":{}}', Buffer.from([0xff]), ' '.repeat((8 << 20) + 1)]) {
    writeFileSync(storeOf(home), content);
    assert.throws(() => ours.recordProjectConsent(record(home, 'bolt')), /is left as it is/);
    assert.throws(() => ours.revokeProjectConsent(record(home, 'acme')), /is left as it is/);
    assert.deepEqual(readFileSync(storeOf(home)), Buffer.from(content));
    assert.equal(ours.hasProjectConsent(record(home, 'acme')), false);
  }
  assert.deepEqual(left(home), ['consent.json']);
});

test('a full store takes no new pair, but a new record of an old one (T-76)', (t) => {
  const home = homeOf(t);
  mkdirSync(join(home, '.gsd'));
  const records = Object.fromEntries(Array.from({ length: 4096 }, (_, number) => {
    const id = `cap-${number}`;
    return [JSON.stringify({ r: '/srv/shop', i: id }), { projectRoot: '/srv/shop', id, scope: 'project', integrity: '', disclosureSignature: '', contentHash: 'sha512-old', consentedAt: 'x' }];
  }));
  writeFileSync(storeOf(home), JSON.stringify({ version: '1', records }));
  for (const [who, module] of both) {
    assert.throws(() => module.recordProjectConsent(record(home, 'one-more')), who);
    module.recordProjectConsent(record(home, 'cap-7'));
    assert.equal(module.hasProjectConsent(record(home, 'cap-7')), true, who);
  }
});

// --- the lock ---------------------------------------------------------------------------------------

const lockBody = (more) => JSON.stringify({ token: '1-1-0', pid: process.pid, hostname: hostname(), startTime: null, ts: Date.now(), ...more });

test('a lock that another process holds is waited for, and nothing is written without it (T-79)', (t) => {
  const home = homeOf(t);
  mkdirSync(join(home, '.gsd'));
  writeFileSync(lockOf(home), lockBody({ pid: 1 }));
  const begun = process.hrtime.bigint();
  assert.throws(() => ours.recordProjectConsent(record(home, 'acme')), /held by process 1 on .*nothing is written without it/);
  assert.ok(process.hrtime.bigint() - begun >= 49n * 25n * 1_000_000n, 'fifty attempts, 25 ms apart at least');
  assert.equal(existsSync(storeOf(home)), false);
  assert.ok(existsSync(lockOf(home)));
});

test('a lock that a process left behind is taken, as the peer takes it (T-79)', (t) => {
  const old = Date.now() - 61_000;
  const probes = (alive, startTime) => ({ isPidAlive: () => alive, getProcessStartTime: () => startTime });
  const cases = [
    ['of a process that has ended', lockBody({ ts: old }), probes(false, null), true],
    ['of a process that another one has the number of', lockBody({ ts: old, startTime: '5' }), probes(true, '6'), true],
    ['of a machine that is not this one', lockBody({ ts: Date.now() - 601_000, hostname: 'elsewhere' }), probes(true, null), true],
    ['that is garbage and old', 'x', probes(true, null), true, (Date.now() - 601_000) / 1000],
  ];
  for (const [what, body, probe, isTaken, time] of cases) {
    for (const [who, module] of both) {
      const home = homeOf(t);
      mkdirSync(join(home, '.gsd'));
      writeFileSync(lockOf(home), body);
      if (time !== undefined) utimesSync(lockOf(home), time, time);
      module._setLockProbes(probe);
      try {
        module.recordProjectConsent(record(home, 'acme'));
      } finally {
        module._resetLockProbes();
      }
      assert.equal(module.hasProjectConsent(record(home, 'acme')), isTaken, `${who}: a lock ${what}`);
      assert.deepEqual(left(home), ['consent.json'], `${who}: a lock ${what}`);
    }
  }
});

test('an old folder in the place of the lock is put out of the way, and stays whole', (t) => {
  for (const [who, module] of both) {
    const home = homeOf(t);
    mkdirSync(lockOf(home), { recursive: true });
    writeFileSync(join(lockOf(home), 'mine'), '');
    const time = (Date.now() - 601_000) / 1000;
    utimesSync(lockOf(home), time, time);
    module.recordProjectConsent(record(home, 'acme'));
    assert.ok(module.hasProjectConsent(record(home, 'acme')), who);
    const [aside, ...others] = left(home);
    assert.deepEqual([others, readdirSync(join(home, '.gsd', aside))], [['consent.json'], ['mine']], who);
  }
});

// --- at the same time -------------------------------------------------------------------------------

/** Starts a writer; its promise has the numbers of the records that it made. */
function write(module, home, name, count) {
  const child = spawn(process.execPath, [writer, MODULES[module], home, name, `${count}`], { env: environment(home), stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '', err = '';
  child.stdout.on('data', (text) => (out += text));
  child.stderr.on('data', (text) => (err += text));
  const done = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, err, made: out.split('\n').slice(0, -1).map(Number) })));
  return { child, done };
}

/** Whether the store holds everything that a writer made and did not take back. */
function holds(home, name, made, module = ours) {
  for (const number of made) {
    const has = module.hasProjectConsent({ gsdHome: home, projectRoot: `/srv/${name}`, id: `cap-${number}`, contentHash: `sha512-${name}-${number}` });
    assert.equal(has, number % 3 !== 2, `${name}, record ${number}`);
  }
}

/** Reads the store all the time: it must never be torn. Answers how to stop; that gives the number of readings. */
function watch(t, home) {
  let readings = 0, isOver = false, fault;
  t.after(() => (isOver = true));
  const look = () => {
    if (isOver || fault) return;
    try {
      const text = readFileSync(storeOf(home), 'utf8');
      const { problem } = rules.consentRecords(text);
      assert.equal(problem, null, text);
      JSON.parse(text);
      readings++;
    } catch (error) {
      if (error.code !== 'ENOENT') fault = error;
    }
    setTimeout(look, 2);
  };
  look();
  return () => {
    isOver = true;
    if (fault) throw fault;
    return readings;
  };
}

test('processes of the peer, of ours and of the companion write at the same time: nothing is lost, nothing is torn', { timeout: 120_000 }, async (t) => {
  const home = homeOf(t);
  const COUNT = 12;
  const places = Array.from({ length: 6 }, (_, number) => project(home, `project-${number}`, 'lane'));
  const digest = digestOf(home, places[0]);
  const stop = watch(t, home);
  const writers = ['peer', 'ours', 'peer', 'ours'].map((module, number) => ({ name: `${module}-${number}`, ...write(module, home, `${module}-${number}`, COUNT) }));
  const grants = places.map(({ folder }) => new Promise((resolve) => {
    const child = spawn(gsdLane, ['-C', folder, 'consent', 'grant', 'lane', '--digest', digest], { env: environment(home), stdio: ['ignore', 'ignore', 'pipe'] });
    let err = '';
    child.stderr.on('data', (text) => (err += text));
    child.on('close', (code) => resolve({ code, err }));
  }));
  for (const { name, done } of writers) {
    const { code, err, made } = await done;
    // Who waits too long for the lock says so and has made nothing of it; what was made is there.
    assert.ok(code === 0 || /lock/i.test(err), `${name}: ${err}`);
    assert.ok(made.length > 0, `${name} made something: ${err}`);
    for (const [, module] of both) holds(home, name, made, module);
  }
  for (const [number, granted] of (await Promise.all(grants)).entries()) {
    assert.ok(granted.code === 0 || /lock/i.test(granted.err), granted.err);
    const { folder } = places[number];
    const contentHash = ours.bundleContentHash(join(folder, '.gsd/capabilities/lane'));
    for (const [, module] of both) assert.equal(module.hasProjectConsent({ gsdHome: home, projectRoot: folder, id: 'lane', contentHash }), granted.code === 0);
  }
  t.diagnostic(`${stop()} readings between`);
  assert.deepEqual(left(home).filter((name) => /tmp|stolen|lock$/.test(name)), []);
});

test('a writer that is killed tears nothing and loses nothing that it said it made', { timeout: 120_000 }, async (t) => {
  const home = homeOf(t);
  const stop = watch(t, home);
  const promised = [];
  for (let round = 0; round < 12; round++) {
    const name = `round-${round}`;
    const { child, done } = write(round % 2 ? 'peer' : 'ours', home, name, 500);
    await Promise.race([done, new Promise((resolve) => child.stdout.once('data', resolve))]);
    await new Promise((resolve) => setTimeout(resolve, 5 + round * 3));
    child.kill('SIGKILL');
    const { made } = await done;
    // Lets twenty minutes pass for the lock that it may have left: ten are due if it died before it wrote its name there (T-79).
    if (existsSync(lockOf(home))) {
      const body = JSON.parse(readFileSync(lockOf(home), 'utf8') || '{}');
      writeFileSync(lockOf(home), JSON.stringify({ ...body, ts: Date.now() - 1_200_000 }));
      const long = (Date.now() - 1_200_000) / 1000;
      utimesSync(lockOf(home), long, long);
    }
    promised.push([name, made]);
    // Of the last one said nothing: it may be there or not, and it may have been taken back or not.
    for (const [who, numbers] of promised) holds(home, who, numbers);
  }
  ours.recordProjectConsent(record(home, 'after-all-of-them'));
  assert.equal(peer.hasProjectConsent(record(home, 'after-all-of-them')), true);
  assert.ok(stop() > 0);
});

test('the companion and ours agree on what its own store says', (t) => {
  const home = homeOf(t);
  const place = project(home, 'shop', 'other');
  const user = project(home, '.', 'lane');
  call(home, place.folder, 'consent', 'grant', 'lane', '--digest', digestOf(home, { folder: place.folder, id: 'lane' }));
  const text = readFileSync(join(home, '.gsd/lane-consent.json'), 'utf8');
  const { digest, contentHash, reviewerHost } = rules.laneConsent(text, { id: 'lane' });
  assert.deepEqual([digest, contentHash, reviewerHost], [lanes.digest(user.manifest), ours.bundleContentHash(join(home, '.gsd/capabilities/lane')), null]);
});
