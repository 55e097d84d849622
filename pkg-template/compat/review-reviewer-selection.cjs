'use strict';
// Whom to ask (L-110 … L-118).

const { lanes, rules, grammar, lazily } = require('./shared/library.cjs');
const { keys, list, member, text } = require('./shared/live.cjs');

const messages = (notices) => notices.map(({ message }) => message);

const TOO_LARGE = { source: 'no_config_all_detected', selected: [], resolvedInstances: [], sharedAdapterCaveat: false, warnings: [], infos: [], errors: [{ message: 'the configuration is too large to be read' }] };

const select = (input) => lanes.selectReviewers(input) ?? TOO_LARGE;

/** The slugs that the capabilities of a registry name. */
const deriveReviewerSlugs = (registry) => lanes.roster(member(registry, 'capabilities')) ?? [];

/** What the configuration asks for by default, whether it is here or not. */
function normalizeConfiguredDefaultReviewers(configured) {
  if (configured === undefined || configured === null) return { absent: true, values: [], errors: [] };
  // Where everybody is known and here, what is selected is what is well-formed.
  const names = (list(configured) ?? []).filter((name) => typeof name === 'string').map((name) => name.toLowerCase());
  const { selected, errors } = select({ detected: names, knownSlugs: names, configuredDefaultReviewers: configured });
  return { absent: false, values: [...new Set(names)].filter((name) => selected.includes(name)), errors: messages(errors) };
}

/** The instances that are well-formed, and what is wrong with the others. */
function normalizeReviewerInstances(configured) {
  const known = rules.laneOrder();
  const { errors } = select({ reviewerInstances: configured });
  const { resolvedInstances } = select({ detected: known, reviewerInstances: configured, configuredDefaultReviewers: keys(configured) });
  const instances = resolvedInstances.filter(({ kind }) => kind === 'instance').map(({ identity, kind, ...spec }) => [identity, spec]);
  return { instances: Object.fromEntries(instances), errors: messages(errors) };
}

/** Who is asked, and what there is to say about that. */
function resolveReviewerSelection(input) {
  const names = (name) => list(member(input, name))?.map((item) => (typeof item === 'string' ? item : text(item)));
  const { errors, warnings, infos, ...selection } = select({
    detected: names('detected'),
    explicitFlags: names('explicitFlags'),
    allFlag: member(input, 'allFlag'),
    configuredDefaultReviewers: member(input, 'configuredDefaultReviewers'),
    reviewerInstances: member(input, 'reviewerInstances'),
    knownSlugs: names('knownSlugs'),
  });
  return { ...selection, warnings: messages(warnings), infos: messages(infos), errors: messages(errors) };
}

module.exports = lazily({ deriveReviewerSlugs, normalizeConfiguredDefaultReviewers, normalizeReviewerInstances, resolveReviewerSelection }, {
  KNOWN_REVIEWER_SLUGS: () => rules.laneOrder().sort(),
  INSTANCE_NAME_PATTERN: () => grammar('instanceName'),
});
