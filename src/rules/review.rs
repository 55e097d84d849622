//! The rules about what a lane answers.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use super::{Rule, given, json};
use crate::diagnostic::Profile;
use crate::json::{Str, Value};
use crate::lane::template::file_reference;
use crate::lane::{Resolved, ResolvedKind, review_order};
use crate::review::antigravity::{
    self as antigravity, Diagnosis, File, Mark, Mode, cache_path, conversation,
    full_transcript_path, log_path, transcript_path,
};
use crate::review::chat::{Response, Warning, parse};
use crate::review::clean::clean;
use crate::review::compose::{Consensus, Input, Review, Trimmed, compose};
use crate::review::coverage::plan_coverage;
use crate::review::model::{Recorded, Source, banner, transcript};
use crate::review::stamp::{self, Citations};
use crate::review::stub::{Effort, Ending, Stub};
use crate::review::{opencode, output};
use crate::vocabulary::outcome::{Reason, Status};
use crate::vocabulary::reviewer::{DIFF_ONLY, OPENAI_HTTP};

/// The rules by name.
pub(super) const ALL: &[(&str, Rule)] = &[
    ("antigravityArgv", argv),
    ("antigravityDiagnosticFacts", diagnosis),
    ("antigravityFallback", fallback),
    ("antigravityMode", mode),
    ("antigravityModel", model),
    ("antigravityPaths", paths),
    ("antigravityWatermark", watermark),
    ("cleanReview", cleaned),
    ("composeReviews", composed),
    ("emptyOutputStub", stub),
    ("isEmptyReview", is_empty),
    ("modelBanner", model_banner),
    ("opencodeReview", opencode_review),
    ("parseChatCompletion", chat),
    ("planCoverage", coverage),
    ("stampReview", stamped),
    ("transcriptModel", transcript_model),
];

/// A text, with U+FFFD for every unpaired surrogate (L-6); `None` for anything else.
#[inline(never)]
fn maybe<'d>(input: Value<'d>, name: &str) -> Option<Cow<'d, str>> {
    let text = input.get(name)?.as_str()?;
    Some(text.to_str().unwrap_or_else(|| Cow::Owned(text.to_lossy())))
}

/// The same; the empty one for anything else.
#[inline(never)]
fn plain<'d>(input: Value<'d>, name: &str) -> Cow<'d, str> {
    maybe(input, name).unwrap_or_default()
}

/// The texts of a list.
#[inline(never)]
fn texts<'d>(input: Value<'d>, name: &str) -> Vec<Cow<'d, str>> {
    let mut texts = Vec::new();
    for item in given(input, name).into_iter().flat_map(Value::items) {
        if let Some(text) = item.as_str() {
            texts.push(text.to_str().unwrap_or_else(|| Cow::Owned(text.to_lossy())));
        }
    }
    texts
}

