//! In which order hooks run that need each other's output (G-5, G-6, G-8).

use alloc::vec;
use alloc::vec::Vec;

use super::names::Map;
use super::text::Text;
use crate::sort::sort_by;

/// One hook.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<'a, 'd> {
    pub(super) capability: &'a Text<'d>,
    /// Each artifact once, sorted by bytes.
    pub(super) produces: &'a [Text<'d>],
    /// Each artifact once, sorted by bytes.
    pub(super) consumes: &'a [Text<'d>],
}

/// The result.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Order {
    /// The entries in order. What is stuck stands at the end, by capability.
    pub(super) sequence: Vec<usize>,
    /// How many at the end wait for each other.
    pub(super) stuck: usize,
}

/// Who still has to produce an artifact, and who waits for it.
#[derive(Default)]
struct Artifact {
    /// Producers that have not run.
    left: usize,
    waiting: Vec<usize>,
    /// Who waits for it and produces it too: such an entry waits for all other producers only.
    own: Vec<usize>,
}

/// Orders the entries. An edge leads from each producer of an artifact to each other consumer of it; edges are not
/// written down one by one, so that many producers and consumers of one artifact cost no more than their sum.
pub(super) fn order(entries: &[Entry<'_, '_>]) -> Order {
    let mut artifacts: Map<'_, Artifact> = Map::default();
    for entry in entries {
        for artifact in entry.produces {
            artifacts.change(artifact.clone(), |it| it.left += 1);
        }
    }
    let mut pending = vec![0_usize; entries.len()];
    for (index, entry) in entries.iter().enumerate() {
        for artifact in entry.consumes {
            let Some(artifact_state) = artifacts.get_mut(artifact.bytes()) else {
                continue;
            };
            let own = entry.produces.binary_search(artifact).is_ok();
            if artifact_state.left == usize::from(own) {
                continue;
            }
            if let Some(count) = pending.get_mut(index) {
                *count += 1;
            }
            if own {
                artifact_state.own.push(index);
            } else {
                artifact_state.waiting.push(index);
            }
        }
    }
    let by_capability = |list: &mut Vec<usize>| {
        sort_by(list, |a, b| match (entries.get(*a), entries.get(*b)) {
            (Some(a), Some(b)) => a.capability.compare(b.capability),
            _ => a.cmp(b),
        });
    };
    let mut ready: Vec<usize> = (0..entries.len())
        .filter(|index| pending.get(*index) == Some(&0))
        .collect();
    by_capability(&mut ready);
    // What has run and what is ready: it runs from the front.
    let mut sequence = ready;
    let mut done = vec![false; entries.len()];
    let mut at = 0;
    while let Some(index) = sequence.get(at).copied() {
        at += 1;
        if let Some(done) = done.get_mut(index) {
            *done = true;
        }
        let mut ready = Vec::new();
        for artifact in entries.get(index).into_iter().flat_map(|it| it.produces) {
            let Some(artifact) = artifacts.get_mut(artifact.bytes()) else {
                continue;
            };
            artifact.left = artifact.left.saturating_sub(1);
            let freed = match artifact.left {
                0 => core::mem::take(&mut artifact.waiting),
                // Who waits for it and produces it has not run: it is the one that is left.
                1 => core::mem::take(&mut artifact.own),
                _ => continue,
            };
            for waiting in freed {
                if let Some(count) = pending.get_mut(waiting) {
                    *count -= 1;
                    if *count == 0 {
                        ready.push(waiting);
                    }
                }
            }
        }
        sort_by(&mut ready, Ord::cmp);
        by_capability(&mut ready);
        sequence.extend(ready);
    }
    let mut stuck: Vec<usize> = (0..entries.len())
        .filter(|index| done.get(*index) == Some(&false))
        .collect();
    by_capability(&mut stuck);
    let count = stuck.len();
    sequence.extend(stuck);
    Order {
        sequence,
        stuck: count,
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)] // tests
mod tests {
    use super::*;
    use alloc::collections::VecDeque;
    use proptest::prelude::*;

    /// The rule word by word: every edge written down.
    fn naive(entries: &[Entry<'_, '_>]) -> Order {
        let edge = |i: usize, j: usize| {
            i != j
                && entries[i]
                    .produces
                    .iter()
                    .any(|it| entries[j].consumes.contains(it))
        };
        let count = entries.len();
        let mut degree: Vec<usize> = (0..count)
            .map(|j| (0..count).filter(|i| edge(*i, j)).count())
            .collect();
        let sort = |list: &mut Vec<usize>| {
            list.sort_by(|a, b| entries[*a].capability.compare(entries[*b].capability));
        };
        let mut start: Vec<usize> = (0..count).filter(|j| degree[*j] == 0).collect();
        sort(&mut start);
        let mut queue = VecDeque::from(start);
        let mut sequence = Vec::new();
        while let Some(i) = queue.pop_front() {
            sequence.push(i);
            let mut ready = Vec::new();
            for (j, degree) in degree.iter_mut().enumerate() {
                if edge(i, j) {
                    *degree -= 1;
                    if *degree == 0 {
                        ready.push(j);
                    }
                }
            }
            sort(&mut ready);
            queue.extend(ready);
        }
        let mut stuck: Vec<usize> = (0..count).filter(|i| !sequence.contains(i)).collect();
        sort(&mut stuck);
        let count = stuck.len();
        sequence.extend(stuck);
        Order {
            sequence,
            stuck: count,
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_rule(
            hooks in prop::collection::vec(
                (0..3_usize, prop::collection::btree_set(0..5_usize, 0..3), prop::collection::btree_set(0..5_usize, 0..3)),
                0..8,
            ),
        ) {
            const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];
            let list = |set: &alloc::collections::BTreeSet<usize>| -> Vec<Text<'static>> {
                set.iter().map(|index| Text::plain(NAMES[*index])).collect()
            };
            let hooks: Vec<_> = hooks
                .iter()
                .map(|(name, produces, consumes)| (Text::plain(NAMES[*name]), list(produces), list(consumes)))
                .collect();
            let entries: Vec<Entry<'_, '_>> = hooks
                .iter()
                .map(|(capability, produces, consumes)| Entry { capability, produces, consumes })
                .collect();
            prop_assert_eq!(order(&entries), naive(&entries));
        }
    }
}
