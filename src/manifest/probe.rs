//! The probe (R-20…R-24).

use alloc::format;

use super::checker::{At, Checker, Path};
use super::members::Members;
use super::message::{Found, expected, list, quote};
use super::unknown::is_reserved_member;
use crate::diagnostic::Code;
use crate::json::Value;
use crate::vocabulary::reviewer::{PROBE_FIELDS, PROBE_KINDS, PROBES};

/// Checks a probe that is an object.
#[inline(never)]
pub(super) fn check<'d>(checker: &mut Checker<'d>, path: &Path<'_>, probe: &Members<'_, 'd>) {
    let given = probe.get("kind");
    let kind = given.map(Value::text).unwrap_or_default();
    let Some(known) = PROBES.iter().find(|known| kind.is(known.kind)) else {
        unknown_kind(checker, path, probe, given);
        return;
    };
    for field in PROBE_FIELDS {
        match (probe.get(field.name), known.needs.contains(&field.name)) {
            (Some(value), true) => {
                checker.shape(&path.name(field.name), value, &field.accepts, known.rule);
            }
            (None, true) => checker.missing(
                path,
                probe.object(),
                field.name,
                known.rule,
                &expected(&field.accepts),
            ),
            (Some(value), false) => {
                let message = format_args!(
                    "a probe of kind `{}` must not have `{}`",
                    known.kind, field.name
                );
                checker
                    .error(
                        Code::WrongProbeKind,
                        known.rule,
                        &path.name(field.name),
                        At::Key(value),
                        message,
                    )
                    .help_with(format_args!("`{}` takes {}", known.kind, list(known.needs)));
            }
            (None, false) => {}
        }
    }
    for (name, value) in probe.strangers() {
        if is_reserved_member(checker, path, (name, value)) {
            continue;
        }
        let message = format_args!("a probe has no field {}", quote(name));
        let near = checker.nearest(name, known.needs);
        let help = near.map_or_else(
            || format!("`{}` takes {}", known.kind, list(known.needs)),
            |near| format!("did you mean `{near}`?"),
        );
        checker
            .error(
                Code::UnknownProbeField,
                "R-24",
                &path.bare(name),
                At::Key(value),
                message,
            )
            .help(&help);
    }
}

/// Without a known kind nothing else can be said.
#[inline(never)]
fn unknown_kind<'d>(
    checker: &mut Checker<'d>,
    path: &Path<'_>,
    probe: &Members<'_, 'd>,
    given: Option<Value<'d>>,
) {
    let accepted = format!("one of {}", list(PROBE_KINDS));
    let Some(kind) = given else {
        checker.missing(path, probe.object(), "kind", "R-20", &accepted);
        return;
    };
    let code = if kind.as_str().is_some() {
        Code::UnknownValue
    } else {
        Code::WrongType
    };
    let message = format_args!("found {}; expected {accepted}", Found(kind));
    let near = checker.nearest(kind.text(), PROBE_KINDS);
    let finding = checker.error(code, "R-20", &path.name("kind"), At::Value(kind), message);
    if let Some(near) = near {
        finding.help_with(format_args!("did you mean `{near}`?"));
    }
}
