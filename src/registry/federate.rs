//! The configuration that capabilities add to the host's (C-1 … C-6).

use alloc::vec::Vec;

use serde::{Serialize, Serializer};

use super::claims::members;
use super::names::Map;
use super::text::Text;
use crate::json::{Str, Value};
use crate::vocabulary::RESERVED_NAMES;
use crate::vocabulary::feature::SLICE_TYPES;

/// The values of all federated keys.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Federated<'d> {
    /// The value of each key, in the schema's order.
    #[serde(serialize_with = "as_map")]
    pub values: Vec<(Str<'d>, Setting<'d>)>,
    /// The keys that have one.
    pub valid_keys: Vec<Str<'d>>,
    /// What was passed over.
    pub warnings: Vec<FederationWarning<'d>>,
}

/// A value of the configuration.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(untagged)]
pub enum Setting<'d> {
    /// A default, or what the user wrote.
    Value(Value<'d>),
    /// The length of a list that the user wrote (C-6).
    Length(usize),
}

/// Why a key has no value, or not the user's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct FederationWarning<'d> {
    /// The key.
    pub key: Str<'d>,
    /// Why.
    pub code: FederationCode,
}

/// What can be wrong with a federated key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FederationCode {
    /// The host itself owns it; skipped (C-3).
    Central,
    /// Its slice has no known type or no default; skipped (C-4).
    Malformed,
    /// The user's value is not of the type; the default stands (C-2).
    TypeMismatch,
}

/// Merges the slices of a schema with what the user wrote. `is_central` says which keys the host itself owns.
#[must_use]
pub fn federate<'d>(
    schema: Option<Value<'d>>,
    is_central: impl Fn(Str<'d>) -> bool,
    user: Option<Value<'d>>,
) -> Federated<'d> {
    let mut federated = Federated::default();
    let mut tree = Tree::default();
    for (key, slice) in members(schema) {
        let bytes = key.wtf8();
        let segments = || bytes.split(|byte| *byte == b'.');
        if segments().any(is_reserved) {
            continue;
        }
        let mut warn = |code| federated.warnings.push(FederationWarning { key, code });
        if is_central(key) {
            warn(FederationCode::Central);
            continue;
        }
        let Some(slice) = Slice::read(slice) else {
            warn(FederationCode::Malformed);
            continue;
        };
        let value = match user.and_then(|user| tree.find(user, segments())) {
            Some(value) if slice.admits(value) => value,
            found => {
                if found.is_some() {
                    warn(FederationCode::TypeMismatch);
                }
                Setting::Value(slice.default)
            }
        };
        federated.values.push((key, value));
        federated.valid_keys.push(key);
    }
    federated
}

fn is_reserved(segment: &[u8]) -> bool {
    RESERVED_NAMES.iter().any(|name| segment == name.as_bytes())
}

/// What a slice says about its values (C-4).
pub(crate) struct Slice<'d> {
    kind: &'static str,
    pub(crate) default: Value<'d>,
    /// The members of an enum, if it lists any.
    values: Option<Value<'d>>,
}

impl<'d> Slice<'d> {
    /// Reads a slice; whether the default is of the type is not looked at.
    pub(crate) fn read(slice: Value<'d>) -> Option<Self> {
        let name = slice.get("type")?.as_str()?;
        Some(Self {
            kind: SLICE_TYPES.iter().copied().find(|kind| name.is(kind))?,
            default: slice.get("default")?,
            values: slice
                .get("values")
                .filter(|values| values.items().next().is_some()),
        })
    }

    /// Whether a value that somebody wrote is of the type (C-2).
    pub(crate) fn admits_value(&self, value: Value<'_>) -> bool {
        self.admits(Setting::Value(value))
    }

    /// Whether a value is of the type (C-2).
    fn admits(&self, setting: Setting<'_>) -> bool {
        let value = match setting {
            Setting::Length(_) => return self.kind == "number",
            Setting::Value(value) => value,
        };
        match self.kind {
            "boolean" => value.as_bool().is_some(),
            "number" => value.as_f64().is_some_and(f64::is_finite),
            "string" => value.as_str().is_some(),
            _ => value.as_str().is_some_and(|text| {
                self.values
                    .is_none_or(|values| values.items().any(|it| it.as_str() == Some(text)))
            }),
        }
    }
}

/// The own members of a container by name.
type Branches<'d> = Map<'d, Value<'d>>;

/// What the user wrote; the members of a container are sorted when it is first walked through, so that many keys in a
/// wide one are found quickly.
#[derive(Default)]
struct Tree<'d> {
    /// By the bytes of its id.
    containers: Map<'d, Branches<'d>>,
}

impl<'d> Tree<'d> {
    /// Walks segment by segment over own members (C-1, C-6).
    fn find<'s>(
        &mut self,
        root: Value<'d>,
        segments: impl Iterator<Item = &'s [u8]>,
    ) -> Option<Setting<'d>> {
        if !root.is_object() {
            return None;
        }
        let mut at = Setting::Value(root);
        for segment in segments {
            let Setting::Value(container) = at else {
                return None;
            };
            at = if container.is_array() && segment == b"length" {
                Setting::Length(container.items().count())
            } else {
                Setting::Value(*self.branches(container)?.get(segment)?)
            };
        }
        Some(at)
    }

    fn branches(&mut self, container: Value<'d>) -> Option<&Branches<'d>> {
        let id = container.id().to_le_bytes();
        if !self.containers.names.has(&id) {
            let mut branches = Branches::default();
            for (name, value) in container.own_entries() {
                branches.insert(Text::of(name), value);
            }
            self.containers
                .insert(Text::wtf8(id.to_vec().into()), branches);
        }
        self.containers.get(&id)
    }
}

fn as_map<S: Serializer>(
    values: &[(Str<'_>, Setting<'_>)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(key, value)| (key.to_lossy(), value)))
}
