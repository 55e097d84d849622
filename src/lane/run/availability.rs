//! Whether a lane can run at all (L-60, L-61, B-8, B-12).

use alloc::string::String;
use alloc::vec::Vec;

use super::Order;
use crate::diagnostic::Profile;
use crate::escape::visible;
use crate::json::{Str, Value};
use crate::lane::egress::{normalize_host, url_on};
use crate::lane::host::{Host, HttpRequest, SpawnRequest};
use crate::lane::plan::{Reason, Refusal, Transport, whole_ms};
use crate::review::models::trouble;

/// The milliseconds that a probe gets which does not say how many.
const UNSAID_MS: f64 = 5_000.0;

/// Between an address and what is wrong with what it answered with a status of success.
pub(in crate::lane) const SAYS_YES_AND: &str = " answered with ";

/// What has to be found out.
#[derive(Debug, Clone, Copy)]
pub struct Availability<'t, 'd> {
    /// Programs that must be there, in order.
    pub requires_binaries: &'t [String],
    /// The probe as it is declared.
    pub probe: Option<Value<'d>>,
    /// The plan's host, of a lane that asks a server.
    pub plan_host: Option<&'t str>,
    /// What the configuration says under the probe's key.
    pub configured_host: Option<&'t str>,
    /// The directory in which a program is asked.
    pub cwd: &'t str,
    /// Whose rules.
    pub profile: Profile,
}

/// Whether the lane of an order can run.
///
/// # Errors
/// Why it cannot.
pub async fn availability<H: Host>(order: &Order<'_, '_>, host: &H) -> Result<(), Refusal> {
    let plan_host = match &order.plan.transport {
        Transport::Http(http) => Some(http.host.as_str()),
        Transport::Spawn(_) => None,
    };
    Availability {
        requires_binaries: &order.plan.requires_binaries,
        probe: order.plan.probe,
        plan_host,
        configured_host: order.probe_host,
        cwd: order.repo_root,
        profile: order.profile,
    }
    .find_out(host)
    .await
}

impl Availability<'_, '_> {
    /// Asks the host, as little as it takes.
    ///
    /// # Errors
    /// Why the lane cannot run.
    pub async fn find_out<H: Host>(&self, host: &H) -> Result<(), Refusal> {
        for binary in self.requires_binaries {
            if !host.has_binary(binary).await {
                return refuse(Reason::MissingRequiredBinary, binary);
            }
        }
        let Some(probe) = self.probe.filter(|probe| probe.is_object()) else {
            return refuse(Reason::ProbeFailed, "the lane declares no probe");
        };
        let text = |name: &str| {
            let value = probe.get(name).and_then(Value::as_str);
            value.map_or_else(String::new, Str::to_lossy)
        };
        let timeout = probe.get("timeoutMs").and_then(Value::as_f64);
        let timeout_ms = whole_ms(
            timeout
                .filter(|it| it.is_finite() && *it > 0.0)
                .unwrap_or(UNSAID_MS),
        );
        match text("kind").as_str() {
            "command-exists" => present(&text("binary"), host).await,
            "command-capability" => {
                let binary = text("binary");
                present(&binary, host).await?;
                self.capable(binary, &text("needle"), timeout_ms, host)
                    .await
            }
            "http-reachable" => self.reachable(&text("path"), timeout_ms, host).await,
            _ => refuse(
                Reason::ProbeFailed,
                "the lane declares a kind of probe that does not exist",
            ),
        }
    }

    /// Whether a program's help says what the lane needs.
    async fn capable<H: Host>(
        &self,
        binary: String,
        needle: &str,
        timeout_ms: u64,
        host: &H,
    ) -> Result<(), Refusal> {
        let said = host
            .spawn(SpawnRequest {
                binary: binary.clone(),
                args: Vec::from([String::from("--help")]),
                stdin: None,
                timeout_ms,
                env: None,
                cwd: String::from(self.cwd),
            })
            .await;
        if said.error_code.as_deref() == Some("ETIMEDOUT") {
            return refuse(Reason::ProbeTimeout, &binary);
        }
        if said.error_code.as_deref() == Some("EINTR") {
            return refuse(Reason::Interrupted, "");
        }
        let mut help = said.stdout;
        help.push('\n');
        help.push_str(&said.stderr);
        if said.error_code.is_none() && help.contains(needle) {
            return Ok(());
        }
        let mut detail = visible(binary.as_bytes(), 80);
        detail.push_str(" --help does not mention ");
        detail.push_str(&visible(needle.as_bytes(), 80));
        refuse_safe(Reason::ProbeFailed, detail)
    }

    /// Whether the server answers.
    async fn reachable<H: Host>(
        &self,
        path: &str,
        timeout_ms: u64,
        host: &H,
    ) -> Result<(), Refusal> {
        let configured = self
            .configured_host
            .filter(|configured| !configured.is_empty());
        // A probe must not reach a server that the plan does not show (B-8).
        let base = match (self.plan_host, configured, self.profile) {
            (Some(plan), _, Profile::Strict) | (Some(plan), None, _) => String::from(plan),
            (_, Some(configured), _) => normalize_host(configured),
            (None, None, _) => String::new(),
        };
        let url = url_on(&base, path).filter(|_| !base.is_empty());
        let Some(url) = url else {
            return refuse(
                Reason::HostUnreachable,
                if base.is_empty() {
                    "no host is configured"
                } else {
                    "the probe's path leads to another host"
                },
            );
        };
        let shown = visible(url.as_bytes(), 200);
        let lists_models = path.trim_end_matches('/').ends_with("/models");
        let answer = host
            .http(HttpRequest {
                method: "GET",
                url,
                body: None,
                timeout_ms,
            })
            .await;
        let error = answer.error.as_deref();
        if error.is_some_and(|it| it.starts_with("EINTR")) {
            return refuse(Reason::Interrupted, "");
        }
        let mut detail = shown;
        if answer.is_ok() {
            // For the peer any 2xx is a yes (L-60).
            let strict = self.profile == Profile::Strict;
            let trouble = strict.then(|| trouble(&answer.body, lists_models));
            let Some(trouble) = trouble.flatten() else {
                return Ok(());
            };
            detail.push_str(SAYS_YES_AND);
            detail.push_str(&visible(trouble.as_bytes(), 400));
            return refuse_safe(Reason::HostUnreachable, detail);
        }
        match (answer.status, answer.error) {
            (Some(status), _) => {
                detail.push_str(" answered ");
                push_number(&mut detail, status);
            }
            (None, Some(error)) => {
                detail.push_str(": ");
                detail.push_str(&visible(error.as_bytes(), 200));
            }
            (None, None) => detail.push_str(" did not answer"),
        }
        refuse_safe(Reason::HostUnreachable, detail)
    }
}

async fn present<H: Host>(binary: &str, host: &H) -> Result<(), Refusal> {
    if !binary.is_empty() && host.has_binary(binary).await {
        return Ok(());
    }
    refuse(Reason::MissingBinary, binary)
}

fn refuse(reason: Reason, detail: &str) -> Result<(), Refusal> {
    refuse_safe(reason, visible(detail.as_bytes(), 200))
}

fn refuse_safe(reason: Reason, detail: String) -> Result<(), Refusal> {
    Err(Refusal { reason, detail })
}

/// Appends a status or another small number.
pub(super) fn push_number(out: &mut String, number: impl Into<f64>) {
    let mut digits = Vec::new();
    crate::json::write_number(&mut digits, number.into());
    out.push_str(core::str::from_utf8(&digits).unwrap_or_default());
}
