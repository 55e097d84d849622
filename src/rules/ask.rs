//! The rules about whom to ask, and how much: selection and prompt budget.

use super::Rule;

/// The rules by name.
pub(super) const ALL: &[(&str, Rule)] = &[];
