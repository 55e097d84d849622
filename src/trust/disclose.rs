//! Collecting the disclosure from a manifest (T-9 … T-20, T-25).

use alloc::vec::Vec;
use core::cell::Cell;

use super::disclosure::{
    CommandModule, Disclosure, Hook, InstructionSurface, McpServer, ReviewerLane, http_shaped,
};
use super::members::{Elements, Keep, Members, Strings};
use super::staged::missing_artifacts;
use crate::destination::{UNRESOLVED, is_local};
use crate::json::{Items, Kind, Str, Threw, Value};

/// Answers the host that a configuration key names, if one is configured (T-19).
pub type Resolver<'c, 'd> = &'c dyn Fn(Str<'d>) -> Option<Str<'d>>;
/// Answers whether a file or folder of that normalised path, in WTF-8, is in the bundle (T-23).
pub type Lookup<'c> = &'c dyn Fn(&[u8]) -> bool;

/// What a disclosure may know besides the manifest.
#[derive(Clone, Copy, Default)]
pub struct Context<'c, 'd> {
    /// The configuration; asked exactly once for a lane that sends to a host, else not at all.
    pub resolver: Option<Resolver<'c, 'd>>,
    /// The bundle; without it nothing is missing.
    pub staged: Option<Lookup<'c>>,
}

/// Collects what a manifest would run or send.
///
/// Any value is answered, valid or not: what is no manifest discloses nothing, and a class in which reading threw
/// is empty (T-1, T-8, T-25).
#[must_use]
pub fn disclose<'d>(manifest: Value<'d>, context: &Context<'_, 'd>) -> Disclosure<'d> {
    let mut disclosure = Disclosure {
        hooks: class(manifest, hooks),
        command_modules: class(manifest, command_modules),
        mcp_servers: class(manifest, mcp_servers),
        reviewer_lanes: class(manifest, |read, found| reviewer_lane(read, context, found)),
        instruction_surfaces: class(manifest, instruction_surfaces),
        ..Disclosure::default()
    };
    disclosure.has_executable = disclosure.lists_executable();
    if let Some(is_there) = context.staged {
        disclosure.missing_artifacts = missing_artifacts(&disclosure, is_there);
    }
    disclosure
}

impl Disclosure<'_> {
    /// Whether one of the first four lists holds something (T-7).
    pub(super) fn lists_executable(&self) -> bool {
        !(self.hooks.is_empty()
            && self.command_modules.is_empty()
            && self.mcp_servers.is_empty()
            && self.reviewer_lanes.is_empty())
    }
}

/// A resolver over a map of hosts: own keys only.
pub fn configured_host<'d>(hosts: Value<'d>) -> impl Fn(Str<'d>) -> Option<Str<'d>> {
    move |key| {
        hosts
            .entries()
            .find(|(name, _)| *name == key)
            .and_then(|(_, host)| host.as_str())
    }
}

/// Reads members of one value after another; whether one of them threw is asked once, behind the last (T-25).
#[derive(Clone, Copy)]
pub(super) struct Reads<'t, 'd> {
    owner: Option<Value<'d>>,
    threw: &'t Cell<bool>,
}

impl<'t, 'd> Reads<'t, 'd> {
    /// Members of another owner, which may be absent.
    pub(super) fn on(self, owner: Option<Value<'d>>) -> Self {
        Self { owner, ..self }
    }

    /// `owner.name`.
    #[inline(never)]
    pub(super) fn value(self, name: &str) -> Option<Value<'d>> {
        let found = self.owner?.get(name)?;
        if found.kind() == Kind::Thrown {
            self.threw.set(true);
            return None;
        }
        Some(found)
    }

    /// `S(owner.name)` (T-4).
    #[inline(never)]
    pub(super) fn text(self, name: &str) -> Str<'d> {
        self.value(name).map_or(Str::EMPTY, Value::text)
    }

    /// `owner.name` if that is an object.
    pub(super) fn object(self, name: &str) -> Option<Value<'d>> {
        self.value(name).filter(|value| value.is_object())
    }

    /// The list `owner.name`.
    #[inline(never)]
    pub(super) fn elements(self, name: &str) -> Elements<'d> {
        Elements::new(self.value(name)).unwrap_or_else(|Threw| {
            self.threw.set(true);
            Elements::default()
        })
    }

    /// Members of the map `owner.name`.
    #[inline(never)]
    pub(super) fn members(self, name: &str, keep: Keep) -> Members<'d> {
        self.filtered(self.value(name), keep)
    }

    /// Members of the owner itself.
    fn all_members(self, keep: Keep) -> Members<'d> {
        self.filtered(self.owner, keep)
    }

    #[inline(never)]
    fn filtered(self, source: Option<Value<'d>>, keep: Keep) -> Members<'d> {
        Members::new(source, keep).unwrap_or_else(|Threw| {
            self.threw.set(true);
            Members::none(keep)
        })
    }

    /// The elements of `owner.name` if that is an array, up to one that threw.
    #[inline(never)]
    pub(super) fn items(self, name: &str) -> ReadItems<'t, 'd> {
        let array = self.value(name).filter(|value| value.is_array());
        if array.is_some_and(Value::is_unreadable) {
            self.threw.set(true);
        }
        ReadItems {
            items: array.map(Value::items),
            threw: self.threw,
        }
    }

    /// Those of them that are containers.
    pub(super) fn containers(self, name: &str) -> impl Iterator<Item = Self> {
        let mut items = self.items(name);
        core::iter::from_fn(move || items.container().map(|item| self.on(Some(item))))
    }
}

