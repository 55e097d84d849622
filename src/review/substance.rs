//! Whether there is enough in a review to compare it with others.

use super::stamp::{BLIND, SELF_REPORT, UNGROUNDED};
use super::text::{lines, trim};

/// Letters that a review has at least, besides headings and our marks (Y-10).
const LETTERS: usize = 40;

/// Whether a review says anything: at least 40 letters besides its headings and our marks (Y-10).
#[must_use]
pub fn is_substantive(review: &str) -> bool {
    let mut letters = 0;
    let mut lines = lines(review).map(trim).peekable();
    while let Some(line) = lines.next() {
        let is_mark =
            line.starts_with(BLIND) || line.starts_with(UNGROUNDED) || line == SELF_REPORT;
        let underlined = |next: &&str| {
            !next.is_empty()
                && (next.bytes().all(|it| it == b'=') || next.bytes().all(|it| it == b'-'))
        };
        if is_mark || line.starts_with('#') || lines.peek().is_some_and(underlined) {
            continue;
        }
        let more = line.chars().filter(|it| it.is_alphabetic());
        letters += more.take(LETTERS - letters).count();
        if letters >= LETTERS {
            return true;
        }
    }
    false
}
