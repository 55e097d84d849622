//! A run in steps, for a host that cannot be called from inside one: the run says what it wants done and waits.
//!
//! The host is a letter box. A run that asks for an effect puts the request in and pauses; whoever drives it takes the
//! request out, performs it however it likes, now or later, and puts the reply in. So one `async fn` serves callers
//! that wait for promises, callers that must not wait, and somebody who only wants to look.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::fmt;
use core::future::{Future, poll_fn};
use core::pin::Pin;
use core::task::{Context, Poll, Waker};

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::host::{Host, HttpOutcome, HttpRequest, Progress, Read, SpawnOutcome, SpawnRequest};
use super::plan::Variables;
use crate::json::{Kind, Str, Value};

/// Something that a run wants done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Look up a program.
    HasBinary(String),
    /// Look whether there is a file.
    Exists(String),
    /// Read a file.
    Read(String),
    /// Write a file: path and text.
    Write(String, String),
    /// Move a file out of the way, if it is there.
    SetAside(String),
    /// Keep the bytes of the answer under that path.
    KeepRaw(String),
    /// Run a process.
    Spawn(SpawnRequest),
    /// Send a request.
    Http(HttpRequest),
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// Yes or no.
    Truth(bool),
    /// A file.
    File(Read),
    /// It was done, or what went wrong.
    Done(Result<(), String>),
    /// A process.
    Process(SpawnOutcome),
    /// An answer.
    Answer(HttpOutcome),
}

/// Something that a run tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// For the user.
    Warning(String),
    /// For whoever watches.
    Progress(Progress),
}

/// Where a run stands.
#[derive(Debug)]
pub enum Step<T> {
    /// It waits for this.
    Wants(Effect),
    /// It is over.
    Done(T),
}

/// What a reply has to be.
#[derive(Debug, Clone, Copy)]
enum Expected {
    Truth,
    File,
    Done,
    Process,
    Answer,
}

impl Effect {
    fn expects(&self) -> Expected {
        match self {
            Self::HasBinary(_) | Self::Exists(_) => Expected::Truth,
            Self::Read(_) => Expected::File,
            Self::Write(..) | Self::SetAside(_) | Self::KeepRaw(_) => Expected::Done,
            Self::Spawn(_) => Expected::Process,
            Self::Http(_) => Expected::Answer,
        }
    }
}

#[derive(Default)]
struct Letters {
    wanted: Option<Effect>,
    /// What the last request expects.
    expected: Option<Expected>,
    reply: Option<Reply>,
    notices: Vec<Notice>,
}

impl Letters {
    fn put(&mut self, effect: Effect) {
        self.expected = Some(effect.expects());
        self.wanted = Some(effect);
        self.reply = None;
    }
}

/// The host inside.
pub struct LetterBox {
    home: String,
    letters: RefCell<Letters>,
}

impl LetterBox {
    async fn ask(&self, effect: Effect) -> Reply {
        self.letters.borrow_mut().put(effect);
        poll_fn(|_| {
            let reply = self.letters.borrow_mut().reply.take();
            reply.map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }
}

impl Host for LetterBox {
    async fn has_binary(&self, name: &str) -> bool {
        matches!(
            self.ask(Effect::HasBinary(name.into())).await,
            Reply::Truth(true)
        )
    }

    async fn spawn(&self, request: SpawnRequest) -> SpawnOutcome {
        match self.ask(Effect::Spawn(request)).await {
            Reply::Process(outcome) => outcome,
            _ => SpawnOutcome::default(),
        }
    }

    async fn http(&self, request: HttpRequest) -> HttpOutcome {
        match self.ask(Effect::Http(request)).await {
            Reply::Answer(outcome) => outcome,
            _ => HttpOutcome::default(),
        }
    }

    async fn exists(&self, path: &str) -> bool {
        matches!(
            self.ask(Effect::Exists(path.into())).await,
            Reply::Truth(true)
        )
    }

    async fn read(&self, path: &str) -> Read {
        match self.ask(Effect::Read(path.into())).await {
            Reply::File(read) => read,
            _ => Read::Unreadable,
        }
    }

    async fn write(&self, path: &str, text: &str) -> Result<(), String> {
        done(self.ask(Effect::Write(path.into(), text.into())).await)
    }

    async fn set_aside(&self, path: &str) -> Result<(), String> {
        done(self.ask(Effect::SetAside(path.into())).await)
    }

    async fn keep_raw(&self, path: &str) {
        self.ask(Effect::KeepRaw(path.into())).await;
    }

    fn home(&self) -> String {
        self.home.clone()
    }

    fn warn(&self, message: &str) {
        let notice = Notice::Warning(message.into());
        self.letters.borrow_mut().notices.push(notice);
    }

    fn progress(&self, progress: Progress) {
        let notice = Notice::Progress(progress);
        self.letters.borrow_mut().notices.push(notice);
    }
}

fn done(reply: Reply) -> Result<(), String> {
    match reply {
        Reply::Done(done) => done,
        _ => Err("it was not done".into()),
    }
}

/// A run between two steps.
pub struct Steps<T> {
    letter_box: Rc<LetterBox>,
    run: Option<Pin<Box<dyn Future<Output = T>>>>,
}

impl<T> fmt::Debug for Steps<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Steps")
    }
}

