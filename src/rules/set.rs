//! Manifests as a set, for a face that has parsed each of them by itself.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::registry::central;
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::json::{Document, Positions, Str, Value};
use crate::registry::{CrossDiagnostic, Stage, Text, cross_diagnostics, cross_validate};
use crate::trust::policy::{EnginesCheck, check_engines};
use crate::vocabulary::codes::Code;

/// What is wrong among manifests, as at load. Each may be absent, if it could not be read; places name the
/// manifests by their place in this list. `settings` are `{centralKeys?, centralPatterns?}`.
///
/// # Errors
/// The answer to give if the central configuration cannot be read (F-15).
pub fn cross_check(
    manifests: &[Option<Value<'_>>],
    settings: Value<'_>,
) -> Result<Vec<CrossDiagnostic>, String> {
    let central = central(settings)?;
    let (places, readable): (Vec<usize>, Vec<Value<'_>>) = manifests
        .iter()
        .enumerate()
        .filter_map(|(place, manifest)| Some((place, manifest.filter(|it| it.is_object())?)))
        .unzip();
    let findings = cross_validate(readable.iter().copied(), &central);
    let mut found = cross_diagnostics(&findings, &readable, Stage::Load);
    for place in found.iter_mut().flat_map(|it| &mut it.places) {
        place.manifest = places.get(place.manifest).copied().unwrap_or_default();
    }
    found.extend(
        central
            .problems()
            .into_iter()
            .map(|diagnostic| CrossDiagnostic {
                diagnostic,
                claimants: Vec::new(),
                places: Vec::new(),
            }),
    );
    Ok(found)
}

/// Whether a manifest runs on a host, and the warning if it does not (O-9).
#[must_use]
pub fn engines_of<'d>(
    document: &'d Document<'_>,
    host_version: &str,
) -> (EnginesCheck<'d>, Option<Diagnostic>) {
    let manifest = document.root();
    let check = check_engines(manifest, host_version);
    if check.compatible {
        return (check, None);
    }
    let quoted = |text: Str<'_>| Text::of(text).quoted();
    let range = manifest.get("engines").and_then(|it| it.get("gsd"));
    let place = range.and_then(Value::span).filter(|_| document.is_text());
    let message = format!(
        "this manifest is made for versions {} of the host; this is {}",
        quoted(check.range.unwrap_or_default()),
        quoted(Str::of(host_version))
    );
    let help = match check.downgrade_to {
        Some(version) => format!("its version {} runs here", quoted(version)),
        None => "update the capability, or the host".to_string(),
    };
    let warning = Diagnostic {
        code: Code::Engines,
        severity: Severity::Warning,
        rule: "O-9",
        path: "/engines/gsd".to_string(),
        field: "engines.gsd".to_string(),
        message,
        help: Some(help),
        beyond: false,
        related: Vec::new(),
        span: place.map(|place| Span::of(&Positions::new(document), place)),
    };
    (check, Some(warning))
}
