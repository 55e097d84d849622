//! Which lanes there are, and what is installed but not active (T-102, TB-19, VB-13).

use gsd_lanes::diagnostic::Severity;
use gsd_lanes::json::{Str, Value};
use gsd_lanes::lane::run::{Agreement, Owner};
use gsd_lanes::registry::{Lane, Scope, Skipped, Text};
use serde_json::{Value as Json, json};

use crate::cli::Common;
use crate::commands::Here;
use crate::run::verdict::FINE;
use crate::show::out::{lines, print, print_json, safe};
use crate::show::table::columns;
use crate::trouble::Trouble;
use crate::world::{self, Settings, World};

/// The command.
pub fn list(common: &Common) -> Result<u8, Trouble> {
    world::with(common, &Settings::default(), |world| {
        super::tell_warnings(world);
        let lanes: Vec<Json> = world.lanes.iter().map(|lane| row(world, lane)).collect();
        let loaded = &world.merged.loaded;
        if common.json {
            print_json(&json!({
                "lanes": lanes,
                "inactive": loaded.warnings,
                "warnings": loaded.remarks,
            }))?;
            return Ok(FINE);
        }
        let text =
            |row: &Json, name: &str| safe(row.get(name).and_then(Json::as_str).unwrap_or(""));
        let names = ["slug", "section", "transport", "source", "state"];
        let rows = lanes
            .iter()
            .map(|row| names.iter().map(|name| text(row, name)).collect());
        let mut shown = columns(&rows.collect::<Vec<_>>());
        if !loaded.warnings.is_empty() {
            shown.push(String::new());
            shown.push("Installed, but not active:".to_owned());
        }
        for skipped in &loaded.warnings {
            let (id, scope) = (safe(&skipped.id.to_lossy()), skipped.scope.as_str());
            let (why, code) = (&skipped.message, skipped.code.as_str());
            shown.push(format!("  {id} ({scope}): {why} [{code}]"));
            let more = errors(skipped).into_iter().chain(skipped.help.clone());
            shown.extend(more.map(|line| format!("    {line}")));
        }
        print(&lines(&shown))?;
        Ok(FINE)
    })
}

/// What is wrong with a manifest, place first.
pub fn errors(skipped: &Skipped<'_>) -> Vec<String> {
    let errors = skipped.diagnostics.iter();
    let errors = errors.filter(|it| it.severity == Severity::Error);
    errors
        .map(|it| match it.path.as_str() {
            "" => it.message.clone(),
            path => format!("{}: {}", safe(path), it.message),
        })
        .collect()
}

fn row<'w>(world: &World<'w>, lane: &Lane<'w>) -> Json {
    let text = |name: &str| {
        lane.body
            .get(name)
            .and_then(Value::as_str)
            .map(Str::to_lossy)
    };
    let folder = world.home_of(lane).and_then(|(_, folder)| folder);
    let source = match folder.map(|it| it.scope) {
        None => "embedded",
        Some(Scope::Global) => "installed for the user",
        Some(Scope::Project) => "installed in the project",
    };
    json!({
        "slug": lane.slug.to_lossy(),
        "section": text("reviewsSection"),
        "transport": text("transport"),
        "capability": lane.capability.as_ref().map(Text::to_lossy),
        "scope": folder.map(|it| it.scope.as_str()),
        "source": source,
        "state": state(world, lane),
    })
}

/// Whether it may run, as far as consent is concerned.
fn state<'w>(world: &World<'w>, lane: &Lane<'w>) -> &'static str {
    // Where it would run does not matter here.
    let here = Here {
        run_dir: "/".to_owned(),
        repo_root: world.places.project.clone(),
    };
    let config = |key: &str| world.config(key);
    let plan = here
        .circumstances(&config)
        .resolve(lane.body, gsd_lanes::lane::plan::Instance::default());
    let Ok(plan) = plan else {
        return "cannot run";
    };
    match world.agreed(lane, &plan.transport).owner {
        Owner::FirstParty { .. } | Owner::Installed(Agreement::Given) => "active",
        Owner::Installed(Agreement::Missing) => "needs consent",
        Owner::Installed(Agreement::Changed) => "changed since the consent",
    }
}
