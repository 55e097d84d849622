// What people write, checked under every way of resolving modules.
import {
  GsdLanesError, changes, changesText, check, checkEngines, checkReservedNamespace, consentPrompt, digest, disclose, discloseText,
  composeReviews, evaluateInstallTrust, evaluateSource, explain, firstPartyCapabilities, firstPartyLanes, isEmptyReview, isLocalDestination, mergeLanes,
  mergeRegistry, opencodeReview, parseChatCompletion, stampReview,
  checkEgress, normalizeHost, resolveLane, roster, schema, semverSatisfies, signature, signatureText, validateManifest, validateRegistry, validateText, version, vocabulary,
} from 'gsd-lanes';
import type {
  CrossDiagnostic, Diagnostic, DiagnosticCode, Disclosure, EnginesCheck, InstallTrust, LaneReason, LaneResolution, Manifest, MergedRegistry, Report, ReviewPart,
} from 'gsd-lanes';
import {
  buildRegistry, classifyCross, cleanReview, crossValidate, docsParity, emptyOutputStub, executableSetChanged, federatedConfig, hooksWired, laneParity, loadOverlays,
  laneEffort, laneSections, manifestWarningRecords, parseSpec, planSummary, resolvedConfig, renderPromptValue, requiresClosure, unresolvedHost,
} from 'gsd-lanes/rules';

const text: string = JSON.stringify({ id: 'a' });
const report: Report = validateText(text, { folderId: 'a', profile: 'peer' });
const bytes: Report = validateText(new Uint8Array(3));
const object: Report = validateManifest({ id: 'a' }, { folderId: undefined as never });
for (const diagnostic of report.diagnostics) {
  const { code, severity, span, help }: Diagnostic = diagnostic;
  const known: DiagnosticCode = code;
  const line: number | undefined = span?.line;
  const advice: string | undefined = help;
  void [known, severity, line, advice];
}

const disclosure = disclose({ id: 'a' }, { hosts: (key: string) => ({ 'review.x': 'http://x.test' })[key], stagedFiles: ['a.js'] });
if (disclosure !== null) {
  const whole: Disclosure = disclosure;
  const lines: string[] = consentPrompt(whole).map((line) => line.text);
  void lines;
}
disclose({}, { hosts: { 'review.x': 'http://x.test' } });
const fromText: Disclosure | null = discloseText(text);

const signed: string | null = signature({});
const also: string | null = signatureText(text);
const short: `sha256:${string}` | null = digest({});
const moved: boolean = changes({}, {}).changed || changesText(text, text).changes.length > 0;

const both = validateText(text, { signature: true });
const bound: string | null = both.signature;
// @ts-expect-error not asked for
void validateText(text).signature;

const all = check([text, { source: 'x.json', text }, { manifest: {}, folderId: 'x' }]);
const first = all.reports[0];
const asked: Disclosure | null | undefined = first?.disclosure;
const hash: string | null | undefined = first?.digest;
// @ts-expect-error not asked for
void first?.signature;
const bare = check([text], { disclosure: false, digest: false, signature: true });
const there: string | null | undefined = bare.reports[0]?.signature;
// @ts-expect-error turned off
void bare.reports[0]?.disclosure;
declare const perhaps: boolean;
const maybe: Disclosure | null | undefined = check([text], { disclosure: perhaps }).reports[0]?.disclosure;

// @ts-expect-error no such profile
validateText(text, { profile: 'lenient' });
// @ts-expect-error no text
validateText(5);
// @ts-expect-error either a text or a manifest
check([{ source: 'x' }]);