fn views<'t>(texts: &'t [Cow<'_, str>]) -> Vec<&'t str> {
    texts.iter().map(|text| &**text).collect()
}

fn truth(input: Value<'_>, name: &str) -> bool {
    input.get(name).and_then(Value::as_bool) == Some(true)
}

fn number(input: Value<'_>, name: &str) -> Option<f64> {
    input.get(name)?.as_f64()
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // saturating, as counts go
fn count(input: Value<'_>, name: &str) -> u64 {
    number(input, name).unwrap_or(0.0) as u64
}

/// `{text}`; what is no text is empty (L-74).
fn is_empty(input: Value<'_>) -> String {
    json(&output::is_empty(&plain(input, "text")))
}

/// `{text}` (Y-7).
fn cleaned(input: Value<'_>) -> String {
    json(&clean(&plain(input, "text")))
}

/// `{text}` (L-93).
fn model_banner(input: Value<'_>) -> String {
    json(&banner(&plain(input, "text")))
}

/// `{text}` (L-94).
fn transcript_model(input: Value<'_>) -> String {
    json(&transcript(&plain(input, "text")))
}

/// `{ids, review}` (L-137).
fn coverage(input: Value<'_>) -> String {
    let ids = texts(input, "ids");
    json(&plan_coverage(views(&ids), &plain(input, "review")))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OpencodeAnswer<'r> {
    review: &'r str,
    stop_reason: &'r str,
    output_tokens: &'r str,
    error: Option<&'r str>,
    last_event: Option<&'r str>,
}

/// `{stdout}` (L-100).
fn opencode_review(input: Value<'_>) -> String {
    let read = opencode::read(&plain(input, "stdout"));
    json(&OpencodeAnswer {
        review: &read.review,
        stop_reason: read.stop_reason.as_deref().unwrap_or(opencode::NOT_SAID),
        output_tokens: read.output_tokens.as_deref().unwrap_or(opencode::NOT_SAID),
        error: read.error.as_deref(),
        last_event: read.last_event.as_deref(),
    })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ChatAnswer<'r> {
    review: &'r str,
    model: &'r Recorded,
    warnings: &'r [Warning],
    diagnostic: &'r str,
    problem: Option<Reason>,
    finish_reason: Option<&'r str>,
}

/// `{requestedModel, response: {ok?, status?, body, error?}, profile?}` (L-82).
fn chat(input: Value<'_>) -> String {
    let nothing = crate::json::Builder::new().finish();
    let response = given(input, "response").unwrap_or(nothing.root());
    let (body, error) = (plain(response, "body"), maybe(response, "error"));
    // 0 stands for no status.
    let status = count(response, "status");
    let answer = parse(
        &plain(input, "requestedModel"),
        Response {
            ok: truth(response, "ok"),
            status: u16::try_from(status).ok().filter(|it| *it > 0),
            body: &body,
            error: error.as_deref(),
        },
        match &*plain(input, "profile") {
            "peer" => Profile::Peer,
            _ => Profile::Strict,
        },
    );
    json(&ChatAnswer {
        review: &answer.review,
        model: &answer.model,
        warnings: &answer.warnings,
        diagnostic: &answer.diagnostic,
        problem: answer.problem,
        finish_reason: answer.finish_reason.as_deref(),
    })
}

#[derive(Serialize)]
struct StampAnswer<'r> {
    text: &'r str,
    stamped: bool,
    stamps: &'r [&'static str],
}

/// `{review, stamps?, citations?}`: `stamps` of `blind` and `ungrounded`, the latter alone if left out; `citations`
/// `anchored` for the strict test (L-76, L-107, B-18).
fn stamped(input: Value<'_>) -> String {
    let mut text = plain(input, "review");
    let wanted = given(input, "stamps").map(|_| texts(input, "stamps"));
    let is_wanted = |name: &str| match &wanted {
        Some(wanted) => wanted.iter().any(|it| it == name),
        None => name == "ungrounded",
    };
    let citations = match &*plain(input, "citations") {
        "anchored" => Citations::Anchored,
        _ => Citations::Any,
    };
    let mut stamps = Vec::new();
    if is_wanted("blind")
        && let Some(with) = stamp::blind(&text)
    {
        text = with.into();
        stamps.push("blind");
    }
    if is_wanted("ungrounded")
        && let Some(with) = stamp::ungrounded(&text, citations)
    {
        text = with.into();
        stamps.push("ungrounded");
    }
    json(&StampAnswer {
        text: &text,
        stamped: !stamps.is_empty(),
        stamps: &stamps,
    })
}

#[derive(Serialize)]
struct StubAnswer<'r> {
    stubbed: bool,
    written: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    effort: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<String>,
}

