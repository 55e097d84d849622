//! The note that tells a reviewer what is missing (L-125).

use alloc::string::String;
use alloc::vec::Vec;

use super::{Metadata, floor};
use crate::json::write_number;

/// Fills the blanks of a template, of each the first.
pub(super) fn fill(template: &str, metadata: &Metadata) -> String {
    let budget = number(metadata.budget.unwrap_or_default());
    let filled = replace_first(template, "{budget}", &budget);
    let omitted = match metadata.omitted.join(", ") {
        none if none.is_empty() => String::from("none"),
        list => list,
    };
    let filled = replace_first(&filled, "{omittedList}", &omitted);
    let percent = number(floor(metadata.plan_truncation_pct + 0.5));
    replace_first(&filled, "{planTruncationPct}", &percent)
}

fn replace_first(text: &str, blank: &str, filling: &str) -> String {
    let Some((before, after)) = text.split_once(blank) else {
        return String::from(text);
    };
    let mut out = String::from(before);
    out.push_str(filling);
    out.push_str(after);
    out
}

fn number(number: f64) -> String {
    let mut digits = Vec::new();
    write_number(&mut digits, number);
    digits.into_iter().map(char::from).collect()
}
