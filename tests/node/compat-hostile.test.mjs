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

import { MODULES } from './compat-support.mjs';
import { hostileValues, liveManifests } from './live-values.mjs';

const require = createRequire(import.meta.url);
const lanes = require('../../pkg');
const ours = (name) => require(`../../pkg/compat/${name}.cjs`);
const peer = (name) => require(`@opengsd/gsd-core/gsd-core/bin/lib/${name}.cjs`);

/**
 * Of the values that are no manifest, those with which the peer comes to an end. Left out, because it walks them without a
 * bound until its time, stack or memory is over: `a million levels of …` and `a graph that unfolds without end` (recursion
 * in its validators and signature), `a proxy with endless keys` (each key again in every rule), `a huge sparse array` and
 * `a huge typed array` (one step for each index); texts and bytes of 9 MiB are copied by it at every step and show nothing
 * that a short one does not.
 */
const ENDING = [
  'undefined', 'null', 'a number', 'a string', 'unpaired surrogates', 'a big integer', 'a symbol', 'a function', 'a promise', 'a typed array', 'bytes that are no text', 'a proxy of bytes',
];
const cycle = {};
cycle.self = cycle;
const values = {
  ...liveManifests,
  ...Object.fromEntries(ENDING.map((name) => [name === 'unpaired surrogates' ? 'a lone surrogate' : name, hostileValues[name]])),
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

// --- good arguments, of which one part after the other becomes hostile ------------------------------

const reviewer = () => ({
  slug: 'acme', flags: ['--acme'], transport: 'spawn', probe: { kind: 'command-exists', binary: 'acme' },
  invoke: { binary: 'acme', args: ['{{model}}', '-'], promptChannel: 'stdin', outputChannel: 'stdout', modelArg: '--model', effortChannel: 'none', env: { A: '1' } },
  timeoutFloorMs: 60000, emptyOutput: 'stub-with-stderr', reviewsSection: 'Acme', evidenceClass: 'source-grounded', requiresBinaries: ['git'], promptBudgetKey: 'review.budget.acme',
  modelConfigKey: 'review.models.acme', timeoutConfigKey: null, effortConfigKey: 'review.effort.acme', defaultEffort: 'high', handler: null,
});
const manifest = () => ({
  id: 'acme', role: 'feature', version: '1.0.0', title: 'T', description: 'D', tier: 'full', requires: ['b'], engines: { gsd: '>=1' }, skills: ['s'], agents: [],
  runtimeCompat: { supported: ['codex'], unsupported: [], notes: {} }, hooks: [{ event: 'e', script: 's' }], commands: [{ family: 'f', module: 'm', router: 'r' }],
  config: { 'a.b': { type: 'boolean', default: true, description: 'd' } }, mcpServers: { n: { command: 'c', args: ['x'] } },
  steps: [step()], contributions: [{ point: 'plan:pre', into: 'planner', fragment: { path: 'f.md' } }], gates: [{ point: 'verify:pre', check: { query: 'q' }, blocking: true }], reviewer: reviewer(),
});
const step = () => ({ point: 'plan:pre', ref: { skill: 's' }, produces: ['A.md'], consumes: ['B.md'], when: 'a.b' });
const runtime = () => ({
  configHome: { kind: 'dot-home', name: '.h', env: ['H'] }, localConfigDir: '.h', configFormat: 'json', commandStyle: 'slash-hyphen', hooksSurface: 'none', sandboxTier: 'none', supportTier: 1,
  artifactLayout: { global: [{ kind: 'skills', destSubpath: 's', nesting: 'nested', prefix: '' }], local: [] }, hostIntegration: { dispatch: { nested: false } },
});
const map = () => new Map([['acme', manifest()], ['b', { ...manifest(), id: 'b', requires: ['acme'], steps: [{ ...step(), produces: ['B.md'], consumes: [] }] }]]);
const registry = () => ({ capabilities: { acme: manifest() } });
const disclosure = () => lanes.disclose(manifest());
const parsed = () => ({ kind: 'npm', target: 'x', raw: 'npm:x' });
const key = () => () => undefined;
const resolved = (lane) => peer('review-lane-invocation').resolveLanePlan({ lane, configGet: key(), runDir: '/r', repoRoot: '/r', effortArgs: [], effortValue: null }).plan;
const plan = () => resolved(reviewer());
const served = () => resolved({
  ...reviewer(), transport: 'openai-http', handler: 'openai-compatible', probe: { kind: 'http-reachable', hostConfigKey: 'review.acme_host', path: '/v1/models', timeoutMs: 10 },
  invoke: { hostConfigKey: 'review.acme_host', defaultHost: 'http://localhost:1', path: '/v1/chat/completions', modelDiscovery: 'none', fallbackModel: 'm', effortChannel: 'none' },
});
const deps = () => ({
  spawn: () => ({ status: 0, stdout: 'a review', stderr: 'model: x' }), httpJson: async () => ({ ok: true, status: 200, body: '{"choices":[{"message":{"content":"x"}}]}' }),
  readFile: () => 'text', writeFile: () => undefined, exists: () => true, hasBinary: () => true, configGet: () => undefined, homeDir: '/h', warn: () => undefined,
});
const consent = () => ({ gsdHome: folder, projectRoot: '/p', id: 'acme', integrity: '', disclosureSignature: '[]', contentHash: 'sha512-A', reviewerHost: 'http://h' });
const entries = (name) => [{ capId: 'a', [name]: step() }, { capId: 'b', [name]: { ...step(), produces: ['B.md'], consumes: [] } }];
const mark = () => ({ convId: 'c', lines: 1, fullLines: 1, unreadable: false, fullUnreadable: false });

/** Good arguments by function, made anew for each call. */
const GOOD = {
  'capability-consent': {
    consentStorePath: () => [folder], consentLockPath: () => [folder], readConsentStore: () => [folder], bundleContentHash: () => [join(folder, 'bundle')], readConsentedReviewerHost: () => [consent()],
    hasProjectConsent: () => [consent()], recordProjectConsent: () => [consent()], revokeProjectConsent: () => [consent()], _setLockProbes: () => [{ isPidAlive: () => true, getProcessStartTime: () => '1' }],
    _resetLockProbes: () => [], _setBundleMaxFilesForTest: () => [5],
  },
  'capability-trust': {
    discloseExecutableSurfaces: () => [manifest(), join(folder, 'bundle'), key()], collectReviewerLaneSurfaces: () => [manifest(), key()], collectInstructionSurfaces: () => [manifest()],
    checkReservedNamespace: () => ['gsd-x'], evaluateSourceAllowed: () => [parsed(), ['x']], checkEngines: () => [manifest(), '1.14.0'],
    evaluateInstallTrust: () => [{ parsed: parsed(), manifest: manifest(), stagedDir: join(folder, 'bundle'), strictKnownRegistries: ['x'], hostVersion: '1.14.0', resolveHost: key(), integrityPin: 'none' }],
    executableSetChanged: () => [disclosure(), disclosure()], summarizeDisclosure: () => [disclosure()], summarizeInstructionSurfaces: () => [disclosure()], renderValueForPrompt: () => ['x'],
    disclosureSignature: () => [disclosure()], signatureForManifest: () => [manifest(), join(folder, 'bundle')],
  },
  'capability-validator': {
    validateReviewerBody: () => [{ id: 'a', reviewer: reviewer() }], collectReviewerWarnings: () => [manifest()], collectReviewerWarningRecords: () => [manifest()], isPlausibleRange: () => ['>=1'],
    validateVersionEnvelope: () => [manifest()], validateCapability: () => [manifest(), 'acme'], validateCommandEntry: () => [{ family: 'f', module: 'm', router: 'r' }, 0, 'acme'],
    validateRuntimeCompat: () => [manifest().runtimeCompat, 'acme'], validateFeatureBody: () => [manifest()],
    validateTaskContentResolver: () => [{ ...manifest(), taskContentResolver: { trackerPrefix: 'j', invoke: { binary: 'b', args: ['{{id}}'], timeoutMs: 1 } } }],
    validateConfigHome: () => [runtime().configHome, 'acme'], validateArtifactKindEntry: () => [runtime().artifactLayout.global[0], 0, 'acme'], validateArtifactLayout: () => [runtime().artifactLayout, 'acme'],
    validateRuntimeBody: () => [{ ...manifest(), role: 'runtime', runtime: runtime() }], materializeHookFragments: () => [manifest(), join(folder, 'bundle')],
    validateFragment: () => [{ path: 'f.md' }, 'x'], validateStep: () => [step(), 'steps[0]', new Set(['s']), new Set()], validateContribution: () => [manifest().contributions[0], 'x'], validateGate: () => [manifest().gates[0], 'x'],
    validateAgainstContract: () => [manifest(), 'acme'], validateConsumesGlobal: () => [map()], validateCrossCapability: () => [map(), new Set(['a.b']), [/x/]], detectRequiresCycles: () => [map()],
    computeRequiresClosure: () => ['acme', map()], topoSortHookEntries: () => [entries('step'), 'step', 'x'], topoSortSteps: () => [entries('step')], topoSortContributions: () => [entries('contrib')],
    validateHooksWired: () => [manifest(), new Map([['plan:pre', new Set(['step'])]])], validateConfigSliceEntry: () => [{ type: 'boolean', default: true, description: 'd' }, 'a.b', 'acme'],
    classifyCrossErrors: () => [['x']], runConfigFormatParityGate: () => [new Map([['h', { id: 'h', role: 'runtime', runtime: runtime() }]])],
  },
  'federated-config': { mergeFederatedConfig: () => [{ configSchema: { a: { type: 'boolean', default: true } }, isCentralKey: () => false, userConfig: { a: false } }] },
  'prompt-budget': {
    estimateTokens: () => ['text'],
    applyBudget: () => [{ sections: { instructions: 'i', roadmap: 'r', plans: [{ file: 'f', content: 'c' }], projectMd: 'p', context: 'c', research: 'r', requirements: 'q' }, budget: 1000, options: { noteTemplate: 'n', safetyMarginPct: 5, projectMdHeadLines: 3 } }],
  },
  'review-lane-descriptor': {
    mergeReviewerLanes: () => [[reviewer()], registry()], checkReviewerLaneParity: () => [{ descriptor: [reviewer()], roster: ['acme'], registry: ['acme'], workflowText: 'x' }],
    checkReviewerDocsParity: () => [{ descriptor: [reviewer()], docs: { a: '/gsd-review --acme' } }],
  },
  'review-lane-invocation': {
    configString: () => ['x'], normalizeHost: () => ['http://h'], resolveLaneEffort: () => [reviewer(), key(), () => ({ argv: ['x'], value: 'y' })], resolveTimeoutMs: () => ['k', 5, key()],
    nativeTimeoutToken: () => [5], isEmptyReview: () => ['x'], fileRefPrompt: () => ['/p', '/r'], artifactPaths: () => ['/r', 'acme'], resolveLaneBudget: () => [reviewer(), key()],
    resolveLanePlan: () => [{ lane: reviewer(), configGet: () => undefined, runDir: '/run', repoRoot: '/repo', effortArgs: ['x'], effortValue: 'x' }],
  },
  'review-lane-runner': {
    parseModelBanner: () => ['model: x'], parseTranscriptModel: () => ['x'], checkEgressHost: () => ['http://h', 'http://h'], probeLane: () => [plan(), deps()], writeReviewOrStub: () => [plan(), '', deps(), 'x', { status: 1, errorCode: 'E' }],
    emptyOutputDiagnosis: () => [plan(), { status: 1, errorCode: 'E' }], handleOpencodeOutput: () => ['{}'], antigravityWatermark: () => ['/w', deps()], antigravityTranscriptFallback: () => ['/w', mark(), deps()],
    antigravityModel: () => ['/w', mark(), deps()], resolveSpawnModel: () => [plan(), { stdout: 'x', stderr: 'y' }, mark(), deps(), '/w'], antigravityPrompt: () => ['/p', '/r'],
    antigravityArgv: () => [['-p', 'x'], '/p', '/r', deps()], antigravityFailureMode: () => ['/w', mark(), deps()], antigravityDiagnostic: () => [deps()], stampBlindReview: () => ['x'], stampUngroundedReview: () => ['x'],
    runOpenAiCompatible: () => [served(), 'prompt', deps()], runLane: () => [plan(), deps(), { repoRoot: '/r', explicitlyRequested: true, consentedHost: 'http://h' }],
  },
  'review-reviewer-selection': {
    deriveReviewerSlugs: () => [registry()], normalizeConfiguredDefaultReviewers: () => [['codex']], normalizeReviewerInstances: () => [{ a: { cli: 'codex', model: 'm' } }],
    resolveReviewerSelection: () => [{ detected: ['codex'], explicitFlags: ['codex'], allFlag: false, configuredDefaultReviewers: ['codex'], reviewerInstances: { a: { cli: 'codex', model: 'm' } }, knownSlugs: ['codex'] }],
  },
  'semver-compare': { toNumericTuple: () => ['1.2.3'], compareSemverCore: () => ['1.2.3', '1.2.4'], isSemverNewer: () => ['1.2.3', '1.2.4'], isStableTripletSemver: () => ['1.2.3'], semverSatisfies: () => ['1.2.3', '>=1'] },
};

/** Names that there is no drop-in for; docs/COMPAT.md says why. */
const ABSENT = new Set(['buildBudgetFragments']);

/** The places in arguments that a value is put at: arguments, their members, and the members of those. */
function placesIn(args) {
  const places = [];
  const visit = (value, path) => {
    if (path.length > 0) places.push(path);
    if (path.length === 3 || typeof value !== 'object' || value === null || value instanceof Map || value instanceof Set || value instanceof RegExp) return;
    for (const name of Object.keys(value)) visit(value[name], [...path, name]);
  };
  visit(args, []);
  return places;
}

function put(args, path, value) {
  const parent = path.slice(0, -1).reduce((object, name) => object[name], args);
  // What a function answers may be hostile as well.
  parent[path.at(-1)] = typeof parent[path.at(-1)] === 'function' && typeof value !== 'function' ? () => value : value;
  return args;
}

async function outcome(call) {
  try {
    return { value: await call() };
  } catch (error) {
    return { error };
  }
}

const MOST_PLACES = 12;

const good = lanes.digestText('{"hooks":[{"event":"e","script":"s"}]}');

for (const module of MODULES) {
  test(`${module}: nothing throws where the peer does not`, async (t) => {
    const [own, theirs] = [ours(module), peer(module)];
    const names = Object.keys(theirs).filter((name) => typeof theirs[name] === 'function' && !ABSENT.has(name));
    assert.deepEqual(Object.keys(GOOD[module]).sort(), names.sort(), 'every function has good arguments');
    let calls = 0, thrown = 0;
    const failures = [];
    for (const name of names) {
      const make = GOOD[module][name];
      const [first, second] = [await outcome(() => theirs[name](...make())), await outcome(() => own[name](...make()))];
      assert.deepEqual([first.error, second.error], [undefined, undefined], `${name}: good arguments`);
      const places = placesIn(make());
      // Where places are many, each has its share of the values.
      const shares = Math.ceil(places.length / MOST_PLACES);
      for (const [place, path] of places.entries()) {
        for (const [turn, [what, value]] of Object.entries(values).entries()) {
          if ((place + turn) % shares !== 0) continue;
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
