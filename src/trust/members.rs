//! Views on maps and lists of a manifest: filtered on the way, never copied.

use serde::{Serialize, Serializer};

use crate::json::{Entries, Items, Kind, Str, Threw, Value};
use crate::vocabulary::RESERVED_NAMES;

/// Which own members a map of the disclosure keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// String values under keys that are no prototype keys (T-13: env, headers).
    Strings,
    /// All but prototype keys (T-13: rawConfig).
    Config,
    /// What of `invoke` no other member binds (T-16: residualInvoke).
    Invoke,
    /// What of `reviewer` no other member binds (T-16: residualLane).
    Lane,
}

/// Members of `invoke` that the lane binds by name.
const INVOKE_BOUND: &[&str] = &["binary", "args", "hostConfigKey", "promptChannel"];
/// Members of `reviewer` that the lane binds by name, and the two that are cosmetic.
const LANE_BOUND: &[&str] = &[
    "slug",
    "transport",
    "handler",
    "invoke",
    "reviewsSection",
    "timeoutFloorMs",
];

impl Keep {
    fn keeps(self, key: Str<'_>, value: Value<'_>) -> bool {
        let bound: &[&str] = match self {
            Self::Strings if value.kind() != Kind::String => return false,
            Self::Strings | Self::Config => &[],
            Self::Invoke => INVOKE_BOUND,
            Self::Lane => LANE_BOUND,
        };
        !bound.iter().any(|name| key.is(name)) && !is_prototype_key(key)
    }
}

/// Whether a key is one that JavaScript gives a meaning of its own (T-4).
fn is_prototype_key(key: Str<'_>) -> bool {
    RESERVED_NAMES.iter().any(|name| key.is(name))
}

/// Own members of a container in own-key order, filtered.
#[derive(Debug, Clone, Copy)]
pub struct Members<'d> {
    source: Option<Value<'d>>,
    keep: Keep,
}

impl<'d> Members<'d> {
    /// # Errors
    /// [`Threw`] if enumerating the container or reading a member of it threw (T-25).
    pub(super) fn new(source: Option<Value<'d>>, keep: Keep) -> Result<Self, Threw> {
        let source = match keep {
            Keep::Strings => source.filter(|value| value.is_object()),
            _ => source.filter(|value| value.is_container()),
        };
        let members = Self { source, keep };
        match source {
            // Text cannot throw.
            Some(value) if !value.document().is_text() => {
                let thrown = |(key, member): (Str<'_>, Value<'_>)| {
                    member.kind() == Kind::Thrown
                        && (keep == Keep::Strings || keep.keeps(key, member))
                };
                if value.is_unreadable() || value.own_entries().any(thrown) {
                    return Err(Threw);
                }
            }
            _ => {}
        }
        Ok(members)
    }

    /// No members.
    pub(super) fn none(keep: Keep) -> Self {
        Self { source: None, keep }
    }

    /// The members.
    #[must_use]
    pub fn iter(self) -> MemberIter<'d> {
        MemberIter {
            entries: self.source.map(Value::own_entries),
            keep: self.keep,
        }
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.iter().next().is_none()
    }
}

/// Iterates over [`Members`].
#[derive(Clone)]
pub struct MemberIter<'d> {
    entries: Option<Entries<'d>>,
    keep: Keep,
}

impl<'d> Iterator for MemberIter<'d> {
    type Item = (Str<'d>, Value<'d>);

    #[inline(never)]
    fn next(&mut self) -> Option<Self::Item> {
        let keep = self.keep;
        self.entries
            .as_mut()?
            .find(|(key, value)| keep.keeps(*key, *value))
    }
}

impl Serialize for Members<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(key, value)| (key.to_lossy(), value)))
    }
}

/// The elements of a list, whatever they are.
#[derive(Debug, Clone, Copy, Default)]
pub struct Elements<'d>(Option<Value<'d>>);

impl<'d> Elements<'d> {
    /// The list, if the value is an array, else an empty one.
    ///
    /// # Errors
    /// [`Threw`] if reading the array or an element of it threw (T-25).
    pub(super) fn new(source: Option<Value<'d>>) -> Result<Self, Threw> {
        let source = source.filter(|value| value.is_array());
        match source {
            Some(array)
                if !array.document().is_text()
                    && (array.is_unreadable()
                        || array.items().any(|item| item.kind() == Kind::Thrown)) =>
            {
                Err(Threw)
            }
            _ => Ok(Self(source)),
        }
    }

    /// The array behind it.
    pub(super) fn array(self) -> Option<Value<'d>> {
        self.0
    }

    /// The elements, if there is an array.
    pub(super) fn items(self) -> Option<Items<'d>> {
        self.0.map(Value::items)
    }

    /// The elements.
    #[must_use]
    pub fn iter(self) -> ElementIter<'d> {
        ElementIter(self.items())
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.iter().next().is_none()
    }
}

/// Iterates over [`Elements`].
#[derive(Clone)]
pub struct ElementIter<'d>(Option<Items<'d>>);

impl<'d> Iterator for ElementIter<'d> {
    type Item = Value<'d>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.as_mut()?.next()
    }
}

impl Serialize for Elements<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// The elements of a list that are strings.
#[derive(Debug, Clone, Copy, Default)]
pub struct Strings<'d>(Elements<'d>);

impl<'d> Strings<'d> {
    pub(super) fn of(elements: Elements<'d>) -> Self {
        Self(elements)
    }

    /// The strings.
    pub fn iter(self) -> impl Iterator<Item = Str<'d>> {
        self.0.iter().filter_map(Value::as_str)
    }
}

impl Serialize for Strings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
