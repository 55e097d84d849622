//! The answer of an OpenAI-compatible server.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use super::model::{Recorded, Source};
pub use super::models::first_model;
use super::text::{head, holds, is_blank, trim, with_json};
use super::{clean, complaint, reasoning};
use crate::diagnostic::Profile;
use crate::escape::visible;
use crate::json::Value;
use crate::vocabulary::limits::MAX_MODEL_UNITS;
use crate::vocabulary::outcome::Reason;

/// What came back.
#[derive(Debug, Clone, Copy, Default)]
pub struct Response<'a> {
    /// Whether the status is 2xx. Only asked where there is no status.
    pub ok: bool,
    /// The status, if there was an answer.
    pub status: Option<u16>,
    /// The body, or what came of it.
    pub body: &'a str,
    /// What went wrong with the transport, if it says something, a code such as `ETIMEDOUT` first where there is one.
    pub error: Option<&'a str>,
}

/// Something to tell the user that stops nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// Its stable name.
    pub code: &'static str,
    /// A sentence, safe to print.
    pub message: String,
}

/// A warning around a name that came from outside.
fn warning(code: &'static str, before: &str, name: &str, after: &str) -> Warning {
    let name = visible(name.as_bytes(), MAX_MODEL_UNITS);
    Warning {
        code,
        message: [before, &name, after].concat(),
    }
}

impl Warning {
    /// Another model answered than was asked for (L-83).
    fn served(requested: &str, served: &str) -> Self {
        let requested = visible(requested.as_bytes(), MAX_MODEL_UNITS);
        let after = ["` answered, `", &requested, "` was asked for"].concat();
        warning("served-model", "the model `", served, &after)
    }

    /// A listed model that cannot chat (Y-22).
    pub(super) fn passed_over(id: &str) -> Self {
        let after = "` was passed over: by its name it cannot chat";
        warning("model-passed-over", "the model `", id, after)
    }

    fn plain(code: &'static str, message: &str) -> Self {
        warning(code, message, "", "")
    }
}

/// What a server's answer amounts to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Completion {
    /// The review; empty if there is none.
    pub review: String,
    /// The model (L-92).
    pub model: Recorded,
    /// What to tell besides.
    pub warnings: Vec<Warning>,
    /// What the stub of an empty review shows. For the peer the body as it came, else facts and the server's own
    /// words; the model's reasoning is never in it (F-25).
    pub diagnostic: String,
    /// Why the review is not there, or not whole. The peer has no such verdict.
    pub problem: Option<Reason>,
    /// Why the model stopped.
    pub finish_reason: Option<String>,
}

/// Bytes of a body that is no answer which the diagnostic shows.
const SHOWN: usize = 1_000;

/// Reads the answer to a chat completion.
///
/// `requested` is the model that was asked for. The profile `peer` reads exactly L-82: the first choice's content if
/// it is a text, whatever the status. `strict` takes a review from a 2xx answer only (B-21), puts lists of parts and
/// unasked event streams together, leaves reasoning out, and judges the body by its shape (F-24, F-25).
#[must_use]
pub fn parse(requested: &str, response: Response<'_>, profile: Profile) -> Completion {
    let mut answer = Answer::default();
    let mut completion = match profile {
        Profile::Peer => answer.as_peer(response),
        Profile::Strict => {
            answer.read(response.body);
            answer.judge(response)
        }
    };
    let served = answer.model.as_deref();
    if let Some(served) = served.filter(|served| *served != requested) {
        completion.warnings.push(Warning::served(requested, served));
    }
    completion.model = Recorded::of(served, Source::Served);
    if completion.model.value.is_none() {
        completion.model = Recorded::of(Some(requested), Source::Requested);
    }
    completion
}

impl Response<'_> {
    fn is_ok(&self) -> bool {
        self.status
            .map_or(self.ok, |status| (200..300).contains(&status))
    }

    /// What the transport says: its error, else the status.
    fn transport(&self) -> String {
        if let Some(error) = self.error.filter(|it| !it.is_empty()) {
            return error.to_string();
        }
        match self.status {
            Some(status) => ["HTTP ", &status.to_string()].concat(),
            None => "no answer".to_string(),
        }
    }

    /// What is wrong before anybody looks into the body.
    fn problem(&self) -> Option<Reason> {
        if let Some(error) = self.error.filter(|it| !it.is_empty()) {
            return Some(match error {
                _ if error.starts_with("ENOBUFS") => Reason::OutputTooLarge,
                _ if error.starts_with("EINTR") => Reason::Interrupted,
                // Clients wrap the code into words of their own.
                _ if TIMEOUT_SIGNS.iter().any(|sign| holds(error, sign)) => Reason::TimedOut,
                _ => Reason::ServerError,
            });
        }
        match self.status {
            _ if self.is_ok() => None,
            Some(300..=399) => Some(Reason::RedirectRefused),
            Some(401 | 403 | 407) => Some(Reason::AuthRequired),
            Some(402 | 429) => Some(Reason::Quota),
            _ => Some(Reason::ServerError),
        }
    }
}

