//! What a child finds in its environment (L-71, Y-16, F-32).

use std::env;
use std::ffi::OsStr;
use std::process::Command;

use gsd_lanes::vocabulary::environment::{COLOURED_OUTPUT, PLAIN_OUTPUT, is_needed};

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
        for name in COLOURED_OUTPUT {
            command.env_remove(name);
        }
        command.envs(PLAIN_OUTPUT.iter().copied());
        command.envs(lane.iter().map(|(name, value)| (name, value)));
    }

    /// The names of everything that a child of a lane would find, sorted.
    pub fn names(&self, lane: &[(String, String)]) -> Vec<String> {
        let inherited = env::vars_os().map(|(name, _)| name);
        let inherited = inherited.filter(|name| !self.clean || self.is_kept(name));
        let inherited = inherited.map(|name| name.to_string_lossy().into_owned());
        let kept = inherited.filter(|name| !COLOURED_OUTPUT.contains(&name.as_str()));
        let plain = PLAIN_OUTPUT.iter().map(|(name, _)| (*name).to_owned());
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
        is_needed(name) || self.passed.iter().any(|it| it == name)
    }
}
