//! Choosing reviewers: the rules that vectors do not hold, and what holds for every input (L-110 … L-117).
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // tests

use std::time::{Duration, Instant};

use gsd_lanes::json::{Document, Limits, compare_utf16};
use gsd_lanes::lane::caller::own_slug;
use gsd_lanes::lane::select::{Message, MessageCode, Request, Selection, Source, select};
use gsd_lanes::lane::{Resolved, review_order};
use gsd_lanes::vocabulary::selection::FIRST_PARTY;
use proptest::prelude::*;

fn chosen(input: &str) -> Selection {
    let document = Document::parse(input, Limits::MANIFEST).unwrap();
    select(&Request::of(document.root()))
}

fn codes(messages: &[Message]) -> Vec<MessageCode> {
    messages.iter().map(|message| message.code).collect()
}

#[test]
fn l_10_the_known_slugs_are_those_that_come_along() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("capabilities");
    let mut slugs = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read(entry.unwrap().path().join("capability.json")).unwrap();
        let document = Document::parse_bytes(&text, Limits::MANIFEST).unwrap();
        let reviewer = document.root().get("reviewer").unwrap();
        slugs.push(reviewer.get("slug").unwrap().text().to_lossy());
    }
    slugs.sort();
    let mut known = FIRST_PARTY.to_vec();
    known.sort_unstable();
    assert_eq!(slugs, known);
}

