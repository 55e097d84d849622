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
        hooks: hooks(manifest).unwrap_or_default(),
        command_modules: command_modules(manifest).unwrap_or_default(),
        mcp_servers: mcp_servers(manifest).unwrap_or_default(),
        reviewer_lanes: reviewer_lane(manifest, context)
            .unwrap_or_default()
            .into_iter()
            .collect(),
        instruction_surfaces: instruction_surfaces(manifest).unwrap_or_default(),
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
pub(super) struct Reads<'d> {
    owner: Option<Value<'d>>,
    threw: Cell<bool>,
}

impl<'d> Reads<'d> {
    /// Members of an owner that may be absent.
    pub(super) fn of(owner: Option<Value<'d>>) -> Self {
        Self {
            owner,
            threw: Cell::new(false),
        }
    }

    fn get<T: Default>(&self, found: Result<T, Threw>) -> T {
        found.unwrap_or_else(|Threw| {
            self.threw.set(true);
            T::default()
        })
    }

    /// `owner.name`.
    #[inline(never)]
    pub(super) fn value(&self, name: &str) -> Option<Value<'d>> {
        let found = self.owner?.get(name)?;
        if found.kind() == Kind::Thrown {
            self.threw.set(true);
            return None;
        }
        Some(found)
    }

    /// `S(owner.name)` (T-4).
    #[inline(never)]
    pub(super) fn text(&self, name: &str) -> Str<'d> {
        self.value(name).map_or(Str::EMPTY, Value::text)
    }

    /// `owner.name` if that is an object.
    pub(super) fn object(&self, name: &str) -> Option<Value<'d>> {
        self.value(name).filter(|value| value.is_object())
    }

    /// The list `owner.name`.
    #[inline(never)]
    pub(super) fn elements(&self, name: &str) -> Elements<'d> {
        self.get(Elements::new(self.value(name)))
    }

    /// Members of the map `owner.name`.
    #[inline(never)]
    pub(super) fn members(&self, name: &str, keep: Keep) -> Members<'d> {
        self.filtered(self.value(name), keep)
    }

    /// Members of a map.
    #[inline(never)]
    pub(super) fn filtered(&self, source: Option<Value<'d>>, keep: Keep) -> Members<'d> {
        Members::new(source, keep).unwrap_or_else(|Threw| {
            self.threw.set(true);
            Members::none(keep)
        })
    }

    /// What was made of the members, unless reading one of them threw.
    pub(super) fn done<T>(self, made: T) -> Result<T, Threw> {
        if self.threw.get() {
            Err(Threw)
        } else {
            Ok(made)
        }
    }
}

/// `S(owner.name)` (T-4).
pub(super) fn text<'d>(owner: Value<'d>, name: &str) -> Result<Str<'d>, Threw> {
    Ok(owner.read(name)?.map_or(Str::EMPTY, Value::text))
}

/// The elements of `owner.name` if that is an array.
pub(super) fn list<'d>(owner: Value<'d>, name: &str) -> Result<Option<Items<'d>>, Threw> {
    match owner.read(name)?.filter(|value| value.is_array()) {
        Some(array) if array.is_unreadable() => Err(Threw),
        found => Ok(found.map(Value::items)),
    }
}

/// The entries of a list that are containers, each turned into what `entry` makes of it.
pub(super) fn containers<'d, T>(
    items: Option<Items<'d>>,
    mut entry: impl FnMut(Value<'d>) -> Result<Option<T>, Threw>,
) -> Result<Vec<T>, Threw> {
    let mut found = Vec::new();
    for item in items.into_iter().flatten() {
        if item.kind() == Kind::Thrown {
            return Err(Threw);
        }
        if item.is_container() {
            found.extend(entry(item)?);
        }
    }
    Ok(found)
}

