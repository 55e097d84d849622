//! The limits of what is accepted, each once.

/// Nested containers of a manifest, the root included (J-6).
pub const MAX_DEPTH: u32 = 128;
/// Bytes of a manifest's text: 8 MiB (00-design §3).
pub const MAX_TEXT_BYTES: usize = 8 * 1024 * 1024;
/// Diagnostics of one manifest before the rest is only counted (00-design §4).
pub const MAX_DIAGNOSTICS: usize = 1_000;
/// Bytes of one argument that Linux takes (F-23).
pub const MAX_ARGUMENT_BYTES: usize = 131_071;
/// UTF-16 units of a command line that Windows takes (F-23).
pub const MAX_COMMAND_LINE_UNITS: usize = 32_767;
/// Bytes of an output or an answer that are kept: 64 MiB (L-71, B-14).
pub const MAX_CAPTURED_BYTES: usize = 64 * 1024 * 1024;
