//! Walking a bundle to hash its content (T-91 … T-93, TB-16). What is excluded, and how entries are framed, is the
//! crate's to decide; this reads, and refuses what must not be there.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::files::{self, Fault};

/// Most entries of a bundle, excluded ones counted (T-93).
pub const MOST_ENTRIES: usize = 100_000;
/// Most bytes of its files, excluded ones counted (T-93).
pub const MOST_BYTES: u64 = 16 << 20;

/// One entry.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its path relative to the folder, with `/`, as bytes.
    pub path: Vec<u8>,
    /// The content of a file; nothing for a folder.
    pub content: Option<Vec<u8>>,
}

/// Why a bundle has no hash.
#[derive(Debug)]
pub enum Refused {
    /// The folder itself, or something in it, is a link.
    Link(PathBuf),
    /// Neither file nor folder.
    Special(PathBuf),
    /// Too many entries.
    TooMany,
    /// Too many bytes.
    TooLarge,
    /// It changed while it was read.
    Changed(PathBuf),
    /// The system says no.
    Io(PathBuf, io::Error),
}

impl Refused {
    /// In words.
    pub fn in_words(&self) -> String {
        match self {
            Self::Link(path) => format!("{} is a link", path.display()),
            Self::Special(path) => format!("{} is neither file nor folder", path.display()),
            Self::TooMany => format!("over {MOST_ENTRIES} entries"),
            Self::TooLarge => format!("over {MOST_BYTES} bytes"),
            Self::Changed(path) => format!("{} changed while it was read", path.display()),
            Self::Io(path, error) => format!("{}: {error}", path.display()),
        }
    }
}

/// Reads a bundle. `excluded` tells, by relative path and whether it is a folder, what is left out of the result; such
/// folders are entered all the same.
pub fn walk(folder: &Path, excluded: &dyn Fn(&[u8], bool) -> bool) -> Result<Vec<Entry>, Refused> {
    let io = |path: &Path| {
        let path = path.to_owned();
        move |error| Refused::Io(path, error)
    };
    let root = fs::symlink_metadata(folder).map_err(io(folder))?;
    if root.file_type().is_symlink() {
        return Err(Refused::Link(folder.to_owned()));
    }
    let mut found = Vec::new();
    let (mut entries, mut bytes) = (0, 0);
    let mut folders = vec![(folder.to_owned(), Vec::new())];
    while let Some((folder, above)) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(io(&folder))? {
            let entry = entry.map_err(io(&folder))?;
            entries += 1;
            if entries > MOST_ENTRIES {
                return Err(Refused::TooMany);
            }
            let path = entry.path();
            let known = fs::symlink_metadata(&path).map_err(io(&path))?;
            let relative = below(&above, entry.file_name().as_encoded_bytes());
            let kind = known.file_type();
            if kind.is_symlink() {
                return Err(Refused::Link(path));
            } else if kind.is_dir() {
                folders.push((path, relative.clone()));
                if !excluded(&relative, true) {
                    found.push(Entry {
                        path: relative,
                        content: None,
                    });
                }
            } else if kind.is_file() {
                bytes += known.len();
                if bytes > MOST_BYTES {
                    return Err(Refused::TooLarge);
                }
                if !excluded(&relative, false) {
                    found.push(Entry {
                        content: Some(content(path, known.len())?),
                        path: relative,
                    });
                }
            } else {
                return Err(Refused::Special(path));
            }
        }
    }
    Ok(found)
}

/// A path of names; on Windows nothing else than `/` separates them in what is hashed.
fn below(above: &[u8], name: &[u8]) -> Vec<u8> {
    let mut path = above.to_vec();
    if !path.is_empty() {
        path.push(b'/');
    }
    path.extend_from_slice(name);
    path
}

/// The content of a file that was so large a moment ago. A link that has taken its place is not followed.
fn content(path: PathBuf, size: u64) -> Result<Vec<u8>, Refused> {
    let read =
        open(&path)
            .map_err(Fault::from)
            .and_then(|file| match files::regular_size(&file)? {
                same if same == size => files::exactly(file, size),
                _ => Err(Fault::Changed),
            });
    read.map_err(|fault| match fault {
        Fault::Io(error) => Refused::Io(path, error),
        _ => Refused::Changed(path),
    })
}

#[cfg(unix)]
fn open(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY;
    let flags = i32::try_from(flags.bits()).unwrap_or_default();
    fs::OpenOptions::new()
        .read(true)
        .custom_flags(flags)
        .open(path)
}

#[cfg(not(unix))]
fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}
