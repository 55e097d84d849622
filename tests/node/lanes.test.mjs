/** Planning lanes through the package: what is asked, what is given, what is refused. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const require = createRequire(import.meta.url);
const lanes = require('../../pkg');
const rules = require('../../pkg/rules.cjs');

const places = { runDir: '/run', repoRoot: '/repo' };
const box = (changes) => ({
  slug: 'box', transport: 'openai-http', modelConfigKey: 'review.models.box', timeoutConfigKey: 'review.timeouts.box', effortConfigKey: null,
  invoke: { hostConfigKey: 'review.box_host', defaultHost: 'http://127.0.0.1:1', modelDiscovery: 'none', ...changes },
});

test('every first-party lane has a plan, from its body, its manifest and its text', () => {
  for (const manifest of lanes.firstPartyCapabilities()) {
    const { argv: effortArgs, value: effortValue } = rules.laneEffort({ lane: manifest.reviewer, config: {} });
    const more = { ...places, effortArgs, effortValue };
    const body = lanes.resolveLane({ lane: manifest.reviewer, ...more });
    assert.equal(body.ok, true, manifest.id);
    assert.deepEqual(body.warnings, [], manifest.id);
    const whole = lanes.resolveLane({ manifest, scope: 'global', ...more });
    const text = lanes.resolveLane({ text: Buffer.from(JSON.stringify(manifest)), scope: 'global', ...more });
    assert.deepEqual(whole, { ...body, origin: { id: manifest.id, scope: 'global', digest: lanes.digest(manifest) } });
    assert.deepEqual(text, whole);
  }
});

test('the configuration is asked once for each key that the lane names', () => {
  const asked = [];
  const values = { 'review.models.box': ' m ', 'review.timeouts.box': 5, 'review.box_host': 'https://x.test' };
  const configGet = (key) => {
    asked.push(key);
    // Others may call in meanwhile.
    assert.equal(lanes.resolveLane({ lane: box({ hostConfigKey: 'b' }), ...places, config: { b: 'https://inner.test' } }).plan.host, 'https://inner.test');
    return values[key];
  };
  const { plan } = lanes.resolveLane({ lane: box(), configGet, ...places });
  assert.deepEqual(asked.sort(), ['review.box_host', 'review.models.box', 'review.timeouts.box']);
  assert.deepEqual([plan.model, plan.timeoutMs, plan.host], ['m', 5000, 'https://x.test']);
  assert.deepEqual(lanes.resolveLane({ lane: box(), config: values, ...places }).plan, plan);
  // Nothing inherited is a value (L-9).
  assert.equal(lanes.resolveLane({ lane: box(), config: Object.create(values), ...places }).plan.host, 'http://127.0.0.1:1');
  assert.equal(lanes.resolveLane({ lane: box({ hostConfigKey: 'constructor' }), config: {}, ...places }).plan.host, 'http://127.0.0.1:1');
  const own = JSON.parse('{"__proto__": "https://x.test"}');
  assert.equal(lanes.resolveLane({ lane: box({ hostConfigKey: '__proto__' }), config: own, ...places }).plan.host, 'https://x.test');
  assert.throws(() => lanes.resolveLane({ lane: box(), configGet: () => { throw new Error('no'); }, ...places }), /^Error: no$/);
});

test('the lane is read once', () => {
  let reads = 0;
  const lane = box();
  Object.defineProperty(lane, 'slug', { enumerable: true, get: () => `box${reads++}` });
  assert.equal(lanes.resolveLane({ lane, ...places }).plan.slug, 'box0');
  assert.equal(reads, 1);
});

test('what is wrong with a lane is a reason, what is wrong with an argument a TypeError', () => {
  const deep = {};
  for (let at = deep, depth = 0; depth < 200; depth++) at = at.a = {};
  for (const lane of [undefined, null, 5, 'x', [], {}, deep, { get slug() { throw new Error('no'); } }, 10n, Symbol('x'), () => {}]) {
    assert.equal(lanes.resolveLane({ lane, ...places }).reason, 'malformed_lane');
  }
  assert.equal(lanes.resolveLane({ text: '{', ...places }).detail, 'invalid-json');
  assert.equal(lanes.resolveLane({ text: 'x'.repeat(9 << 20), ...places }).reason, 'malformed_lane');
  const refused = lanes.resolveLane({ manifest: deep, ...places });
  assert.equal(refused.ok, false);
  assert.equal('origin' in refused, false);
  const strict = lanes.resolveLane({ lane: box({ path: '@evil.example' }), ...places });
  assert.deepEqual(strict, { ok: false, reason: 'malformed_lane', detail: 'path-not-absolute', warnings: [] });
  for (const input of [
    undefined, null, 5, { lane: {} }, { lane: {}, runDir: '/run' }, { lane: {}, manifest: {}, ...places }, { lane: {}, text: '', ...places },
    { lane: {}, ...places, profile: 'x' }, { lane: {}, ...places, platform: 'x' }, { lane: {}, ...places, configGet: 5 }, { lane: {}, ...places, config: 5 },
    { lane: {}, ...places, instance: 'x' }, { lane: {}, ...places, instance: { model: 5 } }, { text: 5, ...places },
  ]) {
    assert.throws(() => lanes.resolveLane(input), TypeError);
  }
});

test('an instance has files, a model, an agent and a prompt of its own', () => {
  const lane = rules.firstPartyLane({ slug: 'opencode' });
  const { plan } = lanes.resolveLane({ lane, ...places, instance: { name: 'oc deep', model: 'm', agent: 'a', promptFile: '/run/p.md' } });
  assert.deepEqual(plan.argv, ['run', '--agent', 'a', '--model', 'm', '--format', 'json', '-']);
  assert.deepEqual([plan.stdin, plan.reviewPath], ['/run/p.md', '/run/gsd-review-oc-deep.md']);
  assert.equal(lanes.resolveLane({ lane, ...places, instance: { name: 'Prompt' } }).detail, 'reserved-stem');
  assert.equal(rules.instanceFiles({ as: 'prompt-x' }), null);
});

test('hosts that cannot be read are not agreed to', () => {
  assert.deepEqual(lanes.checkEgress('///', 'http://h'), { allowed: false });
  assert.deepEqual(lanes.checkEgress('x'.repeat(20 << 20), 'http://h'), { allowed: false });
  assert.deepEqual(lanes.checkEgress('http://h', 'x'.repeat(20 << 20)), { allowed: false });
  assert.equal(lanes.normalizeHost(), '');
  assert.equal(lanes.normalizeHost('http://h\ud800/'), lanes.normalizeHost('http://h\ufffd/'));
});

/** The rule, written once more over the platform's own parser. */
function normalized(raw) {
  const text = raw.trim(), verbatim = text.replace(/\/+$/, '');
  let url;
  try {
    url = new URL(text);
  } catch {
    return verbatim;
  }
  if (url.hostname === '') return verbatim;
  return `${url.protocol}//${url.hostname.toLowerCase()}${url.port && `:${url.port}`}${url.pathname.replace(/\/+$/, '')}`;
}

