//! Loading overlays: installed capabilities beside the first-party ones (O-1…O-19, §13).
//!
//! A pure function of what was read. Faces scan folders, read ledgers and ask for consent; which overlay is accepted,
//! and why one is not, is decided here.

mod confine;
mod flows;
mod fragments;
mod ledger;
mod load;
mod notes;
mod skip;
mod waiting;

use alloc::borrow::Cow;

use serde::{Deserialize, Serialize};

pub use fragments::{Files, Fragments};
pub use ledger::{Ledger, LedgerState};
pub use load::{
    Accepted, BlockedGate, CommandRoot, LoadOptions, Loaded, Recorded, Remark, load_overlays,
};
pub(in crate::registry) use notes::advice;
pub use skip::{Clash, EngineMiss, Skipped};

use crate::diagnostic::Report;
use crate::json::{Document, Limits, SyntaxKind};
use crate::manifest::syntax_report;

/// Where an overlay lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Below the user's home.
    Global,
    /// Below a project; needs consent.
    Project,
}

impl Scope {
    /// The stable string.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::Project => "project",
        }
    }
}

/// What was found as the manifest of an overlay.
#[derive(Debug)]
pub enum Source<'t> {
    /// There is no regular file of at most 8 MiB.
    Missing,
    /// It was not looked at.
    Unread,
    /// It is not JSON.
    Unreadable(Report),
    /// A value.
    Read(Document<'t>),
}

/// One folder that holds, or should hold, a capability.
pub struct Overlay<'t> {
    /// Where it lies.
    pub scope: Scope,
    /// The name of the folder.
    pub folder: Cow<'t, str>,
    /// Its manifest.
    pub manifest: Source<'t>,
    /// The other files of its bundle; none is looked at before consent (O-10).
    pub fragments: Option<&'t dyn Fragments>,
    /// What the ledger of its scope says.
    pub ledger: LedgerState,
    /// Whether there is a consent record for this content.
    pub consented: bool,
}

impl<'t> Overlay<'t> {
    /// A folder with the bytes of its manifest, if there is one.
    #[must_use]
    pub fn read(scope: Scope, folder: impl Into<Cow<'t, str>>, manifest: Option<&'t [u8]>) -> Self {
        let manifest =
            match manifest.map(|bytes| (bytes, Document::parse_bytes(bytes, Limits::MANIFEST))) {
                None => Source::Missing,
                Some((_, Ok(document))) => Source::Read(document),
                Some((_, Err(error))) if error.kind == SyntaxKind::TooLarge => Source::Missing,
                Some((bytes, Err(error))) => Source::Unreadable(syntax_report(&error, bytes)),
            };
        Self {
            scope,
            folder: folder.into(),
            manifest,
            fragments: None,
            ledger: LedgerState::Absent,
            consented: false,
        }
    }

    /// A folder that the ledger calls pending: its manifest is not read (O-11).
    #[must_use]
    pub fn pending(scope: Scope, folder: impl Into<Cow<'t, str>>) -> Self {
        Self {
            scope,
            folder: folder.into(),
            manifest: Source::Unread,
            fragments: None,
            ledger: LedgerState::Pending,
            consented: false,
        }
    }
}
