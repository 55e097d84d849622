//! Near misses: the known name somebody probably meant.

use alloc::vec::Vec;

use crate::json::Str;

/// Longer names are not typing errors of ours.
const LONGEST: usize = 40;

/// The member of a set that differs least, if it differs little enough to be a slip.
pub(super) fn nearest<'a>(text: Str<'_>, set: &[&'a str]) -> Option<&'a str> {
    let typed = text.wtf8();
    if typed.is_empty() || typed.len() > LONGEST {
        return None;
    }
    let allowed = (typed.len() / 3).clamp(1, 3);
    set.iter()
        .map(|member| (distance(&typed, member.as_bytes()), *member))
        .filter(|(distance, member)| *distance <= allowed && *distance < member.len())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, member)| member)
}

/// Edits between two names; case and the separators `-`, `_` and space cost nothing.
fn distance(left: &[u8], right: &[u8]) -> usize {
    let plain = |text: &[u8]| -> Vec<u8> {
        text.iter()
            .filter(|b| !matches!(b, b'-' | b'_' | b' '))
            .map(u8::to_ascii_lowercase)
            .collect()
    };
    let (left, right) = (plain(left), plain(right));
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, a) in left.iter().enumerate() {
        let mut diagonal = at;
        let mut before = at + 1;
        if let Some(first) = row.first_mut() {
            *first = before;
        }
        for (slot, b) in row.iter_mut().skip(1).zip(&right) {
            let replaced = diagonal + usize::from(a != b);
            diagonal = *slot;
            before = replaced.min(before + 1).min(*slot + 1);
            *slot = before;
        }
    }
    row.last().copied().unwrap_or(usize::MAX)
}
