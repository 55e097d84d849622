//! The event stream of opencode.

use alloc::string::String;
use alloc::vec::Vec;

use super::complaint;
use super::text::{lines, trim, with_json};
use crate::json::{Value, write_number};

/// What an event stream tells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Opencode {
    /// The texts, joined by line feeds: the review.
    pub review: String,
    /// Why the model stopped.
    pub stop_reason: Option<String>,
    /// How many tokens it gave, as ECMAScript prints the number.
    pub output_tokens: Option<String>,
    /// What the last error event says.
    pub error: Option<String>,
    /// The type of the last event, whatever it was: what a stalled run was doing (F-19).
    pub last_event: Option<String>,
}

/// Reads the standard output of opencode: one JSON event per line, whatever else is printed between (L-100).
#[must_use]
pub fn read(stdout: &str) -> Opencode {
    let mut read = Opencode::default();
    let mut any = false;
    for line in lines(stdout) {
        let _: Option<()> = with_json(trim(line), |event| {
            read.event(event, &mut any);
            None
        });
    }
    read
}

impl Opencode {
    fn event(&mut self, event: Value<'_>, any: &mut bool) {
        let Some(kind) = event.get("type").and_then(Value::as_str) else {
            return;
        };
        let part = event.get("part");
        let member = |name: &str| part.and_then(|part| part.get(name));
        if kind.is("text") {
            if let Some(text) = member("text").and_then(Value::as_str) {
                if core::mem::replace(any, true) {
                    self.review.push('\n');
                }
                self.review.push_str(&text.to_lossy());
            }
        } else if kind.is("step_finish") {
            if let Some(reason) = member("reason").and_then(Value::as_str) {
                self.stop_reason = Some(reason.to_lossy());
            }
            let tokens = member("tokens").and_then(|tokens| tokens.get("output"));
            if let Some(tokens) = tokens.and_then(Value::as_f64) {
                self.output_tokens = Some(printed(tokens));
            }
        } else if kind.is("error") {
            self.error = event.get("error").and_then(complaint::message);
        }
        self.last_event = Some(kind.to_lossy());
    }
}

/// A number as ECMAScript prints it (L-5).
fn printed(number: f64) -> String {
    if number.is_infinite() {
        let sign = if number < 0.0 { "-" } else { "" };
        return [sign, "Infinity"].concat();
    }
    let mut digits = Vec::new();
    write_number(&mut digits, number);
    String::from_utf8(digits).unwrap_or_default()
}

/// What the stub of an empty stream tells besides (L-75, L-100, F-06): never the events themselves.
#[must_use]
pub fn facts(read: &Opencode) -> String {
    let mut out = String::from("stop reason: ");
    out.push_str(read.stop_reason.as_deref().unwrap_or(NOT_SAID));
    out.push_str("\noutput tokens: ");
    out.push_str(read.output_tokens.as_deref().unwrap_or(NOT_SAID));
    if let Some(error) = &read.error {
        out.push_str("\nerror: ");
        out.push_str(error);
    }
    if let Some(last) = &read.last_event {
        out.push_str("\nlast event: ");
        out.push_str(last);
    }
    out
}

/// What stands for a fact that the stream does not tell (L-100).
pub const NOT_SAID: &str = "?";
