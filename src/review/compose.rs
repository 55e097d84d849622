//! REVIEWS.md: all reviews of a phase in one document that none of them can forge (L-138…L-140, Y-8…Y-10).

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use super::chat::Warning;
use super::clean::clean;
use super::coverage::{Coverage, plan_coverage};
use super::markdown::{Place, contain};
use super::model::Recorded;
use super::notice;
use super::stamp::{BLIND, SELF_REPORT, UNGROUNDED};
use super::stub::MARKER;
use super::text::{is_blank, lines, trim};
use super::yaml::{push_key, push_list, push_number, push_quoted};
use crate::escape::visible;
use crate::sort::Index;
use crate::vocabulary::limits::MAX_SECTION_UNITS;
use crate::vocabulary::markup::{
    CONFLICTS, CONFLICTS_BEGIN, CONFLICTS_END, CONSENSUS, CONSENSUS_PARTS, TITLE,
};
use crate::vocabulary::outcome::{Reason, Status};
use crate::vocabulary::reviewer::stem;

/// One reviewer's part of the document.
#[derive(Debug, Clone)]
pub struct Review<'a> {
    /// What it is known by: the name of the instance, else the slug.
    pub identity: &'a str,
    /// The lane. An identity that differs is an instance.
    pub slug: &'a str,
    /// Its `reviewsSection`.
    pub section: &'a str,
    /// The review file as it was written: a review with its stamps, a stub, or nothing.
    pub text: &'a str,
    /// What became of the lane.
    pub status: Status,
    /// Why there is no whole review.
    pub reason: Option<Reason>,
    /// More about that, in a sentence without a full stop.
    pub detail: &'a str,
    /// The model and how it is known.
    pub model: Recorded,
    /// The lane sees a difference and no source.
    pub diff_only: bool,
    /// What trimming did to its prompt, if it was trimmed.
    pub trimmed: Option<Trimmed<'a>>,
    /// Sentences that belong above the review.
    pub notices: Vec<&'a str>,
}

/// What trimming did to a prompt (L-126).
#[derive(Debug, Clone, Default)]
pub struct Trimmed<'a> {
    /// The budget in tokens.
    pub budget: f64,
    /// What of it was used.
    pub effective_budget: f64,
    /// The prompt in tokens.
    pub estimated_tokens: f64,
    /// What was left out.
    pub omitted: Vec<&'a str>,
    /// The project's text was shortened.
    pub project_md_shrunk: bool,
    /// How much of the plans was cut, in per cent.
    pub plan_truncation_pct: f64,
    /// It did not fit at all.
    pub hard_failed: bool,
    /// The reviewer was told.
    pub note_injected: bool,
}

impl Trimmed<'_> {
    /// Whether anything is missing from the prompt (L-138).
    fn is_felt(&self) -> bool {
        !self.omitted.is_empty()
            || self.project_md_shrunk
            || self.plan_truncation_pct > 0.0
            || self.hard_failed
    }
}

/// What somebody found who compared the reviews, as Markdown.
#[derive(Debug, Clone, Copy, Default)]
pub struct Consensus<'a> {
    /// What at least two found good.
    pub agreed_strengths: &'a str,
    /// What at least two are concerned about.
    pub agreed_concerns: &'a str,
    /// Where they differ.
    pub divergent_views: &'a str,
}

/// Everything that goes into the document.
#[derive(Debug, Clone, Default)]
pub struct Input<'a> {
    /// The phase, if there is one.
    pub phase: Option<&'a str>,
    /// When the reviews were written (ISO 8601).
    pub reviewed_at: &'a str,
    /// The files of the plans; their ids are the names without `-PLAN.md`.
    pub plans: Vec<&'a str>,
    /// The reviews in the order of their sections: that of [`review_order`](crate::lane::review_order) (B-17).
    pub reviews: Vec<Review<'a>>,
    /// The document that this one replaces.
    pub previous: Option<&'a str>,
    /// What a comparison found, if there was one.
    pub consensus: Option<Consensus<'a>>,
    /// Sentences about the whole run, such as files that changed while it ran (Y-14).
    pub notices: Vec<&'a str>,
}

/// How much a review counts (L-140, Y-10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Weight {
    /// It counts.
    Full,
    /// It is noted and makes no consensus.
    Noted,
    /// It does not count.
    None,
}

