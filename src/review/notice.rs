//! What a tool says about itself, where a review is due: that it starts, that it failed, that somebody should sign in.

use super::stamp::{Citations, has_citation};
use super::substance::{LETTERS, is_substantive, letters};
use super::text::{head, holds, is_blank, trim, with_json};
use crate::json::{Kind, Value};
use crate::vocabulary::notice as words;
use crate::vocabulary::outcome::{AUTH_SIGNS, QUOTA_SIGNS};

/// Bytes of the longest line that can be a tool's: a review in one line is never looked through.
const LINE: usize = 2_000;

/// Bytes of the shortest time of day.
const TIME: usize = 8;

/// Words of the longest line that only tells what is being done.
const DOING_WORDS: usize = 8;

/// Words of the longest line of that kind that ends in dots.
const DOTTED_WORDS: usize = 14;

/// Words of the longest line that is a complaint by naming a limit or an account alone.
const SIGN_WORDS: usize = 4;

/// A text in which a tool speaks of itself, and of which too little is left without that to be a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Notice {
    /// It says that something went wrong, or asks for something; else it only tells what it does.
    pub complains: bool,
    /// Nothing else is in it.
    pub alone: bool,
}

/// What a tool says about itself, if that is what the text amounts to (F-16, F-17, F-31): some of its lines are such,
/// and the others have fewer letters together than a review has (Y-10). A review among them makes it none, so that no
/// review is lost that quotes an error or follows a banner.
#[must_use]
#[inline(never)]
pub fn find(text: &str) -> Option<Notice> {
    let whole = trim(text);
    // A page, a help, an error or a status as data: one thing, whatever its lines look like.
    let start = head(whole, 16).to_ascii_lowercase();
    let is_page = begins(&start, words::PAGES)
        || (begins(&start, "usage:") && whole.contains('\n') && holds(text, words::HELP_OPTION));
    let said = if is_page { Some(true) } else { event(whole) };
    if let Some(complains) = said {
        let alone = true;
        return Some(Notice { complains, alone });
    }
    let mut seen = None;
    let mut trace = false;
    let rest = letters(text, LETTERS, |raw| {
        let line = trim(raw);
        // What an error carries along stands further in, and is no list, or is what JSON is made of.
        let is_item = line.starts_with("- ") || line.starts_with("* ");
        let carried = trace && ((raw.starts_with([' ', '\t']) && !is_item) || is_json(line));
        let found = complains(line).or(carried.then_some(true));
        trace = found == Some(true) || (trace && line.is_empty());
        seen = seen.max(found);
        found.is_some()
    });
    let complains = seen.filter(|_| rest < LETTERS)?;
    Some(Notice {
        complains,
        alone: rest == 0,
    })
}

/// Whether a text says enough to be compared with other reviews (Y-10), and is not what a tool says about itself.
#[must_use]
pub fn is_review(text: &str) -> bool {
    is_substantive(text) && find(text).is_none()
}

/// Whether a text is a JSON object that carries no review, and then whether it is an error.
fn event(text: &str) -> Option<bool> {
    if !text.starts_with('{') {
        return None;
    }
    with_json(text, |object: Value<'_>| {
        if is_wrong(object, "error") || is_wrong(object, "is_error") {
            return Some(true);
        }
        let kind = object.get("type")?.text();
        kind.is_any(words::EVENT_TYPES).then(|| kind.is("error"))
    })
}

/// Whether a member says that something is wrong: what is empty says that nothing is.
fn is_wrong(object: Value<'_>, name: &str) -> bool {
    object.get(name).is_some_and(|it| match it.kind() {
        Kind::Null | Kind::False => false,
        Kind::Number => it.as_f64() != Some(0.0),
        Kind::String => !is_blank(&it.text().to_lossy()),
        Kind::Array => it.items().next().is_some(),
        _ => true,
    })
}

/// Whether a line is a piece of JSON: brackets, or a member.
fn is_json(line: &str) -> bool {
    line.starts_with('"') || line.bytes().all(|it| b"{}[](),;".contains(&it))
}

/// Whether a text begins with one of these, and with no longer word where it ends in one.
#[inline(never)]
fn begins(text: &str, openings: &str) -> bool {
    openings.split('\n').any(|opening| {
        let rest = text.strip_prefix(opening);
        let is_letter = |it: char| it.is_ascii_alphabetic();
        rest.is_some_and(|rest| !(opening.ends_with(is_letter) && rest.starts_with(is_letter)))
    })
}

