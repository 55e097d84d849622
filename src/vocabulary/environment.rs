//! What environment variables can do, and what a lane sends.

use super::reviewer::DENIED_ENV;

/// Variables with which whoever sets them makes another program run or load code: those that a lane is denied, in
/// exactly this case (T-66).
pub const EXECUTION_PRIMITIVES: &[&str] = DENIED_ENV;

/// Further variables that run, load or redirect something; warned about, not denied (TB-5).
pub const STEERING_NAMES: &[&str] = &[
    "GIT_SSH",
    "GIT_ASKPASS",
    "EDITOR",
    "VISUAL",
    "PAGER",
    "PROMPT_COMMAND",
    "PYTHONHOME",
    "NODE_EXTRA_CA_CERTS",
    "NODE_TLS_REJECT_UNAUTHORIZED",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
];

/// Every variable that begins like this steers git (TB-5).
pub const STEERING_PREFIX: &str = "GIT_CONFIG_";

/// What a reviewer lane is sent (T-16).
pub const EGRESS_PAYLOAD_CLASSES: &[&str] = &[
    "plan text",
    "requirements",
    "research findings",
    "CONTEXT.md decisions",
];

/// Whether a name is one of T-66, in exactly this case.
#[must_use]
pub fn is_execution_primitive(name: &str) -> bool {
    EXECUTION_PRIMITIVES.contains(&name)
}

/// Whether a name runs, loads or redirects something in any case, since Windows folds the case of names (TB-5).
#[must_use]
pub fn steers_execution(name: &str) -> bool {
    let is = |known: &&str| known.eq_ignore_ascii_case(name);
    EXECUTION_PRIMITIVES.iter().any(is)
        || STEERING_NAMES.iter().any(is)
        || name
            .get(..STEERING_PREFIX.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(STEERING_PREFIX))
}
