//! Markers of lanes that a workflow treats by hand (P-6).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::json::is_js_space;
use crate::registry::names::Names;
use crate::registry::text::Text;
use crate::search::{split, split_once};

const STEP: &str = "<step name=\"invoke_reviewers\">";
const STEP_END: &str = "</step>";
const COMMENT: &str = "<!--";
const LABEL: &str = "reviewer-lane:";
const COMMENT_END: &str = "-->";

/// The lanes marked in the step that invokes reviewers, each once, in order of appearance.
pub(super) fn bespoke_lanes(workflow: &str) -> Vec<String> {
    let step = split_once(workflow, STEP)
        .and_then(|(_, rest)| split_once(rest, STEP_END))
        .map_or("", |(step, _)| step);
    let mut seen = Names::default();
    let mut found = Vec::new();
    for comment in split(step, COMMENT).skip(1) {
        if let Some(lane) = marked_lane(comment)
            && seen.add(Text::plain(lane))
        {
            found.push(lane.to_string());
        }
    }
    found
}

/// The lane that a comment marks, given what follows its beginning up to the next comment's.
fn marked_lane(comment: &str) -> Option<&str> {
    let label = skip_space(comment).strip_prefix(LABEL)?;
    let text = skip_space(label);
    let end = text
        .find(|character: char| {
            !(character.is_ascii_lowercase()
                || character.is_ascii_digit()
                || matches!(character, '_' | '-'))
        })
        .unwrap_or(text.len());
    let (lane, rest) = text.split_at_checked(end)?;
    // Dashes may belong to the lane or to the end of the comment.
    let lane = if rest.starts_with('>') {
        lane.strip_suffix("--")?
    } else {
        skip_space(rest).strip_prefix(COMMENT_END)?;
        lane
    };
    (!lane.is_empty()).then_some(lane)
}

fn skip_space(text: &str) -> &str {
    text.trim_start_matches(|character| is_js_space(u32::from(character)))
}

#[cfg(test)]
mod tests {
    use super::bespoke_lanes;

    fn lanes(step: &str) -> alloc::vec::Vec<alloc::string::String> {
        bespoke_lanes(&alloc::format!(
            "<step name=\"invoke_reviewers\">{step}</step>"
        ))
    }

    #[test]
    fn dashes_before_the_end_are_shared_out() {
        assert_eq!(lanes("<!--reviewer-lane:a-->"), ["a"]);
        assert_eq!(lanes("<!--reviewer-lane:a--->"), ["a-"]);
        assert_eq!(lanes("<!--reviewer-lane:a- -->"), ["a-"]);
        assert_eq!(lanes("<!--reviewer-lane:--->"), ["-"]);
        assert!(lanes("<!--reviewer-lane:-->").is_empty());
        assert!(lanes("<!--reviewer-lane: a b-->").is_empty());
    }

    #[test]
    fn a_comment_that_begins_anew_is_read_from_there() {
        assert_eq!(
            lanes("<!--<!-- reviewer-lane: b --> <!-- reviewer-lane: b -->"),
            ["b"]
        );
        assert!(bespoke_lanes("<step name=\"invoke_reviewers\"><!--reviewer-lane:a-->").is_empty());
    }
}
