//! The rules about whom to ask, and how much: selection and prompt budget.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::{Rule, given, json};
use crate::json::{Kind, Str, Value};
use crate::lane::prompt_budget::{
    Options, Plan, Sections, apply_budget, estimate_tokens, parse_budget,
};
use crate::lane::select::{Request, select};
use crate::lane::{Resolved, ResolvedKind, review_order};
use crate::vocabulary::budget::TOOL_FAILED;

/// The rules by name.
pub(super) const ALL: &[(&str, Rule)] = &[
    ("applyPromptBudget", budgeted),
    ("estimateTokens", tokens),
    ("parseBudget", budget),
    ("reviewOrder", order),
    ("selectReviewers", selection),
];

/// A text, with U+FFFD for every unpaired surrogate (L-6); the empty one for anything else.
#[inline(never)]
fn plain<'d>(input: Value<'d>, name: &str) -> Cow<'d, str> {
    let text = input.get(name).map_or(Str::EMPTY, Value::text);
    text.to_str().unwrap_or_else(|| Cow::Owned(text.to_lossy()))
}

#[inline(never)]
fn texts(input: Value<'_>, name: &str) -> Vec<String> {
    let mut texts = Vec::new();
    for item in given(input, name).into_iter().flat_map(Value::items) {
        texts.push(item.text().to_lossy());
    }
    texts
}

/// `{detected?, explicitFlags?, allFlag?, configuredDefaultReviewers?, reviewerInstances?, knownSlugs?}` (L-110).
fn selection(input: Value<'_>) -> String {
    json(&select(&Request::of(input)))
}

/// `{resolvedInstances, laneOrder?}`: their places in the order of the sections (B-17).
fn order(input: Value<'_>) -> String {
    let mut reviewers = Vec::new();
    for item in given(input, "resolvedInstances")
        .into_iter()
        .flat_map(Value::items)
    {
        let is_instance = item
            .get("kind")
            .is_some_and(|kind| kind.text().is("instance"));
        reviewers.push(Resolved {
            identity: plain(item, "identity").into_owned(),
            kind: if is_instance {
                ResolvedKind::Instance
            } else {
                ResolvedKind::Builtin
            },
            cli: plain(item, "cli").into_owned(),
            model: None,
            agent: None,
        });
    }
    let lanes = given(input, "laneOrder").map(|_| texts(input, "laneOrder"));
    json(&review_order(&reviewers, lanes.as_deref()))
}

/// `{text}` (L-120).
fn tokens(input: Value<'_>) -> String {
    json(&estimate_tokens(&plain(input, "text")))
}

/// `{text}`: the budget that a command line gives (L-127).
fn budget(input: Value<'_>) -> String {
    json(&parse_budget(&plain(input, "text")))
}

/// What is said of an input that is none (B-19).
#[derive(Serialize)]
struct Failed {
    prompt: &'static str,
    metadata: (),
    reason: &'static str,
    detail: &'static str,
}

/// `{sections: {instructions, roadmap, plans: [{file, content}], projectMd?, context?, research?, requirements?},
/// budget?, options?: {noteTemplate?, safetyMarginPct?, projectMdHeadLines?}}` (L-120).
fn budgeted(input: Value<'_>) -> String {
    match trimmed(input) {
        Ok(answer) => answer,
        Err(detail) => json(&Failed {
            prompt: "",
            metadata: (),
            reason: TOOL_FAILED,
            detail,
        }),
    }
}

fn trimmed(input: Value<'_>) -> Result<String, &'static str> {
    let sections = given(input, "sections").filter(|it| it.is_object());
    let sections = sections.ok_or("sections must be an object")?;
    for name in ["instructions", "roadmap"] {
        let text = sections.get(name).and_then(Value::as_str);
        text.ok_or("sections.instructions and sections.roadmap must be texts")?;
    }
    for name in ["projectMd", "context", "research", "requirements"] {
        let text = given(sections, name).map(Value::kind);
        if text.is_some_and(|kind| kind != Kind::String) {
            return Err("a section must be a text, or left out");
        }
    }
    let list = sections.get("plans").filter(|it| it.is_array());
    let mut plans = Vec::new();
    for plan in list.ok_or("sections.plans must be a list")?.items() {
        let is_text = |name: &str| plan.get(name).and_then(Value::as_str).is_some();
        if !is_text("file") || !is_text("content") {
            return Err("each of sections.plans must have the texts file and content");
        }
        plans.push((plain(plan, "file"), plain(plan, "content")));
    }
    let mut shown = Vec::with_capacity(plans.len());
    for (file, content) in &plans {
        shown.push(Plan { file, content });
    }
    let [instructions, roadmap, project] =
        ["instructions", "roadmap", "projectMd"].map(|name| plain(sections, name));
    let [context, research, requirements] =
        ["context", "research", "requirements"].map(|name| plain(sections, name));
    let sections = Sections {
        instructions: &instructions,
        roadmap: &roadmap,
        plans: &shown,
        project: &project,
        context: &context,
        research: &research,
        requirements: &requirements,
    };
    let given_options = given(input, "options");
    let number = |name: &str| {
        let number = given_options?.get(name)?.as_f64();
        number.filter(|number| number.is_finite())
    };
    let note = given_options
        .filter(|options| {
            options
                .get("noteTemplate")
                .and_then(Value::as_str)
                .is_some()
        })
        .map(|options| plain(options, "noteTemplate"));
    let by_default = Options::default();
    let options = Options {
        note: note.as_deref().unwrap_or(by_default.note),
        safety_margin: number("safetyMarginPct").unwrap_or(by_default.safety_margin),
        head_lines: number("projectMdHeadLines").unwrap_or(by_default.head_lines),
    };
    let budget = input.get("budget").and_then(Value::as_f64);
    Ok(json(&apply_budget(&sections, budget, &options)))
}
