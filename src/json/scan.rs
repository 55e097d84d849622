//! The strict parser: text to tape in one pass, iterative, no allocation per value.
//!
//! The small steps are always inlined into the one loop: measured, calls between them cost a fifth of its time.
#![allow(clippy::inline_always)]

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::number::parse_double;
use super::text::{hash_word, hex_value};
use crate::sort::sort_by;

use super::{Document, Kind, Limits, Node, Str, key_hash};

/// What the parser may assume about the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Came from a Rust string.
    Utf8,
    /// Came from anywhere; checked only if something outside ASCII turns up.
    Unchecked,
    /// Canonical WTF-8.
    Wtf8,
}

/// Why a text is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SyntaxKind {
    /// The text ends where something is still expected.
    UnexpectedEnd,
    /// Nothing but white space.
    Empty,
    /// A value was expected.
    ExpectedValue,
    /// A key in double quotes was expected.
    ExpectedKey,
    /// A colon was expected after a key.
    ExpectedColon,
    /// A comma or the closing bracket was expected.
    ExpectedCommaOrEnd,
    /// A comma stands before a closing bracket.
    TrailingComma,
    /// Something follows the root value.
    TrailingText,
    /// A comment.
    Comment,
    /// A text or key in single quotes.
    SingleQuotes,
    /// A control character stands raw inside a string.
    ControlInString,
    /// A backslash that starts no escape of JSON.
    BadEscape,
    /// A string without its closing quote.
    UnterminatedString,
    /// A number that JSON does not know: a leading zero or plus, a bare dot, hexadecimal.
    BadNumber,
    /// More nested containers than the limit (J-6).
    TooDeep,
    /// More bytes than the limit.
    TooLarge,
}

/// The first place where a text is not acceptable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong.
    pub kind: SyntaxKind,
    /// Byte offset in the decoded text.
    pub offset: usize,
    /// The offending character, if there is one.
    pub found: Option<char>,
    /// Whether the text begins with a byte order mark.
    pub bom: bool,
    /// The decoded text, if decoding changed it.
    pub(super) decoded: Option<Vec<u8>>,
}

impl SyntaxError {
    /// A refusal before any text was looked at, because of its size or depth.
    #[must_use]
    pub fn refusal(kind: SyntaxKind) -> Self {
        Self {
            kind,
            offset: 0,
            found: None,
            bom: false,
            decoded: None,
        }
    }

    /// The text that `offset` counts in: `original`, unless decoding changed it.
    #[must_use]
    pub fn text<'a>(&'a self, original: &'a [u8]) -> &'a [u8] {
        self.decoded.as_deref().unwrap_or(original)
    }

    pub(super) fn too_large(source: &[u8]) -> Self {
        Self {
            kind: SyntaxKind::TooLarge,
            offset: 0,
            found: None,
            bom: source.starts_with(BOM),
            decoded: None,
        }
    }
}

const BOM: &[u8] = b"\xEF\xBB\xBF";

pub(super) fn parse(
    source: Cow<'_, [u8]>,
    limits: Limits,
    encoding: Encoding,
) -> Result<Document<'_>, SyntaxError> {
    if source.len() > limits.bytes {
        return Err(SyntaxError::too_large(&source));
    }
    let scanned = run(&source, limits, encoding);
    // Bytes are looked at again only where something beyond ASCII makes it matter.
    if encoding == Encoding::Unchecked
        && !source.is_ascii_fast(&scanned)
        && core::str::from_utf8(&source).is_err()
    {
        let decoded = String::from_utf8_lossy(&source).into_owned().into_bytes();
        let wide = Limits {
            bytes: usize::MAX,
            ..limits
        };
        return match run(&decoded, wide, Encoding::Utf8) {
            Ok(tape) => Ok(tape.into_document(Cow::Owned(decoded))),
            Err(mut error) => {
                error.decoded = Some(decoded);
                Err(error)
            }
        };
    }
    match scanned {
        Ok(tape) => Ok(tape.into_document(source)),
        Err(mut error) => {
            error.decoded = match source {
                Cow::Owned(decoded) => Some(decoded),
                Cow::Borrowed(_) => None,
            };
            Err(error)
        }
    }
}

