/** Many capabilities together, and the install policy: what the functions take, give and refuse. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const require = createRequire(import.meta.url);
const lanes = require('../../pkg');
const rules = require('../../pkg/rules.cjs');

const file = (id) => readFileSync(new URL(`../../capabilities/${id}/capability.json`, import.meta.url));
const firstParty = lanes.firstPartyCapabilities();
const codex = firstParty.find(({ id }) => id === 'codex');

/** A lane that collides with nobody, as an overlay would declare it. */
function overlayLane(id, change = {}) {
  const { reviewer, config, ...rest } = firstParty.find((it) => it.id === 'coderabbit');
  return { ...rest, id, reviewer: { ...reviewer, slug: id, flags: [`--${id}`], reviewsSection: `The ${id}`, ...change } };
}

test('the twelve are a clean registry', () => {
  const manifests = firstParty.map((manifest) => ({ manifest, folderId: manifest.id, source: manifest.id }));
  const { valid, reports, diagnostics } = lanes.validateRegistry({ manifests, hostVersion: '1.14.0' });
  assert.deepEqual(diagnostics, []);
  assert.equal(valid, true);
  assert.deepEqual(reports.map(({ source, id }) => [source, id]), firstParty.map(({ id }) => [id, id]));
  assert.ok(reports.every(({ engines }) => engines.compatible));
});

test('a finding among manifests names every claimant, its source and its place', () => {
  const text = (id) => file('codex').toString().replace('"id": "codex"', `"id": "${id}"`);
  const manifests = [
    { source: 'a/capability.json', text: text('a') },
    { source: 'b/capability.json', text: new TextEncoder().encode(text('b')) },
    { source: 'broken.json', text: '{' },
    { manifest: { ...codex, id: 'c' } },
  ];
  for (const judge of [(it) => lanes.validateRegistry({ manifests: it }), lanes.check]) {
    const { valid, reports, diagnostics } = judge(manifests);
    assert.equal(valid, false);
    assert.deepEqual(reports.map(({ valid: it }) => it), [true, true, false, true]);
    const slug = diagnostics.find(({ code }) => code === 'lane-slug-taken');
    assert.deepEqual(slug.claimants, ['a', 'b', 'c']);
    assert.deepEqual(slug.places.map(({ manifest, source, capability, path }) => [manifest, source, capability, path]), [
      [0, 'a/capability.json', 'a', '/reviewer/slug'],
      [1, 'b/capability.json', 'b', '/reviewer/slug'],
      [3, undefined, 'c', '/reviewer/slug'],
    ]);
    const [{ span }] = slug.places;
    assert.equal(text('a').slice(span.start, span.end), '"codex"');
    assert.equal(slug.places[2].span, undefined);
    assert.match(slug.message, /`a`, `b` and `c`/);
  }
  assert.deepEqual(lanes.check([manifests[0]]).diagnostics, []);
});

test('two manifests with one id are told, and so is what lacks', () => {
  const feature = { ...overlayLane('x'), requires: ['nowhere'] };
  const { diagnostics } = lanes.validateRegistry({ manifests: [{ source: '1', manifest: feature }, { source: '2', manifest: feature }] });
  const of = (code) => diagnostics.find((it) => it.code === code);
  assert.deepEqual(of('id-taken').places.map(({ source }) => source), ['1', '2']);
  assert.equal(of('requires-missing').claimants[0], 'x');
});

test('central keys and patterns mean what the platform makes of them', () => {
  const manifest = { ...overlayLane('x'), config: { 'review.é1': { type: 'string', default: '', description: 'd' }, own: { type: 'string', default: '', description: 'd' } } };
  const codes = (central) => lanes.validateRegistry({ manifests: [{ manifest }], central }).diagnostics.map(({ code, path }) => `${code} ${path}`);
  assert.deepEqual(codes({ keys: ['own'], patterns: ['^own$'] }), ['central-key /config/own', 'central-pattern /config/own']);
  assert.deepEqual(codes({ keys: new Set(['own']) }), ['central-key /config/own']);
  assert.deepEqual(codes({ patterns: ['^review\\.(?<!x)\\W\\d$'] }), ['central-pattern /config/review.é1']);
  assert.deepEqual(codes({ patterns: ['('] }), ['pattern-skipped ']);
  assert.deepEqual(codes({ keys: null, patterns: [] }), []);
  assert.deepEqual(lanes.check([{ manifest }], { central: { keys: ['own'] } }).diagnostics.map(({ code }) => code), ['central-key']);
});

