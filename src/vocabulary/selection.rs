//! What choosing reviewers knows by name (L-10, L-111).

/// The slugs of the lanes that come along, in the order of their descriptors (L-10).
pub const FIRST_PARTY: &[&str] = &[
    "gemini",
    "claude",
    "codex",
    "coderabbit",
    "opencode",
    "qwen",
    "cursor",
    "antigravity",
    "ollama",
    "lm_studio",
    "llama_cpp",
    "kimi-code",
];
