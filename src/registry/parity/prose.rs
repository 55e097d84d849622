//! What of a document is prose: neither in a code fence nor in a comment (D-7, D-10, VB-11).

use alloc::borrow::Cow;
use alloc::string::String;

use super::html_comments::strip;
use crate::json::is_js_space;
use crate::search::split_once;

/// The prose of a document, line by line; lines that hold none are empty.
pub(super) fn prose(document: &str) -> String {
    let mut out = String::with_capacity(document.len());
    let (mut fence, mut comment) = (false, false);
    for (number, line) in document.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        let line = line.strip_suffix('\r').unwrap_or(line);
        let kept = if comment {
            // What follows a comment's end is read like any other text (VB-11).
            split_once(line, "-->").map(|(_, tail)| strip(tail))
        } else if is_fence(line) {
            fence = !fence;
            Some((Cow::Borrowed(""), false))
        } else if fence {
            Some((Cow::Borrowed(""), false))
        } else {
            Some(strip(line))
        };
        if let Some((text, open)) = kept {
            out.push_str(&text);
            comment = open;
        }
    }
    out
}

fn is_fence(line: &str) -> bool {
    let line = trim_start(line);
    line.starts_with("```") || line.starts_with("~~~")
}

/// The line without white space before it.
pub(super) fn trim_start(line: &str) -> &str {
    line.trim_start_matches(|character| is_js_space(u32::from(character)))
}

#[cfg(test)]
mod tests {
    use super::prose;

    #[test]
    fn a_comment_that_opens_where_another_closes_is_stripped() {
        assert_eq!(prose("a <!--\nb --> c <!-- d --> e\nf"), "a \n c  e\nf");
        assert_eq!(prose("a <!--\nb --> c <!-- d\ne --> f"), "a \n c \n f");
    }

    #[test]
    fn line_ends_of_both_kinds() {
        assert_eq!(prose("a\r\nb\rc\n"), "a\nb\rc\n");
    }
}
