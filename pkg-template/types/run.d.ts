/** Running lanes over a host of functions. */
import type { LaneReason } from './codes.js';
import type { LanePlan, LanePlatform } from './lanes.js';

type Later<T> = T | Promise<T>;

/** A process to start: never through a shell. */
export interface SpawnRequest {
  /** A name to look up on PATH, or a path. */
  binary: string;
  args: string[];
  /** What it reads; `null` for an input that is closed at once. */
  stdin: string | null;
  /** Whole milliseconds, at least 1. */
  timeoutMs: number;
  /** What is laid over the inherited environment. */
  env: Record<string, string> | null;
  cwd: string;
}

export interface SpawnOutcome {
  /** `null` if it was killed or never started. */
  status?: number | null;
  /** Bytes are read as UTF-8, with U+FFFD where they are none. */
  stdout?: string | Uint8Array | ArrayBuffer;
  stderr?: string | Uint8Array | ArrayBuffer;
  /** `ENOENT`, `EACCES`, `ETIMEDOUT`, `ENOBUFS`, `E2BIG`, `EINTR` after an interrupt, … */
  errorCode?: string | null;
}

/** A request to send: no redirect may be followed. */
export interface HttpRequest {
  method: 'GET' | 'POST';
  url: string;
  /** JSON. */
  body: string | null;
  /** Whole milliseconds for connecting and the whole body. */
  timeoutMs: number;
}

export interface HttpOutcome {
  status?: number | null;
  /** Only asked where there is no status. */
  ok?: boolean;
  /** Bytes are read as UTF-8, with U+FFFD where they are none. */
  body?: string | Uint8Array | ArrayBuffer;
  /** What went wrong with the transport, a code such as `ETIMEDOUT` first. */
  error?: string | null;
}

export type RunProgress = { progress: 'probing' | 'writing' } | { progress: 'asked'; limitMs: number };

/**
 * What a run needs of the world. A function that is missing, throws or answers nonsense gives the outcome that a tool
 * which fails would give.
 */
export interface RunHost {
  /** Whether a program is there. */
  hasBinary?(name: string): Later<boolean>;
  /** Whether there is a file; without it, the file is read. */
  exists?(path: string): Later<boolean>;
  /** The text of a file, or its bytes; nothing, or an error of code `ENOENT`, if there is none; any other error if it cannot be read. */
  read?(path: string): Later<string | Uint8Array | ArrayBuffer | null | undefined>;
  write?(path: string, text: string): Later<unknown>;
  /** Moves a file that may be there out of the way; without it, an empty text is written over it. */
  setAside?(path: string): Later<unknown>;
  /** Keeps the bytes of the lane's answer, where the review differs from them. */
  keepRaw?(path: string): Later<unknown>;
  spawn?(request: SpawnRequest): Later<SpawnOutcome>;
  http?(request: HttpRequest): Later<HttpOutcome>;
  /** Told what a user should see. */
  warn?(message: string): void;
  /** Told how far the run is. */
  progress?(progress: RunProgress): void;
  homeDir?: string | (() => string);
}

/** The same over functions that answer at once. */
export type RunHostSync = { [Name in keyof RunHost]: NonNullable<RunHost[Name]> extends (...args: infer Args) => infer Answer ? (...args: Args) => Exclude<Answer, Promise<unknown>> : RunHost[Name] };

export interface RunOptions {
  /** The root of the repository under review: where a program runs. */
  repoRoot?: string;
  /** The name under which the result is listed; the slug unless it is an instance. */
  identity?: string;
  /** Whether the user asked for this lane by name. */
  explicit?: boolean;
  profile?: 'strict' | 'peer';
  platform?: LanePlatform;
  /** Whose lane it is; `first-party` unless said otherwise. An installed one is refused until `agreement` is `given`. */
  owner?: 'first-party' | 'installed';
  agreement?: 'given' | 'changed' | 'missing';
  /** Whether a project's configuration names the server of a first-party lane: then that host needs an agreement. */
  hostFromProject?: boolean;
  /** The host that the consent record binds. */
  consentedHost?: string;
  /** What the configuration says under the probe's `hostConfigKey`; only the profile `peer` asks it. */
  probeHost?: string;
}

export type LaneStatus = 'reviewed' | 'incomplete' | 'failed' | 'skipped' | 'refused';

export interface RecordedModel {
  value: string | null;
  source: 'pinned' | 'served' | 'requested' | 'banner' | 'transcript' | 'unknown';
}

/** What became of a lane. Only `status` says whether there is a review. */
export type LaneResult =
  | {
      slug: string;
      identity: string;
      /** The peer's word for whether it ran: a stub is `true` here. */
      ok: boolean;
      /** Whether the review file holds an account of a failure instead of an answer. */
      stubbed: boolean;
      status: LaneStatus;
      reason: LaneReason | null;
      /** More about the reason, safe to print. */
      detail?: string;
      /** What to do about it. */
      remedy?: string;
      model: RecordedModel;
      /** Whether the review says of itself that it saw no source. */
      blind: boolean;
      /** Whether the review cites no place in the source. */
      ungrounded: boolean;
    }
  /** What was handed in is no plan. */
  | { ok: false; resolved: false; status: 'refused'; reason: LaneReason; detail: string };

export interface ProbeInput {
  probe?: unknown;
  requiresBinaries?: readonly string[];
  planHost?: string;
  probeHost?: string;
  repoRoot?: string;
  profile?: 'strict' | 'peer';
}

export interface Availability {
  available: boolean;
  reason: LaneReason | null;
  detail?: string;
}

export interface ModelInput {
  configuredModel?: string | null;
  modelsUrl?: string | null;
  fallbackModel?: string;
  profile?: 'strict' | 'peer';
}

export interface ChosenModel {
  model: string;
  /** Whether the server was asked. */
  asked: boolean;
  askTimeoutMs: number | null;
}
