//! What a plan is, what it is made from, and why there may be none (L-38).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};

pub use super::config::ConfigValue;
use super::egress::{concat, url_on};
pub use super::resolve::{asked_keys, is_too_long, resolve};
use crate::diagnostic::Profile;
use crate::json::{Str, Value};
pub use crate::trust::policy::Platform;
pub use crate::vocabulary::outcome::Reason;
use crate::vocabulary::reviewer::{HANDLERS, PROMPT_CHANNELS};

/// What an empty answer means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EmptyOutput {
    /// The handler deals with it.
    HandlerOwned,
    /// A stub is written that quotes the errors.
    StubWithStderr,
}

/// What a review rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvidenceClass {
    /// The source itself.
    SourceGrounded,
    /// Only a difference: its reviews are not stamped and not counted fully.
    DiffOnly,
}

/// Who reads the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Handler {
    /// Transcripts beside the output.
    Antigravity,
    /// An OpenAI-compatible answer.
    OpenaiCompatible,
    /// A stream of events.
    Opencode,
}

impl Handler {
    /// In the order of the vocabulary.
    const ALL: [Self; HANDLERS.len()] = [Self::Antigravity, Self::OpenaiCompatible, Self::Opencode];

    pub(super) fn of(name: Str<'_>) -> Option<Self> {
        named(name, HANDLERS, &Self::ALL)
    }
}

/// How the prompt reaches a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PromptChannel {
    /// On standard input.
    Stdin,
    /// As the path of the prompt file.
    Argv,
    /// As a sentence that names the prompt file (L-39).
    ArgvFileRef,
    /// Not at all.
    None,
}

impl PromptChannel {
    /// In the order of the vocabulary.
    const ALL: [Self; PROMPT_CHANNELS.len()] =
        [Self::Stdin, Self::Argv, Self::ArgvFileRef, Self::None];

    pub(super) fn of(name: Str<'_>) -> Option<Self> {
        named(name, PROMPT_CHANNELS, &Self::ALL)
    }
}

/// What stands at the place of a name.
fn named<T: Copy>(name: Str<'_>, names: &[&str], values: &[T]) -> Option<T> {
    let place = names.iter().position(|known| name.is(known))?;
    values.get(place).copied()
}

/// Where a program leaves its review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutputTarget {
    /// On standard output.
    Stdout,
    /// In a file of that path.
    File(String),
}

impl Serialize for OutputTarget {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("OutputTarget", 2)?;
        match self {
            Self::Stdout => out.serialize_field("kind", "stdout")?,
            Self::File(path) => {
                out.serialize_field("kind", "file")?;
                out.serialize_field("path", path)?;
            }
        }
        out.end()
    }
}

/// What starts a program.
#[derive(Debug, Clone, PartialEq)]
pub struct SpawnPlan {
    /// The program, trimmed: a name to look up on PATH, or a path.
    pub binary: String,
    /// Its arguments.
    pub argv: Vec<String>,
    /// The effort that the arguments ask for.
    pub effort: Option<String>,
    /// The file whose content is its standard input; `None` for an input that is closed at once.
    pub stdin: Option<String>,
    /// Where it leaves its review.
    pub output_target: OutputTarget,
    /// What is laid over the inherited environment, in the manifest's order; `None` where nothing is declared.
    pub env: Option<Vec<(String, String)>>,
    /// How the prompt reaches it. Not part of the plan's JSON.
    pub prompt_channel: PromptChannel,
}

/// What talks to a server.
#[derive(Debug, Clone, PartialEq)]
pub struct HttpPlan {
    /// The server, normalised (L-50).
    pub host: String,
    /// The configuration key that names it; may be empty.
    pub host_config_key: String,
    /// Where the prompt goes.
    pub url: String,
    /// Where the server lists its models, if it is asked.
    pub models_url: Option<String>,
    /// The model if nothing else names one.
    pub fallback_model: String,
    /// Whether the configuration named the host, rather than the manifest (Y-20). Not part of the plan's JSON.
    pub host_configured: bool,
}

impl HttpPlan {
    /// The URL of another path on the same server; `None` if it would lead elsewhere (B-1).
    #[must_use]
    pub fn url_of(&self, path: &str) -> Option<String> {
        url_on(&self.host, path)
    }
}

/// How a lane is reached.
#[derive(Debug, Clone, PartialEq)]
pub enum Transport {
    /// A program is started.
    Spawn(SpawnPlan),
    /// A server is asked.
    Http(HttpPlan),
}

/// Something that does not stop a lane, and that somebody should see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// The stable code.
    pub code: &'static str,
    /// What it is about; safe to print.
    pub message: String,
}

/// What would run or be sent. It serialises as L-38 says; `warnings` stand beside it, never inside.
#[derive(Debug, Clone)]
pub struct Plan<'d> {
    /// The slug, trimmed.
    pub slug: String,
    /// The file that holds the prompt.
    pub prompt_path: String,
    /// The file that will hold the review.
    pub review_path: String,
    /// The file that will hold the program's errors.
    pub err_path: String,
    /// The time limit in milliseconds, fractions and all; see [`whole_ms`].
    pub timeout_ms: f64,
    /// What an empty answer means.
    pub empty_output: EmptyOutput,
    /// What a review rests on.
    pub evidence_class: EvidenceClass,
    /// Who reads the answer, beyond taking it as it is.
    pub handler: Option<Handler>,
    /// Programs that must be there too, in the manifest's order.
    pub requires_binaries: Vec<String>,
    /// The probe as it is declared.
    pub probe: Option<Value<'d>>,
    /// The model that is asked for: of a program, only if its arguments say so.
    pub model: Option<String>,
    /// How the lane is reached.
    pub transport: Transport,
    /// What somebody should see before it runs.
    pub warnings: Vec<Warning>,
}