test('a host that is too old is told', () => {
  const manifest = { ...overlayLane('x'), engines: { gsd: '>=2.0.0' }, compatVersions: { '0.9.0': '>=1' } };
  const text = JSON.stringify(manifest, null, 2);
  const { valid, reports: [ours, other] } = lanes.validateRegistry({ manifests: [text, '{'], hostVersion: '1.14.0' });
  assert.equal(valid, false);
  assert.equal(ours.valid, true);
  assert.deepEqual(ours.engines, { compatible: false, range: '>=2.0.0', satisfiedBy: 'compatVersions', downgradeTo: '0.9.0' });
  const warning = ours.diagnostics.find(({ code }) => code === 'engines');
  assert.equal(warning.severity, 'warning');
  assert.equal(text.slice(warning.span.start, warning.span.end), '">=2.0.0"');
  assert.ok(!('engines' in other));
  assert.equal(lanes.check([text], { hostVersion: '2.0.0' }).reports[0].engines.compatible, true);
});

test('more manifests than one crossing holds are judged alike', () => {
  const some = (count) => Array.from({ length: count }, (_, index) => ({ source: `${index}`, text: JSON.stringify(overlayLane(`x${index}`, index % 2 ? {} : { reviewsSection: 'Same' })) }));
  const few = lanes.validateRegistry({ manifests: some(40) });
  const many = lanes.validateRegistry({ manifests: some(1600) });
  assert.equal(many.reports.length, 1600);
  assert.deepEqual(many.reports.slice(0, 40), few.reports);
  const [section] = many.diagnostics;
  assert.equal(section.code, 'lane-section-taken');
  assert.equal(section.claimants.length, 800);
  assert.equal(section.places.at(-1).source, '998');
  assert.equal(few.diagnostics[0].claimants.length, 20);
});

test('overlays are merged alike, whatever form they come in', () => {
  const good = overlayLane('mine');
  const taken = overlayLane('other', { flags: ['--codex'] });
  const forms = [
    (manifest) => ({ manifest }),
    (manifest) => ({ text: JSON.stringify(manifest) }),
    (manifest) => ({ text: Buffer.from(JSON.stringify(manifest)) }),
  ];
  const merged = forms.map((form) => lanes.mergeRegistry({ hostVersion: '1.14.0', overlays: [{ dir: 'mine', ...form(good) }, { scope: 'global', dir: 'other', ...form(taken) }] }));
  const [{ accepted, inactive, roster, lanes: all, capabilities, configKeys }] = merged;
  assert.deepEqual(accepted, ['mine']);
  assert.equal(all.length, 13);
  assert.equal(all.at(-1).slug, 'mine');
  assert.ok(roster.includes('mine') && !roster.includes('other'));
  assert.deepEqual(capabilities.mine, good);
  assert.deepEqual(capabilities.codex, codex);
  assert.equal(configKeys['review.models.codex'], 'codex');
  assert.equal(inactive[0].code, 'cross');
  assert.deepEqual(inactive[0].clashes, [{ kind: 'lane-flag', key: '--codex', owner: 'codex', firstParty: true }]);
  for (const other of merged.slice(1)) {
    assert.deepEqual({ ...other, warnings: other.warnings.map(({ span, ...rest }) => rest) }, merged[0]);
  }
});

test('the first-party manifests may be given, in any form', () => {
  const hostVersion = '1.14.0';
  const twelve = lanes.mergeRegistry({ overlays: [], hostVersion });
  assert.equal(twelve.unchanged, true);
  assert.deepEqual(Object.keys(twelve.capabilities), firstParty.map(({ id }) => id));
  for (const given of [firstParty, firstParty.map((it) => JSON.stringify(it)), firstParty.map(({ id }) => file(id)), twelve.capabilities, new Set(firstParty)]) {
    assert.deepEqual(lanes.mergeRegistry({ firstParty: given, overlays: [], hostVersion }), twelve);
  }
  assert.deepEqual(lanes.mergeRegistry({ firstParty: [], overlays: [], hostVersion }).roster, []);
  const { problems, lanes: [lane] } = lanes.mergeRegistry({ firstParty: ['{', { ...codex, config: { x: 5 } }], overlays: [], hostVersion });
  assert.deepEqual(problems.map(({ code }) => code).sort(), ['config-slice', 'invalid-json']);
  assert.equal(lane.slug, 'codex');
});

