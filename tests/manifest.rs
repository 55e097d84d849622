//! Validation of single manifests: what the vectors do not hold, above all the findings beyond the peer.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::too_many_lines)] // tables of cases

use gsd_lanes::diagnostic::{Diagnostic, Profile, Report, Severity};
use gsd_lanes::manifest::{Options, validate_bytes, validate_text};
use serde_json::{Value, json};

fn slice() -> Value {
    json!({"type": "string", "default": "", "description": "d"})
}

fn spawn() -> Value {
    json!({
        "id": "acme-review", "role": "reviewer", "version": "1.0.0", "title": "T", "description": "D",
        "tier": "full", "requires": [],
        "config": {"review.models.acme": slice(), "review.budget.acme": slice()},
        "reviewer": {
            "slug": "acme", "flags": ["--acme"], "transport": "spawn",
            "probe": {"kind": "command-exists", "binary": "acme"},
            "invoke": {
                "binary": "acme", "args": ["review", "{{model}}", "-"], "promptChannel": "stdin",
                "outputChannel": "stdout", "modelArg": "--model", "effortChannel": "none"
            },
            "timeoutFloorMs": 600_000, "emptyOutput": "stub-with-stderr", "reviewsSection": "Acme",
            "evidenceClass": "source-grounded", "requiresBinaries": [],
            "promptBudgetKey": "review.budget.acme", "modelConfigKey": "review.models.acme", "handler": null
        }
    })
}

fn http() -> Value {
    json!({
        "id": "tide", "role": "reviewer", "version": "1.0.0", "title": "T", "description": "D",
        "tier": "full", "requires": [], "config": {"review.tide_host": slice()},
        "reviewer": {
            "slug": "tide", "flags": ["--tide"], "transport": "openai-http",
            "probe": {"kind": "http-reachable", "hostConfigKey": "review.tide_host", "path": "/v1/models", "timeoutMs": 2000},
            "invoke": {
                "hostConfigKey": "review.tide_host", "defaultHost": "http://localhost:7777",
                "path": "/v1/chat/completions", "modelDiscovery": "none", "fallbackModel": "m", "effortChannel": "none"
            },
            "timeoutFloorMs": 90_000, "emptyOutput": "stub-with-stderr", "reviewsSection": "Tide",
            "evidenceClass": "source-grounded", "requiresBinaries": [], "promptBudgetKey": null,
            "handler": "openai-compatible"
        }
    })
}

/// Sets the value at a pointer, members included that were not there.
fn set(mut manifest: Value, pointer: &str, value: Value) -> Value {
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    let parent = manifest.pointer_mut(parent).unwrap();
    match parent {
        Value::Object(members) => {
            members.insert(name.replace("~1", "/"), value);
        }
        Value::Array(items) => items[name.parse::<usize>().unwrap()] = value,
        other => panic!("{pointer} leads into {other}"),
    }
    manifest
}

fn check(manifest: &Value, profile: Profile) -> Report {
    let options = Options {
        profile,
        ..Options::default()
    };
    validate_text(&manifest.to_string(), options)
}

fn codes(report: &Report) -> Vec<(&str, Severity)> {
    report
        .diagnostics
        .iter()
        .map(|d| (d.code.as_str(), d.severity))
        .collect()
}

fn only(report: &Report) -> &Diagnostic {
    assert_eq!(report.diagnostics.len(), 1, "{:#?}", report.diagnostics);
    &report.diagnostics[0]
}

#[test]
fn the_bases_are_clean() {
    for manifest in [spawn(), http()] {
        assert_eq!(codes(&check(&manifest, Profile::Strict)), []);
    }
}

#[test]
fn first_party_manifests_are_clean() {
    let mut count = 0;
    for entry in std::fs::read_dir("capabilities").unwrap() {
        let folder = entry.unwrap();
        let bytes = std::fs::read(folder.path().join("capability.json")).unwrap();
        let name = folder.file_name();
        for profile in [Profile::Strict, Profile::Peer] {
            let report = validate_bytes(
                &bytes,
                Options {
                    folder_id: name.to_str(),
                    profile,
                },
            );
            assert_eq!(codes(&report), [], "{name:?}");
        }
        count += 1;
    }
    assert_eq!(count, 12);
}

