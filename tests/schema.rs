//! The texts printed from the vocabulary: explanations, field documentation, schema and export.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::expect_used,
    clippy::indexing_slicing
)] // tests

use std::collections::BTreeSet;

use gsd_lanes::diagnostic::{Code, Profile, Report, Severity};
use gsd_lanes::manifest::{Options, validate_text};
use gsd_lanes::vocabulary::explain::{ALL, Base, Explanation, Weight};
use gsd_lanes::vocabulary::{docs, envelope, explain, export, feature, reviewer, runtime, schema};
use serde_json::Value;

/// The base manifest of an entry with the snippet in the entry's place.
fn manifest((base, pointer): (Base, &str), snippet: &str) -> String {
    const MARK: &str = "@snippet@";
    if pointer.is_empty() {
        return snippet.to_string();
    }
    let mut whole: Value = serde_json::from_str(base.text()).unwrap();
    // Snippets of a whole reviewer body show only what matters; the rest comes from the base.
    if pointer == "/reviewer" {
        let part: Value = serde_json::from_str(snippet).unwrap();
        let body = whole["reviewer"].as_object_mut().unwrap();
        body.extend(part.as_object().unwrap().clone());
        return whole.to_string();
    }
    *whole
        .pointer_mut(pointer)
        .unwrap_or_else(|| panic!("{pointer} is not in the base")) = MARK.into();
    whole.to_string().replace(&format!("\"{MARK}\""), snippet)
}

fn texts(entry: &Explanation) -> (String, String) {
    let nested = |depth| "[".repeat(depth) + &"]".repeat(depth);
    let list = |length| format!("[{}]", vec!["1"; length].join(","));
    match entry.code {
        Code::ByteOrderMark => (
            entry.bad.replace("<U+FEFF>", "\u{FEFF}"),
            entry.good.to_string(),
        ),
        Code::TooDeep => (nested(129), nested(128)),
        Code::TooLarge => {
            let padded = |length: usize| format!("{{}}{}", " ".repeat(length - 2));
            (padded(8 * 1024 * 1024 + 1), padded(8 * 1024 * 1024))
        }
        Code::TooMany => (
            manifest(entry.place, &list(1001)),
            manifest(entry.place, &list(1000)),
        ),
        _ => (
            manifest(entry.place, entry.bad),
            manifest(entry.place, entry.good),
        ),
    }
}

fn check(text: &str, profile: Profile) -> Report {
    let options = Options {
        folder_id: Some("acme"),
        profile,
    };
    validate_text(text, options)
}

#[test]
fn every_code_is_explained_in_order() {
    let explained: Vec<Code> = ALL.iter().map(|entry| entry.code).collect();
    assert_eq!(explained, Code::ALL);
    for entry in ALL {
        let name = entry.code.as_str();
        for text in [entry.title, entry.what, entry.why, entry.fix, entry.bad] {
            assert!(!text.trim().is_empty(), "{name}");
        }
        for text in [entry.what, entry.why, entry.fix] {
            assert!(text.ends_with('.') || text.ends_with('`'), "{name}: {text}");
        }
        assert!(!entry.title.ends_with('.'), "{name}");
        assert!(!entry.rules().is_empty(), "{name}");
        assert_ne!(entry.bad, entry.good, "{name}");
    }
}

#[test]
fn bases_have_no_finding() {
    for base in [Base::Spawn, Base::Http, Base::Runtime, Base::Feature] {
        assert_eq!(check(base.text(), Profile::Strict).diagnostics, []);
    }
}

#[test]
fn bad_snippets_cause_the_finding_and_good_ones_do_not() {
    // What is about several manifests is held to the registry, in its own tests.
    for entry in ALL.iter().filter(|it| it.place.0 != Base::Several) {
        let name = entry.code.as_str();
        let (bad, good) = texts(entry);
        for (profile, weight) in [
            (Profile::Strict, entry.severity.0),
            (Profile::Peer, entry.severity.1),
        ] {
            let report = check(&bad, profile);
            let found: Vec<_> = report
                .diagnostics
                .iter()
                .filter(|found| found.code == entry.code)
                .collect();
            assert!(!found.is_empty(), "{name}: {:?}", report.diagnostics);
            for found in found {
                let fits = match weight {
                    Weight::Error => found.severity == Severity::Error,
                    Weight::Warning => found.severity == Severity::Warning,
                    Weight::Either => true,
                };
                assert!(fits, "{name}: {profile:?}");
                assert!(
                    entry.rules().contains(&found.rule),
                    "{name}: {} is not among {:?}",
                    found.rule,
                    entry.rules()
                );
            }
            let report = check(&good, profile);
            assert!(
                report
                    .diagnostics
                    .iter()
                    .all(|found| found.code != entry.code),
                "{name}: {:?}",
                report.diagnostics
            );
        }
    }
}

