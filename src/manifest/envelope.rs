//! The envelope, and which body goes with which role (V-2…V-24).

use alloc::format;
use alloc::string::ToString;

use super::checker::{At, Checker, Path, present};
use super::message::{Found, list, quote};
use super::{near, reviewer};
use crate::diagnostic::Code;
use crate::json::Value;
use crate::vocabulary::envelope::{
    BODY_NAMES, ENGINES, FEATURE_ONLY, FIELDS, PROVENANCE, ROLES, UNCHECKED,
};
use crate::vocabulary::grammar::{CAPABILITY_ID, RANGE, VERSION};

pub(super) fn check<'d>(checker: &mut Checker<'d>, root: Value<'d>, folder_id: Option<&str>) {
    let path = Path::ROOT;
    if !root.is_object() || root.is_unreadable() {
        let message = format!("a manifest is an object; found {}", Found(root));
        checker.error(Code::NotAnObject, "V-2", &path, At::Value(root), message);
        return;
    }
    checker.fields(&path, root, FIELDS);
    folder(checker, root, folder_id);
    if let Some(engines) = present(root, "engines").filter(|value| value.is_object()) {
        checker.fields(&path.name("engines"), engines, ENGINES);
    }
    compat_versions(checker, root);
    if let Some(provenance) = present(root, "provenance").filter(|value| value.is_object()) {
        let path = path.name("provenance");
        checker.fields(&path, provenance, PROVENANCE);
        for (name, value) in provenance.entries() {
            if !PROVENANCE.iter().any(|field| name.is(field.name)) {
                let known = ["sourceRepo", "commit"];
                unknown(checker, &path, value, &known);
            }
        }
    }
    body(checker, root);
    unknown_members(checker, root);
}

/// The id must be the folder's name, which matters only if it is an id at all (V-3).
fn folder<'d>(checker: &mut Checker<'d>, root: Value<'d>, folder_id: Option<&str>) {
    let (Some(folder), Some(value)) = (folder_id, present(root, "id")) else {
        return;
    };
    let Some(id) = value.as_str() else { return };
    if (CAPABILITY_ID.matches)(&id.wtf8()) && !id.is(folder) {
        let folder = crate::escape::visible(folder.as_bytes(), 60);
        let message = format!(
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

fn compat_versions<'d>(checker: &mut Checker<'d>, root: Value<'d>) {
    let Some(versions) = present(root, "compatVersions").filter(|value| value.is_object()) else {
        return;
    };
    let path = Path::ROOT.name("compatVersions");
    for (key, value) in versions.entries() {
        if !(VERSION.matches)(&key.wtf8()) {
            let message = format!(
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
            let message = format!("found {}; expected {}", Found(value), RANGE.words);
            let code = if value.as_str().is_some() {
                Code::BadFormat
            } else {
                Code::WrongType
            };
            checker.error(code, "V-12", &path.quoted(key), At::Value(value), message);
        }
    }
}

fn body<'d>(checker: &mut Checker<'d>, root: Value<'d>) {
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
        if let Some(value) = present(root, name) {
            let message = format!("a capability of role `{role}` must not have `{name}`");
            checker
                .error(
                    Code::WrongRole,
                    source,
                    &path.name(name),
                    At::Key(value),
                    message,
                )
                .help(format!("remove `{name}`, or split the capability in two"));
        }
    }
    if role == "feature" {
        return;
    }
    match present(root, "reviewer") {
        Some(value) => reviewer::check(checker, root, value),
        None if role == "reviewer" => checker.missing(
            &path,
            root,
            "reviewer",
            "V-22",
            "the body of the lane, an object",
        ),
        None => {}
    }
}

/// Names at the top level that nothing reads (V-15, VB-13).
fn unknown_members<'d>(checker: &mut Checker<'d>, root: Value<'d>) {
    for (name, value) in root.entries() {
        let known = FIELDS.iter().any(|field| name.is(field.name))
            || BODY_NAMES
                .iter()
                .chain(UNCHECKED)
                .any(|known| name.is(known));
        if known {
            continue;
        }
        let names: alloc::vec::Vec<&str> = FIELDS
            .iter()
            .map(|field| field.name)
            .chain(BODY_NAMES.iter().copied())
            .collect();
        unknown(checker, &Path::ROOT, value, &names);
    }
}

/// A member that nothing reads, with the known name that was probably meant.
fn unknown<'d>(
    checker: &mut Checker<'d>,
    path: &Path<'_>,
    value: Value<'d>,
    known: &[&'static str],
) {
    let Some(key) = value.key_before() else {
        return;
    };
    let name = key.content();
    let near = near::nearest(name, known);
    let message = format!("nothing reads the field {}", quote(name));
    let help = near.map_or_else(
        || "remove it, or keep it if another tool reads it".to_string(),
        |member| format!("did you mean `{member}`?"),
    );
    let finding = checker.advice(
        Code::UnknownField,
        "VB-13",
        &path.bare(name),
        At::Key(value),
        message,
    );
    if near.is_none() && known.len() < 8 {
        finding.help(format!("known here: {}", list(known)));
    } else {
        finding.help(help);
    }
}
