//! What is the matter with a lane, for whoever looks after the machine.

use super::plan::{Reason, Refusal};
use super::run::SAYS_YES_AND;
use crate::review::complaint;
use crate::search::find;

/// What is the matter with a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Health {
    /// Nothing.
    Fine,
    /// Its program is not there.
    Missing,
    /// A program of that name is there, and is another one (F-14).
    WrongTool,
    /// It wants to know who asks.
    NeedsSignIn,
    /// It does not answer in time.
    Hangs,
    /// Its server does not answer.
    Unreachable,
    /// Nobody has agreed to it, or to what it is now.
    Unconsented,
    /// Something else.
    Broken,
}

impl Health {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Fine,
        Self::Missing,
        Self::WrongTool,
        Self::NeedsSignIn,
        Self::Hangs,
        Self::Unreachable,
        Self::Unconsented,
        Self::Broken,
    ];

    /// The stable string.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fine => "fine",
            Self::Missing => "missing",
            Self::WrongTool => "wrong-tool",
            Self::NeedsSignIn => "needs-sign-in",
            Self::Hangs => "hangs",
            Self::Unreachable => "unreachable",
            Self::Unconsented => "unconsented",
            Self::Broken => "broken",
        }
    }

    /// What the answer of a probe or of a run shows.
    #[must_use]
    pub fn of(refusal: &Refusal) -> Self {
        let said = |text: &str| find(&refusal.detail, text).is_some();
        match refusal.reason {
            Reason::MissingBinary | Reason::MissingRequiredBinary => Self::Missing,
            Reason::ProbeFailed => Self::WrongTool,
            Reason::ProbeTimeout | Reason::TimedOut => Self::Hangs,
            // A server that wants a key answers, and says so.
            Reason::HostUnreachable if said(" answered 401") || said(" answered 403") => {
                Self::NeedsSignIn
            }
            Reason::HostUnreachable if said("ETIMEDOUT") => Self::Hangs,
            Reason::HostUnreachable if said(SAYS_YES_AND) => {
                match complaint::reason(&refusal.detail) {
                    Some(Reason::AuthRequired) => Self::NeedsSignIn,
                    _ => Self::Broken,
                }
            }
            Reason::HostUnreachable => Self::Unreachable,
            Reason::AuthRequired => Self::NeedsSignIn,
            Reason::ConsentMissing | Reason::ManifestChanged | Reason::EgressHostChanged => {
                Self::Unconsented
            }
            _ => Self::Broken,
        }
    }
}
