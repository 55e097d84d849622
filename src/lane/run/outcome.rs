//! What became of a lane.

use alloc::string::String;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::Order;
use crate::diagnostic::Profile;
use crate::lane::plan::{Reason, Refusal};
use crate::review::model::{Recorded, Source};
pub use crate::vocabulary::outcome::Status;

/// What became of a lane. As JSON it is one line of the results (B-3): the peer's members, then ours.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::struct_excessive_bools)] // they are members of a record
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
        Self {
            slug: order.plan.slug.clone(),
            identity: String::from(order.identity),
            ok: false,
            stubbed: false,
            status: refusal.reason.status(),
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