trait AsciiFast {
    fn is_ascii_fast(&self, scanned: &Result<Tape, SyntaxError>) -> bool;
}

impl AsciiFast for Cow<'_, [u8]> {
    fn is_ascii_fast(&self, scanned: &Result<Tape, SyntaxError>) -> bool {
        match scanned {
            Ok(tape) => !tape.beyond_ascii,
            Err(_) => self.is_ascii(),
        }
    }
}

/// What a scan yields, still without its source.
struct Tape {
    nodes: Vec<Node>,
    overflows: Vec<u32>,
    body: u32,
    duplicates: bool,
    beyond_ascii: bool,
}

impl Tape {
    fn into_document(self, source: Cow<'_, [u8]>) -> Document<'_> {
        Document {
            source,
            nodes: self.nodes,
            body: self.body,
            overflows: self.overflows,
            duplicates: self.duplicates,
            from_text: true,
        }
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation)] // texts are limited to far below 4 GiB; see `scan`
    fn push(&mut self, kind: Kind, start: usize, end: usize, flags: u8, hash: u16) {
        let next = self.nodes.len() as u32 + 1;
        self.nodes.push(Node {
            start: start as u32,
            end: end as u32,
            next,
            kind,
            flags,
            hash,
        });
    }
}

/// The container that is being read.
struct Frame {
    /// Its node; [`OUTSIDE`] before the root is opened.
    node: u32,
    keys: u32,
    /// One bit per key seen, by a cheap mix: a set bit means "look closer".
    seen: u64,
    object: bool,
    /// Keys must be compared by content when the object closes.
    check: bool,
    flags: u8,
}

const OUTSIDE: u32 = u32::MAX;

impl Frame {
    fn new(node: usize, object: bool) -> Self {
        Self {
            node: u32::try_from(node).unwrap_or(OUTSIDE),
            keys: 0,
            seen: 0,
            object,
            check: false,
            flags: 0,
        }
    }
}

/// Above this many keys repeated ones are found by sorting when the object closes.
const SCAN_KEYS: u32 = 32;

/// What is wrong, and at which byte.
type Fault = (SyntaxKind, usize);

fn run(bytes: &[u8], limits: Limits, encoding: Encoding) -> Result<Tape, SyntaxError> {
    let body = if bytes.starts_with(BOM) { BOM.len() } else { 0 };
    let raw = if encoding == Encoding::Wtf8 {
        Node::RAW
    } else {
        0
    };
    scan(bytes, body, limits.depth as usize, raw).map_err(|(kind, offset)| {
        let offset = offset.min(bytes.len());
        let rest = bytes.get(offset..).unwrap_or_default();
        let found = super::text::CodePoints::new(rest).next();
        SyntaxError {
            kind,
            offset,
            found: found.map(|point| char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER)),
            bom: body != 0,
            decoded: None,
        }
    })
}