/// Rules of Y-1: refused by us, a warning in the peer's profile, marked as beyond in both.
#[test]
fn hazards_refuse_in_strict_and_warn_in_peer() {
    let long = "x".repeat(81);
    let cases = [
        (
            "path-not-absolute",
            http(),
            "/reviewer/invoke/path",
            json!("v1/chat"),
        ),
        (
            "path-not-absolute",
            http(),
            "/reviewer/invoke/path",
            json!("@evil.example/x"),
        ),
        (
            "path-not-absolute",
            http(),
            "/reviewer/invoke/path",
            json!("//evil.example/x"),
        ),
        (
            "path-not-absolute",
            http(),
            "/reviewer/invoke/path",
            json!("/v1\\chat"),
        ),
        (
            "path-not-absolute",
            http(),
            "/reviewer/invoke/path",
            json!("/v1\nchat"),
        ),
        (
            "path-not-absolute",
            http(),
            "/reviewer/probe/path",
            json!(".evil.example"),
        ),
        (
            "probe-host-differs",
            http(),
            "/reviewer/probe/hostConfigKey",
            json!("review.other_host"),
        ),
        (
            "binary-relative",
            spawn(),
            "/reviewer/invoke/binary",
            json!("./acme"),
        ),
        (
            "binary-relative",
            spawn(),
            "/reviewer/invoke/binary",
            json!("bin\\acme"),
        ),
        (
            "binary-relative",
            spawn(),
            "/reviewer/invoke/binary",
            json!("C:acme\\x"),
        ),
        (
            "binary-relative",
            spawn(),
            "/reviewer/probe/binary",
            json!("tools/acme"),
        ),
        (
            "section-unsafe",
            spawn(),
            "/reviewer/reviewsSection",
            json!("# Acme"),
        ),
        (
            "section-unsafe",
            spawn(),
            "/reviewer/reviewsSection",
            json!("Acme\nConsensus"),
        ),
        (
            "section-unsafe",
            spawn(),
            "/reviewer/reviewsSection",
            json!("Acme\u{202e}"),
        ),
        (
            "section-unsafe",
            spawn(),
            "/reviewer/reviewsSection",
            json!("Ac\u{200b}me"),
        ),
        (
            "section-unsafe",
            spawn(),
            "/reviewer/reviewsSection",
            json!(long),
        ),
        (
            "default-host-unsafe",
            http(),
            "/reviewer/invoke/defaultHost",
            json!("localhost:7777"),
        ),
        (
            "default-host-unsafe",
            http(),
            "/reviewer/invoke/defaultHost",
            json!("ftp://localhost"),
        ),
        (
            "default-host-unsafe",
            http(),
            "/reviewer/invoke/defaultHost",
            json!("http://127.0.0.1:pw@evil.example"),
        ),
        (
            "default-host-unsafe",
            http(),
            "/reviewer/invoke/defaultHost",
            json!("http://localhost/?x=1"),
        ),
        (
            "default-host-unsafe",
            http(),
            "/reviewer/invoke/defaultHost",
            json!("http://localhost/#x"),
        ),
        (
            "default-host-unsafe",
            http(),
            "/reviewer/invoke/defaultHost",
            json!("http://localhost\\@evil.example"),
        ),
        (
            "default-host-unsafe",
            http(),
            "/reviewer/invoke/defaultHost",
            json!("http://local\u{200d}host"),
        ),
        (
            "default-host-unsafe",
            http(),
            "/reviewer/invoke/defaultHost",
            json!("https://"),
        ),
        (
            "default-host-unsafe",
            http(),
            "/reviewer/invoke/defaultHost",
            json!("http://host:abc"),
        ),
        (
            "default-host-unsafe",
            http(),
            "/reviewer/invoke/defaultHost",
            json!("http://host:99999"),
        ),
        (
            "default-host-unsafe",
            http(),
            "/reviewer/invoke/defaultHost",
            json!("http://[::1"),
        ),
        (
            "default-host-unsafe",
            http(),
            "/reviewer/invoke/defaultHost",
            json!("http://a%40b.example"),
        ),
        (
            "default-host-unsafe",
            http(),
            "/reviewer/invoke/defaultHost",
            json!("http://a^b"),
        ),
        (
            "default-host-unsafe",
            http(),
            "/reviewer/invoke/defaultHost",
            json!("http://a|b"),
        ),
        (
            "default-host-unsafe",
            http(),
            "/reviewer/invoke/defaultHost",
            json!("http://a<b"),
        ),
        (
            "unsafe-text",
            spawn(),
            "/reviewer/invoke/binary",
            json!("ac\u{200b}me"),
        ),
        (
            "unsafe-text",
            spawn(),
            "/reviewer/probe/binary",
            json!("acme\u{202e}"),
        ),
        (
            "unsafe-text",
            spawn(),
            "/reviewer/requiresBinaries",
            json!(["git\u{202e}"]),
        ),
        (
            "binary-relative",
            spawn(),
            "/reviewer/invoke/binary",
            json!("C:acme"),
        ),
        ("device-slug", spawn(), "/reviewer/slug", json!("con")),
        ("device-slug", spawn(), "/reviewer/slug", json!("lpt9")),
        ("reserved-stem", spawn(), "/reviewer/slug", json!("prompt")),
        ("reserved-stem", spawn(), "/reviewer/slug", json!("plan-b")),
        (
            "reserved-stem",
            spawn(),
            "/reviewer/slug",
            json!("prompt-x"),
        ),
        (
            "reserved-stem",
            spawn(),
            "/reviewer/slug",
            json!("requirements"),
        ),
    ];
    for (code, base, pointer, value) in cases {
        let manifest = set(base, pointer, value);
        let strict = check(&manifest, Profile::Strict);
        let finding = strict.diagnostics.iter().find(|d| d.code.as_str() == code);
        let finding =
            finding.unwrap_or_else(|| panic!("{code} at {pointer}: {:#?}", strict.diagnostics));
        assert_eq!(
            (finding.severity, finding.beyond),
            (Severity::Error, true),
            "{code}"
        );
        assert!(
            finding.path.starts_with(pointer),
            "{code} at {}",
            finding.path
        );
        assert!(!strict.valid, "{code}");
        let peer = check(&manifest, Profile::Peer);
        assert!(peer.valid, "{code} at {pointer}: {:#?}", peer.diagnostics);
        assert!(
            peer.diagnostics
                .iter()
                .any(|d| d.code.as_str() == code && d.severity == Severity::Warning && d.beyond)
        );
    }
}

