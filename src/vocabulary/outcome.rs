//! What can become of a lane, and why.

use Reason as R;
use Status as S;

/// What became of a lane (Y-11). Only this says whether something is a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// There is a review.
    Reviewed,
    /// There is text, but not all of it, or not safely: kept, never counted.
    Incomplete,
    /// It ran and gave no review.
    Failed,
    /// It could not run here, or not within its budget.
    Skipped,
    /// It was not allowed to run.
    Refused,
}

impl Status {
    /// All of them.
    pub const ALL: &[Self] = &[
        S::Reviewed,
        S::Incomplete,
        S::Failed,
        S::Skipped,
        S::Refused,
    ];

    /// Its stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            S::Reviewed => "reviewed",
            S::Incomplete => "incomplete",
            S::Failed => "failed",
            S::Skipped => "skipped",
            S::Refused => "refused",
        }
    }

    /// The status of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.as_str() == name)
    }
}

impl serde::Serialize for Status {
    fn serialize<T: serde::Serializer>(&self, serializer: T) -> Result<T::Ok, T::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Why there is no whole review (L-157, Y-11).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // each is told apart by its name and its remedy below
pub enum Reason {
    MalformedLane,
    UnknownHandler,
    UnknownTransport,
    MissingBinary,
    MissingRequiredBinary,
    ProbeFailed,
    ProbeTimeout,
    HostUnreachable,
    EgressHostChanged,
    BudgetTooSmall,
    BudgetToolFailed,
    ExitNonzero,
    TimedOut,
    SpawnError,
    ArgumentTooLong,
    OutputTooLarge,
    AuthRequired,
    Quota,
    ServerError,
    RedirectRefused,
    TruncatedByServer,
    Unsubstantive,
    PromptMissing,
    ConsentMissing,
    ManifestChanged,
    WriteFailed,
    Interrupted,
}

/// One reason: its stable name, the status it means where no text was kept, and what to do about it.
struct Entry(Reason, &'static str, Status, &'static str);

/// In the order of declaration, so that a reason finds its entry by its number.
const ENTRIES: &[Entry] = &[
    Entry(
        R::MalformedLane,
        "malformed_lane",
        S::Refused,
        "run `gsd-lanes check` on the manifest that declares the lane and mend what it reports",
    ),
    Entry(
        R::UnknownHandler,
        "unknown_handler",
        S::Refused,
        "the lane needs a handler that this version does not have: update, or correct the manifest",
    ),
    Entry(
        R::UnknownTransport,
        "unknown_transport",
        S::Refused,
        "the lane needs a transport that this version does not have: update, or correct the manifest",
    ),
    Entry(
        R::MissingBinary,
        "missing_binary",
        S::Skipped,
        "install the program, or put its folder on PATH",
    ),
    Entry(
        R::MissingRequiredBinary,
        "missing_required_binary",
        S::Skipped,
        "install the other program that the lane relies on",
    ),
    Entry(
        R::ProbeFailed,
        "probe_failed",
        S::Skipped,
        "a program of that name is there, but not the one or not the version the lane is made for",
    ),
    Entry(
        R::ProbeTimeout,
        "probe_timeout",
        S::Skipped,
        "call the program with `--help` by hand and see why it does not answer",
    ),
    Entry(
        R::HostUnreachable,
        "host_unreachable",
        S::Skipped,
        "start the server, or correct the lane's host in the configuration",
    ),
    Entry(
        R::EgressHostChanged,
        "egress_host_changed",
        S::Refused,
        "the host is not the one that was agreed to: set it back, or grant consent anew",
    ),
    Entry(
        R::BudgetTooSmall,
        "budget_too_small",
        S::Skipped,
        "raise the lane's prompt budget, or shorten the plans",
    ),
    Entry(
        R::BudgetToolFailed,
        "budget_tool_failed",
        S::Skipped,
        "the prompt could not be trimmed: check that all its parts can be read",
    ),
    Entry(
        R::ExitNonzero,
        "exit-nonzero",
        S::Failed,
        "read what the program says and call it by hand in the same way",
    ),
    Entry(
        R::TimedOut,
        "timed-out",
        S::Failed,
        "raise the lane's time limit, or lower its effort",
    ),
    Entry(
        R::SpawnError,
        "spawn-error",
        S::Failed,
        "the program was found and could not be started: check its permissions and its format",
    ),
    Entry(
        R::ArgumentTooLong,
        "argument-too-long",
        S::Failed,
        "an argument is longer than this system takes: shorten what is configured for the lane",
    ),
    Entry(
        R::OutputTooLarge,
        "output-too-large",
        S::Failed,
        "the lane printed more than is kept: ask it for less, or look what it prints by hand",
    ),
    Entry(
        R::AuthRequired,
        "auth-required",
        S::Failed,
        "sign in with the tool itself, or give the server the key it asks for",
    ),
    Entry(
        R::Quota,
        "quota",
        S::Failed,
        "wait until the limit is reset, or choose another model",
    ),
    Entry(
        R::ServerError,
        "server-error",
        S::Failed,
        "look into the server's log, and whether it has the model that was asked for",
    ),
    Entry(
        R::RedirectRefused,
        "redirect-refused",
        S::Failed,
        "redirects are never followed: see where this one leads, and configure that host if it is right",
    ),
    Entry(
        R::TruncatedByServer,
        "truncated-by-server",
        S::Failed,
        "raise the server's context or output length, or give the lane a smaller budget",
    ),
    Entry(
        R::Unsubstantive,
        "unsubstantive",
        S::Failed,
        "there was an answer but no review in it: ask again, or another model",
    ),
    Entry(
        R::PromptMissing,
        "prompt-missing",
        S::Failed,
        "the prompt was not where the plan says: prepare the run anew",
    ),
    Entry(
        R::ConsentMissing,
        "consent-missing",
        S::Refused,
        "look at what it would run or send, then `gsd-lane consent grant`",
    ),
    Entry(
        R::ManifestChanged,
        "manifest-changed",
        S::Refused,
        "look at what changed, then `gsd-lane consent grant` again",
    ),
    Entry(
        R::WriteFailed,
        "write-failed",
        S::Failed,
        "see whether the run directory can be written to and its disk has room",
    ),
    Entry(
        R::Interrupted,
        "interrupted",
        S::Failed,
        "the run was stopped: start it again for the lanes that are missing",
    ),
];

impl Reason {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        ENTRIES.iter().map(|entry| entry.0)
    }

