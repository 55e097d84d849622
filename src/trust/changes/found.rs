//! Collecting the differences of two surfaces.

use alloc::string::String;
use alloc::vec::Vec;

use super::difference::{Differ, Difference, side_by_side, stable, stable_text};
use super::{Change, ChangeKind, Full, Surface};
use crate::json::Str;
use crate::trust::members::{Elements, Members};

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
        let (before, after) = side_by_side(&before, &after);
        self.0.push(Change {
            surface: Surface::Hook,
            id: String::new(),
            field,
            kind: ChangeKind::Changed,
            before: Some(before),
            after: Some(after),
            before_value: Some(before_value),
            after_value: Some(after_value),
        });
    }

    pub(super) fn text(&mut self, field: &str, old: Str<'d>, new: Str<'d>) {
        if old != new {
            self.push(
                String::from(field),
                (Full::Text(old), stable_text(old)),
                (Full::Text(new), stable_text(new)),
            );
        }
    }

    pub(super) fn map(&mut self, field: &str, old: Members<'d>, new: Members<'d>) -> Vec<Str<'d>> {
        let mut differ = Differ::new();
        let keys = differ.members(field, old.iter(), new.iter());
        self.extend(differ.finish());
        keys
    }

    pub(super) fn list(&mut self, field: &str, old: Elements<'d>, new: Elements<'d>) {
        let mut differ = Differ::new();
        differ.items(field, old.iter(), new.iter());
        self.extend(differ.finish());
    }

    fn extend(&mut self, differences: Vec<Difference<'d>>) {
        for it in differences {
            let kind = match (it.before, it.after) {
                (None, _) => ChangeKind::Added,
                (_, None) => ChangeKind::Removed,
                _ => ChangeKind::Changed,
            };
            let old = it.before.map(stable).unwrap_or_default();
            let new = it.after.map(stable).unwrap_or_default();
            let (before, after) = side_by_side(&old, &new);
            self.0.push(Change {
                surface: Surface::Hook,
                id: String::new(),
                field: it.field,
                kind,
                before: it.before.map(|_| before),
                after: it.after.map(|_| after),
                before_value: it.before.map(Full::Value),
                after_value: it.after.map(Full::Value),
            });
        }
    }
}
