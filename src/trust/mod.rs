//! What a manifest would run or send, the consent that covers it, and the signature that binds the consent.
//!
//! [`disclose`] collects the surfaces of a manifest without copying any text, before and without validation;
//! [`sign`] encodes exactly those surfaces; [`consent_prompt`] says them to a person; [`changes`] says why two
//! signatures differ; [`policy`] says what stands against an installation; [`bundle`] hashes what is installed, and
//! [`consent`] keeps and reads what was agreed to. All of them are pure and total (T-1).

pub mod bundle;
mod changes;
pub mod consent;
mod disclose;
mod disclosure;
mod members;
pub mod policy;
mod prompt;
mod read_back;
mod signature;
mod staged;

pub use changes::{Change, ChangeKind, Changes, Full, Surface, changes};
pub use disclose::{Context, Lookup, Resolver, configured_host, disclose};
pub use disclosure::{
    CommandModule, Disclosure, Hook, InstructionSurface, IntegrityPin, IntegrityStatus, McpServer,
    ReviewerLane,
};
pub use members::{ElementIter, Elements, MemberIter, Members, Strings};
pub use policy::{EnginesCheck, SatisfiedBy, check_engines};
pub use prompt::{Datum, Line, LineKind, Rendered, argument, consent_prompt, render_value, word};
pub use signature::{digest, executable_set_changed, sign, signature, write_signature};
pub use staged::StagedFiles;

pub use crate::vocabulary::consent::SIGNATURE_FORMAT;