/// A text that is not empty.
fn filled(value: Option<Value<'_>>) -> Option<String> {
    let text = value?.as_str().filter(|text| !text.is_empty())?;
    Some(text.to_lossy())
}

/// What a body holds, whole or event by event.
#[derive(Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // facts, each of its own
struct Answer {
    /// The content put together.
    text: String,
    /// Some of the body was JSON.
    json: bool,
    /// There was a choice.
    choice: bool,
    /// The index of the choice that counts: streams send several side by side.
    wanted: f64,
    /// The index of the choice that came first.
    other: Option<f64>,
    /// The model thought aloud, beside the content or in it.
    reasoning: bool,
    /// The body was a stream of events nobody had asked for.
    streamed: bool,
    /// The stream says that it is over.
    done: bool,
    finish_reason: Option<String>,
    model: Option<String>,
    refusal: Option<String>,
    error: Option<String>,
    /// There is an error, with words or without.
    failed: bool,
}

impl Answer {
    /// As the peer reads it (L-82).
    fn as_peer(&mut self, response: Response<'_>) -> Completion {
        if !response.ok && response.body.is_empty() {
            return Completion {
                diagnostic: response.transport(),
                ..Completion::default()
            };
        }
        let content = with_json(response.body, |root| {
            self.model = filled(root.get("model"));
            let choice = root.get("choices")?.items().next()?;
            Some(choice.get("message")?.get("content")?.as_str()?.to_lossy())
        });
        Completion {
            review: content.unwrap_or_default(),
            diagnostic: response.body.to_string(),
            ..Completion::default()
        }
    }

    /// Takes a body apart. Of several choices the first counts; if none calls itself that, the one that came first.
    fn read(&mut self, body: &str) {
        self.pass(body);
        if let Some(other) = self.other.filter(|_| !self.choice) {
            *self = Self {
                wanted: other,
                ..Self::default()
            };
            self.pass(body);
        }
    }

    fn pass(&mut self, body: &str) {
        let start = trim(head(body, SHOWN));
        self.streamed = ["data:", "event:", "id:", "retry:", ":"]
            .iter()
            .any(|field| start.starts_with(field));
        if self.streamed {
            self.stream(body);
        } else {
            self.json(body);
        }
    }

    /// Server-sent events: the data lines of each are one JSON value.
    fn stream(&mut self, body: &str) {
        let mut data = String::new();
        // Whoever ends lines with a lone carriage return does so everywhere.
        let end = if body.contains('\n') { '\n' } else { '\r' };
        for line in body.split(end).chain([""]) {
            let line = line.strip_suffix('\r').unwrap_or(line);
            if let Some(part) = line.strip_prefix("data:") {
                data.push_str(part);
                data.push('\n');
            } else if line.is_empty() {
                self.event(&data);
                data.clear();
            }
        }
    }

    fn event(&mut self, data: &str) {
        if self.json(data) {
            return;
        }
        // Some forget the empty line between events.
        for line in data.split('\n') {
            self.done |= trim(line) == "[DONE]";
            self.json(line);
        }
    }

    /// Takes one JSON text; whether it is one.
    fn json(&mut self, text: &str) -> bool {
        let read = with_json(trim(text), |root| {
            // Some wrap what is wrong into a list.
            let listed = root.items().next().filter(|it| it.get("error").is_some());
            self.take(listed.unwrap_or(root));
            Some(())
        });
        self.json |= read.is_some();
        read.is_some()
    }

    fn take(&mut self, root: Value<'_>) {
        self.model = filled(root.get("model")).or(self.model.take());
        if let Some(words) = complaint::error(root) {
            self.failed = true;
            self.error = Some(words)
                .filter(|it| !it.is_empty())
                .or(self.error.take());
        }
        let choices = root.get("choices");
        let mut choices = choices.into_iter().flat_map(Value::items);
        let wanted = choices.find(|choice| {
            let index = choice.get("index").and_then(Value::as_f64);
            #[allow(clippy::float_cmp)] // both are as the server wrote them
            let is_wanted = index.is_none_or(|it| it == self.wanted);
            self.other = self.other.or(index);
            is_wanted
        });
        let Some(choice) = wanted else {
            let detail = root.get("detail").or_else(|| root.get("message"));
            if self.error.is_none() && !self.streamed {
                self.error = detail.and_then(complaint::message);
            }
            return;
        };
        self.choice = true;
        let finish = choice
            .get("finish_reason")
            .or_else(|| choice.get("stop_reason"));
        self.finish_reason = filled(finish).or(self.finish_reason.take());
        let message = choice.get("message").or_else(|| choice.get("delta"));
        let Some(message) = message.filter(|it| it.is_object()) else {
            if let Some(text) = choice.get("text") {
                self.content(text);
            }
            return;
        };
        for name in ["reasoning_content", "reasoning", "thinking"] {
            self.reasoning |= message.get(name).is_some_and(|it| !it.text().is_empty());
        }
        self.refusal = filled(message.get("refusal")).or(self.refusal.take());
        if let Some(content) = message.get("content") {
            self.content(content);
        }
    }

