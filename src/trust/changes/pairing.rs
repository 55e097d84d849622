//! Which surface of one manifest is which of the other.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::difference::show;
use super::found::Found;
use super::surfaces::Entry;
use super::{Change, ChangeKind};
use crate::sort::{Index, order_of};
use crate::trust::signature::Lines;

/// Compares a class: what has an equal line in the other manifest is left out, the rest is matched by its marks.
pub(super) fn compare<'d>(
    old: &[Entry<'_, 'd>],
    new: &[Entry<'_, 'd>],
    changes: &mut Vec<Change<'d>>,
) {
    let (old_lines, new_lines) = (Lines::of(old), Lines::of(new));
    let (old_lines, new_lines): (Vec<_>, Vec<_>) =
        (old_lines.iter().collect(), new_lines.iter().collect());
    let (gone, come) = difference(&old_lines, &new_lines);
    let (gone, come) = (
        marked(old, &old_lines, &gone),
        marked(new, &new_lines, &come),
    );
    let partners = partners(&gone, &come);
    for ((entry, line), partner) in gone.iter().zip(&partners) {
        match partner.and_then(|place| come.get(place)) {
            None => changes.push(whole(*entry, ChangeKind::Removed, line)),
            Some((newer, newer_line)) => {
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
                for mut change in found.0 {
                    change.surface = newer.surface();
                    change.id = newer.id();
                    changes.push(change);
                }
            }
        }
    }
    let mut taken = vec![false; come.len()];
    for place in partners.into_iter().flatten() {
        set(&mut taken, place);
    }
    for ((entry, line), taken) in come.iter().zip(taken) {
        if !taken {
            changes.push(whole(*entry, ChangeKind::Added, line));
        }
    }
}

fn set(marks: &mut [bool], place: usize) {
    if let Some(mark) = marks.get_mut(place) {
        *mark = true;
    }
}

type Marked<'l, 'e, 'd> = Vec<(Entry<'e, 'd>, &'l [u8])>;

/// Entries that are marked, with their lines.
fn marked<'l, 'e, 'd>(
    entries: &[Entry<'e, 'd>],
    lines: &[&'l [u8]],
    marks: &[bool],
) -> Marked<'l, 'e, 'd> {
    let all = entries.iter().zip(lines).zip(marks);
    all.filter(|(_, mark)| **mark)
        .map(|((entry, line), _)| (*entry, *line))
        .collect()
}

/// For each old entry the place of the new one that takes its place: by the better mark first, each only once.
fn partners(gone: &Marked<'_, '_, '_>, come: &Marked<'_, '_, '_>) -> Vec<Option<usize>> {
    let mut partners = vec![None; gone.len()];
    let mut taken = vec![false; come.len()];
    for mark in [0, 1] {
        let index = Index::new(
            come.iter()
                .map(|(entry, _)| entry.mark(mark).wtf8())
                .collect(),
        );
        // How many of the equal keys at that rank are taken.
        let mut used = vec![0_usize; come.len()];
        for (slot, (entry, _)) in partners.iter_mut().zip(gone) {
            if slot.is_some() {
                continue;
            }
            let key = entry.mark(mark).wtf8();
            let below = index.below(&key);
            let Some(used) = used.get_mut(below) else {
                continue;
            };
            while let Some(place) = index.at(below + *used, &key) {
                *used += 1;
                if taken.get(place) == Some(&false) {
                    set(&mut taken, place);
                    *slot = Some(place);
                    break;
                }
            }
        }
    }
    partners
}

/// What of two multisets of lines has no equal in the other.
fn difference(old: &[&[u8]], new: &[&[u8]]) -> (Vec<bool>, Vec<bool>) {
    let (left, right) = (order_of(old, Ord::cmp), order_of(new, Ord::cmp));
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    let (mut gone, mut come) = (vec![false; old.len()], vec![false; new.len()]);
    loop {
        let order = match (left.peek(), right.peek()) {
            (None, None) => return (gone, come),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(a), Some(b)) => old.get(*a).cmp(&new.get(*b)),
        };
        if order != Ordering::Greater
            && let Some(place) = left.next()
            && order == Ordering::Less
        {
            set(&mut gone, place);
        }
        if order != Ordering::Less
            && let Some(place) = right.next()
            && order == Ordering::Greater
        {
            set(&mut come, place);
        }
    }
}

/// A surface that has come or gone as a whole.
fn whole<'d>(entry: Entry<'_, 'd>, kind: ChangeKind, line: &[u8]) -> Change<'d> {
    let mut change = Change {
        surface: entry.surface(),
        id: entry.id(),
        field: entry.place(),
        kind,
        before: None,
        after: None,
        before_value: None,
        after_value: None,
    };
    let (text, value) = if kind == ChangeKind::Removed {
        (&mut change.before, &mut change.before_value)
    } else {
        (&mut change.after, &mut change.after_value)
    };
    *text = Some(show(line, 0).0);
    *value = Some(entry.full());
    change
}
