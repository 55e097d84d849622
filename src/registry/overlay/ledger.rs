//! What a scope's ledger says of a folder (§13).

use serde::{Deserialize, Serialize};

use super::super::claims::members;
use super::super::names::Map;
use super::super::text::Text;
use crate::json::{Kind, Str, Value};
use crate::vocabulary::grammar::CAPABILITY_ID;
use crate::vocabulary::registry::{MAX_LEDGER_EDITS, MAX_LEDGER_FILES};

/// What the ledger says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LedgerState {
    /// Nothing.
    #[default]
    Absent,
    /// An installation has not finished.
    Pending,
    /// It was installed.
    Committed,
}

/// A ledger that was read.
#[derive(Debug, Default)]
pub struct Ledger(Map<'static, LedgerState>);

impl Ledger {
    /// Reads the entries of a ledger; anything but an object is an empty one.
    #[must_use]
    pub fn of(entries: Value<'_>) -> Self {
        let mut states = Map::default();
        for (key, entry) in members(Some(entries)) {
            let name = key.wtf8().into_owned();
            states.insert(Text::wtf8(name.into()), state(key, entry));
        }
        Self(states)
    }

    /// What it says of a folder.
    #[must_use]
    pub fn state(&self, folder: &str) -> LedgerState {
        self.0.get(folder.as_bytes()).copied().unwrap_or_default()
    }
}

fn state(key: Str<'_>, entry: Value<'_>) -> LedgerState {
    match entry.get("_pending") {
        Some(pending) if is_truthy(pending) => LedgerState::Pending,
        None if is_valid(key, entry) => LedgerState::Committed,
        _ => LedgerState::Absent,
    }
}

fn is_truthy(value: Value<'_>) -> bool {
    match value.kind() {
        Kind::Null | Kind::False | Kind::Undefined => false,
        Kind::String => !value.text().is_empty(),
        Kind::Number => value
            .as_f64()
            .is_some_and(|number| number != 0.0 && !number.is_nan()),
        _ => true,
    }
}

fn is_valid(key: Str<'_>, entry: Value<'_>) -> bool {
    let id = Text::of(key);
    let text = |name| entry.get(name).is_some_and(|it| it.as_str().is_some());
    let short = |name, most| {
        entry
            .get(name)
            .filter(|list| list.is_array() && list.items().count() <= most)
    };
    let says = |edit: Value<'_>, name| edit.get(name).is_some_and(|it| !it.text().is_empty());
    (CAPABILITY_ID.matches)(id.bytes())
        && !id.is_reserved()
        && entry.get("id").and_then(Value::as_str) == Some(key)
        && ["version", "source", "integrity"].into_iter().all(text)
        && short("files", MAX_LEDGER_FILES)
            .is_some_and(|list| list.items().all(|file| file.as_str().is_some()))
        && short("sharedEdits", MAX_LEDGER_EDITS).is_some_and(|list| {
            list.items()
                .all(|edit| says(edit, "file") && says(edit, "marker"))
        })
}
