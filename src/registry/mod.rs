//! What manifests are together: who owns what, which lanes there are, what a registry holds, which overlays are
//! accepted.
//!
//! * [`cross_validate`]: the rules that no manifest can break alone (X-0…X-20); [`hooks_wired`].
//! * [`merge_lanes`], [`roster`], [`lane_roster`]: the lanes and their names.
//! * [`build_registry`], [`Requirements`]: generation.
//! * [`load_overlays`]: which overlays are accepted; [`merge`]: the registry with them.
//! * [`federate`], [`parity`]: configuration by owner, and whether descriptors, roster and documents agree.
//!
//! Judging one more manifest takes time proportional to it, however many there are: everything is looked up in an
//! index of claims.

mod artifacts;
mod build;
mod capability;
mod central;
mod claims;
mod closure;
mod cross;
mod cycles;
mod describe;
pub mod federate;
mod findings;
mod index;
mod lanes;
mod merge;
pub(crate) mod names;
mod order;
mod overlay;
pub mod parity;
mod report;
mod table;
mod text;

pub use build::{
    BuildError, CommandFamily, ConfigEntry, Membership, PointHooks, Points, Registry,
    build_registry, check_clusters,
};
pub use capability::{Capability, LoopHook};
pub use central::{BrokenPattern, Central, UnreadableCentral};
pub(crate) use claims::{elements, members};
pub use closure::Requirements;
pub use cross::{
    Classification, PendingMigration, UnwiredHook, WiringFault, classify, cross_validate,
    hooks_wired,
};
pub use findings::{Collision, CollisionKind, CrossCode, Findings, Other};
pub(crate) use lanes::lane_map;
pub use lanes::{Lane, lane_roster, merge_lanes, roster};
pub use merge::{Linked, Merged, merge};
pub use overlay::{
    Accepted, BlockedGate, Clash, CommandRoot, EngineMiss, Files, Fragments, Ledger, LedgerState,
    LoadOptions, Loaded, Overlay, Recorded, Remark, Scope, Skipped, Source, load_overlays,
};
pub use report::{CrossDiagnostic, Place, Stage, cross_diagnostics};
pub use table::Table;
pub use text::Text;
