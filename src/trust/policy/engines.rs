//! Whether a capability runs on this host (T-47, TB-9).

use serde::Serialize;

use super::range::{Core, core, holds};
use super::{plain, trim};
use crate::json::{Str, Value};

/// Whether a capability runs on a host, and if not, which of its versions does (T-47).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EnginesCheck<'d> {
    /// Whether it does.
    pub compatible: bool,
    /// The range it asks for, if any.
    pub range: Option<Str<'d>>,
    /// What allows it, or a version of it; nothing does if this is `None`.
    pub satisfied_by: Option<SatisfiedBy>,
    /// Its newest version that runs here, as it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub downgrade_to: Option<Str<'d>>,
}

/// What allows a capability on a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum SatisfiedBy {
    /// It asks for nothing.
    Unconstrained,
    /// Its own range.
    Engines,
    /// The range of an older version.
    CompatVersions,
}

/// Checks what a manifest asks of its host (T-47).
#[must_use]
pub fn check_engines<'d>(manifest: Value<'d>, host_version: &str) -> EnginesCheck<'d> {
    let answer = |compatible, range, satisfied_by, downgrade_to| EnginesCheck {
        compatible,
        range,
        satisfied_by,
        downgrade_to,
    };
    let range = manifest
        .get("engines")
        .and_then(|engines| engines.get("gsd"));
    let Some(range) = range.and_then(filled) else {
        return answer(true, None, Some(SatisfiedBy::Unconstrained), None);
    };
    let host = core(host_version);
    if holds(host, &plain(range)) {
        return answer(true, Some(range), Some(SatisfiedBy::Engines), None);
    }
    let older = newest_compatible(manifest, host);
    let satisfied_by = older.is_some().then_some(SatisfiedBy::CompatVersions);
    answer(false, Some(range), satisfied_by, older)
}

/// The highest key of `compatVersions` whose range the host satisfies; of equals the earliest.
fn newest_compatible(manifest: Value<'_>, host: Core) -> Option<Str<'_>> {
    let mut newest: Option<(Core, Str<'_>)> = None;
    for (key, range) in manifest.get("compatVersions")?.entries() {
        let version = plain(key);
        let fits = filled(range).is_some_and(|range| holds(host, &plain(range)));
        if !fits || !names_version(&version) {
            continue;
        }
        let version = core(&version);
        if newest.is_none_or(|(highest, _)| version > highest) {
            newest = Some((version, key));
        }
    }
    newest.map(|(_, key)| key)
}

/// The text, if it is one and not empty.
fn filled(value: Value<'_>) -> Option<Str<'_>> {
    value.as_str().filter(|text| !text.is_empty())
}

/// Whether a key begins with a digit, so that it can be offered as a version (TB-9).
fn names_version(key: &str) -> bool {
    let key = trim(key);
    let key = key.strip_prefix('v').unwrap_or(key);
    key.starts_with(|character: char| character.is_ascii_digit())
}
