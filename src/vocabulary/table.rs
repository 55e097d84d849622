//! Field tables with an index that is worked out at compile time.

use super::shape::Field;
use crate::json::{same, short};

/// Slots of an index; a byte of hash chooses one.
const SLOTS: usize = 256;
/// Most names that one table can hold.
const MOST_NAMES: usize = 64;

/// The fields of one kind of object, and every other name that may stand beside them.
///
/// The index is a perfect hash: the compiler looks for a multiplier under which no two names meet, so that telling
/// a known name from a stranger takes one comparison.
pub struct Table {
    /// The fields whose values are checked against a shape.
    pub fields: &'static [Field],
    names: [&'static str; MOST_NAMES],
    count: usize,
    multiplier: u64,
    /// By slot: the place of a name in `names`, plus one.
    index: [u8; SLOTS],
}

impl Table {
    /// A table of `fields`, and of names that are checked elsewhere or not at all.
    ///
    /// # Panics
    /// At compile time, if there are more than 64 names or one occurs twice.
    #[must_use]
    #[allow(
        clippy::indexing_slicing,
        clippy::cast_possible_truncation,
        clippy::panic
    )] // evaluated at compile time
    pub const fn new(fields: &'static [Field], others: &[&[&'static str]]) -> Self {
        let mut names = [""; MOST_NAMES];
        let mut count = 0;
        while count < fields.len() {
            names[count] = fields[count].name;
            count += 1;
        }
        let mut list = 0;
        while list < others.len() {
            let mut at = 0;
            while at < others[list].len() {
                names[count] = others[list][at];
                count += 1;
                at += 1;
            }
            list += 1;
        }
        let mut multiplier = 0x9E37_79B9_7F4A_7C15_u64;
        let mut tries = 0;
        loop {
            let mut index = [0_u8; SLOTS];
            let mut placed = 0;
            while placed < count {
                let slot = slot(names[placed].as_bytes(), multiplier);
                if index[slot] != 0 {
                    break;
                }
                index[slot] = placed as u8 + 1;
                placed += 1;
            }
            if placed == count {
                return Self {
                    fields,
                    names,
                    count,
                    multiplier,
                    index,
                };
            }
            tries += 1;
            assert!(tries < 10_000, "a name occurs twice");
            multiplier = multiplier
                .wrapping_mul(0x5851_F42D_4C95_7F2D)
                .wrapping_add(1)
                | 1;
        }
    }

    /// All names, the checked ones first.
    #[must_use]
    pub fn names(&self) -> &[&'static str] {
        self.names.get(..self.count).unwrap_or_default()
    }

    /// The place of a name, if it is a known one.
    #[must_use]
    #[inline]
    pub fn place(&self, name: &[u8]) -> Option<usize> {
        let place = usize::from(*self.index.get(slot(name, self.multiplier))?).checked_sub(1)?;
        let known = self.names.get(place)?;
        same(known.as_bytes(), name).then_some(place)
    }
}

/// The slot of a name: its first and last eight bytes and its length, mixed.
#[inline]
const fn slot(name: &[u8], multiplier: u64) -> usize {
    let word = match (name.first_chunk::<8>(), name.last_chunk::<8>()) {
        (Some(first), Some(last)) => {
            u64::from_le_bytes(*first) ^ u64::from_le_bytes(*last).rotate_left(29)
        }
        _ => short(name),
    };
    let mixed = (word ^ name.len() as u64).wrapping_mul(multiplier);
    (mixed >> 56) as usize
}
