//! Finding a short text in another.
//!
//! The search of the standard library is made for long needles; with its words for the panics it never has, it costs
//! eight kilobytes of wasm.

/// The offset at which `needle`, which is not empty, first stands in `text`.
#[must_use]
#[inline(never)]
pub fn find(text: &str, needle: &str) -> Option<usize> {
    let (text, needle) = (text.as_bytes(), needle.as_bytes());
    let first = needle.first();
    text.windows(needle.len().max(1))
        .position(|window| window.first() == first && window == needle)
}

/// What stands before the first `separator`, which is not empty, and what behind it.
#[must_use]
pub fn split_once<'t>(text: &'t str, separator: &str) -> Option<(&'t str, &'t str)> {
    let (before, rest) = text.split_at_checked(find(text, separator)?)?;
    Some((before, rest.get(separator.len()..)?))
}

/// What stands before, between and behind the separators.
pub fn split<'t>(text: &'t str, separator: &str) -> impl Iterator<Item = &'t str> {
    let mut rest = Some(text);
    core::iter::from_fn(move || {
        let (part, more) = match split_once(rest?, separator) {
            Some((part, more)) => (part, Some(more)),
            None => (rest?, None),
        };
        rest = more;
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::{find, split, split_once};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn as_the_standard_library_finds(text in "[ab\u{e9}]{0,12}", needle in "[ab\u{e9}]{1,3}") {
            prop_assert_eq!(find(&text, &needle), text.find(&needle));
            prop_assert_eq!(split_once(&text, &needle), text.split_once(&needle));
            prop_assert!(split(&text, &needle).eq(text.split(&needle)));
        }
    }
}
