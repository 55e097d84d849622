/** Values that do anything when they are read, through every function of the drop-in modules and of the peer's. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { MODULES } from './compat-support.mjs';
import { hostileValues, slow } from './live-values.mjs';

const require = createRequire(import.meta.url);
const lanes = require('../../pkg');
const ours = (name) => require(`../../pkg/compat/${name}.cjs`);
const peer = (name) => require(`@opengsd/gsd-core/gsd-core/bin/lib/${name}.cjs`);

const home = mkdtempSync(join(tmpdir(), 'gsd-lanes-hostile-'));
process.env.GSD_HOME = home;
after(() => rmSync(home, { recursive: true, force: true }));
mkdirSync(join(home, 'bundle'));
writeFileSync(join(home, 'bundle', 'a.txt'), 'a');

const good = lanes.digestText('{"hooks":[{"event":"e","script":"s"}]}');

/** Functions that answer at once and do nothing. */
const deps = () => {
  const files = { '/run/gsd-review-prompt.md': 'P' };
  return {
    spawn: () => ({ status: 0, stdout: 'out', stderr: '' }),
    httpJson: async () => ({ ok: true, status: 200, body: '{"choices":[{"message":{"content":"a review"}}]}' }),
    readFile: (path) => files[path] ?? '',
    writeFile: (path, text) => { files[path] = text; },
    exists: (path) => Object.hasOwn(files, path),
    hasBinary: () => true,
    configGet: () => undefined,
    homeDir: '/home/dev',
    warn() {},
  };
};
const [codex, ollama] = ['codex', 'ollama'].map((slug) => {
  const lane = structuredClone(ours('review-lane-descriptor').REVIEWER_LANES.find((each) => each.slug === slug));
  return ours('review-lane-invocation').resolveLanePlan({ lane, configGet: () => undefined, runDir: '/run', repoRoot: '/repo' }).plan;
});
const all = (value, ...names) => Object.fromEntries(names.map((name) => [name, value]));
const map = (value) => new Map([['a', value], ['b', { id: 'b', role: 'feature', requires: ['a'], steps: [value] }]]);
const sections = { instructions: 'I', roadmap: 'R', plans: [{ file: 'a', content: 'x' }] };

