//! The content hash of a bundle (T-90 … T-96, TB-16): what consent binds besides the manifest.
//!
//! A walker tells a [`Listing`] what it meets, in any order; [`Listing::seal`] puts the entries into the order of the
//! frame, and the [`Frame`] then takes the content of one file after the other, in pieces of any size. So nothing is
//! held in memory but the paths, limits hold before anything is read, and a file that changes its size in between
//! fails. [`content_hash`] does all of it for files that are in memory already.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use sha2::{Digest, Sha512};

use super::policy::SpecKind;
use crate::sort::sort_by;
use crate::vocabulary::bundle::{
    BYTECODE_FOLDER, BYTECODE_SUFFIXES, MAX_BYTES, MAX_ENTRIES, MAX_PATH_BYTES, UNMARKED_FOLDERS,
};

/// Why there is no hash; the string form is stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BundleProblem {
    /// Something is neither a file nor a folder: a link, a device (T-91). Of the root, also a link to a folder (TB-16).
    NotPlain,
    /// More entries than a bundle may have (T-93).
    TooManyEntries,
    /// More bytes than a bundle may have (T-93).
    TooLarge,
    /// A path that no walk gives: empty, absolute, far too long, or with an empty, `.` or `..` segment.
    BadPath,
    /// A path is there twice, or a file is where a folder must be.
    Clash,
    /// A file has another size than when it was listed (TB-16).
    Changed,
}

impl BundleProblem {
    /// The stable string.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotPlain => "not-plain",
            Self::TooManyEntries => "too-many-entries",
            Self::TooLarge => "too-large",
            Self::BadPath => "bad-path",
            Self::Clash => "clash",
            Self::Changed => "changed",
        }
    }
}

/// What something on a disk is, links not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file of that many bytes.
    File(u64),
    /// A folder.
    Folder,
    /// Anything else, links among it.
    Other,
}

/// A file or folder below the root.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry<'p> {
    /// Raw bytes, relative to the root, with `/` between segments.
    path: Cow<'p, [u8]>,
    /// The size of a file; `None` for a folder.
    size: Option<u64>,
    /// Its number in the listing.
    place: usize,
}

/// What a walker has met so far.
#[derive(Debug)]
pub struct Listing<'p> {
    root_name: Cow<'p, [u8]>,
    entries: Vec<Entry<'p>>,
    /// Entries, left-out ones included.
    met: usize,
    /// Bytes of files, left-out ones included.
    bytes: u64,
}

impl<'p> Listing<'p> {
    /// Begins at the root, given its own name, which decides on files right in it (T-92), and what it is itself.
    ///
    /// # Errors
    /// [`BundleProblem::NotPlain`] unless it is a folder: a link to one is refused too (TB-16).
    pub fn begin(
        root_name: impl Into<Cow<'p, [u8]>>,
        root: EntryKind,
    ) -> Result<Self, BundleProblem> {
        if root != EntryKind::Folder {
            return Err(BundleProblem::NotPlain);
        }
        Ok(Self {
            root_name: root_name.into(),
            entries: Vec::new(),
            met: 0,
            bytes: 0,
        })
    }

    /// Takes what stands at a path, its number counting from 0: raw bytes, relative to the root, with `/` between segments, on Windows too (T-91).
    ///
    /// # Errors
    /// A limit that is broken by it (T-93), what is neither file nor folder, or a path that no walk gives.
    pub fn add(
        &mut self,
        path: impl Into<Cow<'p, [u8]>>,
        kind: EntryKind,
    ) -> Result<(), BundleProblem> {
        let path = path.into();
        self.met += 1;
        if self.met > MAX_ENTRIES {
            return Err(BundleProblem::TooManyEntries);
        }
        if !is_relative(&path) {
            return Err(BundleProblem::BadPath);
        }
        let size = match kind {
            EntryKind::Other => return Err(BundleProblem::NotPlain),
            EntryKind::Folder => None,
            EntryKind::File(size) => Some(size),
        };
        self.bytes = self.bytes.saturating_add(size.unwrap_or(0));
        if self.bytes > MAX_BYTES {
            return Err(BundleProblem::TooLarge);
        }
        if !self.is_left_out(&path, size.is_some()) {
            self.entries.push(Entry {
                path,
                size,
                place: self.met - 1,
            });
        }
        Ok(())
    }

