//! Consent (T-70 … T-86, TB-1, TB-2, TB-7, TB-8, Y-4, Y-17, Y-20, F-03, F-35, F-40): nothing is started and no
//! connection is opened before it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::scene::{Done, REVIEW, Scene, asking, spawning};
use crate::support::server::Server;
use crate::support::terminal::Terminal;

/// A program that leaves a trace when it is started.
fn tripwire(scene: &Scene, name: &str) {
    let trace = scene.at("trace");
    scene.script(
        name,
        &format!(
            "echo started >>'{}'; cat >/dev/null; echo '{REVIEW}'",
            trace.display()
        ),
    );
}

fn run(scene: &Scene, lane: &str) -> Value {
    let done = scene.call(&["run", lane, "--prompt-file", "../prompt.md", "--json"]);
    done.json()["results"][0].clone()
}

fn digest(scene: &Scene, id: &str) -> String {
    let shown = scene.call(&["consent", "show", id, "--json"]);
    shown.json()[0]["digest"].as_str().unwrap().to_owned()
}

fn grant(scene: &Scene, id: &str) -> Done {
    let digest = digest(scene, id);
    scene.call(&["consent", "grant", id, "--digest", &digest])
}

fn reason(result: &Value) -> (&str, &str) {
    (
        result["status"].as_str().unwrap(),
        result["reason"].as_str().unwrap_or_default(),
    )
}

#[test]
fn an_installed_lane_is_not_started_before_consent_by_anything() {
    for scope in ["project", "home"] {
        let scene = Scene::new();
        tripwire(&scene, "acme-tool");
        scene.install(scope, "acme", &spawning("acme", "acme-tool"));
        for arguments in [
            &["list"][..],
            &["sections"],
            &["flags"],
            &["plan"],
            &["plan", "acme", "--json"],
            &["probe"],
            &["probe", "acme"],
            &["doctor"],
            &["doctor", "acme", "--call"],
            &["consent", "show"],
            &["run", "acme", "--prompt-file", "../prompt.md"],
            &["review", "--prompt", "../prompt.md", "--out", "../R.md"],
            &[
                "review",
                "acme",
                "--prompt",
                "../prompt.md",
                "--out",
                "../R.md",
            ],
        ] {
            scene.call(arguments);
            assert_eq!(scene.read("trace"), "", "Y-17: {scope} {arguments:?}");
        }
        assert_eq!(
            reason(&run(&scene, "acme")),
            ("refused", "consent-missing"),
            "{scope}"
        );
        let done = scene.call(&["run", "acme", "--prompt-file", "../prompt.md"]);
        assert_eq!(done.code, Some(3), "{done:?}");
        let granted = grant(&scene, "acme");
        assert_eq!(granted.code, Some(0), "{granted:?}");
        assert_eq!(scene.read("trace"), "");
        assert_eq!(run(&scene, "acme")["status"], "reviewed", "{scope}");
        assert_eq!(scene.read("trace"), "started\n");
        let revoked = scene.call(&["consent", "revoke", "acme"]);
        assert_eq!(revoked.code, Some(0), "{revoked:?}");
        assert_eq!(reason(&run(&scene, "acme")), ("refused", "consent-missing"));
    }
}

