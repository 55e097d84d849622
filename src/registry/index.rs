//! All claims of a set of capabilities, so that one more can be judged in time proportional to itself (X-0…X-14).
//!
//! The index answers two questions: what is wrong with the set ([`Index::findings`]), and what would be wrong because
//! of one more ([`Index::probe`]): the findings about the larger set that name the newcomer.

use alloc::vec::Vec;

use super::artifacts::{Artifacts, Unmet, produced};
use super::claims::Claims;
use super::cycles::cycles;
use super::findings::{Collision, CollisionKind, CrossCode, Findings, Other, sorted};
use super::names::{Map, Names};
use super::text::Text;
use crate::sort::sort_by;
use crate::vocabulary::feature::POINTS;

/// The index.
#[derive(Debug, Default)]
pub(super) struct Index<'d> {
    members: Vec<Claims<'d>>,
    by_id: Map<'d, u32>,
    /// Who claims what; almost always one.
    held: [Map<'d, Vec<u32>>; CollisionKind::COUNT],
    artifacts: Artifacts<'d>,
    /// Who requires what is not there.
    dangling: Map<'d, Vec<u32>>,
}

/// What would be wrong because of a newcomer.
#[derive(Debug, Default)]
pub(super) struct Probe<'d> {
    pub(super) findings: Findings<'d>,
    /// What it consumes in vain; in the findings, too.
    pub(super) unmet: Vec<Unmet<'d>>,
}

impl<'d> Index<'d> {
    /// Adds a capability.
    pub(super) fn insert(&mut self, claims: Claims<'d>) {
        let Ok(ordinal) = u32::try_from(self.members.len()) else {
            return;
        };
        if !self.by_id.names.has(claims.id.bytes()) {
            self.by_id.insert(claims.id.clone(), ordinal);
        }
        self.dangling.take(claims.id.bytes());
        for target in &claims.requires {
            if !self.by_id.names.has(target.bytes()) {
                self.dangling.change(target.clone(), |it| it.push(ordinal));
            }
        }
        for (kind, key) in &claims.held {
            if let Some(table) = self.held.get_mut(*kind as usize) {
                table.change(key.clone(), |it| {
                    if it.is_empty() {
                        it.reserve_exact(1);
                    }
                    it.push(ordinal);
                });
            }
        }
        self.artifacts.insert(ordinal, &claims);
        self.members.push(claims);
    }

    /// The place of a capability in the order of insertion.
    pub(super) fn ordinal(&self, id: &Text<'_>) -> Option<u32> {
        self.by_id.get(id.bytes()).copied()
    }

    /// The first claimant of something, by its place in the order of insertion.
    pub(super) fn owner(&self, kind: CollisionKind, key: &Text<'_>) -> Option<u32> {
        self.claimants(kind, key).first().copied()
    }

    fn claimants(&self, kind: CollisionKind, key: &Text<'_>) -> &[u32] {
        let table = self.held.get(kind as usize);
        table
            .and_then(|it| it.get(key.bytes()))
            .map_or(&[], Vec::as_slice)
    }