/// Where one reviewer stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Standing<'a> {
    /// The reviewer.
    pub identity: &'a str,
    /// What became of the lane.
    pub status: Status,
    /// Why there is no whole review.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// What lowers its weight besides: `blind`, `ungrounded`, `diff-only`, `trimmed`, `unsubstantive`.
    pub marks: Vec<&'static str>,
    /// How much it counts.
    pub weight: Weight,
    /// Which plans it speaks of; only of a review by a lane that sees sources.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Coverage>,
}

/// The document, and what it says as data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Composed<'a> {
    /// The document.
    pub text: String,
    /// The reviewers in its order.
    pub reviewers: Vec<Standing<'a>>,
    /// There is at least one review with something in it. Without one the document is not to be written (L-136, B-3).
    pub reviewed: bool,
    /// What could not be put into the document.
    pub warnings: Vec<Warning>,
}

const BLIND_MARK: &str = "blind";
const UNGROUNDED_MARK: &str = "ungrounded";
const DIFF_ONLY_MARK: &str = "diff-only";
const TRIMMED_MARK: &str = "trimmed";
const UNSUBSTANTIVE_MARK: &str = "unsubstantive";

/// Reviews that make a consensus (Y-10).
const QUORUM: usize = 2;

/// Whether a text begins as a document of ours does: a fence, then `phase` or `reviewers` (L-138). Only such a file may be
/// written over unasked.
#[must_use]
pub fn is_document(text: &str) -> bool {
    let rest = text.strip_prefix("---\n");
    rest.is_some_and(|rest| rest.starts_with("phase: ") || rest.starts_with("reviewers: "))
}

/// Puts REVIEWS.md together.
#[must_use]
pub fn compose<'a>(input: &Input<'a>) -> Composed<'a> {
    let mut parts: Vec<Part<'_, 'a>> = Vec::with_capacity(input.reviews.len());
    let mut warnings = Vec::new();
    let identities = index(&mut input.reviews.iter().map(|it| it.identity));
    for (place, review) in input.reviews.iter().enumerate() {
        // Two parts of one name would be two equal keys, which no reader of YAML takes.
        if identities.find(review.identity.as_bytes()) != Some(place) {
            let name = words(review.identity, 80);
            let message = [
                "there is more than one review by `",
                &name,
                "`; the first is kept",
            ];
            warnings.push(Warning {
                code: "identity-repeated",
                message: message.concat(),
            });
            continue;
        }
        let text = clean(review.text);
        let standing = standing(review, &text, &input.plans);
        parts.push((review, text, standing));
    }
    let mut document = Document {
        out: String::new(),
        warnings,
    };
    document.front_matter(input, &parts);
    document.opening(input);
    let headings = headings(&parts);
    for (part, heading) in parts.iter().zip(&headings) {
        document.section(part, heading);
    }
    document.consensus(input.consensus.as_ref(), &parts);
    let reviewers: Vec<Standing<'a>> = parts.into_iter().map(|(_, _, it)| it).collect();
    Composed {
        text: document.out,
        reviewed: reviewers
            .iter()
            .any(|it| it.status == Status::Reviewed && !it.marks.contains(&UNSUBSTANTIVE_MARK)),
        reviewers,
        warnings: document.warnings,
    }
}

type Part<'r, 'a> = (&'r Review<'a>, Cow<'a, str>, Standing<'a>);

fn standing<'a>(review: &Review<'a>, text: &str, plans: &[&str]) -> Standing<'a> {
    let claims = matches!(review.status, Status::Reviewed | Status::Incomplete);
    // A stub is no review, whatever else is said of it.
    let is_stub = trim(text)
        .lines()
        .next()
        .is_some_and(|line| line.contains(MARKER));
    let status = if claims && is_stub {
        Status::Failed
    } else {
        review.status
    };
    let is_review = status == Status::Reviewed;
    let mut marks = Vec::new();
    let mut mark = |is: bool, name| {
        if is {
            marks.push(name);
        }
        is
    };
    let carries = |stamp: &str| lines(text).any(|line| line.starts_with(stamp));
    let blind = carries(BLIND) || trim(text).starts_with(SELF_REPORT);
    let mut lost = mark(blind, BLIND_MARK);
    let trimmed = review.trimmed.as_ref().is_some_and(Trimmed::is_felt);
    lost |= mark(trimmed, TRIMMED_MARK);
    lost |= mark(is_review && !notice::is_review(text), UNSUBSTANTIVE_MARK);
    let mut lowered = mark(carries(UNGROUNDED), UNGROUNDED_MARK);
    lowered |= mark(review.diff_only, DIFF_ONLY_MARK);
    let covers = is_review && !review.diff_only;
    Standing {
        identity: review.identity,
        status,
        reason: review.reason,
        marks,
        weight: match (is_review && !lost, lowered) {
            (false, _) => Weight::None,
            (true, true) => Weight::Noted,
            (true, false) => Weight::Full,
        },
        coverage: covers.then(|| plan_coverage(plans.iter().map(|it| plan_id(it)), text)),
    }
}

