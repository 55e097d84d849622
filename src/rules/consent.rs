//! The rules about consent records and what they bind.

use super::Rule;

/// The rules by name.
pub(super) const ALL: &[(&str, Rule)] = &[];
