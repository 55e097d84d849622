/** Whatever is thrown at an export, the next good call works on the same instance. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { hostileValues, slow } from './live-values.mjs';

const require = createRequire(import.meta.url);
const lanes = require('../../pkg');
const rules = require('../../pkg/rules.cjs');

const text = readFileSync(new URL('../../capabilities/codex/capability.json', import.meta.url), 'utf8');
const good = lanes.digestText(text);

/** How functions take their manifests, where that is not as a plain argument. */
const hostVersion = '1.14.0';
const inputs = {
  check: (value) => [[[{ manifest: value }, { manifest: value }], { central: { keys: ['a'], patterns: ['b'] }, hostVersion }]],
  validateRegistry: (value) => [
    [{ manifests: [{ manifest: value }, { manifest: { id: 'a' } }], central: { patterns: ['a'] }, hostVersion }],
    [{ manifests: value }], [{ manifests: [value] }], [{ manifests: [], central: value }], [{ manifests: [], central: { keys: value, patterns: [value] } }],
  ],
  mergeRegistry: merging,
  loadOverlays: merging,
  evaluateInstallTrust: (value) => [
    [{ parsed: {}, manifest: value, hostVersion }], [{ parsed: {}, manifest: value, hostVersion, hosts: () => value }],
    [{ parsed: value, manifest: {}, strict: value, hostVersion, hosts: value }], [{ parsed: {}, manifest: {}, hostVersion, stagedFiles: value }],
  ],
  checkEngines: (value) => [[value, hostVersion]],
  evaluateSource: (value) => [[{ kind: 'git', target: value }, [value]]],
  mergeLanes: (value) => [[[value], { a: value }], [{ a: value }, [value]]],
  roster: (value) => [[{ a: value }]],
  parseSpec: (value) => [[{ spec: value, platform: value }]],
  crossValidate: judging,
  classifyCross: judging,
  buildRegistry: judging,
  requiresClosure: (value) => [[{ capabilities: [value], ids: [value] }], [{ capabilities: value, ids: value }]],
  hooksWired: (value) => [[{ manifest: value, wiredKinds: value }], [{ manifest: { steps: [value] }, wiredKinds: { 'plan:pre': value } }]],
  composeReviews: (value) => [
    [{ reviewedAt: 'x', reviews: [value] }], [{ reviewedAt: 'x', reviews: value, consensus: value, plans: value, laneOrder: value }],
    [{ reviewedAt: 'x', reviews: [{ slug: 'x', section: 'x', ok: value, model: value, trimmed: value }] }],
  ],
  parseChatCompletion: (value) => [[{ requestedModel: 'm', response: value }], [{ requestedModel: 'm', response: { body: '', status: value, ok: value } }]],
  emptyOutputStub: (value) => [[{ slug: value, transport: value, content: value }], [{ slug: 'x', outcome: value, limitMs: value }]],
  antigravityFallback: (value) => [[{ homeDir: '/', workspace: value, files: value, unreadable: value, mark: value }]],
  federatedConfig: (value) => [[{ configSchema: value, userConfig: value }], [{ configSchema: { a: value }, centralKeys: ['b'], userConfig: { a: value } }]],
  laneParity: (value) => [[{ descriptor: value, roster: value, registry: value, workflowText: value }], [{ descriptor: [value], roster: [value], registry: [value] }]],
  resolveLane: (value) => [
    [{ lane: value, runDir: '/run', repoRoot: '/repo', config: { a: value } }], [{ manifest: { reviewer: value }, runDir: '/run', repoRoot: '/repo', effortArgs: value }],
    [{ lane: { slug: 'a', transport: 'openai-http', invoke: { hostConfigKey: 'a', defaultHost: value } }, runDir: '/run', repoRoot: '/repo', configGet: () => value }],
    [{ lane: { slug: 'a', transport: 'spawn', invoke: { binary: 'b', args: value, env: value, promptChannel: 'argv' } }, runDir: '/run', repoRoot: '/repo', instance: value }],
  ],
  laneSections: (value) => [[{ selected: ['a'], instances: value, capabilities: value }], [{ capabilities: { a: value } }]],
  planSummary: (value) => [[{ config: value, defaults: value, runDir: value, capabilities: { a: { reviewer: value } } }]],
  resolvedConfig: (value) => [[{ file: value, defaults: value, key: 'review.models.codex', capabilities: [value] }]],
  selectReviewers: (value) => [
    [{ detected: value, explicitFlags: value, allFlag: value, configuredDefaultReviewers: value, reviewerInstances: value }], [{ detected: [value], explicitFlags: [value] }],
    [{ detected: ['codex'], configuredDefaultReviewers: [value, 'codex'], reviewerInstances: { a: value, b: { cli: value, model: value } } }], [{ knownSlugs: value }],
  ],
  reviewOrder: (value) => [[[value], value], [[{ identity: value, cli: value, kind: value }], [value]]],
  applyPromptBudget: (value) => {
    const sections = { instructions: 'i', roadmap: 'r', plans: [{ file: 'f', content: 'c' }] };
    return [[{ sections: value, budget: value, options: value }], [{ sections: { ...sections, plans: value } }], [{ sections: { ...sections, plans: [value] } }],
      [{ sections: { ...sections, plans: [{ file: value, content: value }] } }], [{ sections: { ...sections, instructions: value, context: value }, budget: 5 }],
      [{ sections, budget: value, options: { noteTemplate: value, safetyMarginPct: value } }]];
  },
  estimateTokens: (value) => [[{ text: value }]],
  bundleContentHash: bundled,
  hashBundle: bundled,
  consentLookup: storing,
  consentUpsert: storing,
  consentRemove: storing,
  consentCode: (value) => [[{ signature: value, contentHash: value, reviewerHost: value }]],
  lockHolder: (value) => [[{ body: value }]],
  lockDecision: (value) => [[{ body: value, mtime: value, now: value, hostname: value, isAlive: value, startTime: value }]],
  consentRoot: (value) => [['/a/b', '/h', { isDirectory: () => value, exists: () => value, read: () => value, realPath: () => value }], [value, value, { isDirectory: () => true, exists: () => true, read: () => value, realPath: () => value }]],
  docsParity: (value) => [[{ descriptor: value, docs: value }], [{ descriptor: [value], docs: { a: value } }]],
};

