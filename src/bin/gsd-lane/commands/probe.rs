//! Whether lanes could run (L-60, L-61).

use std::thread;

use gsd_lanes::lane::plan::Refusal;
use serde::Serialize;

use crate::cli::{self, Common};
use crate::commands::Here;
use crate::run::verdict::{FINE, UNAVAILABLE, of_signal};
use crate::run::{Asked, Engine, Job, environment_of};
use crate::show::out::{lines, print, print_json, safe};
use crate::show::progress::{Mode, Progress};
use crate::show::table::columns;
use crate::trouble::Trouble;
use crate::world::{self, Settings};

/// What was found out about one lane.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The lane.
    pub slug: String,
    /// Whether it could run.
    pub available: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// More about that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<&'static str>,
}

impl Found {
    /// From what a probe says.
    pub fn of(job: &Job<'_>, found: Result<(), Refusal>) -> Self {
        let refusal = found.err();
        Self {
            slug: job.slug.clone(),
            available: refusal.is_none(),
            reason: refusal.as_ref().map(|it| it.reason.as_str()),
            remedy: refusal.as_ref().map(|it| job.remedy(it.reason)),
            detail: refusal.map(|it| it.detail).filter(|it| !it.is_empty()),
        }
    }
}

/// Looks at all of them at once: most of the time is spent waiting.
pub fn all(engine: &Engine, jobs: &[Job<'_>]) -> Vec<Result<(), Refusal>> {
    thread::scope(|scope| {
        let running: Vec<_> = jobs
            .iter()
            .map(|job| {
                let view = engine.progress.lane(&job.identity);
                scope.spawn(move || job.probe(engine, &view))
            })
            .collect();
        let found = running.into_iter().zip(jobs).map(|(it, job)| {
            let lost = |_| {
                Err(Refusal {
                    reason: gsd_lanes::lane::plan::Reason::ProbeFailed,
                    detail: job.slug.clone(),
                })
            };
            it.join().unwrap_or_else(lost)
        });
        found.collect()
    })
}

/// The command.
pub fn probe(common: &Common, asked: &cli::Probe) -> Result<u8, Trouble> {
    let settings = Settings::of(&asked.given)?;
    let engine = Engine::new(environment_of(&asked.given), Progress::new(Mode::Quiet))?;
    world::with(common, &settings, |world| {
        super::tell_warnings(world);
        let here = Here {
            run_dir: "/".to_owned(),
            repo_root: world.places.project.clone(),
        };
        let config = |key: &str| world.config(key);
        let circumstances = here.circumstances(&config);
        let slugs = super::named_or_all(&asked.lanes.lanes, world)?;
        let job = |slug: &String| {
            let asked = Asked {
                slug: slug.clone(),
                ..Asked::default()
            };
            Job::new(world, &asked, &circumstances)
        };
        let jobs: Vec<Job<'_>> = slugs.iter().map(job).collect();
        let found = all(&engine, &jobs);
        // What did not come to its end says nothing about the lane.
        if let Some(signal) = engine.signal() {
            return Ok(of_signal(signal));
        }
        let found: Vec<Found> = jobs
            .iter()
            .zip(found)
            .map(|(job, it)| Found::of(job, it))
            .collect();
        if common.json {
            print_json(&found)?;
        } else {
            print(&lines(&columns(&found.iter().map(row).collect::<Vec<_>>())))?;
        }
        let all = found.iter().all(|it| it.available) || asked.lanes.lanes.is_empty();
        Ok(if all { FINE } else { UNAVAILABLE })
    })
}

fn row(found: &Found) -> Vec<String> {
    let slug = safe(&found.slug);
    match found.reason {
        None => vec![slug, "available".to_owned()],
        Some(reason) => {
            let detail = found.detail.as_deref().map(safe).unwrap_or_default();
            let remedy = found.remedy.unwrap_or_default();
            let said = [detail, remedy.to_owned()]
                .into_iter()
                .filter(|it| !it.is_empty());
            vec![slug, reason.to_owned(), said.collect::<Vec<_>>().join("; ")]
        }
    }
}
