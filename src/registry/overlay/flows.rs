//! Whether an overlay's hooks would wait for hooks that wait for them (VB-3, G-8).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::super::claims::{Claims, Flow};
use super::super::findings::sorted;
use super::super::order::{Entry, order};
use super::super::text::Text;
use crate::vocabulary::feature::POINTS;

/// A cycle among hooks of one kind at one point.
pub(super) struct Cycle<'d> {
    pub(super) point: &'static str,
    /// `steps` or `contributions`.
    pub(super) group: &'static str,
    pub(super) members: Vec<Text<'d>>,
}

/// The hooks of accepted capabilities; among them there is no cycle but what first-party ones brought.
#[derive(Default)]
pub(super) struct Flows<'d> {
    nodes: Vec<(Text<'d>, Flow<'d>)>,
    /// Who consumes what, by kind of hook and point.
    consumers: BTreeMap<(bool, usize), BTreeMap<Text<'d>, Vec<usize>>>,
}

impl<'d> Flows<'d> {
    pub(super) fn insert(&mut self, claims: &Claims<'d>) {
        for flow in &claims.flows {
            let node = self.nodes.len();
            let table = self
                .consumers
                .entry((flow.is_step, flow.point))
                .or_default();
            for artifact in &flow.consumes {
                table.entry(artifact.clone()).or_default().push(node);
            }
            self.nodes.push((claims.id.clone(), flow.clone()));
        }
    }

    /// The cycle that a newcomer would close. Only hooks behind its own are looked at: a cycle that goes through it
    /// lies among them.
    pub(super) fn cycle_with(&self, claims: &Claims<'d>) -> Option<Cycle<'d>> {
        let mut lanes: BTreeMap<(bool, usize), Vec<&Flow<'d>>> = BTreeMap::new();
        for flow in &claims.flows {
            lanes
                .entry((flow.is_step, flow.point))
                .or_default()
                .push(flow);
        }
        lanes
            .into_iter()
            .find_map(|(lane, own)| self.cycle_at(lane, &own, &claims.id))
    }

    fn cycle_at(&self, lane: (bool, usize), own: &[&Flow<'d>], id: &Text<'d>) -> Option<Cycle<'d>> {
        let behind = self.behind(lane, own);
        if behind.is_empty() && own.len() < 2 {
            return None;
        }
        let own = own.iter().map(|flow| (id, *flow));
        let others = behind.into_iter().filter_map(|node| self.nodes.get(node));
        let entries: Vec<Entry<'_, 'd>> = own
            .chain(others.map(|(capability, flow)| (capability, flow)))
            .map(|(capability, flow)| Entry {
                capability,
                produces: &flow.produces,
                consumes: &flow.consumes,
            })
            .collect();
        let order = order(&entries);
        if order.stuck == 0 {
            return None;
        }
        let first = entries.len().saturating_sub(order.stuck);
        let stuck = order.sequence.iter().skip(first);
        let members = stuck.filter_map(|index| entries.get(*index));
        Some(Cycle {
            group: if lane.0 { "steps" } else { "contributions" },
            point: POINTS.get(lane.1).copied().unwrap_or_default(),
            members: sorted(members.map(|entry| entry.capability.clone()).collect()),
        })
    }

    /// The nodes that consume what some hooks produce, directly or not.
    fn behind(&self, lane: (bool, usize), own: &[&Flow<'d>]) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let Some(consumers) = self.consumers.get(&lane) else {
            return found;
        };
        let mut seen: BTreeSet<&Text<'d>> = BTreeSet::new();
        let mut open: Vec<&Text<'d>> = own.iter().flat_map(|flow| &flow.produces).collect();
        while let Some(artifact) = open.pop() {
            if !seen.insert(artifact) {
                continue;
            }
            for node in consumers.get(artifact).into_iter().flatten() {
                if found.insert(*node)
                    && let Some((_, flow)) = self.nodes.get(*node)
                {
                    open.extend(&flow.produces);
                }
            }
        }
        found
    }
}