test('what is not accepted says why', () => {
  const text = JSON.stringify(overlayLane('mine'));
  const feature = JSON.parse(text);
  const why = (overlay, input = {}) => lanes.mergeRegistry({ overlays: [{ dir: 'mine', ...overlay }], hostVersion: '1.14.0', ...input }).inactive.map(({ code }) => code);
  assert.deepEqual(why({ text }), []);
  assert.deepEqual(why({ text, ledger: 'pending' }), ['pending']);
  assert.deepEqual(why({}), ['manifest-missing']);
  assert.deepEqual(why({ text: 'x'.repeat((8 << 20) + 1) }), ['manifest-missing']);
  assert.deepEqual(why({ text: '{' }), ['manifest-unreadable']);
  assert.deepEqual(why({ text: `\ufeff${text}` }), []);
  assert.deepEqual(why({ text: `\ufeff${text}` }, { profile: 'peer' }), ['manifest-unreadable']);
  let deep = 1;
  for (let index = 0; index < 200; index++) deep = [deep];
  assert.deepEqual(why({ manifest: { ...feature, deep } }), ['manifest-unreadable']);
  assert.deepEqual(why({ text, dir: 'other' }), ['invalid']);
  assert.deepEqual(why({ text, dir: 'gsd-mine' }), ['reserved-id']);
  assert.deepEqual(why({ text, scope: 'project' }), ['unconsented']);
  assert.deepEqual(why({ text, scope: 'project', consented: true }), []);
  assert.deepEqual(why({ manifest: { ...feature, engines: { gsd: '>=9.0.0' } } }), ['engines']);
  const keyed = { ...feature, config: { 'host.key': { type: 'string', default: '', description: 'd' } } };
  assert.deepEqual(why({ manifest: keyed }, { central: { patterns: ['^host\\.'] } }), ['cross']);
  assert.deepEqual(why({ manifest: keyed }, { central: { keys: ['host.ke'] } }), []);
});

test('lanes and rosters', () => {
  const merged = lanes.mergeLanes(lanes.firstPartyLanes(), { a: overlayLane('mine'), b: { reviewer: { slug: ' codex ' } } });
  assert.deepEqual(merged.map(({ slug }) => slug), [...lanes.firstPartyLanes().map(({ slug }) => slug), 'mine']);
  assert.deepEqual(lanes.mergeLanes(null, null), []);
  assert.deepEqual(lanes.roster({ a: { reviewer: { slug: ' z ' } }, b: {} }), ['z']);
  assert.deepEqual(lanes.roster(undefined), []);
});

test('the install policy', () => {
  const parsed = { kind: 'git', target: 'https://example.test/x.git', raw: 'git+https://example.test/x.git' };
  const manifest = { id: 'x', engines: { gsd: '>=1' }, hooks: [{ event: 'e', script: 'a.js' }] };
  const verdict = lanes.evaluateInstallTrust({ parsed, manifest, strict: ['example.test'], hostVersion: '1.14.0', stagedFiles: ['b.js'], integrityPin: 'git-commit' });
  assert.equal(verdict.allowed, false);
  assert.deepEqual(verdict.blockReasons.map(({ code }) => code), ['missing-artifacts']);
  assert.equal(verdict.disclosure.integrityStatus, 'commit-pinned');
  assert.deepEqual(verdict.engines, { compatible: true, range: '>=1', satisfiedBy: 'engines' });
  const allowed = lanes.evaluateInstallTrust({ parsed, manifest, hostVersion: '1.14.0', stagedFiles: new Set(['a.js']) });
  assert.deepEqual([allowed.allowed, allowed.requiresConsent], [true, true]);
  assert.deepEqual(lanes.evaluateSource(parsed, ['other.test']), { allowed: false, reason: 'host-not-listed', host: 'example.test' });
  assert.deepEqual(lanes.evaluateSource(parsed), { allowed: true });
  assert.deepEqual(lanes.evaluateSource(rules.parseSpec({ spec: './x' }), []), { allowed: true });
  // A policy that cannot be read is none that allows.
  const endless = [];
  endless.push(endless);
  for (const strict of [new Array(20 << 20), false, '', endless, { length: 1, 0: 'example.test' }]) assert.equal(lanes.evaluateSource(parsed, strict).allowed, false);
});

