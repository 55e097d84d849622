//! Whether anything in the repository changed meanwhile (Y-14). It is told, never undone.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use gsd_lanes::lane::host::SpawnRequest;
use gsd_lanes::vocabulary::consent::GIT;

use super::process::Processes;

/// Milliseconds that git may take.
const LIMIT_MS: u64 = 5_000;

/// What git said before.
#[derive(Debug)]
pub struct TreeCheck {
    processes: Processes,
    root: PathBuf,
    before: Known,
}

/// Paths relative to the root with what is known of them.
type Known = BTreeMap<String, State>;

/// How git calls its state, size and time of the file itself: a file that was changed already may change again.
#[derive(Debug, PartialEq, Eq)]
struct State {
    code: String,
    file: Option<(u64, Option<SystemTime>)>,
}

impl TreeCheck {
    /// Looks before; nothing where there is no repository, no git, or no answer in time.
    pub fn begin(processes: &Processes, root: &Path) -> Option<Self> {
        Some(Self {
            before: look(processes, root)?,
            processes: processes.clone(),
            root: root.to_owned(),
        })
    }

    /// The files that changed since, without those in or below `ours`; `None` if git does not answer any more.
    pub fn changed(&self, ours: &[PathBuf]) -> Option<Vec<String>> {
        let after = look(&self.processes, &self.root)?;
        let new = after
            .iter()
            .filter(|(path, state)| self.before.get(*path) != Some(state));
        let gone = self
            .before
            .iter()
            .filter(|(path, _)| !after.contains_key(*path));
        let mut changed: Vec<String> = new.chain(gone).map(|(path, _)| path.clone()).collect();
        changed.sort();
        changed.retain(|path| {
            let path = self.root.join(path);
            // A folder that is new as a whole is one entry.
            !ours
                .iter()
                .any(|our| path.starts_with(our) || our.starts_with(&path))
        });
        Some(changed)
    }
}

fn look(processes: &Processes, root: &Path) -> Option<Known> {
    // Git looks upwards in the same way, and where it finds nothing it need not be asked.
    let top = root.ancestors().find(|it| it.join(GIT).exists())?;
    let args = [
        "--no-optional-locks",
        "-c",
        "core.fsmonitor=false",
        "status",
        "--porcelain",
        "-z",
    ];
    let finished = processes.run(
        &SpawnRequest {
            binary: "git".to_owned(),
            args: args.map(str::to_owned).to_vec(),
            stdin: None,
            timeout_ms: LIMIT_MS,
            env: None,
            cwd: root.to_str()?.to_owned(),
        },
        None,
    );
    if finished.outcome.status != Some(0) {
        return None;
    }
    let said = finished.outcome.stdout;
    let mut entries = said.split('\0').filter(|entry| !entry.is_empty());
    let mut known = Known::new();
    while let Some(entry) = entries.next() {
        let (Some(code), Some(path)) = (entry.get(..2), entry.get(3..)) else {
            continue;
        };
        // The old name of what was renamed or copied follows.
        if code.contains(['R', 'C']) {
            entries.next();
        }
        let whole = top.join(path);
        let file = fs::symlink_metadata(&whole).ok();
        let state = State {
            code: code.to_owned(),
            file: file.map(|it| (it.len(), it.modified().ok())),
        };
        known.insert(relative(&whole, root), state);
    }
    Some(known)
}

/// As seen from the root of the project, which may lie below that of the repository.
fn relative(path: &Path, root: &Path) -> String {
    path.strip_prefix(root)
        .unwrap_or(path)
        .to_string_lossy()
        .into_owned()
}
