//! The store that is shared with the peer: look up, record, revoke (T-71, T-74 … T-77).

use alloc::string::String;

use super::envelope::{self, New, StoreProblem};
use super::paths::root_bytes;
use super::record::{Record, is_safe_id};
use crate::json::{Document, Str, Value};
use crate::vocabulary::consent::PROJECT;

/// The consents of the shared store, as far as they are understood.
#[derive(Debug)]
pub struct Store<'s>(Option<Document<'s>>);

impl<'s> Store<'s> {
    /// Reads the bytes of the file, `None` if there is none or if it is no regular file. Never fails: what is not
    /// understood holds no consent (T-74).
    #[must_use]
    pub fn read(text: Option<&'s [u8]>) -> Self {
        Self(text.and_then(envelope::read))
    }

    /// The valid records, in the order in which they stand there; those of one pair more than once if they are.
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> {
        let records = self.0.iter().flat_map(envelope::records);
        records.filter_map(Record::read)
    }

    /// The record of a capability in a project: of more than one the last (T-71). The root is compared without `.` and
    /// `..` segments; it should be the real path.
    #[must_use]
    pub fn find(&self, project_root: Str<'_>, id: Str<'_>) -> Option<Record<'_>> {
        if !is_safe_id(id) {
            return None;
        }
        let root = root_bytes(project_root);
        self.records().filter(|it| is_of(it, &root, id)).last()
    }

    /// Whether exactly this content was agreed to (T-75). The signature is not part of the match.
    #[must_use]
    pub fn has(&self, project_root: Str<'_>, id: Str<'_>, content_hash: Str<'_>) -> bool {
        !content_hash.is_empty()
            && self
                .find(project_root, id)
                .is_some_and(|record| record.content_hash == content_hash)
    }
}

fn is_of(record: &Record<'_>, root: &[u8], id: Str<'_>) -> bool {
    record.id == id && *record.project_root.wtf8() == *root
}

/// Puts a record into a store, in place of older ones of its pair, and gives the text of the new store (T-76). The
/// root is written without `.` and `..` segments.
///
/// # Errors
/// Why nothing is to be written: the record (looked at first), or a store that is not understood (TB-8).
pub fn upsert(store: Option<&[u8]>, record: &Record<'_>) -> Result<String, StoreProblem> {
    if !is_safe_id(record.id) {
        return Err(StoreProblem::UnsafeId);
    }
    if record.content_hash.is_empty() {
        return Err(StoreProblem::EmptyHash);
    }
    if !record.is_valid() {
        return Err(StoreProblem::InvalidRecord);
    }
    let root = root_bytes(record.project_root);
    let project_root = Str::of_wtf8(&root);
    let members = [
        ("projectRoot", project_root),
        ("id", record.id),
        ("scope", Str::of(PROJECT)),
        ("integrity", record.integrity),
        ("disclosureSignature", record.disclosure_signature),
        ("contentHash", record.content_hash),
        ("consentedAt", record.consented_at),
        ("reviewerHost", record.reviewer_host.unwrap_or_default()),
    ];
    let without_host = members.split_last().map_or(&[][..], |(_, others)| others);
    let host = record.reviewer_host.filter(|host| !host.is_empty());
    let new = New {
        key: &[("r", project_root), ("i", record.id)],
        members: if host.is_some() {
            &members
        } else {
            without_host
        },
    };
    let text = envelope::replace(store, &|it| is_record_of(it, &root, record.id), Some(&new))?;
    // With a new record there always is a text.
    text.ok_or(StoreProblem::InvalidRecord)
}

/// Takes the records of a pair out of a store and gives the text of the new store; `None` if there is nothing to take
/// out, an id that is not safe included (T-77).
///
/// # Errors
/// A store that is not understood (TB-8).
pub fn remove(
    store: Option<&[u8]>,
    project_root: Str<'_>,
    id: Str<'_>,
) -> Result<Option<String>, StoreProblem> {
    if !is_safe_id(id) {
        return Ok(None);
    }
    let root = root_bytes(project_root);
    envelope::replace(store, &|it| is_record_of(it, &root, id), None)
}

fn is_record_of(value: Value<'_>, root: &[u8], id: Str<'_>) -> bool {
    Record::read(value).is_some_and(|record| is_of(&record, root, id))
}
