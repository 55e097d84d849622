//! Reading the tape.
#![allow(clippy::inline_always)] // measured: the wasm is built for size, and these are its hot steps

use alloc::vec::Vec;

use crate::sort::sort_by;

use super::number::parse_double;
use super::scan::integer_key;
use super::{Document, Node, Str};

/// What a node is. The kinds after `Object` exist only in snapshots of live JavaScript values (T-26).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `null`.
    Null,
    /// `false`.
    False,
    /// `true`.
    True,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
    /// The name of a member.
    Key,
    /// A big integer; its content is the decimal form.
    BigInt,
    /// `undefined`.
    Undefined,
    /// A function.
    Function,
    /// A symbol.
    Symbol,
    /// An array element that is not there.
    Hole,
    /// A container that is its own ancestor.
    Circular,
    /// Reading it threw.
    Thrown,
}

/// A read that threw on the JavaScript side (T-25).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Threw;

/// One member of an object.
#[derive(Debug, Clone, Copy)]
pub struct Member<'d> {
    /// Its name.
    pub name: Str<'d>,
    /// [`key_hash`](super::key_hash) of the name.
    pub hash: u16,
    /// Its value.
    pub value: Value<'d>,
    /// Whether it is an own one rather than one that only a property read finds.
    pub own: bool,
}

/// A cursor on one value of a document.
#[derive(Clone, Copy)]
pub struct Value<'d> {
    document: &'d Document<'d>,
    index: u32,
}

impl<'d> Value<'d> {
    pub(super) fn new(document: &'d Document<'_>, index: u32) -> Self {
        Self { document, index }
    }

    #[inline(always)]
    fn node(self) -> Node {
        self.document.node(self.index)
    }

    /// The document it stands in.
    #[must_use]
    pub fn document(self) -> &'d Document<'d> {
        self.document
    }

    /// A number that identifies this value within its document and grows in document order.
    #[must_use]
    pub fn id(self) -> u32 {
        self.index
    }

    /// Whether this is that very value, at the same place of the same document.
    #[must_use]
    pub fn is(self, other: Value<'_>) -> bool {
        core::ptr::addr_eq(self.document, other.document) && self.index == other.index
    }

    /// The id behind this value and everything in it.
    #[must_use]
    pub fn end_id(self) -> u32 {
        self.node().next
    }

    /// What it is.
    #[must_use]
    #[inline(always)]
    pub fn kind(self) -> Kind {
        self.node().kind
    }

    /// Its bytes in the text: quotes and brackets included. `None` for snapshots of live values.
    #[must_use]
    pub fn span(self) -> Option<(u32, u32)> {
        let node = self.node();
        self.document.from_text.then(|| match node.kind {
            Kind::String | Kind::Key => (node.start - 1, node.end + 1),
            _ => (node.start, node.end),
        })
    }

