//! What only the text shows: a byte order mark, repeated keys, numerals beyond a double.

use alloc::vec::Vec;

use super::checker::{At, Checker, Path};
use super::message::quote;
use crate::diagnostic::{Code, Profile};
use crate::json::{Document, Str, Value};
use crate::sort::Index;
use crate::vocabulary::envelope::EXECUTABLE;

#[inline(never)]
pub(super) fn check<'d>(checker: &mut Checker<'d>, document: &'d Document<'_>) {
    let root = document.root();
    if document.has_bom() {
        let message = format_args!("the text begins with a byte order mark");
        let (path, at) = (&Path::ROOT, At::Mark(root));
        let finding = match checker.profile() {
            Profile::Peer => checker.error(Code::ByteOrderMark, "J-5", path, at, message),
            Profile::Strict => checker.warning(Code::ByteOrderMark, "J-5", path, at, message),
        };
        finding.help("save the file as UTF-8 without a byte order mark");
    }
    for number in document.overflows() {
        overflow(checker, number);
    }
    if document.has_duplicates() {
        repeated_keys(checker, root);
    }
}

/// The same for a lane taken alone: what stands at or inside it.
#[inline(never)]
pub(super) fn check_lane<'d>(checker: &mut Checker<'d>, lane: Value<'d>) {
    let document = lane.document();
    let inside = |value: &Value<'d>| (lane.id()..lane.end_id()).contains(&value.id());
    for number in document.overflows().filter(inside) {
        overflow(checker, number);
    }
    if !document.has_duplicates() {
        return;
    }
    let root = document.root();
    if root.has_duplicates()
        && root
            .get("reviewer")
            .is_some_and(|body| body.id() == lane.id())
    {
        repeated(checker, root, &|name| name == b"reviewer");
    }
    for value in document.values().filter(inside) {
        if value.has_duplicates() {
            repeated(checker, value, &|_| true);
        }
    }
}

fn overflow<'d>(checker: &mut Checker<'d>, number: Value<'d>) {
    let message = format_args!("the number is too large for a double and would read as infinity");
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

/// Repeated keys: the last value counts, the reader sees the first (VB-14, F-36). Where something would run or
/// leave, that is a hazard (Y-1).
#[inline(never)]
fn repeated_keys<'d>(checker: &mut Checker<'d>, root: Value<'d>) {
    let executable = |name: &[u8]| EXECUTABLE.iter().any(|known| name == known.as_bytes());
    let bodies: Vec<(u32, u32)> = root
        .written_entries()
        .filter(|(name, _)| executable(&name.wtf8()))
        .map(|(_, value)| (value.id(), value.end_id()))
        .collect();
    let mut bodies = bodies.into_iter().peekable();
    for value in root.document().values() {
        while bodies.next_if(|(_, end)| *end <= value.id()).is_some() {}
        if !value.has_duplicates() {
            continue;
        }
        let inside = bodies.peek().is_some_and(|(start, _)| *start <= value.id());
        let hides = |name: &[u8]| inside || (value.id() == root.id() && executable(name));
        repeated(checker, value, &hides);
    }
}

/// The repeated keys of one object; `hides` tells where something would run or leave.
#[inline(never)]
fn repeated<'d>(checker: &mut Checker<'d>, object: Value<'d>, hides: &dyn Fn(&[u8]) -> bool) {
    let members: Vec<(Str<'d>, Value<'d>)> = object.written_entries().collect();
    let index = Index::new(members.iter().map(|(name, _)| name.wtf8()).collect());
    for (place, (name, member)) in members.iter().enumerate() {
        let content = name.wtf8();
        let first = index.find(&content).filter(|first| *first != place);
        let Some((_, before)) = first.and_then(|first| members.get(first)) else {
            continue;
        };
        let message = format_args!(
            "the key {} stands here again; only its last value counts",
            quote(*name)
        );
        let (path, at) = (Path::ROOT, At::Key(*member));
        let finding = if hides(&content) {
            checker.hazard(Code::DuplicateKey, "VB-14", &path, at, message)
        } else {
            checker.advice(Code::DuplicateKey, "VB-14", &path, at, message)
        };
        finding
            .help("remove one of the two")
            .related(*before, "it stands here first");
    }
}