#[test]
fn hazards_let_harmless_neighbours_pass() {
    let cases = [
        (http(), "/reviewer/invoke/path", json!("/")),
        (http(), "/reviewer/invoke/path", json!("/v1//chat")),
        (
            http(),
            "/reviewer/invoke/defaultHost",
            json!("https://models.example.com:8443/base"),
        ),
        (
            http(),
            "/reviewer/invoke/defaultHost",
            json!("HTTP://LOCALHOST:1"),
        ),
        (
            http(),
            "/reviewer/invoke/defaultHost",
            json!("http://[::1]:8080"),
        ),
        (http(), "/reviewer/invoke/defaultHost", json!("")),
        (
            spawn(),
            "/reviewer/invoke/binary",
            json!("/opt/acme/bin/acme"),
        ),
        (
            spawn(),
            "/reviewer/invoke/binary",
            json!("C:\\acme\\acme.exe"),
        ),
        (
            spawn(),
            "/reviewer/invoke/binary",
            json!("\\\\server\\share\\acme.exe"),
        ),
        (
            spawn(),
            "/reviewer/reviewsSection",
            json!("Äcme Review № 2"),
        ),
        (spawn(), "/reviewer/slug", json!("com10")),
        (spawn(), "/reviewer/slug", json!("planner")),
        (spawn(), "/reviewer/slug", json!("prompts")),
    ];
    for (base, pointer, value) in cases {
        let manifest = set(base, pointer, value);
        assert_eq!(codes(&check(&manifest, Profile::Strict)), [], "{manifest}");
    }
}

