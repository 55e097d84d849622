//! What ends a call before it has a result.

use std::io;

/// A wrong call, or something that cannot be read or written: exit code 2.
#[derive(Debug)]
pub struct Trouble {
    /// What is wrong; texts of others in it are not safe to print yet.
    pub message: String,
}

impl Trouble {
    /// With a message.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
        }
    }

    /// With the path that it is about.
    pub fn at(path: &std::path::Path, error: &io::Error) -> Self {
        Self::new(format!("{}: {error}", path.display()))
    }
}

impl From<String> for Trouble {
    fn from(message: String) -> Self {
        Self { message }
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::new(error.to_string())
    }
}
