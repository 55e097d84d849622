//! What a tool says about itself, where a review is due: that it starts, that it failed, that somebody should sign in.

use alloc::string::String;

use super::stamp::{Citations, has_citation};
use super::substance::{LETTERS, letters};
use super::text::{head, holds, trim, with_json};
use crate::json::{Kind, Value};
use crate::vocabulary::notice as words;
use crate::vocabulary::outcome::{AUTH_SIGNS, QUOTA_SIGNS};

/// Bytes of the longest line that can be a tool's: a review in one line is never looked through.
const LINE: usize = 2_000;

/// Words of the longest line that only tells what is being done.
const DOING_WORDS: usize = 8;

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
pub fn find(text: &str) -> Option<Notice> {
    if let Some(complains) = as_a_whole(trim(text)) {
        let alone = true;
        return complains.then_some(Notice { complains, alone });
    }
    let mut seen = None;
    let mut trace = false;
    let rest = letters(text, LETTERS, |raw| {
        let line = Line::of(raw);
        // What an error carries along stands further in, or is what JSON is made of.
        let complains = match line.complains() {
            None if trace && continues(raw) => Some(true),
            None if trace && line.text.is_empty() => return false,
            found => found,
        };
        trace = complains == Some(true);
        if let Some(complains) = complains {
            seen = Some(complains || seen == Some(true));
        }
        complains.is_some()
    });
    let complains = seen.filter(|_| rest < LETTERS)?;
    Some(Notice {
        complains,
        alone: rest == 0,
    })
}

/// Whether a text that is one thing, a page, a help or a JSON object, is a complaint; `None` if it is none of these.
fn as_a_whole(text: &str) -> Option<bool> {
    let starts = |word: &str| holds(head(text, word.len()), word);
    if starts("<!doctype html") || starts("<html") {
        return Some(true);
    }
    if starts("usage:") && holds(text, "--help") {
        return Some(true);
    }
    if !text.starts_with('{') {
        return None;
    }
    with_json(text, |root| root.is_object().then(|| event(root).is_some()))
}

/// Whether a JSON object carries no review, and then whether it is an error.
fn event(object: Value<'_>) -> Option<bool> {
    let says = |name: &str| {
        let value = object.get(name);
        value.is_some_and(|it| !matches!(it.kind(), Kind::Null | Kind::False))
    };
    let kind = object.get("type");
    if says("error") || says("is_error") {
        return Some(true);
    }
    let kind = kind?.text();
    kind.is_any(words::EVENT_TYPES).then(|| kind.is("error"))
}

/// Whether a line is the rest of the error before it.
fn continues(raw: &str) -> bool {
    let line = trim(raw);
    raw.starts_with([' ', '\t'])
        || line.bytes().all(|it| b"{}[](),;".contains(&it))
        || (line.starts_with('"') && line.contains("\":"))
}

/// A line without what decorates its beginning.
struct Line<'t> {
    text: &'t str,
    /// The same in lower case, digits as `0`; nothing if the line is too long to be a tool's, or has no letter.
    plain: String,
    /// A time stood before it, as in a log.
    timed: bool,
}

impl<'t> Line<'t> {
    fn of(raw: &'t str) -> Self {
        // Symbols of all kinds, not the marks of a list, a heading or a quotation.
        let decorates = |it: char| !it.is_ascii() && !it.is_alphanumeric();
        let mut text = trim(trim(raw).trim_start_matches(|it| decorates(it) || it == ' '));
        let mut timed = false;
        if let Some((first, rest)) = text.split_once(' ')
            && is_time(first)
        {
            (text, timed) = (trim(rest), true);
        }
        let says_something = text.chars().any(char::is_alphabetic);
        let plain = if text.len() > LINE || !says_something {
            String::new()
        } else {
            let lower = |it: char| match it {
                '0'..='9' => '0',
                '\u{2019}' => '\'',
                _ => it.to_ascii_lowercase(),
            };
            text.chars().map(lower).collect()
        };
        Self { text, plain, timed }
    }

