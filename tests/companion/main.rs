//! The companion: its effects, each driven by programs and servers that misbehave, and the whole binary.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

// The same source as the binary's.
#[path = "../../src/bin/gsd-lane/effects/mod.rs"]
#[allow(dead_code, unused_imports)]
mod effects;

mod bundle;
mod cli;
mod consents;
mod files;
mod http;
mod interrupts;
mod kills;
mod orphans;
mod processes;
mod reviews;
mod runs;
mod store;
mod support;
