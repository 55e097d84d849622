/** The lower rules, for tools that need one of them alone. */
import type { ArtifactPaths, CommandLine, ConfigInput, LaneBody, LaneChoice, LaneEffort, LaneSummary, SummaryInput } from './lanes.js';
import type { AntigravityFiles, AntigravityMark, PlanCoverage, StubInput, WrittenReview } from './reviews.js';
import type { Availability, ChosenModel, ModelInput, ProbeInput, RunHost, RunHostSync } from './run.js';
import type { CrossFindings, Json, LoadedOverlays, MergeInput, OverlayRef, Diagnostic, Registry, SkippedOverlay } from './index.js';

/** A value of a manifest as the consent prompt shows it: escaped, and cut if `length` units are too many. */
export function renderPromptValue(value: string): { text: string; truncated: boolean; length: number };

/** Whether a new manifest needs a new consent; what breaks a limit counts as `{}`. */
export function executableSetChanged(oldManifest: unknown, newManifest: unknown): boolean;

/** A warning record of the peer. */
export interface WarningRecord {
  code: string;
  field: string;
  /** How many more there are; only on the record that stands for them. */
  omittedCount?: number;
}

/** The warning records that the peer gives for a manifest. */
export function manifestWarningRecords(manifest: unknown): WarningRecord[];

/** The unknown names in the reviewer body, sorted. */
export function manifestWarnings(manifest: unknown): string[];

/** What is wrong with one slice of a feature's configuration: the sorted names of its members. */
export function configSlice(slice: unknown): { errors: string[] };

/** What stands for the destination of a lane that no configuration names. It cannot be a host. */
export function unresolvedHost(): string;

export interface SpecInput {
  spec: unknown;
  /** Whose absolute paths are local; `posix` if left out. */
  platform?: 'posix' | 'win32';
}

export type SpecResult =
  | {
    ok: true;
    kind: 'local' | 'npm' | 'tarball' | 'git' | 'registry';
    /** What is fetched. */
    target: string;
    /** What follows the first `#` of a git source. */
    ref?: string;
    /** What git is asked for. */
    revision?: string;
    /** The text as it was given. */
    raw: string;
    /** How the content is pinned by the specification alone. */
    pin: 'sha512' | 'git-commit' | 'none';
  }
  | {
    ok: false;
    problem: 'not-text' | 'empty' | 'ill-formed' | 'npm-name' | 'unsafe-name' | 'git-scheme' | 'unsafe-revision' | 'unknown';
  };

/** What a source specification means; `null`, here and below, if the input breaks a limit. */
export function parseSpec(input: SpecInput): SpecResult | null;

export interface SetInput {
  /** Manifests, in a list or a map. */
  capabilities: unknown;
  centralKeys?: Iterable<string> | null;
  centralPatterns?: Iterable<string> | null;
}

/** What is wrong among valid manifests with unique ids. */
export function crossValidate(input: SetInput): CrossFindings | null;
/** What those findings mean for a build: how many are errors, and which only warn. */
export function classifyCross(input: SetInput): { hard: number; pendingMigration: { capability: string; key: string }[] } | null;

export interface UnwiredHook {
  group: 'steps' | 'contributions' | 'gates';
  index: number;
  code: 'unwired' | 'no-kind-covered' | 'kind-not-covered';
}

/** The hooks of a manifest for which the host has no call site. `wiredKinds` maps points to kinds of hooks. */
export function hooksWired(input: { manifest: unknown; wiredKinds: unknown }): UnwiredHook[] | null;

/** The registry of valid manifests, or why there is none. */
export function buildRegistry(input: { capabilities: unknown }): Registry | { error: 'ordering-cycle' | 'format-parity' | 'config-slice' } | null;
/** Every id that each of `ids` needs, over however many others. */
export function requiresClosure(input: { capabilities: unknown; ids: readonly string[] }): Record<string, string[]> | null;