/// Iterates over the elements of a list.
pub(super) struct ReadItems<'t, 'd> {
    items: Option<Items<'d>>,
    threw: &'t Cell<bool>,
}

impl<'d> ReadItems<'_, 'd> {
    #[inline(never)]
    fn container(&mut self) -> Option<Value<'d>> {
        self.find(|item| item.is_container())
    }
}

impl<'d> Iterator for ReadItems<'_, 'd> {
    type Item = Value<'d>;

    #[inline(never)]
    fn next(&mut self) -> Option<Value<'d>> {
        if self.threw.get() {
            return None;
        }
        let item = self.items.as_mut()?.next()?;
        if item.kind() == Kind::Thrown {
            self.threw.set(true);
            return None;
        }
        Some(item)
    }
}

/// What reading a class finds: nothing if something threw on the way (T-25).
pub(super) fn class<'d, T>(
    owner: Value<'d>,
    collect: impl FnOnce(Reads<'_, 'd>, &mut Vec<T>),
) -> Vec<T> {
    let threw = Cell::new(false);
    let mut found = Vec::new();
    let read = Reads {
        owner: Some(owner),
        threw: &threw,
    };
    collect(read, &mut found);
    if threw.get() { Vec::new() } else { found }
}

fn hooks<'d>(manifest: Reads<'_, 'd>, found: &mut Vec<Hook<'d>>) {
    for entry in manifest.containers("hooks") {
        let hook = hook(entry);
        if !hook.script.is_empty() {
            found.push(hook);
        }
    }
}

pub(super) fn hook<'d>(entry: Reads<'_, 'd>) -> Hook<'d> {
    Hook {
        event: entry.text("event"),
        script: entry.text("script"),
    }
}

fn command_modules<'d>(manifest: Reads<'_, 'd>, found: &mut Vec<CommandModule<'d>>) {
    for entry in manifest.containers("commands") {
        let module = command_module(entry);
        if !module.module.is_empty() {
            found.push(module);
        }
    }
}

pub(super) fn command_module<'d>(entry: Reads<'_, 'd>) -> CommandModule<'d> {
    CommandModule {
        family: entry.text("family"),
        module: entry.text("module"),
        router: entry.text("router"),
    }
}

