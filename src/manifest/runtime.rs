//! The runtime body (H-1…H-10, W-6, W-7).

use alloc::format;
use alloc::string::ToString;

use super::checker::{At, Checker, Path, is_reserved};
use super::members::{LARGE, Members, SMALL};
use super::message::{Found, list, quote};
use super::paths::{climbs, windows_absolute};
use super::unknown::unknown_members;
use crate::diagnostic::Code;
use crate::json::{Str, Value};
use crate::vocabulary::limits::MAX_DEPTH;
use crate::vocabulary::runtime::{
    ARTIFACT_TABLE, BODY, DISPATCH_TABLE, EXTENDED_HOOK_EVENTS, HOME_NESTED, HOME_NONE, HOME_TABLE,
    HOST_BEHAVIORS, HOST_INTEGRATION_TABLE, LAYOUT_TABLE, LOCAL_CONFIG_DIR, ORCHESTRATOR_TABLE,
    REMOVED_HOST_BEHAVIOR, SURFACE_GATE, TRIGGERS,
};
use crate::vocabulary::shape::Shape;

/// Checks the body of a manifest of role `runtime` that is an object.
#[inline(never)]
pub(super) fn check<'d>(checker: &mut Checker<'d>, body: Value<'d>) {
    let path = Path::ROOT;
    let path = &path.name("runtime");
    let mut slots = [0; LARGE];
    let members = &Members::of(body, &BODY, &mut slots);
    checker.fields(path, members);
    unknown_members(checker, path, members);
    let object = |name| members.get(name).filter(|value| value.is_object());
    if let Some(home) = object("configHome") {
        config_home(checker, &path.name("configHome"), home, 0);
    }
    local_config_dir(checker, path, members);
    if let Some(layout) = object("artifactLayout") {
        artifact_layout(checker, &path.name("artifactLayout"), layout);
    }
    surfaces(checker, &path.name("hooksSurface"), members);
    extended_hook_events(checker, &path.name("extendedHookEvents"), members);
    trigger_precedence(checker, &path.name("triggerPrecedence"), members);
    if let Some(integration) = object("hostIntegration") {
        host_integration(checker, &path.name("hostIntegration"), integration);
    }
    if let Some(exec) = object("orchestratorExec") {
        let path = path.name("orchestratorExec");
        let mut slots = [0; SMALL];
        let members = Members::of(exec, &ORCHESTRATOR_TABLE, &mut slots);
        reserved_member(checker, &path, &members, "H-9");
        checker.fields(&path, &members);
        unknown_members(checker, &path, &members);
    }
}

/// Where the runtime keeps its configuration (H-1). Nested homes are as deep as a manifest can be and no deeper.
#[inline(never)]
fn config_home<'d>(checker: &mut Checker<'d>, path: &Path<'_>, home: Value<'d>, depth: u32) {
    let mut slots = [0; SMALL];
    let members = Members::of(home, &HOME_TABLE, &mut slots);
    checker.fields(path, &members);
    unknown_members(checker, path, &members);
    let kind = members.get("kind").map(Value::text).unwrap_or_default();
    match members.get("name") {
        Some(name) => checker.shape(&path.name("name"), name, &Shape::Text, "H-1"),
        None if kind.is(HOME_NONE) => {}
        None => checker.missing(path, home, "name", "H-1", "a text that is not empty"),
    }
    if kind.is(HOME_NESTED) {
        match members.get("parent") {
            Some(parent) => checker.shape(&path.name("parent"), parent, &Shape::Text, "H-1"),
            None => checker.missing(path, home, "parent", "H-1", "a text that is not empty"),
        }
    }
    let Some(skills) = members.get("skillsHome") else {
        return;
    };
    let path = path.name("skillsHome");
    if !skills.is_object() {
        checker.shape(&path, skills, &Shape::Object, "H-1");
    } else if depth < MAX_DEPTH {
        config_home(checker, &path, skills, depth + 1);
    }
}

/// The folder in a project, which a runtime without a home must not have (H-2).
#[inline(never)]
fn local_config_dir<'d>(checker: &mut Checker<'d>, path: &Path<'_>, runtime: &Members<'_, 'd>) {
    let home = runtime.get("configHome").filter(|value| value.is_object());
    let kind = home
        .and_then(|home| home.get("kind"))
        .map(Value::text)
        .unwrap_or_default();
    let name = LOCAL_CONFIG_DIR.name;
    let value = runtime.get(name);
    if !kind.is(HOME_NONE) {
        checker.named_fields(path, runtime, core::slice::from_ref(&LOCAL_CONFIG_DIR));
    } else if let Some(value) = value.filter(|value| !value.is_null()) {
        let message =
            format_args!("`{name}` does not go with a `configHome` of kind `{HOME_NONE}`");
        checker
            .error(
                Code::UnexpectedField,
                "H-2",
                &path.name(name),
                At::Key(value),
                message,
            )
            .help("remove it, or set it to null");
    }
}

