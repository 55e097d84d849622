//! Our own store beside the shared one (Y-17, Y-20, TB-2): what the peer keeps no record of.
//!
//! | record | members, in order | covers |
//! |---|---|---|
//! | [`LaneRecord`] | `id`, `scope` (`global`), `digest`, `contentHash`, `consentedAt`, `reviewerHost` only if not empty | the lane of a capability that is installed for the user |
//! | [`HostRecord`] | `projectRoot`, `id`, `scope` (`project`), `consentedAt`, `reviewerHost` | a host that a project's configuration gives to a lane which comes along |
//!
//! KEY is `JSON.stringify({"i": id})` or `JSON.stringify({"r": projectRoot, "i": id})`. Readers ignore it and index by
//! the record; of two records for one place the later wins. `id` is always that of the owning capability, never a
//! slug. `digest` stands for the signature, which may hold secrets (TB-7).

use alloc::string::String;

use super::envelope::{self, New, StoreProblem};
use super::paths::root_bytes;
use super::record::{host, is_safe_id, text};
use crate::json::{Document, Str, Value};
use crate::vocabulary::consent::{GLOBAL, PROJECT};

/// A consent to the lane of a capability that is installed for the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LaneRecord<'d> {
    /// The id of the capability.
    pub id: Str<'d>,
    /// The [`digest`](crate::trust::digest) of its signature.
    pub digest: Str<'d>,
    /// The hash of its bundle.
    pub content_hash: Str<'d>,
    /// When: ISO 8601, UTC, with milliseconds.
    pub consented_at: Str<'d>,
    /// The host to which the lane may send.
    pub reviewer_host: Option<Str<'d>>,
}

impl<'d> LaneRecord<'d> {
    /// Reads a record; `None` if it is not valid.
    #[must_use]
    pub fn read(value: Value<'d>) -> Option<Self> {
        let record = Self {
            id: text(value, "id")?,
            digest: text(value, "digest")?,
            content_hash: text(value, "contentHash")?,
            consented_at: text(value, "consentedAt")?,
            reviewer_host: host(value)?,
        };
        let is_global = text(value, "scope")?.is(GLOBAL);
        (is_global && record.is_valid()).then_some(record)
    }

    fn is_valid(&self) -> bool {
        is_safe_id(self.id)
            && ![self.digest, self.content_hash, self.consented_at]
                .iter()
                .any(|text| text.is_empty())
    }
}

/// A consent to the host that a project's configuration gives to a lane which comes along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HostRecord<'d> {
    /// The root of the project.
    pub project_root: Str<'d>,
    /// The id of the capability.
    pub id: Str<'d>,
    /// When: ISO 8601, UTC, with milliseconds.
    pub consented_at: Str<'d>,
    /// The host, normalised.
    pub reviewer_host: Str<'d>,
}

impl<'d> HostRecord<'d> {
    /// Reads a record; `None` if it is not valid.
    #[must_use]
    pub fn read(value: Value<'d>) -> Option<Self> {
        let record = Self {
            project_root: text(value, "projectRoot")?,
            id: text(value, "id")?,
            consented_at: text(value, "consentedAt")?,
            reviewer_host: text(value, "reviewerHost")?,
        };
        let is_project = text(value, "scope")?.is(PROJECT);
        (is_project && record.is_valid()).then_some(record)
    }

    fn is_valid(&self) -> bool {
        is_safe_id(self.id)
            && ![self.project_root, self.reviewer_host, self.consented_at]
                .iter()
                .any(|text| text.is_empty())
    }

    fn is_of(&self, root: &[u8], id: Str<'_>) -> bool {
        self.id == id && *self.project_root.wtf8() == *root
    }
}

/// The consents of our own store, as far as they are understood.
#[derive(Debug)]
pub struct LaneStore<'s>(Option<Document<'s>>);

impl<'s> LaneStore<'s> {
    /// Reads the bytes of the file, `None` if there is none. Never fails: what is not understood holds no consent.
    #[must_use]
    pub fn read(text: Option<&'s [u8]>) -> Self {
        Self(text.and_then(envelope::read))
    }

