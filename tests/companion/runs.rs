//! The binary runs lanes (L-70 … L-73, L-80, L-135, L-152 … L-156, Y-7, Y-11 … Y-16, B-3, B-13, F-07, F-20, 00-design).

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::patience;
use crate::support::scene::{Done, REVIEW, Scene};
use crate::support::server::Server;
use crate::support::{alive, mark};

fn run(scene: &Scene, arguments: &[&str]) -> Done {
    let mut all = vec!["run", "--prompt-file", "../prompt.md", "--json"];
    all.extend(arguments);
    scene.call(&all)
}

fn first(done: &Done) -> Value {
    done.json()["results"][0].clone()
}

fn run_dir(done: &Done) -> PathBuf {
    PathBuf::from(done.json()["runDir"].as_str().unwrap())
}

fn chat(text: &str) -> Server {
    let body = json!({"model": "served", "choices": [{"message": {"content": text}}]}).to_string();
    Server::doing("127.0.0.1:0", move |stream, request| {
        let body = if request.starts_with("GET") {
            r#"{"data":[{"id":"listed"}]}"#
        } else {
            &body
        };
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len());
        let _ = std::io::Write::write_all(stream, format!("{head}{body}").as_bytes());
    })
}

#[test]
fn a_program_reads_the_prompt_and_its_output_is_the_review() {
    let scene = Scene::new();
    scene.script("gemini", &format!("cat >&2; echo '{REVIEW}'"));
    let done = run(&scene, &["gemini"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    let result = first(&done);
    assert_eq!(result["status"], "reviewed");
    assert_eq!(result["ok"], true);
    let folder = run_dir(&done);
    let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(text("gsd-review-gemini.md"), format!("{REVIEW}\n"));
    assert_eq!(text("gsd-review-gemini.err"), "Review the plan.\n");
    let line: Value = serde_json::from_str(&text("gsd-review-lane-results.jsonl")).unwrap();
    assert_eq!(line["identity"], "gemini");
    assert!(folder.join("gsd-review-lane-result-gemini.json").exists());
    assert_eq!(
        fs::metadata(&folder).unwrap().permissions().mode() & 0o777,
        0o700,
        "Y-7"
    );
    for entry in fs::read_dir(&folder).unwrap().flatten() {
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "Y-7: {:?}", entry.path());
    }
}

#[test]
fn a_review_in_a_file_is_taken_from_there_and_an_old_one_is_set_aside() {
    let scene = Scene::new();
    scene.script("codex", &format!("cat >/dev/null; while [ $# -gt 0 ]; do [ \"$1\" = -o ] && echo '{REVIEW}' >\"$2\"; shift; done; echo chatter"));
    scene.write("run/gsd-review-codex.md", "an old one");
    let done = run(&scene, &["codex", "--run-dir", "../run"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_eq!(scene.read("run/gsd-review-codex.md"), format!("{REVIEW}\n"));
    assert_eq!(
        scene.read("run/gsd-review-codex.md.previous"),
        "an old one",
        "Y-13"
    );
    scene.script("codex-mute", "exit 0");
    fs::rename(scene.at("bin/codex-mute"), scene.at("bin/codex")).unwrap();
    let done = run(&scene, &["codex", "--run-dir", "../run"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert_eq!(
        first(&done)["status"],
        "failed",
        "B-13: the old file is not this run's review"
    );
}

#[test]
fn exit_codes_say_what_became_of_those_that_were_named() {
    let scene = Scene::new();
    scene.script("gemini", &format!("cat >/dev/null; echo '{REVIEW}'"));
    scene.script("qwen", "exit 7");
    for (lanes, code) in [
        (&["gemini"][..], 0),
        (&["qwen"], 1),
        (&["gemini", "qwen"], 1),
        (&["claude"], 3),
        (&["gemini", "claude"], 3),
        (&["nonesuch"], 3),
    ] {
        let done = run(&scene, lanes);
        assert_eq!(done.code, Some(code), "{lanes:?} {done:?}");
    }
    let missing = first(&run(&scene, &["claude"]));
    assert_eq!(
        (&missing["status"], &missing["reason"]),
        (&json!("skipped"), &json!("missing_binary"))
    );
    let unknown = first(&run(&scene, &["nonesuch"]));
    assert_eq!(
        (&unknown["status"], &unknown["reason"]),
        (&json!("refused"), &json!("malformed_lane"))
    );
    assert_eq!(scene.call(&["run"]).code, Some(2));
    assert_eq!(
        scene
            .call(&["run", "gemini", "--prompt-file", "nowhere.md"])
            .code,
        Some(2)
    );
    assert_eq!(
        scene
            .call(&[
                "run",
                "gemini",
                "qwen",
                "--as",
                "x",
                "--prompt-file",
                "../prompt.md"
            ])
            .code,
        Some(2)
    );
    assert_eq!(
        fs::read_dir(scene.at("tmp")).unwrap().count(),
        4,
        "only runs that ran leave a folder"
    );
}

#[test]
fn a_prompt_may_come_from_anywhere_and_the_shared_one_stays() {
    let scene = Scene::new();
    scene.script("gemini", &format!("cat >../received; echo '{REVIEW}'"));
    scene.write("run/gsd-review-prompt.md", "shared");
    let done = run(&scene, &["gemini", "--run-dir", "../run"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_eq!(scene.read("received"), "Review the plan.\n", "L-156");
    let mut command =
        scene.command(&["run", "gemini", "--run-dir", "../run", "--prompt-file", "-"]);
    command.stdin(fs::File::open(scene.at("prompt.md")).unwrap());
    assert_eq!(Scene::end(command.spawn().unwrap()).code, Some(0));
    assert_eq!(scene.read("received"), "Review the plan.\n");
    assert_eq!(
        scene.call(&["run", "gemini", "--run-dir", "../run"]).code,
        Some(0)
    );
    assert_eq!(scene.read("received"), "shared");
    scene.write("blank.md", " \n");
    assert_eq!(
        scene
            .call(&["run", "gemini", "--prompt-file", "../blank.md"])
            .code,
        Some(2)
    );
}

#[test]
fn a_prompt_that_is_missing_is_told() {
    let scene = Scene::new();
    scene.tool("gemini", "noisy");
    let done = scene.call(&["run", "gemini", "--run-dir", "../run", "--json"]);
    assert_eq!(first(&done)["reason"], "prompt-missing", "{done:?}");
    let done = scene.call(&["run", "gemini", "--json"]);
    assert_eq!(done.code, Some(2), "{done:?}");
    assert!(done.stderr.contains("--prompt-file"), "{done:?}");
}

#[test]
fn the_configured_limit_holds_and_the_text_stays() {
    let scene = Scene::new();
    scene.config(&json!({"review": {"timeouts": {"gemini": 0.6}}}));
    let mark = mark();
    scene.script(
        "gemini",
        &format!("echo '{REVIEW}'; export MARK={mark}; setsid sleep 600 & sleep 600"),
    );
    let start = Instant::now();
    let done = run(&scene, &["gemini"]);
    assert!(start.elapsed() < patience(Duration::from_secs(5)));
    let result = first(&done);
    assert_eq!(result["status"], "incomplete", "F-20: {done:?}");
    assert_eq!(result["reason"], "timed-out");
    assert!(
        done.stderr.contains("timeout-below-floor"),
        "F-07: {}",
        done.stderr
    );
    assert_eq!(alive(&mark), Vec::<String>::new());
    assert!(
        fs::read_to_string(run_dir(&done).join("gsd-review-gemini.md"))
            .unwrap()
            .contains(REVIEW)
    );
}

#[test]
fn raw_bytes_are_kept_where_the_review_was_cleaned() {
    let scene = Scene::new();
    scene.script(
        "gemini",
        &format!("printf '\\033[31m%s\\033[0m \\377\\n' '{REVIEW}'"),
    );
    let done = run(&scene, &["gemini"]);
    let folder = run_dir(&done);
    let raw = fs::read(folder.join("gsd-review-gemini.raw")).unwrap();
    assert!(
        raw.starts_with(b"\x1b[31m") && raw.ends_with(b" \xff\n"),
        "Y-7"
    );
    let review = fs::read_to_string(folder.join("gsd-review-gemini.md")).unwrap();
    assert!(review.starts_with(REVIEW) && !review.contains('\u{1b}'));
}

#[test]
fn a_server_is_asked_and_its_model_recorded() {
    let scene = Scene::new();
    let server = chat(REVIEW);
    let host = format!("review.ollama_host={}", server.url());
    let done = run(&scene, &["ollama", "--host", &host]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_eq!(
        first(&done)["model"],
        json!({"value": "served", "source": "served"})
    );
    let seen = server.seen();
    assert_eq!(seen.len(), 3, "probe, models, chat");
    assert!(
        seen[2].ends_with(
            r#"{"model":"listed","messages":[{"role":"user","content":"Review the plan.\n"}]}"#
        ),
        "L-81: {}",
        seen[2]
    );
    assert!(!seen.concat().to_ascii_lowercase().contains("authorization"));
}

#[test]
fn keys_come_from_the_user_and_never_from_the_project() {
    let server = chat(REVIEW);
    let host = format!("review.ollama_host={}", server.url());
    let sent = |scene: &Scene, more: &[&str]| {
        let mut arguments = vec!["ollama", "--host", &host];
        arguments.extend(more);
        let done = run(scene, &arguments);
        assert_eq!(done.code, Some(0), "{done:?}");
        assert!(!format!("{done:?}").contains("s3cret"), "{done:?}");
        for entry in fs::read_dir(run_dir(&done)).unwrap().flatten() {
            let text = fs::read_to_string(entry.path()).unwrap();
            assert!(!text.contains("s3cret"), "{:?}", entry.path());
        }
        let seen = server.seen();
        seen[seen.len() - 1]
            .to_ascii_lowercase()
            .contains("authorization: bearer s3cret")
    };
    let mut scene = Scene::new();
    scene
        .variables
        .push(("MY_KEY".to_owned(), "s3cret".to_owned()));
    assert!(!sent(&scene, &[]));
    assert!(sent(&scene, &["--api-key-env", "ollama=MY_KEY"]));
    scene.config(&json!({"review": {"ollama_api_key_env": "MY_KEY"}}));
    assert!(
        !sent(&scene, &[]),
        "Y-15: a repository could send any secret anywhere"
    );
    scene.write(
        "home/.gsd/defaults.json",
        &json!({"review": {"ollama_api_key_env": "MY_KEY"}}).to_string(),
    );
    assert!(sent(&scene, &[]));
    assert!(!sent(&scene, &["--api-key-env", "ollama=UNSET_NAME"]));
}

#[test]
fn loopback_is_asked_directly_whatever_the_proxy_variables_say() {
    let proxy = Server::with("502 Bad Gateway", "", "");
    let server = chat(REVIEW);
    let mut scene = Scene::new();
    for name in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"] {
        scene.variables.push((name.to_owned(), proxy.url()));
    }
    let host = format!("review.ollama_host={}", server.url());
    assert_eq!(
        run(&scene, &["ollama", "--host", &host]).code,
        Some(0),
        "F-29"
    );
    assert_eq!(proxy.seen(), Vec::<String>::new());
    let planned = scene.call(&[
        "plan",
        "ollama",
        "--json",
        "--host",
        "review.ollama_host=https://ai.example",
    ]);
    assert_eq!(planned.json()[0]["proxy"], json!(proxy.url()));
    let done = run(
        &scene,
        &["ollama", "--host", "review.ollama_host=http://ai.example"],
    );
    assert_eq!(first(&done)["reason"], "host_unreachable");
    assert!(
        proxy.seen()[0].starts_with("CONNECT ai.example:80"),
        "{:?}",
        proxy.seen()
    );
    assert!(!proxy.seen().concat().contains("Review the plan"));
}

#[test]
fn another_name_model_and_prompt_for_one_lane() {
    let scene = Scene::new();
    scene.script("gemini", &format!("cat >/dev/null; echo \"{REVIEW} $*\""));
    let done = run(&scene, &["gemini", "--as", "g/2", "--model", " big "]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_eq!(first(&done)["identity"], "g/2");
    assert_eq!(
        first(&done)["model"],
        json!({"value": "big", "source": "pinned"})
    );
    let review = fs::read_to_string(run_dir(&done).join("gsd-review-g-2.md")).unwrap();
    assert!(review.contains("-m big"), "L-153, L-154: {review}");
    let done = run(&scene, &["gemini", "--as", "prompt"]);
    assert_eq!(first(&done)["status"], "refused", "B-5");
}

#[test]
fn lanes_run_side_by_side_if_wanted_and_one_failure_leaves_the_others_alone() {
    let scene = Scene::new();
    for tool in ["gemini", "claude", "qwen"] {
        scene.script(tool, &format!("cat >/dev/null; sleep 1; echo '{REVIEW}'"));
    }
    scene.script("opencode", "exit 3");
    let lanes = ["gemini", "claude", "qwen", "opencode"];
    let timed = |arguments: &[&str]| {
        let start = Instant::now();
        let mut all = lanes.to_vec();
        all.extend(arguments);
        let done = run(&scene, &all);
        assert_eq!(done.code, Some(1), "{done:?}");
        let results = done.json()["results"].clone();
        let order: Vec<_> = results
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["slug"].clone())
            .collect();
        assert_eq!(order, lanes, "the order is that of the call");
        start.elapsed()
    };
    assert!(timed(&[]) > Duration::from_secs(3));
    assert!(
        timed(&["--jobs", "4"]) < Duration::from_millis(2_500),
        "F-12"
    );
    scene.config(&json!({"review": {"parallel_lanes": "true"}}));
    assert!(timed(&[]) > Duration::from_secs(3), "only `true` opts in");
    scene.config(&json!({"review": {"parallel_lanes": true}}));
    assert!(timed(&[]) < Duration::from_millis(2_500));
}

#[test]
fn an_interrupted_run_ends_all_and_leaves_what_was_finished() {
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let scene = Scene::new();
        let mark = mark();
        scene.script("gemini", &format!("cat >/dev/null; echo '{REVIEW}'"));
        scene.script(
            "qwen",
            &format!("echo started; export MARK={mark}; setsid sleep 600 & sleep 600"),
        );
        let child = scene.begin(&[
            "run",
            "gemini",
            "qwen",
            "claude",
            "--json",
            "--run-dir",
            "../run",
            "--prompt-file",
            "../prompt.md",
        ]);
        let until = Instant::now() + Duration::from_secs(5);
        while alive(&mark).is_empty() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(20));
        }
        let kill = std::process::Command::new("kill")
            .args(["-s", signal, &child.id().to_string()])
            .status();
        assert!(kill.unwrap().success());
        let start = Instant::now();
        let done = Scene::end(child);
        assert!(start.elapsed() < patience(Duration::from_secs(4)));
        assert_eq!(done.code, Some(code), "{signal}: {done:?}");
        assert_eq!(alive(&mark), Vec::<String>::new());
        let results = done.json()["results"].clone();
        assert_eq!(results[0]["status"], "reviewed");
        assert_eq!(results[1]["reason"], "interrupted");
        assert_eq!(
            results[2]["reason"], "interrupted",
            "what had not begun does not begin"
        );
        assert_eq!(
            scene.read("run/gsd-review-gemini.md"),
            format!("{REVIEW}\n")
        );
    }
}

#[test]
fn a_companion_that_is_killed_outright_leaves_no_process() {
    let scene = Scene::new();
    let mark = mark();
    scene.script(
        "qwen",
        &format!("export MARK={mark}; setsid sleep 600 & (sleep 600 & sleep 600) & sleep 600"),
    );
    let mut child = scene.begin(&["run", "qwen", "--prompt-file", "../prompt.md"]);
    let until = Instant::now() + Duration::from_secs(5);
    while alive(&mark).is_empty() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let until = Instant::now() + Duration::from_secs(4);
    while !alive(&mark).is_empty() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(alive(&mark), Vec::<String>::new());
}

#[test]
fn files_that_changed_meanwhile_are_told_and_left_alone() {
    let scene = Scene::new();
    let git = |arguments: &[&str]| scene.git("project", arguments);
    scene.write("project/kept.txt", "kept");
    scene.write("project/dirty.txt", "one");
    git(&["init", "--quiet"]);
    git(&["add", "kept.txt"]);
    git(&["commit", "--quiet", "-m", "x"]);
    scene.script(
        "gemini",
        &format!("cat >/dev/null; echo more >>kept.txt; echo other >dirty.txt; echo '{REVIEW}'"),
    );
    let done = run(&scene, &["gemini"]);
    assert_eq!(
        done.json()["changedFiles"],
        json!(["dirty.txt", "kept.txt"]),
        "Y-14"
    );
    assert_eq!(scene.read("project/dirty.txt"), "other\n");
    let done = run(&scene, &["gemini", "--no-verify-tree"]);
    assert_eq!(done.json()["changedFiles"], Value::Null);
    scene.script("qwen", &format!("cat >/dev/null; echo '{REVIEW}'"));
    let done = run(&scene, &["qwen", "--run-dir", "run"]);
    assert_eq!(
        done.json()["changedFiles"],
        json!([]),
        "our own files do not count"
    );
}

#[test]
fn looking_for_changes_runs_no_filter_of_the_repository() {
    for name in ["evil", "e.v il", "e=vil"] {
        for driver in ["clean", "process"] {
            let scene = Scene::new();
            let git = |arguments: &[&str]| scene.git("project", arguments);
            scene.write("project/kept.txt", "kept");
            git(&["init", "--quiet"]);
            git(&["add", "kept.txt"]);
            git(&["commit", "--quiet", "-m", "x"]);
            let trace = scene.at("trace").display().to_string();
            let config = format!(
                "{}\n[filter \"{name}\"]\n\t{driver} = \"touch '{trace}'; cat\"\n\trequired = true\n",
                scene.read("project/.git/config")
            );
            scene.write("project/.git/config", &config);
            // Of these names, only one can stand in a file of attributes.
            scene.write("project/.gitattributes", "*.txt filter=evil\n");
            scene.script(
                "gemini",
                &format!("cat >/dev/null; echo more >>kept.txt; echo '{REVIEW}'"),
            );
            scene.write("project/kept.txt", "tepk");
            let done = run(&scene, &["gemini"]);
            let changed = &done.json()["changedFiles"];
            if name == "e=vil" {
                assert_eq!(changed, &Value::Null, "nobody looked: {done:?}");
            } else {
                assert_eq!(changed, &json!(["kept.txt"]), "{done:?}");
            }
            assert!(!scene.at("trace").exists(), "{name} {driver}");
        }
    }
}

#[test]
fn the_environment_of_children_can_be_clean() {
    let mut scene = Scene::new();
    scene
        .variables
        .push(("A_SECRET".to_owned(), "s3cret".to_owned()));
    scene
        .variables
        .push(("WANTED".to_owned(), "w4nted".to_owned()));
    scene.script("gemini", &format!("cat >/dev/null; echo '{REVIEW}'; env"));
    let printed = |arguments: &[&str]| {
        let mut all = vec!["gemini"];
        all.extend(arguments);
        let done = run(&scene, &all);
        fs::read_to_string(run_dir(&done).join("gsd-review-gemini.md")).unwrap()
    };
    assert!(printed(&[]).contains("s3cret"));
    let clean = printed(&["--clean-env", "--pass-env", "WANTED"]);
    assert!(
        !clean.contains("s3cret") && clean.contains("w4nted"),
        "F-32: {clean}"
    );
    let planned = scene
        .call(&["plan", "claude", "--json", "--clean-env"])
        .json();
    let names = planned[0]["environment"].to_string();
    assert!(
        names.contains("CLAUDE_CODE_DISABLE_CLAUDE_MDS") && !names.contains("A_SECRET"),
        "{names}"
    );
}

#[test]
fn events_are_one_object_a_line() {
    let scene = Scene::new();
    scene.script("gemini", &format!("cat >/dev/null; echo '{REVIEW}'"));
    let done = scene.call(&[
        "run",
        "gemini",
        "claude",
        "--events",
        "--prompt-file",
        "../prompt.md",
    ]);
    let events: Vec<Value> = done
        .stderr
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let words: Vec<_> = events
        .iter()
        .map(|it| it["event"].as_str().unwrap())
        .collect();
    assert_eq!(
        words,
        [
            "probing", "asked", "writing", "done", "probing", "warning", "done"
        ]
    );
    assert_eq!(events[1]["limitMs"], 900_000);
    assert_eq!(events[3]["result"]["status"], "reviewed");
}

#[test]
fn text_for_people_holds_nothing_that_steers_a_terminal() {
    let scene = Scene::new();
    scene.script(
        "gemini",
        "printf '\\033]0;x\\007\\033[2J\\302\\233' >&2; exit 3",
    );
    let done = scene.call(&[
        "run",
        "gemini",
        "no\u{1b}[31mne\u{202e}",
        "--prompt-file",
        "../prompt.md",
    ]);
    for text in [&done.stdout, &done.stderr] {
        let bad = |it: char| it.is_control() && it != '\n' || it == '\u{202e}';
        assert!(!text.contains(bad), "F-34: {text:?}");
    }
}

#[test]
fn quiet_is_quiet() {
    let scene = Scene::new();
    scene.script("gemini", &format!("cat >/dev/null; echo '{REVIEW}'"));
    let done = scene.call(&["run", "gemini", "-q", "--prompt-file", "../prompt.md"]);
    assert_eq!(done.stderr, "");
    assert!(
        done.stdout.starts_with("gemini  reviewed\n"),
        "{}",
        done.stdout
    );
}

#[test]
fn a_lane_that_there_is_not_is_answered_with_those_there_are() {
    let scene = Scene::new();
    for call in [
        &["run", "nonesuch", "--prompt-file", "../prompt.md"][..],
        &["plan", "nonesuch"],
        &["probe", "nonesuch"],
        &["doctor", "nonesuch"],
    ] {
        let done = scene.call(call);
        let said = [done.stdout, done.stderr].concat();
        assert!(said.contains("codex"), "{call:?} {said}");
        assert!(!said.contains("gsd-lanes check"), "{call:?} {said}");
    }
}

#[test]
fn a_program_that_was_started_and_killed_is_not_said_not_to_have_started() {
    let scene = Scene::new();
    scene.script("gemini", "echo words; kill -SEGV $$");
    scene.script("claude", "kill -KILL $PPID; sleep 300");
    let done = run(&scene, &["gemini", "claude"]);
    for (place, signal) in ["SIGSEGV", "SIGKILL"].iter().enumerate() {
        let result = &done.json()["results"][place];
        assert_eq!(result["reason"], "exit-nonzero", "F-04: {result}");
        let detail = result["detail"].as_str().unwrap();
        assert!(detail.contains(signal), "{result}");
    }
}

#[test]
fn an_option_that_no_lane_reads_is_refused() {
    let scene = Scene::new();
    for (option, value, named) in [
        (
            "--host",
            "review.olama_host=http://127.0.0.1:1",
            "review.ollama_host",
        ),
        ("--api-key-env", "claude=KEY", "ollama"),
    ] {
        let done = run(&scene, &["ollama", option, value]);
        assert_eq!(done.code, Some(2), "{done:?}");
        assert!(done.stderr.contains(named), "{done:?}");
        assert_eq!(done.stdout, "");
    }
}

#[test]
fn nobody_is_sent_to_mend_a_lane_that_comes_along() {
    let scene = Scene::new();
    let host = "review.ollama_host=http://127.0.0.1:80@evil.example";
    for arguments in [
        &["ollama", "--host", host][..],
        &["gemini", "--as", "prompt"],
    ] {
        let done = run(&scene, arguments);
        assert_eq!(done.code, Some(3), "{done:?}");
        assert!(!done.stderr.contains("manifest"), "{done:?}");
    }
}

#[test]
fn what_is_odd_about_the_configuration_is_an_event_too_and_quiet_is_quiet_about_it() {
    let scene = Scene::new();
    scene.script("gemini", &format!("cat >/dev/null; echo '{REVIEW}'"));
    scene.config(&json!({"review": {"modles": {}, "default_reviewers": ["nobody"]}}));
    fs::write(scene.at("odd.md"), b"Review \xff this.\n").unwrap();
    for call in [
        &["run", "gemini", "--prompt-file", "../odd.md"][..],
        &["review", "gemini", "--prompt", "../odd.md"],
        &["review", "--prompt", "../odd.md", "--force"],
    ] {
        let done = scene.call(&[call, &["--events"]].concat());
        let mut told = 0;
        for line in done.stderr.lines() {
            let event: Value = serde_json::from_str(line).unwrap();
            told += usize::from(event["event"] == "warning" || event["event"] == "error");
        }
        assert!(told >= 2, "{}", done.stderr);
        let quiet = scene.call(&[call, &["--quiet"]].concat());
        assert!(!quiet.stderr.contains("modles"), "{}", quiet.stderr);
    }
}
