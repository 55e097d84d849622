//! The stores of consent in the user's `.gsd` folder: read within bounds, changed under a lock, replaced as a whole
//! (T-74, T-76 … T-79). What a store says, and what a changed one says, the crate decides.

mod lock;

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use gsd_lanes::vocabulary::consent::{LANE_STORE_FILE, MAX_STORE_BYTES, STORE_FILE};

pub use lock::Lock;

use super::files::{self, Fault};
use super::project::Places;

/// How often a rename is tried, and how far apart.
const RENAMES: u32 = 3;
const BETWEEN: Duration = Duration::from_millis(50);

/// One store.
#[derive(Debug, Clone)]
pub struct Store {
    path: PathBuf,
}

/// Why a store was not changed.
#[derive(Debug)]
pub enum NotChanged {
    /// The lock could not be had.
    Locked(String),
    /// It is there and cannot be read.
    Unreadable(Fault),
    /// The new content was refused.
    Refused(String),
    /// It could not be written.
    Io(io::Error),
}

impl NotChanged {
    /// In words.
    pub fn in_words(&self) -> String {
        match self {
            Self::Locked(why) => format!("the lock of the store cannot be had: {why}"),
            Self::Unreadable(fault) => format!("the store cannot be read: {}", fault.in_words()),
            Self::Refused(why) => why.clone(),
            Self::Io(error) => format!("the store cannot be written: {error}"),
        }
    }
}

impl Store {
    /// The store at a path.
    pub fn at(path: PathBuf) -> Self {
        Self { path }
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it holds; `None` if there is no such file. Nothing waits here, and nothing is locked: writers replace the
    /// file as a whole.
    pub fn bytes(&self) -> Result<Option<Vec<u8>>, Fault> {
        let most = u64::try_from(MAX_STORE_BYTES).unwrap_or(u64::MAX);
        match files::read(&self.path, most) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(Fault::Missing) => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    /// Changes it: under the lock it is read, `change` makes the new content of the old one (`None` to leave it as it
    /// is), and that replaces the old one. Whether it was written.
    pub fn update(
        &self,
        change: impl FnOnce(Option<&[u8]>) -> Result<Option<String>, String>,
    ) -> Result<bool, NotChanged> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        files::private_folder(folder).map_err(NotChanged::Io)?;
        let lock = Lock::acquire(folder).map_err(NotChanged::Locked)?;
        let old = self.bytes().map_err(NotChanged::Unreadable)?;
        let new = change(old.as_deref()).map_err(NotChanged::Refused)?;
        if let Some(text) = &new {
            if !lock.is_ours() {
                let why = "somebody has taken it for abandoned".to_owned();
                return Err(NotChanged::Locked(why));
            }
            replace(&self.path, text.as_bytes()).map_err(NotChanged::Io)?;
        }
        Ok(new.is_some())
    }
}

/// Both stores.
#[derive(Debug, Clone)]
pub struct Stores {
    /// The one that is shared with the peer.
    pub shared: Store,
    /// Our own.
    pub own: Store,
}

impl Stores {
    /// Where they are.
    pub fn of(places: &Places) -> Self {
        Self {
            shared: Store::at(places.in_home(STORE_FILE)),
            own: Store::at(places.in_home(LANE_STORE_FILE)),
        }
    }
}

/// Replaces a file as a whole: a temporary one beside it, synced, renamed, and the folder synced (T-78).
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let suffix = format!(".tmp.{}-{:08x}", std::process::id(), random());
    let temporary = beside(path, &suffix);
    let written = write_new(&temporary, bytes).and_then(|()| rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written?;
    sync_folder(path.parent().unwrap_or(Path::new(".")))
}

/// A path beside another one, with something behind its name.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(suffix);
    path.with_file_name(name)
}

/// A number that nobody else draws at the same time.
fn random() -> u32 {
    let drawn = RandomState::new().build_hasher().finish();
    u32::try_from(drawn >> 32).unwrap_or_default()
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn rename(from: &Path, to: &Path) -> io::Result<()> {
    use io::ErrorKind::{PermissionDenied, ResourceBusy};
    let mut left = RENAMES;
    loop {
        left -= 1;
        match fs::rename(from, to) {
            Err(error) if left > 0 && matches!(error.kind(), PermissionDenied | ResourceBusy) => {
                sleep(BETWEEN);
            }
            done => return done,
        }
    }
}

/// Makes the new name last. Not every system can do that for a folder.
fn sync_folder(folder: &Path) -> io::Result<()> {
    const BAD_DESCRIPTOR: i32 = 9;
    match File::open(folder).and_then(|it| it.sync_all()) {
        Err(error) => {
            let known = matches!(
                error.kind(),
                io::ErrorKind::IsADirectory
                    | io::ErrorKind::PermissionDenied
                    | io::ErrorKind::InvalidInput
                    | io::ErrorKind::NotFound
            );
            if known || error.raw_os_error() == Some(BAD_DESCRIPTOR) {
                Ok(())
            } else {
                Err(error)
            }
        }
        Ok(()) => Ok(()),
    }
}
