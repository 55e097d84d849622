//! The rules about planning a lane.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::{Rule, given, json, text};
use crate::diagnostic::{Code, Profile};
use crate::json::{Document, Kind, Limits, Str, Value};
use crate::lane::budget::lane_budget;
use crate::lane::config::{ConfigValue, View, config_string, own};
use crate::lane::effort::lane_effort;
use crate::lane::egress::{check_egress, host_text, normalize_host};
use crate::lane::instance::stem;
use crate::lane::origin::Origin;
use crate::lane::plan::{
    Artifacts, Instance, Plan, Platform, Reason, Refusal, Request, Warning, asked_keys, resolve,
};
use crate::lane::summary::{
    Circumstances, LaneMap, Named, explicit_from_argv, flags, outlook, sections,
};
use crate::lane::template::file_reference;
use crate::lane::windows::{candidates, command_line, variable};
use crate::manifest::syntax_report;
use crate::registry::{elements, members};

/// The rules by name.
pub(super) const ALL: &[(&str, Rule)] = &[
    ("laneEffort", effort),
    ("laneKeys", keys),
    ("resolveLane", resolved),
    ("windowsCandidates", windows_candidates),
    ("windowsCommandLine", windows),
];

/// Those that a page does without.
pub(super) const TOOLS: &[(&str, Rule)] = &[
    ("artifactPaths", artifacts),
    ("checkEgress", egress),
    ("configString", configured),
    ("explicitFromArgv", explicit),
    ("fileReference", reference),
    ("firstPartyLane", first_party_lane),
    ("instanceFiles", instance_files),
    ("laneBudget", budget),
    ("laneFlags", lane_flags),
    ("laneOrder", order),
    ("laneSections", lane_sections),
    ("normalizeHost", host),
    ("planSummary", summary),
    ("resolvedConfig", config),
];

/// The strings of a list; `None` if there is no list.
#[inline(never)]
fn texts(input: Value<'_>, name: &str) -> Option<Vec<String>> {
    let list = given(input, name)?;
    let mut all = Vec::new();
    for item in elements(Some(list)) {
        all.extend(item.as_str().map(Str::to_lossy));
    }
    Some(all)
}

/// A string that is there.
#[inline(never)]
fn optional(input: Value<'_>, name: &str) -> Option<String> {
    Some(input.get(name)?.as_str()?.to_lossy())
}

fn profile(input: Value<'_>) -> Profile {
    if text(input, "profile") == "peer" {
        Profile::Peer
    } else {
        Profile::Strict
    }
}

fn platform(input: Value<'_>) -> Platform {
    if text(input, "platform") == "win32" {
        Platform::Windows
    } else {
        Platform::Posix
    }
}

/// A value of a configuration of flat dotted keys.
fn flat(input: Value<'_>) -> impl Fn(&str) -> Option<ConfigValue> {
    let config = input.get("config");
    move |key| Some(ConfigValue::of(own(config?, key)?))
}

/// Lets `work` read the first-party manifests: those that are handed over, else, natively, the embedded ones.
fn with_first_party(input: Value<'_>, work: &mut dyn FnMut(&[Value<'_>]) -> String) -> String {
    let handed = given(input, "firstParty");
    #[cfg(not(target_arch = "wasm32"))]
    if handed.is_none() {
        let documents = crate::lane::first_party::documents();
        let roots: Vec<Value<'_>> = documents.iter().map(Document::root).collect();
        return work(&roots);
    }
    work(&elements(handed))
}

/// `{value}` (L-24).
fn configured(input: Value<'_>) -> String {
    let value = optional(input, "value");
    json(&value.as_deref().and_then(config_string))
}

/// `{host}` (L-50).
fn host(input: Value<'_>) -> String {
    json(&normalize_host(&host_text(input.get("host"))))
}

/// `{consentedHost, currentHost}` (L-52).
fn egress(input: Value<'_>) -> String {
    #[derive(Serialize)]
    struct Verdict {
        allowed: bool,
    }
    let consented = input.get("consentedHost");
    // What cannot be read may say anything.
    let unreadable = consented.is_some_and(|host| host.kind() == Kind::Thrown);
    let consented = optional(input, "consentedHost");
    let current = host_text(input.get("currentHost"));
    json(&Verdict {
        allowed: !unreadable && check_egress(consented.as_deref(), &current),
    })
}

/// `{runDir, slug}` (L-32).
fn artifacts(input: Value<'_>) -> String {
    json(&Artifacts::new(
        &text(input, "runDir"),
        &text(input, "slug"),
    ))
}

/// `{promptPath, repoRoot}` (L-39).
fn reference(input: Value<'_>) -> String {
    json(&file_reference(
        &text(input, "promptPath"),
        &text(input, "repoRoot"),
    ))
}