/// VB-8, VB-9, VB-13, Y-3: advice, never a refusal.
#[test]
fn advice_warns_in_both_profiles() {
    let env = |name: &str| set(spawn(), "/reviewer/invoke/env", json!({name: "x"}));
    let cases = [
        (
            "unknown-invoke-field",
            set(spawn(), "/reviewer/invoke/shell", json!(true)),
            "/reviewer/invoke/shell",
        ),
        (
            "unknown-field",
            set(spawn(), "/titel", json!("x")),
            "/titel",
        ),
        (
            "unknown-field",
            set(spawn(), "/engines", json!({"gds": ">=1.8.0"})),
            "/engines/gds",
        ),
        (
            "reserved-name",
            set(spawn(), "/id", json!("constructor")),
            "/id",
        ),
        (
            "inert-commands",
            set(spawn(), "/commands", json!([])),
            "/commands",
        ),
        (
            "config-slice",
            set(spawn(), "/config/k", json!({"type": "enum"})),
            "/config/k",
        ),
        (
            "effort-unreachable",
            set(
                set(http(), "/config/review.effort", slice()),
                "/reviewer/effortConfigKey",
                json!("review.effort"),
            ),
            "/reviewer/effortConfigKey",
        ),
        (
            "unknown-placeholder",
            set(spawn(), "/reviewer/invoke/args/0", json!("--m={{modle}}")),
            "/reviewer/invoke/args/0",
        ),
        (
            "unknown-placeholder",
            set(spawn(), "/reviewer/invoke/args/0", json!("{{modle}}")),
            "/reviewer/invoke/args/0",
        ),
        (
            "embedded-placeholder",
            set(spawn(), "/reviewer/invoke/args/0", json!("--m={{model}}")),
            "/reviewer/invoke/args/0",
        ),
        (
            "prompt-unreachable",
            set(spawn(), "/reviewer/invoke/promptChannel", json!("argv")),
            "/reviewer/invoke/args",
        ),
        (
            "model-unreachable",
            set(spawn(), "/reviewer/invoke/modelArg", Value::Null),
            "/reviewer/modelConfigKey",
        ),
        (
            "model-unreachable",
            set(spawn(), "/reviewer/modelConfigKey", Value::Null),
            "/reviewer/invoke/modelArg",
        ),
        (
            "model-unreachable",
            set(spawn(), "/reviewer/invoke/args", json!(["-"])),
            "/reviewer/modelConfigKey",
        ),
        (
            "effort-unreachable",
            set(spawn(), "/reviewer/invoke/effortChannel", json!("argv")),
            "/reviewer/invoke/effortChannel",
        ),
        (
            "effort-unreachable",
            set(spawn(), "/reviewer/invoke/effortChannel", json!("env")),
            "/reviewer/invoke/effortChannel",
        ),
        (
            "blank-binary",
            set(spawn(), "/reviewer/invoke/binary", json!(" ")),
            "/reviewer/invoke/binary",
        ),
        (
            "foreign-config-key",
            set(spawn(), "/reviewer/promptBudgetKey", json!("review.other")),
            "/reviewer/promptBudgetKey",
        ),
        (
            "handler-transport",
            set(spawn(), "/reviewer/handler", json!("openai-compatible")),
            "/reviewer/handler",
        ),
        (
            "handler-transport",
            set(http(), "/reviewer/handler", json!("opencode")),
            "/reviewer/handler",
        ),
        (
            "env-egress",
            env("HTTPS_PROXY"),
            "/reviewer/invoke/env/HTTPS_PROXY",
        ),
        (
            "env-egress",
            env("openai_base_url"),
            "/reviewer/invoke/env/openai_base_url",
        ),
        (
            "env-egress",
            env("SSL_CERT_FILE"),
            "/reviewer/invoke/env/SSL_CERT_FILE",
        ),
        (
            "env-egress",
            env("NODE_TLS_REJECT_UNAUTHORIZED"),
            "/reviewer/invoke/env/NODE_TLS_REJECT_UNAUTHORIZED",
        ),
        (
            "env-case-clash",
            set(spawn(), "/reviewer/invoke/env", json!({"A": "1", "a": "2"})),
            "/reviewer/invoke/env/a",
        ),
        (
            "flag-reserved",
            set(spawn(), "/reviewer/flags/0", json!("--all")),
            "/reviewer/flags/0",
        ),
        (
            "plaintext-egress",
            set(
                http(),
                "/reviewer/invoke/defaultHost",
                json!("http://models.example.com"),
            ),
            "/reviewer/invoke/defaultHost",
        ),
        (
            "wrong-type",
            set(http(), "/reviewer/invoke/fallbackModel", json!(7)),
            "/reviewer/invoke/fallbackModel",
        ),
    ];
    for (code, manifest, pointer) in cases {
        for profile in [Profile::Strict, Profile::Peer] {
            let report = check(&manifest, profile);
            let finding = only(&report);
            assert_eq!(
                (finding.code.as_str(), finding.path.as_str()),
                (code, pointer)
            );
            assert_eq!(
                (finding.severity, finding.beyond, report.valid),
                (Severity::Warning, true, true),
                "{code}"
            );
            assert!(finding.help.is_some(), "{code}");
        }
    }
}

#[test]
fn output_to_a_file_must_be_asked_for() {
    let manifest = set(spawn(), "/reviewer/invoke/outputChannel", json!("file-arg"));
    let manifest = set(manifest, "/reviewer/invoke/outputArg", json!("-o"));
    assert_eq!(
        only(&check(&manifest, Profile::Strict)).code.as_str(),
        "output-unreachable"
    );
}