/// The one pass. Everything it needs at each byte lives in local variables.
fn scan(bytes: &[u8], body: usize, depth: usize, raw: u8) -> Result<Tape, Fault> {
    let mut tape = Tape {
        // Manifests have a value or key about every 14 bytes; growing is rare.
        nodes: Vec::with_capacity(bytes.len() / 12 + 8),
        overflows: Vec::new(),
        body: u32::try_from(body).unwrap_or(0),
        duplicates: false,
        beyond_ascii: false,
    };
    if u32::try_from(bytes.len()).is_err() {
        return Err((SyntaxKind::TooLarge, 0));
    }
    let mut outer: Vec<Frame> = Vec::with_capacity(8);
    let mut frame = Frame::new(usize::MAX, false);
    let mut at = skip_space(bytes, body);
    if at >= bytes.len() {
        return Err((SyntaxKind::Empty, at));
    }
    // Each turn reads one value; `at` is where it begins.
    loop {
        match bytes.get(at) {
            Some(b'"') => {
                let text = string(bytes, at, raw)?;
                tape.beyond_ascii |= text.beyond_ascii;
                tape.push(Kind::String, at + 1, text.end, text.flags, 0);
                at = text.end + 1;
            }
            Some(open @ (b'{' | b'[')) => {
                if outer.len() >= depth {
                    return Err((SyntaxKind::TooDeep, at));
                }
                let object = *open == b'{';
                let inner = Frame::new(tape.nodes.len(), object);
                outer.push(core::mem::replace(&mut frame, inner));
                let kind = if object { Kind::Object } else { Kind::Array };
                tape.push(kind, at, at, 0, 0);
                at = skip_space(bytes, at + 1);
                match bytes.get(at) {
                    Some(b'}') if object => {}
                    Some(b']') if !object => {}
                    _ => {
                        if object {
                            at = key(bytes, at, raw, &mut tape, &mut frame)?;
                        }
                        continue;
                    }
                }
            }
            Some(b'-' | b'0'..=b'9') => at = number(bytes, at, &mut tape)?,
            Some(b't') => at = word(bytes, at, b"true", Kind::True, &mut tape)?,
            Some(b'f') => at = word(bytes, at, b"false", Kind::False, &mut tape)?,
            Some(b'n') => at = word(bytes, at, b"null", Kind::Null, &mut tape)?,
            found => return Err((not_a_value(found.copied()), at)),
        }
        // A value or an empty container's inside is behind us: close what ends here.
        loop {
            at = skip_space(bytes, at);
            if frame.node == OUTSIDE {
                return match bytes.get(at) {
                    None => Ok(tape),
                    Some(b'/') => Err((SyntaxKind::Comment, at)),
                    Some(_) => Err((SyntaxKind::TrailingText, at)),
                };
            }
            match bytes.get(at) {
                Some(b',') => {
                    let comma = at;
                    at = skip_space(bytes, at + 1);
                    if matches!(bytes.get(at), Some(b'}' | b']')) {
                        return Err((SyntaxKind::TrailingComma, comma));
                    }
                    if frame.object {
                        at = key(bytes, at, raw, &mut tape, &mut frame)?;
                    }
                    break;
                }
                Some(close @ (b'}' | b']')) if frame.object == (*close == b'}') => {
                    at += 1;
                    close_frame(bytes, at, &mut tape, &mut frame);
                    frame = outer.pop().unwrap_or_else(|| Frame::new(usize::MAX, false));
                }
                None => return Err((SyntaxKind::UnexpectedEnd, at)),
                Some(b'/') => return Err((SyntaxKind::Comment, at)),
                Some(_) => return Err((SyntaxKind::ExpectedCommaOrEnd, at)),
            }
        }
    }
}

#[cold]
fn not_a_value(found: Option<u8>) -> SyntaxKind {
    match found {
        None => SyntaxKind::UnexpectedEnd,
        Some(b'\'') => SyntaxKind::SingleQuotes,
        Some(b'/') => SyntaxKind::Comment,
        Some(b'+' | b'.') => SyntaxKind::BadNumber,
        Some(_) => SyntaxKind::ExpectedValue,
    }
}

#[inline(always)]
#[allow(clippy::cast_possible_truncation)] // see `Tape::push`
fn close_frame(bytes: &[u8], end: usize, tape: &mut Tape, frame: &mut Frame) {
    if frame.check || frame.keys > SCAN_KEYS {
        frame.flags |= inspect_keys(bytes, &tape.nodes, frame.node);
    }
    tape.duplicates |= frame.flags & Node::DUPLICATES != 0;
    let next = tape.nodes.len() as u32;
    if let Some(node) = tape.nodes.get_mut(frame.node as usize) {
        node.next = next;
        node.end = end as u32;
        node.flags |= frame.flags;
    }
}

