//! The content hash of a bundle.

use alloc::borrow::Cow;
use alloc::string::String;

use wasm_bindgen::prelude::wasm_bindgen;

use super::buffers::{Answer, call};
use super::input::{Form, Parts};
use crate::trust::bundle::{Bundle, BundleProblem, content_hash};
use crate::vocabulary::bundle::MAX_BYTES;

/// What came of it.
#[derive(serde::Serialize)]
struct Outcome<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Cow<'a, str>>,
}

/// Bytes of the files of a bundle.
#[wasm_bindgen]
#[must_use]
#[allow(clippy::cast_possible_truncation)] // sixteen millions
pub fn max_bundle_bytes() -> usize {
    MAX_BYTES as usize
}

/// The name of the root; then paths and contents in turn, the content of a folder being absent: `{hash}`, or
/// `{problem, path?}`.
#[wasm_bindgen]
#[must_use]
pub fn bundle_hash(length: usize, _flags: u32) -> u32 {
    call(length, |input| {
        let mut parts = Parts::new(input);
        let mut bundle = Bundle {
            root_name: parts.part().bytes,
            ..Bundle::default()
        };
        let mut too_large = false;
        while let Some(path) = parts.next() {
            let content = parts.part();
            match content.form {
                Form::Absent => bundle.folders.push(path.bytes),
                Form::TooLarge => too_large = true,
                _ => bundle.files.push((path.bytes, content.bytes)),
            }
        }
        let result = if too_large {
            Err((BundleProblem::TooLarge, None))
        } else {
            content_hash(&bundle)
        };
        Answer::json(&match result {
            Ok(hash) => Outcome {
                hash: Some(hash),
                problem: None,
                path: None,
            },
            Err((problem, path)) => Outcome {
                hash: None,
                problem: Some(problem.as_str()),
                path: path.map(String::from_utf8_lossy),
            },
        })
    })
}
