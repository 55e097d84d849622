//! Every case of `tests/vectors/*.json`, run natively.
//!
//! A case either passes or stands in `tests/vectors/not-yet.txt`, one name per line. A listed case that passes is a
//! failure too, so the list can only shrink. The runner maps names and projects results; it holds no rule. Vector
//! files are read by the crate's own parser, so that key order, repeated keys and unpaired surrogates survive.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::panic, clippy::print_stderr)] // a test says what is wrong

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use gsd_lanes::destination::UNRESOLVED;
use gsd_lanes::diagnostic::{Profile, Severity};
use gsd_lanes::json::{Document, Limits, Str, Value};
use gsd_lanes::manifest::{Options, slice_findings, validate_bytes, warning_records};
use gsd_lanes::registry::{
    Central, Findings, LedgerState, LoadOptions, LoopHook, Overlay, Requirements, Scope,
    build_registry, classify, cross_validate, hooks_wired, load_overlays, merge_lanes, roster,
};
use gsd_lanes::trust::{
    Context, Disclosure, IntegrityPin, LineKind, StagedFiles, configured_host, consent_prompt,
    disclose, executable_set_changed, render_value, signature,
};

/// Vectors may nest deeper than a manifest, since each stands inside a case.
const WIDE: Limits = Limits {
    depth: 1_000,
    bytes: usize::MAX,
};

#[test]
fn vectors_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let mut not_yet: BTreeSet<String> = std::fs::read_to_string(folder.join("not-yet.txt"))
        .unwrap_or_default()
        .lines()
        .map(String::from)
        .collect();
    let (mut passed, mut waiting, mut failures) = (0, 0, Vec::new());
    for file in json_files(&folder) {
        let text = std::fs::read(&file).unwrap_or_default();
        let document = Document::parse_bytes(&text, WIDE)
            .unwrap_or_else(|error| panic!("{}: {error:?}", file.display()));
        for case in document.root().items() {
            let name = text_of(case, "name");
            let listed = not_yet.remove(&name);
            match (run(case), listed) {
                (Ok(()), false) => passed += 1,
                (Err(_), true) => waiting += 1,
                (Ok(()), true) => {
                    failures.push(format!("{name}: passes, so strike it off the list"));
                }
                (Err(why), false) => failures.push(format!("{name}: {why}")),
            }
        }
    }
    failures.extend(
        not_yet
            .into_iter()
            .map(|name| format!("{name}: listed, but no such case")),
    );
    eprintln!(
        "{passed} passed, {waiting} not yet, {} failed",
        failures.len()
    );
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
        "crossValidate" => holds(json(cross(input)?), wanted),
        "classifyCross" => holds(json(classify(&cross(input)?)), wanted),
        "hooksWired" => {
            let manifest = input.get("manifest").ok_or("has no manifest")?;
            holds(json(hooks_wired(manifest, input.get("wiredKinds"))), wanted)
        }
        "mergeLanes" => {
            let lanes = merge_lanes(input.get("firstParty"), input.get("capabilities"));
            let slugs: Vec<_> = lanes.iter().map(|lane| &lane.slug).collect();
            let actual = format!(r#"{{"slugs":{},"lanes":{}}}"#, json(slugs), json(&lanes));
            holds(actual, wanted)
        }
        "roster" => holds(json(roster(input.get("capabilities"))), wanted),
        "buildRegistry" => holds(built(input), wanted),
        "requiresClosure" => {
            let requirements = Requirements::of(items(input, "capabilities"));
            let ids = items(input, "ids").map(Value::text);
            let closures: Vec<String> = ids
                .map(|id| format!("{}:{}", json(id), json(requirements.closure(&id.wtf8()))))
                .collect();
            holds(format!("{{{}}}", closures.join(",")), wanted)
        }
        "loadOverlays" => loaded(input, &wanted),
        other => Err(format!("there is no function {other}")),
    }
}

fn items<'d>(input: Value<'d>, name: &str) -> impl Iterator<Item = Value<'d>> {
    input.get(name).into_iter().flat_map(Value::items)
}

