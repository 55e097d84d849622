//! From a declared lane to what would run or be sent: a typed [`Plan`], or why there is none (L-30 … L-40).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};

pub use super::config::ConfigValue;
use super::config::config_string;
use super::egress::{concat, destination, models_url, shown, url_on};
use super::template::{Filled, Fillings, fill};
use super::{effort, instance};
use crate::diagnostic::{Code, Diagnostic, Profile, Severity};
use crate::json::{Kind, Str, Value, trim_text, utf16_len};
use crate::manifest::lane_hazards;
pub use crate::trust::policy::Platform;
use crate::vocabulary::grammar::SLUG;
use crate::vocabulary::lane::{
    AGENT_SLUG, CHAT_PATH, DEFAULT_TIMEOUT_MS, FALLBACK_MODEL, INHERIT, MAX_ARGUMENT_BYTES,
    MAX_COMMAND_LINE_UNITS, MODELS_PATH, TIMEOUT_BELOW_FLOOR,
};
pub use crate::vocabulary::outcome::Reason;
use crate::vocabulary::reviewer::{
    DIFF_ONLY, EFFORT_ARGV, FILE_ARG, FROM_MODELS_ENDPOINT, HANDLER_OWNED, HANDLERS, OPENAI_HTTP,
    PROMPT_CHANNELS, SPAWN,
};

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

    fn of(name: Str<'_>) -> Option<Self> {
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

    fn of(name: Str<'_>) -> Option<Self> {
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
    pub(super) fn new(reason: Reason, detail: &str) -> Self {
        Self {
            reason,
            detail: detail.to_string(),
        }
    }
}

fn malformed(detail: &str) -> Refusal {
    Refusal::new(Reason::MalformedLane, detail)
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

/// Resolves a lane.
///
/// # Errors
/// The first condition of L-30 that holds; in the strict profile also what 40-beyond refuses (Y-1, F-23, F-38). In both a
/// URL that would lead to another server (B-1), an instance that would overwrite a run's inputs (B-5) and an empty run
/// directory (B-21).
pub fn resolve<'d>(request: &Request<'_, 'd>) -> Result<Plan<'d>, Refusal> {
    let lane = request.lane;
    if !lane.is_object() {
        return Err(malformed("the lane is no object"));
    }
    let slug = slug(lane)?;
    let handler = handler(lane)?;
    let transport = text(lane, "transport");
    let spawns = transport.is(SPAWN);
    if !spawns && !transport.is(OPENAI_HTTP) {
        return Err(Refusal::new(
            Reason::UnknownTransport,
            "`transport` is neither `spawn` nor `openai-http`",
        ));
    }
    if request.run_dir.is_empty() {
        return Err(malformed("there is no run directory"));
    }
    let findings = hazards(request)?;
    let stem = match request.instance.name {
        Some(name) => instance::stem(name).ok_or_else(|| malformed(Code::ReservedStem.as_str()))?,
        None => slug.clone(),
    };
    let files = Artifacts::new(request.run_dir, &stem);
    let prompt_path = request
        .instance
        .prompt_file
        .map_or(files.prompt_path, String::from);
    let mut draft = Draft {
        request,
        slug: &slug,
        invoke: lane.get("invoke").filter(|invoke| invoke.is_object()),
        prompt_path: &prompt_path,
        review_path: &files.review_path,
        timeout_ms: 0.0,
        model: None,
        warnings: Vec::new(),
    };
    draft.timeout();
    draft.model();
    let transport = if spawns {
        Transport::Spawn(draft.spawn(&findings)?)
    } else {
        Transport::Http(draft.http()?)
    };
    let Draft {
        timeout_ms,
        model,
        warnings,
        ..
    } = draft;
    Ok(Plan {
        empty_output: if text(lane, "emptyOutput").is(HANDLER_OWNED) {
            EmptyOutput::HandlerOwned
        } else {
            EmptyOutput::StubWithStderr
        },
        evidence_class: if text(lane, "evidenceClass").is(DIFF_ONLY) {
            EvidenceClass::DiffOnly
        } else {
            EvidenceClass::SourceGrounded
        },
        handler,
        requires_binaries: texts(lane.get("requiresBinaries")),
        probe: lane
            .get("probe")
            .filter(|probe| probe.kind() != Kind::Undefined),
        slug,
        prompt_path,
        review_path: files.review_path,
        err_path: files.err_path,
        timeout_ms,
        model,
        transport,
        warnings,
    })
}

/// The keys of the configuration that resolving a lane asks for, each once.
#[must_use]
pub fn asked_keys(lane: Value<'_>) -> Vec<String> {
    let host = lane
        .get("invoke")
        .filter(|_| text(lane, "transport").is(OPENAI_HTTP))
        .and_then(|invoke| invoke.get("hostConfigKey"));
    let named = ["timeoutConfigKey", "modelConfigKey", "effortConfigKey"].map(|it| lane.get(it));
    let mut keys: Vec<String> = Vec::new();
    for key in named.into_iter().chain([host]).flatten() {
        let key = key.text().to_lossy();
        if !key.is_empty() && !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

/// The slug, trimmed (L-30, 2 and 3).
fn slug(lane: Value<'_>) -> Result<String, Refusal> {
    let slug = text(lane, "slug").trimmed();
    if slug.is_empty() {
        return Err(malformed("`slug` is no text, or blank"));
    }
    if !(SLUG.matches)(&slug) {
        return Err(malformed(&concat(&["`slug` is not ", SLUG.words])));
    }
    Ok(String::from_utf8_lossy(&slug).into_owned())
}

/// The handler, which may be absent or null (L-30, 4).
fn handler(lane: Value<'_>) -> Result<Option<Handler>, Refusal> {
    let Some(value) = lane
        .get("handler")
        .filter(|value| !matches!(value.kind(), Kind::Null | Kind::Undefined))
    else {
        return Ok(None);
    };
    let handler = value.as_str().and_then(Handler::of);
    let unknown = || Refusal::new(Reason::UnknownHandler, "`handler` names none that is known");
    handler.map(Some).ok_or_else(unknown)
}

/// What is wrong with the lane beyond the peer's rules; what could run, send or write something that nobody was shown
/// is refused (Y-1).
fn hazards(request: &Request<'_, '_>) -> Result<Vec<Diagnostic>, Refusal> {
    let findings = lane_hazards(request.lane).diagnostics;
    let is_error = |finding: &&Diagnostic| finding.severity == Severity::Error;
    match findings.iter().find(is_error) {
        Some(hazard) if request.profile == Profile::Strict => Err(malformed(hazard.code.as_str())),
        _ => Ok(findings),
    }
}

fn text<'d>(object: Value<'d>, name: &str) -> Str<'d> {
    object.get(name).map(Value::text).unwrap_or_default()
}

fn texts(list: Option<Value<'_>>) -> Vec<String> {
    let items = list.into_iter().flat_map(Value::items);
    items.filter_map(Value::as_str).map(Str::to_lossy).collect()
}

/// A plan in the making.
struct Draft<'q, 'd> {
    request: &'q Request<'q, 'd>,
    slug: &'q str,
    invoke: Option<Value<'d>>,
    prompt_path: &'q str,
    review_path: &'q str,
    timeout_ms: f64,
    model: Option<String>,
    warnings: Vec<Warning>,
}

impl Draft<'_, '_> {
    fn warn(&mut self, code: &'static str, message: &[&str]) {
        let message = concat(message);
        self.warnings.push(Warning { code, message });
    }

    /// A member of the lane that names a key of the configuration.
    fn key(&self, name: &str) -> Option<String> {
        Some(self.request.lane.get(name)?.as_str()?.to_lossy())
    }

    /// The time limit (L-33). One below what the lane says that it needs is worth a word (F-07).
    fn timeout(&mut self) {
        let floor = self
            .request
            .lane
            .get("timeoutFloorMs")
            .and_then(Value::as_f64);
        let floor = floor.filter(|floor| floor.is_finite() && *floor > 0.0);
        let floor = floor.unwrap_or(DEFAULT_TIMEOUT_MS);
        let key = self.key("timeoutConfigKey");
        let value = key.and_then(|key| (self.request.config)(&key)?.number());
        let configured = value.filter(|seconds| *seconds > 0.0);
        self.timeout_ms = configured.map_or(floor, |seconds| seconds * 1000.0);
        if self.timeout_ms < floor {
            let message = "the configured time limit is below the one that the lane declares; it may be cut off";
            self.warn(TIMEOUT_BELOW_FLOOR, &[message]);
        }
    }

    /// The model that the configuration, or the instance, asks for (L-35, L-154).
    fn model(&mut self) {
        let key = self.key("modelConfigKey").filter(|key| !key.is_empty());
        self.model = match (key, self.request.instance.model) {
            (Some(_), Some(model)) => config_string(model).map(String::from),
            (Some(key), None) => {
                (self.request.config)(&key).and_then(|value| value.string().map(String::from))
            }
            (None, Some(model)) => {
                let message = [
                    "the model ",
                    &shown(model),
                    " is ignored: this lane takes none",
                ];
                self.warn(Code::ModelUnreachable.as_str(), &message);
                None
            }
            (None, None) => None,
        };
    }

    /// Says so if an effort that somebody asked for comes to nothing (B-22).
    fn effort_lost(&mut self) {
        let configured = effort::configured(self.request.lane, self.request.config);
        let asked = self.request.effort_value.and_then(config_string);
        let level = configured
            .as_deref()
            .filter(|level| *level != INHERIT)
            .or(asked);
        if let Some(level) = level {
            let message = ["the effort ", &shown(level), " does not reach this lane"];
            self.warn(Code::EffortUnreachable.as_str(), &message);
        }
    }

    fn spawn(&mut self, findings: &[Diagnostic]) -> Result<SpawnPlan, Refusal> {
        let invoke = self
            .invoke
            .ok_or_else(|| malformed("`invoke` is no object"))?;
        let binary = text(invoke, "binary").to_lossy();
        let binary = trim_text(&binary);
        if binary.is_empty() {
            return Err(malformed("`invoke.binary` is no text, or blank"));
        }
        let output_arg = text(invoke, "outputArg").to_lossy();
        let to_file = text(invoke, "outputChannel").is(FILE_ARG);
        if to_file && output_arg.is_empty() {
            return Err(malformed("`invoke.outputArg` is no text, or empty"));
        }
        let prompt_channel = PromptChannel::of(text(invoke, "promptChannel"))
            .ok_or_else(|| malformed("`invoke.promptChannel` is none that is known"))?;
        let model_arg = text(invoke, "modelArg").to_lossy();
        let takes_effort = text(invoke, "effortChannel").is(EFFORT_ARGV);
        let model = self.model.take();
        let Filled {
            mut argv,
            model: placed,
            effort,
        } = fill(
            invoke.get("args"),
            &Fillings {
                model: model
                    .as_deref()
                    .filter(|_| !model_arg.is_empty())
                    .map(|model| (&*model_arg, model)),
                effort: if takes_effort {
                    self.request.effort_args
                } else {
                    &[]
                },
                output: to_file.then_some((&*output_arg, self.review_path)),
                channel: prompt_channel,
                prompt_path: self.prompt_path,
                repo_root: self.request.repo_root,
                timeout_ms: self.timeout_ms,
            },
        );
        if let Some(model) = model {
            if placed {
                self.model = Some(model);
            } else {
                let message = ["the model ", &shown(&model), " does not reach this lane"];
                self.warn(Code::ModelUnreachable.as_str(), &message);
            }
        }
        if !effort {
            self.effort_lost();
        }
        for finding in findings {
            if matches!(
                finding.code,
                Code::PromptUnreachable | Code::OutputUnreachable
            ) {
                self.warn(finding.code.as_str(), &[&finding.message]);
            }
        }
        if let Some(agent) = self
            .request
            .instance
            .agent
            .filter(|_| self.slug == AGENT_SLUG)
        {
            instance::add_agent(&mut argv, agent);
        }
        if self.request.profile == Profile::Strict
            && is_too_long(binary, &argv, self.request.platform)
        {
            return Err(Refusal::new(
                Reason::ArgumentTooLong,
                "the arguments are longer than the system takes",
            ));
        }
        Ok(SpawnPlan {
            binary: binary.to_string(),
            argv,
            effort: self
                .request
                .effort_value
                .filter(|_| effort)
                .and_then(config_string)
                .map(String::from),
            stdin: (prompt_channel == PromptChannel::Stdin).then(|| self.prompt_path.to_string()),
            output_target: if to_file {
                OutputTarget::File(self.review_path.to_string())
            } else {
                OutputTarget::Stdout
            },
            env: environment(invoke),
            prompt_channel,
        })
    }

    fn http(&mut self) -> Result<HttpPlan, Refusal> {
        let invoke = self
            .invoke
            .ok_or_else(|| malformed("`invoke` is no object"))?;
        let profile = self.request.profile;
        let key = text(invoke, "hostConfigKey").to_lossy();
        let configured = if key.is_empty() {
            None
        } else {
            (self.request.config)(&key)
        };
        let path = text(invoke, "path").to_lossy();
        let path = if path.is_empty() { CHAT_PATH } else { &path };
        let default = text(invoke, "defaultHost").to_lossy();
        let configured = configured.as_ref().and_then(ConfigValue::string);
        let found =
            destination(configured, &default, path, profile).map_err(|why| malformed(&why))?;
        if found.host.is_empty() {
            return Err(malformed(
                "neither the configuration nor the lane names a host",
            ));
        }
        let elsewhere = || malformed(Code::PathNotAbsolute.as_str());
        let url = url_on(&found.host, path).ok_or_else(elsewhere)?;
        let models_url = if text(invoke, "modelDiscovery").is(FROM_MODELS_ENDPOINT) {
            Some(models_url(&found.host, MODELS_PATH, profile).ok_or_else(elsewhere)?)
        } else {
            None
        };
        self.warnings.extend(found.warnings);
        self.effort_lost();
        let fallback = invoke.get("fallbackModel").and_then(Value::as_str);
        Ok(HttpPlan {
            host: found.host,
            host_config_key: key,
            url,
            models_url,
            fallback_model: fallback.map_or_else(|| FALLBACK_MODEL.to_string(), Str::to_lossy),
            host_configured: found.configured,
        })
    }
}

/// What is laid over the environment: own strings only, and no name that JavaScript cannot keep (L-40).
fn environment(invoke: Value<'_>) -> Option<Vec<(String, String)>> {
    let mut variables = Vec::new();
    for (name, value) in invoke.get("env")?.entries() {
        if let Some(value) = value.as_str().filter(|_| !name.is("__proto__")) {
            variables.push((name.to_lossy(), value.to_lossy()));
        }
    }
    (!variables.is_empty()).then_some(variables)
}

/// Whether a program cannot be given these arguments (F-23). On Windows every token may stand in quotes, and quotes in it
/// are escaped.
#[must_use]
pub fn is_too_long(binary: &str, argv: &[String], platform: Platform) -> bool {
    match platform {
        Platform::Posix => argv
            .iter()
            .any(|argument| argument.len() > MAX_ARGUMENT_BYTES),
        Platform::Windows => {
            let tokens = core::iter::once(binary).chain(argv.iter().map(String::as_str));
            let units = tokens.map(|token| {
                let quotes = token.bytes().filter(|byte| *byte == b'"').count();
                utf16_len(token.as_bytes()) + quotes + 3
            });
            units.sum::<usize>() > MAX_COMMAND_LINE_UNITS
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
