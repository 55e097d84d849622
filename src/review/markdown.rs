//! Keeping a text of others inside of its section (Y-8).
//!
//! This is no Markdown parser but a reader that is never less careful than one. What is certainly a heading, or might
//! be one, is moved down; what might open a code block that is not certainly closed is escaped, so that every reader
//! sees what this one sees; HTML never begins at the start of a line. The text comes without carriage returns and
//! controls ([`clean`](super::clean::clean)). Each line is looked at twice at most.

use alloc::string::String;
use alloc::vec::Vec;

use crate::vocabulary::markup::{CONSENSUS_PARTS, MARKER_PREFIX, STRUCTURAL_ELEMENTS};

/// Where a text will stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Under a heading of level 2.
    Section,
    /// Under a heading of level 3.
    Subsection,
}

impl Place {
    /// The lowest level of our own headings there, and how far those of the text move if one of them is as low.
    const fn levels(self) -> usize {
        match self {
            Self::Section => 2,
            Self::Subsection => 3,
        }
    }
}

/// The text as it can stand in its place; ends in a line feed, if it is not empty.
pub(super) fn contain(text: &str, place: Place) -> String {
    let mut writer = Writer::new(place, 0);
    writer.all(text);
    if writer.collides {
        writer = Writer::new(place, place.levels());
        writer.all(text);
    }
    writer.out
}

/// What the last line was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    /// Nothing, or white space: no paragraph is open.
    Blank,
    /// Part of a paragraph, as far as one can tell.
    Paragraph,
    /// Part of an indented code block.
    Code,
    /// Something that ends by itself: a heading, a break, a closed code block.
    Done,
}

/// What was found about a code fence.
enum Fenced {
    /// It is closed; the offset behind the line that closes it.
    Closed(usize),
    /// It runs to the end of the text.
    Open,
    /// Whether it is one cannot be told; before that offset nothing is taken for one.
    Doubtful(usize),
}

#[allow(clippy::struct_excessive_bools)] // facts, each of its own
struct Writer<'t> {
    place: Place,
    /// How far headings move.
    shift: usize,
    /// There is a heading that could be taken for one of ours.
    collides: bool,
    /// Something that is no white space has been written: nothing can open front matter any more.
    begun: bool,
    out: String,
    last: Last,
    /// Where the open paragraph begins in `out`, and how much of it precedes its first words.
    paragraph: (usize, usize),
    /// What precedes the words of the paragraph's last line.
    prefix: &'t str,
    /// A list may be open, so that what is indented may be anything.
    list: bool,
    /// A quotation may be open: readers differ in what they take for its continuation.
    quote: bool,
    /// Which lists surely are.
    lists: Lists,
    /// The paragraph may be the definition of a link or a footnote, up to where its label ends.
    label: bool,
    /// The code spans of this paragraph can be told: no backtick is left over, no tag is open.
    trust: bool,
    /// Before this offset nothing is taken for a fence.
    doubtful: usize,
}

impl<'t> Writer<'t> {
    fn new(place: Place, shift: usize) -> Self {
        Self {
            place,
            shift,
            collides: false,
            begun: false,
            out: String::new(),
            last: Last::Blank,
            paragraph: (0, 0),
            prefix: "",
            label: false,
            list: false,
            quote: false,
            lists: Lists::default(),
            trust: true,
            doubtful: 0,
        }
    }

    fn all(&mut self, text: &'t str) {
        self.out.reserve(text.len());
        let mut at = 0;
        while at < text.len() {
            let next = self.line(text, at);
            let taken = text.get(at..next).unwrap_or_default();
            self.begun = self.begun || !taken.trim().is_empty();
            at = next;
        }
        // Whoever cuts comments out without reading Markdown must not cut past this text.
        let open = self.out.rfind("<!--").and_then(|at| self.out.get(at..));
        if open.is_some_and(|open| !open.contains("-->")) {
            self.out.push_str("\n<!-- -->\n");
        }
    }

