//! On any WTF-8: the stable encoding reads back as itself, is JSON, and does not depend on the order of keys; quoting
//! twice is quoting once and then as a string.
#![no_main]

use gsd_lanes::json::{Builder, Document, Kind, Limits, Quoting, StableWriter, Value};
use libfuzzer_sys::fuzz_target;

fn written(value: Value<'_>, quoting: Quoting) -> String {
    let mut out = Vec::new();
    StableWriter::new(&mut out, quoting).value(value);
    String::from_utf8(out).expect("well-formed")
}

/// Writes a value on a tape by hand, members in reverse.
fn rebuild(builder: &mut Builder, value: Value<'_>) {
    match value.kind() {
        Kind::Object => {
            builder.begin_object();
            let mut members: Vec<_> = value.entries().collect();
            members.reverse();
            for (key, member) in members {
                builder.key(&key.utf16());
                rebuild(builder, member);
            }
            builder.end();
        }
        Kind::Array => {
            builder.begin_array();
            value.items().for_each(|item| rebuild(builder, item));
            builder.end();
        }
        Kind::String => builder.string(&value.text().utf16()),
        Kind::Number => builder.number(value.as_f64().unwrap()),
        Kind::True | Kind::False => builder.bool(value.as_bool().unwrap()),
        kind => builder.bare(kind),
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = Document::parse_wtf8(bytes, Limits::MANIFEST) else {
        return;
    };
    let root = document.root();
    let once = written(root, Quoting::Once);
    let again = Document::parse(&once, Limits::MANIFEST).expect("the encoding is JSON");
    assert!(!again.has_duplicates() && !again.has_bom());
    assert_eq!(written(again.root(), Quoting::Once), once);

    let twice = written(root, Quoting::Twice);
    assert_eq!(
        format!("\"{twice}\""),
        serde_json::to_string(&once).unwrap()
    );

    let mut builder = Builder::new();
    rebuild(&mut builder, root);
    let rebuilt = builder.finish();
    assert_eq!(written(rebuilt.root(), Quoting::Once), once);

    let printed = serde_json::to_string(&root).expect("it serialises");
    let printed = Document::parse(&printed, Limits::MANIFEST).expect("serialised, it is JSON");
    assert_eq!(written(printed.root(), Quoting::Once), once);
});
