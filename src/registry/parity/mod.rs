//! Do the places that name the lanes agree: descriptor, roster, registry, workflow and documents (P-1 … P-7,
//! D-1 … D-10).
//!
//! All of it takes time linear in its input, whatever that is, except for the findings, which are counted out at
//! [`MOST_VIOLATIONS`].

mod docs;
mod html_comments;
mod lanes;
mod markers;
mod needles;
mod prose;
mod text_of;

pub use docs::{DocsInput, DocsParity, DocsReason, DocsViolation, docs_parity};
pub use lanes::{LaneInput, LaneParity, LaneReason, LaneViolation, lane_parity};
pub use text_of::Subject;

use alloc::vec::Vec;

/// How many findings are listed. Every document may lack every flag, so that their number grows with the square of
/// the input; only a hostile one comes near this.
pub const MOST_VIOLATIONS: usize = 100_000;

/// Findings up to a number.
#[derive(Debug, Clone)]
struct Findings<V> {
    list: Vec<V>,
    truncated: bool,
}

impl<V> Findings<V> {
    fn new() -> Self {
        Self {
            list: Vec::new(),
            truncated: false,
        }
    }

    fn add(&mut self, violation: V) {
        if self.list.len() < MOST_VIOLATIONS {
            self.list.push(violation);
        } else {
            self.truncated = true;
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the shape serde asks for
fn is_false(truth: &bool) -> bool {
    !*truth
}
