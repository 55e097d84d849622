//! What was found and what is accepted, in words.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use crate::escape::visible;
use crate::json::{Kind, Str, Value, write_number};
use crate::vocabulary::shape::Shape;

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

/// What a shape accepts; closed sets are spelled out.
pub(super) fn expected(shape: &Shape) -> String {
    match shape {
        Shape::Anything => "any value".to_string(),
        Shape::AnyText => "a text".to_string(),
        Shape::Text => "a text that is not empty".to_string(),
        Shape::Matching(grammar) | Shape::Unreserved(grammar) => grammar.words.to_string(),
        Shape::Name => "a text that is no reserved name".to_string(),
        Shape::UnreservedText => "a text that is neither empty nor a reserved name".to_string(),
        Shape::Boolean => "true or false".to_string(),
        Shape::Integer(least, most) if most.is_finite() => {
            format!(
                "a whole number from {} to {}",
                number(*least),
                number(*most)
            )
        }
        Shape::Integer(least, _) => format!("a whole number from {} on", number(*least)),
        Shape::OneOfNumber(set) => {
            let members: alloc::vec::Vec<String> =
                set.iter().map(|member| number(*member)).collect();
            format!("one of the numbers {}", members.join(", "))
        }
        Shape::OrWord(word, inner) => format!("{}, or `{word}`", expected(inner)),
        Shape::Array => "an array".to_string(),
        Shape::OneOf([only]) => format!("`{only}`"),
        Shape::OneOf(set) => format!("one of {}", list(set)),
        Shape::PositiveInteger => "a whole number above 0".to_string(),
        Shape::OrNull(inner) => format!("null or {}", expected(inner)),
        Shape::List(entry) | Shape::IndexedList(entry) => {
            format!("an array; each entry is {}", expected(entry))
        }
        Shape::DistinctList(entry) => {
            format!(
                "an array of at least one entry, each only once; an entry is {}",
                expected(entry)
            )
        }
        Shape::Object => "an object".to_string(),
    }
}

/// A number of ours as ECMAScript prints it.
fn number(number: f64) -> String {
    let mut out = alloc::vec::Vec::new();
    write_number(&mut out, number);
    String::from_utf8_lossy(&out).into_owned()
}

/// Members between backticks.
pub(super) fn list(members: &[&str]) -> String {
    let mut out = String::new();
    for (index, member) in members.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        out.push('`');
        out.push_str(member);
        out.push('`');
    }
    out
}
