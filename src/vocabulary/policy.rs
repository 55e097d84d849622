//! What the install policy knows by name (T-40 … T-46).

/// Beginnings of ids that belong to the host and its maker, in the order in which they are tested (T-46).
pub const RESERVED_NAMESPACES: &[&str] = &["gsd-", "gsd-core-", "anthropic-"];

/// What a git source may be fetched by (T-40).
pub const GIT_SCHEMES: &[&str] = &["http://", "https://", "ssh://", "git://"];

/// Characters that neither a package name nor a git revision may hold (T-40); nor may white space.
pub const UNSAFE_IN_SPEC: &str = ";&|$`()<>!\"'\\%";

/// The policy entry that allows the npm registry (T-42).
pub const NPM: &str = "npm";