    fn ids(&self, ordinals: &[u32]) -> Vec<Text<'d>> {
        let mut ids = Vec::with_capacity(ordinals.len() + 1);
        for ordinal in ordinals {
            ids.extend(self.id(*ordinal).cloned());
        }
        ids
    }

    /// The id at a place in the order of insertion.
    pub(super) fn id(&self, ordinal: u32) -> Option<&Text<'d>> {
        self.member(ordinal).map(|claims| &claims.id)
    }

    /// The first configuration key that lies below a key, with its owner: `a.b` for `a`.
    pub(super) fn key_below(&self, key: &Text<'_>) -> Option<(&Text<'d>, u32)> {
        let mut prefix = key.bytes().to_vec();
        prefix.push(b'.');
        let table = self.held.get(CollisionKind::ConfigKey as usize)?;
        let (found, number) = table.names.beginning(&prefix)?;
        Some((found, *table.at(number)?.first()?))
    }

    fn member(&self, ordinal: u32) -> Option<&Claims<'d>> {
        self.members.get(ordinal as usize)
    }

    fn named(&self, id: &Text<'_>) -> Option<&Claims<'d>> {
        self.member(self.ordinal(id)?)
    }

    /// The findings that name a capability, if it came to the set.
    pub(super) fn probe(&self, claims: &Claims<'d>) -> Probe<'d> {
        let mut findings = Findings {
            collisions: self.collisions_with(claims),
            other: claims.own.clone(),
        };
        findings.collisions.extend(
            claims
                .central
                .iter()
                .map(|(kind, key)| collision(*kind, key, Vec::from([claims.id.clone()]), 1)),
        );
        let mut own = Artifacts::default();
        if !claims.flows.is_empty() {
            own.insert(0, claims);
        }
        let unmet = self.artifacts.unmet(claims, &own);
        let consumes = unmet.iter().map(|unmet| unmet.finding(&claims.id));
        findings.other.extend(consumes);
        for (point, artifact) in self.artifacts.duplicates(claims) {
            let mut members = self.ids(&self.artifacts.owners(artifact, point));
            members.push(claims.id.clone());
            findings
                .other
                .push(duplicate_producer(artifact, point, members));
        }
        self.requires(claims, Some(claims), &mut findings.other);
        self.awaited(claims, &mut findings.other);
        if !self.awaiting(claims).is_empty() {
            findings.other.extend(self.cycle_through(claims));
        } else if claims.requires.binary_search(&claims.id).is_ok() {
            // Nobody else leads back to it.
            let members = Vec::from([claims.id.clone()]);
            findings
                .other
                .push(Other::among(CrossCode::RequiresCycle, members));
        }
        Probe {
            findings: findings.settle(),
            unmet,
        }
    }

    fn collisions_with(&self, claims: &Claims<'d>) -> Vec<Collision<'d>> {
        let mut found = Vec::new();
        for same in claims.held.chunk_by(|a, b| a == b) {
            let Some((kind, key)) = same.first() else {
                continue;
            };
            let others = self.claimants(*kind, key);
            if others.is_empty() && same.len() == 1 {
                continue;
            }
            let mut claimants = self.ids(others);
            let count = claimants.len() + same.len();
            claimants.push(claims.id.clone());
            found.push(collision(*kind, key, claimants, count));
        }
        found
    }

    /// Required capabilities and named runtimes (X-6…X-8). `newcomer` counts as being there.
    fn requires(
        &self,
        claims: &Claims<'d>,
        newcomer: Option<&Claims<'d>>,
        found: &mut Vec<Other<'d>>,
    ) {
        let named = |id: &Text<'d>| {
            newcomer
                .filter(|newcomer| newcomer.id == *id)
                .or_else(|| self.named(id))
        };
        for target in &claims.requires {
            match named(target) {
                None => found.push(Other::of(CrossCode::RequiresMissing, &claims.id, target)),
                Some(other) if ranks_above(other, claims) => {
                    found.push(Other::of(CrossCode::TierMonotone, &claims.id, target));
                }
                Some(_) => {}
            }
        }
        for (field, name) in &claims.runtimes {
            if !named(name).is_some_and(|other| other.is_runtime) {
                found.push(Other {
                    field: Some(field),
                    ..Other::of(CrossCode::RuntimeUnknown, &claims.id, name)
                });
            }
        }
    }

    /// Who requires what a newcomer brings.
    fn awaiting(&self, claims: &Claims<'d>) -> &[u32] {
        let requirers = self.dangling.get(claims.id.bytes());
        requirers.map_or(&[], Vec::as_slice)
    }

    /// Members of the set that require the newcomer and must not (X-7).
    fn awaited(&self, claims: &Claims<'d>, found: &mut Vec<Other<'d>>) {
        for requirer in self.awaiting(claims) {
            if let Some(requirer) = self.member(*requirer)
                && ranks_above(claims, requirer)
            {
                found.push(Other::of(CrossCode::TierMonotone, &requirer.id, &claims.id));
            }
        }
    }

    /// The cycle that a newcomer closes. Only a set in which somebody waits for it can reach it from within.
    fn cycle_through(&self, claims: &Claims<'d>) -> Option<Other<'d>> {
        let mut ids: Vec<&Text<'d>> = Vec::from([&claims.id]);
        let mut places = Names::default();
        places.add(claims.id.clone());
        let mut edges: Vec<Vec<usize>> = Vec::new();
        let mut at = 0;
        while let Some(id) = ids.get(at).copied() {
            let requires = if at == 0 {
                Some(&claims.requires)
            } else {
                self.named(id).map(|member| &member.requires)
            };
            let mut next = Vec::new();
            for target in requires.into_iter().flatten() {
                if self.ordinal(target).is_some() && places.add(target.clone()) {
                    ids.push(target);
                }
                next.extend(places.find(target.bytes()));
            }
            edges.push(next);
            at += 1;
        }
        let through = cycles(&edges).into_iter().find(|it| it.contains(&0))?;
        let members = through.into_iter().filter_map(|node| ids.get(node));
        let members = members.map(|id| (*id).clone()).collect();
        Some(Other::among(CrossCode::RequiresCycle, members))
    }

    /// Everything that is wrong with the set.
    pub(super) fn findings(&self) -> Findings<'d> {
        let mut findings = Findings::default();
        for (kind, table) in CollisionKind::ALL.iter().zip(&self.held) {
            for (key, number) in table.names.all() {
                let claimants = table.at(number).map_or(&[][..], Vec::as_slice);
                if claimants.len() < 2 {
                    continue;
                }
                let ids = self.ids(claimants);
                let count = ids.len();
                findings.collisions.push(collision(*kind, key, ids, count));
            }
        }
        for claims in &self.members {
            findings.other.extend(claims.own.iter().cloned());
            let consumes = self.artifacts.unmet(claims, &Artifacts::default());
            let consumes = consumes.iter().map(|unmet| unmet.finding(&claims.id));
            findings.other.extend(consumes);
            self.requires(claims, None, &mut findings.other);
        }
        findings.collisions.extend(self.central());
        for (artifact, point) in self.artifacts.all_duplicates() {
            let members = self.ids(&self.artifacts.owners(artifact, point));
            findings
                .other
                .push(duplicate_producer(artifact, point, members));
        }
        findings.other.extend(self.cycles());
        findings.settle()
    }

    fn central(&self) -> Vec<Collision<'d>> {
        let mut all = Vec::new();
        for claims in &self.members {
            for claim in &claims.central {
                all.push((claim, &claims.id));
            }
        }
        sort_by(&mut all, |(a, _), (b, _)| a.cmp(b));
        let mut found = Vec::new();
        for same in all.chunk_by(|(a, _), (b, _)| a == b) {
            if let Some(((kind, key), _)) = same.first() {
                let owners = same.iter().map(|(_, id)| (*id).clone()).collect();
                found.push(collision(*kind, key, owners, same.len()));
            }
        }
        found
    }

    fn cycles(&self) -> Vec<Other<'d>> {
        let edges: Vec<Vec<usize>> = self
            .members
            .iter()
            .map(|claims| {
                let targets = claims.requires.iter();
                targets
                    .filter_map(|target| Some(self.ordinal(target)? as usize))
                    .collect()
            })
            .collect();
        let found = cycles(&edges).into_iter();
        found
            .map(|component| {
                let members = component
                    .into_iter()
                    .filter_map(|node| self.members.get(node));
                let members = members.map(|claims| claims.id.clone()).collect();
                Other::among(CrossCode::RequiresCycle, members)
            })
            .collect()
    }

    /// What a newcomer produces that was not there yet: points and artifacts.
    pub(super) fn news(&self, claims: &Claims<'d>) -> Vec<(usize, Text<'d>)> {
        let mut news = Vec::new();
        for (point, artifact) in produced(claims) {
            if !self.artifacts.has(artifact, point) {
                news.push((point, artifact.clone()));
            }
        }
        sort_by(&mut news, Ord::cmp);
        news.dedup();
        news
    }
}

