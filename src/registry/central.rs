//! The central configuration: keys that belong to the host, whoever declares them.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::names::Names;
use super::overlay::advice;
use super::text::Text;
use crate::diagnostic::Diagnostic;
use crate::escape::visible;
use crate::json::{Str, Value};
use crate::pattern::Pattern;
use crate::vocabulary::codes::Code;

/// A central pattern that does not compile and is skipped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BrokenPattern {
    /// The source.
    pub pattern: String,
    /// What the engine says.
    pub why: String,
}

/// The central configuration cannot be read. Going on without it would switch the collision check off, so callers
/// stop here (F-15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct UnreadableCentral {
    /// What is no array of strings: `keys` or `patterns`.
    pub member: &'static str,
}

/// The central keys and patterns.
#[derive(Debug, Default)]
pub struct Central {
    keys: Names<'static>,
    patterns: Vec<Pattern>,
    broken: Vec<BrokenPattern>,
}

impl Central {
    /// Keys, and sources of patterns.
    pub fn new<'a>(
        keys: impl IntoIterator<Item = Str<'a>>,
        patterns: impl IntoIterator<Item = Str<'a>>,
    ) -> Self {
        let mut central = Self::default();
        for key in keys {
            let key = key.wtf8().into_owned();
            central.keys.add(Text::wtf8(key.into()));
        }
        for source in patterns {
            let source = source.to_lossy();
            match Pattern::new(&source) {
                Ok(pattern) => central.patterns.push(pattern),
                Err(why) => central.broken.push(BrokenPattern {
                    pattern: source,
                    why,
                }),
            }
        }
        central
    }

    /// From values of a configuration; absent and null are empty.
    ///
    /// # Errors
    /// [`UnreadableCentral`] if one of them is something else than an array of strings.
    pub fn read(
        keys: Option<Value<'_>>,
        patterns: Option<Value<'_>>,
    ) -> Result<Self, UnreadableCentral> {
        Ok(Self::new(
            texts(keys, "keys")?,
            texts(patterns, "patterns")?,
        ))
    }

    /// Patterns that were skipped.
    #[must_use]
    pub fn broken(&self) -> &[BrokenPattern] {
        &self.broken
    }

    /// The same as warnings.
    #[must_use]
    pub fn problems(&self) -> Vec<Diagnostic> {
        let problem = |broken: &BrokenPattern| {
            let pattern = Text::plain(&broken.pattern).quoted();
            let why = visible(broken.why.as_bytes(), 200);
            let message = alloc::format!(
                "the central pattern {pattern} is no regular expression and is skipped: {why}"
            );
            advice(
                Code::PatternSkipped,
                "X-3",
                String::new(),
                String::from("$"),
                message,
            )
        };
        self.broken.iter().map(problem).collect()
    }

    /// Whether a configuration key is central.
    #[must_use]
    pub fn has_key(&self, key: &[u8]) -> bool {
        self.keys.has(key)
    }

    /// The first pattern that finds something in a configuration key.
    #[must_use]
    pub fn pattern_for(&self, key: &[u8]) -> Option<&Pattern> {
        self.patterns.iter().find(|pattern| pattern.is_in(key))
    }
}

fn texts<'d>(
    list: Option<Value<'d>>,
    member: &'static str,
) -> Result<Vec<Str<'d>>, UnreadableCentral> {
    let Some(list) = list.filter(|list| !list.is_null()) else {
        return Ok(Vec::new());
    };
    let texts: Option<Vec<Str<'d>>> = list.items().map(Value::as_str).collect();
    texts
        .filter(|_| list.is_array())
        .ok_or(UnreadableCentral { member })
}

impl core::fmt::Display for UnreadableCentral {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let member = self.member;
        write!(
            f,
            "the central configuration's `{member}` are no array of texts; nothing is merged without them"
        )
    }
}
