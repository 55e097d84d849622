//! The rules about planning a lane.

use super::Rule;

/// The rules by name.
pub(super) const ALL: &[(&str, Rule)] = &[];