/// What is printed as right must be right: besides whole files, which are cut short, no finding at all.
#[test]
fn good_snippets_are_good() {
    for entry in ALL {
        if entry.abridged || matches!(entry.place.0, Base::File | Base::Several) {
            continue;
        }
        let (_, good) = texts(entry);
        let mut codes: BTreeSet<&str> = check(&good, Profile::Strict)
            .diagnostics
            .iter()
            .map(|found| found.code.as_str())
            .collect();
        // A patch that names another key, or removes one, leaves the base's `config` as it was.
        codes.remove(Code::ForeignConfigKey.as_str());
        codes.remove(Code::EffortUnreachable.as_str());
        assert!(codes.is_empty(), "{}: {codes:?}", entry.code.as_str());
    }
}

#[test]
fn severities_of_the_vectors_agree_with_the_explanations() {
    let vectors = std::fs::read_to_string("tests/vectors/validation.json").unwrap();
    let vectors: Vec<Value> = serde_json::from_str(&vectors).unwrap();
    let mut untold = BTreeSet::new();
    for case in vectors {
        let text = match &case["input"]["manifestText"] {
            Value::String(text) => text.clone(),
            _ => case["input"]["manifest"].to_string(),
        };
        for profile in [Profile::Strict, Profile::Peer] {
            for found in check(&text, profile).diagnostics {
                let entry = ALL.iter().find(|entry| entry.code == found.code).unwrap();
                let (strict, peer) = entry.severity;
                let weight = if profile == Profile::Strict {
                    strict
                } else {
                    peer
                };
                let fits = match weight {
                    Weight::Error => found.severity == Severity::Error,
                    Weight::Warning => found.severity == Severity::Warning,
                    Weight::Either => true,
                };
                assert!(fits, "{}: {found:?}", case["name"]);
                if !entry.rules().contains(&found.rule) {
                    untold.insert((found.code.as_str(), found.rule));
                }
            }
        }
    }
    assert_eq!(untold, BTreeSet::new(), "rules that the page does not name");
}

#[test]
fn pages_hold_all_that_is_known() {
    let all = explain::explanations();
    let all = all.as_object().unwrap();
    assert_eq!(all.len(), Code::ALL.len());
    for (code, entry) in all {
        assert_eq!(entry["code"], code.as_str());
        let text = entry["text"].as_str().unwrap();
        for part in ["what", "why", "fix"] {
            assert!(text.contains(entry[part].as_str().unwrap()), "{code}");
        }
        assert!(text.ends_with('\n') && !text.contains("\n\n\n"), "{code}");
    }
}

