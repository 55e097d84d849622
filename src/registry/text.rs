//! Text of a manifest, decoded once.

use alloc::borrow::Cow;
use alloc::string::String;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;

use serde::{Serialize, Serializer};

use crate::escape::visible;
use crate::json::{Str, compare_utf16};
use crate::vocabulary::RESERVED_NAMES;

/// Longest quotation in a message, in UTF-16 units.
const QUOTED: usize = 60;

/// A name that a manifest gives something. Ordered by bytes, which is what maps want; lists that people or vectors
/// see are sorted with [`Text::compare`].
#[derive(Eq, Hash)]
#[allow(clippy::derived_hash_with_manual_eq)] // the same equality, found faster
pub struct Text<'d>(Cow<'d, [u8]>);

impl<'d> Text<'d> {
    /// The content of a string.
    #[must_use]
    #[inline(never)]
    pub fn of(text: Str<'d>) -> Self {
        Self(text.wtf8())
    }

    /// A text of our own.
    #[must_use]
    pub const fn plain(text: &'d str) -> Self {
        Self(Cow::Borrowed(text.as_bytes()))
    }

    /// A content given as WTF-8.
    pub(super) const fn wtf8(content: Cow<'d, [u8]>) -> Self {
        Self(content)
    }

    /// The content as WTF-8.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The content as a string of a document.
    #[must_use]
    pub fn as_str(&self) -> Str<'_> {
        Str::of_wtf8(&self.0)
    }

    /// Whether it is exactly this text.
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        *self.0 == *text.as_bytes()
    }

    /// Whether it is a reserved name (J-9).
    #[must_use]
    #[inline(never)]
    pub fn is_reserved(&self) -> bool {
        RESERVED_NAMES.iter().any(|name| self.is(name))
    }

    /// Compares by UTF-16 code units.
    #[must_use]
    #[inline(never)]
    pub fn compare(&self, other: &Text<'_>) -> Ordering {
        compare_utf16(&self.0, &other.0)
    }

    /// Between backticks, safe to print.
    #[must_use]
    #[inline(never)]
    pub fn quoted(&self) -> String {
        alloc::format!("`{}`", visible(&self.0, QUOTED))
    }

    /// With U+FFFD for every unpaired surrogate.
    #[must_use]
    #[inline(never)]
    pub fn to_lossy(&self) -> String {
        self.as_str().to_lossy()
    }
}

impl Clone for Text<'_> {
    #[inline(never)]
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl PartialEq for Text<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.cmp(other).is_eq()
    }
}

impl PartialOrd for Text<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text<'_> {
    /// By bytes, eight at a time: names of one kind begin alike, and wasm has no fast comparison of memory.
    #[inline(never)]
    fn cmp(&self, other: &Self) -> Ordering {
        let (left, left_rest) = self.0.as_chunks::<8>();
        let (right, right_rest) = other.0.as_chunks::<8>();
        let number = |chunk: &[u8; 8]| u64::from_be_bytes(*chunk);
        for (left, right) in left.iter().zip(right) {
            if left != right {
                return number(left).cmp(&number(right));
            }
        }
        match left.len().cmp(&right.len()) {
            Ordering::Equal => left_rest.cmp(right_rest),
            // What is left of the shorter one is less than a chunk; it is compared with as much of the next.
            Ordering::Less => tail(left_rest, right.get(left.len())),
            Ordering::Greater => tail(right_rest, left.get(right.len())).reverse(),
        }
    }
}

/// Compares less than a chunk with a text that goes on with a whole one.
fn tail(rest: &[u8], next: Option<&[u8; 8]>) -> Ordering {
    rest.cmp(next.map_or(&[], |chunk| chunk))
}

impl Borrow<[u8]> for Text<'_> {
    fn borrow(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl Serialize for Text<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_str().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn texts_are_ordered_like_their_bytes() {
        let texts = [
            "",
            "a",
            "abcdefg",
            "abcdefgh",
            "abcdefgha",
            "abcdefgi",
            "abcdefghabcdefgh",
            "abcdefghabcdefgz",
            "abcdefghabcdefghx",
            "b",
            "\u{e9}",
            "abcdefg\u{e9}",
            "\u{ffff}abcdefgh",
        ];
        for left in texts {
            for right in texts {
                let order = Text::plain(left).cmp(&Text::plain(right));
                assert_eq!(
                    order,
                    left.as_bytes().cmp(right.as_bytes()),
                    "{left} {right}"
                );
                assert_eq!(Text::plain(left) == Text::plain(right), left == right);
            }
        }
    }
}
