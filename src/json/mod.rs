//! JSON exactly as JavaScript sees it.
//!
//! A [`Document`] is a flat tape of nodes over one byte buffer. Text is parsed onto it by
//! [`Document::parse`] without recursion and without an allocation per value; a live JavaScript object is
//! written onto the same tape through [`Builder`]. Whatever stands on the tape is read through [`Value`]
//! and [`Str`], which are `Copy` cursors, so validation, disclosure, signature and plan all see the same
//! snapshot of the same bytes.
//!
//! What differs from an ordinary JSON library, and why (rules J-1…J-6, T-2, T-3):
//! * a repeated key keeps its first position and its last value;
//! * integer-like keys enumerate first, ascending;
//! * strings are sequences of UTF-16 code units, kept as WTF-8, so that unpaired surrogates stay content;
//! * numbers are IEEE doubles and print by ECMAScript rules.
#![allow(clippy::inline_always)] // measured: the wasm is built for size, and these are its hot steps

mod build;
mod number;
mod pointer;
mod position;
mod scan;
mod script;
mod serial;
mod stable;
mod text;
mod value;

use alloc::borrow::Cow;
use alloc::vec::Vec;

pub use build::Builder;
pub(crate) use number::parse_double;
pub use number::write_number;
pub use pointer::push_token;
pub use position::{Position, Positions};
pub use scan::{SyntaxError, SyntaxKind};
pub use script::js_string;
pub use serial::write_json;
pub use stable::{Quoting, StableWriter};
pub use text::{
    CodePoints, Str, Utf16Units, compare_utf16, is_js_space, key_hash, same, trim_js, trim_text,
    utf16_len,
};
pub use value::{Entries, Items, Kind, Member, Threw, Value};

use crate::vocabulary::limits;

/// How much a parser takes before it refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Nested containers, the root included.
    pub depth: u32,
    /// Bytes of text.
    pub bytes: usize,
}

impl Limits {
    /// The limits of a manifest (J-6): 128 nested containers, 8 MiB.
    pub const MANIFEST: Self = Self {
        depth: limits::MAX_DEPTH,
        bytes: limits::MAX_TEXT_BYTES,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::MANIFEST
    }
}

/// One place on the tape.
///
/// `start..end` are offsets into the buffer: of the whole value for containers and numbers, of the content
/// without quotes for strings. Two uses of the same words keep the node at 16 bytes: a number that came from
/// a live value keeps its bits in `start` and `end`, see [`Node::BINARY`].
#[derive(Debug, Clone, Copy)]
struct Node {
    start: u32,
    end: u32,
    /// The node after this value and everything in it.
    next: u32,
    kind: Kind,
    flags: u8,
    /// Key: [`key_hash`] of its content.
    hash: u16,
}

impl Node {
    /// String: holds at least one backslash escape.
    const ESCAPED: u8 = 1;
    /// String: content stands as it is (from a live value, or from text with unpaired surrogates) and may
    /// need escapes when written.
    const RAW: u8 = 1 << 1;
    /// Number: the literal is already what ECMAScript would print.
    const VERBATIM: u8 = 1 << 2;
    /// Number: `start` and `end` hold the high and low half of the double.
    const BINARY: u8 = 1 << 3;
    /// Object: some key occurs twice.
    const DUPLICATES: u8 = 1 << 4;
    /// Object: some key is integer-like, so that enumeration is not in document order.
    const INTEGER_KEYS: u8 = 1 << 5;
    /// Container: enumerating it threw (object road only, T-26).
    const UNREADABLE: u8 = 1 << 6;
    /// Key: reachable by a property read, yet not an own enumerable property (object road only, T-24).
    const HIDDEN: u8 = 1 << 7;