fn hooks(manifest: Value<'_>) -> Result<Vec<Hook<'_>>, Threw> {
    containers(list(manifest, "hooks")?, |entry| {
        let hook = hook(entry)?;
        Ok((!hook.script.is_empty()).then_some(hook))
    })
}

pub(super) fn hook(entry: Value<'_>) -> Result<Hook<'_>, Threw> {
    let read = Reads::of(Some(entry));
    let hook = Hook {
        event: read.text("event"),
        script: read.text("script"),
    };
    read.done(hook)
}

fn command_modules(manifest: Value<'_>) -> Result<Vec<CommandModule<'_>>, Threw> {
    containers(list(manifest, "commands")?, |entry| {
        let found = command_module(entry)?;
        Ok((!found.module.is_empty()).then_some(found))
    })
}

pub(super) fn command_module(entry: Value<'_>) -> Result<CommandModule<'_>, Threw> {
    let read = Reads::of(Some(entry));
    let module = CommandModule {
        family: read.text("family"),
        module: read.text("module"),
        router: read.text("router"),
    };
    read.done(module)
}

fn mcp_servers(manifest: Value<'_>) -> Result<Vec<McpServer<'_>>, Threw> {
    let Some(servers) = manifest.read("mcpServers")? else {
        return Ok(Vec::new());
    };
    if servers.is_array() {
        return containers(list(manifest, "mcpServers")?, |entry| {
            let name = text(entry, "name")?;
            if name.is_empty() {
                return Ok(None);
            }
            let own = entry
                .read("config")?
                .filter(|config| !matches!(config.kind(), Kind::Null | Kind::Undefined));
            mcp_server(name, own.unwrap_or(entry)).map(Some)
        });
    }
    if servers.is_unreadable() {
        return Err(Threw);
    }
    let mut found = Vec::new();
    for (name, config) in servers.entries() {
        if config.kind() == Kind::Thrown {
            return Err(Threw);
        }
        if !name.is_empty() {
            found.push(mcp_server(name, config)?);
        }
    }
    Ok(found)
}

fn mcp_server<'d>(name: Str<'d>, config: Value<'d>) -> Result<McpServer<'d>, Threw> {
    let read = Reads::of(Some(config));
    let kind = read.text("type");
    let raw_args = read.elements("args");
    let server = McpServer {
        name,
        transport: if kind.is_empty() {
            read.text("transport")
        } else {
            kind
        },
        command: read.text("command"),
        argv: Strings::of(raw_args),
        raw_args,
        url: read.text("url"),
        headers: read.members("headers", Keep::Strings),
        env: read.members("env", Keep::Strings),
        raw_config: read.filtered(Some(config), Keep::Config),
        cwd: read.text("cwd"),
    };
    read.done(server)
}

fn reviewer_lane<'d>(
    manifest: Value<'d>,
    context: &Context<'_, 'd>,
) -> Result<Option<ReviewerLane<'d>>, Threw> {
    let manifest = Reads::of(Some(manifest));
    let reviewer = manifest.object("reviewer");
    manifest.done(())?;
    let Some(body) = reviewer else {
        return Ok(None);
    };
    let reviewer = Reads::of(reviewer);
    let own = reviewer.object("invoke");
    let (invoke, probe) = (Reads::of(own), Reads::of(reviewer.object("probe")));
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
        residual_invoke: invoke.filtered(own, Keep::Invoke),
        residual_lane: reviewer.filtered(Some(body), Keep::Lane),
        probe_binary: probe.text("binary"),
        probe_kind: probe.text("kind"),
        egress_payload_classes: ReviewerLane::PAYLOAD,
    };
    reviewer.done(())?;
    invoke.done(())?;
    probe.done(())?;
    if !declares_something(&lane) {
        return Ok(None);
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
    Ok(Some(lane))
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

fn instruction_surfaces(manifest: Value<'_>) -> Result<Vec<InstructionSurface<'_>>, Threw> {
    let mut found = Vec::new();
    for item in list(manifest, "skills")?.into_iter().flatten() {
        if item.kind() == Kind::Thrown {
            return Err(Threw);
        }
        if let Some(name) = item.as_str()
            && !name.trimmed().is_empty()
        {
            let kind = Str::of("skill");
            found.push(InstructionSurface { kind, name });
        }
    }
    Ok(found)
}
