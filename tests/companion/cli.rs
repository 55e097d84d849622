//! The command line as a stranger meets it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::fs::inotify::{self, CreateFlags, WatchFlags};
use serde_json::{Value, json};

use crate::support::patience;
use crate::support::scene::{REVIEW, Scene, spawning};
use crate::support::server::Server;

#[test]
fn help_says_what_there_is() {
    let scene = Scene::new();
    let help = scene.call(&["--help"]);
    assert_eq!(help.code, Some(0));
    for command in [
        "list", "sections", "flags", "plan", "probe", "run", "review", "consent", "doctor",
    ] {
        assert!(
            help.stdout.contains(&format!("\n  {command} ")),
            "{command}"
        );
        let own = scene.call(&[command, "--help"]);
        assert!(own.stdout.contains("Usage: gsd-lane"), "{command}");
    }
    assert!(
        help.stdout.lines().all(|line| line.chars().count() <= 100),
        "{}",
        help.stdout
    );
    assert_eq!(scene.call(&[]).code, Some(2));
    assert_eq!(scene.call(&["rewiev"]).code, Some(2));
    assert!(
        scene.call(&["rewiev"]).stderr.contains("review"),
        "a near miss is suggested"
    );
    assert!(
        scene
            .call(&["completions", "bash"])
            .stdout
            .contains("gsd-lane")
    );
    assert!(scene.call(&["man"]).stdout.starts_with(".ie"));
}

