//! Every case of `tests/vectors/*.json`, run natively.
//!
//! The runner maps names and projects results; it holds no rule. Vector files are read by the crate's own parser, so
//! that key order, repeated keys and unpaired surrogates survive.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::panic, clippy::print_stderr, clippy::indexing_slicing)] // a test says what is wrong

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gsd_lanes::destination::UNRESOLVED;
use gsd_lanes::diagnostic::{Profile, Severity};
use gsd_lanes::json::{Document, Limits, Str, Value};
use gsd_lanes::lane::config::{ConfigValue, own};
use gsd_lanes::lane::effort::lane_effort;
use gsd_lanes::lane::first_party::documents;
use gsd_lanes::lane::plan::{Instance, Platform, Request, Transport, resolve};
use gsd_lanes::lane::run::{Availability, Order, Owner, model_of, run as run_lane};
use gsd_lanes::lane::template::file_reference;
use gsd_lanes::manifest::{Options, slice_findings, validate_bytes, warning_records};
use gsd_lanes::rules;
use gsd_lanes::trust::bundle::{Bundle, content_hash};
use gsd_lanes::trust::{
    Context, Disclosure, IntegrityPin, LineKind, StagedFiles, configured_host, consent_prompt,
    disclose, executable_set_changed, render_value, signature,
};

mod lane_world;

use lane_world::{World, at_once};

/// Vectors may nest deeper than a manifest, since each stands inside a case.
const WIDE: Limits = Limits {
    depth: 1_000,
    bytes: usize::MAX,
};

#[test]
fn vectors_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let (mut passed, mut failures) = (0, Vec::new());
    for file in json_files(&folder) {
        let text = std::fs::read(&file).unwrap_or_default();
        let document = Document::parse_bytes(&text, WIDE)
            .unwrap_or_else(|error| panic!("{}: {error:?}", file.display()));
        for case in document.root().items() {
            let name = text_of(case, "name");
            match run(case) {
                Ok(()) => passed += 1,
                Err(why) => failures.push(format!("{name}: {why}")),
            }
        }
    }
    eprintln!("{passed} passed, {} failed", failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn json_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{error}"));
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|it| it == "json"))
        .collect();
    files.sort();
    files
}

fn text_of(value: Value<'_>, name: &str) -> String {
    value.get(name).map_or(Str::EMPTY, Value::text).to_lossy()
}

