//! Which steps produce what, and whether what a step consumes is there in time (X-12…X-14).

use alloc::vec::Vec;

use super::claims::{Claims, Flow, phase_of};
use super::findings::{CrossCode, Other};
use super::names::Map;
use super::text::Text;
use crate::sort::sort_by;
use crate::vocabulary::feature::POINTS;
use crate::vocabulary::registry::{LAST_POINT, PHASES};

/// How many steps produce an artifact at each point.
type Counts = [u32; POINTS.len()];

/// The producers of one artifact.
#[derive(Debug, Default)]
struct Producers {
    counts: Counts,
    /// The owner of each producing step, by point.
    owners: Vec<(usize, u32)>,
}

/// The producing steps of a set of capabilities.
#[derive(Debug, Default)]
pub(super) struct Artifacts<'d>(Map<'d, Producers>);

impl<'d> Artifacts<'d> {
    /// Adds the steps of a capability.
    pub(super) fn insert(&mut self, owner: u32, claims: &Claims<'d>) {
        for (point, artifact) in produced(claims) {
            self.0.change(artifact.clone(), |producers| {
                count(&mut producers.counts, point);
                producers.owners.push((point, owner));
            });
        }
    }

    /// Whether an artifact is produced at a point.
    pub(super) fn has(&self, artifact: &Text<'_>, point: usize) -> bool {
        let counts = self
            .0
            .get(artifact.bytes())
            .map(|producers| &producers.counts);
        counts.and_then(|counts| counts.get(point)) > Some(&0)
    }

    /// What a capability's steps produce where others do already, or twice: point and artifact.
    pub(super) fn duplicates<'a>(&self, claims: &'a Claims<'d>) -> Vec<(usize, &'a Text<'d>)> {
        let mut own: Vec<_> = produced(claims).collect();
        sort_by(&mut own, Ord::cmp);
        let mut found: Vec<(usize, &Text<'d>)> = Vec::new();
        let mut last = None;
        for entry in own {
            if self.has(entry.1, entry.0) || last == Some(entry) {
                found.push(entry);
            }
            last = Some(entry);
        }
        found.dedup();
        found
    }

    /// The owners of the steps that produce an artifact at a point.
    pub(super) fn owners(&self, artifact: &Text<'_>, point: usize) -> Vec<u32> {
        let mut found = Vec::new();
        if let Some(producers) = self.0.get(artifact.bytes()) {
            for (at, owner) in &producers.owners {
                if *at == point {
                    found.push(*owner);
                }
            }
        }
        found
    }

    /// Every artifact that two steps produce at one point.
    pub(super) fn all_duplicates(&self) -> Vec<(&Text<'d>, usize)> {
        let mut found = Vec::new();
        for (artifact, number) in self.0.names.all() {
            let counts = self.0.at(number).map(|it| it.counts).unwrap_or_default();
            for (point, count) in counts.iter().enumerate() {
                if *count > 1 {
                    found.push((artifact, point));
                }
            }
        }
        found
    }

    /// What the steps of a capability consume in vain. `extra` are producers that count although they are
    /// not inserted: the capability's own.
    pub(super) fn unmet(&self, claims: &Claims<'d>, extra: &Artifacts<'d>) -> Vec<Unmet<'d>> {
        let mut found = Vec::new();
        for step in claims.flows.iter().filter(|flow| flow.is_step) {
            for artifact in &step.consumes {
                let code = self.judge(step, artifact, extra);
                if let Some(code) = code {
                    found.push(Unmet {
                        code,
                        artifact: artifact.clone(),
                        point: step.point,
                    });
                }
            }
        }
        found
    }

    fn judge(
        &self,
        step: &Flow<'d>,
        artifact: &Text<'d>,
        extra: &Artifacts<'d>,
    ) -> Option<CrossCode> {
        if offered_by_host(artifact).is_some_and(|from| from <= step.point) {
            return None;
        }
        let mut counts = Counts::default();
        for source in [self, extra] {
            if let Some(producers) = source.0.get(artifact.bytes()) {
                for (sum, count) in counts.iter_mut().zip(producers.counts) {
                    *sum += count;
                }
            }
        }
        if counts.iter().all(|count| *count == 0) {
            return Some(CrossCode::ConsumesNeverProduced);
        }
        if step.produces.binary_search(artifact).is_ok()
            && let Some(count) = counts.get_mut(step.point)
        {
            *count = count.saturating_sub(1);
        }
        match counts.iter().position(|count| *count > 0) {
            None => Some(CrossCode::ConsumesOwnOutput),
            Some(earliest) if earliest > step.point => Some(CrossCode::ConsumesTooEarly),
            Some(_) => None,
        }
    }
}

/// Something a step consumes in vain.
#[derive(Debug, Clone)]
pub(super) struct Unmet<'d> {
    code: CrossCode,
    pub(super) artifact: Text<'d>,
    /// Index of the step's point.
    pub(super) point: usize,
}

impl<'d> Unmet<'d> {
    pub(super) fn finding(&self, id: &Text<'d>) -> Other<'d> {
        Other::of(self.code, id, &self.artifact).at(POINTS.get(self.point).copied())
    }
}

/// Where each step produces what; reserved names produce nothing.
pub(super) fn produced<'a, 'd>(
    claims: &'a Claims<'d>,
) -> impl Iterator<Item = (usize, &'a Text<'d>)> {
    let steps = claims.flows.iter().filter(|flow| flow.is_step);
    steps
        .flat_map(|step| step.produces.iter().map(|artifact| (step.point, artifact)))
        .filter(|(_, artifact)| !artifact.is_reserved())
}

fn count(counts: &mut Counts, point: usize) {
    if let Some(count) = counts.get_mut(point) {
        *count = count.saturating_add(1);
    }
}

/// The index of the point from which on the host offers an artifact.
pub(super) fn offered_by_host(artifact: &Text<'_>) -> Option<usize> {
    let phase = PHASES
        .iter()
        .find(|phase| phase.artifact.is_some_and(|name| artifact.is(name)))?;
    POINTS.iter().position(|point| {
        point.ends_with(LAST_POINT)
            && phase_of(point).is_some_and(|it| it.name == phase.name)
            && point.len() == phase.name.len() + LAST_POINT.len()
    })
}
