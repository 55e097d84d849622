//! One sort for the whole crate.
//!
//! Every kind of element that the standard library sorts costs some ten kilobytes of wasm. Sorting places instead,
//! through a comparison behind a pointer, costs them once.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The places `0..count` in ascending order by `compare`; equal ones keep their order.
#[must_use]
#[inline(never)]
pub fn order(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| compare(a, b));
    order
}

/// The places of `items` in ascending order by `compare`.
#[must_use]
pub fn order_of<T>(items: &[T], mut compare: impl FnMut(&T, &T) -> Ordering) -> Vec<usize> {
    order(
        items.len(),
        &mut |a, b| match (items.get(a), items.get(b)) {
            (Some(a), Some(b)) => compare(a, b),
            _ => Ordering::Equal,
        },
    )
}

/// Sorts in place; equal elements keep their order.
pub fn sort_by<T>(items: &mut [T], compare: impl FnMut(&T, &T) -> Ordering) {
    if items.len() < 2 {
        return;
    }
    for (one, other) in swaps(&order_of(items, compare)) {
        items.swap(one, other);
    }
}

/// The swaps that bring things into an order, no more than there are things.
#[inline(never)]
fn swaps(order: &[usize]) -> Vec<(usize, usize)> {
    let mut targets = alloc::vec![0; order.len()];
    for (target, place) in order.iter().enumerate() {
        if let Some(slot) = targets.get_mut(*place) {
            *slot = target;
        }
    }
    let mut swaps = Vec::new();
    for at in 0..targets.len() {
        while let Some(target) = targets.get(at).copied()
            && target != at
        {
            swaps.push((at, target));
            targets.swap(at, target);
        }
    }
    swaps
}

/// Finds texts by their content, as a map would, whose code for every kind of key and value costs more.
#[derive(Debug)]
pub struct Index<'k> {
    keys: Vec<Cow<'k, [u8]>>,
    /// The places of the keys in ascending order; equal ones stand in their own.
    order: Vec<usize>,
}

impl<'k> Index<'k> {
    /// Indexes keys by their places.
    #[must_use]
    pub fn new(keys: Vec<Cow<'k, [u8]>>) -> Self {
        let order = order_of(&keys, Ord::cmp);
        Self { keys, order }
    }

    fn key(&self, place: usize) -> &[u8] {
        self.keys.get(place).map_or(b"", |key| key)
    }

    /// How many keys are below this one: what tells equal keys from others.
    #[must_use]
    pub fn below(&self, key: &[u8]) -> usize {
        self.order.partition_point(|place| self.key(*place) < key)
    }

    /// The place of the key at that rank, if it is this key.
    #[must_use]
    pub fn at(&self, rank: usize, key: &[u8]) -> Option<usize> {
        let place = *self.order.get(rank)?;
        (self.key(place) == key).then_some(place)
    }

    /// The place of that key, the first one if it is there more than once.
    #[must_use]
    pub fn find(&self, key: &[u8]) -> Option<usize> {
        self.at(self.below(key), key)
    }

    /// Whether there is a key that begins so.
    #[must_use]
    pub fn has_prefix(&self, prefix: &[u8]) -> bool {
        self.order
            .get(self.below(prefix))
            .is_some_and(|place| self.key(*place).starts_with(prefix))
    }
}
