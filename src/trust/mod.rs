//! What a manifest would run or send, the consent that covers it, and the signature that binds the consent.
//!

mod disclose;
mod disclosure;
mod members;
mod read_back;
mod signature;
mod staged;

pub use disclose::{Context, Lookup, Resolver, configured_host, disclose};
pub use disclosure::{
    CommandModule, Disclosure, Hook, InstructionSurface, IntegrityPin, IntegrityStatus, McpServer,
    ReviewerLane,
};
pub use members::{Elements, Members, Strings};
pub use signature::{digest, executable_set_changed, sign, signature, write_signature};
pub use staged::StagedFiles;
