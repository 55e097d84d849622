//! Prompts within the budget of each lane (L-133, L-134).

use std::path::{Path, PathBuf};

use gsd_lanes::lane::budget::lane_budget;
use gsd_lanes::lane::instance;
use gsd_lanes::lane::plan::{Artifacts, Reason, Refusal};
use gsd_lanes::lane::prompt_budget::{Budgeted, Options, Plan, Sections, apply_budget};

use super::Reviewers;
use super::order::forget;
use super::trimming::Trimming;
use crate::effects::files;
use crate::run::Asked;
use crate::trouble::Trouble;
use crate::world::World;

/// What became of one lane's prompt.
#[derive(Debug, Clone, Default)]
pub struct Fitted {
    /// The file of a prompt of its own.
    pub prompt_file: Option<String>,
    /// What trimming did.
    pub trimming: Option<Trimming>,
    /// Why it is not asked.
    pub refusal: Option<Refusal>,
}

/// Fits the prompt into the budget of each lane. Only a prompt whose sections lie in the folder of the run can be
/// trimmed; any other fits, or the lane is left out.
pub fn fit(
    world: &World<'_>,
    reviewers: &Reviewers,
    prompt: &Path,
    run_dir: &Path,
) -> Result<Vec<Fitted>, Trouble> {
    let config = |key: &str| world.config(key);
    let budget = |it: &Asked| {
        let lane = world.lanes.get(&it.slug)?;
        lane_budget(lane.body, &config).filter(|budget| *budget > 0.0)
    };
    let asked = &reviewers.asked;
    let mut parts = None;
    let all = asked.iter().zip(&reviewers.kept);
    let fitted = all.map(|(it, kept)| {
        let facts = prompt_path(it, run_dir, ".metadata.json");
        if kept.is_some() {
            // It tells of the prompt that was sent, whatever the budget is by now.
            return Ok(Fitted {
                trimming: Trimming::read(&facts),
                ..Fitted::default()
            });
        }
        // What an earlier run in this folder has left tells of another prompt.
        forget(&facts)?;
        let Some(budget) = budget(it) else {
            return Ok(Fitted::default());
        };
        let parts = parts.get_or_insert_with(|| Parts::read(run_dir, prompt));
        parts.fit(budget, it, run_dir)
    });
    fitted.collect()
}

/// The sections of a prompt.
struct Parts {
    instructions: String,
    roadmap: String,
    project: String,
    context: String,
    research: String,
    requirements: String,
    plans: Vec<(String, String)>,
    /// Whether these are really sections, and not the whole prompt as one.
    are_sections: bool,
}

impl Parts {
    fn read(run_dir: &Path, prompt: &Path) -> Self {
        let file = |stem: &str| text(&run_dir.join(format!("gsd-review-{stem}.md")));
        let (instructions, roadmap) = (file("instructions"), file("roadmap"));
        let plans = plans(run_dir);
        let are_sections = instructions.is_some() && roadmap.is_some() && !plans.is_empty();
        if !are_sections {
            return Self {
                instructions: text(prompt).unwrap_or_default(),
                roadmap: String::new(),
                project: String::new(),
                context: String::new(),
                research: String::new(),
                requirements: String::new(),
                plans: Vec::new(),
                are_sections,
            };
        }
        Self {
            instructions: instructions.unwrap_or_default(),
            roadmap: roadmap.unwrap_or_default(),
            project: file("project").unwrap_or_default(),
            context: file("context").unwrap_or_default(),
            research: file("research").unwrap_or_default(),
            requirements: file("requirements").unwrap_or_default(),
            plans,
            are_sections,
        }
    }

    fn apply(&self, budget: f64) -> Budgeted {
        let plan = |(file, content): &'_ (String, String)| (file.clone(), content.clone());
        let plans: Vec<(String, String)> = self.plans.iter().map(plan).collect();
        let plans: Vec<Plan<'_>> = plans
            .iter()
            .map(|(file, content)| Plan { file, content })
            .collect();
        let sections = Sections {
            instructions: &self.instructions,
            roadmap: &self.roadmap,
            plans: &plans,
            project: &self.project,
            context: &self.context,
            research: &self.research,
            requirements: &self.requirements,
        };
        apply_budget(&sections, Some(budget), &Options::default())
    }

    fn fit(&self, budget: f64, asked: &Asked, run_dir: &Path) -> Result<Fitted, Trouble> {
        let made = self.apply(budget);
        let stem = instance::stem(asked.identity()).unwrap_or_else(|| asked.slug.clone());
        let at = |end: &str| prompt_path(asked, run_dir, end);
        let trimming = Trimming::of(&made.metadata);
        if made.metadata.hard_failed {
            let why = format!("the prompt does not fit into {budget} tokens");
            let folder = run_dir.to_string_lossy();
            let review = Artifacts::new(&folder, &stem).review_path;
            write(Path::new(&review), "review skipped: prompt budget\n")?;
            trimming.write(&at(".metadata.json"))?;
            return Ok(Fitted {
                prompt_file: None,
                trimming: Some(trimming),
                refusal: Some(Refusal {
                    reason: Reason::BudgetTooSmall,
                    detail: why,
                }),
            });
        }
        if !self.are_sections {
            return Ok(Fitted::default());
        }
        let path = at(".md");
        write(&path, &made.prompt)?;
        trimming.write(&at(".metadata.json"))?;
        Ok(Fitted {
            prompt_file: Some(path.to_string_lossy().into_owned()),
            trimming: Some(trimming),
            refusal: None,
        })
    }
}

/// Where the prompt of one lane lies, and what is known of it.
fn prompt_path(asked: &Asked, run_dir: &Path, end: &str) -> PathBuf {
    let stem = instance::stem(asked.identity()).unwrap_or_else(|| asked.slug.clone());
    run_dir.join(format!("gsd-review-prompt-{stem}{end}"))
}

fn text(path: &Path) -> Option<String> {
    let bytes = files::read(path, files::MOST_READ).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The plans by the names of their files, in order.
fn plans(run_dir: &Path) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(run_dir).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            name.starts_with("gsd-review-plan-") && path.extension().is_some_and(|it| it == "md")
        })
        .collect();
    found.sort();
    let named = found.into_iter().filter_map(|path| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        Some((name, text(&path)?))
    });
    named.collect()
}

fn write(path: &Path, text: &str) -> Result<(), Trouble> {
    files::write_private(path, text.as_bytes()).map_err(|error| Trouble::at(path, &error))
}
