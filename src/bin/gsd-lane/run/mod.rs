//! Running lanes: one by one or side by side, each over its own host.

mod job;
pub mod verdict;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use gsd_lanes::lane::instance;
use gsd_lanes::lane::run::Outcome;

pub use job::{Asked, Job, Ready, environment_of, platform};

use crate::effects::files;
use crate::effects::http::Http;
use crate::effects::interrupt::Interrupt;
use crate::effects::process::{Environment, Orphans, Processes};
use crate::effects::tree_check::TreeCheck;
use crate::show::progress::Progress;
use crate::trouble::Trouble;

/// What lanes run with.
pub struct Engine {
    /// Starts programs.
    pub processes: Processes,
    /// Asks servers.
    pub http: Http,
    /// Tells how far they are.
    pub progress: Progress,
}

impl Engine {
    /// Everything that lanes need; signals end what runs from now on.
    ///
    /// # Errors
    /// What the system refuses.
    pub fn new(environment: Environment, progress: Progress) -> Result<Self, Trouble> {
        let interrupt = Interrupt::default();
        interrupt.listen()?;
        Ok(Self {
            processes: Processes {
                guard: this_program()?,
                environment,
                interrupt: interrupt.clone(),
                orphans: Arc::new(Orphans::adopting()),
            },
            http: Http { interrupt },
            progress,
        })
    }

    /// The signal that ended the run, if one did.
    pub fn signal(&self) -> Option<u8> {
        self.http.interrupt.signal()
    }
}

impl Drop for Engine {
    /// Nothing outlives the run.
    fn drop(&mut self) {
        self.processes.orphans.end();
    }
}

/// This program as it runs, even if its file is being replaced.
fn this_program() -> Result<PathBuf, Trouble> {
    let running = Path::new("/proc/self/exe");
    if running.exists() {
        return Ok(running.to_owned());
    }
    Ok(std::env::current_exe()?)
}

/// What came of a run.
#[derive(Debug)]
pub struct Results {
    /// One for each job, in their order.
    pub outcomes: Vec<Outcome>,
    /// Files of the repository that changed meanwhile; `None` if nobody looked.
    pub changed: Option<Vec<String>>,
}

/// Runs jobs, so many at once. What each came to is in the folder of the run as soon as it is known, so an interrupted
/// run leaves what was finished.
pub fn run_all(
    engine: &Engine,
    jobs: &[&Job<'_>],
    at_once: usize,
    run_dir: &Path,
    watched: Option<&Path>,
    ours: &[PathBuf],
) -> Results {
    let before = watched.and_then(|root| TreeCheck::begin(&engine.processes, root));
    let views: Vec<_> = jobs
        .iter()
        .map(|job| engine.progress.lane(&job.identity))
        .collect();
    let drawing = engine.progress.draw();
    let next = AtomicUsize::new(0);
    let outcomes: Vec<Mutex<Option<Outcome>>> = jobs.iter().map(|_| Mutex::default()).collect();
    let work = || {
        loop {
            let place = next.fetch_add(1, Ordering::SeqCst);
            let (Some(job), Some(view)) = (jobs.get(place), views.get(place)) else {
                break;
            };
            let outcome = job.run(engine, view);
            keep(run_dir, &outcome, view);
            if let Some(slot) = outcomes.get(place) {
                *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
            }
        }
    };
    thread::scope(|scope| {
        // This thread works, too.
        for _ in 1..at_once.clamp(1, jobs.len().max(1)) {
            scope.spawn(work);
        }
        work();
    });
    drop(drawing);
    let taken = outcomes.into_iter().zip(jobs).map(|(slot, job)| {
        let outcome = slot.into_inner().unwrap_or_else(PoisonError::into_inner);
        outcome.unwrap_or_else(|| job.interrupted())
    });
    let outcomes: Vec<Outcome> = taken.collect();
    let changed = before.and_then(|it| it.changed(ours));
    Results { outcomes, changed }
}

/// One file for each lane (L-135).
fn keep(run_dir: &Path, outcome: &Outcome, view: &crate::show::progress::LaneProgress) {
    let value = serde_json::to_value(outcome).unwrap_or_default();
    view.done(outcome.status.as_str(), &value);
    let path = result_path(run_dir, &outcome.identity, &outcome.slug);
    if let Err(error) = files::write_private(&path, format!("{value}\n").as_bytes()) {
        view.warn(&format!("{}: {error}", path.display()));
    }
}

/// Where the result of one lane lies.
pub fn result_path(run_dir: &Path, identity: &str, slug: &str) -> PathBuf {
    let stem = instance::stem(identity).unwrap_or_else(|| slug.to_owned());
    run_dir.join(format!("gsd-review-lane-result-{stem}.json"))
}

/// One line for each lane (L-135, B-3).
pub fn keep_all(engine: &Engine, run_dir: &Path, outcomes: &[Outcome]) {
    let line = |outcome| {
        serde_json::to_string(outcome)
            .map(|it| it + "\n")
            .unwrap_or_default()
    };
    let lines: String = outcomes.iter().map(line).collect();
    let path = run_dir.join(RESULTS);
    if let Err(error) = files::write_private(&path, lines.as_bytes()) {
        engine
            .progress
            .warn(None, &format!("{}: {error}", path.display()));
    }
}

/// The file with the results of all lanes.
pub const RESULTS: &str = "gsd-review-lane-results.jsonl";
