//! What stands against an installation, and what it has to ask first (T-50, TB-15).

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use super::engines::{EnginesCheck, check_engines};
use super::reserved::namespace_of;
use super::source::{Source, evaluate_source};
use crate::escape::visible;
use crate::json::{Str, Value};
use crate::trust::{Context, Disclosure, IntegrityPin, disclose};

/// What is asked about an installation.
#[derive(Clone, Copy)]
pub struct Request<'c, 'd> {
    /// Where the capability comes from.
    pub source: &'c Source<'c>,
    /// The policy of known registries, as it stands in the configuration.
    pub policy: Option<Value<'c>>,
    /// The manifest of the staged bundle.
    pub manifest: Value<'d>,
    /// The version of the host.
    pub host_version: &'c str,
    /// The configuration and the staged files.
    pub context: Context<'c, 'd>,
    /// How the content is pinned, if the caller knows.
    pub integrity_pin: Option<IntegrityPin>,
}

/// The verdict on an installation (T-50).
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InstallTrust<'d> {
    /// Whether nothing stands against it.
    pub allowed: bool,
    /// Whether it is allowed and would run or send something, so that consent comes first.
    pub requires_consent: bool,
    /// Whether it is allowed, runs nothing, and yet puts text before an agent, which somebody should have read
    /// (TB-15).
    pub requires_acknowledgement: bool,
    /// What it would run, send, or put before an agent.
    pub disclosure: Disclosure<'d>,
    /// Whether it runs on this host.
    pub engines: EnginesCheck<'d>,
    /// What stands against it, in the order of [`BlockCode`].
    pub block_reasons: Vec<BlockReason>,
}

/// Something that stands against an installation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BlockReason {
    /// What it is.
    pub code: BlockCode,
    /// It in words, safe to print.
    pub message: String,
}

/// What can stand against an installation, in the order in which it is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlockCode {
    /// The policy does not allow the source.
    Source,
    /// The id lies in a reserved namespace.
    ReservedId,
    /// It does not run on this host.
    Engines,
    /// The bundle lacks declared scripts or modules.
    MissingArtifacts,
}

/// Judges an installation (T-50). Any manifest is answered, also one that is no object.
#[must_use]
pub fn evaluate_install_trust<'d>(request: &Request<'_, 'd>) -> InstallTrust<'d> {
    let manifest = request.manifest;
    let mut disclosure = disclose(manifest, &request.context);
    disclosure.integrity_status = request.integrity_pin.map(Into::into);
    let engines = check_engines(manifest, request.host_version);
    let reasons = [
        source(request),
        reserved_id(manifest),
        incompatible(&engines, request.host_version),
        missing(&disclosure),
    ];
    let block_reasons: Vec<BlockReason> = reasons.into_iter().flatten().collect();
    let allowed = block_reasons.is_empty();
    InstallTrust {
        allowed,
        requires_consent: allowed && disclosure.has_executable,
        requires_acknowledgement: allowed
            && !disclosure.has_executable
            && !disclosure.instruction_surfaces.is_empty(),
        disclosure,
        engines,
        block_reasons,
    }
}

fn source(request: &Request<'_, '_>) -> Option<BlockReason> {
    let verdict = evaluate_source(request.source, request.policy);
    let words = verdict.reason?.words();
    Some(BlockReason {
        code: BlockCode::Source,
        message: match verdict.host {
            Some(host) => format!("{words}: {}", shown(Str::of(&host))),
            None => words.into(),
        },
    })
}

fn reserved_id(manifest: Value<'_>) -> Option<BlockReason> {
    let id = manifest.get("id")?;
    let namespace = namespace_of(id)?;
    Some(BlockReason {
        code: BlockCode::ReservedId,
        message: format!(
            "the id {} lies in the reserved namespace `{namespace}`",
            shown(id.text())
        ),
    })
}

fn incompatible(engines: &EnginesCheck<'_>, host_version: &str) -> Option<BlockReason> {
    if engines.compatible {
        return None;
    }
    let mut message = format!(
        "it needs gsd {}, and this is {}",
        shown(engines.range.unwrap_or_default()),
        shown(Str::of(host_version))
    );
    if let Some(version) = engines.downgrade_to {
        message.extend(["; its version ", &shown(version), " runs here"]);
    }
    Some(BlockReason {
        code: BlockCode::Engines,
        message,
    })
}

fn missing(disclosure: &Disclosure<'_>) -> Option<BlockReason> {
    /// How many are named.
    const NAMED: usize = 10;
    let missing = &disclosure.missing_artifacts;
    let (first, more) = missing.split_first()?;
    let mut message = format!("the bundle lacks {}", shown(*first));
    for path in more.iter().take(NAMED - 1) {
        message.extend([", ", &shown(*path)]);
    }
    if let Some(left) = missing.len().checked_sub(NAMED).filter(|left| *left > 0) {
        message.extend([" and ", &left.to_string(), " more"]);
    }
    Some(BlockReason {
        code: BlockCode::MissingArtifacts,
        message,
    })
}

/// A text of somebody else's, escaped and cut, between back-ticks.
fn shown(text: Str<'_>) -> String {
    format!("`{}`", visible(&text.wtf8(), 200))
}
