//! The hot road: one manifest in, one verdict or text out.

use wasm_bindgen::prelude::wasm_bindgen;

use super::buffers::{Answer, call};
use super::input::{Form, Part, profile};
use crate::manifest::{self, Options};

/// Validates a manifest of `length` bytes; the name of its folder follows in `folder` bytes.
///
/// A manifest without any finding is answered by a bare yes.
#[wasm_bindgen]
#[must_use]
pub fn validate(length: usize, folder: usize, flags: u32) -> u32 {
    /// Flag: there is a folder.
    const FOLDER: u32 = 1 << 4;
    call(length + folder, |input| {
        let (bytes, folder) = input.split_at_checked(length).unwrap_or((input, b""));
        let form = Form::of(flags);
        let part = Part { form, bytes };
        let folder = alloc::string::String::from_utf8_lossy(folder);
        let options = Options {
            folder_id: (flags & FOLDER != 0).then_some(&*folder),
            profile: profile(flags),
        };
        let report = match part.document() {
            Ok(document) => manifest::validate(&document, options),
            Err(error) => part.syntax_report(&error),
        };
        let valid = report.valid;
        let mut answer = if report.diagnostics.is_empty() {
            Answer::default()
        } else {
            Answer::json(&report.diagnostics)
        };
        answer.yes = valid;
        answer
    })
}
