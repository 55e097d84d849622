//! What both stores have in common: their form, reading it, and changing one record of it (T-71, T-74, T-76, T-77,
//! TB-8).

use alloc::string::String;
use alloc::vec::Vec;

use super::pretty::Pretty;
use crate::json::{Document, Limits, Quoting, StableWriter, Str, Value};
use crate::sort::Index;
use crate::vocabulary::RESERVED_NAMES;
use crate::vocabulary::consent::{MAX_RECORDS, MAX_STORE_BYTES, VERSION};

/// Why a store is left as it is; the string form is stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoreProblem {
    /// It could not be read as text.
    Unreadable,
    /// It has more bytes than a store may have.
    TooLarge,
    /// It is no JSON.
    NotJson,
    /// It does not have the form of a store.
    NotAStore,
    /// It was written by another version.
    OtherVersion,
    /// It has more records than a store may have.
    TooManyRecords,
    /// One more record would be too much.
    Full,
    /// The id cannot stand in a record (T-80).
    UnsafeId,
    /// There is no content hash to bind.
    EmptyHash,
    /// The record would not be valid (T-73).
    InvalidRecord,
}

impl StoreProblem {
    /// The stable string.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::TooLarge => "too-large",
            Self::NotJson => "not-json",
            Self::NotAStore => "not-a-store",
            Self::OtherVersion => "other-version",
            Self::TooManyRecords => "too-many-records",
            Self::Full => "full",
            Self::UnsafeId => "unsafe-id",
            Self::EmptyHash => "empty-hash",
            Self::InvalidRecord => "invalid-record",
        }
    }

    /// The same in a sentence, with what to do about it.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::Unreadable => {
                "the consent store is no text, or far too large; nothing was written, move it aside"
            }
            Self::TooLarge => {
                "the consent store has more than 8 MiB; nothing was written, move it aside"
            }
            Self::NotJson => {
                "the consent store is no JSON; nothing was written, mend it or move it aside"
            }
            Self::NotAStore => {
                "the consent store has another form; nothing was written, mend it or move it aside"
            }
            Self::OtherVersion => {
                "the consent store is of another version; nothing was written, use the program that wrote it"
            }
            Self::TooManyRecords => {
                "the consent store has more than 4096 records; nothing was written, revoke what is not needed"
            }
            Self::Full => {
                "the consent store is full; nothing was written, revoke what is not needed"
            }
            Self::UnsafeId => "this id cannot stand in a consent record",
            Self::EmptyHash => "there is no content hash that consent could bind",
            Self::InvalidRecord => {
                "a consent record needs a project root, texts in all members and a time"
            }
        }
    }
}

/// The limits of a store. Nesting is not limited: no other reader does it.
const LIMITS: Limits = Limits {
    depth: u32::MAX,
    bytes: MAX_STORE_BYTES,
};

/// A store as readers see it: `None` if it holds no records (T-74).
pub(super) fn read(text: &[u8]) -> Option<Document<'_>> {
    let document = Document::parse_bytes(text, LIMITS).ok()?;
    let records = records_of(document.root())?;
    (records.entries().count() <= MAX_RECORDS).then_some(document)
}

fn records_of(root: Value<'_>) -> Option<Value<'_>> {
    root.get("records").filter(|records| records.is_object())
}

/// The records that readers look at, valid or not, in own-key order (T-71).
pub(super) fn records<'d>(document: &'d Document<'_>) -> impl Iterator<Item = Value<'d>> {
    let records = records_of(document.root());
    let all = records.into_iter().flat_map(Value::entries);
    all.filter(|(key, _)| !key.is_any(RESERVED_NAMES))
        .map(|(_, record)| record)
}

/// A record to be written.
pub(super) struct New<'a> {
    /// The members of its KEY.
    pub(super) key: &'a [(&'static str, Str<'a>)],
    /// Its own members, in order.
    pub(super) members: &'a [(&'static str, Str<'a>)],
}

impl New<'_> {
    /// The KEY: JSON text that stands in a string (T-71).
    fn key(&self, quoting: Quoting) -> Vec<u8> {
        let mut out = Vec::new();
        let mut writer = StableWriter::new(&mut out, quoting);
        writer.raw(b'{');
        for (place, (name, text)) in self.key.iter().enumerate() {
            if place > 0 {
                writer.raw(b',');
            }
            writer.plain(name);
            writer.raw(b':');
            writer.string(*text);
        }
        writer.raw(b'}');
        out
    }
}