/// The id of a plan: the name of its file without `-PLAN.md` (L-132).
fn plan_id(file: &str) -> &str {
    let name = file.rsplit('/').next().unwrap_or(file);
    name.strip_suffix("-PLAN.md").unwrap_or(name)
}

/// Texts to be found by their content; of equal ones the first is found.
#[inline(never)]
fn index<'t>(texts: &mut dyn Iterator<Item = &'t str>) -> Index<'t> {
    Index::new(texts.map(|it| Cow::Borrowed(it.as_bytes())).collect())
}

/// The headings of the sections, each of them once.
fn headings(parts: &[Part<'_, '_>]) -> Vec<String> {
    let mut all: Vec<String> = Vec::with_capacity(parts.len());
    for (review, ..) in parts {
        let mut heading = words(review.section, 80);
        heading.push_str(" Review");
        if review.identity != review.slug {
            push_name(&mut heading, review.identity);
        }
        all.push(heading);
    }
    let repeated = {
        let index = index(&mut all.iter().map(String::as_str));
        let places = all.iter().enumerate();
        let repeats = places.map(|(place, text)| index.find(text.as_bytes()) != Some(place));
        repeats.collect::<Vec<bool>>()
    };
    for ((heading, (review, ..)), repeats) in all.iter_mut().zip(parts).zip(repeated) {
        if repeats {
            push_name(heading, review.identity);
        }
    }
    all
}

/// The identity is shown whole, or two headings might read the same.
fn push_name(heading: &mut String, identity: &str) {
    heading.push_str(" (");
    heading.push_str(&words(identity, 1_000));
    heading.push(')');
}

/// A text of others within a line of ours: one line, nothing hidden, no tag, no emphasis, no code, no link, no picture.
fn words(text: &str, limit: usize) -> String {
    let text = visible(trim(text).as_bytes(), limit);
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        let next = rest.peek().copied();
        let escaped = match character {
            '`' | '*' | '[' | ']' => true,
            '!' => next == Some('['),
            // Within a word it is never emphasis, and names are full of it.
            '_' => !(before.is_alphanumeric() && next.is_some_and(char::is_alphanumeric)),
            // One that would undo the next escape; before a letter it is itself.
            '\\' => next.is_none_or(|it| it.is_ascii_punctuation()),
            _ => false,
        };
        if escaped {
            out.push('\\');
        }
        match character {
            '<' => out.push_str("&lt;"),
            _ => out.push(character),
        }
        before = character;
    }
    out
}

/// As much of a review as the document holds, up to the end of a line.
fn shortened(text: &str) -> &str {
    if text.len() <= MAX_SECTION_UNITS {
        return text;
    }
    let mut units = 0;
    let end = text.char_indices().find(|(_, character)| {
        units += character.len_utf16();
        units > MAX_SECTION_UNITS
    });
    let Some((end, _)) = end else {
        return text;
    };
    let kept = text.get(..end).unwrap_or_default();
    let line = kept.rfind('\n').and_then(|it| kept.get(..=it));
    // Not where that would leave next to nothing.
    line.filter(|it| it.len() > end / 2).unwrap_or(kept)
}

/// Where all of a review is.
fn whole(identity: &str) -> String {
    let stem = stem(identity).unwrap_or_default();
    [
        "all of it is in `gsd-review-",
        &stem,
        ".md` in the folder of the run",
    ]
    .concat()
}

struct Document {
    out: String,
    warnings: Vec<Warning>,
}

impl Document {
    fn push(&mut self, texts: &[&str]) {
        for text in texts {
            self.out.push_str(text);
        }
    }

