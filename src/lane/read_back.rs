//! Reading a plan back from the plain data that it was handed out as.
//!
//! It comes from outside: what would send a prompt to another host than the plan shows is refused here too (B-1).

use alloc::string::String;
use alloc::vec::Vec;

use super::egress::is_same_server;
use super::instance;
use super::plan::{
    EmptyOutput, EvidenceClass, Handler, HttpPlan, OutputTarget, Plan, PromptChannel, Reason,
    Refusal, SpawnPlan, Transport,
};
use crate::json::{Str, Value};

impl<'d> Plan<'d> {
    /// Reads a plan as its `Serialize` writes it.
    ///
    /// # Errors
    /// What is no plan of a lane.
    pub fn from_value(value: Value<'d>) -> Result<Self, Refusal> {
        let review_path = text(value, "reviewPath").ok_or_else(|| malformed("reviewPath"))?;
        let err_path = text(value, "errPath").ok_or_else(|| malformed("errPath"))?;
        if !is_pair(&review_path, &err_path) {
            return Err(malformed("reviewPath"));
        }
        let prompt_path = text(value, "promptPath").unwrap_or_default();
        let timeout_ms = value.get("timeoutMs").and_then(Value::as_f64);
        let handler = match text(value, "handler").as_deref() {
            None => None,
            Some("antigravity") => Some(Handler::Antigravity),
            Some("openai-compatible") => Some(Handler::OpenaiCompatible),
            Some("opencode") => Some(Handler::Opencode),
            Some(_) => {
                return Err(Refusal {
                    reason: Reason::UnknownHandler,
                    detail: "handler".into(),
                });
            }
        };
        let transport = match text(value, "transport").as_deref() {
            Some("spawn") => Transport::Spawn(spawn(value, &prompt_path, &review_path)?),
            Some("openai-http") => Transport::Http(http(value)?),
            _ => {
                return Err(Refusal {
                    reason: Reason::UnknownTransport,
                    detail: "transport".into(),
                });
            }
        };
        Ok(Self {
            slug: text(value, "slug").ok_or_else(|| malformed("slug"))?,
            err_path,
            review_path,
            prompt_path,
            timeout_ms: timeout_ms
                .filter(|it| it.is_finite() && *it > 0.0)
                .ok_or_else(|| malformed("timeoutMs"))?,
            empty_output: match text(value, "emptyOutput").as_deref() {
                Some("handler-owned") => EmptyOutput::HandlerOwned,
                _ => EmptyOutput::StubWithStderr,
            },
            evidence_class: match text(value, "evidenceClass").as_deref() {
                Some("diff-only") => EvidenceClass::DiffOnly,
                _ => EvidenceClass::SourceGrounded,
            },
            handler,
            requires_binaries: texts(value, "requiresBinaries"),
            probe: value.get("probe"),
            model: text(value, "model"),
            transport,
            warnings: Vec::new(),
        })
    }
}

/// Whether both are the files of one lane in one directory, and none that the run itself put there (B-5).
fn is_pair(review_path: &str, err_path: &str) -> bool {
    let Some(common) = review_path.strip_suffix(".md") else {
        return false;
    };
    let stem = common.rsplit('/').next().unwrap_or(common);
    let stem = stem.strip_prefix("gsd-review-").unwrap_or_default();
    err_path.strip_suffix(".err") == Some(common) && instance::stem(stem).as_deref() == Some(stem)
}

fn spawn(value: Value<'_>, prompt_path: &str, review_path: &str) -> Result<SpawnPlan, Refusal> {
    let argv = texts(value, "argv");
    let stdin = text(value, "stdin");
    let target = value.get("outputTarget");
    let file = target.filter(|it| it.get("kind").is_some_and(|kind| kind.text().is("file")));
    let output_target = match file {
        Some(file) => {
            let path = text(file, "path")
                .filter(|path| *path == review_path)
                .ok_or_else(|| malformed("outputTarget.path"))?;
            OutputTarget::File(path)
        }
        None => OutputTarget::Stdout,
    };
    let names_prompt = |arg: &String| !prompt_path.is_empty() && arg.contains(prompt_path);
    let env = value.get("env").filter(|env| env.is_object()).map(|env| {
        let texts = env.entries().filter_map(|(name, value)| {
            let value = value.as_str()?;
            Some((name.to_lossy(), value.to_lossy()))
        });
        texts.collect()
    });
    Ok(SpawnPlan {
        binary: text(value, "binary")
            .filter(|binary| !binary.is_empty())
            .ok_or_else(|| malformed("binary"))?,
        effort: text(value, "effort"),
        prompt_channel: if stdin.is_some() {
            PromptChannel::Stdin
        } else if argv.iter().any(names_prompt) {
            PromptChannel::ArgvFileRef
        } else {
            PromptChannel::None
        },
        argv,
        stdin,
        output_target,
        env,
    })
}

fn http(value: Value<'_>) -> Result<HttpPlan, Refusal> {
    let host = text(value, "host")
        .filter(|host| !host.is_empty())
        .ok_or_else(|| malformed("host"))?;
    let url = text(value, "url").ok_or_else(|| malformed("url"))?;
    let models_url = text(value, "modelsUrl");
    if !is_same_server(&host, &url) || !models_url.iter().all(|url| is_same_server(&host, url)) {
        return Err(malformed("path-not-absolute"));
    }
    Ok(HttpPlan {
        host,
        host_config_key: text(value, "hostConfigKey").unwrap_or_default(),
        url,
        models_url,
        fallback_model: text(value, "fallbackModel").unwrap_or_default(),
        host_configured: false,
    })
}

fn malformed(detail: &str) -> Refusal {
    Refusal {
        reason: Reason::MalformedLane,
        detail: detail.into(),
    }
}

fn text(value: Value<'_>, name: &str) -> Option<String> {
    let text = value.get(name).and_then(Value::as_str);
    text.map(Str::to_lossy)
}

fn texts(value: Value<'_>, name: &str) -> Vec<String> {
    let list = value.get(name).into_iter().flat_map(Value::items);
    list.filter_map(Value::as_str).map(Str::to_lossy).collect()
}