    /// Takes the line at an offset, or the code block that begins there; gives the offset of the next.
    fn line(&mut self, text: &'t str, at: usize) -> usize {
        let (line, next) = line_at(text, at);
        if is_blank_line(line) {
            self.push(line, "", "");
            self.last = Last::Blank;
            return next;
        }
        let prefix = Prefix::of(line);
        if self.last == Last::Blank && prefix.indent <= 1 && !prefix.is_marked() {
            self.list = false;
            self.quote = false;
            self.lists = Lists::default();
        }
        if prefix.indent >= 4 && !self.list && !self.quote {
            self.indented(line);
            return next;
        }
        self.list |= prefix.opens;
        self.quote |= prefix.quoted;
        let (before, words) = line.split_at_checked(prefix.length).unwrap_or((line, ""));
        let in_paragraph = self.last == Last::Paragraph;
        let fence = Fence::of(words);
        let mark = underline(words).filter(|_| !prefix.is_marked());
        let level = heading_level(words);
        let html = begins_html(words);
        let ends = fence.is_some() || mark.is_some() || level.is_some() || html || prefix.is_break;
        let lazy = in_paragraph && !ends;
        let certain = self.lists.take(&prefix, in_paragraph, lazy) || self.is_certain(&prefix);
        if words.is_empty() {
            self.push(before, "", "");
            // Marks of quotations with nothing behind them may be words of the paragraph they stand in.
            if !self.list {
                self.last = Last::Blank;
            }
        } else if let Some(fence) = fence {
            return self.fence(text, at, &prefix, fence, certain);
        } else if let Some(mark) = mark {
            self.underlined(before, words, &prefix, mark);
        } else if let Some(level) = level {
            self.heading(before, words, level);
        } else if prefix.is_break {
            self.push(before, "", words);
            self.last = Last::Done;
        } else {
            let (escaped, words) = match words.strip_prefix('<') {
                Some(rest) if html => ("&lt;", rest),
                _ => ("", words),
            };
            self.paragraph(before, escaped, words, &prefix);
        }
        // Words of a paragraph may look like anything; what ends one surely ends it only where it surely is.
        if in_paragraph && self.last == Last::Done && !self.is_certain(&prefix) {
            self.last = Last::Paragraph;
            self.trust = false;
        }
        next
    }

    /// Whether what stands behind a prefix is no continuation of a paragraph, wherever it belongs.
    fn is_certain(&self, prefix: &Prefix) -> bool {
        let quoted = prefix.quoted && prefix.gap <= 4 && !self.list;
        prefix.indent <= 3 && !prefix.is_marked() && (!prefix.quoted || quoted)
    }

    fn push(&mut self, before: &str, mark: &str, words: &str) {
        self.out.push_str(before);
        self.out.push_str(mark);
        self.out.push_str(words);
        self.out.push('\n');
    }

    /// A line of a paragraph, or of a list item, or of anything else whose words stay words.
    fn paragraph(&mut self, before: &'t str, mark: &str, words: &str, prefix: &Prefix) {
        let continues = self.last == Last::Paragraph;
        let same_place = !prefix.quoted || before.trim() == self.prefix.trim();
        if !continues || prefix.is_marked() || !same_place {
            self.paragraph = (self.out.len(), before.len());
        }
        // Not every marker may interrupt a paragraph: only behind what surely ended one is nothing left over. Nor is
        // anything certain behind a fence that was escaped.
        self.trust = (self.trust || !continues) && mark != "\\";
        self.prefix = before;
        self.last = Last::Paragraph;
        self.out.push_str(before);
        self.out.push_str(mark);
        self.label = words.starts_with('[') || (self.label && continues);
        self.inline_undefined(words);
        self.out.push('\n');
    }

    /// Indented by four and more where no list is open: the end of a paragraph, or code.
    fn indented(&mut self, line: &str) {
        if self.last == Last::Paragraph {
            self.inline_undefined(line);
        } else {
            self.last = Last::Code;
            self.code(line);
        }
        self.out.push('\n');
    }

    fn heading(&mut self, before: &str, words: &str, level: usize) {
        let title = words.get(level..).unwrap_or_default();
        self.collides |= level <= self.place.levels() || (level == 3 && is_ours(title));
        self.last = Last::Done;
        self.trust = true;
        self.out.push_str(before);
        self.push_level(level);
        self.inline(title);
        self.out.push('\n');
    }