/// The keys of the object whose node is given; it must be the one being read.
fn keys_of(nodes: &[Node], object: u32) -> impl Iterator<Item = Node> + '_ {
    let mut at = object as usize + 1;
    core::iter::from_fn(move || {
        let [key, value] = nodes.get(at..)?.first_chunk::<2>()?;
        at = value.next as usize;
        Some(*key)
    })
}

/// Repeated and integer-like keys by content; linear but for one sort, whatever the keys are.
#[cold]
#[inline(never)]
fn inspect_keys(bytes: &[u8], nodes: &[Node], object: u32) -> u8 {
    let mut flags = 0;
    let mut keys: Vec<Cow<'_, [u8]>> = keys_of(nodes, object)
        .filter_map(|key| {
            let content = bytes.get(key.start as usize..key.end as usize)?;
            Some(Str::from_node(content, key.flags).wtf8())
        })
        .collect();
    if keys.iter().any(|key| integer_key(key).is_some()) {
        flags |= Node::INTEGER_KEYS;
    }
    sort_by(&mut keys, Ord::cmp);
    if keys.windows(2).any(|pair| matches!(pair, [a, b] if a == b)) {
        flags |= Node::DUPLICATES;
    }
    flags
}

/// Reads a key and its colon; answers where its value begins.
#[inline(always)]
fn key(
    bytes: &[u8],
    open: usize,
    raw: u8,
    tape: &mut Tape,
    frame: &mut Frame,
) -> Result<usize, Fault> {
    match bytes.get(open) {
        Some(b'"') => {}
        None => return Err((SyntaxKind::UnexpectedEnd, open)),
        Some(b'\'') => return Err((SyntaxKind::SingleQuotes, open)),
        Some(b'/') => return Err((SyntaxKind::Comment, open)),
        Some(_) => return Err((SyntaxKind::ExpectedKey, open)),
    }
    let text = string(bytes, open, raw)?;
    tape.beyond_ascii |= text.beyond_ascii;
    frame.keys += 1;
    let hash = if text.flags & Node::ESCAPED != 0 {
        frame.check = true;
        let content = bytes.get(open + 1..text.end).unwrap_or_default();
        key_hash(&Str::from_node(content, text.flags).wtf8())
    } else {
        note_key(bytes, (open + 1, text.end), &tape.nodes, frame)
    };
    tape.push(Kind::Key, open + 1, text.end, text.flags, hash);
    let mut at = text.end + 1;
    if bytes.get(at) != Some(&b':') {
        at = skip_space(bytes, at);
        match bytes.get(at) {
            Some(b':') => {}
            None => return Err((SyntaxKind::UnexpectedEnd, at)),
            Some(b'/') => return Err((SyntaxKind::Comment, at)),
            Some(_) => return Err((SyntaxKind::ExpectedColon, at)),
        }
    }
    at += 1;
    // One blank behind the colon is what almost every text has.
    if bytes.get(at) == Some(&b' ') {
        at += 1;
        if bytes.get(at).is_some_and(|byte| *byte > b' ') {
            return Ok(at);
        }
    }
    Ok(skip_space(bytes, at))
}

/// Notes what a key without escapes means for the order of its object; answers its hash.
#[inline(always)]
fn note_key(bytes: &[u8], (start, end): (usize, usize), nodes: &[Node], frame: &mut Frame) -> u16 {
    let length = end - start;
    // The first eight bytes and the length tell the keys of one object apart well enough.
    let word = match chunk(bytes, start) {
        Some(word) if length < 8 => word & ((1 << (length * 8)) - 1),
        Some(word) => word,
        // At the very end of the text there are no eight bytes left; the key is shorter than that.
        None => {
            let key = bytes.get(start..end).unwrap_or_default();
            key.iter()
                .rev()
                .fold(0, |word, &byte| word << 8 | u64::from(byte))
        }
    };
    #[allow(clippy::cast_possible_truncation)] // the lowest byte is the first one
    if (word as u8).is_ascii_digit()
        && integer_key(bytes.get(start..end).unwrap_or_default()).is_some()
    {
        frame.flags |= Node::INTEGER_KEYS;
    }
    let hash = hash_word(word, length);
    let bit = 1_u64 << (hash & 63);
    if frame.keys > SCAN_KEYS {
        return hash;
    }
    if frame.seen & bit == 0 {
        frame.seen |= bit;
    } else if frame.flags & Node::DUPLICATES == 0
        && stands_before(bytes, (start, end), nodes, frame.node)
    {
        frame.flags |= Node::DUPLICATES;
    }
    hash
}

