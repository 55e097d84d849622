//! The reviewer body (V-24, R-1… ).

use alloc::format;
use alloc::string::ToString;

use super::checker::{At, Checker, Path, is_reserved, present};
use super::message::{Found, quote};
use super::{hazards, invoke, near, probe};
use crate::diagnostic::Code;
use crate::json::Value;
use crate::vocabulary::reviewer::FIELDS;

/// Checks a present `reviewer` member; `root` is the manifest it stands in.
pub(super) fn check<'d>(checker: &mut Checker<'d>, root: Value<'d>, body: Value<'d>) {
    let path = Path::ROOT;
    let path = path.name("reviewer");
    if !body.is_object() || body.is_unreadable() {
        let message = format!(
            "`reviewer` is the body of a lane; found {}; expected an object",
            Found(body)
        );
        checker.error(Code::WrongType, "V-24", &path, At::Value(body), message);
        return;
    }
    checker.fields(&path, body, FIELDS);
    if let Some(value) = present(body, "probe").filter(|value| value.is_object()) {
        probe::check(checker, &path.name("probe"), value);
    }
    if let Some(value) = present(body, "invoke").filter(|value| value.is_object()) {
        invoke::check(checker, &path.name("invoke"), body, value);
    }
    effort(checker, &path, body);
    unknown_fields(checker, &path, body);
    hazards::check(checker, &path, root, body);
}

/// A default effort is of no use without the key that overrides it.
fn effort<'d>(checker: &mut Checker<'d>, path: &Path<'_>, body: Value<'d>) {
    let Some(level) = present(body, "defaultEffort").filter(|value| !value.is_null()) else {
        return;
    };
    if present(body, "effortConfigKey").is_none_or(Value::is_null) {
        let message = "`defaultEffort` stands without `effortConfigKey`".to_string();
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
fn unknown_fields<'d>(checker: &mut Checker<'d>, path: &Path<'_>, body: Value<'d>) {
    for (name, value) in body.entries() {
        if FIELDS.iter().any(|field| name.is(field.name)) || is_reserved(name) {
            continue;
        }
        let names: alloc::vec::Vec<&str> = FIELDS.iter().map(|field| field.name).collect();
        let message = format!("nothing reads the field {} of a reviewer body", quote(name));
        let help = near::nearest(name, &names).map_or_else(
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
            .help(help);
    }
}
