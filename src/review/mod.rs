//! What comes back from a lane: text that is as hostile as a manifest. Reading it, marking it, composing REVIEWS.md.
//!
//! Every function takes text and gives text or typed facts. Lines end at LF or CR LF (L-7), white space is JavaScript's
//! (L-3), lengths count UTF-16 units (L-2). All of it is linear in its input, which may be 64 MiB.

pub mod antigravity;
pub mod chat;
pub mod clean;
pub mod complaint;
pub mod compose;
pub mod consensus;
pub mod coverage;
mod markdown;
pub mod model;
pub mod models;
pub mod notice;
pub mod opencode;
pub mod output;
pub mod reasoning;
pub mod stamp;
pub mod stub;
pub mod substance;
mod text;
mod yaml;

use crate::json::Limits;
use crate::vocabulary::limits::{MAX_CAPTURE_BYTES, MAX_CAPTURE_DEPTH};

/// The limits of JSON in captured text (L-6).
pub(crate) const CAPTURED: Limits = Limits {
    depth: MAX_CAPTURE_DEPTH,
    bytes: MAX_CAPTURE_BYTES,
};
