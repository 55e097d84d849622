//! Every closed set, pattern, limit and field table, once.

pub mod codes;
pub mod limits;