    fn front_matter(&mut self, input: &Input<'_>, parts: &[Part<'_, '_>]) {
        self.push(&["---\n"]);
        if let Some(phase) = input.phase {
            self.push(&["phase: "]);
            push_quoted(&mut self.out, phase);
            self.push(&["\n"]);
        }
        self.push(&["reviewers: "]);
        push_list(&mut self.out, parts.iter().map(|(it, ..)| it.identity));
        self.push(&["\nreviewed_at: "]);
        push_quoted(&mut self.out, input.reviewed_at);
        self.push(&["\nplans_reviewed: "]);
        push_list(&mut self.out, input.plans.iter().copied());
        self.push(&["\n"]);
        self.map("models", parts, |out, (review, ..)| {
            push_quoted(out, review.model.value.as_deref().unwrap_or("unknown"));
            true
        });
        self.map("model_sources", parts, |out, (review, ..)| {
            push_quoted(out, review.model.source.as_str());
            true
        });
        self.map("trimmed_reviewers", parts, |out, (review, ..)| {
            let trimmed = review.trimmed.as_ref().filter(|it| it.is_felt());
            trimmed.is_some_and(|trimmed| {
                push_trimmed(out, trimmed);
                true
            })
        });
        self.map("plan_coverage", parts, |out, (.., standing)| {
            let coverage = standing.coverage.as_ref().filter(|it| !it.complete);
            coverage.is_some_and(|coverage| {
                out.push_str("{total: ");
                out.push_str(&coverage.total.to_string());
                out.push_str(", missing: ");
                push_list(out, coverage.missing_ids.iter().map(String::as_str));
                out.push('}');
                true
            })
        });
        self.map("status", parts, |out, (.., standing)| {
            out.push_str("{status: ");
            push_quoted(out, standing.status.as_str());
            if let Some(reason) = standing.reason {
                out.push_str(", reason: ");
                push_quoted(out, reason.as_str());
            }
            if !standing.marks.is_empty() {
                out.push_str(", marks: ");
                push_list(out, standing.marks.iter().copied());
            }
            out.push_str(", counted: ");
            out.push_str(if standing.weight == Weight::Full {
                "true"
            } else {
                "false"
            });
            out.push('}');
            true
        });
        self.push(&["---\n"]);
    }

    /// A map with one value per reviewer, as far as `value` writes one; nothing if it never does.
    fn map(
        &mut self,
        name: &str,
        parts: &[Part<'_, '_>],
        value: impl Fn(&mut String, &Part<'_, '_>) -> bool,
    ) {
        let mut lines = String::new();
        for part in parts {
            let start = lines.len();
            lines.push_str("  ");
            push_key(&mut lines, part.0.identity);
            lines.push_str(": ");
            if value(&mut lines, part) {
                lines.push('\n');
            } else {
                lines.truncate(start);
            }
        }
        if !lines.is_empty() {
            self.push(&[name, ":\n", &lines]);
        }
    }

    /// What stands before the first review.
    fn opening(&mut self, input: &Input<'_>) {
        self.push(&["\n"]);
        if let Some(slug) = shared_adapter(&input.reviews) {
            // Nothing is escaped within code, and nothing else ends it.
            let slug = visible(trim(slug).as_bytes(), 80).replace(['`', '<'], "");
            self.push(&[
                "> **Shared adapter.** Several reviewers here run through `",
                &slug,
                "`: what they agree on may come from what they share.\n\n",
            ]);
        }
        self.push(&["# ", TITLE]);
        match input.phase {
            Some(phase) => self.push(&[" — Phase ", &words(phase, 80)]),
            None => self.push(&[" (no phase given)"]),
        }
        self.push(&["\n\n", CONFLICTS_BEGIN, "\n## ", CONFLICTS, "\n"]);
        match conflicts(input.previous.unwrap_or_default()) {
            Ok(entries) => {
                let whole = entries.is_empty() || entries.ends_with('\n');
                self.push(&[entries, if whole { "" } else { "\n" }]);
            }
            Err(Unclosed) => self.warnings.push(Warning {
                code: "conflicts-unclosed",
                message: "the conflicts of the existing document have no end and were not kept"
                    .to_string(),
            }),
        }
        self.push(&[CONFLICTS_END, "\n\n"]);
        for notice in &input.notices {
            self.push(&["> **Note.** ", &words(notice, 1_000), "\n\n"]);
        }
    }

