//! Running a lane, as far as that is a decision: plans, hosts, selection, budgets, and the run over a [`Host`](host::Host).

pub mod host;
mod instances;
pub mod prompt_budget;
pub mod select;

pub use instances::{Resolved, ResolvedKind, review_order};