/** Where a value can stand in the arguments of a function, besides being all of them. */
const places = {
  discloseExecutableSurfaces: (value) => [[{ reviewer: value, hooks: [value], commands: value, mcpServers: { n: value } }, home], [{}, home, () => value]],
  evaluateInstallTrust: (value) => [[{ parsed: { kind: 'npm', target: 'x', raw: 'x' }, manifest: value, hostVersion: '1.0.0' }], [{ parsed: value, manifest: {}, hostVersion: '1.0.0', strictKnownRegistries: value, integrityPin: value }]],
  executableSetChanged: (value) => [[{ hooks: [value], commandModules: [], mcpServers: [], reviewerLanes: [] }, { hooks: [], commandModules: [], mcpServers: [value], reviewerLanes: [] }]],
  disclosureSignature: (value) => [[{ hooks: [value], commandModules: [], mcpServers: [], reviewerLanes: [value] }]],
  summarizeDisclosure: (value) => [[{ hooks: [value], hasExecutable: true, integrityStatus: value, missingArtifacts: [value] }]],
  checkEngines: (value) => [[{ engines: { gsd: value }, compatVersions: { '1.0.0': value } }, '1.0.0'], [{}, value]],
  evaluateSourceAllowed: (value) => [[{ kind: value, target: value, raw: value }, value], [{ kind: 'git', target: 'https://x.test/a.git', raw: 'x' }, [value]]],
  validateCapability: (value) => [[{ id: 'a', role: 'feature', config: value, steps: [value], skills: [value] }, 'a'], [{ role: 'reviewer', reviewer: { invoke: value, probe: value } }, value]],
  validateStep: (value) => [[value, 'steps[0]', new Set(['s']), new Set()], [{ ref: { skill: value }, produces: [value] }, 'steps[0]', new Set([value]), new Set()]],
  validateCrossCapability: (value) => [[map(value), new Set()], [map({ config: { [typeof value]: value } }), new Set(['x']), [value, /x/]]],
  validateAgainstContract: (value) => [[{ role: 'feature', contributions: [value], steps: [value], gates: [value], config: value }, 'a']],
  validateConsumesGlobal: (value) => [[map(value)]],
  detectRequiresCycles: (value) => [[map({ requires: value })]],
  computeRequiresClosure: (value) => [['b', map({ requires: value })]],
  runConfigFormatParityGate: (value) => [[map({ role: 'runtime', runtime: value })]],
  topoSortHookEntries: (value) => [[[{ capId: value, step: { produces: [value], consumes: [value] } }], 'step', 'x']],
  topoSortSteps: (value) => [[[{ capId: 'a', step: { produces: value, consumes: [] } }]]],
  validateHooksWired: (value) => [[{ id: value, steps: [value], gates: value }, new Map([['plan:pre', new Set([value])]])]],
  classifyCrossErrors: (value) => [[[value]]],
  materializeHookFragments: (value) => [[{ steps: [{ fragment: value }] }, home], [{ contributions: [{ fragment: { path: value } }] }, home]],
  mergeReviewerLanes: (value) => [[[value], { capabilities: { a: value } }], [[], { capabilities: value }], [[], value]],
  checkReviewerLaneParity: (value) => [[{ descriptor: [value], roster: [value], registry: [value], workflowText: value }]],
  checkReviewerDocsParity: (value) => [[{ descriptor: [value], docs: { a: value } }]],
  resolveLaneEffort: (value) => [[{ effortConfigKey: 'k', defaultEffort: value, slug: value }, () => value, () => ({ argv: value, value })], [{ effortConfigKey: 'k' }, () => 'high', () => ({ argv: ['x'], value })]],
  resolveLanePlan: (value) => [
    [{ lane: value, configGet: () => undefined, runDir: '/run', repoRoot: '/repo' }],
    [{ lane: { slug: 'a', transport: 'spawn', invoke: value, probe: value, requiresBinaries: value }, configGet: () => value, runDir: '/run', repoRoot: '/repo', effortArgs: value, effortValue: value }],
    [{ lane: { slug: 'a', transport: 'openai-http', modelConfigKey: 'k', invoke: { hostConfigKey: 'k', defaultHost: value, path: value } }, configGet: () => value, runDir: '/run', repoRoot: '/repo' }],
  ],
  resolveLaneBudget: (value) => [[{ promptBudgetKey: 'k' }, () => value]],
  resolveTimeoutMs: (value) => [['k', value, () => value]],
  probeLane: (value) => [[{ ...codex, probe: value }, deps()], [{ ...codex, requiresBinaries: [value] }, deps()], [codex, { ...deps(), hasBinary: () => value }]],
  runLane: (value) => [
    [{ ...codex, argv: value, env: value, effort: value, model: value, probe: { kind: 'command-exists', binary: 'codex' } }, deps(), { repoRoot: '/repo' }],
    [codex, { ...deps(), spawn: () => value, warn: () => value }, { repoRoot: '/repo' }], [ollama, { ...deps(), httpJson: async () => value }, { repoRoot: '/repo' }],
    [codex, { ...deps(), hasBinary: () => value, exists: () => value, readFile: () => value }, { repoRoot: '/repo' }], [ollama, { ...deps(), configGet: () => value }, { repoRoot: '/repo', consentedHost: value, explicitlyRequested: value }],
  ],
  runOpenAiCompatible: (value) => [[ollama, value, deps()], [ollama, 'P', { ...deps(), httpJson: async () => value }]],
  writeReviewOrStub: (value) => [[codex, value, deps(), value, value], [{ ...codex, effort: value }, '', { ...deps(), exists: () => true, readFile: () => value }]],
  emptyOutputDiagnosis: (value) => [[codex, value], [{ ...codex, effort: value }, { status: value, errorCode: value }]],
  antigravityWatermark: (value) => [['/repo', { ...deps(), exists: () => true, readFile: () => value }], [value, deps()]],
  antigravityTranscriptFallback: (value) => [['/repo', value, deps()], ['/repo', {}, { ...deps(), exists: () => true, readFile: () => value }]],
  antigravityModel: (value) => [['/repo', value, deps()]],
  antigravityFailureMode: (value) => [['/repo', value, deps()]],
  antigravityArgv: (value) => [[['-p', 'x'], '/p', '/r', { ...deps(), spawn: () => value }], [[value], '/p', '/r', deps()]],
  antigravityDiagnostic: (value) => [[{ ...deps(), exists: () => true, readFile: () => value }]],
  resolveReviewerSelection: (value) => [[{ detected: [value], explicitFlags: [value], allFlag: value, configuredDefaultReviewers: value, reviewerInstances: { a: value } }]],
  deriveReviewerSlugs: (value) => [[{ capabilities: { a: value, b: { reviewer: value } } }]],
  normalizeReviewerInstances: (value) => [[{ a: value }], [{ a: { cli: value, model: value } }]],
  normalizeConfiguredDefaultReviewers: (value) => [[[value]]],
  applyBudget: (value) => [[{ sections, budget: value, options: value }], [{ sections: { ...sections, plans: [value], context: value }, budget: 100 }]],
  mergeFederatedConfig: (value) => [[{ configSchema: { a: value, b: { type: 'string', default: value } }, isCentralKey: () => value, userConfig: value }], [{ configSchema: value, isCentralKey: value }]],
  hasProjectConsent: (value) => [[{ gsdHome: home, ...all(value, 'projectRoot', 'id', 'contentHash') }], [{ gsdHome: home, projectRoot: home, id: 'a', contentHash: value }]],
  readConsentedReviewerHost: (value) => [[{ gsdHome: home, projectRoot: home, id: value }]],
  recordProjectConsent: (value) => [[{ gsdHome: home, projectRoot: home, id: value, contentHash: value }], [{ gsdHome: home, projectRoot: home, id: 'a', contentHash: 'h', integrity: value, disclosureSignature: value, reviewerHost: value }]],
  revokeProjectConsent: (value) => [[{ gsdHome: home, projectRoot: home, id: value }]],
};

