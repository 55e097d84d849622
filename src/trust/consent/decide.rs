//! What a consent covers: installing, upgrading, activating, running, sending (T-83 … T-86, TB-1, TB-2, TB-7, B-6, B-7,
//! Y-17, Y-20).
//!
//! Hosts are compared as the lane itself reads them. How that is done is a rule of lanes and comes in as a
//! [`ReadHost`].

use alloc::string::String;
use alloc::vec::Vec;

use super::lane_store::LaneRecord;
use super::record::Record;
use super::store::Store;
use crate::destination::is_local;
use crate::json::{Quoting, StableWriter, Str};
use crate::trust::signature::digest;
use crate::vocabulary::reviewer::OPENAI_HTTP;

/// How a lane reads a configured host: `None` if it counts as not set (L-24), else normalised (L-50), perhaps to the
/// empty text.
pub type ReadHost<'f> = &'f dyn Fn(&str) -> Option<String>;

/// What a consent would bind: the bundle that lies ready, and the host that its lane would send to.
#[derive(Debug, Clone, Copy)]
pub struct Staged<'a> {
    /// The signature of its manifest.
    pub signature: &'a str,
    /// The hash of its content, taken where it lies ready (TB-7).
    pub content_hash: &'a str,
    /// The host, from [`reviewer_host`].
    pub reviewer_host: Option<&'a str>,
}

/// What the consent prompt shows and the consent quotes: `sha256:` and a hash over signature, content and host (TB-7).
#[must_use]
pub fn consent_code(staged: &Staged<'_>) -> String {
    // What is hashed says what it is, so that no other hash passes for it.
    let mut text = Vec::from(&b"gsd-lanes consent 1\n["[..]);
    let mut writer = StableWriter::new(&mut text, Quoting::Once);
    for part in [staged.signature, staged.content_hash] {
        writer.string(Str::of(part));
        writer.raw(b',');
    }
    match staged.reviewer_host {
        Some(host) => writer.string(Str::of(host)),
        None => writer.raw(b'0'),
    }
    writer.raw(b']');
    digest(&String::from_utf8(text).unwrap_or_default())
}

/// Whether what was agreed to is what lies ready now: looked at again right before it is promoted (TB-7).
#[must_use]
pub fn is_agreed(quoted: &str, staged: &Staged<'_>) -> bool {
    quoted == consent_code(staged)
}

/// The host that a consent binds: the configured value, else the manifest's own host, as the lane reads them (T-84,
/// B-7). `None` for other lanes, and where nothing can be resolved. `configured` comes from the configuration file
/// itself, whether or not the capability is active (TB-2 a).
#[must_use]
pub fn reviewer_host(
    transport: Str<'_>,
    configured: Option<&str>,
    default_host: &str,
    read: ReadHost<'_>,
) -> Option<String> {
    if !transport.is(OPENAI_HTTP) {
        return None;
    }
    let host = configured.and_then(read).or_else(|| read(default_host))?;
    (!host.is_empty()).then_some(host)
}

/// What stands in a record for the manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signed<'d> {
    /// Its signature.
    Signature(Str<'d>),
    /// The digest of it.
    Digest(Str<'d>),
}

impl Signed<'_> {
    fn covers(self, signature: &str) -> bool {
        match self {
            Self::Signature(bound) => bound == Str::of(signature),
            Self::Digest(bound) => bound.is(&digest(signature)),
        }
    }
}

/// What a record binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound<'d> {
    /// The manifest.
    pub signed: Signed<'d>,
    /// The hash of the bundle.
    pub content_hash: Str<'d>,
    /// The host.
    pub reviewer_host: Option<Str<'d>>,
}

impl<'d> From<Record<'d>> for Bound<'d> {
    fn from(record: Record<'d>) -> Self {
        Self {
            signed: Signed::Signature(record.disclosure_signature),
            content_hash: record.content_hash,
            reviewer_host: record.reviewer_host,
        }
    }
}

impl<'d> From<LaneRecord<'d>> for Bound<'d> {
    fn from(record: LaneRecord<'d>) -> Self {
        Self {
            signed: Signed::Digest(record.digest),
            content_hash: record.content_hash,
            reviewer_host: record.reviewer_host,
        }
    }
}

/// Why an upgrade has to ask; the string form is stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// Nothing was ever agreed to: what is installed may have come with the repository.
    NoRecord,
    /// What is installed is not what was agreed to.
    ContentChanged,
    /// The new version would run or send something else.
    SignatureChanged,
    /// The lane would send to another host.
    HostChanged,
}

impl Ask {
    /// The stable string.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoRecord => "no-record",
            Self::ContentChanged => "content-changed",
            Self::SignatureChanged => "signature-changed",
            Self::HostChanged => "host-changed",
        }
    }
}

