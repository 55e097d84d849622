//! A whole review: who is asked, the runs, the document (L-130 … L-139).

pub mod again;
mod budget;
mod choose;
mod document;
mod order;
mod trimming;

use std::path::{Path, PathBuf};

use gsd_lanes::lane::plan::Artifacts;
use gsd_lanes::lane::run::{Outcome, Status};
use gsd_lanes::review::compose::is_document;
use gsd_lanes::review::consensus;
use gsd_lanes::vocabulary::markup::CONSENSUS_PARTS;
use serde_json::json;

use crate::cli::{self, Common};
use crate::commands::Here;
use crate::commands::run::{Told, at_once, copy_prompt, engine, run_dir, unreadable, watched};
use crate::effects::files::{self, RunDir};
use crate::run::{Asked, Engine, Job, Results, keep_all, run_all, verdict};
use crate::show::out::{lines, print, print_json, safe};
use crate::trouble::Trouble;
use crate::world::{self, Settings, World};

/// The command.
pub fn review(common: &Common, asked: &cli::Review) -> Result<u8, Trouble> {
    let out = super::absolute(&asked.out)?;
    // Better now than when everybody has reviewed.
    if let Some(folder) = out.parent().filter(|it| !it.is_dir()) {
        let message = format!("{}: there is no such folder", folder.display());
        return Err(Trouble::new(message));
    }
    files::may_write(&out).map_err(|error| Trouble::at(&out, &error))?;
    if !asked.force && !may_replace(&out) {
        let message = format!(
            "{} is there already and was not written by a review; --force replaces it",
            out.display()
        );
        return Err(Trouble::new(message));
    }
    // The document would name it, and count reviews that do not speak of it.
    if let Some(plan) = asked.plan.iter().find(|it| !it.is_file()) {
        let message = format!("--plan {}: there is no such file", plan.display());
        return Err(Trouble::new(message));
    }
    let settings = Settings::of(&asked.running.given)?;
    let engine = engine(&asked.running)?;
    world::with(common, &settings, |world| {
        engine.progress.warn_all(&world.warnings);
        Review {
            common,
            asked,
            engine: &engine,
            world,
            out: &out,
        }
        .go()
    })
}

/// Most bytes that tell a document of ours from others; the first words do.
const HEAD: u64 = 256;

/// Whether the place of the document is free, or holds an earlier one.
fn may_replace(out: &Path) -> bool {
    match files::head(out, HEAD) {
        Ok(bytes) => is_document(&String::from_utf8_lossy(&bytes)),
        Err(_) => !out.exists(),
    }
}

/// What somebody found who compared the reviews.
fn comparison(path: &Path) -> Result<String, Trouble> {
    let bytes = files::read(path, files::MOST_READ).map_err(|fault| unreadable(path, &fault))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    if consensus::parts(&text).is_none() {
        let message = format!(
            "{}: no heading {}",
            path.display(),
            CONSENSUS_PARTS.join(" or ")
        );
        return Err(Trouble::new(message));
    }
    Ok(text)
}

struct Review<'r, 'w> {
    common: &'r Common,
    asked: &'r cli::Review,
    engine: &'r Engine,
    world: &'r World<'w>,
    out: &'r Path,
}

/// Everyone who is asked, and what is known already.
struct Reviewers {
    /// What is to run.
    asked: Vec<Asked>,
    /// What an earlier run left, in place of running it again; one for each of `asked`.
    kept: Vec<Option<Outcome>>,
    /// What is wrong with the choice.
    errors: usize,
}