fn cross(input: Value<'_>) -> Result<Findings<'_>, String> {
    let central = Central::read(input.get("centralKeys"), input.get("centralPatterns"));
    let central = central.map_err(|error| error.to_string())?;
    Ok(cross_validate(items(input, "capabilities"), &central))
}

/// The members of a registry, with capabilities as ids, and hooks as the ids of their owners.
fn built(input: Value<'_>) -> String {
    let registry = match build_registry(items(input, "capabilities")) {
        Ok(registry) => registry,
        Err(error) => return format!(r#"{{"error":{}}}"#, json(error.code())),
    };
    let owners = |hooks: &[LoopHook<'_>]| -> Vec<String> {
        let owners = hooks.iter().map(|hook| hook.capability.to_lossy());
        owners.collect()
    };
    let mut points = serde_json::Map::new();
    for (point, hooks) in registry.by_loop_point.iter() {
        let mut groups = serde_json::Map::new();
        for (name, list) in [
            ("steps", &hooks.steps),
            ("contributions", &hooks.contributions),
            ("gates", &hooks.gates),
        ] {
            if !list.is_empty() {
                groups.insert(name.to_string(), owners(list).into());
            }
        }
        if !groups.is_empty() {
            points.insert(point.to_string(), groups.into());
        }
    }
    let mut members: serde_json::Value = serde_json::from_str(&json(&registry)).unwrap_or_default();
    if let Some(members) = members.as_object_mut() {
        for name in ["capabilities", "runtimes"] {
            let ids = members.get(name).and_then(|map| map.as_object());
            let ids: Vec<String> = ids
                .into_iter()
                .flat_map(|map| map.keys().cloned())
                .collect();
            members.insert(name.to_string(), ids.into());
        }
        members.insert("byLoopPoint".to_string(), points.into());
    }
    members.to_string()
}

/// What the peer's loader would answer.
fn loaded(input: Value<'_>, wanted: &str) -> Result<(), String> {
    let central = Central::read(input.get("centralKeys"), input.get("centralPatterns"));
    let central = central.map_err(|error| error.to_string())?;
    let texts: Vec<Option<Vec<u8>>> = items(input, "overlays")
        .map(|overlay| match overlay.get("text") {
            Some(text) => Some(text.text().wtf8().into_owned()),
            None => Some(json(overlay.get("manifest")?).into_bytes()),
        })
        .collect();
    let files: Vec<BTreeMap<String, String>> = items(input, "overlays")
        .map(|overlay| {
            let files = overlay.get("files").into_iter().flat_map(Value::entries);
            files
                .map(|(path, text)| (path.to_lossy(), text.text().to_lossy()))
                .collect()
        })
        .collect();
    let overlays: Vec<Overlay<'_>> = items(input, "overlays")
        .zip(texts.iter().zip(&files))
        .map(|(case, (text, files))| {
            let scope = if text_of(case, "scope") == "project" {
                Scope::Project
            } else {
                Scope::Global
            };
            let mut overlay = Overlay::read(scope, text_of(case, "dir"), text.as_deref());
            overlay.fragments = Some(files);
            overlay.ledger = match text_of(case, "ledger").as_str() {
                "pending" => LedgerState::Pending,
                "committed" => LedgerState::Committed,
                _ => LedgerState::Absent,
            };
            overlay.consented = case.get("consented").and_then(Value::as_bool) == Some(true);
            overlay
        })
        .collect();
    let first_party: Vec<Value<'_>> = items(input, "firstParty").collect();
    let host_version = text_of(input, "hostVersion");
    let options = LoadOptions {
        host_version: &host_version,
        satisfies: &|_, range| matches!(range, "^1.6"),
        central: &central,
        profile: Profile::Peer,
        config_home: None,
    };
    let loaded = load_overlays(&first_party, &overlays, &options);
    let accepted: Vec<_> = loaded.accepted.iter().map(|it| &it.id).collect();
    let roots: Vec<_> = loaded.command_roots.iter().map(|it| &it.id).collect();
    let warnings: Vec<String> = loaded
        .warnings
        .iter()
        .map(|it| {
            format!(
                r#"{{"id":{},"scope":{},"code":{}}}"#,
                json(&it.id),
                json(it.scope),
                json(it.code)
            )
        })
        .collect();
    let actual = format!(
        r#"{{"accepted":{},"warnings":[{}],"blockedGates":{},"incompatibleGateCapIds":{},"commandRoots":{},"diagnostics":{},"unchanged":{}}}"#,
        json(accepted),
        warnings.join(","),
        json(&loaded.blocked_gates),
        json(&loaded.incompatible_gate_cap_ids),
        json(roots),
        loaded.diagnostics.len(),
        loaded.unchanged
    );
    if actual == wanted {
        return Ok(());
    }
    Err(format!("\n   got {actual}\n  want {wanted}"))
}

fn json(value: impl serde::Serialize) -> String {
    serde_json::to_string(&value).unwrap_or_else(|error| error.to_string())
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
        let pin = match text_of(input, "integrityPin").as_str() {
            "sha512" => Some(IntegrityPin::Sha512),
            "git-commit" => Some(IntegrityPin::GitCommit),
            "none" => Some(IntegrityPin::None),
            _ => None,
        };
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
