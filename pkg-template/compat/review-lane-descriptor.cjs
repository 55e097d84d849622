'use strict';
// The lanes that come along, lanes of a registry beside them, and whether all places name the same ones (M-1 … P-7).

const { lanes, rules, vocabulary, grammar, firstPartyLanes, lazily, constants } = require('./shared/library.cjs');
const { keys, list, member, members, view } = require('./shared/live.cjs');

/** First-party lanes, then those that the capabilities of a registry bring. */
function mergeReviewerLanes(firstParty, registry) {
  const first = list(firstParty) ?? [];
  const capabilities = member(registry, 'capabilities');
  // Of a capability only its lane is asked for.
  const bodies = keys(capabilities).map((id) => [id, view(member(capabilities, id), ['reviewer'])]);
  return lanes.mergeLanes(first, Object.fromEntries(bodies)) ?? lanes.mergeLanes(first, {}) ?? [];
}

const unreadable = { ok: false, violations: [{ reason: 'malformed_lane', subject: '(too large to be read)' }] };

/** Whether descriptor, roster, registry and workflow name the same lanes. */
const checkReviewerLaneParity = (input) => rules.laneParity(members(input, ['descriptor', 'roster', 'registry', 'workflowText'])) ?? unreadable;

/** Whether the documents tell of every lane and of no other. */
const checkReviewerDocsParity = (input) => rules.docsParity(members(input, ['descriptor', 'docs']))
  ?? { ...unreadable, violations: [{ doc: '(descriptor)', ...unreadable.violations[0] }], skipped: [] };

const snake = (name) => name.replace(/[{}]/g, '').replace(/[A-Z]/g, '_$&').toUpperCase();

module.exports = lazily({ mergeReviewerLanes, checkReviewerLaneParity, checkReviewerDocsParity }, {
  ARGV_PLACEHOLDER: () => Object.freeze(Object.fromEntries(vocabulary().placeholders.map(({ name }) => [snake(name), name]))),
  REVIEWER_LANES: () => Object.freeze(firstPartyLanes().map((lane) => Object.freeze(lane))),
  PARITY_VIOLATION: () => constants(vocabulary().laneParityReasons),
  LANE_SLUG_RE: () => grammar('slug'),
  DOCS_PARITY_VIOLATION: () => constants(vocabulary().docsParityReasons),
});