export interface FederatedConfig {
  values: Record<string, Json>;
  validKeys: string[];
  warnings: { key: string; code: 'central' | 'malformed' | 'type-mismatch' }[];
}

/** The configuration that capabilities add to the host's. */
export function federatedConfig(input: { configSchema: unknown; centralKeys?: Iterable<string> | null; userConfig?: unknown }): FederatedConfig | null;

export type LoadInput = Omit<MergeInput, 'central'> & Omit<SetInput, 'capabilities'>;

export interface LoadResult extends LoadedOverlays {
  /** What was not accepted, and why. */
  warnings: SkippedOverlay[];
  /** What is to be said about accepted overlays. */
  remarks: (OverlayRef & Diagnostic)[];
}

/** What becomes of overlays, without the registry. There is no first-party manifest unless some are given. */
export function loadOverlays(input: LoadInput): LoadResult;

export interface Parity<V> {
  ok: boolean;
  violations: V[];
  /** There was nothing to compare. */
  vacuous?: true;
  /** There are more violations than are listed. */
  truncated?: true;
}

export interface LaneViolation {
  reason:
    | 'malformed_lane' | 'invalid_slug' | 'duplicate_slug' | 'duplicate_flag' | 'duplicate_section' | 'roster_slug_undeclared'
    | 'descriptor_lane_not_in_roster' | 'registry_lane_undeclared' | 'descriptor_lane_not_in_registry' | 'bespoke_leg_present';
  subject: string;
}

/** Whether descriptor, roster, registry and workflow name the same lanes. */
export function laneParity(input: { descriptor?: unknown; roster?: unknown; registry?: unknown; workflowText?: unknown }): Parity<LaneViolation> | null;

export interface DocsViolation {
  reason:
    | 'malformed_lane' | 'doc_unreadable' | 'doc_flag_missing' | 'table_row_missing' | 'signature_flag_missing'
    | 'doc_flag_undeclared' | 'doc_title_missing';
  /** The label of the document. */
  doc: string;
  subject: string;
}

/** Whether documents tell of every lane and of no other. */
export function docsParity(input: { descriptor?: unknown; docs?: unknown }): (Parity<DocsViolation> & { skipped: string[] }) | null;

export type { ArtifactPaths, CommandLine, ConfigInput, LaneBody, LaneChoice, LaneEffort, LaneSummary, SummaryInput };

/** What a configured text says, or `null`: blank, `null` and `undefined` say nothing. */
export function configString(input: { value?: unknown }): string | null;
/** The files of a lane in a run. */
export function artifactPaths(input: { runDir: string; slug: string }): ArtifactPaths | null;
/** The files that an instance writes, or `null` if its name would overwrite what a run itself needs. */
export function instanceFiles(input: { as: string }): string[] | null;
/** The sentence that stands for the prompt where a program cannot be given it. */
export function fileReference(input: { promptPath: string; repoRoot: string }): string | null;
/** How many tokens a lane's prompt may have: 0 or less means that it is never shortened, `null` that nothing is said. */
export function laneBudget(input: { lane: unknown; config: unknown }): number | null;
/** What a lane's program is told about its effort. `config` is by flat dotted key. */
export function laneEffort(input: { lane: unknown; config: unknown }): LaneEffort | null;
/** The keys of the configuration that resolving a lane asks for. */
export function laneKeys(input: { lane: unknown }): string[] | null;
/** The body of a first-party lane, or `null`. */
export function firstPartyLane(input: { slug: string }): LaneBody | null;
/** The slugs of the first-party lanes, in order. */
export function laneOrder(input?: object): string[];
/** Slug and heading of the selected lanes in their order, instances behind their lane. */
export function laneSections(input: LaneChoice & { instances?: readonly { identity: string; cli: string }[] }): [string, string][] | null;
/** The flags that ask for the selected lanes. */
export function laneFlags(input: LaneChoice): string[] | null;
/** The slugs of the lanes whose flags stand among arguments, sorted, with commas between them. */
export function explicitFromArgv(input: { argv: Iterable<string>; capabilities?: { readonly [id: string]: unknown } }): string | null;
/** What would become of the selected lanes, in the order in which they are named. */
export function planSummary(input: SummaryInput): LaneSummary[] | null;
/** What a key of the configuration reads as, given the files. */
export function resolvedConfig(input: ConfigInput): { found: true; value: Json } | { found: false } | null;
/** How a resolved program is started on Windows: batch files by the command interpreter. */
export function windowsCommandLine(input: { command: string; args: Iterable<string>; env?: { readonly [name: string]: string | undefined } }): CommandLine | null;
/** The file names under which a program is looked for on Windows, in each directory of PATH. */
export function windowsCandidates(input: { name: string; env?: { readonly [name: string]: string | undefined } }): string[] | null;

