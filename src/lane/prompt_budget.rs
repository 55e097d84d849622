//! Fitting a prompt into a budget of tokens: deterministic, never inside a character, saying what was left out
//! (L-120 … L-127, B-19, F-13).
//!
//! Lengths and cuts count UTF-16 code units. Whatever the input, time is linear in its length.

mod fragments;
mod note;

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use fragments::{Fragments, head, leading_units};

use crate::json::{trim_js, utf16_len};
use crate::vocabulary::budget::{
    HEAD_LINES, NOTE, NOTE_RESERVE, PLAN_FLOOR, SAFETY_MARGIN, TOO_SMALL, UNITS_PER_TOKEN,
};

/// A plan under review.
#[derive(Debug, Clone, Copy, Default)]
pub struct Plan<'t> {
    /// What it is called in the prompt: the name of its file.
    pub file: &'t str,
    /// Its text.
    pub content: &'t str,
}

/// The parts of a prompt. What is empty and not required is not there.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sections<'t> {
    /// What the reviewer is to do; required.
    pub instructions: &'t str,
    /// The phase's part of the roadmap; required.
    pub roadmap: &'t str,
    /// The plans, in order.
    pub plans: &'t [Plan<'t>],
    /// The description of the project.
    pub project: &'t str,
    /// Decisions that were made.
    pub context: &'t str,
    /// What was found out.
    pub research: &'t str,
    /// What is required.
    pub requirements: &'t str,
}

/// How to trim.
#[derive(Debug, Clone, Copy)]
pub struct Options<'t> {
    /// The note for the reviewer: the first `{budget}`, `{omittedList}` and `{planTruncationPct}` are filled in.
    pub note: &'t str,
    /// What of the budget stays free, in per cent.
    pub safety_margin: f64,
    /// Lines of the project's description that stay when it is shortened; what is no whole number counts as the next
    /// lower one.
    pub head_lines: f64,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            note: NOTE,
            safety_margin: SAFETY_MARGIN,
            head_lines: HEAD_LINES,
        }
    }
}

/// What became of a prompt (L-126).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Metadata {
    /// The budget in tokens as it was given. No number, not a finite one, zero and less mean that there is no limit
    /// (B-20).
    pub budget: Option<f64>,
    /// What of it is used; `None` without a limit.
    pub effective_budget: Option<f64>,
    /// Tokens of the prompt, also of one that did not fit; 0 if not even the least of it would fit.
    pub estimated_tokens: usize,
    /// The sections that were left out.
    pub omitted: Vec<&'static str>,
    /// Whether the description of the project was shortened.
    pub project_md_shrunk: bool,
    /// How much of the plans is gone, in per cent of their units.
    pub plan_truncation_pct: f64,
    /// The prompt does not fit, and there is none.
    pub hard_failed: bool,
    /// Whether the prompt says that something is missing.
    pub note_injected: bool,
}

/// A prompt within its budget.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Budgeted {
    /// The prompt; empty if it does not fit.
    pub prompt: String,
    /// What became of it.
    pub metadata: Metadata,
    /// Why there is none (B-19).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
}

/// How many tokens a text counts as (L-120).
#[must_use]
pub fn estimate_tokens(text: &str) -> usize {
    tokens(utf16_len(text.as_bytes()))
}

fn tokens(units: usize) -> usize {
    units.div_ceil(UNITS_PER_TOKEN)
}

/// A budget as the command line gives it: a leading whole number in decimal, which must be greater than zero (L-127).
#[must_use]
pub fn parse_budget(text: &str) -> Option<f64> {
    let text = trim_js(text.as_bytes());
    let text = text.strip_prefix(b"+").unwrap_or(text);
    let digits = text.iter().position(|byte| !byte.is_ascii_digit());
    let digits = text.get(..digits.unwrap_or(text.len()))?;
    let number = crate::json::parse_double(digits);
    (!digits.is_empty() && number > 0.0 && number.is_finite()).then_some(number)
}

