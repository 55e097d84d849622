/** Whom to ask, and how much. */

export interface SelectionInput {
  /** The slugs of the lanes that could be run here; anything in an array is made a text. */
  detected?: readonly unknown[] | Iterable<string> | null;
  /** The slugs that were asked for by flag. */
  explicitFlags?: readonly unknown[] | Iterable<string> | null;
  /** Everything that is there was asked for. */
  allFlag?: boolean | null;
  /** `review.default_reviewers`, whatever stands there. */
  configuredDefaultReviewers?: unknown;
  /** `review.reviewer_instances`, whatever stands there. */
  reviewerInstances?: unknown;
  /** The roster of the merged registry; the lanes that come along if left out. */
  knownSlugs?: Iterable<string> | null;
}

export type SelectionCode =
  | 'explicit-not-detected' | 'explicit-none-detected' | 'defaults-not-a-list' | 'defaults-empty' | 'default-not-text' | 'default-malformed'
  | 'default-unknown' | 'default-not-detected' | 'instance-not-detected' | 'defaults-none-detected' | 'instances-not-an-object' | 'instance-name'
  | 'instance-shadows-lane' | 'instance-reserved-stem' | 'instance-not-an-object' | 'instance-cli' | 'instance-model' | 'instance-agent';

/** One thing to say about a selection. */
export interface SelectionMessage {
  code: SelectionCode;
  /** The same in words; safe to print. */
  message: string;
  /** The slug or instance that it is about. */
  name?: string;
  /** The lane that the instance would use. */
  cli?: string;
  /** The place in the configured list. */
  index?: number;
}

/** A selected reviewer. */
export type ResolvedReviewer =
  | { identity: string; kind: 'builtin'; cli: string }
  | { identity: string; kind: 'instance'; cli: string; model?: string; agent?: string };

export interface Selection {
  /** Why these. With `explicit_flags` a run that cannot ask each of them must not end well. */
  source: 'explicit_flags' | 'all_flag' | 'config_default' | 'no_config_all_detected';
  /** Slugs and names of instances, sorted. */
  selected: string[];
  /** With one of these a run must not report success. */
  errors: SelectionMessage[];
  warnings: SelectionMessage[];
  infos: SelectionMessage[];
  /** What each of the selected is, in the same order. */
  resolvedInstances: ResolvedReviewer[];
  /** Two of the selected instances use one lane. */
  sharedAdapterCaveat: boolean;
}

/** Who is asked, and what there is to say about that; `null` if the input breaks a limit. */
export function selectReviewers(input: SelectionInput): Selection | null;

/** The selected reviewers in the order of their sections: that of the descriptors, overlays last, a lane before its instances. */
export function reviewOrder(resolvedInstances: Iterable<ResolvedReviewer>, laneOrder?: Iterable<string> | null): ResolvedReviewer[] | null;

export interface PromptSections {
  instructions: string;
  roadmap: string;
  plans: Iterable<{ file: string; content: string }>;
  projectMd?: string | null;
  context?: string | null;
  research?: string | null;
  requirements?: string | null;
}

export interface PromptBudgetInput {
  sections: PromptSections;
  /** In tokens; without one, and with zero or less, there is no limit. */
  budget?: number | null;
  options?: {
    /** The first `{budget}`, `{omittedList}` and `{planTruncationPct}` are filled in. */
    noteTemplate?: string | null;
    /** What of the budget stays free; 10 if left out. */
    safetyMarginPct?: number | null;
    /** Lines of the project's description that stay when it is shortened; 40 if left out. */
    projectMdHeadLines?: number | null;
  } | null;
}

export interface PromptBudgetMetadata {
  budget: number | null;
  /** What of it is used; `null` without a limit. */
  effectiveBudget: number | null;
  /** Tokens of the prompt, also of one that did not fit. */
  estimatedTokens: number;
  omitted: ('context' | 'research' | 'requirements')[];
  projectMdShrunk: boolean;
  planTruncationPct: number;
  hardFailed: boolean;
  noteInjected: boolean;
}

export interface BudgetedPrompt {
  /** Empty if it does not fit. */
  prompt: string;
  metadata: PromptBudgetMetadata;
  /** Only if it does not fit. */
  reason?: 'budget_too_small';
}

/** A prompt within its budget, and what became of it; `null` if the sections have more than 192 MiB. */
export function applyPromptBudget(input: PromptBudgetInput): BudgetedPrompt | null;

/** How many tokens a text counts as; `null` if it has more than 192 MiB. */
export function estimateTokens(input: { text: string }): number | null;

/** The budget that a command line gives: a leading whole number greater than zero, else `null`. */
export function parseBudget(input: { text: string }): number | null;
