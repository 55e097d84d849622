//! Every closed set, pattern, limit and field table, once.
//!
//! The validator walks these tables, the JSON Schema and the vocabulary export are printed from them, and nothing
//! else in the crate spells a member of a closed set.

pub mod budget;
pub mod bundle;
pub mod codes;
pub mod consent;
#[cfg(not(target_arch = "wasm32"))]
pub mod docs;
pub mod envelope;
pub mod environment;
#[cfg(not(target_arch = "wasm32"))]
pub mod explain;
#[cfg(not(target_arch = "wasm32"))]
pub mod export;
pub mod feature;
pub mod grammar;
pub mod hidden;
pub mod lane;
pub mod limits;
pub mod markup;
pub mod notice;
pub mod outcome;
pub mod policy;
pub mod registry;
pub mod reviewer;
pub mod runtime;
#[cfg(not(target_arch = "wasm32"))]
pub mod schema;
pub mod selection;
pub mod shape;
pub mod table;

/// Names that no look-up of a manifest-supplied name may answer with an inherited member (J-9).
pub const RESERVED_NAMES: &[&str] = &["__proto__", "constructor", "prototype"];
