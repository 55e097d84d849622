//! What the registry does beyond the vectors: profile `strict`, reasons in words, diagnostics with places.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // tests

use std::collections::BTreeMap;
use std::path::Path;

use gsd_lanes::diagnostic::{Profile, Severity};
use gsd_lanes::json::{Document, Limits, Str, Value};
use gsd_lanes::registry::{
    Central, Ledger, LedgerState, LoadOptions, Merged, Overlay, Scope, Stage, cross_diagnostics,
    cross_validate, lane_roster, merge,
};
use gsd_lanes::vocabulary::explain::{self, Base};
use serde_json::json;

fn parse(text: &str) -> Document<'_> {
    Document::parse(text, Limits::MANIFEST).unwrap()
}

#[allow(clippy::needless_pass_by_value)] // reads better where it is called
fn with(mut base: serde_json::Value, more: serde_json::Value) -> String {
    let members = base.as_object_mut().unwrap();
    members.extend(more.as_object().unwrap().clone());
    base.to_string()
}

fn feature(id: &str, more: serde_json::Value) -> String {
    let base = json!({
        "id": id, "role": "feature", "version": "1.0.0", "title": "T", "description": "D",
        "tier": "full", "requires": [], "runtimeCompat": {"supported": ["*"], "unsupported": []},
        "skills": [], "agents": [], "config": {}, "steps": [], "contributions": [], "gates": [],
    });
    with(base, more)
}

fn lane(id: &str, section: &str) -> String {
    json!({
        "id": id, "role": "reviewer", "version": "1.0.0", "title": "T", "description": "D",
        "tier": "full", "requires": [],
        "reviewer": {
            "slug": id, "flags": [format!("--{id}")], "transport": "spawn",
            "probe": {"kind": "command-exists", "binary": id},
            "invoke": {
                "binary": id, "args": ["-"], "promptChannel": "stdin", "outputChannel": "stdout",
                "modelArg": null, "effortChannel": "none",
            },
            "timeoutFloorMs": 1000, "emptyOutput": "stub-with-stderr", "reviewsSection": section,
            "evidenceClass": "diff-only", "requiresBinaries": [], "promptBudgetKey": null,
            "handler": null,
        },
    })
    .to_string()
}

fn gate() -> serde_json::Value {
    json!([{"point": "ship:pre", "check": {"query": "q"}, "blocking": true, "onError": "halt"}])
}

fn step(point: &str, produces: &[&str], consumes: &[&str]) -> serde_json::Value {
    json!({
        "point": point, "ref": {"command": "c"}, "produces": produces, "consumes": consumes,
        "onError": "skip",
    })
}

