//! Looking at captured text.

use crate::json::{Document, Value, is_js_space, trim_js};

/// The lines of a text: LF and CR LF end one, a lone CR does not (L-7).
pub(super) fn lines(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line))
}

/// The lines with something other than white space on them.
pub(super) fn filled_lines(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    lines(text).filter(|line| !is_blank(line))
}

/// Whether there is nothing but white space (L-3).
pub(super) fn is_blank(text: &str) -> bool {
    text.chars().all(|it| is_js_space(it.into()))
}

/// The text without white space at both ends (L-3).
pub(super) fn trim(text: &str) -> &str {
    // What is cut off are whole characters.
    core::str::from_utf8(trim_js(text.as_bytes())).unwrap_or_default()
}

/// Whether a text holds another one, the case of ASCII letters aside; `needle` is in lower case (L-4).
pub(super) fn holds(text: &str, needle: &str) -> bool {
    text.as_bytes()
        .windows(needle.len())
        .any(|window| window.eq_ignore_ascii_case(needle.as_bytes()))
}

/// Lets `then` look at the one JSON value that a text is; nothing if it is none (L-6).
pub(super) fn with_json<T>(text: &str, then: impl FnOnce(Value<'_>) -> Option<T>) -> Option<T> {
    let document = Document::parse(text, super::CAPTURED).ok()?;
    then(document.root())
}

/// At most that many bytes of the beginning, whole characters.
pub(super) fn head(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

/// At most that many bytes of the end, whole characters.
pub(super) fn tail(text: &str, bytes: usize) -> &str {
    let mut start = text.len().saturating_sub(bytes);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    text.get(start..).unwrap_or_default()
}
