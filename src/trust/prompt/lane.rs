//! What the prompt says of the reviewer lane (B-12 … B-19).

use alloc::string::String;
use alloc::vec::Vec;

use super::line::LineKind;
use super::probe::Probe;
use super::{Prompt, unshown};
use crate::destination::{UNRESOLVED, is_local};
use crate::json::Str;
use crate::manifest::paths::is_relative_program;
use crate::trust::disclosure::ReviewerLane;
use crate::vocabulary::environment::is_execution_primitive;
use crate::vocabulary::reviewer::OPENAI_HTTP;

impl Prompt {
    pub(super) fn lanes(&mut self, lanes: &[ReviewerLane<'_>]) {
        let what = ["reviewer lane", "reviewer lanes"];
        if self.heading(LineKind::Lanes, lanes.len(), "", what) {
            self.say(":");
        }
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
            self.line(LineKind::Handler, 2);
            self.text("handler", &lane.handler);
            self.say("its answer is read by the handler ");
            self.word(&lane.handler);
        }
        self.probe(lane, &probe);
        self.relative(&lane.binary);
        if probe.other_binary {
            self.relative(&lane.probe_binary);
        }
        self.env(LineKind::LaneEnv, lane.env);
        self.warn_of(
            LineKind::ExecutionPrimitives,
            "WARNING: these variables make other code run than the program shown: ",
            lane.env,
            &is_execution_primitive,
        );
        self.steering(lane.env, &|name| !is_execution_primitive(name));
        self.line(LineKind::Egress, 2);
        self.say("is sent: ");
        let payload: Vec<String> = lane
            .egress_payload_classes
            .iter()
            .map(|class| String::from(*class))
            .collect();
        self.list("payload", ", ", payload);
        self.fields(unshown::of_lane(lane, &probe));
    }

    fn lane_host(&mut self, lane: &ReviewerLane<'_>) {
        let resolved = !lane.resolved_host.is_any(&[UNRESOLVED]);
        self.line(LineKind::LaneHost, 1);
        self.text("slug", &lane.slug);
        self.known("transport", OPENAI_HTTP);
        self.text("hostConfigKey", &lane.host_config_key);
        self.text("resolvedHost", &lane.resolved_host);
        self.flag("isLocal", lane.is_local_destination);
        self.word_or(&lane.slug, "no slug");
        self.say(" sends by ");
        self.say(OPENAI_HTTP);
        self.say(" to ");
        if resolved {
            self.word(&lane.resolved_host);
            self.place(lane.is_local_destination);
            self.say(", as configured under ");
        } else {
            self.say("whatever host is configured under ");
        }
        self.word_or(&lane.host_config_key, "no key");
        if !resolved {
            self.say("; none is known now");
        }
        if !(lane.transport.is_any(&[OPENAI_HTTP]) || lane.transport.is_empty()) {
            self.text("declaredTransport", &lane.transport);
            self.say(" (it calls its transport ");
            self.word(&lane.transport);
            self.say(")");
        }
        if resolved {
            self.plaintext(&lane.resolved_host);
        }
        self.also_command(&lane.binary, lane.raw_args);
        if !lane.default_host.is_empty() {
            let local = is_local(&lane.default_host.to_lossy());
            self.line(LineKind::Fallback, 2);
            self.text("defaultHost", &lane.default_host);
            self.flag("isLocal", local);
            self.say("if nothing is configured it sends to ");
            self.word(&lane.default_host);
            self.place(local);
            self.plaintext(&lane.default_host);
        }
    }

    fn place(&mut self, is_local: bool) {
        self.say(if is_local {
            " (on this machine)"
        } else {
            " (leaves this machine)"
        });
    }

    fn lane_command(&mut self, lane: &ReviewerLane<'_>) {
        self.line(LineKind::LaneCommand, 1);
        self.text("slug", &lane.slug);
        self.text("transport", &lane.transport);
        self.word_or(&lane.slug, "no slug");
        self.say(" runs by ");
        self.word_or(&lane.transport, "no transport");
        self.say(": ");
        self.command(&lane.binary, lane.raw_args);
        self.also_url(&lane.default_host);
        self.plaintext(&lane.default_host);
    }

    fn probe(&mut self, lane: &ReviewerLane<'_>, probe: &Probe<'_>) {
        if probe.other_binary {
            self.line(LineKind::Probe, 2);
            self.text("probeBinary", &lane.probe_binary);
            self.text("probeKind", &lane.probe_kind);
            self.flag("runs", probe.runs);
            if probe.runs {
                self.probe_runs(lane);
            } else {
                self.say("before that it looks whether ");
                self.word(&lane.probe_binary);
                self.say(" is installed, starting nothing");
            }
        }
        if probe.own_binary {
            self.line(LineKind::AlsoProbe, 2);
            self.text("probeBinary", &lane.probe_binary);
            self.flag("runs", true);
            self.probe_runs(lane);
        }
        if let Some(key) = probe.other_host {
            self.line(LineKind::AlsoProbe, 2);
            self.text("hostConfigKey", &key);
            self.text("path", &probe.path());
            self.say("before that it asks for ");
            self.word_or(&probe.path(), "no path");
            self.say(" at ANOTHER host, configured under ");
            self.word(&key);
        }
    }

    fn probe_runs(&mut self, lane: &ReviewerLane<'_>) {
        self.say("before that it RUNS ");
        self.word(&lane.probe_binary);
        self.say(" --help");
    }

    #[inline(never)]
    fn relative(&mut self, program: &Str<'_>) {
        if is_relative_program(&program.wtf8()) {
            self.line(LineKind::Relative, 2);
            self.text("program", program);
            self.say("WARNING: ");
            self.word(program);
            self.say(" is a relative path: the program would come from the project under review");
        }
    }
}