/// VB-14, Y-1, F-36: both places are named, escaped spellings too; an error only where something would run or leave.
#[test]
fn repeated_keys() {
    let text = spawn().to_string();
    let twice = text.replacen("\"slug\":", "\"sl\\u0075g\":\"other\",\"slug\":", 1);
    let strict = validate_text(&twice, Options::default());
    let finding = only(&strict);
    assert_eq!(
        (finding.code.as_str(), finding.severity),
        ("duplicate-key", Severity::Error)
    );
    assert_eq!(
        (finding.path.as_str(), finding.field.as_str()),
        ("/reviewer/slug", "reviewer.slug")
    );
    let (here, before) = (finding.span.unwrap(), finding.related[0].span.unwrap());
    assert_eq!(&twice[here.start as usize..here.end as usize], "\"slug\"");
    assert_eq!(
        &twice[before.start as usize..before.end as usize],
        "\"sl\\u0075g\""
    );
    let peer = validate_text(
        &twice,
        Options {
            profile: Profile::Peer,
            ..Options::default()
        },
    );
    assert!(peer.valid);

    let body = text.replacen("\"reviewer\":", "\"reviewer\":null,\"reviewer\":", 1);
    assert!(
        !validate_text(&body, Options::default()).valid,
        "the body itself is repeated"
    );
    let title = text.replacen("\"title\":", "\"title\":\"first\",\"title\":", 1);
    let report = validate_text(&title, Options::default());
    assert_eq!(
        (only(&report).severity, report.valid),
        (Severity::Warning, true)
    );
}

/// TB-10.
#[test]
fn numerals_beyond_a_double() {
    let text =
        spawn()
            .to_string()
            .replacen("\"config\":{", "\"config\":{\"k\":{\"type\":\"string\",\"default\":\"\",\"description\":\"d\",\"more\":1e400},", 1);
    let report = validate_text(&text, Options::default());
    let finding = only(&report);
    assert_eq!(
        (finding.code.as_str(), finding.path.as_str()),
        ("number-overflow", "/config/k/more")
    );
    assert!(!report.valid);
    assert!(
        validate_text(
            &text,
            Options {
                profile: Profile::Peer,
                ..Options::default()
            }
        )
        .valid
    );
}

/// 00-design §3, F-48.
#[test]
fn a_byte_order_mark_warns_and_leaves_offsets_right() {
    let text = format!("\u{feff}{}", set(spawn(), "/tier", json!("huge")));
    let report = validate_text(&text, Options::default());
    assert_eq!(
        codes(&report),
        [
            ("byte-order-mark", Severity::Warning),
            ("unknown-value", Severity::Error)
        ]
    );
    let span = report.diagnostics[1].span.unwrap();
    let units: Vec<u16> = text.encode_utf16().collect();
    assert_eq!(
        String::from_utf16_lossy(&units[span.start as usize..span.end as usize]),
        "\"huge\""
    );
    let peer = validate_text(
        &text,
        Options {
            profile: Profile::Peer,
            ..Options::default()
        },
    );
    assert_eq!(codes(&peer)[0], ("byte-order-mark", Severity::Error));
}

#[test]
fn texts_that_are_not_json_say_where_and_why() {
    for (text, line, column, words) in [
        ("", 1, 1, "there is no text"),
        ("{\"id\":", 1, 7, "ends in the middle"),
        ("{\n  \"id\": \"a\",\n}", 2, 12, "comma stands before"),
        ("{'id': 1}", 1, 2, "double quotes"),
        ("{\"a\": 1 // why\n}", 1, 9, "no comments"),
        ("{\"a\": True}", 1, 7, "expected a value"),
        ("{\"a\": 01}", 1, 7, "no number of JSON"),
        ("{\"a\": 1} x", 1, 10, "after the end"),
        ("{\"a\" 1}", 1, 6, "expected `:`"),
        ("{\"a\": \"b\nc\"}", 1, 9, "control character U+000A"),
        ("{\"a\": \"\\x\"}", 1, 8, "backslash"),
        ("{\"\u{1f600}\": x}", 1, 8, "expected a value"),
        ("[1, 2", 1, 6, "ends in the middle"),
        ("{\"a\": \"b}", 1, 7, "no closing quote"),
    ] {
        let report = validate_text(text, Options::default());
        let finding = only(&report);
        assert_eq!(finding.code.as_str(), "invalid-json", "{text}");
        assert!(
            finding.message.contains(words),
            "{text}: {}",
            finding.message
        );
        let span = finding.span.unwrap();
        assert_eq!(
            (span.line, span.column),
            (line, column),
            "{text}: {}",
            finding.message
        );
        assert!(!report.valid);
    }
}

#[test]
fn limits_are_findings() {
    let deep = format!("{}1{}", "[".repeat(129), "]".repeat(129));
    assert_eq!(
        only(&validate_text(&deep, Options::default()))
            .code
            .as_str(),
        "too-deep"
    );
    let large = " ".repeat(8 * 1024 * 1024 + 1);
    assert_eq!(
        only(&validate_text(&large, Options::default()))
            .code
            .as_str(),
        "too-large"
    );
}

