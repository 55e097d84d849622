//! The JavaScript face inside a browser: `make test-wasm`.
#![cfg(target_arch = "wasm32")]

mod wasm_support;

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn runs_in_a_browser() {
    let document = js_sys::Reflect::get(&js_sys::global(), &"document".into());
    assert!(document.is_ok_and(|document| !document.is_undefined()));
}

#[wasm_bindgen_test]
fn buffers_carry_manifests() {
    wasm_support::buffers_carry_manifests();
}

#[wasm_bindgen_test]
fn rules_answer_by_name() {
    wasm_support::rules_answer_by_name();
}

#[wasm_bindgen_test]
fn sets_and_registries_are_judged() {
    wasm_support::sets_and_registries_are_judged();
}