/// `{as}`: the files of an instance, or null if its name is taken (L-153, B-5).
fn instance_files(input: Value<'_>) -> String {
    let files = stem(&text(input, "as")).map(|stem| {
        let files = Artifacts::new("", &stem);
        [files.err_path, files.review_path].map(|path| String::from(path.trim_start_matches('/')))
    });
    json(&files)
}

/// `{lane, config}` (L-47).
fn budget(input: Value<'_>) -> String {
    json(
        &input
            .get("lane")
            .and_then(|lane| lane_budget(lane, &flat(input))),
    )
}

/// `{lane, config}` (L-46).
fn effort(input: Value<'_>) -> String {
    json(&lane_effort(
        input.get("lane").unwrap_or(input),
        &flat(input),
    ))
}

/// A lane, and the manifest it stands in, if that is known.
struct Source<'d> {
    lane: Option<Value<'d>>,
    manifest: Option<Value<'d>>,
}

impl<'d> Source<'d> {
    fn of(manifest: Value<'d>) -> Self {
        Self {
            lane: manifest.get("reviewer"),
            manifest: Some(manifest),
        }
    }
}

/// Lets `work` read the lane of an input: a body, or a manifest as a value or as text.
fn with_lane(
    input: Value<'_>,
    work: &mut dyn FnMut(Result<Source<'_>, Refusal>) -> String,
) -> String {
    let refused = |detail: &str| {
        Err(Refusal {
            reason: Reason::MalformedLane,
            detail: detail.into(),
        })
    };
    let (text, manifest) = (given(input, "text"), given(input, "manifest"));
    if [text, manifest]
        .iter()
        .flatten()
        .any(|it| it.kind() == Kind::Thrown)
    {
        return work(refused(Code::TooLarge.as_str()));
    }
    if let Some(text) = text {
        let text = text.text().wtf8();
        return match Document::parse_wtf8(&text, Limits::MANIFEST) {
            Ok(document) => work(Ok(Source::of(document.root()))),
            Err(error) => {
                let report = syntax_report(&error, &text);
                let code = report.diagnostics.first().map(|it| it.code);
                work(refused(code.map_or("", Code::as_str)))
            }
        };
    }
    work(match manifest {
        Some(manifest) => Ok(Source::of(manifest)),
        None => Ok(Source {
            lane: input.get("lane"),
            manifest: None,
        }),
    })
}

/// `{lane}`, `{manifest}` or `{text}`: the configuration keys that resolving it asks for.
fn keys(input: Value<'_>) -> String {
    with_lane(input, &mut |source| {
        let lane = source.ok().and_then(|source| source.lane);
        json(&lane.map_or_else(Vec::new, asked_keys))
    })
}

/// What comes of resolving.
#[derive(Serialize)]
struct Resolved<'a, 'd> {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<&'a Plan<'d>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a str>,
    warnings: &'a [Warning],
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<Origin<'d>>,
}

/// `{lane|manifest|text, scope?, config, runDir, repoRoot, effortArgs?, effortValue?, instance?, profile?, platform?}`
/// (L-30); the instance being `{name?, model?, agent?, promptFile?}`.
fn resolved(input: Value<'_>) -> String {
    let nothing = input.document().value_at(u32::MAX);
    let instance = given(input, "instance").unwrap_or(nothing);
    let [name, model, agent, prompt_file] =
        ["name", "model", "agent", "promptFile"].map(|name| optional(instance, name));
    let (run_dir, repo_root) = (text(input, "runDir"), text(input, "repoRoot"));
    let effort_args = texts(input, "effortArgs").unwrap_or_default();
    let effort_value = optional(input, "effortValue");
    let config = flat(input);
    with_lane(input, &mut |source| {
        let manifest = source.as_ref().ok().and_then(|source| source.manifest);
        let scope = input.get("scope").and_then(Value::as_str);
        let scope = scope.map(Str::to_lossy);
        let origin = manifest.map(|it| Origin::of(it, scope.as_deref().map(Str::of)));
        let plan = source.and_then(|source| {
            resolve(&Request {
                lane: source.lane.unwrap_or(nothing),
                config: &config,
                run_dir: &run_dir,
                repo_root: &repo_root,
                effort_args: &effort_args,
                effort_value: effort_value.as_deref(),
                instance: Instance {
                    name: name.as_deref(),
                    model: model.as_deref(),
                    agent: agent.as_deref(),
                    prompt_file: prompt_file.as_deref(),
                },
                profile: profile(input),
                platform: platform(input),
            })
        });
        let (plan, refusal) = (plan.as_ref().ok(), plan.as_ref().err());
        json(&Resolved {
            ok: plan.is_some(),
            plan,
            reason: refusal.map(|refusal| refusal.reason),
            detail: refusal.map(|refusal| &*refusal.detail),
            warnings: plan.map_or(&[], |plan| &plan.warnings),
            origin,
        })
    })
}

/// `{slug, firstParty?}`: the body, or null (L-11).
fn first_party_lane(input: Value<'_>) -> String {
    let slug = text(input, "slug");
    with_first_party(input, &mut |manifests| {
        let lanes = LaneMap::new(manifests, None);
        json(&lanes.get(&slug).map(|lane| lane.body))
    })
}

/// `{firstParty?}` (L-10).
fn order(input: Value<'_>) -> String {
    with_first_party(input, &mut |manifests| {
        let lanes = LaneMap::new(manifests, None);
        json(&lanes.iter().map(|lane| &lane.slug).collect::<Vec<_>>())
    })
}

/// Lets `work` see the lanes of `{firstParty?, capabilities?}`.
fn with_lanes(input: Value<'_>, work: &mut dyn FnMut(&LaneMap<'_>) -> String) -> String {
    with_first_party(input, &mut |manifests| {
        work(&LaneMap::new(manifests, given(input, "capabilities")))
    })
}

