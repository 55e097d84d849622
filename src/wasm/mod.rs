//! The JavaScript face: conversion and calls, no rule.
//!
//! All exports take and give numbers only, so that no glue stands between the module and JavaScript; the
//! module imports nothing but the platform's regular expressions ([`crate::pattern`]). Content crosses through two resident buffers ([`buffers`]): JavaScript
//! writes the input at the offset [`reserve`](buffers::reserve) hands out, calls, and reads the output
//! at [`output`](buffers::output). Live values arrive as a snapshot in a small wire form ([`snapshot`]),
//! written by JavaScript in one pass, so that host code never runs while the module does.

mod buffers;
#[cfg(feature = "tools")]
mod bundle;
mod face;
mod fast;
mod input;
mod rules;
mod set;
mod snapshot;
mod steps;

pub use buffers::{max_bytes, max_depth, max_long_bytes, output, reserve};
#[cfg(feature = "tools")]
pub use bundle::{bundle_hash, max_bundle_bytes};
pub use fast::{check, digest, signature, validate};
pub use rules::rule;
pub use set::{check_set, merge_registry};
pub use steps::{begin_run, drop_run, step_run};
