//! The text of any value, as JavaScript's `String(x)` makes it (J-10).

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use crate::json::{Items, Kind, Str, Value, write_number};

/// What a finding is about: a text of the input, or one that was made of another value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Subject<'d> {
    /// A text of the input, unpaired surrogates included.
    Given(Str<'d>),
    /// The text of another value.
    Made(String),
}

impl<'d> Subject<'d> {
    /// The text of a value; `None` stands for an absent one.
    pub(super) fn of(value: Option<Value<'d>>) -> Self {
        let Some(value) = value else {
            return Self::Made("undefined".into());
        };
        if let Some(text) = value.as_str() {
            return Self::Given(text);
        }
        let mut out = Vec::new();
        match value.kind() {
            Kind::Array => join(&mut out, value),
            _ => primitive(&mut out, value),
        }
        Self::Made(String::from_utf8_lossy(&out).into_owned())
    }
}

/// Appends the members with commas between them. What is nested is joined alike; the depth costs no stack.
fn join(out: &mut Vec<u8>, array: Value<'_>) {
    let mut open: Vec<(Items<'_>, bool)> = Vec::from([(array.items(), true)]);
    while let Some((items, first)) = open.last_mut() {
        let Some(item) = items.next() else {
            open.pop();
            continue;
        };
        if !core::mem::take(first) {
            out.push(b',');
        }
        match item.kind() {
            Kind::Array => open.push((item.items(), true)),
            Kind::Null | Kind::Undefined | Kind::Hole | Kind::Circular => {}
            _ => primitive(out, item),
        }
    }
}

fn primitive(out: &mut Vec<u8>, value: Value<'_>) {
    let word = match value.kind() {
        Kind::String | Kind::Key | Kind::BigInt => {
            out.extend_from_slice(value.content().to_lossy().as_bytes());
            return;
        }
        Kind::Number => {
            let number = value.as_f64().unwrap_or(f64::NAN);
            if number.is_finite() {
                write_number(out, number);
                return;
            }
            match number {
                f64::INFINITY => "Infinity",
                f64::NEG_INFINITY => "-Infinity",
                _ => "NaN",
            }
        }
        Kind::Null => "null",
        Kind::False => "false",
        Kind::True => "true",
        Kind::Array | Kind::Object | Kind::Circular | Kind::Thrown => "[object Object]",
        Kind::Undefined | Kind::Hole => "undefined",
        Kind::Function => "function",
        Kind::Symbol => "symbol",
    };
    out.extend_from_slice(word.as_bytes());
}
