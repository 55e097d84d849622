/**
 * Manifests by the thousand, the same ones at each run: valid ones, ones that are almost valid, and hostile ones. Every
 * field of every body is there in some base, so that chance finds each rule; where it would take too long, `ENTICEMENTS`
 * lead it there.
 */
import { types } from 'node:util';

import { liveManifests } from './live-values.mjs';

/** Numbers between 0 and 1, from a seed. */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const envelope = (id, role) => ({
  id, role, version: '1.2.3-rc.1+b', title: 'T', description: 'D', tier: 'full', requires: ['other'], engines: { gsd: '>=1.0.0 <3 || ^9' },
  compatVersions: { '1.0.0': '>=1.0.0', '0.9.0': '*' }, integrity: `sha512-${'A'.repeat(86)}==`, provenance: { sourceRepo: 'r', commit: 'c' },
});

const spawn = (more) => ({
  slug: 'acme', flags: ['--acme', '--acme-2'], transport: 'spawn', probe: { kind: 'command-capability', binary: 'acme', needle: '--x', timeoutMs: 5000 },
  invoke: {
    binary: 'acme', args: ['{{model}}', '{{effort}}', '{{output}}', '{{prompt}}', '{{nativeTimeout}}', 'x'], promptChannel: 'argv-file-ref', outputChannel: 'file-arg', outputArg: '-o',
    modelArg: '--model', effortChannel: 'argv', env: { ACME_HOME: '/x', B: '' },
  },
  timeoutFloorMs: 60000, emptyOutput: 'stub-with-stderr', reviewsSection: 'Acme', evidenceClass: 'source-grounded', requiresBinaries: ['git'], promptBudgetKey: 'review.budget.acme',
  modelConfigKey: 'review.models.acme', timeoutConfigKey: null, effortConfigKey: 'review.effort.acme', defaultEffort: 'high', handler: null, ...more,
});

const http = () => ({
  ...spawn(), slug: 'box_1', flags: ['--box'], transport: 'openai-http', handler: 'openai-compatible', reviewsSection: 'Box',
  probe: { kind: 'http-reachable', hostConfigKey: 'review.box_host', path: '/v1/models', timeoutMs: 2000 },
  invoke: { hostConfigKey: 'review.box_host', defaultHost: 'http://localhost:1234', path: '/v1/chat/completions', modelDiscovery: 'none', fallbackModel: 'm', effortChannel: 'none' },
});

const feature = () => ({
  ...envelope('many', 'feature'),
  runtimeCompat: { supported: ['codex', 'claude'], unsupported: ['kilo'], notes: { codex: 'n', '*': 'm' } }, skills: ['s1', 's2'], agents: ['a1'],
  commands: [{ family: 'f', module: 'm.cjs', router: 'r', subcommands: ['x'] }],
  config: { 'k.on': { type: 'boolean', default: true, description: 'd' }, 'k.point': { type: 'enum', values: ['plan:pre'], default: 'plan:pre', description: 'd' } },
  hooks: [{ event: 'Stop', script: 'hooks/a.sh', matcher: 'Bash' }], activationKey: 'k.on',
  steps: [{ point: 'plan:pre', ref: { skill: 's1' }, produces: ['A.md'], consumes: ['CONTEXT.md'], onError: 'skip', when: 'k.on', pointFrom: 'k.point', supportsReviewerLanes: true, fragment: { path: 'f.md' } }],
  contributions: [{ point: 'plan:pre', into: 'planner', produces: [], consumes: [], fragment: { inline: 'x' }, when: 'k.on', onError: 'halt' }],
  gates: [{ point: 'verify:pre', check: { query: 'q' }, blocking: true, onError: 'halt', when: 'k.on' }],
  taskContentResolver: { trackerPrefix: 'jira', invoke: { binary: 'b', args: ['{{id}}'], timeoutMs: 1000 } },
  mcpServers: { n: { command: 'c', args: ['a', 1], env: { Z: '1' }, cwd: 'w', type: 'stdio' }, u: { type: 'http', url: 'https://x.test', headers: { A: 'b' } } },
});

