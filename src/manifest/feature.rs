//! The feature body (F-1…F-9, F-15, F-16); its loop hooks are in `loop_hooks`.

use super::checker::{At, Checker, Path, is_reserved};
use super::members::{Members, SMALL};
use super::message::{Found, expected, quote};
use super::unknown::unknown_members;
use super::{config, loop_hooks};
use crate::diagnostic::Code;
use crate::json::{Str, Value};
use crate::vocabulary::feature::{
    COMMAND_TABLE, FIELDS, HOOK_TABLE, RESOLVER_INVOKE_TABLE, RESOLVER_PLACEHOLDER, RESOLVER_TABLE,
    RUNTIME_COMPAT_TABLE, RUNTIME_ID, WILDCARD,
};
use crate::vocabulary::grammar::CAPABILITY_ID;
use crate::vocabulary::shape::Shape;
use crate::vocabulary::table::Table;

/// Checks the body of a manifest of role `feature`.
#[inline(never)]
pub(super) fn check<'d>(checker: &mut Checker<'d>, root: &Members<'_, 'd>) {
    let path = Path::ROOT;
    checker.named_fields(&path, root, FIELDS);
    let object = |name| root.get(name).filter(|value| value.is_object());
    if let Some(compat) = object("runtimeCompat") {
        runtime_compat(checker, &path.name("runtimeCompat"), compat);
    }
    entries(
        checker,
        &path.name("commands"),
        root.get("commands"),
        (&COMMAND_TABLE, "F-4"),
    );
    hooks(checker, &path.name("hooks"), root);
    if let Some(config) = object("config") {
        config::check(checker, &path.name("config"), config);
    }
    loop_hooks::check(checker, root);
    activation_key(checker, &path.name("activationKey"), root);
    if let Some(resolver) = object("taskContentResolver") {
        task_content_resolver(checker, &path.name("taskContentResolver"), resolver);
    }
}

/// Entries that must be objects, each checked against a table.
#[inline(never)]
fn entries<'d>(
    checker: &mut Checker<'d>,
    path: &Path<'_>,
    list: Option<Value<'d>>,
    (table, rule): (&'static Table, &'static str),
) {
    for (index, entry) in list.into_iter().flat_map(Value::items).enumerate() {
        let path = path.index(index);
        if entry.is_object() {
            let mut slots = [0; SMALL];
            let members = Members::of(entry, table, &mut slots);
            checker.fields(&path, &members);
            unknown_members(checker, &path, &members);
        } else {
            checker.shape(&path, entry, &Shape::Object, rule);
        }
    }
}

#[inline(never)]
fn hooks<'d>(checker: &mut Checker<'d>, path: &Path<'_>, root: &Members<'_, 'd>) {
    let list = root.get("hooks");
    entries(checker, path, list, (&HOOK_TABLE, "F-6"));
}

/// Which runtimes a feature works with (F-2).
#[inline(never)]
fn runtime_compat<'d>(checker: &mut Checker<'d>, path: &Path<'_>, compat: Value<'d>) {
    let mut slots = [0; SMALL];
    let members = Members::of(compat, &RUNTIME_COMPAT_TABLE, &mut slots);
    checker.fields(path, &members);
    unknown_members(checker, path, &members);
    for name in ["supported", "unsupported"] {
        let Some(list) = members.get(name).filter(|value| value.is_array()) else {
            continue;
        };
        runtime_list(checker, &path.name(name), list, name == "supported");
    }
    let Some(notes) = members.get("notes").filter(|value| value.is_object()) else {
        return;
    };
    let path = path.name("notes");
    for (key, value) in notes.entries() {
        if !key.is(WILDCARD) && !(CAPABILITY_ID.matches)(&key.wtf8()) {
            let message = format_args!(
                "the key {} is neither `*` nor the id of a runtime",
                quote(key)
            );
            checker.error(Code::BadFormat, "F-2", &path, At::Key(value), message);
        }
        checker.shape(&path.quoted(key), value, &Shape::Text, "F-2");
    }
}

