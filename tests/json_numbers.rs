//! Doubles, read and printed as ECMAScript does, by the ten thousand.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::format_collect)]

use std::fmt::Write as _;

use gsd_lanes::json::{Document, Limits, Quoting, StableWriter, write_number};
use proptest::prelude::*;
use sha2::{Digest, Sha256};

fn printed(number: f64) -> String {
    let mut out = Vec::new();
    write_number(&mut out, number);
    String::from_utf8(out).unwrap()
}

fn read(numeral: &str) -> f64 {
    let document = Document::parse(numeral, Limits::MANIFEST).unwrap();
    document.root().as_f64().unwrap()
}

/// What reading and writing again gives: the way of a signature.
fn reprinted(numeral: &str) -> String {
    let document = Document::parse(numeral, Limits::MANIFEST).unwrap();
    let mut out = Vec::new();
    StableWriter::new(&mut out, Quoting::Once).value(document.root());
    String::from_utf8(out).unwrap()
}

/// Of two shortest digits equally near, the even ones.
fn nearest(number: f64, digits: String) -> String {
    let longer = format!("{:.*e}", digits.len(), number.abs());
    let tie = longer.split_once('e').unwrap().0.ends_with('5')
        && longer.parse() == Ok(number.abs())
        && format!("{:.1100e}", number.abs()).replace('.', "")[digits.len() + 1..]
            .starts_with(&"0".repeat(1_000));
    if !tie || digits.ends_with(['0', '2', '4', '6', '8']) {
        return digits;
    }
    let lower = longer.replace('.', "")[..digits.len()].to_owned();
    if lower.ends_with(['0', '2', '4', '6', '8']) {
        lower
    } else {
        digits
    }
}

/// ECMAScript's `Number::toString` over the shortest digits, which the standard library finds by another algorithm.
fn model(number: f64) -> String {
    let scientific = format!("{:e}", number.abs());
    let (mantissa, exponent) = scientific.split_once('e').unwrap();
    let digits = nearest(number, mantissa.replace('.', ""));
    let count = i32::try_from(digits.len()).unwrap();
    // The value is 0.digits × 10^point.
    let point: i32 = exponent.parse::<i32>().unwrap() + 1;
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap());
    let split = |at: i32| digits.split_at(usize::try_from(at).unwrap());
    let text = match point {
        _ if digits == "0" => return "0".into(),
        1..=21 if count <= point => format!("{digits}{}", zeros(point - count)),
        1..=21 => format!("{}.{}", split(point).0, split(point).1),
        -5..=0 => format!("0.{}{digits}", zeros(-point)),
        _ => {
            let (first, rest) = split(1);
            let dot = if rest.is_empty() { "" } else { "." };
            format!("{first}{dot}{rest}e{:+}", point - 1)
        }
    };
    if number < 0.0 {
        format!("-{text}")
    } else {
        text
    }
}

/// The reference number sequence of RFC 8785: chosen doubles, the first normal ones, then a chain of SHA-256.
struct Sequence {
    chosen: Vec<u64>,
    at: usize,
    block: [u8; 32],
    left: usize,
}

impl Sequence {
    fn new() -> Self {
        let listed = include_str!("data/json/numbers.txt").lines();
        let chosen = listed.map(|line| u64::from_str_radix(line, 16).unwrap());
        let first_normal = 0x0010_0000_0000_0000;
        Self {
            chosen: chosen.chain(first_normal..first_normal + 2_000).collect(),
            at: 0,
            block: [0; 32],
            left: 0,
        }
    }
}

impl Iterator for Sequence {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        if let Some(bits) = self.chosen.get(self.at) {
            self.at += 1;
            return Some(f64::from_bits(*bits));
        }
        loop {
            if self.left == 0 {
                self.block = Sha256::digest(self.block).into();
                self.left = 4;
            }
            let chunk = self.block.as_chunks::<8>().0[4 - self.left];
            self.left -= 1;
            let number = f64::from_le_bytes(chunk);
            if number.is_finite() && number != 0.0 {
                return Some(number);
            }
        }
    }
}

#[test]
fn the_reference_sequence_prints_as_published() {
    let mut hash = Sha256::new();
    let mut line = String::new();
    for (index, number) in Sequence::new().take(10_000).enumerate() {
        line.clear();
        let text = printed(number);
        writeln!(line, "{:x},{text}", number.to_bits()).unwrap();
        hash.update(&line);
        assert_eq!(reprinted(&text), text);
        assert_eq!(text, model(number));
        let expected = match index + 1 {
            1_000 => "be18b62b6f69cdab33a7e0dae0d9cfa869fda80ddc712221570f9f40a5878687",
            10_000 => "b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892",
            _ => continue,
        };
        let digest = hash.clone().finalize();
        let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, expected, "after {}", index + 1);
    }
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// A numeral of JSON's grammar, of any length and spelling.
fn numeral() -> impl Strategy<Value = String> {
    let exponent = prop_oneof![
        Just(String::new()),
        "[eE][-+]?[0-9]{1,3}",
        "[eE][-+]?0{0,30}[0-9]{1,2}",
        "[eE][-+]?[0-9]{4,30}",
    ];
    let whole = prop_oneof![
        "0",
        "[1-9][0-9]{0,20}",
        "[1-9][0-9]{290,320}",
        "[1-9]0{0,400}"
    ];
    let fraction = prop_oneof![
        Just(String::new()),
        "\\.[0-9]{1,20}",
        "\\.0{0,330}[0-9]{1,20}",
        "\\.[0-9]{700,900}",
    ];
    ("-?", whole, fraction, exponent)
        .prop_map(|(sign, whole, fraction, exponent)| sign + &whole + &fraction + &exponent)
}

