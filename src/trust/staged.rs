//! Whether declared scripts and modules are in the bundle (T-22, T-23).

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;

use super::disclosure::Disclosure;
use crate::json::Str;
use crate::sort::Index;

/// Declared scripts and modules that are not there: hooks, then commands, repeats repeated.
pub(super) fn missing_artifacts<'d>(
    disclosure: &Disclosure<'d>,
    is_there: &dyn Fn(&[u8]) -> bool,
) -> Vec<Str<'d>> {
    let scripts = disclosure.hooks.iter().map(|hook| hook.script);
    let modules = disclosure.command_modules.iter().map(|it| it.module);
    scripts
        .chain(modules)
        .filter(|path| !normalise(&path.wtf8()).is_some_and(|path| is_there(&path)))
        .collect()
}

/// A path within the bundle without `.` segments and doubled slashes; `None` if it is absolute or climbs.
fn normalise(path: &[u8]) -> Option<Vec<u8>> {
    let climbs = path
        .split(|byte| matches!(byte, b'/' | b'\\'))
        .any(|segment| segment == b"..");
    if climbs || path.starts_with(b"/") {
        return None;
    }
    let segments: Vec<&[u8]> = path
        .split(|byte| *byte == b'/')
        .filter(|segment| !matches!(*segment, b"" | b"."))
        .collect();
    Some(segments.join(&b'/'))
}

/// The files of a bundle, given as a list, and the folders they lie in.
#[derive(Debug)]
pub struct StagedFiles(Index<'static>);

impl StagedFiles {
    /// Takes the list; what is absolute or climbs is not in a bundle.
    pub fn new<'a>(files: impl IntoIterator<Item = Str<'a>>) -> Self {
        // The bundle itself is there even if it is empty.
        let mut all = vec![Cow::Borrowed(&b""[..])];
        all.extend(
            files
                .into_iter()
                .filter_map(|file| normalise(&file.wtf8()))
                .map(Cow::Owned),
        );
        Self(Index::new(all))
    }

    /// Whether a file or folder of that normalised path is there: a [`Lookup`](super::Lookup).
    #[must_use]
    pub fn contains(&self, path: &[u8]) -> bool {
        let mut folder = path.to_vec();
        folder.push(b'/');
        self.0.find(path).is_some() || self.0.has_prefix(&folder)
    }
}
