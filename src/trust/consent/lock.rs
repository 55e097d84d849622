//! The lock of the stores, as far as it is a decision (T-79). Making, looking at and deleting files is the caller's.

use alloc::string::String;
use alloc::vec::Vec;

use crate::json::{Document, Kind, Limits, Quoting, StableWriter, Str, Value, write_number};
use crate::vocabulary::consent::{CLOCK_SKEW_MS, LOCK_ABANDONED_MS, LOCK_STALE_MS, MAX_LOCK_BYTES};

/// Who holds a lock.
#[derive(Debug, Clone, PartialEq)]
pub struct Holder {
    /// What tells this lock from any other: `<pid>-<ms>-<seq>`.
    pub token: String,
    /// The process.
    pub pid: Option<u32>,
    /// Its machine.
    pub hostname: Option<String>,
    /// When the process started, in whatever form its system tells; `None` if it does not.
    pub start_time: Option<String>,
    /// When it took the lock, in milliseconds since 1970.
    pub ts: Option<f64>,
}

impl Holder {
    /// Reads the body of a lock; `None` if it is too long or none that was written by a holder.
    #[must_use]
    pub fn read(body: &[u8]) -> Option<Self> {
        let limits = Limits {
            bytes: MAX_LOCK_BYTES,
            ..Limits::MANIFEST
        };
        let document = Document::parse_bytes(body, limits).ok()?;
        let root = document.root();
        if !root.is_object() {
            return None;
        }
        let text = |name: &str| root.get(name).and_then(Value::as_str).map(Str::to_lossy);
        let number = |name: &str| {
            let number = root.get(name).and_then(Value::as_f64);
            number.filter(|number| number.is_finite())
        };
        Some(Self {
            token: text("token").unwrap_or_default(),
            pid: number("pid").and_then(whole),
            hostname: text("hostname").filter(|name| !name.is_empty()),
            start_time: root.get("startTime").and_then(opaque),
            ts: number("ts"),
        })
    }

    /// The body of the lock.
    #[must_use]
    pub fn body(&self) -> String {
        let mut out = Vec::from(&b"{\"token\":"[..]);
        string(&mut out, Some(&self.token));
        out.extend_from_slice(b",\"pid\":");
        match self.pid {
            Some(pid) => write_number(&mut out, f64::from(pid)),
            None => string(&mut out, None),
        }
        out.extend_from_slice(b",\"hostname\":");
        string(&mut out, self.hostname.as_deref());
        out.extend_from_slice(b",\"startTime\":");
        string(&mut out, self.start_time.as_deref());
        out.extend_from_slice(b",\"ts\":");
        write_number(&mut out, self.ts.unwrap_or(f64::NAN));
        out.push(b'}');
        String::from_utf8(out).unwrap_or_default()
    }
}

fn string(out: &mut Vec<u8>, text: Option<&str>) {
    match text {
        Some(text) => StableWriter::new(out, Quoting::Once).string(Str::of(text)),
        None => out.extend_from_slice(b"null"),
    }
}

/// A process id.
fn whole(number: f64) -> Option<u32> {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // saturates, and is compared
    let pid = number as u32;
    (pid > 0 && f64::from(pid).to_bits() == number.to_bits()).then_some(pid)
}

/// A start time is compared and nothing else.
fn opaque(value: Value<'_>) -> Option<String> {
    match value.kind() {
        Kind::String => Some(value.text().to_lossy()),
        Kind::Number => Some(crate::json::js_string(value)),
        _ => None,
    }
}

/// What can be seen of a held lock.
#[derive(Debug, Clone, Copy)]
pub struct Held<'a> {
    /// Its body as [`Holder::read`] understands it; `None` for what it does not, for what is no regular file, and for
    /// what is over 64 KiB.
    pub holder: Option<&'a Holder>,
    /// The time of the file, in milliseconds since 1970.
    pub mtime: f64,
    /// The clock, likewise.
    pub now: f64,
    /// The name of this machine.
    pub hostname: &'a str,
    /// Whether the holder's process takes signals, or refuses them to us: it is there.
    pub is_alive: bool,
    /// When that process started, as this system tells now.
    pub start_time: Option<&'a str>,
}

/// What to do about a held lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LockDecision {
    /// Try again in a moment.
    Wait,
    /// It is dead: look once more whether it still is the same file of the same holder, put it aside, delete it, try
    /// again.
    Steal,
}

/// Whether a held lock is to be waited for (T-79).
#[must_use]
pub fn decide(held: &Held<'_>) -> LockDecision {
    let ts = held
        .holder
        .and_then(|it| it.ts)
        .filter(|ts| *ts <= held.now);
    let age = match ts {
        Some(ts) => held.now - ts,
        // A file from the future tells nothing about its age.
        None if held.mtime > held.now + CLOCK_SKEW_MS => f64::INFINITY,
        None => held.now - held.mtime,
    };
    if age <= LOCK_STALE_MS {
        return LockDecision::Wait;
    }
    let is_ours = |it: &&Holder| {
        it.hostname
            .as_deref()
            .is_none_or(|name| name == held.hostname)
    };
    let seen = held.holder.filter(is_ours).filter(|it| it.pid.is_some());
    let waits = match seen {
        // Another process may have got the number since.
        Some(holder) => held.is_alive && holder.start_time.as_deref() == held.start_time,
        None => age <= LOCK_ABANDONED_MS,
    };
    if waits {
        LockDecision::Wait
    } else {
        LockDecision::Steal
    }
}

/// The start time of a process in what Linux tells under `/proc/<pid>/stat`: field 22, counted behind the name of the
/// program, in which anything may stand (T-79).
#[must_use]
pub fn linux_start_time(stat: &str) -> Option<&str> {
    let (_, fields) = stat.rsplit_once(')')?;
    // The state is field 3.
    fields.split_ascii_whitespace().nth(22 - 3)
}
