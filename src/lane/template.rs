//! The arguments of a program: what becomes of each element of `invoke.args` (L-37 … L-39).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::egress::{concat, push_number};
use super::plan::PromptChannel;
use crate::escape::push_visible;
use crate::json::Value;
use crate::vocabulary::lane::NATIVE_MARGIN_S;
use crate::vocabulary::reviewer::{EFFORT, MODEL, NATIVE_TIMEOUT, OUTPUT, PROMPT};

/// What the placeholders stand for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fillings<'q> {
    /// The argument that takes a model, and the model.
    pub model: Option<(&'q str, &'q str)>,
    /// The arguments that ask for an effort; none if nothing takes them.
    pub effort: &'q [String],
    /// The argument that takes the review's file, and its path.
    pub output: Option<(&'q str, &'q str)>,
    /// How the prompt travels.
    pub channel: PromptChannel,
    /// Where it is.
    pub prompt_path: &'q str,
    /// The root of the repository.
    pub repo_root: &'q str,
    /// The time limit in milliseconds.
    pub timeout_ms: f64,
}

/// Filled arguments.
#[derive(Debug, Default)]
pub(super) struct Filled {
    pub argv: Vec<String>,
    /// Whether the model, and the effort, stand in them (B-15).
    pub model: bool,
    pub effort: bool,
}

/// Fills the placeholders of a list of arguments. An element that is exactly a placeholder becomes none, one or more;
/// any other text stays as it is, and what is filled in is not read again.
#[inline(never)]
pub(super) fn fill(args: Option<Value<'_>>, with: &Fillings<'_>) -> Filled {
    let mut out = Filled::default();
    let texts = args.into_iter().flat_map(Value::items);
    for text in texts.filter_map(Value::as_str) {
        if text.is_any(&[MODEL]) {
            out.model |= out.pair(with.model);
        } else if text.is_any(&[EFFORT]) {
            for argument in with.effort.iter().filter(|argument| !argument.is_empty()) {
                out.argv.push(argument.clone());
                out.effort = true;
            }
        } else if text.is_any(&[OUTPUT]) {
            out.pair(with.output);
        } else if text.is_any(&[PROMPT]) {
            out.argv.extend(prompt(with));
        } else if text.is_any(&[NATIVE_TIMEOUT]) {
            out.argv.push(native_timeout(with.timeout_ms));
        } else {
            out.argv.push(text.to_lossy());
        }
    }
    out
}

impl Filled {
    fn pair(&mut self, pair: Option<(&str, &str)>) -> bool {
        if let Some((flag, value)) = pair {
            self.argv.extend([flag.to_string(), value.to_string()]);
        }
        pair.is_some()
    }
}

fn prompt(with: &Fillings<'_>) -> Option<String> {
    match with.channel {
        PromptChannel::ArgvFileRef => Some(file_reference(with.prompt_path, with.repo_root)),
        PromptChannel::Argv => Some(with.prompt_path.to_string()),
        PromptChannel::Stdin | PromptChannel::None => None,
    }
}

/// The limit that a program is told: a minute below ours, in seconds, at least one.
fn native_timeout(timeout_ms: f64) -> String {
    let mut out = Vec::new();
    push_number(
        &mut out,
        (floor(timeout_ms / 1000.0) - NATIVE_MARGIN_S).max(1.0),
    );
    out.push(b's');
    String::from_utf8(out).unwrap_or_default()
}

/// The largest whole number that is not above a positive one.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // every double above 2^53 is whole
fn floor(number: f64) -> f64 {
    if number < 9e15 {
        (number as i64) as f64
    } else {
        number
    }
}

/// The sentence that stands for the prompt where a program cannot be given it: one line that names the prompt file and
/// the repository by absolute paths (L-39).
#[must_use]
pub fn file_reference(prompt_path: &str, repo_root: &str) -> String {
    concat(&[
        "Read the file ",
        &line(&absolute(prompt_path, repo_root)),
        " in full and carry out the review that it asks for. The repository under review is ",
        &line(repo_root),
        "; relative paths in that file are relative to this directory. Answer with the review alone, in Markdown, \
         and do not create, change or delete any file.",
    ])
}

/// A path that does not hang on the directory it is read in.
fn absolute(path: &str, root: &str) -> String {
    let absolute = match path.as_bytes() {
        [b'/' | b'\\', ..] => true,
        [drive, b':', ..] => drive.is_ascii_alphabetic(),
        _ => false,
    };
    if absolute {
        return path.to_string();
    }
    concat(&[root.trim_end_matches('/'), "/", path])
}

/// Text on one line, nothing in it hidden.
fn line(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        push_visible(&mut out, u32::from(character));
    }
    out
}
