//! Installed capabilities as the crate's loader wants them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use gsd_lanes::json::{Str, Value};
use gsd_lanes::registry::{LedgerState, Overlay, Scope, Source};
use gsd_lanes::vocabulary::limits::MAX_TEXT_BYTES;

use crate::effects::files;
use crate::effects::installed::Installed;

/// What the loader is told of one folder.
pub fn overlay(installed: &Installed, consented: bool) -> Overlay<'_> {
    let name = Cow::Borrowed(installed.name.as_str());
    if installed.ledger == LedgerState::Pending {
        return Overlay::pending(installed.scope, name);
    }
    let mut overlay = Overlay::read(installed.scope, name, installed.manifest.as_deref());
    overlay.ledger = installed.ledger;
    overlay.consented = consented;
    overlay
}

/// The files that steps and contributions name, as far as they lie in the bundle. Nothing is read of a bundle to which
/// nobody has agreed (O-10).
pub fn fragments(overlay: &Overlay<'_>, folder: &Path) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    let allowed = overlay.scope == Scope::Global || overlay.consented;
    if let (Source::Read(document), true) = (&overlay.manifest, allowed) {
        for path in named(document.root()) {
            if let Some(text) = inside(folder, &path) {
                texts.insert(path, text);
            }
        }
    }
    texts
}

fn named(manifest: Value<'_>) -> Vec<String> {
    let groups = ["steps", "contributions"].into_iter();
    let hooks = groups
        .filter_map(|group| manifest.get(group))
        .flat_map(Value::items);
    let fragments = hooks.filter_map(|hook| hook.get("fragment"));
    let paths = fragments.filter_map(|it| it.get("path").and_then(Value::as_str));
    let plain = |path: Str<'_>| {
        let path = path.to_lossy();
        let segments = path.split('/').filter(|it| !it.is_empty() && *it != ".");
        segments.collect::<Vec<_>>().join("/")
    };
    paths.map(plain).collect()
}

fn inside(folder: &Path, path: &str) -> Option<String> {
    let folder = fs::canonicalize(folder).ok()?;
    let file = fs::canonicalize(folder.join(path)).ok()?;
    if !file.starts_with(&folder) {
        return None;
    }
    let most = u64::try_from(MAX_TEXT_BYTES).unwrap_or(u64::MAX);
    String::from_utf8(files::read(&file, most).ok()?).ok()
}

/// The manifest of a folder, if it is readable.
pub fn manifest<'o>(overlay: &'o Overlay<'_>) -> Option<Value<'o>> {
    match &overlay.manifest {
        Source::Read(document) => Some(document.root()),
        _ => None,
    }
}

/// The slug of the lane that a manifest declares.
pub fn slug(manifest: Value<'_>) -> Option<String> {
    let slug = manifest.get("reviewer")?.get("slug")?.as_str()?;
    Some(String::from_utf8_lossy(&slug.trimmed()).into_owned())
}
