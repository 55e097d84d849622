//! The reviewer body (V-24, R-1… ).

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::checker::{At, Checker, Path};
use super::members::{LARGE, Members, SMALL};
use super::message::{Found, quote};
use super::unknown::is_reserved_member;
use super::{hazards, invoke, probe, text_hazards};
use crate::diagnostic::Code;
use crate::json::{Str, Value};
use crate::vocabulary::reviewer::{BODY, INVOKE, PROBE};

/// The parts of a lane; a part is there only if it is the object it must be.
pub(super) struct Lane<'m, 'd> {
    /// The manifest around it, if that is known.
    pub(super) root: Option<&'m Members<'m, 'd>>,
    pub(super) body: &'m Members<'m, 'd>,
    pub(super) invoke: Option<Members<'m, 'd>>,
    pub(super) probe: Option<Members<'m, 'd>>,
    pub(super) transport: Str<'d>,
}

/// Checks a present `reviewer` member; `root` is the manifest it stands in.
#[inline(never)]
pub(super) fn check<'d>(checker: &mut Checker<'d>, root: &Members<'_, 'd>, body: Value<'d>) {
    let path = Path::ROOT;
    let path = path.name("reviewer");
    if !body.is_object() || body.is_unreadable() {
        let message = format_args!(
            "`reviewer` is the body of a lane; found {}; expected an object",
            Found(body)
        );
        checker.error(Code::WrongType, "V-24", &path, At::Value(body), message);
        return;
    }
    let mut slots = [0; LARGE];
    let body = &Members::of(body, &BODY, &mut slots);
    checker.fields(&path, body);
    let (mut invoke_slots, mut probe_slots) = ([0; SMALL], [0; SMALL]);
    let lane = lane(Some(root), body, &mut invoke_slots, &mut probe_slots);
    if let Some(probe) = &lane.probe {
        probe::check(checker, &path.name("probe"), probe);
    }
    if let Some(invoke) = &lane.invoke {
        invoke::check(checker, &path.name("invoke"), &lane, invoke);
    }
    effort(checker, &path, body);
    unknown_fields(checker, &path, body);
    hazards::check(checker, &path, &lane);
}

/// The hazards of a lane taken alone (Y-1): what is left of validation when a lane is resolved. Nothing is known of
/// the manifest around it.
#[inline(never)]
pub(super) fn check_alone<'d>(checker: &mut Checker<'d>, body: Value<'d>) {
    text_hazards::check_lane(checker, body);
    let path = Path::ROOT;
    let (mut slots, mut invoke, mut probe) = ([0; LARGE], [0; SMALL], [0; SMALL]);
    let body = Members::of(body, &BODY, &mut slots);
    let lane = lane(None, &body, &mut invoke, &mut probe);
    hazards::check(checker, &path.name("reviewer"), &lane);
}

/// The parts of a body.
fn lane<'m, 'd>(
    root: Option<&'m Members<'m, 'd>>,
    body: &'m Members<'m, 'd>,
    invoke: &'m mut [u32],
    probe: &'m mut [u32],
) -> Lane<'m, 'd> {
    let part = |name| body.get(name).filter(|value| value.is_object());
    Lane {
        root,
        body,
        invoke: part("invoke").map(|value| Members::of(value, &INVOKE, invoke)),
        probe: part("probe").map(|value| Members::of(value, &PROBE, probe)),
        transport: body.get("transport").map(Value::text).unwrap_or_default(),
    }
}

/// A default effort is of no use without the key that overrides it.
#[inline(never)]
fn effort<'d>(checker: &mut Checker<'d>, path: &Path<'_>, body: &Members<'_, 'd>) {
    let Some(level) = body.get("defaultEffort").filter(|value| !value.is_null()) else {
        return;
    };
    if body.get("effortConfigKey").is_none_or(Value::is_null) {
        let message = format_args!("`defaultEffort` stands without `effortConfigKey`");
        checker
            .error(
                Code::EffortWithoutKey,
                "R-12",
                &path.name("defaultEffort"),
                At::Key(level),
                message,
            )
            .help(
                "name the configuration key in `effortConfigKey`, or set `defaultEffort` to null",
            );
    }
}

/// Names that nothing reads are no error here, but they are said (R-60, W-1, W-5).
#[inline(never)]
fn unknown_fields<'d>(checker: &mut Checker<'d>, path: &Path<'_>, body: &Members<'_, 'd>) {
    let names: Vec<&str> = body.table.names().collect();
    for (name, value) in body.strangers() {
        if is_reserved_member(checker, path, (name, value)) {
            continue;
        }
        let message = format_args!("nothing reads the field {} of a reviewer body", quote(name));
        let help = checker.nearest(name, &names).map_or_else(
            || "it is bound by the signature all the same; remove it".to_string(),
            |known| format!("did you mean `{known}`?"),
        );
        checker
            .warning(
                Code::UnknownReviewerField,
                "W-1",
                &path.bare(name),
                At::Key(value),
                message,
            )
            .help(&help);
    }
}
