//! The lock of the stores, shared with the peer (T-79). When a held one is to be waited for, the crate decides.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use gsd_lanes::trust::consent::lock::{Held, Holder, LockDecision, decide};
use gsd_lanes::vocabulary::consent::{LOCK_ATTEMPTS, LOCK_FILE, LOCK_PAUSE_MS, MAX_LOCK_BYTES};

use super::{beside, random};

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
        let path = folder.join(LOCK_FILE);
        let mut trouble = String::from("somebody else holds it");
        for _ in 0..LOCK_ATTEMPTS {
            match Self::create(&path) {
                Ok(lock) => return Ok(lock),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    if let Some(there) = There::look(&path) {
                        if there.is_abandoned() {
                            there.steal(&path);
                            continue;
                        }
                        trouble = there.in_words();
                    }
                }
                Err(error) => return Err(error.to_string()),
            }
            let (least, most) = LOCK_PAUSE_MS;
            let pause = least + u64::from(random()) % (most - least + 1);
            sleep(Duration::from_millis(pause));
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
        let holder = Holder {
            token: format!("{pid}-{now}-{sequence}"),
            pid: Some(pid),
            hostname: Some(host_name()),
            start_time: start_time(pid),
            ts: Some(now),
        };
        let lock = Self {
            path: path.to_owned(),
            file: identity(&file)?,
            token: holder.token.clone(),
        };
        file.write_all(holder.body().as_bytes())?;
        Ok(lock)
    }

    /// Whether nobody has taken it away.
    pub fn is_ours(&self) -> bool {
        There::look(&self.path).is_some_and(|there| {
            let token = there.holder.as_ref().map(|it| it.token.as_str());
            there.file == self.file && token == Some(&self.token)
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

/// A lock as somebody has left it.
struct There {
    file: Identity,
    modified: f64,
    holder: Option<Holder>,
}

impl There {
    /// Looks at it, if it is there.
    fn look(path: &Path) -> Option<Self> {
        let known = fs::symlink_metadata(path).ok()?;
        let most = u64::try_from(MAX_LOCK_BYTES).unwrap_or(u64::MAX);
        let mut body = Vec::new();
        if known.is_file()
            && let Ok(file) = File::open(path)
        {
            // One more, so that what is too long is known to be.
            let _ = file.take(most + 1).read_to_end(&mut body);
        }
        Some(Self {
            file: identity_of(&known),
            modified: known.modified().map_or(0.0, ms),
            holder: Holder::read(&body),
        })
    }

    fn is_abandoned(&self) -> bool {
        let pid = self.holder.as_ref().and_then(|it| it.pid);
        let start_time = pid.and_then(start_time);
        let held = Held {
            holder: self.holder.as_ref(),
            mtime: self.modified,
            now: now_ms(),
            hostname: &host_name(),
            is_alive: pid.is_some_and(is_alive),
            start_time: start_time.as_deref(),
        };
        decide(&held) == LockDecision::Steal
    }

    /// Takes it away, if it is still the same.
    fn steal(&self, path: &Path) {
        let same =
            Self::look(path).is_some_and(|now| now.file == self.file && now.ts() == self.ts());
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

    fn ts(&self) -> Option<u64> {
        self.holder.as_ref()?.ts.map(f64::to_bits)
    }

    fn in_words(&self) -> String {
        let holder = self.holder.as_ref();
        let host = holder.and_then(|it| it.hostname.as_deref());
        match (holder.and_then(|it| it.pid), host) {
            (Some(pid), Some(host)) => format!("process {pid} on {host} holds it"),
            (Some(pid), None) => format!("process {pid} holds it"),
            (None, _) => "somebody else holds it".to_owned(),
        }
    }
}

fn now_ms() -> f64 {
    ms(SystemTime::now())
}

/// Milliseconds since 1970, which a double holds exactly for some time to come.
fn ms(time: SystemTime) -> f64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(since) => since.as_secs_f64() * 1_000.0,
        Err(before) => before.duration().as_secs_f64() * -1_000.0,
    }
    .trunc()
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
    use gsd_lanes::trust::consent::lock::linux_start_time;
    let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
    linux_start_time(&String::from_utf8_lossy(&stat)).map(str::to_owned)
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
