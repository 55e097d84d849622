//! Resolving: the checks and look-ups that make a plan of a lane (L-30 … L-40).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::config::{ConfigValue, config_string};
use super::egress::{concat, destination, models_url, shown, url_on};
use super::plan::{
    Artifacts, EmptyOutput, EvidenceClass, Handler, HttpPlan, OutputTarget, Plan, Platform,
    PromptChannel, Reason, Refusal, Request, SpawnPlan, Transport, Warning,
};
use super::template::{Filled, Fillings, fill};
use super::{effort, instance};
use crate::diagnostic::{Code, Diagnostic, Profile, Severity};
use crate::json::{Kind, Str, Value, trim_text, utf16_len};
use crate::manifest::lane_hazards;
use crate::vocabulary::grammar::SLUG;
use crate::vocabulary::lane::{
    AGENT_SLUG, CHAT_PATH, DEFAULT_TIMEOUT_MS, FALLBACK_MODEL, INHERIT, MAX_ARGUMENT_BYTES,
    MAX_COMMAND_LINE_UNITS, MODEL_REFUSED, MODELS_PATH, TIMEOUT_BELOW_FLOOR,
};
use crate::vocabulary::reviewer::{
    DIFF_ONLY, EFFORT_ARGV, FILE_ARG, FROM_MODELS_ENDPOINT, HANDLER_OWNED, OPENAI_HTTP, SPAWN,
};

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
    let spawns = transport.is_any(&[SPAWN]);
    if !spawns && !transport.is_any(&[OPENAI_HTTP]) {
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
    if let (Profile::Strict, Transport::Spawn(spawn)) = (request.profile, &transport)
        && is_too_long(&spawn.binary, &spawn.argv, request.platform)
    {
        return Err(Refusal::new(
            Reason::ArgumentTooLong,
            "the arguments are longer than the system takes",
        ));
    }
    Ok(Plan {
        empty_output: if text(lane, "emptyOutput").is_any(&[HANDLER_OWNED]) {
            EmptyOutput::HandlerOwned
        } else {
            EmptyOutput::StubWithStderr
        },
        evidence_class: if text(lane, "evidenceClass").is_any(&[DIFF_ONLY]) {
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
        .filter(|_| text(lane, "transport").is_any(&[OPENAI_HTTP]))
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

#[cold]
#[inline(never)]
fn malformed(detail: &str) -> Refusal {
    Refusal::new(Reason::MalformedLane, detail)
}

#[cold]
fn no_invoke() -> Refusal {
    malformed("`invoke` is no object")
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
    Ok(Str::of_wtf8(&slug).to_lossy())
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

/// A member that is a string; else the empty one.
#[inline(never)]
fn text<'d>(object: Value<'d>, name: &str) -> Str<'d> {
    object.get(name).map(Value::text).unwrap_or_default()
}

/// The same as a text of its own.
#[inline(never)]
fn owned(object: Value<'_>, name: &str) -> String {
    text(object, name).to_lossy()
}

/// What a value of the configuration says.
#[inline(never)]
fn string_of(value: &str) -> Option<String> {
    config_string(value).map(String::from)
}

fn texts(list: Option<Value<'_>>) -> Vec<String> {
    let items = list.into_iter().flat_map(Value::items);
    items.filter_map(Value::as_str).map(Str::to_lossy).collect()
}

impl Request<'_, '_> {
    /// Whether a name from the configuration must not stand among the arguments: whoever can write to the project would
    /// put options into them. The peer takes every one.
    fn refuses(&self, name: &str) -> bool {
        let is_plain = !trim_text(name).starts_with('-') && !name.chars().any(char::is_control);
        self.profile == Profile::Strict && !is_plain
    }
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
    #[cold]
    #[inline(never)]
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
            (Some(_), Some(model)) => string_of(model),
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
        if let Some(model) = self.model.take_if(|model| self.request.refuses(model)) {
            self.refused("model", &model);
        }
    }

    /// Says so if a model or an agent is treated as if nobody had named it.
    #[cold]
    fn refused(&mut self, what: &str, value: &str) {
        let message = [
            "the ",
            what,
            " ",
            &shown(value),
            " is ignored: it would not stay one plain value among the arguments",
        ];
        self.warn(MODEL_REFUSED, &message);
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
        let invoke = self.invoke.ok_or_else(no_invoke)?;
        let binary = text(invoke, "binary").trimmed();
        if binary.is_empty() {
            return Err(malformed("`invoke.binary` is no text, or blank"));
        }
        let to_file = text(invoke, "outputChannel").is_any(&[FILE_ARG]);
        if to_file && text(invoke, "outputArg").is_empty() {
            return Err(malformed("`invoke.outputArg` is no text, or empty"));
        }
        let Some(prompt_channel) = PromptChannel::of(text(invoke, "promptChannel")) else {
            return Err(malformed("`invoke.promptChannel` is none that is known"));
        };
        // From here on nothing is refused.
        let filled = self.arguments(invoke, to_file, prompt_channel);
        self.lost(&filled, findings);
        let Filled {
            mut argv, effort, ..
        } = filled;
        let agent = self.request.instance.agent;
        match agent.filter(|_| self.slug == AGENT_SLUG) {
            Some(agent) if self.request.refuses(agent) => self.refused("agent", agent),
            Some(agent) => instance::add_agent(&mut argv, agent),
            None => {}
        }
        let effort_value = self.request.effort_value.filter(|_| effort);
        Ok(SpawnPlan {
            binary: Str::of_wtf8(&binary).to_lossy(),
            argv,
            effort: effort_value.and_then(string_of),
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

    fn arguments(&self, invoke: Value<'_>, to_file: bool, channel: PromptChannel) -> Filled {
        let [output_arg, model_arg] = ["outputArg", "modelArg"].map(|name| owned(invoke, name));
        let takes_effort = text(invoke, "effortChannel").is_any(&[EFFORT_ARGV]);
        let model = self.model.as_deref().filter(|_| !model_arg.is_empty());
        let with = Fillings {
            model: model.map(|model| (&*model_arg, model)),
            effort: if takes_effort {
                self.request.effort_args
            } else {
                &[]
            },
            output: to_file.then_some((&*output_arg, self.review_path)),
            channel,
            prompt_path: self.prompt_path,
            repo_root: self.request.repo_root,
            timeout_ms: self.timeout_ms,
        };
        fill(invoke.get("args"), &with)
    }

    /// Records what stands in the arguments, and says what does not reach the program (B-15).
    fn lost(&mut self, filled: &Filled, findings: &[Diagnostic]) {
        if let Some(model) = self.model.take_if(|_| !filled.model) {
            let message = ["the model ", &shown(&model), " does not reach this lane"];
            self.warn(Code::ModelUnreachable.as_str(), &message);
        }
        if !filled.effort {
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
    }

    fn http(&mut self) -> Result<HttpPlan, Refusal> {
        let invoke = self.invoke.ok_or_else(no_invoke)?;
        let profile = self.request.profile;
        let key = owned(invoke, "hostConfigKey");
        let configured = if key.is_empty() {
            None
        } else {
            (self.request.config)(&key)
        };
        let path = owned(invoke, "path");
        let path = if path.is_empty() { CHAT_PATH } else { &path };
        let default = owned(invoke, "defaultHost");
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
        let models_url = if text(invoke, "modelDiscovery").is_any(&[FROM_MODELS_ENDPOINT]) {
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
        if let Some(value) = value.as_str().filter(|_| !name.is_any(&["__proto__"])) {
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
