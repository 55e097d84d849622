/**
 * Validates GSD capability manifests and their reviewer lanes, discloses what they would run or send, and
 * signs that. Bad arguments throw a `TypeError`; bad manifests never throw.
 */
import type { DiagnosticCode } from './codes.js';
import type { LanePlan } from './lanes.js';
import type { LaneResult, RunHost, RunHostSync, RunOptions } from './run.js';

export type { DiagnosticCode };
export { checkEgress, normalizeHost, resolveLane } from './lanes.js';
export type {
  HttpPlan, LanePlan, LanePlatform, LaneReason, LaneResolution, LaneSource, PlanOrigin, PlanWarning, PlanWarningCode, ResolveInput, SpawnPlan,
} from './lanes.js';

export type {
  ChosenModel, HttpOutcome, HttpRequest, LaneResult, LaneStatus, RecordedModel, RunHost, RunHostSync, RunOptions, RunProgress, SpawnOutcome, SpawnRequest,
} from './run.js';

export { composeReviews, isEmptyReview, opencodeReview, parseChatCompletion, stampReview } from './reviews.js';
export type {
  ChatInput, ChatReview, ComposedReviews, ComposeInput, OpencodeReview, PlanCoverage, ReviewerStanding, ReviewPart, ReviewWarning, Stamp, Stamped, StampOptions,
  TrimmedPrompt,
} from './reviews.js';

/** JSON text, or the bytes of a file that holds it. */
export type Text = string | Uint8Array;

/** Whose verdict: ours, or exactly the peer's. */
export type Profile = 'strict' | 'peer';

export type Severity = 'error' | 'warning';

/** A place in the text: UTF-16 offsets, and 1-based lines and columns, as editors count. */
export interface Span {
  start: number;
  end: number;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

export interface Related {
  /** JSON pointer. */
  path: string;
  message: string;
  /** Only for text. */
  span?: Span;
}

export interface Diagnostic {
  code: DiagnosticCode;
  severity: Severity;
  /** The numbered rule. */
  rule: string;
  /** JSON pointer to the precise place. */
  path: string;
  /** The dotted field that the rule is about; `$` is the root. */
  field: string;
  /** What was found and what is accepted; safe to print. */
  message: string;
  /** What to do about it. */
  help?: string;
  /** The peer has no such finding. */
  beyond?: true;
  related?: Related[];
  /** Only for text. */
  span?: Span;
}

export interface Report {
  /** No finding is an error. */
  valid: boolean;
  diagnostics: Diagnostic[];
}

export interface ValidateOptions {
  /** The name of the folder in which the manifest lies; its id must be the same. */
  folderId?: string | null;
  /** `strict` if left out. */
  profile?: Profile | null;
  /** Whether the report carries the signature as well, from the same reading of the manifest. */
  signature?: boolean;
}

/** A report with the signature, which is `null` if the manifest cannot be read. */
export interface SignedReport extends Report {
  signature: string | null;
}

/** The report on a manifest that is an object already. */
export function validateManifest(manifest: unknown, options: ValidateOptions & { signature: true }): SignedReport;
export function validateManifest(manifest: unknown, options?: ValidateOptions | null): Report;
/** The report on the text of a manifest, with spans. */
export function validateText(text: Text, options: ValidateOptions & { signature: true }): SignedReport;
export function validateText(text: Text, options?: ValidateOptions | null): Report;

/** Any value of a manifest. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Hook {
  event: string;
  script: string;
}

export interface CommandModule {
  family: string;
  module: string;
  router: string;
}

export interface McpServer {
  name: string;
  transport: string;
  command: string;
  argv: string[];
  rawArgs: Json[];
  url: string;
  headers: Record<string, string>;
  env: Record<string, string>;
  rawConfig: Record<string, Json>;
  cwd?: string;
}

export interface ReviewerLane {
  slug: string;
  transport: string;
  binary: string;
  args: string[];
  rawArgs: Json[];
  hostConfigKey: string;
  /** The configured host, `unresolvedHost()` of `gsd-lanes/rules`, or empty if no host is involved. */
  resolvedHost: string;
  isLocalDestination: boolean;
  promptChannel: string;
  handler: string;
  env: Record<string, string>;
  defaultHost: string;
  residualInvoke: Record<string, Json>;
  residualLane: Record<string, Json>;
  probeBinary: string;
  probeKind: string;
  egressPayloadClasses: string[];
}

