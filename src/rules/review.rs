//! The rules about what a lane answers.

use super::Rule;

/// The rules by name.
pub(super) const ALL: &[(&str, Rule)] = &[];
