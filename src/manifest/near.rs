//! Near misses: the known name somebody probably meant.

use alloc::vec::Vec;

use crate::json::Str;

/// Longer names are not typing errors of ours.
const LONGEST: usize = 40;

/// The member of a set that differs least, if it differs little enough to be a slip.
pub(crate) fn nearest<'a>(text: Str<'_>, set: &[&'a str]) -> Option<&'a str> {
    let typed = text.wtf8();
    if typed.is_empty() || typed.len() > LONGEST {
        return None;
    }
    let allowed = (typed.len() / 3).clamp(1, 3);
    set.iter()
        // Separators cost nothing, so that a longer name with more of them may still be near.
        .filter(|member| member.len().abs_diff(typed.len()) <= allowed + 3)
        .map(|member| (distance(&typed, member.as_bytes()), *member))
        .filter(|(distance, member)| *distance <= allowed && *distance < member.len())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, member)| member)
}

/// Edits between two names, two swapped letters being one; case and the separators `-`, `_` and space cost nothing.
fn distance(left: &[u8], right: &[u8]) -> usize {
    let plain = |text: &[u8]| -> Vec<u8> {
        text.iter()
            .filter(|b| !matches!(b, b'-' | b'_' | b' '))
            .map(u8::to_ascii_lowercase)
            .collect()
    };
    let (left, right) = (plain(left), plain(right));
    let cell = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX / 2);
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    let mut above = None;
    for (i, &a) in left.iter().enumerate() {
        let mut row = Vec::from([i + 1]);
        let mut beside = None;
        for (j, &b) in right.iter().enumerate() {
            let replaced = cell(&last, j) + usize::from(a != b);
            let edited = cell(&row, j).min(cell(&last, j + 1)) + 1;
            let swapped = if above == Some(b) && beside == Some(a) && j > 0 {
                cell(&before, j - 1) + 1
            } else {
                usize::MAX
            };
            row.push(replaced.min(edited).min(swapped));
            beside = Some(b);
        }
        above = Some(a);
        before = core::mem::replace(&mut last, row);
    }
    cell(&last, right.len())
}