/** Whether a lane could run. */
export function probeLane(input: ProbeInput, host: RunHost): Promise<Availability>;
/** The same over functions that answer at once. */
export function probeLaneSync(input: ProbeInput, host: RunHostSync): Availability;
/** The model that a server is asked for. */
export function resolveModel(input: ModelInput, host: RunHost): Promise<ChosenModel>;
/** The same over functions that answer at once. */
export function resolveModelSync(input: ModelInput, host: RunHostSync): ChosenModel;
export { consentCode, consentRecords, consentRoot, hashBundle, laneConsent, lockDecision, lockHolder } from './consent.js';
export type { BundleOutcome, Disk, ListedConsent, LockFacts, LockHolder } from './consent.js';
export { estimateTokens, parseBudget, reviewOrder } from './selection.js';

/** The model that a server is asked for, given its answer when asked for its models; `null` if it cannot be reached. */
export function resolveModelFromModelsEndpoint(input: {
  configuredModel?: string | null;
  fallbackModel?: string;
  discovery: boolean;
  modelsResponse: { ok?: boolean; status?: number | null; body?: string; error?: string | null } | null;
  profile?: 'strict' | 'peer';
}): ChosenModel;

/** A text without byte order marks, terminal sequences and controls. */
export function cleanReview(input: { text: string }): string | null;
/** The one model that the first lines of a program's output name. */
export function modelBanner(input: { text: string }): string | null;
/** The model that a transcript names last. */
export function transcriptModel(input: { text: string }): string | null;
/** Which plans a review speaks of. */
export function planCoverage(input: { ids: readonly string[]; review: string }): PlanCoverage | null;
/** What is written for the content of a review: itself, or a stub. */
export function emptyOutputStub(input: StubInput): WrittenReview | null;

/** How far antigravity's transcripts are. */
export function antigravityWatermark(input: AntigravityFiles): AntigravityMark | null;
/** The answer that antigravity left in its transcript behind a mark; empty if there is none. */
export function antigravityFallback(input: AntigravityFiles & { mark: AntigravityMark }): string | null;
/** The model that antigravity's full transcript names. */
export function antigravityModel(input: AntigravityFiles & { mark: AntigravityMark }): string | null;
/** How far a run of antigravity came that gave nothing. */
export function antigravityMode(input: AntigravityFiles & { mark: AntigravityMark }): 'pre_session_stall' | 'session_started' | null;
/** The arguments as antigravity gets them. */
export function antigravityArgv(input: {
  argv: readonly string[];
  help?: { stdout?: string; stderr?: string };
  promptPath: string;
  repoRoot: string;
}): string[] | null;
/** The stub of a run of antigravity that gave nothing, and what it tells. */
export function antigravityDiagnosticFacts(input: {
  log?: string | null;
  stderr: string;
  mode: 'pre_session_stall' | 'session_started';
}): { text: string; logLines: string[]; mode: 'pre_session_stall' | 'session_started' } | null;
