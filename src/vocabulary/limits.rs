//! The limits of what is accepted, each once.

/// Nested containers of a manifest, the root included (J-6).
pub const MAX_DEPTH: u32 = 128;
/// Bytes of a manifest's text: 8 MiB (00-design §3).
pub const MAX_TEXT_BYTES: usize = 8 * 1024 * 1024;
/// Diagnostics of one manifest before the rest is only counted (00-design §4).
pub const MAX_DIAGNOSTICS: usize = 1_000;