/// Whether a capability is of a higher tier than another (X-7).
fn ranks_above(one: &Claims<'_>, other: &Claims<'_>) -> bool {
    matches!((one.tier, other.tier), (Some(one), Some(other)) if one > other)
}

fn collision<'d>(
    kind: CollisionKind,
    key: &Text<'d>,
    claimants: Vec<Text<'d>>,
    claims: usize,
) -> Collision<'d> {
    Collision {
        kind,
        key: key.clone(),
        claimants: sorted(claimants),
        claims,
    }
}

fn duplicate_producer<'d>(artifact: &Text<'d>, point: usize, members: Vec<Text<'d>>) -> Other<'d> {
    Other {
        target: Some(artifact.clone()),
        point: POINTS.get(point).copied(),
        ..Other::among(CrossCode::DuplicateProducer, members)
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)] // tests
mod tests {
    use super::*;
    use crate::json::{Document, Limits, Value};
    use crate::registry::Central;
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    fn list(names: &[u8]) -> String {
        let names: Vec<String> = names.iter().map(|name| format!("\"n{name}\"")).collect();
        format!("[{}]", names.join(","))
    }

    fn step() -> impl Strategy<Value = String> {
        let names = || prop::collection::vec(0..4_u8, 0..3);
        let point = prop::sample::select(POINTS);
        (point, names(), names()).prop_map(|(point, produces, consumes)| {
            let (produces, consumes) = (list(&produces), list(&consumes));
            format!(r#"{{"point":"{point}","produces":{produces},"consumes":{consumes}}}"#)
        })
    }

    /// Manifests that meet each other often; all ids are different.
    pub(super) fn manifests() -> impl Strategy<Value = Vec<String>> {
        let one = (
            prop::collection::vec(0..4_u8, 0..3),
            prop::collection::vec(0..7_u8, 0..3),
            0..3_usize,
            0..3_usize,
            prop::collection::vec(step(), 0..3),
            0..6_u8,
        );
        prop::collection::vec(one, 1..7).prop_map(|all| {
            let with_place = all.into_iter().enumerate();
            with_place
                .map(|(id, (names, requires, role, tier, steps, key))| {
                    let role = ["feature", "runtime", "reviewer"].get(role).copied();
                    let tier = ["core", "standard", "full"].get(tier).copied();
                    format!(
                        r#"{{"id":"n{id}","role":"{}","tier":"{}","requires":{},"skills":{},"steps":[{}],"runtimeCompat":{{"supported":{}}},"config":{{"k{key}":{{}}}},"reviewer":{{"slug":"n{key}","flags":{}}}}}"#,
                        role.unwrap_or_default(),
                        tier.unwrap_or_default(),
                        list(&requires),
                        list(&names),
                        steps.join(","),
                        list(&requires),
                        list(&names),
                    )
                })
                .collect()
        })
    }

    fn names_it(other: &Other<'_>, id: &Text<'_>) -> bool {
        let target =
            matches!(other.code, CrossCode::TierMonotone) && other.target.as_ref() == Some(id);
        other.capability.as_ref() == Some(id) || other.members.contains(id) || target
    }

    proptest! {
        #[test]
        fn a_probe_finds_what_the_whole_set_says_of_the_newcomer(texts in manifests()) {
            let documents: Vec<Document<'_>> = texts
                .iter()
                .map(|text| Document::parse(text, Limits::MANIFEST).expect("JSON"))
                .collect();
            let keys = [crate::json::Str::of("k0")];
            let patterns = [crate::json::Str::of("[15]$")];
            let central = Central::new(keys, patterns);
            let claims: Vec<Claims<'_>> = documents
                .iter()
                .map(|document| -> Value<'_> { document.root() })
                .map(|manifest| Claims::of(manifest, &central))
                .collect();
            let (newcomer, others) = claims.split_last().expect("one at least");
            let mut index = Index::default();
            for other in others {
                index.insert(other.clone());
            }
            let probe = index.probe(newcomer);
            index.insert(newcomer.clone());
            let mut whole = index.findings();
            whole.collisions.retain(|it| it.claimants.contains(&newcomer.id));
            whole.other.retain(|it| names_it(it, &newcomer.id));
            // The host is no capability: of a central key each owner has a collision of its own.
            let mut found = probe.findings;
            for collision in found.collisions.iter_mut().chain(&mut whole.collisions) {
                if collision.kind.is_central() {
                    collision.claimants = Vec::from([newcomer.id.clone()]);
                    collision.claims = 1;
                }
            }
            prop_assert_eq!(found, whole);
        }
    }
}
