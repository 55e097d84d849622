'use strict';
// One manifest, or a part of one: the verdict of the peer, told of the diagnostics (Y-2).
//
// A part is judged where it belongs, in a manifest that has nothing else; what is found elsewhere is not told.

const { lanes, rules, vocabulary } = require('../shared/library.cjs');
const { list, member, text, view } = require('../shared/live.cjs');
const { capability, line } = require('../shared/messages.cjs');

const isError = ({ severity }) => severity === 'error';

/** The errors of a manifest. */
const errorsOf = (manifest, folderId) => lanes.validateManifest(manifest, { folderId, profile: 'peer' }).diagnostics.filter(isError);

/** Whether a field is one of these, or lies below one; a manifest that cannot be read is wrong everywhere. */
const below = (names) => ({ field }) => field === '$' || names.some((name) => field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`));

/** The errors at and below a field of a manifest with one part, told of `path` instead of that field. */
function part(manifest, field, path, context) {
  const told = errorsOf(manifest).filter(below([field]));
  return told.map((error) => line(context, error, error.field === '$' ? path : path + error.field.slice(field.length)));
}

/** A manifest of that role with the bodies of another one. */
const withRole = (manifest, role) => view(manifest, ['id', ...vocabulary().bodyNames], { role });

function told(manifest, errors) {
  const context = capability(member(manifest, 'id'));
  return errors.map((error) => line(context, error));
}

/** Everything that is wrong with a manifest. */
function validateCapability(manifest, folderId) {
  // No id is empty: where no folder is known, none fits, as in the peer.
  return told(manifest, errorsOf(manifest, typeof folderId === 'string' ? folderId : ''));
}

const envelope = below(['version', 'engines', 'compatVersions', 'integrity', 'provenance']);

const validateVersionEnvelope = (manifest) => told(manifest, errorsOf(view(manifest, ['version', 'engines', 'compatVersions', 'integrity', 'provenance'])).filter(envelope));

const isPlausibleRange = (range) => !errorsOf({ engines: { gsd: range } }).some(below(['engines.gsd'])) && range !== undefined;

const validateFeatureBody = (manifest) => told(manifest, errorsOf(withRole(manifest, 'feature')).filter(below(
  vocabulary().bodyNames.filter((name) => name !== 'reviewer' && name !== 'runtime'),
)));

const validateRuntimeBody = (manifest) => told(manifest, errorsOf(withRole(manifest, 'runtime')).filter(below(['runtime', ...vocabulary().featureOnly])));

const validateReviewerBody = (manifest) => told(manifest, errorsOf(withRole(manifest, member(manifest, 'role') === 'reviewer' ? 'reviewer' : 'runtime')).filter(below(['reviewer'])));

const validateTaskContentResolver = (manifest) => told(manifest, errorsOf(withRole(manifest, 'feature')).filter(below(['taskContentResolver'])));

const of = (id) => capability(id);

const validateCommandEntry = (id, command, path) => part({ role: 'feature', commands: [command] }, 'commands[0]', text(path), of(id));

const validateRuntimeCompat = (id, runtimeCompat) => part({ role: 'feature', runtimeCompat }, 'runtimeCompat', 'runtimeCompat', of(id));

const validateConfigHome = (id, configHome) => part({ role: 'runtime', runtime: { configHome } }, 'runtime.configHome', 'runtime.configHome', of(id));

const validateArtifactKindEntry = (id, entry, path) => part(
  { role: 'runtime', runtime: { artifactLayout: { global: [entry], local: [] } } }, 'runtime.artifactLayout.global[0]', `runtime.${text(path)}`, of(id),
);

const validateArtifactLayout = (id, artifactLayout) => part({ role: 'runtime', runtime: { artifactLayout } }, 'runtime.artifactLayout', 'runtime.artifactLayout', of(id));

/** A hook of the loop, and what a step may refer to. */
const hook = (group, entry, path, declared = {}) => part({ role: 'feature', ...declared, [group]: [entry] }, `${group}[0]`, text(path), 'capability');

const validateFragment = (fragment, path) => part({ role: 'feature', contributions: [{ fragment }] }, 'contributions[0].fragment', text(path), 'capability');

const validateStep = (step, path, declaredSkills, declaredAgents) => hook('steps', step, path, { skills: list(declaredSkills), agents: list(declaredAgents) });

const validateContribution = (contribution, path) => hook('contributions', contribution, path);

const validateGate = (gate, path) => hook('gates', gate, path);

const SLICE = {
  slice: 'is no object; a slice is an object with `type`, `default` and `description`',
  type: 'has no known type; accepted are `boolean`, `string`, `number` and `enum`',
  default: 'has no default of its type; the default of an enum is one of its values',
  values: 'is an enum without values; `values` is a list of texts that is not empty',
  description: 'has no description; it is a text that is not empty',
};

/** What is wrong with one slice of the configuration of a capability (G-20). */
function validateConfigSliceEntry(id, key, slice) {
  const { errors } = rules.configSlice(slice);
  return errors.map((name) => `${of(id)} config["${text(key)}"] ${SLICE[name]}`);
}

module.exports = {
  isPlausibleRange,
  validateVersionEnvelope,
  validateCapability,
  validateCommandEntry,
  validateRuntimeCompat,
  validateFeatureBody,
  validateTaskContentResolver,
  validateConfigHome,
  validateArtifactKindEntry,
  validateArtifactLayout,
  validateRuntimeBody,
  validateReviewerBody,
  validateFragment,
  validateStep,
  validateContribution,
  validateGate,
  validateConfigSliceEntry,
};