#[test]
fn l_110_names_are_made_texts_and_lower_case_and_not_trimmed() {
    let input = r#"{"detected": [5, null, true, {}, ["a", ["b", null]], 1e21, " X ", "ΑΣ", "İ"], "allFlag": true}"#;
    let selected = [
        " x ",
        "1e+21",
        "5",
        "[object object]",
        "a,b,",
        "i\u{307}",
        "null",
        "true",
        "ας",
    ];
    assert_eq!(chosen(input).selected, selected);
    // What is no list holds nothing.
    assert!(
        chosen(r#"{"detected": "codex", "explicitFlags": {"0": "codex"}}"#)
            .selected
            .is_empty()
    );
}

#[test]
fn l_111_explicit_before_all_before_configured_before_detected() {
    let detected = r#""detected": ["codex", "gemini", "qwen"]"#;
    let explicit = r#""explicitFlags": ["qwen"]"#;
    let all = r#""allFlag": true"#;
    let configured = r#""configuredDefaultReviewers": ["gemini"]"#;
    let cases = [
        (vec![explicit, all, configured], Source::ExplicitFlags, 1),
        (vec![explicit, configured], Source::ExplicitFlags, 1),
        (vec![all, configured], Source::AllFlag, 3),
        (vec![configured], Source::ConfigDefault, 1),
        (vec![], Source::NoConfigAllDetected, 3),
    ];
    for (members, source, count) in cases {
        let input = format!(
            "{{{detected}{}{}}}",
            if members.is_empty() { "" } else { "," },
            members.join(",")
        );
        let selection = chosen(&input);
        assert_eq!(
            (selection.source, selection.selected.len()),
            (source, count),
            "{input}"
        );
        assert!(selection.errors.is_empty(), "{input}");
    }
}

/// A failed explicit lane must be told apart from everything else, so that the run can end with it.
#[test]
fn b_20_each_explicit_lane_that_is_missing_is_an_error_with_its_name() {
    let input = r#"{"detected": ["codex"], "explicitFlags": ["codex", "qwen", "nosuch"]}"#;
    let selection = chosen(input);
    assert_eq!(selection.source, Source::ExplicitFlags);
    assert_eq!(selection.selected, ["codex"]);
    let missing: Vec<_> = selection
        .errors
        .iter()
        .map(|it| it.name.as_deref())
        .collect();
    assert_eq!(missing, [Some("qwen"), Some("nosuch")]);
    assert_eq!(
        codes(&selection.errors),
        [MessageCode::ExplicitNotDetected; 2]
    );
}

#[test]
fn l_113_every_entry_of_the_configuration_has_its_message_and_its_place() {
    let input = r#"{"detected": ["gemini"], "configuredDefaultReviewers": [5, "a b", "GEMINI", "codex", "grok", "gemini"]}"#;
    let selection = chosen(input);
    assert_eq!(selection.selected, ["gemini"]);
    let places = |messages: &[Message]| -> Vec<_> {
        messages
            .iter()
            .map(|it| (it.code, it.index, it.name.clone()))
            .collect()
    };
    assert_eq!(
        places(&selection.errors),
        [
            (MessageCode::DefaultNotText, Some(0), None),
            (MessageCode::DefaultMalformed, Some(1), Some("a b".into())),
        ]
    );
    assert_eq!(
        places(&selection.infos),
        [(
            MessageCode::DefaultNotDetected,
            Some(3),
            Some("codex".into())
        )]
    );
    assert_eq!(
        places(&selection.warnings),
        [(MessageCode::DefaultUnknown, Some(4), Some("grok".into()))]
    );
    // Once instances are configured, an unknown name is probably a slip.
    let input = r#"{"detected": ["gemini"], "configuredDefaultReviewers": ["gemini", "fats"], "reviewerInstances": {"fast": {"cli": "codex"}}}"#;
    assert_eq!(codes(&chosen(input).errors), [MessageCode::DefaultUnknown]);
    // A number alone is an error already, and nothing more is said.
    let input = r#"{"configuredDefaultReviewers": [5]}"#;
    assert_eq!(codes(&chosen(input).errors), [MessageCode::DefaultNotText]);
}

#[test]
fn l_115_a_broken_configuration_is_told_under_every_source() {
    let broken =
        r#""configuredDefaultReviewers": ["a b"], "reviewerInstances": {"Bad": {"cli": "codex"}}"#;
    for source in [
        r#""explicitFlags": ["codex"], "#,
        r#""allFlag": true, "#,
        "",
    ] {
        let input = format!(r#"{{"detected": ["codex"], {source}{broken}}}"#);
        assert_eq!(
            codes(&chosen(&input).errors),
            [MessageCode::InstanceName, MessageCode::DefaultMalformed],
            "{input}"
        );
    }
}

#[test]
fn l_114_one_error_for_each_bad_instance() {
    let cases = [
        (r#""Up": {"cli": "codex"}"#, MessageCode::InstanceName),
        (r#""a_b": {"cli": "codex"}"#, MessageCode::InstanceName),
        (
            r#""__proto__": {"cli": "codex"}"#,
            MessageCode::InstanceName,
        ),
        (
            r#""codex": {"cli": "codex"}"#,
            MessageCode::InstanceShadowsLane,
        ),
        (r#""a": null"#, MessageCode::InstanceNotAnObject),
        (
            r#""a": [{"cli": "codex"}]"#,
            MessageCode::InstanceNotAnObject,
        ),
        (r#""a": {}"#, MessageCode::InstanceCli),
        (r#""a": {"cli": "Codex"}"#, MessageCode::InstanceCli),
        (
            r#""a": {"cli": "codex", "model": 5, "agent": 5}"#,
            MessageCode::InstanceModel,
        ),
        (
            r#""a": {"cli": "codex", "agent": false}"#,
            MessageCode::InstanceAgent,
        ),
    ];
    for (instance, code) in cases {
        let input = format!(r#"{{"reviewerInstances": {{{instance}}}}}"#);
        assert_eq!(codes(&chosen(&input).errors), [code], "{input}");
    }
    for whole in ["[]", "5", "\"x\"", "false"] {
        let input = format!(r#"{{"reviewerInstances": {whole}}}"#);
        assert_eq!(
            codes(&chosen(&input).errors),
            [MessageCode::InstancesNotAnObject]
        );
    }
}

#[test]
fn b_5_no_instance_overwrites_the_inputs_of_a_run() {
    for name in [
        "prompt",
        "project",
        "context",
        "instructions",
        "roadmap",
        "research",
        "requirements",
        "prompt-x",
        "plan-1",
    ] {
        let input = format!(
            r#"{{"detected": ["codex"], "configuredDefaultReviewers": ["codex"], "reviewerInstances": {{"{name}": {{"cli": "codex"}}}}}}"#
        );
        assert_eq!(
            codes(&chosen(&input).errors),
            [MessageCode::InstanceReservedStem],
            "{name}"
        );
    }
    for name in ["prompts", "plan", "planner", "contexts"] {
        let input = format!(
            r#"{{"detected": ["codex"], "configuredDefaultReviewers": ["{name}"], "reviewerInstances": {{"{name}": {{"cli": "codex"}}}}}}"#
        );
        assert_eq!(chosen(&input).selected, [name]);
    }
}

#[test]
fn b_16_the_roster_is_that_of_the_merged_registry() {
    let input = r#"{"detected": ["acme", "codex"], "knownSlugs": ["acme", "codex"],
        "configuredDefaultReviewers": ["acme", "deep"], "reviewerInstances": {"deep": {"cli": "acme"}}}"#;
    let selection = chosen(input);
    assert_eq!(selection.selected, ["acme", "deep"]);
    assert!(selection.errors.is_empty() && selection.warnings.is_empty());
    // Without it, the lanes that come along.
    let input = r#"{"detected": ["acme"], "configuredDefaultReviewers": ["acme"]}"#;
    assert_eq!(
        codes(&chosen(input).warnings),
        [MessageCode::DefaultUnknown]
    );
    // An instance may not be called like an overlay either.
    let input = r#"{"knownSlugs": ["acme"], "reviewerInstances": {"acme": {"cli": "acme"}}}"#;
    assert_eq!(
        codes(&chosen(input).errors),
        [MessageCode::InstanceShadowsLane]
    );
}

#[test]
fn b_16_what_objects_inherit_is_no_instance() {
    for name in ["constructor", "toString", "hasOwnProperty", "valueOf"] {
        let input = format!(
            r#"{{"detected": ["codex"], "configuredDefaultReviewers": ["{name}"], "reviewerInstances": {{}}}}"#
        );
        let selection = chosen(&input);
        assert!(
            selection.selected.is_empty() && selection.infos.is_empty(),
            "{name}"
        );
        assert_eq!(codes(&selection.warnings), [MessageCode::DefaultUnknown]);
    }
}

#[test]
fn l_116_instances_are_reached_through_the_configuration_only() {
    let instances = r#""reviewerInstances": {"deep": {"cli": "codex"}}"#;
    for way in [
        r#""explicitFlags": ["deep"]"#,
        r#""allFlag": true"#,
        r#""allFlag": false"#,
    ] {
        let input = format!(r#"{{"detected": ["codex", "deep"], {way}, {instances}}}"#);
        let selection = chosen(&input);
        assert!(
            selection
                .resolved_instances
                .iter()
                .all(|it| !it.is_instance()),
            "{input}"
        );
    }
}

#[test]
fn l_117_agreement_of_one_lane_with_itself_is_told() {
    let with = |defaults: &str| {
        let input = format!(
            r#"{{"detected": ["codex", "qwen"], "configuredDefaultReviewers": {defaults},
            "reviewerInstances": {{"a": {{"cli": "codex", "model": ""}}, "b": {{"cli": "codex"}}, "c": {{"cli": "qwen"}}}}}}"#
        );
        chosen(&input).shared_adapter_caveat
    };
    assert!(with(r#"["a", "b"]"#));
    assert!(with(r#"["a", "c", "b"]"#));
    assert!(!with(r#"["a", "c"]"#));
    // The lane itself is no instance.
    assert!(!with(r#"["a", "codex"]"#));
}

#[test]
fn b_17_sections_stand_in_the_order_of_the_descriptors() {
    let input = r#"{"detected": ["acme", "gemini", "codex", "zeta", "kimi-code"], "knownSlugs": ["gemini", "codex", "kimi-code", "acme", "zeta"],
        "configuredDefaultReviewers": ["acme", "codex", "gemini", "zeta", "kimi-code", "b", "a"],
        "reviewerInstances": {"b": {"cli": "codex"}, "a": {"cli": "codex"}}}"#;
    let selection = chosen(input);
    let order = |lanes: Option<&[String]>| -> Vec<&str> {
        let places = review_order(&selection.resolved_instances, lanes);
        places
            .into_iter()
            .map(|place| &*selection.resolved_instances[place].identity)
            .collect()
    };
    assert_eq!(
        order(None),
        ["gemini", "codex", "a", "b", "kimi-code", "acme", "zeta"]
    );
    let lanes = ["gemini", "codex", "kimi-code", "zeta", "acme"].map(String::from);
    assert_eq!(
        order(Some(&lanes)),
        ["gemini", "codex", "a", "b", "kimi-code", "zeta", "acme"]
    );
}

#[test]
fn messages_are_safe_to_print() {
    let input = "{\"detected\": [], \"explicitFlags\": [\"a\\u202eb\\u001b[2J\", \"\\ud800\"], \"reviewerInstances\": {\"\\r\\n\": 1}}";
    for message in chosen(input).errors {
        assert!(
            message
                .message
                .chars()
                .all(|it| !it.is_control() && it != '\u{202e}'),
            "{message:?}"
        );
    }
}

/// Many names are sorted, not compared with each other.
#[test]
fn time_does_not_explode() {
    let names: Vec<String> = (0..20_000).map(|it| format!("\"n{it}\"")).collect();
    let list = names.join(",");
    let specs: Vec<String> = names
        .iter()
        .map(|it| format!("{it}:{{\"cli\":\"codex\"}}"))
        .collect();
    let input = format!(
        r#"{{"detected": ["codex",{list}], "configuredDefaultReviewers": [{list}], "reviewerInstances": {{{}}}}}"#,
        specs.join(",")
    );
    let start = Instant::now();
    let selection = chosen(&input);
    assert_eq!(selection.selected.len(), 20_000);
    assert!(selection.shared_adapter_caveat);
    assert!(start.elapsed() < Duration::from_secs(20));
}

fn names() -> impl Strategy<Value = Vec<String>> {
    let name = prop_oneof![
        prop::sample::select(FIRST_PARTY.to_vec()).prop_map(String::from),
        "[A-Ca-c-]{0,3}",
        Just(String::from("😀")),
        Just(String::from("～")),
    ];
    prop::collection::vec(name, 0..6)
}

fn json(value: impl serde::Serialize) -> String {
    serde_json::to_string(&value).unwrap()
}

proptest! {
    #[test]
    fn what_is_selected_is_sorted_there_and_once(
        detected in names(), explicit in names(), all in any::<bool>(), defaults in prop::option::of(names()),
        instances in prop::collection::btree_map("[a-c]{1,2}", prop::sample::select(FIRST_PARTY.to_vec()), 0..4),
    ) {
        let specs: Vec<String> = instances.iter().map(|(name, cli)| format!(r#"{}:{{"cli":"{cli}"}}"#, json(name))).collect();
        let input = format!(
            r#"{{"detected":{},"explicitFlags":{},"allFlag":{all},"configuredDefaultReviewers":{},"reviewerInstances":{{{}}}}}"#,
            json(&detected), json(&explicit), json(&defaults), specs.join(",")
        );
        let selection = chosen(&input);
        let sorted = selection.selected.is_sorted_by(|a, b| compare_utf16(a.as_bytes(), b.as_bytes()).is_lt());
        prop_assert!(sorted, "{:?}", selection.selected);
        let detected: Vec<String> = detected.iter().map(|it| it.to_lowercase()).collect();
        for Resolved { identity, cli, .. } in &selection.resolved_instances {
            prop_assert!(detected.contains(cli), "{}", input);
            prop_assert!(detected.contains(identity) || instances.get(identity) == Some(&&**cli));
        }
        let identities: Vec<&String> = selection.resolved_instances.iter().map(|it| &it.identity).collect();
        prop_assert_eq!(identities, selection.selected.iter().collect::<Vec<_>>());
        // Nothing selected without a reason that is told, unless there is nothing.
        prop_assert!(!selection.selected.is_empty() || !selection.errors.is_empty() || detected.is_empty());
        // Asking again gives the same, whatever the order of what is there.
        let mut places = review_order(&selection.resolved_instances, None);
        places.sort_unstable();
        prop_assert_eq!(places, (0..selection.selected.len()).collect::<Vec<_>>());
    }
}

#[test]
fn l_111_the_flag_counts_as_javascript_counts() {
    for (flag, source) in [
        ("true", Source::AllFlag),
        ("1", Source::AllFlag),
        (r#""x""#, Source::AllFlag),
        ("{}", Source::AllFlag),
        ("[]", Source::AllFlag),
        ("false", Source::NoConfigAllDetected),
        ("null", Source::NoConfigAllDetected),
        ("0", Source::NoConfigAllDetected),
        ("-0", Source::NoConfigAllDetected),
        (r#""""#, Source::NoConfigAllDetected),
    ] {
        let input = format!(r#"{{"detected":["codex"],"allFlag":{flag}}}"#);
        assert_eq!(chosen(&input).source, source, "{flag}");
    }
}

#[test]
fn l_130_an_agent_does_not_review_itself() {
    let own = |named: Option<&str>, set: &[(&str, &str)]| {
        own_slug(named, &|name| {
            let found = set.iter().find(|(it, _)| *it == name);
            found.map(|(_, value)| String::from(*value))
        })
    };
    let some = |slug: &str| Some(String::from(slug));
    let (cursor, claude) = (
        ("CURSOR_SESSION_ID", "7"),
        ("CLAUDE_CODE_ENTRYPOINT", "cli"),
    );
    assert_eq!(
        own(Some("codex"), &[("ANTIGRAVITY_AGENT", "1"), cursor, claude]),
        None
    );
    assert_eq!(
        own(Some("codex"), &[("ANTIGRAVITY_AGENT", "0"), claude]),
        some("claude")
    );
    assert_eq!(own(Some("codex"), &[claude, cursor]), some("cursor"));
    assert_eq!(own(Some("codex"), &[]), some("codex"));
    assert_eq!(own(None, &[]), None);
}
