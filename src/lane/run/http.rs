//! A lane that is a server (L-80 … L-84, B-1, B-2, B-21, Y-22).

use alloc::string::String;

use super::outcome::Outcome;
use super::settle::{Answer, Problem, settle};
use super::{Order, refused};
use crate::diagnostic::Profile;
use crate::json::write_json;
use crate::lane::host::{Host, HttpOutcome, HttpRequest, Progress};
use crate::lane::plan::{HttpPlan, Reason, Refusal, whole_ms};
use crate::review::chat::{self, Response};
use crate::review::stub::{Effort, Ending};
use crate::vocabulary::limits::MODELS_TIMEOUT_MS;

/// The model to ask for, and how that was found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The model.
    pub model: String,
    /// Whether the server was asked, and with which limit.
    pub asked_ms: Option<u64>,
}

/// The model of a lane: the configured one; else the first that the server lists, if it is to be asked; else the
/// declared fallback (L-80, Y-22).
pub async fn model_of<H: Host>(
    configured: Option<&str>,
    models_url: Option<&str>,
    fallback: &str,
    profile: Profile,
    host: &H,
) -> Asked {
    if let Some(model) = configured {
        return Asked {
            model: String::from(model),
            asked_ms: None,
        };
    }
    let Some(url) = models_url else {
        return Asked {
            model: String::from(fallback),
            asked_ms: None,
        };
    };
    let answer = host
        .http(HttpRequest {
            method: "GET",
            url: String::from(url),
            body: None,
            timeout_ms: MODELS_TIMEOUT_MS.into(),
        })
        .await;
    let mut model = None;
    if answer.is_ok() {
        let (first, warnings) = chat::first_model(&answer.body, profile);
        for warning in warnings {
            host.warn(&warning.message);
        }
        model = first;
    }
    Asked {
        model: model.unwrap_or_else(|| String::from(fallback)),
        asked_ms: Some(MODELS_TIMEOUT_MS.into()),
    }
}

/// Asks the server and writes down what it says.
pub(super) async fn run<H: Host>(order: &Order<'_, '_>, plan: &HttpPlan, host: &H) -> Outcome {
    let path = &order.plan.prompt_path;
    let prompt = host.read(path).await;
    let prompt = match prompt.text() {
        Some(text) => text,
        None if order.is_strict() => {
            let refusal = Refusal {
                reason: Reason::PromptMissing,
                detail: crate::escape::visible(path.as_bytes(), 200),
            };
            return refused(order, host, refusal, true);
        }
        None => "",
    };
    let asked = model_of(
        order.plan.model.as_deref(),
        plan.models_url.as_deref(),
        &plan.fallback_model,
        order.profile,
        host,
    )
    .await;
    if let Err(error) = host.set_aside(&order.plan.review_path).await {
        let refusal = Refusal {
            reason: Reason::WriteFailed,
            detail: crate::escape::visible(error.as_bytes(), 200),
        };
        return refused(order, host, refusal, true);
    }
    let timeout_ms = whole_ms(order.plan.timeout_ms);
    host.progress(Progress::Asked(timeout_ms));
    let said = host
        .http(HttpRequest {
            method: "POST",
            url: plan.url.clone(),
            body: Some(body(&asked.model, prompt)),
            timeout_ms,
        })
        .await;
    if let Err(error) = host.write(&order.plan.err_path, "").await {
        host.warn(&crate::escape::visible(error.as_bytes(), 200));
    }
    let completion = chat::parse(&asked.model, response(&said), order.profile);
    for warning in &completion.warnings {
        host.warn(&warning.message);
    }
    let answer = Answer {
        text: completion.review,
        model: completion.model,
        problem: completion
            .problem
            .map(|reason| Problem::new(reason, first_line(&completion.diagnostic))),
        stdout: "",
        stderr: "",
        extra: completion.diagnostic,
        effort: Effort::Http,
        ending: Ending::Unknown,
        prompt_bytes: Some(prompt.len()),
        may_be_blind: false,
        is_whole: true,
    };
    settle(order, answer, host).await
}

fn response(said: &HttpOutcome) -> Response<'_> {
    Response {
        ok: said.is_ok(),
        status: said.status,
        body: &said.body,
        error: said.error.as_deref(),
    }
}

fn first_line(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim);
    lines.find(|line| !line.is_empty()).unwrap_or_default()
}

/// The request's body, in the key order of L-81.
fn body(model: &str, prompt: &str) -> String {
    let mut out = alloc::vec::Vec::with_capacity(prompt.len() + 128);
    out.extend_from_slice(b"{\"model\":");
    write_json(&mut out, &model);
    out.extend_from_slice(b",\"messages\":[{\"role\":\"user\",\"content\":");
    write_json(&mut out, &prompt);
    out.extend_from_slice(b"}]}");
    String::from_utf8(out).unwrap_or_default()
}
