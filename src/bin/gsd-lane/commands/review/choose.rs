//! Who is asked (L-110 … L-117, L-130). What is looked at here is only what the choice is made from.

use std::env;

use gsd_lanes::json::{Str, Value};
use gsd_lanes::lane::caller::own_slug;
use gsd_lanes::lane::config::{nested, own};
use gsd_lanes::lane::select::{Message, Request, select};

use crate::cli;
use crate::commands::{Here, probe, slugs};
use crate::run::{Asked, Engine, Job};
use crate::trouble::Trouble;
use crate::world::World;

/// The choice.
pub struct Chosen {
    /// Who is asked, in the order in which they are listed.
    pub reviewers: Vec<Asked>,
    /// With one of these the run does not end well.
    pub errors: Vec<String>,
    /// What else there is to say.
    pub messages: Vec<String>,
}

/// Chooses.
///
/// # Errors
/// A flag that no lane has.
pub fn choose(
    world: &World<'_>,
    asked: &cli::Review,
    engine: &Engine,
    repo_root: &str,
) -> Result<Chosen, Trouble> {
    let setting = |key: &str| world.file.and_then(|file| nested(file, key));
    let configured = setting("review.default_reviewers").filter(|it| !it.is_null());
    let instances = setting("review.reviewer_instances").filter(|it| !it.is_null());
    let explicit = slugs(&asked.lanes, world)?;
    let mut known = world.roster();
    let detected = if explicit.is_empty() {
        let matter = match configured.filter(|_| !asked.all) {
            Some(list) => named(list, instances, &known),
            None => known.clone(),
        };
        let myself = own_slug(asked.caller.as_deref(), &|name| env::var(name).ok());
        let others = matter
            .into_iter()
            .filter(|slug| Some(slug) != myself.as_ref());
        there(world, &others.collect::<Vec<_>>(), engine, repo_root)
    } else {
        // Whether they are there, the run itself finds out and says.
        explicit.clone()
    };
    // One that nobody has agreed to is chosen as well, so that it can say so.
    let inactive = explicit
        .iter()
        .filter(|slug| !known.contains(slug) && world.installed_as(slug).is_some());
    let inactive: Vec<String> = inactive.cloned().collect();
    known.extend(inactive);
    let selection = select(&Request {
        detected,
        explicit: explicit.clone(),
        all: asked.all,
        configured,
        instances,
        known: Some(known),
    });
    let texts = |messages: &[Message]| messages.iter().map(|it| it.message.clone()).collect();
    let mut messages: Vec<String> = texts(&selection.warnings);
    messages.extend(texts(&selection.infos) as Vec<String>);
    let resolved = selection.resolved_instances.iter().map(|it| Asked {
        slug: it.cli.clone(),
        name: it.is_instance().then(|| it.identity.clone()),
        model: it.model.clone(),
        agent: it.agent.clone(),
        prompt_file: None,
        explicit: explicit.contains(&it.identity),
    });
    Ok(Chosen {
        reviewers: resolved.collect(),
        errors: texts(&selection.errors),
        messages,
    })
}

/// The slugs that a configured list can come to: only these lanes matter to this call (F-14).
fn named(list: Value<'_>, instances: Option<Value<'_>>, known: &[String]) -> Vec<String> {
    let mut slugs = Vec::new();
    for entry in list.items().filter_map(Value::as_str) {
        let entry = entry.to_lossy();
        let instance = instances.and_then(|it| own(it, &entry));
        let cli = instance
            .and_then(|it| it.get("cli"))
            .and_then(Value::as_str);
        let slug = cli.map_or_else(|| entry.to_lowercase(), Str::to_lossy);
        if known.contains(&slug) && !slugs.contains(&slug) {
            slugs.push(slug);
        }
    }
    slugs
}

/// Those of them that could be run.
fn there(world: &World<'_>, slugs: &[String], engine: &Engine, repo_root: &str) -> Vec<String> {
    let here = Here {
        run_dir: "/".to_owned(),
        repo_root: repo_root.to_owned(),
    };
    let config = |key: &str| world.config(key);
    let circumstances = here.circumstances(&config);
    let job = |slug: &String| {
        let asked = Asked {
            slug: slug.clone(),
            ..Asked::default()
        };
        Job::new(world, &asked, &circumstances)
    };
    let jobs: Vec<Job<'_>> = slugs.iter().map(job).collect();
    let found = probe::all(engine, &jobs);
    let pairs = slugs.iter().zip(found);
    pairs
        .filter(|(_, it)| it.is_ok())
        .map(|(slug, _)| slug.clone())
        .collect()
}
