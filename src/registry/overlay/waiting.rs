//! Overlays that wait for what another one may bring (VB-5).
//!
//! The rule is: go over the overlays that lack something again and again, in folder order, until nothing changes.
//! Done so it would take as many passes as there are links in the longest chain. Here each overlay says what it
//! lacks and is looked at again when it has everything, at the place in the order that the passes would give it.

use alloc::collections::{BTreeMap, BinaryHeap};
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::super::text::Text;

/// Something that is lacking.
pub(super) enum Need<'d> {
    /// A capability of this id.
    Capability(Text<'d>),
    /// A runtime of this id.
    Runtime(Text<'d>),
    /// An artifact, at this point at the latest.
    Artifact(Text<'d>, usize),
}

/// Who waits for what. Overlays are named by their place in the order.
#[derive(Default)]
pub(super) struct Waiting<'d> {
    capabilities: BTreeMap<Text<'d>, Vec<usize>>,
    runtimes: BTreeMap<Text<'d>, Vec<usize>>,
    artifacts: BTreeMap<Text<'d>, Vec<(usize, usize)>>,
    /// How many things each one lacks.
    lacking: BTreeMap<usize, usize>,
    /// Who has everything: by pass, then place.
    ready: BinaryHeap<Reverse<(usize, usize)>>,
}

impl<'d> Waiting<'d> {
    /// Puts an overlay aside.
    pub(super) fn add(&mut self, place: usize, needs: Vec<Need<'d>>) {
        self.lacking.insert(place, needs.len());
        for need in needs {
            match need {
                Need::Capability(id) => self.capabilities.entry(id).or_default().push(place),
                Need::Runtime(id) => self.runtimes.entry(id).or_default().push(place),
                Need::Artifact(name, point) => {
                    self.artifacts.entry(name).or_default().push((point, place));
                }
            }
        }
    }

    /// Whether anybody waits.
    pub(super) fn is_empty(&self) -> bool {
        self.lacking.is_empty()
    }

    /// A capability was accepted while `now`, a pass and a place, was looked at.
    pub(super) fn arrived(&mut self, now: (usize, usize), id: &Text<'d>, is_runtime: bool) {
        let mut served = self.capabilities.remove(id).unwrap_or_default();
        if is_runtime {
            served.append(&mut self.runtimes.remove(id).unwrap_or_default());
        }
        self.serve(now, served);
    }

    /// An artifact is produced at a point.
    pub(super) fn produced(&mut self, now: (usize, usize), artifact: &Text<'d>, point: usize) {
        let Some(waiting) = self.artifacts.get_mut(artifact) else {
            return;
        };
        let (served, left) = core::mem::take(waiting)
            .into_iter()
            .partition::<Vec<_>, _>(|(latest, _)| *latest >= point);
        *waiting = left;
        self.serve(now, served.into_iter().map(|(_, place)| place));
    }

    fn serve(&mut self, now: (usize, usize), served: impl IntoIterator<Item = usize>) {
        for place in served {
            let Some(count) = self.lacking.get_mut(&place) else {
                continue;
            };
            *count = count.saturating_sub(1);
            if *count == 0 {
                self.lacking.remove(&place);
                // Behind the place that is looked at, this pass still comes to it; before, the next one does.
                let pass = if place > now.1 { now.0 } else { now.0 + 1 };
                self.ready.push(Reverse((pass, place)));
            }
        }
    }

    /// The next overlay to look at again, with the pass in which that is.
    pub(super) fn next(&mut self) -> Option<(usize, usize)> {
        self.ready.pop().map(|Reverse(next)| next)
    }
}
