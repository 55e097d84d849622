//! Collecting the differences of two surfaces.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::difference::{Differ, Difference, side_by_side, stable, stable_text};
use super::{Change, ChangeKind, Full, Surface};
use crate::json::{Str, Value};
use crate::trust::members::{Elements, Members};

/// A value that differs, and what the stable encoding prints for it.
type Side<'d> = Option<(Full<'d>, Vec<u8>)>;

/// The differences of two surfaces; whose they are is filled in later.
#[derive(Default)]
pub(super) struct Found<'d>(pub(super) Vec<Change<'d>>);

impl<'d> Found<'d> {
    pub(super) fn push(
        &mut self,
        field: String,
        (before_value, before): (Full<'d>, Vec<u8>),
        (after_value, after): (Full<'d>, Vec<u8>),
    ) {
        self.add(
            field,
            Some((before_value, before)),
            Some((after_value, after)),
        );
    }

    /// Compares texts, each under its name in a place.
    pub(super) fn texts(&mut self, place: &str, texts: &[(&str, Str<'d>, Str<'d>)]) {
        for (name, old, new) in texts {
            if old != new {
                self.push(
                    format!("{place}.{name}"),
                    (Full::Text(*old), stable_text(*old)),
                    (Full::Text(*new), stable_text(*new)),
                );
            }
        }
    }

    pub(super) fn map(&mut self, field: &str, old: Members<'d>, new: Members<'d>) -> Vec<Str<'d>> {
        let mut differ = Differ::new();
        let keys = differ.members(field, old.iter().collect(), new.iter().collect());
        self.extend(differ.finish());
        keys
    }

    pub(super) fn list(&mut self, field: &str, old: Elements<'d>, new: Elements<'d>) {
        let mut differ = Differ::new();
        let (old, new): (Vec<_>, Vec<_>) = (old.iter().collect(), new.iter().collect());
        differ.items(field, &old, &new);
        self.extend(differ.finish());
    }

    fn extend(&mut self, differences: Vec<Difference<'d>>) {
        let full = |value: Value<'d>| (Full::Value(value), stable(value));
        for it in differences {
            self.add(it.field, it.before.map(full), it.after.map(full));
        }
    }

    fn add(&mut self, field: String, before: Side<'d>, after: Side<'d>) {
        let kind = match (&before, &after) {
            (None, _) => ChangeKind::Added,
            (_, None) => ChangeKind::Removed,
            _ => ChangeKind::Changed,
        };
        let (before_value, old) = before.unzip();
        let (after_value, new) = after.unzip();
        let (before, after) = side_by_side(
            old.as_deref().unwrap_or_default(),
            new.as_deref().unwrap_or_default(),
        );
        self.0.push(Change {
            // Whose it is, is filled in later.
            surface: Surface::Hook,
            id: String::new(),
            field,
            kind,
            before: old.map(|_| before),
            after: new.map(|_| after),
            before_value,
            after_value,
        });
    }
}
