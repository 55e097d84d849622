//! The hot road: manifests in, verdicts and texts out, without anything to unpack on the way.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use super::buffers::{Answer, call};
use super::input::{Form, Part, Parts, profile};
use crate::diagnostic::Diagnostic;
use crate::json::{Document, Str, SyntaxError, write_json};
use crate::manifest::{self, Options};
use crate::rules::engines_of;
use crate::trust::policy::EnginesCheck;
use crate::trust::{self, Context, Disclosure};

/// Flag: there is a folder.
const FOLDER: u32 = 1 << 4;
/// Flag: `check` adds the signature.
const SIGNATURE: u32 = 1 << 5;
/// Flag: `check` adds the digest.
const DIGEST: u32 = 1 << 6;
/// Flag: `check` adds the disclosure.
const DISCLOSURE: u32 = 1 << 7;

/// Findings and signature together.
#[derive(Serialize)]
struct Signed<'a> {
    diagnostics: &'a [Diagnostic],
    signature: Option<&'a str>,
}

/// Validates a manifest of `length` bytes; the name of its folder follows in `folder` bytes.
///
/// A manifest without any finding is answered by a bare yes, or by its bare signature if that is asked for.
#[wasm_bindgen]
#[must_use]
pub fn validate(length: usize, folder: usize, flags: u32) -> u32 {
    call(length.saturating_add(folder), |input| {
        let (bytes, folder) = input.split_at_checked(length).unwrap_or((input, b""));
        let form = Form::of(flags);
        let part = Part { form, bytes };
        let folder = String::from_utf8_lossy(folder);
        let options = Options {
            folder_id: (flags & FOLDER != 0).then_some(&*folder),
            profile: profile(flags),
        };
        let signed = flags & SIGNATURE != 0;
        let (report, signature) = match part.document() {
            Ok(document) => (
                manifest::validate(&document, options),
                signed.then(|| trust::signature(document.root())),
            ),
            Err(error) => (part.syntax_report(&error), None),
        };
        let mut answer = match (report.diagnostics.is_empty(), signed) {
            (true, false) => Answer::default(),
            (true, true) => Answer::text(signature),
            (false, false) => Answer::json(&report.diagnostics),
            (false, true) => Answer {
                packed: true,
                ..Answer::json(&Signed {
                    diagnostics: &report.diagnostics,
                    signature: signature.as_deref(),
                })
            },
        };
        answer.yes = report.valid;
        answer
    })
}

/// The signature of a manifest of `length` bytes; `null` if it cannot be read.
#[wasm_bindgen]
#[must_use]
pub fn signature(length: usize, _tail: usize, flags: u32) -> u32 {
    signed(length, flags, |signature| signature)
}

/// The digest of that signature.
#[wasm_bindgen]
#[must_use]
pub fn digest(length: usize, _tail: usize, flags: u32) -> u32 {
    signed(length, flags, |signature| trust::digest(&signature))
}

fn signed(length: usize, flags: u32, then: fn(String) -> String) -> u32 {
    call(length, |bytes| {
        let form = Form::of(flags);
        match (Part { form, bytes }).document() {
            Ok(document) => Answer::text(Some(then(trust::signature(document.root())))),
            Err(_) => Answer::null(),
        }
    })
}

/// What `check` says about one manifest.
#[allow(clippy::option_option)] // what is not asked for is left out, what is asked for in vain is null
#[derive(Serialize)]
struct Checked<'a> {
    id: Option<Str<'a>>,
    valid: bool,
    diagnostics: Vec<Diagnostic>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engines: Option<EnginesCheck<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signature: Option<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    disclosure: Option<Option<&'a Disclosure<'a>>>,
}

/// Many manifests in one crossing: pairs of manifest and folder name.
#[wasm_bindgen]
#[must_use]
pub fn check(length: usize, flags: u32) -> u32 {
    call(length, |input| {
        let mut parts = Parts::new(input);
        let mut out = Vec::with_capacity(length / 2 + 64);
        out.push(b'[');
        while let Some(part) = parts.next() {
            if out.len() > 1 {
                out.push(b',');
            }
            let folder = parts.part().str();
            let known = (folder.as_deref(), None);
            check_one(part, &part.document(), known, flags, &mut out);
        }
        out.push(b']');
        Answer {
            text: out,
            ..Answer::default()
        }
    })
}

/// Writes what is to be said about one manifest, given the name of its folder and the version of the host.
pub(super) fn check_one(
    part: Part<'_>,
    parsed: &Result<Document<'_>, SyntaxError>,
    (folder, host): (Option<&str>, Option<&str>),
    flags: u32,
    out: &mut Vec<u8>,
) {
    let asked = |flag: u32| flags & flag != 0;
    let document = parsed.as_ref().ok();
    let mut report = match parsed {
        Ok(parsed) => {
            let options = Options {
                folder_id: folder,
                profile: profile(flags),
            };
            manifest::validate(parsed, options)
        }
        Err(error) => part.syntax_report(error),
    };
    let engines = document.zip(host).map(|(document, host)| {
        let (engines, warning) = engines_of(document, host);
        report.diagnostics.extend(warning);
        engines
    });
    let root = document.map(Document::root);
    let disclosure = root
        .filter(|_| asked(SIGNATURE | DIGEST | DISCLOSURE))
        .map(|root| trust::disclose(root, &Context::default()));
    let signature = disclosure
        .as_ref()
        .filter(|_| asked(SIGNATURE | DIGEST))
        .map(trust::sign);
    let checked = Checked {
        id: root
            .and_then(|root| root.get("id"))
            .and_then(crate::json::Value::as_str),
        valid: report.valid,
        diagnostics: report.diagnostics,
        engines,
        signature: asked(SIGNATURE).then_some(signature.as_deref()),
        digest: asked(DIGEST).then(|| signature.as_deref().map(trust::digest)),
        disclosure: asked(DISCLOSURE).then_some(disclosure.as_ref()),
    };
    write_json(out, &checked);
}
