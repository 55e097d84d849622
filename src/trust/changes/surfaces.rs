//! How each class of surfaces is recognised and compared.

use alloc::format;
use alloc::string::String;

use super::found::Found;
use super::{Full, Surface};
use crate::json::{StableWriter, Str};
use crate::trust::disclosure::{CommandModule, Hook, McpServer, ReviewerLane};
use crate::trust::prompt::{render_value, word};
use crate::trust::signature::Signed;

/// A surface that can be recognised in another manifest.
#[derive(Clone, Copy)]
pub(super) enum Entry<'e, 'd> {
    Hook(&'e Hook<'d>),
    CommandModule(&'e CommandModule<'d>),
    McpServer(&'e McpServer<'d>),
    ReviewerLane(&'e ReviewerLane<'d>),
}

impl Signed for Entry<'_, '_> {
    fn write_line(&self, writer: &mut StableWriter<'_>) {
        match self {
            Self::Hook(it) => it.write_line(writer),
            Self::CommandModule(it) => it.write_line(writer),
            Self::McpServer(it) => it.write_line(writer),
            Self::ReviewerLane(it) => it.write_line(writer),
        }
    }
}

impl<'d> Entry<'_, 'd> {
    /// The class it belongs to.
    pub(super) fn surface(self) -> Surface {
        match self {
            Self::Hook(_) => Surface::Hook,
            Self::CommandModule(_) => Surface::CommandModule,
            Self::McpServer(_) => Surface::McpServer,
            Self::ReviewerLane(_) => Surface::ReviewerLane,
        }
    }

    /// By what it is recognised: 0 is the better mark, 1 the other one.
    pub(super) fn mark(self, which: u8) -> Str<'d> {
        match (self, which) {
            (Self::Hook(it), 0) => it.script,
            (Self::Hook(it), _) => it.event,
            (Self::CommandModule(it), 0) => it.module,
            (Self::CommandModule(it), _) => it.family,
            (Self::McpServer(it), _) => it.name,
            (Self::ReviewerLane(it), 0) => it.slug,
            // A manifest has one lane at most, so that another slug is a change of that lane.
            (Self::ReviewerLane(_), _) => Str::EMPTY,
        }
    }

    /// Which one it is, for display.
    pub(super) fn id(self) -> String {
        match self {
            Self::Hook(it) => word(it.event) + " " + &word(it.script),
            Self::CommandModule(it) => word(it.family) + " " + &word(it.module),
            Self::McpServer(it) => word(it.name),
            Self::ReviewerLane(it) => word(it.slug),
        }
    }

    /// Where it stands in a manifest.
    pub(super) fn place(self) -> String {
        match self {
            Self::Hook(_) => String::from("hooks"),
            Self::CommandModule(_) => String::from("commands"),
            Self::McpServer(it) => format!("mcpServers.{}", render_value(it.name)),
            Self::ReviewerLane(_) => String::from("reviewer"),
        }
    }

    pub(super) fn full(self) -> Full<'d> {
        match self {
            Self::Hook(it) => Full::Hook(*it),
            Self::CommandModule(it) => Full::CommandModule(*it),
            Self::McpServer(it) => Full::McpServer(*it),
            Self::ReviewerLane(it) => Full::ReviewerLane(*it),
        }
    }

    /// Where it differs from a newer one of its class.
    pub(super) fn differences(self, newer: Self, found: &mut Found<'d>) {
        match (self, newer) {
            (Self::Hook(old), Self::Hook(new)) => found.texts(
                "hooks",
                &[
                    ("event", old.event, new.event),
                    ("script", old.script, new.script),
                ],
            ),
            (Self::CommandModule(old), Self::CommandModule(new)) => found.texts(
                "commands",
                &[
                    ("family", old.family, new.family),
                    ("module", old.module, new.module),
                    ("router", old.router, new.router),
                ],
            ),
            (Self::McpServer(old), Self::McpServer(new)) => servers(&self.place(), old, new, found),
            (Self::ReviewerLane(old), Self::ReviewerLane(new)) => lanes(old, new, found),
            _ => {}
        }
    }
}

fn servers<'d>(place: &str, old: &McpServer<'d>, new: &McpServer<'d>, found: &mut Found<'d>) {
    let keys = found.map(place, old.raw_config, new.raw_config);
    // What a live object inherits is bound by name and stands in no map of own members (T-24).
    let unsaid = |names: &[&str]| !keys.iter().any(|key| key.is_any(names));
    if unsaid(&["type", "transport"]) {
        found.texts(place, &[("transport", old.transport, new.transport)]);
    }
    for text in [
        ("command", old.command, new.command),
        ("url", old.url, new.url),
        ("cwd", old.cwd, new.cwd),
    ] {
        if unsaid(&[text.0]) {
            found.texts(place, &[text]);
        }
    }
    if unsaid(&["args"]) {
        found.list(&format!("{place}.args"), old.raw_args, new.raw_args);
    }
    for (name, old, new) in [
        ("headers", old.headers, new.headers),
        ("env", old.env, new.env),
    ] {
        if unsaid(&[name]) {
            found.map(&format!("{place}.{name}"), old, new);
        }
    }
}

fn lanes<'d>(old: &ReviewerLane<'d>, new: &ReviewerLane<'d>, found: &mut Found<'d>) {
    found.texts(
        "reviewer",
        &[
            ("slug", old.slug, new.slug),
            ("transport", old.transport, new.transport),
            ("handler", old.handler, new.handler),
            ("invoke.binary", old.binary, new.binary),
        ],
    );
    found.list("reviewer.invoke.args", old.raw_args, new.raw_args);
    found.texts(
        "reviewer.invoke",
        &[
            ("hostConfigKey", old.host_config_key, new.host_config_key),
            ("promptChannel", old.prompt_channel, new.prompt_channel),
        ],
    );
    let keys = found.map("reviewer.invoke", old.residual_invoke, new.residual_invoke);
    let unsaid = |name: &str| !keys.iter().any(|key| key.is_any(&[name]));
    if unsaid("env") {
        found.map("reviewer.invoke.env", old.env, new.env);
    }
    if unsaid("defaultHost") {
        found.texts(
            "reviewer.invoke",
            &[("defaultHost", old.default_host, new.default_host)],
        );
    }
    found.map("reviewer", old.residual_lane, new.residual_lane);
}