    fn entry(self) -> Option<&'static Entry> {
        ENTRIES.get(self as usize)
    }

    /// Its stable name: the peer's codes with low lines, ours with hyphens.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.entry().map_or("", |entry| entry.1)
    }

    /// The reason of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let found = ENTRIES.iter().find(|entry| entry.1 == name);
        found.map(|entry| entry.0)
    }

    /// What became of the lane if no text was kept: `skipped` where it could not run, `refused` where it must not,
    /// else `failed`.
    #[must_use]
    pub fn status(self) -> Status {
        self.entry().map_or(Status::Failed, |entry| entry.2)
    }

    /// What to do about it, in one line without a full stop.
    #[must_use]
    pub fn remedy(self) -> &'static str {
        self.entry().map_or("", |entry| entry.3)
    }
}

impl serde::Serialize for Reason {
    fn serialize<T: serde::Serializer>(&self, serializer: T) -> Result<T::Ok, T::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Words with which a tool or server says that nobody is signed in, in lower case (F-16, F-31).
pub const AUTH_SIGNS: &[&str] = &[
    "unauthorized",
    "unauthenticated",
    "not logged in",
    "not signed in",
    "please log in",
    "please login",
    "please sign in",
    "authentication failed",
    "authentication required",
    "authentication_error",
    "invalid api key",
    "invalid_api_key",
    "incorrect api key",
    "missing api key",
    "please run /login",
    "auth login",
    "set an auth method",
    "authorization code",
    "login required",
    "to sign in",
    "session has expired",
];

/// Words with which a tool or server says that a limit of use is reached, in lower case (F-31).
pub const QUOTA_SIGNS: &[&str] = &[
    "rate limit",
    "rate_limit",
    "ratelimit",
    "quota",
    "too many requests",
    "usage limit",
    "resource_exhausted",
    "insufficient credit",
    "credit balance is too low",
    "hit your limit",
    "limit reached",
];
