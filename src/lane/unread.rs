//! What is written into a configuration and read by no lane (F-10, L-20, L-21): a slip that nobody would notice.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::config::own;
use crate::json::{Str, Value};
use crate::manifest::near::nearest;
use crate::registry::federate::Slice;

/// The member of a configuration that lanes read, and what begins the keys below it.
const ROOT: &str = "review";

/// The groups of keys with one member for each lane, and the field of a lane that names its own.
const GROUPS: [(&str, &str); 4] = [
    ("models", "modelConfigKey"),
    ("effort", "effortConfigKey"),
    ("timeouts", "timeoutConfigKey"),
    ("max_prompt_tokens_per_reviewer", "promptBudgetKey"),
];

/// What else there is (L-20). Only what comes near to a known name is a slip: others may keep settings there, too.
const OTHERS: [&str; 4] = [
    "default_reviewers",
    "max_prompt_tokens",
    "parallel_lanes",
    "reviewer_instances",
];

/// The end of keys that name a server.
const HOST: &str = "_host";

/// One key that is written and not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// The key as it is written.
    pub key: String,
    /// Why it is not read.
    pub why: Why,
}

/// Why a key is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// No lane reads it; the key that was probably meant.
    Unknown(Option<String>),
    /// There is such a lane, and it takes no such setting.
    NotTaken,
    /// Its dots are part of one name, where members within members are read (L-20).
    Dotted,
    /// Its value is of another type than the one that is declared (L-21).
    WrongType,
}

impl fmt::Display for Unread {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = &self.key;
        match &self.why {
            Why::Unknown(None) => write!(out, "no lane reads the setting `{key}`"),
            Why::Unknown(Some(near)) => {
                write!(
                    out,
                    "no lane reads the setting `{key}`; did you mean `{near}`?"
                )
            }
            Why::NotTaken => write!(
                out,
                "the setting `{key}` is ignored: the lane takes no such thing"
            ),
            Why::Dotted => write!(
                out,
                "the setting `{key}` is ignored: write it as objects within objects, not as one name"
            ),
            Why::WrongType => write!(
                out,
                "the setting `{key}` is ignored: its value is of the wrong type"
            ),
        }
    }
}

/// Everything that a configuration says to lanes in vain. `manifests` are those of all lanes that are active, first-party
/// ones first; their `config` declares what is read.
#[must_use]
pub fn unread(file: Value<'_>, manifests: &[Value<'_>]) -> Vec<Unread> {
    let mut found = Vec::new();
    for (name, _) in file.entries() {
        let key = name.to_lossy();
        let is_ours = key.strip_prefix(ROOT).is_some_and(|it| it.starts_with('.'));
        if is_ours {
            let why = Why::Dotted;
            found.push(Unread { key, why });
        }
    }
    let Some(review) = own(file, ROOT) else {
        return found;
    };
    let mut look = |key: String, value: Value<'_>| {
        if let Some(why) = Known(manifests).why_not(&key, value) {
            found.push(Unread { key, why });
        }
    };
    for (name, value) in review.entries() {
        let name = name.to_lossy();
        let key = [ROOT, ".", &name].concat();
        if GROUPS.iter().any(|(group, _)| *group == name) {
            for (member, value) in value.entries() {
                look([&key, ".", &member.to_lossy()].concat(), value);
            }
        } else if !OTHERS.contains(&name.as_str()) {
            look(key, value);
        }
    }
    found
}

struct Known<'m, 'd>(&'m [Value<'d>]);

impl Known<'_, '_> {
    fn why_not(&self, key: &str, value: Value<'_>) -> Option<Why> {
        if let Some(slice) = self.slice(key) {
            let fits = value.is_null() || slice.admits_value(value);
            return (!fits).then_some(Why::WrongType);
        }
        let (_, rest) = key.split_once('.')?;
        let Some((group, member)) = rest.split_once('.') else {
            return self.why_not_at_all(rest);
        };
        if let Some(why) = self.of_lane(group, member) {
            return Some(why);
        }
        let prefix = [ROOT, ".", group, "."].concat();
        Some(Why::Unknown(self.near(&prefix, member)))
    }

    /// What is no group is a slip only if it comes near to something that is read, or names a server.
    fn why_not_at_all(&self, name: &str) -> Option<Why> {
        let groups = GROUPS.iter().map(|(group, _)| *group);
        let names: Vec<&str> = groups.chain(OTHERS).collect();
        let near = nearest(Str::of(name), &names).map(|it| [ROOT, ".", it].concat());
        let near = near.or_else(|| self.near("review.", name));
        (near.is_some() || name.ends_with(HOST)).then_some(Why::Unknown(near))
    }

    /// The declared key of that beginning whose end is nearest.
    fn near(&self, prefix: &str, end: &str) -> Option<String> {
        let keys = self.keys();
        let ends: Vec<&str> = keys
            .iter()
            .filter_map(|key| key.strip_prefix(prefix))
            .filter(|it| !it.contains('.'))
            .collect();
        nearest(Str::of(end), &ends).map(|it| [prefix, it].concat())
    }

    fn keys(&self) -> Vec<String> {
        let slices = self.0.iter().filter_map(|it| own(*it, "config"));
        slices
            .flat_map(Value::entries)
            .map(|(name, _)| name.to_lossy())
            .collect()
    }

    fn slice(&self, key: &str) -> Option<Slice<'_>> {
        let mut slices = self.0.iter().filter_map(|it| own(*it, "config"));
        slices.find_map(|it| own(it, key)).and_then(Slice::read)
    }

    /// What the lane of that name says to it, if there is one: it may read another key.
    fn of_lane(&self, group: &str, slug: &str) -> Option<Why> {
        let (_, field) = GROUPS.iter().find(|(it, _)| *it == group)?;
        let mut lanes = self.0.iter().filter_map(|it| own(*it, "reviewer"));
        let lane = lanes.find(|it| {
            own(*it, "slug")
                .and_then(Value::as_str)
                .is_some_and(|it| it.is(slug))
        })?;
        let key = own(lane, field).and_then(Value::as_str).map(Str::to_lossy);
        Some(key.map_or(Why::NotTaken, |it| Why::Unknown(Some(it))))
    }
}
