//! Many capabilities together.

pub mod parity;
