//! Files: bounded reading, writing that nobody else sees and nothing tears, moving out of the way.

mod run_dir;

use std::fs::{self, File};
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

use gsd_lanes::lane::host::Read;
use gsd_lanes::vocabulary::limits::MAX_CAPTURE_BYTES;

pub use run_dir::RunDir;

/// Most bytes of a review or of a tool's own files that are read (L-71).
pub const MOST_READ: u64 = MAX_CAPTURE_BYTES as u64;

const MIB: u64 = 1 << 20;

/// Why a file could not be read.
#[derive(Debug)]
pub enum Fault {
    /// There is none.
    Missing,
    /// It is a folder, a pipe, a device.
    NotRegular,
    /// It is larger than it may be: so many bytes.
    TooLarge(u64),
    /// Its size changed while it was read.
    Changed,
    /// The system says no.
    Io(io::Error),
}

impl Fault {
    /// In words.
    pub fn in_words(&self) -> String {
        match self {
            Self::Missing => "there is no such file".to_owned(),
            Self::NotRegular => "not a regular file".to_owned(),
            Self::TooLarge(most) if *most < MIB => format!("larger than {most} bytes"),
            Self::TooLarge(most) => format!("larger than {} MiB", most / MIB),
            Self::Changed => "it changed while it was read".to_owned(),
            Self::Io(error) => error.to_string(),
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            // A part of the path that is a file means the same.
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Self::Missing,
            _ => Self::Io(error),
        }
    }
}

/// Reads a regular file of at most `most` bytes, exactly as large as it is when opened. Opening never waits, as it
/// would for the other end of a pipe (T-74).
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, Fault> {
    let file = open_without_waiting(path)?;
    let size = regular_size(&file)?;
    if size > most {
        return Err(Fault::TooLarge(most));
    }
    exactly(file, size)
}

/// The first bytes of a regular file, however large it is.
pub fn head(path: &Path, most: u64) -> Result<Vec<u8>, Fault> {
    let file = open_without_waiting(path)?;
    regular_size(&file)?;
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The size of an open file, if it is a regular one.
pub(super) fn regular_size(file: &File) -> Result<u64, Fault> {
    let known = file.metadata()?;
    if known.is_file() {
        Ok(known.len())
    } else {
        Err(Fault::NotRegular)
    }
}

/// Reads a file that must be as large as it was said to be.
pub(super) fn exactly(file: File, size: u64) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
    file.take(size.saturating_add(1)).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).ok() == Some(size) {
        Ok(bytes)
    } else {
        Err(Fault::Changed)
    }
}

/// Opens a file to read it.
#[cfg(unix)]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
    let flags = i32::try_from(flags.bits()).unwrap_or_default();
    let mut options = File::options();
    options.read(true).custom_flags(flags).open(path)
}

/// Opens a file to read it.
#[cfg(not(unix))]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// What a run is told of a file, and its bytes as they are.
pub fn look(path: &Path) -> (Read, Vec<u8>) {
    match read(path, MOST_READ) {
        Ok(bytes) => (
            Read::Text(String::from_utf8_lossy(&bytes).into_owned()),
            bytes,
        ),
        Err(Fault::Missing) => (Read::Missing, Vec::new()),
        Err(_) => (Read::Unreadable, Vec::new()),
    }
}

/// Writes a file that only its owner can read (Y-7). Whoever reads meanwhile sees the old content or the new one; a
/// link is replaced, not followed.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole(path, bytes, 0o600)
}

/// Whether a file could be written there, as the system sees it now. Nothing is left of the attempt.
pub fn may_write(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    temporary(folder, 0o600).map(drop)
}

/// Writes a file for everybody, likewise as a whole.
pub fn write_public(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole(path, bytes, 0o666)
}

fn write_whole(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    let mut file = temporary(folder, mode)?;
    file.write_all(bytes)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// A file that vanishes unless it gets a name.
fn temporary(folder: Option<&Path>, mode: u32) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".gsd-lane-").suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    #[cfg(not(unix))]
    let _ = mode;
    builder.tempfile_in(folder.unwrap_or(Path::new(".")))
}

/// Renames a file that may be there to `<name>.previous` (Y-13).
pub fn set_aside(path: &Path) -> io::Result<()> {
    match fs::rename(path, previous(path)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn previous(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".previous");
    PathBuf::from(name)
}

/// Creates a folder that only its owner can enter, with everything above it; one that is there stays as it is.
pub fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
