//! When something is a review at all.

use alloc::string::String;

use super::text;

/// Whether there is nothing to read in it (L-74).
#[must_use]
pub fn is_empty(review: &str) -> bool {
    text::is_blank(review)
}

/// The review as it is written: it ends in a line feed (L-74).
#[must_use]
pub fn with_newline(mut review: String) -> String {
    if !review.ends_with('\n') {
        review.push('\n');
    }
    review
}
