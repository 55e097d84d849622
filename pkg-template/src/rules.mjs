/** `gsd-lanes/rules`: the lower rules, for tools that need one of them alone. */
import { engine } from 'gsd-lanes:engine';

import { stringArgument } from './arguments.mjs';
import { isYes } from './engine.mjs';
import { LOADED, merge } from './overlays.mjs';
import { TEXTS, rule } from './rule.mjs';
import { MANIFESTS, ORDINARY, ROOT } from './snapshot.mjs';

export * from './lane-rules.mjs';

/** A value of a manifest as the consent prompt shows it: `{text, truncated, length}`. */
export function renderPromptValue(value) {
  return answer('render_prompt_value', [engine.snapshot(stringArgument(value, 'value'))]);
}

/** Whether a new manifest needs a new consent. */
export function executableSetChanged(oldManifest, newManifest) {
  const sources = [engine.snapshot(oldManifest), engine.snapshot(newManifest)];
  const changed = isYes(engine.parts('executable_set_changed', sources, 0));
  for (const source of sources) engine.release(source);
  return changed;
}

/** The warning records that the peer gives for a manifest. */
export function manifestWarningRecords(manifest) {
  return answer('manifest_warning_records', [engine.snapshot(manifest)]) ?? [];
}

/** The unknown names in the reviewer body, sorted, without the record that counts the rest. */
export function manifestWarnings(manifest) {
  const unknown = 'unknown_reviewer_field', prefix = 'reviewer.';
  return manifestWarningRecords(manifest)
    .filter(({ code, omittedCount }) => code === unknown && omittedCount === undefined)
    .map(({ field }) => field.slice(prefix.length))
    .sort();
}

export { estimateTokens, parseBudget, reviewOrder } from './selection.mjs';
export { consentCode, consentRecords, consentRoot, hashBundle, laneConsent, lockDecision, lockHolder } from './consent.mjs';

/** What is wrong with one slice of a feature's configuration: `{errors}`, the sorted names of its members. */
export function configSlice(slice) {
  return { errors: (answer('config_slice', [engine.snapshot(slice)]) ?? ['slice']).sort() };
}

/** What stands for the destination of a lane that no configuration names. It cannot be a host. */
export function unresolvedHost() {
  return engine.text(engine.parts('unresolved_host', [], 0));
}

/** What a source specification means. */
export function parseSpec(input) {
  return rule('parseSpec', input, { spec: ORDINARY, platform: ORDINARY });
}

/** Major, minor and patch of a version, and whether it has nothing else. */
export function versionCore(input) {
  return rule('versionCore', input, { version: ORDINARY });
}

/** What consent to a disclosure binds: the signature of any manifest with that disclosure. */
export function disclosureSignature(input) {
  return rule('disclosureSignature', input, { disclosure: ROOT });
}

export { probeLane, probeLaneSync, resolveModel, resolveModelSync } from './run.mjs';
export {
  antigravityArgv, antigravityDiagnosticFacts, antigravityFallback, antigravityMode, antigravityModel, antigravityPaths, antigravityWatermark, cleanReview, emptyOutputStub,
  modelBanner, planCoverage, resolveModelFromModelsEndpoint, transcriptModel,
} from './reviews.mjs';

const SET = { capabilities: MANIFESTS, centralKeys: TEXTS, centralPatterns: TEXTS };

/** What is wrong among valid manifests with unique ids. */
export function crossValidate(input) {
  return rule('crossValidate', input, SET);
}

/** What those findings mean for a build. */
export function classifyCross(input) {
  return rule('classifyCross', input, SET);
}

/** The hooks of a manifest for which the host has no call site. */
export function hooksWired(input) {
  return rule('hooksWired', input, { manifest: ROOT, wiredKinds: ORDINARY });
}

/** The registry of valid manifests, or `{error}`. */
export function buildRegistry(input) {
  return rule('buildRegistry', input, { capabilities: MANIFESTS });
}

/** Every id that each of `ids` needs, over however many others. */
export function requiresClosure(input) {
  return rule('requiresClosure', input, { capabilities: MANIFESTS, ids: ORDINARY });
}

/** The configuration that capabilities add to the host's. */
export function federatedConfig(input) {
  return rule('federatedConfig', input, { configSchema: ORDINARY, centralKeys: TEXTS, userConfig: ORDINARY });
}

/** What becomes of overlays, without the registry. */
export function loadOverlays(input) {
  return merge(input, ({ centralKeys, centralPatterns }) => ({ keys: centralKeys, patterns: centralPatterns }), () => [], LOADED);
}

/** Whether descriptor, roster, registry and workflow name the same lanes. */
export function laneParity(input) {
  return rule('laneParity', input, { descriptor: ORDINARY, roster: ORDINARY, registry: ORDINARY, workflowText: ORDINARY });
}

/** Whether the documents tell of every lane and of no other. */
export function docsParity(input) {
  return rule('docsParity', input, { descriptor: ORDINARY, docs: ORDINARY });
}

function answer(name, sources) {
  const data = engine.data(engine.parts(name, sources, 0));
  for (const source of sources) engine.release(source);
  return data;
}