    /// A text, or a list of parts of which those that are text count.
    fn content(&mut self, content: Value<'_>) {
        if let Some(text) = content.as_str() {
            self.text.push_str(&text.to_lossy());
        }
        for part in content.items() {
            let kind = part.get("type");
            let text = part.as_str().or_else(|| {
                let is_text = kind.is_none_or(|it| it.text().is_any(&["text", "output_text"]));
                part.get("text").filter(|_| is_text)?.as_str()
            });
            if let Some(text) = text {
                self.text.push_str(&text.to_lossy());
                continue;
            }
            let thinks = |it: Value<'_>| it.text().is_any(&["reasoning", "thinking"]);
            self.reasoning |= kind.is_some_and(thinks);
        }
    }

    /// Whether the server broke off.
    fn is_cut(&self) -> bool {
        let unfinished = self.streamed && !self.done && self.finish_reason.is_none();
        let said = self.finish_reason.as_deref();
        unfinished || said.is_some_and(|reason| is_one_of(reason, CUT_REASONS))
    }

    /// Whether the server says that it went wrong, by an error or by why it stopped.
    fn is_failed(&self) -> bool {
        let said = self.finish_reason.as_deref();
        self.failed || said.is_some_and(|reason| is_one_of(reason, FAILED_REASONS))
    }

    /// As we read it.
    fn judge(&mut self, response: Response<'_>) -> Completion {
        let mut completion = Completion {
            finish_reason: self.finish_reason.clone(),
            ..Completion::default()
        };
        if response.is_ok() {
            let (review, thought) = reasoning::strip(&self.text);
            self.reasoning |= thought;
            if !is_blank(review) {
                completion.review = review.to_string();
            }
            if thought {
                completion.warnings.push(Warning::plain(
                    "reasoning-removed",
                    "the answer began with the model's reasoning, which is left out",
                ));
            }
        }
        if self.streamed && self.json {
            completion.warnings.push(Warning::plain(
                "unasked-stream",
                "the server sent a stream of events, though none was asked for",
            ));
        }
        let is_empty = completion.review.is_empty();
        let error = self.error.as_deref();
        completion.problem = match response.problem() {
            // What the server says tells more than a general status.
            Some(Reason::ServerError) | None if error.is_some() => Some(
                error
                    .and_then(complaint::reason)
                    .unwrap_or(Reason::ServerError),
            ),
            None if self.is_failed() || !self.json || (is_empty && !self.choice) => {
                Some(Reason::ServerError)
            }
            None if self.is_cut() => Some(Reason::TruncatedByServer),
            None if is_empty => Some(Reason::Unsubstantive),
            problem => problem,
        };
        completion.diagnostic = self.facts(response, is_empty);
        completion
    }

    /// What there is to say about an answer, a line each.
    fn facts(&self, response: Response<'_>, is_empty: bool) -> String {
        let mut out = response.transport();
        let mut line = |name: &str, text: &str| {
            out.push('\n');
            out.push_str(name);
            out.push_str(text);
        };
        if let Some(reason) = &self.finish_reason {
            line("finish reason: ", reason);
        }
        if let Some(error) = &self.error {
            line("the server says: ", head(error, SHOWN));
        }
        if self.failed && self.error.is_none() {
            line("the server says that something is wrong, and not what", "");
        }
        if let Some(refusal) = &self.refusal {
            line("the model refused: ", head(refusal, SHOWN));
        }
        if is_empty && self.reasoning {
            line("the model sent reasoning and no answer", "");
        }
        if !self.json && is_blank(response.body) {
            line("the body is empty", "");
        } else if self.error.is_none() && !self.choice {
            line(
                "the body is no chat completion; it begins: ",
                head(response.body, SHOWN),
            );
        } else if is_empty && !self.reasoning && self.choice {
            line("the content is empty", "");
        }
        clean::clean(&out).into_owned()
    }
}

/// Why a model stops before it is done.
const CUT_REASONS: &[&str] = &[
    "length",
    "max_tokens",
    "max_output_tokens",
    "model_length",
    "content_filter",
    "incomplete",
];

/// Why a model stops that failed.
const FAILED_REASONS: &[&str] = &["error", "abort"];

/// How clients say, whatever the code in front, that nobody answered in time.
const TIMEOUT_SIGNS: &[&str] = &["etimedout", "timeout", "timed out"];

/// Servers write their words in upper case or lower case.
fn is_one_of(reason: &str, known: &[&str]) -> bool {
    known.iter().any(|it| it.eq_ignore_ascii_case(reason))
}
