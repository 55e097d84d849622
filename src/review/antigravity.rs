//! What antigravity leaves in the user's home, and what of it is this run's.
//!
//! A run reads the cache, finds the conversation in it, and takes a [`Mark`] of its transcripts before the program
//! starts; afterwards it reads them again and looks behind the mark.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use super::clean::clean;
use super::stamp::SELF_REPORT;
use super::text::{filled_lines, holds, lines, trim, with_json};
use super::{model, text};

/// A file as it was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum File<'a> {
    /// There is none.
    Missing,
    /// There is one, and it cannot be read.
    Unreadable,
    /// Its content.
    Text(&'a str),
}

impl<'a> File<'a> {
    fn text(self) -> Option<&'a str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Missing | Self::Unreadable => None,
        }
    }
}

/// Below the home directory (L-101).
const FOLDER: &str = "/.gemini/antigravity-cli/";

fn below(home: &str, parts: &[&str]) -> String {
    let mut path = String::from(home.trim_end_matches('/'));
    path.push_str(FOLDER);
    for part in parts {
        path.push_str(part);
    }
    path
}

/// The cache that maps workspaces to conversations, given the home directory (L-101).
#[must_use]
pub fn cache_path(home: &str) -> String {
    below(home, &["cache/last_conversations.json"])
}

/// The program's log (L-101).
#[must_use]
pub fn log_path(home: &str) -> String {
    below(home, &["cli.log"])
}

/// The transcript of a conversation; `id` comes from [`conversation`] (L-101).
#[must_use]
pub fn transcript_path(home: &str, id: &str) -> String {
    below(
        home,
        &["brain/", id, "/.system_generated/logs/transcript.jsonl"],
    )
}

/// The full transcript beside it (L-101).
#[must_use]
pub fn full_transcript_path(home: &str, id: &str) -> String {
    below(
        home,
        &[
            "brain/",
            id,
            "/.system_generated/logs/transcript_full.jsonl",
        ],
    )
}

/// The conversation that the cache has for a workspace: under exactly its name, else under the first that is the same
/// but for case (L-102). An id that is no plain path component is none (B-10).
#[must_use]
pub fn conversation(cache: File<'_>, workspace: &str) -> Option<String> {
    with_json(cache.text()?, |cache| {
        let mut entries = cache.entries().filter_map(|(key, value)| {
            let id = value.as_str()?.to_lossy();
            is_component(&id).then(|| (key.to_lossy(), id))
        });
        let exact = entries.clone().find(|(key, _)| key == workspace);
        let folded = || {
            let wanted = workspace.to_lowercase();
            entries.find(|(key, _)| key.to_lowercase() == wanted)
        };
        exact.or_else(folded).map(|(_, id)| id)
    })
}

/// Whether a text names one thing in a folder, and nothing else anywhere (B-10).
fn is_component(id: &str) -> bool {
    let bad = |it: char| it.is_control() || matches!(it, '/' | '\\' | ':');
    !matches!(id, "" | "." | "..") && !id.contains(bad)
}

/// How far the transcripts were before the run (L-103).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Mark {
    /// The conversation; empty if there was none.
    pub conv_id: String,
    /// Lines of the transcript that are not blank.
    pub lines: usize,
    /// The transcript was there and could not be read.
    #[serde(skip_serializing_if = "is_false")]
    pub unreadable: bool,
    /// Lines of the full transcript that are not blank.
    pub full_lines: usize,
    /// The full transcript was there and could not be read.
    #[serde(skip_serializing_if = "is_false")]
    pub full_unreadable: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde asks for it
fn is_false(it: &bool) -> bool {
    !it
}

impl Mark {
    /// Marks what is there before the program starts (L-103); without a conversation the files do not matter.
    #[must_use]
    pub fn of(id: Option<&str>, transcript: File<'_>, full: File<'_>) -> Self {
        let Some(id) = id else {
            return Self::default();
        };
        let count = |file: File<'_>| file.text().map_or(0, |it| filled_lines(it).count());
        Self {
            conv_id: id.to_string(),
            lines: count(transcript),
            unreadable: transcript == File::Unreadable,
            full_lines: count(full),
            full_unreadable: full == File::Unreadable,
        }
    }

    fn is_of(&self, id: &str) -> bool {
        self.conv_id == id
    }
}

/// The lines that are not blank, without the first `skipped`; the last one first.
fn behind(file: &str, skipped: usize) -> impl Iterator<Item = &str> {
    let wanted = filled_lines(file).count().saturating_sub(skipped);
    filled_lines(file).rev().take(wanted)
}

