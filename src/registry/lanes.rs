//! The lanes of all capabilities, and the roster (M-1…M-13).

use alloc::vec::Vec;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::claims::{elements, members};
use super::findings::sorted;
use super::names::Names;
use super::text::Text;
use crate::json::Value;
use crate::vocabulary::grammar::SLUG;

/// A merged lane.
#[derive(Debug, Clone)]
pub struct Lane<'d> {
    /// The slug under which it is stored.
    pub slug: Text<'d>,
    /// The capability that declares it; none for a lane that was handed in as a first-party one.
    pub capability: Option<Text<'d>>,
    /// The body as it was declared.
    pub body: Value<'d>,
}

impl Serialize for Lane<'_> {
    /// The body with its slug as it is stored.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in self.body.entries() {
            if name.is("slug") {
                map.serialize_entry(&name, &self.slug)?;
            } else {
                map.serialize_entry(&name, &value)?;
            }
        }
        map.end()
    }
}

/// Collects lanes; whoever comes first keeps a slug.
#[derive(Debug, Default)]
pub(super) struct Lanes<'d> {
    taken: Names<'d>,
    pub(super) all: Vec<Lane<'d>>,
}

impl<'d> Lanes<'d> {
    /// A first-party lane is kept as it is (M-7).
    fn first_party(&mut self, body: Value<'d>) {
        let Some(slug) = body.get("slug").and_then(Value::as_str) else {
            return;
        };
        let key = Text::wtf8(slug.trimmed());
        if !key.bytes().is_empty() && self.taken.add(key) {
            self.all.push(Lane {
                slug: Text::of(slug),
                capability: None,
                body,
            });
        }
    }

    /// The lane of a capability, if it declares one (M-2…M-5).
    pub(super) fn capability(&mut self, id: &Text<'d>, manifest: Value<'d>) {
        let Some(body) = manifest.get("reviewer").filter(|body| body.is_object()) else {
            return;
        };
        let Some(slug) = body.get("slug").and_then(Value::as_str) else {
            return;
        };
        let slug = Text::wtf8(slug.trimmed());
        if (SLUG.matches)(slug.bytes()) && self.taken.add(slug.clone()) {
            self.all.push(Lane {
                slug,
                capability: Some(id.clone()),
                body,
            });
        }
    }
}

/// The first-party lanes in order, then one lane per capability in the order of the map (M-1, M-6). Anything but
/// an array or an object counts as empty (M-8).
#[must_use]
pub fn merge_lanes<'d>(
    first_party: Option<Value<'d>>,
    capabilities: Option<Value<'d>>,
) -> Vec<Lane<'d>> {
    lane_map(&elements(first_party), capabilities)
}

/// The same over bodies of whatever documents.
pub(crate) fn lane_map<'d>(
    first_party: &[Value<'d>],
    capabilities: Option<Value<'d>>,
) -> Vec<Lane<'d>> {
    let mut lanes = Lanes::default();
    for body in first_party {
        lanes.first_party(*body);
    }
    for (id, manifest) in members(capabilities) {
        lanes.capability(&Text::of(id), manifest);
    }
    lanes.all
}

/// The slugs of all capabilities of a map, as the peer lists them: trimmed, unique, by code unit, whatever their
/// grammar (M-10…M-13).
#[must_use]
pub fn roster(capabilities: Option<Value<'_>>) -> Vec<Text<'_>> {
    let mut slugs = Vec::new();
    for (_, manifest) in members(capabilities) {
        let slug = manifest.get("reviewer").and_then(|it| it.get("slug"));
        if let Some(slug) = slug.and_then(Value::as_str) {
            slugs.push(Text::wtf8(slug.trimmed()));
        }
    }
    slugs.retain(|slug| !slug.bytes().is_empty());
    sorted(slugs)
}

/// The slugs of merged lanes, unique, by code unit: the roster that every face shows (VB-10).
#[must_use]
pub fn lane_roster<'d>(lanes: &[Lane<'d>]) -> Vec<Text<'d>> {
    sorted(lanes.iter().map(|lane| lane.slug.clone()).collect())
}
