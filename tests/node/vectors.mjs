/**
 * Runs vector files through the built package.
 *
 *     node tests/node/vectors.mjs FILE… [--not-yet LIST]
 *
 * A vector is `{name, fn, input, expect}`; `fn` names a function of `gsd-lanes` or `gsd-lanes/rules`. This
 * file knows how each function takes its arguments and which part of its result a vector compares. It knows
 * no case and holds no rule.
 */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { fileURLToPath } from 'node:url';

import { leftBehind, worldOf } from './world.mjs';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../../pkg/', import.meta.url));
const lanes = require(root);
const rules = require(`${root}/rules.cjs`);

/** JSON.parse keeps everything that a JavaScript object can hold, key order included. */
const manifestOf = ({ manifest, manifestText }) => (manifestText === undefined ? manifest : JSON.parse(manifestText));

const pick = (object, members) => Object.fromEntries(members.filter((member) => object[member] !== undefined).map((member) => [member, object[member]]));

const optionsOf = ({ hosts, staged, integrityPin }) => ({ hosts, stagedFiles: staged, integrityPin });

/** The sentence that stands for a prompt, and what a lane that may be blind gets added to it. */
const withoutInstruction = (value, instruction) => JSON.parse(JSON.stringify(value, (_, it) => {
  if (typeof it !== 'string' || !it.startsWith(instruction)) return it;
  return it === instruction ? '<<PROMPT>>' : '<<PROMPT:SELFREPORT>>';
}));
const STUB = 'failed or returned empty output';
/** Whether a text has something in it that is not blank. */
const shows = (text, part) => (part ?? '').trim() !== '' && text.includes(part.trim());
/** `{repeat, times}` stands for a long text. */
const unfolded = (input) => JSON.parse(JSON.stringify(input), (_, value) => (typeof value?.repeat === 'string' ? value.repeat.repeat(value.times) : value));