test('an installation asks for its host exactly once, and reads its manifest once', () => {
  const reads = [];
  const manifest = { id: 'a', get reviewer() { reads.push('reviewer'); return { slug: 'a', transport: 'openai-http', invoke: { hostConfigKey: '__proto__' } }; } };
  const hosts = (key) => {
    reads.push(key);
    return 'http://localhost:1';
  };
  const { disclosure: { reviewerLanes: [lane] } } = lanes.evaluateInstallTrust({ parsed: { kind: 'local', target: './x' }, manifest, hostVersion: '1.0.0', hosts });
  assert.deepEqual(reads, ['reviewer', '__proto__']);
  assert.deepEqual([lane.resolvedHost, lane.isLocalDestination], ['http://localhost:1', true]);
  const hosted = lanes.evaluateInstallTrust({ parsed: {}, manifest, hostVersion: '1.0.0', hosts: () => { throw new Error('no'); } });
  assert.equal(hosted.disclosure.reviewerLanes[0].resolvedHost, rules.unresolvedHost());
});

test('what breaks a limit is no clean bill', () => {
  let deep = { hooks: [{ event: 'e', script: 's' }] };
  for (let index = 0; index < 200; index++) deep = { deep };
  assert.equal(lanes.evaluateInstallTrust({ parsed: { kind: 'local', target: './x' }, manifest: deep, hostVersion: '1.0.0' }), null);
  assert.equal(lanes.checkEngines(deep, '1.0.0'), null);
  assert.equal(rules.crossValidate({ capabilities: [deep] }), null);
  assert.equal(rules.buildRegistry({ capabilities: [deep] }), null);
  assert.equal(lanes.roster({ a: deep }), null);
  assert.equal(lanes.mergeLanes([], { a: deep }), null);
});

test('the lower rules take their input as one object', () => {
  const capabilities = firstParty;
  assert.deepEqual(rules.crossValidate({ capabilities }), { collisions: [], other: [] });
  assert.deepEqual(rules.crossValidate({ capabilities: Object.fromEntries(capabilities.map((it) => [it.id, it])) }), { collisions: [], other: [] });
  assert.deepEqual(rules.classifyCross({ capabilities, centralKeys: ['review.models.codex'] }), { hard: 0, pendingMigration: [{ capability: 'codex', key: 'review.models.codex' }] });
  assert.deepEqual(rules.requiresClosure({ capabilities: [{ id: 'a', requires: ['b'] }, { id: 'b', requires: ['c'] }], ids: ['a', 'x'] }), { a: ['b', 'c'], x: [] });
  assert.deepEqual(rules.parseSpec({ spec: 'C:/x', platform: 'win32' }).kind, 'local');
  assert.deepEqual(rules.parseSpec({ spec: 5 }), { ok: false, problem: 'not-text' });
  assert.equal(rules.laneParity({}).vacuous, true);
  assert.equal(rules.loadOverlays({ overlays: [], hostVersion: '1.0.0' }).unchanged, true);
  assert.equal(rules.buildRegistry({ capabilities: [{ ...codex, config: 5 }] }).error, 'config-slice');
});

