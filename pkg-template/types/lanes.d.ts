/** Planning lanes. */
import type { LaneReason, PlanWarningCode } from './codes.js';
import type { Json, Manifest, Profile, Text } from './index.js';

export type { LaneReason, PlanWarningCode };

/** The system that a lane would run on. */
export type LanePlatform = 'posix' | 'win32';

/** Something that does not stop a lane, and that somebody should see. */
export interface PlanWarning {
  code: PlanWarningCode;
  /** Safe to print. */
  message: string;
}

interface PlanFiles {
  slug: string;
  /** The file that holds the prompt. */
  promptPath: string;
  /** The file that will hold the review. */
  reviewPath: string;
  /** The file that will hold the program's errors. */
  errPath: string;
  /** Fractions are kept. */
  timeoutMs: number;
  emptyOutput: 'stub-with-stderr' | 'handler-owned';
  evidenceClass: 'source-grounded' | 'diff-only';
  handler: 'antigravity' | 'openai-compatible' | 'opencode' | null;
  requiresBinaries: string[];
  /** As it is declared. */
  probe?: Json;
  /** The model that is asked for. */
  model: string | null;
}

/** What starts a program. */
export interface SpawnPlan extends PlanFiles {
  transport: 'spawn';
  binary: string;
  argv: string[];
  /** The effort that the arguments ask for. */
  effort: string | null;
  /** The file whose content is its standard input. */
  stdin: string | null;
  outputTarget: { kind: 'stdout' } | { kind: 'file'; path: string };
  /** What is laid over the inherited environment. */
  env: Record<string, string> | null;
}

/** What talks to a server. */
export interface HttpPlan extends PlanFiles {
  transport: 'openai-http';
  /** The server, normalised. */
  host: string;
  hostConfigKey: string;
  /** Where the prompt goes. */
  url: string;
  /** Where the server lists its models, if it is asked. */
  modelsUrl: string | null;
  /** The model if nothing else names one. */
  fallbackModel: string;
}

export type LanePlan = SpawnPlan | HttpPlan;

/** The manifest behind a plan. */
export interface PlanOrigin {
  id: string | null;
  scope?: string;
  digest: `sha256:${string}`;
}

export type LaneResolution =
  | { ok: true; plan: LanePlan; warnings: PlanWarning[]; origin?: PlanOrigin }
  | {
    ok: false;
    reason: LaneReason;
    /** The code of the finding that forbids the plan, or a sentence. */
    detail: string;
    warnings: PlanWarning[];
    origin?: PlanOrigin;
  };

/** The lane: its body, or the manifest that declares it, as an object or as text. */
export type LaneSource =
  | { lane: unknown; manifest?: undefined; text?: undefined }
  | { manifest: unknown; lane?: undefined; text?: undefined; scope?: string }
  | { text: Text; lane?: undefined; manifest?: undefined; scope?: string };

export type ResolveInput = LaneSource & {
  /** The resolved configuration by flat dotted key. */
  config?: { readonly [key: string]: unknown } | null;
  /** Instead of `config`; asked once for each of the few keys that the lane names. */
  configGet?: (key: string) => unknown;
  /** The directory of the run, absolute. */
  runDir: string;
  /** The root of the repository under review, absolute. */
  repoRoot: string;
  /** The arguments that ask for an effort: `laneEffort` of `gsd-lanes/rules` gives them. */
  effortArgs?: readonly unknown[];
  /** The effort that they ask for. */
  effortValue?: string | null;
  /** What differs from the lane's ordinary run. */
  instance?: { name?: string; model?: string; agent?: string; promptFile?: string };
  profile?: Profile;
  platform?: LanePlatform;
};

/** What a lane would run or send, or why it would not. */
export function resolveLane(input: ResolveInput): LaneResolution;
/** A host in the one form in which hosts are compared. */
export function normalizeHost(host: unknown): string;
/** Whether what is sent to the current host goes where the consented one says. */
export function checkEgress(consentedHost: unknown, currentHost: unknown): { allowed: boolean };

export interface ArtifactPaths {
  promptPath: string;
  reviewPath: string;
  errPath: string;
}

export interface LaneEffort {
  argv: string[];
  /** The level as the program calls it. */
  value: string | null;
  source: 'config' | 'lane-default' | 'none';
}

/** The lanes of the first-party capabilities, and those of overlays by id. */
export interface LaneChoice {
  /** Slugs; all lanes if left out. */
  selected?: Iterable<string> | null;
  capabilities?: { readonly [id: string]: unknown };
}

export interface SummaryInput extends LaneChoice {
  /** The project's configuration file, its workstream's merged in. */
  config?: unknown;
  /** The user's own defaults, which count if the project has no file. */
  defaults?: unknown;
  runDir: string;
  repoRoot?: string;
  profile?: Profile;
  platform?: LanePlatform;
}

export type LaneSummary =
  | {
    slug: string;
    ok: true;
    section: string;
    transport: 'spawn' | 'openai-http';
    promptBudget: number | null;
    /** The file whose content it is sent. */
    promptPath: string | null;
    warnings?: PlanWarning[];
  }
  | { slug: string; ok: false; reason: LaneReason; detail: string };

export interface ConfigInput {
  /** The project's configuration file, its workstream's merged in; left out if there is none. */
  file?: unknown;
  /** The user's own defaults. */
  defaults?: unknown;
  key: string;
  capabilities?: { readonly [id: string]: unknown };
}

export interface CommandLine {
  command: string;
  args: string[];
  /** Whether the arguments are passed on without quoting. */
  verbatim: boolean;
}

export type LaneBody = Manifest;
