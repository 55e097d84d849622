//! Properties of every plan, whatever the lane and the configuration are.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::panic, clippy::indexing_slicing, clippy::unwrap_used)] // a test says what is wrong

mod cases;
mod lane_support;

use cases::cases;
use gsd_lanes::diagnostic::Profile;
use gsd_lanes::json::{Document, Limits};
use gsd_lanes::lane::budget::lane_budget;
use gsd_lanes::lane::config::deep_merge;
use gsd_lanes::lane::effort::lane_effort;
use gsd_lanes::lane::egress::{check_egress, destination, normalize_host};
use gsd_lanes::lane::plan::{Instance, Platform, Request, asked_keys, resolve};
use gsd_lanes::lane::template::file_reference;
use gsd_lanes::rules;
use gsd_lanes::vocabulary::lane::PLAN_WARNINGS;
use gsd_lanes::vocabulary::reviewer::{PLACEHOLDERS, PROMPT_CHANNELS};
use lane_support::{Ask, Json, flat, http, owned, spawn};
use proptest::prelude::*;
use serde_json::json;

fn argument() -> impl Strategy<Value = Json> {
    prop_oneof![
        4 => prop::sample::select(PLACEHOLDERS).prop_map(|token| json!(token)),
        4 => ".{0,8}".prop_map(|text| json!(text)),
        1 => prop::sample::select(PLACEHOLDERS).prop_map(|token| json!(format!("x{token}"))),
        1 => Just(json!(null)),
        1 => any::<i32>().prop_map(|number| json!(number)),
        1 => Just(json!(["{{model}}"])),
    ]
}

fn host_like() -> impl Strategy<Value = String> {
    prop_oneof![
        "(http|https|HTTP|ftp|unix|x)?(:|://|:/|//|:\\\\)?(h|a\\.b|127\\.0\\.0\\.1|\\[::1\\]|ü|evil\\.example)?(@h|:80|:443|:0080|:x|:65536)?(/|/v1|/v1/|//|/a b|\\?q|#f|/\\.\\./x|\\\\)?",
        "[ -~]{0,20}",
        "\\PC{0,12}",
    ]
}

fn any_json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(|it| json!(it)),
        any::<f64>().prop_map(|it| json!(it)),
        prop::sample::select(
            &[
                "",
                "spawn",
                "openai-http",
                "stdin",
                "argv",
                "argv-file-ref",
                "file-arg",
                "x",
                "a/b",
                "http://h",
                "/v1/x"
            ][..]
        )
        .prop_map(|it| json!(it)),
        "\\PC{0,6}".prop_map(|it| json!(it)),
    ];
    let name = prop::sample::select(
        &[
            "slug",
            "flags",
            "transport",
            "probe",
            "invoke",
            "binary",
            "args",
            "promptChannel",
            "outputChannel",
            "outputArg",
            "modelArg",
            "effortChannel",
            "env",
            "hostConfigKey",
            "defaultHost",
            "path",
            "modelDiscovery",
            "fallbackModel",
            "timeoutFloorMs",
            "handler",
            "modelConfigKey",
            "timeoutConfigKey",
            "effortConfigKey",
            "defaultEffort",
            "promptBudgetKey",
            "requiresBinaries",
            "reviewsSection",
            "__proto__",
        ][..],
    );
    leaf.prop_recursive(3, 40, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
            prop::collection::vec((name.clone(), inner), 0..8).prop_map(|members| Json::Object(
                members
                    .into_iter()
                    .map(|(name, value)| (name.to_string(), value))
                    .collect()
            )),
        ]
    })
}

