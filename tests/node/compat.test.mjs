/** docs/COMPAT.md, name by name, beside the modules of the peer and ours. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';

import { goodArguments, placesIn, put } from './compat-arguments.mjs';
import { MODULES } from './compat-support.mjs';

const require = createRequire(import.meta.url);
const ours = (name) => require(`../../pkg/compat/${name}.cjs`);
const peer = (name) => require(`@opengsd/gsd-core/gsd-core/bin/lib/${name}.cjs`);

const document = readFileSync(new URL('../../docs/COMPAT.md', import.meta.url), 'utf8');
const STATUSES = ['equal', 'same', 'words', 'more', 'stricter', 'own', 'out'];

/** Module -> rows [{name, status, why}], as the document has them. */
const [, table] = document.split('\n## Name by name\n');
const sections = Object.fromEntries(table.split('\n### ').slice(1).map((section) => {
  const rows = Array.from(section.matchAll(/^\| `([^`]+)` \| (\w+) \| (.*?) ?\|$/gm), ([, name, status, why]) => ({ name, status, why }));
  return [section.split('\n')[0], rows];
}));

let folder;
const variables = ['HOME', 'USERPROFILE', 'GSD_HOME'];
const saved = variables.map((name) => process.env[name]);
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'gsd-lanes-compat-'));
  for (const name of variables) process.env[name] = folder;
  mkdirSync(join(folder, 'bundle'));
  writeFileSync(join(folder, 'bundle/capability.json'), '{}');
});
after(() => {
  rmSync(folder, { recursive: true, force: true });
  for (const [index, name] of variables.entries()) {
    if (saved[index] === undefined) delete process.env[name];
    else process.env[name] = saved[index];
  }
});

test('the document has every module', () => {
  assert.deepEqual(Object.keys(sections), MODULES);
  for (const status of STATUSES) assert.match(table, new RegExp(`^\`${status}\`: |[.:] \`${status}\`: |\n\`${status}\`: `, 'm'), status);
});

for (const module of MODULES) {
  test(`${module}: each name of the peer has its row, and is what the row says`, () => {
    const [theirs, own] = [peer(module), ours(module)];
    assert.deepEqual(sections[module].map(({ name }) => name), Object.keys(theirs));
    assert.deepEqual(sections[module].filter(({ status }) => status !== 'out').map(({ name }) => name).sort(), Object.keys(own).sort());
    for (const { name, status, why } of sections[module]) {
      assert.ok(STATUSES.includes(status), `${name}: ${status}`);
      assert.ok(['equal', 'same'].includes(status) || why.length > 10, `${name} has a reason`);
      if (status === 'out') continue;
      assert.equal(typeof own[name], typeof theirs[name], name);
      assert.equal(['equal', 'own'].includes(status), typeof theirs[name] !== 'function', `${name} is a constant or a function`);
      if (typeof theirs[name] !== 'function') assert.equal(isDeepStrictEqual(own[name], theirs[name]), status === 'equal', name);
    }
  });
}

for (const module of MODULES) {
  test(`${module}: answers at once where the peer does`, async () => {
    for (const [name, make] of Object.entries(goodArguments(folder)[module])) {
      const [theirs, own] = [peer(module), ours(module)].map((implementation) => implementation[name](...make()));
      assert.equal(own instanceof Promise, theirs instanceof Promise, name);
      await Promise.all([theirs, own]);
      for (const implementation of [peer(module), ours(module)]) implementation._resetLockProbes?.();
    }
  });
}

const PLAIN = ['', 'x', ' X y', '1.2.3', 0, 5, -1.5, true, false, null, [], ['x'], {}];
const kindOf = (value) => (Array.isArray(value) ? 'list' : typeof value === 'function' ? 'function' : typeof value);
const at = (args, path) => path.reduce((value, name) => value[name], args);
const sorted = (object) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
/** As JSON, where neither the order of members nor that of a set counts. */
const plain = (value) => JSON.stringify(value, (_, member) => {
  if (member instanceof Set) return [...member].sort();
  return typeof member === 'function' ? 'function' : kindOf(member) === 'object' && member !== null ? sorted(member) : member;
}) ?? 'undefined';