/// Loads global overlays without first-party manifests, and hands the result to a check.
fn loads(profile: Profile, texts: &[(&str, String)], check: impl FnOnce(&Merged<'_>)) {
    loads_beside(profile, &[], texts, check);
}

fn loads_beside(
    profile: Profile,
    first_party: &[String],
    texts: &[(&str, String)],
    check: impl FnOnce(&Merged<'_>),
) {
    let documents: Vec<Document<'_>> = first_party.iter().map(|text| parse(text)).collect();
    let manifests: Vec<Value<'_>> = documents.iter().map(Document::root).collect();
    let read = texts
        .iter()
        .map(|(id, text)| Overlay::read(Scope::Global, *id, Some(text.as_bytes())));
    let overlays: Vec<Overlay<'_>> = read.collect();
    let central = Central::default();
    let options = LoadOptions {
        host_version: "1.14.0",
        satisfies: &|_, range| range != ">=9",
        central: &central,
        profile,
        config_home: None,
    };
    check(&merge(&manifests, &overlays, &options));
}

fn accepted(merged: &Merged<'_>) -> Vec<String> {
    let accepted = merged.loaded.accepted.iter();
    accepted.map(|it| it.id.to_lossy()).collect()
}

fn refused(merged: &Merged<'_>) -> Vec<(String, &'static str)> {
    let refused = merged.loaded.warnings.iter();
    refused
        .map(|it| (it.id.to_lossy(), it.code.as_str()))
        .collect()
}

fn all(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

#[test]
fn an_overlay_may_need_a_later_folder() {
    let texts = [
        ("a", feature("a", json!({"requires": ["b"]}))),
        (
            "b",
            feature("b", json!({"steps": [step("ship:pre", &[], &["X"])]})),
        ),
        (
            "c",
            feature("c", json!({"steps": [step("plan:pre", &["X"], &[])]})),
        ),
        ("d", feature("d", json!({"requires": ["a", "ghost"]}))),
    ];
    loads(Profile::Peer, &texts, |merged| {
        assert_eq!(accepted(merged), all(&["c"]));
    });
    loads(Profile::Strict, &texts, |merged| {
        assert_eq!(accepted(merged), all(&["a", "b", "c"]));
        let skipped = &merged.loaded.warnings[0];
        assert_eq!(skipped.code.as_str(), "cross");
        assert_eq!(skipped.message, "`d` requires `ghost`, which is not there");
        let closure = merged.requirements().closure(b"d");
        assert!(closure.is_empty(), "refused ones are unknown");
        assert_eq!(merged.requirements().closure(b"a").len(), 1);
    });
}

/// With passes made one after the other this would take minutes.
#[test]
fn a_long_chain_against_the_order_of_folders() {
    let count = 3_000;
    let texts: Vec<(String, String)> = (0..count)
        .map(|number| {
            let requires = if number + 1 < count {
                json!([format!("n{:05}", number + 1)])
            } else {
                json!([])
            };
            let id = format!("n{number:05}");
            let text = feature(&id, json!({"requires": requires}));
            (id, text)
        })
        .collect();
    let texts: Vec<(&str, String)> = texts
        .iter()
        .map(|(id, text)| (id.as_str(), text.clone()))
        .collect();
    loads(Profile::Strict, &texts, |merged| {
        assert_eq!(merged.loaded.accepted.len(), count);
    });
}

#[test]
fn only_the_culprit_is_dropped() {
    let cycle = |id: &str, produces: &str, consumes: &str| {
        let contribution = json!({
            "point": "plan:pre", "into": "planner", "produces": [produces], "consumes": [consumes],
            "fragment": {"inline": "x"},
        });
        feature(id, json!({"contributions": [contribution]}))
    };
    let texts = [
        (
            "bad-slice",
            feature("bad-slice", json!({"config": {"b.x": {"type": "string"}}})),
        ),
        ("c1", cycle("c1", "A", "B")),
        ("c2", cycle("c2", "B", "A")),
        ("docs", feature("docs", json!({"skills": ["writer"]}))),
        ("good", feature("good", json!({}))),
    ];
    for profile in [Profile::Strict, Profile::Peer] {
        loads(profile, &texts, |merged| {
            assert_eq!(accepted(merged), all(&["c1", "docs", "good"]));
            let wanted = [
                ("bad-slice".to_string(), "config-slice"),
                ("c2".to_string(), "ordering-cycle"),
            ];
            assert_eq!(refused(merged), wanted);
        });
    }
}

#[test]
fn left_overs_and_reserved_names() {
    let broken = feature("other", json!({"gates": gate()}));
    let texts = [
        (".staging", broken.clone()),
        ("acme.old-1-2", broken.clone()),
        ("wrong", broken),
        ("constructor", feature("constructor", json!({}))),
    ];
    loads(Profile::Strict, &texts, |merged| {
        let wanted = [
            ("acme.old-1-2".to_string(), "invalid"),
            ("constructor".to_string(), "reserved-id"),
            ("wrong".to_string(), "invalid"),
        ];
        assert_eq!(refused(merged), wanted);
        assert_eq!(merged.loaded.blocked_gates.len(), 1);
        assert_eq!(merged.loaded.blocked_gates[0].cap_id.to_lossy(), "wrong");
    });
    loads(Profile::Peer, &texts, |merged| {
        assert_eq!(merged.loaded.blocked_gates.len(), 3);
        assert_eq!(accepted(merged), all(&["constructor"]));
    });
}

#[test]
fn a_manifest_of_another_age_says_so() {
    let future = with(
        serde_json::from_str(&lane("next", "Next")).unwrap(),
        json!({"engines": {"gsd": ">=9"}, "tier": "ultra"}),
    );
    loads(Profile::Strict, &[("next", future)], |merged| {
        let skipped = &merged.loaded.warnings[0];
        assert_eq!(skipped.code.as_str(), "invalid");
        let engines = skipped.engines.as_ref().unwrap();
        assert_eq!(engines.range.to_lossy(), ">=9");
        assert!(
            skipped.message.contains("made for versions `>=9`"),
            "{}",
            skipped.message
        );
        assert!(skipped.diagnostics.iter().any(|it| it.field == "tier"));
    });
}

#[test]
fn a_refused_overlay_names_the_owner() {
    let first_party = [lane("codex", "Codex")];
    let mut twin: serde_json::Value = serde_json::from_str(&lane("twin", "Twin")).unwrap();
    twin["reviewer"]["slug"] = json!("codex");
    let texts = [
        ("codex", lane("codex", "Mine")),
        ("fine", feature("fine", json!({"skills": ["s"]}))),
        ("second", feature("second", json!({"skills": ["s"]}))),
        ("twin", twin.to_string()),
    ];
    loads_beside(Profile::Strict, &first_party, &texts, |merged| {
        let messages: Vec<&str> = merged
            .loaded
            .warnings
            .iter()
            .map(|it| it.message.as_str())
            .collect();
        let wanted = [
            "the id `codex` already belongs to the first-party capability `codex`",
            "the skill `s` of `second` already belongs to the overlay `fine`",
            "the lane slug `codex` of `twin` already belongs to the first-party capability `codex`",
        ];
        assert_eq!(messages, wanted);
        let clash = &merged.loaded.warnings[2].clashes[0];
        assert!(clash.first_party && clash.kind == "lane-slug");
    });
}

#[test]
fn keys_and_sections_that_overlap_are_remarked() {
    let slice = json!({"type": "string", "default": "", "description": "d"});
    let texts = [
        ("a", feature("a", json!({"config": {"x.y": slice}}))),
        (
            "b",
            feature("b", json!({"config": {"x.y.z": slice, "x.yes": slice}})),
        ),
        ("c", feature("c", json!({"config": {"x": slice}}))),
        ("l1", lane("l1", "Review Bot")),
        ("l2", lane("l2", "reviewbot")),
    ];
    loads(Profile::Strict, &texts, |merged| {
        let remarks: Vec<(String, &str, &str)> = merged
            .loaded
            .remarks
            .iter()
            .map(|it| {
                let diagnostic = &it.diagnostic;
                assert_eq!(diagnostic.severity, Severity::Warning);
                (
                    it.id.to_lossy(),
                    diagnostic.code.as_str(),
                    diagnostic.path.as_str(),
                )
            })
            .collect();
        let wanted = [
            ("b".to_string(), "config-key-prefix", "/config/x.y.z"),
            ("c".to_string(), "config-key-prefix", "/config/x"),
            (
                "l2".to_string(),
                "section-confusable",
                "/reviewer/reviewsSection",
            ),
        ];
        assert_eq!(remarks, wanted);
    });
}

#[test]
fn hooks_belong_to_whom_they_belong_and_carry_their_text() {
    let contribution = json!({
        "capId": "codex", "point": "plan:pre", "into": "planner", "produces": [], "consumes": [],
        "fragment": {"path": "./loop//a.md"},
    });
    let text = feature("mine", json!({"contributions": [contribution]}));
    let files = BTreeMap::from([("loop/a.md".to_string(), "hello".to_string())]);
    let mut overlay = Overlay::read(Scope::Project, "mine", Some(text.as_bytes()));
    overlay.fragments = Some(&files);
    overlay.consented = true;
    let overlays = [overlay];
    let central = Central::default();
    let options = LoadOptions {
        host_version: "1.14.0",
        satisfies: &|_, _| true,
        central: &central,
        profile: Profile::Strict,
        config_home: None,
    };
    let merged = serde_json::to_value(merge(&[], &overlays, &options)).unwrap();
    let hook = &merged["byLoopPoint"]["plan:pre"]["contributions"][0];
    assert_eq!(hook["capId"], "mine");
    assert_eq!(hook["fragment"]["inline"], "hello");
    let whole = &merged["capabilities"]["mine"]["contributions"][0];
    assert_eq!(
        whole["fragment"],
        json!({"path": "./loop//a.md", "inline": "hello"})
    );
}

#[test]
fn commands_of_others_than_features_claim_nothing() {
    let commands = json!([{"family": "go", "module": "m.cjs", "router": "r"}]);
    let squatter = with(
        serde_json::from_str(&lane("a", "A")).unwrap(),
        json!({"commands": commands}),
    );
    let texts = [
        ("a", squatter),
        ("b", feature("b", json!({"commands": commands}))),
    ];
    loads(Profile::Strict, &texts, |merged| {
        assert_eq!(accepted(merged), all(&["a", "b"]));
        let family = merged.registry.command_families.get(b"go").unwrap();
        assert_eq!(family.cap_id.to_lossy(), "b");
    });
}

#[test]
fn artifacts_stay_below_the_configuration_home() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("capabilities/codex/capability.json");
    let text = std::fs::read_to_string(folder).unwrap();
    let mut manifest: serde_json::Value = serde_json::from_str(&text).unwrap();
    let entries = manifest["runtime"]["artifactLayout"]["global"]
        .as_array_mut()
        .unwrap();
    entries[0]["destSubpath"] = json!("../../elsewhere");
    let text = manifest.to_string();
    let overlays = [Overlay::read(Scope::Global, "codex", Some(text.as_bytes()))];
    let central = Central::default();
    for (home, count) in [(None, 1), (Some("/home/me/.codex"), 0)] {
        let options = LoadOptions {
            host_version: "1.14.0",
            satisfies: &|_, _| true,
            central: &central,
            profile: Profile::Strict,
            config_home: home,
        };
        let merged = merge(&[], &overlays, &options);
        assert_eq!(merged.loaded.accepted.len(), count, "{home:?}");
    }
}

#[test]
fn the_embedded_lanes_merge() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("capabilities");
    let texts: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            std::fs::read_to_string(entry.unwrap().path().join("capability.json")).unwrap()
        })
        .collect();
    loads_beside(
        Profile::Strict,
        &texts,
        &[("acme", lane("acme", "Acme"))],
        |merged| {
            assert_eq!(merged.first_party_errors, []);
            assert_eq!(merged.lanes.len(), 13);
            assert_eq!(merged.roster, lane_roster(&merged.lanes));
            let entry = merged
                .registry
                .config_schema
                .get(b"review.models.agy")
                .unwrap();
            assert_eq!(entry.owner.to_lossy(), "antigravity");
            assert!(entry.default_value().unwrap().text().is_empty());
        },
    );
}

