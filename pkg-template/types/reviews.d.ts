/** What comes back from a lane: read, marked, put together. */
import type { LaneReason } from './codes.js';
import type { LaneStatus, RecordedModel } from './run.js';

/** What an event stream of opencode tells. */
export interface OpencodeReview {
  /** The texts, joined by line feeds. */
  review: string;
  /** Why the model stopped; `?` if the stream does not say. */
  stopReason: string;
  /** How many tokens it gave; `?` if the stream does not say. */
  outputTokens: string;
  /** What the last error event says. */
  error: string | null;
  /** The type of the last event. */
  lastEvent: string | null;
}

/** Something to tell the user that stops nothing. */
export interface ReviewWarning {
  code:
    | 'served-model' | 'model-passed-over' | 'reasoning-removed' | 'unasked-stream' | 'conflicts-unclosed' | 'consensus-refused' | 'identity-repeated' | 'review-shortened';
  /** Safe to print. */
  message: string;
}

export interface ChatInput {
  /** The model that was asked for. */
  requestedModel: string;
  response: {
    /** Whether the status is 2xx; only asked where there is no status. */
    ok?: boolean;
    /** 0, like none, if there was no answer. */
    status?: number | null;
    body: string;
    /** What went wrong with the transport. */
    error?: string | null;
  };
  profile?: 'strict' | 'peer';
}

export interface ChatReview {
  /** Empty if there is none. */
  review: string;
  model: RecordedModel;
  warnings: ReviewWarning[];
  /** What a stub shows in place of an empty review. */
  diagnostic: string;
  /** Why the review is not there, or not whole; never in the profile `peer`. */
  problem: LaneReason | null;
  /** Why the model stopped. */
  finishReason: string | null;
}

export type Stamp = 'blind' | 'ungrounded';

export interface StampOptions {
  /** Which marks to set where they belong; `ungrounded` alone if left out. */
  stamps?: Iterable<Stamp> | null;
  /** What counts as a citation: as the peer has it, or only a path that is a word by itself. */
  citations?: 'any' | 'anchored' | null;
}

export interface Stamped {
  text: string;
  stamped: boolean;
  /** The marks that were set. */
  stamps: Stamp[];
}

/** What trimming did to a prompt: the `metadata` of `applyPromptBudget`. */
export interface TrimmedPrompt {
  budget: number | null;
  effectiveBudget: number | null;
  estimatedTokens: number;
  omitted: string[];
  projectMdShrunk: boolean;
  planTruncationPct: number;
  hardFailed: boolean;
  noteInjected: boolean;
}

/** One reviewer's part of REVIEWS.md. A result of `runLane` has most of it. */
export interface ReviewPart {
  slug: string;
  /** The name of the instance; the slug if left out. */
  identity?: string | null;
  /** The lane's `reviewsSection`. */
  section: string;
  /** The review file as it was written: a review with its marks, a stub, or nothing. The document holds at most 262 144 characters of it. */
  text?: string | null;
  /** If left out, `ok`, `stubbed` and `reason` tell. */
  status?: LaneStatus | null;
  ok?: boolean;
  stubbed?: boolean;
  reason?: LaneReason | null;
  /** More about the reason, without a full stop. */
  detail?: string | null;
  model?: RecordedModel | null;
  evidenceClass?: 'source-grounded' | 'diff-only' | null;
  trimmed?: TrimmedPrompt | null;
  /** Sentences that belong above the review. */
  notices?: Iterable<string> | null;
}

export interface ComposeInput {
  phase?: string | null;
  /** ISO 8601. */
  reviewedAt: string;
  /** The files of the plans. */
  plans?: Iterable<string> | null;
  reviews: Iterable<ReviewPart>;
  /** All lanes in descriptor order, overlays last; the first-party ones if left out. */
  laneOrder?: Iterable<string> | null;
  /** The document that this one replaces: the entries of its conflicts are kept. */
  previous?: string | null;
  /** What somebody found who compared the reviews, as Markdown. Left out where fewer than two reviews count. */
  consensus?: { agreedStrengths?: string | null; agreedConcerns?: string | null; divergentViews?: string | null } | null;
  /** Sentences about the whole run. */
  notices?: Iterable<string> | null;
}

/** Which plans a review speaks of. */
export interface PlanCoverage {
  complete: boolean;
  missing_ids: string[];
  total: number;
}

/** Where one reviewer stands in REVIEWS.md. */
export interface ReviewerStanding {
  identity: string;
  status: LaneStatus;
  reason?: LaneReason;
  /** What lowers its weight besides. */
  marks: ('blind' | 'trimmed' | 'unsubstantive' | 'ungrounded' | 'diff-only')[];
  /** `noted`: it makes no consensus. */
  weight: 'full' | 'noted' | 'none';
  coverage?: PlanCoverage;
}

export interface ComposedReviews {
  text: string;
  /** In the order of the sections. */
  reviewers: ReviewerStanding[];
  /** There is a review. Without one the document is not to be written. */
  reviewed: boolean;
  warnings: ReviewWarning[];
}

export interface StubInput {
  slug: string;
  transport: 'spawn' | 'openai-http';
  /** What the lane gave. */
  content?: string | null;
  /** The level that was asked for. */
  effort?: string | null;
  stdout?: string | null;
  stderr?: string | null;
  /** Further facts. */
  extra?: string | null;
  outcome?: { status: number | null; errorCode?: string | null } | null;
  reason?: LaneReason | null;
  limitMs?: number | null;
  elapsedMs?: number | null;
  promptBytes?: number | null;
  answerBytes?: number | null;
}

export type WrittenReview =
  | { stubbed: false; written: string }
  | {
    stubbed: true;
    written: string;
    /** The level, `cli-default` or `http`. */
    effort: string;
    /** `timeout`, `abnormal`, `clean`, `status:N` or `unknown`. */
    ending: string;
  };

/** How far antigravity's transcripts were. */
export interface AntigravityMark {
  convId: string;
  lines: number;
  unreadable?: true;
  fullLines: number;
  fullUnreadable?: true;
}

/** What is known of antigravity's files. */
export interface AntigravityFiles {
  homeDir: string;
  /** The root of the repository. */
  workspace: string;
  /** Texts by path. */
  files?: { readonly [path: string]: string };
  /** Paths of files that are there and cannot be read. */
  unreadable?: readonly string[];
}

/** Whether there is nothing to read in it; what is no text is empty. `null`, here and below, over 192 MiB. */
export function isEmptyReview(text: unknown): boolean | null;
/** Reads the standard output of opencode. */
export function opencodeReview(stdout: string): OpencodeReview | null;
/** Reads a server's answer to a chat completion. */
export function parseChatCompletion(input: ChatInput): ChatReview | null;
/** A review with marks in front of it where it rests on nothing. */
export function stampReview(review: string, options?: StampOptions | null): Stamped | null;
/** Puts REVIEWS.md together. */
export function composeReviews(input: ComposeInput): ComposedReviews | null;
