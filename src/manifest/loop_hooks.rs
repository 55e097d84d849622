//! Steps, contributions and gates of a feature (F-10…F-14).

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::checker::{At, Checker, Path};
use super::members::{Members, SMALL};
use super::message::{Found, list, quote};
use super::paths::{climbs, windows_absolute};
use super::unknown::unknown_members;
use crate::diagnostic::Code;
use crate::json::{Str, Value};
use crate::sort::Index;
use crate::vocabulary::feature::{
    CAPID, CHECKS, CONTRIBUTION_TABLE, FRAGMENT, FRAGMENT_TABLE, GATE_TABLE, OWN_SKILL_PREFIX,
    REFERENCES, STEP_TABLE, VERDICT,
};
use crate::vocabulary::shape::Shape;
use crate::vocabulary::table::Table;

/// The texts of a list, or nothing if there is no list to be a member of.
type Declared<'d> = Option<Index<'d>>;

/// Checks the three lists.
#[inline(never)]
pub(super) fn check<'d>(checker: &mut Checker<'d>, root: &Members<'_, 'd>) {
    let declared = declared(root);
    let path = Path::ROOT;
    each(
        checker,
        &path.name("steps"),
        root,
        ("steps", &STEP_TABLE),
        |checker, path, entry| {
            common(checker, path, entry);
            reference(checker, &path.name("ref"), entry, &declared);
            if let Some(value) = entry.get("fragment") {
                fragment(checker, &path.name("fragment"), value);
            }
        },
    );
    each(
        checker,
        &path.name("contributions"),
        root,
        ("contributions", &CONTRIBUTION_TABLE),
        |checker, path, entry| {
            common(checker, path, entry);
            match entry.get("fragment") {
                Some(value) => fragment(checker, &path.name("fragment"), value),
                None => checker.missing(
                    path,
                    entry.object(),
                    "fragment",
                    "F-13",
                    "an object with `path` or `inline`",
                ),
            }
        },
    );
    each(
        checker,
        &path.name("gates"),
        root,
        ("gates", &GATE_TABLE),
        |checker, path, entry| {
            common(checker, path, entry);
            gate(checker, &path.name("check"), entry);
        },
    );
}

/// The declared texts for each kind of reference.
#[inline(never)]
fn declared<'d>(root: &Members<'_, 'd>) -> Vec<Declared<'d>> {
    let texts = |list: Value<'d>| {
        let texts = list.items().filter_map(|item| Some(item.as_str()?.wtf8()));
        Index::new(texts.collect())
    };
    REFERENCES
        .iter()
        .map(|(_, source)| {
            root.get((*source)?)
                .filter(|value| value.is_array())
                .map(texts)
        })
        .collect()
}

/// Walks a list; an entry that is no object acts as `{}`, null is refused (VB-1).
#[inline(never)]
fn each<'d>(
    checker: &mut Checker<'d>,
    path: &Path<'_>,
    root: &Members<'_, 'd>,
    (name, table): (&'static str, &'static Table),
    mut entry: impl FnMut(&mut Checker<'d>, &Path<'_>, &Members<'_, 'd>),
) {
    for (index, value) in root
        .get(name)
        .into_iter()
        .flat_map(Value::items)
        .enumerate()
    {
        let path = path.index(index);
        if value.is_null() {
            checker.shape(&path, value, &Shape::Object, "VB-1");
        } else {
            let mut slots = [0; SMALL];
            entry(checker, &path, &Members::of(value, table, &mut slots));
        }
    }
}

#[inline(never)]
fn common<'d>(checker: &mut Checker<'d>, path: &Path<'_>, entry: &Members<'_, 'd>) {
    checker.fields(path, entry);
    if let Some(value) = entry.get(CAPID) {
        let message = format_args!("a hook's `capId` is set by the registry; this one is ignored");
        checker
            .advice(
                Code::ForeignCapid,
                "VB-2",
                &path.name(CAPID),
                At::Key(value),
                message,
            )
            .help("remove it");
    }
    unknown_members(checker, path, entry);
}

/// Exactly one own member of a set must be there.
#[inline(never)]
fn exactly_one<'d>(
    checker: &mut Checker<'d>,
    path: &Path<'_>,
    value: Value<'d>,
    set: &[&str],
    rule: &'static str,
) {
    let count = value
        .entries()
        .filter(|(key, _)| set.iter().any(|name| key.is(name)))
        .count();
    if value.is_object() && count == 1 {
        return;
    }
    let found = if value.is_object() {
        format!("found {count} of them")
    } else {
        format!("found {}", Found(value))
    };
    let message = format_args!(
        "{found}; expected an object with exactly one of {}",
        list(set)
    );
    checker.error(Code::NotExactlyOne, rule, path, At::Value(value), message);
}

