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
