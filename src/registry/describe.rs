//! Findings in words; safe to print.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::artifacts::offered_by_host;
use super::build::BuildError;
use super::claims::phase_of;
use super::findings::{Collision, CollisionKind, CrossCode, Other};
use super::text::Text;
use crate::vocabulary::feature::POINTS;

/// Names in a sentence: all of them up to eight.
#[inline(never)]
fn names(all: &[Text<'_>]) -> String {
    const SHOWN: usize = 8;
    let mut quoted: Vec<String> = all.iter().take(SHOWN).map(Text::quoted).collect();
    if all.len() > SHOWN {
        quoted.push(format!("{} more", all.len() - SHOWN));
    }
    match quoted.pop() {
        Some(last) if !quoted.is_empty() => format!("{} and {last}", quoted.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// A collision.
pub(super) fn collision(collision: &Collision<'_>) -> String {
    let thing = format!("{} {}", collision.kind.words(), collision.key.quoted());
    let claimants = names(&collision.claimants);
    match collision.kind {
        CollisionKind::CentralKey => {
            format!("{thing} belongs to the host, and {claimants} must not declare it")
        }
        CollisionKind::CentralPattern => {
            format!(
                "{thing} lies where only the host has keys, and {claimants} must not declare it"
            )
        }
        _ if collision.claimants.len() == 1 => format!("{thing} is claimed twice by {claimants}"),
        _ => format!("{thing} is claimed by {claimants}"),
    }
}

/// Any other finding.
pub(super) fn other(other: &Other<'_>) -> String {
    let quoted = |text: &Option<Text<'_>>| text.as_ref().map(Text::quoted).unwrap_or_default();
    let (id, target) = (quoted(&other.capability), quoted(&other.target));
    let point = other.point.unwrap_or_default();
    match other.code {
        CrossCode::ConsumesNeverProduced => {
            let offered = other.target.as_ref().and_then(offered_by_host);
            let why = match offered.and_then(|from| POINTS.get(from)) {
                Some(from) => format!("the host has only from `{from}` on"),
                None => "nothing produces".to_string(),
            };
            format!("a step of {id} at `{point}` consumes {target}, which {why}")
        }
        CrossCode::ConsumesOwnOutput => {
            format!("a step of {id} at `{point}` consumes {target}, which only it produces itself")
        }
        CrossCode::ConsumesTooEarly => {
            format!("a step of {id} at `{point}` consumes {target}, which is produced later")
        }
        CrossCode::ContributionInto => {
            let roles = phase_of(point).map_or(&[][..], |phase| phase.roles);
            format!(
                "{id} contributes into the role {target}, which `{point}` does not have; it has `{}`",
                roles.join("`, `")
            )
        }
        CrossCode::ContributionWhen => {
            format!("a contribution of {id} hangs on {target}, which is no key of its `config`")
        }
        CrossCode::GateWhen => {
            format!("a gate of {id} hangs on {target}, which is no key of its `config`")
        }
        CrossCode::StepWhen => {
            format!("a step of {id} hangs on {target}, which is no key of its `config`")
        }
        CrossCode::DuplicateProducer => {
            format!(
                "two steps at `{point}` produce {target}: of {}",
                names(&other.members)
            )
        }
        CrossCode::PointFromMissing => {
            format!(
                "a step of {id} takes its point from {target}, which is no slice of its `config`"
            )
        }
        CrossCode::PointFromNotEnum => {
            format!("a step of {id} takes its point from {target}, which is no `enum`")
        }
        CrossCode::PointFromUnreachable => {
            format!("a step of {id} stands at `{point}`, but {target} has no such value")
        }
        CrossCode::RequiresCycle => match &*other.members {
            [only] => format!("{} requires itself", only.quoted()),
            all => format!("{} require each other in a circle", names(all)),
        },
        CrossCode::RequiresMissing => format!("{id} requires {target}, which is not there"),
        CrossCode::RuntimeUnknown => {
            let field = other.field.unwrap_or_default();
            format!("{id} names {target} in `runtimeCompat.{field}`, which is no runtime here")
        }
        CrossCode::TierMonotone => {
            format!("{id} requires {target}, which belongs to a higher tier")
        }
    }
}

/// What to do about a finding.
pub(super) fn help(code: CrossCode) -> String {
    let words = match code {
        CrossCode::ConsumesNeverProduced | CrossCode::ConsumesOwnOutput => {
            "produce it in another step, or do not consume it"
        }
        CrossCode::ConsumesTooEarly => "move the step behind the one that produces it",
        CrossCode::ContributionInto => "choose a role of the point",
        CrossCode::ContributionWhen | CrossCode::GateWhen | CrossCode::StepWhen => {
            "declare the key under `config`, or leave `when` out"
        }
        CrossCode::DuplicateProducer => "let one of them produce something else",
        CrossCode::PointFromMissing | CrossCode::PointFromNotEnum => {
            "name a slice of type `enum` under `config`"
        }
        CrossCode::PointFromUnreachable => {
            return format!(
                "add the step's point to the values; points are `{}`",
                POINTS.join("`, `")
            );
        }
        CrossCode::RequiresCycle => "remove one of the requirements",
        CrossCode::RequiresMissing => "install it too, or do not require it",
        CrossCode::RuntimeUnknown => "name a runtime, or `*` for all",
        CrossCode::TierMonotone => "raise the capability's own tier",
    };
    words.to_string()
}

/// Why there is no registry.
pub(super) fn build_error(error: &BuildError<'_>) -> String {
    match error {
        BuildError::OrderingCycle {
            point,
            group,
            members,
        } => format!(
            "{group} at `{point}` wait for each other: of {}",
            names(members)
        ),
        BuildError::FormatParity {
            capability,
            expected,
        } => format!(
            "the install surface of {} needs `configFormat` `{expected}`",
            capability.quoted()
        ),
        BuildError::ConfigSlice {
            capability,
            key,
            faults,
        } => format!(
            "the slice {} of {} cannot be merged: check `{}`",
            key.quoted(),
            capability.quoted(),
            faults.join("`, `")
        ),
        BuildError::ClusterGate { capability } => format!(
            "{} must own exactly the skills of the cluster of that name",
            capability.quoted()
        ),
    }
}
