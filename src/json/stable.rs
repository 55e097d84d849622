//! The stable encoding (T-30…T-32): no white space, keys sorted by UTF-16 code units.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serializer;

use crate::sort::sort_by;

use super::text::CodePoints;
use super::{Kind, Str, Value, compare_utf16, write_number};

/// What stands for a container that is its own ancestor (T-26).
pub(super) const CIRCULAR: &str = "[Circular]";
/// What stands for a container whose reading throws (T-26).
pub(super) const UNREADABLE: &str = "[unserializable]";

/// How often the written text will be read as a JSON string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quoting {
    /// Plain JSON.
    Once,
    /// JSON that itself stands inside a JSON string: every quote and backslash is escaped once more. Writing
    /// that directly spares a second pass over the text.
    Twice,
}

impl Quoting {
    const fn quote(self) -> &'static [u8] {
        match self {
            Self::Once => b"\"",
            Self::Twice => b"\\\"",
        }
    }

    const fn backslash(self) -> &'static [u8] {
        match self {
            Self::Once => b"\\",
            Self::Twice => b"\\\\",
        }
    }
}

/// Writes a string in its quotes (T-31).
pub(super) fn write_string(out: &mut Vec<u8>, text: Str<'_>, quoting: Quoting) {
    out.extend_from_slice(quoting.quote());
    if let Some(bytes) = text.as_verbatim() {
        push_short(out, bytes);
    } else {
        write_escaped(out, &text.wtf8(), quoting);
    }
    out.extend_from_slice(quoting.quote());
}

/// Appends bytes that are probably few: in wasm a copy of unknown length is a call out of the module, so short
/// ones go word by word.
#[inline]
fn push_short(out: &mut Vec<u8>, bytes: &[u8]) {
    if bytes.len() > 64 {
        out.extend_from_slice(bytes);
        return;
    }
    out.reserve(bytes.len());
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        out.extend_from_slice(word);
    }
    let (words, rest) = rest.as_chunks::<4>();
    for word in words {
        out.extend_from_slice(word);
    }
    for byte in rest {
        out.push(*byte);
    }
}

pub(super) fn write_escaped(out: &mut Vec<u8>, wtf8: &[u8], quoting: Quoting) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let slash = quoting.backslash();
    // What may need an escape: controls, quote, backslash, and the lead byte that surrogates share with others.
    let special = |byte: &u8| matches!(byte, 0..0x20 | b'"' | b'\\' | 0xED);
    let mut rest = wtf8;
    loop {
        let plain = rest.iter().position(special).unwrap_or(rest.len());
        let (run, after) = rest.split_at(plain);
        out.extend_from_slice(run);
        let Some(point) = CodePoints::new(after).next() else {
            return;
        };
        let length = if point < 0x80 { 1 } else { 3 };
        rest = after.get(length..).unwrap_or_default();
        let short = match point {
            0x08 => b'b',
            0x09 => b't',
            0x0A => b'n',
            0x0C => b'f',
            0x0D => b'r',
            0x22 => {
                out.extend_from_slice(slash);
                out.extend_from_slice(quoting.quote());
                continue;
            }
            0x5C => {
                out.extend_from_slice(slash);
                out.extend_from_slice(slash);
                continue;
            }
            0..0x20 | 0xD800..0xE000 => {
                out.extend_from_slice(slash);
                out.push(b'u');
                for shift in [12, 8, 4, 0] {
                    let digit = HEX.get((point >> shift & 15) as usize);
                    out.push(digit.copied().unwrap_or(b'0'));
                }
                continue;
            }
            _ => {
                super::text::push_code_point(out, point);
                continue;
            }
        };
        out.extend_from_slice(slash);
        out.push(short);
    }
}

/// Writes values in the stable encoding; iterative, so that no nesting overflows the stack.
pub struct StableWriter<'o> {
    out: &'o mut Vec<u8>,
    quoting: Quoting,
}

/// What `JSON.stringify` would print.
pub(super) fn to_json(value: Value<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = StableWriter::new(&mut out, Quoting::Once);
    if let Some(open) = writer.scalar::<false>(value) {
        writer.write::<false>(open);
    }
    out
}

/// The name under which [`RawValue`](serde_json::value::RawValue) tells `serde_json`, and `write_json`, what it is.
pub(super) const RAW: &str = "$serde_json::private::RawValue";

/// Hands JSON text through a serializer.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn serialize_raw<S: Serializer>(
    json: Vec<u8>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    use serde::Serialize as _;
    use serde::ser::Error as _;
    use serde_json::value::RawValue;

    RawValue::from_string(String::from_utf8(json).unwrap_or_default())
        .map_err(S::Error::custom)?
        .serialize(serializer)
}

/// Hands JSON text through a serializer: what `RawValue` does, whose constructor would bring a parser with it.
#[cfg(target_arch = "wasm32")]
pub(super) fn serialize_raw<S: Serializer>(
    json: Vec<u8>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    use serde::ser::SerializeStruct as _;

    let mut raw = serializer.serialize_struct(RAW, 1)?;
    raw.serialize_field(RAW, &*String::from_utf8(json).unwrap_or_default())?;
    raw.end()
}

/// An open container of which members are still to come.
enum Open<'d> {
    Array(super::Items<'d>),
    /// Members sorted, in reverse, so that the next one is popped.
    Object(Vec<(Str<'d>, Value<'d>)>),
}

impl<'o> StableWriter<'o> {
    /// Writes to the end of `out`.
    pub fn new(out: &'o mut Vec<u8>, quoting: Quoting) -> Self {
        Self { out, quoting }
    }