#[test]
fn every_field_is_documented_once_and_nothing_else() {
    let mut expected: BTreeSet<String> = BTreeSet::new();
    let mut add = |prefix: &str, names: &[&str]| {
        for name in names {
            expected.insert(format!("{prefix}{name}"));
        }
    };
    let names = |table: &[gsd_lanes::vocabulary::shape::Field]| -> Vec<&'static str> {
        table.iter().map(|field| field.name).collect()
    };
    add("", &names(envelope::FIELDS));
    add("", envelope::BODY_NAMES);
    add("", envelope::UNCHECKED);
    add("engines.", &names(envelope::ENGINES));
    add("provenance.", &names(envelope::PROVENANCE));
    add("reviewer.", &names(reviewer::FIELDS));
    add("reviewer.probe.", &["kind"]);
    add("reviewer.probe.", &names(reviewer::PROBE_FIELDS));
    add("reviewer.invoke.", reviewer::SPAWN_SET);
    add("reviewer.invoke.", reviewer::HTTP_SET);
    add("reviewer.invoke.", &["effortChannel"]);
    add("config.*.", feature::SLICE_FIELDS);
    add("runtimeCompat.", &names(feature::RUNTIME_COMPAT));
    add("commands.", &names(feature::COMMAND));
    add("hooks.", &names(feature::HOOK));
    add("hooks.", feature::HOOK_UNCHECKED);
    add("steps.", &names(feature::STEP));
    add("steps.", &["ref", "fragment"]);
    add("steps.fragment.", feature::FRAGMENT);
    for (kind, _) in feature::REFERENCES {
        add("steps.ref.", &[kind]);
    }
    add("contributions.", &names(feature::CONTRIBUTION));
    add("contributions.", &["fragment"]);
    add("gates.", &names(feature::GATE));
    add("gates.", &["check"]);
    add("gates.check.", feature::CHECKS);
    add("taskContentResolver.", &names(feature::RESOLVER));
    add(
        "taskContentResolver.invoke.",
        &names(feature::RESOLVER_INVOKE),
    );
    add("runtime.", &names(runtime::FIELDS));
    add("runtime.", &[runtime::LOCAL_CONFIG_DIR.name]);
    add("runtime.configHome.", &names(runtime::HOME));
    add("runtime.configHome.", &["name", "parent", "skillsHome"]);
    add("runtime.artifactLayout.", &names(runtime::LAYOUT));
    add("runtime.artifactLayout.global.", &names(runtime::ARTIFACT));
    add(
        "runtime.artifactLayout.global.",
        runtime::ARTIFACT_UNCHECKED,
    );
    add(
        "runtime.hostIntegration.",
        &names(runtime::HOST_INTEGRATION),
    );
    let dispatch = "runtime.hostIntegration.dispatch.";
    add(dispatch, &names(runtime::DISPATCH));
    add(dispatch, runtime::DISPATCH_UNCHECKED);
    add("runtime.orchestratorExec.", &names(runtime::ORCHESTRATOR));
    let documented: Vec<&str> = docs::FIELDS.iter().map(|doc| doc.path).collect();
    let once: BTreeSet<String> = documented.iter().map(ToString::to_string).collect();
    assert_eq!(once.len(), documented.len());
    assert_eq!(once, expected);
    for doc in docs::FIELDS {
        assert!(
            !doc.title.is_empty() && doc.text.ends_with('.'),
            "{}",
            doc.path
        );
        for example in doc.examples {
            serde_json::from_str::<Value>(example).expect(doc.path);
        }
    }
    let placeholders: Vec<&str> = docs::PLACEHOLDERS.iter().map(|(name, _)| *name).collect();
    assert_eq!(placeholders, reviewer::PLACEHOLDERS);
    let mut members = BTreeSet::new();
    for member in docs::MEMBERS {
        assert!(once.contains(member.path), "{}", member.path);
        assert!(members.insert((member.path, member.value)), "{member:?}");
    }
}

/// Every member that is documented is one, and every member is documented: seen in what is printed.
#[test]
fn members_of_closed_sets_are_documented_and_nothing_else() {
    fn visit(node: &Value, printed: &mut BTreeSet<(String, Option<String>)>) {
        if let Some(members) = node.get("members").and_then(Value::as_array) {
            for member in members {
                assert!(member["text"].is_string(), "{node}");
                let value = match &member["value"] {
                    Value::Null => None,
                    Value::String(text) => Some(text.clone()),
                    number => Some(number.to_string()),
                };
                // Said once for all of them.
                if value.as_deref() != Some(runtime::UNDOCUMENTED) {
                    printed.insert((docs::shared(node["path"].as_str().unwrap()), value));
                }
            }
        }
        match node {
            Value::Array(items) => items.iter().for_each(|item| visit(item, printed)),
            Value::Object(items) => items.values().for_each(|item| visit(item, printed)),
            _ => {}
        }
    }
    let mut printed = BTreeSet::new();
    visit(&export::vocabulary(), &mut printed);
    let documented: BTreeSet<(String, Option<String>)> = docs::MEMBERS
        .iter()
        .map(|doc| (doc.path.to_string(), doc.value.map(ToString::to_string)))
        .collect();
    assert_eq!(printed, documented);
}

#[test]
fn what_is_printed_is_the_same_every_time() {
    let all = || {
        format!(
            "{:#}{:#}{:#}",
            schema::schema(),
            explain::explanations(),
            export::vocabulary()
        )
    };
    assert_eq!(all(), all());
}
