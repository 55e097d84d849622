//! Ids that nobody but the host and its maker may use (T-46).

use super::plain;
use crate::json::Value;
use crate::vocabulary::policy::RESERVED_NAMESPACES;

/// The reserved namespace an id lies in, whatever its case (T-46).
#[must_use]
pub fn reserved_namespace(id: &str) -> Option<&'static str> {
    let id = id.as_bytes();
    RESERVED_NAMESPACES.iter().copied().find(|namespace| {
        id.get(..namespace.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(namespace.as_bytes()))
    })
}

/// Whether a value is an id in a reserved namespace (T-46); what is no text is no id.
#[must_use]
pub fn check_reserved_namespace(id: Option<Value<'_>>) -> bool {
    id.and_then(namespace_of).is_some()
}

/// The reserved namespace of an id that may be anything.
pub(super) fn namespace_of(id: Value<'_>) -> Option<&'static str> {
    reserved_namespace(&plain(id.as_str()?))
}
