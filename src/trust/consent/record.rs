//! A record of the shared store (T-72, T-73, T-80).

use crate::json::{Str, Value};
use crate::vocabulary::RESERVED_NAMES;
use crate::vocabulary::consent::PROJECT;
use crate::vocabulary::grammar::CAPABILITY_ID;

/// A consent to one capability in one project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record<'d> {
    /// The root of the project.
    pub project_root: Str<'d>,
    /// The id of the capability.
    pub id: Str<'d>,
    /// The integrity under which it was installed; may be empty.
    pub integrity: Str<'d>,
    /// The signature of its manifest.
    pub disclosure_signature: Str<'d>,
    /// The hash of its bundle.
    pub content_hash: Str<'d>,
    /// When: ISO 8601, UTC, with milliseconds.
    pub consented_at: Str<'d>,
    /// The host to which its lane may send; `None` also where an empty one is written.
    pub reviewer_host: Option<Str<'d>>,
}

impl<'d> Record<'d> {
    /// Reads a record; `None` if it is not valid (T-73).
    #[must_use]
    pub fn read(value: Value<'d>) -> Option<Self> {
        let record = Self {
            project_root: text(value, "projectRoot")?,
            id: text(value, "id")?,
            integrity: text(value, "integrity")?,
            disclosure_signature: text(value, "disclosureSignature")?,
            content_hash: text(value, "contentHash")?,
            consented_at: text(value, "consentedAt")?,
            reviewer_host: host(value)?,
        };
        let is_project = text(value, "scope")?.is(PROJECT);
        (is_project && record.is_valid()).then_some(record)
    }

    /// Whether nothing is empty that must not be, and the id is safe.
    pub(super) fn is_valid(&self) -> bool {
        is_safe_id(self.id)
            && ![self.project_root, self.content_hash, self.consented_at]
                .iter()
                .any(|text| text.is_empty())
    }
}

/// A member that is a string.
pub(super) fn text<'d>(value: Value<'d>, name: &str) -> Option<Str<'d>> {
    value.get(name)?.as_str()
}

/// The bound host of a record, `Some(None)` if there is none; `None` if what stands there is no string.
#[allow(clippy::option_option)] // absent is no fault, and wrong is one
pub(super) fn host(value: Value<'_>) -> Option<Option<Str<'_>>> {
    match value.get("reviewerHost") {
        None => Some(None),
        Some(host) => {
            let host = host.as_str()?;
            Some((!host.is_empty()).then_some(host))
        }
    }
}

/// Whether an id can stand in records, keys and paths (T-80).
#[must_use]
pub fn is_safe_id(id: Str<'_>) -> bool {
    (CAPABILITY_ID.matches)(&id.wtf8()) && !id.is_any(RESERVED_NAMES)
}
