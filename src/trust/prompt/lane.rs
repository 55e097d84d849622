//! What the prompt says of the reviewer lane (B-12 … B-19).

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::command::{command_line, command_words, word, word_or};
use super::line::{Datum, LineKind};
use super::probe::Probe;
use super::{Prompt, names_of, plural, text, unshown};
use crate::destination::{UNRESOLVED, is_local};
use crate::json::{Str, trim_js};
use crate::trust::disclosure::ReviewerLane;
use crate::vocabulary::environment::is_execution_primitive;
use crate::vocabulary::reviewer::OPENAI_HTTP;

impl Prompt {
    pub(super) fn lanes(&mut self, lanes: &[ReviewerLane<'_>]) {
        if lanes.is_empty() {
            return;
        }
        let count = plural(lanes.len(), "reviewer lane", "reviewer lanes");
        self.heading(LineKind::Lanes, lanes.len(), format!("{count}:"));
        for lane in lanes {
            self.lane(lane);
        }
    }

    fn lane(&mut self, lane: &ReviewerLane<'_>) {
        let probe = Probe::of(lane);
        if lane.is_http_shaped() {
            self.lane_host(lane);
        } else {
            self.lane_command(lane);
        }
        if !lane.handler.is_empty() {
            let values = vec![("handler", text(lane.handler))];
            let said = format!("its answer is read by the handler {}", word(lane.handler));
            self.say(LineKind::Handler, 2, values, said);
        }
        self.probe(lane, &probe);
        if is_relative(lane.binary) {
            self.relative(lane.binary);
        }
        if probe.other_binary && is_relative(lane.probe_binary) {
            self.relative(lane.probe_binary);
        }
        self.env(LineKind::LaneEnv, lane.env);
        let primitives = names_of(lane.env, is_execution_primitive);
        if !primitives.is_empty() {
            let said = format!(
                "WARNING: these variables make other code run than the program shown: {}",
                primitives.join(", ")
            );
            let values = vec![("names", Datum::List(primitives))];
            self.say(LineKind::ExecutionPrimitives, 2, values, said);
        }
        self.steering(lane.env, |name| !is_execution_primitive(name));
        let payload = lane.egress_payload_classes.iter().copied();
        let said = format!(
            "is sent: {}",
            payload.clone().collect::<Vec<_>>().join(", ")
        );
        let values = vec![("payload", Datum::List(payload.map(String::from).collect()))];
        self.say(LineKind::Egress, 2, values, said);
        self.fields(unshown::of_lane(lane, &probe));
    }

    fn lane_host(&mut self, lane: &ReviewerLane<'_>) {
        let resolved = !lane.resolved_host.is(UNRESOLVED);
        let mut values = vec![
            ("slug", text(lane.slug)),
            ("transport", Datum::Text(String::from(OPENAI_HTTP))),
            ("hostConfigKey", text(lane.host_config_key)),
            ("resolvedHost", text(lane.resolved_host)),
            ("isLocal", Datum::Flag(lane.is_local_destination)),
        ];
        let slug = word_or(lane.slug, "no slug");
        let key = word_or(lane.host_config_key, "no key");
        let host = if resolved {
            format!(
                "{} ({}), as configured under {key}",
                word(lane.resolved_host),
                place(lane.is_local_destination)
            )
        } else {
            format!("whatever host is configured under {key}; none is known now")
        };
        let declared = if lane.transport.is(OPENAI_HTTP) || lane.transport.is_empty() {
            String::new()
        } else {
            values.push(("declaredTransport", text(lane.transport)));
            format!(" (it calls its transport {})", word(lane.transport))
        };
        let said = format!("{slug} sends by {OPENAI_HTTP} to {host}{declared}");
        self.say(LineKind::LaneHost, 1, values, said);
        if resolved {
            self.plaintext(lane.resolved_host);
        }
        self.also_command(lane.binary, lane.raw_args);
        if !lane.default_host.is_empty() {
            let local = is_local(&lane.default_host.to_lossy());
            let values = vec![
                ("defaultHost", text(lane.default_host)),
                ("isLocal", Datum::Flag(local)),
            ];
            let host = word(lane.default_host);
            let said = format!(
                "if nothing is configured it sends to {host} ({})",
                place(local)
            );
            self.say(LineKind::Fallback, 2, values, said);
            self.plaintext(lane.default_host);
        }
    }

    fn lane_command(&mut self, lane: &ReviewerLane<'_>) {
        let values = vec![
            ("slug", text(lane.slug)),
            ("transport", text(lane.transport)),
            (
                "command",
                Datum::List(command_words(lane.binary, lane.raw_args)),
            ),
        ];
        let slug = word_or(lane.slug, "no slug");
        let by = word_or(lane.transport, "no transport");
        let command = command_line(lane.binary, lane.raw_args);
        self.say(
            LineKind::LaneCommand,
            1,
            values,
            format!("{slug} runs by {by}: {command}"),
        );
        self.also_url(lane.default_host);
        self.plaintext(lane.default_host);
    }

    fn probe(&mut self, lane: &ReviewerLane<'_>, probe: &Probe<'_>) {
        let runs = |binary: Str<'_>| format!("before that it RUNS {} --help", word(binary));
        if probe.other_binary {
            let values = vec![
                ("probeBinary", text(lane.probe_binary)),
                ("probeKind", text(lane.probe_kind)),
                ("runs", Datum::Flag(probe.runs)),
            ];
            let said = if probe.runs {
                runs(lane.probe_binary)
            } else {
                format!(
                    "before that it looks whether {} is installed, starting nothing",
                    word(lane.probe_binary)
                )
            };
            self.say(LineKind::Probe, 2, values, said);
        }
        if probe.own_binary {
            let values = vec![
                ("probeBinary", text(lane.probe_binary)),
                ("runs", Datum::Flag(true)),
            ];
            self.say(LineKind::AlsoProbe, 2, values, runs(lane.probe_binary));
        }
        if let Some(key) = probe.other_host {
            let values = vec![("hostConfigKey", text(key)), ("path", text(probe.path()))];
            let path = word_or(probe.path(), "no path");
            let said = format!(
                "before that it asks for {path} at ANOTHER host, configured under {}",
                word(key)
            );
            self.say(LineKind::AlsoProbe, 2, values, said);
        }
    }

    fn relative(&mut self, program: Str<'_>) {
        let said = format!(
            "WARNING: {} is a relative path: the program would come from the project under review",
            word(program)
        );
        self.say(
            LineKind::Relative,
            2,
            vec![("program", text(program))],
            said,
        );
    }
}

fn place(is_local: bool) -> &'static str {
    if is_local {
        "on this machine"
    } else {
        "leaves this machine"
    }
}

/// Whether a program with a separator is absolute neither on POSIX nor on Windows (F-41).
fn is_relative(program: Str<'_>) -> bool {
    let wtf8 = program.wtf8();
    let name = trim_js(&wtf8);
    let separator = |byte: &u8| matches!(byte, b'/' | b'\\');
    let absolute = match name {
        [b'/', ..] | [b'\\', b'\\', ..] => true,
        [drive, b':', next, ..] => drive.is_ascii_alphabetic() && separator(next),
        _ => false,
    };
    !absolute && name.iter().any(separator)
}
