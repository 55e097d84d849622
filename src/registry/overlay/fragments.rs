//! The texts that steps and contributions take from files of their bundle (O-17).

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::claims::hooks;
use super::super::names::Map;
use super::super::text::Text;
use crate::json::Value;
use crate::vocabulary::limits::MAX_TEXT_BYTES;

/// The files of a bundle.
pub trait Fragments {
    /// The text of a file, if there is a readable one inside the bundle. The path is relative, with `/` between
    /// names.
    fn text(&self, path: &str) -> Option<&str>;
}

impl Fragments for BTreeMap<String, String> {
    fn text(&self, path: &str) -> Option<&str> {
        self.get(path).map(String::as_str)
    }
}

/// Files of a bundle by their paths; of a repeated path the last counts.
#[derive(Debug, Default)]
pub struct Files(Map<'static, String>);

impl FromIterator<(String, String)> for Files {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(files: I) -> Self {
        let mut map = Map::default();
        for (path, text) in files {
            map.insert(Text::wtf8(path.into_bytes().into()), text);
        }
        Self(map)
    }
}

impl Fragments for Files {
    fn text(&self, path: &str) -> Option<&str> {
        self.0.get(path.as_bytes()).map(String::as_str)
    }
}

/// Reads the fragments that have no text of their own: ids of fragments with their texts.
///
/// # Errors
/// The path of the first that cannot be read.
pub(super) fn read<'d>(
    manifest: Value<'d>,
    files: Option<&'d dyn Fragments>,
) -> Result<Vec<(u32, &'d str)>, Text<'d>> {
    let mut found = Vec::new();
    let mut all = hooks(manifest, "steps");
    all.append(&mut hooks(manifest, "contributions"));
    for hook in all {
        let Some(fragment) = hook.get("fragment") else {
            continue;
        };
        let path = fragment.get("path").and_then(Value::as_str);
        let (Some(path), None) = (path, fragment.get("inline")) else {
            continue;
        };
        let text = path
            .to_str()
            .and_then(|path| files?.text(&plain(&path)))
            .filter(|text| text.len() <= MAX_TEXT_BYTES);
        match text {
            Some(text) => found.push((fragment.id(), text)),
            None => return Err(Text::of(path)),
        }
    }
    Ok(found)
}

/// A path without segments that say nothing.
fn plain(path: &str) -> String {
    let segments = path.split('/').filter(|it| !it.is_empty() && *it != ".");
    segments.collect::<Vec<_>>().join("/")
}