#[test]
fn no_connection_is_opened_for_an_installed_server_lane_before_consent() {
    for scope in ["project", "home"] {
        let scene = Scene::new();
        let server = Server::with(
            "200 OK",
            "",
            &json!({"choices": [{"message": {"content": REVIEW}}]}).to_string(),
        );
        scene.install(scope, "acme", &asking("acme", &server.url()));
        for arguments in [
            &["list"][..],
            &["sections"],
            &["flags"],
            &["plan"],
            &["plan", "acme", "--json"],
            &["probe"],
            &["probe", "--acme"],
            &["doctor", "--call"],
            &["doctor", "acme", "--call"],
            &["consent", "show"],
            &["run", "acme", "--prompt-file", "../prompt.md"],
            &["run", "--acme", "--prompt-file", "../prompt.md"],
            &["review", "--prompt", "../prompt.md", "--out", "../R.md"],
        ] {
            scene.call(arguments);
            assert_eq!(
                server.seen(),
                Vec::<String>::new(),
                "Y-17: {scope} {arguments:?}"
            );
        }
        assert_eq!(grant(&scene, "acme").code, Some(0));
        assert_eq!(run(&scene, "acme")["status"], "reviewed", "{scope}");
        let other = Server::with("200 OK", "", "{}");
        scene.config(&json!({"review": {"acme_host": other.url()}}));
        assert_eq!(
            reason(&run(&scene, "acme")),
            ("refused", "egress_host_changed"),
            "{scope}"
        );
        assert_eq!(
            other.seen(),
            Vec::<String>::new(),
            "L-53: no request at all"
        );
        let shown = scene.call(&["consent", "show", "acme", "--json"]).json();
        assert_eq!(shown[0]["consent"], "host changed");
        assert_eq!(
            grant(&scene, "acme").code,
            Some(0),
            "TB-2: a host change needs consent"
        );
        assert_ne!(reason(&run(&scene, "acme")).1, "egress_host_changed");
    }
}

#[test]
fn consent_is_about_exactly_what_was_shown() {
    for scope in ["project", "home"] {
        let scene = Scene::new();
        tripwire(&scene, "acme-tool");
        let folder = scene.install(scope, "acme", &spawning("acme", "acme-tool"));
        let old = digest(&scene, "acme");
        fs::write(folder.join("helper.py"), "print('hello')\n").unwrap();
        let stale = scene.call(&["consent", "grant", "acme", "--digest", &old]);
        assert_eq!(stale.code, Some(1), "TB-7: {stale:?}");
        assert_eq!(reason(&run(&scene, "acme")).1, "consent-missing");
        assert_eq!(grant(&scene, "acme").code, Some(0));
        assert_eq!(run(&scene, "acme")["status"], "reviewed");
        fs::write(folder.join("helper.py"), "print('other')\n").unwrap();
        let changed = run(&scene, "acme");
        assert_eq!(changed["status"], "refused", "Y-4: {changed}");
        assert!(
            ["manifest-changed", "consent-missing"].contains(&reason(&changed).1),
            "{changed}"
        );
        fs::write(folder.join("helper.py"), "print('hello')\n").unwrap();
        assert_eq!(run(&scene, "acme")["status"], "reviewed");
        let mut other = spawning("acme", "acme-tool");
        other["reviewer"]["invoke"]["args"] = json!(["--dangerous", "-"]);
        fs::write(folder.join("capability.json"), other.to_string()).unwrap();
        assert_eq!(run(&scene, "acme")["status"], "refused", "F-35");
        assert_eq!(scene.read("trace"), "started\nstarted\n");
    }
}

#[test]
fn without_a_terminal_or_the_digest_nothing_is_agreed_to() {
    let scene = Scene::new();
    scene.install("project", "acme", &spawning("acme", "acme-tool"));
    for answer in ["", "yes\n", "y\ny\nyes\n"] {
        let mut command = scene.command(&["consent", "grant", "acme"]);
        command.stdin(std::process::Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let _ = std::io::Write::write_all(&mut stdin, answer.as_bytes());
        drop(stdin);
        let done = Scene::end(child);
        assert_eq!(done.code, Some(1), "F-40: {done:?}");
        assert!(
            done.stdout.contains("acme-tool") && done.stdout.contains("digest sha256:"),
            "{done:?}"
        );
    }
    assert!(!scene.at("home/.gsd").exists(), "nothing is written");
    let wrong = scene.call(&["consent", "grant", "acme", "--digest", "sha256:00"]);
    assert_eq!(wrong.code, Some(1));
    assert!(!scene.at("home/.gsd").exists());
}

#[test]
fn the_shared_store_is_written_as_the_peer_reads_it() {
    let scene = Scene::new();
    tripwire(&scene, "acme-tool");
    scene.install("project", "acme", &spawning("acme", "acme-tool"));
    assert_eq!(grant(&scene, "acme").code, Some(0));
    let path = scene.at("home/.gsd/consent.json");
    assert_eq!(
        fs::metadata(&path).unwrap().permissions().mode() & 0o777,
        0o600,
        "TB-7"
    );
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.ends_with("}\n"));
    let store: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(store["version"], "1");
    let root = scene.at("project").to_str().unwrap().to_owned();
    let key = json!({"r": root, "i": "acme"}).to_string();
    let record = &store["records"][key];
    assert_eq!(record["projectRoot"], root);
    assert_eq!(record["scope"], "project");
    assert!(
        record["contentHash"]
            .as_str()
            .unwrap()
            .starts_with("sha512-")
    );
    let at = record["consentedAt"].as_str().unwrap();
    assert!(at.len() == 24 && at.ends_with('Z'), "{at}");
}

