//! What planning a lane knows by name: keys, defaults, spellings, warnings.

use super::codes::Code;

/// The configuration key of the budget of all lanes (L-47).
pub const BUDGET_KEY: &str = "review.max_prompt_tokens";
/// The same as a member of the file itself, where it wins (L-22).
pub const FLAT_BUDGET_KEY: &str = "max_prompt_tokens";
/// The value of a lane's own budget that stands for none (L-47).
pub const NO_BUDGET: f64 = -1.0;

/// The time limit of a lane that declares none, in milliseconds (L-33).
pub const DEFAULT_TIMEOUT_MS: f64 = 900_000.0;
/// By how many seconds the limit that a program is told stays below ours, so that it ends by itself (L-37).
pub const NATIVE_MARGIN_S: f64 = 60.0;

/// Where prompts go if `invoke.path` says nothing (L-36).
pub const CHAT_PATH: &str = "/v1/chat/completions";
/// Where a server lists its models (L-36).
pub const MODELS_PATH: &str = "/v1/models";
/// The model if nothing names one (L-36).
pub const FALLBACK_MODEL: &str = "local-model";

/// The effort that asks for nothing (L-45).
pub const INHERIT: &str = "inherit";
/// How programs spell an effort, by slug (L-46).
pub const EFFORT_SPELLINGS: &[EffortSpelling] = &[
    EffortSpelling {
        slug: "claude",
        flag: "--effort",
        before: "",
        lowest: "low",
    },
    EffortSpelling {
        slug: "codex",
        flag: "-c",
        before: "model_reasoning_effort=",
        lowest: "low",
    },
    EffortSpelling {
        slug: "opencode",
        flag: "--variant",
        before: "",
        lowest: "minimal",
    },
];

/// How one program spells an effort: a flag, then a value.
#[derive(Debug, Clone, Copy)]
pub struct EffortSpelling {
    /// The lane's slug.
    pub slug: &'static str,
    /// The flag.
    pub flag: &'static str,
    /// What stands before the level in the value.
    pub before: &'static str,
    /// What the lowest level, `minimal`, is called.
    pub lowest: &'static str,
}

/// The slug of the lane that runs as an agent (L-155).
pub const AGENT_SLUG: &str = "opencode";
/// The argument behind which the agent is named.
pub const AGENT_AFTER: &str = "run";
/// The flag that names it.
pub const AGENT_FLAG: &str = "--agent";

/// Bytes that one argument may have on Linux (F-23).
pub const MAX_ARGUMENT_BYTES: usize = 131_071;
/// UTF-16 units that a command line may have on Windows (F-23).
pub const MAX_COMMAND_LINE_UNITS: usize = 32_767;

/// Warning: a host without a scheme is taken for an `http` one (Y-21).
pub const SCHEME_ASSUMED: &str = "scheme-assumed";
/// Warning: `/v1` at the end of a host is left out, since the path has it (Y-21).
pub const VERSION_DROPPED: &str = "version-dropped";
/// Warning: the configured time limit is below what the lane needs (F-07).
pub const TIMEOUT_BELOW_FLOOR: &str = "timeout-below-floor";
/// Warning: a configured model or agent would be an option of the reviewer's program, or holds a control character.
pub const MODEL_REFUSED: &str = "model-refused";

/// All that a plan may warn of.
pub const PLAN_WARNINGS: &[&str] = &[
    Code::PlaintextEgress.as_str(),
    SCHEME_ASSUMED,
    VERSION_DROPPED,
    TIMEOUT_BELOW_FLOOR,
    MODEL_REFUSED,
    Code::PromptUnreachable.as_str(),
    Code::OutputUnreachable.as_str(),
    Code::ModelUnreachable.as_str(),
    Code::EffortUnreachable.as_str(),
];
