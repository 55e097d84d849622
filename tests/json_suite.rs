//! The JSON parsing test suite, and agreement with two other readers: `serde_json` here, and `JSON.parse` by the
//! verdicts recorded in the data.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use gsd_lanes::json::{Document, Limits, Quoting, StableWriter, SyntaxKind, Value};
use serde::Deserialize;
use serde::de::IgnoredAny;

#[derive(Deserialize)]
struct Case {
    name: String,
    json_parse: bool,
    text: Option<String>,
    unit: Option<String>,
    count: Option<usize>,
    end: Option<String>,
}

impl Case {
    fn text(&self) -> String {
        match (&self.text, &self.unit, self.count) {
            (Some(text), ..) => text.clone(),
            (None, Some(unit), Some(count)) => {
                unit.repeat(count) + self.end.as_deref().unwrap_or_default()
            }
            _ => panic!("{}: neither text nor repetition", self.name),
        }
    }
}

fn cases() -> Vec<Case> {
    include_str!("data/json/suite.ndjson")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The manifest's limits, except that the suite nests 500 arrays.
const DEEP: Limits = Limits {
    depth: 1_000,
    ..Limits::MANIFEST
};

fn stable(value: Value<'_>) -> String {
    let mut out = Vec::new();
    StableWriter::new(&mut out, Quoting::Once).value(value);
    String::from_utf8(out).unwrap()
}

#[test]
fn what_must_be_accepted_is_and_what_must_not_is_not() {
    let (mut accepted, mut refused) = (0, 0);
    for case in cases() {
        let text = case.text();
        let verdict = Document::parse(&text, DEEP);
        match case.name.split('_').next() {
            Some("y") => {
                assert!(verdict.is_ok(), "{}: {verdict:?}", case.name);
                accepted += 1;
            }
            Some("n") => {
                assert!(verdict.is_err(), "{}", case.name);
                refused += 1;
            }
            _ => {}
        }
    }
    assert_eq!((accepted, refused), (95, 188));
}

#[test]
fn the_verdict_is_that_of_json_parse_but_for_the_byte_order_mark() {
    for case in cases() {
        let text = case.text();
        let accepted = Document::parse(&text, DEEP).is_ok();
        let expected = case.json_parse || case.name == "i_structure_UTF-8_BOM_empty_object";
        assert_eq!(accepted, expected, "{}", case.name);
        let bytes = Document::parse_bytes(text.as_bytes(), DEEP).is_ok();
        let wtf8 = Document::parse_wtf8(text.as_bytes(), DEEP).is_ok();
        assert_eq!((bytes, wtf8), (accepted, accepted), "{}", case.name);
    }
}

#[test]
fn nesting_beyond_the_limit_is_the_only_thing_the_limit_changes() {
    let mut deep = Vec::new();
    for case in cases() {
        let text = case.text();
        let (strict, lenient) = (
            Document::parse(&text, Limits::MANIFEST),
            Document::parse(&text, DEEP),
        );
        if strict.is_ok() != lenient.is_ok() {
            assert_eq!(strict.unwrap_err().kind, SyntaxKind::TooDeep);
            deep.push(case.name);
        }
    }
    assert_eq!(deep, ["i_structure_500_nested_arrays"]);
}

/// What implementations may decide: what ours reads it as.
#[test]
fn the_free_cases_read_as_javascript_reads_them() {
    let read: Vec<(String, String)> = cases()
        .into_iter()
        .filter(|case| !case.name.starts_with("y_") && !case.name.starts_with("n_"))
        .filter(|case| case.name != "i_structure_500_nested_arrays")
        .map(|case| {
            let text = case.text();
            let read = Document::parse(&text, Limits::MANIFEST).map_or_else(
                |error| format!("{:?}", error.kind),
                |read| stable(read.root()),
            );
            (case.name, read)
        })
        .collect();
    let expected = [
        ("i_number_double_huge_neg_exp", "[0]"),
        ("i_number_huge_exp", "[null]"),
        ("i_number_neg_int_huge_exp", "[null]"),
        ("i_number_pos_double_huge_exp", "[null]"),
        ("i_number_real_neg_overflow", "[null]"),
        ("i_number_real_pos_overflow", "[null]"),
        ("i_number_real_underflow", "[0]"),
        ("i_number_too_big_neg_int", "[-1.2312312312312312e+29]"),
        ("i_number_too_big_pos_int", "[100000000000000000000]"),
        ("i_number_very_big_negative_int", "[-2.374623746732769e+47]"),
        ("i_object_key_lone_2nd_surrogate", r#"{"\udfaa":0}"#),
        ("i_string_1st_surrogate_but_2nd_missing", r#"["\udada"]"#),
        (
            "i_string_1st_valid_surrogate_2nd_invalid",
            "[\"\\ud888\u{1234}\"]",
        ),
        ("i_string_UTF-16LE_with_BOM", "ExpectedValue"),
        (
            "i_string_UTF-8_invalid_sequence",
            "[\"\u{65E5}\u{0448}\u{FFFD}\"]",
        ),
        (
            "i_string_UTF8_surrogate_U+D800",
            "[\"\u{FFFD}\u{FFFD}\u{FFFD}\"]",
        ),
        (
            "i_string_incomplete_surrogate_and_escape_valid",
            r#"["\ud800\n"]"#,
        ),
        ("i_string_incomplete_surrogate_pair", r#"["\udd1ea"]"#),
        (
            "i_string_incomplete_surrogates_escape_valid",
            r#"["\ud800\ud800\n"]"#,
        ),
        ("i_string_invalid_lonely_surrogate", r#"["\ud800"]"#),
        ("i_string_invalid_surrogate", r#"["\ud800abc"]"#),
        ("i_string_invalid_utf-8", "[\"\u{FFFD}\"]"),
        (
            "i_string_inverted_surrogates_U+1D11E",
            r#"["\udd1e\ud834"]"#,
        ),
        ("i_string_iso_latin_1", "[\"\u{FFFD}\"]"),
        ("i_string_lone_second_surrogate", r#"["\udfaa"]"#),
        ("i_string_lone_utf8_continuation_byte", "[\"\u{FFFD}\"]"),
    ];
    let read: std::collections::HashMap<_, _> = read.into_iter().collect();
    for (name, text) in expected {
        assert_eq!(read[name], text, "{name}");
    }
    let more = [
        (
            "object_key_nfc_nfd",
            "{\"e\u{301}\":\"NFD\",\"\u{E9}\":\"NFC\"}",
        ),
        ("object_same_key_different_values", r#"{"a":2}"#),
        ("object_same_key_unclear_values", r#"{"a":0}"#),
        ("number_-9223372036854775809", "[-9223372036854776000]"),
        ("number_10000000000000000999", "[10000000000000000000]"),
        ("number_1.000000000000000005", "[1]"),
        ("number_1e-999", "[0]"),
        ("string_1_escaped_invalid_codepoint", r#"["\ud800"]"#),
        ("string_2_escaped_invalid_codepoints", r#"["\ud800\ud800"]"#),
        (
            "string_3_escaped_invalid_codepoints",
            r#"["\ud800\ud800\ud800"]"#,
        ),
        ("string_with_escaped_NULL", r#"["A\u0000B"]"#),
    ];
    for (name, text) in more {
        assert_eq!(read[name], text, "{name}");
    }
}

#[test]
fn serde_json_agrees_on_verdict_and_value() {
    let mut valued = 0;
    for case in cases() {
        let text = case.text();
        let ours = Document::parse(&text, DEEP);
        // Ignoring values it checks the grammar alone: surrogates, range and depth do not matter.
        let body = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
        let theirs = serde_json::from_str::<IgnoredAny>(body);
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{}: {theirs:?}", case.name);
        if let (Ok(ours), Ok(theirs)) = (ours, serde_json::from_str::<serde_json::Value>(body)) {
            let printed = serde_json::to_string(&ours.root()).unwrap();
            let ours: serde_json::Value = serde_json::from_str(&printed).unwrap();
            // Integers beyond 2^53 are exact there, and doubles here.
            assert_eq!(doubles(ours), doubles(theirs), "{}", case.name);
            valued += 1;
        }
    }
    assert!(valued > 100, "{valued}");
}

fn doubles(value: serde_json::Value) -> serde_json::Value {
    match value {
        serde_json::Value::Number(number) => number.as_f64().into(),
        serde_json::Value::Array(items) => items.into_iter().map(doubles).collect(),
        serde_json::Value::Object(members) => members
            .into_iter()
            .map(|(key, value)| (key, doubles(value)))
            .collect(),
        other => other,
    }
}

/// The reference files of RFC 8785.
#[test]
fn the_stable_encoding_is_the_canonical_one() {
    macro_rules! file {
        ($name:literal) => {
            (
                include_str!(concat!("data/json/canonical/", $name, ".in.json")),
                include_str!(concat!("data/json/canonical/", $name, ".out.json")),
            )
        };
    }
    for (input, output) in [
        file!("arrays"),
        file!("french"),
        file!("structures"),
        file!("unicode"),
        file!("values"),
        file!("weird"),
    ] {
        let document = Document::parse(input, Limits::MANIFEST).unwrap();
        assert_eq!(stable(document.root()), output.trim_end());
    }
}
