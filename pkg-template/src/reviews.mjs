/** What comes back from a lane: read, marked, put together. Texts may be long; over the limit the answer is `null`. */
import { engine } from 'gsd-lanes:engine';

import { entriesArgument, listArgument, objectArgument, optionalString, optionsArgument, stringArgument, textsArgument } from './arguments.mjs';
import { resolveModelSync } from './run.mjs';
import { ORDINARY } from './snapshot.mjs';

/** Calls a rule with plain data of our own making, in which texts may be long. */
function rule(name, members) {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return engine.wholly(name, given.map(([member, value]) => [member, engine.texts(value)]));
}

/** Calls a rule with those members of an object that there are, each read once: texts may be long, nothing else. */
function lower(name, input, members) {
  objectArgument(input, 'input');
  const given = members.map((member) => [member, input[member]]).filter(([, value]) => value !== undefined);
  return engine.wholly(name, given.map(([member, value]) => [member, typeof value === 'string' ? engine.texts(value) : engine.snapshot(value, ORDINARY)]));
}

/** Whether there is nothing to read in it; what is no text is empty. */
export function isEmptyReview(text) {
  return rule('isEmptyReview', { text: typeof text === 'string' ? text : null });
}

/** What an event stream of opencode tells: `{review, stopReason, outputTokens, error, lastEvent}`. */
export function opencodeReview(stdout) {
  return rule('opencodeReview', { stdout: stringArgument(stdout, 'stdout') });
}

/** What a server's answer to a chat completion amounts to. */
export function parseChatCompletion(input) {
  const { requestedModel, response, profile } = objectArgument(input, 'input');
  const { ok, status, body, error } = objectArgument(response, 'input.response');
  const members = {
    requestedModel: stringArgument(requestedModel, 'input.requestedModel'),
    response: {
      ok: ok === true,
      status: numberOf(status),
      body: stringArgument(body, 'input.response.body'),
      error: optionalString(error, 'input.response.error'),
    },
    profile: optionalString(profile, 'input.profile', ['strict', 'peer']),
  };
  return rule('parseChatCompletion', members);
}

/** A review with marks in front of it where it rests on nothing: `{text, stamped, stamps}`. */
export function stampReview(review, options) {
  const { stamps, citations } = optionsArgument(options);
  const accepted = ['blind', 'ungrounded'];
  const members = {
    review: stringArgument(review, 'review'),
    stamps: stamps === undefined || stamps === null ? undefined : listArgument(stamps, 'options.stamps', (stamp, name) => optionalString(stamp, name, accepted)),
    citations: optionalString(citations, 'options.citations', ['any', 'anchored']),
  };
  return rule('stampReview', members);
}

/** REVIEWS.md: `{text, reviewers, reviewed, warnings}`. */
export function composeReviews(input) {
  const { phase, reviewedAt, plans, reviews, laneOrder, previous, consensus, notices } = objectArgument(input, 'input');
  const members = {
    phase: optionalString(phase, 'input.phase'),
    reviewedAt: stringArgument(reviewedAt, 'input.reviewedAt'),
    plans: textsArgument(plans, 'input.plans'),
    reviews: listArgument(reviews, 'input.reviews', reviewArgument),
    laneOrder: textsArgument(laneOrder, 'input.laneOrder'),
    previous: optionalString(previous, 'input.previous'),
    consensus: consensus === undefined || consensus === null ? undefined : consensusArgument(consensus),
    notices: textsArgument(notices, 'input.notices'),
  };
  return rule('composeReviews', members);
}

function reviewArgument(review, name) {
  const { slug, identity, section, text, status, ok, stubbed, reason, detail, model, evidenceClass, trimmed, notices } = objectArgument(review, name);
  const perhaps = (value, member) => optionalString(value, `${name}.${member}`);
  return {
    slug: stringArgument(slug, `${name}.slug`),
    identity: perhaps(identity, 'identity'),
    section: stringArgument(section, `${name}.section`),
    text: perhaps(text, 'text'),
    status: optionalString(status, `${name}.status`, ['reviewed', 'incomplete', 'failed', 'skipped', 'refused']),
    // Whoever says nothing about it has a review.
    ok: typeof ok === 'boolean' ? ok : undefined,
    stubbed: stubbed === true,
    reason: perhaps(reason, 'reason'),
    detail: perhaps(detail, 'detail'),
    model: model === undefined || model === null ? undefined : modelArgument(model, `${name}.model`),
    evidenceClass: perhaps(evidenceClass, 'evidenceClass'),
    trimmed: trimmed === undefined || trimmed === null ? undefined : trimmedArgument(trimmed, `${name}.trimmed`),
    notices: textsArgument(notices, `${name}.notices`),
  };
}

function modelArgument(model, name) {
  const { value, source } = objectArgument(model, name);
  return { value: optionalString(value, `${name}.value`), source: optionalString(source, `${name}.source`) };
}

