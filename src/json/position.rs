//! Byte offsets to what editors count: UTF-16 offsets, lines and columns.

use alloc::vec::Vec;

use super::{Document, utf16_len};

/// A place in a text as editors count it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// UTF-16 code units from the start of the text.
    pub offset: u32,
    /// 1-based line; CR LF, LF and a lone CR end one.
    pub line: u32,
    /// 1-based column in UTF-16 code units; a byte order mark takes none.
    pub column: u32,
}

/// Answers positions of one document; the line starts are found once.
pub struct Positions<'d> {
    source: &'d [u8],
    /// Byte and UTF-16 offset of each line's start.
    lines: Vec<(usize, usize)>,
    /// UTF-16 offset of every [`STRIDE`]th byte, so that a long line is not counted anew for each position.
    marks: Vec<usize>,
    bom: bool,
}

const STRIDE: usize = 1024;

impl<'d> Positions<'d> {
    /// Finds the lines of a parsed text.
    #[must_use]
    pub fn new(document: &'d Document<'_>) -> Self {
        Self::of(document.source(), document.has_bom())
    }

    /// Finds the lines of any WTF-8 text.
    #[must_use]
    pub fn of(source: &'d [u8], bom: bool) -> Self {
        let mut lines = Vec::new();
        let mut marks = Vec::with_capacity(source.len() / STRIDE + 1);
        lines.push((0, 0));
        let mut units = 0;
        let mut bytes = source.iter().enumerate().peekable();
        while let Some((at, &byte)) = bytes.next() {
            if at % STRIDE == 0 {
                marks.push(units);
            }
            units += usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0);
            let ends = match byte {
                b'\n' => true,
                b'\r' => bytes.peek().is_none_or(|(_, next)| **next != b'\n'),
                _ => false,
            };
            if ends {
                lines.push((at + 1, units));
            }
        }
        Self {
            source,
            lines,
            marks,
            bom,
        }
    }

    /// UTF-16 code units before a byte.
    fn units_before(&self, byte: usize) -> usize {
        let byte = byte.min(self.source.len());
        let mark = (byte / STRIDE).min(self.marks.len().saturating_sub(1));
        let known = self.marks.get(mark).copied().unwrap_or(0);
        known + utf16_len(self.source.get(mark * STRIDE..byte).unwrap_or_default())
    }

    /// The position of a byte offset.
    #[must_use]
    pub fn at(&self, byte: u32) -> Position {
        let byte = byte as usize;
        let index = self
            .lines
            .partition_point(|(start, _)| *start <= byte)
            .saturating_sub(1);
        let (_, units) = self.lines.get(index).copied().unwrap_or((0, 0));
        let within = self.units_before(byte) - units;
        let hidden = usize::from(self.bom && index == 0 && within > 0);
        let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Position {
            offset: narrow(units + within),
            line: narrow(index + 1),
            column: narrow(within - hidden + 1),
        }
    }
}
