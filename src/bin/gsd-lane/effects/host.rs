//! The world of one lane: the crate's [`Host`], answered with blocking calls.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use gsd_lanes::lane::host::{
    Host, HttpOutcome, HttpRequest, Progress, Read, SpawnOutcome, SpawnRequest,
};

use super::files;
use super::http::Http;
use super::process::{LastLine, Processes, lookup};

/// Somebody who watches a lane.
pub trait Watcher {
    /// The lane has come to a step.
    fn step(&self, step: Progress);
    /// The user should know this.
    fn warn(&self, message: &str);
    /// Where the last line of its program is kept.
    fn last_line(&self) -> Option<&Arc<LastLine>>;
}

/// What one lane may use.
pub struct LaneHost<'a, W> {
    /// Starts its programs.
    pub processes: &'a Processes,
    /// Asks its server.
    pub http: &'a Http,
    /// What its server is told besides (Y-15).
    pub key: Option<String>,
    /// Where its review is written, by itself or by us.
    pub review_path: String,
    /// The user's home directory.
    pub home: String,
    /// Who watches.
    pub watcher: W,
    /// The bytes of its last answer.
    answer: RefCell<Vec<u8>>,
    /// Whether a process of it is left.
    left: Cell<usize>,
}

impl<'a, W: Watcher> LaneHost<'a, W> {
    /// A host for a lane that writes its review to that path.
    pub fn new(processes: &'a Processes, http: &'a Http, review_path: &str, watcher: W) -> Self {
        let home = std::env::home_dir().unwrap_or_default();
        Self {
            processes,
            http,
            key: None,
            review_path: review_path.to_owned(),
            home: home.to_string_lossy().into_owned(),
            watcher,
            answer: RefCell::default(),
            left: Cell::default(),
        }
    }

    /// How many of its processes could not be ended.
    pub fn left(&self) -> usize {
        self.left.get()
    }
}

impl<W: Watcher> Host for LaneHost<'_, W> {
    async fn has_binary(&self, name: &str) -> bool {
        lookup::find(name).is_some()
    }

    async fn spawn(&self, request: SpawnRequest) -> SpawnOutcome {
        let finished = self.processes.run(&request, self.watcher.last_line());
        self.left.set(self.left.get() + finished.left);
        self.answer.replace(finished.stdout);
        finished.outcome
    }

    async fn http(&self, request: HttpRequest) -> HttpOutcome {
        let answer = self.http.send(request, self.key.as_deref());
        self.answer.replace(answer.body);
        answer.outcome
    }

    async fn exists(&self, path: &str) -> bool {
        Path::new(path).is_file()
    }

    async fn read(&self, path: &str) -> Read {
        let (read, bytes) = files::look(Path::new(path));
        if path == self.review_path {
            self.answer.replace(bytes);
        }
        read
    }

    async fn write(&self, path: &str, text: &str) -> Result<(), String> {
        let written = files::write_private(Path::new(path), text.as_bytes());
        written.map_err(|error| error.to_string())
    }

    async fn set_aside(&self, path: &str) -> Result<(), String> {
        files::set_aside(Path::new(path)).map_err(|error| error.to_string())
    }

    async fn keep_raw(&self, path: &str) {
        let answer = self.answer.borrow();
        if let Err(error) = files::write_private(Path::new(path), &answer) {
            self.watcher.warn(&format!("{path}: {error}"));
        }
    }

    fn home(&self) -> String {
        self.home.clone()
    }

    fn warn(&self, message: &str) {
        self.watcher.warn(message);
    }

    fn progress(&self, progress: Progress) {
        self.watcher.step(progress);
    }
}

/// The result of a future over a host that never waits: it is ready when it is first asked.
pub fn at_once<T>(future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    match future
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
    {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}
