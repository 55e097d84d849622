//! What a model thinks aloud before it answers.

use super::text::{lines, trim};
use crate::json::is_js_space;

/// The elements in which models wrap it.
const NAMES: &[&str] = &["think", "thinking", "thought", "reasoning"];

/// The answer without the reasoning in front of it, and whether there was any (F-25).
///
/// Leading blocks go; of one that is never closed everything does. A closing tag alone on its line, outside of code
/// fences and with no opening one before it, ends reasoning whose opening tag stood in the prompt.
#[must_use]
pub fn strip(answer: &str) -> (&str, bool) {
    let mut rest = answer;
    let mut found = false;
    while let Some((name, inside)) = opened(rest) {
        found = true;
        rest = closed(inside, name).unwrap_or_default();
    }
    if found {
        return (rest, true);
    }
    match ended(answer) {
        Some(rest) => (rest, true),
        None => (answer, false),
    }
}

/// What stands in the block that the text begins with.
fn opened(text: &str) -> Option<(&'static str, &str)> {
    let text = text.trim_start_matches(|it: char| is_js_space(it.into()));
    let tag = text.strip_prefix('<')?;
    NAMES.iter().find_map(|name| {
        let (word, rest) = tag.split_at_checked(name.len())?;
        let rest = rest.strip_prefix('>')?;
        word.eq_ignore_ascii_case(name).then_some((*name, rest))
    })
}

/// What stands behind the closing tag.
fn closed<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.match_indices("</").find_map(|(at, _)| {
        let tag = text.get(at + 2..)?;
        let (word, rest) = tag.split_at_checked(name.len())?;
        let rest = rest.strip_prefix('>')?;
        word.eq_ignore_ascii_case(name).then_some(rest)
    })
}

/// What stands behind a line that is nothing but a closing tag.
fn ended(text: &str) -> Option<&str> {
    let mut rest = text;
    let mut fenced = false;
    for line in lines(text) {
        // The line, and the line feed behind it.
        let length = rest.find('\n').map_or(rest.len(), |at| at + 1);
        rest = rest.get(length..)?;
        let line = trim(line);
        fenced ^= line.starts_with("```") || line.starts_with("~~~");
        if fenced {
            continue;
        }
        let closes = |name: &&str| {
            let tag = line.strip_prefix("</").and_then(|it| it.strip_suffix('>'));
            tag.is_some_and(|tag| tag.eq_ignore_ascii_case(name))
        };
        if NAMES.iter().any(closes) {
            return Some(rest);
        }
        if NAMES.iter().any(|name| opens_inside(line, name)) {
            return None;
        }
    }
    None
}

fn opens_inside(line: &str, name: &str) -> bool {
    line.match_indices('<').any(|(at, _)| {
        let tag = line.get(at + 1..).unwrap_or_default();
        tag.get(..name.len())
            .is_some_and(|it| it.eq_ignore_ascii_case(name))
            && tag.as_bytes().get(name.len()) == Some(&b'>')
    })
}
