//! Whether the user, or the system, wants this to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How often those who wait look here.
pub const TICK: Duration = Duration::from_millis(50);

/// Set once by a signal and seen by everyone who waits for something.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicUsize>);

impl Interrupt {
    /// The number of the signal that asks to end.
    pub fn signal(&self) -> Option<u8> {
        match self.0.load(Ordering::SeqCst) {
            0 => None,
            signal => u8::try_from(signal).ok(),
        }
    }

    /// Whether there was one.
    pub fn is_set(&self) -> bool {
        self.signal().is_some()
    }

    /// Asks to end, as a signal does.
    #[allow(dead_code)] // only tests do that by hand
    pub fn set(&self, signal: u8) {
        self.0.store(usize::from(signal), Ordering::SeqCst);
    }

    /// Lets signals set this: the first of them ends the run in order, a second one at once. The guards of running
    /// processes take their trees down in both cases.
    #[cfg(unix)]
    pub fn listen(&self) -> std::io::Result<()> {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
        use signal_hook::flag;
        use std::sync::atomic::AtomicBool;
        let again = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            let number = usize::try_from(signal).unwrap_or_default();
            flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&again))?;
            flag::register(signal, Arc::clone(&again))?;
            flag::register_usize(signal, Arc::clone(&self.0), number)?;
        }
        Ok(())
    }

    /// Elsewhere only Ctrl-C, which ends the process at once.
    #[cfg(not(unix))]
    #[allow(clippy::unused_self, clippy::unnecessary_wraps)] // as above
    pub fn listen(&self) -> std::io::Result<()> {
        Ok(())
    }
}
