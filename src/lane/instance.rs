//! A lane under another name (L-153).

use alloc::string::String;
use alloc::vec::Vec;

use crate::vocabulary::lane::{AGENT_AFTER, AGENT_FLAG};

pub use crate::vocabulary::reviewer::stem;

/// Names the agent right behind the first `run` (L-155).
pub(super) fn add_agent(argv: &mut Vec<String>, agent: &str) {
    if let Some(at) = argv.iter().position(|argument| argument == AGENT_AFTER) {
        argv.insert(at + 1, AGENT_FLAG.into());
        argv.insert(at + 2, agent.into());
    }
}
