//! Whether an overlay's hooks would wait for hooks that wait for them (VB-3, G-8).

use alloc::vec::Vec;

use super::super::claims::{Claims, Flow};
use super::super::findings::sorted;
use super::super::names::{Map, Names};
use super::super::order::{Entry, order};
use super::super::text::Text;
use crate::sort::sort_by;
use crate::vocabulary::feature::POINTS;

/// How many pairs there are of a kind of hook and a point.
const LANES: usize = 2 * POINTS.len();

/// The place of such a pair: contributions before steps.
fn lane_of(flow: &Flow<'_>) -> usize {
    usize::from(flow.is_step) * POINTS.len() + flow.point
}

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
    consumers: [Map<'d, Vec<usize>>; LANES],
}

impl<'d> Flows<'d> {
    pub(super) fn insert(&mut self, claims: &Claims<'d>) {
        for flow in &claims.flows {
            let node = self.nodes.len();
            if let Some(table) = self.consumers.get_mut(lane_of(flow)) {
                for artifact in &flow.consumes {
                    table.change(artifact.clone(), |it| it.push(node));
                }
            }
            self.nodes.push((claims.id.clone(), flow.clone()));
        }
    }

    /// The cycle that a newcomer would close. Only hooks behind its own are looked at: a cycle that goes through it
    /// lies among them.
    pub(super) fn cycle_with(&self, claims: &Claims<'d>) -> Option<Cycle<'d>> {
        let mut lanes: [Vec<&Flow<'d>>; LANES] = Default::default();
        for flow in &claims.flows {
            if let Some(lane) = lanes.get_mut(lane_of(flow)) {
                lane.push(flow);
            }
        }
        for (lane, own) in lanes.iter().enumerate() {
            if let Some(cycle) = self.cycle_at(lane, own, &claims.id) {
                return Some(cycle);
            }
        }
        None
    }

    fn cycle_at(&self, lane: usize, own: &[&Flow<'d>], id: &Text<'d>) -> Option<Cycle<'d>> {
        if own.is_empty() {
            return None;
        }
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
            group: if lane >= POINTS.len() {
                "steps"
            } else {
                "contributions"
            },
            point: POINTS.get(lane % POINTS.len()).copied().unwrap_or_default(),
            members: sorted(members.map(|entry| entry.capability.clone()).collect()),
        })
    }

    /// The nodes that consume what some hooks produce, directly or not.
    fn behind(&self, lane: usize, own: &[&Flow<'d>]) -> Vec<usize> {
        let mut found = Vec::new();
        let Some(consumers) = self.consumers.get(lane) else {
            return found;
        };
        let mut seen = Names::default();
        let mut nodes = Names::default();
        let mut open: Vec<&Flow<'d>> = own.to_vec();
        while let Some(flow) = open.pop() {
            for artifact in &flow.produces {
                if !seen.add(artifact.clone()) {
                    continue;
                }
                for node in consumers.get(artifact.bytes()).into_iter().flatten() {
                    let name = node.to_le_bytes().to_vec();
                    if nodes.add(Text::wtf8(name.into()))
                        && let Some((_, flow)) = self.nodes.get(*node)
                    {
                        found.push(*node);
                        open.push(flow);
                    }
                }
            }
        }
        sort_by(&mut found, Ord::cmp);
        found
    }
}
