//! Whether a review speaks of every plan.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use crate::sort::Index;
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
    let ids: Vec<&str> = ids.into_iter().collect();
    let named = named(&ids, review.as_bytes());
    let missing = ids.iter().zip(&named).filter(|(_, named)| !**named);
    let missing_ids: Vec<String> = missing.map(|(id, _)| String::from(*id)).collect();
    Coverage {
        complete: missing_ids.is_empty(),
        missing_ids,
        total: ids.len(),
    }
}

/// Bytes of the longest id that is looked up; others are searched for one by one.
const SHORT: usize = 64;

/// Which ids are named. What begins and ends with a word stands alone where such words begin and end in the text, so
/// that each beginning there is looked up once among all ids, however many they are.
fn named(ids: &[&str], text: &[u8]) -> Vec<bool> {
    let (mut short, mut places, mut longest) = (Vec::new(), Vec::new(), 0);
    let mut named = Vec::with_capacity(ids.len());
    for (place, id) in ids.iter().enumerate() {
        let id = id.as_bytes();
        let is_short = id.len() <= SHORT && is_word(id.first()) && is_word(id.last());
        if is_short {
            longest = longest.max(id.len());
            short.push(Cow::Borrowed(id));
            places.push(place);
        }
        named.push(!is_short && names(text, id));
    }
    let index = Index::new(short);
    let mut inside = false;
    for (start, byte) in text.iter().enumerate() {
        let before = core::mem::replace(&mut inside, is_word(Some(byte)));
        if before || !inside {
            continue;
        }
        for end in start + 1..=(start + longest).min(text.len()) {
            let ends = is_word(text.get(end - 1)) && !is_word(text.get(end));
            let Some(key) = text.get(start..end).filter(|_| ends) else {
                continue;
            };
            let mut rank = index.below(key);
            while let Some(place) = index.at(rank, key) {
                let found = places.get(place).and_then(|it| named.get_mut(*it));
                if found.is_none_or(|it| core::mem::replace(it, true)) {
                    break;
                }
                rank += 1;
            }
        }
    }
    named
}

fn is_word(byte: Option<&u8>) -> bool {
    byte.is_some_and(|it| it.is_ascii_alphanumeric() || matches!(it, b'_' | b'-'))
}

/// Whether `id` stands alone somewhere in `text`: every occurrence is looked at, in one pass (Knuth, Morris, Pratt).
fn names(text: &[u8], id: &[u8]) -> bool {
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
