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

/// The words of an answer that is an error, empty if it has none: its member `error`, or all of it (F-24). Some servers
/// always have the member, and say with null or false that nothing is wrong.
pub(super) fn error(root: Value<'_>) -> Option<String> {
    let nothing = |it: &Value<'_>| matches!(it.kind(), Kind::Null | Kind::False);
    if let Some(error) = root.get("error").filter(|it| !nothing(it)) {
        return Some(message(error).unwrap_or_default());
    }
    let is_error = root.get("object").is_some_and(|it| it.text().is("error"));
    is_error.then(|| message(root).unwrap_or_default())
}
