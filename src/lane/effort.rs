//! How hard a lane is asked to think, and how its program is told (L-45, L-46).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use super::config::{ConfigValue, config_string};
use crate::json::Value;
use crate::vocabulary::lane::{EFFORT_SPELLINGS, INHERIT};
use crate::vocabulary::reviewer::EFFORTS;

/// Who set an effort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EffortSource {
    /// The configuration.
    Config,
    /// The lane itself.
    LaneDefault,
    /// Nobody, or nothing came of it.
    None,
}

/// What a program is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LaneEffort {
    /// The arguments.
    pub argv: Vec<String>,
    /// The level as the program calls it.
    pub value: Option<&'static str>,
    /// Who set it.
    pub source: EffortSource,
}

/// What a lane's program is told about its effort.
#[must_use]
pub fn lane_effort(lane: Value<'_>, config: &dyn Fn(&str) -> Option<ConfigValue>) -> LaneEffort {
    let slug = lane.get("slug").map(Value::text).unwrap_or_default();
    let slug = slug.trimmed();
    let spelling = EFFORT_SPELLINGS
        .iter()
        .find(|spelling| *slug == *spelling.slug.as_bytes());
    let wanted = configured(lane, config)
        .map(|level| (level, EffortSource::Config))
        .or_else(|| {
            let level = lane.get("defaultEffort")?.as_str()?.to_lossy();
            Some((
                config_string(&level)?.to_string(),
                EffortSource::LaneDefault,
            ))
        });
    let level = |wanted: &str| EFFORTS.iter().copied().position(|known| known == wanted);
    let Some((spelling, (place, source))) =
        spelling.zip(wanted.and_then(|(wanted, source)| Some((level(&wanted)?, source))))
    else {
        return LaneEffort {
            argv: Vec::new(),
            value: None,
            source: EffortSource::None,
        };
    };
    let value = match EFFORTS.get(place) {
        Some(level) if place > 0 => level,
        _ => spelling.lowest,
    };
    LaneEffort {
        argv: alloc::vec![
            spelling.flag.to_string(),
            spelling.before.to_string() + value
        ],
        value: Some(value),
        source,
    }
}

/// The level that the configuration asks for: a known one, or the word that asks for none. Anything else is passed
/// over.
pub(super) fn configured(
    lane: Value<'_>,
    config: &dyn Fn(&str) -> Option<ConfigValue>,
) -> Option<String> {
    let key = lane.get("effortConfigKey")?.as_str()?.to_lossy();
    if key.is_empty() {
        return None;
    }
    let value = config(&key)?;
    let level = value.string()?;
    (level == INHERIT || EFFORTS.contains(&level)).then(|| level.to_string())
}
