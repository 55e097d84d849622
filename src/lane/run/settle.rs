//! What an answer is worth, and writing it down (L-74 … L-77, Y-7, Y-10 … Y-12).

use alloc::borrow::Cow;
use alloc::string::String;

use super::Order;
use super::outcome::{Outcome, Status};
use crate::escape::visible;
use crate::lane::host::{Host, Progress};
use crate::lane::plan::{EvidenceClass, Reason, whole_ms};
use crate::review::clean::clean;
use crate::review::complaint;
use crate::review::model::Recorded;
use crate::review::notice;
use crate::review::output::{is_empty, with_newline};
use crate::review::stamp::{self, Citations};
use crate::review::stub::{Effort, Ending, Stub};
use crate::review::substance::is_substantive;

/// Why an answer is no plain review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Problem {
    pub reason: Reason,
    /// More about it; not safe to print yet.
    pub detail: String,
}

impl Problem {
    pub(super) fn new(reason: Reason, detail: impl Into<String>) -> Self {
        Self {
            reason,
            detail: detail.into(),
        }
    }
}

/// What came back, after the handler.
#[derive(Debug)]
pub(super) struct Answer<'a> {
    /// The review, as it came.
    pub text: String,
    /// Which model wrote it.
    pub model: Recorded,
    /// What speaks against it.
    pub problem: Option<Problem>,
    /// What the program printed; empty where that is an envelope which nobody should have to read.
    pub stdout: &'a str,
    /// What the program printed as errors.
    pub stderr: &'a str,
    /// What else a stub should say.
    pub extra: String,
    /// The effort that was asked for.
    pub effort: Effort<'a>,
    /// How it ended.
    pub ending: Ending<'a>,
    /// Bytes of the prompt, if they went through our hands (F-18).
    pub prompt_bytes: Option<usize>,
    /// Whether the lane may say of itself that it saw no source (L-107).
    pub may_be_blind: bool,
    /// Whether nothing was taken out of it; else the bytes are kept beside it, so that nothing is ever lost.
    pub is_whole: bool,
}

/// Writes the review, or a stub in its place.
pub(super) async fn settle<H: Host>(
    order: &Order<'_, '_>,
    answer: Answer<'_>,
    host: &H,
) -> Outcome {
    host.progress(Progress::Writing);
    let text = clean(&answer.text);
    if matches!(text, Cow::Owned(_)) || !answer.is_whole {
        host.keep_raw(&raw_path(&order.plan.review_path)).await;
    }
    // What a tool says about itself is no review, however much it says (F-16, F-17).
    let notice = notice::find(&text);
    let substantive = notice.is_none() && is_substantive(&text);
    let is_nothing = notice.is_some_and(|it| it.alone || it.complains);
    // The peer keeps whatever is not blank; a failure's last words are no review (Y-12).
    let kept = !is_empty(&text)
        && (!order.is_strict() || substantive || (answer.problem.is_none() && !is_nothing));
    let mut outcome = Outcome {
        slug: order.plan.slug.clone(),
        identity: String::from(order.identity),
        ok: true,
        stubbed: !kept,
        status: Status::Reviewed,
        reason: None,
        detail: None,
        model: answer.model.clone(),
        blind: false,
        ungrounded: false,
        profile: order.profile,
    };
    let written = if kept {
        outcome.status = match (&answer.problem, substantive) {
            (None, true) => Status::Reviewed,
            _ => Status::Incomplete,
        };
        let unsubstantive = || Problem::new(Reason::Unsubstantive, "");
        let problem = answer
            .problem
            .or_else(|| (!substantive).then(unsubstantive));
        note(&mut outcome, problem);
        with_newline(stamped(order, &mut outcome, text, answer.may_be_blind))
    } else {
        outcome.status = Status::Failed;
        let said: &str = if is_nothing { &text } else { "" };
        let problem = why_nothing(&answer, said);
        note(&mut outcome, Some(problem.clone()));
        // What took the place of the review is shown, wherever it came from.
        let shown = if is_nothing { said } else { answer.stdout };
        Stub {
            stdout: if order.is_strict() { shown } else { "" },
            stderr: answer.stderr,
            extra: &answer.extra,
            reason: Some(problem.reason).filter(|_| order.is_strict()),
            limit_ms: Some(whole_ms(order.plan.timeout_ms)),
            prompt_bytes: answer.prompt_bytes,
            answer_bytes: Some(answer.text.len()),
            ..Stub::new(&order.plan.slug, answer.effort, answer.ending)
        }
        .text()
    };
    if let Err(error) = host.write(&order.plan.review_path, &written).await {
        outcome.ok = false;
        outcome.status = Status::Failed;
        note(&mut outcome, Some(Problem::new(Reason::WriteFailed, error)));
    }
    outcome
}

fn note(outcome: &mut Outcome, problem: Option<Problem>) {
    let Some(problem) = problem else { return };
    outcome.reason = Some(problem.reason);
    outcome.detail =
        Some(visible(problem.detail.trim().as_bytes(), 400)).filter(|it| !it.is_empty());
}

/// The marks that a review deserves; the later one stands before the earlier (L-107).
fn stamped(
    order: &Order<'_, '_>,
    outcome: &mut Outcome,
    text: Cow<'_, str>,
    may_be_blind: bool,
) -> String {
    let mut text = text.into_owned();
    if may_be_blind && let Some(marked) = stamp::blind(&text) {
        outcome.blind = true;
        text = marked;
    }
    if order.plan.evidence_class != EvidenceClass::DiffOnly
        && let Some(marked) = stamp::ungrounded(&text, Citations::Any)
    {
        outcome.ungrounded = true;
        text = marked;
    }
    text
}

/// Why there is no review: what the tool complains of, in `said` in place of a review first of all, says more than how
/// it ended.
fn why_nothing(answer: &Answer<'_>, said: &str) -> Problem {
    let decided = answer.problem.as_ref().filter(|problem| {
        !matches!(
            problem.reason,
            Reason::ExitNonzero | Reason::Unsubstantive | Reason::ServerError
        )
    });
    if let Some(problem) = decided {
        return problem.clone();
    }
    let complained = [said, answer.stderr, answer.stdout, &answer.extra]
        .into_iter()
        .find_map(|text| Some((complaint::reason(text)?, last_line(text))));
    if let Some((reason, line)) = complained {
        return Problem::new(reason, line);
    }
    let nothing = if said.is_empty() {
        "the answer is empty"
    } else {
        last_line(said)
    };
    answer
        .problem
        .clone()
        .unwrap_or_else(|| Problem::new(Reason::Unsubstantive, nothing))
}

/// Tools end with what stopped them.
fn last_line(text: &str) -> &str {
    let lines = text.lines().map(str::trim);
    lines
        .rev()
        .find(|line| !line.is_empty())
        .unwrap_or_default()
}

/// Where the bytes of an answer are kept that had to be cleaned.
fn raw_path(review_path: &str) -> String {
    let stem = review_path.strip_suffix(".md").unwrap_or(review_path);
    let mut path = String::from(stem);
    path.push_str(".raw");
    path
}
