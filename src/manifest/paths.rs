//! What paths of a manifest must not do.

use crate::json::trim_js;

/// Whether a path has a `..` segment, split on both kinds of slash.
pub(super) fn climbs(path: &[u8]) -> bool {
    path.split(|byte| matches!(byte, b'/' | b'\\'))
        .any(|segment| segment == b"..")
}

/// Whether a path is absolute on Windows, or rooted in a drive, although POSIX takes it for a relative one.
pub(super) fn windows_absolute(path: &[u8]) -> bool {
    match path {
        [b'\\', ..] => true,
        [drive, b':', ..] => drive.is_ascii_alphabetic(),
        _ => false,
    }
}

/// Whether a program would be looked up below the current folder, which is the repository under review: its name has
/// a separator or a drive, yet is absolute neither on POSIX nor on Windows (Y-1, F-41). White space around it does
/// not count.
pub(crate) fn is_relative_program(name: &[u8]) -> bool {
    let name = trim_js(name);
    let separator = |byte: &u8| matches!(byte, b'/' | b'\\');
    let absolute = match name {
        [b'/', ..] | [b'\\', b'\\', ..] => true,
        [drive, b':', next, ..] => drive.is_ascii_alphabetic() && separator(next),
        _ => false,
    };
    !absolute && (name.iter().any(separator) || name.get(1) == Some(&b':'))
}
