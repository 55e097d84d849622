//! One sort for the whole crate.
//!
//! Every kind of element that the standard library sorts costs some ten kilobytes of wasm. Sorting places instead,
//! through a comparison behind a pointer, costs them once.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// The places `0..count` in ascending order by `compare`; equal ones keep their order.
#[must_use]
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
pub fn sort_by<T>(items: &mut Vec<T>, compare: impl FnMut(&T, &T) -> Ordering) {
    let order = order_of(items, compare);
    let mut taken: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(
        order
            .into_iter()
            .filter_map(|place| taken.get_mut(place)?.take()),
    );
}
