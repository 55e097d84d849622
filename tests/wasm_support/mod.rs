//! What holds for the numeric exports in every host.

use gsd_lanes::json::{Document, Limits};
use gsd_lanes::{trust, wasm};
use js_sys::{Uint8Array, WebAssembly::Memory};
use wasm_bindgen::JsCast;

const CODEX: &str = include_str!("../../capabilities/codex/capability.json");
/// The form of plain bytes, and the bits of an answer.
const BYTES: u32 = 1;
const YES: u32 = 1 << 28;
const NULL: u32 = 1 << 30;

/// Memory as JavaScript sees it, anew each time: it may have grown.
fn memory() -> Uint8Array {
    Uint8Array::new(&wasm_bindgen::memory().unchecked_into::<Memory>().buffer())
}

fn offset(address: usize) -> u32 {
    u32::try_from(address).unwrap_or(u32::MAX)
}

fn put(bytes: &[u8]) -> usize {
    let at = offset(wasm::reserve(bytes.len()));
    memory().set(&Uint8Array::from(bytes), at);
    bytes.len()
}

fn read(answer: u32) -> String {
    let at = offset(wasm::output());
    let text = memory().slice(at, at + (answer & (YES - 1))).to_vec();
    String::from_utf8_lossy(&text).into_owned()
}

pub fn buffers_carry_manifests() {
    let length = put(CODEX.as_bytes());
    assert_eq!(wasm::validate(length, 0, BYTES), YES, "a bare yes");

    let signed =
        Document::parse(CODEX, Limits::MANIFEST).map(|document| trust::signature(document.root()));
    let length = put(CODEX.as_bytes());
    assert_eq!(
        signed.as_ref().ok(),
        Some(&read(wasm::signature(length, 0, BYTES)))
    );
    // The input stays where it is between calls.
    let digest = read(wasm::digest(length, 0, BYTES));
    assert_eq!(signed.map(|text| trust::digest(&text)).ok(), Some(digest));

    let length = put(b"{");
    assert_eq!(wasm::signature(length, 0, BYTES), NULL);
    assert!(read(wasm::validate(length, 0, BYTES)).contains("invalid-json"));
    // More than the limit is refused, whatever was announced; less than announced is no harm.
    assert_eq!(wasm::signature(wasm::max_bytes() * 2, 0, BYTES), NULL);
    let length = put(&vec![b' '; wasm::max_bytes() + 1]);
    assert!(read(wasm::validate(length, 0, BYTES)).contains("too-large"));
    assert_eq!(read(wasm::check(0, 0)), "[]");
    assert_eq!(wasm::max_depth(), 128);
}

/// A row of parts: form, length, bytes.
fn parts(parts: &[(u32, &[u8])]) -> usize {
    let mut row = Vec::new();
    for (form, bytes) in parts {
        row.extend_from_slice(&form.to_le_bytes());
        row.extend_from_slice(&offset(bytes.len()).to_le_bytes());
        row.extend_from_slice(bytes);
    }
    put(&row)
}

pub fn rules_answer_by_name() {
    let ask = |name: &[u8]| {
        parts(&[
            (BYTES, name),
            (BYTES, b"version"),
            (BYTES, b"1.14.0"),
            (BYTES, b"range"),
            (BYTES, b"^1.2"),
        ])
    };
    assert_eq!(read(wasm::rule(ask(b"semverSatisfies"), 0)), "true");
    assert_eq!(wasm::rule(ask(b"no such rule"), 0), NULL);
    assert_eq!(wasm::rule(0, 0), NULL);
    // Half a row is read as far as it goes.
    let length = ask(b"semverSatisfies");
    assert_eq!(read(wasm::rule(length - 1, 0)), "false");
}

pub fn sets_and_registries_are_judged() {
    let settings = b"{\"hostVersion\":\"1.14.0\",\"firstParty\":1,\"centralPatterns\":[\"^review\\\\.models\\\\.\"]}";
    let codex = CODEX.as_bytes();
    let other = CODEX.replacen("\"codex\"", "\"other\"", 1);
    let judged = |second: &[u8]| {
        let length = parts(&[
            (BYTES, settings),
            (BYTES, codex),
            (0, b""),
            (BYTES, second),
            (0, b""),
        ]);
        read(wasm::check_set(length, 0))
    };
    let tells = |answer: &str, code: &str| answer.contains(&format!("\"code\":\"{code}\""));
    // Whoever takes an id is told that, and not of everything that comes with it (F-49).
    let answer = judged(codex);
    assert!(tells(&answer, "id-taken"), "{answer}");
    assert!(!tells(&answer, "lane-slug-taken"), "{answer}");
    let answer = judged(other.as_bytes());
    for code in ["lane-slug-taken", "central-pattern"] {
        assert!(tells(&answer, code), "{code}: {answer}");
    }
    let length = parts(&[
        (BYTES, settings),
        (BYTES, codex),
        (BYTES, b"g-ncodex"),
        (BYTES, codex),
        (0, b""),
    ]);
    let answer = read(wasm::merge_registry(length, 0));
    assert!(answer.contains("\"code\":\"id-taken\""), "{answer}");
    let length = parts(&[(BYTES, b"{")]);
    assert_eq!(wasm::check_set(length, 0), NULL);
    assert_eq!(wasm::merge_registry(length, 0), NULL);
}
