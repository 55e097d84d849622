//! The envelope, and which body goes with which role (V-2…V-24).

use super::checker::{At, Checker, Path, is_reserved};
use super::members::{LARGE, Members, SMALL};
use super::message::{Found, quote};
use super::unknown::unknown_members;
use super::{config, feature, reviewer, runtime};
use crate::diagnostic::Code;
use crate::json::Value;
use crate::vocabulary::envelope::{ENGINES_TABLE, FEATURE_ONLY, PROVENANCE_TABLE, ROLES, ROOT};
use crate::vocabulary::grammar::{CAPABILITY_ID, RANGE, VERSION};
use crate::vocabulary::shape::Shape;

#[inline(never)]
pub(super) fn check<'d>(checker: &mut Checker<'d>, root: Value<'d>, folder_id: Option<&str>) {
    let path = Path::ROOT;
    if !root.is_object() || root.is_unreadable() {
        let message = format_args!("a manifest is an object; found {}", Found(root));
        checker.error(Code::NotAnObject, "V-2", &path, At::Value(root), message);
        return;
    }
    let mut slots = [0; LARGE];
    let root = &Members::of(root, &ROOT, &mut slots);
    checker.fields(&path, root);
    folder(checker, root, folder_id);
    reserved_id(checker, root);
    if let Some(engines) = root.get("engines").filter(|value| value.is_object()) {
        let path = path.name("engines");
        let mut slots = [0; SMALL];
        let members = Members::of(engines, &ENGINES_TABLE, &mut slots);
        checker.fields(&path, &members);
        unknown_members(checker, &path, &members);
    }
    compat_versions(checker, root);
    if let Some(provenance) = root.get("provenance").filter(|value| value.is_object()) {
        let path = path.name("provenance");
        let mut slots = [0; SMALL];
        let members = Members::of(provenance, &PROVENANCE_TABLE, &mut slots);
        checker.fields(&path, &members);
        unknown_members(checker, &path, &members);
    }
    body(checker, root);
    if let Some(config) = root.get("config") {
        config::advise(checker, &path.name("config"), config);
    }
    if let Some(runtime) = root.get("runtime") {
        runtime::host_behaviors(checker, runtime);
    }
    unknown_members(checker, &path, root);
}

/// The id must be the folder's name, which matters only if it is an id at all (V-3).
#[inline(never)]
fn folder<'d>(checker: &mut Checker<'d>, root: &Members<'_, 'd>, folder_id: Option<&str>) {
    let (Some(folder), Some(value)) = (folder_id, root.get("id")) else {
        return;
    };
    let Some(id) = value.as_str() else { return };
    if (CAPABILITY_ID.matches)(&id.wtf8()) && !id.is(folder) {
        let folder = crate::escape::visible(folder.as_bytes(), 60);
        let message = format_args!(
            "the id is {}, but the folder is called `{folder}`; both must be the same",
            quote(id)
        );
        checker
            .error(
                Code::IdFolderMismatch,
                "V-3",
                &Path::ROOT.name("id"),
                At::Value(value),
                message,
            )
            .help("rename the folder or the id");
    }
}

/// An id that JavaScript gives a meaning of its own is accepted by the grammar and lost in the registry (VB-7).
#[inline(never)]
fn reserved_id<'d>(checker: &mut Checker<'d>, root: &Members<'_, 'd>) {
    if let Some(value) = root.get("id")
        && value.as_str().is_some_and(is_reserved)
    {
        let message = format_args!("the id {} is a reserved name", Found(value));
        checker
            .advice(
                Code::ReservedName,
                "VB-7",
                &Path::ROOT.name("id"),
                At::Value(value),
                message,
            )
            .help("choose another id; the registry refuses this one");
    }
}

#[inline(never)]
fn compat_versions<'d>(checker: &mut Checker<'d>, root: &Members<'_, 'd>) {
    let Some(versions) = root.get("compatVersions").filter(|value| value.is_object()) else {
        return;
    };
    let path = Path::ROOT.name("compatVersions");
    for (key, value) in versions.entries() {
        if !(VERSION.matches)(&key.wtf8()) {
            let message = format_args!(
                "the key {} is no version; expected {}",
                quote(key),
                VERSION.words
            );
            checker.error(Code::BadFormat, "V-12", &path, At::Key(value), message);
        }
        if !value
            .as_str()
            .is_some_and(|range| (RANGE.matches)(&range.wtf8()))
        {
            let message = format_args!("found {}; expected {}", Found(value), RANGE.words);
            let code = if value.as_str().is_some() {
                Code::BadFormat
            } else {
                Code::WrongType
            };
            checker.error(code, "V-12", &path.quoted(key), At::Value(value), message);
        }
    }
}

#[inline(never)]
fn body<'d>(checker: &mut Checker<'d>, root: &Members<'_, 'd>) {
    let path = Path::ROOT;
    let role = root.get("role").map(Value::text).unwrap_or_default();
    let Some(role) = ROLES.iter().copied().find(|known| role.is(known)) else {
        return;
    };
    let (source, excluded): (_, &[&[&str]]) = match role {
        "feature" => ("V-20", &[&["reviewer"]]),
        "runtime" => ("V-21", &[FEATURE_ONLY]),
        _ => ("V-22", &[&["runtime"], FEATURE_ONLY]),
    };
    for name in excluded.iter().copied().flatten() {
        if let Some(value) = root.get(name) {
            let message = format_args!("a capability of role `{role}` must not have `{name}`");
            checker
                .error(
                    Code::WrongRole,
                    source,
                    &path.name(name),
                    At::Key(value),
                    message,
                )
                .help_with(format_args!(
                    "remove `{name}`, or split the capability in two"
                ));
        }
    }
    if role == "feature" {
        feature::check(checker, root);
    } else {
        feature::inert(checker, root);
    }
    if role == "runtime" {
        match root.get("runtime") {
            Some(value) if value.is_object() => runtime::check(checker, value),
            Some(value) => checker.shape(&path.name("runtime"), value, &Shape::Object, "V-21"),
            None => checker.missing(
                &path,
                root.object(),
                "runtime",
                "V-21",
                "the body of the runtime, an object",
            ),
        }
    }
    if role != "feature" {
        match root.get("reviewer") {
            Some(value) => reviewer::check(checker, root, value),
            None if role == "reviewer" => {
                checker.missing(
                    &path,
                    root.object(),
                    "reviewer",
                    "V-22",
                    "the body of the lane, an object",
                );
            }
            None => {}
        }
    }
}
