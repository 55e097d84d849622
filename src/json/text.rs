//! Strings as sequences of UTF-16 code units, kept as WTF-8.
#![allow(clippy::inline_always)] // measured: the wasm is built for size, and these are its hot steps

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

use super::Node;

/// How the bytes of a [`Str`] are to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Content that JSON text carried without an escape: no quote, no backslash, no control in it.
    Plain,
    /// JSON text with backslash escapes.
    Escaped,
    /// Content as WTF-8; anything may be in it.
    Raw,
    /// The decimal form of a number: an array index that acts as a key.
    Index(u32),
}

/// A string of a document: a `Copy` cursor, decoded on demand.
#[derive(Clone, Copy)]
pub struct Str<'d> {
    bytes: &'d [u8],
    form: Form,
}

impl<'d> Str<'d> {
    /// The empty string.
    pub const EMPTY: Str<'static> = Str {
        bytes: b"",
        form: Form::Plain,
    };

    #[inline(always)]
    pub(super) fn from_node(bytes: &'d [u8], flags: u8) -> Self {
        let form = if flags & Node::ESCAPED != 0 {
            Form::Escaped
        } else if flags & Node::RAW != 0 {
            Form::Raw
        } else {
            Form::Plain
        };
        Self { bytes, form }
    }

    pub(super) fn index(index: u32) -> Self {
        Self {
            bytes: b"",
            form: Form::Index(index),
        }
    }

    /// A string of our own.
    #[must_use]
    pub fn of(text: &'d str) -> Self {
        Self {
            bytes: text.as_bytes(),
            form: Form::Raw,
        }
    }

    /// A string whose content is given as WTF-8.
    #[must_use]
    pub fn of_wtf8(content: &'d [u8]) -> Self {
        Self {
            bytes: content,
            form: Form::Raw,
        }
    }

    /// The bytes as they would stand inside the quotes of JSON text, if nothing in them needs an escape.
    #[inline]
    pub(super) fn as_verbatim(self) -> Option<&'d [u8]> {
        (self.form == Form::Plain).then_some(self.bytes)
    }

    /// The content, if reading it takes no decoding.
    #[must_use]
    #[inline(always)]
    pub fn plain(self) -> Option<&'d [u8]> {
        matches!(self.form, Form::Plain | Form::Raw).then_some(self.bytes)
    }

    /// Whether there is no code unit in it.
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        self.bytes.is_empty() && !matches!(self.form, Form::Index(_))
    }

    /// The content as WTF-8: UTF-8, except that unpaired surrogates are encoded like other code points.
    #[must_use]
    pub fn wtf8(self) -> Cow<'d, [u8]> {
        match self.form {
            Form::Plain | Form::Raw => Cow::Borrowed(self.bytes),
            Form::Escaped => Cow::Owned(unescape(self.bytes)),
            Form::Index(index) => Cow::Owned(decimal(index)),
        }
    }

    /// Whether reading the content takes decoding.
    pub(super) fn is_escaped(self) -> bool {
        self.form == Form::Escaped
    }

    /// Whether there is no unpaired surrogate in it.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn is_well_formed(self) -> bool {
        match self.form {
            Form::Plain | Form::Index(_) => true,
            Form::Escaped | Form::Raw => core::str::from_utf8(&self.wtf8()).is_ok(),
        }
    }

    /// The content, if it is well-formed Unicode.
    #[must_use]
    pub fn to_str(self) -> Option<Cow<'d, str>> {
        match self.wtf8() {
            Cow::Borrowed(bytes) => core::str::from_utf8(bytes).ok().map(Cow::Borrowed),
            Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
        }
    }

    /// The content with U+FFFD for every unpaired surrogate.
    #[must_use]
    pub fn to_lossy(self) -> String {
        let bytes = self.wtf8();
        let mut out = String::with_capacity(bytes.len());
        for point in CodePoints::new(&bytes) {
            out.push(char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        out
    }

    /// The UTF-16 code units.
    #[must_use]
    pub fn utf16(self) -> Vec<u16> {
        Utf16Units::new(&self.wtf8()).collect()
    }

    /// How many UTF-16 code units.
    #[must_use]
    pub fn utf16_len(self) -> usize {
        utf16_len(&self.wtf8())
    }

    /// The content without JavaScript white space at both ends (T-5), as WTF-8.
    #[must_use]
    pub fn trimmed(self) -> Cow<'d, [u8]> {
        match self.wtf8() {
            Cow::Borrowed(bytes) => Cow::Borrowed(trim_js(bytes)),
            Cow::Owned(bytes) => Cow::Owned(trim_js(&bytes).to_vec()),
        }
    }

    /// Compares by UTF-16 code units (T-30).
    #[must_use]
    #[inline]
    pub fn compare(self, other: Str<'_>) -> Ordering {
        if let (Form::Plain, Form::Plain) = (self.form, other.form) {
            return compare_utf16(self.bytes, other.bytes);
        }
        compare_utf16(&self.wtf8(), &other.wtf8())
    }

    /// Whether the content is exactly this text.
    #[must_use]
    #[inline]
    pub fn is(self, text: &str) -> bool {
        match self.form {
            Form::Plain | Form::Raw => same(self.bytes, text.as_bytes()),
            _ => self.decodes_to(text),
        }
    }

    #[cold]
    #[inline(never)]
    fn decodes_to(self, text: &str) -> bool {
        // An escape takes two to six bytes for each byte that it stands for.
        let possible = (text.len()..=6 * text.len()).contains(&self.bytes.len());
        (possible || self.form != Form::Escaped) && *self.wtf8() == *text.as_bytes()
    }
}

