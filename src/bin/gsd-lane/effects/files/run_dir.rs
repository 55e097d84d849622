//! The folder of one run (Y-7).

use std::io;
use std::path::{Path, PathBuf};

use super::private_folder;

/// A folder for the files of a run, which nobody else can enter, and whose name nobody can guess.
#[derive(Debug)]
pub struct RunDir {
    path: PathBuf,
    fresh: bool,
}

impl RunDir {
    /// A fresh one where the system keeps temporary files.
    pub fn fresh() -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("gsd-review-").rand_bytes(16);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = builder.tempdir()?;
        Ok(Self {
            path: folder.keep(),
            fresh: true,
        })
    }

    /// One that somebody names; it is created if need be.
    pub fn at(path: &Path) -> io::Result<Self> {
        private_folder(path)?;
        let path = std::path::absolute(path)?;
        Ok(Self { path, fresh: false })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it was made for this run.
    pub fn is_fresh(&self) -> bool {
        self.fresh
    }

    /// Removes it with everything in it.
    pub fn remove(self) -> io::Result<()> {
        std::fs::remove_dir_all(self.path)
    }
}
