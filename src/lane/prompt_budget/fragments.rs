//! The parts of a prompt with their headings, as they stand in it (L-122, L-125).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Sections, tokens};
use crate::json::utf16_len;

/// What stands between two parts.
const BETWEEN: &str = "\n\n";

/// A heading and a text.
#[derive(Debug)]
pub(super) struct Fragment<'t> {
    heading: Cow<'t, str>,
    content: Cow<'t, str>,
    /// Units of the content.
    units: usize,
    /// It is there even if it is empty.
    required: bool,
}

impl<'t> Fragment<'t> {
    #[inline(never)]
    fn new(heading: impl Into<Cow<'t, str>>, content: &'t str, required: bool) -> Self {
        Self {
            heading: heading.into(),
            content: Cow::Borrowed(content),
            units: utf16_len(content.as_bytes()),
            required,
        }
    }

    pub(super) fn content(&self) -> Cow<'t, str> {
        self.content.clone()
    }

    pub(super) fn units(&self) -> usize {
        self.units
    }

    /// Puts a shorter text in its place; tells whether it is another one.
    #[inline(never)]
    pub(super) fn shorten(&mut self, content: Cow<'t, str>) -> bool {
        let changed = content != self.content;
        self.units = utf16_len(content.as_bytes());
        self.content = content;
        changed
    }

    fn is_there(&self) -> bool {
        self.required || self.units > 0
    }

    /// Tokens of heading and text (L-122).
    fn cost(&self) -> usize {
        if self.is_there() {
            tokens(utf16_len(self.heading.as_bytes())) + tokens(self.units)
        } else {
            0
        }
    }

    fn push(&self, out: &mut String, first: &mut bool) {
        if self.is_there() {
            if !*first {
                out.push_str(BETWEEN);
            }
            *first = false;
            out.push_str(&self.heading);
            out.push_str(&self.content);
        }
    }
}

/// All of them.
#[derive(Debug)]
pub(super) struct Fragments<'t> {
    instructions: Fragment<'t>,
    roadmap: Fragment<'t>,
    pub(super) project: Fragment<'t>,
    plans_heading: &'static str,
    pub(super) plans: Vec<Fragment<'t>>,
    /// Context, research and requirements.
    rest: [Fragment<'t>; 3],
}

impl<'t> Fragments<'t> {
    #[inline(never)]
    pub(super) fn of(sections: &Sections<'t>) -> Self {
        let mut plans = Vec::with_capacity(sections.plans.len());
        for plan in sections.plans {
            let mut heading = String::from("### ");
            heading.push_str(plan.file);
            heading.push_str(BETWEEN);
            plans.push(Fragment::new(heading, plan.content, true));
        }
        Self {
            instructions: Fragment::new("", sections.instructions, true),
            roadmap: Fragment::new("## Roadmap\n\n", sections.roadmap, true),
            project: Fragment::new("## Project\n\n", sections.project, false),
            plans_heading: "## Plans\n\n",
            plans,
            rest: [
                Fragment::new("## Context\n\n", sections.context, false),
                Fragment::new("## Research\n\n", sections.research, false),
                Fragment::new("## Requirements\n\n", sections.requirements, false),
            ],
        }
    }

    /// What may be left out, in the order in which it is; its name, and itself.
    pub(super) fn droppable(&mut self, which: usize) -> Option<(&'static str, &mut Fragment<'t>)> {
        const NAMES: [&str; 3] = ["context", "research", "requirements"];
        Some((*NAMES.get(which)?, self.rest.get_mut(which)?))
    }

    /// Tokens of all of it.
    #[inline(never)]
    pub(super) fn total(&self) -> usize {
        let mut total = tokens(self.plans_heading.len());
        for fragment in [&self.instructions, &self.roadmap, &self.project] {
            total += fragment.cost();
        }
        for fragment in self.plans.iter().chain(&self.rest) {
            total += fragment.cost();
        }
        total
    }

    /// The prompt, with the note behind the instructions.
    #[inline(never)]
    pub(super) fn join(&self, note: Option<&str>) -> String {
        let mut length = note.map_or(0, str::len) + 64;
        let most = [&self.instructions, &self.roadmap, &self.project];
        for fragment in most.into_iter().chain(&self.plans).chain(&self.rest) {
            length += fragment.heading.len() + fragment.content.len() + BETWEEN.len();
        }
        let mut out = String::with_capacity(length);
        let mut first = true;
        self.instructions.push(&mut out, &mut first);
        if let Some(note) = note.filter(|note| !note.is_empty()) {
            out.push_str(BETWEEN);
            out.push_str(note);
        }
        self.roadmap.push(&mut out, &mut first);
        self.project.push(&mut out, &mut first);
        out.push_str(BETWEEN);
        out.push_str(self.plans_heading);
        let mut first_plan = true;
        for plan in &self.plans {
            plan.push(&mut out, &mut first_plan);
        }
        for fragment in &self.rest {
            fragment.push(&mut out, &mut first);
        }
        out
    }
}

/// The lines before the `lines`-th line feed; all of it if there are fewer (L-123 a).
pub(super) fn head(text: Cow<'_, str>, lines: f64) -> Cow<'_, str> {
    // What is less than one line is none; a limit that is no number keeps nothing either.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // saturates
    let Some(before) = (lines as usize).checked_sub(1) else {
        return Cow::Borrowed("");
    };
    match text.match_indices('\n').nth(before) {
        Some((end, _)) => cut(text, end, false),
        None => text,
    }
}

/// The first `units` units; half of a surrogate pair becomes U+FFFD (L-124).
pub(super) fn leading_units(text: Cow<'_, str>, units: usize) -> Cow<'_, str> {
    if text.len() <= units {
        return text;
    }
    let mut left = units;
    for (at, character) in text.char_indices() {
        let Some(rest) = left.checked_sub(character.len_utf16()) else {
            return cut(text, at, left > 0);
        };
        left = rest;
    }
    text
}

fn cut(text: Cow<'_, str>, end: usize, split: bool) -> Cow<'_, str> {
    let kept = match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.get(..end).unwrap_or(text)),
        Cow::Owned(mut text) => {
            text.truncate(end);
            Cow::Owned(text)
        }
    };
    if !split {
        return kept;
    }
    let mut kept = kept.into_owned();
    kept.push(char::REPLACEMENT_CHARACTER);
    Cow::Owned(kept)
}
