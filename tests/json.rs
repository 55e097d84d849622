//! JSON as JavaScript sees it: one test per rule of the reader, the cursors, the builder and the stable encoding.
//!
//! Expectations are the rules' (J-1…J-6, T-2…T-5, T-26, T-30…T-32), spelt out; what a whole implementation would
//! answer is asked in `json_suite.rs` and `json_properties.rs`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::cmp::Ordering;
use std::fmt::Write as _;

use gsd_lanes::json::{
    Builder, Document, Kind, Limits, Position, Positions, Quoting, StableWriter, Str, SyntaxError,
    SyntaxKind, Threw, Utf16Units, Value, compare_utf16, is_js_space, trim_js, utf16_len,
    write_number,
};

fn parse(text: &str) -> Document<'_> {
    Document::parse(text, Limits::MANIFEST).unwrap_or_else(|error| panic!("{text:?}: {error:?}"))
}

fn refusal(text: &str) -> SyntaxError {
    match Document::parse(text, Limits::MANIFEST) {
        Ok(_) => panic!("{text:?} is accepted"),
        Err(error) => error,
    }
}

fn stable(value: Value<'_>) -> String {
    written(value, Quoting::Once)
}

fn written(value: Value<'_>, quoting: Quoting) -> String {
    let mut out = Vec::new();
    StableWriter::new(&mut out, quoting).value(value);
    String::from_utf8(out).expect("the stable encoding is well-formed")
}

fn keys(value: Value<'_>) -> Vec<String> {
    value.entries().map(|(key, _)| key.to_lossy()).collect()
}

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

fn number(text: &str) -> f64 {
    parse(text).root().as_f64().unwrap()
}

mod keys_and_order {
    use super::*;

