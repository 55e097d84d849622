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

fn words(error: &SyntaxError, original: &[u8]) -> (String, Option<String>) {
    let found = match error.found {
        Some(character) => format!("found `{}`", shown(character)),
        None => "the text ends here".to_string(),
    };
    let say =
        |message: &str, help: Option<&str>| (message.to_string(), help.map(ToString::to_string));
    match error.kind {
        SyntaxKind::Empty => say(
            "there is no text",
            Some("a manifest is a JSON object: `{ … }`"),
        ),
        SyntaxKind::UnexpectedEnd => say(
            "the text ends in the middle of a value",
            Some("close every `{`, `[` and `\"`"),
        ),
        SyntaxKind::ExpectedValue => {
            let rest = error.text(original).get(error.offset..).unwrap_or_default();
            let word: Vec<u8> = rest
                .iter()
                .copied()
                .take_while(u8::is_ascii_alphanumeric)
                .take(20)
                .collect();
            let hint = match word.as_slice() {
                b"True" | b"TRUE" => Some("write `true`"),
                b"False" | b"FALSE" => Some("write `false`"),
                b"None" | b"NULL" | b"Null" | b"undefined" => Some("write `null`"),
                b"NaN" | b"Infinity" => Some("JSON has no such number"),
                _ if rest.starts_with(b"\xFF\xFE") || rest.contains(&0) => {
                    Some("save the file as UTF-8; this looks like UTF-16")
                }
                [] => None,
                _ => Some("texts stand in double quotes"),
            };
            (
                format!("{found}; expected a value"),
                hint.map(ToString::to_string),
            )
        }
        SyntaxKind::ExpectedKey => (
            format!("{found}; expected a key in double quotes"),
            Some("write keys as \"key\"".to_string()),
        ),
        SyntaxKind::ExpectedColon => (format!("{found}; expected `:` after the key"), None),
        SyntaxKind::ExpectedCommaOrEnd => (
            format!("{found}; expected `,` or the closing bracket"),
            Some("a comma is missing, or a bracket is not closed".to_string()),
        ),
        SyntaxKind::TrailingComma => say(
            "a comma stands before a closing bracket",
            Some("remove the comma; JSON allows none at the end"),
        ),
        SyntaxKind::TrailingText => (
            format!("{found} after the end of the value"),
            Some("a manifest is one JSON value; remove what follows".to_string()),
        ),
        SyntaxKind::Comment => say("JSON has no comments", Some("remove the comment")),
        SyntaxKind::SingleQuotes => say(
            "texts stand in double quotes",
            Some("write \"…\" instead of '…'"),
        ),
        SyntaxKind::ControlInString => (
            format!(
                "the control character U+{:04X} stands raw inside a text",
                error.found.map_or(0, u32::from)
            ),
            Some(
                "write line breaks as `\\n` and tabs as `\\t`; is a closing quote missing?"
                    .to_string(),
            ),
        ),
        SyntaxKind::BadEscape => say(
            "a backslash starts no escape that JSON knows",
            Some("known are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hex digits"),
        ),
        SyntaxKind::UnterminatedString => {
            say("a text has no closing quote", Some("add the closing `\"`"))
        }
        SyntaxKind::BadNumber => say(
            "this is no number of JSON",
            Some("no leading zero, no plus sign, digits on both sides of the dot"),
        ),
        SyntaxKind::TooDeep => (
            format!("more than {MAX_DEPTH} nested arrays and objects"),
            Some("a manifest has no use for such depth".to_string()),
        ),
        SyntaxKind::TooLarge => (
            format!(
                "the text is longer than {} MiB",
                MAX_TEXT_BYTES / (1024 * 1024)
            ),
            None,
        ),
    }
}

fn shown(character: char) -> String {
    let mut buffer = [0; 4];
    crate::escape::visible(character.encode_utf8(&mut buffer).as_bytes(), 2)
}
