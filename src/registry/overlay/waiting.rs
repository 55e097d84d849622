//! Overlays that wait for what another one may bring (VB-5).
//!
//! The rule is: go over the overlays that lack something again and again, in folder order, until nothing changes.
//! Done so it would take as many passes as there are links in the longest chain. Here each overlay says what it
//! lacks and is looked at again when it has everything, at the place in the order that the passes would give it.
//! What still lacks something when nothing more comes is told what stands against it then.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::super::names::Map;
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
    capabilities: Map<'d, Vec<usize>>,
    runtimes: Map<'d, Vec<usize>>,
    artifacts: Map<'d, Vec<(usize, usize)>>,
    /// How many things each place lacks.
    lacking: Vec<usize>,
    /// How many places lack something.
    open: usize,
    /// Who has everything: by pass, then place.
    ready: BinaryHeap<Reverse<(usize, usize)>>,
}

impl<'d> Waiting<'d> {
    /// Puts an overlay aside.
    pub(super) fn add(&mut self, place: usize, needs: Vec<Need<'d>>) {
        if self.lacking.len() <= place {
            self.lacking.resize(place + 1, 0);
        }
        if let Some(count) = self.lacking.get_mut(place) {
            *count = needs.len();
            self.open += 1;
        }
        for need in needs {
            match need {
                Need::Capability(id) => self.capabilities.change(id, |it| it.push(place)),
                Need::Runtime(id) => self.runtimes.change(id, |it| it.push(place)),
                Need::Artifact(name, point) => {
                    self.artifacts.change(name, |it| it.push((point, place)));
                }
            }
        }
    }

    /// Whether anybody waits.
    pub(super) fn is_empty(&self) -> bool {
        self.open == 0
    }

    /// A capability was accepted while `now`, a pass and a place, was looked at.
    pub(super) fn arrived(&mut self, now: (usize, usize), id: &Text<'d>, is_runtime: bool) {
        let mut served = self.capabilities.take(id.bytes());
        if is_runtime {
            served.append(&mut self.runtimes.take(id.bytes()));
        }
        self.serve(now, served);
    }

    /// An artifact is produced at a point.
    pub(super) fn produced(&mut self, now: (usize, usize), artifact: &Text<'d>, point: usize) {
        let Some(waiting) = self.artifacts.get_mut(artifact.bytes()) else {
            return;
        };
        let mut served = Vec::new();
        waiting.retain(|(latest, place)| {
            if *latest >= point {
                served.push(*place);
            }
            *latest < point
        });
        self.serve(now, served);
    }

    fn serve(&mut self, now: (usize, usize), served: Vec<usize>) {
        for place in served {
            let Some(count) = self.lacking.get_mut(place).filter(|count| **count > 0) else {
                continue;
            };
            *count -= 1;
            if *count == 0 {
                self.open -= 1;
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
