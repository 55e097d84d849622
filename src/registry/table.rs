//! Maps that keep the order of their keys.

use alloc::vec::Vec;

use serde::{Serialize, Serializer};

use super::names::Names;
use super::text::Text;

/// A map from names to values in the order of insertion, as a JavaScript object keeps it. Reserved names are left
/// out (J-9).
#[derive(Debug, Clone)]
pub struct Table<'d, V> {
    entries: Vec<(Text<'d>, V)>,
    places: Names<'d>,
}

impl<V> Default for Table<'_, V> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            places: Names::default(),
        }
    }
}

impl<'d, V> Table<'d, V> {
    pub(super) fn insert(&mut self, name: Text<'d>, value: V) {
        if name.is_reserved() {
            return;
        }
        let (place, fresh) = self.places.number(name.clone());
        if fresh {
            self.entries.push((name, value));
        } else if let Some((_, slot)) = self.entries.get_mut(place) {
            *slot = value;
        }
    }

    /// What stands under a name (WTF-8).
    #[must_use]
    pub fn get(&self, name: &[u8]) -> Option<&V> {
        self.entries
            .get(self.places.find(name)?)
            .map(|(_, value)| value)
    }

    /// The names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&Text<'d>, &V)> {
        self.entries.iter().map(|(name, value)| (name, value))
    }

    /// The names in order.
    pub fn names(&self) -> impl Iterator<Item = &Text<'d>> {
        self.entries.iter().map(|(name, _)| name)
    }

    /// How many entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl<V: Serialize> Serialize for Table<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Keys of Rust maps are Unicode; what is not (an unpaired surrogate) shows as U+FFFD there. The face's own
        // writer keeps it.
        #[cfg(target_arch = "wasm32")]
        {
            serializer.collect_map(self.iter())
        }
        #[cfg(not(target_arch = "wasm32"))]
        {
            serializer.collect_map(self.iter().map(|(name, value)| (name.to_lossy(), value)))
        }
    }
}
