'use strict';
// From a declared lane to its plan (30-lanes, sections 3 to 5), by the rules of the profile `strict`.

const { lanes, rules, vocabulary, lazily, constants } = require('./shared/library.cjs');
const { member, members, text } = require('./shared/live.cjs');

const configString = (value) => rules.configString({ value });

const normalizeHost = (host) => lanes.normalizeHost(host);

const ask = (configGet, key) => (typeof configGet === 'function' && typeof key === 'string' && key !== '' ? configGet(key) : undefined);

/**
 * What a lane's program is told about its effort. The level is worked out here; how it is spelt is asked of
 * `renderArgv(slug, level)`, which gives `{argv, value}`.
 */
function resolveLaneEffort(lane, configGet, renderArgv) {
  const key = member(lane, 'effortConfigKey');
  const body = { slug: text(member(lane, 'slug')), effortConfigKey: key, defaultEffort: member(lane, 'defaultEffort') };
  const config = { [text(key)]: ask(configGet, key) };
  const none = { argv: [], value: null, source: 'none' };
  if (typeof renderArgv !== 'function') return rules.laneEffort({ lane: body, config }) ?? none;
  // One of the lanes takes every level by its own name.
  const { value: level, source } = rules.laneEffort({ lane: { ...body, slug: vocabulary().effortSlugs.at(-1) }, config }) ?? none;
  if (level === null) return none;
  const { argv, value } = renderArgv(body.slug, level) ?? {};
  return Array.isArray(argv) && argv.length > 0 ? { argv, value: value ?? null, source } : none;
}

/** The plan of a lane of which only its timeout matters. */
function timed(timeout, args = []) {
  const lane = { slug: 'a', transport: 'spawn', invoke: { binary: 'a', args, promptChannel: 'none' }, ...timeout };
  return (configGet) => lanes.resolveLane({ lane, configGet, runDir: '.', repoRoot: '.', profile: 'peer' }).plan;
}

/** Milliseconds: what the configuration says in seconds, else the floor. */
function resolveTimeoutMs(timeoutConfigKey, timeoutFloorMs, configGet) {
  const key = typeof timeoutConfigKey === 'string' ? timeoutConfigKey : undefined;
  const floor = typeof timeoutFloorMs === 'number' ? timeoutFloorMs : undefined;
  return timed({ timeoutConfigKey: key, timeoutFloorMs: floor })((name) => ask(configGet, name)).timeoutMs;
}

/** What `{{nativeTimeout}}` becomes: a minute less, in seconds. */
function nativeTimeoutToken(timeoutMs) {
  const milliseconds = typeof timeoutMs === 'number' && timeoutMs > 0 ? timeoutMs : 1;
  return timed({ timeoutFloorMs: milliseconds }, ['{{nativeTimeout}}'])(() => undefined).argv[0];
}

const isEmptyReview = (review) => lanes.isEmptyReview(review);

/** The sentence that stands for the prompt where a program cannot be given it. */
const fileRefPrompt = (promptPath, repoRoot) => rules.fileReference({ promptPath: text(promptPath), repoRoot: text(repoRoot) });

const artifactPaths = (runDir, slug) => rules.artifactPaths({ runDir: text(runDir), slug: text(slug) });

/** How many tokens a lane's prompt may have; `null` if nothing is said. */
function resolveLaneBudget(lane, configGet) {
  const key = member(lane, 'promptBudgetKey');
  const config = {};
  for (const name of [key, 'review.max_prompt_tokens']) config[text(name)] = ask(configGet, name);
  return rules.laneBudget({ lane: { promptBudgetKey: key }, config });
}

/** What a lane would run or send, or why it would not. */
function resolveLanePlan(input) {
  const { configGet, ...rest } = members(input, ['lane', 'configGet', 'runDir', 'repoRoot', 'effortArgs', 'effortValue']);
  const { ok, plan, reason, detail, warnings } = lanes.resolveLane({
    ...rest,
    lane: rest.lane ?? null,
    configGet: (key) => ask(configGet, key),
    runDir: text(rest.runDir),
    repoRoot: text(rest.repoRoot),
    profile: 'strict',
    platform: process.platform === 'win32' ? 'win32' : 'posix',
  });
  const told = (warnings ?? []).map(({ message }) => message);
  return ok ? { ok, warnings: told, plan } : { ok, reason, detail, warnings: told };
}

module.exports = lazily({
  configString,
  normalizeHost,
  resolveLaneEffort,
  resolveTimeoutMs,
  nativeTimeoutToken,
  isEmptyReview,
  fileRefPrompt,
  artifactPaths,
  resolveLaneBudget,
  resolveLanePlan,
}, {
  LANE_UNAVAILABLE: () => constants(vocabulary().laneReasons.filter(({ peer }) => peer).map(({ reason }) => reason)),
});
