//! What holds for any text and any value, with `serde_json` and an RFC 8785 encoder as judges.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::format_collect
)]

use gsd_lanes::json::{
    Builder, Document, Kind, Limits, Positions, Quoting, StableWriter, Str, SyntaxKind, Value,
    compare_utf16, trim_js,
};
use proptest::collection::vec;
use proptest::prelude::*;
use serde::de::IgnoredAny;
use serde_json::Value as Json;

fn written(value: Value<'_>, quoting: Quoting) -> String {
    let mut out = Vec::new();
    StableWriter::new(&mut out, quoting).value(value);
    String::from_utf8(out).expect("the stable encoding is well-formed")
}

fn stable(value: Value<'_>) -> String {
    written(value, Quoting::Once)
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Short keys, so that they repeat, of all that matters for order.
fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ab]{0,2}",
        "(0|[1-9][0-9]{0,2}|429496729[3-6]|00|01|-1|1\\.5)",
        Just("__proto__".into()),
        "[\u{0}-\u{1f}\"\\\\/\u{7f}é\u{2028}\u{d7ff}\u{e000}\u{ff5e}😀\u{10000}]{1,3}",
        any::<String>(),
    ]
}

fn json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        any::<f64>().prop_map(
            |number| serde_json::Number::from_f64(number).map_or(Json::Null, Json::Number)
        ),
        any::<i32>().prop_map(Json::from),
        key().prop_map(Json::String),
    ];
    leaf.prop_recursive(6, 96, 12, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Json::Array),
            vec((key(), inner), 0..12)
                .prop_map(|members| Json::Object(members.into_iter().collect())),
        ]
    })
}

/// JSON text in any spelling: repeated keys, escapes where none are needed, white space, unpaired surrogates.
fn text() -> impl Strategy<Value = String> {
    let space = || "[ \t\r\n]{0,3}";
    let unit = || {
        prop_oneof![
            4 => "[a-c1]",
            1 => "\\\\u(0061|0062|0031|00[01][0-9A-F]|d83d|DE00|d800|E000)",
            1 => "\\\\[\"\\\\/bfnrt]",
            1 => "[é€😀\u{ff5e}\u{7f}\u{2029}]",
            1 => "[ -!#-\\[\\]-~]{7,17}",
        ]
    };
    let string = move || vec(unit(), 0..4).prop_map(|units| format!("\"{}\"", units.concat()));
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".into()),
        Just("false".into()),
        "-?(0|[1-9][0-9]{0,17})(\\.[0-9]{1,4})?([eE][-+]?[0-9]{1,3})?",
        string(),
    ];
    leaf.prop_recursive(5, 64, 40, move |inner| {
        let member = (space(), string(), space(), inner.clone())
            .prop_map(|(before, key, after, value)| format!("{before}{key}{after}:{value}"));
        let few = vec(member.clone(), 0..5);
        let many = vec(member, 30..40);
        prop_oneof![
            4 => vec((space(), inner, space()).prop_map(|(a, b, c)| a + &b + &c), 0..6).prop_map(|items| format!("[{}]", items.join(","))),
            4 => few.prop_map(|members| format!("{{{}}}", members.join(","))),
            1 => many.prop_map(|members| format!("{{{}}}", members.join(","))),
        ]
    })
}

