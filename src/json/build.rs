//! Writing a tape by hand: how a live JavaScript value becomes a [`Document`] (T-24…T-27).

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::{Document, Kind, Node, key_hash};

/// Builds a document value by value, in document order.
///
/// Calls must nest properly: inside an object a [`Builder::key`] stands before each value. What is left open at
/// [`Builder::finish`] is closed there, so that any sequence of calls gives a document that can be read.
#[derive(Debug, Default)]
pub struct Builder {
    source: Vec<u8>,
    nodes: Vec<Node>,
    open: Vec<u32>,
}

impl Builder {
    /// An empty tape.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn push(&mut self, kind: Kind, start: u32, end: u32, flags: u8) {
        self.push_hashed(kind, start, end, flags, 0);
    }

    fn push_hashed(&mut self, kind: Kind, start: u32, end: u32, flags: u8, hash: u16) {
        let next = u32::try_from(self.nodes.len() + 1).unwrap_or(u32::MAX);
        self.nodes.push(Node {
            start,
            end,
            next,
            kind,
            flags,
            hash,
        });
    }

    fn content(&mut self, kind: Kind, wtf8: &[u8], flags: u8) {
        let start = u32::try_from(self.source.len()).unwrap_or(u32::MAX);
        self.source.extend_from_slice(wtf8);
        let end = u32::try_from(self.source.len()).unwrap_or(u32::MAX);
        self.push_hashed(kind, start, end, Node::RAW | flags, key_hash(wtf8));
    }

    fn begin(&mut self, kind: Kind) {
        self.open
            .push(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.push(kind, 0, 0, 0);
    }

    /// How many containers are open.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// How many bytes of text and values were written.
    #[must_use]
    pub fn size(&self) -> usize {
        self.source.len() + self.nodes.len()
    }

    /// Opens an object.
    pub fn begin_object(&mut self) {
        self.begin(Kind::Object);
    }

    /// Opens an array.
    pub fn begin_array(&mut self) {
        self.begin(Kind::Array);
    }

    /// Closes the innermost open container.
    pub fn end(&mut self) {
        if let Some(index) = self.open.pop() {
            let next = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
            if let Some(node) = self.nodes.get_mut(index as usize) {
                node.next = next;
            }
        }
    }

    /// Says that enumerating the innermost open container threw.
    pub fn mark_unreadable(&mut self) {
        if let Some(index) = self.open.last()
            && let Some(node) = self.nodes.get_mut(*index as usize)
        {
            node.flags |= Node::UNREADABLE;
        }
    }

    /// Names the next value.
    pub fn key(&mut self, units: &[u16]) {
        let wtf8 = wtf8_of(units);
        // Live objects enumerate their integer-like keys first already.
        self.content(Kind::Key, &wtf8, 0);
    }

    /// Names the next value, given as WTF-8.
    pub fn key_wtf8(&mut self, content: &[u8]) {
        let wtf8 = well_formed_or_sane(content);
        self.content(Kind::Key, &wtf8, 0);
    }

    /// Names a value that a property read finds although it is no own enumerable property.
    pub fn hidden_key(&mut self, name: &str) {
        self.content(Kind::Key, name.as_bytes(), Node::HIDDEN);
    }

    /// Writes a string of UTF-16 code units.
    pub fn string(&mut self, units: &[u16]) {
        let wtf8 = wtf8_of(units);
        self.content(Kind::String, &wtf8, 0);
    }

    /// Writes a string, given as WTF-8.
    pub fn string_wtf8(&mut self, content: &[u8]) {
        let wtf8 = well_formed_or_sane(content);
        self.content(Kind::String, &wtf8, 0);
    }

    /// Writes a number; what is not finite is kept and prints `null`.
    pub fn number(&mut self, number: f64) {
        let bits = number.to_bits();
        #[allow(clippy::cast_possible_truncation)] // the halves of the double
        self.push(Kind::Number, (bits >> 32) as u32, bits as u32, Node::BINARY);
    }

    /// Writes a truth value.
    pub fn bool(&mut self, truth: bool) {
        self.push(if truth { Kind::True } else { Kind::False }, 0, 0, 0);
    }

    /// Writes a big integer, given in decimal.
    pub fn big_int(&mut self, decimal: &str) {
        self.content(Kind::BigInt, decimal.as_bytes(), 0);
    }

    /// Writes a value without content: null, undefined, a function, a symbol, a hole, a cycle, a throw.
    pub fn bare(&mut self, kind: Kind) {
        self.push(kind, 0, 0, 0);
    }

    /// Closes what is open and hands the document over; without any value it is `undefined`.
    #[must_use]
    pub fn finish(mut self) -> Document<'static> {
        if self.nodes.is_empty() {
            self.bare(Kind::Undefined);
        }
        while !self.open.is_empty() {
            self.end();
        }
        Document {
            source: Cow::Owned(self.source),
            nodes: self.nodes,
            body: 0,
            overflows: Vec::new(),
            duplicates: false,
            from_text: false,
        }
    }
}

/// What is no canonical WTF-8 is made so.
fn well_formed_or_sane(content: &[u8]) -> Cow<'_, [u8]> {
    match core::str::from_utf8(content) {
        Ok(_) => Cow::Borrowed(content),
        Err(_) => Cow::Owned(super::text::sanitize_wtf8(content)),
    }
}

fn wtf8_of(units: &[u16]) -> Vec<u8> {
    let mut out = Vec::with_capacity(units.len());
    for &unit in units {
        super::text::push_code_point(&mut out, u32::from(unit));
    }
    out
}
