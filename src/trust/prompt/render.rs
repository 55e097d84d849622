//! One value of a manifest as the prompt shows it: escaped, then bounded (T-62, T-63, TB-12).

use alloc::string::String;
use core::fmt;

use crate::escape::push_visible;
use crate::json::{CodePoints, Str, utf16_len};

/// UTF-16 units of a value, escapes included, before it is cut.
const VALUE_UNITS: usize = 200;
/// UTF-16 units of an environment variable's value, escapes not included.
const ENV_UNITS: usize = 60;

/// A value that is safe to print.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rendered {
    /// The escaped text, cut before a character or an escape that would not fit.
    pub text: String,
    /// Whether it was cut.
    pub truncated: bool,
    /// UTF-16 units of the whole: escaped ones, or raw ones for an environment variable that was cut as such.
    pub length: usize,
}

/// Renders a value.
#[must_use]
pub fn render_value(value: Str<'_>) -> Rendered {
    render(&value.wtf8())
}

/// Renders WTF-8.
pub(in crate::trust) fn render(wtf8: &[u8]) -> Rendered {
    let mut rendered = Rendered::default();
    let mut piece = String::new();
    for point in CodePoints::new(wtf8) {
        piece.clear();
        push_visible(&mut piece, point);
        rendered.length += utf16_len(piece.as_bytes());
        // Everything up to here fitted if the whole does.
        if rendered.length <= VALUE_UNITS {
            rendered.text.push_str(&piece);
        }
    }
    rendered.truncated = rendered.length > VALUE_UNITS;
    rendered
}

/// Renders the value of an environment variable: cut early, since it may be a secret.
pub(super) fn render_env_value(value: Str<'_>) -> Rendered {
    let wtf8 = value.wtf8();
    let length = utf16_len(&wtf8);
    if length <= ENV_UNITS {
        return render(&wtf8);
    }
    let (mut units, mut bytes) = (0, 0);
    for point in CodePoints::new(&wtf8) {
        units += if point < 0x1_0000 { 1 } else { 2 };
        if units > ENV_UNITS {
            break;
        }
        bytes += match point {
            0..0x80 => 1,
            0x80..0x800 => 2,
            0x800..0x1_0000 => 3,
            _ => 4,
        };
    }
    Rendered {
        truncated: true,
        length,
        ..render(wtf8.get(..bytes).unwrap_or_default())
    }
}

impl fmt::Display for Rendered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        if self.truncated {
            write!(f, "…[cut:{}]", self.length)?;
        }
        Ok(())
    }
}
