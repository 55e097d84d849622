//! Whether anything in the repository changed meanwhile (Y-14). It is told, never undone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use gsd_lanes::lane::host::{SpawnOutcome, SpawnRequest};
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
    let mut args = ["--no-optional-locks", "-c", "core.fsmonitor=false"]
        .map(str::to_owned)
        .to_vec();
    args.extend(without_filters(processes, root)?);
    // Git would run the filters of submodules, too, which their own configurations name.
    let status = ["status", "--porcelain", "-z", "--ignore-submodules=dirty"];
    args.extend(status.map(str::to_owned));
    let outcome = git(processes, root, args)?;
    if outcome.status != Some(0) {
        return None;
    }
    let said = outcome.stdout;
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

fn git(processes: &Processes, root: &Path, args: Vec<String>) -> Option<SpawnOutcome> {
    let request = SpawnRequest {
        binary: "git".to_owned(),
        args,
        stdin: None,
        timeout_ms: LIMIT_MS,
        env: None,
        cwd: root.to_str()?.to_owned(),
    };
    Some(processes.run(&request, None).outcome)
}

/// What keeps git from running the programs that its configuration, which may be a stranger's, names as filters;
/// `None` if it would run one anyway.
fn without_filters(processes: &Processes, root: &Path) -> Option<Vec<String>> {
    let args = ["config", "-z", "--name-only", "--get-regexp", r"^filter\."];
    let outcome = git(processes, root, args.map(str::to_owned).to_vec())?;
    match outcome.status {
        Some(0) => {}
        // There are none.
        Some(1) => return Some(Vec::new()),
        _ => return None,
    }
    let names: BTreeSet<&str> = outcome
        .stdout
        .split('\0')
        .filter_map(|key| Some(key.strip_prefix("filter.")?.rsplit_once('.')?.0))
        .collect();
    let mut args = Vec::new();
    for name in names {
        // Such a name cannot be given on the command line as it is.
        if name.contains(['=', char::REPLACEMENT_CHARACTER]) {
            return None;
        }
        for rest in ["clean=", "smudge=", "process=", "required=false"] {
            args.extend(["-c".to_owned(), format!("filter.{name}.{rest}")]);
        }
    }
    Some(args)
}

/// As seen from the root of the project, which may lie below that of the repository.
fn relative(path: &Path, root: &Path) -> String {
    path.strip_prefix(root)
        .unwrap_or(path)
        .to_string_lossy()
        .into_owned()
}
