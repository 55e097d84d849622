//! Which model reviewed, and how that is known.

use alloc::string::String;

use serde::Serialize;

use super::text::{filled_lines, lines, trim, with_json};
use crate::json::{Value, is_js_space, utf16_len};
use crate::vocabulary::RESERVED_NAMES;
use crate::vocabulary::limits::{MAX_BANNER_LINES, MAX_MODEL_UNITS};

/// How a model is known (L-90).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The configuration set it and the program was told.
    Pinned,
    /// The server named it in its answer.
    Served,
    /// The server was asked for it and named none.
    Requested,
    /// The program printed it.
    Banner,
    /// The program wrote it into its transcript.
    Transcript,
    /// It is not.
    #[default]
    Unknown,
}

impl Source {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Pinned,
        Self::Served,
        Self::Requested,
        Self::Banner,
        Self::Transcript,
        Self::Unknown,
    ];

    /// The source of that name; unknown if there is none.
    #[must_use]
    pub fn from_name(name: &str) -> Self {
        let found = Self::ALL.iter().find(|it| it.as_str() == name);
        found.copied().unwrap_or_default()
    }

    /// Its stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pinned => "pinned",
            Self::Served => "served",
            Self::Requested => "requested",
            Self::Banner => "banner",
            Self::Transcript => "transcript",
            Self::Unknown => "unknown",
        }
    }
}

/// A model as it is recorded: no value if and only if the source is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Recorded {
    /// The model.
    pub value: Option<String>,
    /// How it is known.
    pub source: Source,
}

impl Recorded {
    /// A model that somebody or something named; unknown if the name is not valid.
    #[must_use]
    pub fn of(name: Option<&str>, source: Source) -> Self {
        match name.and_then(valid) {
            Some(value) => Self {
                value: Some(value.into()),
                source,
            },
            None => Self::default(),
        }
    }

    /// A model that was recorded before, as it was; unknown if it lacks either part.
    #[must_use]
    pub fn named(value: Option<&str>, source: Source) -> Self {
        match value {
            Some(value) if source != Source::Unknown => Self {
                value: Some(value.into()),
                source,
            },
            _ => Self::default(),
        }
    }

    /// The same with the effort behind it, if there are a model and an effort (L-91).
    #[must_use]
    pub fn with_effort(mut self, effort: Option<&str>) -> Self {
        if let (Some(value), Some(effort)) = (&mut self.value, effort) {
            value.push_str(" (reasoning=");
            value.push_str(effort);
            value.push(')');
        }
        self
    }
}

/// A name of a model as it may be recorded: without white space around it, neither empty nor the word `null` or
/// `undefined`, at most 200 units, no control character (L-24, L-90).
#[must_use]
pub fn valid(name: &str) -> Option<&str> {
    let name = trim(name);
    let bad = matches!(name, "" | "null" | "undefined")
        || utf16_len(name.as_bytes()) > MAX_MODEL_UNITS
        || name.chars().any(char::is_control);
    (!bad).then_some(name)
}

/// The one model that the first lines of a program's output name (L-93).
#[must_use]
pub fn banner(text: &str) -> Option<&str> {
    let mut found = None;
    for line in lines(text).take(MAX_BANNER_LINES) {
        let Some(name) = banner_line(line).and_then(valid) else {
            continue;
        };
        if found.is_some_and(|it| it != name) {
            return None;
        }
        found = Some(name);
    }
    found
}

/// What stands behind `model:`.
fn banner_line(line: &str) -> Option<&str> {
    let is_space = |it: char| is_js_space(it.into());
    let is_ornament = |it: char| is_space(it) || matches!(it, '>' | '*' | '|' | '-');
    let rest = line.trim_start_matches(is_ornament);
    let (word, rest) = rest.split_at_checked("model".len())?;
    if !word.eq_ignore_ascii_case("model") {
        return None;
    }
    let rest = rest.trim_start_matches(is_space).strip_prefix(':')?;
    let name = rest.trim_start_matches(is_space);
    (!name.contains(['\r', '\u{2028}', '\u{2029}'])).then_some(name)
}

/// The model that the last line to name one names, in a transcript of one JSON value per line (L-94).
#[must_use]
pub fn transcript(text: &str) -> Option<String> {
    last(filled_lines(text).rev())
}

/// The same in some lines of a transcript, the last one first.
pub(super) fn last<'t>(mut lines: impl Iterator<Item = &'t str>) -> Option<String> {
    lines.find_map(|line| with_json(line, in_entry))
}

fn in_entry(entry: Value<'_>) -> Option<String> {
    let own = |value: Value<'_>| {
        let name = value.get("model")?.as_str()?.to_lossy();
        valid(&name).map(String::from)
    };
    own(entry).or_else(|| {
        let mut last = None;
        for (key, value) in entry.entries() {
            if !key.is_any(RESERVED_NAMES)
                && let Some(found) = own(value)
            {
                last = Some(found);
            }
        }
        last
    })
}