    /// The name under which it stands in its object, given that it stands in one.
    #[must_use]
    pub fn key_before(self) -> Option<Value<'d>> {
        let key = self.index.checked_sub(1)?;
        (self.document.node(key).kind == Kind::Key).then(|| Value::new(self.document, key))
    }

    /// Whether it is null.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// Whether it is an object (an array is not).
    #[must_use]
    #[inline]
    pub fn is_object(self) -> bool {
        self.kind() == Kind::Object
    }

    /// Whether it is an array.
    #[must_use]
    #[inline]
    pub fn is_array(self) -> bool {
        self.kind() == Kind::Array
    }

    /// Whether it is an object or an array (T-4).
    #[must_use]
    pub fn is_container(self) -> bool {
        matches!(self.kind(), Kind::Object | Kind::Array)
    }

    /// Whether enumerating it threw.
    #[must_use]
    pub fn is_unreadable(self) -> bool {
        self.node().is(Node::UNREADABLE)
    }

    /// The truth value, if it is one.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        match self.kind() {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }

    /// The string, if it is one.
    #[must_use]
    #[inline(always)]
    pub fn as_str(self) -> Option<Str<'d>> {
        (self.kind() == Kind::String).then(|| self.document.str_at(self.index))
    }

    /// The content of a key or of a big integer.
    #[must_use]
    pub fn content(self) -> Str<'d> {
        self.document.str_at(self.index)
    }

    /// `S(x)` of the specification (T-4): the string, else the empty one.
    #[must_use]
    #[inline(always)]
    pub fn text(self) -> Str<'d> {
        self.as_str().unwrap_or(Str::EMPTY)
    }

    /// The double, if it is a number.
    #[must_use]
    pub fn as_f64(self) -> Option<f64> {
        let node = self.node();
        if node.kind != Kind::Number {
            return None;
        }
        Some(if node.is(Node::VERBATIM) {
            small_integer(self.document.slice(node))
        } else if node.is(Node::BINARY) {
            f64::from_bits(u64::from(node.start) << 32 | u64::from(node.end))
        } else {
            parse_double(self.document.slice(node))
        })
    }

    /// The literal of a number, if it is what ECMAScript prints.
    pub(super) fn verbatim_number(self) -> Option<&'d [u8]> {
        let node = self.node();
        node.is(Node::VERBATIM).then(|| self.document.slice(node))
    }

    /// The member of that name, as a JavaScript property read finds it: an own one, in snapshots also one
    /// that is inherited. Of a repeated key the last counts. A read that threw answers with [`Kind::Thrown`].
    #[must_use]
    pub fn get(self, name: &str) -> Option<Value<'d>> {
        let node = self.node();
        if node.kind != Kind::Object {
            return None;
        }
        let nodes = self
            .document
            .nodes
            .get(..node.next as usize)
            .unwrap_or_default();
        let mut found = None;
        let mut at = self.index as usize + 1;
        while let Some([key, value]) = nodes.get(at..).and_then(<[Node]>::first_chunk) {
            // The length in the tape tells almost every other key without touching its bytes.
            let plausible =
                key.is(Node::ESCAPED) || key.end.wrapping_sub(key.start) as usize == name.len();
            if plausible && Str::from_node(self.document.slice(*key), key.flags).is(name) {
                #[allow(clippy::cast_possible_truncation)] // the tape counts in u32
                let index = at as u32 + 1;
                found = Some(Value::new(self.document, index));
                if !node.is(Node::DUPLICATES) {
                    break;
                }
            }
            at = value.next as usize;
        }
        found
    }

    /// [`Value::get`] for collectors that stop at a throw (T-25).
    ///
    /// # Errors
    /// [`Threw`] if reading that member threw.
    pub fn read(self, name: &str) -> Result<Option<Value<'d>>, Threw> {
        match self.get(name) {
            Some(value) if value.kind() == Kind::Thrown => Err(Threw),
            found => Ok(found),
        }
    }

    /// Calls back for each member as it is written. Nothing for what is not an object.
    #[inline]
    pub fn each_member(self, mut visit: impl FnMut(Member<'d>)) {
        let node = self.node();
        if node.kind != Kind::Object {
            return;
        }
        let nodes = self
            .document
            .nodes
            .get(..node.next as usize)
            .unwrap_or_default();
        let mut at = self.index + 1;
        while let Some([key, value]) = nodes.get(at as usize..).and_then(<[Node]>::first_chunk) {
            let name = Str::from_node(self.document.slice(*key), key.flags);
            visit(Member {
                name,
                hash: key.hash,
                value: Value::new(self.document, at + 1),
                own: !key.is(Node::HIDDEN),
            });
            at = value.next;
        }
    }

    /// The own members in JavaScript's enumeration order (J-2); nothing for what is not an object.
    #[must_use]
    pub fn entries(self) -> Entries<'d> {
        let node = self.node();
        if node.kind != Kind::Object {
            return Entries::in_place(self.document, 0, 0);
        }
        if node.flags & (Node::DUPLICATES | Node::INTEGER_KEYS) == 0 {
            return Entries::in_place(self.document, self.index + 1, node.next);
        }
        let repeated = node.is(Node::DUPLICATES);
        Entries::ordered(self.document, self.index + 1, node.next, repeated)
    }

    /// The own members of a container: an array has its indices as keys (T-13).
    #[must_use]
    pub fn own_entries(self) -> Entries<'d> {
        let node = self.node();
        if node.kind == Kind::Array {
            return Entries {
                array: Some(0),
                ..Entries::in_place(self.document, self.index + 1, node.next)
            };
        }
        self.entries()
    }

    /// The own members as they stand in the text: repeated keys too.
    #[must_use]
    pub fn written_entries(self) -> Entries<'d> {
        let node = self.node();
        if node.kind != Kind::Object {
            return Entries::in_place(self.document, 0, 0);
        }
        Entries::in_place(self.document, self.index + 1, node.next)
    }

    /// Whether the object repeats a key.
    #[must_use]
    pub fn has_duplicates(self) -> bool {
        self.node().is(Node::DUPLICATES)
    }

    /// The elements of an array; nothing for what is not an array.
    #[must_use]
    pub fn items(self) -> Items<'d> {
        let node = self.node();
        let (at, end) = if node.kind == Kind::Array {
            (self.index + 1, node.next)
        } else {
            (0, 0)
        };
        Items {
            document: self.document,
            at,
            end,
        }
    }
}

impl core::fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut out = Vec::new();
        super::StableWriter::new(&mut out, super::Quoting::Once).value(*self);
        f.write_str(&alloc::string::String::from_utf8_lossy(&out))
    }
}

