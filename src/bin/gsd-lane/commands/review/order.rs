//! Who was asked in a run, written down so that it can be taken up again.

use std::path::Path;

use gsd_lanes::diagnostic::Profile;
use gsd_lanes::lane::instance;
use gsd_lanes::lane::plan::{Artifacts, Reason};
use gsd_lanes::lane::run::{Outcome, Status};
use gsd_lanes::review::model::{Recorded, Source};
use serde_json::{Value, json};

use super::Reviewers;
use crate::effects::files;
use crate::run::{Asked, RESULTS, result_path};
use crate::trouble::Trouble;

const ORDER: &str = "gsd-review-order.json";

/// Writes it down. What an earlier run in this folder said of those who are asked now no longer counts.
pub fn write(run_dir: &Path, reviewers: &Reviewers) -> Result<(), Trouble> {
    let pairs = reviewers.asked.iter().zip(&reviewers.kept);
    for (it, _) in pairs.filter(|(_, kept)| kept.is_none()) {
        forget(&result_path(run_dir, it.identity(), &it.slug))?;
    }
    if reviewers.kept.iter().all(Option::is_none) {
        forget(&run_dir.join(RESULTS))?;
    }
    let all: Vec<Value> = reviewers
        .asked
        .iter()
        .map(|it| {
            json!({"slug": it.slug, "name": it.name, "model": it.model, "agent": it.agent, "explicit": it.explicit})
        })
        .collect();
    let path = run_dir.join(ORDER);
    let text = format!("{}\n", Value::Array(all));
    files::write_private(&path, text.as_bytes()).map_err(|error| Trouble::at(&path, &error))
}

/// Removes a file that may be there.
pub fn forget(path: &Path) -> Result<(), Trouble> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Trouble::at(path, &error))
        }
        _ => Ok(()),
    }
}

/// Takes it up again: what reviewed keeps its result, as long as the review is still there. With `all` everything does, and whatever
/// has none is an error.
pub fn read(run_dir: &Path, all: bool) -> Result<Reviewers, Trouble> {
    let path = run_dir.join(ORDER);
    let no = |why: String| Trouble::new(format!("{}: {why}", path.display()));
    let bytes = files::read(&path, files::MOST_READ).map_err(|fault| no(fault.in_words()))?;
    let order: Vec<Value> =
        serde_json::from_slice(&bytes).map_err(|error| no(error.to_string()))?;
    let asked: Option<Vec<Asked>> = order.iter().map(one).collect();
    let asked = asked.ok_or_else(|| no("this is not what a run writes there".to_owned()))?;
    let results = files::read(&run_dir.join(RESULTS), files::MOST_READ).unwrap_or_default();
    let lines = results.split(|byte| *byte == b'\n');
    let results: Vec<Value> = lines
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect();
    let kept = asked.iter().map(|it| {
        let is =
            |result: &&Value| result.get("identity").and_then(Value::as_str) == Some(it.identity());
        // That of the lane alone comes first: it is there even if the run was killed before its end.
        let alone = result_path(run_dir, it.identity(), &it.slug);
        let alone = files::read(&alone, files::MOST_READ).ok();
        let alone: Option<Value> = alone.and_then(|it| serde_json::from_slice(&it).ok());
        let result = alone
            .as_ref()
            .filter(is)
            .or_else(|| results.iter().find(is));
        result
            .and_then(|result| earlier(it, result))
            .filter(|was| match was.status {
                Status::Reviewed => has_review(run_dir, it),
                _ => all,
            })
    });
    let kept: Vec<Option<Outcome>> = kept.collect();
    let mut pairs = asked.iter().zip(&kept);
    if let Some((it, _)) = pairs.find(|(_, kept)| all && kept.is_none()) {
        let name = it.identity();
        let why = format!("{name} has left no result; --retry without --consensus asks it again");
        return Err(no(why));
    }
    Ok(Reviewers {
        kept,
        asked,
        errors: 0,
    })
}

/// Whether its review can be read and says anything.
fn has_review(run_dir: &Path, asked: &Asked) -> bool {
    let Some(stem) = instance::stem(asked.identity()) else {
        return false;
    };
    let path = Artifacts::new(&run_dir.to_string_lossy(), &stem).review_path;
    let review = files::read(Path::new(&path), files::MOST_READ).unwrap_or_default();
    !String::from_utf8_lossy(&review).trim().is_empty()
}

fn text(value: &Value, name: &str) -> Option<String> {
    value.get(name)?.as_str().map(str::to_owned)
}

fn one(value: &Value) -> Option<Asked> {
    Some(Asked {
        slug: text(value, "slug")?,
        name: text(value, "name"),
        model: text(value, "model"),
        agent: text(value, "agent"),
        prompt_file: None,
        explicit: value
            .get("explicit")
            .and_then(Value::as_bool)
            .unwrap_or_default(),
    })
}

/// A result as it was written down.
fn earlier(asked: &Asked, result: &Value) -> Option<Outcome> {
    let status = Status::from_name(&text(result, "status")?)?;
    let reason = text(result, "reason").and_then(|it| Reason::from_name(&it));
    let flag = |name: &str| {
        result
            .get(name)
            .and_then(Value::as_bool)
            .unwrap_or_default()
    };
    let model = result.get("model")?;
    let source = text(model, "source");
    let known = [
        Source::Pinned,
        Source::Served,
        Source::Requested,
        Source::Banner,
        Source::Transcript,
    ];
    let source = known
        .into_iter()
        .find(|it| Some(it.as_str()) == source.as_deref());
    Some(Outcome {
        slug: asked.slug.clone(),
        identity: asked.identity().to_owned(),
        ok: flag("ok"),
        stubbed: flag("stubbed"),
        status,
        reason,
        detail: text(result, "detail"),
        model: Recorded::of(text(model, "value").as_deref(), source.unwrap_or_default()),
        blind: flag("blind"),
        ungrounded: flag("ungrounded"),
        profile: Profile::Strict,
    })
}