export interface InstructionSurface {
  kind: 'skill';
  name: string;
}

/** What was claimed about the content of the bundle. */
export type IntegrityStatus = 'pinned' | 'commit-pinned' | 'unverified';

/** Everything that a manifest would run, send or put before an agent. */
export interface Disclosure {
  hooks: Hook[];
  commandModules: CommandModule[];
  mcpServers: McpServer[];
  reviewerLanes: ReviewerLane[];
  instructionSurfaces: InstructionSurface[];
  /** One of the first four lists is not empty. */
  hasExecutable: boolean;
  /** Declared scripts and modules that are not among the staged files. */
  missingArtifacts: string[];
  integrityStatus?: IntegrityStatus;
}

export interface DiscloseOptions {
  /** The configured hosts: own members by configuration key, or a function that is asked exactly once. */
  hosts?: Readonly<Record<string, unknown>> | ((hostConfigKey: string) => unknown) | null;
  /** The files of the bundle, relative to its root; without the list nothing is missing. */
  stagedFiles?: Iterable<string> | null;
  /** How the content was pinned. */
  integrityPin?: 'sha512' | 'git-commit' | 'none' | null;
}

/** What the manifest would run or send; `null` if it breaks a limit. */
export function disclose(manifest: unknown, options?: DiscloseOptions | null): Disclosure | null;
/** The same of text; `null` if that cannot be read. */
export function discloseText(text: Text, options?: DiscloseOptions | null): Disclosure | null;

/** `B-n` lines exist in the peer too, `X-…` lines are ours. */
export type LineKind = `B-${number}` | "B-13'" | `X-${string}`;

/** One line of the consent prompt; what else it says as data depends on its kind. */
export interface PromptLine {
  kind: LineKind;
  /** 0 for headings, 1 for entries, 2 for what belongs to an entry. */
  depth: number;
  /** The line in words, not indented; safe to print. */
  text: string;
  [value: string]: string | number | boolean | string[];
}

/** The lines that a person must read before agreeing. */
export function consentPrompt(disclosure: Partial<Disclosure>): PromptLine[];

/** The text that consent binds; `null` if the manifest breaks a limit. */
export function signature(manifest: unknown): string | null;
/** The same of text; `null` if that cannot be read. */
export function signatureText(text: Text): string | null;
/** `sha256:` and the hash of the signature; `null` if there is none. */
export function digest(manifest: unknown): `sha256:${string}` | null;
/** The same of text. */
export function digestText(text: Text): `sha256:${string}` | null;

export interface Change {
  surface: 'hook' | 'commandModule' | 'mcpServer' | 'reviewerLane';
  /** Which one; safe to print. */
  id: string;
  /** Where in it, dotted; safe to print. */
  field: string;
  kind: 'added' | 'removed' | 'changed';
  /** As stable JSON, escaped and bounded. */
  before?: string;
  after?: string;
  /** In full. */
  beforeValue?: Json;
  afterValue?: Json;
}

export interface Changes {
  /** The signatures differ. */
  changed: boolean;
  /** Empty iff they are equal. */
  changes: Change[];
}

/** Why two signatures differ; what breaks a limit counts as `{}`. */
export function changes(oldManifest: unknown, newManifest: unknown): Changes;
/** The same of texts; what cannot be read counts as `{}`. */
export function changesText(oldText: Text, newText: Text): Changes;

/** Whether a destination is this machine. */
export function isLocalDestination(destination: string): boolean;

/** A manifest for {@link check}: its text or itself, and what is known about where it comes from. */
export type CheckItem =
  | Text
  | { text: Text; manifest?: undefined; source?: string | null; folderId?: string | null }
  | { manifest: unknown; text?: undefined; source?: string | null; folderId?: string | null };

/** The configuration that belongs to the host: keys, and sources of regular expressions for keys. */
export interface Central {
  keys?: Iterable<string> | null;
  patterns?: Iterable<string> | null;
}