/// `{slug, transport, content, effort?, stdout?, stderr?, extra?, outcome?: {status, errorCode?}, reason?, limitMs?,
/// elapsedMs?, promptBytes?, answerBytes?}`: what is written for a content (L-74, L-75, Y-12).
fn stub(input: Value<'_>) -> String {
    let content = plain(input, "content");
    if !output::is_empty(&content) {
        return json(&StubAnswer {
            stubbed: false,
            written: output::with_newline(content.into_owned()),
            effort: None,
            ending: None,
        });
    }
    let (slug, level) = (plain(input, "slug"), plain(input, "effort"));
    let effort = match (&*plain(input, "transport"), &*level) {
        (OPENAI_HTTP, _) => Effort::Http,
        (_, "") => Effort::CliDefault,
        (_, level) => Effort::Level(level),
    };
    let outcome = given(input, "outcome");
    let code = outcome.and_then(|it| maybe(it, "errorCode"));
    let ending = outcome.map_or(Ending::Unknown, |outcome| {
        #[allow(clippy::cast_possible_truncation)] // saturating
        let status = number(outcome, "status").map(|status| status as i64);
        Ending::of(status, code.as_deref())
    });
    let (stdout, stderr, extra) = (
        plain(input, "stdout"),
        plain(input, "stderr"),
        plain(input, "extra"),
    );
    let milliseconds = |name: &str| given(input, name).map(|_| count(input, name));
    let bytes = |name: &str| milliseconds(name).and_then(|it| usize::try_from(it).ok());
    let stub = Stub {
        stdout: &stdout,
        stderr: &stderr,
        extra: &extra,
        reason: Reason::from_name(&plain(input, "reason")),
        limit_ms: milliseconds("limitMs"),
        elapsed_ms: milliseconds("elapsedMs"),
        prompt_bytes: bytes("promptBytes"),
        answer_bytes: bytes("answerBytes"),
        ..Stub::new(&slug, effort, ending)
    };
    json(&StubAnswer {
        stubbed: true,
        written: stub.text(),
        effort: Some(effort.as_str()),
        ending: Some(ending.to_text()),
    })
}

/// What `{homeDir, workspace, files?, unreadable?, mark?}` shows of antigravity's files.
struct Found<'d> {
    id: Option<String>,
    transcript: Option<Cow<'d, str>>,
    full: Option<Cow<'d, str>>,
    unreadable: [bool; 2],
    mark: Mark,
}

fn file(text: Option<&str>, unreadable: bool) -> File<'_> {
    match text {
        _ if unreadable => File::Unreadable,
        Some(text) => File::Text(text),
        None => File::Missing,
    }
}

impl<'d> Found<'d> {
    fn of(input: Value<'d>) -> Self {
        let home = plain(input, "homeDir");
        let unreadable = texts(input, "unreadable");
        let is_unreadable = |path: &str| unreadable.iter().any(|it| it == path);
        let content = |path: &str| {
            let wanted = Str::of(path);
            let mut files = given(input, "files").into_iter().flat_map(Value::entries);
            let (_, text) = files.find(|(name, _)| *name == wanted)?;
            let text = text.as_str()?;
            Some(text.to_str().unwrap_or_else(|| Cow::Owned(text.to_lossy())))
        };
        let path = cache_path(&home);
        let cache = content(&path);
        let cache = file(cache.as_deref(), is_unreadable(&path));
        let id = conversation(cache, &plain(input, "workspace"));
        let [transcript, full] = [transcript_path, full_transcript_path]
            .map(|path| id.as_ref().map(|id| path(&home, id)).unwrap_or_default());
        let nothing = crate::json::Builder::new().finish();
        let mark = given(input, "mark").unwrap_or(nothing.root());
        let lines = |name: &str| usize::try_from(count(mark, name)).unwrap_or(usize::MAX);
        Self {
            transcript: content(&transcript),
            full: content(&full),
            unreadable: [is_unreadable(&transcript), is_unreadable(&full)],
            id,
            mark: Mark {
                conv_id: plain(mark, "convId").into_owned(),
                lines: lines("lines"),
                unreadable: truth(mark, "unreadable"),
                full_lines: lines("fullLines"),
                full_unreadable: truth(mark, "fullUnreadable"),
            },
        }
    }

    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    fn transcript(&self) -> File<'_> {
        file(self.transcript.as_deref(), self.unreadable[0])
    }

    fn full(&self) -> File<'_> {
        file(self.full.as_deref(), self.unreadable[1])
    }
}

