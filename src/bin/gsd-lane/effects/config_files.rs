//! The files of the configuration, each read once (L-20, L-23). What they mean, the crate says.

use std::fs;
use std::path::{Path, PathBuf};

use gsd_lanes::json::Limits;
use gsd_lanes::lane::config::workstream;
use gsd_lanes::vocabulary::consent::{CONFIG_FILE, GIT, PLANNING};
use gsd_lanes::vocabulary::limits::MAX_TEXT_BYTES;

use super::files::{self, Fault};

/// Files that others write, too, are understood however deep they are (L-6). How large they may be is a limit of
/// reading.
pub const WIDE: Limits = Limits {
    depth: 10_000,
    bytes: usize::MAX,
};

/// One file.
#[derive(Debug)]
pub struct ConfigFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its content, or why there is none.
    pub content: Result<Vec<u8>, Fault>,
}

/// All files.
#[derive(Debug)]
pub struct ConfigFiles {
    /// The project's.
    pub project: ConfigFile,
    /// The active workstream's, if one is active.
    pub workstream: Option<ConfigFile>,
    /// The user's own.
    pub defaults: ConfigFile,
    /// What the user should know.
    pub warnings: Vec<String>,
}

impl ConfigFiles {
    /// Reads them, for a project and a home directory. `named` is a workstream that was asked for.
    pub fn read(project: &Path, home: &Path, named: Option<&str>) -> Self {
        let planning = main_worktree(project).join(PLANNING);
        let mut warnings = Vec::new();
        let variable = std::env::var("GSD_WORKSTREAM").ok();
        let active = files::read(&planning.join("active-workstream"), 4_096).ok();
        let active = active.map(|it| String::from_utf8_lossy(&it).into_owned());
        let workstream = match workstream(named, variable.as_deref(), active.as_deref()) {
            Ok(name) => name.map(|name| {
                let folder = planning.join("workstreams").join(name);
                read(folder.join(CONFIG_FILE))
            }),
            Err(name) => {
                warnings.push(format!("`{name}` cannot be the name of a workstream"));
                None
            }
        };
        if let Some(file) = &workstream
            && let Err(fault) = &file.content
        {
            let path = file.path.display();
            warnings.push(format!(
                "{path}: {}; the project's own is used",
                fault.in_words()
            ));
        }
        Self {
            project: read(planning.join(CONFIG_FILE)),
            workstream,
            defaults: read(home.join(".gsd/defaults.json")),
            warnings,
        }
    }
}

fn read(path: PathBuf) -> ConfigFile {
    let most = u64::try_from(MAX_TEXT_BYTES).unwrap_or(u64::MAX);
    ConfigFile {
        content: files::read(&path, most),
        path,
    }
}

/// The main worktree of a project in a linked one, if that is planned; else the project itself.
fn main_worktree(project: &Path) -> PathBuf {
    let main = linked_to(project).filter(|main| main.join(PLANNING).is_dir());
    main.unwrap_or_else(|| project.to_owned())
}

/// A linked worktree has a file in place of git's folder: it names a folder, in which another file names the common
/// one, which lies in the main worktree.
fn linked_to(project: &Path) -> Option<PathBuf> {
    let text = |path: PathBuf| {
        let bytes = files::read(&path, 65_536).ok()?;
        String::from_utf8(bytes).ok()
    };
    let link = text(project.join(GIT))?;
    let folder = project.join(link.lines().next()?.strip_prefix("gitdir:")?.trim());
    let common = folder.join(text(folder.join("commondir"))?.trim_end());
    let common = fs::canonicalize(common).ok()?;
    let is_whole = common.file_name().is_some_and(|name| name == GIT);
    common.parent().filter(|_| is_whole).map(Path::to_owned)
}