test('hosts are normalised as the platform reads them', () => {
  const pick = (list, seed) => list[seed % list.length];
  for (let seed = 0; seed < 4000; seed++) {
    const [a, b, c, d] = [seed, Math.floor(seed / 7), Math.floor(seed / 77), Math.floor(seed / 700)];
    const raw = pick(['http://', 'HTTPS://', 'http:', 'ftp://', 'unix://', '', '//'], a)
      + pick(['h', 'H.test', '127.1', '[::1]', 'ü.test', 'u:p@h', '%41', 'a b', '', 'ß', '1.2.3.4.5'], b)
      + pick(['', ':80', ':443', ':0080', ':x', ':65536', ':'], c) + pick(['', '/', '/a//', '/a b/', '/../x', '?q', '#f', '\\x', '/%7E/'], d);
    assert.equal(lanes.normalizeHost(raw), normalized(raw), raw);
  }
});

test('overlays are in the one map of lanes', () => {
  const acme = { id: 'acme', config: { 'review.models.acme': { type: 'string', default: 'd' } }, reviewer: { ...rules.firstPartyLane({ slug: 'qwen' }), slug: 'acme', flags: ['--acme'], reviewsSection: 'Acme', modelConfigKey: 'review.models.acme' } };
  const capabilities = { acme };
  assert.deepEqual(rules.laneSections({ selected: ['acme', 'codex'], capabilities }), [['codex', 'Codex'], ['acme', 'Acme']]);
  assert.deepEqual(rules.laneFlags({ selected: ['acme'], capabilities }), ['--acme']);
  assert.equal(rules.explicitFromArgv({ argv: ['--acme', '--agy'], capabilities }), 'acme,antigravity');
  assert.deepEqual(rules.resolvedConfig({ file: { review: { models: { acme: 'm' } } }, key: 'review.models.acme', capabilities }), { found: true, value: 'm' });
  const [summary] = rules.planSummary({ selected: ['acme'], runDir: '/run', capabilities, config: {} });
  assert.deepEqual([summary.ok, summary.section], [true, 'Acme']);
  assert.deepEqual(rules.laneOrder(), lanes.firstPartyLanes().map(({ slug }) => slug));
});

test('Windows looks for programs by their endings', () => {
  assert.deepEqual(rules.windowsCandidates({ name: 'x', env: { PathExt: '.A;.B' } }), ['x.A', 'x.B']);
  assert.deepEqual(rules.windowsCandidates({ name: 'x' }), ['x.EXE', 'x.CMD', 'x.BAT', 'x.COM']);
});
