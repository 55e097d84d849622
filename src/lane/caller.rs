//! Who asks for a review, so that nobody reviews himself (L-130).

use alloc::string::String;

use crate::vocabulary::selection::{CALLERS, NO_CALLER};

/// The slug of the agent in which this runs, which leaves itself out; `None` if there is none. `named` is what the
/// caller says of itself; `variable` reads the environment.
#[must_use]
pub fn own_slug(named: Option<&str>, variable: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let (name, value) = NO_CALLER;
    if variable(name).as_deref() == Some(value) {
        return None;
    }
    let is_set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    let inside = CALLERS.iter().find(|(name, _)| is_set(name));
    let inside = inside.map(|(_, slug)| String::from(*slug));
    inside.or_else(|| named.map(String::from))
}