#[test]
fn the_central_configuration_is_read_or_refused() {
    let good = parse(r#"{"keys": ["a"], "patterns": ["^b\\.", "("]}"#);
    let member = |name| good.root().get(name);
    let central = Central::read(member("keys"), member("patterns")).unwrap();
    assert!(central.has_key(b"a") && central.pattern_for(b"b.c").is_some());
    assert_eq!(central.broken().len(), 1);
    assert!(Central::read(Some(good.root()), None).is_err());
    let mixed = parse("[1]");
    let error = Central::read(None, Some(mixed.root())).unwrap_err();
    assert_eq!(error.member, "patterns");
    let options = LoadOptions {
        host_version: "1.14.0",
        satisfies: &|_, _| true,
        central: &central,
        profile: Profile::Strict,
        config_home: None,
    };
    let merged = merge(&[], &[], &options);
    assert_eq!(merged.loaded.problems[0].code.as_str(), "pattern-skipped");
    assert!(merged.loaded.unchanged);
}

#[test]
fn patterns_mean_what_they_mean_in_javascript() {
    let central = Central::new([], [Str::of(r"^n\.\d{2,}(?!x)"), Str::of("^.$")]);
    for (key, found) in [
        ("n.12", true),
        ("n.12x", false),
        ("n.\u{663}\u{663}", false),
        ("é", true),
        ("😀", false),
    ] {
        assert_eq!(
            central.pattern_for(key.as_bytes()).is_some(),
            found,
            "{key}"
        );
    }
}

#[test]
fn diagnostics_name_all_claimants_and_places() {
    let texts = [
        feature("a", json!({"skills": ["x", "s"], "requires": ["ghost"]})),
        feature(
            "b",
            json!({"skills": ["s"], "config": {"w.x": {"type": "string", "default": "", "description": "d"}}}),
        ),
        feature("b", json!({})),
    ];
    let documents: Vec<Document<'_>> = texts.iter().map(|text| parse(text)).collect();
    let manifests: Vec<Value<'_>> = documents.iter().map(Document::root).collect();
    let central = Central::new([Str::of("w.x")], []);
    let findings = cross_validate(manifests.iter().copied(), &central);
    let found = cross_diagnostics(&findings, &manifests, Stage::Build);
    let brief: Vec<(&str, Vec<&str>)> = found
        .iter()
        .map(|it| {
            let places = it.places.iter().map(|place| place.path.as_str());
            (it.diagnostic.code.as_str(), places.collect())
        })
        .collect();
    let wanted = [
        ("id-taken", vec!["/id", "/id"]),
        ("central-key", vec!["/config/w.x"]),
        ("skill-taken", vec!["/skills/1", "/skills/0"]),
        ("requires-missing", vec!["/requires/0"]),
    ];
    assert_eq!(brief, wanted);
    assert_eq!(found[1].diagnostic.severity, Severity::Warning);
    assert_eq!(found[2].claimants, ["a", "b"]);
    assert_eq!(found[2].diagnostic.field, "skills[1]");
    let span = found[2].diagnostic.span.unwrap();
    assert_eq!(&texts[0][span.start as usize..span.end as usize], "\"s\"");
    assert_eq!(
        found[3].diagnostic.message,
        "`a` requires `ghost`, which is not there"
    );
}

/// The findings about a set, as code, field, message and claimants.
fn told(texts: &[String]) -> Vec<(&'static str, String, String, Vec<String>)> {
    let documents: Vec<Document<'_>> = texts.iter().map(|text| parse(text)).collect();
    let manifests: Vec<Value<'_>> = documents.iter().map(Document::root).collect();
    let findings = cross_validate(manifests.iter().copied(), &Central::default());
    let found = cross_diagnostics(&findings, &manifests, Stage::Load);
    let told = found.into_iter().map(|it| {
        let diagnostic = it.diagnostic;
        let code = diagnostic.code.as_str();
        (code, diagnostic.field, diagnostic.message, it.claimants)
    });
    told.collect()
}

#[test]
fn manifests_that_share_an_id_are_told_of_once() {
    let slice = json!({"type": "string", "default": "", "description": "d"});
    let whole = json!({"skills": ["s"], "agents": ["a"], "config": {"w.x": slice, "w/y": slice}});
    let twins = [feature("b", whole.clone()), feature("b", whole)];
    let codes = |texts: &[String]| -> Vec<&str> { told(texts).iter().map(|it| it.0).collect() };
    assert_eq!(codes(&twins), ["id-taken"]);
    // What somebody else claims, too, is more than that.
    let other = feature("c", json!({"config": {"w/y": slice}}));
    let found = told(&[&twins[..], &[other]].concat());
    assert_eq!(found[1].0, "config-key-taken");
    assert_eq!(found[1].1, "config[\"w/y\"]");
    assert_eq!(found[1].3, ["b", "c"]);
    assert_eq!(found.len(), 2);
    // As is what one of another id repeats in itself.
    let twice = feature("d", json!({"skills": ["t", "t"]}));
    assert_eq!(
        codes(&[&twins[..], &[twice]].concat()),
        ["id-taken", "skill-taken"]
    );
}

#[test]
fn what_the_host_produces_later_is_told_as_such() {
    let step = json!({
        "point": "plan:pre", "ref": {"skill": "s"}, "produces": [], "consumes": ["PLAN.md", "X.md"], "onError": "skip",
    });
    let found = told(&[feature("a", json!({"skills": ["s"], "steps": [step]}))]);
    let messages: Vec<&str> = found.iter().map(|it| it.2.as_str()).collect();
    assert_eq!(
        messages,
        [
            "a step of `a` at `plan:pre` consumes `PLAN.md`, which the host has only from `plan:post` on",
            "a step of `a` at `plan:pre` consumes `X.md`, which nothing produces",
        ]
    );
}

#[test]
fn ledgers_are_read() {
    let entry = |id: &str, more: serde_json::Value| {
        let base = json!({"id": id, "version": "1", "source": "s", "integrity": "i", "files": ["f"], "sharedEdits": [{"file": "f", "marker": "m"}]});
        serde_json::from_str::<serde_json::Value>(&with(base, more)).unwrap()
    };
    let text = json!({
        "good": entry("good", json!({})),
        "half": entry("half", json!({"_pending": 1})),
        "calm": entry("calm", json!({"_pending": 0})),
        "other": entry("good", json!({})),
        "files": entry("files", json!({"files": [1]})),
        "edits": entry("edits", json!({"sharedEdits": [{"file": "f", "marker": ""}]})),
        "constructor": entry("constructor", json!({})),
        "null": null,
    })
    .to_string();
    let document = parse(&text);
    let ledger = Ledger::of(document.root());
    for (name, state) in [
        ("good", LedgerState::Committed),
        ("half", LedgerState::Pending),
        ("calm", LedgerState::Absent),
        ("other", LedgerState::Absent),
        ("files", LedgerState::Absent),
        ("edits", LedgerState::Absent),
        ("constructor", LedgerState::Absent),
        ("null", LedgerState::Absent),
        ("missing", LedgerState::Absent),
    ] {
        assert_eq!(ledger.state(name), state, "{name}");
    }
}

/// The pages about several manifests say what is so.
#[test]
fn explanations_of_cross_findings_hold() {
    let central = Central::new([Str::of("central.key")], [Str::of("^reserved")]);
    let codes = |snippet: &str| -> Vec<&'static str> {
        let parts: serde_json::Value = serde_json::from_str(snippet).unwrap();
        let manifests: Vec<String> = parts
            .as_object()
            .unwrap()
            .iter()
            .map(|(id, part)| feature(id, part.clone()))
            .collect();
        let documents: Vec<Document<'_>> = manifests.iter().map(|text| parse(text)).collect();
        let findings = cross_validate(documents.iter().map(Document::root), &central);
        let collisions = findings.collisions.iter().map(|it| it.kind.code().as_str());
        let other = findings.other.iter().map(|it| it.code.as_str());
        collisions.chain(other).collect()
    };
    let mut count = 0;
    for entry in explain::ALL {
        let is_json = serde_json::from_str::<BTreeMap<String, serde_json::Value>>(entry.bad);
        if entry.place.0 != Base::Several || !entry.rules[0].starts_with("X-") || is_json.is_err() {
            continue;
        }
        count += 1;
        let name = entry.code.as_str();
        assert!(
            codes(entry.bad).contains(&name),
            "{name}: {:?}",
            codes(entry.bad)
        );
        assert_eq!(codes(entry.good), [""; 0], "{name}");
    }
    assert_eq!(count, 25);
}
