//! A world for lanes: programs, files and servers as a table, and a record of what was asked of them.
#![allow(dead_code)] // each test uses its part

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use gsd_lanes::json::Value;
use gsd_lanes::lane::host::{
    Host, HttpOutcome, HttpRequest, Progress, Read, SpawnOutcome, SpawnRequest,
};

/// What a program does.
#[derive(Debug, Clone, Default)]
pub struct Program {
    pub outcome: SpawnOutcome,
    pub writes: Vec<(String, String)>,
}

#[derive(Debug, Default)]
pub struct World {
    pub binaries: Vec<String>,
    pub unreadable: Vec<String>,
    pub home: String,
    /// What programs say to `--help`.
    pub help: BTreeMap<String, SpawnOutcome>,
    pub programs: BTreeMap<String, Program>,
    /// By method and URL.
    pub servers: BTreeMap<String, HttpOutcome>,
    /// Paths that cannot be written.
    pub unwritable: Vec<String>,
    /// Whether it only says that files are moved away.
    pub keeps_files: bool,
    pub files: RefCell<BTreeMap<String, String>>,
    pub spawns: RefCell<Vec<SpawnRequest>>,
    pub requests: RefCell<Vec<HttpRequest>>,
    pub warnings: RefCell<Vec<String>>,
    pub written: RefCell<Vec<String>>,
    pub raw: RefCell<Vec<String>>,
    pub aside: RefCell<Vec<String>>,
}

impl World {
    /// The world of a vector; `method` is put before the URLs that have none.
    pub fn of(world: Option<Value<'_>>, method: &str) -> Self {
        let mut made = Self {
            home: "/home/dev".into(),
            ..Self::default()
        };
        let Some(world) = world else { return made };
        let list = |name: &str| -> Vec<String> {
            let list = world.get(name).into_iter().flat_map(Value::items);
            list.map(|item| item.text().to_lossy()).collect()
        };
        let map = |name: &str| {
            let map = world.get(name).into_iter().flat_map(Value::entries);
            map.map(|(name, value)| (name.to_lossy(), value))
        };
        made.binaries = list("binaries");
        made.unreadable = list("unreadable");
        if let Some(home) = world.get("homeDir") {
            made.home = home.text().to_lossy();
        }
        made.files = RefCell::new(
            map("files")
                .map(|(path, text)| (path, text.text().to_lossy()))
                .collect(),
        );
        made.help = map("help").map(|(name, it)| (name, process(it))).collect();
        for (name, it) in map("spawn") {
            let writes = it.get("writes").into_iter().flat_map(Value::entries);
            let writes = writes.map(|(path, text)| (path.to_lossy(), text.text().to_lossy()));
            let program = Program {
                outcome: process(it),
                writes: writes.collect(),
            };
            made.programs.insert(name, program);
        }
        for (url, it) in map("http") {
            let key = if url.contains(' ') {
                url
            } else {
                format!("{method} {url}")
            };
            made.servers.insert(key, answer(it));
        }
        made
    }

    pub fn file(&self, path: &str) -> Option<String> {
        self.files.borrow().get(path).cloned()
    }
}

/// A process of a vector: status 0 unless it says otherwise.
pub fn process(value: Value<'_>) -> SpawnOutcome {
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    #[allow(clippy::cast_possible_truncation)]
    let status = match value.get("status") {
        None => Some(0),
        Some(status) => status.as_f64().map(|it| it as i64),
    };
    SpawnOutcome {
        status,
        stdout: text("stdout")
            .map(gsd_lanes::json::Str::to_lossy)
            .unwrap_or_default(),
        stderr: text("stderr")
            .map(gsd_lanes::json::Str::to_lossy)
            .unwrap_or_default(),
        error_code: text("errorCode").map(gsd_lanes::json::Str::to_lossy),
    }
}

/// An answer of a vector: 200 if it is only said to be ok.
pub fn answer(value: Value<'_>) -> HttpOutcome {
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    let ok = value.get("ok").and_then(Value::as_bool) == Some(true);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let status = value
        .get("status")
        .and_then(Value::as_f64)
        .map(|it| it as u16);
    HttpOutcome {
        status: status.or(ok.then_some(200)),
        body: text("body")
            .map(gsd_lanes::json::Str::to_lossy)
            .unwrap_or_default(),
        error: text("error").map(gsd_lanes::json::Str::to_lossy),
    }
}

impl Host for World {
    async fn has_binary(&self, name: &str) -> bool {
        self.binaries.iter().any(|it| it == name)
    }

    async fn spawn(&self, request: SpawnRequest) -> SpawnOutcome {
        self.spawns.borrow_mut().push(request.clone());
        if request.args == ["--help"] {
            return self.help.get(&request.binary).cloned().unwrap_or_default();
        }
        let program = self.programs.get(&request.binary).cloned();
        let program = program.unwrap_or_default();
        for (path, text) in program.writes {
            self.files.borrow_mut().insert(path, text);
        }
        program.outcome
    }

    async fn http(&self, request: HttpRequest) -> HttpOutcome {
        self.requests.borrow_mut().push(request.clone());
        let key = format!("{} {}", request.method, request.url);
        self.servers.get(&key).cloned().unwrap_or(HttpOutcome {
            error: Some("ECONNREFUSED".into()),
            ..HttpOutcome::default()
        })
    }

    async fn exists(&self, path: &str) -> bool {
        self.files.borrow().contains_key(path)
    }

    async fn read(&self, path: &str) -> Read {
        if self.unreadable.iter().any(|it| it == path) {
            return Read::Unreadable;
        }
        self.file(path).map_or(Read::Missing, Read::Text)
    }

    async fn write(&self, path: &str, text: &str) -> Result<(), String> {
        self.written.borrow_mut().push(path.into());
        if self.unwritable.iter().any(|it| it == path) {
            return Err("EACCES".into());
        }
        self.files.borrow_mut().insert(path.into(), text.into());
        Ok(())
    }

    async fn set_aside(&self, path: &str) -> Result<(), String> {
        self.aside.borrow_mut().push(path.into());
        if self.keeps_files {
            return Ok(());
        }
        let mut files = self.files.borrow_mut();
        if let Some(text) = files.remove(path) {
            files.insert(format!("{path}.previous"), text);
        }
        Ok(())
    }

    async fn keep_raw(&self, path: &str) {
        self.raw.borrow_mut().push(path.into());
    }

    fn home(&self) -> String {
        self.home.clone()
    }

    fn warn(&self, message: &str) {
        self.warnings.borrow_mut().push(message.into());
    }

    fn progress(&self, _: Progress) {}
}

/// The result of a run over a host that never waits.
pub fn at_once<T>(run: impl Future<Output = T>) -> T {
    let mut run = pin!(run);
    match run.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => panic!("a host that never waits has made a run wait"),
    }
}
