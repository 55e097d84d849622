//! Reading a disclosure object back, whatever somebody made of it (T-65).

use alloc::vec::Vec;

use super::disclose::{containers, list, text};
use super::disclosure::{
    CommandModule, Disclosure, Hook, InstructionSurface, IntegrityStatus, McpServer, ReviewerLane,
};
use super::members::{Elements, Keep, Members, Strings};
use crate::destination::{UNRESOLVED, is_local};
use crate::json::{Str, Threw, Value};

impl<'d> Disclosure<'d> {
    /// Reads a disclosure object back. Lists that are absent or unreadable are empty, and what follows from other
    /// members (whether something runs, whether a host is local) is worked out anew instead of believed.
    #[must_use]
    pub fn from_value(value: Value<'d>) -> Self {
        let mut disclosure = Self {
            hooks: each(value, "hooks", hook),
            command_modules: each(value, "commandModules", command_module),
            mcp_servers: each(value, "mcpServers", mcp_server),
            reviewer_lanes: each(value, "reviewerLanes", reviewer_lane),
            instruction_surfaces: each(value, "instructionSurfaces", instruction_surface),
            has_executable: false,
            missing_artifacts: list(value, "missingArtifacts")
                .unwrap_or_default()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect(),
            integrity_status: text(value, "integrityStatus")
                .ok()
                .and_then(IntegrityStatus::from_name),
        };
        let claimed = value.get("hasExecutable").and_then(Value::as_bool);
        disclosure.has_executable = disclosure.lists_executable() || claimed == Some(true);
        disclosure
    }
}

fn each<'d, T>(
    value: Value<'d>,
    name: &str,
    entry: impl Fn(Value<'d>) -> Result<T, Threw>,
) -> Vec<T> {
    list(value, name)
        .and_then(|items| containers(items, |item| entry(item).map(Some)))
        .unwrap_or_default()
}

fn hook(entry: Value<'_>) -> Result<Hook<'_>, Threw> {
    Ok(Hook {
        event: text(entry, "event")?,
        script: text(entry, "script")?,
    })
}

fn command_module(entry: Value<'_>) -> Result<CommandModule<'_>, Threw> {
    Ok(CommandModule {
        family: text(entry, "family")?,
        module: text(entry, "module")?,
        router: text(entry, "router")?,
    })
}

fn mcp_server(entry: Value<'_>) -> Result<McpServer<'_>, Threw> {
    let (argv, raw_args) = arguments(entry, "argv")?;
    Ok(McpServer {
        name: text(entry, "name")?,
        transport: text(entry, "transport")?,
        command: text(entry, "command")?,
        argv,
        raw_args,
        url: text(entry, "url")?,
        headers: Members::new(entry.read("headers")?, Keep::Strings)?,
        env: Members::new(entry.read("env")?, Keep::Strings)?,
        raw_config: Members::new(entry.read("rawConfig")?, Keep::Config)?,
        cwd: text(entry, "cwd")?,
    })
}

fn reviewer_lane(entry: Value<'_>) -> Result<ReviewerLane<'_>, Threw> {
    let (args, raw_args) = arguments(entry, "args")?;
    let mut lane = ReviewerLane {
        slug: text(entry, "slug")?,
        transport: text(entry, "transport")?,
        binary: text(entry, "binary")?,
        args,
        raw_args,
        host_config_key: text(entry, "hostConfigKey")?,
        resolved_host: text(entry, "resolvedHost")?,
        is_local_destination: false,
        prompt_channel: text(entry, "promptChannel")?,
        handler: text(entry, "handler")?,
        env: Members::new(entry.read("env")?, Keep::Strings)?,
        default_host: text(entry, "defaultHost")?,
        residual_invoke: Members::new(entry.read("residualInvoke")?, Keep::Invoke)?,
        residual_lane: Members::new(entry.read("residualLane")?, Keep::Lane)?,
        probe_binary: text(entry, "probeBinary")?,
        probe_kind: text(entry, "probeKind")?,
        egress_payload_classes: ReviewerLane::PAYLOAD,
    };
    if !lane.is_http_shaped() {
        lane.resolved_host = Str::EMPTY;
    } else if lane.resolved_host.trimmed().is_empty() || lane.resolved_host.is(UNRESOLVED) {
        lane.resolved_host = Str::of(UNRESOLVED);
    } else {
        lane.is_local_destination = is_local(&lane.resolved_host.to_lossy());
    }
    Ok(lane)
}

/// The arguments: all of them if they are there, else those that are strings.
fn arguments<'d>(entry: Value<'d>, strings: &str) -> Result<(Strings<'d>, Elements<'d>), Threw> {
    let raw = Elements::new(entry.read("rawArgs")?)?;
    let all = if raw.array().is_some() {
        raw
    } else {
        Elements::new(entry.read(strings)?)?
    };
    Ok((Strings::of(all), all))
}

fn instruction_surface(entry: Value<'_>) -> Result<InstructionSurface<'_>, Threw> {
    Ok(InstructionSurface {
        kind: text(entry, "kind")?,
        name: text(entry, "name")?,
    })
}
