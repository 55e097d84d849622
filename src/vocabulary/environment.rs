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

/// What nearly every program needs to work at all, and nothing that is anybody's secret: all that a child with a clean
/// environment inherits (F-32). Names are compared in any case.
pub const NEEDED_NAMES: &[&str] = &[
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "LANG",
    "LANGUAGE",
    "TZ",
    "TMPDIR",
    "TEMP",
    "TMP",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    // Windows
    "APPDATA",
    "LOCALAPPDATA",
    "USERPROFILE",
    "HOMEDRIVE",
    "HOMEPATH",
    "SYSTEMROOT",
    "SYSTEMDRIVE",
    "WINDIR",
    "COMSPEC",
    "PATHEXT",
    "PROGRAMDATA",
    "PROGRAMFILES",
    "USERNAME",
];

/// Likewise, by how they begin.
pub const NEEDED_PREFIXES: &[&str] = &["LC_", "XDG_"];

/// Laid over what a child inherits, so that tools print plain text; a lane may say otherwise (Y-16).
pub const PLAIN_OUTPUT: &[(&str, &str)] = &[("NO_COLOR", "1"), ("TERM", "dumb")];

/// Taken out of what a child inherits, for the same reason.
pub const COLOURED_OUTPUT: &[&str] = &["FORCE_COLOR", "CLICOLOR_FORCE"];

/// Whether a child with a clean environment inherits a variable.
#[must_use]
pub fn is_needed(name: &str) -> bool {
    NEEDED_NAMES.iter().any(|it| it.eq_ignore_ascii_case(name))
        || NEEDED_PREFIXES.iter().any(|it| name.starts_with(it))
}

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