/// What is installed where (H-4).
#[inline(never)]
fn artifact_layout<'d>(checker: &mut Checker<'d>, path: &Path<'_>, layout: Value<'d>) {
    let mut slots = [0; SMALL];
    let members = Members::of(layout, &LAYOUT_TABLE, &mut slots);
    checker.fields(path, &members);
    unknown_members(checker, path, &members);
    for scope in ["global", "local"] {
        let path = path.name(scope);
        for (index, entry) in members
            .get(scope)
            .into_iter()
            .flat_map(Value::items)
            .enumerate()
        {
            let path = path.index(index);
            if !entry.is_object() {
                checker.shape(&path, entry, &Shape::Object, "H-4");
                continue;
            }
            let mut slots = [0; SMALL];
            let members = Members::of(entry, &ARTIFACT_TABLE, &mut slots);
            checker.fields(&path, &members);
            unknown_members(checker, &path, &members);
            if scope == "local"
                && let Some(home) = members.get("home")
            {
                let message = format_args!("a local artifact has no `home` of its own");
                checker
                    .error(
                        Code::UnexpectedField,
                        "H-4",
                        &path.name("home"),
                        At::Key(home),
                        message,
                    )
                    .help("remove it; `home` belongs to global artifacts");
            }
            destination(
                checker,
                &path.name("destSubpath"),
                members.get("destSubpath"),
            );
        }
    }
}

/// Destinations that leave the configuration home (VB-15).
#[inline(never)]
fn destination<'d>(checker: &mut Checker<'d>, path: &Path<'_>, value: Option<Value<'d>>) {
    let Some((value, text)) = value.and_then(|value| Some((value, value.as_str()?))) else {
        return;
    };
    let content = text.wtf8();
    if climbs(&content) || content.starts_with(b"/") {
        let message = format_args!(
            "the destination {} lies outside of the configuration home",
            quote(text)
        );
        checker
            .advice(
                Code::ClimbingDestination,
                "VB-15",
                path,
                At::Value(value),
                message,
            )
            .help("give a path below it, without `..`");
    } else if windows_absolute(&content) {
        let message = format_args!("the destination {} is absolute on Windows", quote(text));
        checker
            .advice(
                Code::WindowsAbsolute,
                "VB-15",
                path,
                At::Value(value),
                message,
            )
            .help("give a relative path, with `/` between folders");
    }
}

/// Gate A (H-5): which hook surfaces an install surface can serve.
#[inline(never)]
fn surfaces<'d>(checker: &mut Checker<'d>, path: &Path<'_>, runtime: &Members<'_, 'd>) {
    let install = runtime
        .get("installSurface")
        .map(Value::text)
        .unwrap_or_default();
    let Some((surface, allowed, _)) = SURFACE_GATE
        .iter()
        .find(|(surface, ..)| install.is(surface))
    else {
        return;
    };
    let Some((value, hooks)) = runtime
        .get("hooksSurface")
        .and_then(|value| Some((value, value.as_str()?)))
    else {
        return;
    };
    if !allowed.iter().any(|known| hooks.is(known)) {
        let message = format_args!(
            "the hook surface {} does not go with the install surface `{surface}`",
            quote(hooks)
        );
        checker
            .error(
                Code::SurfaceMismatch,
                "H-5",
                path,
                At::Value(value),
                message,
            )
            .help_with(format_args!("`{surface}` goes with {}", list(allowed)));
    }
}

/// Gate B (H-6): extended events belong to the family that `hookEvents` names.
#[inline(never)]
fn extended_hook_events<'d>(checker: &mut Checker<'d>, path: &Path<'_>, runtime: &Members<'_, 'd>) {
    let Some(events) = runtime
        .get("extendedHookEvents")
        .filter(|value| value.is_array())
    else {
        return;
    };
    let family = runtime
        .get("hookEvents")
        .map(Value::text)
        .unwrap_or_default();
    let names: alloc::vec::Vec<&str> = EXTENDED_HOOK_EVENTS.iter().map(|(name, _)| *name).collect();
    for (index, event) in events.items().enumerate() {
        let known = EXTENDED_HOOK_EVENTS
            .iter()
            .find(|(name, _)| event.text().is(name));
        let Some((name, needed)) = known else {
            let code = if event.as_str().is_some() {
                Code::UnknownValue
            } else {
                Code::WrongType
            };
            let message = format_args!("found {}; expected one of {}", Found(event), list(&names));
            let near = checker.nearest(event.text(), &names);
            let finding = checker.error(code, "H-6", &path.index(index), At::Value(event), message);
            if let Some(near) = near {
                finding.help_with(format_args!("did you mean `{near}`?"));
            }
            continue;
        };
        if !family.is(needed) {
            let message = format_args!(
                "the event `{name}` belongs to the family `{needed}`, but `hookEvents` is not `{needed}`"
            );
            checker
                .error(
                    Code::EventFamilyMismatch,
                    "H-6",
                    path,
                    At::Value(event),
                    message,
                )
                .help("events of one family only, and `hookEvents` names it");
        }
    }
}

