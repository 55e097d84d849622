'use strict';
// The closed sets, limits and patterns of the vocabulary, under the names that the peer gives them.

const { vocabulary, grammar, constants } = require('../shared/library.cjs');

/** What a field of a table takes. */
function values(table, name) {
  const { members } = vocabulary().fields[table].find((field) => field.name === name);
  return members.map(({ value }) => value).filter((value) => value !== null);
}

/** The same of an axis of `hostIntegration`, which may also be undocumented. */
const axis = (table, name) => values(table, name).filter((value) => value !== vocabulary().undocumented);

const set = (name) => () => new Set(vocabulary()[name]);
const field = (table, name) => () => new Set(values(table, name));
const hostSet = (table, name) => () => new Set(axis(table, name));

const family = (name) => () => {
  const { members } = vocabulary().extendedHookEvents;
  return new Set(members.filter((member) => name === undefined || member.family === name).map(({ value }) => value));
};

const gate = (pick) => () => new Map(vocabulary().surfaceGate.map((entry) => [entry.installSurface, pick(entry)]));

/** What the host offers and produces at each point. A phase consumes what the one before it produced. */
function contracts() {
  const { phases, points } = vocabulary();
  const produced = (phase) => (phase?.artifact ? [phase.artifact] : []);
  const contract = new Map();
  for (const [index, phase] of phases.entries()) {
    const of = {
      step: phase.name,
      points: phase.points,
      agentRoles: phase.roles,
      coreArtifacts: { produces: produced(phase), consumes: produced(phases[index - 1]) },
    };
    for (const point of phase.points) contract.set(point, of);
  }
  return new Map(points.map((point) => [point, contract.get(point)]));
}

/** From which point on the host's own artifacts are there. */
function artifactPoints() {
  const { phases, points } = vocabulary();
  const entries = phases.filter(({ artifact }) => artifact !== null).map(({ artifact, lastPoint }) => [artifact, points.indexOf(lastPoint)]);
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}

const axes = () => ({
  ...Object.fromEntries(['embeddingMode', 'commandSurface', 'modelMode', 'hookBus', 'stateIO', 'transport', 'runtime'].map((name) => [name, axis('hostIntegration', name)])),
  subagentToolkit: axis('dispatch', 'subagentToolkit'),
  effortSurface: axis('hostIntegration', 'effortSurface'),
  isolation: axis('dispatch', 'isolation'),
});