    /// What is no entry of the frame (T-92).
    fn is_left_out(&self, path: &[u8], is_file: bool) -> bool {
        let (parent, name) = split(path);
        if !is_file {
            return UNMARKED_FOLDERS.contains(&name);
        }
        let folder = parent.map_or(&*self.root_name, |parent| split(parent).1);
        folder == BYTECODE_FOLDER && BYTECODE_SUFFIXES.iter().any(|it| name.ends_with(it))
    }

    /// Ends the listing and begins the frame.
    ///
    /// # Errors
    /// [`BundleProblem::Clash`] if a path is there twice.
    pub fn seal(mut self) -> Result<Frame<'p>, BundleProblem> {
        sort_by(&mut self.entries, |a, b| a.path.cmp(&b.path));
        if self
            .entries
            .windows(2)
            .any(|pair| matches!(pair, [a, b] if a.path == b.path))
        {
            return Err(BundleProblem::Clash);
        }
        let mut hasher = Sha512::new();
        feed(&mut hasher, &(self.entries.len() as u64).to_be_bytes());
        let mut frame = Frame {
            hasher,
            entries: self.entries,
            at: 0,
            left: 0,
        };
        frame.advance();
        Ok(frame)
    }
}

/// The frame under the hash (T-94): takes the files of a listing in its order.
#[derive(Debug)]
pub struct Frame<'p> {
    hasher: Sha512,
    entries: Vec<Entry<'p>>,
    /// The file whose content is next.
    at: usize,
    /// Bytes of it that are still to come.
    left: u64,
}

impl Frame<'_> {
    /// The file whose content is wanted next: its number in the listing, its path, and how much is to come; `None` at
    /// the end.
    #[must_use]
    pub fn wanted(&self) -> Option<(usize, &[u8], u64)> {
        let entry = self.entries.get(self.at)?;
        Some((entry.place, &entry.path, self.left))
    }

    /// Takes a piece of the content of the wanted file.
    ///
    /// # Errors
    /// [`BundleProblem::Changed`] if it is more than was listed.
    pub fn take(&mut self, piece: &[u8]) -> Result<(), BundleProblem> {
        let left = self.left.checked_sub(piece.len() as u64);
        self.left = left.ok_or(BundleProblem::Changed)?;
        feed(&mut self.hasher, piece);
        Ok(())
    }

    /// Says that the wanted file is at its end.
    ///
    /// # Errors
    /// [`BundleProblem::Changed`] if it is less than was listed, or if no file is wanted.
    pub fn end_file(&mut self) -> Result<(), BundleProblem> {
        if self.left > 0 || self.at >= self.entries.len() {
            return Err(BundleProblem::Changed);
        }
        self.at += 1;
        self.advance();
        Ok(())
    }

    /// Writes folders, and the head of the file that comes after them.
    fn advance(&mut self) {
        let Self {
            hasher,
            entries,
            at,
            left,
        } = self;
        while let Some(entry) = entries.get(*at) {
            feed(hasher, if entry.size.is_some() { &[1] } else { &[2] });
            // Longer paths were refused.
            let length = u32::try_from(entry.path.len()).unwrap_or(u32::MAX);
            feed(hasher, &length.to_be_bytes());
            feed(hasher, &entry.path);
            if let Some(size) = entry.size {
                feed(hasher, &size.to_be_bytes());
                *left = size;
                return;
            }
            *at += 1;
        }
    }

    /// The hash: `sha512-` and the digest in base64 (T-90).
    ///
    /// # Errors
    /// [`BundleProblem::Changed`] if files are still wanted.
    pub fn finish(self) -> Result<String, BundleProblem> {
        if self.at < self.entries.len() {
            return Err(BundleProblem::Changed);
        }
        Ok(shown(self.hasher))
    }
}

/// The digest as it stands in records and manifests: `sha512-` and base64.
fn shown(hasher: Sha512) -> String {
    let mut out = String::from("sha512-");
    push_base64(&mut out, &hasher.finalize());
    out
}

