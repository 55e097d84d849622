//! What was found and what is accepted, in words.

use alloc::format;
use alloc::string::String;
use core::fmt;

use crate::escape::visible;
use crate::json::{Kind, Str, Value, write_number};
pub(super) use crate::vocabulary::shape::{expected, list};

/// Longest quotation of a manifest in a message, in UTF-16 units.
const QUOTED: usize = 60;

/// A text of the manifest between backticks, safe to print.
pub(super) fn quote(text: Str<'_>) -> String {
    format!("`{}`", visible(&text.wtf8(), QUOTED))
}

/// Describes a value of the manifest.
pub(super) struct Found<'d>(pub(super) Value<'d>);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.0;
        match value.kind() {
            Kind::String => f.write_str(&quote(value.text())),
            Kind::Number => {
                let mut out = alloc::vec::Vec::new();
                match value.as_f64() {
                    Some(number) if number.is_finite() => write_number(&mut out, number),
                    Some(number) if number.is_nan() => out.extend_from_slice(b"NaN"),
                    _ => out.extend_from_slice(b"Infinity"),
                }
                write!(f, "the number {}", String::from_utf8_lossy(&out))
            }
            kind => f.write_str(match kind {
                Kind::Null => "null",
                Kind::True => "true",
                Kind::False => "false",
                Kind::Array => "an array",
                Kind::Object => "an object",
                Kind::BigInt => "a big integer",
                Kind::Function => "a function",
                Kind::Symbol => "a symbol",
                Kind::Circular => "an object that contains itself",
                Kind::Thrown => "a value that cannot be read",
                _ => "nothing",
            }),
        }
    }
}