/// Whether an earlier key of the object is the same; one with escapes does not count here.
#[inline(never)]
fn stands_before(bytes: &[u8], (start, end): (usize, usize), nodes: &[Node], object: u32) -> bool {
    let key = bytes.get(start..end).unwrap_or_default();
    keys_of(nodes, object).any(|sibling| {
        sibling.end.wrapping_sub(sibling.start) as usize == key.len()
            && bytes.get(sibling.start as usize..sibling.end as usize) == Some(key)
    })
}

#[inline(always)]
fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match bytes.get(at) {
            Some(b'\n') => {
                at += 1;
                // Indentation comes in runs.
                while let Some(chunk) = chunk(bytes, at) {
                    let others = chunk ^ 0x2020_2020_2020_2020;
                    if others != 0 {
                        at += (others.trailing_zeros() / 8) as usize;
                        break;
                    }
                    at += 8;
                }
            }
            Some(b' ' | b'\r' | b'\t') => at += 1,
            _ => return at,
        }
    }
}

/// A string that was read.
struct Text {
    /// Where its closing quote stands.
    end: usize,
    flags: u8,
    beyond_ascii: bool,
}

/// Reads a string whose opening quote stands at `open`.
#[inline(always)]
fn string(bytes: &[u8], open: usize, raw: u8) -> Result<Text, Fault> {
    let mut at = open + 1;
    // Eight bytes at a time as long as none of them needs a closer look.
    while let Some(chunk) = chunk(bytes, at) {
        let special = special_bytes(chunk);
        if special != 0 {
            at += (special.trailing_zeros() / 8) as usize;
            break;
        }
        at += 8;
    }
    if bytes.get(at) == Some(&b'"') {
        return Ok(Text {
            end: at,
            flags: raw,
            beyond_ascii: false,
        });
    }
    odd_string(bytes, open, at, raw)
}

/// The rest of a string that holds more than plain ASCII, or that ends near the end of the text.
#[inline(never)]
fn odd_string(bytes: &[u8], open: usize, mut at: usize, raw: u8) -> Result<Text, Fault> {
    let mut flags = raw;
    let mut beyond_ascii = false;
    loop {
        while let Some(chunk) = chunk(bytes, at) {
            let special = special_bytes(chunk);
            if special != 0 {
                at += (special.trailing_zeros() / 8) as usize;
                break;
            }
            at += 8;
        }
        match bytes.get(at) {
            Some(b'"') => {
                return Ok(Text {
                    end: at,
                    flags,
                    beyond_ascii,
                });
            }
            Some(b'\\') => {
                flags = Node::ESCAPED;
                at = escape(bytes, at)?;
            }
            Some(0..0x20) => return Err((SyntaxKind::ControlInString, at)),
            Some(0x80..) => {
                // Other scripts come in runs.
                beyond_ascii = true;
                while bytes.get(at).is_some_and(|byte| *byte >= 0x80) {
                    at += 1;
                }
            }
            Some(_) => at += 1,
            None => return Err((SyntaxKind::UnterminatedString, open)),
        }
    }
}

