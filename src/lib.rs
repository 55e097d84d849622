//! Validates, discloses and signs GSD capability manifests and their reviewer lanes.
//!
//! The crate is pure: no I/O, no clock, no threads, no global state, and no panic on any input. Rooms, from the
//! ground up; a room uses only those above it in this list:
//!
//! * `search`: one search for a text in another, for the whole crate.
//! * [`json`]: JSON exactly as JavaScript sees it, as a tape over one buffer.
//! * [`vocabulary`]: every closed set, pattern, limit and field table, once.
//! * `sort`: one sort for the whole crate.
//! * [`lower`]: lower-casing by Unicode.
//! * [`escape`]: making text of a manifest safe to print.
//! * [`url`], [`destination`]: URLs as the platform parses them, and whether one names this machine.
//! * [`diagnostic`]: findings with codes, places and severities.
//! * [`manifest`]: validation of one manifest.
//! * [`pattern`]: ECMAScript patterns that come from outside.
//! * [`trust`]: disclosure, consent prompt, signature, change explanation.
//! * [`registry`]: many capabilities together: claims, lanes, generation, overlays, federated configuration, parity.
//! * [`review`]: what comes back from a lane, read, marked and composed.
//! * [`lane`]: running a lane, as far as that is a decision.
//! * [`rules`]: the lower rules by the name under which other languages call them.
//! * `wasm`: the JavaScript face; nothing but conversion.
#![no_std]

extern crate alloc;
#[cfg(any(test, not(target_arch = "wasm32")))]
extern crate std;

pub mod destination;
pub mod diagnostic;
pub mod escape;
pub mod json;
pub mod lane;
pub mod lower;
pub mod manifest;
pub mod pattern;
pub mod registry;
pub mod review;
pub mod rules;
mod search;
mod sort;
pub mod trust;
pub mod url;
pub mod vocabulary;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

/// Runs the examples of the read-me.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMe;