impl Serialize for Plan<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_map(None)?;
        match &self.transport {
            Transport::Spawn(spawn) => {
                out.serialize_entry("transport", "spawn")?;
                out.serialize_entry("slug", &self.slug)?;
                out.serialize_entry("binary", &spawn.binary)?;
                out.serialize_entry("argv", &spawn.argv)?;
                out.serialize_entry("model", &self.model)?;
                out.serialize_entry("effort", &spawn.effort)?;
                out.serialize_entry("stdin", &spawn.stdin)?;
                out.serialize_entry("promptPath", &self.prompt_path)?;
                out.serialize_entry("outputTarget", &spawn.output_target)?;
            }
            Transport::Http(http) => {
                out.serialize_entry("transport", "openai-http")?;
                out.serialize_entry("slug", &self.slug)?;
                out.serialize_entry("host", &http.host)?;
                out.serialize_entry("hostConfigKey", &http.host_config_key)?;
                out.serialize_entry("url", &http.url)?;
                out.serialize_entry("modelsUrl", &http.models_url)?;
                out.serialize_entry("model", &self.model)?;
                out.serialize_entry("fallbackModel", &http.fallback_model)?;
                out.serialize_entry("promptPath", &self.prompt_path)?;
            }
        }
        out.serialize_entry("reviewPath", &self.review_path)?;
        out.serialize_entry("errPath", &self.err_path)?;
        out.serialize_entry("timeoutMs", &self.timeout_ms)?;
        out.serialize_entry("emptyOutput", &self.empty_output)?;
        out.serialize_entry("evidenceClass", &self.evidence_class)?;
        out.serialize_entry("handler", &self.handler)?;
        out.serialize_entry("requiresBinaries", &self.requires_binaries)?;
        if let Some(probe) = &self.probe {
            out.serialize_entry("probe", probe)?;
        }
        if let Transport::Spawn(spawn) = &self.transport {
            out.serialize_entry("env", &spawn.env.as_deref().map(Variables))?;
        }
        out.end()
    }
}

/// Variables as an object.
pub(crate) struct Variables<'a>(pub &'a [(String, String)]);

impl Serialize for Variables<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_map(None)?;
        for (name, value) in self.0 {
            out.serialize_entry(name, value)?;
        }
        out.end()
    }
}

/// Why there is no plan, or no run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The stable reason.
    pub reason: Reason,
    /// The code of the finding where the manifest is to blame by Y-1, else a sentence.
    pub detail: String,
}

impl Refusal {
    #[cold]
    #[inline(never)]
    pub(super) fn new(reason: Reason, detail: &str) -> Self {
        Self {
            reason,
            detail: detail.to_string(),
        }
    }
}

/// A lane that runs under another name or with other settings (L-153 … L-156).
#[derive(Debug, Clone, Copy, Default)]
pub struct Instance<'q> {
    /// Its name, from which the stem of its files is made instead of the slug.
    pub name: Option<&'q str>,
    /// The model instead of the configured one.
    pub model: Option<&'q str>,
    /// The agent that `opencode` runs as.
    pub agent: Option<&'q str>,
    /// The prompt instead of the run directory's.
    pub prompt_file: Option<&'q str>,
}

/// What is asked.
pub struct Request<'q, 'd> {
    /// The body of the lane: untrusted.
    pub lane: Value<'d>,
    /// The resolved configuration by flat dotted key; `None` for a key that is not there.
    pub config: &'q dyn Fn(&str) -> Option<ConfigValue>,
    /// The directory of the run, absolute.
    pub run_dir: &'q str,
    /// The root of the repository under review, absolute.
    pub repo_root: &'q str,
    /// The arguments that ask for the effort.
    pub effort_args: &'q [String],
    /// The effort that they ask for.
    pub effort_value: Option<&'q str>,
    /// What differs from the lane's ordinary run.
    pub instance: Instance<'q>,
    /// Whose rules.
    pub profile: Profile,
    /// Where it would run.
    pub platform: Platform,
}

/// The files of one lane in a run (L-32).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Artifacts {
    /// The file that holds the prompt, the same for all lanes.
    pub prompt_path: String,
    /// The file that will hold the review.
    pub review_path: String,
    /// The file that will hold the errors.
    pub err_path: String,
}

impl Artifacts {
    /// The files below a run directory; paths are always joined by `/`.
    #[must_use]
    pub fn new(run_dir: &str, stem: &str) -> Self {
        let base = run_dir.trim_end_matches('/');
        let file = |stem: &str, end: &str| concat(&[base, "/gsd-review-", stem, end]);
        Self {
            prompt_path: file("prompt", ".md"),
            review_path: file(stem, ".md"),
            err_path: file(stem, ".err"),
        }
    }
}

/// A time limit in whole milliseconds, rounded up and at least 1 (B-9); what is no number of milliseconds that a
/// machine could wait for becomes the largest one.
#[must_use]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the cast saturates
pub fn whole_ms(milliseconds: f64) -> u64 {
    let whole = milliseconds as u64;
    #[allow(clippy::cast_precision_loss)]
    let up = whole.saturating_add(u64::from((whole as f64) < milliseconds));
    up.max(1)
}