/// Near misses (F-50) and closed sets spelled out.
#[test]
fn near_misses_are_suggested() {
    for (base, pointer, value, near) in [
        (
            spawn(),
            "/reviewer/invoke/promptChannel",
            json!("stdIn"),
            "stdin",
        ),
        (
            spawn(),
            "/reviewer/invoke/promptChannel",
            json!("argv_file_ref"),
            "argv-file-ref",
        ),
        (spawn(), "/reviewer/transport", json!("spwan"), "spawn"),
        (
            spawn(),
            "/reviewer/probe/kind",
            json!("command-exist"),
            "command-exists",
        ),
        (
            spawn(),
            "/reviewer/timeOutFloorMs",
            json!(1),
            "timeoutFloorMs",
        ),
        (
            spawn(),
            "/reviewer/invoke/promptchannel",
            json!("x"),
            "promptChannel",
        ),
        (spawn(), "/desciption", json!("x"), "description"),
        (spawn(), "/tier", json!("Full"), "full"),
    ] {
        let report = check(&set(base, pointer, value), Profile::Strict);
        let wanted = format!("did you mean `{near}`?");
        assert!(
            report
                .diagnostics
                .iter()
                .any(|d| d.help.as_deref() == Some(&wanted)),
            "{pointer}: {:#?}",
            report.diagnostics
        );
    }
    let report = check(
        &set(
            spawn(),
            "/reviewer/invoke/promptChannel",
            json!("carrier-pigeon"),
        ),
        Profile::Strict,
    );
    let finding = only(&report);
    assert_eq!(finding.help, None);
    for member in ["`stdin`", "`argv`", "`argv-file-ref`", "`none`"] {
        assert!(finding.message.contains(member), "{}", finding.message);
    }
}

/// F-51: bounded, and the verdict stays right although errors are left out.
#[test]
fn findings_are_capped() {
    let flags: Vec<Value> = (0..5_000).map(|_| json!("bad")).collect();
    let report = check(
        &set(spawn(), "/reviewer/flags", json!(flags)),
        Profile::Strict,
    );
    assert_eq!(report.diagnostics.len(), 1_001);
    assert_eq!(report.diagnostics[1_000].code.as_str(), "too-many");
    assert!(
        report.diagnostics[1_000].message.starts_with("8999 more"),
        "{}",
        report.diagnostics[1_000].message
    );
    assert!(!report.valid);
}

/// F-34: nothing of a manifest reaches a message unescaped.
#[test]
fn messages_are_safe_to_print() {
    let nasty = "\u{1b}[31m\u{202e}\u{7}\u{85}\u{200b}";
    let mut manifest = set(spawn(), "/tier", json!(nasty));
    manifest = set(manifest, &format!("/{nasty}"), json!(1));
    manifest = set(manifest, "/reviewer/invoke/env", json!({nasty: 1}));
    let report = check(&manifest, Profile::Strict);
    assert!(report.diagnostics.len() >= 3);
    for finding in &report.diagnostics {
        let printed = format!(
            "{}{}",
            finding.message,
            finding.help.as_deref().unwrap_or_default()
        );
        assert!(
            !printed
                .chars()
                .any(|c| c.is_control() || matches!(c, '\u{202e}' | '\u{200b}')),
            "{printed:?}"
        );
    }
}

/// Findings of text come in document order, whatever the order of the checks.
#[test]
fn document_order() {
    let text = r#"{"reviewer": {"handler": 1, "slug": "A"}, "id": "B", "role": "reviewer"}"#;
    let report = validate_text(text, Options::default());
    let starts: Vec<u32> = report
        .diagnostics
        .iter()
        .map(|d| d.span.unwrap().start)
        .collect();
    assert!(starts.is_sorted(), "{starts:?}");
    assert!(
        report
            .diagnostics
            .iter()
            .all(|d| !d.message.is_empty() && d.rule.contains('-'))
    );
}

fn feature() -> Value {
    json!({
        "id": "notes", "role": "feature", "version": "1.0.0", "title": "T", "description": "D", "tier": "full",
        "requires": [], "runtimeCompat": {"supported": ["*"], "unsupported": []}, "skills": ["alpha"], "agents": [],
        "config": {}, "contributions": [], "gates": [],
        "steps": [{"point": "plan:pre", "ref": {"skill": "alpha"}, "produces": [], "consumes": [], "onError": "skip"}]
    })
}

