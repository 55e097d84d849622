//! Capabilities that somebody installed: which folders there are, and what stands in their manifests (10-validation §13).

use std::fs;
use std::path::{Path, PathBuf};

use gsd_lanes::json::Document;
use gsd_lanes::registry::{Ledger, LedgerState, Scope};
use gsd_lanes::vocabulary::consent::{FOLDER, GIT, PLANNING};
use gsd_lanes::vocabulary::limits::MAX_TEXT_BYTES;

use super::config_files::WIDE;
use super::files;

const CAPABILITIES: &str = "capabilities";
const LEDGER: &str = ".gsd-capabilities.json";
const MANIFEST: &str = "capability.json";

/// A folder that holds, or should hold, a capability.
#[derive(Debug)]
pub struct Installed {
    /// Where it lies.
    pub scope: Scope,
    /// The folder.
    pub path: PathBuf,
    /// Its name.
    pub name: String,
    /// What the ledger beside the folder says.
    pub ledger: LedgerState,
    /// The bytes of its manifest; none where an installation has not finished, and where there is no readable file.
    pub manifest: Option<Vec<u8>>,
}

/// All of them, the user's first, then the project's. One folder that is both is looked at once.
pub fn scan(home: &Path, project: &Path) -> Vec<Installed> {
    let users = home.join(FOLDER);
    let projects = project.join(FOLDER);
    let real = |folder: &Path| fs::canonicalize(folder.join(CAPABILITIES)).ok();
    let (one, other) = (real(&users), real(&projects));
    let same = one.is_some() && one == other;
    let known_apart = one.is_some() && other.is_some() && !same;
    // What may have come with a repository is never the user's own.
    let users_scope = if is_project(project) && other.is_some() && !known_apart {
        Scope::Project
    } else {
        Scope::Global
    };
    let mut found = scan_one(users_scope, &users);
    if !same {
        found.extend(scan_one(Scope::Project, &projects));
    }
    found
}

fn is_project(folder: &Path) -> bool {
    folder.join(PLANNING).exists() || folder.join(GIT).exists()
}

fn scan_one(scope: Scope, folder: &Path) -> Vec<Installed> {
    let Ok(entries) = fs::read_dir(folder.join(CAPABILITIES)) else {
        return Vec::new();
    };
    let most = u64::try_from(MAX_TEXT_BYTES).unwrap_or(u64::MAX);
    let ledger = files::read(&folder.join(LEDGER), most).ok();
    let document = ledger.and_then(|bytes| {
        let parsed = Document::parse_bytes(&bytes, WIDE);
        parsed.map(|it| Ledger::of(it.root())).ok()
    });
    let ledger = document.unwrap_or_default();
    let mut found = Vec::new();
    for entry in entries.flatten() {
        // A link is no folder.
        if !entry.file_type().is_ok_and(|it| it.is_dir()) {
            continue;
        }
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        let ledger = ledger.state(&name);
        let manifest = match ledger {
            LedgerState::Pending => None,
            _ => files::read(&path.join(MANIFEST), most).ok(),
        };
        found.push(Installed {
            scope,
            path,
            name,
            ledger,
            manifest,
        });
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}
