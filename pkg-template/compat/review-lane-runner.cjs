'use strict';
// Running lanes, and what comes back from them (30-lanes, sections 6 to 10), by the rules of the profile `strict`.

const path = require('node:path');

const { lanes, rules, vocabulary, firstPartyLanes, lazily, constants } = require('./shared/library.cjs');
const { attempt, copy, list, member, members, text } = require('./shared/live.cjs');
const { hostOf, homeOf, given } = require('./shared/host.cjs');
const { ownerOf } = require('./shared/owner.cjs');

/** A probe that asks the host for a program, and the host says that it is there. */
const ALWAYS_THERE = { kind: 'command-exists', binary: 'none' };

const UNRESOLVED_MODEL = Object.freeze({ value: null, source: 'unknown' });

const withDetail = ({ reason, detail, remedy }) => ({ reason, ...(detail === undefined ? {} : { detail }), ...(remedy === undefined ? {} : { remedy }) });

/** Runs a resolved lane. `ok` and `stubbed` are the peer's words; only `status` says whether there is a review. */
async function runLane(plan, deps, options) {
  const { repoRoot: given, explicitlyRequested, consentedHost } = members(options, ['repoRoot', 'explicitlyRequested', 'consentedHost']);
  const repoRoot = text(given) || process.cwd();
  const { consentedHost: bound, ...owner } = ownerOf(plan, deps, { repoRoot, consentedHost });
  const result = await lanes.runLane(plan, hostOf(deps, path.isAbsolute(text(member(plan, 'promptPath')))), {
    ...owner,
    ...(typeof bound === 'string' ? { consentedHost: bound } : {}),
    repoRoot,
    explicit: explicitlyRequested === true,
    profile: 'strict',
    platform: process.platform === 'win32' ? 'win32' : 'posix',
  });
  const { slug = text(member(plan, 'slug')), ok, stubbed = false, model = UNRESOLVED_MODEL, status, reason } = result;
  return { slug, ok, stubbed, model, status, ...(reason === null ? {} : withDetail(result)) };
}

/** Whether a lane could run. */
async function probeLane(plan, deps) {
  const { probe, requiresBinaries, host } = plan;
  const found = await rules.probeLane({
    probe: probe ?? undefined,
    requiresBinaries: Array.isArray(requiresBinaries) ? (list(requiresBinaries) ?? []).filter((name) => typeof name === 'string') : [],
    planHost: typeof host === 'string' ? host : undefined,
    repoRoot: process.cwd(),
    profile: 'strict',
  }, hostOf(deps));
  return found.available ? { available: true } : { available: false, ...withDetail(found) };
}

/** Whether what is sent to the current host goes where the consented one says. */
function checkEgressHost(consentedHost, currentHost) {
  const { allowed } = lanes.checkEgress(consentedHost, currentHost);
  if (allowed && (typeof consentedHost !== 'string' || lanes.normalizeHost(consentedHost) === '')) return { allowed };
  return { allowed, consentedHost: lanes.normalizeHost(consentedHost), currentHost: lanes.normalizeHost(currentHost) };
}

/** Sends a prompt to the server of a plan: a run of that plan in which nothing is asked first and nothing is written down. */
async function runOpenAiCompatible(plan, prompt, deps) {
  const httpJson = given(deps, 'httpJson');
  const { promptPath, reviewPath } = members(plan, ['promptPath', 'reviewPath']);
  const written = new Map();
  let rawBody = '';
  const host = hostOf({
    ...members(deps, ['warn', 'homeDir']),
    hasBinary: () => true,
    exists: (file) => file === promptPath || written.has(file),
    readFile: (file) => (file === promptPath ? text(prompt) : written.get(file)),
    writeFile: (file, content) => void written.set(file, content),
    httpJson: httpJson && (async (url, request) => {
      const response = await httpJson(url, request);
      if (request.method === 'POST') rawBody = member(response, 'body') || text(member(response, 'error')) || `HTTP ${text(member(response, 'status'))}`;
      return response;
    }),
  });
  const bare = { ...copy(plan), requiresBinaries: [], probe: ALWAYS_THERE, evidenceClass: 'diff-only' };
  const { stubbed, ok, model = UNRESOLVED_MODEL } = await lanes.runLane(bare, host, { repoRoot: process.cwd(), profile: 'strict' });
  const review = ok && !stubbed ? (written.get(reviewPath) ?? '').replace(/\n$/, '') : '';
  return { review, rawBody, model };
}

