//! Making text of a manifest safe to print.

use alloc::string::String;
use core::fmt::Write;

use crate::json::{CodePoints, utf16_len};
use crate::vocabulary::hidden::is_hidden;

/// Appends a code point; a hidden one as `\u` and four hex digits per UTF-16 unit (T-62, TB-12).
pub fn push_visible(out: &mut String, point: u32) {
    match char::from_u32(point) {
        Some(character) if !is_hidden(point) => out.push(character),
        Some(character) => {
            for unit in character.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
        None => {
            let _ = write!(out, "\\u{point:04x}");
        }
    }
}

/// The text with hidden characters as escapes; over `limit` UTF-16 units it is cut and ends in an ellipsis.
#[must_use]
pub fn visible(wtf8: &[u8], limit: usize) -> String {
    let mut out = String::new();
    let mut units = 0;
    let whole = utf16_len(wtf8) <= limit;
    for point in CodePoints::new(wtf8) {
        units += if point < 0x1_0000 { 1 } else { 2 };
        if !whole && units > limit {
            out.push('…');
            break;
        }
        push_visible(&mut out, point);
    }
    out
}
