//! The disclosure object (T-6 … T-18): what a manifest would run or send.

use alloc::vec::Vec;

use serde::{Serialize, Serializer};

use super::members::{Elements, Members, Strings};
use crate::json::Str;
use crate::vocabulary::environment::EGRESS_PAYLOAD_CLASSES;
use crate::vocabulary::reviewer::OPENAI_HTTP;

/// Everything that a manifest would run, send or put before an agent.
///
/// Entries are cursors into the manifest's document: nothing is copied.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Disclosure<'d> {
    /// Scripts that the host runs on its events.
    pub hooks: Vec<Hook<'d>>,
    /// Modules that the host loads as commands.
    pub command_modules: Vec<CommandModule<'d>>,
    /// Servers of the model context protocol that the host starts or connects to.
    pub mcp_servers: Vec<McpServer<'d>>,
    /// The reviewer lane, if there is one (T-15).
    pub reviewer_lanes: Vec<ReviewerLane<'d>>,
    /// Texts that reach the agent as instructions.
    pub instruction_surfaces: Vec<InstructionSurface<'d>>,
    /// Whether one of the first four lists holds something (T-7).
    pub has_executable: bool,
    /// Declared scripts and modules that are not in the bundle (T-22).
    pub missing_artifacts: Vec<Str<'d>>,
    /// How the bundle's content was pinned; only where a caller knows it (T-61).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub integrity_status: Option<IntegrityStatus>,
}

/// A hook (T-9).
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Hook<'d> {
    /// The event it waits for.
    pub event: Str<'d>,
    /// The script it runs.
    pub script: Str<'d>,
}

/// A command module (T-10).
#[derive(Debug, Clone, Copy, Serialize)]
pub struct CommandModule<'d> {
    /// The name under which commands are called.
    pub family: Str<'d>,
    /// The file that is loaded.
    pub module: Str<'d>,
    /// The function that routes calls.
    pub router: Str<'d>,
}

/// A server of the model context protocol (T-11 … T-13).
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct McpServer<'d> {
    /// Its name.
    pub name: Str<'d>,
    /// `type`, or `transport` if that is empty.
    pub transport: Str<'d>,
    /// The program.
    pub command: Str<'d>,
    /// The arguments that are strings.
    pub argv: Strings<'d>,
    /// All arguments.
    pub raw_args: Elements<'d>,
    /// The address of a remote server.
    pub url: Str<'d>,
    /// HTTP headers; values may be secrets.
    pub headers: Members<'d>,
    /// Environment variables.
    pub env: Members<'d>,
    /// The whole configuration, which the signature binds.
    pub raw_config: Members<'d>,
    /// The working directory.
    #[serde(skip_serializing_if = "is_empty")]
    pub cwd: Str<'d>,
}

impl McpServer<'_> {
    /// Whether it is connected to instead of started (T-60).
    #[must_use]
    pub fn is_remote(&self) -> bool {
        self.transport.is_any(&["http", "sse"]) || (self.command.is_empty() && !self.url.is_empty())
    }
}

/// A reviewer lane (T-16).
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReviewerLane<'d> {
    /// Its name.
    pub slug: Str<'d>,
    /// `spawn`, `openai-http` or something unknown.
    pub transport: Str<'d>,
    /// The program.
    pub binary: Str<'d>,
    /// The arguments that are strings.
    pub args: Strings<'d>,
    /// All arguments.
    pub raw_args: Elements<'d>,
    /// The configuration key of the host.
    pub host_config_key: Str<'d>,
    /// The configured host, [`UNRESOLVED`](crate::destination::UNRESOLVED), or empty if no host is involved (T-18, T-19).
    pub resolved_host: Str<'d>,
    /// Whether that host is this machine (T-20).
    pub is_local_destination: bool,
    /// How the prompt reaches the program.
    pub prompt_channel: Str<'d>,
    /// Who reads the answer.
    pub handler: Str<'d>,
    /// Environment variables of the program.
    pub env: Members<'d>,
    /// Where the plan goes if nothing is configured.
    pub default_host: Str<'d>,
    /// What else `invoke` holds.
    pub residual_invoke: Members<'d>,
    /// What else `reviewer` holds.
    pub residual_lane: Members<'d>,
    /// The program that the probe looks for or runs.
    pub probe_binary: Str<'d>,
    /// How the lane is probed.
    pub probe_kind: Str<'d>,
    /// What is sent; the same for every lane.
    pub egress_payload_classes: &'static [&'static str],
}

impl ReviewerLane<'_> {
    /// Whether the lane sends to a host (T-18).
    #[must_use]
    pub fn is_http_shaped(&self) -> bool {
        http_shaped(self.transport, self.binary, self.host_config_key)
    }

    /// Whether the tail of T-34 is signed.
    #[must_use]
    pub fn has_tail(&self) -> bool {
        !self.default_host.is_empty()
            || !self.residual_lane.is_empty()
            || !self.residual_invoke.is_empty()
            || !self.env.is_empty()
    }

    /// What every lane is sent.
    pub(super) const PAYLOAD: &'static [&'static str] = EGRESS_PAYLOAD_CLASSES;
}

/// Whether a lane with these members sends to a host (T-18).
pub(super) fn http_shaped(transport: Str<'_>, binary: Str<'_>, host_config_key: Str<'_>) -> bool {
    transport.is_any(&[OPENAI_HTTP]) || (binary.is_empty() && !host_config_key.is_empty())
}

/// A text that the agent reads as instructions (T-14).
#[derive(Debug, Clone, Copy, Serialize)]
pub struct InstructionSurface<'d> {
    /// Always `skill`.
    pub kind: Str<'d>,
    /// Its name.
    pub name: Str<'d>,
}

/// How the content of a bundle was pinned, as the installer knows it (T-61).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntegrityPin {
    /// A digest of the archive was given.
    Sha512,
    /// A full git commit was given.
    GitCommit,
    /// Nothing was.
    None,
}

impl IntegrityPin {
    const ALL: [Self; 3] = [Self::Sha512, Self::GitCommit, Self::None];

    /// The stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sha512 => "sha512",
            Self::GitCommit => "git-commit",
            Self::None => "none",
        }
    }

    /// The pin of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| name == it.as_str())
    }
}

impl Serialize for IntegrityPin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// What may be claimed about the content of a bundle (T-61).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntegrityStatus {
    /// It matched the digest that was given.
    Pinned,
    /// It came from the commit that was given.
    CommitPinned,
    /// Nothing.
    Unverified,
}

impl IntegrityStatus {
    const ALL: [Self; 3] = [Self::Pinned, Self::CommitPinned, Self::Unverified];

    /// The stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pinned => "pinned",
            Self::CommitPinned => "commit-pinned",
            Self::Unverified => "unverified",
        }
    }

    /// The status of that name.
    #[must_use]
    pub fn from_name(name: Str<'_>) -> Option<Self> {
        Self::ALL.into_iter().find(|it| name.is(it.as_str()))
    }
}

impl From<IntegrityPin> for IntegrityStatus {
    fn from(pin: IntegrityPin) -> Self {
        match pin {
            IntegrityPin::Sha512 => Self::Pinned,
            IntegrityPin::GitCommit => Self::CommitPinned,
            IntegrityPin::None => Self::Unverified,
        }
    }
}

impl Serialize for IntegrityStatus {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the shape serde asks for
fn is_empty(text: &Str<'_>) -> bool {
    text.is_empty()
}
