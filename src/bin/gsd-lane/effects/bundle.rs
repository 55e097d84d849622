//! Walking a bundle to hash its content (T-91 … T-93, TB-16). What counts, and what must not be there, the crate says;
//! this looks and reads.

use std::ffi::OsStr;
use std::fs::{self, File, FileType, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use gsd_lanes::trust::bundle::{BundleProblem, EntryKind, Frame, Listing};

use super::files::{self, Fault};

/// Why a bundle has no hash, and where that shows.
#[derive(Debug)]
pub struct NoHash {
    /// What stands against it.
    pub why: Why,
    /// The file or folder.
    pub path: PathBuf,
}

/// What stands against a bundle.
#[derive(Debug)]
pub enum Why {
    /// A rule.
    Problem(BundleProblem),
    /// The system.
    Io(io::Error),
}

impl NoHash {
    /// In words.
    pub fn in_words(&self) -> String {
        let path = self.path.display();
        match &self.why {
            Why::Problem(problem) => format!("{path}: {}", problem.as_str()),
            Why::Io(error) => format!("{path}: {error}"),
        }
    }
}

/// The hash of what is in a folder.
pub fn content_hash(folder: &Path) -> Result<String, NoHash> {
    let name = folder
        .file_name()
        .unwrap_or(OsStr::new(""))
        .as_encoded_bytes();
    let root = known(folder)?;
    let mut listing = Listing::begin(name.to_vec(), kind(&root)).map_err(against(folder))?;
    let mut folders = vec![(folder.to_owned(), Vec::new())];
    while let Some((folder, above)) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(no(&folder))? {
            let path = entry.map_err(no(&folder))?.path();
            let name = path
                .file_name()
                .unwrap_or(OsStr::new(""))
                .as_encoded_bytes();
            let relative = below(&above, name);
            let kind = kind(&known(&path)?);
            listing
                .add(relative.clone(), kind)
                .map_err(against(&path))?;
            if kind == EntryKind::Folder {
                folders.push((path, relative));
            }
        }
    }
    let mut frame = listing.seal().map_err(against(folder))?;
    while let Some((_, relative, size)) = frame.wanted() {
        let path = folder.join(as_path(relative));
        feed(&mut frame, &path, size)?;
    }
    frame.finish().map_err(against(folder))
}

fn no(path: &Path) -> impl FnOnce(io::Error) -> NoHash {
    let path = path.to_owned();
    move |error| NoHash {
        why: Why::Io(error),
        path,
    }
}

fn against(path: &Path) -> impl FnOnce(BundleProblem) -> NoHash {
    let path = path.to_owned();
    move |problem| NoHash {
        why: Why::Problem(problem),
        path,
    }
}

fn known(path: &Path) -> Result<Metadata, NoHash> {
    fs::symlink_metadata(path).map_err(no(path))
}

fn kind(known: &Metadata) -> EntryKind {
    let of: FileType = known.file_type();
    if of.is_file() {
        EntryKind::File(known.len())
    } else if of.is_dir() {
        EntryKind::Folder
    } else {
        EntryKind::Other
    }
}

/// A path of names, which nothing else than `/` separates in what is hashed.
fn below(above: &[u8], name: &[u8]) -> Vec<u8> {
    let mut path = above.to_vec();
    if !path.is_empty() {
        path.push(b'/');
    }
    path.extend_from_slice(name);
    path
}

#[cfg(unix)]
fn as_path(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
fn as_path(bytes: &[u8]) -> PathBuf {
    // What is no UTF-8 is not found again, and so has no hash.
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// Reads a file that was so large a moment ago. A link that has taken its place is not followed.
fn feed(frame: &mut Frame<'_>, path: &Path, size: u64) -> Result<(), NoHash> {
    let changed = || against(path)(BundleProblem::Changed);
    let mut file = open(path).map_err(no(path))?;
    match files::regular_size(&file) {
        Ok(same) if same == size => {}
        Err(Fault::Io(error)) => return Err(no(path)(error)),
        _ => return Err(changed()),
    }
    let mut buffer = vec![0; 1 << 16];
    loop {
        let read = file.read(&mut buffer).map_err(no(path))?;
        if read == 0 {
            return frame.end_file().map_err(against(path));
        }
        let piece = buffer.get(..read).unwrap_or_default();
        frame.take(piece).map_err(against(path))?;
    }
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
