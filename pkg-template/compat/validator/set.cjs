'use strict';
// Manifests together (X-1 … X-21, G-9, G-12).

const { lanes, rules, vocabulary } = require('../shared/library.cjs');
const { attempt, keys, list, member, text, view } = require('../shared/live.cjs');
const { capability, line, shown } = require('../shared/messages.cjs');

/** What one capability says that another one contradicts. */
const CONTRACT = new Set(['contribution-into', 'step-when', 'contribution-when', 'gate-when', 'point-from-missing', 'point-from-not-enum', 'point-from-unreachable']);
/** What is said about artifacts of the loop. */
const FLOW = new Set(['consumes-never-produced', 'consumes-own-output', 'consumes-too-early', 'duplicate-producer']);
/** What a build lets pass until the key has moved. */
const PENDING = 'central-key';
/** A manifest that could not be looked at proves nothing. */
const LIMITS = new Set(['too-deep', 'too-large']);

/** The capabilities of a map by id, each under the id that it has there. */
function capabilitiesOf(map) {
  // What has no entries has none, even if it is a text.
  const entries = map === '' ? [] : list(map);
  if (entries === undefined) throw new TypeError('capabilities must be a map from ids to manifests');
  return entries.map((entry) => {
    const [id, manifest] = [member(entry, 0), member(entry, 1)];
    return member(manifest, 'id') === id ? manifest : under(id, manifest);
  });
}

const under = (id, manifest) => view(manifest, ['role', 'tier', 'requires', 'requires', ...vocabulary().bodyNames], { id });

/** The errors among manifests, and those that keep one from being looked at. */
function judge(manifests, central) {
  const { reports, diagnostics } = lanes.check(manifests.map((manifest) => ({ manifest })), { profile: 'peer', disclosure: false, digest: false, central });
  const unread = reports.flatMap((report) => report.diagnostics).filter(({ code }) => LIMITS.has(code));
  return [...unread, ...diagnostics.filter(({ severity }) => severity === 'error')];
}

const NOBODY = { keys: [] };

/** The error as a line; one that a build lets pass ends so that it is known again. */
function told(error) {
  const context = error.places?.[0] === undefined ? 'capability' : capability(error.places[0].capability);
  if (error.code !== PENDING) return line(context, error);
  return `${context} ${shown(error.field)} ${error.message}; ${PENDING_WORDS}`;
}

const PENDING_WORDS = 'it moves when the host\'s own schema lets it go';

/** The regular expressions of the host, each as the keys that it finds. */
function patternsFor(found, patterns) {
  const hits = found.filter((key) => (list(patterns) ?? []).some((pattern) => attempt(() => pattern.test(key), false)));
  return hits.map((key) => `^${key.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`);
}

/** What capabilities claim twice, require in vain, or take from the host. */
function validateCrossCapability(map, centralKeys, centralPatterns) {
  const manifests = capabilitiesOf(map);
  const declared = [...new Set(manifests.flatMap((manifest) => keys(member(manifest, 'config'))))];
  const has = (key) => Boolean(centralKeys.has(key));
  const central = { keys: declared.filter(has), patterns: patternsFor(declared, centralPatterns) };
  return judge(manifests, central).filter(({ code }) => !CONTRACT.has(code) && !FLOW.has(code)).map(told);
}

/** What a capability says about points, roles and keys that are not there. */
function validateAgainstContract(manifest, id) {
  return judge([under(id, manifest)], NOBODY).filter(({ code }) => CONTRACT.has(code) || LIMITS.has(code)).map(told);
}

/** What steps consume in vain. Two producers of one artifact throw, as in the peer. */
function validateConsumesGlobal(map) {
  const errors = judge(capabilitiesOf(map), NOBODY).filter(({ code }) => FLOW.has(code) || LIMITS.has(code));
  const twice = errors.find(({ code }) => code === 'duplicate-producer');
  if (twice !== undefined) throw new Error(told(twice));
  return errors.map(told);
}

const detectRequiresCycles = (map) => judge(capabilitiesOf(map), NOBODY).filter(({ code }) => code === 'requires-cycle').map(told);

/** Every id that one needs, over however many others. */
function computeRequiresClosure(id, map) {
  const closure = rules.requiresClosure({ capabilities: capabilitiesOf(map), ids: [id] });
  return new Set(attempt(() => closure[id], undefined) ?? []);
}

/** What a build must not let pass, and what only waits for the host. */
function classifyCrossErrors(errors) {
  const isPending = (error) => typeof error === 'string' && error.endsWith(PENDING_WORDS);
  const all = list(errors) ?? [...text(errors)];
  return {
    hardErrors: all.filter((error) => !isPending(error)),
    pendingMigrationWarnings: all.filter(isPending).map((error) => `pending migration: ${error}`),
  };
}

const UNWIRED = {
  unwired: 'the host calls nothing there; leave the hook out, or have it called',
  'no-kind-covered': 'the host\'s call there covers no kind of hook; it must name those it covers',
  'kind-not-covered': 'the host\'s call there does not cover this kind of hook; it must name it',
};

/** The hooks of a manifest that nobody calls. `wiredKinds` maps points to kinds. */
function validateHooksWired(manifest, wiredKinds) {
  const groups = vocabulary().hookGroups.map(({ group }) => group);
  const hooks = view(manifest, groups);
  const points = new Set(groups.flatMap((group) => list(member(manifest, group)) ?? []).map((entry) => member(entry, 'point')));
  const wired = {};
  for (const point of points) {
    if (typeof point === 'string' && wiredKinds.has(point)) wired[point] = list(wiredKinds.get(point)) ?? [];
  }
  const context = capability(member(manifest, 'id'));
  const unwired = rules.hooksWired({ manifest: hooks, wiredKinds: wired });
  if (unwired === null) return [`${context} is nested too deeply or too large to be read; hooks that nobody can look at are wired nowhere`];
  return unwired.map(({ group, index, code }) => {
    const point = member(member(member(manifest, group), index), 'point');
    return `${context} ${group}[${index}].point names \`${shown(point)}\`: ${UNWIRED[code]}`;
  });
}

/** Throws at the first runtime whose configuration format is not that of its install surface (G-9). */
function runConfigFormatParityGate(map) {
  for (const manifest of capabilitiesOf(map)) {
    if (rules.buildRegistry({ capabilities: [view(manifest, ['id', 'role', 'runtime'])] })?.error !== 'format-parity') continue;
    const { installSurface, configFormat } = manifest.runtime;
    const { configFormat: expected } = vocabulary().surfaceGate.find((entry) => entry.installSurface === installSurface);
    throw new Error(`${capability(manifest.id)} runtime.configFormat is \`${shown(configFormat)}\`; \`${installSurface}\` takes \`${expected}\``);
  }
}

module.exports = {
  validateCrossCapability,
  validateAgainstContract,
  validateConsumesGlobal,
  detectRequiresCycles,
  computeRequiresClosure,
  classifyCrossErrors,
  validateHooksWired,
  runConfigFormatParityGate,
};
