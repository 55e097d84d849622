//! Where two values differ, down to the member.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::json::{Quoting, StableWriter, Str, Value};
use crate::trust::prompt::{render, render_value};

/// Containers that are looked into; deeper ones are compared as a whole.
const DEPTH: u32 = 256;

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
        before: impl Iterator<Item = (Str<'d>, Value<'d>)>,
        after: impl Iterator<Item = (Str<'d>, Value<'d>)>,
    ) -> Vec<Str<'d>> {
        self.maps(field, before, after, 0)
    }

    /// Compares lists.
    pub(super) fn items(
        &mut self,
        field: &str,
        before: impl Iterator<Item = Value<'d>>,
        after: impl Iterator<Item = Value<'d>>,
    ) {
        self.lists(field, before, after, 0);
    }

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
        before: impl Iterator<Item = (Str<'d>, Value<'d>)>,
        after: impl Iterator<Item = (Str<'d>, Value<'d>)>,
        depth: u32,
    ) -> Vec<Str<'d>> {
        let inside = |key: Str<'_>| format!("{field}.{}", render_value(key));
        let after: Vec<_> = after.collect();
        let mut unmatched: BTreeMap<Vec<u8>, Value<'d>> = after
            .iter()
            .map(|(key, value)| (key.wtf8().into_owned(), *value))
            .collect();
        let mut differing = Vec::new();
        for (key, old) in before {
            let found = self.0.len();
            match unmatched.remove(&*key.wtf8()) {
                Some(new) => self.values(inside(key), old, new, depth),
                None => self.push(inside(key), Some(old), None),
            }
            if self.0.len() > found {
                differing.push(key);
            }
        }
        for (key, _) in after {
            if let Some(new) = unmatched.remove(&*key.wtf8()) {
                self.push(inside(key), None, Some(new));
                differing.push(key);
            }
        }
        differing
    }

    fn lists(
        &mut self,
        field: &str,
        mut before: impl Iterator<Item = Value<'d>>,
        mut after: impl Iterator<Item = Value<'d>>,
        depth: u32,
    ) {
        for place in 0_usize.. {
            let inside = || format!("{field}[{place}]");
            match (before.next(), after.next()) {
                (Some(old), Some(new)) => self.values(inside(), old, new, depth),
                (None, None) => return,
                (old, new) => self.push(inside(), old, new),
            }
        }
    }

    fn values(&mut self, field: String, old: Value<'d>, new: Value<'d>, depth: u32) {
        if depth < DEPTH && !old.is_unreadable() && !new.is_unreadable() {
            if old.is_object() && new.is_object() {
                self.maps(&field, old.entries(), new.entries(), depth + 1);
                return;
            }
            if old.is_array() && new.is_array() {
                self.lists(&field, old.items(), new.items(), depth + 1);
                return;
            }
        }
        if stable(old) != stable(new) {
            self.push(field, Some(old), Some(new));
        }
    }
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
