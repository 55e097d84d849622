//! A lane that is a program (L-70 … L-73, B-4, B-9, B-13, B-14).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::outcome::Outcome;
use super::settle::{Answer, Problem, settle};
use super::{Order, antigravity, refused};
use crate::escape::visible;
use crate::lane::host::{Host, Progress, Read, SpawnOutcome, SpawnRequest};
use crate::lane::plan::{
    Handler, OutputTarget, PromptChannel, Reason, Refusal, SpawnPlan, is_too_long, whole_ms,
};
use crate::review::model::{self, Recorded, Source};
use crate::review::stub::{Effort, Ending};
use crate::review::{opencode, reasoning};

/// Runs the program and writes down what it says.
pub(super) async fn run<H: Host>(order: &Order<'_, '_>, plan: &SpawnPlan, host: &H) -> Outcome {
    let stdin = match prompt(order, plan, host).await {
        Ok(stdin) => stdin,
        Err(refusal) => return refused(order, host, refusal, order.is_strict()),
    };
    let conversation = match order.plan.handler {
        Some(Handler::Antigravity) => Some(antigravity::before(order, plan, host).await),
        _ => None,
    };
    let args = match &conversation {
        Some(conversation) => conversation.args.clone(),
        None => plan.argv.clone(),
    };
    if order.is_strict() && is_too_long(&plan.binary, &args, order.platform) {
        let refusal = Refusal {
            reason: Reason::ArgumentTooLong,
            detail: String::new(),
        };
        return refused(order, host, refusal, true);
    }
    if let Err(refusal) = clear(order, plan, host).await {
        return refused(order, host, refusal, true);
    }
    let prompt_bytes = stdin.as_ref().map(String::len);
    let timeout_ms = whole_ms(order.plan.timeout_ms);
    host.progress(Progress::Asked(timeout_ms));
    let said = host
        .spawn(SpawnRequest {
            binary: plan.binary.clone(),
            args,
            stdin,
            timeout_ms,
            env: plan.env.clone(),
            cwd: String::from(order.repo_root),
        })
        .await;
    write_errors(order, &said, host).await;
    let output = match &plan.output_target {
        OutputTarget::Stdout => said.stdout.clone(),
        OutputTarget::File(path) => match host.read(path).await.text() {
            Some(text) => String::from(text),
            None => String::new(),
        },
    };
    let mut answer = Answer {
        text: output,
        model: Recorded::of(None, Source::Unknown),
        problem: problem(&said, timeout_ms),
        stdout: &said.stdout,
        stderr: &said.stderr,
        extra: String::new(),
        effort: plan
            .effort
            .as_deref()
            .map_or(Effort::CliDefault, Effort::Level),
        ending: Ending::of(said.status, said.error_code.as_deref()),
        prompt_bytes,
        may_be_blind: false,
        is_whole: true,
    };
    match (order.plan.handler, &conversation) {
        (Some(Handler::Opencode), _) => {
            let read = opencode::read(&answer.text);
            // An envelope must never reach the document (F-06).
            answer.stdout = "";
            answer.extra = opencode::facts(&read);
            answer.text = read.review;
        }
        (Some(Handler::Antigravity), Some(conversation)) => {
            antigravity::after(order, conversation, &said, &mut answer, host).await;
        }
        _ => {}
    }
    if order.is_strict() {
        without_reasoning(&mut answer, host);
    }
    answer.model = match (&order.plan.model, &conversation, &plan.output_target) {
        (Some(model), ..) => Recorded::of(Some(model), Source::Pinned),
        (None, Some(_), _) => answer.model,
        (None, None, OutputTarget::File(_)) => {
            let banner = model::banner(&said.stdout).or_else(|| model::banner(&said.stderr));
            Recorded::of(banner, Source::Banner)
        }
        (None, None, OutputTarget::Stdout) => Recorded::of(None, Source::Unknown),
    }
    .with_effort(plan.effort.as_deref());
    settle(order, answer, host).await
}

/// What a model thought aloud before its answer is no part of the review, and of no stub either (F-25).
fn without_reasoning<H: Host>(answer: &mut Answer<'_>, host: &H) {
    let (review, thought) = reasoning::strip(&answer.text);
    if review.len() < answer.text.len() {
        answer.text = String::from(review);
        answer.is_whole = false;
    }
    if thought {
        answer.stdout = "";
        host.warn("the answer began with the model's reasoning, which is left out");
    }
}