impl Str<'_> {
    /// Whether the content is exactly one of these texts. Stays a call, for places where time does not matter.
    #[must_use]
    #[inline(never)]
    pub fn is_any(&self, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.is(text))
    }
}

impl Default for Str<'_> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl PartialEq for Str<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self.plain(), other.plain()) {
            (Some(left), Some(right)) => same(left, right),
            _ => self.wtf8() == other.wtf8(),
        }
    }
}

impl Eq for Str<'_> {}

impl fmt::Debug for Str<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_lossy())
    }
}

impl serde::Serialize for Str<'_> {
    /// Well-formed content is an ordinary string. With unpaired surrogates it is JSON text with `\udxxx`
    /// escapes, handed through `serde_json`'s raw value, so that it survives the way to JavaScript.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(text) = self.to_str() {
            return serializer.serialize_str(&text);
        }
        let mut json = Vec::new();
        super::stable::write_string(&mut json, *self, super::Quoting::Once);
        super::stable::serialize_raw(json, serializer)
    }
}

fn decimal(mut number: u32) -> Vec<u8> {
    let mut digits = Vec::new();
    loop {
        #[allow(clippy::cast_possible_truncation)]
        digits.push(b'0' + (number % 10) as u8);
        number /= 10;
        if number == 0 {
            digits.reverse();
            return digits;
        }
    }
}

/// Appends a code point, surrogates included, joining a trailing surrogate with a leading one before it.
pub(super) fn push_code_point(out: &mut Vec<u8>, point: u32) {
    if (0xDC00..0xE000).contains(&point)
        && let Some(&[a, b, c]) = out.last_chunk::<3>()
        && a == 0xED
        && (0xA0..0xB0).contains(&b)
    {
        let lead = 0xD000 | (u32::from(b & 0x3F) << 6) | u32::from(c & 0x3F);
        out.truncate(out.len() - 3);
        push_code_point(out, 0x1_0000 + ((lead - 0xD800) << 10) + (point - 0xDC00));
        return;
    }
    let byte = |shift: u32, mask: u32, mark: u32| {
        #[allow(clippy::cast_possible_truncation)] // masked to at most seven bits
        {
            ((point >> shift & mask) | mark) as u8
        }
    };
    match point {
        0..0x80 => out.push(byte(0, 0x7F, 0)),
        0x80..0x800 => out.extend([byte(6, 0x1F, 0xC0), byte(0, 0x3F, 0x80)]),
        0x800..0x1_0000 => out.extend([
            byte(12, 0x0F, 0xE0),
            byte(6, 0x3F, 0x80),
            byte(0, 0x3F, 0x80),
        ]),
        _ => out.extend([
            byte(18, 0x07, 0xF0),
            byte(12, 0x3F, 0x80),
            byte(6, 0x3F, 0x80),
            byte(0, 0x3F, 0x80),
        ]),
    }
}