#[test]
fn a_store_that_is_not_understood_is_not_written_over() {
    for text in ["no json", "{\"version\":\"2\",\"records\":{}}", "[]"] {
        let scene = Scene::new();
        scene.install("project", "acme", &spawning("acme", "acme-tool"));
        scene.write("home/.gsd/consent.json", text);
        let done = grant(&scene, "acme");
        assert_eq!(done.code, Some(2), "TB-8: {done:?}");
        assert_eq!(scene.read("home/.gsd/consent.json"), text);
        let told = scene.call(&["plan", "gemini"]).stderr;
        assert!(told.contains("is not understood"), "{told}");
    }
}

#[test]
fn a_ledger_in_the_repository_is_no_consent() {
    let scene = Scene::new();
    tripwire(&scene, "acme-tool");
    scene.install("project", "acme", &spawning("acme", "acme-tool"));
    let entry = json!({"acme": {"id": "acme", "version": "1.0.0", "source": "local", "integrity": "", "files": [], "sharedEdits": []}});
    scene.write("project/.gsd/.gsd-capabilities.json", &entry.to_string());
    scene.write(
        "project/.gsd/consent.json",
        &json!({"version": "1", "records": {}}).to_string(),
    );
    assert_eq!(reason(&run(&scene, "acme")).1, "consent-missing", "F-03");
}

#[test]
fn a_host_from_the_project_needs_consent_unless_it_is_this_machine() {
    let scene = Scene::new();
    scene.config(&json!({"review": {"ollama_host": "http://evil.invalid"}}));
    let result = run(&scene, "ollama");
    assert_eq!(reason(&result), ("refused", "consent-missing"), "Y-20");
    let shown = scene.call(&["consent", "show", "ollama"]);
    assert!(
        shown.stdout.contains("http://evil.invalid") && shown.stdout.contains("unencrypted"),
        "{shown:?}"
    );
    assert_eq!(grant(&scene, "ollama").code, Some(0));
    assert_eq!(
        reason(&run(&scene, "ollama")).1,
        "host_unreachable",
        "it may be asked now"
    );
    scene.config(&json!({"review": {"ollama_host": "http://other.invalid"}}));
    assert_eq!(
        reason(&run(&scene, "ollama")),
        ("refused", "egress_host_changed")
    );
    assert_eq!(scene.call(&["consent", "revoke", "ollama"]).code, Some(0));
    assert_eq!(
        reason(&run(&scene, "ollama")),
        ("refused", "consent-missing")
    );
    scene.config(&json!({"review": {"ollama_host": "http://127.0.0.1:9"}}));
    assert_eq!(
        reason(&run(&scene, "ollama")).1,
        "host_unreachable",
        "this machine needs none"
    );
    fs::remove_file(scene.at("project/.planning/config.json")).unwrap();
    scene.write(
        "home/.gsd/defaults.json",
        &json!({"review": {"ollama_host": "http://mine.invalid"}}).to_string(),
    );
    assert_eq!(
        reason(&run(&scene, "ollama")).1,
        "host_unreachable",
        "the user's own needs none"
    );
    let none = scene.call(&["consent", "grant", "codex", "--digest", "x"]);
    assert_eq!(none.code, Some(2));
    assert!(none.stderr.contains("needs no consent"), "{none:?}");
}

