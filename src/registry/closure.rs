//! Everything a capability needs, directly or not (G-12).

use alloc::vec::Vec;

use super::claims::{id_of, unique};
use super::findings::sorted;
use super::names::{Map, Names};
use super::text::Text;
use crate::json::Value;

/// Who requires whom.
#[derive(Debug, Default)]
pub struct Requirements<'d>(Map<'d, Vec<Text<'d>>>);

impl<'d> Requirements<'d> {
    /// The requirements of a set of manifests.
    pub fn of(capabilities: impl IntoIterator<Item = Value<'d>>) -> Self {
        let mut all = Map::default();
        for manifest in capabilities {
            all.insert(id_of(manifest), unique(manifest.get("requires")));
        }
        Self(all)
    }

    /// Every id that is reachable, ids of capabilities that are not there included; the start itself only if it is
    /// on a cycle. Of an unknown id nothing is.
    #[must_use]
    pub fn closure(&self, id: &[u8]) -> Vec<Text<'d>> {
        let mut seen = Names::default();
        let mut found = Vec::new();
        let mut open: Vec<&[Text<'d>]> = Vec::new();
        open.extend(self.0.get(id).map(Vec::as_slice));
        while let Some(list) = open.pop() {
            for next in list {
                if seen.add(next.clone()) {
                    found.push(next.clone());
                    open.extend(self.0.get(next.bytes()).map(Vec::as_slice));
                }
            }
        }
        sorted(found)
    }
}
