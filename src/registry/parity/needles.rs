//! Which of many texts occur in another one, in one walk over it (Aho and Corasick).

use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;

/// A place in the tree of all needles; 0 is its root.
type Place = usize;

#[derive(Clone, Copy, Default)]
struct Node {
    /// The longest proper ending of this place's text that is a place too.
    shorter: Place,
    /// The longest proper ending that is a needle; the root if none is.
    inner: Place,
    /// The group of the needle that ends here.
    group: Option<usize>,
}

/// Texts to look for. Several may count as one: they share a group.
pub(super) struct Needles {
    edges: BTreeMap<(Place, u8), Place>,
    nodes: Vec<Node>,
    groups: usize,
}

impl Needles {
    /// Takes texts that are not empty, the members of a group one after the other.
    pub(super) fn new<'t, const N: usize>(groups: impl Iterator<Item = [&'t str; N]>) -> Self {
        let mut needles = Self {
            edges: BTreeMap::new(),
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
            at = *self.edges.entry((at, byte)).or_insert(fresh);
            if at == fresh {
                self.nodes.push(Node::default());
            }
        }
        if let Some(node) = self.nodes.get_mut(at) {
            node.group = Some(self.groups);
        }
    }

    /// Finds the endings, shorter texts first.
    fn link(&mut self) {
        let mut queue = VecDeque::from([0]);
        while let Some(at) = queue.pop_front() {
            let children: Vec<(u8, Place)> = self
                .edges
                .range((at, 0)..=(at, u8::MAX))
                .map(|((_, byte), child)| (*byte, *child))
                .collect();
            for (byte, child) in children {
                let shorter = if at == 0 {
                    0
                } else {
                    self.step(self.node(at).shorter, byte)
                };
                let ending = self.node(shorter);
                if let Some(node) = self.nodes.get_mut(child) {
                    node.shorter = shorter;
                    node.inner = ending.group.map_or(ending.inner, |_| shorter);
                }
                queue.push_back(child);
            }
        }
    }

    fn node(&self, at: Place) -> Node {
        self.nodes.get(at).copied().unwrap_or_default()
    }

    fn step(&self, mut at: Place, byte: u8) -> Place {
        loop {
            match self.edges.get(&(at, byte)) {
                Some(next) => return *next,
                None if at == 0 => return 0,
                None => at = self.node(at).shorter,
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
                let node = self.needles.node(needle);
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
