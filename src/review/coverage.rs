//! Whether a review speaks of every plan.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use crate::vocabulary::reviewer::DIFF_ONLY;

/// What a review covers (L-137). It never blocks anything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// No plan is missing.
    pub complete: bool,
    /// The plans that the review does not name, in the order they were given.
    pub missing_ids: Vec<String>,
    /// How many plans there are.
    pub total: usize,
}

/// Whether a lane of that evidence class is asked to speak of plans at all (B-21).
#[must_use]
pub fn applies(evidence_class: &str) -> bool {
    evidence_class != DIFF_ONLY
}

/// Which of `ids` a review names: as they are, with no letter, digit, `_` or `-` of ASCII before or after (L-137).
#[must_use]
pub fn plan_coverage<'i>(ids: impl IntoIterator<Item = &'i str>, review: &str) -> Coverage {
    let mut missing_ids = Vec::new();
    let mut total = 0;
    for id in ids {
        total += 1;
        if !names(review.as_bytes(), id.as_bytes()) {
            missing_ids.push(id.into());
        }
    }
    Coverage {
        complete: missing_ids.is_empty(),
        missing_ids,
        total,
    }
}

/// Whether `id` stands alone somewhere in `text`: every occurrence is looked at, in one pass (Knuth, Morris, Pratt).
fn names(text: &[u8], id: &[u8]) -> bool {
    let is_word = |byte: Option<&u8>| {
        byte.is_some_and(|it| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'-'))
    };
    // How much of the id its own first `i + 1` bytes end with, short of all of them.
    let mut borders: Vec<usize> = Vec::with_capacity(id.len());
    let step = |borders: &[usize], mut matched: usize, byte: u8| {
        while matched > 0 && id.get(matched) != Some(&byte) {
            matched = borders.get(matched - 1).copied().unwrap_or(0);
        }
        matched + usize::from(id.get(matched) == Some(&byte))
    };
    let mut matched = 0;
    for (at, byte) in id.iter().enumerate() {
        if at > 0 {
            matched = step(&borders, matched, *byte);
        }
        borders.push(matched);
    }
    let Some(last) = borders.last().copied() else {
        // An id without a character is named where no word stands on either side.
        return (0..=text.len()).any(|at| {
            !is_word(at.checked_sub(1).and_then(|it| text.get(it))) && !is_word(text.get(at))
        });
    };
    matched = 0;
    for (at, byte) in text.iter().enumerate() {
        matched = step(&borders, matched, *byte);
        if matched == id.len() {
            let before = (at + 1)
                .checked_sub(id.len() + 1)
                .and_then(|it| text.get(it));
            if !is_word(before) && !is_word(text.get(at + 1)) {
                return true;
            }
            matched = last;
        }
    }
    false
}