    fn push_level(&mut self, level: usize) {
        for _ in 0..(level + self.shift).min(6) {
            self.out.push('#');
        }
    }

    /// A line of nothing but `=` or `-`, which makes a heading of the paragraph before it.
    fn underlined(&mut self, before: &'t str, words: &str, prefix: &Prefix, mark: char) {
        let is_break = mark == '-' && words.starts_with("---");
        if self.last == Last::Paragraph {
            let plain = |text: &str| text.trim().is_empty();
            let at_top = plain(before) && plain(self.prefix) && prefix.indent <= 3 && !self.list;
            if at_top || (!before.is_empty() && before == self.prefix) {
                self.collides = true;
                self.turn_into_heading(if mark == '=' { 1 } else { 2 });
            } else if is_break {
                // A break that underlines nothing.
                self.push(before, "***", "");
                self.last = Last::Done;
            } else {
                self.push(before, "\\", words);
            }
        } else if is_break && self.begun {
            self.push(before, "***", "");
            self.last = Last::Done;
        } else if trim_end(words) == "-" {
            // An item of a list, with nothing in it.
            self.push(before, "", words);
            self.last = Last::Done;
        } else if is_break {
            // At the very beginning it would open front matter.
            self.push(before, "\\", words);
            self.push("", "", "");
            self.last = Last::Blank;
        } else {
            self.paragraph = (self.out.len(), before.len());
            self.prefix = before;
            self.trust = true;
            self.push(before, "", words);
            self.last = Last::Paragraph;
        }
    }

    /// Makes the open paragraph a heading on one line.
    fn turn_into_heading(&mut self, level: usize) {
        let (start, words) = self.paragraph;
        let paragraph = self.out.split_off(start);
        let (before, words) = paragraph.split_at_checked(words).unwrap_or_default();
        self.out.push_str(before);
        self.push_level(level);
        for line in words.lines() {
            let line = line.trim_start_matches([' ', '\t', '>']);
            self.out.push(' ');
            self.out.push_str(trim_end(line));
        }
        // Number signs at the end of a heading would not be shown.
        let shown = self.out.trim_end_matches('#').len();
        if shown < self.out.len() {
            self.out.insert(shown, '\\');
        }
        self.out.push('\n');
        self.last = Last::Done;
    }

    /// A line that opens a code block, or looks so.
    fn fence(
        &mut self,
        text: &'t str,
        at: usize,
        prefix: &Prefix,
        fence: Fence,
        certain: bool,
    ) -> usize {
        let (line, next) = line_at(text, at);
        let (end, open) = match self.fenced(text, at, prefix, fence, certain) {
            Fenced::Closed(end) => (end, false),
            Fenced::Open => (text.len(), true),
            Fenced::Doubtful(until) => {
                self.doubtful = self.doubtful.max(until);
                let (before, words) = line.split_at_checked(prefix.length).unwrap_or((line, ""));
                self.paragraph(before, "\\", words, prefix);
                return next;
            }
        };
        self.out.push_str(text.get(at..end).unwrap_or_default());
        if !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        if open {
            for _ in 0..fence.length {
                self.out.push(fence.mark);
            }
            self.out.push('\n');
        }
        self.last = Last::Done;
        end
    }

    /// Looks for the end of a code block.
    fn fenced(
        &self,
        text: &str,
        at: usize,
        prefix: &Prefix,
        fence: Fence,
        certain: bool,
    ) -> Fenced {
        let (line, mut next) = line_at(text, at);
        // Behind a paragraph it may be words; else at worst it is code of another kind.
        let begins = certain || self.last != Last::Paragraph;
        if at < self.doubtful || !begins {
            return Fenced::Doubtful(next);
        }
        // At the top it ends with the text; anywhere else with what contains it, which only what begins alike is in.
        let at_top = prefix.is_bare() && (prefix.indent == 0 || (prefix.indent <= 3 && !self.list));
        let before = line.get(..prefix.length).unwrap_or_default();
        let inside: String = if at_top {
            String::new()
        } else {
            let spaced = |it: char| {
                if matches!(it, ' ' | '\t' | '>') {
                    it
                } else {
                    ' '
                }
            };
            before.chars().map(spaced).collect()
        };
        while next < text.len() {
            let (line, after) = line_at(text, next);
            let content = match line.strip_prefix(inside.as_str()) {
                Some(content) => content,
                // Nothing but what precedes it, or nothing at all where that is white space.
                None if trim_end(line) == trim_end(&inside) => "",
                None => return Fenced::Doubtful(next),
            };
            let words = content.trim_start_matches([' ', '\t']);
            if fence.is_closed_by(words) {
                let gap = content
                    .get(..content.len() - words.len())
                    .unwrap_or_default();
                match gap {
                    "" => return Fenced::Closed(after),
                    " " | "  " | "   " if at_top => return Fenced::Closed(after),
                    _ if gap.contains('\t') && !at_top => return Fenced::Doubtful(next),
                    " " | "  " | "   " => return Fenced::Doubtful(next),
                    _ => {}
                }
            }
            next = after;
        }
        if at_top {
            Fenced::Open
        } else {
            Fenced::Doubtful(text.len())
        }
    }