impl<T> Steps<T> {
    /// A run that has not begun; `home` is the user's home directory.
    pub fn new<F>(home: String, run: impl FnOnce(Rc<LetterBox>) -> F) -> Self
    where
        F: Future<Output = T> + 'static,
    {
        let letter_box = Rc::new(LetterBox {
            home,
            letters: RefCell::default(),
        });
        let run = run(Rc::clone(&letter_box));
        Self {
            letter_box,
            run: Some(Box::pin(run)),
        }
    }

    /// Goes on to the next request or to the end. `reply` answers the request before; none at the first step, or
    /// for a request that nobody could answer.
    ///
    /// `None` after the end.
    pub fn next(&mut self, reply: Option<Reply>) -> Option<Step<T>> {
        let run = self.run.as_mut()?;
        self.letter_box.letters.borrow_mut().reply = reply;
        match run.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(result) => {
                self.run = None;
                Some(Step::Done(result))
            }
            Poll::Pending => {
                let wanted = self.letter_box.letters.borrow_mut().wanted.take();
                wanted.map(Step::Wants)
            }
        }
    }

    /// What the run has told since the last call.
    pub fn notices(&mut self) -> Vec<Notice> {
        core::mem::take(&mut self.letter_box.letters.borrow_mut().notices)
    }

    /// Reads a reply to the request that is open from plain data; whatever is missing reads as nothing.
    #[must_use]
    pub fn reply_of(&self, value: Value<'_>) -> Option<Reply> {
        Some(match self.letter_box.letters.borrow().expected? {
            Expected::Truth => Reply::Truth(value.as_bool() == Some(true)),
            Expected::File => Reply::File(match value.kind() {
                Kind::String => Read::Text(value.text().to_lossy()),
                Kind::False => Read::Unreadable,
                _ => Read::Missing,
            }),
            Expected::Done => Reply::Done(match value.as_str() {
                Some(error) => Err(error.to_lossy()),
                None => Ok(()),
            }),
            Expected::Process => Reply::Process(SpawnOutcome {
                status: whole(value, "status"),
                stdout: text(value, "stdout").unwrap_or_default(),
                stderr: text(value, "stderr").unwrap_or_default(),
                error_code: filled(value, "errorCode"),
            }),
            Expected::Answer => {
                let status = whole(value, "status").and_then(|it| u16::try_from(it).ok());
                let ok = value.get("ok").and_then(Value::as_bool) == Some(true);
                Reply::Answer(HttpOutcome {
                    status: status.or(ok.then_some(200)),
                    body: text(value, "body").unwrap_or_default(),
                    error: filled(value, "error"),
                })
            }
        })
    }
}

fn text(value: Value<'_>, name: &str) -> Option<String> {
    let text = value.get(name).and_then(Value::as_str);
    text.map(Str::to_lossy)
}

/// A text that says something.
fn filled(value: Value<'_>, name: &str) -> Option<String> {
    text(value, name).filter(|text| !text.is_empty())
}

/// A whole number that a double holds exactly.
fn whole(value: Value<'_>, name: &str) -> Option<i64> {
    const EXACT: i64 = 1 << 53;
    let number = value.get(name).and_then(Value::as_f64)?;
    #[allow(clippy::cast_possible_truncation)] // saturates; compared below
    let whole = number as i64;
    #[allow(clippy::cast_precision_loss, clippy::float_cmp)] // it is exact, or it is none
    let is_whole = (-EXACT..=EXACT).contains(&whole) && whole as f64 == number;
    is_whole.then_some(whole)
}

impl Serialize for Effect {
    /// `{effect, …}` with the members that the host's function of that name takes.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_map(None)?;
        let (name, path) = match self {
            Self::HasBinary(name) => {
                out.serialize_entry("effect", "hasBinary")?;
                out.serialize_entry("name", name)?;
                return out.end();
            }
            Self::Exists(path) => ("exists", path),
            Self::Read(path) => ("read", path),
            Self::Write(path, text) => {
                out.serialize_entry("effect", "write")?;
                out.serialize_entry("path", path)?;
                out.serialize_entry("text", text)?;
                return out.end();
            }
            Self::SetAside(path) => ("setAside", path),
            Self::KeepRaw(path) => ("keepRaw", path),
            Self::Spawn(request) => {
                out.serialize_entry("effect", "spawn")?;
                out.serialize_entry("binary", &request.binary)?;
                out.serialize_entry("args", &request.args)?;
                out.serialize_entry("stdin", &request.stdin)?;
                out.serialize_entry("timeoutMs", &request.timeout_ms)?;
                out.serialize_entry("env", &request.env.as_deref().map(Variables))?;
                out.serialize_entry("cwd", &request.cwd)?;
                return out.end();
            }
            Self::Http(request) => {
                out.serialize_entry("effect", "http")?;
                out.serialize_entry("method", request.method)?;
                out.serialize_entry("url", &request.url)?;
                out.serialize_entry("body", &request.body)?;
                out.serialize_entry("timeoutMs", &request.timeout_ms)?;
                return out.end();
            }
        };
        out.serialize_entry("effect", name)?;
        out.serialize_entry("path", path)?;
        out.end()
    }
}

impl Serialize for Notice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_map(None)?;
        match self {
            Self::Warning(message) => out.serialize_entry("warning", message)?,
            Self::Progress(Progress::Probing) => out.serialize_entry("progress", "probing")?,
            Self::Progress(Progress::Writing) => out.serialize_entry("progress", "writing")?,
            Self::Progress(Progress::Asked(limit)) => {
                out.serialize_entry("progress", "asked")?;
                out.serialize_entry("limitMs", limit)?;
            }
        }
        out.end()
    }
}
