//! How a lane is called (R-3a, R-30…R-55).

use alloc::string::ToString;

use super::checker::{At, Checker, Path};
use super::members::Members;
use super::message::{Found, list, quote};
use super::reviewer::Lane;
use crate::diagnostic::Code;
use crate::json::Value;
use crate::vocabulary::grammar::ENV_NAME;
use crate::vocabulary::reviewer::{
    DENIED_ENV, FILE_ARG, HTTP_FIELDS, HTTP_SET, OPENAI_HTTP, OUTPUT_CHANNELS, SPAWN, SPAWN_FIELDS,
    SPAWN_SET, TRANSPORTS,
};
use crate::vocabulary::shape::Shape;

/// Checks an `invoke` that is an object; `lane` is what it belongs to.
#[inline(never)]
pub(super) fn check<'d>(
    checker: &mut Checker<'d>,
    path: &Path<'_>,
    lane: &Lane<'_, 'd>,
    invoke: &Members<'_, 'd>,
) {
    let member = |set: &[&'static str]| set.iter().find_map(|name| invoke.get(name));
    if let (Some(spawn), Some(http)) = (member(SPAWN_SET), member(HTTP_SET)) {
        let name = |value: Value<'_>| {
            value
                .key_before()
                .map(Value::content)
                .map(quote)
                .unwrap_or_default()
        };
        let message = format_args!(
            "`invoke` mixes the two transports: {} starts a program, {} asks a server",
            name(spawn),
            name(http)
        );
        checker
            .error(
                Code::MixedTransports,
                "R-3a",
                path,
                At::Value(invoke.object()),
                message,
            )
            .help("keep the members of one transport")
            .related(spawn, "a member of transport `spawn`")
            .related(http, "a member of transport `openai-http`");
    }
    let transport = lane.transport;
    let known = transport.is(SPAWN) || transport.is(OPENAI_HTTP);
    let meant = checker.nearest(transport, TRANSPORTS).filter(|_| !known);
    if let Some(meant) = meant {
        // A slip in the transport hides nothing; the peer is silent, so that it is advice.
        checker.guess(|checker| of_transport(checker, path, meant, invoke));
    } else if transport.is(SPAWN) {
        of_transport(checker, path, SPAWN, invoke);
    } else if transport.is(OPENAI_HTTP) {
        of_transport(checker, path, OPENAI_HTTP, invoke);
    }
}

/// What a transport asks for, and what does not go with it.
fn of_transport<'d>(
    checker: &mut Checker<'d>,
    path: &Path<'_>,
    transport: &str,
    invoke: &Members<'_, 'd>,
) {
    if transport == SPAWN {
        checker.named_fields(path, invoke, SPAWN_FIELDS);
        output_arg(checker, path, invoke);
        if let Some(env) = invoke.get("env").filter(|value| value.is_object()) {
            environment(checker, &path.name("env"), env);
        }
        foreign(checker, path, invoke, (SPAWN, "R-37"), HTTP_SET);
    } else {
        checker.named_fields(path, invoke, HTTP_FIELDS);
        foreign(checker, path, invoke, (OPENAI_HTTP, "R-55"), SPAWN_SET);
    }
}

/// Members of the other transport, each at its own place.
#[inline(never)]
fn foreign<'d>(
    checker: &mut Checker<'d>,
    path: &Path<'_>,
    invoke: &Members<'_, 'd>,
    (transport, rule): (&str, &'static str),
    set: &[&'static str],
) {
    for name in set {
        if let Some(value) = invoke.get(name) {
            let message = format_args!("`{name}` does not go with transport `{transport}`");
            checker
                .error(
                    Code::WrongTransport,
                    rule,
                    &path.name(name),
                    At::Key(value),
                    message,
                )
                .help_with(format_args!("remove `{name}`, or change `transport`"));
        }
    }
}

/// `outputArg` belongs to the output channel `file-arg` and to no other.
#[inline(never)]
fn output_arg<'d>(checker: &mut Checker<'d>, path: &Path<'_>, invoke: &Members<'_, 'd>) {
    let channel = invoke
        .get("outputChannel")
        .map(Value::text)
        .unwrap_or_default();
    if !OUTPUT_CHANNELS.iter().any(|known| channel.is(known)) {
        return;
    }
    let path = &path.name("outputArg");
    match invoke.get("outputArg") {
        Some(value) if channel.is(FILE_ARG) => checker.shape(path, value, &Shape::Text, "R-33"),
        Some(value) => {
            let message = format_args!("`outputArg` is of no use with `outputChannel: stdout`");
            checker
                .error(Code::OutputArgUnused, "R-33", path, At::Key(value), message)
                .help("remove it, or set `outputChannel` to `file-arg`");
        }
        None if channel.is(FILE_ARG) => {
            let message = format_args!(
                "`outputArg` is missing; with `outputChannel: file-arg` it is a text that is not empty"
            );
            checker
                .error(
                    Code::MissingField,
                    "R-33",
                    path,
                    At::Missing(invoke.object()),
                    message,
                )
                .missing = Some("outputArg".to_string());
        }
        None => {}
    }
}

/// The environment of a spawned lane (R-40…R-44).
#[inline(never)]
fn environment<'d>(checker: &mut Checker<'d>, path: &Path<'_>, env: Value<'d>) {
    for (name, value) in env.entries() {
        let content = name.wtf8();
        let denied = DENIED_ENV
            .iter()
            .find(|denied| content.eq_ignore_ascii_case(denied.as_bytes()));
        if let Some(denied) = denied {
            let message = format_args!(
                "a lane must not set {}: it makes another program run",
                quote(name)
            );
            checker
                .error(Code::DeniedEnv, "R-43", path, At::Key(value), message)
                .help_with(format_args!(
                    "whatever the case, a lane cannot set `{denied}`; denied are {}",
                    list(DENIED_ENV)
                ));
        } else if name.is("__proto__") {
            let message = format_args!("`__proto__` cannot be the name of an environment variable");
            checker.error(Code::ReservedName, "R-44", path, At::Key(value), message);
        } else if !(ENV_NAME.matches)(&content) {
            let message = format_args!(
                "{} is no name of an environment variable; expected {}",
                quote(name),
                ENV_NAME.words
            );
            checker.error(Code::BadEnvName, "R-41", path, At::Key(value), message);
        }
        if value.as_str().is_none() {
            let message = format_args!(
                "found {}; the value of an environment variable is a text",
                Found(value)
            );
            let finding = checker.error(
                Code::WrongType,
                "R-42",
                &path.bare(name),
                At::Value(value),
                message,
            );
            if value.as_f64().is_some() || value.as_bool().is_some() {
                finding.help("put it in double quotes");
            }
        }
    }
}