const runtime = () => ({
  ...envelope('host', 'runtime'),
  runtime: {
    configHome: { kind: 'dot-home-nested', name: '.h', parent: 'p', env: ['H'], probe: ['x'], probeExists: 'y', skillsHome: { kind: 'xdg', name: 'h', env: [] } },
    localConfigDir: '.h', configFormat: 'settings-json', commandStyle: 'slash-hyphen', hooksSurface: 'settings-json', sandboxTier: 'none', supportTier: 1, installSurface: 'settings-json',
    writesSharedSettings: true, permissionWriter: null, hookEvents: 'claude', extensionEvents: 'none', extendedHookEvents: ['Stop'], triggerPrecedence: ['commands', 'skills'],
    artifactLayout: {
      global: [{ kind: 'skills', destSubpath: 'skills', nesting: 'nested', prefix: '', recursive: true, converter: 'convertClaudeCommandToCodexSkill', home: 'x' }],
      local: [{ kind: 'commands', destSubpath: 'commands', nesting: 'flat', prefix: 'gsd-', converter: null }],
    },
    hostIntegration: {
      embeddingMode: 'imperative', commandSurface: 'slash-file', modelMode: 'active', hookBus: 'host', stateIO: 'filesystem', transport: 'mcp', runtime: 'node', effortSurface: 'argv',
      dispatch: { namedDispatch: true, nested: false, background: false, backgroundDispatch: false, subagentToolkit: 'full', maxDepth: -1, isolation: 'none', maxConcurrency: 2 },
    },
    orchestratorExec: { command: 'h', args: ['run'], cwdFlag: '--dir', promptFlag: null, modelFlag: '-m' }, harnessIsolationFlag: '--iso',
    hostBehaviors: { reapplyCommand: 'x', unknownOne: 1 },
  },
  reviewer: spawn(),
});

/** The bases; `shipped` are the manifests that the peer comes with. */
export const basesOf = (shipped) => [
  ...shipped, feature(), runtime(), { ...envelope('lane', 'reviewer'), reviewer: spawn() }, { ...envelope('box', 'reviewer'), reviewer: http() },
];

const ANY = [
  undefined, null, true, false, 0, -0, -1, 1, 1.5, 600000, 2 ** 53, 1e21, 1e-7, NaN, Infinity, '', ' ', 'x', 'X', '--x', '*', '{{prompt}}', '__proto__', 'constructor', 'gsd-x', '../x', '/x', 'a\u0000b',
  '\u202ex', '\ud800', 'é', [], [null], [''], ['x', 'x'], ['*', '*'], [5], {}, { a: 1 }, { '__proto__': 1 }, [[]], [{}],
];

