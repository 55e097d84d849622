//! What the cross-capability rules find.

use alloc::vec::Vec;
use core::cmp::Ordering;

use serde::{Serialize, Serializer};

use super::text::Text;
use crate::sort::sort_by;
use crate::vocabulary::codes::Code;

/// What can belong to one capability only (X-1…X-5). Declared in the order of the strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CollisionKind {
    /// The name of an agent.
    Agent,
    /// A configuration key of the host.
    CentralKey,
    /// A configuration key that a pattern reserves for the host.
    CentralPattern,
    /// A command family.
    CommandFamily,
    /// A configuration key.
    ConfigKey,
    /// A flag of a lane.
    LaneFlag,
    /// The section of a lane's review.
    LaneSection,
    /// The slug of a lane.
    LaneSlug,
    /// The name of a skill.
    Skill,
    /// The prefix of a task tracker.
    TrackerPrefix,
}

impl CollisionKind {
    /// How many there are.
    pub(super) const COUNT: usize = Self::ALL.len();

    /// All of them, in order.
    pub const ALL: [Self; 10] = [
        Self::Agent,
        Self::CentralKey,
        Self::CentralPattern,
        Self::CommandFamily,
        Self::ConfigKey,
        Self::LaneFlag,
        Self::LaneSection,
        Self::LaneSlug,
        Self::Skill,
        Self::TrackerPrefix,
    ];

    /// The stable string.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::CentralKey => "central-key",
            Self::CentralPattern => "central-pattern",
            Self::CommandFamily => "command-family",
            Self::ConfigKey => "config-key",
            Self::LaneFlag => "lane-flag",
            Self::LaneSection => "lane-section",
            Self::LaneSlug => "lane-slug",
            Self::Skill => "skill",
            Self::TrackerPrefix => "tracker-prefix",
        }
    }

    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Agent => "the agent",
            Self::CommandFamily => "the command family",
            Self::CentralKey | Self::CentralPattern | Self::ConfigKey => "the configuration key",
            Self::LaneFlag => "the lane flag",
            Self::LaneSection => "the review section",
            Self::LaneSlug => "the lane slug",
            Self::Skill => "the skill",
            Self::TrackerPrefix => "the tracker prefix",
        }
    }

    /// The code of a diagnostic about it.
    #[must_use]
    pub const fn code(self) -> Code {
        match self {
            Self::Agent => Code::AgentTaken,
            Self::CentralKey => Code::CentralKey,
            Self::CentralPattern => Code::CentralPattern,
            Self::CommandFamily => Code::CommandFamilyTaken,
            Self::ConfigKey => Code::ConfigKeyTaken,
            Self::LaneFlag => Code::LaneFlagTaken,
            Self::LaneSection => Code::LaneSectionTaken,
            Self::LaneSlug => Code::LaneSlugTaken,
            Self::Skill => Code::SkillTaken,
            Self::TrackerPrefix => Code::TrackerPrefixTaken,
        }
    }

    /// The numbered rule.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Agent | Self::CommandFamily | Self::Skill => "X-1",
            Self::ConfigKey => "X-2",
            Self::CentralKey | Self::CentralPattern => "X-3",
            Self::LaneFlag | Self::LaneSection | Self::LaneSlug => "X-4",
            Self::TrackerPrefix => "X-5",
        }
    }

    /// Whether the host is the other claimant.
    #[must_use]
    pub const fn is_central(self) -> bool {
        matches!(self, Self::CentralKey | Self::CentralPattern)
    }
}

impl Serialize for CollisionKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Something that more than one claims.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Collision<'d> {
    /// What kind of thing.
    pub kind: CollisionKind,
    /// Its name.
    pub key: Text<'d>,
    /// Who claims it, unique and sorted.
    pub claimants: Vec<Text<'d>>,
    /// How many claims there are, repeats included.
    #[serde(skip)]
    pub(super) claims: usize,
}

/// The other kinds of findings (X-6…X-14). Declared in the order of the strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CrossCode {
    /// Nothing ever produces what a step consumes.
    ConsumesNeverProduced,
    /// Only the step itself produces what it consumes.
    ConsumesOwnOutput,
    /// What a step consumes is produced later.
    ConsumesTooEarly,
    /// The point has no such role.
    ContributionInto,
    /// `when` names a key the capability does not have.
    ContributionWhen,
    /// Two steps produce the same at the same point.
    DuplicateProducer,
    /// `when` names a key the capability does not have.
    GateWhen,
    /// `pointFrom` names no slice of the capability.
    PointFromMissing,
    /// `pointFrom` names a slice that is no enum.
    PointFromNotEnum,
    /// The values of `pointFrom` lack the step's own point.
    PointFromUnreachable,
    /// Capabilities require each other in a circle.
    RequiresCycle,
    /// A required capability is not there.
    RequiresMissing,
    /// A named runtime is not there.
    RuntimeUnknown,
    /// `when` names a key the capability does not have.
    StepWhen,
    /// A capability requires one of a higher tier.
    TierMonotone,
}