fn origin(text: &str) -> Option<(String, String, Option<u16>)> {
    let url = url::Url::parse(text).ok()?;
    let host = url.host_str().unwrap_or_default().to_lowercase();
    (!host.is_empty()).then(|| (url.scheme().to_string(), host, url.port()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(200), failure_persistence: None, ..ProptestConfig::default() })]

    /// The arguments are what the manifest declares, element by element, and nothing else.
    #[test]
    fn arguments_neither_gain_nor_lose(
        args in prop::collection::vec(argument(), 0..8),
        channel in prop::sample::select(PROMPT_CHANNELS),
        model in prop::option::of("[a-z{}]{1,9}"),
        effort in prop::collection::vec("[a-z{}]{0,9}", 0..3),
        to_file: bool, takes_effort: bool,
    ) {
        let lane = spawn(json!({
            "invoke.args": args, "invoke.promptChannel": channel, "invoke.effortChannel": if takes_effort { "argv" } else { "none" },
            "invoke.outputChannel": if to_file { "file-arg" } else { "stdout" }, "invoke.outputArg": "-o",
        }));
        let effort_args: Vec<&str> = effort.iter().map(|it| &**it).collect();
        let ask = Ask {
            config: model.as_ref().map_or(json!({}), |model| json!({"review.models.acme": model})),
            effort: (&effort_args, None),
            ..Ask::of(&lane)
        };
        let (prompt, review) = ("/run/gsd-review-prompt.md", "/run/gsd-review-acme.md");
        let expected: Vec<String> = args.iter().filter_map(Json::as_str).flat_map(|text| match text {
            "{{model}}" => model.iter().flat_map(|model| ["--model".to_string(), model.clone()]).collect(),
            "{{effort}}" if takes_effort => effort.iter().filter(|it| !it.is_empty()).cloned().collect(),
            "{{output}}" if to_file => owned(&["-o", review]),
            "{{effort}}" | "{{output}}" => vec![],
            "{{prompt}}" => match channel {
                "argv" => owned(&[prompt]),
                "argv-file-ref" => vec![file_reference(prompt, "/repo")],
                _ => vec![],
            },
            "{{nativeTimeout}}" => owned(&["240s"]),
            other => owned(&[other]),
        }).collect();
        prop_assert_eq!(&ask.plan()["argv"], &json!(expected));
    }

    /// Whatever hosts and paths say: every URL of a plan leads to the plan's host.
    #[test]
    fn urls_stay_on_the_planned_host(
        configured in prop::option::of(host_like()), default in prop_oneof![Just("http://h".to_string()), host_like()],
        path in prop_oneof![Just("/v1/chat/completions".to_string()), "(@|\\.|:1@|:|1|x|/|//|\\\\|\\?|#)?[a-z]{0,3}(evil\\.example)?(/v1)?"], strict: bool,
    ) {
        let lane = http(json!({"invoke.path": path, "invoke.defaultHost": default}));
        let ask = Ask {
            config: configured.map_or(json!({}), |host| json!({"review.box_host": host})),
            profile: if strict { Profile::Strict } else { Profile::Peer },
            ..Ask::of(&lane)
        };
        let plan = ask.with(|plan| plan.map(|plan| serde_json::to_value(&plan).unwrap()));
        if let Ok(plan) = plan {
            let host = plan["host"].as_str().unwrap();
            for url in [plan["url"].as_str(), plan["modelsUrl"].as_str()].into_iter().flatten() {
                prop_assert_eq!(origin(url), origin(host), "{} on {}", url, host);
                if strict {
                    let url = url::Url::parse(url).unwrap();
                    prop_assert!(["http", "https"].contains(&url.scheme()));
                    prop_assert_eq!((url.username(), url.password()), ("", None));
                    prop_assert!(!url.as_str().contains("/v1/v1"));
                }
            }
        }
    }

    /// No name reaches a path but as one plain component.
    #[test]
    fn names_reach_paths_as_one_component(slug in "\\PC{0,10}|[a-z0-9_-]{1,8}|(\\.\\./)?[a-z]{1,4}", name in prop::option::of("\\PC{0,10}|[./\\\\a-z]{0,9}"), run_dir in "/[a-z/]{0,9}") {
        let lane = spawn(json!({"slug": slug}));
        for profile in [Profile::Strict, Profile::Peer] {
            let ask = Ask {
                run_dir: &run_dir,
                instance: Instance { name: name.as_deref(), ..Instance::default() },
                profile,
                ..Ask::of(&lane)
            };
            let plan = ask.with(|plan| plan.map(|plan| (plan.review_path, plan.err_path, plan.prompt_path)));
            let Ok((review, err, prompt)) = plan else { continue };
            let base = run_dir.trim_end_matches('/');
            for (path, end) in [(&review, ".md"), (&err, ".err")] {
                let stem = path.strip_prefix(base).and_then(|it| it.strip_prefix("/gsd-review-")).and_then(|it| it.strip_suffix(end));
                let stem = stem.unwrap_or_else(|| panic!("{path}"));
                prop_assert!(!stem.is_empty() && stem.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte)), "{}", path);
                prop_assert_ne!(path, &prompt);
            }
        }
    }

    /// Normalising again changes nothing where the result names a host.
    #[test]
    fn normalising_is_done_once(raw in host_like()) {
        let once = normalize_host(&raw);
        if origin(&once).is_some() {
            prop_assert_eq!(normalize_host(&once), once.clone());
            prop_assert!(!once.ends_with('/') && !once.contains(['?', '#']), "{}", once);
        }
        prop_assert!(check_egress(Some(&raw), &raw) || once.is_empty());
        prop_assert_eq!(normalize_host(&format!(" {raw}\u{feff}")), once);
    }

    /// What the strict profile makes of a host, it makes of the result again (Y-21): binding and resolving agree.
    #[test]
    fn strict_hosts_are_fixed_points(raw in host_like()) {
        if let Ok(found) = destination(Some(&raw), "", "/v2/x", Profile::Strict)
            && !found.host.is_empty()
        {
            let again = destination(Some(&found.host), "", "/v2/x", Profile::Strict).unwrap();
            prop_assert_eq!(&again.host, &found.host);
            prop_assert!(again.warnings.iter().all(|warning| warning.code == "plaintext-egress"));
            prop_assert!(check_egress(Some(&found.host), &again.host));
        }
    }

    /// Any JSON is answered, with a closed set of warnings, and strictly only what the peer answers too.
    #[test]
    fn any_json_is_answered(lane in any_json(), config in any_json()) {
        let ask = |profile| Ask { config: config.clone(), profile, ..Ask::of(&lane) };
        let strict = ask(Profile::Strict).with(|plan| plan.map(|plan| plan.warnings));
        let peer = ask(Profile::Peer).with(|plan| plan.map(|plan| plan.warnings));
        for warnings in [&strict, &peer].into_iter().flatten() {
            prop_assert!(warnings.iter().all(|warning| PLAN_WARNINGS.contains(&warning.code)));
        }
        if let Err(refusal) = &peer {
            prop_assert!(strict.is_err(), "{:?}", refusal);
        }
        let text = lane.to_string();
        let document = Document::parse(&text, Limits::MANIFEST).unwrap();
        let keys = asked_keys(document.root());
        let lookup = |key: &str| flat(&config, key);
        let listening = |key: &str| {
            assert!(keys.iter().any(|known| known == key), "{key} is asked for and not among {keys:?}");
            flat(&config, key)
        };
        let _ = resolve(&Request {
            lane: document.root(), config: &listening, run_dir: "/run", repo_root: "/repo", effort_args: &[], effort_value: None,
            instance: Instance::default(), profile: Profile::Peer, platform: Platform::Windows,
        });
        let _ = lane_budget(document.root(), &lookup);
        let _ = lane_effort(document.root(), &lookup);
    }

    /// A merged configuration reads like the upper one, and where that says nothing like the lower one.
    #[test]
    fn merged_configurations_read_like_both(base in any_json(), over in any_json()) {
        fn merged(base: &Json, over: &Json) -> Json {
            match (base, over) {
                (Json::Object(base), Json::Object(over)) => {
                    let mut all = base.clone();
                    for (name, value) in over {
                        let value = base.get(name).map_or_else(|| value.clone(), |below| merged(below, value));
                        all.insert(name.clone(), value);
                    }
                    Json::Object(all)
                }
                _ => over.clone(),
            }
        }
        let (below, above) = (base.to_string(), over.to_string());
        let parse = |text| Document::parse(text, Limits::MANIFEST);
        let (below, above) = (parse(&below).unwrap(), parse(&above).unwrap());
        let actual = serde_json::to_value(deep_merge(below.root(), above.root()).root()).unwrap();
        let expected = merged(&serde_json::to_value(below.root()).unwrap(), &serde_json::to_value(above.root()).unwrap());
        prop_assert_eq!(actual, expected);
    }
}