/** Paths and values that a rule waits for. */
const ENTICEMENTS = [
  ['id', 'Bad', 'many-'], ['role', 'feature', 'runtime', 'reviewer', 'x'], ['tier', 'core', 'x'], ['version', '1.0', 'v1.0.0', '01.0.0', '1.0.0-01', '1.0.0--', '1.0.0+01'],
  ['engines.gsd', 'latest', 'abc1', '**', '>=1,<2', 'x'], ['compatVersions', { 'x': '*' }, { '1.0.0': 'nope' }, 5], ['integrity', 'sha512-x'], ['provenance', {}, { sourceRepo: '', commit: 'c' }, 5],
  ['reviewer.slug', 'A', '-a', 'a_b', '__proto__'], ['reviewer.flags', ['--a', '--a'], ['-a'], []], ['reviewer.transport', 'spawn', 'openai-http', 'x'],
  ['reviewer.probe.kind', 'command-exists', 'http-reachable', 'x'], ['reviewer.probe.extra', 1], ['reviewer.probe', { kind: 'command-exists', binary: 'b' }],
  ['reviewer.invoke.env', { PATH: '1' }, { path: '1' }, { 'A-B': '1' }, { A: 5 }, null, { ['__proto__']: '1' }, { LD_PRELOAD: 'x', OK: 'y' }], ['reviewer.invoke.outputChannel', 'stdout', 'x'],
  ['reviewer.invoke.outputArg', null, ''], ['reviewer.invoke.effortChannel', 'none', 'env', 'x'], ['reviewer.invoke.hostConfigKey', 'k'], ['reviewer.invoke.binary', 'b', './b'],
  ['reviewer.invoke.path', '@evil.example/x', 'x', '/a\\b'], ['reviewer.invoke.defaultHost', 'http://u:p@h', 'x', 'http://h/v1'], ['reviewer.defaultEffort', 'ultra', 'low'], ['reviewer.effortConfigKey', null, ''],
  ['reviewer.handler', 'opencode', 'x'], ['reviewer.unknown', 1], ['reviewer.reviewsSection', 'a\nb'], ['reviewer.invoke.unknown', 1],
  ['runtimeCompat.supported', ['*', 'x'], ['*'], ['Bad']], ['runtimeCompat.unsupported', ['*'], ['x', 5]], ['runtimeCompat.notes', { X: 'a' }, { x: '' }], ['commands', [{ family: '__proto__', module: 'a.js', router: '' }], [5]],
  ['hooks', [{ event: '', script: '../x' }], [{ event: 'e', script: '__pycache__/x' }], [{ event: 'e', script: 'a.pyc' }], [{ event: 'e', script: 'a', matcher: '\u0001' }], [5]],
  ['steps.0.ref', { skill: 'gsd-s1' }, { skill: 's1', agent: 'a1' }, { agent: 'nope' }, { command: 'c' }, {}], ['steps.0.point', 'x'], ['steps.0.fragment', { path: 'a/../b' }, { inline: '' }, {}],
  ['contributions.0.fragment', { path: '/x' }], ['gates.0.check', { agentVerdict: 1 }, { query: 1, predicate: 2 }, {}], ['activationKey', 'nope', 'k.on'],
  ['taskContentResolver.invoke.args', ['x']], ['taskContentResolver.invoke.timeoutMs', 120001, 1], ['taskContentResolver.trackerPrefix', 'A'],
  ['runtime.hooksSurface', 'none', 'cline-rules'], ['runtime.extendedHookEvents', ['BeforeModel'], ['Stop', 'BeforeAgent'], ['x']], ['runtime.hookEvents', 'gemini'], ['runtime.triggerPrecedence', ['skills', 'skills'], ['x'], []],
  ['runtime.artifactLayout.local.0.home', 1], ['runtime.artifactLayout.global.0.converter', 'x'], ['runtime.configHome.kind', 'none', 'x'], ['runtime.localConfigDir', 'x', null],
  ['runtime.hostIntegration.dispatch.maxDepth', -2, 'undocumented'], ['runtime.hostIntegration.dispatch', { ['__proto__']: 1 }], ['runtime.orchestratorExec', { command: '' }], ['runtime.harnessIsolationFlag', ''],
  ['skills', ['__proto__'], ['']], ['reviewer', null, [], 5],
];

/** All paths of a value, as lists of keys. */
function pathsOf(value, above = [], found = []) {
  if (typeof value !== 'object' || value === null) return found;
  for (const key of Object.keys(value)) {
    const path = [...above, key];
    found.push(path);
    pathsOf(value[key], path, found);
  }
  return found;
}

function put(target, path, value) {
  const own = (key) => Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  const [key, ...rest] = path;
  if (rest.length === 0) return own(key);
  const next = Object.getOwnPropertyDescriptor(target, key)?.value;
  return typeof next === 'object' && next !== null && !types.isProxy(next) ? put(next, rest, value) : undefined;
}

function remove(target, [key, ...rest]) {
  if (typeof target !== 'object' || target === null) return;
  if (rest.length > 0) remove(target[key], rest);
  else if (Array.isArray(target)) target.splice(Number(key), 1);
  else delete target[key];
}