fn escape(bytes: &[u8], at: usize) -> Result<usize, Fault> {
    match bytes.get(at + 1) {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 2),
        Some(b'u') => {
            let digits = bytes.get(at + 2..at + 6);
            if digits.is_some_and(|digits| digits.iter().all(|&digit| hex_value(digit).is_some())) {
                Ok(at + 6)
            } else {
                Err((SyntaxKind::BadEscape, at))
            }
        }
        _ => Err((SyntaxKind::BadEscape, at)),
    }
}

/// Where the run of digits at a place ends.
fn digits(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    at
}

#[inline(never)]
fn number(bytes: &[u8], begin: usize, tape: &mut Tape) -> Result<usize, Fault> {
    let fault = (SyntaxKind::BadNumber, begin);
    let negative = bytes.get(begin) == Some(&b'-');
    let first = begin + usize::from(negative);
    let mut at = digits(bytes, first);
    let (count, zero) = (at - first, bytes.get(first) == Some(&b'0'));
    if count == 0 || (zero && count > 1) {
        return Err(fault);
    }
    let mut plain = count <= 15 && !(negative && zero);
    let mut wide = count > 300;
    if bytes.get(at) == Some(&b'.') {
        plain = false;
        let fraction = at + 1;
        at = digits(bytes, fraction);
        if at == fraction {
            return Err(fault);
        }
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        plain = false;
        wide = true;
        at += 1;
        if matches!(bytes.get(at), Some(b'+' | b'-')) {
            at += 1;
        }
        let exponent = at;
        at = digits(bytes, exponent);
        if at == exponent {
            return Err(fault);
        }
    }
    // Hexadecimal, digit groups, units, a second dot: one wrong number rather than a surprise behind one.
    let glued = |byte: &u8| byte.is_ascii_alphanumeric() || b"._+-".contains(byte);
    if bytes.get(at).is_some_and(glued) {
        return Err(fault);
    }
    if wide && parse_double(bytes.get(begin..at).unwrap_or_default()).is_infinite() {
        let node = u32::try_from(tape.nodes.len()).unwrap_or(u32::MAX);
        tape.overflows.push(node);
    }
    tape.push(
        Kind::Number,
        begin,
        at,
        if plain { Node::VERBATIM } else { 0 },
        0,
    );
    Ok(at)
}

fn word(bytes: &[u8], at: usize, word: &[u8], kind: Kind, tape: &mut Tape) -> Result<usize, Fault> {
    let rest = bytes.get(at..).unwrap_or_default();
    if !rest.starts_with(word) {
        return Err((SyntaxKind::ExpectedValue, at));
    }
    tape.push(kind, at, at + word.len(), 0, 0);
    Ok(at + word.len())
}

/// Eight bytes at an offset, the first one lowest.
#[inline(always)]
fn chunk(bytes: &[u8], at: usize) -> Option<u64> {
    bytes
        .get(at..)?
        .first_chunk::<8>()
        .map(|chunk| u64::from_le_bytes(*chunk))
}

/// Marks, in the high bit of each byte, what ends the run of plain characters in a string: a quote, a backslash, a
/// control, or something beyond ASCII. Only the lowest mark is exact, and only it is used.
#[inline(always)]
fn special_bytes(chunk: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    let quote = chunk ^ (ONES * 0x22);
    let slash = chunk ^ (ONES * 0x5C);
    let below = quote.wrapping_sub(ONES) & !quote
        | slash.wrapping_sub(ONES) & !slash
        | chunk.wrapping_sub(ONES * 0x20) & !chunk;
    (below | chunk) & HIGHS
}

/// The number that an integer-like key stands for (J-2): canonical decimal, 0…4294967294.
pub(super) fn integer_key(key: &[u8]) -> Option<u32> {
    let (first, rest) = key.split_first()?;
    if key.len() > 10 || !key.iter().all(u8::is_ascii_digit) || (*first == b'0' && !rest.is_empty())
    {
        return None;
    }
    let number = key
        .iter()
        .fold(0_u64, |sum, digit| sum * 10 + u64::from(digit - b'0'));
    u32::try_from(number)
        .ok()
        .filter(|&number| number != u32::MAX)
}
