//! Which of many texts occur in another one, in one walk over it (Aho and Corasick).

use alloc::vec::Vec;

/// A place in the tree of all needles; 0 is its root.
type Place = usize;

#[derive(Default)]
struct Node {
    /// By the next byte, sorted.
    children: Vec<(u8, Place)>,
    /// The longest proper ending of this place's text that is a place too.
    shorter: Place,
    /// The longest proper ending that is a needle; the root if none is.
    inner: Place,
    /// The group of the needle that ends here.
    group: Option<usize>,
}

/// Texts to look for. Several may count as one: they share a group.
pub(super) struct Needles {
    nodes: Vec<Node>,
    groups: usize,
}

impl Needles {
    /// Takes texts that are not empty, the members of a group one after the other.
    pub(super) fn new<'t, const N: usize>(groups: impl Iterator<Item = [&'t str; N]>) -> Self {
        let mut needles = Self {
            nodes: Vec::from([Node::default()]),
            groups: 0,
        };
        for texts in groups {
            for text in texts {
                needles.insert(text);
            }
            needles.groups += 1;
        }
        needles.link();
        needles
    }

    fn insert(&mut self, text: &str) {
        let mut at = 0;
        for byte in text.bytes() {
            let fresh = self.nodes.len();
            let Some(node) = self.nodes.get_mut(at) else {
                return;
            };
            at = match node.children.binary_search_by_key(&byte, |child| child.0) {
                Ok(rank) => node.children.get(rank).map_or(0, |child| child.1),
                Err(rank) => {
                    node.children.insert(rank, (byte, fresh));
                    self.nodes.push(Node::default());
                    fresh
                }
            };
        }
        if let Some(node) = self.nodes.get_mut(at) {
            node.group = Some(self.groups);
        }
    }

    /// Finds the endings, shorter texts first.
    fn link(&mut self) {
        let mut queue = Vec::from([0]);
        let mut front = 0;
        while let Some(at) = queue.get(front).copied() {
            front += 1;
            let mut rank = 0;
            while let Some(node) = self.nodes.get(at)
                && let Some((byte, child)) = node.children.get(rank).copied()
            {
                rank += 1;
                let shorter = if at == 0 {
                    0
                } else {
                    self.step(node.shorter, byte)
                };
                let inner = self
                    .nodes
                    .get(shorter)
                    .map_or(0, |ending| ending.group.map_or(ending.inner, |_| shorter));
                if let Some(node) = self.nodes.get_mut(child) {
                    node.shorter = shorter;
                    node.inner = inner;
                }
                queue.push(child);
            }
        }
    }

    fn step(&self, mut at: Place, byte: u8) -> Place {
        loop {
            let Some(node) = self.nodes.get(at) else {
                return 0;
            };
            let rank = node.children.binary_search_by_key(&byte, |child| child.0);
            match rank.ok().and_then(|rank| node.children.get(rank)) {
                Some((_, next)) => return *next,
                None if at == 0 => return 0,
                None => at = node.shorter,
            }
        }
    }
}

/// Notes which groups were found. Turning it over forgets them at no cost, however many there are.
pub(super) struct Sheet<'n> {
    needles: &'n Needles,
    /// The side on which a place was last reached, and a group last found.
    reached: Vec<usize>,
    found: Vec<usize>,
    side: usize,
    count: usize,
}

impl<'n> Sheet<'n> {
    pub(super) fn new(needles: &'n Needles) -> Self {
        Self {
            needles,
            reached: alloc::vec![0; needles.nodes.len()],
            found: alloc::vec![0; needles.groups],
            side: 1,
            count: 0,
        }
    }

    /// Forgets what was found.
    pub(super) fn turn(&mut self) {
        self.side += 1;
        self.count = 0;
    }

    /// Notes what occurs in a text.
    pub(super) fn note(&mut self, text: &str) {
        let mut at = 0;
        for byte in text.bytes() {
            at = self.needles.step(at, byte);
            let mut needle = at;
            // Where this side has been, it has been at all the endings too.
            while let Some(reached) = self.reached.get_mut(needle)
                && needle != 0
                && *reached != self.side
            {
                *reached = self.side;
                let Some(node) = self.needles.nodes.get(needle) else {
                    break;
                };
                let found = node.group.and_then(|group| self.found.get_mut(group));
                if let Some(found) = found
                    && *found != self.side
                {
                    *found = self.side;
                    self.count += 1;
                }
                needle = node.inner;
            }
        }
    }

    /// Whether a group was found.
    pub(super) fn has(&self, group: usize) -> bool {
        self.found.get(group) == Some(&self.side)
    }

    /// Whether none was.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether all were.
    pub(super) fn is_full(&self) -> bool {
        self.count == self.needles.groups
    }
}

#[cfg(test)]
mod tests {
    use super::{Needles, Sheet};
    use alloc::collections::BTreeSet;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn finds_what_is_contained(
            needles in proptest::collection::btree_set("[ab]{1,4}|é", 0..8),
            texts in proptest::collection::vec("[abé]{0,12}", 0..4),
        ) {
            let groups = Needles::new(needles.iter().map(|needle| [needle.as_str()]));
            let mut sheet = Sheet::new(&groups);
            for text in texts {
                sheet.turn();
                sheet.note(&text);
                let found: BTreeSet<_> = needles
                    .iter()
                    .enumerate()
                    .filter(|(number, _)| sheet.has(*number))
                    .map(|(_, needle)| needle)
                    .collect();
                let wanted: BTreeSet<_> = needles.iter().filter(|it| text.contains(*it)).collect();
                prop_assert_eq!(sheet.is_empty(), wanted.is_empty());
                prop_assert_eq!(sheet.is_full(), wanted.len() == needles.len());
                prop_assert_eq!(found, wanted);
            }
        }
    }
}
