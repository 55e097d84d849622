//! Writes what JavaScript gets as data instead of as bytes of the wasm: the JSON Schema, the explanations of all
//! findings, the vocabulary, the order of our own lanes; and the type of all codes.
//!
//!     cargo run --example generate -- FOLDER

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

use gsd_lanes::diagnostic::Code;
use gsd_lanes::vocabulary::{explain, export, schema};
use serde_json::{Value, json};

/// The capabilities that come with the package, in lane order.
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
    let mut arguments = env::args_os().skip(1);
    let (Some(folder), None) = (arguments.next(), arguments.next()) else {
        return complain("usage: generate FOLDER");
    };
    match write_all(Path::new(&folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => complain(&format!("{}: {error}", Path::new(&folder).display())),
    }
}

#[allow(clippy::print_stderr)] // a program, not the library
fn complain(why: &str) -> ExitCode {
    eprintln!("{why}");
    ExitCode::from(2)
}

fn write_all(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    write(&folder.join("schema.json"), &schema::schema())?;
    write(&folder.join("explain.json"), &explain::explanations())?;
    write(&folder.join("vocabulary.json"), &export::vocabulary())?;
    write(&folder.join("first-party.json"), &json!(FIRST_PARTY))?;
    fs::write(folder.join("codes.d.ts"), codes())
}

/// The union of all codes.
fn codes() -> String {
    let names: String = Code::ALL
        .iter()
        .map(|code| format!("\n  | '{}'", code.as_str()))
        .collect();
    format!("/** The stable codes of all findings. */\nexport type DiagnosticCode ={names};\n")
}

fn write(path: &Path, value: &Value) -> io::Result<()> {
    fs::write(path, format!("{value:#}\n"))
}