async function outcome(call) {
  try {
    return plain(await call());
  } catch {
    return undefined;
  }
}

for (const module of MODULES) {
  test(`${module}: what is called the same gives the same`, async () => {
    const [theirs, own] = [peer(module), ours(module)];
    const different = [];
    for (const { name, status } of sections[module]) {
      if (status !== 'same') continue;
      const make = goodArguments(folder)[module][name];
      const both = (args) => Promise.all([theirs, own].map((implementation) => outcome(() => implementation[name](...args()))));
      const [expected, given] = await both(make);
      assert.deepEqual([name, given], [name, expected]);
      // What takes the answer of another function takes nothing else.
      for (const path of name === 'disclosureSignature' ? [] : placesIn(make())) {
        // What a caller may hand in: something else of the same kind. A function answers anything.
        const kind = kindOf(at(make(), path));
        for (const value of PLAIN.filter((candidate) => kind === 'function' || kindOf(candidate) === kind)) {
          const [first, second] = await both(() => put(make(), path, value));
          if (first !== undefined && first !== second) different.push(`${name}, ${path.join('.')} is ${plain(value)}: ${second} instead of ${first}`);
        }
      }
    }
    assert.deepEqual(different, []);
  });
}

test('whether something is there may be said by anything that counts as true, now or later', async () => {
  const said = async (module, more) => {
    const [plan, deps, options] = goodArguments(folder)['review-lane-runner'].runLane();
    const written = {};
    const { ok, stubbed } = await module.runLane(plan, { ...deps, writeFile: (path, text) => void (written[path] = text), ...more }, options);
    return [ok, stubbed, /a review/.test(written[plan.reviewPath])];
  };
  for (const name of ['hasBinary', 'exists']) {
    for (const answer of [1, '/usr/bin/acme', {}, Promise.resolve(true)]) {
      const [theirs, own] = [await said(peer('review-lane-runner'), { [name]: () => answer }), await said(ours('review-lane-runner'), { [name]: () => answer })];
      assert.deepEqual([theirs, own], [[true, false, true], [true, false, true]], `${name} answers ${plain(answer)}`);
    }
    for (const answer of [0, '', null, undefined]) assert.equal((await said(ours('review-lane-runner'), { [name]: () => answer }))[0], false, `${name} answers ${plain(answer)}`);
  }
});

test('a budget without end is one, and says so', () => {
  const answer = (name) => {
    const [input] = goodArguments(folder)['prompt-budget'].applyBudget();
    return (name === 'peer' ? peer : ours)('prompt-budget').applyBudget({ ...input, budget: Infinity });
  };
  assert.deepEqual(answer('ours'), answer('peer'));
  assert.equal(answer('ours').metadata.budget, Infinity);
});

test('the model of a run is told alike for every lane that comes along, whatever it is asked and says', () => {
  const [theirs, own] = [peer('review-lane-runner'), ours('review-lane-runner')];
  const { REVIEWER_LANES } = peer('review-lane-descriptor');
  const mark = { convId: '', lines: 0, fullLines: 0, unreadable: false, fullUnreadable: false };
  const deps = { exists: () => false, readFile: () => '', homeDir: '/h', spawn: () => ({}), writeFile: () => undefined };
  let told = 0;
  for (const lane of REVIEWER_LANES) {
    for (const model of [undefined, 'm1', 'x'.repeat(400)]) {
      const { plan } = peer('review-lane-invocation').resolveLanePlan({
        lane, configGet: (name) => (name === lane.modelConfigKey ? model : undefined), runDir: '/r', repoRoot: '/repo', effortArgs: [], effortValue: null,
      });
      for (const said of [{ stdout: '', stderr: '' }, { stdout: 'model: a\n', stderr: 'model: b' }, { stdout: 'nothing', stderr: 'model: b' }]) {
        const [expected, given] = [theirs, own].map(({ resolveSpawnModel }) => resolveSpawnModel(plan, said, mark, deps, '/w'));
        assert.deepEqual(given, expected, `${lane.slug}, ${model}, ${JSON.stringify(said)}`);
        if (given.value !== null) told++;
      }
    }
  }
  assert.ok(told > REVIEWER_LANES.length);
});