const numberOf = (value) => (typeof value === 'number' ? value : undefined);

function trimmedArgument(trimmed, name) {
  const {
    budget, effectiveBudget, estimatedTokens, omitted, projectMdShrunk, planTruncationPct, hardFailed, noteInjected,
  } = objectArgument(trimmed, name);
  return {
    budget: numberOf(budget),
    effectiveBudget: numberOf(effectiveBudget),
    estimatedTokens: numberOf(estimatedTokens),
    omitted: textsArgument(omitted, `${name}.omitted`),
    projectMdShrunk: projectMdShrunk === true,
    planTruncationPct: numberOf(planTruncationPct),
    hardFailed: hardFailed === true,
    noteInjected: noteInjected === true,
  };
}

function consensusArgument(consensus) {
  const { agreedStrengths, agreedConcerns, divergentViews } = objectArgument(consensus, 'input.consensus');
  const perhaps = (value, member) => optionalString(value, `input.consensus.${member}`);
  return {
    agreedStrengths: perhaps(agreedStrengths, 'agreedStrengths'),
    agreedConcerns: perhaps(agreedConcerns, 'agreedConcerns'),
    divergentViews: perhaps(divergentViews, 'divergentViews'),
  };
}

/** A text without byte order marks, terminal sequences and controls. */
export function cleanReview(input) {
  return lower('cleanReview', input, ['text']);
}

/** The one model that the first lines of a program's output name, or `null`. */
export function modelBanner(input) {
  return lower('modelBanner', input, ['text']);
}

/** The model that a transcript names last, or `null`. */
export function transcriptModel(input) {
  return lower('transcriptModel', input, ['text']);
}

/** Which plans a review speaks of: `{complete, missing_ids, total}`. */
export function planCoverage(input) {
  return lower('planCoverage', input, ['ids', 'review']);
}

/** What is written for the content of a review: itself, or a stub. */
export function emptyOutputStub(input) {
  return lower('emptyOutputStub', input, [
    'slug', 'transport', 'content', 'effort', 'stdout', 'stderr', 'extra', 'outcome', 'reason', 'limitMs', 'elapsedMs', 'promptBytes', 'answerBytes',
  ]);
}

/** A rule about antigravity's files, whose texts may be long. */
function onFiles(name, input) {
  const { homeDir, workspace, files, unreadable, mark } = objectArgument(input, 'input');
  const texts = files === undefined || files === null ? [] : entriesArgument(files, 'input.files').filter(([, text]) => typeof text === 'string');
  const { convId, lines, unreadable: isUnreadable, fullLines, fullUnreadable } = mark === undefined || mark === null ? {} : objectArgument(mark, 'input.mark');
  return rule(name, {
    homeDir: stringArgument(homeDir, 'input.homeDir'),
    workspace: stringArgument(workspace, 'input.workspace'),
    files: Object.fromEntries(texts),
    unreadable: textsArgument(unreadable, 'input.unreadable'),
    mark: {
      convId: optionalString(convId, 'input.mark.convId'),
      lines: numberOf(lines),
      unreadable: isUnreadable === true,
      fullLines: numberOf(fullLines),
      fullUnreadable: fullUnreadable === true,
    },
  });
}

/** Where antigravity keeps its files: `{cache, log}`, and `{transcript, full}` of a conversation. */
export function antigravityPaths(input) {
  return lower('antigravityPaths', input, ['homeDir', 'convId']);
}

/** How far antigravity's transcripts are. */
export function antigravityWatermark(input) {
  return onFiles('antigravityWatermark', input);
}

/** The answer that antigravity left in its transcript behind a mark. */
export function antigravityFallback(input) {
  return onFiles('antigravityFallback', input);
}

/** The model that antigravity's full transcript names, or `null`. */
export function antigravityModel(input) {
  return onFiles('antigravityModel', input);
}

/** How far a run of antigravity came that gave nothing. */
export function antigravityMode(input) {
  return onFiles('antigravityMode', input);
}

/** The arguments as antigravity gets them. */
export function antigravityArgv(input) {
  return lower('antigravityArgv', input, ['argv', 'help', 'promptPath', 'repoRoot']);
}

/** The stub of a run of antigravity that gave nothing, and what it tells. */
export function antigravityDiagnosticFacts(input) {
  return lower('antigravityDiagnosticFacts', input, ['log', 'stderr', 'mode']);
}

/** The model that a server is asked for, given what it answers when asked for its models; `null` if it cannot be reached. */
export function resolveModelFromModelsEndpoint(input) {
  const { configuredModel, fallbackModel, discovery, modelsResponse, profile } = objectArgument(input, 'input');
  const modelsUrl = discovery === true ? 'http://localhost/v1/models' : undefined;
  return resolveModelSync({ configuredModel, fallbackModel, modelsUrl, profile }, { http: () => modelsResponse ?? { error: 'unreachable' } });
}
