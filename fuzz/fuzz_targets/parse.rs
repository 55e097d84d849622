//! On any bytes: the verdict is `serde_json`'s, a refusal has its place inside the text, spans are slices that read back
//! as the same value, and the three roads into the parser agree.
#![no_main]

use gsd_lanes::json::{
    Document, Kind, Limits, Positions, Quoting, StableWriter, SyntaxKind, Value,
};
use libfuzzer_sys::fuzz_target;
use serde::de::IgnoredAny;

fn stable(value: Value<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    StableWriter::new(&mut out, Quoting::Once).value(value);
    out
}

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    // Ignoring values, serde_json checks the grammar alone: no nesting limit, no range, no surrogates.
    let body = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    let verdict = serde_json::from_str::<IgnoredAny>(body).is_ok();

    let from_bytes = Document::parse_bytes(bytes, Limits::MANIFEST);
    let from_text = Document::parse(&text, Limits::MANIFEST);
    let document = match (&from_bytes, &from_text) {
        (Ok(document), Ok(other)) => {
            assert_eq!(document.source(), other.source());
            assert_eq!(stable(document.root()), stable(other.root()));
            document
        }
        (Err(error), Err(other)) => {
            assert_eq!(
                (error.kind, error.offset, error.found),
                (other.kind, other.offset, other.found)
            );
            assert!(!verdict || error.kind == SyntaxKind::TooDeep, "{error:?}");
            assert!(text.is_char_boundary(error.offset));
            assert_eq!(error.text(bytes), text.as_bytes());
            assert_eq!(error.found, text[error.offset..].chars().next());
            let place = Positions::of(text.as_bytes(), error.bom).at(error.offset as u32);
            assert_eq!(
                place.offset as usize,
                text[..error.offset].encode_utf16().count()
            );
            let _ = Document::parse_wtf8(bytes, Limits::MANIFEST);
            return;
        }
        _ => panic!("the roads disagree"),
    };
    assert!(verdict, "accepted, yet no JSON");
    assert_eq!(document.has_bom(), text.starts_with('\u{FEFF}'));
    let positions = Positions::new(document);
    let mut last = 0;
    for value in document.values() {
        let (start, end) = value.span().unwrap();
        let slice = &text[start as usize..end as usize];
        assert!(start >= last && start < end);
        last = start;
        assert!(positions.at(start).offset < positions.at(end).offset);
        if !value.is_container() {
            let again = Document::parse(slice, Limits::MANIFEST).unwrap();
            assert_eq!(again.root().kind(), value.kind());
            assert_eq!(stable(again.root()), stable(value));
        }
        if value.kind() == Kind::Number {
            let expected: f64 = slice.parse().unwrap();
            assert_eq!(value.as_f64().unwrap().to_bits(), expected.to_bits());
        }
        for (key, member) in value.entries() {
            let found = value.get(&key.to_lossy());
            assert!(key.to_str().is_none() || found.map(Value::id) == Some(member.id()));
        }
    }
    let infinite = document
        .values()
        .filter(|value| value.as_f64().is_some_and(f64::is_infinite));
    assert!(
        infinite
            .map(Value::id)
            .eq(document.overflows().map(Value::id))
    );
    // Values agree wherever serde_json has one for them.
    if let Ok(expected) = serde_json::from_str::<serde_json::Value>(body) {
        let printed = serde_json::to_string(&document.root()).unwrap();
        let value: serde_json::Value = serde_json::from_str(&printed).unwrap();
        assert!(same(&value, &expected), "{value} {expected}");
    }
    if let Ok(wtf8) = Document::parse_wtf8(text.as_bytes(), Limits::MANIFEST) {
        assert_eq!(stable(wtf8.root()), stable(document.root()));
    } else {
        panic!("the third road disagrees");
    }
    if let Ok(wtf8) = Document::parse_wtf8(bytes, Limits::MANIFEST) {
        // What it keeps and the others replace is never invalid text when written.
        assert!(std::str::from_utf8(&stable(wtf8.root())).is_ok());
        assert!(serde_json::to_string(&wtf8.root()).is_ok());
    } else {
        panic!("the third road refuses");
    }
});

/// Equal as JavaScript values: numbers are doubles, members are in no order.
fn same(left: &serde_json::Value, right: &serde_json::Value) -> bool {
    use serde_json::Value::{Array, Number, Object};
    match (left, right) {
        (Number(a), Number(b)) => a.as_f64() == b.as_f64(),
        (Array(a), Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Object(a), Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        (a, b) => a == b,
    }
}
