//! The configuration as lanes see it (L-20 … L-24).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::json::{Builder, Document, Kind, Str, Value, trim_text};
use crate::registry::federate::Slice;
use crate::sort::Index;
use crate::vocabulary::lane::{BUDGET_KEY, FLAT_BUDGET_KEY};

/// A value of the configuration, as far as lanes tell values apart (L-24, L-33, L-47).
#[derive(Debug, Clone, PartialEq)]
pub enum ConfigValue {
    /// A string.
    Text(String),
    /// A number.
    Number(f64),
    /// Anything else: it never means anything to a lane.
    Other,
}

impl ConfigValue {
    /// What a JSON value is; U+FFFD stands for unpaired surrogates.
    #[must_use]
    pub fn of(value: Value<'_>) -> Self {
        if let Some(text) = value.as_str() {
            return Self::Text(text.to_lossy());
        }
        value.as_f64().map_or(Self::Other, Self::Number)
    }

    /// The string as [`config_string`] reads it.
    #[must_use]
    pub fn string(&self) -> Option<&str> {
        match self {
            Self::Text(text) => config_string(text),
            _ => None,
        }
    }

    /// The number, if it is a finite one.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) if number.is_finite() => Some(*number),
            _ => None,
        }
    }
}

/// What a configured text says; nothing if it is blank or spells out nothing (L-24).
#[must_use]
pub fn config_string(text: &str) -> Option<&str> {
    let text = trim_text(text);
    (!matches!(text, "" | "null" | "undefined")).then_some(text)
}

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A file of the project: anybody who can write to the repository may have set it (Y-15, Y-20).
    Project,
    /// The user's own defaults.
    User,
    /// The capability that declares the key.
    Default,
}

/// What a key reads as.
#[derive(Debug, Clone, Copy)]
pub struct Setting<'d> {
    /// The value; `None` is null.
    pub value: Option<Value<'d>>,
    /// Where it comes from.
    pub origin: Origin,
}

/// The resolved view: of all that the files say, only what somebody declared is there (L-21 … L-23).
#[derive(Debug, Clone, Copy)]
pub struct View<'m, 'd> {
    /// The manifests whose `config` declares keys: first-party ones, then accepted overlays.
    pub manifests: &'m [Value<'d>],
    /// The project's configuration, its workstream's merged in; `None` if there is no file.
    pub file: Option<Value<'d>>,
    /// The user's own defaults, which count if the project has no file.
    pub defaults: Option<Value<'d>>,
}

impl<'d> View<'_, 'd> {
    /// What a key reads as; `None` for one that is not there, whatever the files say.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Setting<'d>> {
        if key == BUDGET_KEY {
            let file = self.file?;
            return Some(Setting {
                value: own(file, FLAT_BUDGET_KEY).or_else(|| nested(file, key)),
                origin: Origin::Project,
            });
        }
        let slice = self.slice(key)?;
        let (file, origin) = match self.file {
            Some(file) => (Some(file), Origin::Project),
            None => (self.defaults, Origin::User),
        };
        let written = file.and_then(|file| nested(file, key));
        Some(match written.filter(|value| slice.admits_value(*value)) {
            Some(value) => Setting {
                value: Some(value),
                origin,
            },
            None => Setting {
                value: Some(slice.default),
                origin: Origin::Default,
            },
        })
    }

    /// The same, as lanes read it.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<ConfigValue> {
        let value = self.get(key)?.value;
        Some(value.map_or(ConfigValue::Other, ConfigValue::of))
    }

    /// The first declaration of a key.
    fn slice(&self, key: &str) -> Option<Slice<'d>> {
        self.manifests
            .iter()
            .find_map(|manifest| own(own(*manifest, "config")?, key))
            .and_then(Slice::read)
    }
}

/// An own member; never an inherited one (L-9).
#[must_use]
#[inline(never)]
pub fn own<'d>(object: Value<'d>, name: &str) -> Option<Value<'d>> {
    let mut found = None;
    object.each_member(|member| {
        if member.own && member.name.is(name) {
            found = Some(member.value);
        }
    });
    found.filter(|value| value.kind() != Kind::Undefined)
}

/// What stands at a dotted path, member by member; a literal dotted name is none (L-20).
#[must_use]
pub fn nested<'d>(root: Value<'d>, path: &str) -> Option<Value<'d>> {
    path.split('.').try_fold(root, own)
}