/// Takes the records that `is_it` knows out of a store and puts a new one in their place: at the place of the last of
/// them, else at the end. Gives the text of the new store; `None` if there is nothing to change.
///
/// A store that is missing or empty is a new one.
pub(super) fn replace(
    store: Option<&[u8]>,
    is_it: &dyn Fn(Value<'_>) -> bool,
    new: Option<&New<'_>>,
) -> Result<Option<String>, StoreProblem> {
    const NOTHING: &str = r#"{"version":"1","records":{}}"#;
    let text = match store {
        None | Some(b"") => NOTHING.as_bytes(),
        Some(text) => text,
    };
    let document = understood(text)?;
    let records = records_of(document.root()).ok_or(StoreProblem::NotAStore)?;
    let mut entries = Vec::new();
    let mut last = None;
    for (key, record) in records.entries() {
        let is_old = !key.is_any(RESERVED_NAMES) && is_it(record);
        if is_old {
            last = Some(entries.len());
        }
        entries.push((key, record, is_old));
    }
    if last.is_none() && new.is_none() {
        return Ok(None);
    }
    if last.is_none() && entries.len() >= MAX_RECORDS {
        return Err(StoreProblem::Full);
    }
    let mut pretty = Pretty::default();
    pretty.begin_object();
    for (_, value) in document.root().entries() {
        pretty.next(1);
        if let Some(key) = value.key_before() {
            pretty.verbatim(key);
        }
        pretty.colon();
        if value.id() == records.id() {
            write_records(&mut pretty, &entries, last, new);
        } else {
            pretty.value(value, 1);
        }
    }
    pretty.end_object(0);
    pretty.out.push(b'\n');
    if pretty.is_too_large() {
        return Err(StoreProblem::Full);
    }
    String::from_utf8(pretty.out)
        .map(Some)
        .map_err(|_| StoreProblem::Unreadable)
}

/// Why the writers would leave a store as it is; `None` if they would not. What readers find in it may be less than
/// what is there.
#[must_use]
pub fn store_problem(store: Option<&[u8]>) -> Option<StoreProblem> {
    let text = store.filter(|text| !text.is_empty())?;
    understood(text).err()
}

/// A store that may be written anew, because all of it is understood (TB-8).
fn understood(text: &[u8]) -> Result<Document<'_>, StoreProblem> {
    if text.len() > MAX_STORE_BYTES {
        return Err(StoreProblem::TooLarge);
    }
    // What is no text would not survive.
    let text = core::str::from_utf8(text).map_err(|_| StoreProblem::Unreadable)?;
    let document = Document::parse(text, LIMITS).map_err(|_| StoreProblem::NotJson)?;
    let root = document.root();
    if !root.is_object() {
        return Err(StoreProblem::NotAStore);
    }
    if !root.get("version").is_some_and(|it| it.text().is(VERSION)) {
        return Err(StoreProblem::OtherVersion);
    }
    let records = records_of(root).ok_or(StoreProblem::NotAStore)?;
    if records.entries().count() > MAX_RECORDS {
        return Err(StoreProblem::TooManyRecords);
    }
    Ok(document)
}

fn write_records(
    pretty: &mut Pretty,
    entries: &[(Str<'_>, Value<'_>, bool)],
    last: Option<usize>,
    new: Option<&New<'_>>,
) {
    let own_key = new.map(|new| new.key(Quoting::Once));
    pretty.begin_object();
    for (place, (key, record, is_old)) in entries.iter().enumerate() {
        if last == Some(place)
            && let Some(new) = new
        {
            write_new(pretty, new);
        }
        if *is_old || pretty.is_too_large() {
            continue;
        }
        pretty.next(2);
        match &own_key {
            // A record that is not this one stands under its key: readers do not look at keys, so it goes aside.
            Some(own) if **own == *key.wtf8() => pretty.string(Str::of_wtf8(&aside(own, entries))),
            _ => {
                if let Some(key) = record.key_before() {
                    pretty.verbatim(key);
                }
            }
        }
        pretty.colon();
        pretty.value(*record, 2);
    }
    if last.is_none()
        && let Some(new) = new
    {
        write_new(pretty, new);
    }
    pretty.end_object(1);
}

fn write_new(pretty: &mut Pretty, new: &New<'_>) {
    pretty.next(2);
    pretty.out.push(b'"');
    pretty.out.extend_from_slice(&new.key(Quoting::Twice));
    pretty.out.push(b'"');
    pretty.colon();
    pretty.begin_object();
    for (name, text) in new.members {
        pretty.member(3, name, *text);
    }
    pretty.end_object(2);
}

/// A key that no record has yet.
fn aside(key: &[u8], entries: &[(Str<'_>, Value<'_>, bool)]) -> Vec<u8> {
    let mut keys = Vec::with_capacity(entries.len());
    for (key, ..) in entries {
        keys.push(key.wtf8());
    }
    let taken = Index::new(keys);
    let mut free = key.to_vec();
    while taken.find(&free).is_some() {
        free.push(b'+');
    }
    free
}