test('bad arguments throw a TypeError that names them', () => {
  const hostVersion = '1.0.0';
  for (const [call, name] of [
    [() => lanes.validateRegistry(), /^input /],
    [() => lanes.validateRegistry({}), /^manifests /],
    [() => lanes.validateRegistry({ manifests: [5] }), /^manifests\[0\] /],
    [() => lanes.validateRegistry({ manifests: [], central: 5 }), /^central /],
    [() => lanes.validateRegistry({ manifests: [], central: { keys: 'x' } }), /^central\.keys /],
    [() => lanes.validateRegistry({ manifests: [], central: { patterns: [5] } }), /^central\.patterns\[0\] /],
    [() => lanes.validateRegistry({ manifests: [], hostVersion: 5 }), /^hostVersion /],
    [() => lanes.validateRegistry({ manifests: [], profile: 'lenient' }), /profile/],
    [() => lanes.mergeRegistry({ overlays: [] }), /^hostVersion /],
    [() => lanes.mergeRegistry({ overlays: {}, hostVersion }), /^overlays /],
    [() => lanes.mergeRegistry({ overlays: [{}], hostVersion }), /^overlays\[0\]\.dir /],
    [() => lanes.mergeRegistry({ overlays: [{ dir: 'x', scope: 'user' }], hostVersion }), /^overlays\[0\]\.scope /],
    [() => lanes.mergeRegistry({ overlays: [{ dir: 'x', ledger: 'x' }], hostVersion }), /^overlays\[0\]\.ledger /],
    [() => lanes.mergeRegistry({ overlays: [{ dir: 'x', consented: 1 }], hostVersion }), /^overlays\[0\]\.consented /],
    [() => lanes.mergeRegistry({ overlays: [{ dir: 'x', text: '', manifest: {} }], hostVersion }), /^overlays\[0\] /],
    [() => lanes.mergeRegistry({ overlays: [{ dir: 'x', text: 5 }], hostVersion }), /^overlays\[0\]\.text /],
    [() => lanes.mergeRegistry({ overlays: [], hostVersion, firstParty: 5 }), /^firstParty /],
    [() => lanes.mergeRegistry({ overlays: new Array(2 ** 32 - 1), hostVersion }), /^overlays\[0\] /],
    [() => lanes.mergeRegistry({ overlays: [], hostVersion, firstParty: new Array(2 ** 32 - 1) }), /^firstParty\[0\] /],
    [() => lanes.mergeRegistry({ overlays: [], hostVersion, central: { keys: [5] } }), /central\.keys\[0\] /],
    [() => lanes.evaluateInstallTrust({ parsed: {}, manifest: {} }), /^hostVersion /],
    [() => lanes.evaluateInstallTrust({ parsed: {}, manifest: {}, hostVersion, stagedFiles: [5] }), /stagedFiles/],
    [() => lanes.evaluateInstallTrust({ parsed: {}, manifest: {}, hostVersion, hosts: 5 }), /hosts/],
    [() => lanes.checkEngines({}), /^hostVersion /],
    [() => rules.crossValidate([]), undefined],
    [() => rules.crossValidate(5), /^input /],
    [() => rules.crossValidate({ capabilities: [], centralKeys: 5 }), /^centralKeys /],
  ]) {
    if (name === undefined) assert.doesNotThrow(call);
    else assert.throws(call, (error) => error instanceof TypeError && name.test(error.message), String(call));
  }
});

test('texts beyond ASCII come back as they went in, few or many', () => {
  const [claude] = lanes.firstPartyCapabilities().filter(({ id }) => id === 'claude');
  for (const text of ['Müller \u2014 \ud83d\ude80', 'Ж'.repeat(20_000), 'x'.repeat(5000) + '\u2028', '\ud800 alone']) {
    const manifest = { ...claude, description: text };
    const merged = lanes.mergeRegistry({ firstParty: [manifest], overlays: [], hostVersion: '1.14.0' });
    assert.deepEqual(merged.capabilities.claude, manifest);
    assert.deepEqual(merged.lanes, [manifest.reviewer]);
  }
});

test('lanes are those of their capabilities, also where two claim one id or a slug has blanks', () => {
  const lane = (id, slug, binary) => ({ id, reviewer: { slug, transport: 'spawn', invoke: { binary } } });
  const firstParty = [lane('a', 'a', 'one'), lane('a', 'b', 'two'), lane('c', ' c ', 'three'), lane('__proto__', 'd', 'four')];
  const merged = lanes.mergeRegistry({ firstParty, overlays: [], hostVersion: '1.14.0' });
  assert.deepEqual(merged.lanes.map(({ slug, invoke }) => [slug, invoke.binary]), [['a', 'one'], ['b', 'two'], ['c', 'three'], ['d', 'four']]);
  assert.equal(merged.capabilities.c.reviewer.slug, ' c ');
});
