//! What tests share.

pub mod scene;
pub mod server;
pub mod terminal;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use gsd_lanes::lane::host::SpawnRequest;

use crate::effects::interrupt::Interrupt;
use crate::effects::process::{Environment, Processes};

/// The binary under test.
pub const GSD_LANE: &str = env!("CARGO_BIN_EXE_gsd-lane");

/// How long something may take: exactly that where times are looked at (`make test-kills`), and longer where only
/// something that hangs is told from something that does not, on however busy a machine. Fakes that hang do so for minutes.
pub fn patience(exact: Duration) -> Duration {
    let slack = if std::env::var_os("EXACT_TIMES").is_some() {
        0
    } else {
        20
    };
    exact + Duration::from_secs(slack)
}

/// One of the programs that stand for a reviewer.
pub fn fake(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/companion/fakes");
    folder.join(name).to_str().unwrap().to_owned()
}

/// Starts processes as the companion does.
pub fn processes() -> Processes {
    Processes {
        guard: PathBuf::from(GSD_LANE),
        environment: Environment::default(),
        interrupt: Interrupt::default(),
        // The tests have children of their own.
        orphans: Arc::default(),
    }
}

/// A request to run a fake, and a mark that all of its processes carry.
pub fn request(name: &str, timeout_ms: u64) -> (SpawnRequest, String) {
    let mark = mark();
    let request = SpawnRequest {
        binary: fake(name),
        args: Vec::new(),
        stdin: None,
        timeout_ms,
        env: Some(vec![("MARK".to_owned(), mark.clone())]),
        cwd: "/".to_owned(),
    };
    (request, mark)
}

/// A text that nothing else on this machine holds.
pub fn mark() -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::SeqCst);
    format!("gsd-mark-{}-{number}-end", std::process::id())
}

/// The processes that carry a mark in their environment or arguments, zombies left out.
pub fn alive(mark: &str) -> Vec<String> {
    let found = carriers(mark).into_iter();
    found.map(|(_, command)| command).collect()
}

/// The same with their numbers.
pub fn carriers(mark: &str) -> Vec<(i32, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let folder = entry.path();
        let holds = |name: &str| {
            let text = fs::read(folder.join(name)).unwrap_or_default();
            text.windows(mark.len()).any(|it| it == mark.as_bytes())
        };
        let pid: Option<i32> = entry.file_name().to_str().and_then(|it| it.parse().ok());
        let others = pid.filter(|pid| pid.unsigned_abs() != std::process::id());
        if let Some(pid) = others
            && (holds("environ") || holds("cmdline"))
        {
            let command = fs::read(folder.join("cmdline")).unwrap_or_default();
            let command = String::from_utf8_lossy(&command).replace('\0', " ");
            found.push((pid, command));
        }
    }
    found
}
