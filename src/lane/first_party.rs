//! The twelve lanes that come with the crate (L-10). They are not in the wasm: there the package hands them over.

use alloc::vec::Vec;

use crate::json::{Document, Limits};

/// Names the capabilities, in lane order, and embeds their manifests.
macro_rules! embedded {
    ($($id:literal,)+) => {
        /// Id and manifest of each first-party capability, in lane order (L-10, L-14).
        pub const MANIFESTS: &[(&str, &str)] = &[$((
            $id,
            include_str!(concat!("../../capabilities/", $id, "/capability.json")),
        ),)+];
    };
}

embedded! {
    "gemini",
    "claude",
    "codex",
    "coderabbit",
    "opencode",
    "qwen",
    "cursor",
    "antigravity",
    "ollama",
    "lm-studio",
    "llama-cpp",
    "kimi-code",
}

/// The manifests, parsed, in lane order.
#[must_use]
pub fn documents() -> Vec<Document<'static>> {
    MANIFESTS
        .iter()
        .filter_map(|(_, text)| Document::parse(text, Limits::MANIFEST).ok())
        .collect()
}
