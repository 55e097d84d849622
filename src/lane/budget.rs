//! How many tokens a lane's prompt may have (L-47).

use super::config::ConfigValue;
use crate::json::Value;
use crate::vocabulary::lane::{BUDGET_KEY, NO_BUDGET};

/// The budget of a lane in tokens: 0 or less means that nothing is trimmed, `None` that nothing is said.
#[must_use]
#[allow(clippy::float_cmp)] // the one value that stands for none
pub fn lane_budget(lane: Value<'_>, config: &dyn Fn(&str) -> Option<ConfigValue>) -> Option<f64> {
    let key = lane.get("promptBudgetKey")?.as_str()?.to_lossy();
    if key.is_empty() {
        return None;
    }
    let number = |key: &str| config(key)?.number();
    number(&key)
        .filter(|budget| *budget != NO_BUDGET)
        .or_else(|| number(BUDGET_KEY))
}
