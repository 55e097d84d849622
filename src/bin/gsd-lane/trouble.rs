//! What ends a call before it has a result.

use std::io;

use crate::run::verdict;

/// A wrong call, or something that cannot be read or written; or the user wants no result.
#[derive(Debug)]
pub struct Trouble {
    /// What is wrong; texts of others in it are not safe to print yet. Empty if there is nothing to say.
    pub message: String,
    /// The exit code.
    pub code: u8,
}

impl Trouble {
    /// With a message.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            code: verdict::TROUBLE,
        }
    }

    /// A signal asked for the end.
    pub const fn interrupted(signal: u8) -> Self {
        Self {
            message: String::new(),
            code: verdict::of_signal(signal),
        }
    }

    /// With the path that it is about.
    pub fn at(path: &std::path::Path, error: &io::Error) -> Self {
        Self::new(format!("{}: {error}", path.display()))
    }
}

impl From<String> for Trouble {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::new(error.to_string())
    }
}
