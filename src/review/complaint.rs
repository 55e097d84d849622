//! What a tool or a server complains about.

use alloc::string::String;

use super::text::{holds, is_blank};
use crate::json::{Kind, Value};
use crate::vocabulary::outcome::{AUTH_SIGNS, QUOTA_SIGNS, Reason};

/// Bytes at the end of a text in which a complaint is looked for: tools end with what stopped them.
const TAIL: usize = 16 * 1024;

/// The reason that a tool's error output or a server's message gives, if it is one of those with a remedy of their
/// own: `auth-required` or `quota` (Y-11, F-31). Only for what failed anyway: a review may speak of quotas.
#[must_use]
pub fn reason(text: &str) -> Option<Reason> {
    let tail = super::text::tail(text, TAIL);
    let says = |signs: &[&str]| signs.iter().any(|sign| holds(tail, sign));
    if says(AUTH_SIGNS) {
        Some(Reason::AuthRequired)
    } else if says(QUOTA_SIGNS) {
        Some(Reason::Quota)
    } else {
        None
    }
}

/// Members in which an error keeps its words, the best first.
const MESSAGES: &[&str] = &["message", "detail", "error", "type", "code", "name"];

/// The words of an error as servers and tools write them: a text, or an object with a message somewhere at its top
/// or in its `data`.
pub(super) fn message(error: Value<'_>) -> Option<String> {
    let of = |value: Value<'_>| {
        let text = value.as_str()?.to_lossy();
        (!is_blank(&text)).then_some(text)
    };
    let inside = |value: Value<'_>| MESSAGES.iter().find_map(|name| of(value.get(name)?));
    of(error)
        .or_else(|| inside(error.get("data")?))
        .or_else(|| inside(error))
        .or_else(|| inside(error.get("error")?))
}

/// Whether a member says that something is the matter. Some servers and tools always have it, and say that all is well
/// with null, false, a zero, or something that is empty.
pub(super) fn says(root: Value<'_>, name: &str) -> bool {
    root.get(name).is_some_and(|it| match it.kind() {
        Kind::Null | Kind::False => false,
        Kind::Number => it.as_f64() != Some(0.0),
        Kind::String => !is_blank(&it.text().to_lossy()),
        Kind::Array | Kind::Object => it.entries().next().is_some(),
        _ => true,
    })
}

/// The words of an answer that is an error, empty if it has none: its member `error`, or all of it (F-24).
pub(super) fn error(root: Value<'_>) -> Option<String> {
    if let Some(error) = root.get("error").filter(|_| says(root, "error")) {
        return Some(message(error).unwrap_or_default());
    }
    let is_error = root.get("object").is_some_and(|it| it.text().is("error"));
    is_error.then(|| message(root).unwrap_or_default())
}
