//! Whether a value fits a shape: the plain verdict, which is all that a good manifest needs.

use super::checker::is_integer;
use crate::json::{Value, same};
use crate::vocabulary::RESERVED_NAMES;
use crate::vocabulary::shape::Shape;

/// Whether a value fits, in all its parts.
pub(super) fn fits(value: Value<'_>, shape: &Shape) -> bool {
    match shape {
        Shape::Anything => true,
        Shape::OrNull(inner) => value.is_null() || fits(value, inner),
        Shape::OrWord(word, inner) => {
            value.as_str().is_some_and(|text| text.is(word)) || fits(value, inner)
        }
        Shape::Boolean => value.as_bool().is_some(),
        Shape::PositiveInteger => number_fits(value, |number| is_integer(number) && number > 0.0),
        Shape::Integer(least, most) => number_fits(value, |number| {
            is_integer(number) && (*least..=*most).contains(&number)
        }),
        Shape::OneOfNumber(set) => number_fits(value, |number| set.contains(&number)),
        Shape::Object => value.is_object() && !value.is_unreadable(),
        Shape::Array => value.is_array() && !value.is_unreadable(),
        Shape::List(entry) | Shape::IndexedList(entry) => {
            fits(value, &Shape::Array) && value.items().all(|item| fits(item, entry))
        }
        Shape::DistinctList(entry) => {
            let mut items = value.items();
            // One or two entries are what almost every manifest has; more get the closer look.
            let (first, second, more) = (items.next(), items.next(), items.next());
            more.is_none()
                && first.is_some_and(|first| fits(first, entry))
                && second.is_none_or(|second| {
                    fits(second, entry) && first.map(Value::text) != Some(second.text())
                })
        }
        Shape::AnyText
        | Shape::Name
        | Shape::UnreservedText
        | Shape::Text
        | Shape::Matching(_)
        | Shape::Unreserved(_)
        | Shape::OneOf(_) => value.as_str().is_some_and(|text| match text.plain() {
            Some(content) => text_fits(content, shape),
            None => text_fits(&text.wtf8(), shape),
        }),
    }
}

fn number_fits(value: Value<'_>, holds: impl Fn(f64) -> bool) -> bool {
    value.as_f64().is_some_and(holds)
}

#[allow(clippy::inline_always)] // measured: called once per text of every manifest
#[inline(always)]
fn text_fits(content: &[u8], shape: &Shape) -> bool {
    let reserved = || {
        RESERVED_NAMES
            .iter()
            .any(|name| same(content, name.as_bytes()))
    };
    match shape {
        Shape::Name => !reserved(),
        Shape::UnreservedText => !content.is_empty() && !reserved(),
        Shape::Text => !content.is_empty(),
        Shape::Matching(grammar) => (grammar.matches)(content),
        Shape::Unreserved(grammar) => (grammar.matches)(content) && !reserved(),
        Shape::OneOf(set) => set.iter().any(|member| same(content, member.as_bytes())),
        _ => true,
    }
}