/** What they do is not about values: they set how processes are looked at. */
const SEAMS = new Set(['_setLockProbes', '_resetLockProbes', '_setBundleMaxFilesForTest']);
/** Where the peer takes what would be recorded wrongly: a store that cannot be understood afterwards helps nobody. */
const REFUSED = { recordProjectConsent: /this consent cannot be recorded/ };

async function outcome(call, args) {
  try {
    return { value: await call(...args) };
  } catch (error) {
    return { error };
  }
}

for (const name of MODULES) {
  for (const [member, call] of Object.entries(ours(name)).filter(([key, value]) => typeof value === 'function' && !SEAMS.has(key))) {
    test(`${name}.${member} throws only where the peer throws`, async () => {
      const theirs = peer(name)[member];
      for (const [what, make] of Object.entries(hostileValues)) {
        const shapes = () => {
          const value = make();
          return [[value], [value, value], [value, value, value], [value, value, value, value, value], [[value]], [{ a: value }], ...(places[member]?.(value) ?? [])];
        };
        const count = slow.has(what) || what.includes('monstrous') ? 1 : shapes().length;
        for (let shape = 0; shape < count; shape++) {
          const mine = await outcome(call, shapes()[shape]);
          if (mine.error === undefined || REFUSED[member]?.test(mine.error.message)) continue;
          assert.notEqual(mine.error?.name, 'GsdLanesError', `${what}, ${shape}: ${mine.error?.stack}`);
          const other = await outcome(theirs, shapes()[shape]);
          assert.notEqual(other.error, undefined, `${what}, shape ${shape}: ${mine.error?.stack}`);
        }
        assert.equal(lanes.digestText('{"hooks":[{"event":"e","script":"s"}]}'), good, what);
      }
    });
  }
}
