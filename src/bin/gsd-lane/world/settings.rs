//! What the command line adds to the configuration.

use gsd_lanes::json::{Str, Value};
use gsd_lanes::lane::config::{config_string, nested};

use crate::cli::Given;
use crate::trouble::Trouble;

/// What the command line adds to the configuration.
#[derive(Debug, Default)]
pub struct Settings {
    /// Hosts by configuration key. They come from the user, like his own defaults (Y-20).
    pub hosts: Vec<(String, String)>,
    /// Names of variables that hold keys, by slug (Y-15).
    pub keys: Vec<(String, String)>,
}

impl Settings {
    /// Reads the options.
    ///
    /// # Errors
    /// What is no pair.
    pub fn of(given: &Given) -> Result<Self, Trouble> {
        Ok(Self {
            hosts: pairs("--host", "KEY=URL", &given.host)?,
            keys: pairs("--api-key-env", "LANE=NAME", &given.api_key_env)?,
        })
    }

    /// The host that the command line gives a key.
    pub fn host(&self, key: &str) -> Option<&str> {
        let mut found = self.hosts.iter().rev().filter(|(it, _)| it == key);
        found.next().map(|(_, host)| host.as_str())
    }

    /// The name of the variable that holds the key for a lane's server: from the command line, else from the user's own
    /// defaults. A project cannot name one, or a repository could send any secret to any host (Y-15).
    pub fn key_variable(&self, slug: &str, defaults: Option<Value<'_>>) -> Option<String> {
        if let Some((_, name)) = self.keys.iter().rev().find(|(lane, _)| lane == slug) {
            return Some(name.clone());
        }
        let key = format!("review.{slug}_api_key_env");
        let name = nested(defaults?, &key)?.as_str().map(Str::to_lossy)?;
        config_string(&name).map(str::to_owned)
    }
}

fn pairs(option: &str, form: &str, given: &[String]) -> Result<Vec<(String, String)>, Trouble> {
    let pair = |text: &String| match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => {
            Ok((name.to_owned(), value.to_owned()))
        }
        _ => Err(Trouble::new(format!("{option} {text}: expected {form}"))),
    };
    given.iter().map(pair).collect()
}
