//! Running lanes that are named (L-152 … L-156).

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::thread;

use gsd_lanes::json::Value;
use gsd_lanes::lane::config::nested;
use gsd_lanes::lane::instance;
use gsd_lanes::lane::plan::Artifacts;
use gsd_lanes::lane::run::{Outcome, Status};
use serde_json::json;

use crate::cli::{self, Common, Running};
use crate::commands::Here;
use crate::effects::files::{self, Fault, RunDir};
use crate::effects::interrupt::{Interrupt, TICK};
use crate::run::{Asked, Engine, Job, Results, environment_of, keep_all, run_all, verdict};
use crate::show::out::{lines, print, print_json, safe};
use crate::show::progress::{Mode, Progress};
use crate::show::table::columns;
use crate::trouble::Trouble;
use crate::world::{self, Settings, World};

/// The command.
pub fn run(common: &Common, asked: &cli::Run) -> Result<u8, Trouble> {
    let special = asked.name.is_some() || asked.model.is_some() || asked.agent.is_some();
    if special && asked.lanes.len() > 1 {
        let message = "--as, --model and --agent are for one lane; run them one by one";
        return Err(Trouble::new(message));
    }
    if asked.prompt_file.is_none() && asked.running.place.run_dir.is_none() {
        let message =
            "no prompt: name it with --prompt-file, or a folder that holds one with --run-dir";
        return Err(Trouble::new(message));
    }
    let settings = Settings::of(&asked.running.given)?;
    let engine = engine(&asked.running)?;
    world::with(common, &settings, |world| {
        engine.progress.warn_all(&world.warnings);
        let mut run_dir = run_dir(&asked.running)?;
        let here = Here {
            run_dir: super::utf8(run_dir.path())?,
            repo_root: super::repo_root(&asked.running.place, world)?,
        };
        let prompt = asked.prompt_file.as_deref();
        let prompt = prompt
            .map(|it| prompt_at(it, run_dir.path(), &engine))
            .transpose()?;
        let config = |key: &str| world.config(key);
        let circumstances = here.circumstances(&config);
        let job = |slug: &String| {
            let asked = Asked {
                slug: slug.clone(),
                name: asked.name.clone(),
                model: asked.model.clone(),
                agent: asked.agent.clone(),
                prompt_file: prompt.clone(),
                explicit: true,
            };
            Job::new(world, &asked, &circumstances)
        };
        let slugs = super::named_or_all(&asked.lanes, world)?;
        let jobs: Vec<Job<'_>> = slugs.iter().map(job).collect();
        let at_once = at_once(&asked.running, world, jobs.len());
        let ours = [run_dir.path().to_owned()];
        let watched = watched(&asked.running, &here);
        let due: Vec<&Job<'_>> = jobs.iter().collect();
        let results = run_all(&engine, &due, at_once, run_dir.path(), watched, &ours);
        keep_all(&engine, run_dir.path(), &results.outcomes);
        let told = Told {
            run_dir: &here.run_dir,
            jobs: &jobs,
            results: &results,
        };
        // What was paid for stays, even if nobody can be told.
        told.leave(&mut run_dir);
        let printed = if common.json {
            print_json(&told.as_json())
        } else {
            print(&lines(&told.in_words()))
        };
        printed.map_err(|error| told.where_it_is(error.into()))?;
        Ok(told.verdict(&engine))
    })
}

/// What a run needs.
pub fn engine(running: &Running) -> Result<Engine, Trouble> {
    let mode = Mode::of(running.events, running.quiet);
    Engine::new(environment_of(&running.given), Progress::new(mode))
}

/// The folder of the run.
pub fn run_dir(running: &Running) -> Result<RunDir, Trouble> {
    match &running.place.run_dir {
        Some(folder) if folder.is_file() => {
            Err(Trouble::new(format!("{}: no folder", folder.display())))
        }
        Some(folder) => RunDir::at(folder).map_err(|error| Trouble::at(folder, &error)),
        None => RunDir::fresh().map_err(|error| Trouble::at(&std::env::temp_dir(), &error)),
    }
}