    fn section(&mut self, (review, text, standing): &Part<'_, '_>, heading: &str) {
        self.push(&["## ", heading, "\n\n"]);
        let note = note(review, standing);
        if !note.is_empty() {
            self.push(&["> ", &note, "\n\n"]);
        }
        for notice in &review.notices {
            self.push(&["> **Note.** ", &words(notice, 1_000), "\n\n"]);
        }
        let kept = shortened(text);
        let whole = (kept.len() < text.len()).then(|| whole(review.identity));
        if let Some(whole) = &whole {
            self.push(&[
                "> **Shortened**: this is the beginning of the review; ",
                whole,
                ".\n\n",
            ]);
        }
        if is_blank(kept) {
            self.push(&["There is no text of this reviewer.\n"]);
        } else {
            let text = contain(kept, Place::Section);
            self.push(&[&text]);
        }
        if let Some(whole) = whole {
            self.push(&["\n> **Shortened**: the review goes on; ", &whole, ".\n"]);
            let name = words(review.identity, 80);
            let message = [
                "the review by `",
                &name,
                "` is too long for the document; ",
                &whole,
            ];
            self.warnings.push(Warning {
                code: "review-shortened",
                message: message.concat(),
            });
        }
        self.push(&["\n---\n\n"]);
    }

    fn consensus(&mut self, given: Option<&Consensus<'_>>, parts: &[Part<'_, '_>]) {
        let of = |weight: Weight| {
            let those = parts.iter().filter(move |(.., it)| it.weight == weight);
            those.map(|(it, ..)| it.identity).collect::<Vec<_>>()
        };
        let (full, noted, lost) = (of(Weight::Full), of(Weight::Noted), of(Weight::None));
        let enough = full.len() >= QUORUM;
        self.push(&["## ", CONSENSUS, "\n\n"]);
        self.names("Counted: ", &full);
        self.names("Noted, not counted at full weight: ", &noted);
        self.names("Left out: ", &lost);
        self.push(&["\n"]);
        let nothing = match (enough, given) {
            (true, Some(_)) => "None was found.",
            (true, None) => "Nobody has compared these reviews yet.",
            (false, _) => "None: a consensus takes at least two reviews that count.",
        };
        if given.is_some() && !enough {
            self.warnings.push(Warning {
                code: "consensus-refused",
                message: "fewer than two reviews count, so that the given consensus was left out"
                    .to_string(),
            });
        }
        let given = given.copied().filter(|_| enough).unwrap_or_default();
        let texts = [
            given.agreed_strengths,
            given.agreed_concerns,
            given.divergent_views,
        ];
        for (at, (part, text)) in CONSENSUS_PARTS.iter().zip(texts).enumerate() {
            let space = if at == 0 { "" } else { "\n" };
            self.push(&[space, "### ", part, "\n\n"]);
            if is_blank(text) {
                self.push(&[nothing, "\n"]);
            } else {
                let text = contain(&clean(text), Place::Subsection);
                self.push(&[&text]);
            }
        }
    }

    fn names(&mut self, before: &str, identities: &[&str]) {
        if identities.is_empty() {
            return;
        }
        self.push(&["- ", before]);
        for (at, identity) in identities.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            self.push(&[comma, &words(identity, 80)]);
        }
        self.push(&["\n"]);
    }
}

/// The lane that more than one instance runs through (L-117).
fn shared_adapter<'a>(reviews: &[Review<'a>]) -> Option<&'a str> {
    let instances = || reviews.iter().filter(|it| it.identity != it.slug);
    let index = index(&mut instances().map(|it| it.slug));
    let shared = |slug: &&str| {
        let slug = slug.as_bytes();
        index.at(index.below(slug) + 1, slug).is_some()
    };
    instances().map(|it| it.slug).find(shared)
}

/// The conflicts have a beginning and no end.
struct Unclosed;

/// The entries between the markers right after the title of an existing document, byte for byte; nothing if they are
/// not right there, for what looks like them elsewhere was written by a reviewer (L-139).
fn conflicts(previous: &str) -> Result<&str, Unclosed> {
    let mut rest = previous.trim_start_matches('\u{feff}');
    let mut take = || {
        let (line, behind) = rest.split_once('\n')?;
        rest = behind;
        Some((trim(line), behind))
    };
    let mut line = take();
    if line.is_some_and(|(line, _)| line == "---") {
        while take().is_some_and(|(line, _)| line != "---") {}
        line = take();
    }
    // The note about a shared adapter stands before the title.
    while line.is_some_and(|(line, _)| line.is_empty() || line.starts_with('>')) {
        line = take();
    }
    let is_title = |line: &str| {
        line.strip_prefix("# ")
            .is_some_and(|it| it.starts_with(TITLE))
    };
    if !line.is_some_and(|(line, _)| is_title(line)) {
        return Ok("");
    }
    let mut next = || loop {
        let line = take();
        if !line.is_some_and(|(line, _)| line.is_empty()) {
            return line;
        }
    };
    let Some((_, inside)) = next().filter(|(line, _)| *line == CONFLICTS_BEGIN) else {
        return Ok("");
    };
    let is_heading = |line: &str| line.strip_prefix("## ").is_some_and(|it| it == CONFLICTS);
    let entries = match next() {
        Some((line, behind)) if is_heading(line) => behind,
        _ => inside,
    };
    let (entries, _) = entries.split_once(CONFLICTS_END).ok_or(Unclosed)?;
    Ok(entries)
}

