//! What running a lane knows by name: why one is not run or fails, and what to do about it (L-157, Y-11).

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

/// Declares the reasons with their stable strings and remedies.
macro_rules! reasons {
    ($($(#[$doc:meta])+ $name:ident = $text:literal, $remedy:literal;)+) => {
        /// Why a lane was not run, or gave no review; the string form is stable.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Reason { $($(#[$doc])+ $name,)+ }

        impl Reason {
            /// All reasons, in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The stable string: the peer's codes in its spelling, ours with dashes.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }

            /// What to do about it, in one line.
            #[must_use]
            pub const fn remedy(self) -> &'static str {
                match self { $(Self::$name => $remedy,)+ }
            }
        }
    };
}

reasons! {
    /// The declaration of the lane cannot be used.
    MalformedLane = "malformed_lane", "correct the lane's manifest; `gsd-lanes check` names the place";
    /// The lane names a handler that does not exist.
    UnknownHandler = "unknown_handler", "use one of the known handlers, or none; a newer host may know more";
    /// The lane names a transport that does not exist.
    UnknownTransport = "unknown_transport", "use `spawn` or `openai-http`; a newer host may know more";
    /// The program is not on PATH.
    MissingBinary = "missing_binary", "install the program, or put its folder on PATH";
    /// A program that the lane also needs is not on PATH.
    MissingRequiredBinary = "missing_required_binary", "install what the lane lists under `requiresBinaries`";
    /// What is installed is not what the lane needs.
    ProbeFailed = "probe_failed", "another or an older program has that name; install the one the lane is for";
    /// The program did not answer in time when it was asked what it can do.
    ProbeTimeout = "probe_timeout", "run the program's `--help` by hand; it may be waiting for an answer";
    /// The server did not answer.
    HostUnreachable = "host_unreachable", "start the server, or correct the configured host";
    /// The server is another one than was agreed to.
    EgressHostChanged = "egress_host_changed", "set the host back, or agree to the new one";
    /// The prompt does not fit into the lane's budget.
    BudgetTooSmall = "budget_too_small", "raise the lane's token budget, or review fewer plans";
    /// Trimming the prompt failed.
    BudgetToolFailed = "budget_tool_failed", "see the diagnostics of the prompt budget";
    /// The program ended with another status than 0.
    ExitNonzero = "exit-nonzero", "read what the program printed; it stands in the `.err` file";
    /// The program or server took too long.
    TimedOut = "timed-out", "raise the lane's time limit in the configuration, or its effort is too high";
    /// The program could not be started.
    SpawnError = "spawn-error", "see whether the program starts by hand and may be executed";
    /// An argument, or all together, are longer than the system takes.
    ArgumentTooLong = "argument-too-long", "let the lane read its prompt from standard input or by file reference";
    /// The answer is larger than is kept.
    OutputTooLarge = "output-too-large", "the program printed more than 64 MiB; see whether it writes only its review";
    /// The program or server wants to know who asks.
    AuthRequired = "auth-required", "sign in with the program's own command, or set the key it expects";
    /// The account's quota or rate limit is used up.
    Quota = "quota", "wait until the limit is reset, or use another lane";
    /// The server answered with an error.
    ServerError = "server-error", "read the server's answer; it stands in the review file";
    /// The server sent the request elsewhere.
    RedirectRefused = "redirect-refused", "configure the address that the server redirects to, and agree to it";
    /// The server cut its answer off.
    TruncatedByServer = "truncated-by-server", "give the model room for a longer answer, or a shorter prompt";
    /// The answer says nothing about the plans.
    Unsubstantive = "unsubstantive", "read the answer; the program may have printed only notices";
    /// The prompt file is not there.
    PromptMissing = "prompt-missing", "write the prompt into the run directory first";
    /// Nobody has agreed to this lane, or to its host.
    ConsentMissing = "consent-missing", "look at what it would run or send, then `gsd-lane consent grant`";
    /// The manifest is not the one that was agreed to.
    ManifestChanged = "manifest-changed", "look at what changed, then `gsd-lane consent grant` again";
    /// The answer could not be written down.
    WriteFailed = "write-failed", "see whether the run directory can be written to and the disk has room";
    /// The run was interrupted.
    Interrupted = "interrupted", "start it again";
}

impl Reason {
    /// Whether the lane was refused rather than found wanting: malformed, unknown, egress, consent and manifest (Y-11).
    #[must_use]
    pub const fn is_refusal(self) -> bool {
        matches!(
            self,
            Self::MalformedLane
                | Self::UnknownHandler
                | Self::UnknownTransport
                | Self::EgressHostChanged
                | Self::ConsentMissing
                | Self::ManifestChanged
        )
    }

    /// Whether the lane was skipped because something it needs is not there, or its prompt over budget (Y-11).
    #[must_use]
    pub const fn is_skip(self) -> bool {
        matches!(
            self,
            Self::MissingBinary
                | Self::MissingRequiredBinary
                | Self::ProbeFailed
                | Self::ProbeTimeout
                | Self::HostUnreachable
                | Self::BudgetTooSmall
                | Self::BudgetToolFailed
        )
    }
}

impl serde::Serialize for Reason {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