    fn is(self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

/// A parsed text or a snapshot of a live value.
#[derive(Debug, Clone)]
pub struct Document<'s> {
    source: Cow<'s, [u8]>,
    nodes: Vec<Node>,
    /// Offset of the text proper: 3 after a byte order mark, else 0.
    body: u32,
    /// Nodes of numerals that overflow to infinity (TB-10).
    overflows: Vec<u32>,
    duplicates: bool,
    from_text: bool,
}

impl<'s> Document<'s> {
    /// Parses text as `JSON.parse` does, except that a leading byte order mark is skipped (ask
    /// [`Document::has_bom`]) and that `limits` hold.
    ///
    /// # Errors
    /// The first place where the text is not JSON, or where it breaks a limit.
    pub fn parse(text: &'s str, limits: Limits) -> Result<Self, SyntaxError> {
        scan::parse(Cow::Borrowed(text.as_bytes()), limits, scan::Encoding::Utf8)
    }

    /// Parses bytes that are decoded as UTF-8 with U+FFFD for what is malformed (J-5).
    ///
    /// # Errors
    /// As [`Document::parse`].
    pub fn parse_bytes(bytes: &'s [u8], limits: Limits) -> Result<Self, SyntaxError> {
        scan::parse(Cow::Borrowed(bytes), limits, scan::Encoding::Unchecked)
    }

    /// Parses JavaScript text that may hold unpaired surrogates, as WTF-8 (T-3).
    ///
    /// # Errors
    /// As [`Document::parse`].
    pub fn parse_wtf8(bytes: &'s [u8], limits: Limits) -> Result<Self, SyntaxError> {
        // What was given is counted, not what malformed bytes become.
        if bytes.len() > limits.bytes {
            return Err(SyntaxError::too_large(bytes));
        }
        let wide = Limits {
            bytes: usize::MAX,
            ..limits
        };
        scan::parse(
            Cow::Owned(text::sanitize_wtf8(bytes)),
            wide,
            scan::Encoding::Wtf8,
        )
    }

    /// The root value.
    #[must_use]
    pub fn root(&self) -> Value<'_> {
        Value::new(self, 0)
    }

    /// The decoded text (WTF-8), or the string arena of a snapshot.
    #[must_use]
    pub fn source(&self) -> &[u8] {
        &self.source
    }

    /// The value with that id; an id that is none answers with `undefined`.
    #[must_use]
    pub fn value_at(&self, id: u32) -> Value<'_> {
        Value::new(self, id)
    }

    /// Whether this came from text, so that spans mean something.
    #[must_use]
    pub fn is_text(&self) -> bool {
        self.from_text
    }

    /// Whether the text began with a byte order mark.
    #[must_use]
    pub fn has_bom(&self) -> bool {
        self.body != 0
    }

    /// Whether some object repeats a key.
    #[must_use]
    pub fn has_duplicates(&self) -> bool {
        self.duplicates
    }

    /// The numbers whose numerals overflow to infinity (TB-10), in document order.
    pub fn overflows(&self) -> impl Iterator<Item = Value<'_>> {
        self.overflows.iter().map(|&index| Value::new(self, index))
    }

    /// Every value of the document in document order, keys left out.
    pub fn values(&self) -> impl Iterator<Item = Value<'_>> {
        let count = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        (0..count)
            .map(|index| Value::new(self, index))
            .filter(|value| value.kind() != Kind::Key)
    }

    #[inline(always)]
    fn node(&self, index: u32) -> Node {
        const NOTHING: Node = Node {
            start: 0,
            end: 0,
            next: u32::MAX,
            kind: Kind::Undefined,
            flags: 0,
            hash: 0,
        };
        self.nodes.get(index as usize).copied().unwrap_or(NOTHING)
    }

    #[inline(always)]
    fn slice(&self, node: Node) -> &[u8] {
        self.source
            .get(node.start as usize..node.end as usize)
            .unwrap_or_default()
    }

    #[inline(always)]
    fn str_at(&self, index: u32) -> Str<'_> {
        let node = self.node(index);
        Str::from_node(self.slice(node), node.flags)
    }
}
