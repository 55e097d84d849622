//! Collecting findings, and checking values against the shapes of the vocabulary.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::fit::fits;
use super::members::Members;
use super::message::{self, Found};
use super::{locate, near};
use crate::diagnostic::{Code, Diagnostic, Profile, Related, Report, Severity};
use crate::json::{Document, Str, Value};
use crate::sort::sort_by;
use crate::vocabulary::RESERVED_NAMES;
use crate::vocabulary::limits::{MAX_DIAGNOSTICS, MAX_SHOWN_KEY};
use crate::vocabulary::shape::{Field, Shape};

/// The rule path of V-1, built only when something is reported.
#[derive(Clone, Copy)]
pub(super) struct Path<'p> {
    parent: Option<&'p Path<'p>>,
    step: Step<'p>,
}

#[derive(Clone, Copy)]
enum Step<'p> {
    Root,
    Name(&'p str),
    /// A position in an array.
    Index(usize),
    /// A key that the manifest supplies, appended bare.
    Bare(Str<'p>),
    /// A key that the manifest supplies, in brackets and quotes.
    Quoted(Str<'p>),
}

impl Path<'_> {
    pub(super) const ROOT: Path<'static> = Path {
        parent: None,
        step: Step::Root,
    };

    pub(super) fn name<'c>(&'c self, name: &'c str) -> Path<'c> {
        self.step(Step::Name(name))
    }

    pub(super) fn index(&self, index: usize) -> Path<'_> {
        self.step(Step::Index(index))
    }

    pub(super) fn bare<'c>(&'c self, key: Str<'c>) -> Path<'c> {
        self.step(Step::Bare(key))
    }

    pub(super) fn quoted<'c>(&'c self, key: Str<'c>) -> Path<'c> {
        self.step(Step::Quoted(key))
    }

    fn is_root(&self) -> bool {
        self.parent.is_none()
    }

    fn step<'c>(&'c self, step: Step<'c>) -> Path<'c> {
        Path {
            parent: Some(self),
            step,
        }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(parent) = self.parent else {
            return f.write_str("$");
        };
        if parent.parent.is_some() {
            parent.fmt(f)?;
        }
        let dot = if parent.parent.is_some() { "." } else { "" };
        match self.step {
            Step::Root => Ok(()),
            Step::Name(name) => write!(f, "{dot}{name}"),
            Step::Index(index) => write!(f, "[{index}]"),
            Step::Bare(key) => write!(f, "{dot}{}", shown(key)),
            Step::Quoted(key) => write!(f, "[\"{}\"]", shown(key)),
        }
    }
}

/// A key as a path shows it, cut if it is very long (F-51).
fn shown(key: Str<'_>) -> String {
    let mut text = key.to_lossy();
    if let Some((cut, _)) = text.char_indices().nth(MAX_SHOWN_KEY) {
        text.truncate(cut);
        text.push('…');
    }
    text
}

