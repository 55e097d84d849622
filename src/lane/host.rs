//! What a run asks of the outside world: the only way in which [`run`](super::run) touches anything.
//!
//! The companion answers with processes, sockets and files, the JavaScript face with injected functions, a test with
//! a table. A host never decides: it does what it is asked and says what came of it.
#![allow(async_fn_in_trait)] // a run is polled where its host lives; nothing here is ever sent to another thread

use alloc::string::String;
use alloc::vec::Vec;

/// A process to start (L-71): no shell, standard input from `stdin` or closed at once, both outputs captured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpawnRequest {
    /// The program: a name to look up on PATH as L-62 says, or a path.
    pub binary: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// What it reads; `None` for an input that is closed at once.
    pub stdin: Option<String>,
    /// Milliseconds after which it is killed, at least 1.
    pub timeout_ms: u64,
    /// What the lane lays over the inherited environment, in order; `None` where a lane declares nothing.
    pub env: Option<Vec<(String, String)>>,
    /// The directory it runs in.
    pub cwd: String,
}

/// What became of a process.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SpawnOutcome {
    /// Its exit status, as Windows has it up to `0xFFFF_FFFF`; `None` if it was killed or never started.
    pub status: Option<i64>,
    /// What it printed, with U+FFFD where that was no UTF-8.
    pub stdout: String,
    /// What it printed as errors, likewise.
    pub stderr: String,
    /// Why there is no status: `ENOENT`, `EACCES`, `ETIMEDOUT`, `ENOBUFS`, `E2BIG`, `EINTR` after an interrupt, …; an
    /// empty one says nothing.
    pub error_code: Option<String>,
}

/// A request to send: no redirect is ever followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpRequest {
    /// `GET` or `POST`.
    pub method: &'static str,
    /// The whole URL. Its origin has been checked against the plan's host (B-1).
    pub url: String,
    /// A JSON body, sent as `application/json`.
    pub body: Option<String>,
    /// Milliseconds for connecting and the whole body, at least 1.
    pub timeout_ms: u64,
}

/// What became of a request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HttpOutcome {
    /// The status; `None` if there was no answer.
    pub status: Option<u16>,
    /// The body, with U+FFFD where that was no UTF-8; what came of it, if there is an error too.
    pub body: String,
    /// What went wrong with the transport, in words; a code such as `ETIMEDOUT` first where there is one.
    pub error: Option<String>,
}

impl HttpOutcome {
    /// Whether the server said yes (2xx).
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.status
            .is_some_and(|status| (200..300).contains(&status))
    }
}

/// What reading a file gave.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Read {
    /// There is no such file.
    #[default]
    Missing,
    /// It is there and cannot be read.
    Unreadable,
    /// Its content, with U+FFFD where that is no UTF-8; a byte order mark is kept.
    Text(String),
}

impl Read {
    /// The content, if it could be read.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Missing | Self::Unreadable => None,
        }
    }
}

/// How far a run is, for those who watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Looking whether the lane can run at all.
    Probing,
    /// The program or the server has been asked; the limit in milliseconds.
    Asked(u64),
    /// The answer is being read and written down.
    Writing,
}

/// The outside world.
pub trait Host {
    /// Whether a program is there (L-62).
    async fn has_binary(&self, name: &str) -> bool;
    /// Runs a process to its end.
    async fn spawn(&self, request: SpawnRequest) -> SpawnOutcome;
    /// Sends a request.
    async fn http(&self, request: HttpRequest) -> HttpOutcome;
    /// Whether there is a file.
    async fn exists(&self, path: &str) -> bool;
    /// Reads a file.
    async fn read(&self, path: &str) -> Read;
    /// Writes a file of the run directory. An error is what went wrong, in words.
    async fn write(&self, path: &str, text: &str) -> Result<(), String>;
    /// Moves a file of the run directory that may be there out of the way (Y-13).
    async fn set_aside(&self, path: &str) -> Result<(), String>;
    /// Keeps the bytes of the lane's answer as they came, where the review differs from them (Y-7).
    async fn keep_raw(&self, path: &str);
    /// The user's home directory; empty if there is none.
    fn home(&self) -> String;
    /// Tells the user something.
    fn warn(&self, message: &str);
    /// Tells whoever watches.
    fn progress(&self, progress: Progress);
}