/// Bytes that are nearly JSON.
fn nearly() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        8 => prop::sample::select(vec![
            "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"a\":", "null", "true", "fals", "0", "-", "1.5", "e", "1e400",
            "\\", "\\u00", "\\ud83d", " ", "\n", "\t", "/", "'", "é", "😀", "\u{FEFF}", "01", ".", "+", "x",
        ]).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 1..3),
    ];
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn check_bytes(bytes: &[u8]) -> Result<(), TestCaseError> {
    let text = String::from_utf8_lossy(bytes);
    let body = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    // Ignoring values serde_json checks the grammar alone: surrogates, range and depth do not matter.
    let expected = serde_json::from_str::<IgnoredAny>(body).is_ok();
    let wtf8 = Document::parse_wtf8(bytes, Limits::MANIFEST);
    match Document::parse_bytes(bytes, Limits::MANIFEST) {
        Ok(document) => {
            prop_assert!(expected);
            prop_assert!(wtf8.is_ok());
            prop_assert_eq!(document.source(), text.as_bytes());
            for value in document.values() {
                let (start, end) = value.span().unwrap();
                let slice = text.get(start as usize..end as usize);
                prop_assert!(slice.is_some_and(|slice| !slice.is_empty()));
            }
        }
        Err(error) => {
            prop_assert!(!expected || error.kind == SyntaxKind::TooDeep);
            prop_assert!(wtf8.is_err());
            prop_assert!(text.is_char_boundary(error.offset));
            prop_assert_eq!(error.found, text[error.offset..].chars().next());
            prop_assert_eq!(error.text(bytes), text.as_bytes());
        }
    }
    Ok(())
}

/// The order of JavaScript (J-2), the slow way.
fn javascript_order(members: &[(String, usize)]) -> Vec<(String, usize)> {
    let mut kept: Vec<(String, usize)> = Vec::new();
    for (key, value) in members {
        match kept.iter_mut().find(|(known, _)| known == key) {
            Some((_, old)) => *old = *value,
            None => kept.push((key.clone(), *value)),
        }
    }
    let index = |key: &str| {
        key.parse::<u32>()
            .ok()
            .filter(|number| *number < u32::MAX && number.to_string() == key)
    };
    let mut integers: Vec<_> = kept
        .iter()
        .filter(|(key, _)| index(key).is_some())
        .cloned()
        .collect();
    integers.sort_by_key(|(key, _)| index(key));
    kept.retain(|(key, _)| index(key).is_none());
    integers.into_iter().chain(kept).collect()
}

/// A value of `serde_json`'s through our cursors.
fn read(value: Value<'_>) -> Json {
    match value.kind() {
        Kind::True | Kind::False => value.as_bool().unwrap().into(),
        Kind::Number => value.as_f64().unwrap().into(),
        Kind::String => value.text().to_str().unwrap().into_owned().into(),
        Kind::Array => value.items().map(read).collect(),
        Kind::Object => value
            .entries()
            .map(|(key, value)| (key.to_str().unwrap().into_owned(), read(value)))
            .collect(),
        _ => Json::Null,
    }
}

fn doubles(value: Json) -> Json {
    match value {
        Json::Number(number) => number.as_f64().into(),
        Json::Array(items) => items.into_iter().map(doubles).collect(),
        Json::Object(members) => members
            .into_iter()
            .map(|(key, value)| (key, doubles(value)))
            .collect(),
        other => other,
    }
}

fn units() -> impl Strategy<Value = Vec<u16>> {
    vec(
        prop_oneof![
            any::<u16>(),
            0xD800_u16..0xE000,
            Just(0xD83D),
            Just(0xDE00),
            prop::sample::select(vec![
                0x20, 0x22, 0x5C, 0x61, 0xE9, 0xA0, 0xFEFF, 0xE000, 0xFF5E
            ]),
        ],
        0..8,
    )
}