/// Decodes the escapes of JSON string content that the scanner has accepted.
fn unescape(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|&byte| byte == b'\\') {
        let (plain, escape) = rest.split_at(at);
        push_joining(&mut out, plain);
        let code = escape.get(1).copied().unwrap_or(b'\\');
        let simple = match code {
            b'b' => 0x08,
            b't' => b'\t',
            b'n' => b'\n',
            b'f' => 0x0C,
            b'r' => b'\r',
            other => other,
        };
        if code == b'u' {
            let unit = escape
                .get(2..6)
                .into_iter()
                .flatten()
                .fold(0, |sum, &digit| {
                    sum << 4 | u32::from(hex_value(digit).unwrap_or(0))
                });
            push_code_point(&mut out, unit);
            rest = escape.get(6..).unwrap_or_default();
        } else {
            out.push(simple);
            rest = escape.get(2..).unwrap_or_default();
        }
    }
    push_joining(&mut out, rest);
    out
}

/// Appends WTF-8, joining a surrogate pair that meets at the seam.
fn push_joining(out: &mut Vec<u8>, bytes: &[u8]) {
    if let [0xED, second, third, rest @ ..] = bytes
        && *second >= 0xB0
    {
        let unit = 0xD000 | (u32::from(second & 0x3F) << 6) | u32::from(third & 0x3F);
        push_code_point(out, unit);
        out.extend_from_slice(rest);
    } else {
        out.extend_from_slice(bytes);
    }
}

pub(super) fn hex_value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

/// Makes canonical WTF-8 of anything: malformed bytes become U+FFFD, surrogate pairs are joined.
pub(super) fn sanitize_wtf8(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    loop {
        match core::str::from_utf8(rest) {
            Ok(_) => {
                out.extend_from_slice(rest);
                return out;
            }
            Err(error) => {
                let (good, bad) = rest.split_at(error.valid_up_to());
                out.extend_from_slice(good);
                if let [0xED, second @ 0xA0..=0xBF, third @ 0x80..=0xBF, tail @ ..] = bad {
                    let unit = 0xD000 | (u32::from(second & 0x3F) << 6) | u32::from(third & 0x3F);
                    push_code_point(&mut out, unit);
                    rest = tail;
                } else {
                    out.extend_from_slice("\u{FFFD}".as_bytes());
                    let skip = error.error_len().unwrap_or(bad.len()).max(1);
                    rest = bad.get(skip..).unwrap_or_default();
                }
            }
        }
    }
}

/// The code points of WTF-8, unpaired surrogates included.
pub struct CodePoints<'a> {
    bytes: core::slice::Iter<'a, u8>,
}

impl<'a> CodePoints<'a> {
    /// Reads WTF-8.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes: bytes.iter(),
        }
    }
}

impl Iterator for CodePoints<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let lead = u32::from(*self.bytes.next()?);
        if lead < 0x80 {
            return Some(lead);
        }
        let mut more = || u32::from(self.bytes.next().copied().unwrap_or(0x80) & 0x3F);
        Some(match lead {
            0xF0.. => (lead & 0x07) << 18 | more() << 12 | more() << 6 | more(),
            0xE0.. => (lead & 0x0F) << 12 | more() << 6 | more(),
            _ => (lead & 0x1F) << 6 | more(),
        })
    }
}

/// The UTF-16 code units of WTF-8.
pub struct Utf16Units<'a> {
    points: CodePoints<'a>,
    pending: Option<u16>,
}

impl<'a> Utf16Units<'a> {
    /// Reads WTF-8.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            points: CodePoints::new(bytes),
            pending: None,
        }
    }
}

impl Iterator for Utf16Units<'_> {
    type Item = u16;

    #[allow(clippy::cast_possible_truncation)] // every branch is below 0x1_0000
    fn next(&mut self) -> Option<u16> {
        if let Some(unit) = self.pending.take() {
            return Some(unit);
        }
        let point = self.points.next()?;
        if point < 0x1_0000 {
            return Some(point as u16);
        }
        let offset = point - 0x1_0000;
        self.pending = Some((0xDC00 | (offset & 0x3FF)) as u16);
        Some((0xD800 | (offset >> 10 & 0x3FF)) as u16)
    }
}

