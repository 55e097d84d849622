//! What a model thinks aloud before it answers.

use super::text::trim;
use crate::json::is_js_space;
use crate::search::{find, split_once};

/// The elements in which models wrap it, whatever prefix and attributes they give them.
const NAMES: &[&str] = &["think", "thinking", "thought", "thoughts", "reasoning"];

/// Further pairs of marks, as they are.
const PAIRS: &[(&str, &str)] = &[
    ("[THINK]", "[/THINK]"),
    ("\u{25c1}think\u{25b7}", "\u{25c1}/think\u{25b7}"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),
];

/// Bytes of the longest tag.
const TAG: usize = 200;

/// The answer without the reasoning in front of it, and whether there was any (F-25).
///
/// Leading blocks go; of one that is never closed everything does, unless a sentence goes on behind its tag. A closing tag alone on its line, or right behind
/// the last word of one, outside of code and with no opening one before it, ends reasoning whose opening tag stood in
/// the prompt. Of an answer in channels the final one is left. Where it could end in two places it ends at the first:
/// better some reasoning in a review than a review without its beginning.
#[must_use]
pub fn strip(answer: &str) -> (&str, bool) {
    let mut rest = answer;
    let mut found = false;
    let mut nested = true;
    while let Some(behind) = behind_block(rest, &mut nested) {
        found = true;
        rest = behind;
    }
    if let Some((last, thought)) = final_channel(rest) {
        return (last, found || thought);
    }
    if found {
        return (rest, true);
    }
    match ended(answer) {
        Some(rest) => (rest, true),
        None => (answer, false),
    }
}

/// A tag around reasoning.
struct Tag<'t> {
    name: &'static str,
    closes: bool,
    /// What stands before it, and behind it.
    before: &'t str,
    behind: &'t str,
}

impl<'t> Tag<'t> {
    /// The tag at the beginning of `at`, which is an end of `text`.
    fn at(text: &'t str, at: &'t str) -> Option<Self> {
        let inside = at.strip_prefix('<')?;
        let end = inside
            .bytes()
            .take(TAG)
            .position(|it| matches!(it, b'<' | b'>' | b'\n'))?;
        let (inside, behind) = inside.split_at_checked(end)?;
        let behind = behind.strip_prefix('>')?;
        let (inside, closes) = match inside.strip_prefix('/') {
            Some(inside) => (inside, true),
            None => (inside, false),
        };
        let word = inside.split([' ', '\t']).next()?;
        let word = word.split_once(':').map_or(word, |it| it.1);
        let name = NAMES.iter().find(|it| it.eq_ignore_ascii_case(word))?;
        Some(Self {
            name,
            closes,
            before: text.get(..text.len() - at.len())?,
            behind,
        })
    }

    /// The first tag in `text` behind its first `from` bytes that is no mention in quotes or code.
    fn next(text: &'t str, from: usize) -> Option<Self> {
        let mut at = text.get(from..)?;
        loop {
            let (_, rest) = at.split_at_checked(at.find('<')?)?;
            let tag = Self::at(text, rest).filter(|tag| !tag.is_quoted());
            if tag.is_some() {
                return tag;
            }
            at = rest.get(1..)?;
        }
    }

    fn is_quoted(&self) -> bool {
        let before = self.before.bytes().next_back();
        let quotes = before.is_some_and(|it| matches!(it, b'`' | b'"' | b'\''));
        quotes && before == self.behind.bytes().next()
    }
}

/// What stands behind the block that a text begins with: nothing, if it is never closed. Where blocks turn out not to
/// be nested, no later one is asked again, so that a text is gone through twice at most.
fn behind_block<'t>(text: &'t str, nested: &mut bool) -> Option<&'t str> {
    let text = trim_start(text);
    for (open, close) in PAIRS {
        if let Some(inside) = text.strip_prefix(open) {
            return Some(split_once(inside, close).map_or("", |it| it.1));
        }
    }
    let tag = Tag::at(text, text).filter(|tag| !tag.closes)?;
    let inside = tag.behind;
    let mut first: Option<&str> = None;
    let mut depth = 1;
    let mut from = 0;
    let mut last = 0;
    while let Some(next) = Tag::next(inside, from) {
        from = inside.len() - next.behind.len();
        if next.name != tag.name {
            continue;
        }
        if !next.closes {
            depth += 1;
            continue;
        }
        // What looks like an answer between two closing tags is one, which quotes the second.
        let between = inside.get(last..from).unwrap_or_default();
        if first.is_some() && looks_written(between) {
            return first;
        }
        last = from;
        depth -= 1;
        if depth == 0 {
            return Some(next.behind);
        }
        first = first.or(Some(next.behind));
        if !*nested {
            return first;
        }
    }
    *nested = false;
    if first.is_none() && is_named(inside) {
        return None;
    }
    Some(first.unwrap_or_default())
}