const judged = validateRegistry({ manifests: [text, { source: 'a', manifest: {} }], central: { keys: new Set(['x']), patterns: ['^y'] }, hostVersion: '1.14.0' });
const found: CrossDiagnostic | undefined = judged.diagnostics[0];
const [sources, runsHere]: [(string | undefined)[] | undefined, boolean | undefined] = [found?.places.map(({ source }) => source), judged.reports[0]?.engines?.compatible];
const merged: MergedRegistry = mergeRegistry({ overlays: [{ dir: 'a', text }, { dir: 'b', scope: 'project', manifest: {}, consented: true, ledger: 'committed', files: { 'a.md': 'text' } }, { dir: 'c' }], hostVersion: '1.14.0', firstParty: firstPartyCapabilities() });
const [owner, why]: [string | undefined, DiagnosticCode | undefined] = [merged.configSchema['x']?.owner, merged.inactive[0]?.code];
// @ts-expect-error either a text or a manifest
mergeRegistry({ overlays: [{ dir: 'a', text, manifest: {} }], hostVersion: '1.14.0' });
// @ts-expect-error without the version of the host no range means anything
mergeRegistry({ overlays: [] });
const [all12, slugs]: [Manifest[] | null, string[] | null] = [mergeLanes(firstPartyLanes(), merged.capabilities), roster(merged.capabilities)];
const spec = parseSpec({ spec: 'npm:x', platform: 'win32' });
const trust: InstallTrust | null = spec?.ok ? evaluateInstallTrust({ parsed: spec, manifest: {}, hostVersion: '1.14.0', strict: ['npm'], hosts: () => 'x', stagedFiles: ['a'], integrityPin: spec.pin }) : null;
const refused = spec?.ok ? evaluateSource(spec, []).reason : spec?.problem;
const engines: EnginesCheck | null = checkEngines({}, '1.14.0');
const yes: boolean[] = [semverSatisfies('1.0.0', '^1'), checkReservedNamespace('gsd-x')];
const built = buildRegistry({ capabilities: [] });
const points = built !== null && 'error' in built ? built.error : built?.byLoopPoint['plan:pre']?.gates[0]?.capId;
const lower: unknown[] = [
  crossValidate({ capabilities: [], centralKeys: ['x'] })?.collisions[0]?.claimants, classifyCross({ capabilities: {} })?.pendingMigration,
  docsParity({ descriptor: [], docs: {} })?.skipped, federatedConfig({ configSchema: {} })?.warnings[0]?.code, hooksWired({ manifest: {}, wiredKinds: {} }),
  laneParity({ descriptor: [] })?.violations[0]?.reason, loadOverlays({ overlays: [], hostVersion: '1.0.0', centralKeys: ['x'] }).remarks,
  requiresClosure({ capabilities: [], ids: ['a'] })?.['a'],
];
void [sources, runsHere, owner, why, all12, slugs, trust, refused, engines, yes, points, lower];

const page: string | null = explain('invalid-json');
const local: boolean = isLocalDestination('http://localhost');
const error: 'trap' | 'load' | 'not-ready' | 'too-large' = new GsdLanesError('trap', 'x').code;
const rules: unknown[] = [executableSetChanged({}, {}), manifestWarningRecords({}), renderPromptValue('x').truncated, unresolvedHost()];
void [bytes, object, fromText, signed, also, short, moved, asked, hash, there, maybe, page, local, error, rules,
  firstPartyCapabilities(), firstPartyLanes(), schema(), version, vocabulary()];

const { argv: effortArgs = [] } = laneEffort({ lane: {}, config: {} }) ?? {};
const resolution: LaneResolution = resolveLane({ lane: {}, config: { 'review.models.x': 'm' }, runDir: '/run', repoRoot: '/repo', effortArgs });
if (resolution.ok) {
  const { plan } = resolution;
  const where: string = plan.transport === 'spawn' ? plan.binary : plan.host;
  void where;
} else {
  const reason: LaneReason = resolution.reason;
  void reason;
}
resolveLane({ text, configGet: (key: string) => key.length, runDir: '/run', repoRoot: '/repo', instance: { name: 'x' }, profile: 'peer', platform: 'win32' });
// @ts-expect-error one lane, not two
resolveLane({ lane: {}, manifest: {}, runDir: '/run', repoRoot: '/repo' });
// @ts-expect-error no run directory
resolveLane({ lane: {}, repoRoot: '/repo' });
const allowed: boolean = checkEgress(normalizeHost('x'), null).allowed;
const headings: [string, string][] | null = laneSections({ selected: new Set(['codex']) });
const [outlook] = planSummary({ runDir: '/run' }) ?? [];
const setting = resolvedConfig({ key: 'review.models.codex' });
void [allowed, headings, outlook?.ok === true && outlook.section, setting?.found === true && setting.value];
import { applyPromptBudget, bundleContentHash, consentLookup, consentRecordValid, consentRemove, consentUpsert, selectReviewers } from 'gsd-lanes';
import type { ConsentRecord, ResolvedReviewer, Selection, SelectionCode, StoreOutcome } from 'gsd-lanes';
import { consentCode, consentRecords, consentRoot, estimateTokens, hashBundle, laneConsent, lockDecision, lockHolder, parseBudget, reviewOrder } from 'gsd-lanes/rules';

