//! Numbers as ECMAScript prints them (T-32).

#[cfg(not(target_arch = "wasm32"))]
use alloc::string::String;
use alloc::vec::Vec;
#[cfg(not(target_arch = "wasm32"))]
use core::fmt::Write as _;

/// Appends the shortest form that reads back as the same double; `-0` prints `0`, what is not finite `null`.
pub fn write_number(out: &mut Vec<u8>, number: f64) {
    #[allow(clippy::cast_possible_truncation)] // what is cut off shows in the comparison
    let whole = number as i64;
    #[allow(clippy::cast_precision_loss, clippy::float_cmp)]
    if whole.unsigned_abs() < 1 << 53 && whole as f64 == number {
        write_whole(out, whole);
    } else if number.is_finite() {
        write_other(out, number);
    } else {
        out.extend_from_slice(b"null");
    }
}

/// Appends a whole number.
#[inline(never)]
pub(super) fn write_whole(out: &mut Vec<u8>, number: i64) {
    if number < 0 {
        out.push(b'-');
    }
    let (mut digits, mut at, mut rest) = ([0_u8; 20], 20, number.unsigned_abs());
    loop {
        at -= 1;
        if let Some(digit) = digits.get_mut(at) {
            #[allow(clippy::cast_possible_truncation)]
            let low = (rest % 10) as u8;
            *digit = b'0' + low;
        }
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(digits.get(at..).unwrap_or_default());
}

/// Every other finite number.
#[cfg(not(target_arch = "wasm32"))]
fn write_other(out: &mut Vec<u8>, number: f64) {
    out.extend_from_slice(ryu_js::Buffer::new().format_finite(number).as_bytes());
}

/// Every other finite number; rare enough to ask the platform, which has the tables for it.
#[cfg(target_arch = "wasm32")]
#[cold]
fn write_other(out: &mut Vec<u8>, number: f64) {
    out.extend_from_slice(platform::print(number).as_bytes());
}

/// The nearest double of a numeral of JSON, or of digits.
pub(crate) fn parse_double(numeral: &[u8]) -> f64 {
    if numeral.len() <= 15 && numeral.iter().all(u8::is_ascii_digit) {
        let whole = numeral
            .iter()
            .fold(0_i64, |sum, digit| sum * 10 + i64::from(digit - b'0'));
        #[allow(clippy::cast_precision_loss)] // fifteen digits are exact
        return whole as f64;
    }
    parse_other(numeral)
}

#[cfg(not(target_arch = "wasm32"))]
fn parse_other(numeral: &[u8]) -> f64 {
    if numeral.len() > SAFE_DIGITS {
        return parse_long(numeral);
    }
    core::str::from_utf8(numeral)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(f64::NAN)
}

#[cfg(target_arch = "wasm32")]
#[cold]
fn parse_other(numeral: &[u8]) -> f64 {
    core::str::from_utf8(numeral).map_or(f64::NAN, platform::parse)
}

#[cfg(target_arch = "wasm32")]
mod platform {
    use alloc::string::String;

    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_name = Number)]
        pub(super) fn parse(numeral: &str) -> f64;
        #[wasm_bindgen(js_name = String)]
        pub(super) fn print(number: f64) -> String;
    }
}

/// The standard library caps exponents a little above 65 535, on the assumption that no numeral has so many
/// digits for its exponent to undo. Longer ones go through [`parse_long`].
#[cfg(not(target_arch = "wasm32"))]
const SAFE_DIGITS: usize = 60_000;

/// The nearest double of a numeral of any length: rewritten with its first digits and a small exponent.
#[cfg(not(target_arch = "wasm32"))]
fn parse_long(numeral: &[u8]) -> f64 {
    // No double needs more than 767 digits to tell on which side of a tie a numeral is; a last `1` stands for
    // whatever follows.
    const DIGITS: usize = 800;
    let (mantissa, exponent) = match numeral.iter().position(|byte| matches!(byte, b'e' | b'E')) {
        Some(at) => (
            numeral.get(..at).unwrap_or_default(),
            numeral.get(at + 1..).unwrap_or_default(),
        ),
        None => (numeral, &b""[..]),
    };
    let magnitude =
        exponent
            .iter()
            .filter(|byte| byte.is_ascii_digit())
            .fold(0_i64, |sum, digit| {
                sum.saturating_mul(10)
                    .saturating_add(i64::from(digit - b'0'))
            });
    let mut exponent = match exponent.first() {
        Some(b'-') => magnitude.saturating_neg(),
        _ => magnitude,
    };
    let mut text = String::with_capacity(DIGITS + 16);
    let (mut digits, mut fraction, mut more) = (0, false, false);
    for &byte in mantissa {
        match byte {
            b'-' => text.push('-'),
            b'.' => fraction = true,
            _ => {
                // Every digit of the fraction that is kept moves the point; so does every one before it that is not.
                let kept = digits < DIGITS && (digits > 0 || byte != b'0');
                if kept {
                    text.push(char::from(byte));
                    digits += 1;
                } else if digits > 0 {
                    more |= byte != b'0';
                }
                let leading = digits == 0;
                let shift = i64::from(!kept && !leading) - i64::from(fraction);
                exponent = exponent.saturating_add(shift);
            }
        }
    }
    if digits == 0 {
        text.push('0');
    }
    if more {
        text.push('1');
        exponent = exponent.saturating_sub(1);
    }
    let exponent = exponent.clamp(-10_000, 10_000);
    let _ = write!(text, "e{exponent}");
    text.parse().unwrap_or(f64::NAN)
}