    /// Words of a paragraph that defines nothing: what it would define, it would for the whole document.
    fn inline_undefined(&mut self, words: &str) {
        match words.find("]:").filter(|_| self.label) {
            Some(at) => {
                let (label, rest) = words.split_at(at + 1);
                self.inline(&[label, "\\", rest].concat());
                self.label = false;
            }
            None => self.inline(words),
        }
    }

    /// Words as they are, but for tags that would change what follows, outside of code spans that can be told.
    fn inline(&mut self, words: &str) {
        let mut rest = words;
        while let Some(at) = rest.find(['`', '<', '\\']) {
            let (plain, special) = rest.split_at(at);
            self.out.push_str(plain);
            let taken = match special.as_bytes() {
                [b'`', ..] => self.ticks(special),
                [b'\\', b'`' | b'<' | b'\\', ..] => {
                    self.trust &= !special.starts_with("\\`");
                    self.out.push_str(special.get(..2).unwrap_or_default());
                    2
                }
                [b'<', ..] => {
                    let tag = Tag::of(special);
                    self.trust &= tag != Tag::Some;
                    let escaped = if tag == Tag::Structural { "&lt;" } else { "<" };
                    self.out.push_str(escaped);
                    1
                }
                _ => {
                    self.out.push('\\');
                    1
                }
            };
            rest = special.get(taken..).unwrap_or_default();
        }
        self.out.push_str(rest);
    }

    /// A code span, or backticks that open none on this line.
    fn ticks(&mut self, text: &str) -> usize {
        let length = run(text);
        let mut end = length;
        while self.trust {
            let Some(gap) = text.get(end..).and_then(|rest| rest.find('`')) else {
                break;
            };
            let close = run(text.get(end + gap..).unwrap_or_default());
            end += gap + close;
            if close == length {
                self.code(text.get(..end).unwrap_or_default());
                return end;
            }
        }
        self.trust = false;
        self.out.push_str(text.get(..length).unwrap_or_default());
        length
    }

    /// Code as it is, but for our own markers.
    fn code(&mut self, code: &str) {
        for (at, part) in code.split("<!--").enumerate() {
            if at > 0 {
                let is_marker = part.trim_start().starts_with(MARKER_PREFIX);
                self.out
                    .push_str(if is_marker { "&lt;!--" } else { "<!--" });
            }
            self.out.push_str(part);
        }
    }
}

/// A line without its end, and the offset of the next.
fn line_at(text: &str, at: usize) -> (&str, usize) {
    let rest = text.get(at..).unwrap_or_default();
    match rest.split_once('\n') {
        Some((line, _)) => (line, at + line.len() + 1),
        None => (rest, text.len()),
    }
}

/// As Markdown has it: spaces and tabs only.
fn is_blank_line(line: &str) -> bool {
    line.bytes().all(|it| matches!(it, b' ' | b'\t'))
}

fn trim_end(line: &str) -> &str {
    line.trim_end_matches([' ', '\t'])
}

/// How many backticks a text begins with.
fn run(text: &str) -> usize {
    text.bytes().take_while(|it| *it == b'`').count()
}