/// The last answer that the run left in its transcript; empty if there is none (L-106).
#[must_use]
pub fn fallback(id: Option<&str>, transcript: File<'_>, mark: &Mark) -> String {
    let answer = id.zip(transcript.text()).and_then(|(id, transcript)| {
        let same = mark.is_of(id);
        if same && mark.unreadable {
            return None;
        }
        let mut lines = behind(transcript, if same { mark.lines } else { 0 });
        lines.find_map(|line| {
            with_json(line, |entry| {
                let is =
                    |name: &str, wanted: &str| entry.get(name)?.as_str()?.is(wanted).then_some(());
                is("source", "MODEL")?;
                is("status", "DONE")?;
                is("type", "PLANNER_RESPONSE")?;
                Some(entry.get("content")?.as_str()?.to_lossy())
            })
        })
    });
    answer.unwrap_or_default()
}

/// The model that the full transcript names: behind the mark, or anywhere in it if the conversation is still the same
/// (L-108).
#[must_use]
pub fn model(id: Option<&str>, full: File<'_>, mark: &Mark) -> Option<String> {
    let (id, full) = (id?, full.text()?);
    let same = mark.is_of(id);
    if same && mark.full_unreadable {
        return None;
    }
    let skipped = if same { mark.full_lines } else { 0 };
    let new = model::last(behind(full, skipped));
    new.or_else(|| model::transcript(full).filter(|_| same))
}

/// How far a run came that gave nothing (L-109).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// It stood still before it began a conversation.
    PreSessionStall,
    /// It did begin one.
    SessionStarted,
}

impl Mode {
    /// Both of them.
    pub const ALL: &[Self] = &[Self::SessionStarted, Self::PreSessionStall];

    /// What the files tell about a run (L-109).
    #[must_use]
    pub fn of(id: Option<&str>, transcript: File<'_>, mark: &Mark) -> Self {
        let Some(id) = id else {
            return Self::PreSessionStall;
        };
        let started = !mark.is_of(id)
            || match transcript {
                File::Missing => false,
                File::Unreadable => true,
                File::Text(text) => filled_lines(text).count() > mark.lines,
            };
        if started {
            Self::SessionStarted
        } else {
            Self::PreSessionStall
        }
    }

    /// Its stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PreSessionStall => "pre_session_stall",
            Self::SessionStarted => "session_started",
        }
    }
}

/// The option by which the program gets to read a folder.
const ADD_DIR: &str = "--add-dir";

/// Whether the program's help offers to read a further folder (L-104).
#[must_use]
pub fn offers_folder(help_stdout: &str, help_stderr: &str) -> bool {
    help_stdout.contains(ADD_DIR) || help_stderr.contains(ADD_DIR)
}

/// A file-reference instruction that also asks the reviewer to say when files cannot be read (L-104). One line.
#[must_use]
pub fn self_reporting(instruction: &str) -> String {
    let said = " If you cannot read the prompt file or the repository's files, let the first line of your output be exactly ";
    [instruction, said, SELF_REPORT, " and nothing else on it."].concat()
}

/// The arguments as antigravity gets them: wherever one is the file-reference instruction, the variant that asks for
/// a report; and the repository as a folder to read, if the program offers that (L-104).
#[must_use]
pub fn argv(argv: &[String], instruction: &str, repo_root: &str, offers: bool) -> Vec<String> {
    let replaced = |argument: &String| {
        if argument == instruction {
            self_reporting(instruction)
        } else {
            argument.clone()
        }
    };
    let mut out: Vec<String> = argv.iter().map(replaced).collect();
    if offers {
        let prompt = argv.iter().rposition(|argument| argument == "-p");
        let at = prompt.unwrap_or(out.len());
        out.splice(at..at, [ADD_DIR.to_string(), repo_root.to_string()]);
    }
    out
}

/// What is said where antigravity gave no review (L-107).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnosis<'a> {
    /// The last lines of its log that tell of an error, three at most, oldest first.
    pub log_lines: Vec<&'a str>,
    /// What it printed as errors, without white space around.
    pub stderr: &'a str,
    /// How far it came.
    pub mode: Mode,
}

/// What in a line of the log tells of an error, in lower case (L-107).
const LOG_SIGNS: &[&str] = &["agent executor error", "not_found", "publisher model"];

impl<'a> Diagnosis<'a> {
    /// Collects what the log and the error output tell.
    #[must_use]
    pub fn of(log: File<'a>, stderr: &'a str, mode: Mode) -> Self {
        let tells = |line: &&str| LOG_SIGNS.iter().any(|sign| holds(line, sign));
        let log = lines(log.text().unwrap_or_default());
        let mut log_lines: Vec<&str> = log.rev().filter(tells).take(3).collect();
        log_lines.reverse();
        Self {
            log_lines,
            stderr: trim(stderr),
            mode,
        }
    }

    /// What a stub has as its further facts: the log and how far it came. The error output stands there by itself.
    #[must_use]
    pub fn facts(&self) -> String {
        let mut out = String::new();
        for line in &self.log_lines {
            out.push_str("log: ");
            out.push_str(text::head(line, 1_000));
            out.push('\n');
        }
        out.push_str(self.mode.as_str());
        out.push_str(match self.mode {
            Mode::PreSessionStall => ": it stood still before a conversation began",
            Mode::SessionStarted => ": a conversation began and left no answer",
        });
        clean(&out).into_owned()
    }
}
