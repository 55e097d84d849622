//! Reading a disclosure object back, whatever somebody made of it (T-65).

use alloc::vec::Vec;

use super::disclose::{Reads, class, command_module, hook};
use super::disclosure::{Disclosure, InstructionSurface, IntegrityStatus, McpServer, ReviewerLane};
use super::members::{Elements, Keep, Strings};
use crate::destination::{UNRESOLVED, is_local};
use crate::json::{Str, Value};

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
            missing_artifacts: value
                .get("missingArtifacts")
                .filter(|list| list.is_array() && !list.is_unreadable())
                .into_iter()
                .flat_map(Value::items)
                .filter_map(Value::as_str)
                .collect(),
            integrity_status: value
                .get("integrityStatus")
                .and_then(|status| IntegrityStatus::from_name(status.text())),
        };
        let claimed = value.get("hasExecutable").and_then(Value::as_bool);
        disclosure.has_executable = disclosure.lists_executable() || claimed == Some(true);
        disclosure
    }
}

fn each<'d, T>(value: Value<'d>, name: &str, entry: fn(Reads<'_, 'd>) -> T) -> Vec<T> {
    class(value, |read, found| {
        found.extend(read.containers(name).map(entry));
    })
}

fn mcp_server<'d>(entry: Reads<'_, 'd>) -> McpServer<'d> {
    let raw_args = arguments(entry, "argv");
    McpServer {
        name: entry.text("name"),
        transport: entry.text("transport"),
        command: entry.text("command"),
        argv: Strings::of(raw_args),
        raw_args,
        url: entry.text("url"),
        headers: entry.members("headers", Keep::Strings),
        env: entry.members("env", Keep::Strings),
        raw_config: entry.members("rawConfig", Keep::Config),
        cwd: entry.text("cwd"),
    }
}

fn reviewer_lane<'d>(entry: Reads<'_, 'd>) -> ReviewerLane<'d> {
    let raw_args = arguments(entry, "args");
    let mut lane = ReviewerLane {
        slug: entry.text("slug"),
        transport: entry.text("transport"),
        binary: entry.text("binary"),
        args: Strings::of(raw_args),
        raw_args,
        host_config_key: entry.text("hostConfigKey"),
        resolved_host: entry.text("resolvedHost"),
        is_local_destination: false,
        prompt_channel: entry.text("promptChannel"),
        handler: entry.text("handler"),
        env: entry.members("env", Keep::Strings),
        default_host: entry.text("defaultHost"),
        residual_invoke: entry.members("residualInvoke", Keep::Invoke),
        residual_lane: entry.members("residualLane", Keep::Lane),
        probe_binary: entry.text("probeBinary"),
        probe_kind: entry.text("probeKind"),
        egress_payload_classes: ReviewerLane::PAYLOAD,
    };
    if !lane.is_http_shaped() {
        lane.resolved_host = Str::EMPTY;
    } else if lane.resolved_host.trimmed().is_empty() || lane.resolved_host.is(UNRESOLVED) {
        lane.resolved_host = Str::of(UNRESOLVED);
    } else {
        lane.is_local_destination = is_local(&lane.resolved_host.to_lossy());
    }
    lane
}

/// The arguments: all of them if they are there, else those that are strings.
fn arguments<'d>(entry: Reads<'_, 'd>, strings: &str) -> Elements<'d> {
    let raw = entry.elements("rawArgs");
    if raw.array().is_some() {
        raw
    } else {
        entry.elements(strings)
    }
}

fn instruction_surface<'d>(entry: Reads<'_, 'd>) -> InstructionSurface<'d> {
    InstructionSurface {
        kind: entry.text("kind"),
        name: entry.text("name"),
    }
}
