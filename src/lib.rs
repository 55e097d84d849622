//! placeholder map
#![no_std]
extern crate alloc;
#[cfg(any(test, not(target_arch = "wasm32")))]
extern crate std;

pub mod diagnostic;
pub mod json;
pub mod manifest;
pub mod trust;
pub mod vocabulary;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
