//! Where things are: the project, the user's home.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use gsd_lanes::trust::consent::root::{Disk, consent_root};
use gsd_lanes::trust::consent::store_home;
use gsd_lanes::vocabulary::limits::MAX_TEXT_BYTES;

use super::files;

/// Where everything is.
#[derive(Debug, Clone)]
pub struct Places {
    /// The root of the project, without links if that can be told (T-81).
    pub project: String,
    /// Whose `.gsd` folder counts (T-70).
    pub home: String,
}

impl Places {
    /// Finds them. `start` is where the project is looked for, `home` what the user says.
    ///
    /// # Errors
    /// What cannot be told, in words.
    pub fn find(start: Option<&Path>, home: Option<&Path>) -> Result<Self, String> {
        let start = match start {
            Some(start) => std::path::absolute(start),
            None => env::current_dir(),
        };
        let start = start.map_err(|error| format!("the current directory: {error}"))?;
        if !start.is_dir() {
            return Err(format!("{}: no folder", start.display()));
        }
        let own = env::home_dir().map(|it| text(&it)).transpose()?;
        let said = home.map(std::path::absolute).transpose();
        let said = said.map_err(|error| format!("the home directory: {error}"))?;
        let said = said.map(|it| text(&it)).transpose()?;
        let variable = env::var("GSD_HOME").ok();
        let home = store_home(said.as_deref(), variable.as_deref(), own.as_deref());
        let home = home.ok_or("there is no home directory; name one with --home")?;
        let home = text(&absolute(Path::new(home)))?;
        // What bounds the search is the user's own home, wherever the stores are.
        let bound = own.as_deref().unwrap_or(&home);
        Ok(Self {
            project: consent_root(&text(&start)?, bound, &Real),
            home,
        })
    }

    /// A file or folder in the home's `.gsd`.
    pub fn in_home(&self, name: &str) -> PathBuf {
        let folder = Path::new(&self.home).join(gsd_lanes::vocabulary::consent::FOLDER);
        folder.join(name)
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Plans, records and prompts are text.
fn text(path: &Path) -> Result<String, String> {
    let text = path.to_str().map(str::to_owned);
    text.ok_or_else(|| format!("{}: a path that is no UTF-8", path.display()))
}

/// The disk.
struct Real;

impl Disk for Real {
    fn is_dir(&self, path: &str) -> bool {
        Path::new(path).is_dir()
    }

    fn exists(&self, path: &str) -> bool {
        Path::new(path).exists()
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        let most = u64::try_from(MAX_TEXT_BYTES).unwrap_or(u64::MAX);
        files::read(Path::new(path), most).ok()
    }

    fn real_path(&self, path: &str) -> Option<String> {
        fs::canonicalize(path).ok()?.to_str().map(str::to_owned)
    }
}
