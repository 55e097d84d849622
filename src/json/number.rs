//! Numbers as ECMAScript prints them (T-32).

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

/// Appends the shortest form that reads back as the same double; `-0` prints `0`, what is not finite `null`.
pub fn write_number(out: &mut Vec<u8>, number: f64) {
    if number.is_finite() {
        // The buffer already prints -0 as 0.
        out.extend_from_slice(ryu_js::Buffer::new().format_finite(number).as_bytes());
    } else {
        out.extend_from_slice(b"null");
    }
}

/// The standard library caps exponents a little above 65 535, on the assumption that no numeral has so many
/// digits for its exponent to undo. Longer ones go through [`parse_long`].
pub(super) const SAFE_DIGITS: usize = 60_000;

/// The nearest double of a numeral of any length: rewritten with its first digits and a small exponent.
pub(super) fn parse_long(numeral: &[u8]) -> f64 {
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