#[test]
fn what_is_broken_cannot_be_agreed_to_and_says_why() {
    let scene = Scene::new();
    let mut broken = spawning("acme", "acme-tool");
    broken["reviewer"]["transport"] = json!("carrier-pigeon");
    scene.install("project", "acme", &broken);
    scene.install("project", "codex", &spawning("codex", "acme-tool"));
    let done = scene.call(&["consent", "grant", "acme", "--digest", "x"]);
    assert_eq!(done.code, Some(2), "TB-6: {done:?}");
    let listed = scene.call(&["list", "--json"]).json();
    let codes: Vec<_> = listed["inactive"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["code"].clone())
        .collect();
    assert_eq!(codes, ["invalid", "id-taken"], "VB-13");
    let shown = scene.call(&["list"]);
    assert!(shown.stdout.contains("acme (project)"), "{}", shown.stdout);
    assert_eq!(reason(&run(&scene, "acme")), ("refused", "malformed_lane"));
}

#[test]
fn a_bundle_with_a_link_cannot_be_agreed_to() {
    let scene = Scene::new();
    let folder = scene.install("project", "acme", &spawning("acme", "acme-tool"));
    std::os::unix::fs::symlink("/etc/hostname", folder.join("link")).unwrap();
    let done = scene.call(&["consent", "show", "acme"]);
    assert_eq!(done.code, Some(2), "{done:?}");
    assert!(done.stderr.contains("link"), "{done:?}");
}

#[test]
fn two_who_agree_at_the_same_time_lose_nothing() {
    let scene = Scene::new();
    let mut projects = Vec::new();
    for number in 0..8 {
        let project = format!("p{number}");
        fs::create_dir_all(scene.at(&format!("{project}/.planning"))).unwrap();
        scene.install(&project, "acme", &spawning("acme", "acme-tool"));
        let at = scene.at(&project).to_str().unwrap().to_owned();
        let shown = scene.call(&["-C", &at, "consent", "show", "acme", "--json"]);
        projects.push((at, shown.json()[0]["digest"].as_str().unwrap().to_owned()));
    }
    thread::scope(|scope| {
        for (at, digest) in &projects {
            let scene = &scene;
            scope.spawn(move || {
                let done = scene.call(&["-C", at, "consent", "grant", "acme", "--digest", digest]);
                assert_eq!(done.code, Some(0), "{done:?}");
            });
        }
    });
    let store: Value = serde_json::from_str(&scene.read("home/.gsd/consent.json")).unwrap();
    assert_eq!(store["records"].as_object().unwrap().len(), 8);
}

