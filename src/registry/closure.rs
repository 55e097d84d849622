//! Everything a capability needs, directly or not (G-12).

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::claims::{id_of, unique};
use super::findings::sorted;
use super::text::Text;
use crate::json::Value;

/// Who requires whom.
#[derive(Debug, Default)]
pub struct Requirements<'d>(BTreeMap<Text<'d>, Vec<Text<'d>>>);

impl<'d> Requirements<'d> {
    /// The requirements of a set of manifests.
    pub fn of(capabilities: impl IntoIterator<Item = Value<'d>>) -> Self {
        let entries = capabilities.into_iter();
        Self(
            entries
                .map(|manifest| (id_of(manifest), unique(manifest.get("requires"))))
                .collect(),
        )
    }

    /// Every id that is reachable, ids of capabilities that are not there included; the start itself only if it is
    /// on a cycle. Of an unknown id nothing is.
    #[must_use]
    pub fn closure(&self, id: &[u8]) -> Vec<Text<'d>> {
        let mut seen = BTreeSet::new();
        let mut open: Vec<&Text<'d>> = self.0.get(id).into_iter().flatten().collect();
        while let Some(next) = open.pop() {
            if seen.insert(next) {
                open.extend(self.0.get(next.bytes()).into_iter().flatten());
            }
        }
        sorted(seen.into_iter().cloned().collect())
    }
}