/// What precedes the words of a line: white space, marks of quotations and lists.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools)] // facts, each of its own
struct Prefix {
    /// Bytes.
    length: usize,
    /// Columns of white space at the beginning.
    indent: usize,
    /// There is a quotation mark in it.
    quoted: bool,
    /// The most columns behind a quotation mark.
    gap: usize,
    /// The markers of list items in it.
    items: Vec<Item>,
    /// A list may begin here.
    opens: bool,
    /// What follows is a break, whose marks only look like those of list items.
    is_break: bool,
}

/// The marker of a list item.
#[derive(Clone, Copy)]
struct Item {
    /// Its column.
    at: usize,
    /// The column of the words behind it.
    words: usize,
    /// How long it is.
    length: usize,
    /// It begins no list, so that it cannot interrupt a paragraph.
    later: bool,
}

impl Prefix {
    fn of(line: &str) -> Self {
        let mut prefix = Self::default();
        let mut column = 0;
        prefix.skip(line, &mut column);
        prefix.indent = column;
        let breaks = breaks(line);
        loop {
            if breaks.contains(&prefix.length) {
                prefix.is_break = true;
                return prefix;
            }
            let rest = line.as_bytes().get(prefix.length..).unwrap_or_default();
            let at = column;
            if let [b'>', ..] = rest {
                prefix.quoted = true;
                prefix.length += 1;
                column += 1;
                prefix.skip(line, &mut column);
                prefix.gap = prefix.gap.max(column - at - 1);
                continue;
            }
            let Some(length) = marker(rest) else {
                return prefix;
            };
            prefix.opens = true;
            let before = prefix.length;
            prefix.length += length;
            column += length;
            prefix.skip(line, &mut column);
            if prefix.length == line.len() {
                // Without words behind it, `-` may underline something just as well.
                prefix.length = before;
                return prefix;
            }
            let later = length > 1 && rest.get(..length - 1) != Some(b"1");
            prefix.items.push(Item {
                at,
                words: column,
                length,
                later,
            });
        }
    }

    /// Skips white space.
    fn skip(&mut self, line: &str, column: &mut usize) {
        for byte in line.as_bytes().iter().skip(self.length) {
            *column = match byte {
                b' ' => *column + 1,
                b'\t' => *column / 4 * 4 + 4,
                _ => break,
            };
            self.length += 1;
        }
    }

    fn is_marked(&self) -> bool {
        !self.items.is_empty()
    }

    /// Whether there is nothing but white space in it.
    fn is_bare(&self) -> bool {
        !self.quoted && !self.is_marked()
    }
}

/// Which list items are open, as far as that is certain.
#[derive(Default)]
struct Lists {
    /// The columns of the words of the open items, outermost first.
    columns: Vec<usize>,
    /// Something was met that makes it uncertain.
    doubtful: bool,
}

impl Lists {
    /// Takes note of a line that is not blank; whether its words are certainly where they seem to be, and not the
    /// continuation of a paragraph or code. `lazy`: it may continue a paragraph from outside of its item.
    fn take(&mut self, prefix: &Prefix, in_paragraph: bool, lazy: bool) -> bool {
        self.doubtful |= prefix.quoted;
        if lazy && prefix.items.is_empty() {
            return false;
        }
        while self.columns.last().is_some_and(|it| prefix.indent < *it) {
            self.columns.pop();
        }
        let outer = self.columns.last().copied().unwrap_or(0);
        if prefix.indent - outer > 3 {
            return false;
        }
        for item in &prefix.items {
            // A wide gap makes code of the words; a later item may be none.
            self.doubtful |= item.words - item.at - item.length > 4 || (item.later && in_paragraph);
            self.columns.push(item.words);
        }
        !self.doubtful
    }
}

/// Where a break (`* * *` and the like) may begin in a line: from there on it has nothing but white space and at least
/// three of the same mark.
fn breaks(line: &str) -> core::ops::Range<usize> {
    let line = trim_end(line).as_bytes();
    let Some(mark) = line.last().filter(|it| matches!(it, b'-' | b'*' | b'_')) else {
        return 0..0;
    };
    let mut count = 0;
    let (mut start, mut end) = (line.len(), 0);
    for (at, byte) in line.iter().enumerate().rev() {
        if byte == mark {
            count += 1;
            start = at;
            if count == 3 {
                end = at + 1;
            }
        } else if !matches!(byte, b' ' | b'\t') {
            break;
        }
    }
    start..end
}

