/** The lower rules about planning lanes, by the names of the members that they read. */
import { engine } from 'gsd-lanes:engine';
import { capabilities as firstParty } from 'gsd-lanes:tables';

import { TEXTS, rule } from './rule.mjs';
import { MANIFESTS, ORDINARY } from './snapshot.mjs';

/** A rule that also reads the first-party manifests. */
const withFirstParty = (name, input, members) => rule(name, input, members, [['firstParty', engine.snapshot(firstParty(), MANIFESTS)]]);

/** What a configured text says, or `null`. */
export function configString(input) {
  return rule('configString', input, { value: ORDINARY });
}

/** The files of a lane in a run. */
export function artifactPaths(input) {
  return rule('artifactPaths', input, { runDir: ORDINARY, slug: ORDINARY });
}

/** The files that an instance writes, or `null` if its name would overwrite what a run itself needs. */
export function instanceFiles(input) {
  return rule('instanceFiles', input, { as: ORDINARY });
}

/** The sentence that stands for the prompt where a program cannot be given it. */
export function fileReference(input) {
  return rule('fileReference', input, { promptPath: ORDINARY, repoRoot: ORDINARY });
}

/** How many tokens a lane's prompt may have, or `null`. */
export function laneBudget(input) {
  return rule('laneBudget', input, { lane: ORDINARY, config: ORDINARY });
}

/** What a lane's program is told about its effort. */
export function laneEffort(input) {
  return rule('laneEffort', input, { lane: ORDINARY, config: ORDINARY });
}

/** The keys of the configuration that resolving a lane asks for. */
export function laneKeys(input) {
  return rule('laneKeys', input, { lane: ORDINARY });
}

/** The body of a first-party lane, or `null`. */
export function firstPartyLane(input) {
  return withFirstParty('firstPartyLane', input, { slug: ORDINARY });
}

/** The slugs of the first-party lanes, in order. */
export function laneOrder(input = {}) {
  return withFirstParty('laneOrder', input, {});
}

/** Slug and heading of the selected lanes. */
export function laneSections(input) {
  return withFirstParty('laneSections', input, { selected: TEXTS, instances: ORDINARY, capabilities: MANIFESTS });
}

/** The flags that ask for the selected lanes. */
export function laneFlags(input) {
  return withFirstParty('laneFlags', input, { selected: TEXTS, capabilities: MANIFESTS });
}

/** The slugs of the lanes whose flags stand among arguments, with commas between them. */
export function explicitFromArgv(input) {
  return withFirstParty('explicitFromArgv', input, { argv: TEXTS, capabilities: MANIFESTS });
}

/** What would become of the selected lanes. */
export function planSummary(input) {
  return withFirstParty('planSummary', input, {
    selected: TEXTS, config: ORDINARY, defaults: ORDINARY, runDir: ORDINARY, repoRoot: ORDINARY, profile: ORDINARY, platform: ORDINARY, capabilities: MANIFESTS,
  });
}

/** What a key of the configuration reads as, given the files. */
export function resolvedConfig(input) {
  return withFirstParty('resolvedConfig', input, { file: ORDINARY, defaults: ORDINARY, key: ORDINARY, capabilities: MANIFESTS });
}

/** How a resolved program is started on Windows. */
export function windowsCommandLine(input) {
  return rule('windowsCommandLine', input, { command: ORDINARY, args: TEXTS, env: ORDINARY });
}

/** The file names under which a program is looked for on Windows. */
export function windowsCandidates(input) {
  return rule('windowsCandidates', input, { name: ORDINARY, env: ORDINARY });
}
