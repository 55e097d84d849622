//! Destinations that leave the configuration home (§13, 11).

use alloc::vec::Vec;

use super::super::claims::{elements, text};
use super::super::text::Text;
use crate::json::Value;

/// The first destination of a runtime's artifacts that lies outside of a configuration home, read lexically. Both
/// kinds of slash separate.
pub(super) fn escaping<'d>(manifest: Value<'d>, home: &str) -> Option<Text<'d>> {
    let layout = manifest.get("runtime")?.get("artifactLayout")?;
    for list in ["global", "local"] {
        for entry in elements(layout.get(list)) {
            if let Some(path) = text(entry, "destSubpath")
                && leaves(home.as_bytes(), path.bytes())
            {
                return Some(path);
            }
        }
    }
    None
}

fn leaves(home: &[u8], path: &[u8]) -> bool {
    let home = resolve(Vec::new(), home);
    let from = if is_absolute(path) {
        Vec::new()
    } else {
        home.clone()
    };
    !resolve(from, path).starts_with(&home)
}

fn is_absolute(path: &[u8]) -> bool {
    matches!(path, [b'/' | b'\\', ..])
        || matches!(path, [drive, b':', ..] if drive.is_ascii_alphabetic())
}

fn resolve<'p>(mut from: Vec<&'p [u8]>, path: &'p [u8]) -> Vec<&'p [u8]> {
    for segment in path.split(|byte| matches!(byte, b'/' | b'\\')) {
        match segment {
            b"" | b"." => {}
            b".." => {
                from.pop();
            }
            name => from.push(name),
        }
    }
    from
}

#[cfg(test)]
mod tests {
    use super::leaves;

    #[test]
    fn only_what_lies_below_the_home_stays() {
        let home = b"/home/me/.acme";
        for inside in [
            &b"skills"[..],
            b"a/../b",
            b"../.acme/x",
            b"/home/me/.acme/x",
            b".",
        ] {
            assert!(!leaves(home, inside), "{inside:?}");
        }
        for outside in [
            &b"../x"[..],
            b"a/../../x",
            b"/etc",
            b"..\\x",
            b"C:/x",
            b"../.acmes",
        ] {
            assert!(leaves(home, outside), "{outside:?}");
        }
    }
}
