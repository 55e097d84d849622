//! The peer's warning records (section 7 of the validation rules).

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use super::checker::is_reserved;
use super::runtime::is_known_behavior;
use crate::json::{Str, Utf16Units, Value};
use crate::vocabulary::reviewer::FIELDS;
use crate::vocabulary::runtime::REMOVED_HOST_BEHAVIOR;

/// Records of one group before the rest is only counted (W-2).
const SHOWN: usize = 10;
/// Units of a key before it is cut (W-4).
const LONGEST_KEY: usize = 80;

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
                "removed_host_behavior",
                format!("runtime.hostBehaviors.{REMOVED_HOST_BEHAVIOR}"),
            ));
        }
        let unknown = |name: Str<'_>| !name.is(REMOVED_HOST_BEHAVIOR) && !is_known_behavior(name);
        group(
            &mut records,
            behaviors,
            "unknown_host_behavior",
            "runtime.hostBehaviors",
            unknown,
        );
    }
    if let Some(body) = manifest.get("reviewer") {
        let unknown = |name: Str<'_>| !FIELDS.iter().any(|field| name.is(field.name));
        group(
            &mut records,
            body,
            "unknown_reviewer_field",
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
        if count <= SHOWN {
            records.push(record(code, format!("{prefix}.{}", printed(name))));
        }
    }
    if count > SHOWN {
        records.push(WarningRecord {
            omitted_count: Some(count - SHOWN),
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
    if units.len() > LONGEST_KEY {
        let unit = |at: usize, range: core::ops::Range<u16>| {
            units.get(at).is_some_and(|unit| range.contains(unit))
        };
        let splits = unit(LONGEST_KEY - 1, 0xD800..0xDC00) && unit(LONGEST_KEY, 0xDC00..0xE000);
        units.truncate(if splits { LONGEST_KEY - 1 } else { LONGEST_KEY });
        units.push(0x2026);
    }
    String::from_utf16_lossy(&units)
}