export interface CheckOptions {
  profile?: Profile | null;
  /** What no capability may declare. */
  central?: Central | null;
  /** The version of the host: reports then say whether the manifest runs on it. */
  hostVersion?: string | null;
  /** Whether reports have a disclosure; `true` if left out. */
  disclosure?: boolean;
  /** Whether reports have a digest; `true` if left out. */
  digest?: boolean;
  /** Whether reports have a signature; `false` if left out. */
  signature?: boolean;
}

/** What an option asks for is there, and is `null` if the manifest could not be read. */
type Asked<O, K extends string, T, D extends boolean> =
  O extends { [_ in K]: infer A }
    ? [A] extends [true] ? { [_ in K]: T | null } : [A] extends [false] ? unknown : { [_ in K]?: T | null }
    : D extends true ? { [_ in K]: T | null } : unknown;

/** Whether a capability runs on a host, and if not, which of its versions does. */
export interface EnginesCheck {
  compatible: boolean;
  /** What it asks for. */
  range: string | null;
  /** What allows it, or an older version of it. */
  satisfiedBy: 'unconstrained' | 'engines' | 'compatVersions' | null;
  /** Its newest version that runs there. */
  downgradeTo?: string;
}

/** Where in which manifest. */
export interface Place {
  /** Which one, by its place in the list. */
  manifest: number;
  /** Its source, as given with the item. */
  source?: string;
  /** Its id. */
  capability: string;
  /** JSON pointer. */
  path: string;
  /** Only for text. */
  span?: Span;
}

/** A finding among manifests; its own place is the first of its places. */
export interface CrossDiagnostic extends Diagnostic {
  /** The ids of all that take part. */
  claimants: string[];
  /** Where, in each of them. */
  places: Place[];
}

/** The report on one manifest of several. */
export interface ManifestReport extends Report {
  /** As given with the item. */
  source?: string;
  id: string | null;
  /** Only with a `hostVersion`, and if the manifest can be read. */
  engines?: EnginesCheck;
}

export type CheckReport<O = object> = ManifestReport & Asked<O, 'disclosure', Disclosure, true>
  & Asked<O, 'digest', `sha256:${string}`, true>
  & Asked<O, 'signature', string, false>;

export interface CheckResult<O = object> {
  /** No report and no finding across manifests has an error. */
  valid: boolean;
  /** In the order of the items. */
  reports: CheckReport<O>[];
  /** Findings across manifests: of more than one, or where `central` is given. */
  diagnostics: CrossDiagnostic[];
}

/** Validates, discloses and signs many manifests in one call. */
export function check<const O extends CheckOptions = object>(items: Iterable<CheckItem>, options?: O | null): CheckResult<O>;

export interface RegistryInput {
  manifests: Iterable<CheckItem>;
  central?: Central | null;
  hostVersion?: string | null;
  profile?: Profile | null;
}

export interface RegistryReport {
  /** No report and no finding across manifests has an error. */
  valid: boolean;
  /** In the order of the manifests. */
  reports: ManifestReport[];
  /** Findings across manifests. */
  diagnostics: CrossDiagnostic[];
}

/** Validates manifests, each by itself and all together. */
export function validateRegistry(input: RegistryInput): RegistryReport;

/** A manifest as JSON. */
export type Manifest = { [key: string]: Json };

/** A folder that holds, or should hold, an installed capability. */
export type Overlay = {
  /** `global` if left out. */
  scope?: Scope | null;
  /** The name of the folder. */
  dir: string;
  /** The other files of its bundle: texts by relative path. */
  files?: Readonly<Record<string, unknown>> | null;
  /** What the ledger of its scope says. */
  ledger?: 'committed' | 'pending' | null;
  /** Whether there is a consent record for this content. */
  consented?: boolean;
} & (
  | { text: Text; manifest?: undefined }
  | { manifest: unknown; text?: undefined }
  | { text?: undefined; manifest?: undefined }
);

export type Scope = 'global' | 'project';

export interface MergeInput {
  /** Manifests, or their texts, in order; those of {@link firstPartyCapabilities} if left out. */
  firstParty?: Iterable<unknown> | Readonly<Record<string, unknown>> | null;
  overlays: Iterable<Overlay>;
  hostVersion: string;
  central?: Central | null;
  profile?: Profile | null;
  /** Where the artifacts of a runtime must stay; not looked at if left out. */
  configHome?: string | null;
}

