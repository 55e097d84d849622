//! What became of a lane.

use alloc::string::String;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::Order;
use crate::diagnostic::Profile;
use crate::lane::plan::{Reason, Refusal};
use crate::review::model::Recorded;

/// What a lane's answer is (Y-11).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// A review: it counts.
    Reviewed,
    /// Text that is kept and does not count.
    Incomplete,
    /// Nothing of worth; the review file says what happened.
    Failed,
    /// It was not there, or its prompt over budget.
    Skipped,
    /// It was not allowed to run.
    Refused,
}

impl Status {
    /// The stable string.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Reviewed => "reviewed",
            Self::Incomplete => "incomplete",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
            Self::Refused => "refused",
        }
    }
}

impl Serialize for Status {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// What became of a lane. As JSON it is one line of the results (B-3): the peer's members, then ours.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The lane.
    pub slug: String,
    /// The name under which it was asked for: the slug, or that of an instance.
    pub identity: String,
    /// The peer's word: whether it ran. A stub is `true` here (Y-11); only `status` says whether there is a review.
    pub ok: bool,
    /// Whether the review file holds our account of a failure instead of an answer.
    pub stubbed: bool,
    /// What the answer is.
    pub status: Status,
    /// Why it is no plain review.
    pub reason: Option<Reason>,
    /// More about that, safe to print.
    pub detail: Option<String>,
    /// Which model answered, and how that is known (L-90).
    pub model: Recorded,
    /// Whether the review says of itself that it saw no source (L-107).
    pub blind: bool,
    /// Whether the review cites no place in the source (L-76).
    pub ungrounded: bool,
    /// Whose rules: the peer gives no reason for what ran.
    pub profile: Profile,
}

impl Outcome {
    /// A lane that never ran.
    #[must_use]
    pub fn not_run(order: &Order<'_, '_>, refusal: Refusal) -> Self {
        let status = if refusal.reason.is_skip() {
            Status::Skipped
        } else if refusal.reason.is_refusal() {
            Status::Refused
        } else {
            Status::Failed
        };
        Self {
            slug: order.plan.slug.clone(),
            identity: String::from(order.identity),
            ok: false,
            stubbed: false,
            status,
            reason: Some(refusal.reason),
            detail: Some(refusal.detail).filter(|detail| !detail.is_empty()),
            model: Recorded::of(None, Source::Unknown),
            blind: false,
            ungrounded: false,
            profile: order.profile,
        }
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_map(None)?;
        out.serialize_entry("slug", &self.slug)?;
        out.serialize_entry("identity", &self.identity)?;
        out.serialize_entry("ok", &self.ok)?;
        out.serialize_entry("stubbed", &self.stubbed)?;
        out.serialize_entry("status", &self.status)?;
        let told = !self.ok || self.profile == Profile::Strict;
        out.serialize_entry("reason", &self.reason.filter(|_| told))?;
        if let Some(detail) = self.detail.as_ref().filter(|_| told) {
            out.serialize_entry("detail", detail)?;
        }
        if let Some(reason) = self.reason.filter(|_| told) {
            out.serialize_entry("remedy", reason.remedy())?;
        }
        out.serialize_entry("model", &self.model)?;
        out.serialize_entry("blind", &self.blind)?;
        out.serialize_entry("ungrounded", &self.ungrounded)?;
        out.end()
    }
}
