//! What stands in the input buffer.
//!
//! A call whose only content is one manifest has it there bare, its form in the flags. Every other call
//! has a row of parts: form and length as little-endian words, then the bytes.

use alloc::string::String;

use crate::diagnostic::{Profile, Report};
use crate::json::{Document, Limits, SyntaxError, SyntaxKind};
use crate::manifest;

use super::snapshot;

/// How the bytes of a part are to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// The argument was not given.
    Absent,
    /// UTF-8 text, or bytes of a file that ought to be that.
    Bytes,
    /// Text with unpaired surrogates, as WTF-8.
    Wtf8,
    /// A live value, as written by the walker.
    Snapshot,
    /// A live value or text over a limit, not even copied: too deep.
    TooDeep,
    /// Likewise: too large.
    TooLarge,
}

impl Form {
    /// The lowest three bits of a word of flags.
    pub fn of(flags: u32) -> Self {
        match flags & 7 {
            1 => Self::Bytes,
            2 => Self::Wtf8,
            3 => Self::Snapshot,
            4 => Self::TooDeep,
            5 => Self::TooLarge,
            _ => Self::Absent,
        }
    }
}

/// Flag: the peer's verdict is asked for.
const PEER: u32 = 1 << 3;

/// The profile that the flags ask for.
pub(super) fn profile(flags: u32) -> Profile {
    if flags & PEER == 0 {
        Profile::Strict
    } else {
        Profile::Peer
    }
}

/// One argument.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part<'a> {
    pub form: Form,
    pub bytes: &'a [u8],
}

impl<'a> Part<'a> {
    /// The document in it; `null`-like forms hold the value `undefined`.
    pub fn document(self) -> Result<Document<'a>, SyntaxError> {
        let limits = Limits::MANIFEST;
        match self.form {
            Form::Bytes => Document::parse_bytes(self.bytes, limits),
            Form::Wtf8 => Document::parse_wtf8(self.bytes, limits),
            Form::Snapshot | Form::Absent => Ok(snapshot::read(self.bytes)),
            Form::TooDeep => Err(SyntaxError::refusal(SyntaxKind::TooDeep)),
            Form::TooLarge => Err(SyntaxError::refusal(SyntaxKind::TooLarge)),
        }
    }

    /// The report on a text that is no JSON, or on a value that breaks a limit and has no places.
    pub fn syntax_report(self, error: &SyntaxError) -> Report {
        let mut report = manifest::syntax_report(error, self.bytes);
        if matches!(self.form, Form::TooDeep | Form::TooLarge) {
            for diagnostic in &mut report.diagnostics {
                diagnostic.span = None;
            }
        }
        report
    }

    /// The document in it, if it was given and can be read.
    pub fn given(self) -> Option<Document<'a>> {
        if self.form == Form::Absent {
            return None;
        }
        self.document().ok()
    }

    /// A string argument: well-formed, as everything that is no manifest is.
    pub fn str(self) -> Option<String> {
        (self.form != Form::Absent).then(|| String::from_utf8_lossy(self.bytes).into_owned())
    }
}

/// Reads parts one after another; what is missing is absent.
#[derive(Debug)]
pub(super) struct Parts<'a> {
    rest: &'a [u8],
}

impl<'a> Parts<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    fn word(&mut self) -> Option<u32> {
        let (word, rest) = self.rest.split_first_chunk::<4>()?;
        self.rest = rest;
        Some(u32::from_le_bytes(*word))
    }

    /// The next part.
    pub fn part(&mut self) -> Part<'a> {
        self.next().unwrap_or(Part {
            form: Form::Absent,
            bytes: b"",
        })
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        let form = Form::of(self.word()?);
        let length = self.word()? as usize;
        let (bytes, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(Part { form, bytes })
    }
}
