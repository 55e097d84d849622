//! Many capabilities together.

pub mod federate;
pub mod parity;
