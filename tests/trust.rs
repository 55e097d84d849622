//! The rules of disclosure and prompt that vectors do not hold: what is better than the peer, and live objects.
#![cfg(not(target_arch = "wasm32"))]

use std::cell::Cell;
use std::string::ToString;

use gsd_lanes::destination::{is_local, is_plaintext_egress};
use gsd_lanes::json::{Builder, Document, Kind, Limits, Str};
use gsd_lanes::trust::{
    Context, Disclosure, StagedFiles, argument, changes, consent_prompt, digest, disclose,
    signature,
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
    let capability = lines(
        r#"{"reviewer":{"slug":"s","transport":"spawn","invoke":{"binary":"b"},
            "probe":{"kind":"command-capability","binary":"c","needle":"n","timeoutMs":1}}}"#,
        "X-fields",
    );
    let both = ": probe.needle, probe.timeoutMs";
    assert!(capability.concat().ends_with(both), "{capability:?}");
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
fn tb_4_half_of_a_command_is_a_command() {
    for (server, shown) in [
        (r#""command":"sneaky""#, "sneaky"),
        (r#""args":["-x"]"#, "(no command) -x"),
    ] {
        let server = format!(
            r#"{{"mcpServers":{{"m":{{"type":"sse","url":"https://m.example.test",{server}}}}}}}"#
        );
        let found = lines(&server, "X-command").concat();
        assert!(found.ends_with(shown), "{found}");
    }
}

#[test]
fn t_60_counts_and_flags_are_data_too() {
    let data = |manifest: &str| {
        let document = parse(manifest);
        let lines = consent_prompt(&disclose(document.root(), &Context::default()));
        serde_json::to_string(&lines).unwrap_or_default()
    };
    let text = data(
        r#"{"hooks":[{"event":"S","script":"a"}],"commands":[{"module":"m"},{"module":"n"}]}"#,
    );
    assert!(
        text.contains(r#""kind":"B-2","depth":0,"count":1,"text":"1 hook,"#),
        "{text}"
    );
    assert!(
        text.contains(r#""kind":"B-4","depth":0,"count":2,"text":"2 command modules,"#),
        "{text}"
    );
    // TB-18: the fallback carries its own local flag.
    let http = |fallback: &str| {
        data(&format!(
            r#"{{"reviewer":{{"slug":"s","transport":"openai-http","invoke":{{"defaultHost":"{fallback}"}}}}}}"#
        ))
    };
    for (fallback, local) in [
        ("http://localhost:1", true),
        ("https://h.example.test", false),
    ] {
        let text = http(fallback);
        assert!(
            text.contains(&format!(r#""defaultHost":"{fallback}","isLocal":{local}"#)),
            "{text}"
        );
    }
    let probe = |kind: &str| {
        data(&format!(
            r#"{{"reviewer":{{"slug":"s","transport":"spawn","invoke":{{"binary":"b"}},"probe":{{"kind":"{kind}","binary":"c"}}}}}}"#
        ))
    };
    assert!(
        probe("command-capability").contains(r#""probeKind":"command-capability","runs":true"#)
    );
    assert!(probe("command-exists").contains(r#""probeKind":"command-exists","runs":false"#));
}

#[test]
fn t_64_arguments_that_are_no_texts() {
    let shown = |make: &dyn Fn(&mut Builder)| {
        let mut out = Builder::new();
        make(&mut out);
        argument(out.finish().root())
    };
    let list = |items: &[Kind]| {
        shown(&|out| {
            out.begin_array();
            out.number(1.0);
            for item in items {
                out.bare(*item);
            }
            out.end();
        })
    };
    assert_eq!(shown(&|out| out.big_int("5")), "<5n>");
    assert_eq!(shown(&|out| out.bare(Kind::Undefined)), "<undefined>");
    assert_eq!(shown(&|out| out.bare(Kind::Function)), "<function>");
    assert_eq!(shown(&|out| out.bare(Kind::Null)), "<null>");
    assert_eq!(list(&[]), "<[1]>");
    assert_eq!(list(&[Kind::Null, Kind::Hole]), "<[1,null,null]>");
    // Where JSON.stringify throws.
    assert_eq!(list(&[Kind::Circular]), "<object>");
    assert_eq!(list(&[Kind::Thrown]), "<object>");
    let text = shown(&|out| {
        out.begin_array();
        out.mark_unreadable();
        out.end();
    });
    assert_eq!(text, "<object>");
    let nested = |depth: usize| {
        shown(&|out| {
            (0..depth).for_each(|_| out.begin_array());
            (0..depth).for_each(|_| out.end());
        })
    };
    assert_eq!(nested(3), "<[[[]]]>");
}

#[test]
fn t_63_long_values_of_the_environment_are_cut_between_characters() {
    let shown = |value: &str| {
        lines(
            &lane(&format!(r#"{{"binary":"b","env":{{"A":"{value}"}}}}"#)),
            "B-17",
        )
        .concat()
    };
    for (value, kept, length) in [
        ("€".repeat(61), "€".repeat(60), 61),
        ("é".repeat(61), "é".repeat(60), 61),
        ("a".repeat(59) + "\u{10000}", "a".repeat(59), 61),
        (
            "a".repeat(58) + "\u{10000}b",
            "a".repeat(58) + "\u{10000}",
            61,
        ),
        ("a".repeat(60) + "\u{ffff}", "a".repeat(60), 61),
    ] {
        let text = shown(&value);
        assert!(
            text.ends_with(&format!("A={kept}…[cut:{length}]")),
            "{text}"
        );
    }
    assert!(shown(&"€".repeat(60)).ends_with(&"€".repeat(60)));
}

#[test]
fn tb_4_what_has_a_line_is_not_named_again() {
    let servers = r#"{"mcpServers":[{"name":"m","config":{"command":"c","name":"other","x":"m"}},{"name":"n","command":"c"}]}"#;
    assert_eq!(lines(servers, "X-fields").len(), 1);
    assert!(lines(servers, "X-fields").concat().ends_with(": name, x"));
    let http = r#"{"reviewer":{"slug":"s","transport":"openai-http","invoke":{"hostConfigKey":"k","defaultHost":"https://h.example.test"}}}"#;
    assert_eq!(lines(http, "X-fields"), [""; 0]);
    // A probe of the lane's own host has no line; one of another host shows its key and path.
    for (key, wanted) in [
        (
            "k",
            ": probe.kind, probe.hostConfigKey, probe.path, probe.needle",
        ),
        ("other", ": probe.needle"),
    ] {
        let probed = format!(
            r#"{{"reviewer":{{"slug":"s","transport":"openai-http","invoke":{{"hostConfigKey":"k"}},
                "probe":{{"kind":"http-reachable","hostConfigKey":"{key}","path":"/p","needle":"n"}}}}}}"#
        );
        let found = lines(&probed, "X-fields").concat();
        assert!(found.ends_with(wanted), "{found}");
    }
    let spawn = lane(r#"{"binary":"b","hostConfigKey":"k"}"#);
    assert!(
        lines(&spawn, "X-fields")
            .concat()
            .ends_with(": invoke.hostConfigKey")
    );
}

#[test]
fn t_61_the_claim_about_the_content_comes_last() {
    for (status, claim) in [
        ("pinned", "sha512"),
        ("commit-pinned", "git commit"),
        ("unverified", "NOT verified"),
    ] {
        let text = format!(r#"{{"integrityStatus":"{status}"}}"#);
        let document = parse(&text);
        let lines = consent_prompt(&Disclosure::from_value(document.root()));
        let last = lines
            .last()
            .map(|line| (line.kind.as_str(), line.text.contains(claim)));
        assert_eq!(last, Some(("B-25", true)), "{status}");
    }
    let document = parse(r#"{"integrityStatus":"verified"}"#);
    assert_eq!(
        consent_prompt(&Disclosure::from_value(document.root())).len(),
        1
    );
}

#[test]
fn digests_are_those_of_the_standard() {
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(digest("abc"), format!("sha256:{abc}"));
}

#[test]
fn t_65_a_list_that_cannot_be_read_is_empty() {
    let mut out = Builder::new();
    out.begin_object();
    out.key(&"missingArtifacts".encode_utf16().collect::<Vec<_>>());
    out.begin_array();
    out.mark_unreadable();
    out.string(&[0x61]);
    out.end();
    out.end();
    let document = out.finish();
    assert!(
        Disclosure::from_value(document.root())
            .missing_artifacts
            .is_empty()
    );
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

// ---- what changed (Y-5) --------------------------------------------------------------------------------------

/// The differences of two manifests: surface, identity, field, kind, before and after.
fn differences(old: &str, new: &str) -> Vec<String> {
    let (old, new) = (parse(old), parse(new));
    let found = changes(Some(old.root()), Some(new.root()));
    let lines = found.changes.iter().map(|it| {
        let (before, after) = (it.before.as_deref(), it.after.as_deref());
        format!(
            "{:?} {} {} {:?}: {} -> {}",
            it.surface,
            it.id,
            it.field,
            it.kind,
            before.unwrap_or("nothing"),
            after.unwrap_or("nothing")
        )
    });
    lines.collect()
}

#[test]
fn y_5_each_change_names_its_surface_and_field() {
    let cases: &[(&str, &str, &[&str])] = &[
        (
            r#"{"hooks":[{"event":"S","script":"a"},{"event":"S","script":"b"}]}"#,
            r#"{"hooks":[{"event":"S","script":"b"},{"event":"T","script":"a"}]}"#,
            &[r#"Hook T a hooks.event Changed: "S" -> "T""#],
        ),
        (
            r#"{"hooks":[{"event":"S","script":"a"},{"event":"T","script":"b"}]}"#,
            r#"{"hooks":[{"event":"S","script":"c"},{"event":"T","script":"b"}]}"#,
            &[r#"Hook S c hooks.script Changed: "a" -> "c""#],
        ),
        // Recognised by their scripts, wherever they stand.
        (
            r#"{"hooks":[{"event":"S","script":"a"},{"event":"T","script":"b"}]}"#,
            r#"{"hooks":[{"event":"U","script":"b"},{"event":"V","script":"a"}]}"#,
            &[
                r#"Hook V a hooks.event Changed: "S" -> "V""#,
                r#"Hook U b hooks.event Changed: "T" -> "U""#,
            ],
        ),
        (
            r#"{"hooks":[{"event":"S","script":"a"},{"event":"S","script":"a"}]}"#,
            r#"{"hooks":[{"event":"S","script":"a"}]}"#,
            &[r#"Hook S a hooks Removed: ["hook","S","a"] -> nothing"#],
        ),
        (
            r#"{"commands":[{"family":"f","module":"m","router":"r"}]}"#,
            r#"{"commands":[{"family":"f","module":"m"},{"family":"g","module":"n"}]}"#,
            &[
                r#"CommandModule f m commands.router Changed: "r" -> """#,
                r#"CommandModule g n commands Added: nothing -> ["mod","g","n",""]"#,
            ],
        ),
        (
            r#"{"commands":[{"family":"f","module":"m"}]}"#,
            r#"{"commands":[{"family":"f","module":"n"}]}"#,
            &[r#"CommandModule f n commands.module Changed: "m" -> "n""#],
        ),
        (
            r#"{"mcpServers":{"m":{"command":"c","args":["a","b",1],"env":{"A":"1","B":"2"},"x":{"y":[0]},"q":[1],"r":{"k":1}}}}"#,
            r#"{"mcpServers":{"m":{"command":"d","args":["a","c"],"env":{"A":"2","C":"3"},"x":{"y":[true]},"q":1,"r":[1]}}}"#,
            &[
                r#"McpServer m mcpServers.m.command Changed: "c" -> "d""#,
                r#"McpServer m mcpServers.m.args[1] Changed: "b" -> "c""#,
                r"McpServer m mcpServers.m.args[2] Removed: 1 -> nothing",
                r#"McpServer m mcpServers.m.env.A Changed: "1" -> "2""#,
                r#"McpServer m mcpServers.m.env.B Removed: "2" -> nothing"#,
                r#"McpServer m mcpServers.m.env.C Added: nothing -> "3""#,
                r"McpServer m mcpServers.m.x.y[0] Changed: 0 -> true",
                r"McpServer m mcpServers.m.q Changed: [1] -> 1",
                r#"McpServer m mcpServers.m.r Changed: {"k":1} -> [1]"#,
            ],
        ),
        (
            r#"{"reviewer":{"slug":"s","transport":"spawn","handler":"h","flags":["--s"],
                "invoke":{"binary":"b","args":["a"],"promptChannel":"stdin","env":{"A":"1"},"defaultHost":"d","p":1}}}"#,
            r#"{"reviewer":{"slug":"t","transport":"openai-http","flags":["--t"],
                "invoke":{"binary":"c","args":["a","b"],"hostConfigKey":"k","env":{"A":"2"},"defaultHost":"e","p":2}}}"#,
            &[
                r#"ReviewerLane t reviewer.slug Changed: "s" -> "t""#,
                r#"ReviewerLane t reviewer.transport Changed: "spawn" -> "openai-http""#,
                r#"ReviewerLane t reviewer.handler Changed: "h" -> """#,
                r#"ReviewerLane t reviewer.invoke.binary Changed: "b" -> "c""#,
                r#"ReviewerLane t reviewer.invoke.args[1] Added: nothing -> "b""#,
                r#"ReviewerLane t reviewer.invoke.hostConfigKey Changed: "" -> "k""#,
                r#"ReviewerLane t reviewer.invoke.promptChannel Changed: "stdin" -> """#,
                r#"ReviewerLane t reviewer.invoke.env.A Changed: "1" -> "2""#,
                r#"ReviewerLane t reviewer.invoke.defaultHost Changed: "d" -> "e""#,
                r"ReviewerLane t reviewer.invoke.p Changed: 1 -> 2",
                r#"ReviewerLane t reviewer.flags[0] Changed: "--s" -> "--t""#,
            ],
        ),
    ];
    for (old, new, wanted) in cases {
        assert_eq!(differences(old, new), *wanted, "{old}");
        assert_eq!(differences(old, old), [""; 0], "{old}");
    }
}

#[test]
fn y_5_long_values_are_shown_where_they_part() {
    let lane = |end: &str| {
        let text = "é".repeat(300);
        format!(r#"{{"reviewer":{{"slug":"s","invoke":{{"p":"{text}{end}"}}}}}}"#)
    };
    let (old, new) = (lane("old"), lane("new"));
    let found = differences(&old, &new).concat();
    let shown = "é".repeat(20);
    assert!(
        found.ends_with(&format!(
            r#"reviewer.invoke.p Changed: …{shown}old" -> …{shown}new""#
        )),
        "{found}"
    );
    // One of them is long.
    let short = differences(&lane("old"), &lane("new").replace(&"é".repeat(200), "")).concat();
    assert!(short.contains(&format!("Changed: …{shown}")), "{short}");
    // In full it is in the object.
    let (old, new) = (parse(&old), parse(&new));
    let found = changes(Some(old.root()), Some(new.root()));
    let full = serde_json::to_string(&found).unwrap_or_default();
    assert!(full.contains(&format!(r#""beforeValue":"{}old""#, "é".repeat(300))));
    assert!(full.contains(&format!(r#""afterValue":"{}new""#, "é".repeat(300))));
}
