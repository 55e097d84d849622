//! Many capabilities together: a set that is judged, a registry that is merged. Every manifest is parsed once, here.

use alloc::string::String;
use alloc::vec::Vec;

use wasm_bindgen::prelude::wasm_bindgen;

use super::buffers::{Answer, call};
use super::fast::check_one;
use super::input::{Form, Part, Parts, profile};
use crate::json::{Document, SyntaxError, SyntaxKind, Value};
use crate::registry::{Files, LedgerState, Overlay, Scope, Source};
use crate::rules::{Wanted, cross_check, merge_read};

/// Flag: only what is said about the set, not what about each.
const TOGETHER: u32 = 1 << 8;
/// Flag: only what is said about each, not what about the set.
const APART: u32 = 1 << 10;
/// Flag: only what became of the overlays, not the registry.
const LOADED: u32 = 1 << 9;

/// Settings, then pairs of manifest and folder name: `{reports, diagnostics}`.
#[wasm_bindgen]
#[must_use]
pub fn check_set(length: usize, flags: u32) -> u32 {
    call(length, |input| {
        let mut parts = Parts::new(input);
        let Ok(settings) = parts.part().document() else {
            return Answer::null();
        };
        let settings = settings.root();
        let host = settings.get("hostVersion").map(|it| it.text().to_lossy());
        let mut items = Vec::new();
        while let Some(part) = parts.next() {
            items.push((part, part.document(), parts.part().str()));
        }
        let mut out = Vec::with_capacity(64);
        out.extend_from_slice(b"{\"reports\":[");
        if flags & TOGETHER == 0 {
            for (place, (part, parsed, folder)) in items.iter().enumerate() {
                if place > 0 {
                    out.push(b',');
                }
                check_one(
                    *part,
                    parsed,
                    (folder.as_deref(), host.as_deref()),
                    flags,
                    &mut out,
                );
            }
        }
        let roots = items.iter();
        let roots: Vec<Option<Value<'_>>> = roots
            .filter(|_| flags & APART == 0)
            .map(|(_, parsed, _)| parsed.as_ref().ok().map(Document::root))
            .collect();
        let Ok(found) = cross_check(&roots, settings) else {
            return Answer::null();
        };
        out.extend_from_slice(b"],\"diagnostics\":");
        out.append(&mut Answer::json(&found).text);
        out.push(b'}');
        Answer {
            text: out,
            ..Answer::default()
        }
    })
}

/// Settings, which say how many first-party manifests follow; these; then for each overlay a label, the manifest, the
/// files of its bundle.
///
/// A label is one letter each for scope, ledger and consent, then the name of the folder.
#[wasm_bindgen]
#[must_use]
pub fn merge_registry(length: usize, flags: u32) -> u32 {
    call(length, |input| {
        let mut parts = Parts::new(input);
        let Ok(settings) = parts.part().document() else {
            return Answer::null();
        };
        let settings = settings.root();
        let count = settings.get("firstParty").and_then(Value::as_f64);
        let mut first_party = Vec::new();
        let mut problems = Vec::new();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        // a length of the caller's
        for part in parts.by_ref().take(count.unwrap_or(0.0) as usize) {
            match part.document() {
                Ok(document) => first_party.push(document),
                Err(error) => problems.extend(part.syntax_report(&error).diagnostics),
            }
        }
        let mut labels = Vec::new();
        let mut bundles = Vec::new();
        while let Some(label) = parts.next() {
            let manifest = source(parts.part());
            labels.push((Label::of(label.bytes), manifest));
            bundles.push(files(parts.part()));
        }
        let overlays: Vec<Overlay<'_>> = labels
            .into_iter()
            .zip(&bundles)
            .map(|(label, files)| overlay(label, files.as_ref()))
            .collect();
        let manifests: Vec<Value<'_>> = first_party.iter().map(Document::root).collect();
        let wanted = if flags & LOADED == 0 {
            Wanted::Linked
        } else {
            Wanted::Loaded
        };
        let read = (&*manifests, &*overlays);
        Answer::data(merge_read(settings, profile(flags), wanted, read, problems))
    })
}

struct Label {
    scope: Scope,
    ledger: LedgerState,
    consented: bool,
    folder: String,
}

impl Label {
    fn of(bytes: &[u8]) -> Self {
        let (head, folder) = bytes.split_at_checked(3).unwrap_or_default();
        Self {
            scope: match head.first() {
                Some(b'p') => Scope::Project,
                _ => Scope::Global,
            },
            ledger: match head.get(1) {
                Some(b'p') => LedgerState::Pending,
                Some(b'c') => LedgerState::Committed,
                _ => LedgerState::Absent,
            },
            consented: head.last() == Some(&b'y'),
            folder: String::from_utf8_lossy(folder).into_owned(),
        }
    }
}

/// A manifest as [`Overlay::read`] would have it.
fn source(part: Part<'_>) -> Source<'_> {
    if part.form == Form::Absent {
        return Source::Missing;
    }
    match part.document() {
        Ok(document) => Source::Read(document),
        Err(SyntaxError {
            kind: SyntaxKind::TooLarge,
            ..
        }) => Source::Missing,
        Err(error) => Source::Unreadable(part.syntax_report(&error)),
    }
}

fn files(part: Part<'_>) -> Option<Files> {
    let document = part.given()?;
    let files = document.root().entries();
    Some(
        files
            .filter_map(|(path, text)| Some((path.to_lossy(), text.as_str()?.to_lossy())))
            .collect(),
    )
}

fn overlay<'t>((label, manifest): (Label, Source<'t>), files: Option<&'t Files>) -> Overlay<'t> {
    if label.ledger == LedgerState::Pending {
        return Overlay::pending(label.scope, label.folder);
    }
    Overlay {
        scope: label.scope,
        folder: label.folder.into(),
        manifest,
        fragments: files.map(|files| files as _),
        ledger: label.ledger,
        consented: label.consented,
    }
}
