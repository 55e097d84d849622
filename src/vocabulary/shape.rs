//! How a field table says what is accepted.

use super::grammar::Grammar;

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
