//! The platform's numbers must read and print as the native crates do: `make test-wasm`.
#![cfg(target_arch = "wasm32")]

use gsd_lanes::json::{Document, Limits, Quoting, StableWriter, write_number};
use wasm_bindgen_test::wasm_bindgen_test;

/// A numeral, the bits of its double, and how that prints.
const NUMERALS: &[(&str, u64, &str)] = &[
    ("0", 0, "0"),
    ("-0", 1 << 63, "0"),
    ("-0.0e5", 1 << 63, "0"),
    ("1", 0x3FF0_0000_0000_0000, "1"),
    ("-1", 0xBFF0_0000_0000_0000, "-1"),
    ("999999999999999", 0x430C_6BF5_2633_FFF8, "999999999999999"),
    (
        "9007199254740991",
        0x433F_FFFF_FFFF_FFFF,
        "9007199254740991",
    ),
    (
        "9007199254740993",
        0x4340_0000_0000_0000,
        "9007199254740992",
    ),
    ("0.1", 0x3FB9_9999_9999_999A, "0.1"),
    ("-2.5e-3", 0xBF64_7AE1_47AE_147B, "-0.0025"),
    ("1E21", 0x444B_1AE4_D6E2_EF50, "1e+21"),
    (
        "123456789012345680000",
        0x441A_C53A_7E04_BCDA,
        "123456789012345680000",
    ),
    ("1e-7", 0x3E7A_D7F2_9ABC_AF48, "1e-7"),
    ("0.000001", 0x3EB0_C6F7_A0B5_ED8D, "0.000001"),
    ("5e-324", 1, "5e-324"),
    ("2.4703282292062327e-324", 0, "0"),
    (
        "2.2250738585072014e-308",
        0x0010_0000_0000_0000,
        "2.2250738585072014e-308",
    ),
    (
        "1.7976931348623157e308",
        0x7FEF_FFFF_FFFF_FFFF,
        "1.7976931348623157e+308",
    ),
    ("1e400", 0x7FF0_0000_0000_0000, "null"),
    ("-1e400", 0xFFF0_0000_0000_0000, "null"),
];

#[wasm_bindgen_test]
fn numerals_read_and_print() {
    for (numeral, bits, printed) in NUMERALS {
        let document = Document::parse(numeral, Limits::MANIFEST).ok();
        let value = document.as_ref().map(Document::root);
        let number = value.and_then(gsd_lanes::json::Value::as_f64);
        assert_eq!(number.map(f64::to_bits), Some(*bits), "{numeral}");

        let mut out = Vec::new();
        write_number(&mut out, f64::from_bits(*bits));
        assert_eq!(String::from_utf8_lossy(&out), *printed, "{numeral}");

        let mut out = Vec::new();
        if let Some(value) = value {
            StableWriter::new(&mut out, Quoting::Once).value(value);
        }
        assert_eq!(String::from_utf8_lossy(&out), *printed, "{numeral}");
    }
}

#[wasm_bindgen_test]
fn long_numerals_read() {
    let numerals = [
        ("0.".to_owned() + &"0".repeat(70_000) + "1e70001", 1.0),
        ("1".to_owned() + &"0".repeat(70_000) + "e-70000", 1.0),
    ];
    for (numeral, expected) in numerals {
        let document = Document::parse(&numeral, Limits::MANIFEST).ok();
        let number = document.as_ref().and_then(|it| it.root().as_f64());
        assert_eq!(number.map(f64::to_bits), Some(f64::to_bits(expected)));
    }
}
