//! The report on a text that is not JSON, or that breaks a limit.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::diagnostic::{Code, Diagnostic, Report, Severity, Span};
use crate::json::{Positions, SyntaxError, SyntaxKind};
use crate::vocabulary::limits::{MAX_DEPTH, MAX_TEXT_BYTES};

/// The report on a text that could not be parsed. `original` is the text as it was given to the parser.
#[must_use]
pub fn syntax_report(error: &SyntaxError, original: &[u8]) -> Report {
    let (code, rule) = match error.kind {
        SyntaxKind::TooDeep => (Code::TooDeep, "J-6"),
        SyntaxKind::TooLarge => (Code::TooLarge, "J-6"),
        _ => (Code::InvalidJson, "J-5"),
    };
    let (message, help) = words(error, original);
    let span = (error.kind != SyntaxKind::TooLarge).then(|| {
        let positions = Positions::of(error.text(original), error.bom);
        let width = error.found.map_or(0, char::len_utf8);
        let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Span::of(
            &positions,
            (narrow(error.offset), narrow(error.offset + width)),
        )
    });
    let diagnostic = Diagnostic {
        code,
        severity: Severity::Error,
        rule,
        path: String::new(),
        field: "$".to_string(),
        message,
        help,
        beyond: code != Code::InvalidJson,
        related: Vec::new(),
        span,
    };
    Report {
        valid: false,
        diagnostics: Vec::from([diagnostic]),
    }
}

/// What is said of an error.
enum Said {
    /// This.
    This(&'static str),
    /// What was found, then this.
    Found(&'static str),
    /// Something with numbers in it.
    Made(String),
}

fn words(error: &SyntaxError, original: &[u8]) -> (String, Option<String>) {
    let (said, help) = said(error, original);
    let message = match (said, error.found) {
        (Said::This(words), _) => words.to_string(),
        (Said::Found(words), Some(character)) => format!("found `{}`{words}", shown(character)),
        (Said::Found(words), None) => format!("the text ends here{words}"),
        (Said::Made(words), _) => words,
    };
    (message, help.map(ToString::to_string))
}

fn said(error: &SyntaxError, original: &[u8]) -> (Said, Option<&'static str>) {
    match error.kind {
        SyntaxKind::Empty => (
            Said::This("there is no text"),
            Some("a manifest is a JSON object: `{ … }`"),
        ),
        SyntaxKind::UnexpectedEnd => (
            Said::This("the text ends in the middle of a value"),
            Some("close every `{`, `[` and `\"`"),
        ),
        SyntaxKind::ExpectedValue => (
            Said::Found("; expected a value"),
            hint(error.text(original).get(error.offset..).unwrap_or_default()),
        ),
        SyntaxKind::ExpectedKey => (
            Said::Found("; expected a key in double quotes"),
            Some("write keys as \"key\""),
        ),
        SyntaxKind::ExpectedColon => (Said::Found("; expected `:` after the key"), None),
        SyntaxKind::ExpectedCommaOrEnd => (
            Said::Found("; expected `,` or the closing bracket"),
            Some("a comma is missing, or a bracket is not closed"),
        ),
        SyntaxKind::TrailingComma => (
            Said::This("a comma stands before a closing bracket"),
            Some("remove the comma; JSON allows none at the end"),
        ),
        SyntaxKind::TrailingText => (
            Said::Found(" after the end of the value"),
            Some("a manifest is one JSON value; remove what follows"),
        ),
        SyntaxKind::Comment => (
            Said::This("JSON has no comments"),
            Some("remove the comment"),
        ),
        SyntaxKind::SingleQuotes => (
            Said::This("texts stand in double quotes"),
            Some("write \"…\" instead of '…'"),
        ),
        SyntaxKind::ControlInString => (
            Said::Made(format!(
                "the control character U+{:04X} stands raw inside a text",
                error.found.map_or(0, u32::from)
            )),
            Some("write line breaks as `\\n` and tabs as `\\t`; is a closing quote missing?"),
        ),
        SyntaxKind::BadEscape => (
            Said::This("a backslash starts no escape that JSON knows"),
            Some("known are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hex digits"),
        ),
        SyntaxKind::UnterminatedString => (
            Said::This("a text has no closing quote"),
            Some("add the closing `\"`"),
        ),
        SyntaxKind::BadNumber => (
            Said::This("this is no number of JSON"),
            Some("no leading zero, no plus sign, digits on both sides of the dot"),
        ),
        SyntaxKind::TooDeep => (
            Said::Made(format!("more than {MAX_DEPTH} nested arrays and objects")),
            Some("a manifest has no use for such depth"),
        ),
        SyntaxKind::TooLarge => (
            Said::Made(format!(
                "the text is longer than {} MiB",
                MAX_TEXT_BYTES / (1024 * 1024)
            )),
            None,
        ),
    }
}

/// What was probably meant where a value should begin.
fn hint(rest: &[u8]) -> Option<&'static str> {
    let end = rest
        .iter()
        .take(20)
        .position(|byte| !byte.is_ascii_alphanumeric());
    let word = rest.get(..end.unwrap_or(rest.len().min(20)));
    match word.unwrap_or_default() {
        b"True" | b"TRUE" => Some("write `true`"),
        b"False" | b"FALSE" => Some("write `false`"),
        b"None" | b"NULL" | b"Null" | b"undefined" => Some("write `null`"),
        b"NaN" | b"Infinity" => Some("JSON has no such number"),
        _ if rest.starts_with(b"\xFF\xFE") || rest.contains(&0) => {
            Some("save the file as UTF-8; this looks like UTF-16")
        }
        [] => None,
        _ => Some("texts stand in double quotes"),
    }
}

fn shown(character: char) -> String {
    let mut buffer = [0; 4];
    crate::escape::visible(character.encode_utf8(&mut buffer).as_bytes(), 2)
}