/// `{homeDir, convId?}`: where antigravity keeps its files (L-101); those of a conversation if one is named.
fn paths(input: Value<'_>) -> String {
    #[derive(Serialize)]
    struct Paths {
        cache: String,
        log: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        transcript: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        full: Option<String>,
    }
    let home = plain(input, "homeDir");
    let id = maybe(input, "convId").filter(|id| !id.is_empty());
    json(&Paths {
        cache: cache_path(&home),
        log: log_path(&home),
        transcript: id.as_ref().map(|id| transcript_path(&home, id)),
        full: id.as_ref().map(|id| full_transcript_path(&home, id)),
    })
}

/// `{homeDir, workspace, files?, unreadable?}` (L-103).
fn watermark(input: Value<'_>) -> String {
    let found = Found::of(input);
    json(&Mark::of(found.id(), found.transcript(), found.full()))
}

/// `{homeDir, workspace, files?, unreadable?, mark}` (L-106).
fn fallback(input: Value<'_>) -> String {
    let found = Found::of(input);
    json(&antigravity::fallback(
        found.id(),
        found.transcript(),
        &found.mark,
    ))
}

/// `{homeDir, workspace, files?, unreadable?, mark}` (L-108).
fn model(input: Value<'_>) -> String {
    let found = Found::of(input);
    json(&antigravity::model(found.id(), found.full(), &found.mark))
}

/// `{homeDir, workspace, files?, unreadable?, mark}` (L-109).
fn mode(input: Value<'_>) -> String {
    let found = Found::of(input);
    json(&Mode::of(found.id(), found.transcript(), &found.mark))
}

/// `{argv, help: {stdout?, stderr?}, promptPath, repoRoot}` (L-104).
fn argv(input: Value<'_>) -> String {
    let mut arguments = Vec::new();
    for argument in texts(input, "argv") {
        arguments.push(argument.into_owned());
    }
    let (prompt, root) = (plain(input, "promptPath"), plain(input, "repoRoot"));
    let offers = given(input, "help").is_some_and(|help| {
        antigravity::offers_folder(&plain(help, "stdout"), &plain(help, "stderr"))
    });
    let instruction = file_reference(&prompt, &root);
    json(&antigravity::argv(&arguments, &instruction, &root, offers))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DiagnosisAnswer<'r> {
    text: String,
    log_lines: &'r [&'r str],
    mode: Mode,
}

/// `{log?, stderr, mode}`: the stub and what it tells (L-107).
fn diagnosis(input: Value<'_>) -> String {
    let (log, stderr) = (maybe(input, "log"), plain(input, "stderr"));
    let mode = match &*plain(input, "mode") {
        "session_started" => Mode::SessionStarted,
        _ => Mode::PreSessionStall,
    };
    let found = Diagnosis::of(file(log.as_deref(), false), &stderr, mode);
    let facts = found.facts();
    let stub = Stub {
        stderr: found.stderr,
        extra: &facts,
        ..Stub::new("antigravity", Effort::CliDefault, Ending::Unknown)
    };
    json(&DiagnosisAnswer {
        text: stub.text(),
        log_lines: &found.log_lines,
        mode,
    })
}

/// The texts of one review, held until the document is put together.
struct Held<'d> {
    identity: Cow<'d, str>,
    slug: Cow<'d, str>,
    section: Cow<'d, str>,
    text: Cow<'d, str>,
    detail: Cow<'d, str>,
    model: Recorded,
    status: Status,
    reason: Option<Reason>,
    diff_only: bool,
    trimmed: Option<Value<'d>>,
    omitted: Vec<Cow<'d, str>>,
    notices: Vec<Cow<'d, str>>,
}

impl<'d> Held<'d> {
    fn of(review: Value<'d>) -> Self {
        let slug = plain(review, "slug");
        let reason = maybe(review, "reason").and_then(|it| Reason::from_name(&it));
        let trimmed = given(review, "trimmed");
        let model = given(review, "model");
        let source = model.map(|it| plain(it, "source")).unwrap_or_default();
        let value = model.and_then(|it| maybe(it, "value"));
        Self {
            identity: maybe(review, "identity").unwrap_or_else(|| slug.clone()),
            section: maybe(review, "section").unwrap_or_else(|| slug.clone()),
            text: plain(review, "text"),
            detail: plain(review, "detail"),
            model: Recorded::named(value.as_deref(), Source::from_name(&source)),
            status: status(review, reason),
            reason,
            diff_only: plain(review, "evidenceClass") == DIFF_ONLY,
            omitted: trimmed.map(|it| texts(it, "omitted")).unwrap_or_default(),
            trimmed,
            notices: texts(review, "notices"),
            slug,
        }
    }

