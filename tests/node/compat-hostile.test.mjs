/**
 * Values that may do anything when they are read, through every function of the drop-in modules, beside the peer: what it
 * survives, ours survives.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { goodArguments, placesIn, put } from './compat-arguments.mjs';
import { MODULES } from './compat-support.mjs';
import { hostileValues, liveManifests } from './live-values.mjs';

const require = createRequire(import.meta.url);
const lanes = require('../../pkg');
const ours = (name) => require(`../../pkg/compat/${name}.cjs`);
const peer = (name) => require(`@opengsd/gsd-core/gsd-core/bin/lib/${name}.cjs`);

/**
 * Of the values that are no manifest, those with which the peer comes to an end. Left out are those that it walks without a
 * bound, for minutes or until memory is over: `a graph that unfolds without end` (its signature and validators recur into
 * each branch), `a huge sparse array`, `a huge typed array` and `9 MiB of bytes` (one step for each index, and a key for
 * each), `9 MiB of text` and `a million levels of text` (a text in place of a map of capabilities has an entry for each
 * character). `a proxy with endless keys` it survives, but a hundred thousand keys at each reading are left to
 * `hostile.test.mjs`.
 */
const ENDING = [
  'undefined', 'null', 'a number', 'a string', 'unpaired surrogates', 'a big integer', 'a symbol', 'a function', 'a promise', 'a typed array', 'bytes that are no text', 'a proxy of bytes',
];
/** Those that take their time stand for whole arguments only. */
const LARGE = ['a million levels of objects', 'a million levels of arrays', 'a 9 MiB string inside'];
const cycle = {};
cycle.self = cycle;
const values = {
  ...liveManifests,
  ...Object.fromEntries(ENDING.map((name) => [name === 'unpaired surrogates' ? 'a lone surrogate' : name, hostileValues[name]])),
  ...Object.fromEntries(LARGE.map((name) => [name, hostileValues[name]])),
  true: () => true,
  'an empty text': () => '',
  'an empty object': () => ({}),
  'an empty list': () => [],
  'a list of nothing': () => [undefined, null],
  'a circle': () => cycle,
  'a text object': () => new String('x'),
  'what refuses to become a text': () => ({ toString() { throw new Error('boom'); }, [Symbol.toPrimitive]() { throw new Error('boom'); } }),
  'what cannot be iterated to its end': () => ({ [Symbol.iterator]: () => ({ next() { throw new Error('boom'); } }) }),
  'a function that throws': () => () => { throw new Error('boom'); },
};

let folder;
let cwd;
const environment = {};
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'gsd-lanes-hostile-'));
  for (const name of ['HOME', 'USERPROFILE', 'GSD_HOME']) {
    environment[name] = process.env[name];
    process.env[name] = folder;
  }
  mkdirSync(join(folder, 'bundle'));
  writeFileSync(join(folder, 'bundle/capability.json'), '{}');
  cwd = process.cwd();
  process.chdir(folder);
});
after(() => {
  process.chdir(cwd);
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  rmSync(folder, { recursive: true, force: true });
});

async function outcome(call) {
  try {
    return { value: await call() };
  } catch (error) {
    return { error };
  }
}

/** Names that there is no drop-in for; docs/COMPAT.md says why. */
const ABSENT = new Set(['buildBudgetFragments']);

const MOST_PLACES = 12;

const good = lanes.digestText('{"hooks":[{"event":"e","script":"s"}]}');

for (const module of MODULES) {
  test(`${module}: nothing throws where the peer does not`, async (t) => {
    const [own, theirs] = [ours(module), peer(module)];
    const names = Object.keys(theirs).filter((name) => typeof theirs[name] === 'function' && !ABSENT.has(name));
    const made = goodArguments(folder)[module];
    assert.deepEqual(Object.keys(made).sort(), names.sort(), 'every function has good arguments');
    let calls = 0, thrown = 0;
    const failures = [];
    for (const name of names) {
      const make = made[name];
      const [first, second] = [await outcome(() => theirs[name](...make())), await outcome(() => own[name](...make()))];
      assert.deepEqual([first.error, second.error], [undefined, undefined], `${name}: good arguments`);
      const places = placesIn(make());
      // Where places are many, each has its share of the values.
      const shares = Math.ceil(places.length / MOST_PLACES);
      for (const [place, path] of places.entries()) {
        for (const [turn, [what, value]] of Object.entries(values).entries()) {
          if (LARGE.includes(what) ? path.length > 1 : (place + turn) % shares !== 0) continue;
          const call = (implementation) => outcome(() => implementation[name](...put(make(), path, value())));
          calls++;
          const peerOutcome = await call(theirs);
          if (peerOutcome.error !== undefined) thrown++;
          const ownOutcome = await call(own);
          // A value of nothing may be what is thrown.
          if ('value' in peerOutcome && !('value' in ownOutcome)) failures.push(`${name}, ${path.join('.')} is ${what}: ${ownOutcome.error?.stack ?? ownOutcome.error}`);
        }
      }
      theirs._resetLockProbes?.();
      own._resetLockProbes?.();
      assert.equal(lanes.digestText('{"hooks":[{"event":"e","script":"s"}]}'), good, `after ${name}`);
    }
    assert.deepEqual(failures.slice(0, 20), []);
    t.diagnostic(`${calls} calls; the peer threw in ${thrown}`);
  });
}
