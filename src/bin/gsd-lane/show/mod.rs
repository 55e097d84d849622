//! What people and programs see: text that is safe to print, progress, results.

pub mod out;
pub mod progress;
pub mod table;