#[inline(never)]
fn runtime_list<'d>(checker: &mut Checker<'d>, path: &Path<'_>, list: Value<'d>, supported: bool) {
    let mut count = 0;
    let mut wildcard = None;
    for (index, entry) in list.items().enumerate() {
        count += 1;
        let path = path.index(index);
        if entry.as_str().is_some_and(|text| text.is(WILDCARD)) {
            wildcard = wildcard.or(Some(entry));
        } else {
            checker.shape(&path, entry, &RUNTIME_ID, "F-2");
        }
    }
    if supported && count == 0 {
        let message = format_args!("the list is empty; name at least one runtime, or `*` for all");
        checker.error(Code::EmptyList, "F-2", path, At::Value(list), message);
    }
    let Some(wildcard) = wildcard else { return };
    if !supported {
        let message = format_args!("`*` in `unsupported` would rule out every runtime");
        checker
            .error(
                Code::WildcardUnsupported,
                "F-2",
                path,
                At::Value(wildcard),
                message,
            )
            .help("name the runtimes that are not supported");
    }
    if count > 1 {
        let message = format_args!("`*` stands for all runtimes and must stand alone");
        checker
            .error(
                Code::WildcardMixed,
                "F-2",
                path,
                At::Value(wildcard),
                message,
            )
            .help("keep `*`, or name the runtimes one by one");
    }
}

/// The key that switches a feature on must be its own (F-15).
#[inline(never)]
fn activation_key<'d>(checker: &mut Checker<'d>, path: &Path<'_>, root: &Members<'_, 'd>) {
    let Some(value) = root.get("activationKey") else {
        return;
    };
    let Some(key) = value
        .as_str()
        .filter(|key| !key.is_empty() && !is_reserved(*key))
    else {
        checker.shape(path, value, &Shape::UnreservedText, "F-15");
        return;
    };
    if !declares(root.get("config"), key) {
        let message = format_args!("the activation key {} is no key of `config`", quote(key));
        checker
            .error(
                Code::UndeclaredActivationKey,
                "F-15",
                path,
                At::Value(value),
                message,
            )
            .help("declare it under `config`, usually as a boolean");
    }
}

/// Whether an object has an own member of that name.
pub(super) fn declares(object: Option<Value<'_>>, name: Str<'_>) -> bool {
    object.is_some_and(|object| object.entries().any(|(key, _)| key == name))
}

/// How a task's text is fetched (F-16).
#[inline(never)]
fn task_content_resolver<'d>(checker: &mut Checker<'d>, path: &Path<'_>, resolver: Value<'d>) {
    let mut slots = [0; SMALL];
    let members = Members::of(resolver, &RESOLVER_TABLE, &mut slots);
    checker.fields(path, &members);
    unknown_members(checker, path, &members);
    let Some(invoke) = members.get("invoke").filter(|value| value.is_object()) else {
        return;
    };
    let path = path.name("invoke");
    let mut slots = [0; SMALL];
    let members = Members::of(invoke, &RESOLVER_INVOKE_TABLE, &mut slots);
    checker.fields(&path, &members);
    unknown_members(checker, &path, &members);
    if let Some(args) = members.get("args").filter(|value| value.is_array())
        && !args.items().any(|arg| arg.text().is(RESOLVER_PLACEHOLDER))
    {
        let message = format_args!(
            "no argument is exactly `{RESOLVER_PLACEHOLDER}`, so no task is ever named"
        );
        checker
            .error(
                Code::MissingPlaceholder,
                "F-16",
                &path.name("args"),
                At::Value(args),
                message,
            )
            .help("add it as an argument of its own");
    }
}

/// Members of a feature that a capability of another role may carry, where they do nothing (VB-7).
#[inline(never)]
pub(super) fn inert<'d>(checker: &mut Checker<'d>, root: &Members<'_, 'd>) {
    let Some(commands) = root.get("commands") else {
        return;
    };
    let message = format_args!(
        "found {}; only a feature has commands, here nothing reads them",
        Found(commands)
    );
    checker
        .advice(
            Code::InertCommands,
            "VB-7",
            &Path::ROOT.name("commands"),
            At::Key(commands),
            message,
        )
        .help_with(format_args!(
            "remove them, or make the capability a feature; there `commands` is {}",
            expected(&Shape::Array)
        ));
}
