//! Names and limits of the consent stores and of their lock (T-70 … T-79, Y-17).

/// The folder below the home directory that holds the stores (T-70).
pub const FOLDER: &str = ".gsd";
/// The store that is shared with the peer.
pub const STORE_FILE: &str = "consent.json";
/// Our own store beside it: lanes of global scope, and hosts of lanes that come along (Y-17, Y-20).
pub const LANE_STORE_FILE: &str = "lane-consent.json";
/// The lock that every writer of either store holds (T-79).
pub const LOCK_FILE: &str = ".consent.lock";

/// The version of the encoding that a signature is in (T-30 … T-35); another one means that older consents are void.
pub const SIGNATURE_FORMAT: u32 = 1;

/// The version of both stores that is understood.
pub const VERSION: &str = "1";
/// The scope of the records of the shared store; in our own, of a host that was agreed to for one project.
pub const PROJECT: &str = "project";
/// In our own store, the scope of a lane that is installed for the user.
pub const GLOBAL: &str = "global";
/// Bytes of a store (T-74).
pub const MAX_STORE_BYTES: usize = 8 * 1024 * 1024;
/// Records of a store (T-74).
pub const MAX_RECORDS: usize = 4096;

/// Bytes of a lock's body (T-79).
pub const MAX_LOCK_BYTES: usize = 64 * 1024;
/// Milliseconds for which a lock is never questioned.
pub const LOCK_STALE_MS: f64 = 60_000.0;
/// Milliseconds after which a lock goes whose holder cannot be looked at.
pub const LOCK_ABANDONED_MS: f64 = 600_000.0;
/// Milliseconds by which a file's time may be ahead of the clock.
pub const CLOCK_SKEW_MS: f64 = 30_000.0;
/// How often a lock is tried for.
pub const LOCK_ATTEMPTS: u32 = 50;
/// Milliseconds between two attempts, at least and at most.
pub const LOCK_PAUSE_MS: (u64, u64) = (25, 50);

/// How many levels up the root of a project is looked for (T-81).
pub const MAX_LEVELS: usize = 10;
/// The folder that makes a folder a project (T-81).
pub const PLANNING: &str = ".planning";
/// What marks a repository (T-81).
pub const GIT: &str = ".git";
/// The project's configuration, in [`PLANNING`] (T-81).
pub const CONFIG_FILE: &str = "config.json";
