//! Planning lanes: what 40-beyond and "Beyond the peer" ask of a plan, each rule by its name. Vectors cover the peer's
//! rules.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::panic, clippy::indexing_slicing, clippy::unwrap_used)] // a test says what is wrong

mod lane_support;

use gsd_lanes::diagnostic::Profile;
use gsd_lanes::json::{Document, Limits};
use gsd_lanes::lane::egress::{check_egress, destination, url_on};
use gsd_lanes::lane::instance::stem;
use gsd_lanes::lane::plan::{
    Artifacts, Instance, Platform, Reason, Transport, is_too_long, whole_ms,
};
use gsd_lanes::lane::template::file_reference;
use gsd_lanes::rules;
use gsd_lanes::vocabulary::lane::EFFORT_SPELLINGS;
use gsd_lanes::vocabulary::reviewer::{EFFORT_SLUGS, HANDLERS, PROMPT_CHANNELS};
use lane_support::{Ask, Json, http, spawn};
use serde_json::json;

fn malformed(code: &str) -> (Reason, String) {
    (Reason::MalformedLane, code.to_string())
}

// --- what is refused --------------------------------------------------------------------------------------------

#[test]
fn y_1_hazards_are_refused_when_a_plan_is_resolved() {
    let cases = [
        (
            "path-not-absolute",
            http(json!({"invoke.path": "@evil.example/x"})),
        ),
        (
            "path-not-absolute",
            http(json!({"invoke.path": "//evil.example"})),
        ),
        (
            "path-not-absolute",
            http(json!({"probe.path": ".evil.example"})),
        ),
        ("path-not-absolute", http(json!({"invoke.path": "/a\\b"}))),
        (
            "path-not-absolute",
            http(json!({"invoke.path": "/a\u{85}b"})),
        ),
        (
            "probe-host-differs",
            http(json!({"probe.hostConfigKey": "review.other_host"})),
        ),
        (
            "binary-relative",
            spawn(json!({"invoke.binary": "./bin/acme"})),
        ),
        (
            "binary-relative",
            spawn(json!({"invoke.binary": "bin\\acme"})),
        ),
        (
            "binary-relative",
            spawn(json!({"probe.binary": "bin/acme"})),
        ),
        ("section-unsafe", spawn(json!({"reviewsSection": "# Acme"}))),
        ("section-unsafe", spawn(json!({"reviewsSection": "Acme\n"}))),
        (
            "default-host-unsafe",
            http(json!({"invoke.defaultHost": "localhost:9000"})),
        ),
        (
            "default-host-unsafe",
            http(json!({"invoke.defaultHost": "http://127.0.0.1:x@evil.example"})),
        ),
        (
            "default-host-unsafe",
            http(json!({"invoke.defaultHost": "ftp://127.0.0.1"})),
        ),
        (
            "unsafe-text",
            spawn(json!({"invoke.binary": "ac\u{202e}me"})),
        ),
        (
            "unsafe-text",
            spawn(json!({"modelConfigKey": "review.models.a\u{200b}"})),
        ),
        ("unsafe-text", spawn(json!({"flags": ["--a\u{7}"]}))),
        ("device-slug", spawn(json!({"slug": "con"}))),
        ("device-slug", spawn(json!({"slug": "lpt9"}))),
        ("reserved-stem", spawn(json!({"slug": "prompt"}))),
        ("reserved-stem", spawn(json!({"slug": "plan-x"}))),
    ];
    for (code, lane) in cases {
        assert_eq!(Ask::of(&lane).refusal(), malformed(code), "{lane}");
    }
    // Absolute programs are on the disk, not in the repository.
    for binary in [
        "/usr/bin/acme",
        "C:\\x\\acme.exe",
        "\\\\server\\acme",
        "acme",
    ] {
        Ask::of(&spawn(json!({"invoke.binary": binary}))).plan();
    }
}

