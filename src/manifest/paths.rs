//! What paths of a manifest must not do.

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