// --- what a lane answered ---------------------------------------------------------------------------

const textOrNothing = (value) => (typeof value === 'string' ? value : '');

/** What is written for the content of a review: itself, or a stub. */
function stubOf(plan, content, { stderr, extra, outcome } = {}) {
  const { slug, transport, effort } = members(plan, ['slug', 'transport', 'effort']);
  const { status, errorCode } = members(outcome, ['status', 'errorCode']);
  return rules.emptyOutputStub({
    slug: text(slug),
    transport: text(transport),
    effort: textOrNothing(effort),
    content: textOrNothing(content),
    stderr: textOrNothing(stderr),
    extra: textOrNothing(extra),
    outcome: outcome === undefined || outcome === null ? undefined : { status: typeof status === 'number' ? status : null, errorCode: textOrNothing(errorCode) },
  });
}

/** Writes a review, or what stands for one that is empty. */
function writeReviewOrStub(plan, content, deps, extra, outcome) {
  const { reviewPath, errPath } = members(plan, ['reviewPath', 'errPath']);
  const stderr = lanes.isEmptyReview(content) && deps.exists(errPath) ? attempt(() => deps.readFile(errPath), '') : '';
  const { stubbed, written } = stubOf(plan, content, { stderr, extra, outcome });
  deps.writeFile(reviewPath, written);
  return { stubbed };
}

/** Why there may be nothing to read: the last line of the stub. */
const emptyOutputDiagnosis = (plan, outcome) => stubOf(plan, '', { outcome }).written.trimEnd().split('\n').at(-1);

const parseModelBanner = (output) => rules.modelBanner({ text: textOrNothing(output) });

const parseTranscriptModel = (transcript) => rules.transcriptModel({ text: textOrNothing(transcript) });

/** What an event stream of opencode tells. */
function handleOpencodeOutput(stdout) {
  const { review, stopReason, outputTokens } = lanes.opencodeReview(textOrNothing(stdout));
  return { review, diagnostic: `stop reason=${stopReason}, output tokens=${outputTokens}` };
}

const stamped = (stamp) => (review) => (typeof review === 'string' ? lanes.stampReview(review, { stamps: [stamp] }).text : review);

// --- antigravity ------------------------------------------------------------------------------------

/** What can be seen of antigravity's files for a workspace. */
function seen(workspace, deps, mark) {
  const homeDir = homeOf(deps);
  const files = {};
  const unreadable = [];
  const look = (file) => {
    if (!deps.exists(file)) return;
    const content = attempt(() => deps.readFile(file), undefined);
    if (typeof content === 'string') files[file] = content;
    else unreadable.push(file);
  };
  const input = { homeDir, workspace: text(workspace), files, unreadable, mark: marked(mark) };
  look(rules.antigravityPaths({ homeDir }).cache);
  const { convId } = rules.antigravityWatermark(input);
  if (convId !== '') {
    const { transcript, full } = rules.antigravityPaths({ homeDir, convId });
    look(transcript);
    look(full);
  }
  return input;
}

const KINDS = { convId: 'string', lines: 'number', fullLines: 'number', unreadable: 'boolean', fullUnreadable: 'boolean' };

/** What an earlier look has noted; what is of another kind was not noted by one. */
const marked = (mark) => Object.fromEntries(Object.entries(members(mark, Object.keys(KINDS))).filter(([name, value]) => typeof value === KINDS[name]));

