//! Documentation parity (D-1 … D-10).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::needles::{Needles, Sheet};
use super::prose::{prose, trim_start};
use super::text_of::Subject;
use super::{Findings, is_false};
use crate::json::{Kind, Str, Value};
use crate::registry::claims::elements;
use crate::registry::names::Names;
use crate::registry::text::Text;
use crate::search::{find, split};
use crate::vocabulary::grammar::FLAG;

/// What is compared; what is missing or no container is empty.
#[derive(Debug, Clone, Copy, Default)]
pub struct DocsInput<'d> {
    /// The lanes as they are declared.
    pub descriptor: Option<Value<'d>>,
    /// The documents by label.
    pub docs: Option<Value<'d>>,
}

impl<'d> DocsInput<'d> {
    /// Reads `{descriptor, docs}`.
    #[must_use]
    pub fn of(input: Value<'d>) -> Self {
        Self {
            descriptor: input.get("descriptor"),
            docs: input.get("docs"),
        }
    }
}

/// Whether the documents say what is declared.
#[derive(Debug, Clone, Serialize)]
pub struct DocsParity<'d> {
    /// Whether they do.
    pub ok: bool,
    /// Where they do not.
    pub violations: Vec<DocsViolation<'d>>,
    /// The documents that do not mention the command (D-2).
    pub skipped: Vec<Str<'d>>,
    /// Nothing is declared or no document mentions the command, so that nothing was compared (VB-10).
    #[serde(skip_serializing_if = "is_false")]
    pub vacuous: bool,
    /// There are more violations than are listed; documents behind the last one were not read.
    #[serde(skip_serializing_if = "is_false")]
    pub truncated: bool,
}

/// One disagreement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DocsViolation<'d> {
    /// Its kind.
    pub reason: DocsReason,
    /// The document's label.
    pub doc: Str<'d>,
    /// The entry, flag or title.
    pub subject: Subject<'d>,
}

/// The kinds of disagreement, in the order in which they are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DocsReason {
    /// An entry of the descriptor is no object (D-9).
    MalformedLane,
    /// A document is no text (D-8).
    DocUnreadable,
    /// A document does not have a flag (D-3).
    DocFlagMissing,
    /// The table of flags does not have a flag (D-4).
    TableRowMissing,
    /// The signature of the command does not have a flag (D-5).
    SignatureFlagMissing,
    /// The signature has a flag that is not declared (D-5).
    DocFlagUndeclared,
    /// The line below the signature does not have a title (D-6).
    DocTitleMissing,
}

impl DocsReason {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::MalformedLane,
        Self::DocUnreadable,
        Self::DocFlagMissing,
        Self::TableRowMissing,
        Self::SignatureFlagMissing,
        Self::DocFlagUndeclared,
        Self::DocTitleMissing,
    ];
}

/// What the lanes declare.
#[derive(Default)]
struct Declared<'d> {
    /// Distinct, in order, and once more as text.
    flags: Vec<Str<'d>>,
    names: Names<'d>,
    /// In order; the number is that of the title among the distinct ones.
    titles: Vec<(Str<'d>, usize)>,
    distinct_titles: Vec<String>,
}

/// The document of findings about the declaration itself.
const DESCRIPTOR: &str = "(descriptor)";
/// The document of findings that there is none.
const NO_DOCUMENTS: &str = "(no documents supplied)";
/// A flag of the command that is no lane's.
const ALL_LANES: &str = "--all";

/// Compares documents with what is declared (D-1).
#[must_use]
pub fn docs_parity<'d>(input: &DocsInput<'d>) -> DocsParity<'d> {
    let mut findings = Findings::new();
    let declared = Declared::read(input.descriptor, &mut findings);
    let mut documents = input
        .docs
        .into_iter()
        .flat_map(Value::own_entries)
        .peekable();
    let mut skipped = Vec::new();
    let mut compared = false;
    if documents.peek().is_none() {
        for flag in &declared.flags {
            let doc = Str::of(NO_DOCUMENTS);
            findings.report(DocsReason::DocFlagMissing, doc, Subject::Given(*flag));
        }
        compared = true;
    }
    let flags = quoted(&declared.flags);
    let flags = Needles::new(flags.iter().map(|[tick, bracket]| [tick.as_str(), bracket]));
    let titles = Needles::new(
        declared
            .distinct_titles
            .iter()
            .map(|title| [title.as_str()]),
    );
    let mut reader = Reader {
        declared: &declared,
        flags: Sheet::new(&flags),
        titles: Sheet::new(&titles),
    };
    for (label, document) in documents {
        let Some(text) = document.as_str() else {
            let kind = Subject::Made(type_of(document).into());
            findings.report(DocsReason::DocUnreadable, label, kind);
            compared = true;
            continue;
        };
        let prose = prose(&text.to_lossy());
        if mentions_command(&prose) {
            reader.compare(label, &prose, &mut findings);
            compared = true;
        } else {
            skipped.push(label);
        }
        if findings.truncated {
            break;
        }
    }
    DocsParity {
        ok: findings.list.is_empty(),
        violations: findings.list,
        skipped,
        vacuous: !compared || (declared.flags.is_empty() && declared.titles.is_empty()),
        truncated: findings.truncated,
    }
}

impl<'d> Findings<DocsViolation<'d>> {
    #[inline(never)]
    fn report(&mut self, reason: DocsReason, doc: Str<'d>, subject: Subject<'d>) {
        self.add(DocsViolation {
            reason,
            doc,
            subject,
        });
    }
}

