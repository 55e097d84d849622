'use strict';
// Whose lane it is, and what is known of the agreement to it. The peer's plan does not say, so it is looked up: where
// capabilities are installed, in the consent stores, and in the user's own configuration (Y-17, Y-20, B-6, TB-2).

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const { lanes, rules, vocabulary } = require('./library.cjs');
const { attempt, member } = require('./live.cjs');
const { readBounded } = require('./files.cjs');
const { bundleContentHash } = require('./bundle.cjs');
const { given, homeOf } = require('./host.cjs');
const store = require('./store.cjs');

const real = (folder) => attempt(() => fs.realpathSync(folder), path.resolve(folder));

/** The capabilities below a folder that bring the lane of that slug. */
function bringing(slug, base, scope) {
  const root = path.join(base, vocabulary().consent.folder, 'capabilities');
  const folders = attempt(() => fs.readdirSync(root, { withFileTypes: true }), []).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => {
    const folder = path.join(root, name);
    const text = attempt(() => readBounded(path.join(folder, 'capability.json'), vocabulary().limits.textBytes), undefined);
    return { id: name, scope, folder, manifest: text && attempt(() => JSON.parse(text), undefined) };
  }).filter(({ manifest }) => lanes.roster({ it: manifest })?.[0] === slug);
}

/** What was recorded for a capability: in the shared store for a project, in our own for the user. */
function recordOf({ id, scope }, projectRoot) {
  if (scope === 'project') {
    const { records } = rules.consentRecords(store.read(store.storePath()) ?? undefined);
    return records.findLast((record) => record.projectRoot === projectRoot && record.id === id);
  }
  return laneConsent({ id });
}

const laneConsent = (query) => rules.laneConsent(store.read(store.laneStorePath()) ?? undefined, query);

function agreedTo(capability, projectRoot) {
  const record = recordOf(capability, projectRoot);
  if (!record) return { owner: 'installed', agreement: 'missing' };
  const isSame = attempt(() => bundleContentHash(capability.folder), null) === record.contentHash && lanes.digest(capability.manifest) === record.digest;
  return { owner: 'installed', agreement: isSame ? 'given' : 'changed', consentedHost: record.reviewerHost ?? undefined };
}

/** Whether the host of a first-party lane is configured by others than the user: then that is what somebody must agree to. */
function isFromProject(plan, deps) {
  const key = member(plan, 'hostConfigKey');
  const configGet = given(deps, 'configGet');
  if (typeof key !== 'string' || key === '' || configGet === undefined) return false;
  const configured = rules.configString({ value: configGet(key) });
  if (configured === null) return false;
  const file = path.join(homeOf(deps) || os.homedir(), vocabulary().consent.folder, 'defaults.json');
  const defaults = attempt(() => JSON.parse(readBounded(file, vocabulary().limits.textBytes)), undefined);
  const own = defaults === undefined ? null : rules.resolvedConfig({ defaults, key });
  return rules.configString({ value: own?.found ? own.value : null }) !== configured;
}

/**
 * The options of a run that say whose lane it is. A lane that nobody has installed comes from the caller, who answers for
 * it; only a server needs an agreement even then.
 */
function ownerOf(plan, deps, { repoRoot, consentedHost }) {
  const slug = member(plan, 'slug');
  const bound = typeof consentedHost === 'string' ? consentedHost : undefined;
  const projectRoot = real(repoRoot);
  if (rules.laneOrder().includes(slug)) {
    const hostFromProject = isFromProject(plan, deps);
    const host = hostFromProject && !lanes.isLocalDestination(`${member(plan, 'host')}`) ? hostFor(slug, projectRoot) : undefined;
    return { owner: 'first-party', hostFromProject, consentedHost: bound ?? host };
  }
  const homes = [bringing(slug, process.env.GSD_HOME || os.homedir(), 'global'), bringing(slug, repoRoot, 'project')].flat();
  const found = homes.map((capability) => agreedTo(capability, projectRoot));
  // Of several that claim one lane, none may be without agreement.
  const agreed = found.find(({ agreement }) => agreement !== 'given') ?? found[0] ?? { owner: 'installed', agreement: 'given' };
  return { consentedHost: bound, ...agreed };
}

/** The host that was agreed to for a first-party lane in a project. */
function hostFor(slug, projectRoot) {
  const { id } = lanes.firstPartyCapabilities().find(({ reviewer }) => reviewer.slug === slug);
  return laneConsent({ projectRoot, id })?.reviewerHost ?? undefined;
}

module.exports = { ownerOf };
