//! The document, from what lies in the folder of the run (L-138, L-139, Y-8 … Y-10).

use std::path::Path;
use std::time::SystemTime;

use gsd_lanes::lane::instance;
use gsd_lanes::lane::plan::{Artifacts, EvidenceClass};
use gsd_lanes::lane::{Resolved, ResolvedKind, review_order};
use gsd_lanes::review::compose::{self, Input};
use gsd_lanes::review::consensus::parts;

use super::budget::Fitted;
use super::trimming::Trimming;
use crate::cli;
use crate::commands::run::Told;
use crate::effects::files;
use crate::world::World;

/// The document.
pub struct Document {
    /// Its text.
    pub text: String,
    /// There is a review in it.
    pub reviewed: bool,
    /// What could not be put into it.
    pub warnings: Vec<String>,
}

/// Puts it together.
pub fn compose(
    world: &World<'_>,
    asked: &cli::Review,
    told: &Told<'_>,
    fitting: &[Fitted],
    consensus: Option<&str>,
    out: &Path,
) -> Document {
    let text = |path: &Path| {
        let bytes = files::read(path, files::MOST_READ).ok();
        bytes.map(|it| String::from_utf8_lossy(&it).into_owned())
    };
    let texts: Vec<String> = told
        .results
        .outcomes
        .iter()
        .map(|outcome| {
            let stem = instance::stem(&outcome.identity)?;
            text(Path::new(&Artifacts::new(told.run_dir, &stem).review_path))
        })
        .map(Option::unwrap_or_default)
        .collect();
    let (mut reviewers, mut reviews) = (Vec::new(), Vec::new());
    let pairs = told
        .jobs
        .iter()
        .zip(&told.results.outcomes)
        .zip(&texts)
        .zip(fitting);
    for (((job, outcome), text), fitted) in pairs {
        let diff_only = job
            .ready()
            .is_ok_and(|it| it.plan.evidence_class == EvidenceClass::DiffOnly);
        reviewers.push(Resolved {
            identity: outcome.identity.clone(),
            kind: if outcome.identity == outcome.slug {
                ResolvedKind::Builtin
            } else {
                ResolvedKind::Instance
            },
            cli: outcome.slug.clone(),
            model: None,
            agent: None,
        });
        reviews.push(compose::Review {
            identity: &outcome.identity,
            slug: &outcome.slug,
            section: &job.section,
            text,
            status: outcome.status,
            reason: outcome.reason,
            detail: outcome.detail.as_deref().unwrap_or_default(),
            model: outcome.model.clone(),
            diff_only,
            trimmed: fitted.trimming.as_ref().map(Trimming::shown),
            notices: Vec::new(),
        });
    }
    let order: Vec<String> = world
        .lanes
        .iter()
        .map(|lane| lane.slug.to_lossy())
        .collect();
    let plans: Vec<String> = asked
        .plan
        .iter()
        .map(|it| it.to_string_lossy().into_owned())
        .collect();
    let changed = told.results.changed.iter().flatten();
    let changed: Vec<String> = changed
        .map(|path| format!("{path} changed while reviewers ran"))
        .collect();
    let now = humantime::format_rfc3339_millis(SystemTime::now()).to_string();
    let previous = text(out);
    let input = Input {
        phase: asked.phase.as_deref(),
        reviewed_at: &now,
        plans: plans.iter().map(String::as_str).collect(),
        reviews: review_order(&reviewers, Some(&order))
            .into_iter()
            .filter_map(|place| reviews.get(place).cloned())
            .collect(),
        previous: previous.as_deref(),
        consensus: consensus.and_then(parts),
        notices: changed.iter().map(String::as_str).collect(),
    };
    let composed = compose::compose(&input);
    Document {
        reviewed: composed.reviewed,
        warnings: composed
            .warnings
            .iter()
            .map(|it| it.message.clone())
            .collect(),
        text: composed.text,
    }
}
