//! Field tables with an index that is worked out at compile time.
#![allow(clippy::inline_always)] // measured: the wasm is built for size, and these are its hot steps

use super::shape::Field;
use crate::json::{key_hash, same};

/// Slots of an index.
const SLOTS: usize = 128;

/// The fields of one kind of object, and every other name that may stand beside them.
///
/// The index is a perfect hash: the compiler looks for a multiplier under which no two names meet, so that telling
/// a known name from a stranger takes one comparison.
pub struct Table {
    /// The fields whose values are checked against a shape.
    pub fields: &'static [Field],
    others: &'static [&'static [&'static str]],
    multiplier: u32,
    /// By slot: the place of a name, plus one; fields come first, then the other names list by list.
    index: [u8; SLOTS],
}

impl Table {
    /// A table of `fields`, and of names that are checked elsewhere or not at all.
    ///
    /// # Panics
    /// At compile time, if a name occurs twice or there are too many of them for the index.
    #[must_use]
    #[allow(
        clippy::indexing_slicing,
        clippy::cast_possible_truncation,
        clippy::panic
    )] // at compile time
    pub const fn new(fields: &'static [Field], others: &'static [&'static [&'static str]]) -> Self {
        let mut multiplier = 0x9E37_79B9_u32;
        let mut tries = 0;
        loop {
            let mut index = [0_u8; SLOTS];
            let mut place = 0;
            let mut met = false;
            while place < fields.len() && !met {
                met = !put(&mut index, fields[place].name, multiplier, place);
                place += 1;
            }
            let mut list = 0;
            while list < others.len() {
                let mut at = 0;
                while at < others[list].len() && !met {
                    met = !put(&mut index, others[list][at], multiplier, place);
                    place += 1;
                    at += 1;
                }
                list += 1;
            }
            if !met {
                return Self {
                    fields,
                    others,
                    multiplier,
                    index,
                };
            }
            tries += 1;
            assert!(tries < 10_000, "a name occurs twice, or there are too many");
            multiplier = multiplier
                .wrapping_mul(0x2C92_77B5)
                .wrapping_add(0xAC56_4B05)
                | 1;
        }
    }

    /// All names in the order of their places, the checked ones first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        let fields = self.fields.iter().map(|field| field.name);
        fields.chain(self.others.iter().copied().flatten().copied())
    }

    #[inline(always)]
    fn name_at(&self, mut place: usize) -> Option<&'static str> {
        if let Some(field) = self.fields.get(place) {
            return Some(field.name);
        }
        place -= self.fields.len();
        for list in self.others {
            if let Some(name) = list.get(place) {
                return Some(name);
            }
            place -= list.len();
        }
        None
    }

    /// The place of a name with that [`key_hash`], if it is a known one.
    #[must_use]
    #[inline(always)]
    pub fn place(&self, hash: u16, name: &[u8]) -> Option<usize> {
        let place = usize::from(*self.index.get(slot(hash, self.multiplier))?).checked_sub(1)?;
        same(self.name_at(place)?.as_bytes(), name).then_some(place)
    }

    /// Whether a name is a known one.
    #[must_use]
    pub fn knows(&self, name: &[u8]) -> bool {
        self.place(key_hash(name), name).is_some()
    }

    /// The place of a name that is known to be in the table.
    #[must_use]
    #[inline]
    pub fn place_of(&self, name: &'static str) -> Option<usize> {
        debug_assert!(self.knows(name.as_bytes()), "{name} is not in the table");
        let slot = slot(key_hash(name.as_bytes()), self.multiplier);
        usize::from(*self.index.get(slot)?).checked_sub(1)
    }
}

/// Puts a name into its slot, unless another one is there.
#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)] // at compile time
const fn put(index: &mut [u8; SLOTS], name: &str, multiplier: u32, place: usize) -> bool {
    let slot = slot(key_hash(name.as_bytes()), multiplier);
    if index[slot] != 0 {
        return false;
    }
    index[slot] = place as u8 + 1;
    true
}

/// The slot of a name by its hash.
#[inline(always)]
const fn slot(hash: u16, multiplier: u32) -> usize {
    ((hash as u32).wrapping_mul(multiplier) >> 25) as usize
}