/** How a vector calls a function, and what of the result it compares. */
const adapters = {
  validateManifest(input) {
    const options = { folderId: input.folderId, profile: 'peer' };
    const { valid, diagnostics } = input.manifestText === undefined
      ? lanes.validateManifest(input.manifest, options)
      : lanes.validateText(input.manifestText, options);
    const paths = diagnostics.filter(({ severity }) => severity === 'error').map(({ field }) => field);
    return { valid, paths: [...new Set(paths)].sort() };
  },
  manifestWarnings: (input) => rules.manifestWarnings(manifestOf(input)),
  manifestWarningRecords: (input) => rules.manifestWarningRecords(manifestOf(input)),

  configSlice: ({ slice }) => rules.configSlice(slice),

  signature(input) {
    const manifest = manifestOf(input);
    const signature = lanes.signature(manifest);
    // The other road must agree; a text that is no object at its root is only on one of them.
    const text = input.manifestText ?? JSON.stringify(manifest);
    const other = lanes.signatureText(text);
    return other === signature ? signature : { object: signature, text: other };
  },
  disclose(input) {
    const disclosure = lanes.disclose(manifestOf(input), optionsOf(input));
    const marker = rules.unresolvedHost();
    return JSON.parse(JSON.stringify(disclosure, (_, value) => (value === marker ? '<<UNRESOLVED>>' : value)));
  },
  executableSetChanged: ({ old, new: now }) => rules.executableSetChanged(old, now),
  isLocalDestination: ({ value }) => lanes.isLocalDestination(value),
  renderPromptValue({ value }) {
    const { text, truncated, length } = rules.renderPromptValue(value);
    return truncated ? { text, truncated, length } : { text, truncated };
  },
  checkEngines: ({ manifest, hostVersion }) => lanes.checkEngines(manifest, hostVersion),
  semverSatisfies: ({ version, range }) => lanes.semverSatisfies(version, range),
  checkReservedNamespace: ({ id }) => lanes.checkReservedNamespace(id),
  evaluateSourceAllowed: ({ parsed, strict }) => pick(lanes.evaluateSource(parsed, strict), ['allowed']),
  parseSpec: (input) => pick(rules.parseSpec(input), ['ok', 'kind', 'target', 'ref']),
  evaluateInstallTrust({ staged, ...input }) {
    const { allowed, requiresConsent, blockReasons, disclosure } = lanes.evaluateInstallTrust({ stagedFiles: staged, ...input });
    return { allowed, requiresConsent, blocks: blockReasons.length, ...pick(disclosure, ['integrityStatus']) };
  },

  crossValidate: (input) => rules.crossValidate(input),
  classifyCross: (input) => rules.classifyCross(input),
  hooksWired: (input) => rules.hooksWired(input),
  mergeLanes({ firstParty, capabilities }) {
    const merged = lanes.mergeLanes(firstParty, capabilities);
    return { slugs: merged.map(({ slug }) => slug), lanes: merged };
  },
  roster: ({ capabilities }) => lanes.roster(capabilities),
  laneParity: (input) => pick(rules.laneParity(input), ['ok', 'violations']),
  docsParity: (input) => pick(rules.docsParity(input), ['ok', 'violations', 'skipped']),
  buildRegistry(input) {
    const registry = rules.buildRegistry(input);
    if (registry.error !== undefined) return registry;
    const points = Object.entries(registry.byLoopPoint).map(([point, groups]) => {
      const filled = Object.entries(groups).filter(([, hooks]) => hooks.length > 0);
      return [point, Object.fromEntries(filled.map(([group, hooks]) => [group, hooks.map(({ capId }) => capId)]))];
    });
    return {
      ...registry,
      capabilities: Object.keys(registry.capabilities),
      runtimes: Object.keys(registry.runtimes),
      byLoopPoint: Object.fromEntries(points.filter(([, groups]) => Object.keys(groups).length > 0)),
    };
  },
  requiresClosure: (input) => rules.requiresClosure(input),
  federatedConfig: (input) => rules.federatedConfig(input),
  loadOverlays(input) {
    const { remarks, ...loaded } = rules.loadOverlays({ profile: 'peer', ...input });
    // The registry is merged from the same decisions, whether manifests come as objects or as texts.
    const { centralKeys: keys, centralPatterns: patterns, ...rest } = input;
    const overlays = input.overlays.map(({ manifest, ...overlay }) => (manifest === undefined ? overlay : { ...overlay, text: JSON.stringify(manifest) }));
    const merged = lanes.mergeRegistry({ profile: 'peer', ...rest, overlays, central: { keys, patterns } });
    const decisions = ({ accepted, blockedGates, incompatibleGateCapIds, commandRoots, diagnostics, unchanged }, skipped) => ({
      accepted, blockedGates, incompatibleGateCapIds, commandRoots, diagnostics, unchanged,
      skipped: skipped.map((skip) => pick(skip, ['id', 'scope', 'code', 'message', 'clashes', 'findings', 'engines'])),
    });
    if (!isDeepStrictEqual(decisions(merged, merged.inactive), decisions(loaded, loaded.warnings))) return { loaded, merged };
    return {
      ...loaded,
      warnings: loaded.warnings.map((warning) => pick(warning, ['id', 'scope', 'code'])),
      commandRoots: loaded.commandRoots.map(({ id }) => id),
      diagnostics: loaded.diagnostics.length,
    };
  },

  resolveLane(input) {
    const result = pick(lanes.resolveLane({ profile: 'peer', ...input }), ['ok', 'plan', 'reason']);
    const { promptPath } = rules.artifactPaths({ runDir: input.runDir, slug: '' });
    const sentence = rules.fileReference({ promptPath, repoRoot: input.repoRoot });
    return JSON.parse(JSON.stringify(result, (_, value) => (value === sentence ? '<<PROMPT>>' : value)));
  },
  normalizeHost: ({ host }) => lanes.normalizeHost(host),
  checkEgress: ({ consentedHost, currentHost }) => lanes.checkEgress(consentedHost, currentHost),
  planSummary: (input) => rules.planSummary({ profile: 'peer', ...input }).map(({ detail, warnings, ...lane }) => lane),
  ...Object.fromEntries([
    'artifactPaths', 'configString', 'explicitFromArgv', 'firstPartyLane', 'instanceFiles', 'laneBudget', 'laneEffort', 'laneFlags', 'laneOrder',
    'laneSections', 'resolvedConfig', 'windowsCommandLine',
  ].map((name) => [name, (input) => rules[name](input)])),

  runLane({ lane, config = {}, runDir, repoRoot, effortArgs, effortValue, consentedHost, explicit, world }) {
    const resolved = lanes.resolveLane({ lane, config, runDir, repoRoot, effortArgs, effortValue, profile: 'peer' });
    if (!resolved.ok) return { ok: false, reason: resolved.reason, resolved: false };
    const { plan } = resolved;
    const { host, record } = worldOf(world);
    const probeHost = config[plan.probe?.hostConfigKey];
    const outcome = lanes.runLaneSync(plan, host, { repoRoot, explicit, consentedHost, probeHost, profile: 'peer' });
    const { ok, reason, stubbed, model } = outcome;
    const { spawns, requests, warnings } = record;
    const instruction = rules.fileReference({ promptPath: plan.promptPath, repoRoot });
    const told = { ok, reason, stubbed, model, warnings: warnings.length, spawns, requests, ...leftBehind(record, plan, outcome) };
    return withoutInstruction(told, instruction);
  },
  probe({ probe, requiresBinaries, planHost, config = {}, world }) {
    const probeHost = config[probe?.hostConfigKey];
    const { host } = worldOf(world);
    const input = { probe, requiresBinaries, planHost, probeHost: typeof probeHost === 'string' ? probeHost : undefined, profile: 'peer' };
    return pick(rules.probeLaneSync(input, host), ['available', 'reason']);
  },
  instanceArgv({ slug, as, model, agent, config = {} }) {
    const repoRoot = '/code/app', runDir = `${repoRoot}/run`;
    const lane = rules.firstPartyLane({ slug });
    const effort = rules.laneEffort({ lane, config });
    const resolved = lanes.resolveLane({
      lane, config, runDir, repoRoot, effortArgs: effort.argv, effortValue: effort.value, instance: { name: as, model, agent }, profile: 'peer',
    });
    const { plan, warnings } = resolved;
    const { host, record } = worldOf({ binaries: [plan.binary], files: { [plan.promptPath]: 'PROMPT' } });
    const { model: recorded } = lanes.runLaneSync(plan, host, { repoRoot, identity: as, profile: 'peer' });
    const instruction = rules.fileReference({ promptPath: plan.promptPath, repoRoot });
    const args = record.spawns.at(-1).args.map((argument) => argument.replace(runDir, '<<REPO>>/run'));
    return { args: withoutInstruction(args, instruction.replace(runDir, '<<REPO>>/run')), model: recorded, notices: warnings.length };
  },
  select(input) {
    const { errors, warnings, infos, ...selection } = lanes.selectReviewers(input);
    return { ...selection, errors: errors.length, warnings: warnings.length, infos: infos.length };
  },
  promptBudget(input) {
    const { metadata, prompt } = lanes.applyPromptBudget(unfolded(input));
    return { metadata, promptUtf16Len: prompt.length };
  },
  promptText: (input) => lanes.applyPromptBudget(unfolded(input)).prompt,
  estimateTokens: (input) => rules.estimateTokens(input),

  isEmptyReview: ({ text }) => lanes.isEmptyReview(text),
  opencodeReview: ({ stdout }) => pick(lanes.opencodeReview(stdout), ['review', 'stopReason', 'outputTokens']),
  stampBlind: ({ review }) => pick(lanes.stampReview(review, { stamps: ['blind'] }), ['stamped']),
  stampUngrounded: ({ review }) => pick(lanes.stampReview(review), ['stamped']),
  parseChatCompletion(input) {
    const { review, model, warnings, diagnostic } = lanes.parseChatCompletion({ ...input, profile: 'peer' });
    return { review, model, warnings: warnings.length, diagnostic };
  },
  emptyOutputStub(input) {
    const { slug, stderr, extra } = input;
    const { stubbed, written, effort, ending } = rules.emptyOutputStub(input);
    if (!stubbed) return { stubbed, written };
    const [first] = written.split('\n');
    return {
      stubbed, marker: first.includes(STUB), namesSlug: first.startsWith(slug), hasStderr: shows(written, stderr), hasExtra: shows(written, extra),
      effort, ending, endsWithNewline: written.endsWith('\n'),
    };
  },
  antigravityArgv({ argv, ...input }) {
    const instruction = rules.fileReference(input);
    return withoutInstruction(rules.antigravityArgv({ ...input, argv: argv.map((it) => (it === '<<PROMPT>>' ? instruction : it)) }), instruction);
  },
  antigravityDiagnosticFacts(input) {
    const { text, logLines } = rules.antigravityDiagnosticFacts(input);
    return { marker: text.includes(STUB), logLines, hasStderr: shows(text, input.stderr), saysSessionStarted: text.includes('session_started') };
  },
  resolveModelFromModelsEndpoint: (input) => rules.resolveModelFromModelsEndpoint({ ...input, profile: 'peer' }),
  ...Object.fromEntries([
    'antigravityFallback', 'antigravityMode', 'antigravityModel', 'antigravityWatermark', 'modelBanner', 'planCoverage', 'transcriptModel',
  ].map((name) => [name, (input) => rules[name](input)])),

  bundleContentHash({ files, dirs, rootName }) {
    const contents = Object.entries(files).map(([path, content]) => [path, Buffer.from(content, 'base64')]);
    const hash = lanes.bundleContentHash(contents, { dirs, rootName });
    return Buffer.from(hash.slice('sha512-'.length), 'base64').toString('hex');
  },
  consentRecordValid: ({ record }) => lanes.consentRecordValid(record),
  consentLookup: ({ store, ...query }) => lanes.consentLookup(store, query),

  promptFacts(input) {
    const lines = lanes.consentPrompt(lanes.disclose(manifestOf(input), optionsOf(input)));
    const baseline = lines.filter(({ kind }) => kind.startsWith('B-'));
    return {
      lines: baseline.length,
      warnings: baseline.filter(({ kind }) => kind === 'B-18' || kind === 'B-23').length,
      text: lines.map(({ text }) => text).join('\n'),
    };
  },
};

