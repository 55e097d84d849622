//! The rules by name: members of one object in, JSON out.

use wasm_bindgen::prelude::wasm_bindgen;

use super::buffers::{Answer, call};
use super::input::Parts;
use super::snapshot;
use crate::rules;

/// Calls the rule that the first part names; the others are the members of its input, name and value in turn.
#[wasm_bindgen]
#[must_use]
pub fn rule(length: usize, _flags: u32) -> u32 {
    call(length, |input| {
        let mut parts = Parts::new(input);
        let name = parts.part().str().unwrap_or_default();
        let Some(rule) = rules::named(&name) else {
            return Answer::null();
        };
        let members = snapshot::object(parts);
        Answer::text(Some(rule(members.root())))
    })
}