    /// The consents to installed lanes.
    pub fn lanes(&self) -> impl Iterator<Item = LaneRecord<'_>> {
        let records = self.0.iter().flat_map(envelope::records);
        records.filter_map(LaneRecord::read)
    }

    /// The consents to hosts.
    pub fn hosts(&self) -> impl Iterator<Item = HostRecord<'_>> {
        let records = self.0.iter().flat_map(envelope::records);
        records.filter_map(HostRecord::read)
    }

    /// The consent to an installed lane, by the id of its capability.
    #[must_use]
    pub fn find_lane(&self, id: Str<'_>) -> Option<LaneRecord<'_>> {
        self.lanes().filter(|record| record.id == id).last()
    }

    /// The consent to the host of a lane that comes along, in one project.
    #[must_use]
    pub fn find_host(&self, project_root: Str<'_>, id: Str<'_>) -> Option<HostRecord<'_>> {
        let root = root_bytes(project_root);
        self.hosts().filter(|it| it.is_of(&root, id)).last()
    }
}

/// Puts a consent to an installed lane into a store, in place of an older one, and gives the text of the new store.
///
/// # Errors
/// As [`upsert`](super::upsert).
pub fn grant_lane(store: Option<&[u8]>, record: &LaneRecord<'_>) -> Result<String, StoreProblem> {
    if !is_safe_id(record.id) {
        return Err(StoreProblem::UnsafeId);
    }
    if record.content_hash.is_empty() {
        return Err(StoreProblem::EmptyHash);
    }
    if !record.is_valid() {
        return Err(StoreProblem::InvalidRecord);
    }
    let members = [
        ("id", record.id),
        ("scope", Str::of(GLOBAL)),
        ("digest", record.digest),
        ("contentHash", record.content_hash),
        ("consentedAt", record.consented_at),
        ("reviewerHost", record.reviewer_host.unwrap_or_default()),
    ];
    let without_host = members.split_last().map_or(&[][..], |(_, others)| others);
    let host = record.reviewer_host.filter(|host| !host.is_empty());
    let new = New {
        key: &[("i", record.id)],
        members: if host.is_some() {
            &members
        } else {
            without_host
        },
    };
    let text = envelope::replace(store, &|it| is_lane_of(it, record.id), Some(&new))?;
    text.ok_or(StoreProblem::InvalidRecord)
}

/// Puts a consent to a host into a store, in place of an older one, and gives the text of the new store.
///
/// # Errors
/// As [`upsert`](super::upsert).
pub fn grant_host(store: Option<&[u8]>, record: &HostRecord<'_>) -> Result<String, StoreProblem> {
    if !is_safe_id(record.id) {
        return Err(StoreProblem::UnsafeId);
    }
    if !record.is_valid() {
        return Err(StoreProblem::InvalidRecord);
    }
    let root = root_bytes(record.project_root);
    let project_root = Str::of_wtf8(&root);
    let new = New {
        key: &[("r", project_root), ("i", record.id)],
        members: &[
            ("projectRoot", project_root),
            ("id", record.id),
            ("scope", Str::of(PROJECT)),
            ("consentedAt", record.consented_at),
            ("reviewerHost", record.reviewer_host),
        ],
    };
    let text = envelope::replace(store, &|it| is_host_of(it, &root, record.id), Some(&new))?;
    text.ok_or(StoreProblem::InvalidRecord)
}

/// Takes the consent to an installed lane out of a store; `None` if there is none in it.
///
/// # Errors
/// A store that is not understood (TB-8).
pub fn revoke_lane(store: Option<&[u8]>, id: Str<'_>) -> Result<Option<String>, StoreProblem> {
    if !is_safe_id(id) {
        return Ok(None);
    }
    envelope::replace(store, &|it| is_lane_of(it, id), None)
}

/// Takes the consent to a host out of a store; `None` if there is none in it.
///
/// # Errors
/// A store that is not understood (TB-8).
pub fn revoke_host(
    store: Option<&[u8]>,
    project_root: Str<'_>,
    id: Str<'_>,
) -> Result<Option<String>, StoreProblem> {
    if !is_safe_id(id) {
        return Ok(None);
    }
    let root = root_bytes(project_root);
    envelope::replace(store, &|it| is_host_of(it, &root, id), None)
}

fn is_lane_of(value: Value<'_>, id: Str<'_>) -> bool {
    LaneRecord::read(value).is_some_and(|record| record.id == id)
}

fn is_host_of(value: Value<'_>, root: &[u8], id: Str<'_>) -> bool {
    HostRecord::read(value).is_some_and(|record| record.is_of(root, id))
}