/// How many UTF-16 code units WTF-8 holds.
#[must_use]
pub fn utf16_len(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .map(|&byte| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0))
        .sum()
}

/// Compares two WTF-8 texts by UTF-16 code units, as JavaScript's `<` does (T-30).
#[must_use]
#[inline]
pub fn compare_utf16(left: &[u8], right: &[u8]) -> Ordering {
    let common = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    match (left.get(common), right.get(common)) {
        (Some(a), Some(b)) if *a < 0x80 && *b < 0x80 => a.cmp(b),
        (Some(_), Some(_)) => compare_units(left, right, common),
        (a, b) => a.is_some().cmp(&b.is_some()),
    }
}

/// Compares what parts at a byte, from the start of the code point that it belongs to.
#[cold]
fn compare_units(left: &[u8], right: &[u8], common: usize) -> Ordering {
    let start = left
        .get(..common)
        .unwrap_or_default()
        .iter()
        .rposition(|byte| byte & 0xC0 != 0x80)
        .unwrap_or(0);
    let (left, right) = (left.get(start..), right.get(start..));
    Utf16Units::new(left.unwrap_or_default()).cmp(Utf16Units::new(right.unwrap_or_default()))
}

/// Whether a code point is JavaScript white space (T-5).
#[must_use]
pub fn is_js_space(point: u32) -> bool {
    matches!(
        point,
        0x09..=0x0D
            | 0x20
            | 0xA0
            | 0x1680
            | 0x2000..=0x200A
            | 0x2028
            | 0x2029
            | 0x202F
            | 0x205F
            | 0x3000
            | 0xFEFF
    )
}

/// Text without JavaScript white space at both ends (T-5).
#[must_use]
pub fn trim_text(text: &str) -> &str {
    text.trim_matches(|character| is_js_space(u32::from(character)))
}

/// WTF-8 without JavaScript white space at both ends (T-5).
#[must_use]
pub fn trim_js(bytes: &[u8]) -> &[u8] {
    let mut start = None;
    let mut end = 0;
    let mut at = 0;
    for point in CodePoints::new(bytes) {
        let length = match point {
            0..0x80 => 1,
            0x80..0x800 => 2,
            0x800..0x1_0000 => 3,
            _ => 4,
        };
        if !is_js_space(point) {
            start.get_or_insert(at);
            end = at + length;
        }
        at += length;
    }
    bytes.get(start.unwrap_or(end)..end).unwrap_or_default()
}

/// Up to eight bytes as one number, the first one lowest.
#[inline]
const fn first_word(name: &[u8]) -> u64 {
    if let Some(first) = name.first_chunk::<8>() {
        return u64::from_le_bytes(*first);
    }
    let mut word = 0;
    let mut rest = name;
    while let Some((byte, shorter)) = rest.split_last() {
        word = word << 8 | *byte as u64;
        rest = shorter;
    }
    word
}

/// A cheap hash of a name: its first eight bytes and its length.
#[must_use]
#[inline]
pub const fn key_hash(name: &[u8]) -> u16 {
    hash_word(first_word(name), name.len())
}

/// [`key_hash`] of a name whose first eight bytes are known.
#[inline]
#[allow(clippy::cast_possible_truncation)] // the upper sixteen bits
pub(super) const fn hash_word(word: u64, length: usize) -> u16 {
    let mixed = (word ^ (length as u64) << 56).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 48) as u16
}

/// Whether two names are equal; short as they are, two overlapping words tell.
#[inline(always)]
#[must_use]
pub fn same(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    match (
        left.first_chunk::<8>(),
        left.last_chunk::<8>(),
        right.first_chunk::<8>(),
        right.last_chunk::<8>(),
    ) {
        (Some(a), Some(b), Some(c), Some(d)) => {
            u64::from_le_bytes(*a) == u64::from_le_bytes(*c)
                && u64::from_le_bytes(*b) == u64::from_le_bytes(*d)
                && (left.len() <= 16 || left == right)
        }
        _ => first_word(left) == first_word(right),
    }
}
