//! Why two signatures differ (Y-5).

mod difference;
mod found;
mod pairing;
mod surfaces;

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Serialize, Serializer};

use super::disclose::{Context, disclose};
use super::disclosure::{CommandModule, Disclosure, Hook, McpServer, ReviewerLane};
use super::members::{Elements, Members};
use crate::json::{Str, Value};
use pairing::compare;
use surfaces::Entry;

/// The differences of what two manifests bind.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Changes<'d> {
    /// Whether the signatures differ.
    pub changed: bool,
    /// What differs: empty iff the signatures are equal.
    pub changes: Vec<Change<'d>>,
}

/// One difference.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Change<'d> {
    /// The class of what differs.
    pub surface: Surface,
    /// Which one; safe to print.
    pub id: String,
    /// Where in it, dotted; safe to print.
    pub field: String,
    /// What happened to it.
    pub kind: ChangeKind,
    /// What was there, as stable JSON, escaped and bounded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// What is there now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// What was there, in full.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before_value: Option<Full<'d>>,
    /// What is there now, in full.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after_value: Option<Full<'d>>,
}

/// A class of surfaces that consent binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Surface {
    /// A hook.
    Hook,
    /// A command module.
    CommandModule,
    /// A server of the model context protocol.
    McpServer,
    /// The reviewer lane.
    ReviewerLane,
}

/// What happened to something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ChangeKind {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It is another.
    Changed,
}

/// A value in full.
#[derive(Debug, Clone, Copy)]
pub enum Full<'d> {
    /// A value of a manifest.
    Value(Value<'d>),
    /// A text, empty where the manifest has none.
    Text(Str<'d>),
    /// A filtered map.
    Members(Members<'d>),
    /// A list.
    Elements(Elements<'d>),
    /// A whole hook.
    Hook(Hook<'d>),
    /// A whole command module.
    CommandModule(CommandModule<'d>),
    /// A whole server.
    McpServer(McpServer<'d>),
    /// A whole lane.
    ReviewerLane(ReviewerLane<'d>),
}

impl Serialize for Full<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Value(it) => it.serialize(serializer),
            Self::Text(it) => it.serialize(serializer),
            Self::Members(it) => it.serialize(serializer),
            Self::Elements(it) => it.serialize(serializer),
            Self::Hook(it) => it.serialize(serializer),
            Self::CommandModule(it) => it.serialize(serializer),
            Self::McpServer(it) => it.serialize(serializer),
            Self::ReviewerLane(it) => it.serialize(serializer),
        }
    }
}

/// Explains why the signatures of two manifests differ; one that could not be read counts as `{}` (T-36).
#[must_use]
pub fn changes<'d>(old: Option<Value<'d>>, new: Option<Value<'d>>) -> Changes<'d> {
    let of = |manifest: Option<Value<'d>>| {
        manifest.map_or_else(Disclosure::default, |it| disclose(it, &Context::default()))
    };
    let (old, new) = (of(old), of(new));
    let mut changes = Vec::new();
    for (old, new) in classes(&old).into_iter().zip(classes(&new)) {
        compare(&old, &new, &mut changes);
    }
    Changes {
        changed: !changes.is_empty(),
        changes,
    }
}

fn classes<'e, 'd>(disclosure: &'e Disclosure<'d>) -> [Vec<Entry<'e, 'd>>; 4] {
    [
        disclosure.hooks.iter().map(Entry::Hook).collect(),
        disclosure
            .command_modules
            .iter()
            .map(Entry::CommandModule)
            .collect(),
        disclosure
            .mcp_servers
            .iter()
            .map(Entry::McpServer)
            .collect(),
        disclosure
            .reviewer_lanes
            .iter()
            .map(Entry::ReviewerLane)
            .collect(),
    ]
}