export type CollisionKind =
  | 'agent' | 'central-key' | 'central-pattern' | 'command-family' | 'config-key' | 'lane-flag' | 'lane-section' | 'lane-slug'
  | 'skill' | 'tracker-prefix';

/** Something that more than one claims. */
export interface Collision {
  kind: CollisionKind;
  key: string;
  /** Unique and sorted. */
  claimants: string[];
}

/** Any other finding among manifests. */
export interface CrossFinding {
  code:
    | 'consumes-never-produced' | 'consumes-own-output' | 'consumes-too-early' | 'contribution-into' | 'contribution-when'
    | 'duplicate-producer' | 'gate-when' | 'point-from-missing' | 'point-from-not-enum' | 'point-from-unreachable'
    | 'requires-cycle' | 'requires-missing' | 'runtime-unknown' | 'step-when' | 'tier-monotone';
  capability?: string;
  target?: string;
  point?: string;
  field?: string;
  members?: string[];
}

export interface CrossFindings {
  collisions: Collision[];
  other: CrossFinding[];
}

/** What an overlay has in common with another capability. */
export interface Clash {
  kind: 'id' | CollisionKind;
  key: string;
  owner: string;
  firstParty: boolean;
}

/** An overlay that was not accepted. */
export interface SkippedOverlay {
  /** The name of its folder. */
  id: string;
  scope: Scope;
  /** Why; only `unconsented` means that it could become active as it is. */
  code: DiagnosticCode;
  /** Why, in a sentence; safe to print. */
  message: string;
  help?: string;
  clashes?: Clash[];
  findings?: CrossFindings;
  /** What is wrong with its manifest. */
  diagnostics?: Diagnostic[];
  /** The host it was made for, if it is not this one. */
  engines?: { range: string; satisfied: false };
}

export interface OverlayRef {
  id: string;
  scope: Scope;
}

/** What became of overlays, wherever that is told. */
export interface LoadedOverlays {
  /** The ids of what was accepted. */
  accepted: string[];
  /** Gates of overlays that were not accepted; they fail open. */
  blockedGates: { point: string; capId: string }[];
  incompatibleGateCapIds: string[];
  /** Accepted overlays whose commands can be run. */
  commandRoots: OverlayRef[];
  /** The peer's warning records of accepted overlays. */
  diagnostics: (OverlayRef & { code: string; field: string; omittedCount?: number })[];
  /** Nothing was accepted and nothing is to be said. */
  unchanged: boolean;
}

/** A hook of the loop, with the capability it belongs to. */
export type LoopHook = { capId: string; [member: string]: Json };

/** What is generated of accepted manifests. */
export interface Registry {
  version: string;
  /** All manifests by id. */
  capabilities: Record<string, Manifest>;
  /** Those of role `runtime`. */
  runtimes: Record<string, Manifest>;
  /** Owners by name. */
  bySkill: Record<string, string>;
  byAgent: Record<string, string>;
  configKeys: Record<string, string>;
  configSchema: Record<string, { owner: string; type?: Json; default?: Json; description?: Json; values?: Json[] }>;
  commandFamilies: Record<string, { capId: string; module: string | null; router: string | null }>;
  /** The skills of each capability that has some, sorted. */
  capabilityClusters: Record<string, string[]>;
  profileMembership: Record<string, { tier: string; profiles: string[] }>;
  /** The hooks at each point, in the order in which they run. */
  byLoopPoint: Record<string, { steps: LoopHook[]; contributions: LoopHook[]; gates: LoopHook[] }>;
}

/** The one registry from which roster, headings, flags, selection and plans answer. */
export interface MergedRegistry extends Registry, LoadedOverlays {
  /** First-party ones first; mostly the same objects as the `reviewer` of their capabilities. */
  lanes: Manifest[];
  /** Their slugs, sorted. */
  roster: string[];
  /** What was not accepted, and why. */
  inactive: SkippedOverlay[];
  /** What is to be said about accepted overlays. */
  warnings: (OverlayRef & Diagnostic)[];
  /** What is to be said about the central configuration and the first-party manifests. */
  problems: Diagnostic[];
}

/** Decides which overlays are accepted, and generates the registry with them. */
export function mergeRegistry(input: MergeInput): MergedRegistry;