/// Whether a sentence goes on behind a tag that nothing closes: it is spoken of, as in `<think> tags are kept`.
fn is_named(behind: &str) -> bool {
    let word = behind.strip_prefix(' ');
    word.is_some_and(|it| it.starts_with(|it: char| it.is_ascii_lowercase()))
}

fn trim_start(text: &str) -> &str {
    text.trim_start_matches(|it: char| is_js_space(it.into()))
}

/// Whether there is a heading or a code fence in it.
fn looks_written(text: &str) -> bool {
    let mut lines = text.split('\n').map(trim);
    lines.any(|line| line.starts_with('#') || is_fence(line))
}

fn is_fence(line: &str) -> bool {
    line.starts_with("```") || line.starts_with("~~~")
}

/// Whether a line closes the code that another has opened: with as many of its marks at least, and nothing else.
fn closes(line: &str, open: &str) -> bool {
    let mark = open.chars().next().unwrap_or_default();
    let marks = |it: &str| it.len() - it.trim_start_matches(mark).len();
    marks(line) == line.len() && marks(line) >= marks(open)
}

/// What stands behind the closing tag that ends the first line with one, if nothing has opened before.
fn ended(text: &str) -> Option<&str> {
    let mut rest = text;
    let mut fence = None;
    while !rest.is_empty() {
        let length = rest.find('\n').map_or(rest.len(), |at| at + 1);
        let (raw, behind) = rest.split_at_checked(length)?;
        rest = behind;
        let line = trim(raw);
        fence = match fence {
            None if is_fence(line) => Some(line),
            Some(open) if closes(line, open) => None,
            unchanged => unchanged,
        };
        if fence.is_some() || raw.starts_with("    ") || raw.starts_with('\t') {
            continue;
        }
        let mut from = 0;
        while let Some(tag) = Tag::next(line, from) {
            if !tag.closes {
                return None;
            }
            // In a sentence, a tag has a space before it.
            let glued = !tag.before.ends_with([' ', '\t']);
            if tag.behind.is_empty() && glued {
                return Some(rest);
            }
            from = line.len() - tag.behind.len();
        }
    }
    None
}

const CHANNEL: &str = "<|channel|>";
const MESSAGE: &str = "<|message|>";
const START: &str = "<|start|>";
const END: &str = "<|end|>";

/// The final message of an answer that is a sequence of messages in channels, and whether there were others before it;
/// `None` for every other text, and for one whose marks make no message.
fn final_channel(text: &str) -> Option<(&str, bool)> {
    let mut rest = trim(text);
    if !rest.starts_with(CHANNEL) && !rest.starts_with(START) {
        return None;
    }
    let mut thought = false;
    loop {
        // A message without a head is the answer of a server that has taken the head away.
        let headless = !rest.starts_with(CHANNEL) && !rest.starts_with(START);
        if headless {
            return Some((without_end(rest), thought));
        }
        let Some((head, said)) = split_once(rest, MESSAGE) else {
            return thought.then_some(("", true));
        };
        if split_once(head, CHANNEL).is_none_or(|it| it.1.starts_with("final")) {
            return Some((without_end(said), thought));
        }
        thought = true;
        let Some(at) = end_of_message(said) else {
            return Some(("", true));
        };
        rest = trim_start(said.get(at..)?);
    }
}

/// Where a message ends: behind the mark that says so, or where the next begins.
fn end_of_message(said: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        at += find(said.get(at..)?, "<|")?;
        let rest = said.get(at..)?;
        if rest.starts_with(END) {
            return Some(at + END.len());
        }
        if rest.starts_with(START) || rest.starts_with(CHANNEL) {
            return Some(at);
        }
        at += 2;
    }
}

/// A message without the mark of its end.
fn without_end(message: &str) -> &str {
    let message = trim(message);
    let ends = [END, "<|return|>", "<|call|>"];
    let ended = ends.iter().find_map(|it| message.strip_suffix(it));
    ended.map_or(message, trim)
}
