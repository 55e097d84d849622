//! Paths as text, without looking at a disk.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::json::Str;

/// The home of the stores: what the caller says, else `GSD_HOME`, else the user's home directory; what is empty counts
/// as not set (T-70).
#[must_use]
pub fn store_home<'a>(
    argument: Option<&'a str>,
    gsd_home: Option<&'a str>,
    user_home: Option<&'a str>,
) -> Option<&'a str> {
    [argument, gsd_home, user_home]
        .into_iter()
        .flatten()
        .find(|home| !home.is_empty())
}

/// A path without `.` and `..` segments, doubled and trailing separators (T-75): what is left to do where a real path
/// cannot be had. A path with a drive letter or of a share is one of Windows. A relative path stays relative.
#[must_use]
pub fn lexical(path: &[u8]) -> Vec<u8> {
    let style = Style::of(path);
    let (root, rest) = path.split_at(style.root_len(path));
    let mut segments: Vec<&[u8]> = Vec::new();
    for segment in rest.split(|byte| style.separates(*byte)) {
        match segment {
            b"" | b"." => {}
            b".." if segments.last().is_some_and(|last| *last != b"..") => {
                segments.pop();
            }
            // Above the root there is nothing.
            b".." if !root.is_empty() => {}
            other => segments.push(other),
        }
    }
    let mut out = Vec::with_capacity(path.len());
    match style {
        Style::Posix => out.extend_from_slice(if root.is_empty() { b"" } else { b"/" }),
        Style::Windows => out.extend(root.iter().map(|byte| match byte {
            b'/' => b'\\',
            other => *other,
        })),
    }
    for (place, segment) in segments.iter().enumerate() {
        if place > 0 || (style == Style::Windows && !out.ends_with(b"\\")) {
            out.push(style.separator());
        }
        out.extend_from_slice(segment);
    }
    if out.is_empty() {
        out.push(b'.');
    }
    // A relative path whose first name looks like another system's root stays a relative one.
    if style == Style::Posix && root.is_empty() && Style::of(&out) != Style::Posix {
        out.splice(..0, *b"./");
    }
    out
}

/// [`lexical`] for text.
pub(super) fn lexical_text(path: &str) -> String {
    String::from_utf8(lexical(path.as_bytes())).unwrap_or_default()
}

/// How a system writes paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Posix,
    Windows,
}

impl Style {
    /// No absolute path of one system is one of the other.
    pub(super) fn of(path: &[u8]) -> Self {
        match path {
            [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic() => Self::Windows,
            [b'\\', b'\\', ..] => Self::Windows,
            _ => Self::Posix,
        }
    }

    fn separates(self, byte: u8) -> bool {
        byte == b'/' || (self == Self::Windows && byte == b'\\')
    }

    fn separator(self) -> u8 {
        match self {
            Self::Posix => b'/',
            Self::Windows => b'\\',
        }
    }

    /// Bytes of what no `..` leads out of: `/`, `C:\`, `\\server\share`.
    fn root_len(self, path: &[u8]) -> usize {
        match self {
            Self::Posix => usize::from(path.starts_with(b"/")),
            Self::Windows if path.starts_with(b"\\\\") => {
                let mut separators = (2..path.len()).filter(|at| {
                    let byte = path.get(*at);
                    byte.is_some_and(|byte| self.separates(*byte))
                });
                // The second separator ends the share.
                separators.nth(1).unwrap_or(path.len())
            }
            Self::Windows => 3,
        }
    }
}

/// The folder in which something lies; `None` for what lies in the root of the file system, and for the root itself.
/// The path must be [`lexical`].
pub(super) fn parent(path: &str) -> Option<&str> {
    let style = Style::of(path.as_bytes());
    let root = style.root_len(path.as_bytes());
    let at = path.rfind(char::from(style.separator()))?;
    (at > root).then(|| path.get(..at))?
}

/// A path in a folder.
pub(super) fn join(folder: &str, names: &[&str]) -> String {
    let separator = char::from(Style::of(folder.as_bytes()).separator());
    let mut out = String::from(folder);
    for name in names {
        if !out.ends_with(separator) {
            out.push(separator);
        }
        out.push_str(name);
    }
    out
}

/// The first segment of a path below a folder; both must be [`lexical`].
pub(super) fn first_segment<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    let separator = char::from(Style::of(folder.as_bytes()).separator());
    let rest = path.strip_prefix(folder)?;
    rest.trim_start_matches(separator).split(separator).next()
}

/// A text as bytes of a record, without `.` and `..` segments.
pub(super) fn root_bytes(root: Str<'_>) -> Cow<'_, [u8]> {
    let bytes = root.wtf8();
    if bytes.is_empty() {
        return bytes;
    }
    Cow::Owned(lexical(&bytes))
}
