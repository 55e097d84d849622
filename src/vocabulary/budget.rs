//! The figures of the prompt budget (L-120 … L-123) and its words.

/// UTF-16 units that count as one token.
pub const UNITS_PER_TOKEN: usize = 4;
/// What is kept free of the budget unless the caller says otherwise, in per cent.
pub const SAFETY_MARGIN: f64 = 10.0;
/// Units of a plan that are never cut off.
pub const PLAN_FLOOR: usize = 1024;
/// Tokens that are kept free for the note as soon as something has to go.
pub const NOTE_RESERVE: f64 = 80.0;
/// Lines of the project's description that stay when it is shortened.
pub const HEAD_LINES: f64 = 40.0;

/// The note that tells the reviewer what is missing; well below [`NOTE_RESERVE`] with every blank filled.
pub const NOTE: &str = "> This prompt was shortened to fit into {budget} tokens. Left out: {omittedList}. Plans cut by \
                        about {planTruncationPct} %. What is missing here is not missing from the plans: do not report \
                        it as a gap.";

/// The reason of a prompt that does not fit (B-19).
pub const TOO_SMALL: &str = "budget_too_small";
/// The reason of an input that is none (B-19).
pub const TOOL_FAILED: &str = "budget_tool_failed";
