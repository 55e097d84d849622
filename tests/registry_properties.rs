//! Loading and judging, held to the rules word by word: a loader that judges the whole set again for each overlay,
//! and passes that are made one after the other.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // tests

use gsd_lanes::diagnostic::Profile;
use gsd_lanes::json::{Document, Limits, Value};
use gsd_lanes::registry::{
    Central, LoadOptions, Overlay, Scope, cross_validate, load_overlays, merge,
};
use proptest::prelude::*;

const POINTS: [&str; 4] = ["discuss:post", "plan:pre", "plan:post", "ship:post"];

fn list(names: &[u8], prefix: &str) -> String {
    let names: Vec<String> = names.iter().map(|it| format!("\"{prefix}{it}\"")).collect();
    format!("[{}]", names.join(","))
}

/// The parts of a feature that can meet another one's.
#[derive(Debug, Clone)]
struct Feature {
    skills: Vec<u8>,
    requires: Vec<u8>,
    key: Option<u8>,
    tier: usize,
    steps: Vec<(usize, Vec<u8>, Vec<u8>)>,
    flows: Vec<(Vec<u8>, Vec<u8>)>,
}

impl Feature {
    fn text(&self, id: &str, prefix: &str) -> String {
        let steps: Vec<String> = self
            .steps
            .iter()
            .map(|(point, produces, consumes)| {
                format!(
                    r#"{{"point":"{}","ref":{{"command":"c"}},"produces":{},"consumes":{},"onError":"skip"}}"#,
                    POINTS[*point],
                    list(produces, prefix),
                    list(consumes, prefix)
                )
            })
            .collect();
        let contributions: Vec<String> = self
            .flows
            .iter()
            .map(|(produces, consumes)| {
                format!(
                    r#"{{"point":"plan:pre","into":"planner","produces":{},"consumes":{},"fragment":{{"inline":"x"}}}}"#,
                    list(produces, prefix),
                    list(consumes, prefix)
                )
            })
            .collect();
        let config = self.key.map_or(String::new(), |key| {
            format!(r#""{prefix}key.{key}":{{"type":"string","default":"","description":"d"}}"#)
        });
        format!(
            r#"{{"id":"{id}","role":"feature","version":"1.0.0","title":"T","description":"D","tier":"{}","requires":{},"runtimeCompat":{{"supported":["*"],"unsupported":[]}},"skills":{},"agents":[],"config":{{{config}}},"steps":[{}],"contributions":[{}],"gates":[]}}"#,
            ["core", "standard", "full"][self.tier],
            list(&self.requires, "n"),
            list(&self.skills, prefix),
            steps.join(","),
            contributions.join(","),
        )
    }
}

fn feature() -> impl Strategy<Value = Feature> {
    let few = |most: u8| prop::collection::vec(0..most, 0..2);
    let step = (
        0..POINTS.len(),
        few(5),
        prop::option::weighted(0.3, 0..5_u8).prop_map(|it| it.into_iter().collect()),
    );
    let two = || prop::collection::vec(0..3_u8, 0..3);
    let flow = (two(), two());
    (
        few(12),
        prop::option::weighted(0.3, 0..8_u8).prop_map(|it| it.into_iter().collect()),
        prop::option::of(0..12_u8),
        1..3_usize,
        prop::collection::vec(step, 0..2),
        prop::collection::vec(flow, 0..3),
    )
        .prop_map(|(skills, requires, key, tier, steps, flows)| Feature {
            skills,
            requires,
            key,
            tier,
            steps,
            flows,
        })
}

fn overlays(texts: &[(String, String)]) -> Vec<Overlay<'_>> {
    let overlays = texts
        .iter()
        .map(|(id, text)| Overlay::read(Scope::Global, id.as_str(), Some(text.as_bytes())));
    overlays.collect()
}

