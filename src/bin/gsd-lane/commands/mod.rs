//! One file for each command. They put what is there before the crate and show what it says.

mod consent;
mod doctor;
mod list;
mod plan;
mod probe;
mod review;
mod run;
mod texts;

use std::path::{Path, PathBuf};

use gsd_lanes::diagnostic::Profile;
use gsd_lanes::lane::config::ConfigValue;
use gsd_lanes::lane::summary::{Circumstances, explicit_from_argv, flags};

pub use review::again::DEFAULT_OUT;

use crate::cli::{Cli, Command, Place};
use crate::run::platform;
use crate::show::out::complain;
use crate::show::out::safe;
use crate::trouble::Trouble;
use crate::world::World;

/// Does what was asked; the exit code.
///
/// # Errors
/// A wrong call, or something that cannot be read or written.
pub fn dispatch(cli: &Cli) -> Result<u8, Trouble> {
    let common = &cli.common;
    match &cli.command {
        Command::List => list::list(common),
        Command::Sections(selected) => texts::sections(common, selected),
        Command::Flags(selected) => texts::flags(common, selected),
        Command::Plan(plan) => plan::plan(common, plan),
        Command::Probe(probe) => probe::probe(common, probe),
        Command::Run(run) => run::run(common, run),
        Command::Review(review) => review::review(common, review),
        Command::Consent { action } => consent::consent(common, action),
        Command::Doctor(doctor) => doctor::doctor(common, doctor),
        Command::Completions { shell } => texts::completions(*shell),
        Command::Man => texts::man(),
    }
}

/// Tells what is odd about what is there.
fn tell_warnings(world: &World<'_>) {
    for warning in &world.warnings {
        complain(&safe(warning));
    }
}

/// Where lanes would run, as text.
struct Here {
    run_dir: String,
    repo_root: String,
}

impl Here {
    fn circumstances<'q>(
        &'q self,
        config: &'q dyn Fn(&str) -> Option<ConfigValue>,
    ) -> Circumstances<'q> {
        Circumstances {
            config,
            run_dir: &self.run_dir,
            repo_root: &self.repo_root,
            profile: Profile::Strict,
            platform: platform(),
        }
    }
}

/// The repository that is looked at: what was named, else the project.
fn repo_root(place: &Place, world: &World<'_>) -> Result<String, Trouble> {
    let Some(named) = &place.repo_root else {
        return Ok(world.places.project.clone());
    };
    let real = std::fs::canonicalize(named).map_err(|error| Trouble::at(named, &error))?;
    if !real.is_dir() {
        return Err(Trouble::new(format!("{}: no folder", named.display())));
    }
    utf8(&real)
}

/// A path as plans and prompts hold it.
fn utf8(path: &Path) -> Result<String, Trouble> {
    let text = path.to_str().map(str::to_owned);
    text.ok_or_else(|| Trouble::new(format!("{}: a path that is no UTF-8", path.display())))
}

fn absolute(path: &Path) -> Result<PathBuf, Trouble> {
    std::path::absolute(path).map_err(|error| Trouble::at(path, &error))
}

/// The lanes that were named, each once; all slugs if none was.
fn named_or_all(named: &[String], world: &World<'_>) -> Result<Vec<String>, Trouble> {
    if named.is_empty() {
        return Ok(world.roster());
    }
    slugs(named, world)
}

/// The slugs of lanes that were named, by slug or by one of their flags, each once.
fn slugs(named: &[String], world: &World<'_>) -> Result<Vec<String>, Trouble> {
    let mut slugs = Vec::new();
    for name in named {
        if !name.starts_with('-') {
            slugs.push(name.clone());
            continue;
        }
        let lane = explicit_from_argv(&world.lanes, std::slice::from_ref(name));
        // A lane that is not active says itself why it does not run.
        let lane = if lane.is_empty() {
            world.inactive_with_flag(name).unwrap_or_default()
        } else {
            lane
        };
        if lane.is_empty() {
            let flags = flags(&world.lanes, None).join(" ");
            let message = format!(
                "there is no option {name}, and no lane with that flag; the flags of lanes are {flags}"
            );
            return Err(Trouble::new(message));
        }
        slugs.push(lane);
    }
    Ok(each_once(&slugs))
}

/// Names, each once.
fn each_once(named: &[String]) -> Vec<String> {
    let mut each: Vec<String> = Vec::new();
    for name in named {
        if !each.contains(name) {
            each.push(name.clone());
        }
    }
    each
}
