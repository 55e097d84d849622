//! Why an overlay is not accepted, in data and in words.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use super::super::build::BuildError;
use super::super::describe;
use super::super::findings::{CollisionKind, Findings};
use super::super::text::Text;
use super::Scope;
use crate::diagnostic::{Diagnostic, Report};
use crate::vocabulary::codes::Code;

/// What an overlay has in common with another capability (F-02).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Clash<'d> {
    /// `id`, or the kind of collision.
    pub kind: &'static str,
    /// What both claim.
    pub key: Text<'d>,
    /// Who else claims it; the host, if it is a central key.
    pub owner: Text<'d>,
    /// Whether the owner is first-party.
    pub first_party: bool,
}

/// The host does not satisfy the overlay's `engines.gsd` (O-9, VB-6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EngineMiss<'d> {
    /// The range.
    pub range: Text<'d>,
    /// Always false.
    pub satisfied: bool,
}

/// An overlay that was not accepted.
#[derive(Debug, Clone, Serialize)]
pub struct Skipped<'d> {
    /// The name of its folder.
    pub id: Text<'d>,
    /// Where it lies.
    pub scope: Scope,
    /// Why, in a word; only `unconsented` means that it could become active as it is.
    pub code: Code,
    /// Why, in a sentence; safe to print.
    pub message: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// What it has in common with others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clashes: Vec<Clash<'d>>,
    /// What the cross-capability rules found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub findings: Option<Findings<'d>>,
    /// What is wrong with its manifest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub diagnostics: Vec<Diagnostic>,
    /// The host it was made for; also beside `invalid`, since a manifest of another age may not fit this one's rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engines: Option<EngineMiss<'d>>,
}

