//! The folder of one run (Y-7).

use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::private_folder;

/// A folder for the files of a run, which nobody else can enter, and whose name nobody can guess.
#[derive(Debug)]
pub struct RunDir {
    path: PathBuf,
    /// What vanishes again unless it is kept.
    fresh: Option<TempDir>,
}

impl RunDir {
    /// A fresh one where the system keeps temporary files; it vanishes unless it is [kept](Self::keep).
    pub fn fresh() -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("gsd-review-").rand_bytes(16);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = builder.tempdir()?;
        Ok(Self {
            path: plain(folder.path())?,
            fresh: Some(folder),
        })
    }

    /// One that somebody names; it is created if need be, and stays.
    pub fn at(path: &Path) -> io::Result<Self> {
        private_folder(path)?;
        Ok(Self {
            path: plain(path)?,
            fresh: None,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Leaves it where it is, whatever happens from now on.
    pub fn keep(&mut self) {
        if let Some(folder) = self.fresh.take() {
            let _ = folder.keep();
        }
    }
}

/// The path of a folder without links and without `..`: there are programs that refuse to write a review to any other.
/// Windows resolves `..` by itself, and its real paths have a form that many programs do not know.
fn plain(folder: &Path) -> io::Result<PathBuf> {
    if cfg!(windows) {
        std::path::absolute(folder)
    } else {
        std::fs::canonicalize(folder)
    }
}
