//! What a lane's probe does, as far as the prompt must say it (T-60 B-16, TB-4).

use crate::json::{Str, Value};
use crate::trust::disclosure::ReviewerLane;
use crate::vocabulary::reviewer::HTTP_REACHABLE;

/// The kind of probe that starts its program.
const COMMAND_CAPABILITY: &str = "command-capability";

/// The probe of a lane.
#[derive(Clone, Copy)]
pub(super) struct Probe<'d> {
    /// The object, if it is one.
    pub body: Option<Value<'d>>,
    /// Whether it starts its program with `--help`.
    pub runs: bool,
    /// It has a program of its own.
    pub other_binary: bool,
    /// It runs the program of the lane.
    pub own_binary: bool,
    /// The configuration key of a host that is not the lane's.
    pub other_host: Option<Str<'d>>,
}

impl<'d> Probe<'d> {
    pub(super) fn of(lane: &ReviewerLane<'d>) -> Self {
        let body = lane
            .residual_lane
            .iter()
            .find(|(key, value)| key.is_any(&["probe"]) && value.is_object())
            .map(|(_, value)| value);
        let runs = lane.probe_kind.is_any(&[COMMAND_CAPABILITY]);
        let named = !lane.probe_binary.is_empty();
        let same = lane.probe_binary == lane.binary;
        let host = text(body, "hostConfigKey");
        let asks = lane.probe_kind.is_any(&[HTTP_REACHABLE]) && !host.is_empty();
        Self {
            body,
            runs,
            other_binary: named && !same,
            own_binary: named && same && runs,
            other_host: (asks && !(lane.is_http_shaped() && host == lane.host_config_key))
                .then_some(host),
        }
    }

    /// The path that an HTTP probe asks for.
    pub(super) fn path(&self) -> Str<'d> {
        text(self.body, "path")
    }

    /// Whether some line says that member of the probe.
    pub(super) fn shows(&self, member: Str<'_>, value: Value<'_>) -> bool {
        let says_kind = self.other_binary || self.own_binary || self.other_host.is_some();
        value.as_str().is_some()
            && ((member.is_any(&["kind"]) && says_kind)
                || member.is_any(&["binary"])
                || (self.other_host.is_some() && (member.is_any(&["hostConfigKey", "path"]))))
    }
}

fn text<'d>(body: Option<Value<'d>>, name: &str) -> Str<'d> {
    body.and_then(|body| body.get(name))
        .map_or(Str::EMPTY, Value::text)
}