/// The reason, before it is put into words.
pub(super) enum Reason<'d> {
    Pending,
    ManifestMissing,
    ManifestUnreadable(Vec<Diagnostic>),
    ReservedId,
    Invalid(Report, Option<EngineMiss<'d>>),
    IdTaken(Clash<'d>),
    Taken(CollisionKind, Clash<'d>),
    Engines(EngineMiss<'d>),
    Unconsented,
    Fragment(Text<'d>),
    Cross(Findings<'d>, Vec<Clash<'d>>),
    Build(BuildError<'d>),
    Confinement(Text<'d>),
}

impl<'d> Reason<'d> {
    pub(super) fn code(&self) -> Code {
        match self {
            Self::Pending => Code::Pending,
            Self::ManifestMissing => Code::ManifestMissing,
            Self::ManifestUnreadable(_) => Code::ManifestUnreadable,
            Self::ReservedId => Code::ReservedId,
            Self::Invalid(..) => Code::Invalid,
            Self::IdTaken(_) => Code::IdTaken,
            Self::Taken(kind, _) => kind.code(),
            Self::Engines(_) => Code::Engines,
            Self::Unconsented => Code::Unconsented,
            Self::Fragment(_) => Code::Fragment,
            Self::Cross(..) => Code::Cross,
            Self::Build(error) => error.code(),
            Self::Confinement(_) => Code::Confinement,
        }
    }

    /// Whether gates of the overlay are reported as blocked (O-12).
    pub(super) fn blocks_gates(&self) -> bool {
        !matches!(
            self,
            Self::Pending | Self::ManifestMissing | Self::ManifestUnreadable(_) | Self::Unconsented
        )
    }

    /// Puts the reason into words.
    pub(super) fn tell(self, id: Text<'d>, scope: Scope, host_version: &str) -> Skipped<'d> {
        let code = self.code();
        let mut skipped = Skipped {
            message: String::new(),
            help: None,
            clashes: Vec::new(),
            findings: None,
            diagnostics: Vec::new(),
            engines: None,
            id,
            scope,
            code,
        };
        let (message, help) = skipped.words(self, host_version);
        skipped.message = message;
        skipped.help = help.map(ToString::to_string);
        skipped
    }
}

impl<'d> Skipped<'d> {
    fn words(&mut self, reason: Reason<'d>, host_version: &str) -> (String, Option<&'static str>) {
        let id = self.id.quoted();
        match reason {
            Reason::Pending => (
                format!("the installation of {id} has not finished"),
                Some("install it again, or remove it"),
            ),
            Reason::ManifestMissing => (
                format!("{id} has no `capability.json` of at most 8 MiB"),
                Some("install it again, or remove the folder"),
            ),
            Reason::ManifestUnreadable(diagnostics) => {
                self.diagnostics = diagnostics;
                (format!("the manifest of {id} is not JSON"), None)
            }
            Reason::ReservedId => (
                format!("the id {id} is kept for the host"),
                Some("give the capability another id"),
            ),
            Reason::Invalid(report, engines) => self.invalid(&id, report, engines),
            Reason::IdTaken(clash) => {
                let owner = owner(&clash);
                self.clashes.push(clash);
                (
                    format!("the id {id} already belongs to {owner}"),
                    Some("give the capability another id, or remove the other one"),
                )
            }
            Reason::Taken(kind, clash) => {
                let message = format!(
                    "{} {} of {id} already belongs to {}",
                    kind.words(),
                    clash.key.quoted(),
                    owner(&clash)
                );
                self.clashes.push(clash);
                (message, Some("rename it, or remove the other capability"))
            }
            Reason::Engines(miss) => {
                let range = miss.range.quoted();
                self.engines = Some(miss);
                (
                    format!(
                        "{id} is made for versions {range} of the host; this is {host_version}"
                    ),
                    Some("update the capability, or the host"),
                )
            }
            Reason::Unconsented => (
                format!("nobody has consented to {id} as it is now"),
                Some("read what it would run and send, then consent to it"),
            ),
            Reason::Fragment(path) => (
                format!("{id} needs the file {}, which is not there", path.quoted()),
                Some("install it again"),
            ),
            Reason::Cross(findings, clashes) => {
                let message = cross(&id, &findings, &clashes);
                self.findings = Some(findings);
                self.clashes = clashes;
                (message, None)
            }
            Reason::Build(error) => (describe::build_error(&error), None),
            Reason::Confinement(path) => (
                format!(
                    "{id} would write to {}, outside of the configuration home",
                    path.quoted()
                ),
                None,
            ),
        }
    }

    fn invalid(
        &mut self,
        id: &str,
        report: Report,
        engines: Option<EngineMiss<'d>>,
    ) -> (String, Option<&'static str>) {
        self.diagnostics = report.diagnostics;
        let (message, help) = match &engines {
            None => (format!("the manifest of {id} is not valid"), None),
            Some(miss) => (
                format!(
                    "the manifest of {id} is not valid here; it is made for versions {} of the host",
                    miss.range.quoted()
                ),
                Some("update the host, or the capability"),
            ),
        };
        self.engines = engines;
        (message, help)
    }
}

/// An owner in words.
#[inline(never)]
fn owner(clash: &Clash<'_>) -> String {
    let name = clash.owner.quoted();
    if clash.first_party {
        format!("the first-party capability {name}")
    } else {
        format!("the overlay {name}")
    }
}

/// The first reason in a sentence, and how many more there are.
fn cross(id: &str, findings: &Findings<'_>, clashes: &[Clash<'_>]) -> String {
    let count = findings.collisions.len() + findings.other.len();
    let more = match count {
        0 | 1 => String::new(),
        2 => " (and one more finding)".to_string(),
        more => format!(" (and {} more findings)", more - 1),
    };
    let first = match (clashes.first(), findings.collisions.first()) {
        (Some(clash), Some(collision)) if !collision.kind.is_central() => format!(
            "{} {} of {id} already belongs to {}",
            collision.kind.words(),
            clash.key.quoted(),
            owner(clash)
        ),
        (_, Some(collision)) => describe::collision(collision),
        (_, None) => findings
            .other
            .first()
            .map(describe::other)
            .unwrap_or_default(),
    };
    format!("{first}{more}")
}
