//! Taking HTML comments out of a line (D-7).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::search::{find, split_once};

const BEGIN: &[u8] = b"<!--";
const END: &[u8] = b"-->";

/// The line without its comments, and whether one is still open at its end.
///
/// The rule says to remove the shortest comments until nothing changes: removing one may bring a new one together,
/// and so on for as many rounds as the line is long. A new one lies across a gap, so each round looks at the gaps of
/// the one before and nowhere else.
pub(super) fn strip(line: &str) -> (Cow<'_, str>, bool) {
    let mut begins = Vec::new();
    let mut rest = line;
    while let Some((_, after)) = split_once(rest, "<!--") {
        begins.push(line.len() - after.len() - BEGIN.len());
        rest = after;
    }
    if begins.is_empty() {
        return (Cow::Borrowed(line), false);
    }
    let mut chain = Chain::of(line.as_bytes());
    while !begins.is_empty() {
        let mut gaps = Vec::new();
        for begin in begins {
            if chain.is_removed(begin) {
                continue;
            }
            let Some(end) = chain.end_of_comment(begin) else {
                // What follows has no end for any other comment either.
                break;
            };
            chain.remove(begin, end);
            gaps.push(end);
        }
        begins = gaps
            .into_iter()
            .filter_map(|gap| chain.begin_across(gap))
            .collect();
    }
    let mut text = chain.text();
    let open = find(&text, "<!--");
    text.truncate(open.unwrap_or(text.len()));
    (Cow::Owned(text), open.is_some())
}

/// The bytes of a line, linked, so that taking some out costs no copying. The place behind the last byte ends it; the
/// link from there leads to the first byte.
struct Chain<'t> {
    bytes: &'t [u8],
    next: Vec<usize>,
    previous: Vec<usize>,
    /// No comment ends with what begins here or later.
    no_end_from: usize,
}

impl<'t> Chain<'t> {
    /// Stands where the link of a removed byte stood.
    const REMOVED: usize = usize::MAX;

    fn of(bytes: &'t [u8]) -> Self {
        let end = bytes.len();
        Self {
            bytes,
            next: (1..=end).chain([0]).collect(),
            previous: [end].into_iter().chain(0..end).collect(),
            no_end_from: end,
        }
    }

    fn end(&self) -> usize {
        self.bytes.len()
    }

    fn after(&self, at: usize) -> usize {
        self.next.get(at).copied().unwrap_or(self.end())
    }

    fn before(&self, at: usize) -> usize {
        self.previous.get(at).copied().unwrap_or(self.end())
    }

    fn link(&mut self, left: usize, right: usize) {
        if let Some(next) = self.next.get_mut(left) {
            *next = right;
        }
        if let Some(previous) = self.previous.get_mut(right) {
            *previous = left;
        }
    }

    fn is_removed(&self, at: usize) -> bool {
        self.after(at) == Self::REMOVED
    }

    /// The place behind `pattern`, if it stands there.
    fn behind(&self, mut at: usize, pattern: &[u8]) -> Option<usize> {
        for byte in pattern {
            if self.bytes.get(at) != Some(byte) {
                return None;
            }
            at = self.after(at);
        }
        Some(at)
    }

    /// The place behind the comment that begins at a place, if it ends.
    fn end_of_comment(&mut self, begin: usize) -> Option<usize> {
        let inner = self.behind(begin, BEGIN)?;
        let mut at = inner;
        while at < self.no_end_from {
            if let Some(end) = self.behind(at, END) {
                return Some(end);
            }
            at = self.after(at);
        }
        self.no_end_from = self.no_end_from.min(inner);
        None
    }

    /// The beginning of a comment that lies across the gap before a place.
    fn begin_across(&self, gap: usize) -> Option<usize> {
        let mut at = gap;
        for _ in 1..BEGIN.len() {
            at = self.before(at);
            if self.behind(at, BEGIN).is_some() {
                return Some(at);
            }
        }
        None
    }

    /// Takes out what stands from one place up to another.
    fn remove(&mut self, from: usize, to: usize) {
        let left = self.before(from);
        let mut at = from;
        while at != to {
            let Some(next) = self.next.get_mut(at) else {
                break;
            };
            at = core::mem::replace(next, Self::REMOVED);
        }
        self.link(left, to);
    }

    fn text(&self) -> String {
        let mut out = Vec::new();
        let mut at = self.after(self.end());
        while let Some(byte) = self.bytes.get(at) {
            out.push(*byte);
            at = self.after(at);
        }
        String::from_utf8_lossy(&out).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::strip;
    use alloc::string::{String, ToString};
    use proptest::prelude::*;

    /// The rule, word by word.
    fn literally(line: &str) -> (String, bool) {
        let mut line = line.to_string();
        loop {
            let mut rest = line.as_str();
            let mut out = String::new();
            while let Some((before, comment)) = rest.split_once("<!--") {
                let Some((_, after)) = comment.split_once("-->") else {
                    break;
                };
                out += before;
                rest = after;
            }
            out += rest;
            if out == line {
                break;
            }
            line = out;
        }
        match line.split_once("<!--") {
            Some((before, _)) => (before.to_string(), true),
            None => (line, false),
        }
    }

    proptest! {
        #[test]
        fn as_the_rule_says(line in "(<!|--|<|!|-|>|<!--|-->|x|é){0,30}") {
            let (text, open) = strip(&line);
            prop_assert_eq!((text.into_owned(), open), literally(&line));
        }

        #[test]
        fn as_the_rule_says_where_comments_nest(
            line in proptest::collection::vec(prop_oneof![
                Just("<!"), Just("<!--"), Just("-->"), Just("-- -->"), Just("---->"), Just("<!-- -->"), Just(">"),
                Just("-"), Just("<!-->"), Just("<!--->"),
            ], 0..40),
        ) {
            let line = line.concat();
            let (text, open) = strip(&line);
            prop_assert_eq!((text.into_owned(), open), literally(&line));
        }
    }

    #[test]
    fn many_rounds_take_no_time() {
        let depth = 300_000;
        let line = "<!".repeat(depth) + &"---->".repeat(depth) + "x<!--y";
        assert_eq!(strip(&line), ("x".into(), true));
        let nested = "<!".repeat(depth) + "<!-- -->" + &"-- -->".repeat(depth) + "x";
        assert_eq!(strip(&nested), ("x".into(), false));
    }
}