impl<'d> Declared<'d> {
    /// Reads the lanes; entries that are none are findings (D-9).
    fn read(descriptor: Option<Value<'d>>, findings: &mut Findings<DocsViolation<'d>>) -> Self {
        let mut declared = Self::default();
        let mut numbers = Names::default();
        for lane in elements(descriptor) {
            if !lane.is_container() {
                let subject = Subject::of(Some(lane));
                findings.report(DocsReason::MalformedLane, Str::of(DESCRIPTOR), subject);
                continue;
            }
            let filled = |value: Value<'d>| value.as_str().filter(|text| !text.is_empty());
            for flag in elements(lane.get("flags")).into_iter().filter_map(filled) {
                if declared.names.add(owned(flag.to_lossy())) {
                    declared.flags.push(flag);
                }
            }
            if let Some(title) = lane.get("reviewsSection").and_then(filled) {
                let text = title.to_lossy();
                let (number, fresh) = numbers.number(owned(text.clone()));
                if fresh {
                    declared.distinct_titles.push(text);
                }
                declared.titles.push((title, number));
            }
        }
        declared
    }
}

fn owned(text: String) -> Text<'static> {
    Text::wtf8(text.into_bytes().into())
}

/// The two forms in which a flag counts as documented (D-3).
fn quoted(flags: &[Str<'_>]) -> Vec<[String; 2]> {
    let forms = |flag: &Str<'_>| {
        let flag = flag.to_lossy();
        [format!("`{flag}`"), format!("[{flag}]")]
    };
    flags.iter().map(forms).collect()
}

/// Compares one document after the other.
struct Reader<'r, 'd> {
    declared: &'r Declared<'d>,
    flags: Sheet<'r>,
    titles: Sheet<'r>,
}

impl<'d> Reader<'_, 'd> {
    fn compare(&mut self, doc: Str<'d>, prose: &str, findings: &mut Findings<DocsViolation<'d>>) {
        self.flags.turn();
        self.flags.note(prose);
        self.report_flags(DocsReason::DocFlagMissing, doc, findings);

        self.flags.turn();
        for row in prose.split('\n').map(trim_start) {
            if let Some(cells) = row.strip_prefix('|') {
                self.flags.note(cells.split('|').next().unwrap_or_default());
            }
        }
        if !self.flags.is_empty() {
            self.report_flags(DocsReason::TableRowMissing, doc, findings);
        }

        let mut lines = prose.split('\n');
        let signature = lines.find(|line| find(line, "[--").is_some() && mentions_command(line));
        let Some(signature) = signature else {
            return;
        };
        self.flags.turn();
        self.flags.note(signature);
        self.report_flags(DocsReason::SignatureFlagMissing, doc, findings);
        let mut seen = Names::default();
        for flag in bracketed_flags(signature) {
            if flag != ALL_LANES
                && !self.declared.names.has(flag.as_bytes())
                && seen.add(Text::plain(flag))
            {
                let subject = Subject::Made(flag.into());
                findings.report(DocsReason::DocFlagUndeclared, doc, subject);
            }
        }
        if let Some(line) = lines.find(|line| !trim_start(line).is_empty()) {
            self.titles.turn();
            self.titles.note(line);
            self.report_titles(doc, findings);
        }
    }

    #[inline(never)]
    fn report_flags(
        &self,
        reason: DocsReason,
        doc: Str<'d>,
        findings: &mut Findings<DocsViolation<'d>>,
    ) {
        if self.flags.is_full() {
            return;
        }
        for (number, flag) in self.declared.flags.iter().enumerate() {
            if !self.flags.has(number) {
                findings.report(reason, doc, Subject::Given(*flag));
            }
        }
    }

    fn report_titles(&self, doc: Str<'d>, findings: &mut Findings<DocsViolation<'d>>) {
        if self.titles.is_full() {
            return;
        }
        for (title, number) in &self.declared.titles {
            if !self.titles.has(*number) {
                findings.report(DocsReason::DocTitleMissing, doc, Subject::Given(*title));
            }
        }
    }
}

/// Whether the command is named, not only as the beginning of a longer word (D-2).
fn mentions_command(text: &str) -> bool {
    split(text, "/gsd").skip(1).any(|rest| {
        rest.strip_prefix(['-', ':'])
            .and_then(|rest| rest.strip_prefix("review"))
            .is_some_and(|rest| !rest.starts_with(is_word))
    })
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// The flags that stand alone between square brackets.
fn bracketed_flags(line: &str) -> impl Iterator<Item = &str> {
    line.split('[').skip(1).filter_map(|rest| {
        let (inside, _) = rest.split_once(']')?;
        (FLAG.matches)(inside.as_bytes()).then_some(inside)
    })
}

/// What JavaScript's `typeof` says.
fn type_of(value: Value<'_>) -> &'static str {
    match value.kind() {
        Kind::True | Kind::False => "boolean",
        Kind::Number => "number",
        Kind::String | Kind::Key => "string",
        Kind::BigInt => "bigint",
        Kind::Undefined | Kind::Hole => "undefined",
        Kind::Function => "function",
        Kind::Symbol => "symbol",
        Kind::Null | Kind::Array | Kind::Object | Kind::Circular | Kind::Thrown => "object",
    }
}