/// Trims a prompt to a budget (L-120 … L-126).
#[must_use]
#[inline(never)]
pub fn apply_budget(
    sections: &Sections<'_>,
    budget: Option<f64>,
    options: &Options<'_>,
) -> Budgeted {
    let budget = budget.filter(|budget| budget.is_finite());
    let mut metadata = Metadata {
        budget,
        effective_budget: None,
        estimated_tokens: 0,
        omitted: Vec::new(),
        project_md_shrunk: false,
        plan_truncation_pct: 0.0,
        hard_failed: false,
        note_injected: false,
    };
    let mut fragments = Fragments::of(sections);
    let Some(limit) = budget.filter(|budget| *budget > 0.0) else {
        let prompt = assemble(&fragments, &mut metadata, options);
        return fitting(prompt, metadata);
    };
    let effective = floor(limit * (1.0 - options.safety_margin / 100.0));
    metadata.effective_budget = Some(effective);
    if count(least(sections)) > effective {
        return failed(metadata);
    }
    let mut room = effective;
    if count(fragments.total()) > effective {
        room -= NOTE_RESERVE;
    }
    let plans_wait = trim(&mut fragments, &mut metadata, room, options);
    let mut prompt = assemble(&fragments, &mut metadata, options);
    if plans_wait && count(metadata.estimated_tokens) > effective {
        // Without the sections that are gone now the plans may have room (B-19).
        shorten_plans(&mut fragments, &mut metadata, room);
        prompt = assemble(&fragments, &mut metadata, options);
    }
    if count(metadata.estimated_tokens) > effective {
        return failed(metadata);
    }
    fitting(prompt, metadata)
}

/// The prompt as it is now, and what there is to say about it.
fn assemble(fragments: &Fragments<'_>, metadata: &mut Metadata, options: &Options<'_>) -> String {
    metadata.note_injected = !metadata.omitted.is_empty()
        || metadata.project_md_shrunk
        || metadata.plan_truncation_pct > 0.0;
    let note = metadata
        .note_injected
        .then(|| note::fill(options.note, metadata));
    let prompt = fragments.join(note.as_deref());
    metadata.estimated_tokens = estimate_tokens(&prompt);
    prompt
}

fn fitting(prompt: String, metadata: Metadata) -> Budgeted {
    Budgeted {
        prompt,
        metadata,
        reason: None,
    }
}

fn failed(metadata: Metadata) -> Budgeted {
    Budgeted {
        prompt: String::new(),
        metadata: Metadata {
            hard_failed: true,
            ..metadata
        },
        reason: Some(TOO_SMALL),
    }
}

/// Tokens of what is never left out (L-121).
#[inline(never)]
fn least(sections: &Sections<'_>) -> usize {
    let mut sum = estimate_tokens(sections.instructions) + estimate_tokens(sections.roadmap);
    for plan in sections.plans {
        sum += tokens(utf16_len(plan.content.as_bytes()).min(PLAN_FLOOR));
    }
    sum
}

/// Shortens and leaves out, each once and in this order, as long as it is too much (L-123). Tells whether plans stayed
/// whole because other sections took all the room.
#[inline(never)]
fn trim(
    fragments: &mut Fragments<'_>,
    metadata: &mut Metadata,
    room: f64,
    options: &Options<'_>,
) -> bool {
    let over = |fragments: &Fragments<'_>| count(fragments.total()) > room;
    if over(fragments) {
        let shorter = head(fragments.project.content(), options.head_lines);
        metadata.project_md_shrunk = fragments.project.shorten(shorter);
    }
    let plans_wait = over(fragments) && !shorten_plans(fragments, metadata, room);
    for which in 0..3 {
        if over(fragments)
            && let Some((name, fragment)) = fragments.droppable(which)
            && fragment.shorten("".into())
        {
            metadata.omitted.push(name);
        }
    }
    plans_wait
}

/// Shortens all plans in proportion to their lengths; tells whether there was room to do so.
fn shorten_plans(fragments: &mut Fragments<'_>, metadata: &mut Metadata, room: f64) -> bool {
    let (mut units, mut cost) = (0, 0);
    for plan in &fragments.plans {
        units += plan.units();
        cost += tokens(plan.units());
    }
    let group = room - count(fragments.total() - cost);
    if group <= 0.0 || group >= count(cost) {
        return group > 0.0;
    }
    let mut kept = 0;
    for plan in &mut fragments.plans {
        let share = count(plan.units()) / count(units) * group * count(UNITS_PER_TOKEN);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // not negative
        let share = (share as usize).max(PLAN_FLOOR);
        let shorter = leading_units(plan.content(), share);
        plan.shorten(shorter);
        kept += plan.units();
    }
    metadata.plan_truncation_pct = count(units - kept) / count(units) * 100.0;
    true
}

/// A number of things as a double.
#[allow(clippy::cast_precision_loss)] // of things in memory
fn count(things: usize) -> f64 {
    things as f64
}

/// The greatest whole number that is not greater.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // what is cut off is looked at
fn floor(number: f64) -> f64 {
    const WHOLE: f64 = 9_007_199_254_740_992.0;
    if !(-WHOLE..WHOLE).contains(&number) {
        // Doubles of that size have no fraction.
        return number;
    }
    let whole = number as i64 as f64;
    if whole > number { whole - 1.0 } else { whole }
}
