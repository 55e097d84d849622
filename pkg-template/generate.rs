//! Writes what of the package comes from the crate but need not be in the wasm: names, pages and tables.
//!
//!     cargo run --example generate            writes pkg-template/generated/
//!     cargo run --example generate -- --check exits with 1 if something there is out of date
#![allow(clippy::print_stderr)]

use std::path::Path;
use std::process::ExitCode;

use gsd_lanes::diagnostic::Code;
use serde_json::{Value, json};

/// The capabilities in lane order.
const FIRST_PARTY: [&str; 12] = [
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
];

fn main() -> ExitCode {
    let check = std::env::args().any(|argument| argument == "--check");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("pkg-template/generated");
    let mut stale = false;
    for (name, text) in files() {
        let path = folder.join(name);
        if std::fs::read_to_string(&path).is_ok_and(|there| there == text) {
            continue;
        }
        stale = true;
        if check {
            eprintln!(
                "{} is out of date: cargo run --example generate",
                path.display()
            );
        } else if let Err(error) =
            std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, text))
        {
            eprintln!("{}: {error}", path.display());
            return ExitCode::FAILURE;
        }
    }
    if check && stale {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn files() -> [(&'static str, String); 5] {
    [
        ("codes.d.ts", codes()),
        ("first-party.json", pretty(&json!(FIRST_PARTY))),
        ("explain.json", pretty(&explain())),
        ("vocabulary.json", pretty(&vocabulary())),
        ("schema.json", pretty(&schema())),
    ]
}

fn pretty(data: &Value) -> String {
    format!("{data:#}\n")
}

/// The union of all codes.
fn codes() -> String {
    let names: Vec<String> = Code::ALL
        .iter()
        .map(|code| format!("\n  | '{}'", code.as_str()))
        .collect();
    format!(
        "/** The stable codes of all findings. */\nexport type DiagnosticCode ={};\n",
        names.concat()
    )
}

/// Code to page.
fn explain() -> Value {
    json!({})
}

/// Every closed set, limit and field table.
fn vocabulary() -> Value {
    json!({})
}

/// The JSON Schema of manifests.
fn schema() -> Value {
    json!({})
}
