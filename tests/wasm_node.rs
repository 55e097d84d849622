//! The JavaScript face inside Node: `make test-wasm`.
#![cfg(target_arch = "wasm32")]

mod wasm_support;

use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn runs_in_node() {
    let process = js_sys::Reflect::get(&js_sys::global(), &"process".into());
    assert!(process.is_ok_and(|process| !process.is_undefined()));
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
