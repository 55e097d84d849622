//! How each class of surfaces is recognised and compared.

use alloc::format;
use alloc::string::String;

use super::found::Found;
use super::pairing::Entry;
use super::{Full, Surface};
use crate::json::Str;
use crate::trust::disclosure::{CommandModule, Hook, McpServer, ReviewerLane};
use crate::trust::prompt::{render_value, word};

impl<'d> Entry<'d> for Hook<'d> {
    const SURFACE: Surface = Surface::Hook;

    fn marks(self) -> [Str<'d>; 2] {
        [self.script, self.event]
    }

    fn id(self) -> String {
        format!("{} {}", word(self.event), word(self.script))
    }

    fn place(self) -> String {
        String::from("hooks")
    }

    fn full(self) -> Full<'d> {
        Full::Hook(self)
    }

    fn differences(self, newer: Self, found: &mut Found<'d>) {
        found.text("hooks.event", self.event, newer.event);
        found.text("hooks.script", self.script, newer.script);
    }
}

impl<'d> Entry<'d> for CommandModule<'d> {
    const SURFACE: Surface = Surface::CommandModule;

    fn marks(self) -> [Str<'d>; 2] {
        [self.module, self.family]
    }

    fn id(self) -> String {
        format!("{} {}", word(self.family), word(self.module))
    }

    fn place(self) -> String {
        String::from("commands")
    }

    fn full(self) -> Full<'d> {
        Full::CommandModule(self)
    }

    fn differences(self, newer: Self, found: &mut Found<'d>) {
        found.text("commands.family", self.family, newer.family);
        found.text("commands.module", self.module, newer.module);
        found.text("commands.router", self.router, newer.router);
    }
}

impl<'d> Entry<'d> for McpServer<'d> {
    const SURFACE: Surface = Surface::McpServer;

    fn marks(self) -> [Str<'d>; 2] {
        [self.name, self.name]
    }

    fn id(self) -> String {
        word(self.name)
    }

    fn place(self) -> String {
        format!("mcpServers.{}", render_value(self.name))
    }

    fn full(self) -> Full<'d> {
        Full::McpServer(self)
    }

    fn differences(self, newer: Self, found: &mut Found<'d>) {
        let place = self.place();
        let keys = found.map(&place, self.raw_config, newer.raw_config);
        // What a live object inherits is bound by name and stands in no map of own members (T-24).
        let unsaid = |names: &[&str]| !names.iter().any(|name| keys.iter().any(|key| key.is(name)));
        if unsaid(&["type", "transport"]) {
            found.text(
                &format!("{place}.transport"),
                self.transport,
                newer.transport,
            );
        }
        for (name, old, new) in [
            ("command", self.command, newer.command),
            ("url", self.url, newer.url),
            ("cwd", self.cwd, newer.cwd),
        ] {
            if unsaid(&[name]) {
                found.text(&format!("{place}.{name}"), old, new);
            }
        }
        if unsaid(&["args"]) {
            found.list(&format!("{place}.args"), self.raw_args, newer.raw_args);
        }
        for (name, old, new) in [
            ("headers", self.headers, newer.headers),
            ("env", self.env, newer.env),
        ] {
            if unsaid(&[name]) {
                found.map(&format!("{place}.{name}"), old, new);
            }
        }
    }
}

impl<'d> Entry<'d> for ReviewerLane<'d> {
    const SURFACE: Surface = Surface::ReviewerLane;

    fn marks(self) -> [Str<'d>; 2] {
        // A manifest has one lane at most, so that another slug is a change of that lane.
        [self.slug, Str::EMPTY]
    }

    fn id(self) -> String {
        word(self.slug)
    }

    fn place(self) -> String {
        String::from("reviewer")
    }

    fn full(self) -> Full<'d> {
        Full::ReviewerLane(self)
    }

    fn differences(self, newer: Self, found: &mut Found<'d>) {
        found.text("reviewer.slug", self.slug, newer.slug);
        found.text("reviewer.transport", self.transport, newer.transport);
        found.text("reviewer.handler", self.handler, newer.handler);
        found.text("reviewer.invoke.binary", self.binary, newer.binary);
        found.list("reviewer.invoke.args", self.raw_args, newer.raw_args);
        found.text(
            "reviewer.invoke.hostConfigKey",
            self.host_config_key,
            newer.host_config_key,
        );
        found.text(
            "reviewer.invoke.promptChannel",
            self.prompt_channel,
            newer.prompt_channel,
        );
        let keys = found.map(
            "reviewer.invoke",
            self.residual_invoke,
            newer.residual_invoke,
        );
        let unsaid = |name: &str| !keys.iter().any(|key| key.is(name));
        if unsaid("env") {
            found.map("reviewer.invoke.env", self.env, newer.env);
        }
        if unsaid("defaultHost") {
            found.text(
                "reviewer.invoke.defaultHost",
                self.default_host,
                newer.default_host,
            );
        }
        found.map("reviewer", self.residual_lane, newer.residual_lane);
    }
}