/// Where the prompt lies for lanes (L-156): where it is, if it is a file; else what is read from it is written into the
/// folder of the run, beside the prompt that all lanes share.
fn prompt_at(from: &Path, run_dir: &Path, engine: &Engine) -> Result<String, Trouble> {
    if from.is_file() {
        let bytes = files::read(from, files::MOST_READ);
        let bytes = bytes.map_err(|fault| unreadable(from, &fault))?;
        refuse_unreadable(from, &bytes, &engine.progress)?;
        return super::utf8(&super::absolute(from)?);
    }
    let to = PathBuf::from(Artifacts::new(&super::utf8(run_dir)?, "prompt-given").review_path);
    copy_prompt(from, &to, engine)?;
    super::utf8(&to)
}

/// Puts a prompt where lanes look for it. `-` is standard input.
pub fn copy_prompt(from: &Path, to: &Path, engine: &Engine) -> Result<(), Trouble> {
    let interrupt = &engine.http.interrupt;
    let bytes = if from == Path::new("-") {
        to_its_end(from, interrupt, || Ok(std::io::stdin()))?
    } else {
        match files::read(from, files::MOST_READ) {
            Ok(bytes) => bytes,
            // A pipe, such as <(…), is read as what it is.
            Err(Fault::NotRegular) if !from.is_dir() => {
                let path = from.to_owned();
                to_its_end(from, interrupt, || std::fs::File::open(path))?
            }
            Err(fault) => return Err(unreadable(from, &fault)),
        }
    };
    refuse_unreadable(from, &bytes, &engine.progress)?;
    files::write_private(to, &bytes).map_err(|error| Trouble::at(to, &error))
}

/// Reads what may never come, in a thread that is left alone when the run shall end.
fn to_its_end<R: Read>(
    name: &Path,
    interrupt: &Interrupt,
    open: impl FnOnce() -> std::io::Result<R> + Send + 'static,
) -> Result<Vec<u8>, Trouble> {
    let (sender, arrived) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let opened = open().map(|it| it.take(files::MOST_READ + 1));
        let read = opened.and_then(|mut it| it.read_to_end(&mut bytes));
        let _ = sender.send(read.map(|_| bytes));
    });
    loop {
        match arrived.recv_timeout(TICK) {
            Ok(Ok(bytes)) if u64::try_from(bytes.len()).is_ok_and(|it| it > files::MOST_READ) => {
                return Err(unreadable(name, &Fault::TooLarge(files::MOST_READ)));
            }
            Ok(Ok(bytes)) => return Ok(bytes),
            Ok(Err(error)) => return Err(Trouble::at(name, &error)),
            Err(_) => {
                if let Some(signal) = interrupt.signal() {
                    return Err(Trouble::interrupted(signal));
                }
            }
        }
    }
}

/// A file that cannot be read.
pub fn unreadable(path: &Path, fault: &Fault) -> Trouble {
    Trouble::new(format!("{}: {}", path.display(), fault.in_words()))
}

/// A prompt that says nothing, or that reviewers could not read.
fn refuse_unreadable(path: &Path, prompt: &[u8], progress: &Progress) -> Result<(), Trouble> {
    let name = match path.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => path.display().to_string(),
    };
    if prompt.trim_ascii().is_empty() {
        return Err(Trouble::new(format!("{name}: the prompt is empty")));
    }
    if prompt.starts_with(b"\xff\xfe") || prompt.starts_with(b"\xfe\xff") {
        let message = format!("{name}: the prompt is UTF-16; save it as UTF-8");
        return Err(Trouble::new(message));
    }
    if let Err(error) = std::str::from_utf8(prompt) {
        let line = prompt
            .iter()
            .take(error.valid_up_to())
            .filter(|it| **it == b'\n')
            .count()
            + 1;
        let message = format!(
            "{name}: line {line} is not UTF-8; reviewers see a replacement character wherever that is so"
        );
        progress.warn(None, &message);
    }
    Ok(())
}