/// Where in the manifest a finding points.
#[derive(Clone, Copy)]
pub(super) enum At<'d> {
    /// The value is wrong.
    Value(Value<'d>),
    /// The name under which this value stands is wrong.
    Key(Value<'d>),
    /// This object lacks something.
    Missing(Value<'d>),
    /// The byte order mark before this root.
    Mark(Value<'d>),
}

impl<'d> At<'d> {
    pub(super) fn value(self) -> Value<'d> {
        match self {
            Self::Value(value) | Self::Key(value) | Self::Missing(value) | Self::Mark(value) => {
                value
            }
        }
    }
}

/// A finding whose place is not worked out yet.
pub(super) struct Finding<'d> {
    pub(super) diagnostic: Diagnostic,
    pub(super) at: At<'d>,
    /// The name that is missing in the object `at` points to.
    pub(super) missing: Option<String>,
    pub(super) related: Vec<(Value<'d>, String)>,
    /// The field follows from the pointer: the finding hangs on the text, not on a rule's path.
    pub(super) by_pointer: bool,
}

impl<'d> Finding<'d> {
    #[cold]
    #[inline(never)]
    pub(super) fn help(&mut self, help: &str) -> &mut Self {
        self.diagnostic.help = Some(help.to_string());
        self
    }

    #[cold]
    #[inline(never)]
    pub(super) fn help_with(&mut self, help: fmt::Arguments<'_>) -> &mut Self {
        self.diagnostic.help = Some(help.to_string());
        self
    }

    #[cold]
    #[inline(never)]
    pub(super) fn related(&mut self, value: Value<'d>, message: &str) -> &mut Self {
        self.related.push((value, message.to_string()));
        self
    }
}

/// Collects the findings of one manifest.
pub(super) struct Checker<'d> {
    document: &'d Document<'d>,
    profile: Profile,
    findings: Vec<Finding<'d>>,
    errors: usize,
    warnings: usize,
    /// What is checked rests on a guess: all findings only advise.
    guessing: bool,
    /// Takes a finding beyond the limit, so that callers need not know.
    spare: Option<Finding<'d>>,
}

impl<'d> Checker<'d> {
    pub(super) fn new(document: &'d Document<'_>, profile: Profile) -> Self {
        Self {
            document,
            profile,
            findings: Vec::new(),
            errors: 0,
            warnings: 0,
            guessing: false,
            spare: None,
        }
    }

    #[cold]
    #[inline(never)]
    fn add(
        &mut self,
        (severity, beyond): (Severity, bool),
        code: Code,
        rule: &'static str,
        path: &Path<'_>,
        at: At<'d>,
        message: fmt::Arguments<'_>,
    ) -> &mut Finding<'d> {
        let (severity, beyond) = if self.guessing {
            (Severity::Warning, true)
        } else {
            (severity, beyond)
        };
        // Errors and warnings are counted apart, so that no flood of warnings hides an error.
        let count = match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        *count += 1;
        let kept = *count <= MAX_DIAGNOSTICS;
        let finding = Finding {
            diagnostic: Diagnostic {
                code,
                severity,
                rule,
                path: String::new(),
                // What is only counted needs no words.
                field: words(kept, path),
                message: words(kept, &message),
                help: None,
                beyond,
                related: Vec::new(),
                span: None,
            },
            at,
            missing: None,
            related: Vec::new(),
            by_pointer: path.is_root(),
        };
        if kept {
            self.findings.push(finding);
            if let Some(last) = self.findings.last_mut() {
                return last;
            }
            unreachable_finding(&mut self.spare, at)
        } else {
            self.spare.insert(finding)
        }
    }

    /// The known name that was probably meant. Once findings are only counted nobody reads a suggestion, and
    /// looking for one in a flood of names would take long (F-51).
    pub(super) fn nearest(&self, name: Str<'_>, set: &[&'static str]) -> Option<&'static str> {
        let full = self.errors.max(self.warnings) >= MAX_DIAGNOSTICS;
        (!full).then(|| near::nearest(name, set)).flatten()
    }

    /// An error that the peer finds too.
    #[cold]
    #[inline(never)]
    pub(super) fn error(
        &mut self,
        code: Code,
        rule: &'static str,
        path: &Path<'_>,
        at: At<'d>,
        message: fmt::Arguments<'_>,
    ) -> &mut Finding<'d> {
        self.add((Severity::Error, false), code, rule, path, at, message)
    }

    /// A warning that the peer finds too.
    #[cold]
    #[inline(never)]
    pub(super) fn warning(
        &mut self,
        code: Code,
        rule: &'static str,
        path: &Path<'_>,
        at: At<'d>,
        message: fmt::Arguments<'_>,
    ) -> &mut Finding<'d> {
        self.add((Severity::Warning, false), code, rule, path, at, message)
    }

    /// A finding of ours that only advises.
    #[cold]
    #[inline(never)]
    pub(super) fn advice(
        &mut self,
        code: Code,
        rule: &'static str,
        path: &Path<'_>,
        at: At<'d>,
        message: fmt::Arguments<'_>,
    ) -> &mut Finding<'d> {
        self.add((Severity::Warning, true), code, rule, path, at, message)
    }

    /// A finding of ours about something that would run, leave or be written unseen: an error, unless the peer's
    /// verdict is asked for (Y-1, Y-2).
    #[cold]
    #[inline(never)]
    pub(super) fn hazard(
        &mut self,
        code: Code,
        rule: &'static str,
        path: &Path<'_>,
        at: At<'d>,
        message: fmt::Arguments<'_>,
    ) -> &mut Finding<'d> {
        let severity = match self.profile {
            Profile::Strict => Severity::Error,
            Profile::Peer => Severity::Warning,
        };
        self.add((severity, true), code, rule, path, at, message)
    }

    /// Checks what only matters if a guess is right: whatever is found is no more than advice.
    pub(super) fn guess(&mut self, check: impl FnOnce(&mut Self)) {
        self.guessing = true;
        check(self);
        self.guessing = false;
    }

    /// Whose verdict is asked for.
    pub(super) fn profile(&self) -> Profile {
        self.profile
    }

    /// A required member is not there.
    #[cold]
    #[inline(never)]
    pub(super) fn missing(
        &mut self,
        path: &Path<'_>,
        object: Value<'d>,
        name: &str,
        rule: &'static str,
        expected: &str,
    ) {
        let message = format_args!("`{name}` is missing; expected {expected}");
        let missing = Some(name.to_string());
        self.error(
            Code::MissingField,
            rule,
            &path.name(name),
            At::Missing(object),
            message,
        )
        .missing = missing;
    }

    /// Checks the fields of the object's own table.
    #[inline(never)]
    pub(super) fn fields(&mut self, path: &Path<'_>, object: &Members<'_, 'd>) {
        for (place, field) in object.table.fields.iter().enumerate() {
            self.field(path, object, field, object.at(place));
        }
    }

    /// Checks fields that the object's table knows by name.
    #[inline(never)]
    pub(super) fn named_fields(
        &mut self,
        path: &Path<'_>,
        object: &Members<'_, 'd>,
        fields: &'static [Field],
    ) {
        for field in fields {
            self.field(path, object, field, object.get(field.name));
        }
    }

    #[inline]
    fn field(
        &mut self,
        path: &Path<'_>,
        object: &Members<'_, 'd>,
        field: &'static Field,
        value: Option<Value<'d>>,
    ) {
        match value {
            Some(value) if fits(value, &field.accepts) => {}
            Some(value) => self.unfit(&path.name(field.name), value, &field.accepts, field.rule),
            None if field.required => {
                let expected = message::expected(&field.accepts);
                self.missing(path, object.object(), field.name, field.rule, &expected);
            }
            None => {}
        }
    }

    /// Checks a value against a shape.
    pub(super) fn shape(
        &mut self,
        path: &Path<'_>,
        value: Value<'d>,
        shape: &'static Shape,
        rule: &'static str,
    ) {
        if !fits(value, shape) {
            self.unfit(path, value, shape, rule);
        }
    }

    /// Says why a value does not fit; a list that only seemed not to gives nothing.
    #[cold]
    #[inline(never)]
    fn unfit(
        &mut self,
        path: &Path<'_>,
        value: Value<'d>,
        shape: &'static Shape,
        rule: &'static str,
    ) {
        match shape {
            Shape::OrNull(inner) => {
                if !value.is_null()
                    && let Some((code, found)) = misfit(value, inner)
                {
                    self.mismatch(path, value, shape, rule, code, &found);
                }
            }
            Shape::IndexedList(entry) => {
                if value.is_array() && !value.is_unreadable() {
                    for (index, item) in value.items().enumerate() {
                        self.shape(&path.index(index), item, entry, rule);
                    }
                } else {
                    let found = Found(value).to_string();
                    self.mismatch(path, value, shape, rule, Code::WrongType, &found);
                }
            }
            Shape::List(entry) | Shape::DistinctList(entry) => {
                self.list(path, value, shape, entry, rule);
            }
            simple => {
                if let Some((code, found)) = misfit(value, simple) {
                    self.mismatch(path, value, shape, rule, code, &found);
                }
            }
        }
    }

    fn list(
        &mut self,
        path: &Path<'_>,
        value: Value<'d>,
        shape: &'static Shape,
        entry: &'static Shape,
        rule: &'static str,
    ) {
        if !value.is_array() || value.is_unreadable() {
            self.mismatch(
                path,
                value,
                shape,
                rule,
                Code::WrongType,
                &Found(value).to_string(),
            );
            return;
        }
        let mut any = false;
        for item in value.items() {
            any = true;
            if let Some((code, found)) = misfit(item, entry) {
                self.mismatch(path, item, entry, rule, code, &found);
            }
        }
        if matches!(shape, Shape::DistinctList(_)) {
            if !any {
                let message =
                    format_args!("the list is empty; expected {}", message::expected(shape));
                self.error(Code::EmptyList, rule, path, At::Value(value), message);
            }
            self.repeats(path, value, rule);
        }
    }

    /// Reports each text that stands in a list before.
    #[cold]
    #[inline(never)]
    fn repeats(&mut self, path: &Path<'_>, list: Value<'d>, rule: &'static str) {
        let mut items = list.items();
        // One or two entries are what almost every manifest has.
        if let (Some(first), second, None) = (items.next(), items.next(), items.next())
            && second.is_none_or(|second| first.as_str() != second.as_str())
        {
            return;
        }
        let mut texts: Vec<(Cow<'d, [u8]>, Value<'d>)> = list
            .items()
            .filter_map(|item| Some((item.as_str()?.wtf8(), item)))
            .collect();
        sort_by(&mut texts, |(a, _), (b, _)| a.cmp(b));
        let mut first: Option<&(Cow<'d, [u8]>, Value<'d>)> = None;
        for entry in &texts {
            match first {
                Some((text, original)) if *text == entry.0 => {
                    let message = format_args!("{} stands in the list twice", Found(entry.1));
                    self.error(
                        Code::DuplicateEntry,
                        rule,
                        path,
                        At::Value(entry.1),
                        message,
                    )
                    .help("remove one of the two")
                    .related(*original, "it stands here first");
                }
                _ => first = Some(entry),
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn mismatch(
        &mut self,
        path: &Path<'_>,
        value: Value<'d>,
        shape: &'static Shape,
        rule: &'static str,
        code: Code,
        found: &str,
    ) {
        let message = format_args!("found {found}; expected {}", message::expected(shape));
        let help = suggestion(value, shape);
        self.error(code, rule, path, At::Value(value), message)
            .diagnostic
            .help = help;
    }

    /// Works out places, orders the findings and says whether the manifest is accepted.
    pub(super) fn finish(mut self) -> Report {
        let valid = self.errors == 0;
        if self.findings.is_empty() {
            return Report {
                valid,
                diagnostics: Vec::new(),
            };
        }
        let errors = self.errors.min(MAX_DIAGNOSTICS);
        let omitted = self.errors + self.warnings;
        if self.findings.len() > MAX_DIAGNOSTICS {
            let mut room = MAX_DIAGNOSTICS - errors;
            self.findings.retain(|finding| {
                let warning = finding.diagnostic.severity == Severity::Warning;
                let kept = !warning || room > 0;
                room = room.saturating_sub(usize::from(warning));
                kept
            });
        }
        let omitted = omitted - self.findings.len();
        if self.document.is_text() {
            sort_by(&mut self.findings, |a, b| {
                a.at.value().id().cmp(&b.at.value().id())
            });
        }
        let mut diagnostics = locate::place(self.document, self.findings);
        if omitted > 0 {
            diagnostics.push(too_many(omitted, self.errors > MAX_DIAGNOSTICS));
        }
        Report { valid, diagnostics }
    }
}

fn words(wanted: bool, text: &dyn fmt::Display) -> String {
    if wanted {
        text.to_string()
    } else {
        String::new()
    }
}

/// Only there so that `add` is total without an index that could panic.
fn unreachable_finding<'s, 'd>(
    spare: &'s mut Option<Finding<'d>>,
    at: At<'d>,
) -> &'s mut Finding<'d> {
    spare.insert(Finding {
        diagnostic: too_many(0, false),
        at,
        missing: None,
        related: Vec::new(),
        by_pointer: false,
    })
}

fn too_many(omitted: usize, errors: bool) -> Diagnostic {
    Diagnostic {
        code: Code::TooMany,
        severity: if errors {
            Severity::Error
        } else {
            Severity::Warning
        },
        rule: "V-16",
        path: String::new(),
        field: "$".to_string(),
        message: format!(
            "{omitted} more findings are left out; the first {MAX_DIAGNOSTICS} are reported"
        ),
        help: Some("mend what is reported, then check again".to_string()),
        beyond: true,
        related: Vec::<Related>::new(),
        span: None,
    }
}

/// Whether the content is a reserved name (J-9).
pub(super) fn is_reserved(text: Str<'_>) -> bool {
    RESERVED_NAMES.iter().any(|name| text.is(name))
}

fn reserved(value: Value<'_>) -> String {
    format!("the reserved name {}", Found(value))
}

/// Why a value does not fit a shape without parts: the code and what was found.
#[cold]
#[inline(never)]
fn misfit(value: Value<'_>, shape: &Shape) -> Option<(Code, String)> {
    let text = value.as_str();
    let wrong_type = || {
        // In quotes a number looks like one all the same.
        let kind = if text.is_some() { "the text " } else { "" };
        Some((Code::WrongType, format!("{kind}{}", Found(value))))
    };
    match shape {
        Shape::AnyText => text.map_or_else(wrong_type, |_| None),
        Shape::Text => text.map_or_else(wrong_type, |text| {
            text.is_empty()
                .then(|| (Code::EmptyText, "an empty text".to_string()))
        }),
        Shape::Matching(grammar) => text.map_or_else(wrong_type, |text| {
            (!(grammar.matches)(&text.wtf8())).then(|| (Code::BadFormat, Found(value).to_string()))
        }),
        Shape::Unreserved(grammar) => text.map_or_else(wrong_type, |text| {
            if is_reserved(text) {
                return Some((Code::ReservedName, reserved(value)));
            }
            (!(grammar.matches)(&text.wtf8())).then(|| (Code::BadFormat, Found(value).to_string()))
        }),
        Shape::Name => text.map_or_else(wrong_type, |text| {
            is_reserved(text).then(|| (Code::ReservedName, reserved(value)))
        }),
        Shape::UnreservedText => text.map_or_else(wrong_type, |text| {
            if text.is_empty() {
                return Some((Code::EmptyText, "an empty text".to_string()));
            }
            is_reserved(text).then(|| (Code::ReservedName, reserved(value)))
        }),
        Shape::Boolean => value.as_bool().map_or_else(wrong_type, |_| None),
        Shape::Integer(least, most) => match value.as_f64() {
            None => wrong_type(),
            Some(number) if is_integer(number) && (*least..=*most).contains(&number) => None,
            Some(_) => Some((Code::BadNumber, Found(value).to_string())),
        },
        Shape::OneOfNumber(set) => match value.as_f64() {
            None => wrong_type(),
            Some(number) if set.contains(&number) => None,
            Some(_) => Some((Code::BadNumber, Found(value).to_string())),
        },
        Shape::OrWord(word, inner) => {
            if text.is_some_and(|text| text.is(word)) {
                None
            } else {
                misfit(value, inner)
            }
        }
        Shape::Array => (!value.is_array() || value.is_unreadable())
            .then(wrong_type)
            .flatten(),
        Shape::OneOf(set) => text.map_or_else(wrong_type, |text| {
            (!set.iter().any(|member| text.is(member)))
                .then(|| (Code::UnknownValue, Found(value).to_string()))
        }),
        Shape::PositiveInteger => match value.as_f64() {
            None => wrong_type(),
            Some(number) if is_integer(number) && number > 0.0 => None,
            Some(_) => Some((Code::BadNumber, Found(value).to_string())),
        },
        Shape::Object => (!value.is_object() || value.is_unreadable())
            .then(wrong_type)
            .flatten(),
        // Shapes with parts are taken apart by `Checker::shape`.
        Shape::Anything
        | Shape::OrNull(_)
        | Shape::IndexedList(_)
        | Shape::List(_)
        | Shape::DistinctList(_) => None,
    }
}

/// Whether a double is an integer (J-3).
pub(super) fn is_integer(number: f64) -> bool {
    // Every double of this size is whole; below it the cast is exact.
    const ALL_WHOLE: f64 = 9_007_199_254_740_992.0;
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::float_cmp
    )]
    {
        number.is_finite() && (number.abs() >= ALL_WHOLE || (number as i64) as f64 == number)
    }
}