/// How long the marker of a list item is that a text begins with.
fn marker(text: &[u8]) -> Option<usize> {
    let digits = text.iter().take_while(|it| it.is_ascii_digit()).count();
    let ends = match text.get(digits)? {
        b'-' | b'*' | b'+' => digits == 0,
        b'.' | b')' => (1..=9).contains(&digits),
        _ => false,
    };
    let spaced = matches!(text.get(digits + 1), None | Some(b' ' | b'\t'));
    (ends && spaced).then_some(digits + 1)
}

/// A line of at least three backticks or tildes.
#[derive(Clone, Copy)]
struct Fence {
    mark: char,
    length: usize,
}

impl Fence {
    /// The fence that opens a code block.
    fn of(words: &str) -> Option<Self> {
        let mark = words.chars().next().filter(|it| matches!(it, '`' | '~'))?;
        let info = words.trim_start_matches(mark);
        let length = words.len() - info.len();
        let opens = length >= 3 && (mark == '~' || !info.contains('`'));
        opens.then_some(Self { mark, length })
    }

    fn is_closed_by(self, words: &str) -> bool {
        let rest = words.trim_start_matches(self.mark);
        words.len() - rest.len() >= self.length && is_blank_line(rest)
    }
}

/// The character that a line consists of, if it can underline a heading.
fn underline(words: &str) -> Option<char> {
    let line = trim_end(words);
    let mark = line.chars().next().filter(|it| matches!(it, '=' | '-'))?;
    line.chars().all(|it| it == mark).then_some(mark)
}

/// How many number signs make a line a heading.
fn heading_level(words: &str) -> Option<usize> {
    let rest = words.trim_start_matches('#');
    let level = words.len() - rest.len();
    let spaced = matches!(rest.as_bytes().first(), None | Some(b' ' | b'\t'));
    ((1..=6).contains(&level) && spaced).then_some(level)
}

/// Whether a title is that of a part of the consensus, however it is dressed.
fn is_ours(title: &str) -> bool {
    let letters = |text: &'_ str| -> Vec<u8> {
        let letters = text.bytes().filter(u8::is_ascii_alphabetic);
        letters.map(|it| it.to_ascii_lowercase()).take(32).collect()
    };
    let title = letters(title);
    CONSENSUS_PARTS.iter().any(|part| letters(part) == title)
}

/// What begins at a `<`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tag {
    /// No tag.
    None,
    /// The tag of some element, or the like of a tag.
    Some,
    /// A comment, a declaration, or a tag that changes what follows.
    Structural,
}

impl Tag {
    fn of(text: &str) -> Self {
        let inside = text.get(1..).unwrap_or_default();
        let name = inside.strip_prefix('/').unwrap_or(inside);
        match inside.as_bytes().first() {
            Some(b'!' | b'?') => return Self::Structural,
            _ if !name.starts_with(|it: char| it.is_ascii_alphabetic()) => return Self::None,
            _ => {}
        }
        let is_structural = |element: &&str| {
            name.get(..element.len())
                .is_some_and(|it| it.eq_ignore_ascii_case(element))
                && ends_name(name.as_bytes().get(element.len()))
        };
        if STRUCTURAL_ELEMENTS.iter().any(is_structural) {
            Self::Structural
        } else {
            Self::Some
        }
    }
}

/// Whether the name of an element ends before that.
fn ends_name(next: Option<&u8>) -> bool {
    matches!(next, None | Some(b' ' | b'\t' | b'>' | b'/'))
}

/// Whether a line begins with HTML.
fn begins_html(words: &str) -> bool {
    if !words.starts_with('<') {
        return false;
    }
    let inside = words.get(1..).unwrap_or_default();
    let name = inside.strip_prefix('/').unwrap_or(inside);
    let in_name = |it: u8| it.is_ascii_alphanumeric() || it == b'-';
    let length = name.bytes().take_while(|it| in_name(*it)).count();
    match Tag::of(words) {
        Tag::Structural => true,
        Tag::Some => ends_name(name.as_bytes().get(length)),
        Tag::None => false,
    }
}