    fn review(&self) -> Review<'_> {
        Review {
            identity: &self.identity,
            slug: &self.slug,
            section: &self.section,
            text: &self.text,
            status: self.status,
            reason: self.reason,
            detail: &self.detail,
            model: self.model.clone(),
            diff_only: self.diff_only,
            trimmed: self.trimmed.map(|trimmed| {
                let number = |name: &str| number(trimmed, name).unwrap_or(0.0);
                Trimmed {
                    budget: number("budget"),
                    effective_budget: number("effectiveBudget"),
                    estimated_tokens: number("estimatedTokens"),
                    omitted: views(&self.omitted),
                    project_md_shrunk: truth(trimmed, "projectMdShrunk"),
                    plan_truncation_pct: number("planTruncationPct"),
                    hard_failed: truth(trimmed, "hardFailed"),
                    note_injected: truth(trimmed, "noteInjected"),
                }
            }),
            notices: views(&self.notices),
        }
    }
}

/// What became of a lane: what its result says, in our words or in the peer's, who has none for it (Y-11).
fn status(review: Value<'_>, reason: Option<Reason>) -> Status {
    let said = Status::from_name(&plain(review, "status"));
    said.unwrap_or_else(|| {
        let failed = given(review, "ok").is_some() && !truth(review, "ok");
        match reason {
            Some(reason) if failed => reason.status(),
            _ if failed || truth(review, "stubbed") => Status::Failed,
            // Nothing but a plain review goes without a reason.
            Some(_) => Status::Incomplete,
            _ => Status::Reviewed,
        }
    })
}

/// `{phase?, reviewedAt, plans, reviews: [{slug, identity?, section, text, status?, ok?, stubbed?, reason?, detail?,
/// model?, evidenceClass?, trimmed?, notices?}], laneOrder?, previous?, consensus?: {agreedStrengths?, agreedConcerns?,
/// divergentViews?}, notices?}` (L-138).
fn composed(input: Value<'_>) -> String {
    let mut held = Vec::new();
    let mut reviewers = Vec::new();
    for review in given(input, "reviews").into_iter().flat_map(Value::items) {
        let review = Held::of(review);
        reviewers.push(Resolved {
            identity: review.identity.to_string(),
            kind: if review.identity == review.slug {
                ResolvedKind::Builtin
            } else {
                ResolvedKind::Instance
            },
            cli: review.slug.to_string(),
            model: None,
            agent: None,
        });
        held.push(review);
    }
    let lanes = given(input, "laneOrder").map(|_| {
        let mut lanes = Vec::new();
        for lane in texts(input, "laneOrder") {
            lanes.push(lane.into_owned());
        }
        lanes
    });
    let order = review_order(&reviewers, lanes.as_deref());
    let (plans, notices) = (texts(input, "plans"), texts(input, "notices"));
    let (phase, reviewed_at) = (maybe(input, "phase"), plain(input, "reviewedAt"));
    let previous = maybe(input, "previous");
    let parts = ["agreedStrengths", "agreedConcerns", "divergentViews"];
    let consensus = given(input, "consensus").map(|it| parts.map(|part| plain(it, part)));
    let document = Input {
        phase: phase.as_deref(),
        reviewed_at: &reviewed_at,
        plans: views(&plans),
        reviews: order
            .iter()
            .filter_map(|place| held.get(*place))
            .map(Held::review)
            .collect(),
        previous: previous.as_deref(),
        consensus: consensus
            .as_ref()
            .map(|[strengths, concerns, views]| Consensus {
                agreed_strengths: strengths,
                agreed_concerns: concerns,
                divergent_views: views,
            }),
        notices: views(&notices),
    };
    json(&compose(&document))
}
