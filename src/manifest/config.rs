//! Configuration slices (F-5, G-20).

use alloc::vec::Vec;

use super::checker::{At, Checker, Path, is_reserved};
use super::message::{Found, list, quote};
use crate::diagnostic::Code;
use crate::json::Value;
use crate::vocabulary::feature::SLICE_TYPES;

/// Checks the `config` object of a feature.
#[inline(never)]
pub(super) fn check<'d>(checker: &mut Checker<'d>, path: &Path<'_>, config: Value<'d>) {
    for (key, slice) in config.entries() {
        if key.is_empty() || is_reserved(key) {
            let message = format_args!("{} cannot be a configuration key", quote(key));
            checker.error(Code::ReservedName, "F-5", path, At::Key(slice), message);
        }
        let typed = slice.is_object()
            && slice
                .get("type")
                .is_some_and(|value| !value.text().is_empty());
        if !typed {
            let message = format_args!(
                "found {}; a slice is an object with a `type`, one of {}",
                Found(slice),
                list(SLICE_TYPES)
            );
            checker.error(
                Code::ConfigSlice,
                "F-5",
                &path.quoted(key),
                At::Value(slice),
                message,
            );
        }
    }
}

/// Warns of slices that the registry could not merge (VB-3).
#[inline(never)]
pub(super) fn advise<'d>(checker: &mut Checker<'d>, path: &Path<'_>, config: Value<'d>) {
    if !config.is_object() {
        let message = format_args!("found {}; `config` is an object of slices", Found(config));
        checker.advice(Code::ConfigSlice, "VB-3", path, At::Value(config), message);
        return;
    }
    for (key, slice) in config.entries() {
        let findings = slice_findings(slice);
        if findings.is_empty() || key.is_empty() || is_reserved(key) {
            continue;
        }
        let at = if slice.is_object() {
            At::Key(slice)
        } else {
            At::Value(slice)
        };
        let message = format_args!(
            "the slice {} cannot be merged: check {}",
            quote(key),
            list(&findings)
        );
        checker
            .advice(Code::ConfigSlice, "VB-3", &path.quoted(key), at, message)
            .help_with(format_args!(
                "a slice has a `type` ({}), a `default` of that type, a `description`, and `values` if it is an enum",
                list(SLICE_TYPES)
            ));
    }
}

/// What is wrong with a slice (G-20): the names of its faulty parts, or `slice` if it is no object.
#[must_use]
pub fn slice_findings(slice: Value<'_>) -> Vec<&'static str> {
    if !slice.is_object() {
        return Vec::from(["slice"]);
    }
    let mut findings = Vec::new();
    let part = |name| slice.get(name);
    let kind = part("type").map(Value::text).unwrap_or_default();
    let known = SLICE_TYPES.iter().copied().find(|known| kind.is(known));
    if known.is_none() {
        findings.push("type");
    }
    let values = part("values").filter(|values| values.is_array());
    let default = part("default");
    let fits = match known {
        Some("boolean") => default.is_some_and(|value| value.as_bool().is_some()),
        Some("string") => default.is_some_and(|value| value.as_str().is_some()),
        Some("number") => default.and_then(Value::as_f64).is_some_and(f64::is_finite),
        Some(_) => default.and_then(Value::as_str).is_some_and(|text| {
            let mut members = values.into_iter().flat_map(Value::items).peekable();
            members.peek().is_none() || members.any(|member| member.as_str() == Some(text))
        }),
        None => default.is_some(),
    };
    if !fits {
        findings.push("default");
    }
    if known == Some("enum") {
        let mut members = values.into_iter().flat_map(Value::items).peekable();
        if members.peek().is_none() || members.any(|member| member.as_str().is_none()) {
            findings.push("values");
        }
    }
    if part("description").is_none_or(|value| value.text().is_empty()) {
        findings.push("description");
    }
    findings
}
