//! Marks in front of a review that rests on nothing.

use alloc::string::String;

use super::output::is_empty;
use super::text::lines;
use crate::json::{is_js_space, utf16_len};

/// How a review begins that was written without the repository (L-107).
pub const BLIND: &str = "> [reviewed-without-repo-access]";
/// How a review begins that cites no source (L-76).
pub const UNGROUNDED: &str = "> [reviewed-without-source-citations]";
/// What a reviewer writes who could not read the repository (L-104).
pub const SELF_REPORT: &str = "REVIEWED-WITHOUT-REPO-ACCESS";

/// What counts as a citation of source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Citations {
    /// As the peer has it (L-76): something path-like right before a colon and a digit, wherever it begins.
    #[default]
    Any,
    /// A path that is a word by itself, with a line behind it; no host, port, time or ratio (B-18).
    Anchored,
}

/// The review with a mark in front if nothing in it cites source; `None` if it stays as it is: empty, marked already,
/// or grounded (L-76). For lanes that see sources only.
#[must_use]
pub fn ungrounded(review: &str, citations: Citations) -> Option<String> {
    let stays =
        is_empty(review) || review.starts_with(UNGROUNDED) || has_citation(review, citations);
    (!stays).then(|| {
        let said = " No line of this review cites a source file, so nothing shows that the sources were read.";
        [UNGROUNDED, said, "\n\n", review].concat()
    })
}

/// The review with a mark in front if it says, or betrays, that the repository could not be read; `None` if it stays
/// as it is (L-107).
#[must_use]
pub fn blind(review: &str) -> Option<String> {
    let says = || lines(review).take(5).any(|line| line.contains(SELF_REPORT));
    (!is_empty(review) && (says() || names_scratch(review))).then(|| {
        let said =
            " The reviewer could not read the repository; this is about the plan's text alone.";
        [BLIND, said, "\n\n", review].concat()
    })
}

/// Whether the text names the scratch directory as the one it works in: `workspace` or `working`, a space,
/// `directory` or `dir`, at most 40 units, `antigravity-cli/scratch`, the case of ASCII letters aside.
fn names_scratch(text: &str) -> bool {
    const SCRATCH: &[u8] = b"antigravity-cli/scratch";
    const UNITS: usize = 40;
    let starts = |rest: &[u8], word: &[u8]| {
        rest.get(..word.len())
            .is_some_and(|it| it.eq_ignore_ascii_case(word))
    };
    let bytes = text.as_bytes();
    // Where the last mention of a directory ends.
    let mut mention: Option<usize> = None;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let rest = bytes.get(at..).unwrap_or_default();
        match byte.to_ascii_lowercase() {
            b'w' => {
                let place = ["workspace ", "working "]
                    .iter()
                    .find(|word| starts(rest, word.as_bytes()))
                    .map_or(0, |word| word.len());
                let kind = rest.get(place..).unwrap_or_default();
                let named = ["directory", "dir"]
                    .iter()
                    .find(|word| place > 0 && starts(kind, word.as_bytes()));
                if let Some(named) = named {
                    mention = Some(at + place + named.len());
                }
            }
            b'a' if starts(rest, SCRATCH) => {
                let between = mention.and_then(|end| bytes.get(end..at));
                // Four bytes at most make a unit; longer is too long without counting.
                if between.is_some_and(|it| it.len() <= 4 * UNITS && utf16_len(it) <= UNITS) {
                    return true;
                }
            }
            _ => {}
        }
        at += 1;
    }
    false
}

/// Whether the text cites a line of a source file (L-76, B-18). Linear.
#[must_use]
pub fn has_citation(text: &str, citations: Citations) -> bool {
    let mut words = text.split(|it: char| is_js_space(it.into()));
    words.any(|word| match citations {
        Citations::Any => cites(word),
        Citations::Anchored => cites_anchored(word),
    })
}

/// Whether a digit follows.
fn digit(rest: &str) -> bool {
    rest.as_bytes().first().is_some_and(u8::is_ascii_digit)
}

/// L-76 in one word: runs without a colon, each before a colon and a digit.
fn cites(word: &str) -> bool {
    let mut rest = word;
    let mut after_colon = false;
    while let Some((run, behind)) = rest.split_once(':') {
        let path = if after_colon {
            // The longest end of it that may count: it says yes if any does.
            let mut units = run.trim_start_matches('/').chars();
            units.next();
            units.as_str()
        } else {
            run
        };
        if digit(behind) && is_path_like(path) {
            return true;
        }
        (rest, after_colon) = (behind, true);
    }
    false
}

/// A separator in it, or a point and one to sixteen ASCII letters or digits at its end.
fn is_path_like(path: &str) -> bool {
    path.contains(['/', '\\']) || extension(path).is_some()
}

/// The letters and digits behind the last point.
fn extension(path: &str) -> Option<&str> {
    let end = path.as_bytes();
    let length = end
        .iter()
        .rev()
        .take(17)
        .take_while(|it| it.is_ascii_alphanumeric())
        .count();
    let point = end.len().checked_sub(length + 1)?;
    ((1..=16).contains(&length) && end.get(point) == Some(&b'.'))
        .then(|| path.get(point + 1..))
        .flatten()
}

/// Last parts of host names that no source file ends in.
const DOMAINS: &[&str] = &[
    "com",
    "org",
    "net",
    "io",
    "ai",
    "dev",
    "app",
    "edu",
    "gov",
    "local",
    "lan",
    "internal",
    "localhost",
    "test",
    "example",
    "invalid",
    "localdomain",
    "host",
    "cloud",
];

/// Whether a word, quotes and brackets around it aside, is a path with a line behind it.
fn cites_anchored(word: &str) -> bool {
    let opens = |it: char| "([{<\"'`*_>~,;|#-—–“‘«".contains(it);
    let word = word.trim_start_matches(opens);
    // The drive of a Windows path has a colon of its own.
    let drive = match word.as_bytes() {
        [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic() => 2,
        _ => 0,
    };
    let Some((path, behind)) = word.get(drive..).and_then(|it| it.split_once(':')) else {
        return false;
    };
    if !digit(behind) || path.starts_with("//") {
        return false;
    }
    let ends_in_letter = extension(path).filter(|it| it.bytes().any(|it| it.is_ascii_alphabetic()));
    match ends_in_letter {
        _ if path.contains('@') && !path.starts_with('@') => false,
        Some(_) if path.contains(['/', '\\']) => true,
        Some(end) => !DOMAINS.iter().any(|it| it.eq_ignore_ascii_case(end)),
        // A file without an ending, in a folder: no fraction, no date.
        None => {
            path.contains(['/', '\\'])
                && path.bytes().any(|it| it.is_ascii_alphabetic())
                && path.trim_end_matches(['/', '\\']).len() == path.len()
        }
    }
}
