//! What was agreed to, and what that covers: the stores as text, and every decision that reads them (T-70 … T-86,
//! TB-1, TB-2, TB-7, TB-8, Y-17, Y-20).
//!
//! Two stores lie in `~/.gsd`, never in a repository, both under one lock:
//!
//! * `consent.json` is shared with the peer ([`Store`], [`Record`]): capabilities of one project.
//! * `lane-consent.json` is ours ([`LaneStore`]): lanes of capabilities that are installed for the user, for which
//!   the peer keeps no record ([`LaneRecord`]), and hosts that lanes which come along were given by a project
//!   ([`HostRecord`]).
//!
//! Both have one form: `{"version": "1", "records": {KEY: record}}`. Readers never fail: what they do not understand
//! is no consent. Writers take text and give text, and fail with a [`StoreProblem`] rather than write over something
//! that they do not understand (TB-8); a single record that is not understood, and members that are not known, are
//! carried along as they are written. Reading, locking and replacing the files is the caller's: [`lock`] says whether
//! a held lock is to be waited for, [`root`] what the root of a project is.

mod decide;
mod envelope;
mod lane_store;
pub mod lock;
mod paths;
mod pretty;
mod record;
pub mod root;
mod store;

pub use decide::{
    Ask, Bound, Egress, EgressRefusal, HostSource, LaneOrigin, ReadHost, Signed, Staged,
    activation, consent_code, egress, is_agreed, may_run, reviewer_host, upgrade,
};
pub use envelope::{StoreProblem, store_problem};
pub use lane_store::{
    HostRecord, LaneRecord, LaneStore, grant_host, grant_lane, revoke_host, revoke_lane,
};
pub use paths::{lexical, store_home};
pub use record::{Record, is_safe_id};
pub use store::{Store, remove, upsert};
