//! The JavaScript face: conversion and calls, no rule.
//!
//! All exports take and give numbers only, so that no glue stands between the module and JavaScript, and
//! the module imports nothing. Content crosses through two resident buffers ([`buffers`]): JavaScript
//! writes the input at the offset [`reserve`](buffers::reserve) hands out, calls, and reads the output
//! at [`output`](buffers::output). Live values arrive as a snapshot in a small wire form ([`snapshot`]),
//! written by JavaScript in one pass, so that host code never runs while the module does.

mod buffers;
mod face;
mod fast;
mod input;
mod snapshot;

pub use buffers::{max_bytes, max_depth, output, reserve};
pub use fast::{check, digest, signature, validate};
