//! The limits of what is accepted, each once.

/// Nested containers of a manifest, the root included (J-6).
pub const MAX_DEPTH: u32 = 128;
/// Bytes of a manifest's text: 8 MiB (00-design §3).
pub const MAX_TEXT_BYTES: usize = 8 * 1024 * 1024;
/// Diagnostics of one manifest before the rest is only counted (00-design §4).
pub const MAX_DIAGNOSTICS: usize = 1_000;
/// Bytes that are kept of what a lane prints or a server answers: 64 MiB (L-71, B-14).
pub const MAX_CAPTURE_BYTES: usize = 64 * 1024 * 1024;
/// Nested containers of JSON in what a lane prints (L-6).
pub const MAX_CAPTURE_DEPTH: u32 = 10_000;
/// Milliseconds that a server has for telling its models (L-80).
pub const MODELS_TIMEOUT_MS: u32 = 2_000;
/// UTF-16 units of a recorded model (L-90).
pub const MAX_MODEL_UNITS: usize = 200;
/// Lines in which a program may name its model (L-93).
pub const MAX_BANNER_LINES: usize = 40;
/// Unknown names of one group that the peer's records list before the rest is only counted (W-2).
pub const MAX_REPORTED_KEYS: usize = 10;
/// UTF-16 units of a name in such a record before it is cut (W-4).
pub const MAX_REPORTED_KEY_UNITS: usize = 80;
/// UTF-16 units of one review in REVIEWS.md before it is cut there; its own file holds all of it. No reviewer says that much, and
/// a document that holds more is one that nobody opens.
pub const MAX_SECTION_UNITS: usize = 256 * 1024;

/// Characters of a key that a pointer or the path of a finding shows: a longer one is cut, so that a finding stays small
/// whatever the manifest holds (F-51). Its span is exact.
pub const MAX_SHOWN_KEY: usize = 256;