proptest! {
    // Each case reads the twelve manifests many times.
    #![proptest_config(ProptestConfig { cases: cases(40), failure_persistence: None, ..ProptestConfig::default() })]

    /// Every rule takes any input.
    #[test]
    fn every_rule_takes_anything(value in any_json(), other in any_json()) {
        let members = [
            "lane", "manifest", "text", "config", "runDir", "repoRoot", "effortArgs", "effortValue", "instance", "profile", "platform", "slug", "as",
            "value", "host", "consentedHost", "currentHost", "selected", "instances", "argv", "capabilities", "file", "defaults", "key", "command",
            "args", "env", "name", "promptPath",
        ];
        let input: serde_json::Map<String, Json> = members.iter().enumerate()
            .map(|(place, name)| ((*name).to_string(), if place % 2 == 0 { value.clone() } else { other.clone() }))
            .collect();
        for input in [json!(input), value, other] {
            let text = input.to_string();
            let document = Document::parse(&text, rules::LIMITS).unwrap();
            for name in [
                "artifactPaths", "checkEgress", "configString", "explicitFromArgv", "fileReference", "firstPartyLane", "instanceFiles", "laneBudget",
                "laneEffort", "laneFlags", "laneKeys", "laneOrder", "laneSections", "normalizeHost", "planSummary", "resolveLane", "resolvedConfig",
                "windowsCandidates", "windowsCommandLine",
            ] {
                let answer = rules::named(name).unwrap()(document.root());
                prop_assert!(serde_json::from_str::<Json>(&answer).is_ok(), "{}: {}", name, answer);
            }
        }
    }
}