#[test]
fn flags_of_lanes_are_told_from_options_wherever_they_stand() {
    let scene = Scene::new();
    scene.write("project/list/.keep", "");
    let slugs = |arguments: &[&str]| {
        let done = scene.call(arguments);
        let plans = done.json();
        let slugs = plans.as_array().unwrap().iter();
        slugs
            .map(|it| it["slug"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    // The value of an option may be called like a command, and an option like a lane's flag elsewhere.
    for home in [&["--home", "list"][..], &["--home=list"], &["-C", "list"]] {
        for arguments in [
            [home, &["plan", "--json", "--codex"]].concat(),
            [&["plan", "--codex"], home, &["--json"]].concat(),
            [&["plan", "--json"], home, &["--codex", "--codex"]].concat(),
            [&["plan", "--json", "--"], &["--codex"][..]].concat(),
        ] {
            assert_eq!(slugs(&arguments), ["codex"], "{arguments:?}");
        }
    }
    assert_eq!(
        slugs(&["plan", "--qwen", "gemini", "--json", "--agy", "--claude"]),
        ["gemini", "qwen", "antigravity", "claude"]
    );
    for (arguments, says) in [
        (&["plan", "--nonesuch"][..], "no option --nonesuch"),
        (&["plan", "--codex=3"], "unexpected value '3' for '--codex'"),
        (&["--codex", "plan"], "'--codex'"),
        (&["list", "--codex"], "'--codex'"),
        (&["plan", "--home"], "--home <DIR>"),
        (&["run", "--json"], "<LANE>"),
        (
            &["review", "--all", "--codex", "--prompt", "x"],
            "'--all' cannot be used with '--codex'",
        ),
        (
            &["review", "--retry", "x", "--codex"],
            "cannot be used with '--codex'",
        ),
    ] {
        let done = scene.call(arguments);
        assert_eq!(done.code, Some(2), "{arguments:?} {done:?}");
        assert!(done.stderr.contains(says), "{arguments:?} {done:?}");
        assert_eq!(done.stdout, "", "{arguments:?}");
    }
}

#[test]
fn lists_for_other_programs() {
    let scene = Scene::new();
    let sections = scene.call(&["sections"]).stdout;
    assert!(
        sections.starts_with("gemini\tGemini\nclaude\tClaude\ncodex\tCodex\n"),
        "{sections}"
    );
    assert_eq!(
        scene
            .call(&["sections", "--selected", "kimi-code,codex,none"])
            .stdout,
        "codex\tCodex\nkimi-code\tKimi Code\n"
    );
    let flags = scene.call(&["flags"]).stdout;
    assert_eq!(flags.lines().count(), 13, "L-11");
    assert_eq!(
        scene.call(&["flags", "--selected", "antigravity"]).stdout,
        "--antigravity\n--agy\n"
    );
    assert_eq!(scene.call(&["flags", "--selected", "none"]).stdout, "");
    let listed = scene.call(&["list", "--json"]).json();
    assert_eq!(listed["lanes"].as_array().unwrap().len(), 12);
    assert_eq!(listed["lanes"][0]["state"], "active");
}

#[test]
fn plans_show_what_would_run_and_start_nothing() {
    let scene = Scene::new();
    let server = Server::with("200 OK", "", "{}");
    for tool in ["gemini", "claude", "codex", "kimi"] {
        scene.script(tool, "echo started >>../trace");
    }
    scene.config(&json!({"review": {"ollama_host": server.url(), "models": {"claude": "opus"}}}));
    let plans = scene.call(&["plan", "--json"]);
    assert_eq!(plans.code, Some(0));
    let plans = plans.json();
    assert_eq!(plans.as_array().unwrap().len(), 12);
    let claude = &plans[1];
    assert_eq!(claude["slug"], "claude");
    assert_eq!(
        claude["program"],
        json!(scene.at("bin/claude").to_str().unwrap()),
        "F-41"
    );
    assert_eq!(claude["plan"]["argv"][0], "--model");
    assert_eq!(claude["plan"]["argv"][1], "opus");
    assert!(
        claude["origin"]["digest"]
            .as_str()
            .unwrap()
            .starts_with("sha256:")
    );
    assert_eq!(scene.read("trace"), "");
    assert_eq!(server.seen(), Vec::<String>::new());
    assert_eq!(scene.call(&["plan", "nonesuch"]).code, Some(3));
    let inside = scene.write("project/bin/gemini", "#!/bin/sh\n");
    fs::set_permissions(&inside, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let mut command = scene.command(&["plan", "gemini"]);
    command.env(
        "PATH",
        format!("{}:/bin", scene.at("project/bin").display()),
    );
    let shown = Scene::end(command.spawn().unwrap());
    assert!(shown.stdout.contains("WARNING"), "F-41: {}", shown.stdout);
}

#[test]
fn lanes_may_be_named_by_flag_wherever_they_may_be_named() {
    let scene = Scene::new();
    scene.script("gemini", &format!("cat >/dev/null; echo '{REVIEW}'"));
    let slugs = |arguments: &[&str]| -> Vec<String> {
        let listed = scene.call(arguments).json();
        let listed = listed.get("results").unwrap_or(&listed).clone();
        let listed = listed.as_array().unwrap().iter();
        listed
            .map(|it| it["slug"].as_str().unwrap().to_owned())
            .collect()
    };
    for command in ["plan", "probe", "doctor"] {
        assert_eq!(
            slugs(&[command, "--gemini", "--json", "codex"]),
            ["codex", "gemini"],
            "{command}"
        );
    }
    let run = ["run", "--gemini", "--prompt-file", "../prompt.md", "--json"];
    assert_eq!(slugs(&run), ["gemini"]);
    assert_eq!(
        slugs(&["--json", "plan", "--kimi-code"]),
        ["kimi-code"],
        "L-11"
    );
    for wrong in [
        &["run", "--gemini", "--claude", "--as", "x"][..],
        &["plan", "--nonesuch"],
        &["plan", "--", "--gemini-cli"],
        &["list", "--gemini"],
        &["--gemini", "plan"],
    ] {
        assert_eq!(scene.call(wrong).code, Some(2), "{wrong:?}");
    }
    let installed = spawning("acme", "acme-tool");
    scene.install("home", "acme", &installed);
    let granted = scene.call(&["consent", "show", "acme", "--json"]).json();
    let digest = granted[0]["digest"].as_str().unwrap();
    scene.call(&["consent", "grant", "acme", "--digest", digest]);
    assert_eq!(slugs(&["plan", "--acme", "--json"]), ["acme"]);
    let help = scene.call(&["review", "--help"]).stdout;
    assert!(
        help.contains("--claude") && !help.contains("lane-flag"),
        "{help}"
    );
}

#[test]
fn an_option_of_this_program_is_never_taken_for_a_lane() {
    let scene = Scene::new();
    let mut manifest = spawning("acme", "acme-tool");
    manifest["reviewer"]["flags"] = json!(["--quiet", "--json", "--force"]);
    scene.install("home", "acme", &manifest);
    scene.script("gemini", &format!("cat >/dev/null; echo '{REVIEW}'"));
    let arguments = ["review", "gemini", "--prompt", "../prompt.md", "--force"];
    let done = scene.call(&[&arguments[..], &["--quiet", "--json"]].concat());
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_eq!(done.json()["results"].as_array().unwrap().len(), 1);
}

#[test]
fn the_doctor_tells_the_cases_apart() {
    let scene = Scene::new();
    scene.tool("gemini", "silent");
    scene.script("kimi", "echo a game by that name");
    scene.install("project", "acme", &spawning("acme", "acme-tool"));
    let locked = Server::with("401 Unauthorized", "", "{}");
    let mute = Server::doing("127.0.0.1:0", |_, _| {
        std::thread::sleep(Duration::from_secs(5));
    });
    scene.config(&json!({"review": {"ollama_host": locked.url(), "lm_studio_host": mute.url(), "llama_cpp_host": "http://127.0.0.1:9"}}));
    let done = scene.call(&["doctor", "--json"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    let found = done.json();
    let state = |slug: &str| {
        let mut all = found.as_array().unwrap().iter();
        all.find(|it| it["slug"] == slug)
            .map(|it| it["state"].as_str().unwrap().to_owned())
            .unwrap()
    };
    for (slug, expected) in [
        ("gemini", "fine"),
        ("claude", "missing"),
        ("kimi-code", "wrong-tool"),
        ("ollama", "needs-sign-in"),
        ("lm_studio", "hangs"),
        ("llama_cpp", "unreachable"),
        ("acme", "unconsented"),
    ] {
        assert_eq!(state(slug), expected, "{slug}");
    }
    scene.script("hanging", "sleep 600");
    fs::rename(scene.at("bin/hanging"), scene.at("bin/kimi")).unwrap();
    let start = Instant::now();
    let done = scene.call(&["doctor", "kimi-code", "--json"]);
    assert_eq!(done.json()[0]["state"], "hangs", "F-14");
    assert!(start.elapsed() < patience(Duration::from_secs(9)));
    assert_eq!(done.code, Some(1));
    let only = scene.call(&["doctor", "--only", "fine", "--json"]).json();
    assert_eq!(only.as_array().unwrap().len(), 1);
}

#[test]
fn the_doctor_may_ask() {
    let scene = Scene::new();
    scene.script(
        "gemini",
        "cat >/dev/null; echo 'I am here, see README.md:1 for what this is about.'",
    );
    scene.script(
        "qwen",
        "echo 'Error: not logged in. Please run qwen login' >&2; exit 1",
    );
    let found = scene
        .call(&["doctor", "gemini", "qwen", "--call", "--json"])
        .json();
    assert_eq!(found[0]["state"], "fine", "{found}");
    assert_eq!(found[1]["state"], "needs-sign-in", "{found}");
    assert_eq!(fs::read_dir(scene.at("tmp")).unwrap().count(), 0);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let scene = Scene::new();
    for arguments in [&["plan", "--json"][..], &["list"], &["completions", "zsh"]] {
        let mut child = scene.begin(arguments);
        drop(child.stdout.take());
        let done = Scene::end(child);
        assert_eq!(done.code, Some(0), "{arguments:?} {done:?}");
        assert_eq!(done.stderr, "");
    }
    let mut help = scene.command(&["--help"]);
    help.stdout(Stdio::null());
    assert_eq!(Scene::end(help.spawn().unwrap()).code, Some(0));
}

#[test]
fn the_configuration_of_a_workstream_lies_over_that_of_the_project() {
    let mut scene = Scene::new();
    scene.config(&json!({"review": {"models": {"claude": "root", "gemini": "g"}}}));
    scene.write(
        "project/.planning/workstreams/a/config.json",
        &json!({"review": {"models": {"claude": "a"}}}).to_string(),
    );
    let model = |scene: &Scene, arguments: &[&str], lane: &str| {
        let mut all = vec!["plan", lane, "--json"];
        all.extend(arguments);
        scene.call(&all).json()[0]["plan"]["model"].clone()
    };
    assert_eq!(model(&scene, &[], "claude"), "root");
    assert_eq!(model(&scene, &["--ws", "a"], "claude"), "a", "L-20");
    assert_eq!(model(&scene, &["--ws", "a"], "gemini"), "g");
    scene.write("project/.planning/active-workstream", "a\nmore\n");
    assert_eq!(model(&scene, &[], "claude"), "a");
    scene
        .variables
        .push(("GSD_WORKSTREAM".to_owned(), "none".to_owned()));
    let done = scene.call(&["plan", "claude", "--json"]);
    assert_eq!(done.json()[0]["plan"]["model"], "root");
    assert!(done.stderr.contains("workstreams/none"), "{}", done.stderr);
    let done = scene.call(&["plan", "claude", "--json", "--ws", "../../etc"]);
    assert_eq!(done.json()[0]["plan"]["model"], "root");
    assert!(!done.stderr.is_empty());
}

#[test]
fn a_linked_worktree_reads_the_configuration_of_the_main_one() {
    let scene = Scene::new();
    let git = |folder: &str, arguments: &[&str]| scene.git(folder, arguments);
    scene.config(&json!({"review": {"models": {"claude": "main"}}}));
    git("project", &["init", "--quiet"]);
    git(
        "project",
        &["commit", "--quiet", "--allow-empty", "-m", "x"],
    );
    git("project", &["worktree", "add", "--quiet", "../linked"]);
    fs::create_dir(scene.at("linked/.planning")).unwrap();
    scene.write(
        "linked/.planning/config.json",
        &json!({"review": {"models": {"claude": "linked"}}}).to_string(),
    );
    let linked = scene.at("linked").to_str().unwrap().to_owned();
    let plan = scene
        .call(&["-C", &linked, "plan", "claude", "--json"])
        .json();
    assert_eq!(plan[0]["plan"]["model"], "main", "L-20");
}

#[test]
fn every_file_is_read_once() {
    let scene = Scene::new();
    scene.script("gemini", &format!("cat >/dev/null; echo '{REVIEW}'"));
    scene.config(&json!({"review": {"models": {"gemini": "big"}}}));
    scene.write("project/.planning/active-workstream", "a");
    scene.write("project/.planning/workstreams/a/config.json", "{}");
    scene.write("home/.gsd/defaults.json", "{}");
    scene.write("project/.gsd/.gsd-capabilities.json", "{}");
    scene.install("project", "acme", &spawning("acme", "acme-tool"));
    scene.install("home", "bolt", &spawning("bolt", "bolt-tool"));
    let mut files = vec![
        "project/.planning/config.json",
        "project/.planning/active-workstream",
        "project/.planning/workstreams/a/config.json",
        "home/.gsd/defaults.json",
        "project/.gsd/.gsd-capabilities.json",
        "project/.gsd/capabilities/acme/capability.json",
        "home/.gsd/capabilities/bolt/capability.json",
    ];
    let review = ["review", "gemini", "acme", "--prompt", "../prompt.md"];
    let run = ["run", "gemini", "acme", "--prompt-file", "../prompt.md"];
    let calls = [
        &["list"][..],
        &["sections"],
        &["flags"],
        &["plan"],
        &["probe", "gemini", "acme"],
        &["doctor", "gemini", "acme"],
        &run,
        &review,
    ];
    for call in calls {
        assert_eq!(opened(&scene, call, &files), [1; 7], "{call:?}");
    }
    let shown = scene.call(&["consent", "show", "acme", "--json"]).json();
    let digest = shown[0]["digest"].as_str().unwrap();
    let granted = scene.call(&["consent", "grant", "acme", "--digest", digest]);
    assert_eq!(granted.code, Some(0), "{granted:?}");
    files.retain(|it| !it.contains("acme"));
    for call in calls {
        assert_eq!(opened(&scene, call, &files), [1; 6], "{call:?}");
    }
}

/// How often a call opens each file.
fn opened(scene: &Scene, call: &[&str], files: &[&str]) -> Vec<usize> {
    let listener = inotify::init(CreateFlags::NONBLOCK).unwrap();
    let watches = files
        .iter()
        .map(|file| inotify::add_watch(&listener, scene.at(file), WatchFlags::OPEN).unwrap());
    let watches: Vec<i32> = watches.collect();
    scene.call(call);
    let mut buffer = [std::mem::MaybeUninit::uninit(); 4096];
    let mut reader = inotify::Reader::new(&listener, &mut buffer);
    let mut seen = Vec::new();
    while let Ok(event) = reader.next() {
        seen.push(event.wd());
    }
    let count = |watch| seen.iter().filter(|it| *it == watch).count();
    watches.iter().map(count).collect()
}

#[test]
fn a_broken_user_file_is_told_and_never_taken_for_absent() {
    let scene = Scene::new();
    scene.write("home/.gsd/defaults.json", "{,}");
    let done = scene.call(&["plan"]);
    assert_eq!(done.code, Some(2), "F-15: {done:?}");
    assert!(done.stderr.contains("defaults.json"));
    scene.write(
        "home/.gsd/defaults.json",
        "\u{feff}{\"review\":{\"models\":{\"claude\":\"mine\"}}}",
    );
    let plan = scene.call(&["plan", "claude", "--json"]);
    assert_eq!(plan.json()[0]["plan"]["model"], "mine", "F-48, L-23");
}

#[test]
fn planning_takes_no_time() {
    let scene = Scene::new();
    let times = (0..20).map(|_| {
        let start = Instant::now();
        assert_eq!(scene.call(&["plan", "--json"]).code, Some(0));
        start.elapsed()
    });
    let best = times.min().unwrap();
    // Ten milliseconds as it is shipped; this is a build for tests.
    assert!(best < Duration::from_millis(60), "{best:?}");
}

#[test]
fn values_are_safe_to_print() {
    let scene = Scene::new();
    scene.config(&json!({"review": {"models": {"claude": "a\u{1b}]0;x\u{7}\u{202e}b"}}}));
    let done = scene.call(&["plan", "claude"]);
    assert!(
        !done
            .stdout
            .contains(|it: char| it.is_control() && it != '\n' || it == '\u{202e}'),
        "{:?}",
        done.stdout
    );
    let value: Value = scene.call(&["plan", "claude", "--json"]).json();
    assert!(value[0]["plan"].is_object() || value[0]["reason"].is_string());
}

#[test]
fn a_configuration_may_be_deep() {
    let scene = Scene::new();
    let deep = format!("{}1{}", "[".repeat(9_000), "]".repeat(9_000));
    let with = |model: &str| {
        format!("{{\"deep\": {deep}, \"review\": {{\"models\": {{\"claude\": \"{model}\"}}}}}}")
    };
    scene.write("project/.planning/config.json", &with("root"));
    let done = scene.call(&["plan", "claude", "--json"]);
    assert_eq!(
        done.json()[0]["plan"]["model"],
        "root",
        "L-6: {}",
        done.stderr
    );
    let objects = format!("{}1{}", "{\"a\":".repeat(9_000), "}".repeat(9_000));
    for text in [&with("a"), &with("a").replace(&deep, &objects)] {
        scene.write("project/.planning/config.json", text);
        scene.write("project/.planning/workstreams/a/config.json", text);
        let done = scene.call(&["plan", "claude", "--json", "--ws", "a"]);
        assert_eq!(done.json()[0]["plan"]["model"], "a", "L-6: {}", done.stderr);
    }
}

/// What fails says why, before anything is asked or paid for, and shows nothing that is not so.
#[test]
fn what_cannot_be_done_is_said_before_anybody_is_asked() {
    let scene = Scene::new();
    scene.script(
        "gemini",
        &format!("cat >/dev/null; echo asked >>../trace; echo '{REVIEW}'"),
    );
    scene.write("empty.md", " \n");
    scene.write("file", "");
    fs::write(scene.at("utf16.md"), b"\xff\xfeR\0e\0v\0").unwrap();
    fs::File::create(scene.at("big.md"))
        .unwrap()
        .set_len((64 << 20) + 1)
        .unwrap();
    let review = |prompt: &str, more: &[&str]| {
        let call = ["review", "gemini", "--json", "--prompt", prompt];
        scene.call(&[&call[..], more].concat())
    };
    for (prompt, more, says) in [
        ("../gone.md", &[][..], "../gone.md: there is no such file"),
        ("..", &[], "..: not a regular file"),
        ("../empty.md", &[], "../empty.md: the prompt is empty"),
        ("-", &[], "standard input: the prompt is empty"),
        ("../utf16.md", &[], "UTF-16; save it as UTF-8"),
        ("../big.md", &[], "../big.md: larger than 64 MiB"),
        ("../prompt.md", &["--out", ".."], "directory"),
        ("../prompt.md", &["--out", "..", "--force"], "directory"),
        ("../prompt.md", &["--out", "none/R.md"], "no such folder"),
        ("../prompt.md", &["--out", "/proc/R.md"], "/proc/R.md"),
        ("../prompt.md", &["--out", "../file"], "--force replaces it"),
        (
            "../prompt.md",
            &["--run-dir", "../file"],
            "../file: no folder",
        ),
        (
            "../prompt.md",
            &["--host", "x"],
            "--host x: expected KEY=URL",
        ),
        ("../prompt.md", &["--jobs", "0"], "--jobs"),
        (
            "../prompt.md",
            &["--plan", "gone-PLAN.md"],
            "gone-PLAN.md: there is no such file",
        ),
    ] {
        let done = review(prompt, more);
        assert_eq!(done.code, Some(2), "{prompt} {more:?} {done:?}");
        assert!(done.stderr.contains(says), "{prompt} {more:?} {done:?}");
        assert_eq!(done.stdout, "", "{prompt} {more:?}");
    }
    let mut without = scene.command(&["run", "gemini", "--prompt-file", "../prompt.md"]);
    let done = without.env("TMPDIR", "/nonexistent").output().unwrap();
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&done.stderr).contains("gsd-lane: /nonexistent: "));
    assert_eq!(scene.read("trace"), "");
    assert_eq!(fs::read_dir(scene.at("tmp")).unwrap().count(), 0);

    fs::write(scene.at("latin.md"), b"Review\nth\xe9 plan.\n").unwrap();
    let done = review("../latin.md", &[]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(done.stderr.contains("line 2 is not UTF-8"), "{done:?}");
}

#[test]
fn nobody_to_ask_is_an_answer_for_programs_too() {
    let scene = Scene::new();
    let done = scene.call(&["review", "--prompt", "../prompt.md", "--json"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert_eq!(done.json()["results"], json!([]));
    assert!(done.stderr.contains("nobody to ask"));
}

#[test]
fn a_broken_file_is_named_with_the_place() {
    let scene = Scene::new();
    scene.write("project/.planning/config.json", "{\n  \"review\": {,\n");
    let done = scene.call(&["plan", "codex"]);
    assert_eq!(done.code, Some(2));
    assert!(
        done.stderr.contains(".planning/config.json:2:14: "),
        "{done:?}"
    );
    fs::remove_file(scene.at("project/.planning/config.json")).unwrap();
    scene.write("home/.gsd/capabilities/acme/capability.json", "{\"id\": ");
    let done = scene.call(&["consent", "show", "acme"]);
    assert_eq!(done.code, Some(2));
    assert!(
        done.stderr.contains("is not JSON: the text ends"),
        "{done:?}"
    );
}

#[test]
fn outputs_may_be_closed_full_or_left() {
    let scene = Scene::new();
    let with = |redirected: &str| {
        let script = format!("\"$0\" \"$@\" {redirected}");
        let mut shell = std::process::Command::new("/bin/sh");
        shell.args(["-c", &script, crate::support::GSD_LANE, "list"]);
        shell
            .current_dir(scene.at("project"))
            .env("HOME", scene.at("home"));
        shell.output().unwrap()
    };
    assert_eq!(with("<&- >&- 2>&-").status.code(), Some(0));
    let full = with(">/dev/full");
    assert_eq!(full.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&full.stderr).starts_with("gsd-lane: standard output: "));
    let left = with("| head -n 1");
    assert_eq!(
        (left.status.code(), left.stderr.as_slice()),
        (Some(0), &b""[..])
    );
}

#[test]
fn the_doctor_does_not_call_fine_what_cannot_start() {
    let scene = Scene::new();
    for (name, line, missing) in [
        (
            "gemini",
            "#!/none/such/interpreter -x",
            Some("/none/such/interpreter"),
        ),
        (
            "claude",
            "#!/usr/bin/env none-such-runtime",
            Some("none-such-runtime"),
        ),
        (
            "codex",
            "#!/usr/bin/env -S none-such-runtime --flag",
            Some("none-such-runtime"),
        ),
        ("qwen", "#!/usr/bin/env sh", None),
        ("opencode", "#! /bin/sh", None),
    ] {
        let path = scene.write(&format!("bin/{name}"), &format!("{line}\necho\n"));
        fs::set_permissions(path, PermissionsExt::from_mode(0o755)).unwrap();
        let done = scene.call(&["doctor", name, "--json"]);
        let found = done.json();
        let state = if missing.is_some() { "broken" } else { "fine" };
        assert_eq!(found[0]["state"], state, "{found}");
        assert_eq!(done.code, Some(i32::from(missing.is_some())), "{found}");
        let detail = found[0]["detail"].as_str().unwrap();
        assert!(detail.contains(missing.unwrap_or_default()), "{found}");
    }
}

#[test]
fn settings_that_no_lane_reads_are_told_of() {
    let scene = Scene::new();
    let read = json!({"review": {
        "models": {"agy": "m", "claude": "", "gemini": null}, "effort": {"codex": "low"}, "timeouts": {"claude": 2000},
        "max_prompt_tokens_per_reviewer": {"qwen": 9}, "ollama_host": "localhost", "max_prompt_tokens": null,
        "default_reviewers": ["claude"], "reviewer_instances": {}, "parallel_lanes": true, "somebody_elses": 1,
    }, "other": {"models": {"x": 1}}});
    scene.config(&read);
    assert_eq!(scene.call(&["list"]).stderr, "", "F-10");
    for (config, told) in [
        (
            json!({"review": {"models": {"qwen": "m"}}}),
            "`review.models.qwen` is ignored: the lane takes no such thing",
        ),
        (
            json!({"review": {"models": {"antigravity": "m"}}}),
            "`review.models.antigravity`; did you mean `review.models.agy`?",
        ),
        (
            json!({"review": {"models": {"claud": "m"}}}),
            "did you mean `review.models.claude`?",
        ),
        (
            json!({"review": {"models": {"wholly-other": "m"}}}),
            "no lane reads the setting `review.models.wholly-other`",
        ),
        (
            json!({"review": {"modles": {"claude": "m"}}}),
            "did you mean `review.models`?",
        ),
        (
            json!({"review": {"olama_host": "localhost"}}),
            "did you mean `review.ollama_host`?",
        ),
        (
            json!({"review": {"timeouts": {"claude": "9"}}}),
            "`review.timeouts.claude` is ignored: its value is of the wrong type",
        ),
        (
            json!({"review.models.claude": "m"}),
            "`review.models.claude` is ignored: write it as objects",
        ),
    ] {
        scene.config(&config);
        let done = scene.call(&["plan", "--json"]);
        assert!(done.stderr.contains(told), "F-10: {}", done.stderr);
        assert_eq!(done.stderr.lines().count(), 1, "{}", done.stderr);
        assert_eq!(done.json().as_array().unwrap().len(), 12);
    }
}
