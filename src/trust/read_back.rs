//! Reading a disclosure object back, whatever somebody made of it (T-65).

use alloc::vec::Vec;

use super::disclose::{Reads, command_module, containers, hook, list, text};
use super::disclosure::{Disclosure, InstructionSurface, IntegrityStatus, McpServer, ReviewerLane};
use super::members::{Elements, Keep, Strings};
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

fn mcp_server(entry: Value<'_>) -> Result<McpServer<'_>, Threw> {
    let read = Reads::of(Some(entry));
    let raw_args = arguments(&read, "argv");
    let server = McpServer {
        name: read.text("name"),
        transport: read.text("transport"),
        command: read.text("command"),
        argv: Strings::of(raw_args),
        raw_args,
        url: read.text("url"),
        headers: read.members("headers", Keep::Strings),
        env: read.members("env", Keep::Strings),
        raw_config: read.members("rawConfig", Keep::Config),
        cwd: read.text("cwd"),
    };
    read.done(server)
}

fn reviewer_lane(entry: Value<'_>) -> Result<ReviewerLane<'_>, Threw> {
    let read = Reads::of(Some(entry));
    let raw_args = arguments(&read, "args");
    let mut lane = ReviewerLane {
        slug: read.text("slug"),
        transport: read.text("transport"),
        binary: read.text("binary"),
        args: Strings::of(raw_args),
        raw_args,
        host_config_key: read.text("hostConfigKey"),
        resolved_host: read.text("resolvedHost"),
        is_local_destination: false,
        prompt_channel: read.text("promptChannel"),
        handler: read.text("handler"),
        env: read.members("env", Keep::Strings),
        default_host: read.text("defaultHost"),
        residual_invoke: read.members("residualInvoke", Keep::Invoke),
        residual_lane: read.members("residualLane", Keep::Lane),
        probe_binary: read.text("probeBinary"),
        probe_kind: read.text("probeKind"),
        egress_payload_classes: ReviewerLane::PAYLOAD,
    };
    read.done(())?;
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
fn arguments<'d>(read: &Reads<'d>, strings: &str) -> Elements<'d> {
    let raw = read.elements("rawArgs");
    if raw.array().is_some() {
        raw
    } else {
        read.elements(strings)
    }
}

fn instruction_surface(entry: Value<'_>) -> Result<InstructionSurface<'_>, Threw> {
    let read = Reads::of(Some(entry));
    let surface = InstructionSurface {
        kind: read.text("kind"),
        name: read.text("name"),
    };
    read.done(surface)
}