const selection: Selection | null = selectReviewers({ detected: new Set(['codex']), explicitFlags: ['codex'], knownSlugs: ['codex'], reviewerInstances: {} });
const said: SelectionCode | undefined = selection?.errors[0]?.code;
const asked12: ResolvedReviewer[] | null = reviewOrder(selection?.resolvedInstances ?? [], ['codex']);
for (const reviewer of asked12 ?? []) if (reviewer.kind === 'instance') void reviewer.model;
const budgeted = applyPromptBudget({ sections: { instructions: '', roadmap: '', plans: [{ file: 'a', content: 'b' }] }, budget: 5, options: { safetyMarginPct: 0 } });
const left: ('context' | 'research' | 'requirements')[] | undefined = budgeted?.metadata.omitted;
// @ts-expect-error a plan has a file
applyPromptBudget({ sections: { instructions: '', roadmap: '', plans: [{ content: 'b' }] } });
const content: `sha512-${string}` | null = bundleContentHash({ a: 'x', b: new Uint8Array(1) }, { dirs: ['c'], rootName: 'd' });
const fault = hashBundle([[new Uint8Array(1), 'x']]);
const where12: string | undefined = fault.problem === undefined ? fault.hash : fault.path;
const agreed: ConsentRecord = { projectRoot: '/p', id: 'a', disclosureSignature: '[[],[],[]]', contentHash: 'sha512-', consentedAt: '' };
const outcome: StoreOutcome = consentUpsert(null, agreed);
const stored: string = outcome.ok ? outcome.changed ? outcome.text : '' : outcome.message;
// @ts-expect-error without a hash there is nothing to bind
consentUpsert(null, { projectRoot: '/p', id: 'a', disclosureSignature: '', consentedAt: '' });
const bound12: string | null = consentLookup(stored, agreed).reviewerHost;
const shown12: string | undefined = consentRecords(stored).records[0]?.digest;
const granted12: `sha256:${string}` | undefined = laneConsent(stored, { id: 'a' })?.digest;
const decided: 'wait' | 'steal' | null = lockDecision({ body: null, mtime: 0, now: 0, hostname: '', isAlive: true, startTime: null });
const project: string = consentRoot('/p', '/h', { isDirectory: () => false, exists: () => false, read: () => null, realPath: (path) => path });
void [granted12, said, left, content, where12, bound12, shown12, decided, project, consentRecordValid({}), consentRemove(stored, agreed), lockHolder({ body: '' })?.pid,
  estimateTokens({ text: '' }), parseBudget({ text: '5' }), consentCode({ signature: '', contentHash: '' })];

const parts: ReviewPart[] = [{ slug: 'codex', section: 'Codex', text: 'x', status: 'failed', reason: 'timed-out', model: { value: null, source: 'unknown' } }];
const composed = composeReviews({ reviewedAt: '2026-01-02T03:04:05Z', plans: new Set(['a']), reviews: parts });
const standing: 'full' | 'noted' | 'none' | undefined = composed?.reviewers[0]?.weight;
const marked: boolean | undefined = stampReview('x', { stamps: ['blind'], citations: 'anchored' })?.stamped;
// @ts-expect-error there is no such mark
stampReview('x', { stamps: ['gold'] });
const chat = parseChatCompletion({ requestedModel: 'm', response: { status: 200, body: '{}' }, profile: 'peer' });
const why2: LaneReason | null | undefined = chat?.problem;
void [standing, marked, why2, isEmptyReview(5), opencodeReview('x')?.stopReason, emptyOutputStub({ slug: 'x', transport: 'spawn' })?.written, cleanReview({ text: 'x' })];