/// The integrity of an archive, to be compared as text before it is unpacked (T-96).
#[must_use]
pub fn archive_integrity(archive: &[u8]) -> String {
    let mut hasher = Sha512::new();
    feed(&mut hasher, archive);
    shown(hasher)
}

/// The integrity that a record of such a source holds, given the one that was asked for: folders and repositories have
/// no archive, so nothing can be asked for and nothing is recorded; `None` if it is asked for all the same (T-96).
#[must_use]
pub fn recorded_integrity(kind: SpecKind, asked: &str) -> Option<&str> {
    let has_archive = !matches!(kind, SpecKind::Local | SpecKind::Git);
    (has_archive || asked.is_empty()).then_some(asked)
}

/// A bundle that is in memory (T-95).
#[derive(Debug, Clone, Default)]
pub struct Bundle<'b> {
    /// The name of its root folder; it matters only if that is the folder of compiled files.
    pub root_name: &'b [u8],
    /// Paths and contents, in any order.
    pub files: Vec<(&'b [u8], &'b [u8])>,
    /// Folders. Those in which something lies need not be named.
    pub folders: Vec<&'b [u8]>,
}

/// What stands against a bundle, and the path where that shows, if it is of one.
pub type Fault<'b> = (BundleProblem, Option<&'b [u8]>);

/// The hash of a bundle in memory, whatever the order of its files (T-95).
///
/// # Errors
/// What stands against it.
#[inline(never)]
pub fn content_hash<'b>(bundle: &Bundle<'b>) -> Result<String, Fault<'b>> {
    let whole = |problem| (problem, None);
    let mut listing = Listing::begin(bundle.root_name, EntryKind::Folder).map_err(whole)?;
    let mut folders = bundle.folders.clone();
    for (path, content) in &bundle.files {
        let kind = EntryKind::File(content.len() as u64);
        listing.add(*path, kind).map_err(|it| (it, Some(*path)))?;
        folders.extend(split(path).0);
    }
    // Every folder in which something lies is one, named or not.
    let mut at = 0;
    while let Some(folder) = folders.get(at) {
        let above = split(folder).0;
        folders.extend(above);
        at += 1;
    }
    sort_by(&mut folders, Ord::cmp);
    folders.dedup();
    for path in folders {
        let added = listing.add(path, EntryKind::Folder);
        added.map_err(|it| (it, Some(path)))?;
    }
    let mut frame = listing.seal().map_err(whole)?;
    while let Some((place, ..)) = frame.wanted() {
        let content = bundle.files.get(place).map_or(&b""[..], |(_, it)| it);
        frame.take(content).map_err(whole)?;
        frame.end_file().map_err(whole)?;
    }
    frame.finish().map_err(whole)
}

/// One way into the hash, which is large where it is inlined.
#[inline(never)]
fn feed(hasher: &mut Sha512, bytes: &[u8]) {
    hasher.update(bytes);
}

/// Whether a path could come from a walk.
fn is_relative(path: &[u8]) -> bool {
    path.len() <= MAX_PATH_BYTES
        && path
            .split(|byte| *byte == b'/')
            .all(|segment| !matches!(segment, b"" | b"." | b".."))
}

/// The folder of a path, unless that is the root, and its last segment.
fn split(path: &[u8]) -> (Option<&[u8]>, &[u8]) {
    match path.iter().rposition(|byte| *byte == b'/') {
        Some(at) => (path.get(..at), path.get(at + 1..).unwrap_or_default()),
        None => (None, path),
    }
}

/// Appends standard base64 with padding.
fn push_base64(out: &mut String, bytes: &[u8]) {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for chunk in bytes.chunks(3) {
        let mut word = 0_u32;
        for place in 0..3 {
            word = word << 8 | chunk.get(place).map_or(0, |byte| u32::from(*byte));
        }
        for place in 0..4 {
            let index = (word >> (18 - 6 * place) & 63) as usize;
            let letter = ALPHABET.get(index).filter(|_| place <= chunk.len());
            out.push(char::from(letter.copied().unwrap_or(b'=')));
        }
    }
}
