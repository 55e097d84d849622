//! Running a lane, as far as that is a decision: plans, hosts, selection, budgets, and the run over a [`Host`](host::Host).
//!
//! * [`config`]: the configuration as lanes see it; [`unread`]: what it says in vain.
//! * [`select`], `instances`, [`caller`]: who is asked.
//! * [`plan`], [`template`], [`effort`], [`egress`], [`instance`]: from a declared lane to what would run or be sent.
//! * [`budget`], [`prompt_budget`]: how many tokens a prompt may have, and fitting it in.
//! * [`windows`]: what differs when programs are started there.
//! * [`summary`]: what the lanes of a registry are called, and what would become of them.
//! * [`health`]: what is the matter with a lane that does not run.
//! * [`run`] over a [`host`]: one lane to its end; [`steps`] the same for hosts that cannot be called from inside.

pub mod budget;
pub mod caller;
pub mod config;
pub mod effort;
pub mod egress;
#[cfg(not(target_arch = "wasm32"))]
pub mod first_party;
pub mod health;
pub mod host;
pub mod instance;
mod instances;
pub mod origin;
pub mod plan;
pub mod prompt_budget;
mod read_back;
mod resolve;
pub mod run;
pub mod select;
pub mod steps;
pub mod summary;
pub mod template;
pub mod unread;
pub mod windows;

pub use instances::{Resolved, ResolvedKind, review_order};