#[test]
fn a_grant_that_is_killed_at_any_moment_beside_another_tears_and_loses_nothing() {
    let scene = Scene::new();
    scene.install("project", "acme", &spawning("acme", "acme-tool"));
    assert_eq!(grant(&scene, "acme").code, Some(0));
    scene.install("project", "bolt", &spawning("bolt", "bolt-tool"));
    let bolt = digest(&scene, "bolt");
    scene.install("project", "cask", &spawning("cask", "cask-tool"));
    let cask = digest(&scene, "cask");
    let lock = scene.at("home/.gsd/.consent.lock");
    let records = || {
        let store: Value = serde_json::from_str(&scene.read("home/.gsd/consent.json")).unwrap();
        let records = store["records"].as_object().unwrap().clone();
        move |id: &str| records.keys().any(|key| key.contains(id))
    };
    for round in 0..100_u64 {
        let mut killed = scene.begin(&["consent", "grant", "bolt", "--digest", &bolt]);
        let gives = round % 2 == 0;
        let beside = if gives {
            scene.begin(&["consent", "grant", "cask", "--digest", &cask])
        } else {
            scene.begin(&["consent", "revoke", "cask"])
        };
        thread::sleep(Duration::from_micros(round * 400));
        killed.kill().unwrap();
        killed.wait().unwrap();
        // Only that of the dead one, which otherwise would be waited for until it is old. It may not have put its name
        // into it yet; the other one does so at once, even on a busy machine.
        let name = format!("\"pid\":{},", killed.id());
        let said = || fs::read_to_string(&lock).ok();
        let until = Instant::now() + Duration::from_millis(800);
        while said().is_some_and(|it| it.is_empty()) && Instant::now() < until {
            thread::sleep(Duration::from_millis(5));
        }
        if said().is_some_and(|it| it.is_empty() || it.contains(&name)) {
            let _ = fs::remove_file(&lock);
        }
        let done = Scene::end(beside);
        assert_eq!(done.code, Some(0), "{round}: {done:?}");
        let is_there = records();
        assert!(is_there("acme"), "{round}");
        assert_eq!(is_there("cask"), gives, "{round}");
    }
    assert_eq!(
        scene
            .call(&["consent", "grant", "bolt", "--digest", &bolt])
            .code,
        Some(0)
    );
    assert!(records()("bolt"));
}

#[test]
fn home_and_project_in_one_place_need_consent_as_a_project() {
    let mut scene = Scene::new();
    tripwire(&scene, "acme-tool");
    scene.install("project", "acme", &spawning("acme", "acme-tool"));
    let home = scene.at("project").to_str().unwrap().to_owned();
    scene.variables.push(("GSD_HOME".to_owned(), home));
    let listed = scene.call(&["list", "--json"]).json();
    assert_eq!(
        listed["inactive"][0]["scope"], "project",
        "10-validation §13"
    );
    assert_eq!(listed["inactive"].as_array().unwrap().len(), 1);
}

#[test]
fn an_unconsented_lane_that_is_asked_for_by_flag_or_planned_says_so() {
    let scene = Scene::new();
    tripwire(&scene, "acme-tool");
    let mut manifest = spawning("acme", "acme-tool");
    manifest["reviewer"]["flags"] = json!(["--ask-acme"]);
    scene.install("project", "acme", &manifest);
    for (command, prompt) in [("run", "--prompt-file"), ("review", "--prompt")] {
        for lane in ["--ask-acme", "acme"] {
            let done = scene.call(&[command, lane, prompt, "../prompt.md", "--json"]);
            assert_eq!(done.code, Some(3), "{command} {lane} {done:?}");
            let result = &done.json()["results"][0];
            assert_eq!(reason(result), ("refused", "consent-missing"));
        }
    }
    for lane in ["--ask-acme", "acme"] {
        let planned = scene.call(&["plan", lane, "--json"]);
        assert_eq!(
            planned.json()[0]["reason"],
            "consent-missing",
            "{planned:?}"
        );
        assert_eq!(planned.code, Some(3));
    }
    assert_eq!(scene.call(&["plan", "--ask-nobody"]).code, Some(2));
    assert_eq!(scene.read("trace"), "");
}

#[test]
fn a_decoy_keeps_nobody_from_agreeing_to_another() {
    let scene = Scene::new();
    tripwire(&scene, "acme-tool");
    scene.install("project", "acme", &spawning("acme", "acme-tool"));
    // Comes first by name, claims the slug, and can never be valid.
    let mut decoy = spawning("aaa", "acme-tool");
    decoy["reviewer"]["slug"] = json!("acme");
    decoy["reviewer"]["transport"] = json!("carrier-pigeon");
    scene.install("project", "aaa", &decoy);
    let granted = grant(&scene, "acme");
    assert_eq!(granted.code, Some(0), "{granted:?}");
    assert_eq!(run(&scene, "acme")["status"], "reviewed");
    let server = "http://lanes.example:1";
    scene.config(&json!({"review": {"ollama_host": server}}));
    let mut decoy = spawning("aab", "acme-tool");
    decoy["reviewer"]["slug"] = json!("ollama");
    scene.install("project", "aab", &decoy);
    scene.install("project", "ollama", &spawning("ollama", "acme-tool"));
    let shown = scene.call(&["consent", "show", "ollama", "--json"]).json();
    assert_eq!(shown[0]["reviewerHost"], server, "{shown}");
}