function merging(value) {
  return [
    [{ hostVersion, overlays: [{ dir: 'a', manifest: value }, { dir: 'b', text: '{}', files: value }], firstParty: [value, {}], central: { keys: ['a'] } }],
    [{ hostVersion, overlays: value }], [{ hostVersion, overlays: [value] }], [{ hostVersion, overlays: [], firstParty: value }],
    [{ hostVersion, overlays: [{ dir: value, scope: value, ledger: value, consented: value }] }], [{ hostVersion: value, overlays: [], configHome: value, profile: value }],
  ];
}

function bundled(value) {
  return [[{ a: value }], [[[value, value]]], [{}, { dirs: value, rootName: value }], [{}, { dirs: [value] }], [[[new Uint8Array([0xff]), value]]]];
}

function storing(value) {
  return [[value, { id: 'a' }], ['{"version":"1","records":{}}', value], [null, { projectRoot: value, id: value, contentHash: value, disclosureSignature: value, consentedAt: value, reviewerHost: value }]];
}

function judging(value) {
  return [[{ capabilities: [value, { id: 'a' }] }], [{ capabilities: value, centralKeys: value }], [{ capabilities: { a: value }, centralPatterns: ['a'] }]];
}

/** Bad arguments may be refused, but only so; bad manifests may not. */
const takesAnything = new Set(['validateManifest', 'signature', 'digest', 'disclose', 'changes', 'executableSetChanged', 'manifestWarningRecords', 'manifestWarnings',
  'mergeLanes', 'roster', 'semverSatisfies', 'checkReservedNamespace', 'consentRecordValid', 'evaluateSource']);

const functions = Object.entries({ ...lanes, ...rules }).filter(([name, value]) => typeof value === 'function' && name !== 'GsdLanesError');

for (const [name, call] of functions) {
  test(`${name} survives everything (Y-18)`, async () => {
    for (const [what, make] of Object.entries(hostileValues)) {
      const value = make();
      const shapes = [[value], [value, value], [[value]], [[{ manifest: value }]], [[{ text: value }]], ['{}', value], [{}, { hosts: make, folderId: value }], [{}, { hosts: value }], ...(inputs[name]?.(value) ?? [])];
      for (const args of slow.has(what) ? [name === 'check' ? [[{ manifest: value }]] : [value]] : shapes) {
        try {
          const answer = call(...args);
          if (answer instanceof Promise) await answer;
        } catch (error) {
          const where = `${name}(${what}): ${error.stack}`;
          const refused = error instanceof TypeError || error.message === 'boom' || error.message === 'no';
          assert.ok(refused, where);
          assert.ok(!takesAnything.has(name) || args.length > 1, where);
        }
      }
      assert.equal(lanes.digestText(text), good, `after ${name}(${what})`);
    }
  });
}