/// VB-1, VB-2, VB-13, VB-15: what a feature's hooks hide.
#[test]
fn feature_advice() {
    let cases = [
        (
            "foreign-capid",
            set(feature(), "/steps/0/capId", json!("other")),
            "/steps/0/capId",
        ),
        (
            "unknown-field",
            set(feature(), "/steps/0/whne", json!("k")),
            "/steps/0/whne",
        ),
        (
            "unknown-field",
            set(feature(), "/runtimeCompat/suported", json!([])),
            "/runtimeCompat/suported",
        ),
        (
            "unknown-field",
            set(
                feature(),
                "/hooks",
                json!([{"event": "E", "script": "a.js", "macher": "x"}]),
            ),
            "/hooks/0/macher",
        ),
        (
            "windows-absolute",
            set(feature(), "/steps/0/fragment", json!({"path": "C:/x.md"})),
            "/steps/0/fragment/path",
        ),
        (
            "windows-absolute",
            set(feature(), "/steps/0/fragment", json!({"path": "\\x.md"})),
            "/steps/0/fragment/path",
        ),
    ];
    assert_eq!(codes(&check(&feature(), Profile::Strict)), []);
    for (code, manifest, pointer) in cases {
        let report = check(&manifest, Profile::Strict);
        let finding = only(&report);
        assert_eq!(
            (finding.code.as_str(), finding.path.as_str()),
            (code, pointer)
        );
        assert!(report.valid && finding.beyond, "{code}");
    }
    for list in ["steps", "contributions", "gates"] {
        let report = check(
            &set(feature(), &format!("/{list}"), json!([null])),
            Profile::Peer,
        );
        assert_eq!(only(&report).field, format!("{list}[0]"));
        assert!(!report.valid);
    }
}

/// W-6, W-7 and VB-15 on the runtime body.
#[test]
fn runtime_advice() {
    let text = std::fs::read_to_string("capabilities/qwen/capability.json").unwrap();
    let qwen: Value = serde_json::from_str(&text).unwrap();
    let behaviors = set(
        qwen.clone(),
        "/runtime/hostBehaviors",
        json!({"reviewerCli": "qwen", "nativePlugn": 1}),
    );
    let report = check(&behaviors, Profile::Strict);
    assert_eq!(
        codes(&report),
        [
            ("removed-host-behavior", Severity::Warning),
            ("unknown-host-behavior", Severity::Warning)
        ]
    );
    assert_eq!(
        report.diagnostics[1].help.as_deref(),
        Some("did you mean `nativePlugin`?")
    );
    let climbing = set(
        qwen,
        "/runtime/artifactLayout/global/0/destSubpath",
        json!("../x"),
    );
    assert_eq!(
        only(&check(&climbing, Profile::Strict)).code.as_str(),
        "climbing-destination"
    );
}

/// No flood of warnings hides an error.
#[test]
fn warnings_do_not_crowd_out_errors() {
    let mut manifest = set(spawn(), "/tier", json!("huge"));
    for index in 0..3_000 {
        manifest[format!("x{index}")] = json!(1);
    }
    let report = check(&manifest, Profile::Strict);
    assert_eq!(report.diagnostics.len(), 1_001);
    assert!(
        report
            .diagnostics
            .iter()
            .any(|d| d.code.as_str() == "unknown-value")
    );
    assert!(
        report.diagnostics[1_000].message.starts_with("2001 more"),
        "{}",
        report.diagnostics[1_000].message
    );
}

/// J-3: what only has quotes too many is told so, with what to write.
#[test]
fn quotes_around_numbers_and_truths_are_named() {
    for (pointer, written, help) in [
        (
            "/reviewer/timeoutFloorMs",
            "5000",
            Some("write it without quotes: 5000"),
        ),
        ("/reviewer/timeoutFloorMs", "0", None),
        ("/reviewer/timeoutFloorMs", "-5", None),
        ("/reviewer/timeoutFloorMs", "05", None),
        ("/reviewer/timeoutFloorMs", "1e3", None),
        ("/reviewer/timeoutFloorMs", "5 s", None),
        ("/reviewer/timeoutFloorMs", "", None),
        ("/reviewer/timeoutFloorMs", "9999999999999999999999", None),
        (
            "/reviewer/probe/timeoutMs",
            "2000",
            Some("write it without quotes: 2000"),
        ),
    ] {
        let report = check(&set(http(), pointer, json!(written)), Profile::Strict);
        let finding = only(&report);
        assert_eq!(
            (finding.code.as_str(), &*finding.path),
            ("wrong-type", pointer)
        );
        assert!(
            finding
                .message
                .starts_with(&format!("found the text `{written}`")),
            "{}",
            finding.message
        );
        assert_eq!(finding.help.as_deref(), help, "{written}");
    }
}