/// A configuration with another one laid over it: objects member by member, everything else as a whole (L-20).
#[must_use]
pub fn deep_merge(base: Value<'_>, over: Value<'_>) -> Document<'static> {
    let mut out = Builder::new();
    // What is still to be written, the next one last: no depth of nesting can exhaust the stack.
    let mut jobs = alloc::vec![Job::Merge(base, over)];
    while let Some(job) = jobs.pop() {
        match job {
            Job::Merge(base, over) if base.is_object() && over.is_object() => {
                out.begin_object();
                jobs.push(Job::End);
                let members = merged(base, over);
                jobs.extend(members.into_iter().rev());
            }
            Job::Merge(_, value) | Job::Copy(value) => copy(&mut out, &mut jobs, value),
            Job::Member(name, value) => {
                out.key_wtf8(&name);
                jobs.push(*value);
            }
            Job::End => out.end(),
        }
    }
    out.finish()
}

enum Job<'d> {
    Merge(Value<'d>, Value<'d>),
    Copy(Value<'d>),
    Member(Cow<'d, [u8]>, alloc::boxed::Box<Job<'d>>),
    End,
}

impl<'d> Job<'d> {
    fn member(name: Str<'d>, job: Self) -> Self {
        Self::Member(name.wtf8(), alloc::boxed::Box::new(job))
    }
}

/// The members of both objects: those of the lower one first, in its order.
fn merged<'d>(base: Value<'d>, over: Value<'d>) -> Vec<Job<'d>> {
    let upper: Vec<(Str<'d>, Value<'d>)> = over.entries().collect();
    let index = Index::new(upper.iter().map(|(name, _)| name.wtf8()).collect());
    let mut seen = alloc::vec![false; upper.len()];
    let mut jobs = Vec::new();
    for (name, value) in base.entries() {
        let place = index.find(&name.wtf8());
        let above = place.and_then(|place| {
            if let Some(seen) = seen.get_mut(place) {
                *seen = true;
            }
            upper.get(place)
        });
        jobs.push(Job::member(
            name,
            match above {
                Some((_, above)) => Job::Merge(value, *above),
                None => Job::Copy(value),
            },
        ));
    }
    for ((name, value), seen) in upper.into_iter().zip(seen) {
        if !seen {
            jobs.push(Job::member(name, Job::Copy(value)));
        }
    }
    jobs
}

fn copy<'d>(out: &mut Builder, jobs: &mut Vec<Job<'d>>, value: Value<'d>) {
    match value.kind() {
        Kind::Object => {
            out.begin_object();
            jobs.push(Job::End);
            let members: Vec<_> = value.entries().collect();
            let members = members.into_iter().rev();
            jobs.extend(members.map(|(name, value)| Job::member(name, Job::Copy(value))));
        }
        Kind::Array => {
            out.begin_array();
            jobs.push(Job::End);
            let items: Vec<_> = value.items().collect();
            jobs.extend(items.into_iter().rev().map(Job::Copy));
        }
        Kind::String => out.string_wtf8(&value.text().wtf8()),
        Kind::Number => out.number(value.as_f64().unwrap_or(0.0)),
        Kind::True => out.bool(true),
        Kind::False => out.bool(false),
        other => out.bare(other),
    }
}

/// Which workstream is active: the option, else the variable `GSD_WORKSTREAM`, else the first line of
/// `.planning/active-workstream` (L-20).
///
/// # Errors
/// A name that is no plain name of a folder is not used: it would lead out of `.planning/workstreams`.
pub fn workstream<'t>(
    option: Option<&'t str>,
    variable: Option<&'t str>,
    file: Option<&'t str>,
) -> Result<Option<&'t str>, &'t str> {
    let first_line = file.and_then(|text| text.lines().next());
    let named = [option, variable, first_line]
        .into_iter()
        .flatten()
        .map(trim_text)
        .find(|name| !name.is_empty());
    match named {
        Some(name) if !is_plain_name(name) => Err(name),
        named => Ok(named),
    }
}

/// Whether a name is one component of a path, on every system.
fn is_plain_name(name: &str) -> bool {
    !matches!(name, "." | "..")
        && !name
            .chars()
            .any(|c| c.is_control() || matches!(c, '/' | '\\' | ':'))
}
