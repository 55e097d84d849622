//! Text without anything that acts on a terminal.

use alloc::borrow::Cow;
use alloc::string::String;

const BOM: char = '\u{feff}';
const BEL: char = '\u{7}';
const ESC: char = '\u{1b}';

/// The text without byte order marks, ANSI sequences and control characters other than tab and line feed; CR LF and
/// a lone CR become line feeds (Y-7). Idempotent; borrowed where there is nothing to do.
#[must_use]
pub fn clean(text: &str) -> Cow<'_, str> {
    let Some(first) = text.find(is_removed) else {
        return Cow::Borrowed(text);
    };
    let (plain, rest) = text.split_at(first);
    let mut cleaner = Cleaner {
        rest,
        out: String::with_capacity(text.len()),
        string_end: None,
    };
    cleaner.out.push_str(plain);
    while cleaner.step().is_some() {}
    Cow::Owned(cleaner.out)
}

/// Whether a character stands for nothing that is to be read.
fn is_removed(character: char) -> bool {
    character == BOM || (character.is_control() && !matches!(character, '\t' | '\n'))
}

struct Cleaner<'t> {
    rest: &'t str,
    out: String,
    /// Where the text was last found to have the end of a control string, counted from its end: what lies before it
    /// holds none, so that no byte is searched twice.
    string_end: Option<usize>,
}

impl Cleaner<'_> {
    /// Takes one character or one sequence; `None` at the end.
    fn step(&mut self) -> Option<()> {
        let plain = self.rest.find(is_removed).unwrap_or(self.rest.len());
        let (plain, rest) = self.rest.split_at(plain);
        self.out.push_str(plain);
        let mut characters = rest.chars();
        let first = characters.next()?;
        self.rest = characters.as_str();
        match first {
            // A line feed right behind it ends the line by itself.
            '\r' if !self.rest.starts_with('\n') => self.out.push('\n'),
            ESC => self.escape(),
            '\u{9b}' => self.control_sequence(),
            '\u{90}' | '\u{98}' | '\u{9d}'..='\u{9f}' => self.control_string(),
            _ => {}
        }
        Some(())
    }

    /// What follows an escape character.
    fn escape(&mut self) {
        let mut characters = self.rest.chars();
        match characters.next() {
            Some('[') => {
                self.rest = characters.as_str();
                self.control_sequence();
            }
            Some('P' | 'X' | ']' | '^' | '_') => {
                self.rest = characters.as_str();
                self.control_string();
            }
            _ => {
                self.skip(' '..='/');
                self.skip_one('0'..='~');
            }
        }
    }

    /// CSI: parameters, intermediates, one final character. What breaks it off is text.
    fn control_sequence(&mut self) {
        self.skip('0'..='?');
        self.skip(' '..='/');
        self.skip_one('@'..='~');
    }

    /// OSC, DCS and their like: everything up to their end. Without one, only the introducer goes.
    fn control_string(&mut self) {
        let end = match self.string_end {
            Some(end) if end <= self.rest.len() => end,
            _ => {
                let ends = |it: char| matches!(it, BEL | ESC | '\u{18}' | '\u{1a}' | '\u{9c}');
                let found = self.rest.find(ends);
                let end = found.map_or(0, |at| self.rest.len() - at);
                self.string_end = Some(end);
                end
            }
        };
        if end == 0 {
            return;
        }
        let (_, rest) = self.rest.split_at(self.rest.len() - end);
        // An escape that is no terminator begins something else.
        self.rest = rest.strip_prefix("\u{1b}\\").unwrap_or(rest);
    }

    fn skip(&mut self, of: core::ops::RangeInclusive<char>) {
        self.rest = self.rest.trim_start_matches(|it| of.contains(&it));
    }

    fn skip_one(&mut self, of: core::ops::RangeInclusive<char>) {
        let mut characters = self.rest.chars();
        if characters.next().is_some_and(|it| of.contains(&it)) {
            self.rest = characters.as_str();
        }
    }
}
