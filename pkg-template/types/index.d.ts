/**
 * Validates GSD capability manifests and their reviewer lanes, discloses what they would run or send, and
 * signs that. Bad arguments throw a `TypeError`; bad manifests never throw.
 */
import type { DiagnosticCode } from './codes.js';

export type { DiagnosticCode };

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
  /** Only if asked for; `null` if the text cannot be read. */
  signature?: string | null;
}

export interface ValidateOptions {
  /** The name of the folder in which the manifest lies; its id must be the same. */
  folderId?: string | null;
  /** `strict` if left out. */
  profile?: Profile | null;
  /** Whether the report carries the signature as well, from the same reading of the manifest. */
  signature?: boolean;
}

/** The report on a manifest that is an object already. */
export function validateManifest(manifest: unknown, options?: ValidateOptions | null): Report;
/** The report on the text of a manifest, with spans. */
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

export interface CheckOptions {
  profile?: Profile | null;
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

export type CheckReport<O = object> = Report & {
  /** As given with the item. */
  source?: string;
  id: string | null;
} & Asked<O, 'disclosure', Disclosure, true>
  & Asked<O, 'digest', `sha256:${string}`, true>
  & Asked<O, 'signature', string, false>;

export interface CheckResult<O = object> {
  /** No report and no finding across manifests has an error. */
  valid: boolean;
  /** In the order of the items. */
  reports: CheckReport<O>[];
  /** Findings across manifests. */
  diagnostics: Diagnostic[];
}

/** Validates, discloses and signs many manifests in one call. */
export function check<const O extends CheckOptions = object>(items: Iterable<CheckItem>, options?: O | null): CheckResult<O>;

/** A manifest as JSON. */
export type Manifest = { [key: string]: Json };

/** The capabilities that come with the package, in lane order. */
export function firstPartyCapabilities(): Manifest[];
/** Their reviewer lanes, in lane order. */
export function firstPartyLanes(): Manifest[];

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
  /** The module stopped inside a call; it could not be loaded; `gsd-lanes/web` was used before `init`. */
  code: 'trap' | 'load' | 'not-ready';
  cause?: unknown;
}