module.exports = {
  SCHEMA_VERSION: () => vocabulary().registryVersion,
  POINT_ORDER: () => vocabulary().points,
  HOST_ARTIFACT_EARLIEST_POINT_IDX: artifactPoints,
  VALID_LOOP_POINTS: set('points'),
  POINT_TO_CONTRACT: contracts,
  VALID_CONFIG_SLICE_TYPES: set('sliceTypes'),
  KEBAB_RE: () => grammar('capabilityId'),
  VALID_ROLES: set('roles'),
  VALID_TIERS: set('tiers'),
  VALID_ON_ERROR: set('onErrors'),
  RUNTIME_COMPAT_WILDCARD: () => vocabulary().runtimeWildcard,
  SEMVER_RE: () => grammar('version'),
  SEMVER_RANGE_RE: () => grammar('range'),
  SHA512_INTEGRITY_RE: () => grammar('integrity'),
  VALID_CONVERTER_NAMES: set('converters'),
  VALID_CONFIG_FORMATS: set('configFormats'),
  VALID_CONFIG_HOME_KINDS: set('homeKinds'),
  VALID_COMMAND_STYLES: field('runtime', 'commandStyle'),
  VALID_HOOKS_SURFACES: set('hooksSurfaces'),
  VALID_HOOK_EVENTS: set('hookEvents'),
  VALID_EXTENSION_EVENTS: set('extensionEvents'),
  VALID_SANDBOX_TIERS: field('runtime', 'sandboxTier'),
  VALID_ARTIFACT_KIND_NAMES: field('artifact', 'kind'),
  VALID_ARTIFACT_NESTINGS: field('artifact', 'nesting'),
  VALID_TRIGGER_PRECEDENCE_KINDS: () => new Set(vocabulary().triggers.members.map(({ value }) => value)),
  DEFAULT_TRIGGER_PRECEDENCE: () => Object.freeze(vocabulary().triggers.preset),
  // What taskContentResolver belongs to is checked by itself.
  FEATURE_FIELDS_FORBIDDEN_ON_RUNTIME: () => vocabulary().featureOnly.filter((name) => name !== 'taskContentResolver'),
  FEATURE_FIELDS_FORBIDDEN_ON_REVIEWER: () => vocabulary().featureOnly,
  LANE_SLUG_RE: () => grammar('slug'),
  LANE_FLAG_RE: () => grammar('flag'),
  VALID_LANE_TRANSPORTS: set('transports'),
  VALID_LANE_PROBE_KINDS: () => new Set(vocabulary().probes.map(({ kind }) => kind)),
  VALID_PROMPT_CHANNELS: set('promptChannels'),
  VALID_OUTPUT_CHANNELS: set('outputChannels'),
  VALID_LANE_EFFORT_CHANNELS: set('effortChannels'),
  VALID_MODEL_DISCOVERY: set('modelDiscoveries'),
  VALID_EMPTY_OUTPUT: set('emptyOutputs'),
  VALID_EVIDENCE_CLASSES: set('evidenceClasses'),
  VALID_LANE_HANDLERS: set('handlers'),
  KNOWN_REVIEWER_FIELDS: () => new Set(vocabulary().fields.reviewer.map(({ name }) => name)),
  KNOWN_HOST_BEHAVIORS: set('hostBehaviors'),
  MAX_REPORTED_UNKNOWN_KEYS: () => vocabulary().reported.keys,
  MAX_REPORTED_KEY_CHARS: () => vocabulary().reported.keyUnits,
  REVIEWER_WARNING: () => constants(vocabulary().warningRecords),
  REMOVED_REVIEWER_CLI_FIELD: () => `runtime.hostBehaviors.${vocabulary().removedHostBehavior}`,
  VALID_INSTALL_SURFACES: set('installSurfaces'),
  VALID_PERMISSION_WRITERS: set('permissionWriters'),
  VALID_EXTENDED_HOOK_EVENTS: family(),
  VALID_EMBEDDING_MODES: hostSet('hostIntegration', 'embeddingMode'),
  VALID_COMMAND_SURFACES: hostSet('hostIntegration', 'commandSurface'),
  VALID_MODEL_MODES: hostSet('hostIntegration', 'modelMode'),
  VALID_HOOK_BUSES: hostSet('hostIntegration', 'hookBus'),
  VALID_STATE_IO: hostSet('hostIntegration', 'stateIO'),
  VALID_TRANSPORTS: hostSet('hostIntegration', 'transport'),
  VALID_HOST_RUNTIMES: hostSet('hostIntegration', 'runtime'),
  VALID_SUBAGENT_TOOLKITS: hostSet('dispatch', 'subagentToolkit'),
  VALID_DISPATCH_ISOLATION: hostSet('dispatch', 'isolation'),
  _HOST_INTEGRATION_VOCAB: axes,
  INSTALL_SURFACE_TO_ALLOWED_HOOKS_SURFACES: gate(({ hooksSurfaces }) => new Set(hooksSurfaces)),
  GEMINI_AGENT_EVENTS: family('gemini'),
  CLAUDE_FAMILY_EVENTS: family('claude'),
  TIER_RANK: () => Object.fromEntries(vocabulary().tiers.map((tier, rank) => [tier, rank])),
  INSTALL_SURFACE_TO_CONFIG_FORMAT: gate(({ configFormat }) => configFormat),
  HOOK_GROUP_KINDS: () => Object.freeze(Object.fromEntries(vocabulary().hookGroups.map(({ group, kind }) => [group, kind]))),
};