impl serde::Serialize for Value<'_> {
    /// As `JSON.stringify` would, except that what JSON cannot hold becomes what T-26 says. It goes as JSON text at
    /// once: there is one writer then, not two.
    #[cfg(target_arch = "wasm32")]
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        super::stable::serialize_raw(super::stable::to_json(*self), serializer)
    }

    /// As `JSON.stringify` would, except that what JSON cannot hold becomes what T-26 says.
    #[cfg(not(target_arch = "wasm32"))]
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.kind() {
            Kind::True => serializer.serialize_bool(true),
            Kind::False => serializer.serialize_bool(false),
            Kind::String | Kind::Key => self.content().serialize(serializer),
            Kind::Number => match self.as_f64().unwrap_or(0.0) {
                #[allow(
                    clippy::cast_possible_truncation,
                    clippy::cast_precision_loss,
                    clippy::float_cmp
                )]
                whole if whole == (whole as i64) as f64 && whole.abs() < 9e15 => {
                    serializer.serialize_i64(whole as i64)
                }
                number => serializer.serialize_f64(number),
            },
            Kind::Array | Kind::Object if self.is_unreadable() => {
                serializer.serialize_str(super::stable::UNREADABLE)
            }
            Kind::Array => serializer.collect_seq(self.items()),
            // Serde's keys are Unicode; where one is not, the whole object goes as JSON text, as in `Str`.
            Kind::Object if !self.entries().all(|(key, _)| key.is_well_formed()) => {
                super::stable::serialize_raw(super::stable::to_json(*self), serializer)
            }
            Kind::Object => serializer.collect_map(self.entries()),
            Kind::Circular => serializer.serialize_str(super::stable::CIRCULAR),
            Kind::BigInt => serializer.collect_str(&format_args!("{}n", self.content().to_lossy())),
            _ => serializer.serialize_unit(),
        }
    }
}

/// The value of a plain integer of at most fifteen digits, which a double holds exactly.
fn small_integer(literal: &[u8]) -> f64 {
    let (negative, digits) = match literal {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    let sum = digits
        .iter()
        .fold(0_i64, |sum, digit| sum * 10 + i64::from(digit - b'0'));
    #[allow(clippy::cast_precision_loss)] // below 2^53
    let number = sum as f64;
    if negative { -number } else { number }
}

/// Iterates over the elements of an array.
#[derive(Clone)]
pub struct Items<'d> {
    document: &'d Document<'d>,
    at: u32,
    end: u32,
}

impl<'d> Iterator for Items<'d> {
    type Item = Value<'d>;

    #[inline]
    fn next(&mut self) -> Option<Value<'d>> {
        if self.at >= self.end {
            return None;
        }
        let value = Value::new(self.document, self.at);
        self.at = value.node().next;
        Some(value)
    }
}

/// Iterates over the members of an object.
#[derive(Clone)]
pub struct Entries<'d> {
    document: &'d Document<'d>,
    at: u32,
    end: u32,
    /// The keys' nodes in order, if that is not document order; `at` then counts in it.
    order: Option<Vec<u32>>,
    /// The next index, if this walks an array.
    array: Option<u32>,
}

impl<'d> Entries<'d> {
    fn in_place(document: &'d Document<'d>, at: u32, end: u32) -> Self {
        Self {
            document,
            at,
            end,
            order: None,
            array: None,
        }
    }

    /// Puts integer-like keys first and lets the last of repeated keys take the first one's place.
    fn ordered(document: &'d Document<'d>, at: u32, end: u32, repeated: bool) -> Self {
        /// What others rank behind: integer-like keys rank by their number.
        const OTHERS: u64 = 1 << 32;
        // (content, place of the first occurrence, key); every key is decoded once.
        let mut keys: Vec<_> = Self::in_place(document, at, end)
            .zip(OTHERS..)
            .map(|((key, value), place)| (key.wtf8(), place, value.index - 1))
            .collect();
        if repeated {
            sort_by(&mut keys, |(a, ..), (b, ..)| a.cmp(b));
            keys.dedup_by(|(later, _, key), (kept, _, last)| {
                let same = later == kept;
                if same {
                    *last = *key;
                }
                same
            });
        }
        let mut ranked: Vec<(u64, u32)> = keys
            .iter()
            .map(|(content, place, key)| (integer_key(content).map_or(*place, u64::from), *key))
            .collect();
        sort_by(&mut ranked, Ord::cmp);
        let order: Vec<u32> = ranked.into_iter().map(|(_, key)| key).collect();
        Self {
            document,
            at: 0,
            end: u32::try_from(order.len()).unwrap_or(u32::MAX),
            order: Some(order),
            array: None,
        }
    }
}

impl<'d> Iterator for Entries<'d> {
    type Item = (Str<'d>, Value<'d>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.at >= self.end {
                return None;
            }
            if let Some(index) = self.array {
                let value = Value::new(self.document, self.at);
                self.at = value.node().next;
                self.array = Some(index + 1);
                if value.kind() == Kind::Hole {
                    continue;
                }
                return Some((Str::index(index), value));
            }
            let key = match &self.order {
                None => self.at,
                Some(order) => *order.get(self.at as usize)?,
            };
            let value = Value::new(self.document, key + 1);
            self.at = match self.order {
                None => value.node().next,
                Some(_) => self.at + 1,
            };
            if !self.document.node(key).is(Node::HIDDEN) {
                return Some((self.document.str_at(key), value));
            }
        }
    }
}