/** First-party lanes, then one lane of each capability; `null` if one of both breaks a limit. */
export function mergeLanes(firstParty: unknown, capabilities: unknown): Manifest[] | null;
/** The slugs that capabilities name, sorted, as the peer lists them; `null` if they break a limit. */
export function roster(capabilities: unknown): string[] | null;

/** A source, as `parseSpec` of `gsd-lanes/rules` reads it. */
export interface SourceSpec {
  kind: string;
  target: string;
  raw?: string;
}

export interface InstallInput {
  /** Where the bundle comes from. */
  parsed: SourceSpec;
  /** The manifest of the staged bundle. */
  manifest: unknown;
  /** The policy of known registries, as it stands in the configuration. */
  strict?: unknown;
  hostVersion: string;
  hosts?: DiscloseOptions['hosts'];
  stagedFiles?: Iterable<string> | null;
  integrityPin?: DiscloseOptions['integrityPin'];
}

export interface InstallTrust {
  /** Nothing stands against it. */
  allowed: boolean;
  /** It is allowed and would run or send something: consent comes first. */
  requiresConsent: boolean;
  /** It is allowed, runs nothing, and puts text before an agent, which somebody should have read. */
  requiresAcknowledgement: boolean;
  disclosure: Disclosure;
  engines: EnginesCheck;
  /** What stands against it, safe to print. */
  blockReasons: { code: 'source' | 'reserved-id' | 'engines' | 'missing-artifacts'; message: string }[];
}

/** What stands against an installation, and what has to be asked first; `null` if the manifest breaks a limit. */
export function evaluateInstallTrust(input: InstallInput): InstallTrust | null;
/** Whether a capability runs on a host; `null` if the manifest breaks a limit. */
export function checkEngines(manifest: unknown, hostVersion: string): EnginesCheck | null;
/** Whether a version is in a range, as the host reads both. */
export function semverSatisfies(version: unknown, range: unknown): boolean;
/** Whether an id lies in a namespace that is kept for the host. */
export function checkReservedNamespace(id: unknown): boolean;

export interface SourceVerdict {
  allowed: boolean;
  reason?: 'policy-malformed' | 'policy-empty' | 'npm-not-listed' | 'not-in-npm' | 'no-host' | 'host-not-listed';
  /** The host that was compared with the policy. */
  host?: string;
}

/** Whether a source may be fetched from, given the policy as it stands in the configuration. */
export function evaluateSource(parsed: SourceSpec, strict?: unknown): SourceVerdict;

/** Runs a resolved lane; the host's functions may answer with promises. */
export function runLane(plan: LanePlan, host: RunHost, options?: RunOptions): Promise<LaneResult>;
/** The same over functions that answer at once. */
export function runLaneSync(plan: LanePlan, host: RunHostSync, options?: RunOptions): LaneResult;

/** The capabilities that come with the package, in lane order. */
export function firstPartyCapabilities(): Manifest[];
/** Their reviewer lanes, in lane order. */
export function firstPartyLanes(): Manifest[];

export { bundleContentHash, consentLookup, consentRecordValid, consentRemove, consentUpsert } from './consent.js';
export type { BundleFiles, BundleOptions, ConsentRecord, ConsentStore, StoreOutcome, StoreProblem } from './consent.js';
export { applyPromptBudget, selectReviewers } from './selection.js';
export type {
  BudgetedPrompt, PromptBudgetInput, PromptBudgetMetadata, PromptSections, ResolvedReviewer, Selection, SelectionCode, SelectionInput, SelectionMessage,
} from './selection.js';

/** What a code means, as a page to be printed; `null` if there is no such code. */
export function explain(code: string): string | null;
/** Every closed set, limit and field table. */
export function vocabulary(): Manifest;
/** The JSON Schema of manifests. */
export function schema(): Manifest;

/** The version of this package. */
export const version: string;

/** Thrown when the library itself fails; the next call works again. */
export class GsdLanesError extends Error {
  constructor(code: GsdLanesError['code'], message: string, cause?: unknown);
  name: 'GsdLanesError';
  /**
   * The module stopped inside a call; it could not be loaded; `gsd-lanes/web` was used before `init`; the answer has
   * more than 256 MiB.
   */
  code: 'trap' | 'load' | 'not-ready' | 'too-large';
  cause?: unknown;
}
