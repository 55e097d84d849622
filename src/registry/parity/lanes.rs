//! Lane parity (P-1 … P-7).

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::markers::bespoke_lanes;
use super::text_of::Subject;
use super::{Findings, is_false};
use crate::json::{Str, Value};
use crate::registry::claims::elements;
use crate::registry::names::Names;
use crate::registry::text::Text;
use crate::vocabulary::grammar::SLUG;

/// What is compared; what is missing or no container is empty.
#[derive(Debug, Clone, Copy, Default)]
pub struct LaneInput<'d> {
    /// The lanes as they are declared.
    pub descriptor: Option<Value<'d>>,
    /// The slugs that a host offers.
    pub roster: Option<Value<'d>>,
    /// The slugs that the registry holds.
    pub registry: Option<Value<'d>>,
    /// The workflow that invokes reviewers.
    pub workflow_text: Option<Value<'d>>,
}

impl<'d> LaneInput<'d> {
    /// Reads `{descriptor, roster, registry, workflowText}`.
    #[must_use]
    pub fn of(input: Value<'d>) -> Self {
        Self {
            descriptor: input.get("descriptor"),
            roster: input.get("roster"),
            registry: input.get("registry"),
            workflow_text: input.get("workflowText"),
        }
    }
}

/// Whether the places agree.
#[derive(Debug, Clone, Serialize)]
pub struct LaneParity<'d> {
    /// Whether they do.
    pub ok: bool,
    /// Where they do not.
    pub violations: Vec<LaneViolation<'d>>,
    /// No lane is declared, so that nothing was compared (VB-10).
    #[serde(skip_serializing_if = "is_false")]
    pub vacuous: bool,
    /// There are more violations than are listed.
    #[serde(skip_serializing_if = "is_false")]
    pub truncated: bool,
}

/// One disagreement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LaneViolation<'d> {
    /// Its kind.
    pub reason: LaneReason,
    /// The entry, slug, flag or section.
    pub subject: Subject<'d>,
}

/// The kinds of disagreement, in the order in which they are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LaneReason {
    /// An entry of the descriptor is no object (P-3).
    MalformedLane,
    /// A slug breaks its grammar (P-3).
    InvalidSlug,
    /// A slug is declared again (P-2).
    DuplicateSlug,
    /// A flag is declared again (P-2).
    DuplicateFlag,
    /// A section is declared again (P-2).
    DuplicateSection,
    /// The roster offers what is not declared (P-4).
    RosterSlugUndeclared,
    /// A declared lane is not offered (P-4).
    DescriptorLaneNotInRoster,
    /// The registry holds what is not declared (P-5).
    RegistryLaneUndeclared,
    /// A declared lane is not in the registry (P-5).
    DescriptorLaneNotInRegistry,
    /// The workflow treats a lane by hand (P-6).
    BespokeLegPresent,
}

impl LaneReason {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::MalformedLane,
        Self::InvalidSlug,
        Self::DuplicateSlug,
        Self::DuplicateFlag,
        Self::DuplicateSection,
        Self::RosterSlugUndeclared,
        Self::DescriptorLaneNotInRoster,
        Self::RegistryLaneUndeclared,
        Self::DescriptorLaneNotInRegistry,
        Self::BespokeLegPresent,
    ];
}

/// Texts by content, in order of appearance.
#[derive(Default)]
struct Unique<'d> {
    seen: Names<'d>,
    list: Vec<Str<'d>>,
}

impl<'d> Unique<'d> {
    /// Whether the text is new.
    #[inline(never)]
    fn add(&mut self, text: Str<'d>) -> bool {
        let new = self.seen.add(Text::of(text));
        if new {
            self.list.push(text);
        }
        new
    }

    #[inline(never)]
    fn of(list: Option<Value<'d>>) -> Self {
        let mut unique = Self::default();
        for text in elements(list).into_iter().filter_map(Value::as_str) {
            unique.add(text);
        }
        unique
    }
}

/// Compares the places that name lanes (P-1).
#[must_use]
pub fn lane_parity<'d>(input: &LaneInput<'d>) -> LaneParity<'d> {
    let mut findings = Findings::new();
    let mut add = |reason, subject| findings.add(LaneViolation { reason, subject });
    let declared = declared(input.descriptor, &mut add);
    let places = [
        (
            input.roster,
            LaneReason::RosterSlugUndeclared,
            LaneReason::DescriptorLaneNotInRoster,
        ),
        (
            input.registry,
            LaneReason::RegistryLaneUndeclared,
            LaneReason::DescriptorLaneNotInRegistry,
        ),
    ];
    for (place, undeclared, absent) in places {
        let place = Unique::of(place);
        for (reason, one, other) in [(undeclared, &place, &declared), (absent, &declared, &place)] {
            for slug in &one.list {
                if !other.seen.has(&slug.wtf8()) {
                    add(reason, Subject::Given(*slug));
                }
            }
        }
    }
    let workflow = input.workflow_text.filter(|text| !text.is_null());
    for lane in workflow.map_or_else(Vec::new, |text| bespoke_lanes(&workflow_text(text))) {
        add(LaneReason::BespokeLegPresent, Subject::Made(lane));
    }
    LaneParity {
        ok: findings.list.is_empty(),
        violations: findings.list,
        vacuous: elements(input.descriptor).is_empty(),
        truncated: findings.truncated,
    }
}

/// The declared slugs; what is wrong among the declarations goes to `add` (P-2, P-3).
fn declared<'d>(
    descriptor: Option<Value<'d>>,
    add: &mut dyn FnMut(LaneReason, Subject<'d>),
) -> Unique<'d> {
    let (mut slugs, mut flags, mut sections) =
        (Unique::default(), Unique::default(), Unique::default());
    for lane in elements(descriptor) {
        if !lane.is_container() {
            add(LaneReason::MalformedLane, Subject::of(Some(lane)));
            continue;
        }
        let slug = lane.get("slug");
        let valid = slug
            .and_then(Value::as_str)
            .filter(|slug| (SLUG.matches)(&slug.wtf8()));
        let Some(valid) = valid else {
            add(LaneReason::InvalidSlug, Subject::of(slug));
            continue;
        };
        if !slugs.add(valid) {
            add(LaneReason::DuplicateSlug, Subject::Given(valid));
        }
        for flag in elements(lane.get("flags"))
            .into_iter()
            .filter_map(Value::as_str)
        {
            if !flags.add(flag) {
                add(LaneReason::DuplicateFlag, Subject::Given(flag));
            }
        }
        if let Some(section) = lane.get("reviewsSection").and_then(Value::as_str)
            && !sections.add(section)
        {
            add(LaneReason::DuplicateSection, Subject::Given(section));
        }
    }
    slugs
}

/// The workflow as text; its line ends do not matter, for nothing that is looked for spans one.
fn workflow_text(value: Value<'_>) -> String {
    match Subject::of(Some(value)) {
        Subject::Given(text) => text.to_lossy(),
        Subject::Made(text) => text,
    }
}
