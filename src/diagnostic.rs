//! What is said about a manifest: one typed finding per problem, with its place.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use crate::json::Positions;
pub use crate::vocabulary::codes::Code;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The manifest is refused.
    Error,
    /// The manifest is accepted; somebody should look.
    Warning,
}

/// Whose verdict is asked for (Y-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// Ours: what could run, send or write something undisclosed is refused.
    #[default]
    Strict,
    /// The peer's: exactly its errors are errors, everything else is a warning.
    Peer,
}

/// A place in the text, as editors count it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Span {
    /// UTF-16 offset of the first code unit.
    pub start: u32,
    /// UTF-16 offset behind the last one.
    pub end: u32,
    /// 1-based line of the start.
    pub line: u32,
    /// 1-based column of the start, in UTF-16 code units.
    pub column: u32,
    /// 1-based line of the end.
    pub end_line: u32,
    /// 1-based column of the end.
    pub end_column: u32,
}

impl Span {
    /// The span of a range of bytes.
    #[must_use]
    pub fn of(positions: &Positions<'_>, (start, end): (u32, u32)) -> Self {
        let (first, last) = (positions.at(start), positions.at(end));
        Self {
            start: first.offset,
            end: last.offset,
            line: first.line,
            column: first.column,
            end_line: last.line,
            end_column: last.column,
        }
    }
}

/// Another place that has to do with a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Related {
    /// JSON pointer.
    pub path: String,
    /// What is there.
    pub message: String,
    /// Where it is, for text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// The stable code, explained by `gsd-lanes explain`.
    pub code: Code,
    /// Whether it refuses the manifest.
    pub severity: Severity,
    /// The numbered rule it comes from.
    pub rule: &'static str,
    /// JSON pointer to the precise place.
    pub path: String,
    /// The rule path of V-1, which vectors compare.
    pub field: String,
    /// What was found and what is accepted; safe to print.
    pub message: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The peer has no such finding.
    #[serde(skip_serializing_if = "is_false")]
    pub beyond: bool,
    /// Other places that matter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Related>,
    /// Where it is, for text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the shape serde asks for
fn is_false(truth: &bool) -> bool {
    !*truth
}

/// Everything that was found in one manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// No finding is an error.
    pub valid: bool,
    /// All findings: in document order for text, in vocabulary order for objects.
    pub diagnostics: Vec<Diagnostic>,
}
