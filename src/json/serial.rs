//! Writing plain data as JSON: the part of `serde_json` that answers need, without its errors, its numbers and its
//! reader, which would be a good part of the wasm.

use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;
use serde::ser::{self, Serializer};

use super::number::{write_number, write_whole};
use super::stable::{Quoting, RAW, write_escaped};

/// Appends plain data as JSON, as `serde_json` writes it but for numbers, which print by ECMAScript rules.
pub fn write_json(out: &mut Vec<u8>, data: &impl Serialize) {
    // Nothing of ours refuses to be written.
    let _ = data.serialize(Writer::new(out));
}

/// The error that serde asks for. It says nothing, so that results cost nothing.
#[derive(Debug)]
pub(super) struct Failed;

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not written")
    }
}

impl core::error::Error for Failed {}

impl ser::Error for Failed {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

type Done = Result<(), Failed>;

/// Writes one value.
struct Writer<'o> {
    out: &'o mut Vec<u8>,
    /// Texts are JSON already.
    raw: bool,
}

impl<'o> Writer<'o> {
    fn new(out: &'o mut Vec<u8>) -> Self {
        Self { out, raw: false }
    }
}

/// Writes the members of an open container; the last byte tells whether one is there already.
struct Members<'o> {
    out: &'o mut Vec<u8>,
    /// What closes the container; nothing if this stands for a raw text.
    close: Option<u8>,
}

#[inline(never)]
fn string(out: &mut Vec<u8>, text: &str) {
    let special = |byte: &u8| *byte < 0x20 || matches!(byte, b'"' | b'\\');
    out.push(b'"');
    if text.as_bytes().iter().any(special) {
        write_escaped(out, text.as_bytes(), Quoting::Once);
    } else {
        out.extend_from_slice(text.as_bytes());
    }
    out.push(b'"');
}

#[inline(never)]
fn plain(out: &mut Vec<u8>, text: &[u8]) {
    out.extend_from_slice(text);
}

#[inline(never)]
fn comma(out: &mut Vec<u8>) {
    if !matches!(out.last(), Some(b'[' | b'{')) {
        out.push(b',');
    }
}

/// A name of our own, which needs no escapes, and the colon behind it.
#[inline(never)]
fn name(out: &mut Vec<u8>, name: &str) {
    comma(out);
    out.push(b'"');
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":");
}

#[inline(never)]
fn open(out: &mut Vec<u8>, open: u8, close: u8) -> Members<'_> {
    out.push(open);
    Members {
        out,
        close: Some(close),
    }
}

impl<'o> Serializer for Writer<'o> {
    type Ok = ();
    type Error = Failed;
    type SerializeSeq = Members<'o>;
    type SerializeTuple = Members<'o>;
    type SerializeTupleStruct = Members<'o>;
    type SerializeTupleVariant = ser::Impossible<(), Failed>;
    type SerializeMap = Members<'o>;
    type SerializeStruct = Members<'o>;
    type SerializeStructVariant = ser::Impossible<(), Failed>;

    fn serialize_bool(self, truth: bool) -> Done {
        plain(self.out, if truth { b"true" } else { b"false" });
        Ok(())
    }

    fn serialize_i8(self, number: i8) -> Done {
        self.serialize_i64(number.into())
    }

    fn serialize_i16(self, number: i16) -> Done {
        self.serialize_i64(number.into())
    }

    fn serialize_i32(self, number: i32) -> Done {
        self.serialize_i64(number.into())
    }

    fn serialize_i64(self, number: i64) -> Done {
        write_whole(self.out, number);
        Ok(())
    }

    fn serialize_u8(self, number: u8) -> Done {
        self.serialize_i64(number.into())
    }

    fn serialize_u16(self, number: u16) -> Done {
        self.serialize_i64(number.into())
    }

    fn serialize_u32(self, number: u32) -> Done {
        self.serialize_i64(number.into())
    }

    fn serialize_u64(self, number: u64) -> Done {
        // Counts of things in memory.
        self.serialize_i64(i64::try_from(number).unwrap_or(i64::MAX))
    }

    fn serialize_f32(self, number: f32) -> Done {
        self.serialize_f64(number.into())
    }

    fn serialize_f64(self, number: f64) -> Done {
        write_number(self.out, number);
        Ok(())
    }

    fn serialize_char(self, character: char) -> Done {
        self.serialize_str(character.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Done {
        if self.raw {
            plain(self.out, text.as_bytes());
        } else {
            string(self.out, text);
        }
        Ok(())
    }

    fn serialize_bytes(self, _: &[u8]) -> Done {
        self.serialize_unit()
    }

    fn serialize_none(self) -> Done {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Done {
        plain(self.out, b"null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Done {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Done {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Done {
        let mut members = open(self.out, b'{', b'}');
        name(members.out, variant);
        value.serialize(Writer::new(members.out))?;
        close(&mut members)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Members<'o>, Failed> {
        Ok(open(self.out, b'[', b']'))
    }

    fn serialize_tuple(self, _: usize) -> Result<Members<'o>, Failed> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Members<'o>, Failed> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Failed> {
        Err(Failed)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Members<'o>, Failed> {
        Ok(open(self.out, b'{', b'}'))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Members<'o>, Failed> {
        if name == RAW {
            return Ok(Members {
                out: self.out,
                close: None,
            });
        }
        self.serialize_map(None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Failed> {
        Err(Failed)
    }
}

#[allow(clippy::unnecessary_wraps)] // what all the ends return
fn close(members: &mut Members<'_>) -> Done {
    if let Some(close) = members.close {
        members.out.push(close);
    }
    Ok(())
}

impl ser::SerializeSeq for Members<'_> {
    type Ok = ();
    type Error = Failed;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        comma(self.out);
        value.serialize(Writer::new(self.out))
    }

    fn end(mut self) -> Done {
        close(&mut self)
    }
}

impl ser::SerializeTuple for Members<'_> {
    type Ok = ();
    type Error = Failed;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        ser::SerializeSeq::serialize_element(self, value)
    }

    fn end(mut self) -> Done {
        close(&mut self)
    }
}

impl ser::SerializeTupleStruct for Members<'_> {
    type Ok = ();
    type Error = Failed;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        ser::SerializeSeq::serialize_element(self, value)
    }

    fn end(mut self) -> Done {
        close(&mut self)
    }
}

impl ser::SerializeMap for Members<'_> {
    type Ok = ();
    type Error = Failed;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Done {
        comma(self.out);
        // All keys of ours are texts.
        key.serialize(Writer::new(self.out))
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        self.out.push(b':');
        value.serialize(Writer::new(self.out))
    }

    fn end(mut self) -> Done {
        close(&mut self)
    }
}

impl ser::SerializeStruct for Members<'_> {
    type Ok = ();
    type Error = Failed;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Done {
        let raw = self.close.is_none();
        if !raw {
            name(self.out, key);
        }
        value.serialize(Writer { out: self.out, raw })
    }

    fn end(mut self) -> Done {
        close(&mut self)
    }
}
