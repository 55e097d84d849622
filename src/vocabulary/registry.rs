//! What capabilities share: the host's contract, profiles, and names that are kept free.

/// One phase of the loop, as the host offers it.
#[derive(Debug, Clone, Copy)]
pub struct Phase {
    /// The part of its points before the first colon.
    pub name: &'static str,
    /// The roles a contribution can go into.
    pub roles: &'static [&'static str],
    /// What the host itself produces, from the phase's `:post` point on.
    pub artifact: Option<&'static str>,
}

/// The phases in the order of the loop.
pub const PHASES: &[Phase] = &[
    Phase {
        name: "discuss",
        roles: &["orchestrator"],
        artifact: Some("CONTEXT.md"),
    },
    Phase {
        name: "plan",
        roles: &["researcher", "planner", "checker"],
        artifact: Some("PLAN.md"),
    },
    Phase {
        name: "execute",
        roles: &["executor", "verifier"],
        artifact: Some("SUMMARY.md"),
    },
    Phase {
        name: "verify",
        roles: &["orchestrator"],
        artifact: Some("UAT.md"),
    },
    Phase {
        name: "ship",
        roles: &["orchestrator"],
        artifact: None,
    },
];

/// The last point of a phase, behind its name.
pub const LAST_POINT: &str = ":post";

/// The lists of loop hooks with the kind of their entries.
pub const HOOK_GROUPS: &[(&str, &str)] = &[
    ("steps", "step"),
    ("contributions", "contribution"),
    ("gates", "gate"),
];

/// Beginnings of ids that third parties cannot have (O-3), in the order in which they are tested.
pub const RESERVED_ID_PREFIXES: &[&str] = &["gsd-", "gsd-core-", "anthropic-"];

/// The `version` of a generated registry (G-1).
pub const REGISTRY_VERSION: &str = "1";

/// Most files of a ledger entry (§13).
pub const MAX_LEDGER_FILES: usize = 10_000;
/// Most shared edits of a ledger entry (§13).
pub const MAX_LEDGER_EDITS: usize = 256;

/// Most segments of a configuration key whose beginnings are looked up, one by one (VB-4).
pub const MAX_KEY_SEGMENTS: usize = 64;
