//! The peer's warning records (section 7 of the validation rules).

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use super::checker::is_reserved;
use super::runtime::is_known_behavior;
use crate::json::{Str, Utf16Units, Value};
use crate::vocabulary::limits::{MAX_REPORTED_KEY_UNITS, MAX_REPORTED_KEYS};
use crate::vocabulary::reviewer::{FIELDS, UNKNOWN_REVIEWER_FIELD};
use crate::vocabulary::runtime::{
    REMOVED_HOST_BEHAVIOR, REMOVED_HOST_BEHAVIOR_CODE, UNKNOWN_HOST_BEHAVIOR,
};

/// One record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WarningRecord {
    /// The peer's code.
    pub code: &'static str,
    /// The dotted field.
    pub field: String,
    /// How many more there are; only on the record that stands for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub omitted_count: Option<usize>,
}

/// The records of any value, in the peer's order: the removed alias, unknown host behaviours, unknown reviewer
/// fields (W-1…W-7). A non-object manifest or body gives none.
#[must_use]
pub fn warning_records(manifest: Value<'_>) -> Vec<WarningRecord> {
    let mut records = Vec::new();
    let behaviors = manifest
        .get("runtime")
        .and_then(|runtime| runtime.get("hostBehaviors"));
    if let Some(behaviors) = behaviors {
        if behaviors.get(REMOVED_HOST_BEHAVIOR).is_some() {
            records.push(record(
                REMOVED_HOST_BEHAVIOR_CODE,
                format!("runtime.hostBehaviors.{REMOVED_HOST_BEHAVIOR}"),
            ));
        }
        let unknown = |name: Str<'_>| !name.is(REMOVED_HOST_BEHAVIOR) && !is_known_behavior(name);
        group(
            &mut records,
            behaviors,
            UNKNOWN_HOST_BEHAVIOR,
            "runtime.hostBehaviors",
            unknown,
        );
    }
    if let Some(body) = manifest.get("reviewer") {
        let unknown = |name: Str<'_>| !FIELDS.iter().any(|field| name.is(field.name));
        group(
            &mut records,
            body,
            UNKNOWN_REVIEWER_FIELD,
            "reviewer",
            unknown,
        );
    }
    records
}

fn record(code: &'static str, field: String) -> WarningRecord {
    WarningRecord {
        code,
        field,
        omitted_count: None,
    }
}

fn group(
    records: &mut Vec<WarningRecord>,
    object: Value<'_>,
    code: &'static str,
    prefix: &str,
    unknown: impl Fn(Str<'_>) -> bool,
) {
    let mut count = 0;
    for (name, _) in object
        .entries()
        .filter(|(name, _)| !is_reserved(*name) && unknown(*name))
    {
        count += 1;
        if count <= MAX_REPORTED_KEYS {
            records.push(record(code, format!("{prefix}.{}", printed(name))));
        }
    }
    if count > MAX_REPORTED_KEYS {
        records.push(WarningRecord {
            omitted_count: Some(count - MAX_REPORTED_KEYS),
            ..record(code, prefix.to_string())
        });
    }
}

/// A key as the records print it: controls replaced, cut before a pair that would be split (W-4, VB-13).
fn printed(name: Str<'_>) -> String {
    let content = name.wtf8();
    let mut units: Vec<u16> = Utf16Units::new(&content)
        .map(|unit| {
            if matches!(unit, 0..=0x1F | 0x7F..=0x9F) {
                0xFFFD
            } else {
                unit
            }
        })
        .collect();
    if units.len() > MAX_REPORTED_KEY_UNITS {
        let unit = |at: usize, range: core::ops::Range<u16>| {
            units.get(at).is_some_and(|unit| range.contains(unit))
        };
        let splits = unit(MAX_REPORTED_KEY_UNITS - 1, 0xD800..0xDC00)
            && unit(MAX_REPORTED_KEY_UNITS, 0xDC00..0xE000);
        units.truncate(if splits {
            MAX_REPORTED_KEY_UNITS - 1
        } else {
            MAX_REPORTED_KEY_UNITS
        });
        units.push(0x2026);
    }
    String::from_utf16_lossy(&units)
}