impl CrossCode {
    /// The code of a diagnostic about it.
    #[must_use]
    pub const fn code(self) -> Code {
        match self {
            Self::ConsumesNeverProduced => Code::ConsumesNeverProduced,
            Self::ConsumesOwnOutput => Code::ConsumesOwnOutput,
            Self::ConsumesTooEarly => Code::ConsumesTooEarly,
            Self::ContributionInto => Code::ContributionInto,
            Self::ContributionWhen => Code::ContributionWhen,
            Self::DuplicateProducer => Code::DuplicateProducer,
            Self::GateWhen => Code::GateWhen,
            Self::PointFromMissing => Code::PointFromMissing,
            Self::PointFromNotEnum => Code::PointFromNotEnum,
            Self::PointFromUnreachable => Code::PointFromUnreachable,
            Self::RequiresCycle => Code::RequiresCycle,
            Self::RequiresMissing => Code::RequiresMissing,
            Self::RuntimeUnknown => Code::RuntimeUnknown,
            Self::StepWhen => Code::StepWhen,
            Self::TierMonotone => Code::TierMonotone,
        }
    }

    /// The stable string.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.code().as_str()
    }

    /// The numbered rule.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::RequiresCycle | Self::RequiresMissing => "X-6",
            Self::TierMonotone => "X-7",
            Self::RuntimeUnknown => "X-8",
            Self::ContributionInto => "X-9",
            Self::ContributionWhen | Self::GateWhen | Self::StepWhen => "X-10",
            Self::PointFromMissing | Self::PointFromNotEnum | Self::PointFromUnreachable => "X-11",
            Self::ConsumesNeverProduced | Self::ConsumesOwnOutput | Self::ConsumesTooEarly => {
                "X-13"
            }
            Self::DuplicateProducer => "X-14",
        }
    }

    /// Whether another capability could still provide what is lacking (VB-5).
    pub(super) const fn may_be_met(self) -> bool {
        matches!(
            self,
            Self::RequiresMissing
                | Self::RuntimeUnknown
                | Self::ConsumesNeverProduced
                | Self::ConsumesOwnOutput
                | Self::ConsumesTooEarly
        )
    }
}

impl Serialize for CrossCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// A finding that is no collision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Other<'d> {
    /// What is wrong.
    pub code: CrossCode,
    /// In which capability.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capability: Option<Text<'d>>,
    /// What it is about: an id, a key, a role, an artifact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Text<'d>>,
    /// At which point of the loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<&'static str>,
    /// In which list of `runtimeCompat`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<&'static str>,
    /// Who takes part, unique and sorted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<Text<'d>>,
}

impl<'d> Other<'d> {
    #[inline(never)]
    pub(super) fn of(code: CrossCode, capability: &Text<'d>, target: &Text<'d>) -> Self {
        Self {
            code,
            capability: Some(capability.clone()),
            target: Some(target.clone()),
            point: None,
            field: None,
            members: Vec::new(),
        }
    }

    #[inline(never)]
    pub(super) fn among(code: CrossCode, members: Vec<Text<'d>>) -> Self {
        Self {
            code,
            capability: None,
            target: None,
            point: None,
            field: None,
            members: sorted(members),
        }
    }

    pub(super) fn at(mut self, point: Option<&'static str>) -> Self {
        self.point = point;
        self
    }

    fn order(&self, other: &Self) -> Ordering {
        let text = |left: &Option<Text<'d>>, right: &Option<Text<'d>>| match (left, right) {
            (Some(left), Some(right)) => left.compare(right),
            (left, right) => left.is_some().cmp(&right.is_some()),
        };
        let joined = |members: &[Text<'d>]| -> Vec<u8> {
            let parts: Vec<&[u8]> = members.iter().map(Text::bytes).collect();
            parts.join(&b',')
        };
        let place = |it: &Self| it.point.or(it.field);
        self.code
            .cmp(&other.code)
            .then_with(|| text(&self.capability, &other.capability))
            .then_with(|| text(&self.target, &other.target))
            .then_with(|| place(self).cmp(&place(other)))
            .then_with(|| {
                crate::json::compare_utf16(&joined(&self.members), &joined(&other.members))
            })
    }
}

/// All findings about a set of capabilities.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Findings<'d> {
    /// By kind, then key.
    pub collisions: Vec<Collision<'d>>,
    /// By code, then capability, target, point or field, members.
    pub other: Vec<Other<'d>>,
}

impl Findings<'_> {
    /// Whether nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.collisions.is_empty() && self.other.is_empty()
    }

    /// Brings the findings into the order of X-0.
    pub(super) fn settle(mut self) -> Self {
        sort_by(&mut self.collisions, |a, b| {
            a.kind.cmp(&b.kind).then_with(|| a.key.compare(&b.key))
        });
        sort_by(&mut self.other, Other::order);
        self.other.dedup();
        self
    }
}

/// Unique, by code unit.
#[inline(never)]
pub(super) fn sorted(mut texts: Vec<Text<'_>>) -> Vec<Text<'_>> {
    sort_by(&mut texts, |a, b| a.compare(b));
    texts.dedup();
    texts
}