fn suggestion(value: Value<'_>, shape: &Shape) -> Option<String> {
    if let Some(bare) = unquoted(value, shape) {
        return Some(format!("write it without quotes: {bare}"));
    }
    let (Shape::OneOf(set)
    | Shape::OrNull(Shape::OneOf(set))
    | Shape::OrWord(_, Shape::OneOf(set))) = shape
    else {
        return None;
    };
    near::nearest(value.as_str()?, set).map(|member| format!("did you mean `{member}`?"))
}

/// What stands in quotes and would fit without them, as far as that is plain: a whole number above 0, or a truth.
fn unquoted(value: Value<'_>, shape: &Shape) -> Option<String> {
    // Longer ones might not be what they look like.
    const DIGITS: usize = 15;
    let text = value.as_str()?.to_lossy();
    let shape = match shape {
        Shape::OrNull(inner) | Shape::OrWord(_, inner) => inner,
        other => other,
    };
    let fits = match shape {
        Shape::PositiveInteger | Shape::Integer(..) | Shape::OneOfNumber(_) => {
            (1..=DIGITS).contains(&text.len())
                && text.bytes().all(|it| it.is_ascii_digit())
                && !text.starts_with('0')
        }
        Shape::Boolean => text == "true" || text == "false",
        _ => false,
    };
    fits.then_some(text)
}
