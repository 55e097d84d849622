//! The strict parser: text to tape in one pass, iterative, no allocation per value.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::text::hex_value;
use crate::sort::sort_by;

use super::{Document, Kind, Limits, Node, Str};

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
    let scanned = Scanner::run(&source, limits, encoding);
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
        return match Scanner::run(&decoded, wide, Encoding::Utf8) {
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
}

/// An open container.
struct Frame {
    node: u32,
    object: bool,
    keys: u32,
    /// One bit per key seen, by a cheap mix: a set bit means "look closer".
    seen: u64,
    /// Keys must be compared by content when the object closes.
    check: bool,
    flags: u8,
}

/// Above this many keys repeated ones are found by sorting when the object closes.
const SCAN_KEYS: u32 = 32;

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    nodes: Vec<Node>,
    overflows: Vec<u32>,
    stack: Vec<Frame>,
    raw: u8,
    beyond_ascii: bool,
    duplicates: bool,
}

type Scan<T> = Result<T, SyntaxKind>;

impl<'a> Scanner<'a> {
    fn run(bytes: &'a [u8], limits: Limits, encoding: Encoding) -> Result<Tape, SyntaxError> {
        let body = if bytes.starts_with(BOM) { BOM.len() } else { 0 };
        let mut scanner = Scanner {
            bytes,
            at: body,
            // Manifests have a value or key about every 14 bytes; growing is rare.
            nodes: Vec::with_capacity(bytes.len() / 12 + 8),
            overflows: Vec::new(),
            stack: Vec::with_capacity(8),
            raw: if encoding == Encoding::Wtf8 {
                Node::RAW
            } else {
                0
            },
            beyond_ascii: false,
            duplicates: false,
        };
        match scanner.document(limits.depth) {
            #[allow(clippy::cast_possible_truncation)] // 0 or 3
            Ok(()) => Ok(Tape {
                nodes: scanner.nodes,
                overflows: scanner.overflows,
                body: body as u32,
                duplicates: scanner.duplicates,
                beyond_ascii: scanner.beyond_ascii,
            }),
            Err(kind) => {
                let offset = scanner.at.min(bytes.len());
                let rest = bytes.get(offset..).unwrap_or_default();
                let found = super::text::CodePoints::new(rest).next();
                Err(SyntaxError {
                    kind,
                    offset,
                    found: found
                        .map(|point| char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER)),
                    bom: body != 0,
                    decoded: None,
                })
            }
        }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[inline]
    fn skip_space(&mut self) {
        let bytes = self.bytes;
        let mut at = self.at;
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
                _ => break,
            }
        }
        self.at = at;
    }

    #[allow(clippy::cast_possible_truncation)] // texts are limited to far below 4 GiB; see `push`
    fn offset(&self) -> u32 {
        self.at as u32
    }

    #[allow(clippy::cast_possible_truncation)]
    fn push(&mut self, kind: Kind, start: u32, end: u32, flags: u8) {
        let next = self.nodes.len() as u32 + 1;
        self.nodes.push(Node {
            start,
            end,
            next,
            kind,
            flags,
        });
    }

    fn document(&mut self, depth: u32) -> Scan<()> {
        if u32::try_from(self.bytes.len()).is_err() {
            return Err(SyntaxKind::TooLarge);
        }
        self.skip_space();
        if self.peek().is_none() {
            return Err(SyntaxKind::Empty);
        }
        loop {
            self.skip_space();
            let start = self.offset();
            match self.peek() {
                Some(b'"') => self.string(Kind::String)?,
                Some(open @ (b'{' | b'[')) => {
                    if self.stack.len() >= depth as usize {
                        return Err(SyntaxKind::TooDeep);
                    }
                    let object = open == b'{';
                    self.open(object, start);
                    self.at += 1;
                    self.skip_space();
                    match self.peek() {
                        Some(b'}') if object => {}
                        Some(b']') if !object => {}
                        _ => {
                            if object {
                                self.key()?;
                            }
                            continue;
                        }
                    }
                }
                Some(b'-' | b'0'..=b'9') => self.number()?,
                Some(b't') => self.word(b"true", Kind::True)?,
                Some(b'f') => self.word(b"false", Kind::False)?,
                Some(b'n') => self.word(b"null", Kind::Null)?,
                found => return Err(Self::not_a_value(found)),
            }
            // A value or an empty container's inside is behind us: close what ends here.
            loop {
                let Some(frame) = self.stack.last() else {
                    self.skip_space();
                    return match self.peek() {
                        None => Ok(()),
                        Some(b'/') => Err(SyntaxKind::Comment),
                        Some(_) => Err(SyntaxKind::TrailingText),
                    };
                };
                let object = frame.object;
                self.skip_space();
                match self.peek() {
                    Some(b',') => {
                        let comma = self.at;
                        self.at += 1;
                        self.skip_space();
                        if matches!(self.peek(), Some(b'}' | b']')) {
                            self.at = comma;
                            return Err(SyntaxKind::TrailingComma);
                        }
                        if object {
                            self.key()?;
                        }
                        break;
                    }
                    Some(b'}') if object => self.close(),
                    Some(b']') if !object => self.close(),
                    None => return Err(SyntaxKind::UnexpectedEnd),
                    Some(b'/') => return Err(SyntaxKind::Comment),
                    Some(_) => return Err(SyntaxKind::ExpectedCommaOrEnd),
                }
            }
        }
    }

    fn not_a_value(found: Option<u8>) -> SyntaxKind {
        match found {
            None => SyntaxKind::UnexpectedEnd,
            Some(b'\'') => SyntaxKind::SingleQuotes,
            Some(b'/') => SyntaxKind::Comment,
            Some(b'+' | b'.') => SyntaxKind::BadNumber,
            Some(_) => SyntaxKind::ExpectedValue,
        }
    }

    #[allow(clippy::cast_possible_truncation)]
    fn open(&mut self, object: bool, start: u32) {
        self.stack.push(Frame {
            node: self.nodes.len() as u32,
            object,
            keys: 0,
            seen: 0,
            check: false,
            flags: 0,
        });
        self.push(
            if object { Kind::Object } else { Kind::Array },
            start,
            start,
            0,
        );
    }

    #[allow(clippy::cast_possible_truncation)]
    fn close(&mut self) {
        self.at += 1;
        let Some(mut frame) = self.stack.pop() else {
            return;
        };
        if frame.check || frame.keys > SCAN_KEYS {
            frame.flags |= self.inspect_keys(frame.node);
        }
        if frame.flags & Node::DUPLICATES != 0 {
            self.duplicates = true;
        }
        let next = self.nodes.len() as u32;
        let end = self.offset();
        if let Some(node) = self.nodes.get_mut(frame.node as usize) {
            node.next = next;
            node.end = end;
            node.flags |= frame.flags;
        }
    }

    fn key_str(&self, index: u32) -> Option<Str<'a>> {
        let node = self.nodes.get(index as usize)?;
        let bytes = self.bytes.get(node.start as usize..node.end as usize)?;
        Some(Str::from_node(bytes, node.flags))
    }

    /// The nodes of the keys of the object whose node is given; it must be the one being read.
    fn keys_of(&self, object: u32) -> impl Iterator<Item = u32> + '_ {
        let mut at = object + 1;
        core::iter::from_fn(move || {
            let key = at;
            let value = self.nodes.get(key as usize + 1)?;
            at = value.next;
            Some(key)
        })
    }

    /// Repeated and integer-like keys by content; linear but for one sort, whatever the keys are.
    fn inspect_keys(&self, object: u32) -> u8 {
        let mut flags = 0;
        let mut keys: Vec<Cow<'_, [u8]>> = self
            .keys_of(object)
            .filter_map(|key| self.key_str(key))
            .map(Str::wtf8)
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

    fn key(&mut self) -> Scan<()> {
        match self.peek() {
            Some(b'"') => {}
            None => return Err(SyntaxKind::UnexpectedEnd),
            Some(b'\'') => return Err(SyntaxKind::SingleQuotes),
            Some(b'/') => return Err(SyntaxKind::Comment),
            Some(_) => return Err(SyntaxKind::ExpectedKey),
        }
        let index = self.nodes.len();
        self.string(Kind::Key)?;
        self.register_key(index);
        self.skip_space();
        match self.peek() {
            Some(b':') => {
                self.at += 1;
                Ok(())
            }
            None => Err(SyntaxKind::UnexpectedEnd),
            Some(b'/') => Err(SyntaxKind::Comment),
            Some(_) => Err(SyntaxKind::ExpectedColon),
        }
    }

    /// Notes what a key means for the order of its object.
    #[inline]
    fn register_key(&mut self, index: usize) {
        let Some(&node) = self.nodes.get(index) else {
            return;
        };
        let bytes = self
            .bytes
            .get(node.start as usize..node.end as usize)
            .unwrap_or_default();
        let Some(frame) = self.stack.last_mut() else {
            return;
        };
        frame.keys += 1;
        if node.is(Node::ESCAPED) {
            frame.check = true;
            return;
        }
        if frame.keys > SCAN_KEYS {
            return;
        }
        // The first eight bytes and the length tell the keys of one object apart well enough.
        let length = bytes.len();
        let word = match chunk(self.bytes, node.start as usize) {
            Some(word) if length < 8 => word & ((1 << (length * 8)) - 1),
            Some(word) => word,
            // At the very end of the text there are no eight bytes left; the key is shorter than that.
            None => bytes
                .iter()
                .rev()
                .fold(0, |word, &byte| word << 8 | u64::from(byte)),
        };
        if bytes.first().is_some_and(u8::is_ascii_digit) && integer_key(bytes).is_some() {
            frame.flags |= Node::INTEGER_KEYS;
        }
        let mix = word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58;
        let bit = 1_u64 << ((mix + length as u64) & 63);
        if frame.seen & bit == 0 {
            frame.seen |= bit;
            return;
        }
        let mut at = frame.node + 1;
        let mut repeated = false;
        while (at as usize) < index {
            let Some(sibling) = self.nodes.get(at as usize) else {
                break;
            };
            let content = self.bytes.get(sibling.start as usize..sibling.end as usize);
            if content == Some(bytes) {
                repeated = true;
                break;
            }
            let Some(value) = self.nodes.get(at as usize + 1) else {
                break;
            };
            at = value.next;
        }
        if repeated {
            frame.flags |= Node::DUPLICATES;
        }
    }

    /// A string from its opening quote to behind its closing one.
    #[inline]
    fn string(&mut self, kind: Kind) -> Scan<()> {
        let bytes = self.bytes;
        let open = self.at;
        let mut at = open + 1;
        let mut flags = self.raw;
        loop {
            // Eight bytes at a time as long as none of them needs a closer look.
            while let Some(chunk) = chunk(bytes, at) {
                let special = special_bytes(chunk);
                if special != 0 {
                    at += (special.trailing_zeros() / 8) as usize;
                    break;
                }
                at += 8;
            }
            match bytes.get(at) {
                Some(b'"') => break,
                Some(b'\\') => {
                    flags = Node::ESCAPED;
                    self.at = at;
                    self.escape()?;
                    at = self.at;
                }
                Some(0..0x20) => {
                    self.at = at;
                    return Err(SyntaxKind::ControlInString);
                }
                Some(0x80..) => {
                    // Other scripts come in runs.
                    self.beyond_ascii = true;
                    while bytes.get(at).is_some_and(|byte| *byte >= 0x80) {
                        at += 1;
                    }
                }
                Some(_) => at += 1,
                None => {
                    self.at = open;
                    return Err(SyntaxKind::UnterminatedString);
                }
            }
        }
        self.at = at + 1;
        #[allow(clippy::cast_possible_truncation)] // see `push`
        self.push(kind, open as u32 + 1, at as u32, flags);
        Ok(())
    }

    fn escape(&mut self) -> Scan<()> {
        match self.bytes.get(self.at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                self.at += 2;
                Ok(())
            }
            Some(b'u') => {
                let digits = self.bytes.get(self.at + 2..self.at + 6);
                if digits
                    .is_some_and(|digits| digits.iter().all(|&digit| hex_value(digit).is_some()))
                {
                    self.at += 6;
                    Ok(())
                } else {
                    Err(SyntaxKind::BadEscape)
                }
            }
            _ => Err(SyntaxKind::BadEscape),
        }
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        self.at - start
    }

    fn number(&mut self) -> Scan<()> {
        let begin = self.at;
        let start = self.offset();
        let negative = self.peek() == Some(b'-');
        if negative {
            self.at += 1;
        }
        let first = self.peek();
        let count = self.digits();
        if count == 0 || (first == Some(b'0') && count > 1) {
            self.at = begin;
            return Err(SyntaxKind::BadNumber);
        }
        let mut plain = count <= 15 && !(negative && first == Some(b'0'));
        let mut wide = count > 300;
        if self.peek() == Some(b'.') {
            plain = false;
            self.at += 1;
            if self.digits() == 0 {
                self.at = begin;
                return Err(SyntaxKind::BadNumber);
            }
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            plain = false;
            wide = true;
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            if self.digits() == 0 {
                self.at = begin;
                return Err(SyntaxKind::BadNumber);
            }
        }
        // Hexadecimal, digit groups, units, a second dot: one wrong number rather than a surprise behind one.
        if self
            .peek()
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || b"._+-".contains(&byte))
        {
            self.at = begin;
            return Err(SyntaxKind::BadNumber);
        }
        let end = self.offset();
        if wide && parse_double(self.bytes.get(begin..self.at).unwrap_or_default()).is_infinite() {
            self.overflows
                .push(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        }
        self.push(
            Kind::Number,
            start,
            end,
            if plain { Node::VERBATIM } else { 0 },
        );
        Ok(())
    }

    fn word(&mut self, word: &[u8], kind: Kind) -> Scan<()> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        if !rest.starts_with(word) {
            return Err(SyntaxKind::ExpectedValue);
        }
        let start = self.offset();
        self.at += word.len();
        self.push(kind, start, self.offset(), 0);
        Ok(())
    }
}

/// Eight bytes at an offset, the first one lowest.
#[inline]
fn chunk(bytes: &[u8], at: usize) -> Option<u64> {
    bytes
        .get(at..)?
        .first_chunk::<8>()
        .map(|chunk| u64::from_le_bytes(*chunk))
}

/// Marks, in the high bit of each byte, what ends the run of plain characters in a string: a quote, a backslash, a
/// control, or something beyond ASCII. Only the lowest mark is exact, and only it is used.
#[inline]
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

/// The nearest double of a numeral that the scanner has accepted.
pub(super) fn parse_double(numeral: &[u8]) -> f64 {
    if numeral.len() > super::number::SAFE_DIGITS {
        return super::number::parse_long(numeral);
    }
    core::str::from_utf8(numeral)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(f64::NAN)
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
