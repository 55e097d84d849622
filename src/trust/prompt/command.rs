//! Commands as one line that reads back to the same list of arguments (T-64, TB-4).

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write;

use super::render::{Rendered, render, render_env_value};
use crate::json::{CodePoints, Kind, Quoting, StableWriter, Str, Value, is_js_space, write_number};
use crate::trust::members::Elements;

/// Containers inside an argument; deeper ones are only named.
const ARGUMENT_DEPTH: u32 = 128;

/// A text as a word of a command: in `'` if it is empty, holds white space or a quote, or could be taken for
/// something else that is shown here (`<` starts what is no string, `…` marks a cut).
#[must_use]
pub fn word(text: Str<'_>) -> String {
    let wtf8 = text.wtf8();
    quoted(&render(&wtf8), needs_quotes(&wtf8, false))
}

/// A word, or what stands for an empty one; no word can equal that, for it would be quoted.
pub(super) fn word_or(value: Str<'_>, placeholder: &str) -> String {
    if value.is_empty() {
        String::from("(") + placeholder + ")"
    } else {
        word(value)
    }
}

/// A name and a value of the environment as one word.
pub(super) fn env_word(name: Str<'_>, value: Str<'_>) -> String {
    let (key, content) = (name.wtf8(), value.wtf8());
    let mut out = quoted(&render(&key), needs_quotes(&key, true));
    out.push('=');
    out += &quoted(&render_env_value(value), needs_quotes(&content, false));
    out
}

/// An argument as a word: what is no string stands as `<JSON>` (T-64).
#[must_use]
pub fn argument(value: Value<'_>) -> String {
    if let Some(text) = value.as_str() {
        return word(text);
    }
    let mut json = Vec::new();
    match value.kind() {
        Kind::BigInt => {
            json.extend_from_slice(&value.content().wtf8());
            json.push(b'n');
        }
        Kind::Undefined | Kind::Hole => json.extend_from_slice(b"undefined"),
        Kind::Function => json.extend_from_slice(b"function"),
        Kind::Symbol => json.extend_from_slice(b"symbol"),
        _ => {
            if !stringify(value, &mut json, 0) {
                json.clear();
                json.extend_from_slice(b"object");
            }
        }
    }
    let mut out = String::from("<");
    // Writing to a string cannot fail.
    let _ = write!(out, "{}", render(&json));
    out.push('>');
    out
}

/// A program and its arguments as words; no program shows as a placeholder.
pub(super) fn command_words(program: Str<'_>, arguments: Elements<'_>) -> Vec<String> {
    let mut words = vec![word_or(program, "no command")];
    words.extend(arguments.iter().map(argument));
    words
}

fn needs_quotes(wtf8: &[u8], name: bool) -> bool {
    wtf8.is_empty()
        || wtf8.starts_with(b"<")
        || CodePoints::new(wtf8).any(|point| {
            matches!(point, 0x22 | 0x27 | 0x2026) || (name && point == 0x3D) || is_js_space(point)
        })
}

fn quoted(rendered: &Rendered, quotes: bool) -> String {
    let mut out = String::with_capacity(rendered.text.len() + 2);
    if quotes {
        out.push('\'');
        for part in rendered.text.split_inclusive('\'') {
            out += part;
            if part.ends_with('\'') {
                out.push('\'');
            }
        }
    } else {
        out += &rendered.text;
    }
    if rendered.truncated {
        out.push('…');
    }
    if quotes {
        out.push('\'');
    }
    if rendered.truncated {
        // Writing to a string cannot fail.
        let _ = write!(out, "[cut:{}]", rendered.length);
    }
    out
}

/// `JSON.stringify`, members in own-key order; `false` where that throws.
fn stringify(value: Value<'_>, out: &mut Vec<u8>, depth: u32) -> bool {
    if depth > ARGUMENT_DEPTH || value.is_unreadable() {
        return false;
    }
    match value.kind() {
        Kind::Array => {
            out.push(b'[');
            for (place, item) in value.items().enumerate() {
                if place > 0 {
                    out.push(b',');
                }
                if !stringify(item, out, depth + 1) {
                    return false;
                }
            }
            out.push(b']');
        }
        Kind::Object => {
            out.push(b'{');
            let mut first = true;
            for (key, member) in value.entries() {
                if matches!(
                    member.kind(),
                    Kind::Undefined | Kind::Function | Kind::Symbol
                ) {
                    continue;
                }
                if !first {
                    out.push(b',');
                }
                first = false;
                StableWriter::new(out, Quoting::Once).string(key);
                out.push(b':');
                if !stringify(member, out, depth + 1) {
                    return false;
                }
            }
            out.push(b'}');
        }
        Kind::BigInt | Kind::Circular | Kind::Thrown => return false,
        Kind::Number => write_number(out, value.as_f64().unwrap_or(f64::NAN)),
        Kind::Hole => out.extend_from_slice(b"null"),
        _ => StableWriter::new(out, Quoting::Once).value(value),
    }
    true
}
