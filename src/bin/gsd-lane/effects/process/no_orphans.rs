//! What is left of a program whose guard was killed, where no process can be made the reaper of others: nothing is known
//! of it.

use std::io;
use std::process::{Child, Command};

/// Stands for the guards that run.
#[derive(Debug, Default)]
pub struct Orphans;

impl Orphans {
    /// This system knows no reapers.
    pub const fn adopting() -> Self {
        Self
    }

    /// Starts a guard.
    #[cfg_attr(not(unix), allow(dead_code))] // there are no guards either
    #[allow(clippy::unused_self)] // elsewhere it is needed
    pub(super) fn start(&self, guard: &mut Command) -> io::Result<Child> {
        guard.spawn()
    }

    /// Forgets a guard that has been waited for.
    #[cfg_attr(not(unix), allow(dead_code))]
    #[allow(clippy::unused_self)]
    pub(super) const fn forget(&self, _guard: u32) {}

    /// Nobody knows whether there are any.
    #[allow(clippy::unused_self)]
    pub const fn end(&self) -> Option<usize> {
        None
    }
}