/// `{selected?, instances?, firstParty?, capabilities?}` (L-150).
fn lane_sections(input: Value<'_>) -> String {
    let selected = texts(input, "selected");
    let instances: Vec<[String; 2]> = elements(given(input, "instances"))
        .into_iter()
        .map(|it| [text(it, "identity"), text(it, "cli")])
        .collect();
    let instances: Vec<Named<'_>> = instances
        .iter()
        .map(|[identity, cli]| Named { identity, cli })
        .collect();
    with_lanes(input, &mut |lanes| {
        json(&sections(lanes, selected.as_deref(), &instances))
    })
}

/// `{selected?, firstParty?, capabilities?}` (L-150).
fn lane_flags(input: Value<'_>) -> String {
    let selected = texts(input, "selected");
    with_lanes(input, &mut |lanes| json(&flags(lanes, selected.as_deref())))
}

/// `{argv, firstParty?, capabilities?}` (L-150).
fn explicit(input: Value<'_>) -> String {
    let argv = texts(input, "argv").unwrap_or_default();
    with_lanes(input, &mut |lanes| json(&explicit_from_argv(lanes, &argv)))
}

/// The manifests that declare keys: first-party ones, then overlays.
fn declaring<'d>(first_party: &[Value<'d>], input: Value<'d>) -> Vec<Value<'d>> {
    let mut all = first_party.to_vec();
    for (_, manifest) in members(given(input, "capabilities")) {
        all.push(manifest);
    }
    all
}

/// `{config?, selected?, runDir, repoRoot?, firstParty?, capabilities?, profile?, platform?}`, the configuration being
/// that of the file (L-151).
fn summary(input: Value<'_>) -> String {
    let selected = texts(input, "selected");
    let (run_dir, repo_root) = (text(input, "runDir"), text(input, "repoRoot"));
    with_first_party(input, &mut |manifests| {
        let declaring = declaring(manifests, input);
        let view = View {
            manifests: &declaring,
            file: given(input, "config"),
            defaults: given(input, "defaults"),
        };
        let lanes = LaneMap::new(manifests, given(input, "capabilities"));
        json(&outlook(
            &lanes,
            selected.as_deref(),
            &Circumstances {
                config: &|key| view.value(key),
                run_dir: &run_dir,
                repo_root: &repo_root,
                profile: profile(input),
                platform: platform(input),
            },
        ))
    })
}

/// `{file?, defaults?, key, firstParty?, capabilities?}` (L-21).
fn config(input: Value<'_>) -> String {
    #[allow(clippy::option_option)] // what is not there is left out, what is null is null
    #[derive(Serialize)]
    struct Answer<'d> {
        found: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<Option<Value<'d>>>,
    }
    let key = text(input, "key");
    with_first_party(input, &mut |manifests| {
        let declaring = declaring(manifests, input);
        let view = View {
            manifests: &declaring,
            file: given(input, "file"),
            defaults: given(input, "defaults"),
        };
        let setting = view.get(&key);
        json(&Answer {
            found: setting.is_some(),
            value: setting.map(|setting| setting.value),
        })
    })
}

/// The variables of an environment.
fn environment(input: Value<'_>) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (name, value) in members(given(input, "env")) {
        all.extend(
            value
                .as_str()
                .map(|value| (name.to_lossy(), value.to_lossy())),
        );
    }
    all
}

/// `{command, args, env?}` (L-63).
fn windows(input: Value<'_>) -> String {
    let args = texts(input, "args").unwrap_or_default();
    let environment = environment(input);
    let comspec = variable(&environment, "ComSpec");
    json(&command_line(&text(input, "command"), &args, comspec))
}

/// `{name, env?}`: the names under which a program is looked for (L-62).
fn windows_candidates(input: Value<'_>) -> String {
    let environment = environment(input);
    let pathext = variable(&environment, "PATHEXT");
    json(&candidates(&text(input, "name"), pathext))
}
