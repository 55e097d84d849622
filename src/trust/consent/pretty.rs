//! Writing a store: the form of `JSON.stringify(store, null, 2)`, values as they stood in the text that was read.

use alloc::vec::Vec;

use crate::json::{Entries, Items, Kind, Quoting, StableWriter, Str, Value};
use crate::vocabulary::consent::MAX_STORE_BYTES;

/// A text that grows; it stops when no store may be so large.
#[derive(Debug, Default)]
pub(super) struct Pretty {
    pub(super) out: Vec<u8>,
    /// Something was written into the innermost container.
    filled: bool,
}

/// An open container, with what is still to come of it.
enum Open<'d> {
    Array(Items<'d>),
    Object(Entries<'d>),
}

impl Pretty {
    pub(super) fn is_too_large(&self) -> bool {
        self.out.len() > MAX_STORE_BYTES
    }

    pub(super) fn begin_object(&mut self) {
        self.out.push(b'{');
        self.filled = false;
    }

    /// Ends an object that began on a line of that level.
    pub(super) fn end_object(&mut self, level: usize) {
        self.end(b'}', level);
    }

    fn end(&mut self, close: u8, level: usize) {
        if self.filled {
            self.line(level);
        }
        self.out.push(close);
        self.filled = true;
    }

    fn line(&mut self, level: usize) {
        self.out.push(b'\n');
        let end = self.out.len() + 2 * level.min(MAX_STORE_BYTES);
        self.out.resize(end, b' ');
    }

    /// Begins a line for the next member or element.
    pub(super) fn next(&mut self, level: usize) {
        if self.filled {
            self.out.push(b',');
        }
        self.filled = true;
        self.line(level);
    }

    pub(super) fn colon(&mut self) {
        self.out.extend_from_slice(b": ");
    }

    /// A string of ours.
    pub(super) fn string(&mut self, text: Str<'_>) {
        StableWriter::new(&mut self.out, Quoting::Once).string(text);
    }

    /// A member of ours.
    pub(super) fn member(&mut self, level: usize, name: &str, text: Str<'_>) {
        self.next(level);
        self.string(Str::of(name));
        self.colon();
        self.string(text);
    }

    /// What stands there in the text, to the letter.
    pub(super) fn verbatim(&mut self, value: Value<'_>) {
        let (start, end) = value.span().unwrap_or_default();
        let text = value.document().source().get(start as usize..end as usize);
        self.out.extend_from_slice(text.unwrap_or_default());
    }

    /// A value that began on a line of that level: containers in this form, everything else to the letter, so that
    /// no numeral and no escape becomes another one.
    pub(super) fn value(&mut self, value: Value<'_>, level: usize) {
        let mut stack = Vec::new();
        self.open(value, &mut stack);
        while let Some(open) = stack.last_mut() {
            if self.is_too_large() {
                return;
            }
            let next = match open {
                Open::Array(items) => items.next(),
                Open::Object(entries) => entries.next().map(|(_, value)| value),
            };
            let is_array = matches!(open, Open::Array(_));
            let inner = level + stack.len();
            let Some(value) = next else {
                stack.pop();
                self.end(if is_array { b']' } else { b'}' }, inner - 1);
                continue;
            };
            self.next(inner);
            if let Some(key) = value.key_before().filter(|_| !is_array) {
                self.verbatim(key);
                self.colon();
            }
            self.open(value, &mut stack);
        }
    }

    fn open<'d>(&mut self, value: Value<'d>, stack: &mut Vec<Open<'d>>) {
        let (bracket, open) = match value.kind() {
            Kind::Array => (b'[', Open::Array(value.items())),
            Kind::Object => (b'{', Open::Object(value.written_entries())),
            _ => return self.verbatim(value),
        };
        self.out.push(bracket);
        self.filled = false;
        stack.push(open);
    }
}