/// What is triggered first (H-7).
#[inline(never)]
fn trigger_precedence<'d>(checker: &mut Checker<'d>, path: &Path<'_>, runtime: &Members<'_, 'd>) {
    let Some(list_value) = runtime
        .get("triggerPrecedence")
        .filter(|value| value.is_array())
    else {
        return;
    };
    let mut seen = [None; TRIGGERS.len()];
    let mut count = 0;
    for (index, entry) in list_value.items().enumerate() {
        count += 1;
        let place = TRIGGERS.iter().position(|known| entry.text().is(known));
        let known = place.and_then(|place| Some((TRIGGERS.get(place)?, seen.get_mut(place)?)));
        let Some((trigger, first)) = known else {
            checker.shape(&path.index(index), entry, &Shape::OneOf(TRIGGERS), "H-7");
            continue;
        };
        if let Some(before) = *first {
            let message = format_args!("`{trigger}` stands in the list twice");
            checker
                .error(Code::DuplicateEntry, "H-7", path, At::Value(entry), message)
                .help("remove one of the two")
                .related(before, "it stands here first");
        } else {
            *first = Some(entry);
        }
    }
    if count == 0 {
        let message = format_args!(
            "the list is empty; expected {}, each at most once",
            list(TRIGGERS)
        );
        checker.error(Code::EmptyList, "H-7", path, At::Value(list_value), message);
    }
}

/// How the host is driven (H-8).
#[inline(never)]
fn host_integration<'d>(checker: &mut Checker<'d>, path: &Path<'_>, integration: Value<'d>) {
    let mut slots = [0; SMALL];
    let members = Members::of(integration, &HOST_INTEGRATION_TABLE, &mut slots);
    reserved_member(checker, path, &members, "H-8");
    checker.fields(path, &members);
    unknown_members(checker, path, &members);
    if let Some(dispatch) = members.get("dispatch").filter(|value| value.is_object()) {
        let path = path.name("dispatch");
        let mut slots = [0; SMALL];
        let members = Members::of(dispatch, &DISPATCH_TABLE, &mut slots);
        reserved_member(checker, &path, &members, "H-8");
        checker.fields(&path, &members);
        unknown_members(checker, &path, &members);
    }
}

/// Own members with a name that JavaScript gives a meaning of its own.
#[inline(never)]
fn reserved_member<'d>(
    checker: &mut Checker<'d>,
    path: &Path<'_>,
    object: &Members<'_, 'd>,
    rule: &'static str,
) {
    if !object.has_strangers() {
        return;
    }
    for (name, value) in object.object().entries() {
        if is_reserved(name) {
            let message = format_args!("{} cannot be the name of a member here", quote(name));
            checker.error(Code::ReservedName, rule, path, At::Key(value), message);
        }
    }
}

/// Whether a name is one of the known behaviours, which stand in order.
pub(super) fn is_known_behavior(name: Str<'_>) -> bool {
    let content = name.wtf8();
    HOST_BEHAVIORS
        .binary_search_by(|known| known.as_bytes().cmp(&content))
        .is_ok()
}

/// Host behaviours that are not known any more, or not yet (H-10, W-6, W-7); for any role.
#[inline(never)]
pub(super) fn host_behaviors<'d>(checker: &mut Checker<'d>, runtime: Value<'d>) {
    let Some(behaviors) = runtime
        .get("hostBehaviors")
        .filter(|value| value.is_object())
    else {
        return;
    };
    let path = Path::ROOT;
    let path = path.name("runtime");
    let path = path.name("hostBehaviors");
    for (name, value) in behaviors.entries() {
        if name.is(REMOVED_HOST_BEHAVIOR) {
            let message = format_args!("`{REMOVED_HOST_BEHAVIOR}` no longer contributes a lane");
            checker
                .warning(
                    Code::RemovedHostBehavior,
                    "W-6",
                    &path.name(REMOVED_HOST_BEHAVIOR),
                    At::Key(value),
                    message,
                )
                .help("describe the lane in a `reviewer` body");
        } else if !is_known_behavior(name) && !is_reserved(name) {
            let message = format_args!("nothing reads the host behaviour {}", quote(name));
            let help = checker.nearest(name, HOST_BEHAVIORS).map_or_else(
                || "remove it".to_string(),
                |near| format!("did you mean `{near}`?"),
            );
            checker
                .warning(
                    Code::UnknownHostBehavior,
                    "W-7",
                    &path.bare(name),
                    At::Key(value),
                    message,
                )
                .help(&help);
        }
    }
}
