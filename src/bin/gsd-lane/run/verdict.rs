//! How a call ends (00-design): 0 a lane reviewed and so did each that was asked for by name; 3 one of those was not
//! there or not allowed; else 1.

use gsd_lanes::lane::run::{Outcome, Status};

/// Everything is well.
pub const FINE: u8 = 0;
/// No review, or one that was asked for failed.
pub const FAILED: u8 = 1;
/// A wrong call, or a file that cannot be read or written.
pub const TROUBLE: u8 = 2;
/// A lane that was asked for was not there or not allowed.
pub const UNAVAILABLE: u8 = 3;

/// The exit code of a run: results, each with whether it was asked for by name.
pub fn of<'o>(results: impl IntoIterator<Item = (&'o Outcome, bool)>) -> u8 {
    let (mut any, mut failed, mut unavailable) = (false, false, false);
    for (outcome, explicit) in results {
        match outcome.status {
            Status::Reviewed => any = true,
            Status::Skipped | Status::Refused => unavailable |= explicit,
            Status::Incomplete | Status::Failed => failed |= explicit,
        }
    }
    match (unavailable, any && !failed) {
        (true, _) => UNAVAILABLE,
        (false, true) => FINE,
        (false, false) => FAILED,
    }
}

/// The exit code after a signal.
pub const fn of_signal(signal: u8) -> u8 {
    128 + signal
}
