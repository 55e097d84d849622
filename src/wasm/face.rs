//! Everything that is not on the hot road: parts in, JSON out.

use core::cell::Cell;

use wasm_bindgen::prelude::wasm_bindgen;

use super::buffers::{Answer, call};
use super::input::Parts;
use crate::json::{Document, Str, Value};
use crate::trust::{self, Context, Disclosure, IntegrityPin, IntegrityStatus, StagedFiles};
use crate::{destination, manifest};

/// The configuration key that disclosing this manifest asks a resolver for; `null` if it asks for none.
///
/// A resolver is host code, and host code never runs while the module does: so it is asked in between.
#[wasm_bindgen]
#[must_use]
pub fn asked_host(length: usize, _flags: u32) -> u32 {
    call(length, |input| {
        let Ok(document) = Parts::new(input).part().document() else {
            return Answer::null();
        };
        let asked = Cell::new(None);
        let listen = |key| {
            asked.set(Some(key));
            None
        };
        let context = Context {
            resolver: Some(&listen),
            ..Context::default()
        };
        let _ = trust::disclose(document.root(), &context);
        asked
            .into_inner()
            .map_or_else(Answer::null, |key| Answer::json(&key))
    })
}

/// The disclosure of a manifest, given the resolver's answer, the list of staged files and the kind of pin; each may
/// be absent.
#[wasm_bindgen]
#[must_use]
pub fn disclose(length: usize, _flags: u32) -> u32 {
    call(length, |input| {
        let mut parts = Parts::new(input);
        let [manifest, host, staged, pin] =
            [parts.part(), parts.part(), parts.part(), parts.part()];
        let Ok(manifest) = manifest.document() else {
            return Answer::null();
        };
        let (host, staged) = (host.given(), staged.given());
        let host = host.as_ref().and_then(|host| host.root().as_str());
        let resolver = |_: Str<'_>| host;
        let files = staged
            .as_ref()
            .map(|staged| StagedFiles::new(staged.root().items().filter_map(Value::as_str)));
        let lookup = |path: &[u8]| files.as_ref().is_some_and(|files| files.contains(path));
        let context = Context {
            resolver: host.is_some().then_some(&resolver),
            staged: files.is_some().then_some(&lookup),
        };
        let mut disclosure = trust::disclose(manifest.root(), &context);
        disclosure.integrity_status = pin
            .str()
            .and_then(|pin| IntegrityPin::from_name(&pin))
            .map(IntegrityStatus::from);
        Answer::json(&disclosure)
    })
}

/// The lines of the consent prompt for a disclosure.
#[wasm_bindgen]
#[must_use]
pub fn consent_prompt(length: usize, _flags: u32) -> u32 {
    with_value(length, |disclosure| {
        Answer::json(&trust::consent_prompt(&Disclosure::from_value(disclosure)))
    })
}

/// Why two signatures differ; `null` if a manifest cannot be read.
#[wasm_bindgen]
#[must_use]
pub fn changes(length: usize, _flags: u32) -> u32 {
    call(length, |input| {
        let mut parts = Parts::new(input);
        let (old, new) = (parts.part().document().ok(), parts.part().document().ok());
        Answer::json(&trust::changes(
            old.as_ref().map(Document::root),
            new.as_ref().map(Document::root),
        ))
    })
}

/// Whether a new manifest needs a new consent; what cannot be read counts as `{}`.
#[wasm_bindgen]
#[must_use]
pub fn executable_set_changed(length: usize, _flags: u32) -> u32 {
    call(length, |input| {
        let mut parts = Parts::new(input);
        let (old, new) = (parts.part().document().ok(), parts.part().document().ok());
        Answer::yes(trust::executable_set_changed(
            old.as_ref().map(Document::root),
            new.as_ref().map(Document::root),
        ))
    })
}

/// Whether a destination is this machine.
#[wasm_bindgen]
#[must_use]
pub fn is_local_destination(length: usize, _flags: u32) -> u32 {
    with_value(length, |text| {
        Answer::yes(destination::is_local(&text.text().to_lossy()))
    })
}

/// What stands for a destination that no configuration names.
#[wasm_bindgen]
#[must_use]
pub fn unresolved_host(_length: usize, _flags: u32) -> u32 {
    call(0, |_| Answer::text(Some(destination::UNRESOLVED.into())))
}

/// [`trust::Rendered`] for JavaScript.
#[derive(serde::Serialize)]
struct Shown<'a> {
    text: &'a str,
    truncated: bool,
    length: usize,
}

/// A value of a manifest as the prompt shows it.
#[wasm_bindgen]
#[must_use]
pub fn render_prompt_value(length: usize, _flags: u32) -> u32 {
    with_value(length, |value| {
        let rendered = trust::render_value(value.text());
        Answer::json(&Shown {
            text: &rendered.text,
            truncated: rendered.truncated,
            length: rendered.length,
        })
    })
}

/// The peer's warning records.
#[wasm_bindgen]
#[must_use]
pub fn manifest_warning_records(length: usize, _flags: u32) -> u32 {
    with_value(length, |value| {
        Answer::json(&manifest::warning_records(value))
    })
}

/// What is wrong with one slice of a feature's configuration.
#[wasm_bindgen]
#[must_use]
pub fn config_slice(length: usize, _flags: u32) -> u32 {
    with_value(length, |slice| {
        Answer::json(&manifest::slice_findings(slice))
    })
}

/// Answers a call with one part that must be readable.
fn with_value(length: usize, work: fn(Value<'_>) -> Answer) -> u32 {
    call(length, |input| match Parts::new(input).part().document() {
        Ok(document) => work(document.root()),
        Err(_) => Answer::null(),
    })
}