/// The first line of a section, where there is something to say about its review (Y-10).
fn note(review: &Review<'_>, standing: &Standing<'_>) -> String {
    let mut out = String::new();
    let status = match standing.status {
        Status::Reviewed => "",
        Status::Incomplete => "**Incomplete**",
        Status::Failed => "**Failed**",
        Status::Skipped => "**Skipped**",
        Status::Refused => "**Refused**",
    };
    if !status.is_empty() {
        out.push_str(status);
        if let Some(reason) = review.reason {
            out.push_str(" (`");
            out.push_str(reason.as_str());
            out.push_str("`)");
        }
        if !is_blank(review.detail) {
            out.push_str(": ");
            out.push_str(&words(review.detail, 500));
        }
        out.push_str(". ");
        if let Some(reason) = review.reason {
            out.push_str("What to do: ");
            out.push_str(reason.remedy());
            out.push_str(". ");
        }
    }
    for mark in &standing.marks {
        out.push_str(match *mark {
            BLIND_MARK => "**Blind**: written without access to the repository. ",
            UNGROUNDED_MARK => "**Ungrounded**: no line of source is cited. ",
            DIFF_ONLY_MARK => "**Diff only**: the lane sees a difference, not the sources. ",
            UNSUBSTANTIVE_MARK => "**Unsubstantive**: too little is said to compare it. ",
            _ => "**Trimmed**: this reviewer saw a shortened prompt",
        });
        if let Some(trimmed) = review.trimmed.as_ref().filter(|_| *mark == TRIMMED_MARK) {
            push_losses(&mut out, trimmed);
            out.push_str(". ");
        }
    }
    out.push_str(match standing.weight {
        Weight::Full => "",
        Weight::Noted => "Noted, not counted at full weight.",
        Weight::None => "Not counted.",
    });
    out
}

/// What is missing from a trimmed prompt.
fn push_losses(out: &mut String, trimmed: &Trimmed<'_>) {
    let mut before = " (";
    let mut loss = |parts: [&str; 3]| {
        out.push_str(core::mem::replace(&mut before, "; "));
        for part in parts {
            out.push_str(part);
        }
    };
    for omitted in &trimmed.omitted {
        loss(["without ", &words(omitted, 80), ""]);
    }
    if trimmed.project_md_shrunk {
        loss(["the project shortened", "", ""]);
    }
    if trimmed.plan_truncation_pct > 0.0 {
        // One decimal place says enough to a reader; the front matter has it all.
        let mut per_cent = String::new();
        push_number(&mut per_cent, round_tenth(trimmed.plan_truncation_pct));
        loss(["plans cut by ", &per_cent, " %"]);
    }
    if trimmed.hard_failed {
        loss(["it did not fit at all", "", ""]);
    }
    out.push(')');
}

#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // a share of a hundred
fn round_tenth(number: f64) -> f64 {
    (number * 10.0 + 0.5) as i64 as f64 / 10.0
}

fn push_trimmed(out: &mut String, trimmed: &Trimmed<'_>) {
    let truth = |is: bool| if is { "true" } else { "false" };
    for (name, number) in [
        ("{budget: ", trimmed.budget),
        (", effective_budget: ", trimmed.effective_budget),
        (", estimated_tokens: ", trimmed.estimated_tokens),
    ] {
        out.push_str(name);
        push_number(out, number);
    }
    out.push_str(", omitted: ");
    push_list(out, trimmed.omitted.iter().copied());
    out.push_str(", project_md_shrunk: ");
    out.push_str(truth(trimmed.project_md_shrunk));
    out.push_str(", plan_truncation_pct: ");
    push_number(out, trimmed.plan_truncation_pct);
    out.push_str(", hard_failed: ");
    out.push_str(truth(trimmed.hard_failed));
    out.push_str(", note_injected: ");
    out.push_str(truth(trimmed.note_injected));
    out.push('}');
}
