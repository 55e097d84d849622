//! What stands where a review should be.

use alloc::string::{String, ToString};

use super::clean::clean;
use super::text::{is_blank, tail, trim};
use crate::vocabulary::outcome::Reason;

/// How a stub is known, whoever wrote it (L-75).
pub const MARKER: &str = "failed or returned empty output";

/// Bytes of each of a tool's outputs that a stub shows; the whole is in the error file.
const SHOWN: usize = 8 * 1024;

/// With how much effort the lane ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort<'a> {
    /// A level that was asked for.
    Level(&'a str),
    /// A program, which decides by itself.
    CliDefault,
    /// A server, which is never asked for one.
    Http,
}

impl Effort<'_> {
    /// Its name as facts have it: the level, `cli-default` or `http`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Level(level) => level,
            Self::CliDefault => "cli-default",
            Self::Http => "http",
        }
    }
}

/// How the lane ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending<'a> {
    /// It took too long.
    Timeout,
    /// It was killed or never started; the error code, if there is one, else it was a signal.
    Abnormal(Option<&'a str>),
    /// It ended with status 0.
    Clean,
    /// It ended with another status.
    Status(i64),
    /// Nothing is known.
    Unknown,
}

impl<'a> Ending<'a> {
    /// The end of a process, given its status and the code of what went wrong (L-75).
    #[must_use]
    pub fn of(status: Option<i64>, error_code: Option<&'a str>) -> Self {
        match (status, error_code.filter(|it| !it.is_empty())) {
            (_, Some("ETIMEDOUT")) => Self::Timeout,
            (None, code) => Self::Abnormal(code),
            (Some(0), _) => Self::Clean,
            (Some(status), _) => Self::Status(status),
        }
    }

    /// Its name as facts have it: `timeout`, `abnormal`, `clean`, `status:N`, `unknown`.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            Self::Timeout => "timeout".to_string(),
            Self::Abnormal(_) => "abnormal".to_string(),
            Self::Clean => "clean".to_string(),
            Self::Status(status) => ["status:", &status.to_string()].concat(),
            Self::Unknown => "unknown".to_string(),
        }
    }
}

/// What is known about a lane that gave no review.
#[derive(Debug, Clone, Copy)]
pub struct Stub<'a> {
    /// The lane.
    pub slug: &'a str,
    /// What it printed, if that is worth showing: not where it is an envelope (F-06), nor where it is the review.
    pub stdout: &'a str,
    /// What it printed as errors.
    pub stderr: &'a str,
    /// Further facts: what a server answered, why a model stopped.
    pub extra: &'a str,
    /// With how much effort it ran.
    pub effort: Effort<'a>,
    /// How it ended.
    pub ending: Ending<'a>,
    /// Why there is no review, if that is known better than from the ending.
    pub reason: Option<Reason>,
    /// The limit in milliseconds (F-07).
    pub limit_ms: Option<u64>,
    /// How long it ran, in milliseconds, if anybody looked.
    pub elapsed_ms: Option<u64>,
    /// Bytes of the prompt (F-18).
    pub prompt_bytes: Option<usize>,
    /// Bytes of its answer, whatever they were (F-18).
    pub answer_bytes: Option<usize>,
}

impl<'a> Stub<'a> {
    /// A stub about which nothing else is known.
    #[must_use]
    pub fn new(slug: &'a str, effort: Effort<'a>, ending: Ending<'a>) -> Self {
        Self {
            slug,
            stdout: "",
            stderr: "",
            extra: "",
            effort,
            ending,
            reason: None,
            limit_ms: None,
            elapsed_ms: None,
            prompt_bytes: None,
            answer_bytes: None,
        }
    }

    /// The text: first the slug and the marker, then the tool's own words, last the diagnosis (L-75). Ends in a line
    /// feed. Whatever a tool said stands in a code block, without its controls (Y-7).
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        out.push_str(&clean(self.slug));
        out.push_str(": the lane ");
        out.push_str(MARKER);
        if let Some(reason) = self.reason {
            out.push_str(" (");
            out.push_str(reason.as_str());
            out.push(')');
        }
        out.push_str(".\n");
        push_block(&mut out, "What it said as errors:", self.stderr);
        push_block(&mut out, "What it printed:", self.stdout);
        push_block(&mut out, "Further facts:", self.extra);
        out.push_str("\nDiagnosis: effort ");
        match self.effort {
            Effort::Level(level) => out.push_str(&clean(level)),
            Effort::CliDefault => out.push_str("CLI default"),
            Effort::Http => out.push_str("not set (HTTP lane)"),
        }
        out.push_str("; ");
        self.push_ending(&mut out);
        self.push_sizes(&mut out);
        out.push_str(".\n");
        if let Some(reason) = self.reason {
            out.push_str("\nWhat to do: ");
            out.push_str(reason.remedy());
            out.push_str(".\n");
        }
        out
    }

    fn push_ending(&self, out: &mut String) {
        match self.ending {
            Ending::Timeout => out.push_str("timeout: it was stopped at its time limit"),
            Ending::Abnormal(code) => {
                out.push_str("it ended abnormally: ");
                out.push_str(&clean(code.unwrap_or("killed by a signal")));
            }
            Ending::Clean => out.push_str(
                "it ended cleanly, with status 0, and gave no review; a higher effort may help",
            ),
            Ending::Status(status) => {
                out.push_str("it ended with status ");
                out.push_str(&status.to_string());
            }
            Ending::Unknown => out.push_str("how it ended is unknown"),
        }
    }

    fn push_sizes(&self, out: &mut String) {
        let mut fact = |name: &str, number: Option<String>, unit: &str| {
            if let Some(number) = number {
                out.push_str(name);
                out.push_str(&number);
                out.push_str(unit);
            }
        };
        fact("; limit ", self.limit_ms.map(seconds), " s");
        fact("; it ran ", self.elapsed_ms.map(seconds), " s");
        fact(
            "; prompt ",
            self.prompt_bytes.map(|it| it.to_string()),
            " bytes",
        );
        fact(
            "; answer ",
            self.answer_bytes.map(|it| it.to_string()),
            " bytes",
        );
    }
}

/// Milliseconds as seconds with one decimal place, that one only where it says something.
fn seconds(ms: u64) -> String {
    let mut out = (ms / 1000).to_string();
    let tenth = ms % 1000 / 100;
    if tenth > 0 {
        out.push('.');
        out.push_str(&tenth.to_string());
    }
    out
}

/// Appends the end of a tool's words in a code block that nothing in them can close.
fn push_block(out: &mut String, title: &str, words: &str) {
    let words = clean(words);
    if is_blank(&words) {
        return;
    }
    let shown = tail(&words, SHOWN);
    out.push('\n');
    out.push_str(title);
    if shown.len() < words.len() {
        out.push_str(" (its last ");
        out.push_str(&shown.len().to_string());
        out.push_str(" bytes)");
    }
    let fence = fence_for(shown);
    out.push_str("\n\n");
    out.push_str(&fence);
    out.push_str("text\n");
    out.push_str(trim(shown));
    out.push('\n');
    out.push_str(&fence);
    out.push('\n');
}

/// A code fence longer than any run of backticks in a text.
fn fence_for(text: &str) -> String {
    let mut longest = 0;
    let mut run = 0;
    for byte in text.bytes() {
        run = if byte == b'`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    "`".repeat((longest + 1).max(3))
}
