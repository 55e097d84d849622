//! The rules of disclosure and prompt that vectors do not hold: what is better than the peer, and live objects.
#![cfg(not(target_arch = "wasm32"))]

use std::cell::Cell;
use std::string::ToString;

use gsd_lanes::destination::{is_local, is_plaintext_egress};
use gsd_lanes::json::{Builder, Document, Kind, Limits, Str};
use gsd_lanes::trust::{
    Context, Disclosure, StagedFiles, changes, consent_prompt, disclose, signature,
};

fn parse(text: &str) -> Document<'_> {
    Document::parse(text, Limits::MANIFEST).unwrap_or_else(|_| Builder::new().finish())
}

/// The lines of one kind, as words.
fn lines(manifest: &str, kind: &str) -> Vec<String> {
    let document = parse(manifest);
    consent_prompt(&disclose(document.root(), &Context::default()))
        .iter()
        .filter(|line| line.kind.as_str() == kind)
        .map(|line| line.text.clone())
        .collect()
}

fn lane(invoke: &str) -> String {
    format!(r#"{{"reviewer":{{"slug":"s","transport":"spawn","invoke":{invoke}}}}}"#)
}

#[test]
fn tb_3_local_is_local_and_remote_is_remote() {
    for local in [
        "http://[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "localhost.",
        "127.0.0.1.",
        "api.localhost",
        "http://a.b.localhost:1",
        "::",
        "[::]:80",
        "0",
        "::ffff:0.0.0.0",
    ] {
        assert!(is_local(local), "{local}");
    }
    for remote in [
        "http://[1::]",
        "1::",
        "383.0.0.1",
        "127.0.0.256",
        "4294967296",
        "localhost..",
        "mylocalhost",
        "::ffff:128.0.0.1",
        // A user part never passes for a host (F-38), nor does what is no scheme.
        "http://127.0.0.1:pw@evil.example",
        "127.0.0.1:pw@evil.example",
        "localhost:pw@evil.example",
        "evil.test/://localhost",
        "+127.0.0.1",
    ] {
        assert!(!is_local(remote), "{remote}");
    }
}

#[test]
fn y_3_plain_http_to_another_machine() {
    for plain in [
        "http://gpu.example.test",
        "HTTP://10.0.0.1:1",
        "gpu.example.test:8080",
        "gpu:80",
    ] {
        assert!(is_plaintext_egress(plain), "{plain}");
    }
    for fine in [
        "https://gpu.example.test",
        "http://localhost:1",
        "localhost:1",
        "",
        " ",
        "127.1",
    ] {
        assert!(!is_plaintext_egress(fine), "{fine}");
    }
    let text = r#"{"reviewer":{"transport":"openai-http","invoke":{"defaultHost":"http://gpu.example.test"}},
        "mcpServers":{"m":{"type":"http","url":"http://m.example.test"},"n":{"type":"http","url":"https://n.example.test"}}}"#;
    let found = lines(text, "X-plaintext");
    assert_eq!(found.len(), 2, "{found:?}");
}

#[test]
fn tb_4_the_other_half_is_shown() {
    let server = r#"{"mcpServers":{"m":{"type":"http","url":"https://m.example.test","command":"sneaky","args":["-x"]}}}"#;
    assert!(lines(server, "X-command").concat().ends_with("sneaky -x"));
    let server = r#"{"mcpServers":{"m":{"command":"c","url":"https://m.example.test","headers":{"H":"v"}}}}"#;
    assert!(
        lines(server, "X-url")
            .concat()
            .ends_with("https://m.example.test")
    );
    assert!(lines(server, "X-headers").concat().ends_with('H'));
    let http = r#"{"reviewer":{"slug":"s","transport":"openai-http","invoke":{"binary":"b","args":["a"]}}}"#;
    assert!(lines(http, "X-command").concat().ends_with("b a"));
    let spawn = lane(r#"{"binary":"b","defaultHost":"https://h.example.test"}"#);
    assert!(
        lines(&spawn, "X-url")
            .concat()
            .ends_with("https://h.example.test")
    );
    let probe = r#"{"reviewer":{"slug":"s","transport":"openai-http","invoke":{"hostConfigKey":"k"},
        "probe":{"kind":"http-reachable","hostConfigKey":"other","path":"/p"}}}"#;
    let probe = lines(probe, "X-probe").concat();
    assert!(probe.contains("/p") && probe.contains("other"), "{probe}");
    let probe = r#"{"reviewer":{"slug":"s","transport":"spawn","invoke":{"binary":"b"},
        "probe":{"kind":"command-capability","binary":"b"}}}"#;
    assert!(lines(probe, "X-probe").concat().contains("b --help"));
}