proptest! {
    #![proptest_config(config(4_096))]

    #[test]
    fn every_double_prints_by_the_rule_and_reads_back(bits in any::<u64>()) {
        let number = f64::from_bits(bits);
        if number.is_finite() {
            let text = printed(number);
            prop_assert_eq!(&text, &model(number));
            let mut buffer = ryu_js::Buffer::new();
            prop_assert_eq!(&text, buffer.format(number));
            prop_assert_eq!(read(&text).abs().to_bits(), number.abs().to_bits());
            prop_assert_eq!(reprinted(&text), text);
        } else {
            prop_assert_eq!(printed(number), "null");
        }
    }

    #[test]
    fn numerals_read_as_the_nearest_double(numeral in numeral()) {
        let number = read(&numeral);
        prop_assert_eq!(number.to_bits(), numeral.parse::<f64>().unwrap().to_bits());
        let expected = if number.is_finite() { model(number) } else { "null".into() };
        prop_assert_eq!(reprinted(&numeral), expected);
        let document = Document::parse(&numeral, Limits::MANIFEST).unwrap();
        prop_assert_eq!(document.overflows().count(), usize::from(number.is_infinite()));
    }

}

proptest! {
    #![proptest_config(config(48))]

    /// Numerals too long for the standard library's exponents: the same value as the short spelling.
    #[test]
    fn padding_does_not_change_a_number(numeral in "-?[1-9][0-9]{0,20}\\.[0-9]{1,20}", zeros in 60_000_usize..140_000, exponent in -330_i64..330) {
        let short = read(&format!("{numeral}e{exponent}"));
        let padding = i64::try_from(zeros).unwrap();
        let trailing = format!("{numeral}{}e{exponent}", "0".repeat(zeros));
        prop_assert_eq!(read(&trailing).to_bits(), short.to_bits());
        let (whole, fraction) = numeral.split_once('.').unwrap();
        let (sign, whole) = whole.split_at(usize::from(whole.starts_with('-')));
        let leading = format!("{sign}0.{}{whole}{fraction}e{}", "0".repeat(zeros), exponent + padding + i64::try_from(whole.len()).unwrap());
        prop_assert_eq!(read(&leading).to_bits(), short.to_bits());
        let digits = i64::try_from(fraction.len()).unwrap();
        let large = format!("{sign}{whole}{fraction}{}.0e{}", "0".repeat(zeros), exponent - padding - digits);
        prop_assert_eq!(read(&large).to_bits(), short.to_bits());
    }

    /// Exactly between two doubles and beyond, at any length: the last digit decides.
    #[test]
    fn ties_are_decided_by_the_last_digit(bits in 1_u64..0x7FE0_0000_0000_0000, zeros in 0_usize..70_000) {
        let (low, high) = (f64::from_bits(bits), f64::from_bits(bits + 1));
        let even = if bits % 2 == 0 { low } else { high };
        // A half of the gap, written out in full: doubles have at most 1074 digits behind the point.
        let middle = midpoint(bits);
        prop_assert_eq!(read(&middle).to_bits(), even.to_bits());
        let above = format!("{middle}{}1", "0".repeat(zeros));
        prop_assert_eq!(read(&above).to_bits(), high.to_bits());
    }
}

/// The exact decimal form of the number in the middle of a positive double and its successor.
fn midpoint(bits: u64) -> String {
    let exponent = i32::try_from(bits >> 52).unwrap();
    let fraction = bits & ((1 << 52) - 1);
    let (mantissa, scale) = match exponent {
        0 => (fraction, -1074),
        _ => (fraction | 1 << 52, exponent - 1075),
    };
    // (2m + 1) · 2^(scale - 1) as big decimal digits, lowest first, with `point` digits behind the point.
    let mut digits: Vec<u8> = (2 * mantissa + 1)
        .to_string()
        .bytes()
        .rev()
        .map(|digit| digit - b'0')
        .collect();
    let scale = scale - 1;
    let factor = if scale < 0 { 5 } else { 2 };
    for _ in 0..scale.abs() {
        let mut carry = 0;
        for digit in &mut digits {
            let product = *digit * factor + carry;
            *digit = product % 10;
            carry = product / 10;
        }
        if carry > 0 {
            digits.push(carry);
        }
    }
    let point = if scale < 0 {
        scale.unsigned_abs() as usize
    } else {
        0
    };
    while digits.len() <= point {
        digits.push(0);
    }
    let text: String = digits
        .iter()
        .rev()
        .map(|digit| char::from(digit + b'0'))
        .collect();
    let (whole, rest) = text.split_at(text.len() - point);
    format!("{whole}.{rest}0")
}