/** Changes that leave a valid manifest valid, and mostly change its signature. */
const HARMLESS = [
  (manifest, pick) => put(manifest, ['title'], pick(['A', ' ', '\ud83d\ude00', 'a\nb'])),
  (manifest, pick) => put(manifest, [pick(['homepage', 'zz', '7', '07'])], pick(ANY)),
  (manifest, pick) => manifest.reviewer && put(manifest, ['reviewer', pick(['later', '1'])], pick([1, { b: 1, a: [2, 1e21] }, '\ud800', -0])),
  (manifest, pick) => manifest.reviewer && put(manifest, ['reviewer', 'invoke', pick(['later', '9', '10'])], pick([null, 'x', [1, [2]], { z: 1, '2': 1, '10': 1 }])),
  (manifest, pick) => manifest.reviewer?.invoke?.args && manifest.reviewer.invoke.args.push(pick(['', 'a b', "'", '\u2028'])),
  (manifest, pick) => manifest.reviewer?.invoke?.binary && put(manifest, ['reviewer', 'invoke', 'env'], { [pick(['A', 'a_1', '_'])]: pick(['', 'x', '\u0001']) }),
  (manifest, pick) => put(manifest, ['mcpServers'], pick([{}, { n: { command: 'c' } }, [{ name: 'n', config: { url: 'u' } }], 5, { a: { args: [null, 1.5, 'x'], deep: { er: [] } } }])),
  (manifest, pick) => manifest.runtime && put(manifest, ['runtime', 'hostBehaviors'], pick([{}, 5, { reviewerCli: 1 }, { zz: 1 }])),
];

/** Values that JSON cannot carry. */
const LIVE = [
  () => 5n, () => Symbol('s'), () => () => 1, () => new Date(0), () => new Map([[1, 2]]), () => new Proxy({}, { get() { throw new Error('no'); } }),
  () => Object.defineProperty({}, 'x', { enumerable: true, get() { throw new Error('boom'); } }), () => { const it = {}; it.self = it; return it; }, () => [1, , 2], // eslint-disable-line no-sparse-arrays
  () => { const it = []; it.push(it); return it; }, () => Object.create({ binary: 'inherited' }), () => new String('boxed'),
];

const deep = (levels) => {
  let value = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** `count` manifests as `{kind, manifest, folderId}`; `kind` says what was meant. */
export function* generate(shipped, count, seed = 1) {
  const random = randomFrom(seed);
  const below = (limit) => Math.floor(random() * limit);
  const pick = (list) => list[below(list.length)];
  const bases = basesOf(shipped);
  const live = Object.values(liveManifests);

  const wild = (manifest) => {
    const path = random() < 0.45 ? pick(ENTICEMENTS) : undefined;
    if (path !== undefined) return put(manifest, path[0].split('.'), structuredClone(pick(path.slice(1))));
    const paths = pathsOf(manifest);
    const where = pick(paths) ?? ['id'];
    if (random() < 0.25) return remove(manifest, where);
    return put(manifest, where, structuredClone(pick(ANY)));
  };

  for (let index = 0; index < count; index++) {
    const kind = ['valid', 'near', 'near', 'valid', 'hostile'][index % 5];
    const manifest = structuredClone(pick(bases));
    const folderId = random() < 0.97 ? manifest.id : pick(['other', undefined, 5]);
    if (kind === 'valid') {
      for (let left = below(3); left > 0; left--) pick(HARMLESS)(manifest, (list) => structuredClone(pick(list)));
      yield { kind, manifest, folderId: manifest.id };
      continue;
    }
    for (let left = 1 + below(kind === 'near' ? 2 : 8); left > 0; left--) wild(manifest);
    if (kind === 'near') {
      yield { kind, manifest, folderId };
      continue;
    }
    const road = random();
    if (road < 0.25) yield { kind, manifest: pick(live)(), folderId };
    else if (road < 0.3) yield { kind, manifest: structuredClone(pick(ANY)), folderId };
    else if (road < 0.34) {
      put(manifest, pick([['x'], ['reviewer', 'x'], ['reviewer', 'invoke', 'x'], ['config'], ['runtime', 'hostBehaviors']]), deep(pick([100, 120, 126, 127, 128, 129, 300])));
      yield { kind, manifest, folderId };
    } else {
      // Before any of the values is there: some of them never end.
      const paths = pathsOf(manifest);
      for (let left = below(3); left > 0; left--) put(manifest, pick(paths) ?? ['x'], pick(LIVE)());
      yield { kind, manifest, folderId };
    }
  }
}