    /// Punctuation of our own.
    #[inline]
    pub fn raw(&mut self, byte: u8) {
        self.out.push(byte);
    }

    /// A text of our own that needs no escapes.
    pub fn plain(&mut self, text: &str) {
        self.out.extend_from_slice(self.quoting.quote());
        push_short(self.out, text.as_bytes());
        self.out.extend_from_slice(self.quoting.quote());
    }

    /// A string in its quotes.
    #[inline]
    pub fn string(&mut self, text: Str<'_>) {
        write_string(self.out, text, self.quoting);
    }

    /// An object of chosen members.
    pub fn members<'d>(&mut self, members: impl Iterator<Item = (Str<'d>, Value<'d>)>) {
        self.write::<true>(Open::Object(sorted(members)));
    }

    /// The elements of an array value.
    pub fn items(&mut self, items: super::Items<'_>) {
        self.write::<true>(Open::Array(items));
    }

    /// Any value.
    pub fn value(&mut self, value: Value<'_>) {
        if let Some(open) = self.scalar::<true>(value) {
            self.write::<true>(open);
        }
    }

    /// Writes what has no members; hands a container back. Not `STABLE` is `JSON.stringify`'s way: members in own
    /// order, `null` for a hole.
    #[inline]
    fn scalar<'d, const STABLE: bool>(&mut self, value: Value<'d>) -> Option<Open<'d>> {
        match value.kind() {
            Kind::String => self.string(value.content()),
            Kind::Object | Kind::Array if value.is_unreadable() => self.plain(UNREADABLE),
            Kind::Object if STABLE => return Some(Open::Object(sorted(value.entries()))),
            Kind::Object => return Some(Open::Object(reversed(value))),
            Kind::Array => return Some(Open::Array(value.items())),
            Kind::True => self.out.extend_from_slice(b"true"),
            Kind::False => self.out.extend_from_slice(b"false"),
            Kind::Number => match value.verbatim_number() {
                Some(literal) => push_short(self.out, literal),
                None => write_number(self.out, value.as_f64().unwrap_or(f64::NAN)),
            },
            Kind::BigInt => {
                self.out.extend_from_slice(self.quoting.quote());
                self.out.extend_from_slice(&value.content().wtf8());
                self.out.push(b'n');
                self.out.extend_from_slice(self.quoting.quote());
            }
            Kind::Circular => self.plain(CIRCULAR),
            Kind::Hole if STABLE => {}
            Kind::Null
            | Kind::Key
            | Kind::Undefined
            | Kind::Function
            | Kind::Symbol
            | Kind::Hole
            | Kind::Thrown => {
                self.out.extend_from_slice(b"null");
            }
        }
        None
    }

    fn write<const STABLE: bool>(&mut self, root: Open<'_>) {
        let mut stack = Vec::new();
        let mut current = root;
        let mut first = true;
        self.out.push(match current {
            Open::Array(_) => b'[',
            Open::Object(_) => b'{',
        });
        loop {
            let next = match &mut current {
                Open::Array(items) => items.next(),
                Open::Object(members) => members.pop().map(|(key, value)| {
                    if !first {
                        self.out.push(b',');
                        first = true;
                    }
                    write_string(self.out, key, self.quoting);
                    self.out.push(b':');
                    value
                }),
            };
            let Some(value) = next else {
                self.out.push(match current {
                    Open::Array(_) => b']',
                    Open::Object(_) => b'}',
                });
                match stack.pop() {
                    Some(outer) => current = outer,
                    None => return,
                }
                first = false;
                continue;
            };
            if !first {
                self.out.push(b',');
            }
            first = false;
            if let Some(open) = self.scalar::<STABLE>(value) {
                self.out.push(match open {
                    Open::Array(_) => b'[',
                    Open::Object(_) => b'{',
                });
                stack.push(core::mem::replace(&mut current, open));
                first = true;
            }
        }
    }
}

/// Up to this many members are sorted by insertion.
const INSERTED: usize = 24;

/// Members in the order in which the stable encoding prints them, reversed.
#[inline]
fn sorted<'d>(members: impl Iterator<Item = (Str<'d>, Value<'d>)>) -> Vec<(Str<'d>, Value<'d>)> {
    let mut members: Vec<_> = members.collect();
    if members.iter().any(|(key, _)| key.is_escaped()) {
        return sorted_decoded(members);
    }
    if members.len() > INSERTED {
        sort_by(&mut members, |(a, _), (b, _)| b.compare(*a));
        return members;
    }
    // What almost every object is: few members, and often in order already, which the reverse makes cheap.
    members.reverse();
    for end in 1..members.len() {
        let mut place = end;
        while let Some([before, member]) = members.get_mut(place.wrapping_sub(1)..=place) {
            if before.0.compare(member.0).is_ge() {
                break;
            }
            core::mem::swap(before, member);
            place -= 1;
        }
    }
    members
}

/// The same with every key decoded once, not once per comparison.
#[cold]
fn sorted_decoded<'d>(members: Vec<(Str<'d>, Value<'d>)>) -> Vec<(Str<'d>, Value<'d>)> {
    let mut decoded: Vec<_> = members
        .into_iter()
        .map(|member| (member.0.wtf8(), member))
        .collect();
    sort_by(&mut decoded, |(a, _), (b, _)| compare_utf16(b, a));
    decoded.into_iter().map(|(_, member)| member).collect()
}

/// Members in own order, reversed.
#[cold]
fn reversed(object: Value<'_>) -> Vec<(Str<'_>, Value<'_>)> {
    let mut members: Vec<_> = object.entries().collect();
    members.reverse();
    members
}