struct Answer {
    accepted: Vec<String>,
    refused: Vec<(String, &'static str)>,
}

fn load(texts: &[(String, String)], profile: Profile, central: &Central) -> Answer {
    let overlays = overlays(texts);
    let options = LoadOptions {
        host_version: "1.14.0",
        satisfies: &|_, _| true,
        central,
        profile,
        config_home: None,
    };
    let loaded = load_overlays(&[], &overlays, &options);
    Answer {
        accepted: loaded.accepted.iter().map(|it| it.id.to_lossy()).collect(),
        refused: loaded
            .warnings
            .iter()
            .map(|it| (it.id.to_lossy(), it.code.as_str()))
            .collect(),
    }
}

/// Whether some order lets all hooks of a kind at a point run.
fn runs(set: &[Value<'_>]) -> bool {
    gsd_lanes::registry::build_registry(set.iter().copied()).is_ok()
}

/// The rules word by word; quadratic and worse.
fn naive(texts: &[(String, String)], profile: Profile, central: &Central) -> Answer {
    let documents: Vec<Document<'_>> = texts
        .iter()
        .map(|(_, text)| Document::parse(text, Limits::MANIFEST).unwrap())
        .collect();
    let mut accepted: Vec<usize> = Vec::new();
    let mut codes = vec![None; texts.len()];
    for pass in 0.. {
        let before = accepted.len();
        for (place, document) in documents.iter().enumerate() {
            let retry = matches!(codes[place], None | Some((_, true)));
            if accepted.contains(&place) || !retry {
                continue;
            }
            let mut set: Vec<Value<'_>> = accepted.iter().map(|it| documents[*it].root()).collect();
            set.push(document.root());
            let findings = cross_validate(set.iter().copied(), central);
            let owned = |kind: &str| {
                findings
                    .collisions
                    .iter()
                    .any(|it| it.kind.as_str() == kind && it.claimants.len() > 1)
            };
            let mut lacks = findings.other.iter().map(|it| {
                let code = it.code.as_str();
                code.starts_with("consumes-") || code == "requires-missing"
            });
            // Once an overlay waits, it is decided about when it has everything, or when nothing more comes: what
            // stands against it then is what it is told.
            let waits = if pass == 0 {
                findings.collisions.is_empty() && lacks.all(|it| it)
            } else {
                lacks.any(|it| it)
            };
            codes[place] = if owned("skill") {
                Some(("skill-taken", waits))
            } else if owned("config-key") {
                Some(("config-key-taken", waits))
            } else if !findings.is_empty() {
                Some(("cross", waits))
            } else if !runs(&set) {
                Some(("ordering-cycle", false))
            } else {
                accepted.push(place);
                None
            };
        }
        if profile == Profile::Peer || accepted.len() == before {
            break;
        }
    }
    accepted.sort_unstable();
    let refused = codes.iter().enumerate();
    Answer {
        accepted: accepted.iter().map(|it| texts[*it].0.clone()).collect(),
        refused: refused
            .filter_map(|(place, code)| Some((texts[place].0.clone(), (*code)?.0)))
            .collect(),
    }
}

fn named(features: &[Feature]) -> Vec<(String, String)> {
    let with_place = features.iter().enumerate();
    with_place
        .map(|(place, it)| (format!("n{place}"), it.text(&format!("n{place}"), "s")))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn loading_agrees_with_the_rules(features in prop::collection::vec(feature(), 1..9)) {
        let central = Central::new([gsd_lanes::json::Str::of("skey.0")], [gsd_lanes::json::Str::of("key\\.1$")]);
        let texts = named(&features);
        for profile in [Profile::Peer, Profile::Strict] {
            let (ours, rule) = (load(&texts, profile, &central), naive(&texts, profile, &central));
            prop_assert_eq!(ours.accepted, rule.accepted);
            prop_assert_eq!(ours.refused, rule.refused);
        }
    }

    #[test]
    fn input_order_does_not_matter(
        (features, shuffled) in prop::collection::vec(feature(), 1..9).prop_flat_map(|features| {
            let places: Vec<usize> = (0..features.len()).collect();
            (Just(features), Just(places).prop_shuffle())
        }),
    ) {
        let central = Central::new([gsd_lanes::json::Str::of("skey.0")], []);
        let texts = named(&features);
        let other: Vec<(String, String)> = shuffled.iter().map(|it| texts[*it].clone()).collect();
        let documents: Vec<Document<'_>> =
            texts.iter().map(|(_, text)| Document::parse(text, Limits::MANIFEST).unwrap()).collect();
        let set: Vec<Value<'_>> = documents.iter().map(Document::root).collect();
        let mixed = shuffled.iter().map(|it| set[*it]);
        prop_assert_eq!(
            cross_validate(set.iter().copied(), &central),
            cross_validate(mixed, &central)
        );
        let (one, two) = (load(&texts, Profile::Strict, &central), load(&other, Profile::Strict, &central));
        prop_assert_eq!(one.accepted, two.accepted);
        prop_assert_eq!(one.refused, two.refused);
    }

    #[test]
    fn an_overlay_of_its_own_names_changes_nothing_for_others(
        features in prop::collection::vec(feature(), 1..8),
        mut newcomer in feature(),
        first in any::<bool>(),
    ) {
        let central = Central::default();
        let mut texts = named(&features);
        let before = load(&texts, Profile::Strict, &central);
        newcomer.requires.clear();
        let id = if first { "a" } else { "z" };
        texts.push((id.to_string(), newcomer.text(id, "own")));
        let after = load(&texts, Profile::Strict, &central);
        let accepted: Vec<String> = after.accepted.into_iter().filter(|it| it != id).collect();
        let refused: Vec<_> = after.refused.into_iter().filter(|(it, _)| it != id).collect();
        prop_assert_eq!(before.accepted, accepted);
        prop_assert_eq!(before.refused, refused);
    }

    /// Whatever is accepted is sound together.
    #[test]
    fn what_is_accepted_has_no_finding(features in prop::collection::vec(feature(), 1..9)) {
        let central = Central::default();
        let texts = named(&features);
        let overlays = overlays(&texts);
        let options = LoadOptions {
            host_version: "1.14.0",
            satisfies: &|_, _| true,
            central: &central,
            profile: Profile::Strict,
            config_home: None,
        };
        let merged = merge(&[], &overlays, &options);
        let set = merged.loaded.accepted.iter().map(|it| it.capability.manifest);
        prop_assert!(cross_validate(set.clone(), &central).is_empty());
        prop_assert!(gsd_lanes::registry::build_registry(set).is_ok());
        prop_assert!(merged.first_party_errors.is_empty());
    }

    /// Any values at all: nothing panics, and everything serialises.
    #[test]
    fn anything_is_judged(texts in prop::collection::vec(json_like(), 0..5)) {
        let documents: Vec<Document<'_>> =
            texts.iter().map(|text| Document::parse(text, Limits::MANIFEST).unwrap()).collect();
        let set: Vec<Value<'_>> = documents.iter().map(Document::root).collect();
        let central = Central::default();
        let findings = cross_validate(set.iter().copied(), &central);
        let stage = gsd_lanes::registry::Stage::Load;
        let reports = gsd_lanes::registry::cross_diagnostics(&findings, &set, stage);
        prop_assert!(serde_json::to_string(&reports).is_ok());
        let named: Vec<(String, String)> =
            texts.iter().enumerate().map(|(place, text)| (format!("n{place}"), text.clone())).collect();
        let overlays = overlays(&named);
        for profile in [Profile::Strict, Profile::Peer] {
            let options = LoadOptions {
                host_version: "1.14.0",
                satisfies: &|_, _| false,
                central: &central,
                profile,
                config_home: Some("/home"),
            };
            let merged = merge(&set, &overlays, &options);
            prop_assert!(serde_json::to_string(&merged).is_ok());
        }
    }
}

/// Values with the names that matter in places where they matter or not.
fn json_like() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec![
        "id",
        "role",
        "tier",
        "requires",
        "skills",
        "agents",
        "commands",
        "family",
        "config",
        "reviewer",
        "slug",
        "flags",
        "reviewsSection",
        "steps",
        "contributions",
        "gates",
        "point",
        "produces",
        "consumes",
        "when",
        "pointFrom",
        "into",
        "runtime",
        "runtimeCompat",
        "supported",
        "notes",
        "taskContentResolver",
        "trackerPrefix",
        "__proto__",
        "constructor",
        "fragment",
        "path",
        "inline",
        "engines",
        "gsd",
        "type",
        "values",
        "capId",
    ]);
    let text = prop::sample::select(vec![
        "",
        "a",
        "n0",
        "n1",
        "feature",
        "runtime",
        "reviewer",
        "core",
        "full",
        "plan:pre",
        "ship:post",
        "enum",
        "__proto__",
        "\\ud800",
        "PLAN.md",
        "*",
    ]);
    let leaf = prop_oneof![
        Just("null".to_string()),
        Just("true".to_string()),
        Just("-0".to_string()),
        Just("1e400".to_string()),
        text.prop_map(|text| format!("\"{text}\"")),
    ];
    leaf.prop_recursive(5, 60, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4)
                .prop_map(|all| format!("[{}]", all.join(","))),
            prop::collection::vec((name.clone(), inner), 0..10).prop_map(|all| {
                let members: Vec<String> = all
                    .iter()
                    .map(|(name, value)| format!("\"{name}\":{value}"))
                    .collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}
