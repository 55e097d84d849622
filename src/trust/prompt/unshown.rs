//! Names of members that consent binds although no line of the prompt shows their values (TB-4).

use alloc::string::String;
use alloc::vec::Vec;

use super::command::word;
use super::probe::Probe;
use crate::json::{Str, Value};
use crate::trust::disclosure::{McpServer, ReviewerLane};
use crate::vocabulary::RESERVED_NAMES;

/// Collects names, each escaped and bounded.
struct Names(Vec<String>);

impl Names {
    fn add(&mut self, prefix: &str, name: Str<'_>) {
        self.0.push(String::from(prefix) + &word(name));
    }

    /// A map of which only the string members are shown.
    fn map(&mut self, prefix: &str, name: Str<'_>, value: Value<'_>) {
        if !value.is_object() {
            return self.add(prefix, name);
        }
        let prefix = String::from(prefix) + &word(name) + ".";
        for (key, member) in value.entries() {
            if member.as_str().is_none() || key.is_any(RESERVED_NAMES) {
                self.add(&prefix, key);
            }
        }
    }
}

/// Bound and unshown members of a server.
pub(super) fn of_server(server: &McpServer<'_>) -> Vec<String> {
    let mut names = Names(Vec::new());
    for (key, value) in server.raw_config.iter() {
        let text = value.as_str();
        if key.is_any(&["env", "headers"]) {
            names.map("", key, value);
            continue;
        }
        let shown = if key.is_any(&["type", "transport"]) {
            text.is_some_and(|text| text.is_empty() || text == server.transport)
        } else if key.is_any(&["command", "url", "cwd"]) {
            text.is_some()
        } else if key.is_any(&["args"]) {
            value.is_array()
        } else {
            key.is_any(&["name"]) && text == Some(server.name)
        };
        if !shown {
            names.add("", key);
        }
    }
    names.0
}

/// Bound and unshown members of a lane.
pub(super) fn of_lane(lane: &ReviewerLane<'_>, probe: &Probe<'_>) -> Vec<String> {
    let mut names = Names(Vec::new());
    if !lane.prompt_channel.is_empty() {
        names.add("invoke.", Str::of("promptChannel"));
    }
    if !lane.is_http_shaped() && !lane.host_config_key.is_empty() {
        names.add("invoke.", Str::of("hostConfigKey"));
    }
    for (key, value) in lane.residual_invoke.iter() {
        if key.is_any(&["env"]) {
            names.map("invoke.", key, value);
        } else if !(key.is_any(&["defaultHost"]) && value.as_str().is_some()) {
            names.add("invoke.", key);
        }
    }
    for (key, _) in lane.residual_lane.iter() {
        match probe.body {
            Some(body) if key.is_any(&["probe"]) => {
                for (member, value) in body.entries() {
                    if !probe.shows(member, value) {
                        names.add("probe.", member);
                    }
                }
            }
            _ => names.add("", key),
        }
    }
    names.0
}