fn run(case: Value<'_>) -> Result<(), String> {
    let member = |name: &str| case.get(name).ok_or_else(|| format!("has no {name}"));
    let (input, expect) = (member("input")?, member("expect")?);
    let holds = |actual: String, wanted: String| {
        if actual == wanted {
            Ok(())
        } else {
            Err(format!("\n   got {actual}\n  want {wanted}"))
        }
    };
    let wanted = json(expect);
    match text_of(case, "fn").as_str() {
        "disclose" => {
            let wanted = wanted.replace("\"<<UNRESOLVED>>\"", &json(UNRESOLVED));
            with_disclosure(input, |disclosure| holds(json(disclosure), wanted))
        }
        "signature" => with_manifest(input, |manifest| holds(json(signature(manifest)), wanted)),
        "executableSetChanged" => {
            let changed = executable_set_changed(input.get("old"), input.get("new"));
            holds(json(changed), wanted)
        }
        "isLocalDestination" => holds(json(is_local_lane(input)), wanted),
        "promptFacts" => with_disclosure(input, |disclosure| prompt_facts(disclosure, expect)),
        "renderPromptValue" => {
            let rendered = render_value(input.get("value").map_or(Str::EMPTY, Value::text));
            let text = json(&rendered.text);
            let actual = if rendered.truncated {
                format!(
                    r#"{{"text":{text},"truncated":true,"length":{}}}"#,
                    rendered.length
                )
            } else {
                format!(r#"{{"text":{text},"truncated":false}}"#)
            };
            holds(actual, wanted)
        }
        "validateManifest" => validated(input, expect),
        "manifestWarnings" => {
            let records = with_manifest(input, |manifest| Ok(warning_records(manifest)))?;
            let names = records
                .iter()
                .filter(|record| record.omitted_count.is_none());
            let mut names: Vec<&str> = names
                .filter_map(|record| record.field.strip_prefix("reviewer."))
                .collect();
            names.sort_unstable();
            holds(json(names), wanted)
        }
        "manifestWarningRecords" => with_manifest(input, |manifest| {
            holds(json(warning_records(manifest)), wanted)
        }),
        "configSlice" => {
            let mut errors = slice_findings(input.get("slice").ok_or("has no slice")?);
            errors.sort_unstable();
            holds(format!(r#"{{"errors":{}}}"#, json(errors)), wanted)
        }
        "buildRegistry" => holds(built(input)?, wanted),
        "loadOverlays" => holds(loaded(input)?, wanted),
        "evaluateSourceAllowed" => holds(projected("evaluateSource", input, &["allowed"])?, wanted),
        "parseSpec" => {
            let members = ["ok", "kind", "target", "ref"];
            holds(projected("parseSpec", input, &members)?, wanted)
        }
        "evaluateInstallTrust" => install_trust(input, expect),
        "laneParity" => holds(
            projected("laneParity", input, &["ok", "violations"])?,
            wanted,
        ),
        "docsParity" => {
            let members = ["ok", "violations", "skipped"];
            holds(projected("docsParity", input, &members)?, wanted)
        }
        "resolveLane" => holds(resolved(input)?, wanted),
        "planSummary" => holds(summary(input)?, wanted),
        "runLane" => holds(ran(input)?, wanted),
        "probe" => holds(probed(input), wanted),
        "instanceArgv" => holds(instance_argv(input)?, wanted),
        "select" => holds(selected(input)?, wanted),
        "promptBudget" => holds(budgeted(input)?.0, wanted),
        "promptText" => holds(json(budgeted(input)?.1), wanted),
        "bundleContentHash" => holds(json(bundle_hash(input)?), wanted),
        "opencodeReview" => {
            let members = ["review", "stopReason", "outputTokens"];
            holds(projected("opencodeReview", input, &members)?, wanted)
        }
        "stampBlind" => holds(stamped(input, "blind")?, wanted),
        "stampUngrounded" => holds(stamped(input, "ungrounded")?, wanted),
        "parseChatCompletion" => holds(chat(input)?, wanted),
        "emptyOutputStub" => holds(stub(input)?, wanted),
        "antigravityArgv" => holds(antigravity_argv(input)?, wanted),
        "antigravityDiagnosticFacts" => holds(antigravity_facts(input)?, wanted),
        "resolveModelFromModelsEndpoint" => holds(model_to_ask(input), wanted),
        other => holds(rule(other, input)?, wanted),
    }
}

/// A plain value of a case.
fn plain(value: Value<'_>) -> Result<serde_json::Value, String> {
    serde_json::to_value(value).map_err(|error| error.to_string())
}

/// The answer of the rule to another input than the case's.
fn answer_to(name: &str, input: &serde_json::Value) -> Result<serde_json::Value, String> {
    let text = input.to_string();
    let document = Document::parse(&text, WIDE).map_err(|error| format!("{error:?}"))?;
    answer(name, document.root())
}

fn stamped(input: Value<'_>, stamp: &str) -> Result<String, String> {
    let mut input = plain(input)?;
    input["stamps"] = vec![stamp].into();
    let answer = answer_to("stampReview", &input)?;
    Ok(serde_json::json!({"stamped": answer["stamped"]}).to_string())
}

/// Warnings by number.
fn chat(input: Value<'_>) -> Result<String, String> {
    let mut input = plain(input)?;
    input["profile"] = "peer".into();
    let answer = answer_to("parseChatCompletion", &input)?;
    let warnings = list(&answer["warnings"]).count();
    let told = serde_json::json!({
        "review": answer["review"], "model": answer["model"], "warnings": warnings, "diagnostic": answer["diagnostic"],
    });
    Ok(told.to_string())
}

/// Whether a text has something in it that is not blank.
fn shows(text: &str, part: &str) -> bool {
    !part.trim().is_empty() && text.contains(part.trim())
}

fn stub(input: Value<'_>) -> Result<String, String> {
    let answer = answer("emptyOutputStub", input)?;
    if answer["stubbed"] == false {
        return Ok(answer.to_string());
    }
    let text = answer["written"].as_str().unwrap_or_default();
    let first = text.lines().next().unwrap_or_default();
    let told = serde_json::json!({
        "stubbed": true,
        "marker": first.contains("failed or returned empty output"),
        "namesSlug": first.starts_with(&text_of(input, "slug")),
        "hasStderr": shows(text, &text_of(input, "stderr")),
        "hasExtra": shows(text, &text_of(input, "extra")),
        "effort": answer["effort"],
        "ending": answer["ending"],
        "endsWithNewline": text.ends_with('\n'),
    });
    Ok(told.to_string())
}

fn antigravity_argv(input: Value<'_>) -> Result<String, String> {
    let instruction = file_reference(&text_of(input, "promptPath"), &text_of(input, "repoRoot"));
    let mut input = plain(input)?;
    for argument in input["argv"].as_array_mut().into_iter().flatten() {
        if argument == "<<PROMPT>>" {
            *argument = instruction.as_str().into();
        }
    }
    let mut arguments = answer_to("antigravityArgv", &input)?;
    without_instruction(&mut arguments, &instruction);
    Ok(arguments.to_string())
}

fn antigravity_facts(input: Value<'_>) -> Result<String, String> {
    let answer = answer("antigravityDiagnosticFacts", input)?;
    let text = answer["text"].as_str().unwrap_or_default();
    let told = serde_json::json!({
        "marker": text.contains("failed or returned empty output"),
        "logLines": answer["logLines"],
        "hasStderr": shows(text, &text_of(input, "stderr")),
        "saysSessionStarted": text.contains("session_started"),
    });
    Ok(told.to_string())
}

fn model_to_ask(input: Value<'_>) -> String {
    let text = |name: &str| Some(input.get(name)?.as_str()?.to_lossy());
    let url = "http://localhost/v1/models";
    let mut world = World::of(None, "GET");
    let response = input.get("modelsResponse").filter(|it| it.is_object());
    if let Some(response) = response {
        world
            .servers
            .insert(format!("GET {url}"), lane_world::answer(response));
    }
    let discovers = input.get("discovery").and_then(Value::as_bool) == Some(true);
    let asked = at_once(model_of(
        text("configuredModel").as_deref(),
        discovers.then_some(url),
        &text("fallbackModel").unwrap_or_default(),
        Profile::Peer,
        &world,
    ));
    let told = serde_json::json!({"model": asked.model, "asked": asked.asked_ms.is_some(), "askTimeoutMs": asked.asked_ms});
    told.to_string()
}

/// The digest in hexadecimal of files in base64.
fn bundle_hash(input: Value<'_>) -> Result<String, String> {
    let decode = |text: &str| -> Vec<u8> {
        const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let digits = text.chars().filter_map(|letter| ALPHABET.find(letter));
        let bits: Vec<bool> = digits
            .flat_map(|digit| (0..6).rev().map(move |bit| digit >> bit & 1 == 1))
            .collect();
        let byte = |bits: &[bool]| bits.iter().fold(0, |sum, bit| sum << 1 | u8::from(*bit));
        bits.chunks_exact(8).map(byte).collect()
    };
    let files = input.get("files").ok_or("has no files")?.entries();
    let files: Vec<(String, Vec<u8>)> = files
        .map(|(path, content)| (path.to_lossy(), decode(&content.text().to_lossy())))
        .collect();
    let folders = input.get("dirs").into_iter().flat_map(Value::items);
    let folders: Vec<String> = folders.map(|path| path.text().to_lossy()).collect();
    let root_name = text_of(input, "rootName");
    let bundle = Bundle {
        root_name: root_name.as_bytes(),
        files: files
            .iter()
            .map(|(path, content)| (path.as_bytes(), &**content))
            .collect(),
        folders: folders.iter().map(String::as_bytes).collect(),
    };
    let hash = content_hash(&bundle).map_err(|(problem, _)| String::from(problem.as_str()))?;
    let digest = hash.strip_prefix("sha512-").ok_or("has another form")?;
    let hex = |sum: String, byte: u8| sum + &format!("{byte:02x}");
    Ok(decode(digest).into_iter().fold(String::new(), hex))
}

/// Messages by number.
fn selected(input: Value<'_>) -> Result<String, String> {
    let mut selection = answer("selectReviewers", input)?;
    for name in ["errors", "warnings", "infos"] {
        let count = list(&selection[name]).count();
        selection[name] = count.into();
    }
    Ok(selection.to_string())
}

/// `{"repeat": text, "times": n}` stands for a long text.
fn unfolded(value: serde_json::Value) -> serde_json::Value {
    let repeated = value.get("repeat").and_then(serde_json::Value::as_str);
    let times = value.get("times").and_then(serde_json::Value::as_u64);
    if let (Some(text), Some(times)) = (repeated, times) {
        return text.repeat(usize::try_from(times).unwrap_or(0)).into();
    }
    match value {
        serde_json::Value::Object(members) => members
            .into_iter()
            .map(|(name, value)| (name, unfolded(value)))
            .collect(),
        serde_json::Value::Array(items) => items.into_iter().map(unfolded).collect(),
        other => other,
    }
}

/// What became of a prompt with its length, and the prompt itself.
fn budgeted(input: Value<'_>) -> Result<(String, String), String> {
    let input = serde_json::to_value(input).map_err(|error| error.to_string())?;
    let text = unfolded(input).to_string();
    let input = Document::parse(&text, WIDE).map_err(|error| format!("{error:?}"))?;
    let answer = answer("applyPromptBudget", input.root())?;
    let prompt = answer["prompt"].as_str().unwrap_or_default();
    let shown = serde_json::json!({
        "metadata": answer["metadata"],
        "promptUtf16Len": prompt.encode_utf16().count(),
    });
    Ok((shown.to_string(), prompt.into()))
}

fn answer(name: &str, input: Value<'_>) -> Result<serde_json::Value, String> {
    serde_json::from_str(&rule(name, input)?).map_err(|error| error.to_string())
}

fn list(value: &serde_json::Value) -> impl Iterator<Item = &serde_json::Value> {
    value.as_array().into_iter().flatten()
}

fn members(value: &serde_json::Value) -> impl Iterator<Item = (&String, &serde_json::Value)> {
    value.as_object().into_iter().flatten()
}

/// Maps of manifests as ids, hooks as the ids of their owners, points without hooks left out.
fn built(input: Value<'_>) -> Result<String, String> {
    let mut registry = answer("buildRegistry", input)?;
    for name in ["capabilities", "runtimes"] {
        if let Some(map) = registry.get_mut(name) {
            *map = members(map).map(|(id, _)| id.clone()).collect();
        }
    }
    if let Some(points) = registry.get_mut("byLoopPoint") {
        let mut kept = serde_json::Map::new();
        for (point, groups) in members(points) {
            let groups = members(groups).filter(|(_, hooks)| list(hooks).next().is_some());
            let groups: serde_json::Map<_, _> = groups
                .map(|(group, hooks)| {
                    let owners = list(hooks).filter_map(|hook| hook.get("capId").cloned());
                    (group.clone(), owners.collect())
                })
                .collect();
            if !groups.is_empty() {
                kept.insert(point.clone(), groups.into());
            }
        }
        *points = kept.into();
    }
    Ok(registry.to_string())
}

/// Warnings by id, scope and code, command roots by id, diagnostics by number.
fn loaded(input: Value<'_>) -> Result<String, String> {
    let mut loaded = answer("loadOverlays", input)?;
    if let Some(map) = loaded.as_object_mut() {
        map.shift_remove("remarks");
    }
    for warning in loaded["warnings"].as_array_mut().into_iter().flatten() {
        if let Some(map) = warning.as_object_mut() {
            map.retain(|name, _| ["id", "scope", "code"].contains(&name.as_str()));
        }
    }
    let roots: serde_json::Value = list(&loaded["commandRoots"])
        .filter_map(|root| root.get("id").cloned())
        .collect();
    let count = list(&loaded["diagnostics"]).count();
    loaded["commandRoots"] = roots;
    loaded["diagnostics"] = count.into();
    Ok(loaded.to_string())
}

/// The answer of a rule to the input in the peer's profile.
fn as_peer(name: &str, input: Value<'_>) -> Result<String, String> {
    let text = json(input).replacen('{', r#"{"profile":"peer","#, 1);
    let document = Document::parse(&text, WIDE).map_err(|error| format!("{error:?}"))?;
    rule(name, document.root())
}

/// The plan or the reason; the sentence that stands for the prompt as `<<PROMPT>>`.
fn resolved(input: Value<'_>) -> Result<String, String> {
    let answer = as_peer("resolveLane", input)?;
    let answer = kept(&answer, &["ok", "plan", "reason"])?;
    let files = rule("artifactPaths", input)?;
    let files: serde_json::Value =
        serde_json::from_str(&files).map_err(|error| error.to_string())?;
    let sentence = file_reference(
        files["promptPath"].as_str().unwrap_or_default(),
        &text_of(input, "repoRoot"),
    );
    Ok(answer.replace(&json(sentence), r#""<<PROMPT>>""#))
}

/// The configuration of a case: flat dotted keys.
fn config(input: Value<'_>) -> impl Fn(&str) -> Option<ConfigValue> {
    move |key| Some(ConfigValue::of(own(input.get("config")?, key)?))
}

/// What the configuration says under the probe's key.
fn probe_host(input: Value<'_>, probe: Option<Value<'_>>) -> Option<String> {
    let key = probe?.get("hostConfigKey")?.as_str()?.to_lossy();
    let value = own(input.get("config")?, &key)?;
    Some(value.as_str()?.to_lossy())
}

/// Runs a plan in a world and tells what it asked for.
fn in_world(world: &World, order: &Order<'_, '_>) -> serde_json::Value {
    let outcome = at_once(run_lane(order, world));
    let written: serde_json::Value =
        serde_json::from_str(&json(&outcome)).unwrap_or_else(|error| panic!("{error}"));
    let (blind, ungrounded) = (outcome.blind, outcome.ungrounded);
    let mut told = serde_json::Value::default();
    for name in ["ok", "reason", "stubbed", "model"] {
        told[name] = written[name].clone();
    }
    let marks = |text: &str| {
        let mut rest = text;
        while rest.starts_with("> [reviewed-") {
            rest = rest.split_once("\n\n").map_or("", |(_, rest)| rest);
        }
        rest.to_string()
    };
    told["warnings"] = world.warnings.borrow().len().into();
    let spawns = world.spawns.borrow();
    let spawns = spawns.iter().map(|it| {
        let env = it.env.as_ref().map(|env| {
            let env = env.iter().map(|(name, value)| (name.clone(), value.clone().into()));
            env.collect::<serde_json::Map<_, _>>()
        });
        serde_json::json!({"binary": it.binary, "args": it.args, "timeoutMs": it.timeout_ms, "env": env, "stdin": it.stdin})
    });
    told["spawns"] = spawns.collect();
    let requests = world.requests.borrow();
    let requests = requests.iter().map(|it| {
        let mut request =
            serde_json::json!({"method": it.method, "url": it.url, "timeoutMs": it.timeout_ms});
        if let Some(body) = &it.body {
            request["body"] = serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}"));
        }
        request
    });
    told["requests"] = requests.collect();
    let review = world.file(&order.plan.review_path).map(|text| {
        if outcome.stubbed {
            serde_json::json!({"stub": true})
        } else {
            serde_json::json!({"stub": false, "blind": blind, "ungrounded": ungrounded, "body": marks(&text)})
        }
    });
    told["review"] = review.into();
    let codes = ["ENOENT", "EACCES", "ETIMEDOUT", "ENOBUFS"];
    let errors = world.file(&order.plan.err_path).map(|text| {
        let code = codes
            .iter()
            .find(|code| text.lines().any(|line| line == **code));
        serde_json::json!({"empty": text.is_empty(), "code": code})
    });
    told["err"] = errors.into();
    told
}

/// The sentence for a prompt, and what is added to it for a lane that may be blind.
fn without_instruction(value: &mut serde_json::Value, instruction: &str) {
    match value {
        serde_json::Value::String(text) if text == instruction => *text = "<<PROMPT>>".into(),
        serde_json::Value::String(text) if text.starts_with(instruction) => {
            *text = "<<PROMPT:SELFREPORT>>".into();
        }
        serde_json::Value::Array(items) => items
            .iter_mut()
            .for_each(|item| without_instruction(item, instruction)),
        serde_json::Value::Object(map) => map
            .values_mut()
            .for_each(|item| without_instruction(item, instruction)),
        _ => {}
    }
}

fn ran(input: Value<'_>) -> Result<String, String> {
    let [run_dir, repo_root, effort] =
        ["runDir", "repoRoot", "effortValue"].map(|name| text_of(input, name));
    let effort_args = input.get("effortArgs").into_iter().flat_map(Value::items);
    let effort_args: Vec<String> = effort_args.map(|it| it.text().to_lossy()).collect();
    let request = Request {
        lane: input.get("lane").ok_or("has no lane")?,
        config: &config(input),
        run_dir: &run_dir,
        repo_root: &repo_root,
        effort_args: &effort_args,
        effort_value: Some(effort.as_str()).filter(|it| !it.is_empty()),
        instance: Instance::default(),
        profile: Profile::Peer,
        platform: Platform::Posix,
    };
    let plan = match resolve(&request) {
        Ok(plan) => plan,
        Err(refusal) => {
            let refused =
                serde_json::json!({"ok": false, "reason": refusal.reason, "resolved": false});
            return Ok(refused.to_string());
        }
    };
    let bound = text_of(input, "consentedHost");
    let probe_host = probe_host(input, plan.probe);
    let order = Order {
        plan: &plan,
        identity: &plan.slug,
        repo_root: &repo_root,
        explicit: input.get("explicit").and_then(Value::as_bool) == Some(true),
        profile: Profile::Peer,
        platform: Platform::Posix,
        owner: Owner::FirstParty {
            host_from_project: false,
        },
        bound_host: Some(bound.as_str()).filter(|it| !it.is_empty()),
        probe_host: probe_host.as_deref(),
    };
    let world = World::of(input.get("world"), "GET");
    let mut told = in_world(&world, &order);
    without_instruction(&mut told, &file_reference(&plan.prompt_path, &repo_root));
    Ok(told.to_string())
}

fn probed(input: Value<'_>) -> String {
    let probe = input.get("probe");
    let requires = input
        .get("requiresBinaries")
        .into_iter()
        .flat_map(Value::items);
    let requires: Vec<String> = requires.map(|it| it.text().to_lossy()).collect();
    let plan_host = text_of(input, "planHost");
    let configured = probe_host(input, probe);
    let found = Availability {
        requires_binaries: &requires,
        probe,
        plan_host: Some(plan_host.as_str()).filter(|it| !it.is_empty()),
        configured_host: configured.as_deref(),
        cwd: "/code/app",
        profile: Profile::Peer,
    };
    let world = World::of(input.get("world"), "GET");
    let found = at_once(found.find_out(&world));
    serde_json::json!({"available": found.is_ok(), "reason": found.err().map(|it| it.reason)})
        .to_string()
}

fn instance_argv(input: Value<'_>) -> Result<String, String> {
    let slug = text_of(input, "slug");
    let lanes = documents();
    let lanes = lanes.iter().filter_map(|lane| lane.root().get("reviewer"));
    let lane = lanes
        .into_iter()
        .find(|lane| text_of(*lane, "slug") == slug);
    let lane = lane.ok_or("no such lane")?;
    let effort = lane_effort(lane, &config(input));
    let optional = |name: &str| Some(input.get(name)?.as_str()?.to_lossy());
    let [name, model, agent] = ["as", "model", "agent"].map(optional);
    let request = Request {
        lane,
        config: &config(input),
        run_dir: "/code/app/run",
        repo_root: "/code/app",
        effort_args: &effort.argv,
        effort_value: effort.value,
        instance: Instance {
            name: name.as_deref(),
            model: model.as_deref(),
            agent: agent.as_deref(),
            prompt_file: None,
        },
        profile: Profile::Peer,
        platform: Platform::Posix,
    };
    let plan = resolve(&request).map_err(|refusal| refusal.detail)?;
    let mut world = World::of(None, "GET");
    if let Transport::Spawn(spawn) = &plan.transport {
        world.binaries.push(spawn.binary.clone());
    }
    let order = Order {
        plan: &plan,
        identity: name.as_deref().unwrap_or_default(),
        repo_root: "/code/app",
        explicit: false,
        profile: Profile::Peer,
        platform: Platform::Posix,
        owner: Owner::FirstParty {
            host_from_project: false,
        },
        bound_host: None,
        probe_host: None,
    };
    let told = in_world(&world, &order);
    let args = told["spawns"].as_array().and_then(|spawns| spawns.last());
    let mut args = args.map_or(serde_json::Value::Null, |it| it["args"].clone());
    without_instruction(&mut args, &file_reference(&plan.prompt_path, "/code/app"));
    let args = args.to_string().replace("/code/app/run", "<<REPO>>/run");
    let notices = plan.warnings.len();
    Ok(format!(
        r#"{{"args":{args},"model":{},"notices":{notices}}}"#,
        told["model"]
    ))
}

/// Without details and warnings.
fn summary(input: Value<'_>) -> Result<String, String> {
    let answer = as_peer("planSummary", input)?;
    let mut answer: serde_json::Value =
        serde_json::from_str(&answer).map_err(|error| error.to_string())?;
    for lane in answer.as_array_mut().into_iter().flatten() {
        if let Some(lane) = lane.as_object_mut() {
            lane.retain(|name, _| !["detail", "warnings"].contains(&name.as_str()));
        }
    }
    Ok(answer.to_string())
}

fn json(value: impl serde::Serialize) -> String {
    serde_json::to_string(&value).unwrap_or_else(|error| error.to_string())
}

/// The answer of the rule of that name.
fn rule(name: &str, input: Value<'_>) -> Result<String, String> {
    let rule = rules::named(name).ok_or_else(|| format!("there is no function {name}"))?;
    Ok(rule(input))
}

/// Those members of a rule's answer that vectors know.
fn projected(name: &str, input: Value<'_>, members: &[&str]) -> Result<String, String> {
    kept(&rule(name, input)?, members)
}

/// Those members of an answer.
fn kept(answer: &str, members: &[&str]) -> Result<String, String> {
    let answer = Document::parse(answer, WIDE).map_err(|error| format!("{error:?}"))?;
    let mut kept = serde_json::Map::new();
    for member in members {
        if let Some(value) = answer.root().get(member) {
            let value = serde_json::to_value(value).map_err(|error| error.to_string())?;
            kept.insert((*member).into(), value);
        }
    }
    Ok(json(kept))
}

fn install_trust(input: Value<'_>, expect: Value<'_>) -> Result<(), String> {
    let answer = rule("evaluateInstallTrust", input)?;
    let document = Document::parse(&answer, WIDE).map_err(|error| format!("{error:?}"))?;
    let answer = document.root();
    let status = answer
        .get("disclosure")
        .and_then(|it| it.get("integrityStatus"));
    let blocks = answer
        .get("blockReasons")
        .map_or(0, |reasons| reasons.items().count());
    let same = |name: &str| answer.get(name).map(json) == expect.get(name).map(json);
    let holds = same("allowed")
        && same("requiresConsent")
        && expect.get("blocks").map(json) == Some(blocks.to_string())
        && status.map(json) == expect.get("integrityStatus").map(json);
    holds
        .then_some(())
        .ok_or_else(|| format!("\n   got {answer:?}\n  want {expect:?}"))
}

/// The verdict and, unless the case leaves them open, the rule paths of the errors.
fn validated(input: Value<'_>, expect: Value<'_>) -> Result<(), String> {
    let text = match input.get("manifestText").and_then(Value::as_str) {
        Some(text) => text.wtf8().into_owned(),
        None => json(input.get("manifest").ok_or("has no manifest")?).into_bytes(),
    };
    let folder = text_of(input, "folderId");
    let options = Options {
        folder_id: Some(&folder),
        profile: Profile::Peer,
    };
    let report = validate_bytes(&text, options);
    let errors = report
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error);
    let paths: BTreeSet<&str> = errors.map(|error| error.field.as_str()).collect();
    let same_verdict = expect.get("valid").and_then(Value::as_bool) == Some(report.valid);
    let wanted = expect.get("paths").filter(|paths| paths.is_array());
    let same_paths = wanted.is_none_or(|wanted| json(wanted) == json(&paths));
    if same_verdict && same_paths {
        return Ok(());
    }
    Err(format!(
        "\n   got {} {paths:?}\n  want {}",
        report.valid,
        json(expect)
    ))
}

/// The manifest of a case, given as a value or as text.
fn with_manifest<T>(
    input: Value<'_>,
    then: impl FnOnce(Value<'_>) -> Result<T, String>,
) -> Result<T, String> {
    if let Some(text) = input.get("manifestText").and_then(Value::as_str) {
        let text = text.wtf8();
        let parsed = Document::parse_wtf8(&text, Limits::MANIFEST);
        let document = parsed.map_err(|error| format!("{error:?}"))?;
        return then(document.root());
    }
    then(input.get("manifest").ok_or("has no manifest")?)
}

fn with_disclosure(
    input: Value<'_>,
    then: impl FnOnce(&Disclosure<'_>) -> Result<(), String>,
) -> Result<(), String> {
    with_manifest(input, |manifest| {
        let hosts = input.get("hosts").map(configured_host);
        let staged = input
            .get("staged")
            .map(|files| StagedFiles::new(files.items().map(Value::text)));
        let lookup = |path: &[u8]| staged.as_ref().is_some_and(|files| files.contains(path));
        let context = Context {
            resolver: hosts.as_ref().map(|hosts| hosts as _),
            staged: staged.is_some().then_some(&lookup),
        };
        let mut disclosure = disclose(manifest, &context);
        let pin = IntegrityPin::from_name(&text_of(input, "integrityPin"));
        disclosure.integrity_status = pin.map(Into::into);
        then(&disclosure)
    })
}

/// The resolver's answer, seen through an HTTP lane.
fn is_local_lane(input: Value<'_>) -> bool {
    let answer = input.get("value").and_then(Value::as_str);
    let text = r#"{"reviewer": {"slug": "s", "transport": "openai-http"}}"#;
    let Ok(manifest) = Document::parse(text, Limits::MANIFEST) else {
        return false;
    };
    let context = Context {
        resolver: Some(&|_| answer),
        staged: None,
    };
    let disclosure = disclose(manifest.root(), &context);
    disclosure
        .reviewer_lanes
        .iter()
        .any(|lane| lane.is_local_destination)
}

fn prompt_facts(disclosure: &Disclosure<'_>, expect: Value<'_>) -> Result<(), String> {
    let lines = consent_prompt(disclosure);
    let count = |wanted: &dyn Fn(LineKind) -> bool| {
        let number = lines.iter().filter(|line| wanted(line.kind)).count();
        json(number)
    };
    let number = |name: &str| expect.get(name).map(json).unwrap_or_default();
    let lines_of_text: Vec<String> = lines.iter().map(ToString::to_string).collect();
    let text = lines_of_text.join("\n");
    let baseline = count(&LineKind::is_baseline);
    let warnings = count(&|kind| matches!(kind, LineKind::ExecutionPrimitives | LineKind::Missing));
    if baseline != number("lines") || warnings != number("warnings") {
        return Err(format!("{baseline} lines, {warnings} warnings in\n{text}"));
    }
    let texts = |name: &str| -> Vec<String> {
        let list = expect.get(name).into_iter().flat_map(Value::items);
        list.map(|item| item.text().to_lossy()).collect()
    };
    if let Some(missing) = texts("mentions").iter().find(|it| !text.contains(*it)) {
        return Err(format!("does not mention {missing} in\n{text}"));
    }
    if let Some(there) = texts("absent").iter().find(|it| text.contains(*it)) {
        return Err(format!("mentions {there} in\n{text}"));
    }
    Ok(())
}
