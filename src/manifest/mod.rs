//! Validation of one manifest: its envelope, and the body that its role asks for.
//!
//! Every check adds findings to one [`Checker`](checker::Checker) and goes on; nothing stops at the first problem
//! (V-16). The checks walk the tables of [`crate::vocabulary`]; what no table can say stands in one file per body.
//! What the peer does not find stands apart in `hazards`.

mod checker;
mod config;
mod envelope;
mod feature;
mod fit;
mod hazards;
mod invoke;
mod locate;
mod loop_hooks;
mod members;
mod message;
pub(crate) mod near;
pub(crate) mod paths;
mod probe;
mod records;
mod reviewer;
mod runtime;
mod syntax;
mod text_hazards;
mod unknown;

pub use config::slice_findings;
pub(crate) use hazards::unsafe_host;
pub(crate) use locate::dotted;
pub use records::{WarningRecord, warning_records};
pub use syntax::syntax_report;

use crate::diagnostic::{Profile, Report};
use crate::json::{Document, Limits, SyntaxError, Value};

/// What validation needs to know besides the manifest.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options<'a> {
    /// The name of the folder the manifest lies in, which its id must equal (V-3).
    pub folder_id: Option<&'a str>,
    /// Whose verdict.
    pub profile: Profile,
}

/// Validates a parsed manifest: the envelope, and the bodies that its role asks for.
#[must_use]
pub fn validate(document: &Document<'_>, options: Options<'_>) -> Report {
    let mut checker = checker::Checker::new(document, options.profile);
    text_hazards::check(&mut checker, document);
    if document.has_bom() && options.profile == Profile::Peer {
        // The peer cannot read such a text and finds nothing else (Y-2).
        return checker.finish();
    }
    envelope::check(&mut checker, document.root(), options.folder_id);
    checker.finish()
}

/// What is wrong with a lane taken alone beyond the peer's rules: errors are what no plan may be made of (Y-1).
#[must_use]
pub fn lane_hazards(lane: Value<'_>) -> Report {
    let mut checker = checker::Checker::new(lane.document(), Profile::Strict);
    reviewer::check_alone(&mut checker, lane);
    checker.finish()
}

/// Parses and validates text.
#[must_use]
pub fn validate_text(text: &str, options: Options<'_>) -> Report {
    judge(
        Document::parse(text, Limits::MANIFEST),
        text.as_bytes(),
        options,
    )
}

/// Parses and validates the bytes of a file (J-5).
#[must_use]
pub fn validate_bytes(bytes: &[u8], options: Options<'_>) -> Report {
    judge(
        Document::parse_bytes(bytes, Limits::MANIFEST),
        bytes,
        options,
    )
}

fn judge(
    parsed: Result<Document<'_>, SyntaxError>,
    original: &[u8],
    options: Options<'_>,
) -> Report {
    match parsed {
        Ok(document) => validate(&document, options),
        Err(error) => syntax_report(&error, original),
    }
}
