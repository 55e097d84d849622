//! The cross-capability rules over a whole set (X-0…X-21).

use alloc::vec::Vec;

use serde::Serialize;

use super::central::Central;
use super::claims::{Claims, elements, point_index};
use super::findings::{CollisionKind, Findings};
use super::index::Index;
use super::text::Text;
use crate::json::Value;
use crate::sort::sort_by;
use crate::vocabulary::feature::POINTS;
use crate::vocabulary::registry::HOOK_GROUPS;

/// Judges a set of individually valid manifests with unique ids. The order of the input does not matter.
#[must_use]
pub fn cross_validate<'d>(
    capabilities: impl IntoIterator<Item = Value<'d>>,
    central: &Central,
) -> Findings<'d> {
    let mut index = Index::default();
    for manifest in capabilities {
        index.insert(Claims::of(manifest, central));
    }
    index.findings()
}

/// A configuration key that a capability is to take over from the host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PendingMigration<'d> {
    /// Who takes it over.
    pub capability: Text<'d>,
    /// The key.
    pub key: Text<'d>,
}

/// What the findings mean for a build.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Classification<'d> {
    /// How many errors, as the peer words them.
    pub hard: usize,
    /// What only warns at build time.
    pub pending_migration: Vec<PendingMigration<'d>>,
}

/// At build, an exact central key is a pending migration; everything else is hard.
#[must_use]
pub fn classify<'d>(findings: &Findings<'d>) -> Classification<'d> {
    let mut hard = findings.other.len();
    let mut pending_migration = Vec::new();
    for collision in &findings.collisions {
        match collision.kind {
            CollisionKind::CentralKey => {
                let owners = collision.claimants.iter().cloned();
                pending_migration.extend(owners.map(|capability| PendingMigration {
                    capability,
                    key: collision.key.clone(),
                }));
            }
            CollisionKind::CentralPattern => hard += collision.claims,
            CollisionKind::LaneFlag | CollisionKind::LaneSection | CollisionKind::LaneSlug => {
                hard += 1;
            }
            CollisionKind::Agent
            | CollisionKind::CommandFamily
            | CollisionKind::ConfigKey
            | CollisionKind::Skill
            | CollisionKind::TrackerPrefix => hard += collision.claims.saturating_sub(1),
        }
    }
    sort_by(&mut pending_migration, |a, b| {
        let by_key = || a.key.compare(&b.key);
        a.capability.compare(&b.capability).then_with(by_key)
    });
    Classification {
        hard,
        pending_migration,
    }
}

/// Why a hook is never called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WiringFault {
    /// Nothing is called at its point.
    Unwired,
    /// The point is wired, for no kind of hook.
    NoKindCovered,
    /// The point is wired for other kinds of hooks.
    KindNotCovered,
}

/// A hook that is never called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct UnwiredHook {
    /// The list it stands in.
    pub group: &'static str,
    /// Its place there.
    pub index: usize,
    /// Why.
    pub code: WiringFault,
}

/// Hooks of a manifest for which the host has no call site. `wired_kinds` maps points to kinds of hooks.
#[must_use]
pub fn hooks_wired(manifest: Value<'_>, wired_kinds: Option<Value<'_>>) -> Vec<UnwiredHook> {
    let mut found = Vec::new();
    let mut check = |group, kind, index, hook: Value<'_>| {
        let point = point_index(hook).and_then(|at| POINTS.get(at).copied())?;
        let kinds = wired_kinds.and_then(|points| points.get(point));
        let code = match kinds {
            None => WiringFault::Unwired,
            Some(kinds) if kinds.items().next().is_none() => WiringFault::NoKindCovered,
            Some(kinds) if !kinds.items().any(|it| it.text().is(kind)) => {
                WiringFault::KindNotCovered
            }
            Some(_) => return None,
        };
        found.push(UnwiredHook { group, index, code });
        Some(())
    };
    for (group, kind) in HOOK_GROUPS {
        for (index, hook) in elements(manifest.get(group)).into_iter().enumerate() {
            check(*group, kind, index, hook);
        }
    }
    found
}
