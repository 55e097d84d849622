//! Which surface of one manifest is which of the other.

use alloc::collections::{BTreeMap, VecDeque};
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::difference::show;
use super::found::Found;
use super::{Change, ChangeKind, Full, Surface};
use crate::json::Str;
use crate::sort::sort_by;
use crate::trust::signature::{Lines, Signed};

/// A surface that can be recognised in another manifest.
pub(super) trait Entry<'d>: Signed + Copy {
    const SURFACE: Surface;

    /// By what it is recognised, the better mark first.
    fn marks(self) -> [Str<'d>; 2];
    /// Which one it is, for display.
    fn id(self) -> String;
    /// Where it stands in a manifest.
    fn place(self) -> String;
    fn full(self) -> Full<'d>;
    /// Where it differs from a newer one.
    fn differences(self, newer: Self, found: &mut Found<'d>);
}

/// Compares a class: what has an equal line in the other manifest is left out, the rest is matched by its marks.
pub(super) fn compare<'d, T: Entry<'d>>(old: &[T], new: &[T], changes: &mut Vec<Change<'d>>) {
    let (old_lines, new_lines) = (Lines::of(old), Lines::of(new));
    let (gone, come) = difference(
        old_lines.iter().zip(old.iter().copied()).collect(),
        new_lines.iter().zip(new.iter().copied()).collect(),
    );
    let mut partner: Vec<Option<usize>> = gone.iter().map(|_| None).collect();
    let mut taken: Vec<bool> = come.iter().map(|_| false).collect();
    for mark in [0, 1] {
        let of = |entry: &T| {
            let [first, second] = entry.marks();
            let chosen = if mark == 0 { first } else { second };
            chosen.wtf8().into_owned()
        };
        let mut free: BTreeMap<Vec<u8>, VecDeque<usize>> = BTreeMap::new();
        for (place, (_, entry)) in come.iter().enumerate() {
            if taken.get(place) == Some(&false) {
                free.entry(of(entry)).or_default().push_back(place);
            }
        }
        for (slot, (_, entry)) in partner.iter_mut().zip(&gone) {
            if slot.is_none()
                && let Some(place) = free.get_mut(&of(entry)).and_then(VecDeque::pop_front)
            {
                *slot = Some(place);
                if let Some(taken) = taken.get_mut(place) {
                    *taken = true;
                }
            }
        }
    }
    for ((line, entry), partner) in gone.iter().zip(&partner) {
        match partner.and_then(|place| come.get(place)) {
            None => changes.push(whole(*entry, ChangeKind::Removed, line)),
            Some((newer_line, newer)) => {
                let mut found = Found::default();
                entry.differences(*newer, &mut found);
                if found.0.is_empty() {
                    // Unreachable as long as `differences` looks at all that a line holds.
                    let (before, after) = (entry.full(), newer.full());
                    found.push(
                        entry.place(),
                        (before, line.to_vec()),
                        (after, newer_line.to_vec()),
                    );
                }
                let id = newer.id();
                changes.extend(found.0.into_iter().map(|change| Change {
                    surface: T::SURFACE,
                    id: id.clone(),
                    ..change
                }));
            }
        }
    }
    for ((line, entry), taken) in come.iter().zip(&taken) {
        if !taken {
            changes.push(whole(*entry, ChangeKind::Added, line));
        }
    }
}

type Marked<'l, T> = Vec<(&'l [u8], T)>;

/// What of two multisets of lines has no equal in the other, in its own order.
fn difference<'l, T: Copy>(
    old: Marked<'l, T>,
    new: Marked<'l, T>,
) -> (Marked<'l, T>, Marked<'l, T>) {
    let sorted = |all: &Marked<'l, T>| {
        let mut order: Vec<(&'l [u8], usize)> =
            all.iter().map(|(line, _)| *line).zip(0..).collect();
        sort_by(&mut order, Ord::cmp);
        order
    };
    let (left, right) = (sorted(&old), sorted(&new));
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    let mut gone: Vec<bool> = old.iter().map(|_| false).collect();
    let mut come: Vec<bool> = new.iter().map(|_| false).collect();
    let mark = |marks: &mut Vec<bool>, place: usize| {
        if let Some(mark) = marks.get_mut(place) {
            *mark = true;
        }
    };
    loop {
        let order = match (left.peek(), right.peek()) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some((a, _)), Some((b, _))) => a.cmp(b),
        };
        if order != Ordering::Greater
            && let Some((_, place)) = left.next()
            && order == Ordering::Less
        {
            mark(&mut gone, *place);
        }
        if order != Ordering::Less
            && let Some((_, place)) = right.next()
            && order == Ordering::Greater
        {
            mark(&mut come, *place);
        }
    }
    let keep = |all: Marked<'l, T>, marks: Vec<bool>| {
        let marked = all.into_iter().zip(marks);
        marked.filter(|(_, mark)| *mark).map(|(it, _)| it).collect()
    };
    (keep(old, gone), keep(new, come))
}

/// A surface that has come or gone as a whole.
fn whole<'d, T: Entry<'d>>(entry: T, kind: ChangeKind, line: &[u8]) -> Change<'d> {
    let (text, value) = (Some(show(line, 0).0), Some(entry.full()));
    let gone = kind == ChangeKind::Removed;
    let (before, after) = if gone { (text, None) } else { (None, text) };
    let (before_value, after_value) = if gone { (value, None) } else { (None, value) };
    Change {
        surface: T::SURFACE,
        id: entry.id(),
        field: entry.place(),
        kind,
        before,
        after,
        before_value,
        after_value,
    }
}