/// Whether an upgrade goes on under the consent that is there (TB-1, TB-2 b): only if that is of the installed
/// content, the new signature is the same, and so is the host. `installed_hash` is that of what is installed now,
/// `None` if it could not be taken.
///
/// # Errors
/// Why it has to ask.
pub fn upgrade(
    bound: Option<Bound<'_>>,
    installed_hash: Option<&str>,
    new: &Staged<'_>,
    read: ReadHost<'_>,
) -> Result<(), Ask> {
    let bound = bound.ok_or(Ask::NoRecord)?;
    if !is_content(bound, installed_hash) {
        return Err(Ask::ContentChanged);
    }
    if !bound.signed.covers(new.signature) {
        return Err(Ask::SignatureChanged);
    }
    let old_host = bound.reviewer_host.and_then(|host| read(&host.to_lossy()));
    if old_host != new.reviewer_host.and_then(read) {
        return Err(Ask::HostChanged);
    }
    Ok(())
}

fn is_content(bound: Bound<'_>, hash: Option<&str>) -> bool {
    hash.is_some_and(|hash| !hash.is_empty() && bound.content_hash.is(hash))
}

/// Whether a capability of a project is active (T-83): exactly its content was agreed to. A hash that could not be
/// taken is no hash. Capabilities of global scope are active without (T-82); their lanes are not run (Y-17).
#[must_use]
pub fn activation(
    store: &Store<'_>,
    project_root: Str<'_>,
    id: Str<'_>,
    content_hash: Option<&str>,
) -> bool {
    content_hash.is_some_and(|hash| store.has(project_root, id, Str::of(hash)))
}

/// Why a lane is not run or nothing is sent; the string form is that of the reason codes of lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EgressRefusal {
    /// Nobody has agreed to this lane, or to its host.
    ConsentMissing,
    /// The manifest or the bundle is not the one that was agreed to.
    ManifestChanged,
    /// The host is another one than was agreed to.
    HostChanged,
}

impl EgressRefusal {
    /// The stable string.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ConsentMissing => "consent-missing",
            Self::ManifestChanged => "manifest-changed",
            Self::HostChanged => "egress_host_changed",
        }
    }
}

/// Where the host of a lane comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostSource {
    /// The lane's own manifest.
    Manifest,
    /// The user: the defaults in the home directory, or the command line.
    User,
    /// The configuration of the project.
    Project,
}

/// Where a lane comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LaneOrigin {
    /// It comes along.
    Embedded(HostSource),
    /// Somebody installed it, for a project or for the user.
    Installed,
}

/// Whether an installed lane may be run at all (Y-4, Y-17): its signature and its content are what was agreed to.
/// Nothing of it is started or connected to before, not even by a probe. Lanes that come along need no consent.
///
/// # Errors
/// Why not.
pub fn may_run(
    bound: Option<Bound<'_>>,
    signature: &str,
    content_hash: Option<&str>,
) -> Result<(), EgressRefusal> {
    let bound = bound.ok_or(EgressRefusal::ConsentMissing)?;
    if bound.signed.covers(signature) && is_content(bound, content_hash) {
        Ok(())
    } else {
        Err(EgressRefusal::ManifestChanged)
    }
}

/// What an HTTP lane would do.
#[derive(Debug, Clone, Copy)]
pub struct Egress<'a> {
    /// Where the lane comes from.
    pub origin: LaneOrigin,
    /// The host in the record that was looked up by the id of the owning capability (B-6), whatever the hash of the
    /// bundle is now (T-85).
    pub bound: Option<&'a str>,
    /// The host that it would send to.
    pub current: &'a str,
}

/// Whether an HTTP lane may be probed and may send (T-85, TB-2, B-6, B-7, Y-20). An installed one needs a bound host;
/// one that comes along needs it if the project's configuration names the host and it is not this machine.
///
/// # Errors
/// Why not.
pub fn egress(lane: &Egress<'_>, read: ReadHost<'_>) -> Result<(), EgressRefusal> {
    let free = match lane.origin {
        LaneOrigin::Installed => false,
        LaneOrigin::Embedded(HostSource::Project) => is_local(lane.current),
        LaneOrigin::Embedded(HostSource::Manifest | HostSource::User) => true,
    };
    if free {
        return Ok(());
    }
    let bound = lane.bound.and_then(read);
    let bound = bound.ok_or(EgressRefusal::ConsentMissing)?;
    let current = read(lane.current).unwrap_or_default();
    // A host that is nothing after normalising never agrees with another (B-7).
    if bound.is_empty() || bound != current {
        return Err(EgressRefusal::HostChanged);
    }
    Ok(())
}
