//! The platform's URL class must answer the vectors as the native crate does: `make test-wasm`.
#![cfg(target_arch = "wasm32")]

use gsd_lanes::destination::is_local;
use gsd_lanes::json::{Document, Limits, Value};
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn destinations_hold() {
    let limits = Limits {
        depth: 1_000,
        bytes: usize::MAX,
    };
    let document = Document::parse(include_str!("vectors/trust.json"), limits);
    assert!(document.is_ok());
    let mut cases = 0;
    for case in document.iter().flat_map(|document| document.root().items()) {
        let text = |name: &str| {
            case.get(name)
                .map_or_else(String::new, |it| it.text().to_lossy())
        };
        if text("fn") != "isLocalDestination" {
            continue;
        }
        let value = case
            .get("input")
            .and_then(|input| input.get("value"))
            .and_then(Value::as_str);
        let expect = case.get("expect").and_then(Value::as_bool);
        let actual = value.map(|value| is_local(&value.to_lossy()));
        assert_eq!(actual, expect, "{}", text("name"));
        cases += 1;
    }
    assert!(cases > 70);
}