/** Where a vector does not state the whole result: how it compares. */
const comparisons = {
  validateManifest: (actual, expect) =>
    actual.valid === expect.valid && (expect.paths === null || isDeepStrictEqual(actual.paths, [...new Set(expect.paths)].sort())),
  // Members of a disclosure have an order.
  disclose: (actual, expect) => JSON.stringify(actual) === JSON.stringify(expect),
  promptFacts: (actual, { lines, warnings, mentions, absent = [] }) =>
    actual.lines === lines && actual.warnings === warnings
    && mentions.every((text) => actual.text.includes(text)) && !absent.some((text) => actual.text.includes(text)),
};

function run({ fn, input, expect }) {
  const call = adapters[fn];
  if (call === undefined) return `no function ${fn}`;
  let actual;
  try {
    actual = call(input);
  } catch (error) {
    return error.stack;
  }
  if ((comparisons[fn] ?? isDeepStrictEqual)(actual, expect)) return undefined;
  return `expected ${JSON.stringify(expect)}\n  got      ${JSON.stringify(actual)}`;
}

const files = [];
let open = new Set();
for (let rest = process.argv.slice(2); rest.length > 0;) {
  const [argument, ...others] = rest;
  if (argument === '--not-yet') {
    open = new Set(readFileSync(others.shift(), 'utf8').split('\n').filter((line) => line !== '' && !line.startsWith('#')));
  } else {
    files.push(argument);
  }
  rest = others;
}
if (files.length === 0) {
  console.error('usage: node tests/node/vectors.mjs FILE… [--not-yet LIST]');
  process.exit(2);
}

let passed = 0, failed = 0, notYet = 0;
const fail = (file, name, why) => {
  failed++;
  console.log(`FAILED ${file}: ${name}\n  ${why}`);
};
for (const file of files) {
  for (const vector of JSON.parse(readFileSync(file, 'utf8'))) {
    const why = run(vector);
    if (open.has(vector.name)) {
      if (why === undefined) fail(file, vector.name, 'passes, but is listed as not yet');
      else notYet++;
    } else if (why === undefined) passed++;
    else fail(file, vector.name, why);
  }
}
if (notYet > 0) console.log(`${notYet} not yet`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
