//! Names and what belongs to them.
//!
//! The standard maps cost kilobytes of wasm for every kind of key and value. Here one map, from names to numbers, does
//! the work for all.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Bound;

use super::text::Text;

/// Numbers names in the order in which they come.
#[derive(Debug, Clone, Default)]
pub(crate) struct Names<'d>(BTreeMap<Text<'d>, usize>);

impl<'d> Names<'d> {
    /// The number of a name, and whether it is new.
    #[inline(never)]
    pub(crate) fn number(&mut self, name: Text<'d>) -> (usize, bool) {
        let fresh = self.0.len();
        let number = *self.0.entry(name).or_insert(fresh);
        (number, number == fresh)
    }

    /// Whether the name is new.
    pub(crate) fn add(&mut self, name: Text<'d>) -> bool {
        self.number(name).1
    }

    #[inline(never)]
    pub(crate) fn find(&self, name: &[u8]) -> Option<usize> {
        self.0.get(name).copied()
    }

    pub(crate) fn has(&self, name: &[u8]) -> bool {
        self.find(name).is_some()
    }

    /// The first name that begins so.
    #[inline(never)]
    pub(crate) fn beginning(&self, prefix: &[u8]) -> Option<(&Text<'d>, usize)> {
        let from = (Bound::Included(prefix), Bound::Unbounded);
        let (name, number) = self.0.range::<[u8], _>(from).next()?;
        name.bytes().starts_with(prefix).then_some((name, *number))
    }

    /// All names with their numbers, sorted by bytes.
    #[inline(never)]
    pub(crate) fn all(&self) -> Vec<(&Text<'d>, usize)> {
        let mut all = Vec::with_capacity(self.0.len());
        for (name, number) in &self.0 {
            all.push((name, *number));
        }
        all
    }
}

/// Values by name.
#[derive(Debug, Clone)]
pub(crate) struct Map<'d, V> {
    pub(crate) names: Names<'d>,
    values: Vec<V>,
}

impl<V> Default for Map<'_, V> {
    fn default() -> Self {
        Self {
            names: Names::default(),
            values: Vec::new(),
        }
    }
}

impl<'d, V> Map<'d, V> {
    pub(crate) fn get(&self, name: &[u8]) -> Option<&V> {
        self.values.get(self.names.find(name)?)
    }

    pub(crate) fn get_mut(&mut self, name: &[u8]) -> Option<&mut V> {
        self.values.get_mut(self.names.find(name)?)
    }

    /// The value of that number.
    pub(crate) fn at(&self, number: usize) -> Option<&V> {
        self.values.get(number)
    }

    /// Sets a value; a later one replaces an earlier one.
    pub(crate) fn insert(&mut self, name: Text<'d>, value: V) {
        let (number, fresh) = self.names.number(name);
        if fresh {
            self.values.push(value);
        } else if let Some(slot) = self.values.get_mut(number) {
            *slot = value;
        }
    }
}

impl<'d, V: Default> Map<'d, V> {
    /// Changes a value, that of a new name beginning as the default.
    pub(crate) fn change(&mut self, name: Text<'d>, change: impl FnOnce(&mut V)) {
        let (number, fresh) = self.names.number(name);
        if fresh {
            self.values.push(V::default());
        }
        if let Some(value) = self.values.get_mut(number) {
            change(value);
        }
    }

    /// Takes a value out; the name keeps the default.
    pub(crate) fn take(&mut self, name: &[u8]) -> V {
        self.get_mut(name).map(core::mem::take).unwrap_or_default()
    }
}