/// What a step runs (F-10).
#[inline(never)]
fn reference<'d>(
    checker: &mut Checker<'d>,
    path: &Path<'_>,
    step: &Members<'_, 'd>,
    declared: &[Declared<'d>],
) {
    let kinds: Vec<&str> = REFERENCES.iter().map(|(kind, _)| *kind).collect();
    let Some(value) = step.get("ref") else {
        // The parent's path is this one's without its last step; the finding hangs on the step itself.
        let message = format_args!(
            "`ref` is missing; expected an object with exactly one of {}",
            list(&kinds)
        );
        checker
            .error(
                Code::MissingField,
                "F-10",
                path,
                At::Missing(step.object()),
                message,
            )
            .missing = Some("ref".to_string());
        return;
    };
    exactly_one(checker, path, value, &kinds, "F-10");
    for ((kind, source), declared) in REFERENCES.iter().zip(declared) {
        let Some(target) = value.get(kind) else {
            continue;
        };
        let path = path.name(kind);
        let Some(name) = target.as_str() else {
            checker.shape(&path, target, &Shape::AnyText, "F-10");
            continue;
        };
        let content = name.wtf8();
        if *kind == "skill" && content.starts_with(OWN_SKILL_PREFIX.as_bytes()) {
            let message = format_args!("the skill {} is named as it is installed", quote(name));
            checker
                .error(
                    Code::OwnSkillPrefix,
                    "F-10",
                    &path,
                    At::Value(target),
                    message,
                )
                .help_with(format_args!(
                    "leave `{OWN_SKILL_PREFIX}` out, as in `skills`"
                ));
        }
        if let (Some(source), Some(declared)) = (source, declared)
            && declared.find(&content).is_none()
        {
            let message = format_args!("the {kind} {} is not in `{source}`", quote(name));
            checker
                .error(
                    Code::UndeclaredReference,
                    "F-10",
                    &path,
                    At::Value(target),
                    message,
                )
                .help_with(format_args!(
                    "declare it in `{source}`, or name one that is declared"
                ));
        }
    }
}

/// A text that is put into a prompt (F-12).
#[inline(never)]
fn fragment<'d>(checker: &mut Checker<'d>, path: &Path<'_>, value: Value<'d>) {
    if !value.is_object() {
        checker.shape(path, value, &Shape::Object, "F-12");
        return;
    }
    let mut slots = [0; SMALL];
    let members = Members::of(value, &FRAGMENT_TABLE, &mut slots);
    let (file, inline) = (members.get("path"), members.get("inline"));
    if file.is_none() && inline.is_none() {
        let message = format_args!(
            "the fragment is empty; expected at least one of {}",
            list(FRAGMENT)
        );
        checker.error(Code::NotExactlyOne, "F-12", path, At::Value(value), message);
    }
    unknown_members(checker, path, &members);
    if let Some(inline) = inline {
        checker.shape(&path.name("inline"), inline, &Shape::Text, "F-12");
    }
    let Some(file) = file else { return };
    let path = &path.name("path");
    let Some(name) = file.as_str().filter(|name| !name.is_empty()) else {
        checker.shape(path, file, &Shape::Text, "F-12");
        return;
    };
    fragment_path(checker, path, file, name);
}

#[inline(never)]
fn fragment_path<'d>(checker: &mut Checker<'d>, path: &Path<'_>, value: Value<'d>, name: Str<'d>) {
    let content = name.wtf8();
    if content.starts_with(b"/") || climbs(&content) {
        let message = format_args!("the path {} leaves the bundle", quote(name));
        checker
            .error(Code::UnsafePath, "F-12", path, At::Value(value), message)
            .help("give a path relative to the bundle, without `..`");
    } else if windows_absolute(&content) {
        let message = format_args!("the path {} is absolute on Windows", quote(name));
        checker
            .advice(
                Code::WindowsAbsolute,
                "VB-15",
                path,
                At::Value(value),
                message,
            )
            .help("give a path relative to the bundle, with `/` between folders");
    }
}

/// How a gate decides (F-14).
#[inline(never)]
fn gate<'d>(checker: &mut Checker<'d>, path: &Path<'_>, entry: &Members<'_, 'd>) {
    let Some(check) = entry.get("check") else {
        let message = format_args!(
            "`check` is missing; expected an object with exactly one of {}",
            list(CHECKS)
        );
        checker
            .error(
                Code::MissingField,
                "F-14",
                path,
                At::Missing(entry.object()),
                message,
            )
            .missing = Some("check".to_string());
        return;
    };
    exactly_one(checker, path, check, CHECKS, "F-14");
    if let Some(verdict) = check.get(VERDICT)
        && entry.get("blocking").and_then(Value::as_bool) == Some(true)
    {
        let message = format_args!("an agent's verdict must not block: it cannot be reproduced");
        checker
            .error(
                Code::VerdictBlocks,
                "F-14",
                &path.name(VERDICT),
                At::Key(verdict),
                message,
            )
            .help("set `blocking` to false, or check by `query` or `predicate`");
    }
}
