//! A lane under another name (L-153).

use alloc::string::String;
use alloc::vec::Vec;

use crate::vocabulary::lane::{AGENT_AFTER, AGENT_FLAG};
use crate::vocabulary::reviewer::is_reserved_stem;

/// What an instance's files are called behind `gsd-review-`: its name, with a dash for every UTF-16 unit that is neither
/// an ASCII letter or digit nor one of `.`, `_`, `-`. So no name leads out of the run directory.
///
/// `None` if that would overwrite what the run itself put there (B-5); upper and lower case are one on many disks.
#[must_use]
pub fn stem(name: &str) -> Option<String> {
    let mut stem = String::new();
    for character in name.chars() {
        if character.is_ascii_alphanumeric() || matches!(character, '.' | '_' | '-') {
            stem.push(character);
        } else {
            for _ in 0..character.len_utf16() {
                stem.push('-');
            }
        }
    }
    let taken = stem.is_empty() || is_reserved_stem(stem.to_ascii_lowercase().as_bytes());
    (!taken).then_some(stem)
}

/// Names the agent right behind the first `run` (L-155).
pub(super) fn add_agent(argv: &mut Vec<String>, agent: &str) {
    if let Some(at) = argv.iter().position(|argument| argument == AGENT_AFTER) {
        argv.insert(at + 1, AGENT_FLAG.into());
        argv.insert(at + 2, agent.into());
    }
}
