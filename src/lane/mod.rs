//! Running a lane, as far as that is a decision: plans, hosts, selection, budgets, and the run over a [`Host`](host::Host).
//!
//! * [`config`]: the configuration as lanes see it.
//! * [`plan`], [`template`], [`effort`], [`egress`], [`instance`]: from a declared lane to what would run or be sent.
//! * [`budget`]: how many tokens a prompt may have.
//! * [`windows`]: what differs when programs are started there.
//! * [`summary`]: what the lanes of a registry are called, and what would become of them.

pub mod budget;
pub mod config;
pub mod effort;
pub mod egress;
#[cfg(not(target_arch = "wasm32"))]
pub mod first_party;
pub mod host;
pub mod instance;
pub mod origin;
pub mod plan;
mod read_back;
pub mod run;
pub mod steps;
pub mod summary;
pub mod template;
pub mod windows;
