//! The little YAML that front matter takes: always-quoted scalars (Y-9).

use alloc::string::String;

use crate::json::write_number;
use crate::vocabulary::hidden::is_hidden;

/// Appends a text as a double-quoted scalar: one line of visible characters that reads back as the same text.
pub(super) fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => {
                out.push('\\');
                out.push(character);
            }
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            _ if is_hidden(character.into()) || is_unprintable(character) => {
                push_escape(out, character);
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}

/// What YAML does not let stand in a text.
fn is_unprintable(character: char) -> bool {
    u32::from(character) & 0xFFFE == 0xFFFE
}

fn push_escape(out: &mut String, character: char) {
    let point = u32::from(character);
    let (mark, digits) = if point < 0x1_0000 { ('u', 4) } else { ('U', 8) };
    out.push('\\');
    out.push(mark);
    for place in (0..digits).rev() {
        let digit = point >> (4 * place) & 0xF;
        out.push(char::from_digit(digit, 16).unwrap_or('0'));
    }
}

/// Appends a key: bare where nothing else could be meant.
pub(super) fn push_key(out: &mut String, key: &str) {
    let plain = |it: u8| matches!(it, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-');
    let starts = key.as_bytes().first().is_some_and(u8::is_ascii_lowercase);
    if starts && key.bytes().all(plain) && !WORDS.contains(&key) {
        out.push_str(key);
    } else {
        push_quoted(out, key);
    }
}

/// Words that some readers take for something else than text.
const WORDS: &[&str] = &["y", "n", "yes", "no", "on", "off", "true", "false", "null"];

/// Appends a list of texts.
pub(super) fn push_list<'t>(out: &mut String, texts: impl IntoIterator<Item = &'t str>) {
    out.push('[');
    for (at, text) in texts.into_iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        push_quoted(out, text);
    }
    out.push(']');
}

/// Appends a number; what is not finite is null.
pub(super) fn push_number(out: &mut String, number: f64) {
    let mut digits = alloc::vec::Vec::new();
    write_number(&mut digits, number);
    out.push_str(&String::from_utf8(digits).unwrap_or_default());
}