#[test]
fn tb_4_bound_members_without_a_line_are_named() {
    let fields = lines(
        r#"{"mcpServers":{"m":{"command":"c","args":[1],"env":{"A":"1","B":2},"cwd":5,"disabled":false}}}"#,
        "X-fields",
    );
    assert!(
        fields.concat().ends_with(": env.B, cwd, disabled"),
        "{fields:?}"
    );
    let fields = lines(
        r#"{"reviewer":{"slug":"s","transport":"spawn","flags":["--s"],"probe":{"kind":"command-exists","binary":"b","x":1},
            "invoke":{"binary":"b","promptChannel":"stdin","path":"/p","env":{"C":null}}}}"#,
        "X-fields",
    );
    let wanted = ": invoke.promptChannel, invoke.path, invoke.env.C, flags, probe.kind, probe.x";
    assert!(fields.concat().ends_with(wanted), "{fields:?}");
}

#[test]
fn tb_4_commands_keep_their_boundaries() {
    let shown = |args: &str| {
        lines(
            &lane(&format!(r#"{{"binary":"b","args":{args}}}"#)),
            "B-13'",
        )
        .concat()
    };
    for (args, command) in [
        (r#"["a b"]"#, "b 'a b'"),
        (r#"["a","b"]"#, "b a b"),
        (r#"["a","","b"]"#, "b a '' b"),
        (r#"["it's"]"#, "b 'it''s'"),
        (r#"[7,"<7>"]"#, "b <7> '<7>'"),
        (r#"[{"k":[1,"x y"]}]"#, r#"b <{"k":[1,"x y"]}>"#),
    ] {
        assert!(shown(args).ends_with(command), "{}", shown(args));
    }
    let long = "x".repeat(300);
    let shown = shown(&format!(r#"["{long}"]"#));
    assert!(shown.ends_with("x…[cut:300]"), "{shown}");
}

#[test]
fn tb_5_steering_variables() {
    let server = r#"{"mcpServers":{"m":{"command":"c","env":{"PATH":"1","git_config_count":"1","Https_Proxy":"p","OK":"1"}}}}"#;
    let found = lines(server, "X-warning").concat();
    assert!(
        found.ends_with(": PATH, git_config_count, Https_Proxy"),
        "{found}"
    );
    let found = lane(r#"{"binary":"b","env":{"PATH":"1","Path":"1","PAGER":"p"}}"#);
    assert!(lines(&found, "B-18").concat().ends_with(": PATH"));
    assert!(
        lines(&found, "X-warning")
            .concat()
            .ends_with(": Path, PAGER")
    );
}

#[test]
fn f_41_relative_programs() {
    for (binary, count) in [
        ("./b", 1),
        ("bin/b", 1),
        ("..\\\\b", 1),
        ("/b", 0),
        ("b", 0),
        ("C:\\\\b", 0),
    ] {
        let manifest = lane(&format!(r#"{{"binary":"{binary}"}}"#));
        assert_eq!(lines(&manifest, "X-relative").len(), count, "{binary}");
    }
}

#[test]
fn tb_12_lists_are_bounded_but_hide_nothing_that_runs() {
    let env: Vec<String> = (0..80).map(|n| format!(r#""N{n}":"{n}""#)).collect();
    let manifest = lane(&format!(
        r#"{{"binary":"b","env":{{{},"LD_PRELOAD":"e.so"}}}}"#,
        env.join(",")
    ));
    let shown = lines(&manifest, "B-17").concat();
    assert!(
        shown.contains("N63=63") && !shown.contains("N64=64") && shown.contains("LD_PRELOAD=e.so")
    );
    assert!(lines(&manifest, "X-omitted").concat().contains("16 more"));
    let hooks: Vec<String> = (0..80)
        .map(|n| format!(r#"{{"script":"{n}.js"}}"#))
        .collect();
    assert_eq!(
        lines(&format!(r#"{{"hooks":[{}]}}"#, hooks.join(",")), "B-3").len(),
        80
    );
    let skills: Vec<String> = (0..80).map(|n| format!(r#""{n}""#)).collect();
    assert_eq!(
        lines(&format!(r#"{{"skills":[{}]}}"#, skills.join(",")), "B-21").len(),
        64
    );
}

#[test]
fn tb_18_blank_answers_and_the_only_call() {
    let calls = Cell::new(0);
    let blank = |_| {
        calls.set(calls.get() + 1);
        Some(Str::of(" \t"))
    };
    let context = Context {
        resolver: Some(&blank),
        staged: None,
    };
    let text = r#"{"reviewer":{"transport":"openai-http","invoke":{"defaultHost":"localhost"}}}"#;
    let document = parse(text);
    let disclosure = disclose(document.root(), &context);
    assert_eq!(calls.get(), 1);
    assert!(
        disclosure
            .reviewer_lanes
            .iter()
            .all(|lane| lane.resolved_host.to_lossy().contains("unresolved ("))
    );
    assert!(lines(text, "B-14").concat().contains("on this machine"));
    assert_eq!(
        disclose(parse(&lane(r#"{"binary":"b"}"#)).root(), &context)
            .reviewer_lanes
            .len(),
        1
    );
    assert_eq!(calls.get(), 1);
}

#[test]
fn t_25_a_throw_empties_its_class_only() {
    let mut out = Builder::new();
    let key = |out: &mut Builder, name: &str| out.key(&name.encode_utf16().collect::<Vec<_>>());
    out.begin_object();
    key(&mut out, "hooks");
    out.begin_array();
    for bad in [false, true] {
        out.begin_object();
        key(&mut out, "script");
        if bad {
            out.bare(Kind::Thrown);
        } else {
            out.string(&[0x61]);
        }
        out.end();
    }
    out.end();
    key(&mut out, "reviewer");
    out.begin_object();
    // Inherited: read by name, yet in no map of own members (T-24).
    out.hidden_key("slug");
    out.string(&[0xD800]);
    out.hidden_key("flags");
    out.string(&[0x62]);
    out.end();
    out.end();
    let document = out.finish();
    let disclosure = disclose(document.root(), &Context::default());
    assert!(disclosure.hooks.is_empty());
    assert_eq!(disclosure.reviewer_lanes.len(), 1);
    assert_eq!(
        signature(document.root()),
        r#"[[],[],[],["[\"lane\",\"\\ud800\",\"\",\"\",[],\"\",\"\",\"\"]"]]"#
    );
    let empty = parse("{}");
    let found = changes(Some(empty.root()), Some(document.root()));
    assert_eq!(found.changes.len(), 1);
}

#[test]
fn t_65_anything_renders() {
    for text in [
        "null",
        "[]",
        "{}",
        r#"{"hooks":{}}"#,
        r#"{"hasExecutable":false,"reviewerLanes":[7]}"#,
    ] {
        let document = parse(text);
        let lines = consent_prompt(&Disclosure::from_value(document.root()));
        assert_eq!(lines.len(), 1, "{text}");
        assert!(
            lines
                .iter()
                .all(|line| line.to_string().contains("only declares"))
        );
    }
}

#[test]
fn t_23_files_and_folders_of_a_bundle() {
    let files = StagedFiles::new(["a/b//c.js", "./d.js", "/abs", "../up"].map(Str::of));
    for there in ["", "a", "a/b", "a/b/c.js", "d.js"] {
        assert!(files.contains(there.as_bytes()), "{there}");
    }
    for gone in ["a/b/c", "abs", "up", "b"] {
        assert!(!files.contains(gone.as_bytes()), "{gone}");
    }
}

#[test]
fn t_1_unpaired_surrogates_in_keys_can_be_handed_on() {
    let text = r#"{"mcpServers":{"\ud800":{"command":"c","env":{"\udfff":"1"},"x":{"\ud800":["\ud800"]}}}}"#;
    let document = parse(text);
    let disclosure = disclose(document.root(), &Context::default());
    assert!(serde_json::to_string(&disclosure).is_ok());
    assert!(signature(document.root()).contains(r"\\ud800"));
}
