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

/// A variable with a value that says that nobody has to be left out (L-130).
pub const NO_CALLER: (&str, &str) = ("ANTIGRAVITY_AGENT", "1");
/// Variables that are set inside an agent, with its slug; the first one counts (L-130).
pub const CALLERS: &[(&str, &str)] = &[
    ("CURSOR_SESSION_ID", "cursor"),
    ("CLAUDE_CODE_ENTRYPOINT", "claude"),
];