proptest! {
    #![proptest_config(config(1_024))]

    #[test]
    fn any_bytes_get_the_verdict_of_serde_json(bytes in vec(any::<u8>(), 0..64)) {
        check_bytes(&bytes)?;
    }

    #[test]
    fn bytes_that_are_nearly_json_get_the_verdict_of_serde_json(bytes in nearly()) {
        check_bytes(&bytes)?;
    }

    /// One byte of good JSON changed, removed or doubled.
    #[test]
    fn damaged_json_gets_the_verdict_of_serde_json(text in text(), at in any::<prop::sample::Index>(), byte in any::<u8>(), how in 0..3) {
        let mut bytes = text.into_bytes();
        let at = at.index(bytes.len());
        match how {
            0 => bytes[at] = byte,
            1 => { bytes.remove(at); }
            _ => bytes.insert(at, bytes[at]),
        }
        check_bytes(&bytes)?;
    }

    #[test]
    fn values_survive_writing_and_reading(json in json()) {
        for text in [serde_json::to_string(&json).unwrap(), serde_json::to_string_pretty(&json).unwrap()] {
            let document = Document::parse(&text, Limits::MANIFEST).unwrap();
            prop_assert!(!document.has_duplicates());
            prop_assert_eq!(read(document.root()), doubles(json.clone()));
            // And through our own serialisation.
            let again: Json = serde_json::to_value(document.root()).unwrap();
            prop_assert_eq!(doubles(again), doubles(json.clone()));
        }
    }

    #[test]
    fn the_stable_encoding_is_rfc_8785(json in json()) {
        let text = serde_json::to_string(&json).unwrap();
        let document = Document::parse(&text, Limits::MANIFEST).unwrap();
        let canonical = serde_json_canonicalizer::to_string(&doubles(json)).unwrap();
        prop_assert_eq!(stable(document.root()), canonical);
    }

    #[test]
    fn members_enumerate_as_in_javascript(names in vec(key(), 0..50), escape in any::<u64>()) {
        let members: Vec<(String, usize)> = names.into_iter().zip(0..).collect();
        let spelt: Vec<String> = members.iter().map(|(key, index)| {
            let quoted = serde_json::to_string(key).unwrap();
            // Some keys are spelt in escapes altogether.
            let spelt = if escape >> (index % 64) & 1 == 1 {
                let units: String = key.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
                format!("\"{units}\"")
            } else {
                quoted
            };
            format!("{spelt}:{index}")
        }).collect();
        let text = format!("{{{}}}", spelt.join(","));
        let document = Document::parse(&text, Limits::MANIFEST).unwrap();
        let root = document.root();
        let expected = javascript_order(&members);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let entries: Vec<(String, usize)> = root
            .entries()
            .map(|(key, value)| (key.to_str().unwrap().into_owned(), value.as_f64().unwrap() as usize))
            .collect();
        prop_assert_eq!(root.has_duplicates(), expected.len() < members.len());
        prop_assert_eq!(&entries, &expected);
        prop_assert_eq!(root.written_entries().count(), members.len());
        for (key, value) in root.entries() {
            prop_assert_eq!(root.get(&key.to_str().unwrap()).map(Value::id), Some(value.id()));
        }
        let serialised: Json = serde_json::from_str(&serde_json::to_string(&root).unwrap()).unwrap();
        prop_assert!(serialised.as_object().unwrap().keys().eq(expected.iter().map(|(key, _)| key)));
    }

    #[test]
    fn the_stable_encoding_reads_back_as_itself(text in text()) {
        let document = Document::parse(&text, Limits::MANIFEST).unwrap();
        let once = stable(document.root());
        let again = Document::parse(&once, Limits::MANIFEST).unwrap();
        prop_assert!(!again.has_duplicates());
        prop_assert_eq!(stable(again.root()), once.clone());
        prop_assert_eq!(format!("\"{}\"", written(document.root(), Quoting::Twice)), serde_json::to_string(&once).unwrap());
        // Serialising keeps all that the encoding shows.
        let printed = serde_json::to_string(&document.root()).unwrap();
        let reread = Document::parse(&printed, Limits::MANIFEST).unwrap();
        prop_assert_eq!(stable(reread.root()), once);
    }

    #[test]
    fn spans_are_slices_that_read_back(text in text()) {
        let document = Document::parse(&text, Limits::MANIFEST).unwrap();
        let positions = Positions::new(&document);
        for value in document.values() {
            let (start, end) = value.span().unwrap();
            let slice = &text[start as usize..end as usize];
            let again = Document::parse(slice, Limits::MANIFEST).unwrap();
            prop_assert_eq!(stable(again.root()), stable(value));
            let place = positions.at(start);
            let before = &text[..start as usize];
            prop_assert_eq!(place.offset as usize, before.encode_utf16().count());
            let unified = before.replace("\r\n", "\n").replace('\r', "\n");
            // A CR right before the span is a line end unless LF follows, and no value starts with that.
            prop_assert_eq!(place.line as usize, unified.matches('\n').count() + 1);
            let column = unified.rsplit('\n').next().unwrap().encode_utf16().count() + 1;
            prop_assert_eq!(place.column as usize, column);
        }
    }

    #[test]
    fn code_units_survive_the_tape_and_sort_as_in_javascript(left in units(), right in units()) {
        let mut builder = Builder::new();
        builder.begin_array();
        builder.string(&left);
        builder.string(&right);
        let document = builder.finish();
        let texts: Vec<Str<'_>> = document.root().items().map(Value::text).collect();
        prop_assert_eq!(texts[0].utf16(), left.clone());
        prop_assert_eq!(texts[0].utf16_len(), left.len());
        prop_assert_eq!(texts[0].to_lossy(), String::from_utf16_lossy(&left));
        prop_assert_eq!(texts[0].to_str().is_some(), String::from_utf16(&left).is_ok());
        prop_assert_eq!(texts[0].compare(texts[1]), left.cmp(&right));
        prop_assert_eq!(compare_utf16(&texts[1].wtf8(), &texts[0].wtf8()), right.cmp(&left));
        prop_assert_eq!(texts[0] == texts[1], left == right);
        let trimmed = trim_js(&texts[0].wtf8()).to_vec();
        let space = |unit: &u16| gsd_lanes::json::is_js_space(u32::from(*unit));
        let start = left.iter().position(|unit| !space(unit)).unwrap_or(left.len());
        let end = left.iter().rposition(|unit| !space(unit)).map_or(start, |at| at + 1);
        prop_assert_eq!(gsd_lanes::json::Utf16Units::new(&trimmed).collect::<Vec<_>>(), &left[start..end]);

        // The same through text: escaped, and raw by the WTF-8 road.
        let encoded = stable(document.root());
        let reread = Document::parse(&encoded, Limits::MANIFEST).unwrap();
        prop_assert_eq!(reread.root().items().next().unwrap().text().utf16(), left.clone());
        let plain = |units: &[u16]| units.iter().all(|unit| *unit >= 0x20 && *unit != 0x22 && *unit != 0x5C);
        if plain(&left) {
            let raw = [b"\"", &*texts[0].wtf8(), b"\""].concat();
            let reread = Document::parse_wtf8(&raw, Limits::MANIFEST).unwrap();
            prop_assert_eq!(reread.root().text().utf16(), left);
        }
    }

    /// Calls in any order, sense or not.
    #[test]
    fn any_sequence_of_builder_calls_gives_a_document(calls in vec(0_u8..12, 0..60)) {
        let mut builder = Builder::new();
        for call in calls {
            match call {
                0 => builder.begin_object(),
                1 => builder.begin_array(),
                2 | 3 => builder.end(),
                4 | 5 => builder.key(&[0x61 + u16::from(call)]),
                6 => builder.hidden_key("h"),
                7 => builder.string(&[0xD800]),
                8 => builder.number(0.5),
                9 => builder.big_int("7"),
                10 => builder.mark_unreadable(),
                _ => builder.bare(Kind::Hole),
            }
        }
        let document = builder.finish();
        for value in document.values() {
            let mut out = Vec::new();
            StableWriter::new(&mut out, Quoting::Once).value(value);
            let _ = (value.get("a"), value.read("h").is_err(), value.own_entries().count(), value.items().count());
            prop_assert!(value.span().is_none());
        }
    }
}