fn mcp_servers<'d>(manifest: Reads<'_, 'd>, found: &mut Vec<McpServer<'d>>) {
    let Some(servers) = manifest.value("mcpServers") else {
        return;
    };
    if servers.is_array() {
        for entry in manifest.containers("mcpServers") {
            let name = entry.text("name");
            if name.is_empty() {
                continue;
            }
            let own = entry
                .value("config")
                .filter(|config| !matches!(config.kind(), Kind::Null | Kind::Undefined));
            found.push(mcp_server(
                name,
                own.map_or(entry, |own| entry.on(Some(own))),
            ));
        }
        return;
    }
    if servers.is_unreadable() {
        manifest.threw.set(true);
    }
    for (name, config) in servers.entries() {
        if config.kind() == Kind::Thrown {
            manifest.threw.set(true);
        }
        if manifest.threw.get() {
            return;
        }
        if !name.is_empty() {
            found.push(mcp_server(name, manifest.on(Some(config))));
        }
    }
}

fn mcp_server<'d>(name: Str<'d>, config: Reads<'_, 'd>) -> McpServer<'d> {
    let kind = config.text("type");
    let raw_args = config.elements("args");
    McpServer {
        name,
        transport: if kind.is_empty() {
            config.text("transport")
        } else {
            kind
        },
        command: config.text("command"),
        argv: Strings::of(raw_args),
        raw_args,
        url: config.text("url"),
        headers: config.members("headers", Keep::Strings),
        env: config.members("env", Keep::Strings),
        raw_config: config.all_members(Keep::Config),
        cwd: config.text("cwd"),
    }
}

fn reviewer_lane<'d>(
    manifest: Reads<'_, 'd>,
    context: &Context<'_, 'd>,
    found: &mut Vec<ReviewerLane<'d>>,
) {
    let Some(reviewer) = manifest.object("reviewer") else {
        return;
    };
    let reviewer = manifest.on(Some(reviewer));
    let invoke = manifest.on(reviewer.object("invoke"));
    let probe = manifest.on(reviewer.object("probe"));
    let raw_args = invoke.elements("args");
    let mut lane = ReviewerLane {
        slug: reviewer.text("slug"),
        transport: reviewer.text("transport"),
        binary: invoke.text("binary"),
        args: Strings::of(raw_args),
        raw_args,
        host_config_key: invoke.text("hostConfigKey"),
        resolved_host: Str::EMPTY,
        is_local_destination: false,
        prompt_channel: invoke.text("promptChannel"),
        handler: reviewer.text("handler"),
        env: invoke.members("env", Keep::Strings),
        default_host: invoke.text("defaultHost"),
        residual_invoke: invoke.all_members(Keep::Invoke),
        residual_lane: reviewer.all_members(Keep::Lane),
        probe_binary: probe.text("binary"),
        probe_kind: probe.text("kind"),
        egress_payload_classes: ReviewerLane::PAYLOAD,
    };
    // A resolver is asked only for a lane that will be disclosed.
    if manifest.threw.get() || !declares_something(&lane) {
        return;
    }
    if http_shaped(lane.transport, lane.binary, lane.host_config_key) {
        let answer = context
            .resolver
            .and_then(|resolve| resolve(lane.host_config_key))
            // A blank answer is none (TB-18).
            .filter(|host| !host.trimmed().is_empty());
        lane.resolved_host = answer.unwrap_or(Str::of(UNRESOLVED));
        lane.is_local_destination = answer.is_some_and(|host| is_local(&host.to_lossy()));
    }
    found.push(lane);
}

/// Whether a lane is worth disclosing (T-17).
fn declares_something(lane: &ReviewerLane<'_>) -> bool {
    let texts = [
        lane.slug,
        lane.transport,
        lane.handler,
        lane.binary,
        lane.host_config_key,
        lane.prompt_channel,
        lane.default_host,
        lane.probe_binary,
    ];
    texts.iter().any(|text| !text.is_empty()) || !lane.raw_args.is_empty() || !lane.env.is_empty()
}

fn instruction_surfaces<'d>(manifest: Reads<'_, 'd>, found: &mut Vec<InstructionSurface<'d>>) {
    for item in manifest.items("skills") {
        if let Some(name) = item.as_str()
            && !name.trimmed().is_empty()
        {
            let kind = Str::of("skill");
            found.push(InstructionSurface { kind, name });
        }
    }
}
