//! What lanes are planned from: the configuration, the one map of lanes, the programs of Windows.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::panic, clippy::indexing_slicing, clippy::unwrap_used)] // a test says what is wrong

mod lane_support;

use gsd_lanes::diagnostic::Profile;
use gsd_lanes::json::{Document, Limits, Value};
use gsd_lanes::lane::config::{ConfigValue, Origin, View, deep_merge, own, workstream};
use gsd_lanes::lane::first_party;
use gsd_lanes::lane::plan::{Instance, Platform, Transport};
use gsd_lanes::lane::summary::{
    Circumstances, LaneMap, Named, explicit_from_argv, flags, outlook, sections,
};
use gsd_lanes::lane::windows::{candidates, variable};
use lane_support::{owned, spawn};
use serde_json::json;

// --- configuration ----------------------------------------------------------------------------------------------

fn documents() -> Vec<Document<'static>> {
    first_party::documents()
}

#[test]
fn l_20_a_workstream_lies_over_the_projects_file() {
    let base = r#"{"a":{"b":1,"c":[1],"d":{"x":1}},"e":"text","2":1,"1":2,"__proto__":{"p":1}}"#;
    let over = r#"{"a":{"b":{"z":null},"c":[2,3],"d":{"y":2}},"f":true,"1":3,"__proto__":{"q":2},"e":null}"#;
    let parse = |text| Document::parse(text, Limits::MANIFEST).unwrap();
    let (base, over) = (parse(base), parse(over));
    let merged = deep_merge(base.root(), over.root());
    assert_eq!(
        serde_json::to_string(&merged.root()).unwrap(),
        r#"{"1":3,"2":1,"a":{"b":{"z":null},"c":[2,3],"d":{"x":1,"y":2}},"e":null,"__proto__":{"p":1,"q":2},"f":true}"#
    );
    // No depth of nesting exhausts the stack.
    let deep = format!("{}1{}", r#"{"a":"#.repeat(100_000), "}".repeat(100_000));
    let wide = Limits {
        depth: u32::MAX,
        bytes: usize::MAX,
    };
    let deep = Document::parse(&deep, wide).unwrap();
    let _ = deep_merge(deep.root(), deep.root());
}

#[test]
fn l_20_a_workstream_is_a_plain_name() {
    assert_eq!(workstream(Some("a"), Some("b"), Some("c")), Ok(Some("a")));
    assert_eq!(workstream(None, Some("b"), Some("c")), Ok(Some("b")));
    assert_eq!(workstream(None, Some(" "), Some("c \nd")), Ok(Some("c")));
    assert_eq!(workstream(None, None, Some("\nd")), Ok(None));
    assert_eq!(workstream(None, None, None), Ok(None));
    for name in ["..", ".", "../x", "a/b", "a\\b", "c:", "a\u{0}b"] {
        assert_eq!(workstream(Some(name), None, None), Err(name));
    }
}

#[test]
fn l_23_the_users_defaults_count_without_a_project() {
    let documents = documents();
    let manifests: Vec<Value<'_>> = documents.iter().map(Document::root).collect();
    let project =
        Document::parse(r#"{"review":{"models":{"codex":"p"}}}"#, Limits::MANIFEST).unwrap();
    let user = Document::parse(
        r#"{"review":{"models":{"codex":"u","qwen":"q"},"max_prompt_tokens":5,"ollama_host":7}}"#,
        Limits::MANIFEST,
    )
    .unwrap();
    let read = |file, key| {
        let view = View {
            manifests: &manifests,
            file,
            defaults: Some(user.root()),
        };
        view.get(key)
            .map(|setting| (serde_json::to_value(setting.value).unwrap(), setting.origin))
    };
    let key = "review.models.codex";
    assert_eq!(
        read(Some(project.root()), key),
        Some((json!("p"), Origin::Project))
    );
    assert_eq!(read(None, key), Some((json!("u"), Origin::User)));
    assert_eq!(
        read(None, "review.models.gemini"),
        Some((json!(""), Origin::Default))
    );
    assert_eq!(
        read(None, "review.ollama_host"),
        Some((json!(""), Origin::Default))
    );
    assert_eq!(read(None, "review.models.qwen"), None);
    assert_eq!(read(None, "review.max_prompt_tokens"), None);
    assert_eq!(
        read(Some(project.root()), "review.max_prompt_tokens"),
        Some((json!(null), Origin::Project))
    );
}

#[test]
fn l_21_overlays_declare_keys_of_their_own() {
    let overlay = r#"{"id":"acme","config":{"review.models.acme":{"type":"string","default":"d"},"review.models.codex":{"type":"number","default":1}}}"#;
    let documents = documents();
    let overlay = Document::parse(overlay, Limits::MANIFEST).unwrap();
    let mut manifests: Vec<Value<'_>> = documents.iter().map(Document::root).collect();
    manifests.push(overlay.root());
    let file = Document::parse(
        r#"{"review":{"models":{"acme":"m","codex":"c"}}}"#,
        Limits::MANIFEST,
    )
    .unwrap();
    let view = View {
        manifests: &manifests,
        file: Some(file.root()),
        defaults: None,
    };
    assert_eq!(
        view.value("review.models.acme"),
        Some(ConfigValue::Text("m".into()))
    );
    // The first one who declares a key says what it is.
    assert_eq!(
        view.value("review.models.codex"),
        Some(ConfigValue::Text("c".into()))
    );
    for key in [
        "",
        ".",
        "review",
        "constructor",
        "__proto__",
        "review.models",
    ] {
        assert_eq!(view.value(key), None, "{key}");
    }
}

#[test]
fn l_9_names_are_own_names() {
    let document = Document::parse(r#"{"a":1,"__proto__":2}"#, Limits::MANIFEST).unwrap();
    for (name, there) in [
        ("a", true),
        ("__proto__", true),
        ("constructor", false),
        ("toString", false),
    ] {
        assert_eq!(own(document.root(), name).is_some(), there, "{name}");
    }
}

// --- the lanes of a registry ------------------------------------------------------------------------------------

#[test]
fn l_10_the_twelve_stand_in_their_order() {
    let slugs = [
        "gemini",
        "claude",
        "codex",
        "coderabbit",
        "opencode",
        "qwen",
        "cursor",
        "antigravity",
        "ollama",
        "lm_studio",
        "llama_cpp",
        "kimi-code",
    ];
    let documents = documents();
    assert_eq!(documents.len(), 12);
    for ((document, slug), (id, _)) in documents.iter().zip(slugs).zip(first_party::MANIFESTS) {
        let member = |value: Value<'_>, name: &str| value.get(name).unwrap().text().to_lossy();
        assert_eq!(
            member(document.root().get("reviewer").unwrap(), "slug"),
            slug
        );
        assert_eq!(member(document.root(), "id"), *id);
    }
}

/// The first-party lanes and two overlays.
fn with_lanes(then: impl Fn(&LaneMap<'_>)) {
    let overlays = json!({
        "acme": {"id": "acme", "reviewer": spawn(json!({"flags": ["--acme", "--bad flag", "--codex"]}))},
        "mine": {"id": "mine", "reviewer": spawn(json!({"slug": "codex", "reviewsSection": "Mine"}))},
        "zed": {"id": "zed", "reviewer": spawn(json!({"slug": "zed", "flags": ["--zed"], "reviewsSection": null}))},
    })
    .to_string();
    let overlays = Document::parse(&overlays, Limits::MANIFEST).unwrap();
    let documents = documents();
    let manifests: Vec<Value<'_>> = documents.iter().map(Document::root).collect();
    then(&LaneMap::new(&manifests, Some(overlays.root())));
}

#[test]
fn b_16_there_is_one_map_of_lanes() {
    with_lanes(|lanes| {
        assert_eq!(lanes.iter().count(), 14);
        assert_eq!(
            lanes
                .get("codex")
                .unwrap()
                .body
                .get("reviewsSection")
                .unwrap()
                .text()
                .to_lossy(),
            "Codex"
        );
        assert!(lanes.get("acme").is_some());
        for name in ["constructor", "__proto__", "toString", "", "Codex"] {
            assert!(lanes.get(name).is_none(), "{name}");
        }
        assert_eq!(
            explicit_from_argv(lanes, &owned(&["--zed", "--acme", "--bad flag", "--agy"])),
            "acme,antigravity,zed"
        );
        assert_eq!(
            flags(lanes, Some(&owned(&["zed", "acme", "codex"]))),
            ["--codex", "--acme", "--zed"]
        );
    });
}

#[test]
fn b_17_sections_stand_in_the_lanes_order_with_instances_behind() {
    with_lanes(|lanes| {
        let instances = [
            Named {
                identity: "a-deep",
                cli: "opencode",
            },
            Named {
                identity: "b-unselected",
                cli: "codex",
            },
            Named {
                identity: "c-lost",
                cli: "ghost",
            },
        ];
        let selected = owned(&[
            "a-deep", "acme", "c-lost", "codex", "ghost", "opencode", "zed",
        ]);
        let sections = sections(lanes, Some(&selected), &instances);
        let pairs: Vec<(&str, &str)> = sections
            .iter()
            .map(|(name, title)| (&**name, &**title))
            .collect();
        assert_eq!(
            pairs,
            [
                ("codex", "Codex"),
                ("opencode", "OpenCode"),
                ("a-deep", "OpenCode"),
                ("acme", "Acme"),
                ("zed", "zed")
            ]
        );
    });
}

#[test]
fn l_151_an_outlook_names_every_lane_that_was_asked_for() {
    with_lanes(|lanes| {
        let circumstances = Circumstances {
            config: &|_| None,
            run_dir: "/run",
            repo_root: "/repo",
            profile: Profile::Strict,
            platform: Platform::Posix,
        };
        assert_eq!(outlook(lanes, None, &circumstances).len(), 14);
        let selected = owned(&["zed", "ghost", "constructor"]);
        let outlook =
            serde_json::to_value(outlook(lanes, Some(&selected), &circumstances)).unwrap();
        assert_eq!(outlook[0]["ok"], true);
        for lane in [&outlook[1], &outlook[2]] {
            assert_eq!(
                (&lane["ok"], &lane["reason"]),
                (&json!(false), &json!("malformed_lane"))
            );
            assert!(!lane["detail"].as_str().unwrap().is_empty());
        }
        // With its own effort.
        let codex = lanes.get("codex").unwrap().body;
        let plan = circumstances.resolve(codex, Instance::default()).unwrap();
        let Transport::Spawn(spawn) = plan.transport else {
            panic!("no program")
        };
        assert_eq!(spawn.effort.as_deref(), Some("high"));
        assert!(
            spawn
                .argv
                .contains(&"model_reasoning_effort=high".to_string())
        );
    });
}

// --- Windows ----------------------------------------------------------------------------------------------------

#[test]
fn l_62_names_are_tried_with_the_endings_of_programs() {
    assert_eq!(candidates("x", None), ["x.EXE", "x.CMD", "x.BAT", "x.COM"]);
    assert_eq!(candidates("x", Some("")), candidates("x", None));
    assert_eq!(
        candidates("x.cmd", Some(".EXE;;.CMD")),
        ["x.cmd", "x.cmd.EXE", "x.cmd.CMD"]
    );
    assert_eq!(candidates("x.sh", Some(".EXE")), ["x.sh.EXE"]);
    assert_eq!(candidates("é", Some(".É")), ["é.É"]);
    let environment = [
        ("Path".to_string(), "p".to_string()),
        ("PATHEXT".to_string(), ".A".to_string()),
    ];
    assert_eq!(variable(&environment, "pathext"), Some(".A"));
    assert_eq!(variable(&environment, "PATH"), Some("p"));
    assert_eq!(variable(&environment, "ComSpec"), None);
}