#[test]
fn y_1_what_only_the_text_shows_is_refused_too() {
    let plain = spawn(json!({})).to_string();
    let cases = [
        ("number-overflow", plain.replace("300000", "1e999")),
        (
            "duplicate-key",
            plain.replace(
                r#""binary":"acme","args""#,
                r#""binary":"x","binary":"acme","args""#,
            ),
        ),
        (
            "duplicate-key",
            plain.replace(r#""slug""#, r#""slug":"other","sl\u0075g""#),
        ),
    ];
    for (code, lane) in cases {
        assert_ne!(lane, plain);
        let ask = Ask {
            lane,
            ..Ask::default()
        };
        assert_eq!(ask.refusal(), malformed(code));
        ask.peer().plan();
    }
}

#[test]
fn y_4_a_plan_comes_from_the_bytes_that_were_signed() {
    let lane = spawn(json!({}));
    let other = spawn(json!({"invoke.binary": "other"}));
    let text = format!(r#"{{"id":"acme","reviewer":{other},"reviewer":{lane}}}"#);
    let ask = |text: &str| -> Json {
        let input =
            json!({"text": text, "runDir": "/run", "repoRoot": "/repo", "scope": "project"});
        let input = input.to_string();
        let document = Document::parse(&input, Limits::MANIFEST).unwrap();
        let answer = rules::named("resolveLane").unwrap()(document.root());
        serde_json::from_str(&answer).unwrap()
    };
    let refused = ask(&text);
    assert_eq!(refused["detail"], "duplicate-key");
    assert_eq!(refused["reason"], "malformed_lane");

    let text = format!(r#"{{"id":"acme","reviewer":{lane}}}"#);
    let answer = ask(&text);
    let document = Document::parse(&text, Limits::MANIFEST).unwrap();
    let signature = gsd_lanes::trust::signature(document.root());
    assert_eq!(answer["plan"]["binary"], "acme");
    assert_eq!(
        answer["origin"],
        json!({"id": "acme", "scope": "project", "digest": gsd_lanes::trust::digest(&signature)})
    );
    assert!(answer["plan"].get("origin").is_none());
    for (text, code) in [("{", "invalid-json"), (&"[".repeat(200), "too-deep")] {
        assert_eq!(ask(text)["detail"], code);
        assert!(ask(text).get("origin").is_none());
    }
}

#[test]
fn y_2_the_peer_resolves_what_it_resolves() {
    for lane in [
        spawn(json!({"invoke.binary": "./bin/acme"})),
        spawn(json!({"slug": "prompt"})),
        http(json!({"invoke.defaultHost": "localhost:9000"})),
        http(json!({"invoke.defaultHost": "http://u:p@h:1/?q"})),
        http(json!({"probe.hostConfigKey": "review.other_host"})),
    ] {
        Ask::of(&lane).refusal();
        Ask::of(&lane).peer().plan();
    }
}

#[test]
fn b_1_no_url_leaves_the_planned_host() {
    for path in [
        "@evil.example/x",
        ".evil.example",
        ":80@evil.example",
        "x",
        "5/",
    ] {
        let lane = http(json!({"invoke.path": path}));
        assert_eq!(
            Ask::of(&lane).peer().refusal(),
            malformed("path-not-absolute"),
            "{path}"
        );
    }
    // Even a path that begins with a slash, behind a host that ends before its name.
    let lane = http(json!({"invoke.defaultHost": "http:"}));
    assert_eq!(
        Ask::of(&lane).peer().refusal(),
        malformed("path-not-absolute")
    );
    Ask::of(&http(json!({}))).with(|plan| {
        let Transport::Http(http) = plan.unwrap().transport else {
            panic!("no HTTP plan")
        };
        assert_eq!(
            http.url_of("/v1/models").as_deref(),
            Some("http://127.0.0.1:9000/v1/models")
        );
        assert_eq!(http.url_of("@evil.example"), None);
        assert_eq!(http.url_of("1"), None);
    });
    assert_eq!(url_on("http://h", "//x").as_deref(), Some("http://h//x"));
}

#[test]
fn b_5_no_file_of_a_run_can_be_overwritten() {
    for name in [
        "prompt",
        "Prompt",
        "PROJECT",
        "context",
        "instructions",
        "roadmap",
        "research",
        "requirements",
        "prompt-codex",
        "Plan-1",
        "",
    ] {
        assert_eq!(stem(name), None, "{name}");
        for profile in [Profile::Strict, Profile::Peer] {
            let ask = Ask {
                instance: Instance {
                    name: Some(name),
                    ..Instance::default()
                },
                profile,
                ..Ask::default()
            };
            assert_eq!(ask.refusal(), malformed("reserved-stem"));
        }
    }
    for (name, expected) in [
        ("prompts", "prompts"),
        ("../x", "..-x"),
        ("a b/c", "a-b-c"),
        ("x😀é", "x---"),
        ("plan", "plan"),
    ] {
        assert_eq!(stem(name).as_deref(), Some(expected));
    }
}

#[test]
fn b_21_there_must_be_a_run_directory() {
    for profile in [Profile::Strict, Profile::Peer] {
        let ask = Ask {
            run_dir: "",
            profile,
            ..Ask::default()
        };
        assert_eq!(ask.refusal().0, Reason::MalformedLane);
    }
    let root = Ask {
        run_dir: "/",
        ..Ask::default()
    };
    assert_eq!(root.plan()["promptPath"], "/gsd-review-prompt.md");
}

#[test]
fn l_30_the_first_condition_decides() {
    let cases = [
        (json!([]), Reason::MalformedLane),
        (
            spawn(json!({"slug": "", "handler": "x", "transport": "y"})),
            Reason::MalformedLane,
        ),
        (
            spawn(json!({"handler": "x", "transport": "y"})),
            Reason::UnknownHandler,
        ),
        (
            spawn(json!({"transport": "y", "invoke.binary": "./x"})),
            Reason::UnknownTransport,
        ),
        (spawn(json!({"invoke": null})), Reason::MalformedLane),
    ];
    for (lane, reason) in cases {
        assert_eq!(Ask::of(&lane).refusal().0, reason, "{lane}");
    }
}

// --- hosts ------------------------------------------------------------------------------------------------------

#[test]
fn y_21_spellings_of_one_host_meet() {
    let path = "/v1/chat/completions";
    let host = |raw: &str| destination(Some(raw), "", path, Profile::Strict);
    for raw in [
        "localhost:11434",
        "localhost:11434/",
        "http://localhost:11434/",
        "http://localhost:11434/v1",
        "http://localhost:11434/v1/",
        "HTTP://LOCALHOST:11434",
        "  http://localhost:11434\t",
        "//localhost:11434",
        "localhost:11434/v1//",
    ] {
        let found = host(raw).unwrap();
        assert_eq!(found.host, "http://localhost:11434", "{raw}");
        let codes: Vec<&str> = found.warnings.iter().map(|warning| warning.code).collect();
        let schemeless = !raw.to_lowercase().contains("http");
        assert_eq!(codes.contains(&"scheme-assumed"), schemeless, "{raw}");
        assert_eq!(
            codes.contains(&"version-dropped"),
            raw.contains("v1"),
            "{raw}"
        );
        // Binding and resolving read it alike: what was bound is what is read again.
        assert_eq!(host(&found.host).unwrap().host, found.host);
        assert!(check_egress(Some(&found.host), &host(raw).unwrap().host));
    }
    // Only one, only at the end, only if the path has it, and never the name of the host itself.
    assert_eq!(host("http://h/v1/v1").unwrap().host, "http://h/v1");
    assert_eq!(host("http://h/v1/x").unwrap().host, "http://h/v1/x");
    assert_eq!(host("http://v1").unwrap().host, "http://v1");
    assert_eq!(host("http://h/api/v1").unwrap().host, "http://h/api");
    let other = destination(
        Some("http://h/v1"),
        "",
        "/chat/completions",
        Profile::Strict,
    )
    .unwrap();
    assert_eq!(other.host, "http://h/v1");
    // The models are asked for without naming the version twice (F-26).
    let ask = Ask {
        config: json!({"review.box_host": "http://h/v1"}),
        ..Ask::of(&http(json!({"invoke.path": "/chat/completions"})))
    };
    assert_eq!(ask.plan()["url"], "http://h/v1/chat/completions");
    assert_eq!(ask.plan()["modelsUrl"], "http://h/v1/models");
    // The peer takes them as they are.
    assert_eq!(
        destination(Some("localhost:1"), "", path, Profile::Peer)
            .unwrap()
            .host,
        "localhost:1"
    );
}

#[test]
fn f_38_a_configured_host_that_is_no_plain_address_is_refused() {
    for (raw, names) in [
        ("ftp://x", "x"),
        ("http://127.0.0.1:pw@evil.example", "evil.example"),
        ("user@evil.example", "evil.example"),
        ("http://h\\x", "h"),
        ("http://h/?q", "h"),
        ("http://h/#f", "h"),
        ("http://", ""),
        ("http:h", "h"),
        ("\\\\h", ""),
        ("/h", ""),
        ("///h", ""),
        ("http://a b", ""),
        ("unix://sock", "sock"),
        ("mailto:a@b", "b"),
        ("http://h\u{200b}", ""),
    ] {
        let why = destination(Some(raw), "http://localhost", "/v1/x", Profile::Strict).unwrap_err();
        assert!(why.contains(names), "{raw}: {why}");
        let ask = Ask {
            config: json!({"review.box_host": raw}),
            ..Ask::of(&http(json!({})))
        };
        assert_eq!(ask.refusal().0, Reason::MalformedLane, "{raw}");
    }
    // What only looks like nothing is nothing.
    for raw in ["", "  ", "null", " undefined "] {
        let found = destination(Some(raw), "http://localhost", "/v1/x", Profile::Strict).unwrap();
        assert_eq!(
            (found.host.as_str(), found.configured),
            ("http://localhost", false),
            "{raw}"
        );
    }
}

#[test]
fn b_7_a_host_that_names_nothing_allows_nothing() {
    assert!(!check_egress(Some("///"), "http://h"));
    assert!(!check_egress(Some(" / "), ""));
    assert!(check_egress(Some("  "), "http://h"));
    assert!(check_egress(None, "http://h"));
    // The configuration is read alike for binding and for resolving.
    for raw in ["null", "undefined", " "] {
        let bound = destination(Some(raw), "http://h", "/v1/x", Profile::Peer)
            .unwrap()
            .host;
        let ask = Ask {
            config: json!({"review.box_host": raw}),
            ..Ask::of(&http(json!({"invoke.defaultHost": "http://h"})))
        };
        assert!(check_egress(
            Some(&bound),
            ask.peer().plan()["host"].as_str().unwrap()
        ));
    }
}

#[test]
fn b_8_an_http_lane_probes_its_own_host() {
    let lane = http(json!({"probe.hostConfigKey": "review.evil_host"}));
    assert_eq!(Ask::of(&lane).refusal(), malformed("probe-host-differs"));
}

#[test]
fn y_3_plain_http_to_another_machine_is_worth_a_word() {
    let warnings = |host: &str| {
        let lane = http(json!({}));
        let ask = Ask {
            config: json!({"review.box_host": host}),
            ..Ask::of(&lane)
        };
        [ask.warnings(), ask.peer().warnings()]
    };
    for (host, warns) in [
        ("http://models.example", true),
        ("https://models.example", false),
        ("http://127.0.0.1:1", false),
        ("http://[::1]:1", false),
        ("http://10.0.0.1", true),
        ("http://box.localhost", false),
    ] {
        for codes in warnings(host) {
            assert_eq!(codes.contains(&"plaintext-egress"), warns, "{host}");
        }
    }
    assert_eq!(
        warnings("models.example")[0],
        ["scheme-assumed", "plaintext-egress"]
    );
}

#[test]
fn y_20_a_plan_says_whether_the_configuration_named_its_host() {
    for (config, configured) in [
        (json!({"review.box_host": "http://h"}), true),
        (json!({"review.box_host": "null"}), false),
        (json!({}), false),
    ] {
        let lane = http(json!({}));
        let ask = Ask {
            config,
            ..Ask::of(&lane)
        };
        ask.with(|plan| match plan.unwrap().transport {
            Transport::Http(http) => assert_eq!(http.host_configured, configured),
            Transport::Spawn(_) => panic!("no HTTP plan"),
        });
    }
}

#[test]
fn l_50_values_that_are_no_strings_are_read_as_javascript_reads_them() {
    let answer = |host: Json| {
        let input = json!({"host": host}).to_string();
        let document = Document::parse(&input, Limits::MANIFEST).unwrap();
        rules::named("normalizeHost").unwrap()(document.root())
    };
    for (value, expected) in [
        (json!(5), "5"),
        (json!(1e21), "1e+21"),
        (json!(true), "true"),
        (json!({}), "[object Object]"),
        (json!([1, null, ["a", 2]]), "1,,a,2"),
        (json!([]), ""),
        (json!(null), ""),
    ] {
        assert_eq!(answer(value), json!(expected).to_string());
    }
}

// --- arguments --------------------------------------------------------------------------------------------------

#[test]
fn b_15_only_what_reached_the_arguments_is_recorded() {
    let config = json!({"review.models.acme": "m"});
    let effort: (&[&str], _) = (&["--effort", "high"], Some("high"));
    let lane = |args: Json| spawn(json!({"invoke.args": args}));
    let ask = |args: Json| Ask {
        config: config.clone(),
        effort,
        ..Ask::of(&lane(args))
    };
    let all = ask(json!(["{{model}}", "{{effort}}", "-"]));
    assert_eq!(
        (&all.plan()["model"], &all.plan()["effort"]),
        (&json!("m"), &json!("high"))
    );
    assert!(all.warnings().is_empty());
    let none = ask(json!(["-"]));
    assert_eq!(
        (&none.plan()["model"], &none.plan()["effort"]),
        (&json!(null), &json!(null))
    );
    assert_eq!(none.warnings(), ["model-unreachable", "effort-unreachable"]);
    // A placeholder inside a longer argument is none.
    assert_eq!(ask(json!(["--m={{model}}"])).plan()["model"], json!(null));
    // A lane whose prompt or review goes nowhere says so.
    let lost = spawn(
        json!({"invoke.promptChannel": "argv", "invoke.outputChannel": "file-arg", "invoke.outputArg": "-o"}),
    );
    assert_eq!(
        Ask::of(&lost).warnings(),
        ["prompt-unreachable", "output-unreachable"]
    );
    assert_eq!(
        Ask::of(&lost).peer().warnings(),
        ["prompt-unreachable", "output-unreachable"]
    );
}

#[test]
fn b_22_an_effort_that_cannot_apply_is_worth_a_word() {
    for (lane, warns) in [
        (spawn(json!({})), true),
        (spawn(json!({"invoke.effortChannel": "env"})), true),
        (http(json!({"effortConfigKey": "review.effort.acme"})), true),
        (spawn(json!({"effortConfigKey": null})), false),
    ] {
        for (level, counts) in [("high", true), ("inherit", false), ("hgih", false)] {
            let ask = Ask {
                config: json!({"review.effort.acme": level}),
                ..Ask::of(&lane)
            };
            assert_eq!(
                ask.warnings().contains(&"effort-unreachable"),
                warns && counts,
                "{lane} {level}"
            );
        }
    }
    // What reaches the program is no news.
    let lane = spawn(json!({"slug": "codex"}));
    let ask = Ask {
        config: json!({"review.effort.acme": "high"}),
        effort: (&["-c", "model_reasoning_effort=high"], Some("high")),
        ..Ask::of(&lane)
    };
    assert!(ask.warnings().is_empty());
}

#[test]
fn f_10_a_model_that_cannot_apply_is_worth_a_word() {
    for lane in [
        spawn(json!({"invoke.args": ["-"]})),
        spawn(json!({"invoke.modelArg": null})),
    ] {
        let ask = Ask {
            config: json!({"review.models.acme": "m"}),
            ..Ask::of(&lane)
        };
        assert_eq!(ask.warnings(), ["model-unreachable"]);
        assert!(Ask::of(&lane).warnings().is_empty());
    }
}

#[test]
fn f_07_a_limit_below_the_floor_is_worth_a_word() {
    for (seconds, warns) in [(299.9, true), (300.0, false), (301.0, false), (-1.0, false)] {
        let ask = Ask {
            config: json!({"review.timeouts.acme": seconds}),
            ..Ask::default()
        };
        assert_eq!(
            ask.warnings().contains(&"timeout-below-floor"),
            warns,
            "{seconds}"
        );
    }
}

#[test]
fn f_23_arguments_longer_than_the_system_takes_are_refused_before_the_start() {
    let (just, over) = ("x".repeat(131_071), "x".repeat(131_072));
    let ask = |text: &str, platform| Ask {
        platform,
        ..Ask::of(&spawn(json!({"invoke.args": [text]})))
    };
    ask(&just, Platform::Posix).plan();
    assert_eq!(
        ask(&over, Platform::Posix).refusal().0,
        Reason::ArgumentTooLong
    );
    ask(&over, Platform::Posix).peer().plan();
    assert_eq!(
        ask(&just, Platform::Windows).refusal().0,
        Reason::ArgumentTooLong
    );
    ask(&"x".repeat(32_000), Platform::Windows).plan();
    let many = vec!["ä".repeat(1_000); 33];
    assert!(is_too_long("b", &many, Platform::Windows));
    assert!(!is_too_long("b", &many[..32], Platform::Windows));
    assert!(!is_too_long("b", &many, Platform::Posix));
}

#[test]
fn l_39_the_file_reference_says_what_it_must_on_one_line() {
    for (prompt, root) in [
        ("/run/gsd-review-prompt.md", "/repo"),
        ("C:\\run/gsd-review-prompt.md", "C:\\repo"),
    ] {
        let sentence = file_reference(prompt, root);
        assert!(sentence.contains(prompt) && sentence.contains(root));
        for words in [
            "relative",
            "Markdown",
            "do not create, change or delete any file",
        ] {
            assert!(sentence.contains(words), "{sentence}");
        }
        assert!(!sentence.contains(['\n', '\r']));
    }
    // A path that hangs on the directory is made absolute, and no path breaks the line.
    assert!(file_reference("run/p.md", "/repo/").contains("/repo/run/p.md"));
    assert!(!file_reference("/a\nb", "/c\u{2028}d").contains(['\n', '\u{2028}']));
}

// --- instances --------------------------------------------------------------------------------------------------

#[test]
fn l_153_all_files_of_an_instance_move_together() {
    let lane = spawn(
        json!({"invoke.outputChannel": "file-arg", "invoke.outputArg": "-o", "invoke.args": ["{{output}}", "-"]}),
    );
    let ask = Ask {
        instance: Instance {
            name: Some("cx two"),
            ..Instance::default()
        },
        ..Ask::of(&lane)
    };
    let plan = ask.plan();
    let review = "/run/gsd-review-cx-two.md";
    assert_eq!(plan["argv"], json!(["-o", review, "-"]));
    assert_eq!(plan["reviewPath"], review);
    assert_eq!(
        plan["outputTarget"],
        json!({"kind": "file", "path": review})
    );
    assert_eq!(plan["errPath"], "/run/gsd-review-cx-two.err");
    assert_eq!(plan["promptPath"], "/run/gsd-review-prompt.md");
    assert_eq!(plan["slug"], "acme");
}

#[test]
fn l_154_an_instance_brings_its_model() {
    let config = json!({"review.models.acme": "configured"});
    let ask = |model, lane: &Json| Ask {
        config: config.clone(),
        instance: Instance {
            model: Some(model),
            ..Instance::default()
        },
        ..Ask::of(lane)
    };
    let lane = spawn(json!({}));
    assert_eq!(ask(" m ", &lane).plan()["model"], "m");
    assert_eq!(ask("null", &lane).plan()["model"], json!(null));
    let lane = spawn(json!({"modelConfigKey": null}));
    assert_eq!(ask("m", &lane).plan()["model"], json!(null));
    assert_eq!(ask("m", &lane).warnings(), ["model-unreachable"]);
}

/// A project's configuration puts no options into a reviewer's arguments.
#[test]
fn y_1_a_model_or_an_agent_is_no_option() {
    let opencode = spawn(json!({"slug": "opencode", "invoke.args": ["run", "{{model}}", "-"]}));
    for bad in [
        "-x",
        "--dangerously-skip-permissions",
        " -x",
        "a\nb",
        "a\u{9b}b",
    ] {
        let configured = Ask {
            config: json!({"review.models.acme": bad}),
            ..Ask::of(&opencode)
        };
        let named = Ask {
            instance: Instance {
                model: Some(bad),
                agent: Some(bad),
                ..Instance::default()
            },
            ..Ask::of(&opencode)
        };
        for ask in [&configured, &named] {
            let plan = ask.plan();
            assert_eq!(plan["argv"], json!(["run", "-"]), "{bad:?}");
            assert_eq!(plan["model"], json!(null));
        }
        assert_eq!(configured.warnings(), ["model-refused"]);
        assert_eq!(named.warnings(), ["model-refused", "model-refused"]);
        // The peer takes what it is given.
        assert_eq!(
            configured.peer().plan()["argv"],
            json!(["run", "--model", bad.trim(), "-"])
        );
    }
    let plain = Ask {
        config: json!({"review.models.acme": "vendor/model-1"}),
        ..Ask::of(&opencode)
    };
    assert_eq!(plain.plan()["model"], "vendor/model-1");
    assert!(plain.warnings().is_empty());
}

#[test]
fn l_155_only_opencode_runs_as_an_agent() {
    for (slug, args, expected) in [
        (
            "opencode",
            json!(["run", "x", "run"]),
            json!(["run", "--agent", "a", "x", "run"]),
        ),
        ("opencode", json!(["x"]), json!(["x"])),
        ("acme", json!(["run"]), json!(["run"])),
    ] {
        let lane = spawn(json!({"slug": slug, "invoke.args": args}));
        let ask = Ask {
            instance: Instance {
                agent: Some("a"),
                ..Instance::default()
            },
            ..Ask::of(&lane)
        };
        assert_eq!(ask.plan()["argv"], expected);
    }
}

#[test]
fn b_11_another_prompt_reaches_every_kind_of_lane() {
    let ask = |lane: &Json| {
        let ask = Ask {
            instance: Instance {
                prompt_file: Some("/run/trimmed.md"),
                ..Instance::default()
            },
            ..Ask::of(lane)
        };
        ask.plan()
    };
    let by_reference = ask(&spawn(
        json!({"invoke.promptChannel": "argv-file-ref", "invoke.args": ["{{prompt}}"]}),
    ));
    assert_eq!(
        by_reference["argv"],
        json!([file_reference("/run/trimmed.md", "/repo")])
    );
    let by_path = ask(&spawn(
        json!({"invoke.promptChannel": "argv", "invoke.args": ["{{prompt}}"]}),
    ));
    assert_eq!(by_path["argv"], json!(["/run/trimmed.md"]));
    assert_eq!(ask(&spawn(json!({})))["stdin"], "/run/trimmed.md");
    assert_eq!(ask(&http(json!({})))["promptPath"], "/run/trimmed.md");
}

#[test]
fn b_9_time_limits_become_whole_milliseconds() {
    for (given, whole) in [
        (1500.5, 1501),
        (1500.0, 1500),
        (0.25, 1),
        (0.0, 1),
        (-5.0, 1),
        (f64::NAN, 1),
        (2_147_483_648.0, 2_147_483_648),
        (1e24, u64::MAX),
        (f64::INFINITY, u64::MAX),
    ] {
        assert_eq!(whole_ms(given), whole, "{given}");
    }
}

// --- the vocabulary ---------------------------------------------------------------------------------------------

#[test]
fn closed_sets_of_plans_are_those_of_the_vocabulary() {
    for handler in HANDLERS {
        assert_eq!(
            Ask::of(&spawn(json!({"handler": handler}))).plan()["handler"],
            *handler
        );
    }
    for channel in PROMPT_CHANNELS {
        Ask::of(&spawn(json!({"invoke.promptChannel": channel}))).with(|plan| {
            let Transport::Spawn(spawn) = plan.unwrap().transport else {
                panic!("no program")
            };
            assert_eq!(
                serde_json::to_value(spawn.prompt_channel).unwrap(),
                *channel
            );
        });
    }
    let spelled: Vec<&str> = EFFORT_SPELLINGS
        .iter()
        .map(|spelling| spelling.slug)
        .collect();
    assert_eq!(spelled, EFFORT_SLUGS);
    for reason in Reason::all() {
        let remedy = reason.remedy();
        assert!(!remedy.is_empty() && !remedy.contains('\n'), "{reason:?}");
        let same = Reason::all().filter(|other| other.as_str() == reason.as_str());
        assert_eq!(same.count(), 1);
    }
    // The peer's, those of Y-11, and one of ours for a run directory that cannot be written to.
    assert_eq!(Reason::all().count(), 11 + 15 + 1);
}

#[test]
fn artifacts_are_joined_by_one_slash() {
    let files = Artifacts::new("C:\\t\\x\\", "a");
    assert_eq!(files.review_path, "C:\\t\\x\\/gsd-review-a.md");
}

// --- hosts that people write --------------------------------------------------------------------------------------

#[test]
fn y_21_only_a_host_without_a_scheme_gets_one() {
    let made = |host: &str| destination(Some(host), "", "/v1/chat/completions", Profile::Strict);
    for (host, whole) in [
        ("gpu.example.test:8080", "http://gpu.example.test:8080"),
        ("//gpu.example.test", "http://gpu.example.test"),
        ("https://gpu.example.test/v1", "https://gpu.example.test"),
    ] {
        let made = made(host).unwrap();
        assert_eq!(made.host, whole, "{host}");
        // The user recognises what a warning is about.
        let named = |warning: &gsd_lanes::lane::plan::Warning| {
            warning.message.contains(&format!("`{host}`"))
                || warning.message.contains("gpu.example.test")
        };
        assert!(made.warnings.iter().all(named), "{:?}", made.warnings);
    }
    // Another scheme stays what it is, and is refused.
    for host in ["ftp://gpu.example.test", "ws://gpu.example.test"] {
        assert!(made(host).is_err(), "{host}");
    }
}

#[test]
fn l_50_what_is_no_text_is_made_one() {
    for (host, text) in [
        ("1e999", "Infinity"),
        ("-1e999", "-Infinity"),
        ("[1,[2,null],\"a\"]", "1,2,,a"),
        ("true", "true"),
        ("{}", "[object Object]"),
    ] {
        let input = format!(r#"{{"host":{host}}}"#);
        let document = Document::parse(&input, rules::LIMITS).unwrap();
        let answer = rules::named("normalizeHost").unwrap()(document.root());
        assert_eq!(answer, json!(text).to_string(), "{host}");
    }
}

/// L-51: `http:h` is read as `http://h`; people are told instead of sent there.
#[test]
fn y_21_half_a_scheme_is_told() {
    for host in ["http:gpu.example.test", "HTTPS:gpu.example.test"] {
        let made = destination(Some(host), "", "/v1/chat/completions", Profile::Strict);
        let why = made.unwrap_err();
        assert!(why.contains(&format!("`{host}`")), "{why}");
        assert!(why.ends_with("leads to `gpu.example.test`"), "{why}");
    }
}
