//! What only the text shows: a byte order mark, repeated keys, numerals beyond a double.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;

use super::checker::{At, Checker, Path};
use super::message::quote;
use crate::diagnostic::{Code, Profile};
use crate::json::{Document, Value};
use crate::vocabulary::envelope::EXECUTABLE;

#[inline(never)]
pub(super) fn check<'d>(checker: &mut Checker<'d>, document: &'d Document<'_>) {
    let root = document.root();
    if document.has_bom() {
        let message = format_args!("the text begins with a byte order mark");
        let help = "save the file as UTF-8 without a byte order mark";
        if checker.profile() == Profile::Peer {
            checker
                .error(
                    Code::ByteOrderMark,
                    "J-5",
                    &Path::ROOT,
                    At::Value(root),
                    message,
                )
                .help(help);
        } else {
            checker
                .warning(
                    Code::ByteOrderMark,
                    "J-5",
                    &Path::ROOT,
                    At::Value(root),
                    message,
                )
                .help(help);
        }
    }
    for number in document.overflows() {
        let message =
            format_args!("the number is too large for a double and would read as infinity");
        checker
            .hazard(
                Code::NumberOverflow,
                "TB-10",
                &Path::ROOT,
                At::Value(number),
                message,
            )
            .help("write a number below 1.8e308");
    }
    if document.has_duplicates() {
        repeated_keys(checker, root);
    }
}

/// Repeated keys: the last value counts, the reader sees the first (VB-14, F-36). Where something would run or
/// leave, that is a hazard (Y-1).
#[inline(never)]
fn repeated_keys<'d>(checker: &mut Checker<'d>, root: Value<'d>) {
    let executable = |name: &[u8]| EXECUTABLE.iter().any(|known| name == known.as_bytes());
    // Ids up to which the walk is inside an executable member.
    let mut inside = 0;
    let top_level: BTreeMap<u32, Cow<'_, [u8]>> = root
        .written_entries()
        .map(|(name, value)| (value.id(), name.wtf8()))
        .collect();
    for value in root.document().values() {
        if let Some(name) = top_level.get(&value.id())
            && executable(name)
        {
            inside = value.end_id();
        }
        if !value.has_duplicates() {
            continue;
        }
        let mut first: BTreeMap<Cow<'_, [u8]>, Value<'d>> = BTreeMap::new();
        for (name, member) in value.written_entries() {
            let content = name.wtf8();
            let before = match first.entry(content.clone()) {
                Entry::Vacant(free) => {
                    free.insert(member);
                    continue;
                }
                Entry::Occupied(taken) => *taken.get(),
            };
            let hides = value.id() < inside || (value.id() == root.id() && executable(&content));
            let message = format_args!(
                "the key {} stands here again; only its last value counts",
                quote(name)
            );
            let (path, at) = (Path::ROOT, At::Key(member));
            let finding = if hides {
                checker.hazard(Code::DuplicateKey, "VB-14", &path, at, message)
            } else {
                checker.advice(Code::DuplicateKey, "VB-14", &path, at, message)
            };
            finding
                .help("remove one of the two")
                .related(before, "it stands here first");
        }
    }
}