test('hosts are asked exactly once, and may call back in', () => {
  const manifest = { reviewer: { slug: 'a', transport: 'openai-http', invoke: { hostConfigKey: 'review.a_host' } } };
  const asked = [];
  const hosts = (key) => {
    asked.push(key);
    assert.equal(lanes.digestText(text), good);
    assert.equal(lanes.disclose(manifest, { hosts: () => 'http://inner.test' }).reviewerLanes[0].resolvedHost, 'http://inner.test');
    return 'http://localhost:1';
  };
  const [lane] = lanes.disclose(manifest, { hosts }).reviewerLanes;
  assert.deepEqual(asked, ['review.a_host']);
  assert.equal(lane.resolvedHost, 'http://localhost:1');
  assert.equal(lane.isLocalDestination, true);
  assert.equal(lanes.disclose({ reviewer: { slug: 'a', invoke: { binary: 'b' } } }, { hosts }).reviewerLanes.length, 1);
  assert.equal(asked.length, 1);
  for (const failing of [() => { throw new Error('no'); }, () => 5, () => '', () => undefined, {}, Object.create({ 'review.a_host': 'http://inherited.test' })]) {
    assert.equal(lanes.disclose(manifest, { hosts: failing }).reviewerLanes[0].resolvedHost, rules.unresolvedHost());
  }
});

test('getters may call back in while a manifest is read', () => {
  const manifest = { get id() { return lanes.digest({ get id() { return lanes.signatureText(text); } }); }, hooks: [{ event: 'e', script: 's' }] };
  assert.equal(lanes.signature(manifest), lanes.signature({ hooks: [{ event: 'e', script: 's' }] }));
});

test('results are plain data, with nothing to free (Y-18)', () => {
  const codex = JSON.parse(text);
  const plan = lanes.resolveLane({ lane: codex.reviewer, runDir: '/run', repoRoot: '/repo' });
  const given = [
    lanes.validateText(text), lanes.validateManifest({ id: 5 }), lanes.disclose(codex), lanes.changes(codex, { ...codex, id: 'other' }), lanes.check([text, '{']), plan,
    lanes.mergeRegistry({ hostVersion, overlays: [{ dir: 'codex', text }] }), lanes.runLaneSync(plan.plan, {}, { repoRoot: '/repo' }),
    lanes.parseChatCompletion({ requestedModel: 'm', response: { ok: true, body: '{}' } }),
    lanes.composeReviews({ reviewedAt: 'x', reviews: [{ slug: 'codex', section: 'Codex', text: 'x', status: 'reviewed' }] }), lanes.vocabulary(), lanes.schema(),
  ];
  const visit = (value, path) => {
    if (typeof value !== 'object' || value === null) return assert.ok(['string', 'number', 'boolean', 'undefined'].includes(typeof value) || value === null, path);
    assert.ok([Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value)), path);
    assert.deepEqual(Object.getOwnPropertySymbols(value), [], path);
    for (const [name, member] of Object.entries(value)) visit(member, `${path}.${name}`);
  };
  given.forEach((value, index) => {
    assert.equal(typeof value, 'object', `${index}`);
    visit(value, `${index}`);
    assert.deepEqual(structuredClone(value), value);
  });
});

test('a hundred thousand calls do not grow memory (Y-18)', () => {
  const codex = JSON.parse(text);
  const work = () => {
    lanes.validateText(text);
    lanes.validateManifest(codex);
    lanes.signatureText('{');
    lanes.disclose(codex);
  };
  const measure = () => {
    globalThis.gc?.();
    const { external, arrayBuffers } = process.memoryUsage();
    return external + arrayBuffers;
  };
  for (let index = 0; index < 200; index++) work();
  const before = measure();
  for (let index = 0; index < 25_000; index++) work();
  assert.ok(measure() - before < 4 << 20, `${before} -> ${measure()}`);
});

test('after a trap the instance is set up anew', () => {
  // A copy of the package whose module can be made to trap.
  const path = require.resolve('../../pkg');
  const cached = require.cache[path];
  delete require.cache[path];
  const { Instance } = WebAssembly;
  let armed = false;
  let instances = 0;
  WebAssembly.Instance = function (module, imports) {
    instances++;
    const { exports } = new Instance(module, imports);
    const digest = (...args) => {
      if (!armed) return exports.digest(...args);
      armed = false;
      throw new WebAssembly.RuntimeError('unreachable');
    };
    return { exports: { ...exports, digest } };
  };
  try {
    const fresh = require(path);
    assert.equal(fresh.digestText(text), good);
    armed = true;
    assert.throws(() => fresh.digestText(text), (error) => {
      assert.ok(error instanceof fresh.GsdLanesError);
      assert.ok(error instanceof Error);
      assert.equal(error.name, 'GsdLanesError');
      assert.equal(error.code, 'trap');
      assert.ok(error.cause instanceof WebAssembly.RuntimeError);
      assert.match(error.message, /unreachable/);
      return true;
    });
    assert.equal(fresh.digestText(text), good);
    assert.equal(fresh.isLocalDestination('http://localhost'), true);
    assert.equal(instances, 2);
  } finally {
    WebAssembly.Instance = Instance;
    require.cache[path] = cached;
  }
});
