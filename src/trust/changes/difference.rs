//! Where two values differ, down to the member.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use crate::json::{Quoting, StableWriter, Str, Value};
use crate::sort::Index;
use crate::trust::prompt::{render, render_value};

/// Containers that are looked into; deeper ones are compared as a whole.
const DEPTH: u32 = 256;

/// The members of a map, keys once each.
type Entries<'d> = Vec<(Str<'d>, Value<'d>)>;

/// One place in which two values differ.
pub(super) struct Difference<'d> {
    /// Dotted, escaped.
    pub field: String,
    pub before: Option<Value<'d>>,
    pub after: Option<Value<'d>>,
}

/// Finds the differences of what the stable encoding prints.
pub(super) struct Differ<'d>(Vec<Difference<'d>>);

impl<'d> Differ<'d> {
    pub(super) fn new() -> Self {
        Self(Vec::new())
    }

    pub(super) fn finish(self) -> Vec<Difference<'d>> {
        self.0
    }

    /// Compares maps. Gives back the top-level keys of what differs.
    pub(super) fn members(
        &mut self,
        field: &str,
        before: Entries<'d>,
        after: Entries<'d>,
    ) -> Vec<Str<'d>> {
        self.maps(field, before, after, 0)
    }

    /// Compares lists.
    pub(super) fn items(&mut self, field: &str, before: &[Value<'d>], after: &[Value<'d>]) {
        self.lists(field, before, after, 0);
    }

    #[inline(never)]
    fn push(&mut self, field: String, before: Option<Value<'d>>, after: Option<Value<'d>>) {
        self.0.push(Difference {
            field,
            before,
            after,
        });
    }

    fn maps(
        &mut self,
        field: &str,
        before: Entries<'d>,
        after: Entries<'d>,
        depth: u32,
    ) -> Vec<Str<'d>> {
        let index = Index::new(after.iter().map(|(key, _)| key.wtf8()).collect());
        let mut matched = vec![false; after.len()];
        let mut differing = Vec::new();
        for (key, old) in before {
            let found = self.0.len();
            let place = index.find(&key.wtf8());
            match place.and_then(|place| Some((after.get(place)?, matched.get_mut(place)?))) {
                Some(((_, new), matched)) => {
                    *matched = true;
                    self.values(inside(field, key), old, *new, depth);
                }
                None => self.push(inside(field, key), Some(old), None),
            }
            if self.0.len() > found {
                differing.push(key);
            }
        }
        for ((key, new), matched) in after.into_iter().zip(matched) {
            if !matched {
                self.push(inside(field, key), None, Some(new));
                differing.push(key);
            }
        }
        differing
    }

    fn lists(&mut self, field: &str, before: &[Value<'d>], after: &[Value<'d>], depth: u32) {
        for place in 0..before.len().max(after.len()) {
            let inside = format!("{field}[{place}]");
            match (before.get(place), after.get(place)) {
                (Some(old), Some(new)) => self.values(inside, *old, *new, depth),
                (old, new) => self.push(inside, old.copied(), new.copied()),
            }
        }
    }

    fn values(&mut self, field: String, old: Value<'d>, new: Value<'d>, depth: u32) {
        if depth < DEPTH && !old.is_unreadable() && !new.is_unreadable() {
            if old.is_object() && new.is_object() {
                let (old, new) = (old.entries().collect(), new.entries().collect());
                self.maps(&field, old, new, depth + 1);
                return;
            }
            if old.is_array() && new.is_array() {
                let (old, new): (Vec<_>, Vec<_>) = (old.items().collect(), new.items().collect());
                self.lists(&field, &old, &new, depth + 1);
                return;
            }
        }
        if stable(old) != stable(new) {
            self.push(field, Some(old), Some(new));
        }
    }
}

/// Where a member stands.
fn inside(field: &str, key: Str<'_>) -> String {
    format!("{field}.{}", render_value(key))
}

/// What the stable encoding prints for a value.
pub(super) fn stable(value: Value<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    StableWriter::new(&mut out, Quoting::Once).value(value);
    out
}

/// What the stable encoding prints for a text.
pub(super) fn stable_text(text: Str<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    StableWriter::new(&mut out, Quoting::Once).string(text);
    out
}

/// Two encodings for display, each escaped and bounded; long ones begin shortly before they part.
pub(super) fn side_by_side(before: &[u8], after: &[u8]) -> (String, String) {
    const CONTEXT: usize = 40;
    let (left, right) = (show(before, 0), show(after, 0));
    if !left.1 && !right.1 {
        return (left.0, right.0);
    }
    let common = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let start = common.saturating_sub(CONTEXT);
    let boundary = (start..common)
        .find(|at| before.get(*at).is_none_or(|byte| byte & 0xC0 != 0x80))
        .unwrap_or(0);
    (show(before, boundary).0, show(after, boundary).0)
}

/// An encoding from some byte on, for display, and whether that was cut.
pub(super) fn show(encoded: &[u8], from: usize) -> (String, bool) {
    let rendered = render(encoded.get(from..).unwrap_or_default());
    let before = if from > 0 { "…" } else { "" };
    let text = String::from(before) + &rendered.to_string();
    (text, rendered.truncated)
}