impl<'w> Review<'_, 'w> {
    fn go(&self) -> Result<u8, Trouble> {
        let repo_root = super::repo_root(&self.asked.running.place, self.world)?;
        let consensus = self.asked.consensus.as_deref();
        let consensus = consensus.map(comparison).transpose()?;
        let (reviewers, mut run_dir) = match &self.asked.retry {
            Some(folder) => (
                order::read(folder, self.asked.consensus.is_some())?,
                RunDir::at(folder).map_err(|error| Trouble::at(folder, &error))?,
            ),
            None => (self.choose(&repo_root)?, run_dir(&self.asked.running)?),
        };
        let here = Here {
            run_dir: super::utf8(run_dir.path())?,
            repo_root,
        };
        if let Some(signal) = self.engine.signal() {
            return Ok(verdict::of_signal(signal));
        }
        if reviewers.asked.is_empty() {
            let message = "there is nobody to ask: gsd-lane doctor says why";
            self.engine.progress.error(message);
            if self.common.json {
                let nothing =
                    json!({"runDir": null, "results": [], "changedFiles": null, "document": null});
                print_json(&nothing)?;
            }
            return Ok(verdict::FAILED);
        }
        let prompt = PathBuf::from(Artifacts::new(&here.run_dir, "prompt").prompt_path);
        if let Some(from) = &self.asked.prompt {
            copy_prompt(from, &prompt, self.engine)?;
        }
        order::write(run_dir.path(), &reviewers)?;
        let config = |key: &str| self.world.config(key);
        let circumstances = here.circumstances(&config);
        let fitting = budget::fit(self.world, &reviewers, &prompt, run_dir.path())?;
        let mut jobs = Vec::new();
        for (asked, fitted) in reviewers.asked.iter().zip(&fitting) {
            let mut asked = asked.clone();
            asked.prompt_file.clone_from(&fitted.prompt_file);
            let mut job = Job::new(self.world, &asked, &circumstances);
            if let Some(refusal) = &fitted.refusal
                && job.ready().is_ok()
            {
                job.refuse(refusal.clone());
            }
            jobs.push(job);
        }
        let results = self.run(&jobs, reviewers.kept, &here, run_dir.path());
        keep_all(self.engine, run_dir.path(), &results.outcomes);
        let told = Told {
            run_dir: &here.run_dir,
            jobs: &jobs,
            results: &results,
        };
        // What was paid for stays, even if the document cannot be written or nobody can be told.
        told.leave(&mut run_dir);
        self.write_document(&told, &fitting, consensus.as_deref())
            .and_then(|written| self.tell(&told, written))
            .map_err(|trouble| told.where_it_is(trouble))?;
        let code = match told.verdict(self.engine) {
            verdict::FINE if reviewers.errors > 0 => verdict::FAILED,
            code => code,
        };
        Ok(code)
    }

    /// Chooses, and tells what there is to say about the choice.
    fn choose(&self, repo_root: &str) -> Result<Reviewers, Trouble> {
        let chosen = choose::choose(self.world, self.asked, self.engine, repo_root)?;
        for message in &chosen.messages {
            self.engine.progress.warn(None, message);
        }
        for error in &chosen.errors {
            self.engine.progress.error(error);
        }
        Ok(Reviewers {
            kept: chosen.reviewers.iter().map(|_| None).collect(),
            asked: chosen.reviewers,
            errors: chosen.errors.len(),
        })
    }

    /// Runs what has no result yet.
    fn run(
        &self,
        jobs: &[Job<'w>],
        kept: Vec<Option<Outcome>>,
        here: &Here,
        run_dir: &Path,
    ) -> Results {
        let ours = [run_dir.to_owned(), self.out.to_owned()];
        let due: Vec<&Job<'w>> = jobs
            .iter()
            .zip(&kept)
            .filter(|(_, it)| it.is_none())
            .map(|(job, _)| job)
            .collect();
        let running = &self.asked.running;
        let at_once = at_once(running, self.world, due.len());
        let fresh = run_all(
            self.engine,
            &due,
            at_once,
            run_dir,
            watched(running, here),
            &ours,
        );
        let mut outcomes = fresh.outcomes.into_iter();
        Results {
            outcomes: kept
                .into_iter()
                .filter_map(|it| it.or_else(|| outcomes.next()))
                .collect(),
            changed: fresh.changed,
        }
    }

    /// Writes the document, unless there is no review: then an existing one stays (L-136, B-3).
    fn write_document(
        &self,
        told: &Told<'_>,
        fitting: &[budget::Fitted],
        consensus: Option<&str>,
    ) -> Result<bool, Trouble> {
        let composed =
            document::compose(self.world, self.asked, told, fitting, consensus, self.out);
        for warning in &composed.warnings {
            self.engine.progress.warn(None, warning);
        }
        if !composed.reviewed {
            return Ok(false);
        }
        files::write_public(self.out, composed.text.as_bytes())
            .map_err(|error| Trouble::at(self.out, &error))?;
        Ok(true)
    }

    fn tell(&self, told: &Told<'_>, written: bool) -> Result<(), Trouble> {
        if self.common.json {
            let mut value = told.as_json();
            if let Some(members) = value.as_object_mut() {
                let out = written.then(|| self.out.to_string_lossy().into_owned());
                members.insert("document".to_owned(), json!(out));
            }
            return Ok(print_json(&value)?);
        }
        let mut text = told.in_words();
        let reviewed = told
            .results
            .outcomes
            .iter()
            .filter(|it| it.status == Status::Reviewed);
        let (count, all) = (reviewed.count(), told.results.outcomes.len());
        if written {
            let out = safe(&self.out.to_string_lossy());
            text.push(format!("{count} of {all} reviewed: {out}"));
        } else {
            text.push("Nobody reviewed; no document was written".to_owned());
        }
        let again = again::command(self.common, self.asked, told.run_dir);
        if count < all && told.has_run() {
            text.push(format!("To run the others again: {again}"));
        }
        if written && count > 1 && self.asked.consensus.is_none() {
            text.push(format!(
                "To put a comparison of them into it: {again} --consensus FILE"
            ));
        }
        Ok(print(&lines(&text))?)
    }
}
