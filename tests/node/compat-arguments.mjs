/** Good arguments of every function of the drop-in modules, and putting something else into them. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const lanes = require('../../pkg');
const { resolveLanePlan } = require('@opengsd/gsd-core/gsd-core/bin/lib/review-lane-invocation.cjs');

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
const resolved = (lane) => resolveLanePlan({ lane, configGet: key(), runDir: '/r', repoRoot: '/r', effortArgs: [], effortValue: null }).plan;
const plan = () => resolved(reviewer());
const served = () => resolved({
  ...reviewer(), transport: 'openai-http', handler: 'openai-compatible', probe: { kind: 'http-reachable', hostConfigKey: 'review.acme_host', path: '/v1/models', timeoutMs: 10 },
  invoke: { hostConfigKey: 'review.acme_host', defaultHost: 'http://localhost:1', path: '/v1/chat/completions', modelDiscovery: 'none', fallbackModel: 'm', effortChannel: 'none' },
});
const deps = () => ({
  spawn: () => ({ status: 0, stdout: 'a review', stderr: 'model: x' }), httpJson: async () => ({ ok: true, status: 200, body: '{"choices":[{"message":{"content":"x"}}]}' }),
  readFile: () => 'text', writeFile: () => undefined, exists: () => true, hasBinary: () => true, configGet: () => undefined, homeDir: '/h', warn: () => undefined,
});
const entries = (name) => [{ capId: 'a', [name]: step() }, { capId: 'b', [name]: { ...step(), produces: ['B.md'], consumes: [] } }];
const mark = () => ({ convId: 'c', lines: 1, fullLines: 1, unreadable: false, fullUnreadable: false });

/** Good arguments by module and function, made anew for each call; `folder` is one that holds a `bundle`. */
export const goodArguments = (folder) => {
  const consent = () => ({ gsdHome: folder, projectRoot: '/p', id: 'acme', integrity: '', disclosureSignature: '[]', contentHash: 'sha512-A', reviewerHost: 'http://h' });
  return {
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
};

/** The places in arguments that a value may be put at: arguments, their members, and the members of those. */
export function placesIn(args) {
  const places = [];
  const visit = (value, path) => {
    if (path.length > 0) places.push(path);
    if (path.length === 3 || typeof value !== 'object' || value === null || value instanceof Map || value instanceof Set || value instanceof RegExp) return;
    for (const name of Object.keys(value)) visit(value[name], [...path, name]);
  };
  visit(args, []);
  return places;
}

/** The arguments with a value at a place. */
export function put(args, path, value) {
  const parent = path.slice(0, -1).reduce((object, name) => object[name], args);
  // What a function answers may be hostile as well.
  parent[path.at(-1)] = typeof parent[path.at(-1)] === 'function' && typeof value !== 'function' ? () => value : value;
  return args;
}
