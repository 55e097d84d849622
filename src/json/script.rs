//! Values as ECMAScript's `String` makes them.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Items, Kind, Value, write_number};

/// A value as `String(value)` prints it (L-110): lists by their elements with commas between them, however deep they
/// nest; unpaired surrogates as U+FFFD.
#[must_use]
pub fn js_string(value: Value<'_>) -> String {
    let mut out = String::new();
    let mut open: Vec<Items<'_>> = Vec::new();
    push(&mut out, &mut open, value, false);
    let mut fresh = true;
    while let Some(items) = open.last_mut() {
        let Some(item) = items.next() else {
            open.pop();
            fresh = false;
            continue;
        };
        if !fresh {
            out.push(',');
        }
        let depth = open.len();
        push(&mut out, &mut open, item, true);
        fresh = open.len() > depth;
    }
    out
}

/// Prints what has no elements, opens what has some.
fn push<'d>(out: &mut String, open: &mut Vec<Items<'d>>, value: Value<'d>, in_list: bool) {
    out.push_str(match value.kind() {
        Kind::String | Kind::BigInt | Kind::Key => {
            return out.push_str(&value.content().to_lossy());
        }
        Kind::Number => return push_number(out, value.as_f64().unwrap_or(f64::NAN)),
        Kind::Array => return open.push(value.items()),
        Kind::Null | Kind::Undefined if in_list => "",
        Kind::Null => "null",
        Kind::Undefined => "undefined",
        Kind::True => "true",
        Kind::False => "false",
        Kind::Hole | Kind::Circular => "",
        Kind::Object | Kind::Function | Kind::Symbol | Kind::Thrown => "[object Object]",
    });
}

fn push_number(out: &mut String, number: f64) {
    if number.is_finite() {
        let mut digits = Vec::new();
        write_number(&mut digits, number);
        out.extend(digits.into_iter().map(char::from));
    } else if number.is_nan() {
        out.push_str("NaN");
    } else {
        out.push_str(if number > 0.0 {
            "Infinity"
        } else {
            "-Infinity"
        });
    }
}
