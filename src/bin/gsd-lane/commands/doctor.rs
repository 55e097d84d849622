//! What works on this machine, and what to do about the rest.

use gsd_lanes::lane::health::Health;
use gsd_lanes::lane::plan::{Artifacts, Reason, Refusal, Transport};
use gsd_lanes::lane::run::{Outcome, Status};
use serde_json::json;

use crate::cli::{self, Common};
use crate::commands::{Here, probe};
use crate::effects::files::{self, RunDir};
use crate::effects::process::lookup;
use crate::run::verdict::{FAILED, FINE, of_signal};
use crate::run::{Asked, Engine, Job, environment_of, run_all};
use crate::show::out::{lines, print, print_json, safe};
use crate::show::progress::{Mode, Progress};
use crate::show::table::columns;
use crate::trouble::Trouble;
use crate::world::{self, Settings};

/// The question that shows whether a lane answers at all.
const QUESTION: &str = "This is a test of the connection. Answer with one sentence that names the file README.md:1 \
                        and says that you can be reached.\n";

/// What was found out about a lane.
struct Finding {
    slug: String,
    health: Health,
    reason: Option<Reason>,
    /// What to do about that.
    remedy: &'static str,
    detail: String,
}

/// The command.
pub fn doctor(common: &Common, asked: &cli::Doctor) -> Result<u8, Trouble> {
    let settings = Settings::of(&asked.given)?;
    let mode = if asked.call {
        Mode::of(false, false)
    } else {
        Mode::Quiet
    };
    let engine = Engine::new(environment_of(&asked.given), Progress::new(mode))?;
    world::with(common, &settings, |world| {
        super::tell_warnings(world);
        let run_dir = if asked.call {
            Some(RunDir::fresh()?)
        } else {
            None
        };
        let here = Here {
            run_dir: match &run_dir {
                Some(folder) => super::utf8(folder.path())?,
                None => "/".to_owned(),
            },
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
        let found = probe::all(&engine, &jobs);
        let pairs = jobs.iter().zip(found);
        let mut findings: Vec<Finding> =
            pairs.map(|(job, it)| Finding::of_probe(job, it)).collect();
        // What is installed and not active is no lane yet, and is what people wonder about most.
        let inactive = world.installed().filter(|_| asked.lanes.lanes.is_empty());
        findings.extend(inactive.filter_map(|(folder, _)| {
            let skipped = world.why_skipped(folder)?;
            Some(Finding::of_skipped(&folder.name, skipped))
        }));
        if let Some(run_dir) = &run_dir {
            call(&engine, &jobs, &mut findings, run_dir, &here)?;
        }
        if let Some(signal) = engine.signal() {
            return Ok(of_signal(signal));
        }
        findings.retain(|it| {
            asked
                .only
                .as_deref()
                .is_none_or(|only| it.health.as_str() == only)
        });
        if common.json {
            print_json(&findings.iter().map(Finding::as_json).collect::<Vec<_>>())?;
        } else {
            let rows: Vec<_> = findings.iter().map(Finding::row).collect();
            print(&lines(&columns(&rows)))?;
        }
        // A machine on which nothing works is not well; neither is a lane that was asked about by name.
        let fine = |it: &Finding| it.health == Health::Fine;
        let well = if asked.lanes.lanes.is_empty() {
            findings.iter().any(fine)
        } else {
            findings.iter().all(fine)
        };
        Ok(if well || asked.only.is_some() {
            FINE
        } else {
            FAILED
        })
    })
}

/// Asks each lane that seems fine a short question.
fn call(
    engine: &Engine,
    jobs: &[Job<'_>],
    findings: &mut [Finding],
    run_dir: &RunDir,
    here: &Here,
) -> Result<(), Trouble> {
    let prompt = Artifacts::new(&here.run_dir, "prompt").prompt_path;
    files::write_private(std::path::Path::new(&prompt), QUESTION.as_bytes())?;
    let pairs: Vec<(&Job<'_>, &mut Finding)> = jobs
        .iter()
        .zip(findings)
        .filter(|(_, it)| it.health == Health::Fine)
        .collect();
    let (due, findings): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
    let results = run_all(engine, &due, due.len(), run_dir.path(), None, &[]);
    for (finding, outcome) in findings.into_iter().zip(&results.outcomes) {
        finding.take(outcome);
    }
    Ok(())
}

impl Finding {
    fn of_probe(job: &Job<'_>, found: Result<(), Refusal>) -> Self {
        let mut finding = Self {
            slug: job.slug.clone(),
            health: Health::Fine,
            reason: None,
            remedy: "",
            detail: String::new(),
        };
        match found {
            Ok(()) => {
                let transport = job.ready().map(|it| &it.plan.transport);
                finding.detail = transport.map(how).unwrap_or_default();
                if let Ok(Transport::Spawn(spawn)) = transport {
                    finding.look_for_interpreter(&spawn.binary);
                }
            }
            Err(refusal) => {
                finding.health = Health::of(&refusal);
                finding.reason = Some(refusal.reason);
                finding.remedy = job.remedy(refusal.reason);
                finding.detail = refusal.detail;
            }
        }
        finding
    }

    /// A script that is there, and whose interpreter is not, does not start.
    fn look_for_interpreter(&mut self, binary: &str) {
        let program = lookup::find(binary);
        let missing = program.as_deref().and_then(lookup::missing_interpreter);
        if let Some(interpreter) = missing {
            self.health = Health::Broken;
            self.reason = Some(Reason::SpawnError);
            self.remedy = "install the interpreter, or put its folder on PATH";
            self.detail = format!("{} needs {interpreter}, which is not there", self.detail);
        }
    }

    fn of_skipped(id: &str, skipped: &gsd_lanes::registry::Skipped<'_>) -> Self {
        let unconsented = skipped.code == gsd_lanes::vocabulary::codes::Code::Unconsented;
        Self {
            slug: id.to_owned(),
            health: if unconsented {
                Health::Unconsented
            } else {
                Health::Broken
            },
            reason: unconsented.then_some(Reason::ConsentMissing),
            remedy: Reason::ConsentMissing.remedy(),
            detail: skipped.message.clone(),
        }
    }

    /// What the answer to the question shows.
    fn take(&mut self, outcome: &Outcome) {
        // Any answer at all shows that it answers.
        if matches!(outcome.status, Status::Reviewed | Status::Incomplete)
            && !matches!(
                outcome.reason,
                Some(Reason::TimedOut | Reason::AuthRequired)
            )
        {
            "answered".clone_into(&mut self.detail);
            return;
        }
        let Some(reason) = outcome.reason else {
            return;
        };
        self.detail = outcome.detail.clone().unwrap_or_default();
        self.health = Health::of(&Refusal {
            reason,
            detail: self.detail.clone(),
        });
        self.reason = Some(reason);
        self.remedy = reason.remedy();
    }

    fn row(&self) -> Vec<String> {
        let mut said = vec![self.detail.clone()];
        said.extend(self.remedy());
        said.retain(|it| !it.is_empty());
        vec![
            safe(&self.slug),
            self.health.as_str().to_owned(),
            said.join("; "),
        ]
    }

    fn remedy(&self) -> Option<String> {
        self.reason?;
        if self.health == Health::Unconsented {
            return Some(format!("gsd-lane consent grant {}", safe(&self.slug)));
        }
        Some(self.remedy.to_owned())
    }

    fn as_json(&self) -> serde_json::Value {
        json!({
            "slug": self.slug,
            "state": self.health.as_str(),
            "reason": self.reason.map(Reason::as_str),
            "detail": self.detail,
            "remedy": self.remedy(),
        })
    }
}

fn how(transport: &Transport) -> String {
    match transport {
        Transport::Spawn(spawn) => {
            let program = lookup::find(&spawn.binary);
            program
                .map(|it| safe(&it.to_string_lossy()))
                .unwrap_or_default()
        }
        Transport::Http(http) => safe(&http.host),
    }
}
