//! What would be run or sent (L-151). Nothing is started and nothing connected to.

use gsd_lanes::json::Str;
use gsd_lanes::lane::origin::Origin;
use gsd_lanes::lane::plan::{Plan, Transport};
use gsd_lanes::lane::summary::{Fate, Outlook, outlook};
use serde::Serialize;
use serde_json::json;

use crate::cli::{self, Common};
use crate::commands::Here;
use crate::effects::process::lookup;
use crate::run::verdict::{FINE, UNAVAILABLE};
use crate::run::{Asked, Job, Ready, environment_of};
use crate::show::out::{print, print_json, safe};
use crate::trouble::Trouble;
use crate::world::{self, Settings};

/// One lane.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Shown<'s, 'w> {
    #[serde(flatten)]
    outlook: &'s Outlook,
    /// What it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<Origin<'w>>,
    /// Whether it may run.
    consented: bool,
    /// Why it may not, although there is a plan.
    #[serde(skip)]
    forbidden: Option<String>,
    /// The whole plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<&'s Plan<'w>>,
    /// The file that would be started (F-41).
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<String>,
    /// Whether that lies in the repository under review.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    program_in_repository: bool,
    /// What it would find in its environment: everything, or these (F-32).
    #[serde(skip_serializing_if = "Option::is_none")]
    environment: Option<Vec<String>>,
    /// The proxy through which its server would be asked (F-29).
    #[serde(skip_serializing_if = "Option::is_none")]
    proxy: Option<String>,
}

/// The command.
pub fn plan(common: &Common, asked: &cli::Plan) -> Result<u8, Trouble> {
    let settings = Settings::of(&asked.given)?;
    let environment = environment_of(&asked.given);
    world::with(common, &settings, |world| {
        super::tell_warnings(world);
        let run_dir = asked
            .place
            .run_dir
            .as_deref()
            .map(super::absolute)
            .transpose()?;
        let here = Here {
            run_dir: match run_dir {
                Some(folder) => super::utf8(&folder)?,
                None => "<run>".to_owned(),
            },
            repo_root: super::repo_root(&asked.place, world)?,
        };
        let config = |key: &str| world.config(key);
        let circumstances = here.circumstances(&config);
        let slugs = super::named_or_all(&asked.lanes.lanes, world)?;
        let mut outlooks = outlook(&world.lanes, Some(&slugs), &circumstances);
        let jobs: Vec<Job<'_>> = slugs
            .iter()
            .map(|slug| {
                let asked = Asked {
                    slug: slug.clone(),
                    ..Asked::default()
                };
                Job::new(world, &asked, &circumstances)
            })
            .collect();
        for (outlook, job) in outlooks.iter_mut().zip(&jobs) {
            if let (None, Err(refusal)) = (world.lanes.get(&job.slug), job.ready()) {
                outlook.fate = Fate::Refused(refusal.clone());
            }
        }
        let mut shown = Vec::new();
        for (outlook, job) in outlooks.iter().zip(&jobs) {
            let home = world
                .lanes
                .get(&job.slug)
                .and_then(|lane| world.home_of(lane));
            let origin = home.map(|(manifest, folder)| {
                Origin::of(manifest, folder.map(|it| Str::of(it.scope.as_str())))
            });
            let ready = job.ready().ok();
            let spawn = ready.and_then(|it| match &it.plan.transport {
                Transport::Spawn(spawn) => Some(spawn),
                Transport::Http(_) => None,
            });
            let program = spawn.and_then(|it| lookup::find(&it.binary));
            let lane = spawn.and_then(|it| it.env.as_deref()).unwrap_or_default();
            let forbidden = ready.and_then(|_| job.permission().err());
            shown.push(Shown {
                outlook,
                origin,
                consented: ready.is_some() && forbidden.is_none(),
                forbidden: forbidden.map(|it| it.detail),
                plan: ready.map(|it| &it.plan),
                program_in_repository: program
                    .as_ref()
                    .is_some_and(|it| it.starts_with(&here.repo_root)),
                program: program.map(|it| it.to_string_lossy().into_owned()),
                environment: spawn.map(|_| environment.names(lane)),
                proxy: ready.and_then(Ready::proxy),
            });
        }
        if common.json {
            print_json(&shown)?;
        } else {
            print(&shown.iter().map(in_words).collect::<Vec<_>>().join("\n"))?;
        }
        let all = outlooks.iter().all(Outlook::ok) || asked.lanes.lanes.is_empty();
        Ok(if all { FINE } else { UNAVAILABLE })
    })
}

fn in_words(shown: &Shown<'_, '_>) -> String {
    let slug = safe(&shown.outlook.slug);
    let Some(plan) = shown.plan else {
        let value = json!(shown.outlook);
        let text = |name: &str| {
            value
                .get(name)
                .and_then(|it| it.as_str())
                .unwrap_or_default()
                .to_owned()
        };
        return format!(
            "{slug}\n  not run: {} [{}]\n",
            text("detail"),
            text("reason")
        );
    };
    let mut lines = vec![slug];
    match &plan.transport {
        Transport::Spawn(spawn) => {
            let program = match &shown.program {
                Some(program) => safe(program),
                None => format!("{} (not found)", safe(&spawn.binary)),
            };
            let words = spawn
                .argv
                .iter()
                .map(|it| gsd_lanes::trust::word(Str::of(it)));
            lines.push(format!(
                "  runs      {}",
                [vec![program], words.collect()].concat().join(" ")
            ));
            if shown.program_in_repository {
                lines.push(
                    "  WARNING   this program lies in the repository under review".to_owned(),
                );
            }
            if let Some(path) = &spawn.stdin {
                lines.push(format!("  reads     {}", safe(path)));
            }
            for (name, value) in spawn.env.iter().flatten() {
                lines.push(format!("  with      {}={}", safe(name), safe(value)));
            }
        }
        Transport::Http(http) => {
            lines.push(format!("  sends to  {}", safe(&http.url)));
            if let Some(proxy) = &shown.proxy {
                lines.push(format!("  through   {}", safe(proxy)));
            }
        }
    }
    if let Some(model) = &plan.model {
        lines.push(format!("  model     {}", safe(model)));
    }
    lines.push(format!("  limit     {} s", plan.timeout_ms / 1_000.0));
    lines.push(format!("  writes    {}", safe(&plan.review_path)));
    if let Some(why) = &shown.forbidden {
        let slug = safe(&shown.outlook.slug);
        lines.push(format!(
            "  not run   {}; gsd-lane consent show {slug}",
            safe(why)
        ));
    }
    for warning in &plan.warnings {
        lines.push(format!(
            "  warning   {} [{}]",
            warning.message, warning.code
        ));
    }
    lines.join("\n") + "\n"
}