    #[test]
    fn integer_like_keys_come_first_ascending_then_the_rest_in_insertion_order() {
        let cases: &[(&str, &[&str])] = &[
            (
                r#"{"b":0,"10":0,"a":0,"9":0,"0":0}"#,
                &["0", "9", "10", "b", "a"],
            ),
            // Not integer-like: 2^32-1 and above, leading zero, sign, fraction, blank, empty, exponent.
            (
                r#"{"4294967295":0,"007":0,"-1":0,"1.5":0," 1":0,"":0,"1e1":0,"+1":0,"00":0,"4294967294":0,"1":0}"#,
                &[
                    "1",
                    "4294967294",
                    "4294967295",
                    "007",
                    "-1",
                    "1.5",
                    " 1",
                    "",
                    "1e1",
                    "+1",
                    "00",
                ],
            ),
            (
                r#"{"4294967296":0,"42949672940":0,"99999999999":0,"4294967293":0}"#,
                &["4294967293", "4294967296", "42949672940", "99999999999"],
            ),
            // Digits of other scripts are letters here.
            (r#"{"٣":0,"１":0,"2":0}"#, &["2", "٣", "１"]),
            // An escaped spelling is the same key.
            (r#"{"a":0,"\u0031":0,"\u0030":0}"#, &["0", "1", "a"]),
            (
                r#"{"__proto__":0,"constructor":0,"5":0}"#,
                &["5", "__proto__", "constructor"],
            ),
            ("{}", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(keys(parse(text).root()), *expected, "{text}");
        }
    }

    #[test]
    fn a_repeated_key_keeps_its_first_place_and_its_last_value() {
        let cases = [
            (r#"{"a":1,"b":2,"a":3}"#, r"a=3 b=2"),
            (r#"{"a":1,"b":2,"\u0061":3}"#, "a=3 b=2"),
            (r#"{"\u0061":1,"b":2,"a":3}"#, "a=3 b=2"),
            (r#"{"\u0061":1,"b":2,"\u0061":3,"a":4}"#, "a=4 b=2"),
            (r#"{"/":1,"b":2,"\/":3}"#, "/=3 b=2"),
            (r#"{"":1,"b":2,"":3}"#, "=3 b=2"),
            (r#"{"b":0,"1":1,"1":2,"0":3}"#, "0=3 1=2 b=0"),
            (r#"{"a":{"x":1},"b":2,"a":{"y":1}}"#, r#"a={"y":1} b=2"#),
            // The pair, and the same pair of escapes.
            ("{\"😀\":1,\"b\":2,\"\\ud83d\\uDE00\":3}", "😀=3 b=2"),
            (r#"{"\ud800":1,"b":2,"\uD800":3}"#, "\u{FFFD}=3 b=2"),
        ];
        for (text, expected) in cases {
            let document = parse(text);
            let root = document.root();
            let members: Vec<String> = root
                .entries()
                .map(|(key, value)| format!("{}={}", key.to_lossy(), stable(value)))
                .collect();
            assert_eq!(members.join(" "), expected, "{text}");
            assert!(document.has_duplicates() && root.has_duplicates(), "{text}");
        }
        let repeated = parse(r#"{"a":1,"b":2,"a":3}"#);
        assert_eq!(repeated.root().written_entries().count(), 3);
        assert_eq!(repeated.root().get("a").unwrap().as_f64(), Some(3.0));
    }

    /// Keys of every length, repeated at every distance from the end of the text.
    #[test]
    fn a_repetition_is_seen_wherever_it_stands() {
        for length in 0..20 {
            for spaces in 0..20 {
                let key = &"abcdefghijklmnopqrst"[..length];
                let text = format!("{{\"{key}\":1,\"{key}\":2{}}}", " ".repeat(spaces));
                let document = parse(&text);
                assert!(document.has_duplicates(), "{text}");
                assert_eq!(document.root().get(key).and_then(Value::as_f64), Some(2.0));
                assert_eq!(document.root().entries().count(), 1);
            }
        }
    }

    #[test]
    fn near_repetitions_are_none() {
        let cases = [
            r#"{"a":1,"A":1}"#,
            r#"{"ab":1,"ba":1}"#,
            // Equal under any mix of length, first, middle and last byte.
            r#"{"xaybz":1,"xbyaz":1,"xcydz":1}"#,
            r#"{"\ud800":1,"\ud801":2}"#,
            "{\"e\u{301}\":1,\"\u{e9}\":2}",
            r#"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}"#,
            r#"{"\\u0061":1,"a":2}"#,
        ];
        for text in cases {
            assert!(!parse(text).has_duplicates(), "{text}");
        }
    }

    #[test]
    fn the_flag_stands_on_the_object_that_repeats() {
        let document = parse(r#"{"outer":{"a":1,"a":2},"other":{}}"#);
        let root = document.root();
        assert!(document.has_duplicates());
        assert!(!root.has_duplicates());
        assert!(root.get("outer").unwrap().has_duplicates());
        assert!(!root.get("other").unwrap().has_duplicates());
    }

    #[test]
    fn objects_of_any_size_obey_the_same_rules() {
        for size in [1_usize, 31, 32, 33, 34, 100, 5_000] {
            for escaped in [false, true] {
                let name = |index: usize| match (escaped, index % 2) {
                    (true, 0) => format!("\\u006b{index}"),
                    _ => format!("k{index}"),
                };
                let mut text = String::from("{");
                for index in 0..size {
                    write!(text, "\"{}\":{index},", name(index)).unwrap();
                }
                let distinct = format!("{text}\"end\":0}}");
                let document = parse(&distinct);
                assert!(!document.has_duplicates(), "{size}");
                assert_eq!(document.root().entries().count(), size + 1);

                let late = size - 1;
                let repeated = format!("{text}\"7\":0,\"k{late}\":-1}}");
                let document = parse(&repeated);
                assert!(document.has_duplicates(), "{size}");
                let names = keys(document.root());
                assert_eq!(names.len(), size + 1);
                assert_eq!(names.first().unwrap(), "7");
                assert_eq!(names.last().unwrap(), &format!("k{late}"));
                let last = document.root().get(&format!("k{late}")).unwrap();
                assert_eq!(last.as_f64(), Some(-1.0));
            }
        }
    }

    #[test]
    fn reserved_names_are_ordinary_keys() {
        let document = parse(r#"{"__proto__":{"x":1},"constructor":2,"prototype":3}"#);
        let root = document.root();
        assert!(root.get("x").is_none());
        assert!(root.get("toString").is_none());
        assert_eq!(keys(root), ["__proto__", "constructor", "prototype"]);
        assert_eq!(
            stable(root),
            r#"{"__proto__":{"x":1},"constructor":2,"prototype":3}"#
        );
    }

    #[test]
    fn arrays_have_their_indices_as_own_keys() {
        let document = parse(r#"["a",[],{}]"#);
        let own: Vec<String> = document
            .root()
            .own_entries()
            .map(|(key, value)| format!("{}={}", key.to_lossy(), stable(value)))
            .collect();
        assert_eq!(own, [r#"0="a""#, "1=[]", "2={}"]);
        assert_eq!(document.root().entries().count(), 0);
        assert_eq!(document.root().written_entries().count(), 0);
        assert_eq!(document.root().items().count(), 3);
        let (key, _) = document.root().own_entries().nth(2).unwrap();
        assert!(key.is("2") && !key.is_empty());
        assert_eq!((key.utf16(), key.utf16_len()), (units("2"), 1));
        assert_eq!(serde_json::to_string(&key).unwrap(), r#""2""#);
    }
}

mod cursors {
    use super::*;

    #[test]
    fn reading_what_is_not_there_answers_with_nothing() {
        for text in ["null", "1", r#""s""#, "[]", "true", "{}"] {
            let document = parse(text);
            let root = document.root();
            assert!(root.get("a").is_none());
            assert_eq!(root.read("a").map(|found| found.is_none()), Ok(true));
            assert_eq!(root.items().count(), 0);
            assert_eq!(root.own_entries().count(), 0);
        }
    }

    #[test]
    fn kinds_are_exclusive() {
        let document = parse(r#"[null,false,true,0,"s",[],{}]"#);
        let kinds: Vec<Kind> = document.root().items().map(Value::kind).collect();
        assert_eq!(
            kinds,
            [
                Kind::Null,
                Kind::False,
                Kind::True,
                Kind::Number,
                Kind::String,
                Kind::Array,
                Kind::Object
            ]
        );
        for value in document.root().items() {
            let answers = [
                value.is_null(),
                value.as_bool().is_some(),
                value.as_f64().is_some(),
                value.as_str().is_some(),
                value.is_array(),
                value.is_object(),
            ];
            assert_eq!(answers.iter().filter(|yes| **yes).count(), 1, "{value:?}");
            assert_eq!(value.is_container(), value.is_array() || value.is_object());
            assert_eq!(value.text().is_empty(), !value.kind().eq(&Kind::String));
        }
    }

    #[test]
    fn spans_cover_the_value_with_its_quotes_and_brackets() {
        let text = "\u{FEFF}{ \"k\\u00e9\" : [ -1.5e3 , \"é\\n\" , true, {} ] }";
        let document = parse(text);
        let slices: Vec<&str> = document
            .values()
            .map(|value| {
                let (start, end) = value.span().unwrap();
                &text[start as usize..end as usize]
            })
            .collect();
        assert_eq!(
            slices,
            [
                &text[3..],
                &text[text.find('[').unwrap()..text.len() - 2],
                "-1.5e3",
                "\"é\\n\"",
                "true",
                "{}"
            ]
        );
        let inner = document.root().get("ké").unwrap();
        let (start, end) = inner.key_before().unwrap().span().unwrap();
        assert_eq!(&text[start as usize..end as usize], "\"k\\u00e9\"");
        assert!(document.root().key_before().is_none());
        assert!(inner.items().all(|item| item.key_before().is_none()));
    }

    #[test]
    fn ids_grow_in_document_order_and_every_value_is_walked_once() {
        let document = parse(r#"{"a":[1,{"b":2}],"c":3}"#);
        let all: Vec<String> = document.values().map(stable).collect();
        assert_eq!(all.len(), 6);
        assert_eq!(all[1..], [r#"[1,{"b":2}]"#, "1", r#"{"b":2}"#, "2", "3"]);
        let ids: Vec<u32> = document.values().map(Value::id).collect();
        assert!(ids.is_sorted_by(|a, b| a < b));
    }
}

mod strings {
    use super::*;

    fn content(json: &str) -> Vec<u16> {
        parse(json).root().as_str().unwrap().utf16()
    }

    #[test]
    fn escapes_are_decoded() {
        assert_eq!(
            content(r#""\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\uD83D\ude00\u0000""#),
            units("\"\\/\u{8}\u{c}\n\r\tAé€😀\0")
        );
        assert_eq!(
            content("\"\u{7f}\u{80}\u{2028}\u{2029}\u{FEFF}/'\""),
            units("\u{7f}\u{80}\u{2028}\u{2029}\u{FEFF}/'")
        );
    }

    #[test]
    fn unpaired_surrogates_are_content() {
        let cases: &[(&str, &[u16])] = &[
            (r#""\ud800""#, &[0xD800]),
            (r#""\uDFFF""#, &[0xDFFF]),
            (r#""\ude00\ud83d""#, &[0xDE00, 0xD83D]),
            (
                r#""\ud83d\ud83d\ude00\ude00""#,
                &[0xD83D, 0xD83D, 0xDE00, 0xDE00],
            ),
            (r#""\ud83d \ude00""#, &[0xD83D, 0x20, 0xDE00]),
            (r#""\ud83d\n\ude00""#, &[0xD83D, 0x0A, 0xDE00]),
            (
                r#""\ud83d\\ude00""#,
                &[0xD83D, 0x5C, 0x75, 0x64, 0x65, 0x30, 0x30],
            ),
        ];
        for (json, expected) in cases {
            let document = parse(json);
            let text = document.root().as_str().unwrap();
            assert_eq!(text.utf16(), *expected, "{json}");
            assert_eq!(text.utf16_len(), expected.len(), "{json}");
            assert_eq!(text.to_str(), None, "{json}");
            assert_eq!(
                text.to_lossy(),
                String::from_utf16_lossy(expected),
                "{json}"
            );
        }
        // Two of them never read as the same text.
        assert!(parse(r#""\ud800""#).root().text() != parse(r#""\ud801""#).root().text());
        assert!(parse(r#""\ud800""#).root().text() != parse(r#""\ufffd""#).root().text());
    }

    /// Both halves of U+1F600, each raw or escaped, in every mixture: one pair.
    #[test]
    fn a_pair_is_one_code_point_however_it_is_spelt() {
        let leads: [&[u8]; 2] = [b"\\ud83d", b"\xED\xA0\xBD"];
        let trails: [&[u8]; 2] = [b"\\ude00", b"\xED\xB8\x80"];
        for lead in leads {
            for trail in trails {
                let json = [
                    b"[\"<".as_slice(),
                    lead,
                    trail,
                    b">\",\"",
                    trail,
                    lead,
                    b"\"]",
                ]
                .concat();
                let document = Document::parse_wtf8(&json, Limits::MANIFEST).unwrap();
                let mut items = document.root().items();
                let (pair, reverse) = (items.next().unwrap().text(), items.next().unwrap().text());
                assert!(pair.is("<😀>"), "{json:x?}");
                assert_eq!(pair.utf16_len(), 4);
                assert_eq!(reverse.utf16(), [0xDE00, 0xD83D], "{json:x?}");
                assert_eq!(stable(document.root()), r#"["<😀>","\ude00\ud83d"]"#);
            }
        }
    }

    #[test]
    fn raw_surrogates_are_kept_by_the_wtf8_road_and_replaced_by_the_others() {
        let json = b"{\"\xED\xA0\x80\":\"a\xED\xBF\xBFb\"}";
        let kept = Document::parse_wtf8(json, Limits::MANIFEST).unwrap();
        assert_eq!(stable(kept.root()), r#"{"\ud800":"a\udfffb"}"#);
        let replaced = Document::parse_bytes(json, Limits::MANIFEST).unwrap();
        assert_eq!(
            stable(replaced.root()),
            "{\"\u{FFFD}\u{FFFD}\u{FFFD}\":\"a\u{FFFD}\u{FFFD}\u{FFFD}b\"}"
        );
    }

    #[test]
    fn comparing_and_looking_up_see_through_escapes() {
        let document = parse(r#"{"k\u00e9y":"\u0061b","plain":"ab"}"#);
        let root = document.root();
        assert!(root.get("kéy").unwrap().text() == root.get("plain").unwrap().text());
        assert!(root.get("kéy").unwrap().text().is("ab"));
        assert!(Str::of("ab") == root.get("plain").unwrap().text());
        assert_eq!(
            Str::of("a").compare(root.get("plain").unwrap().text()),
            Ordering::Less
        );
        assert!(Str::EMPTY.is_empty() && Str::EMPTY.is(""));
    }

    #[test]
    fn order_is_by_utf16_code_unit() {
        // Ascending; neighbours differ in every way UTF-8 order could get wrong.
        let ascending: &[&[u16]] = &[
            &[],
            &[0x00],
            &[0x21],
            &[0x22],
            &[0x23],
            &[0x31, 0x30],
            &[0x39],
            &[0x61],
            &[0x61, 0x00],
            &[0x61, 0x62],
            &[0x62],
            &[0x7F],
            &[0x80],
            &[0xE9],
            &[0x7FF],
            &[0x800],
            &[0xD7FF],
            &[0xD800],
            &[0xD800, 0x61],
            &[0xD800, 0xD800],
            &[0xD800, 0xDC00],
            &[0xD800, 0xDC00, 0x61],
            &[0xD800, 0xE000],
            &[0xD83D],
            &[0xD83D, 0x41],
            &[0xD83D, 0xDE00],
            &[0xD83D, 0xDE01],
            &[0xD83D, 0xFF5E],
            &[0xDBFF, 0xDFFF],
            &[0xDC00],
            &[0xDE00],
            &[0xDFFF],
            &[0xE000],
            &[0xFF5E],
            &[0xFFFF],
        ];
        let mut builder = Builder::new();
        builder.begin_array();
        for text in ascending {
            builder.string(text);
        }
        let document = builder.finish();
        let texts: Vec<Str<'_>> = document.root().items().map(Value::text).collect();
        for (i, left) in texts.iter().enumerate() {
            assert_eq!(left.utf16(), ascending[i]);
            for (j, right) in texts.iter().enumerate() {
                assert_eq!(
                    left.compare(*right),
                    i.cmp(&j),
                    "{:x?} {:x?}",
                    ascending[i],
                    ascending[j]
                );
                // And behind something common.
                let longer = |text: Str<'_>| [b"p\xC3\xA9".as_slice(), &text.wtf8()].concat();
                assert_eq!(compare_utf16(&longer(*left), &longer(*right)), i.cmp(&j));
            }
        }
        assert_eq!(
            compare_utf16("😀".as_bytes(), "\u{FF5E}".as_bytes()),
            Ordering::Less
        );
    }

    #[test]
    fn units_and_lengths_agree_with_utf16() {
        for text in ["", "a", "é€😀", "\u{10FFFF}\u{10000}\u{FFFF}", "a😀b😀"] {
            assert_eq!(
                Utf16Units::new(text.as_bytes()).collect::<Vec<_>>(),
                units(text)
            );
            assert_eq!(utf16_len(text.as_bytes()), units(text).len());
        }
    }

    #[test]
    fn trimming_removes_exactly_the_white_space_of_javascript() {
        let spaces: Vec<u32> = (0x09..=0x0D)
            .chain([0x20, 0xA0, 0x1680])
            .chain(0x2000..=0x200A)
            .chain([0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF])
            .collect();
        for point in (0..=0xFFFF).chain([0x1_0000, 0x1_0020, 0x2_3000, 0x10_FFFF]) {
            assert_eq!(is_js_space(point), spaces.contains(&point), "U+{point:04X}");
            let Some(c) = char::from_u32(point) else {
                continue;
            };
            let padded = format!("{c}a{c}b{c}");
            let trimmed = if spaces.contains(&point) {
                format!("a{c}b")
            } else {
                padded.clone()
            };
            assert_eq!(
                trim_js(padded.as_bytes()),
                trimmed.as_bytes(),
                "U+{point:04X}"
            );
        }
        let all: String = spaces
            .iter()
            .filter_map(|point| char::from_u32(*point))
            .collect();
        assert_eq!(trim_js(all.as_bytes()), b"");
        assert_eq!(trim_js(b""), b"");
        assert_eq!(trim_js(b" \xED\xA0\x80 "), b"\xED\xA0\x80");
        for stays in ["\u{85}", "\u{180E}", "\u{200B}", "\u{2060}", "\0"] {
            assert_eq!(trim_js(stays.as_bytes()), stays.as_bytes());
        }
        assert_eq!(
            &*parse(r#""\u00a0 x\u0085 \ufeff""#).root().text().trimmed(),
            "x\u{85}".as_bytes()
        );
        assert_eq!(&*parse("\"\u{a0} x \"").root().text().trimmed(), b"x");
    }
}

mod numbers {
    use super::*;

    #[test]
    fn numerals_are_the_nearest_double_and_print_as_javascript_prints() {
        let cases = [
            ("0", "0"),
            ("-0", "0"),
            ("-0.0", "0"),
            ("-0e5", "0"),
            ("1e-400", "0"),
            ("-1e-400", "0"),
            ("1.0", "1"),
            ("-1.50", "-1.5"),
            ("6e5", "600000"),
            ("600000.0", "600000"),
            ("1E+2", "100"),
            ("1e-2", "0.01"),
            ("0.000001", "0.000001"),
            ("0.0000001", "1e-7"),
            ("1e-7", "1e-7"),
            ("123e-20", "1.23e-18"),
            ("1e20", "100000000000000000000"),
            ("999999999999999999999", "1e+21"),
            ("1e21", "1e+21"),
            ("100000000000000000000000", "1e+23"),
            ("123456789012345678901234567890", "1.2345678901234568e+29"),
            ("123456789012345", "123456789012345"),
            ("1234567890123456", "1234567890123456"),
            ("9007199254740991", "9007199254740991"),
            ("9007199254740993", "9007199254740992"),
            ("-9007199254740993", "-9007199254740992"),
            ("0.1", "0.1"),
            ("0.30000000000000004", "0.30000000000000004"),
            ("333333333.33333329", "333333333.3333333"),
            ("4.5", "4.5"),
            ("2e-3", "0.002"),
            ("5e-324", "5e-324"),
            ("2.4703282292062328e-324", "5e-324"),
            ("2.4703282292062327e-324", "0"),
            ("2.2250738585072011e-308", "2.225073858507201e-308"),
            ("1.7976931348623157e308", "1.7976931348623157e+308"),
            ("1.7976931348623158e308", "1.7976931348623157e+308"),
            ("1e400", "null"),
            ("-1e400", "null"),
        ];
        for (numeral, printed) in cases {
            assert_eq!(stable(parse(numeral).root()), printed, "{numeral}");
            assert_eq!(
                stable(parse(&format!("[{numeral}]")).root()),
                format!("[{printed}]")
            );
        }
    }

    #[test]
    fn the_sign_of_zero_is_read() {
        assert!(number("-0").is_sign_negative() && number("-0").abs() < f64::MIN_POSITIVE);
        assert!(number("0").is_sign_positive());
    }

    #[test]
    fn what_overflows_is_infinite_and_listed() {
        let text =
            r#"[1e400, 1, {"a": -1e400}, 1e308, 1e99999999999999999999, 1e-99999999999999999999]"#;
        let document = parse(text);
        let listed: Vec<&str> = document
            .overflows()
            .map(|value| {
                let (start, end) = value.span().unwrap();
                &text[start as usize..end as usize]
            })
            .collect();
        assert_eq!(listed, ["1e400", "-1e400", "1e99999999999999999999"]);
        assert!(
            document
                .overflows()
                .all(|value| value.as_f64().unwrap().is_infinite())
        );

        let edge = "1".repeat(309);
        assert_eq!(parse(&edge).overflows().count(), 0);
        for digits in [
            "1".repeat(310),
            "9".repeat(309),
            format!("{}.5", "9".repeat(400)),
        ] {
            assert_eq!(parse(&digits).overflows().count(), 1, "{digits}");
            assert_eq!(stable(parse(&digits).root()), "null");
        }
        assert_eq!(parse("1.7976931348623159e308").overflows().count(), 1);
        assert_eq!(parse("1.7976931348623158e308").overflows().count(), 0);
    }

    /// An exponent may undo any number of digits; the value is still the nearest double.
    #[test]
    fn exponents_that_undo_a_flood_of_zeros_are_exact() {
        for zeros in [10_usize, 400, 70_000, 700_000, 1_000_000] {
            let small = format!("0.{}1e{}", "0".repeat(zeros), zeros + 1);
            assert_eq!(stable(parse(&small).root()), "1", "{zeros}");
            let large = format!("-12{}.0e-{zeros}", "0".repeat(zeros));
            assert_eq!(stable(parse(&large).root()), "-12", "{zeros}");
            assert_eq!(
                parse(&large).overflows().count() + parse(&small).overflows().count(),
                0
            );
        }
    }

    #[test]
    fn what_is_not_finite_prints_null() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut out = Vec::new();
            write_number(&mut out, value);
            assert_eq!(out, b"null");
        }
    }
}

mod text_roads {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_accepted_once_and_only_in_front() {
        let document = parse("\u{FEFF}{}");
        assert!(document.has_bom());
        assert_eq!(document.root().span(), Some((3, 5)));
        assert!(!parse("{}").has_bom());
        for (text, kind, offset) in [
            ("\u{FEFF}", SyntaxKind::Empty, 3),
            ("\u{FEFF}\u{FEFF}1", SyntaxKind::ExpectedValue, 3),
            (" \u{FEFF}1", SyntaxKind::ExpectedValue, 1),
            ("1\u{FEFF}", SyntaxKind::TrailingText, 1),
        ] {
            let error = refusal(text);
            assert_eq!((error.kind, error.offset), (kind, offset), "{text:?}");
            assert_eq!(error.bom, text.starts_with('\u{FEFF}'), "{text:?}");
        }
        let bytes = Document::parse_bytes(b"\xEF\xBB\xBF[]", Limits::MANIFEST).unwrap();
        assert!(bytes.has_bom() && bytes.root().is_array());
        let wtf8 = Document::parse_wtf8(b"\xEF\xBB\xBF[]", Limits::MANIFEST).unwrap();
        assert!(wtf8.has_bom() && wtf8.root().is_array());
    }

    #[test]
    fn malformed_bytes_become_replacement_characters() {
        let pieces: &[&[u8]] = &[
            b"\xFF",
            b"\xC0\xAF",
            b"\xC3",
            b"\xE2\x82",
            b"\xF0\x9F\x98",
            b"\xF0\x9Fx",
            b"\xF4\x90\x80\x80",
            b"\xF8\x88\x80\x80\x80",
            b"\xED\xA0\x80",
            b"\xED\xA0\xBD\xED\xB8\x80",
            b"\x80\xBF",
            b"\xE0\x80\xAF",
            b"\xC3\xA9\xFF\xE2\x82\xAC",
        ];
        for piece in pieces {
            for (before, after) in [
                ("[\"", "\"]"),
                ("{\"a", "\":1}"),
                ("[\"\\n", "8 bytes and more\"]"),
            ] {
                let bytes = [before.as_bytes(), piece, after.as_bytes()].concat();
                let text = String::from_utf8_lossy(&bytes);
                let document = Document::parse_bytes(&bytes, Limits::MANIFEST).unwrap();
                assert_eq!(document.source(), text.as_bytes(), "{bytes:x?}");
                assert_eq!(stable(document.root()), stable(parse(&text).root()));
            }
            // Outside strings it is no JSON, and the place counts in the decoded text.
            let bytes = [b"[\"\xFF\",".as_slice(), piece, b"]"].concat();
            let text = String::from_utf8_lossy(&bytes);
            let error = Document::parse_bytes(&bytes, Limits::MANIFEST).unwrap_err();
            let expected = refusal(&text);
            assert_eq!(
                (error.kind, error.offset, error.found),
                (expected.kind, expected.offset, expected.found)
            );
            assert_eq!(error.text(&bytes), text.as_bytes());
        }
        // What is well-formed is not copied.
        let bytes = "[\"é😀\"]".as_bytes();
        let document = Document::parse_bytes(bytes, Limits::MANIFEST).unwrap();
        assert_eq!(document.source().as_ptr(), bytes.as_ptr());
        let error = Document::parse_bytes("[é]".as_bytes(), Limits::MANIFEST).unwrap_err();
        assert_eq!((error.offset, error.found), (1, Some('é')));
    }

    #[test]
    fn nesting_is_limited_and_the_place_is_the_bracket_too_many() {
        let nested = |open: &str, close: &str, depth: usize| {
            format!("{}{}", open.repeat(depth), close.repeat(depth))
        };
        for (open, close) in [("[", "]"), (r#"{"a":["#, "]}")] {
            let levels = open.matches(['[', '{']).count();
            let inside = nested(open, close, 128 / levels);
            let filled = inside.replace("[]", "[1]");
            let document = parse(&filled);
            assert!(stable(document.root()).starts_with(open));
            let deeper = inside.replace("[]", "[ [] ]");
            let error = refusal(&deeper);
            assert_eq!(error.kind, SyntaxKind::TooDeep);
            assert_eq!(error.offset, deeper.find("[ [").unwrap() + 2);
            assert_eq!(error.found, Some('['));
        }
        assert_eq!(refusal(&"[".repeat(1_000_000)).offset, 128);
        // Brothers do not add up.
        parse(&format!("[{}[]]", "[[]],".repeat(1_000)));
        let limits = Limits {
            depth: 1,
            ..Limits::MANIFEST
        };
        assert!(Document::parse("[]", limits).is_ok());
        assert_eq!(
            Document::parse("[{}]", limits).unwrap_err().kind,
            SyntaxKind::TooDeep
        );
        let limits = Limits {
            depth: 100_000,
            ..Limits::MANIFEST
        };
        let deep = nested("[", "]", 100_000);
        assert_eq!(stable(Document::parse(&deep, limits).unwrap().root()), deep);
    }

    #[test]
    fn eight_mebibytes_are_accepted_and_one_byte_more_is_not() {
        let limit = 8 * 1024 * 1024;
        let full = format!("\"{}\"", "x".repeat(limit - 2));
        assert_eq!(parse(&full).root().text().utf16_len(), limit - 2);
        let over = format!(" {full}");
        for error in [
            Document::parse(&over, Limits::MANIFEST).unwrap_err(),
            Document::parse_bytes(over.as_bytes(), Limits::MANIFEST).unwrap_err(),
            Document::parse_wtf8(over.as_bytes(), Limits::MANIFEST).unwrap_err(),
        ] {
            assert_eq!((error.kind, error.offset), (SyntaxKind::TooLarge, 0));
        }
        // The limit counts what was given, not what malformed bytes became.
        let bytes = [b"\"".as_slice(), &vec![0xFF; limit - 2], b"\""].concat();
        let document = Document::parse_bytes(&bytes, Limits::MANIFEST).unwrap();
        assert_eq!(document.root().text().utf16_len(), limit - 2);
        let document = Document::parse_wtf8(&bytes, Limits::MANIFEST).unwrap();
        assert_eq!(document.root().text().utf16_len(), limit - 2);
    }

    #[test]
    #[allow(clippy::too_many_lines)] // a table
    fn every_refusal_has_its_kind_and_place() {
        use SyntaxKind as K;
        let cases: &[(&str, SyntaxKind, usize)] = &[
            ("", K::Empty, 0),
            (" \t\r\n", K::Empty, 4),
            ("[", K::UnexpectedEnd, 1),
            ("[1", K::UnexpectedEnd, 2),
            ("[1,", K::UnexpectedEnd, 3),
            ("{", K::UnexpectedEnd, 1),
            (r#"{"a""#, K::UnexpectedEnd, 4),
            (r#"{"a":"#, K::UnexpectedEnd, 5),
            (r#"{"a":1"#, K::UnexpectedEnd, 6),
            (r#"{"a":1,"#, K::UnexpectedEnd, 7),
            ("[,1]", K::ExpectedValue, 1),
            ("[1,,2]", K::ExpectedValue, 3),
            ("nul", K::ExpectedValue, 0),
            ("True", K::ExpectedValue, 0),
            ("undefined", K::ExpectedValue, 0),
            ("NaN", K::ExpectedValue, 0),
            ("[Infinity]", K::ExpectedValue, 1),
            (r#"{"a":}"#, K::ExpectedValue, 5),
            ("]", K::ExpectedValue, 0),
            ("\u{a0}1", K::ExpectedValue, 0),
            ("\u{c}1", K::ExpectedValue, 0),
            ("[\u{2028}1]", K::ExpectedValue, 1),
            ("{a:1}", K::ExpectedKey, 1),
            ("{1:1}", K::ExpectedKey, 1),
            ("{,}", K::ExpectedKey, 1),
            (r#"{"a":1,,}"#, K::ExpectedKey, 7),
            ("{]", K::ExpectedKey, 1),
            (r#"{"a" 1}"#, K::ExpectedColon, 5),
            (r#"{"a"}"#, K::ExpectedColon, 4),
            (r#"{"a";1}"#, K::ExpectedColon, 4),
            ("[1 2]", K::ExpectedCommaOrEnd, 3),
            ("[1}", K::ExpectedCommaOrEnd, 2),
            (r#"{"a":1]"#, K::ExpectedCommaOrEnd, 6),
            (r#"{"a":1 "b":2}"#, K::ExpectedCommaOrEnd, 7),
            (r#"["a" "b"]"#, K::ExpectedCommaOrEnd, 5),
            ("[1,]", K::TrailingComma, 2),
            ("[1 , ]", K::TrailingComma, 3),
            (r#"{"a":1,}"#, K::TrailingComma, 6),
            ("1 2", K::TrailingText, 2),
            ("{}}", K::TrailingText, 2),
            ("{},", K::TrailingText, 2),
            ("truex", K::TrailingText, 4),
            ("[]\0", K::TrailingText, 2),
            ("// c\n1", K::Comment, 0),
            ("1 /* c */", K::Comment, 2),
            ("[1 // c\n]", K::Comment, 3),
            ("[1, /* c */ 2]", K::Comment, 4),
            ("{ // c\n}", K::Comment, 2),
            (r#"{"a" /**/:1}"#, K::Comment, 5),
            (r#"{"a":/**/1}"#, K::Comment, 5),
            (r#"{"a":1,/**/"b":1}"#, K::Comment, 7),
            ("'a'", K::SingleQuotes, 0),
            ("{'a':1}", K::SingleQuotes, 1),
            ("[1,'a']", K::SingleQuotes, 3),
            ("\"a\nb\"", K::ControlInString, 2),
            ("\"a\tb\"", K::ControlInString, 2),
            ("\"\0\"", K::ControlInString, 1),
            ("[\"0123456789\u{1f}\"]", K::ControlInString, 12),
            ("{\"a\u{1}\":1}", K::ControlInString, 3),
            (r#""a\x41""#, K::BadEscape, 2),
            (r#""\'""#, K::BadEscape, 1),
            (r#""\U0041""#, K::BadEscape, 1),
            (r#""\u12g4""#, K::BadEscape, 1),
            (r#""\u 123""#, K::BadEscape, 1),
            (r#""\u+123""#, K::BadEscape, 1),
            (r#""\ud83d\u""#, K::BadEscape, 7),
            ("\"\\\u{e9}\"", K::BadEscape, 1),
            ("\"\\\n\"", K::BadEscape, 1),
            ("\"a", K::UnterminatedString, 0),
            ("[\"a]", K::UnterminatedString, 1),
            (r#"["abcdefghijkl\""#, K::UnterminatedString, 1),
            (r#"{"a"#, K::UnterminatedString, 1),
            ("01", K::BadNumber, 0),
            ("-01", K::BadNumber, 0),
            ("[00]", K::BadNumber, 1),
            ("-", K::BadNumber, 0),
            ("[-]", K::BadNumber, 1),
            ("-a", K::BadNumber, 0),
            ("-Infinity", K::BadNumber, 0),
            ("+1", K::BadNumber, 0),
            ("[.5]", K::BadNumber, 1),
            ("1.", K::BadNumber, 0),
            ("[1.e3]", K::BadNumber, 1),
            ("1e", K::BadNumber, 0),
            ("1e+", K::BadNumber, 0),
            ("1E-x", K::BadNumber, 0),
            ("0x1F", K::BadNumber, 0),
            ("[0b1]", K::BadNumber, 1),
            ("[1_000]", K::BadNumber, 1),
            ("[5n]", K::BadNumber, 1),
            ("[1.2.3]", K::BadNumber, 1),
            ("[1e5.5]", K::BadNumber, 1),
            ("[12px]", K::BadNumber, 1),
            ("[1-2]", K::BadNumber, 1),
        ];
        for (text, kind, offset) in cases {
            let error = refusal(text);
            assert_eq!((error.kind, error.offset), (*kind, *offset), "{text:?}");
            assert_eq!(error.found, text[*offset..].chars().next(), "{text:?}");
            assert_eq!(error.text(text.as_bytes()), text.as_bytes());
            assert!(!error.bom);
            // The other two roads answer alike.
            let bytes = Document::parse_bytes(text.as_bytes(), Limits::MANIFEST).unwrap_err();
            assert_eq!(
                (bytes.kind, bytes.offset, bytes.found),
                (error.kind, error.offset, error.found)
            );
            let wtf8 = Document::parse_wtf8(text.as_bytes(), Limits::MANIFEST).unwrap_err();
            assert_eq!(
                (wtf8.kind, wtf8.offset, wtf8.found),
                (error.kind, error.offset, error.found)
            );
        }
    }

    #[test]
    fn every_prefix_of_a_document_is_refused_inside_it() {
        let text = r#"{"a":[1.5e+3,-0,"x\u00e9\n",true,false,null,{}],"é😀":{"b":[[]]}}"#;
        parse(text);
        for (end, _) in text.char_indices() {
            let error = refusal(&text[..end]);
            assert!(error.offset <= end, "{end}");
        }
    }
}

mod positions {
    use super::*;

    fn place(offset: u32, line: u32, column: u32) -> Position {
        Position {
            offset,
            line,
            column,
        }
    }

    #[test]
    fn lines_end_with_lf_cr_or_both_and_columns_count_utf16() {
        let text = "é😀x\r\n\ty\r\rz\n😀";
        let positions = Positions::of(text.as_bytes(), false);
        let at = |needle: &str| positions.at(u32::try_from(text.find(needle).unwrap()).unwrap());
        assert_eq!(positions.at(0), place(0, 1, 1));
        assert_eq!(at("😀"), place(1, 1, 2));
        assert_eq!(at("x"), place(3, 1, 4));
        assert_eq!(at("\r\n"), place(4, 1, 5));
        // Between CR and LF the line has not ended yet.
        assert_eq!(at("\n"), place(5, 1, 6));
        assert_eq!(at("\t"), place(6, 2, 1));
        assert_eq!(at("y"), place(7, 2, 2));
        assert_eq!(at("\r\r"), place(8, 2, 3));
        assert_eq!(at("\rz"), place(9, 3, 1));
        assert_eq!(at("z"), place(10, 4, 1));
        let end = u32::try_from(text.len()).unwrap();
        assert_eq!(positions.at(end - 4), place(12, 5, 1));
        assert_eq!(positions.at(end), place(14, 5, 3));
    }

    #[test]
    fn a_byte_order_mark_counts_as_an_offset_but_not_as_a_column() {
        let text = "\u{FEFF}[1,\n2]";
        let document = parse(text);
        let positions = Positions::new(&document);
        let places: Vec<Position> = document
            .values()
            .map(|value| positions.at(value.span().unwrap().0))
            .collect();
        assert_eq!(places, [place(1, 1, 1), place(2, 1, 2), place(5, 2, 1)]);
        assert_eq!(positions.at(0), place(0, 1, 1));
    }

    /// Against a count from the start of the text, in documents with long and short lines.
    #[test]
    fn positions_agree_with_counting_from_the_start() {
        let texts = [
            "😀é€a\tb\n".repeat(3_000),
            "😀é€a".repeat(6_000),
            "\r\n\r\r\n\n".repeat(2_000),
            format!("{}\n{}", "x".repeat(5_000), "😀".repeat(5_000)),
            String::new(),
        ];
        for text in &texts {
            let positions = Positions::of(text.as_bytes(), false);
            let mut expected = place(0, 1, 1);
            let mut chars = text.char_indices().peekable();
            while let Some((at, c)) = chars.next() {
                assert_eq!(positions.at(u32::try_from(at).unwrap()), expected);
                let width = u32::try_from(c.len_utf16()).unwrap();
                expected.offset += width;
                let ends =
                    c == '\n' || (c == '\r' && chars.peek().is_none_or(|(_, next)| *next != '\n'));
                if ends {
                    expected.line += 1;
                    expected.column = 1;
                } else {
                    expected.column += width;
                }
            }
            assert_eq!(positions.at(u32::try_from(text.len()).unwrap()), expected);
        }
    }

    #[test]
    fn raw_surrogates_count_one_each() {
        let document = Document::parse_wtf8(b"[\"\xED\xA0\x80\", 1]", Limits::MANIFEST).unwrap();
        let one = document.root().items().nth(1).unwrap();
        assert_eq!(
            Positions::new(&document).at(one.span().unwrap().0),
            place(6, 1, 7)
        );
    }
}

mod stable_encoding {
    use super::*;

    #[test]
    fn containers_have_no_white_space_and_sorted_keys() {
        let cases = [
            (
                r#" { "b" : [ 1 , null , true , false ] , "a" : { } } "#,
                r#"{"a":{},"b":[1,null,true,false]}"#,
            ),
            (r#"{"9":0,"10":1}"#, r#"{"10":1,"9":0}"#),
            (
                "{\"\u{FF5E}\":1,\"😀\":2,\"a\":3}",
                "{\"a\":3,\"😀\":2,\"\u{FF5E}\":1}",
            ),
            (
                r#"{"\ue000":1,"\udfff":2,"\ud800":3,"\ud83d\ude00":4}"#,
                "{\"\\ud800\":3,\"😀\":4,\"\\udfff\":2,\"\u{E000}\":1}",
            ),
            (r#"{"b":1,"a":2,"b":3}"#, r#"{"a":2,"b":3}"#),
            (
                r#"{"__proto__":1,"Z":2,"":3}"#,
                r#"{"":3,"Z":2,"__proto__":1}"#,
            ),
            (r"[[],[[]],[{}]]", r"[[],[[]],[{}]]"),
            (
                r#"[{"b":{"d":1,"c":[{}]},"a":0},2]"#,
                r#"[{"a":0,"b":{"c":[{}],"d":1}},2]"#,
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(stable(parse(text).root()), expected, "{text}");
        }
    }

    #[test]
    fn strings_escape_only_what_they_must() {
        let mut json = String::from("\"");
        for unit in 0..0xA0 {
            write!(json, "\\u{unit:04X}").unwrap();
        }
        json.push_str("\\/\\u2028\\u2029\\ufeff\\ud83d\\ude00\\uDBFF\"");
        let mut expected = String::from("\"");
        for unit in 0..0xA0_u8 {
            match unit {
                0x08 => expected.push_str("\\b"),
                0x09 => expected.push_str("\\t"),
                0x0A => expected.push_str("\\n"),
                0x0C => expected.push_str("\\f"),
                0x0D => expected.push_str("\\r"),
                0x22 => expected.push_str("\\\""),
                0x5C => expected.push_str("\\\\"),
                0..0x20 => write!(expected, "\\u{unit:04x}").unwrap(),
                _ => expected.push(char::from(unit)),
            }
        }
        expected.push_str("/\u{2028}\u{2029}\u{FEFF}😀\\udbff\"");
        assert_eq!(stable(parse(&json).root()), expected);
        // As a key, and as content of our own.
        assert_eq!(
            stable(parse(&format!("{{{json}:0}}")).root()),
            format!("{{{expected}:0}}")
        );
        let mut out = Vec::new();
        StableWriter::new(&mut out, Quoting::Once).string(Str::of("\u{1}\"\\é"));
        assert_eq!(String::from_utf8(out).unwrap(), "\"\\u0001\\\"\\\\é\"");
    }

    #[test]
    fn quoting_twice_is_quoting_once_and_then_as_a_string() {
        let document =
            parse(r#"{"a\"\\\n\u0001\ud800":["é/\u2028\\\\",1e21,true,null,{"k":[]}],"b":""}"#);
        let once = stable(document.root());
        assert_eq!(
            format!("\"{}\"", written(document.root(), Quoting::Twice)),
            serde_json::to_string(&once).unwrap()
        );
        let mut builder = Builder::new();
        builder.begin_array();
        builder.string(&units("\"\u{7}"));
        builder.big_int("-5");
        builder.bare(Kind::Circular);
        builder.begin_object();
        builder.mark_unreadable();
        builder.end();
        let document = builder.finish();
        let once = stable(document.root());
        assert_eq!(
            format!("\"{}\"", written(document.root(), Quoting::Twice)),
            serde_json::to_string(&once).unwrap()
        );
    }

    #[test]
    fn parts_can_be_written_one_by_one() {
        let document = parse(r#"{"z":1,"skip":2,"a":[1,2]}"#);
        let root = document.root();
        let mut out = Vec::new();
        let mut writer = StableWriter::new(&mut out, Quoting::Once);
        writer.raw(b'[');
        writer.plain("lane");
        writer.raw(b',');
        writer.members(root.entries().filter(|(key, _)| !key.is("skip")));
        writer.raw(b',');
        writer.items(root.get("a").unwrap().items());
        writer.raw(b']');
        assert_eq!(
            String::from_utf8(out).unwrap(),
            r#"["lane",{"a":[1,2],"z":1},[1,2]]"#
        );
    }
}

mod snapshots {
    use super::*;

    #[test]
    fn values_that_json_cannot_hold_are_written_as_the_rule_says() {
        let mut builder = Builder::new();
        builder.begin_array();
        builder.big_int("5");
        builder.big_int("-123456789012345678901234567890");
        for kind in [
            Kind::Undefined,
            Kind::Function,
            Kind::Symbol,
            Kind::Null,
            Kind::Thrown,
        ] {
            builder.bare(kind);
        }
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 1e21, 0.1] {
            builder.number(value);
        }
        builder.bool(true);
        builder.bool(false);
        builder.bare(Kind::Circular);
        builder.end();
        let document = builder.finish();
        assert_eq!(
            stable(document.root()),
            r#"["5n","-123456789012345678901234567890n",null,null,null,null,null,null,null,null,0,1e+21,0.1,true,false,"[Circular]"]"#
        );
        assert!(!document.is_text());
        assert!(document.values().all(|value| value.span().is_none()));
    }

    #[test]
    fn holes_give_nothing_between_commas_and_have_no_index() {
        let mut builder = Builder::new();
        builder.begin_array();
        builder.number(1.0);
        builder.bare(Kind::Hole);
        builder.number(2.0);
        builder.bare(Kind::Hole);
        builder.end();
        let document = builder.finish();
        assert_eq!(stable(document.root()), "[1,,2,]");
        let indices: Vec<String> = document
            .root()
            .own_entries()
            .map(|(key, _)| key.to_lossy())
            .collect();
        assert_eq!(indices, ["0", "2"]);
    }

    #[test]
    fn members_with_nothing_in_them_are_not_omitted() {
        let mut builder = Builder::new();
        builder.begin_object();
        for (name, kind) in [
            ("f", Kind::Function),
            ("u", Kind::Undefined),
            ("s", Kind::Symbol),
        ] {
            builder.key(&units(name));
            builder.bare(kind);
        }
        let document = builder.finish();
        assert_eq!(stable(document.root()), r#"{"f":null,"s":null,"u":null}"#);
    }

    #[test]
    fn an_unreadable_container_is_replaced_alone() {
        let mut builder = Builder::new();
        builder.begin_object();
        builder.key(&units("bad"));
        builder.begin_array();
        builder.number(1.0);
        builder.mark_unreadable();
        builder.end();
        builder.key(&units("good"));
        builder.begin_object();
        builder.end();
        builder.end();
        let document = builder.finish();
        assert_eq!(
            stable(document.root()),
            r#"{"bad":"[unserializable]","good":{}}"#
        );
        assert!(document.root().get("bad").unwrap().is_unreadable());
        assert!(!document.root().is_unreadable());
    }

    #[test]
    fn hidden_members_are_read_but_not_enumerated() {
        let mut builder = Builder::new();
        builder.begin_object();
        builder.key(&units("own"));
        builder.number(1.0);
        builder.hidden_key("inherited");
        builder.string(&units("x"));
        builder.hidden_key("thrower");
        builder.bare(Kind::Thrown);
        builder.end();
        let document = builder.finish();
        let root = document.root();
        assert_eq!(keys(root), ["own"]);
        assert_eq!(stable(root), r#"{"own":1}"#);
        assert!(root.get("inherited").unwrap().text().is("x"));
        assert_eq!(
            root.read("inherited").unwrap().map(Value::kind),
            Some(Kind::String)
        );
        assert_eq!(root.get("thrower").map(Value::kind), Some(Kind::Thrown));
        assert_eq!(root.read("thrower").err(), Some(Threw));
        assert_eq!(root.read("nothing").unwrap().map(Value::kind), None);
    }

    #[test]
    fn strings_and_keys_keep_every_code_unit() {
        let odd = [
            0x22, 0x5C, 0x0A, 0xD83D, 0xDE00, 0xD800, 0xE9, 0xDC00, 0xD800, 0xDC00,
        ];
        let mut builder = Builder::new();
        builder.begin_object();
        builder.key(&odd);
        builder.string(&odd);
        let document = builder.finish();
        let (key, value) = document.root().entries().next().unwrap();
        assert_eq!(key.utf16(), odd);
        assert_eq!(value.text().utf16(), odd);
        let text = stable(document.root());
        assert_eq!(
            text,
            "{\"\\\"\\\\\\n😀\\ud800é\\udc00\u{10000}\":\"\\\"\\\\\\n😀\\ud800é\\udc00\u{10000}\"}"
        );
        assert_eq!(stable(parse(&text).root()), text);
    }

    #[test]
    fn depth_and_size_are_known_while_building() {
        let mut builder = Builder::new();
        assert_eq!((builder.depth(), builder.size()), (0, 0));
        builder.begin_array();
        builder.begin_object();
        assert_eq!(builder.depth(), 2);
        builder.key(&units("abc"));
        builder.string(&units("é"));
        assert_eq!(builder.size(), 4 + 5);
        builder.end();
        assert_eq!(builder.depth(), 1);
    }

    #[test]
    fn whatever_was_called_the_document_can_be_read() {
        assert_eq!(Builder::new().finish().root().kind(), Kind::Undefined);
        let mut builder = Builder::new();
        builder.end();
        builder.mark_unreadable();
        builder.begin_object();
        builder.begin_array();
        builder.begin_object();
        builder.key(&units("dangling"));
        let document = builder.finish();
        stable(document.root());
        assert!(document.root().get("x").is_none());
    }

    #[test]
    fn nesting_without_limit_is_written_without_recursion() {
        let depth = 200_000;
        let mut builder = Builder::new();
        for _ in 0..depth {
            builder.begin_array();
        }
        let document = builder.finish();
        assert_eq!(stable(document.root()).len(), 2 * depth);
    }
}

mod serialisation {
    use super::*;

    #[test]
    fn well_formed_values_serialise_as_json_stringify_prints_them() {
        let text = r#"{"b":"é\u0001\"","1":[1,-2.5,true,null,0.000001],"a":{"x":{}}}"#;
        let expected = r#"{"1":[1,-2.5,true,null,1e-6],"b":"é\u0001\"","a":{"x":{}}}"#;
        let printed = serde_json::to_string(&parse(text).root()).unwrap();
        // serde_json spells some numbers otherwise; the values are what counts.
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(value(&printed), value(expected));
        assert_eq!(
            value(&printed)
                .as_object()
                .unwrap()
                .keys()
                .collect::<Vec<_>>(),
            ["1", "b", "a"]
        );
        assert_eq!(
            serde_json::to_string(&parse("[-0,1e400,9007199254740993]").root()).unwrap(),
            "[0,null,9007199254740992.0]"
        );
    }

    #[test]
    fn unpaired_surrogates_survive_in_strings_and_in_keys() {
        let document =
            parse(r#"{"k\ud800":["a\udfff\"",{"\udc00x":1,"ok":{"\ud83d\ude00":"\ud83d"}}]}"#);
        let printed = serde_json::to_string(&document.root()).unwrap();
        assert_eq!(
            printed,
            "{\"k\\ud800\":[\"a\\udfff\\\"\",{\"\\udc00x\":1,\"ok\":{\"😀\":\"\\ud83d\"}}]}"
        );
        let text = document
            .root()
            .get("nothing")
            .map_or(Str::EMPTY, Value::text);
        assert_eq!(serde_json::to_string(&text).unwrap(), "\"\"");
        let lone = parse(r#""\ud800""#);
        assert_eq!(
            serde_json::to_string(&lone.root().text()).unwrap(),
            r#""\ud800""#
        );
        // Pretty printing and to_value go the same way.
        assert!(
            serde_json::to_string_pretty(&document.root())
                .unwrap()
                .contains("\"k\\ud800\"")
        );
    }

    #[test]
    fn snapshots_serialise_by_the_rule_too() {
        let mut builder = Builder::new();
        builder.begin_array();
        builder.big_int("5");
        builder.bare(Kind::Undefined);
        builder.number(f64::NAN);
        builder.bare(Kind::Circular);
        builder.begin_array();
        builder.mark_unreadable();
        builder.end();
        builder.begin_object();
        builder.mark_unreadable();
        builder.end();
        let document = builder.finish();
        assert_eq!(
            serde_json::to_string(&document.root()).unwrap(),
            r#"["5n",null,null,"[Circular]","[unserializable]","[unserializable]"]"#
        );
    }

    #[test]
    fn debug_output_is_readable() {
        assert_eq!(
            format!("{:?}", parse(r#"{"b":1,"a":"é"}"#).root()),
            r#"{"a":"é","b":1}"#
        );
        assert_eq!(format!("{:?}", Str::of("é\n")), "\"é\\n\"");
    }
}
