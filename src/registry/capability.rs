//! A manifest as it stands in the registry: with the texts of its fragments.

use alloc::vec::Vec;

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::json::{Kind, Value};
use crate::sort::sort_by;

/// The name under which a fragment's text stands (O-17).
const INLINE: &str = "inline";

/// The name under which a hook says whose it is (VB-2).
pub(super) const CAPID: &str = "capId";

/// A manifest and the texts that were read for it.
#[derive(Debug, Clone)]
pub struct Capability<'d> {
    /// The manifest.
    pub manifest: Value<'d>,
    /// Ids of fragments with their texts, by id.
    inlined: Vec<(u32, &'d str)>,
}

impl<'d> From<Value<'d>> for Capability<'d> {
    fn from(manifest: Value<'d>) -> Self {
        Self {
            manifest,
            inlined: Vec::new(),
        }
    }
}

impl<'d> Capability<'d> {
    pub(super) fn new(manifest: Value<'d>, mut inlined: Vec<(u32, &'d str)>) -> Self {
        sort_by(&mut inlined, |(a, _), (b, _)| a.cmp(b));
        Self { manifest, inlined }
    }

    /// Whether texts were read for it.
    #[must_use]
    pub fn has_texts(&self) -> bool {
        !self.inlined.is_empty()
    }

    /// The text that was read for the fragment of a hook.
    #[must_use]
    pub fn fragment_text(&self, hook: Value<'d>) -> Option<&'d str> {
        find(&self.inlined, hook.get("fragment")?)
    }
}

impl Serialize for Capability<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Inlined {
            value: self.manifest,
            texts: &self.inlined,
        }
        .serialize(serializer)
    }
}

fn find<'d>(texts: &[(u32, &'d str)], fragment: Value<'_>) -> Option<&'d str> {
    let place = texts.binary_search_by_key(&fragment.id(), |(id, _)| *id);
    texts.get(place.ok()?).map(|(_, text)| *text)
}

/// A value with the texts of the fragments in it. No deeper than manifests are.
struct Inlined<'a, 'd> {
    value: Value<'d>,
    texts: &'a [(u32, &'d str)],
}

impl Serialize for Inlined<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let next = self.texts.partition_point(|(id, _)| *id < self.value.id());
        let touched = self.texts.get(next).map(|(id, _)| *id) < Some(self.value.end_id());
        if next == self.texts.len() || !touched {
            return self.value.serialize(serializer);
        }
        let inside = |value| Self {
            value,
            texts: self.texts,
        };
        if self.value.kind() == Kind::Array {
            let mut list = serializer.serialize_seq(None)?;
            for item in self.value.items() {
                list.serialize_element(&inside(item))?;
            }
            return list.end();
        }
        let mut map = serializer.serialize_map(None)?;
        let text = find(self.texts, self.value);
        for (name, value) in self.value.entries() {
            map.serialize_entry(&name, &inside(value))?;
        }
        if let Some(text) = text {
            map.serialize_entry(INLINE, text)?;
        }
        map.end()
    }
}

/// A loop hook in the registry (VB-2).
#[derive(Debug, Clone)]
pub struct LoopHook<'d> {
    /// Whose it is.
    pub capability: super::text::Text<'d>,
    /// As it was declared.
    pub hook: Value<'d>,
    /// The text that was read for its fragment.
    pub text: Option<&'d str>,
}

impl Serialize for LoopHook<'_> {
    /// The hook with `capId` before it; one of its own is left out.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let texts: Vec<(u32, &str)> = match (self.text, self.hook.get("fragment")) {
            (Some(text), Some(fragment)) => Vec::from([(fragment.id(), text)]),
            _ => Vec::new(),
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(CAPID, &self.capability)?;
        for (name, value) in self.hook.entries().filter(|(name, _)| !name.is(CAPID)) {
            let value = Inlined {
                value,
                texts: &texts,
            };
            map.serialize_entry(&name, &value)?;
        }
        map.end()
    }
}