/// F-49, F-50: a slip in the transport hides nothing that is wrong with the invocation; the peer's errors stay the peer's.
#[test]
fn a_misspelt_transport_hides_nothing() {
    let mut manifest = set(spawn(), "/reviewer/transport", json!("spwan"));
    manifest = set(manifest, "/reviewer/invoke/promptChannel", json!("stdn"));
    manifest["reviewer"]["invoke"]
        .as_object_mut()
        .unwrap()
        .remove("binary");
    for profile in [Profile::Strict, Profile::Peer] {
        let report = check(&manifest, profile);
        let found: Vec<(&str, Severity, bool)> = report
            .diagnostics
            .iter()
            .map(|it| (it.field.as_str(), it.severity, it.beyond))
            .collect();
        for expected in [
            ("reviewer.transport", Severity::Error, false),
            ("reviewer.invoke.promptChannel", Severity::Warning, true),
            ("reviewer.invoke.binary", Severity::Warning, true),
        ] {
            assert!(found.contains(&expected), "{expected:?} in {found:?}");
        }
    }
    // What nobody can have meant is not guessed at.
    let manifest = set(manifest, "/reviewer/transport", json!("carrier pigeon"));
    assert_eq!(
        only(&check(&manifest, Profile::Strict)).field,
        "reviewer.transport"
    );
}

/// VB-8: a lane with a NUL in an argument or a variable cannot work.
#[test]
fn a_nul_is_told() {
    let manifest = set(
        spawn(),
        "/reviewer/invoke/args",
        json!(["{{model}}", "a\u{0}b", "-"]),
    );
    let manifest = set(
        manifest,
        "/reviewer/invoke/env",
        json!({"A": "x\u{0}", "B": "x"}),
    );
    let report = check(&manifest, Profile::Strict);
    let mut found: Vec<&str> = report.diagnostics.iter().map(|it| &*it.path).collect();
    found.sort_unstable();
    assert_eq!(found, ["/reviewer/invoke/args/1", "/reviewer/invoke/env/A"]);
    for finding in &report.diagnostics {
        assert_eq!(
            (finding.code.as_str(), finding.severity),
            ("unsafe-text", Severity::Warning)
        );
        assert!(
            finding.beyond && finding.message.contains("NUL"),
            "{}",
            finding.message
        );
    }
}

/// J-9: own members with reserved names are ordinary members, which nothing reads.
#[test]
fn reserved_members_are_told() {
    let text = spawn().to_string();
    let text = text.replacen('{', r#"{"__proto__": {"a": 1}, "#, 1);
    let text = text.replacen(r#""invoke":{"#, r#""invoke":{"constructor": 5, "#, 1);
    let text = text.replacen(r#""reviewer":{"#, r#""reviewer":{"prototype": 5, "#, 1);
    for profile in [Profile::Strict, Profile::Peer] {
        let options = Options {
            profile,
            ..Options::default()
        };
        let report = validate_text(&text, options);
        let mut found: Vec<&str> = report.diagnostics.iter().map(|it| &*it.path).collect();
        found.sort_unstable();
        assert_eq!(
            found,
            [
                "/__proto__",
                "/reviewer/invoke/constructor",
                "/reviewer/prototype"
            ]
        );
        assert!(report.valid && report.diagnostics.iter().all(|it| it.beyond));
    }
}

/// F-51: a finding is small whatever the manifest holds, and a pointer that is cut says so.
#[test]
fn findings_are_small_whatever_a_key_holds() {
    for letter in ["k", "/", "~", "\u{1f600}", "\""] {
        let long = letter.repeat(100_000);
        let mut inside = serde_json::Map::new();
        for at in 0..50 {
            inside.insert(format!("stranger{at}"), json!(at));
        }
        let mut manifest = spawn();
        manifest["reviewer"][&long] = json!(1);
        manifest["config"][&long] = json!({"type": "nonsense"});
        manifest[&long] = json!(1);
        manifest["reviewer"]["invoke"]["env"] = json!({long: inside});
        let report = check(&manifest, Profile::Strict);
        assert!(report.diagnostics.len() >= 4);
        for finding in &report.diagnostics {
            let size = serde_json::to_string(finding).unwrap().len();
            assert!(size < 6_000, "{size}: {}", finding.code.as_str());
        }
        assert!(report.diagnostics.iter().any(|it| it.path.ends_with('…')));
    }
}
