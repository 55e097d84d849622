//! What a run does to the outside world, one family a folder or file. None of them holds a rule of lanes, consent or
//! reviews: they do what they are asked and say what came of it.

pub mod bundle;
pub mod config_files;
pub mod files;
pub mod host;
pub mod http;
pub mod installed;
pub mod interrupt;
pub mod process;
pub mod project;
pub mod store;
pub mod tree_check;