#[test]
fn nobody_is_asked_about_what_he_does_not_see() {
    for (answer, given) in [("yes\n", true), ("no\n", false)] {
        for (arguments, at_terminal) in [(&["--json"][..], true), (&[], false), (&[], true)] {
            let scene = Scene::new();
            scene.install("project", "acme", &spawning("acme", "acme-tool"));
            let mut terminal = Terminal::new();
            let mut command = scene.command(&["consent", "grant", "acme"]);
            command
                .args(arguments)
                .stdin(terminal.stdio())
                .stderr(terminal.stdio());
            if at_terminal {
                command.stdout(terminal.stdio());
            } else {
                command.stdout(std::process::Stdio::null());
            }
            let seen = terminal.typing(answer, &mut command);
            let before = seen.split("Type yes").next().unwrap();
            assert_eq!(before.matches("acme-tool").count(), 1, "{seen}");
            assert_eq!(scene.at("home/.gsd/consent.json").exists(), given, "{seen}");
        }
    }
}

#[test]
fn documents_for_programs_steer_no_terminal_either() {
    let scene = Scene::new();
    let mut manifest = spawning("acme", "acme-tool");
    let hostile = "\u{1b}[2J\u{9b}x\u{7f}\u{202e}";
    manifest["reviewer"]["invoke"]["args"] = json!([hostile]);
    scene.install("project", "acme", &manifest);
    assert_eq!(grant(&scene, "acme").code, Some(0));
    let done = scene.call(&["plan", "acme", "--json"]);
    assert_eq!(done.json()[0]["plan"]["argv"], json!([hostile]), "{done:?}");
    let bad = |it: char| it.is_control() && it != '\n' || it == '\u{202e}';
    assert!(!done.stdout.contains(bad), "F-34: {:?}", done.stdout);
}

#[test]
fn a_plan_says_when_nobody_has_agreed_to_where_it_leads() {
    let scene = Scene::new();
    scene.install("project", "acme", &asking("acme", "http://127.0.0.1:9"));
    assert_eq!(grant(&scene, "acme").code, Some(0));
    let is_consented = |lane: &str| {
        let done = scene.call(&["plan", lane, "--json"]);
        let told = scene.call(&["plan", lane]).stdout;
        let consented = done.json()[0]["consented"] == true;
        assert_eq!(told.contains("consent show"), !consented, "{told}");
        consented
    };
    assert!(is_consented("acme") && is_consented("ollama"));
    scene.config(&json!({"review": {"acme_host": "http://127.0.0.1:8", "ollama_host": "http://evil.invalid"}}));
    assert!(!is_consented("acme"), "T-85");
    assert!(!is_consented("ollama"), "Y-20");
}

#[test]
fn a_store_that_cannot_be_written_keeps_nobody_from_taking_back_what_is_in_the_other() {
    let scene = Scene::new();
    scene.install("home", "acme", &spawning("acme", "acme-tool"));
    assert_eq!(grant(&scene, "acme").code, Some(0));
    scene.write(
        "home/.gsd/consent.json",
        "{\"version\":\"2\",\"records\":{}}",
    );
    assert_eq!(run(&scene, "acme")["reason"], "missing_binary");
    let done = scene.call(&["consent", "revoke", "acme"]);
    assert_eq!(done.code, Some(2), "TB-8: {done:?}");
    assert_eq!(run(&scene, "acme")["reason"], "consent-missing");
}