/// Whether one of these is in a text.
#[inline(never)]
fn mentions(text: &str, signs: &[&str]) -> bool {
    signs.iter().any(|sign| holds(text, sign))
}

/// The same of a table.
fn says(text: &str, signs: &str) -> bool {
    signs.split('\n').any(|sign| holds(text, sign))
}

/// Whether a line is a tool's, and then whether it complains.
fn complains(line: &str) -> Option<bool> {
    // Symbols of all kinds, not the marks of a list, a heading or a quotation.
    let line =
        line.trim_start_matches(|it: char| it == ' ' || !(it.is_ascii() || it.is_alphanumeric()));
    if line.len() > LINE || !line.bytes().any(|it| it.is_ascii_alphabetic()) {
        return None;
    }
    let said = event(line);
    if said.is_some() {
        return said;
    }
    let lower = line.to_ascii_lowercase();
    let mut text = lower.as_str();
    // A line of a log: a time and a level.
    if let Some((time, rest)) = text.split_once(' ')
        && time.len() >= TIME
        && time.starts_with(|it: char| it == '[' || it.is_ascii_digit())
        && time.bytes().all(|it| b"0123456789[]:-.,tz+/".contains(&it))
    {
        text = rest.trim_start_matches(' ');
        if begins(text, words::LEVELS) {
            return Some(begins(text, words::ERROR_LABELS));
        }
    }
    if begins(text, words::BANNERS) {
        return Some(false);
    }
    // A tool knows neither parts of plans nor places in the source.
    if names_part(text) || has_citation(line, Citations::Anchored) {
        return None;
    }
    let count = text.split(' ').filter(|it| !it.is_empty()).count();
    let does = begins(text, words::DOINGS);
    let dotted = text.ends_with("...") || text.ends_with('\u{2026}');
    if does && dotted && count <= DOTTED_WORDS {
        return Some(false);
    }
    if holds(text, "the plan") {
        return None;
    }
    if begins(text, words::LABELS) {
        return Some(false);
    }
    let is_address = text.starts_with("http") && holds(text, "://") && !text.contains(' ');
    if is_address || begins(text, words::COMPLAINTS) || is_labelled(text) {
        return Some(true);
    }
    // From here on, what says something of what it names is a reviewer's.
    if mentions(text, words::VERBS) {
        return None;
    }
    if does && count <= DOING_WORDS {
        return Some(false);
    }
    let is_sign = || {
        let asks = count <= SIGN_WORDS || says(text, words::REQUESTS);
        asks && !text.contains('`') && (mentions(text, AUTH_SIGNS) || mentions(text, QUOTA_SIGNS))
    };
    (begins(text, words::ATTEMPTS) || names_subject(text) || is_sign()).then_some(true)
}

/// Whether a line names what is wrong, and not something that is named after it: `missing api key handling`.
fn names_subject(text: &str) -> bool {
    words::SUBJECTS.split('\n').any(|subject| {
        let Some(rest) = text.strip_prefix(subject) else {
            return false;
        };
        match rest.strip_prefix(' ') {
            Some(next) if next.starts_with(|it: char| it.is_ascii_alphabetic()) => {
                begins(next, words::AFTER_SUBJECTS)
            }
            Some(_) => true,
            None => !rest.starts_with(|it: char| it.is_ascii_alphanumeric() || it == '-'),
        }
    })
}

/// Whether a line names a numbered part of a plan.
fn names_part(text: &str) -> bool {
    let is_number = |word: &str| word.starts_with(|it: char| it.is_ascii_digit());
    let mut part = false;
    text.split(' ').any(|word| {
        let word = word.trim_matches(|it: char| !it.is_ascii_alphanumeric());
        let numbered = part && (is_number(word) || words::NUMBERS.contains(&word));
        part = words::PARTS.contains(&word);
        numbered
    })
}

/// `error:`, `api error:`, `typeerror [err_x]:` before what went wrong.
fn is_labelled(text: &str) -> bool {
    let Some((label, _)) = text.split_once([':', '[']) else {
        return false;
    };
    let mut label = label.trim_end_matches(' ');
    while let Some((kind, rest)) = label.split_once(' ') {
        if !words::ERROR_KINDS.contains(&kind) {
            return false;
        }
        label = rest;
    }
    // The name of an error is one word.
    label == "fatal"
        || ["error", "exception"].iter().any(|it| label.ends_with(it))
            && label.bytes().all(|it| it.is_ascii_alphanumeric())
}
