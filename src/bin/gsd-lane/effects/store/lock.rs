//! The lock of the stores, shared with the peer (T-79).

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::{beside, random};

const NAME: &str = ".consent.lock";
const ATTEMPTS: u32 = 50;
/// Milliseconds between attempts: at least, and as much again at random.
const PAUSE_MS: u32 = 25;
/// No lock is taken for abandoned before it is so old.
const YOUNG: Duration = Duration::from_secs(60);
/// Whose holder cannot be looked up is taken for abandoned after this.
const ABANDONED: Duration = Duration::from_secs(600);
/// How far a clock may be ahead.
const AHEAD: Duration = Duration::from_secs(30);
/// Largest body that is read.
const MOST_BODY: u64 = 64 << 10;

/// A lock that is held, until it is dropped.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    token: String,
    file: Identity,
}

/// Which file it is, whatever it is called.
type Identity = (u64, u64);

impl Lock {
    /// Gets the lock of a folder, waiting for whoever holds it; an error says who does.
    pub fn acquire(folder: &Path) -> Result<Self, String> {
        let path = folder.join(NAME);
        let mut trouble = String::from("somebody else holds it");
        for _ in 0..ATTEMPTS {
            match Self::create(&path) {
                Ok(lock) => return Ok(lock),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    if let Some(held) = Held::look(&path) {
                        if held.is_abandoned() {
                            held.steal(&path);
                            continue;
                        }
                        trouble = held.in_words();
                    }
                }
                Err(error) => return Err(error.to_string()),
            }
            let more = u64::from(PAUSE_MS + random() % (PAUSE_MS + 1));
            sleep(Duration::from_millis(more));
        }
        Err(format!("{trouble} ({})", path.display()))
    }

    fn create(path: &Path) -> io::Result<Self> {
        static SEQUENCE: AtomicU64 = AtomicU64::new(0);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path)?;
        let pid = std::process::id();
        let now = now_ms();
        let sequence = SEQUENCE.fetch_add(1, Ordering::SeqCst);
        let token = format!("{pid}-{now}-{sequence}");
        let body = json!({
            "token": token,
            "pid": pid,
            "hostname": host_name(),
            "startTime": start_time(pid),
            "ts": now,
        });
        let lock = Self {
            path: path.to_owned(),
            token,
            file: identity(&file)?,
        };
        file.write_all(body.to_string().as_bytes())?;
        Ok(lock)
    }

    /// Whether nobody has taken it away.
    pub fn is_ours(&self) -> bool {
        let held = Held::look(&self.path);
        held.is_some_and(|it| {
            it.file == self.file && it.text("token").as_deref() == Some(&self.token)
        })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if self.is_ours() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A lock as somebody else has left it.
struct Held {
    file: Identity,
    modified: Option<SystemTime>,
    /// Nothing if it is no object.
    body: Option<Value>,
}

impl Held {
    /// Looks at it, if it is there.
    fn look(path: &Path) -> Option<Self> {
        let known = fs::symlink_metadata(path).ok()?;
        let mut held = Self {
            file: identity_of(&known),
            modified: known.modified().ok(),
            body: None,
        };
        if known.is_file()
            && known.len() <= MOST_BODY
            && let Ok(file) = File::open(path)
        {
            let mut body = Vec::new();
            let read = file.take(MOST_BODY).read_to_end(&mut body);
            let parsed = read.ok().and_then(|_| serde_json::from_slice(&body).ok());
            held.body = parsed.filter(Value::is_object);
        }
        Some(held)
    }

    /// A member as a text, whether it is a string or a number.
    fn text(&self, name: &str) -> Option<String> {
        match self.body.as_ref()?.get(name)? {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    fn pid(&self) -> Option<u32> {
        let pid = self.body.as_ref()?.get("pid")?.as_u64()?;
        u32::try_from(pid).ok().filter(|pid| *pid > 0)
    }

    fn age(&self) -> Duration {
        let now = SystemTime::now();
        let said = self.body.as_ref().and_then(|it| it.get("ts")?.as_u64());
        let said = said.and_then(|ms| UNIX_EPOCH.checked_add(Duration::from_millis(ms)));
        if let Some(Ok(age)) = said.map(|it| now.duration_since(it)) {
            return age;
        }
        match self.modified.map(|it| now.duration_since(it)) {
            Some(Ok(age)) => age,
            Some(Err(ahead)) if ahead.duration() <= AHEAD => Duration::ZERO,
            _ => Duration::MAX,
        }
    }

    fn is_abandoned(&self) -> bool {
        let age = self.age();
        if age <= YOUNG {
            return false;
        }
        let host = self.text("hostname").filter(|it| !it.is_empty());
        let here = host.is_none_or(|it| it == host_name());
        match self.pid() {
            Some(pid) if here => !(is_alive(pid) && self.text("startTime") == start_time(pid)),
            _ => age > ABANDONED,
        }
    }

    /// Takes it away, if it is still the same.
    fn steal(&self, path: &Path) {
        let same = Self::look(path)
            .is_some_and(|now| now.file == self.file && now.text("ts") == self.text("ts"));
        if !same {
            return;
        }
        let aside = beside(
            path,
            &format!(".stolen.{}-{:08x}", std::process::id(), random()),
        );
        if fs::rename(path, &aside).is_err() {
            return;
        }
        // In between it may have been released and taken again: then it goes back, unless there is a third by now.
        let meant = fs::symlink_metadata(&aside).is_ok_and(|it| identity_of(&it) == self.file);
        if !meant {
            let _ = fs::hard_link(&aside, path);
        }
        let _ = fs::remove_file(&aside);
    }

    fn in_words(&self) -> String {
        match (self.pid(), self.text("hostname")) {
            (Some(pid), Some(host)) => format!("process {pid} on {host} holds it"),
            (Some(pid), None) => format!("process {pid} holds it"),
            (None, _) => "somebody else holds it".to_owned(),
        }
    }
}

fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |it| u64::try_from(it.as_millis()).unwrap_or(u64::MAX))
}

fn identity(file: &File) -> io::Result<Identity> {
    file.metadata().map(|it| identity_of(&it))
}

#[cfg(unix)]
fn identity_of(known: &fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (known.dev(), known.ino())
}

#[cfg(not(unix))]
fn identity_of(known: &fs::Metadata) -> Identity {
    let created = known.created().ok();
    let since = created.and_then(|it| it.duration_since(UNIX_EPOCH).ok());
    (
        0,
        since.map_or(0, |it| u64::try_from(it.as_nanos()).unwrap_or(0)),
    )
}

#[cfg(unix)]
fn host_name() -> String {
    rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned()
}

#[cfg(not(unix))]
fn host_name() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

#[cfg(unix)]
fn is_alive(pid: u32) -> bool {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    pid.is_some_and(|pid| matches!(test_kill_process(pid), Ok(()) | Err(Errno::PERM)))
}

/// Nobody can be verified to be alive here.
#[cfg(not(unix))]
const fn is_alive(_: u32) -> bool {
    false
}

/// When a process started, in whatever form the system says it; `None` if it does not.
#[cfg(target_os = "linux")]
fn start_time(pid: u32) -> Option<String> {
    let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
    let end = stat.iter().rposition(|byte| *byte == b')')?;
    let rest = String::from_utf8_lossy(stat.get(end + 1..)?).into_owned();
    // The field after the parenthesis is the third.
    rest.split_ascii_whitespace().nth(22 - 3).map(str::to_owned)
}

#[cfg(all(unix, not(target_os = "linux")))]
fn start_time(pid: u32) -> Option<String> {
    let output = std::process::Command::new("ps")
        .args(["-p", &pid.to_string(), "-o", "lstart="])
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (!text.is_empty()).then_some(text)
}

#[cfg(not(unix))]
const fn start_time(_: u32) -> Option<String> {
    None
}
