//! Writes what of the package comes from the crate but need not be in the wasm: the JSON Schema, the explanations
//! of all findings, the vocabulary, the codes as a type.
//!
//!     cargo run --example generate -- [FOLDER]      by default pkg-template/generated/

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

use gsd_lanes::diagnostic::Code;
use gsd_lanes::lane::first_party::MANIFESTS;
use gsd_lanes::registry::parity::{DocsReason, LaneReason};
use gsd_lanes::review::antigravity::Mode;
use gsd_lanes::review::model::Source;
use gsd_lanes::vocabulary::lane::PLAN_WARNINGS;
use gsd_lanes::vocabulary::outcome::Reason;
use gsd_lanes::vocabulary::{explain, export, schema};
use serde_json::{Value, json};

fn main() -> ExitCode {
    let by_default = Path::new(env!("CARGO_MANIFEST_DIR")).join("pkg-template/generated");
    let folder = env::args_os().nth(1).map_or(by_default, PathBuf::from);
    match write_all(&folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => complain(&format!("{}: {error}", folder.display())),
    }
}

#[allow(clippy::print_stderr)] // a program, not the library
fn complain(why: &str) -> ExitCode {
    eprintln!("{why}");
    ExitCode::from(2)
}

fn write_all(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let first_party: Vec<&str> = MANIFESTS.iter().map(|(id, _)| *id).collect();
    for (name, value) in [
        ("first-party.json", json!(first_party)),
        ("schema.json", schema::schema()),
        ("explain.json", explain::explanations()),
        ("vocabulary.json", vocabulary()),
    ] {
        write(&folder.join(name), pretty(&value))?;
    }
    write(&folder.join("codes.d.ts"), codes())
}

/// The vocabulary, with the closed sets that the rooms above it hold.
fn vocabulary() -> Value {
    let mut all = export::vocabulary();
    let sets = [
        ("laneParityReasons", json!(LaneReason::ALL)),
        ("docsParityReasons", json!(DocsReason::ALL)),
        ("modelSources", json!(Source::ALL)),
        ("antigravityModes", json!(Mode::ALL)),
    ];
    if let Some(all) = all.as_object_mut() {
        all.extend(sets.map(|(name, set)| (name.to_owned(), set)));
    }
    all
}

/// Leaves alone what is right already, so that a build can tell by time what has changed.
fn write(path: &Path, text: String) -> io::Result<()> {
    if fs::read_to_string(path).is_ok_and(|there| there == text) {
        return Ok(());
    }
    fs::write(path, text)
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

/// The unions of all codes.
fn codes() -> String {
    [
        union(
            "DiagnosticCode",
            "The stable codes of all findings.",
            Code::ALL.iter().map(|code| code.as_str()),
        ),
        union(
            "LaneReason",
            "Why a lane is not run, or gave no review.",
            Reason::all().map(Reason::as_str),
        ),
        union(
            "PlanWarningCode",
            "What a plan may warn of.",
            PLAN_WARNINGS.iter().copied(),
        ),
    ]
    .join("\n")
}

fn union<'a>(name: &str, about: &str, members: impl Iterator<Item = &'a str>) -> String {
    let members: Vec<String> = members.map(|name| format!("\n  | '{name}'")).collect();
    format!(
        "/** {about} */\nexport type {name} ={};\n",
        members.concat()
    )
}