/// How many lanes run at once (L-135).
pub fn at_once(running: &Running, world: &World<'_>, all: usize) -> usize {
    if let Some(jobs) = running.jobs {
        return usize::from(jobs);
    }
    let parallel = world
        .file
        .and_then(|file| nested(file, "review.parallel_lanes"));
    if parallel.and_then(Value::as_bool) == Some(true) {
        all
    } else {
        1
    }
}

/// The repository in which changes are looked for (Y-14).
pub fn watched<'h>(running: &Running, here: &'h Here) -> Option<&'h Path> {
    (!running.no_verify_tree).then(|| Path::new(here.repo_root.as_str()))
}

/// What came of it, for people and programs.
pub struct Told<'t> {
    /// The folder of the run.
    pub run_dir: &'t str,
    /// What was run.
    pub jobs: &'t [Job<'t>],
    /// What it came to.
    pub results: &'t Results,
}

impl Told<'_> {
    /// One document.
    pub fn as_json(&self) -> serde_json::Value {
        let results: Vec<_> = self
            .jobs
            .iter()
            .zip(&self.results.outcomes)
            .map(|(_, outcome)| {
                let mut value = json!(outcome);
                if let Some(members) = value.as_object_mut() {
                    members.insert("reviewPath".to_owned(), json!(self.review_path(outcome)));
                }
                value
            })
            .collect();
        json!({
            "runDir": self.has_run().then_some(self.run_dir),
            "results": results,
            "changedFiles": self.results.changed,
        })
    }

    /// A line for each lane, and what else there is to say.
    pub fn in_words(&self) -> Vec<String> {
        let row = |(outcome, job): (&Outcome, &Job<'_>)| {
            let mut row = vec![safe(&outcome.identity), outcome.status.as_str().to_owned()];
            if let Some(reason) = outcome.reason {
                let detail = outcome
                    .detail
                    .as_deref()
                    .map(|it| format!(": {it}"))
                    .unwrap_or_default();
                row.push(format!(
                    "{}{detail}; {}",
                    reason.as_str(),
                    job.remedy(reason)
                ));
            } else if let Some(model) = &outcome.model.value {
                row.push(safe(model));
            }
            row
        };
        let mut text = columns(
            &self
                .results
                .outcomes
                .iter()
                .zip(self.jobs)
                .map(row)
                .collect::<Vec<_>>(),
        );
        for path in self.results.changed.iter().flatten() {
            text.push(format!("WARNING: changed while lanes ran: {}", safe(path)));
        }
        if self.has_run() {
            let run_dir = safe(self.run_dir);
            text.push(format!("The files of the run are in {run_dir}"));
        }
        text
    }

    /// Whether any lane was started or asked at all.
    pub fn has_run(&self) -> bool {
        let mut statuses = self.results.outcomes.iter().map(|it| it.status);
        statuses.any(|it| !matches!(it, Status::Skipped | Status::Refused))
    }

    /// Leaves the folder of the run where it is, unless it was made for nothing.
    pub fn leave(&self, run_dir: &mut RunDir) {
        if self.has_run() {
            run_dir.keep();
        }
    }

    /// A trouble that came after the run says where to find what the run has left.
    pub fn where_it_is(&self, trouble: Trouble) -> Trouble {
        if !self.has_run() {
            return trouble;
        }
        let (message, run_dir) = (trouble.message, self.run_dir);
        Trouble::new(format!("{message}; the files of the run are in {run_dir}"))
    }

    fn review_path(&self, outcome: &Outcome) -> Option<String> {
        let stem = instance::stem(&outcome.identity)?;
        let path = Artifacts::new(self.run_dir, &stem).review_path;
        Path::new(&path).is_file().then_some(path)
    }

    /// The exit code.
    pub fn verdict(&self, engine: &Engine) -> u8 {
        if let Some(signal) = engine.signal() {
            return verdict::of_signal(signal);
        }
        verdict::of(
            self.results
                .outcomes
                .iter()
                .zip(self.jobs.iter().map(|it| it.explicit)),
        )
    }
}
