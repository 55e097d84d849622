//! Whether there is enough in a review to compare it with others.

use super::stamp::{BLIND, SELF_REPORT, UNGROUNDED};
use super::text::{lines, trim};

/// Letters that a review has at least, besides headings and our marks (Y-10).
pub(super) const LETTERS: usize = 40;

/// Whether a review says anything: at least 40 letters besides its headings and our marks (Y-10).
#[must_use]
pub fn is_substantive(review: &str) -> bool {
    letters(review, LETTERS, |_| false) >= LETTERS
}

/// How many letters are on the lines of a review that are no headings, none of our marks and not to be passed over;
/// no more than `most` are counted. `pass` is asked for each of the lines in turn, as it stands.
pub(super) fn letters(review: &str, most: usize, mut pass: impl FnMut(&str) -> bool) -> usize {
    let mut letters = 0;
    let mut lines = lines(review).peekable();
    while let Some(raw) = lines.next() {
        let line = trim(raw);
        let is_mark =
            line.starts_with(BLIND) || line.starts_with(UNGROUNDED) || line == SELF_REPORT;
        let underlined = |next: &&str| {
            let next = trim(next);
            !next.is_empty()
                && (next.bytes().all(|it| it == b'=') || next.bytes().all(|it| it == b'-'))
        };
        if is_mark || line.starts_with('#') || lines.peek().is_some_and(underlined) || pass(raw) {
            continue;
        }
        let more = line.chars().filter(|it| it.is_alphabetic());
        letters += more.take(most - letters).count();
        if letters >= most {
            break;
        }
    }
    letters
}
