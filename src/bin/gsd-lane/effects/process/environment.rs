//! What a child finds in its environment (L-71, Y-16, F-32).

use std::env;
use std::ffi::OsStr;
use std::process::Command;

/// What nearly every program needs to work at all, and nothing that is anybody's secret.
const NEEDED: &[&str] = &[
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
    "PWD",
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
const NEEDED_PREFIXES: &[&str] = &["LC_", "XDG_"];

/// Laid over what is inherited, so that tools print plain text; a lane may say otherwise (Y-16).
const PLAIN: &[(&str, &str)] = &[("NO_COLOR", "1"), ("TERM", "dumb")];

/// Taken out for the same reason.
const COLOURED: &[&str] = &["FORCE_COLOR", "CLICOLOR_FORCE"];

/// What children inherit.
#[derive(Debug, Clone, Default)]
pub struct Environment {
    /// Only what nearly every program needs, instead of everything.
    pub clean: bool,
    /// Names that are inherited besides.
    pub passed: Vec<String>,
}

impl Environment {
    /// Prepares a command, with what its lane declares on top.
    pub fn apply(&self, command: &mut Command, lane: &[(String, String)]) {
        if self.clean {
            command.env_clear();
            command.envs(env::vars_os().filter(|(name, _)| self.is_kept(name)));
        }
        for name in COLOURED {
            command.env_remove(name);
        }
        command.envs(PLAIN.iter().copied());
        command.envs(lane.iter().map(|(name, value)| (name, value)));
    }

    /// The names of everything that a child of a lane would find, sorted.
    pub fn names(&self, lane: &[(String, String)]) -> Vec<String> {
        let inherited = env::vars_os().map(|(name, _)| name);
        let inherited = inherited.filter(|name| !self.clean || self.is_kept(name));
        let inherited = inherited.map(|name| name.to_string_lossy().into_owned());
        let kept = inherited.filter(|name| !COLOURED.contains(&name.as_str()));
        let plain = PLAIN.iter().map(|(name, _)| (*name).to_owned());
        let declared = lane.iter().map(|(name, _)| name.clone());
        let mut names: Vec<String> = kept.chain(plain).chain(declared).collect();
        names.sort();
        names.dedup();
        names
    }

    fn is_kept(&self, name: &OsStr) -> bool {
        let Some(name) = name.to_str() else {
            return false;
        };
        let needed = NEEDED.iter().any(|it| it.eq_ignore_ascii_case(name));
        let prefixed = NEEDED_PREFIXES.iter().any(|it| name.starts_with(it));
        needed || prefixed || self.passed.iter().any(|it| it == name)
    }
}