const antigravityWatermark = (workspace, deps) => rules.antigravityWatermark(seen(workspace, deps));
const antigravityTranscriptFallback = (workspace, mark, deps) => rules.antigravityFallback(seen(workspace, deps, mark));
const antigravityModel = (workspace, mark, deps) => rules.antigravityModel(seen(workspace, deps, mark));
const antigravityFailureMode = (workspace, mark, deps) => rules.antigravityMode(seen(workspace, deps, mark));

const HELP_MS = 5000;

/** The model that reviewed, and how that is known: what a run records whose program said exactly this. */
function resolveSpawnModel(plan, said, mark, deps, workspace) {
  const { model, handler } = members(plan, ['model', 'handler']);
  const transcript = typeof model !== 'string' && handler === 'antigravity' ? antigravityModel(workspace, mark, deps) : null;
  const { stdout, stderr } = members(said, ['stdout', 'stderr']);
  // An older review is out of the way before the program writes another.
  const gone = new Set();
  const host = {
    hasBinary: () => true, exists: (file) => !gone.has(file), read: (file) => (gone.has(file) ? undefined : 'text'), write() {}, setAside: (file) => void gone.add(file),
    spawn() {
      gone.clear();
      return { status: 0, stdout: textOrNothing(stdout), stderr: textOrNothing(stderr) };
    },
  };
  const program = { transport: 'spawn', binary: 'none', argv: [], env: null };
  const bare = { ...copy(plan), ...program, model: transcript ?? model, handler: null, requiresBinaries: [], probe: ALWAYS_THERE };
  const { model: recorded = UNRESOLVED_MODEL } = lanes.runLaneSync(bare, host, { repoRoot: '/', profile: 'peer' });
  return transcript !== null && recorded.value !== null ? { ...recorded, source: 'transcript' } : recorded;
}

/** The arguments as antigravity gets them; what it can do is read from its own help. */
function antigravityArgv(argv, promptPath, repoRoot, deps) {
  const { binary } = firstPartyLanes().find(({ handler }) => handler === 'antigravity').invoke;
  const { stdout, stderr } = attempt(() => members(deps.spawn(binary, ['--help'], { timeoutMs: HELP_MS }), ['stdout', 'stderr']), {});
  return rules.antigravityArgv({ argv, help: { stdout: textOrNothing(stdout), stderr: textOrNothing(stderr) }, promptPath: text(promptPath), repoRoot: text(repoRoot) });
}

/** The sentence that stands for the prompt where a lane may not see the repository. */
function antigravityPrompt(promptPath, repoRoot) {
  const places = { promptPath: text(promptPath), repoRoot: text(repoRoot) };
  return rules.antigravityArgv({ argv: [rules.fileReference(places)], help: {}, ...places })[0];
}

/** The stub of a run of antigravity that gave nothing. */
function antigravityDiagnostic(deps) {
  const { log } = rules.antigravityPaths({ homeDir: homeOf(deps) });
  const content = deps.exists(log) ? attempt(() => deps.readFile(log), '') : '';
  return rules.antigravityDiagnosticFacts({ log: textOrNothing(content), stderr: '', mode: vocabulary().antigravityModes.at(-1) }).text;
}

module.exports = lazily({
  parseModelBanner,
  parseTranscriptModel,
  checkEgressHost,
  probeLane,
  writeReviewOrStub,
  emptyOutputDiagnosis,
  handleOpencodeOutput,
  antigravityWatermark,
  antigravityTranscriptFallback,
  antigravityModel,
  resolveSpawnModel,
  antigravityPrompt,
  antigravityArgv,
  antigravityFailureMode,
  antigravityDiagnostic,
  stampBlindReview: stamped('blind'),
  stampUngroundedReview: stamped('ungrounded'),
  runOpenAiCompatible,
  runLane,
}, {
  MODEL_SOURCE: () => constants(vocabulary().modelSources),
  UNRESOLVED_MODEL: () => UNRESOLVED_MODEL,
  BANNER_SCAN_LINES: () => vocabulary().model.bannerLines,
  MODEL_VALUE_MAX: () => vocabulary().model.units,
  ANTIGRAVITY_FAILURE_MODE: () => constants(vocabulary().antigravityModes),
});