    /// Whether it is a tool's, and then whether it complains.
    fn complains(&self) -> Option<bool> {
        if self.plain.is_empty() {
            return None;
        }
        if self.plain.starts_with('{') {
            return with_json(self.text, event);
        }
        if self.begins(words::BANNERS) {
            return Some(false);
        }
        if let Some(level) = self.level() {
            return Some(level == "error");
        }
        let first = self.words().next().unwrap_or_default();
        let does = words::DOINGS.contains(&first);
        let ends_open = ["...", "\u{2026}"]
            .iter()
            .any(|it| self.plain.ends_with(it));
        if does && ends_open {
            return Some(false);
        }
        // A tool knows neither plans nor places in the source.
        if holds(&self.plain, "the plan") || has_citation(self.text, Citations::Anchored) {
            return None;
        }
        if self.begins(words::COMPLAINTS) || self.is_address() || self.is_labelled() {
            return Some(true);
        }
        let is_short = self.words().count() <= DOING_WORDS;
        let says_nothing = || !self.words().any(|word| words::VERBS.contains(&word));
        if does && is_short && says_nothing() {
            return Some(false);
        }
        let is_sign =
            || self.names_a_limit() && (self.asks() || self.words().count() <= SIGN_WORDS);
        let complains = (self.begins(words::SUBJECTS) || is_sign()) && says_nothing();
        complains.then_some(true)
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        let words = self.plain.split(|it: char| !it.is_alphanumeric());
        words.filter(|word| !word.is_empty())
    }

    /// Whether it begins with one of these, as whole words.
    fn begins(&self, openings: &[&str]) -> bool {
        openings.iter().any(|opening| {
            let rest = self.plain.strip_prefix(opening);
            rest.is_some_and(|rest| !rest.starts_with(|it: char| it.is_ascii_alphabetic()))
        })
    }

    /// The level of a line of a log: it stands behind a time.
    fn level(&self) -> Option<&str> {
        let first = self.words().next().filter(|_| self.timed)?;
        words::LEVELS.contains(&first).then_some(first)
    }

    /// Nothing but an address to go to.
    fn is_address(&self) -> bool {
        let is_http = ["http://", "https://"]
            .iter()
            .any(|it| self.plain.starts_with(it));
        is_http && !self.plain.contains(' ')
    }

    /// `Error:`, `API Error:`, `TypeError [ERR_X]:` before what went wrong.
    fn is_labelled(&self) -> bool {
        let Some((label, _)) = self.text.split_once(':') else {
            return false;
        };
        let label = label.split_once(" [").map_or(label, |it| it.0);
        let mut words = label.split(' ');
        let last = words.next_back().unwrap_or_default();
        let is = |word: &str, known: &[&str]| known.iter().any(|it| it.eq_ignore_ascii_case(word));
        let named = last.starts_with(|it: char| it.is_ascii_uppercase())
            && ["Error", "Exception"].iter().any(|it| last.ends_with(it))
            && last.bytes().all(|it| it.is_ascii_alphanumeric());
        (named || is(last, words::ERROR_LABELS)) && words.all(|word| is(word, words::ERROR_KINDS))
    }

    /// Not as a quotation.
    fn names_a_limit(&self) -> bool {
        let mut signs = AUTH_SIGNS.iter().chain(QUOTA_SIGNS);
        !self.plain.contains('`') && signs.any(|sign| holds(&self.plain, sign))
    }

    fn asks(&self) -> bool {
        words::REQUESTS
            .iter()
            .any(|request| holds(&self.plain, request))
    }
}

/// Whether a word is a time as logs have it: digits first, and a colon or two hyphens between them.
fn is_time(word: &str) -> bool {
    let word = word.trim_matches(['[', ']']);
    let marks = word.bytes().filter(|it| matches!(it, b':' | b'-')).count();
    marks >= 2
        && word.starts_with(|it: char| it.is_ascii_digit())
        && word
            .bytes()
            .all(|it| it.is_ascii_digit() || b":-.,TZ+/".contains(&it))
}