/// Whatever lies where the review belongs is not this run's (B-13, Y-13). A host that only says so is not believed
/// where the program writes the file by itself.
async fn clear<H: Host>(order: &Order<'_, '_>, plan: &SpawnPlan, host: &H) -> Result<(), Refusal> {
    let refuse = |why: &str| {
        Err(Refusal {
            reason: Reason::WriteFailed,
            detail: visible(why.as_bytes(), 200),
        })
    };
    if let Err(error) = host.set_aside(&order.plan.review_path).await {
        return refuse(&error);
    }
    let OutputTarget::File(path) = &plan.output_target else {
        return Ok(());
    };
    match host.read(path).await {
        Read::Missing => Ok(()),
        Read::Text(text) if text.is_empty() => Ok(()),
        Read::Text(_) | Read::Unreadable => refuse("an old review could not be moved away"),
    }
}

/// What the program reads, and whether the prompt is there at all (B-13).
async fn prompt<H: Host>(
    order: &Order<'_, '_>,
    plan: &SpawnPlan,
    host: &H,
) -> Result<Option<String>, Refusal> {
    let missing = |path: &str| Refusal {
        reason: Reason::PromptMissing,
        detail: visible(path.as_bytes(), 200),
    };
    match (&plan.stdin, plan.prompt_channel) {
        (Some(path), _) => match host.read(path).await.text() {
            Some(text) => Ok(Some(String::from(text))),
            None if order.is_strict() => Err(missing(path)),
            None => Ok(None),
        },
        (None, PromptChannel::Argv | PromptChannel::ArgvFileRef) if order.is_strict() => {
            let path = &order.plan.prompt_path;
            if host.exists(path).await {
                Ok(None)
            } else {
                Err(missing(path))
            }
        }
        (None, _) => Ok(None),
    }
}

/// The program's errors, and why it was not heard to its end (L-72).
async fn write_errors<H: Host>(order: &Order<'_, '_>, said: &SpawnOutcome, host: &H) {
    let mut errors = said.stderr.clone();
    if let Some(code) = code(said) {
        if !errors.is_empty() && !errors.ends_with('\n') {
            errors.push('\n');
        }
        errors.push_str(code);
        errors.push('\n');
    }
    if let Err(error) = host.write(&order.plan.err_path, &errors).await {
        host.warn(&visible(error.as_bytes(), 200));
    }
}

/// The code of what went wrong, if there is one: an empty one is none.
fn code(said: &SpawnOutcome) -> Option<&str> {
    said.error_code.as_deref().filter(|code| !code.is_empty())
}

/// What speaks against an answer, going by how the program ended.
fn problem(said: &SpawnOutcome, timeout_ms: u64) -> Option<Problem> {
    let problem = match (code(said), said.status) {
        (Some("ETIMEDOUT"), _) => {
            let mut digits = Vec::new();
            #[allow(clippy::cast_precision_loss)] // for the eye
            crate::json::write_number(&mut digits, timeout_ms as f64 / 1_000.0);
            let mut detail = String::from("it was stopped at its limit of ");
            detail.push_str(core::str::from_utf8(&digits).unwrap_or_default());
            detail.push_str(" s");
            Problem::new(Reason::TimedOut, detail)
        }
        (Some("ENOBUFS"), _) => Problem::new(Reason::OutputTooLarge, ""),
        (Some("E2BIG"), _) => Problem::new(Reason::ArgumentTooLong, ""),
        (Some("EINTR"), _) => Problem::new(Reason::Interrupted, ""),
        // It was started and then ended: what helps a start would mislead.
        (Some(code), None) if code.starts_with("SIG") => {
            let mut detail = String::from("it was ended by ");
            detail.push_str(code);
            Problem::new(Reason::ExitNonzero, detail)
        }
        (Some(code), _) => Problem::new(Reason::SpawnError, code),
        (None, None) => Problem::new(Reason::ExitNonzero, "it was ended by a signal"),
        (None, Some(0)) => return None,
        (None, Some(status)) => {
            let mut detail = format!("exit status {status}");
            // What Windows says of a program that crashed is known by its other spelling.
            if let Ok(code @ 0x8000_0000..) = u32::try_from(status) {
                // Writing to a string cannot fail.
                let _ = write!(detail, " (0x{code:X})");
            }
            Problem::new(Reason::ExitNonzero, detail)
        }
    };
    Some(problem)
}
