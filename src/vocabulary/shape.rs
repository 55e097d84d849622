//! How a field table says what is accepted.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::grammar::Grammar;
use crate::json::write_number;

/// What a value must be.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// Any value at all.
    Anything,
    /// A string, the empty one included.
    AnyText,
    /// A string of at least one code unit.
    Text,
    /// A string that matches a grammar as a whole.
    Matching(&'static Grammar),
    /// As `Matching`, and not a reserved name (J-9).
    Unreserved(&'static Grammar),
    /// A string, the empty one included, that is no reserved name.
    Name,
    /// A string of at least one code unit that is no reserved name.
    UnreservedText,
    /// A truth value.
    Boolean,
    /// A whole number within these bounds.
    Integer(f64, f64),
    /// Exactly one of these numbers.
    OneOfNumber(&'static [f64]),
    /// Exactly this word, or what follows.
    OrWord(&'static str, &'static Shape),
    /// Exactly one of these strings.
    OneOf(&'static [&'static str]),
    /// A whole number above zero.
    PositiveInteger,
    /// Null, or what follows.
    OrNull(&'static Shape),
    /// An array of what follows.
    List(&'static Shape),
    /// An array of at least one of what follows, each only once.
    DistinctList(&'static Shape),
    /// An array of what follows; a flaw is reported at the entry, not at the array (V-1).
    IndexedList(&'static Shape),
    /// An array; its inside is checked elsewhere.
    Array,
    /// An object; its inside is checked elsewhere.
    Object,
}

/// One field of an object.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// The numbered rule that states what it accepts.
    pub rule: &'static str,
    /// Whether its absence is an error.
    pub required: bool,
    /// What it accepts.
    pub accepts: Shape,
}

/// A field that must be there.
#[must_use]
pub const fn required(name: &'static str, rule: &'static str, accepts: Shape) -> Field {
    Field {
        name,
        rule,
        required: true,
        accepts,
    }
}

/// A field that may be absent.
#[must_use]
pub const fn optional(name: &'static str, rule: &'static str, accepts: Shape) -> Field {
    Field {
        name,
        rule,
        required: false,
        accepts,
    }
}

/// What a shape accepts; closed sets are spelled out.
#[must_use]
pub fn expected(shape: &Shape) -> String {
    let words = match shape {
        Shape::Anything => "any value",
        Shape::AnyText => "a text",
        Shape::Text => "a text that is not empty",
        Shape::Matching(grammar) | Shape::Unreserved(grammar) => grammar.words,
        Shape::Name => "a text that is no reserved name",
        Shape::UnreservedText => "a text that is neither empty nor a reserved name",
        Shape::Boolean => "true or false",
        Shape::Array => "an array",
        Shape::PositiveInteger => "a whole number above 0",
        Shape::Object => "an object",
        _ => return composed(shape),
    };
    words.to_string()
}

/// What a shape accepts that is put together of others, or of numbers and names.
fn composed(shape: &Shape) -> String {
    match shape {
        Shape::Integer(least, most) if most.is_finite() => {
            format!(
                "a whole number from {} to {}",
                number(*least),
                number(*most)
            )
        }
        Shape::Integer(least, _) => format!("a whole number from {} on", number(*least)),
        Shape::OneOfNumber(set) => {
            let members: Vec<String> = set.iter().map(|member| number(*member)).collect();
            format!("one of the numbers {}", members.join(", "))
        }
        Shape::OrWord(word, inner) => format!("{}, or `{word}`", expected(inner)),
        Shape::OneOf([only]) => format!("`{only}`"),
        Shape::OneOf(set) => format!("one of {}", list(set)),
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
        simple => expected(simple),
    }
}

/// A number of ours as ECMAScript prints it.
fn number(number: f64) -> String {
    let mut out = Vec::new();
    write_number(&mut out, number);
    String::from_utf8_lossy(&out).into_owned()
}

/// Members between backticks.
#[must_use]
pub fn list(members: &[&str]) -> String {
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
