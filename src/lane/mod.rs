//! Running a lane, as far as that is a decision: plans, hosts, selection, budgets, and the run over a [`Host`](host::Host).

pub mod host;
pub mod plan;
mod read_back;
pub mod run;
pub mod steps;
