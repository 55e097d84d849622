//! Whole reviews (L-110 … L-117, L-130 … L-139, B-3, B-20, Y-8 … Y-10, F-08, F-09, F-11, 00-design).

use std::fs;
use std::os::unix::fs::PermissionsExt;

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::patience;
use crate::support::scene::{Done, REVIEW, Scene};
use crate::support::server::Server;
use crate::support::{alive, mark};

fn scene() -> Scene {
    let scene = Scene::new();
    scene.script("gemini", &format!("cat >/dev/null; echo '{REVIEW}'"));
    scene.script("qwen", "cat >/dev/null; echo 'oops' >&2; exit 4");
    scene
}

fn review(scene: &Scene, arguments: &[&str]) -> Done {
    let mut all = vec!["review", "--prompt", "../prompt.md", "--json"];
    all.extend(arguments);
    scene.call(&all)
}

fn identities(done: &Done) -> Vec<String> {
    let results = done.json()["results"].clone();
    let results = results.as_array().unwrap().iter();
    results
        .map(|it| it["identity"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn all_that_are_there_are_asked_and_the_document_is_written() {
    let scene = scene();
    let done = review(&scene, &[]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_eq!(identities(&done), ["gemini", "qwen"]);
    let document = scene.read("project/REVIEWS.md");
    assert!(document.starts_with("---\n"), "{document}");
    assert!(
        document.contains("## Gemini Review") && document.contains(REVIEW),
        "{document}"
    );
    assert!(
        document.contains("## Qwen Review") && document.contains("exit-nonzero"),
        "{document}"
    );
    assert_eq!(
        done.json()["document"],
        json!(scene.at("project/REVIEWS.md").to_str().unwrap())
    );
    let mode = fs::metadata(scene.at("project/REVIEWS.md"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o400, 0o400);
}

#[test]
fn a_document_that_is_there_stays_unless_it_may_be_replaced() {
    let scene = scene();
    scene.write("project/REVIEWS.md", "mine");
    let done = review(&scene, &[]);
    assert_eq!(done.code, Some(2), "{done:?}");
    assert!(done.stderr.contains("--force"), "{done:?}");
    assert_eq!(scene.read("project/REVIEWS.md"), "mine");
    assert_eq!(
        fs::read_dir(scene.at("tmp")).unwrap().count(),
        0,
        "nobody was asked"
    );
    assert_eq!(review(&scene, &["--force"]).code, Some(0));
    assert!(scene.read("project/REVIEWS.md").contains(REVIEW));
}

#[test]
fn a_document_of_an_earlier_review_is_replaced_unasked() {
    let scene = scene();
    assert_eq!(review(&scene, &[]).code, Some(0));
    scene.script("gemini", &format!("cat >/dev/null; echo '{REVIEW} Again.'"));
    let done = review(&scene, &[]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(scene.read("project/REVIEWS.md").contains("Again."));
    scene.write("project/REVIEWS.md", "---\nphase: 3\n---\n");
    assert_eq!(review(&scene, &[]).code, Some(0), "L-138: one of the peer");
    for other in [
        "---\ntitle: mine\n---\n",
        "# Notes\n---\nreviewers: [a]\n---\n",
        "---\nreviewers_are_nice: 1\n---\n",
        "",
    ] {
        scene.write("project/REVIEWS.md", other);
        assert_eq!(review(&scene, &[]).code, Some(2), "{other:?}");
        assert_eq!(scene.read("project/REVIEWS.md"), other);
    }
    fs::remove_file(scene.at("project/REVIEWS.md")).unwrap();
    fs::create_dir(scene.at("project/REVIEWS.md")).unwrap();
    assert_eq!(review(&scene, &[]).code, Some(2), "a folder stays");
}

#[test]
fn reviewers_may_be_asked_for_by_flag() {
    let scene = scene();
    scene.script("claude", &format!("cat >/dev/null; echo '{REVIEW}'"));
    scene.script("agy", &format!("cat >/dev/null; echo '{REVIEW}'"));
    let asked = |arguments: &[&str]| identities(&review(&scene, arguments));
    assert_eq!(asked(&["--gemini", "--claude"]), ["claude", "gemini"]);
    assert_eq!(
        asked(&["--claude", "gemini", "--gemini"]),
        ["claude", "gemini"],
        "names and flags are the same"
    );
    assert_eq!(asked(&["--agy"]), ["antigravity"], "L-11: a second flag");
    let done = review(&scene, &["--claud"]);
    assert_eq!(done.code, Some(2), "{done:?}");
    assert!(
        done.stderr.contains("--claud") && done.stderr.contains("--claude --codex"),
        "the flags there are: {done:?}"
    );
    assert_eq!(review(&scene, &["--claude=1"]).code, Some(2));
    assert_eq!(review(&scene, &["--claude", "--all"]).code, Some(2));
    let done = review(&scene, &["--gemini", "--ollama", "--host", UNREACHABLE]);
    assert_eq!(done.code, Some(3), "a flag is as good as a name: {done:?}");
}

/// Nobody listens there.
const UNREACHABLE: &str = "review.ollama_host=http://127.0.0.1:9";

#[test]
fn without_a_review_no_document_is_written() {
    let scene = scene();
    scene.write("project/REVIEWS.md", "mine");
    let done = review(&scene, &["qwen", "--force"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert_eq!(scene.read("project/REVIEWS.md"), "mine", "L-136, B-3");
    assert_eq!(done.json()["document"], Value::Null);
    let nobody = Scene::new();
    let done = review(&nobody, &[]);
    assert_eq!(done.code, Some(1), "{done:?}");
    assert!(!nobody.at("project/REVIEWS.md").exists());
}

#[test]
fn explicit_beats_all_beats_configured_beats_detected() {
    let scene = scene();
    scene.script("claude", &format!("cat >/dev/null; echo '{REVIEW}'"));
    let asked = |arguments: &[&str]| {
        let mut all = vec!["--force"];
        all.extend(arguments);
        identities(&review(&scene, &all))
    };
    assert_eq!(asked(&[]), ["claude", "gemini", "qwen"]);
    scene.config(&json!({"review": {"default_reviewers": ["claude", "gem-2"], "reviewer_instances": {"gem-2": {"cli": "gemini", "model": "big"}}}}));
    assert_eq!(asked(&[]), ["claude", "gem-2"], "F-08");
    assert_eq!(asked(&["--all"]), ["claude", "gemini", "qwen"]);
    assert_eq!(asked(&["gemini"]), ["gemini"]);
    assert!(
        scene
            .read("project/REVIEWS.md")
            .contains("## Gemini Review")
    );
    asked(&[]);
    assert!(
        scene
            .read("project/REVIEWS.md")
            .contains("## Gemini Review (gem-2)"),
        "L-139"
    );
}

#[test]
fn only_lanes_that_matter_are_looked_at() {
    let scene = scene();
    scene.script("kimi", "echo asked >>../kimi-trace; echo --output-format");
    scene.config(&json!({"review": {"default_reviewers": ["gemini"]}}));
    review(&scene, &[]);
    review(&scene, &["gemini", "--force"]);
    assert_eq!(scene.read("kimi-trace"), "", "F-14");
    assert!(identities(&review(&scene, &["--all", "--force"])).contains(&"kimi-code".to_owned()));
}

#[test]
fn asking_for_what_is_not_there_is_an_error_with_its_reason() {
    let scene = scene();
    let done = review(&scene, &["gemini", "claude"]);
    assert_eq!(done.code, Some(3), "F-09: {done:?}");
    let results = done.json()["results"].clone();
    let claude = results
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["slug"] == "claude")
        .unwrap();
    assert_eq!(claude["reason"], "missing_binary");
    assert!(
        scene.read("project/REVIEWS.md").contains("missing_binary"),
        "B-3"
    );
}

#[test]
fn errors_of_the_configuration_do_not_end_well() {
    let scene = scene();
    scene.config(&json!({"review": {"default_reviewers": ["gemini", 7]}}));
    let done = review(&scene, &[]);
    assert_eq!(done.code, Some(1), "L-112, L-115: {done:?}");
    assert_eq!(identities(&done), ["gemini"]);
    scene.write("project/.planning/config.json", "{");
    let done = review(&scene, &["--force"]);
    assert_eq!(done.code, Some(2), "{done:?}");
    assert!(done.stderr.contains("config.json"), "{done:?}");
}

#[test]
fn nobody_reviews_himself() {
    let mut scene = scene();
    scene.script("claude", &format!("cat >/dev/null; echo '{REVIEW}'"));
    assert_eq!(
        identities(&review(&scene, &["--caller", "gemini", "--force"])),
        ["claude", "qwen"]
    );
    scene
        .variables
        .push(("CLAUDE_CODE_ENTRYPOINT".to_owned(), "cli".to_owned()));
    assert_eq!(
        identities(&review(&scene, &["--force"])),
        ["gemini", "qwen"],
        "L-130"
    );
    assert_eq!(
        identities(&review(&scene, &["claude", "--force"])),
        ["claude"]
    );
    scene
        .variables
        .push(("ANTIGRAVITY_AGENT".to_owned(), "1".to_owned()));
    assert_eq!(
        identities(&review(&scene, &["--force"])),
        ["claude", "gemini", "qwen"]
    );
}

#[test]
fn a_retry_runs_only_what_failed() {
    let scene = scene();
    scene.script(
        "gemini",
        &format!("cat >/dev/null; echo asked >>../gemini-trace; echo '{REVIEW}'"),
    );
    let done = review(&scene, &[]);
    let run_dir = done.json()["runDir"].as_str().unwrap().to_owned();
    scene.script("fixed", &format!("cat >/dev/null; echo '{REVIEW} Twice.'"));
    fs::rename(scene.at("bin/fixed"), scene.at("bin/qwen")).unwrap();
    let again = scene.call(&["review", "--retry", &run_dir, "--force", "--json"]);
    assert_eq!(again.code, Some(0), "{again:?}");
    assert_eq!(identities(&again), ["gemini", "qwen"]);
    let results = again.json()["results"].clone();
    assert!(
        results
            .as_array()
            .unwrap()
            .iter()
            .all(|it| it["status"] == "reviewed"),
        "{again:?}"
    );
    assert_eq!(scene.read("gemini-trace"), "asked\n");
    let document = scene.read("project/REVIEWS.md");
    assert!(
        document.contains(REVIEW) && document.contains("Twice."),
        "{document}"
    );
    let wrong = scene.call(&["review", "--retry", "..", "--force"]);
    assert_eq!(wrong.code, Some(2), "{wrong:?}");
}

#[test]
fn a_prompt_over_the_budget_is_not_sent() {
    let scene = scene();
    scene.config(&json!({"review": {"max_prompt_tokens_per_reviewer": {"gemini": 3}}}));
    let done = review(&scene, &["gemini"]);
    assert_eq!(
        done.json()["results"][0]["reason"],
        "budget_too_small",
        "{done:?}"
    );
    assert_eq!(done.code, Some(3));
}

#[test]
fn sections_in_the_folder_of_the_run_are_trimmed_for_each_lane() {
    let scene = scene();
    scene.script("gemini", &format!("cat >>../received; echo '{REVIEW}'"));
    for (stem, text) in [
        ("instructions", "Review this."),
        ("roadmap", "Roadmap."),
        ("plan-01", "The plan."),
        ("context", &"long ".repeat(4_000)),
    ] {
        scene.write(&format!("run/gsd-review-{stem}.md"), text);
    }
    scene.config(&json!({"review": {"max_prompt_tokens_per_reviewer": {"gemini": 400}}}));
    let done = review(&scene, &["gemini", "--run-dir", "../run"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    let received = scene.read("received");
    assert!(
        received.contains("The plan.") && !received.contains("long long"),
        "{received}"
    );
    assert!(
        scene
            .at("run/gsd-review-prompt-gemini.metadata.json")
            .exists()
    );
    assert!(scene.read("project/REVIEWS.md").contains("trimmed"), "F-13");
}

#[test]
fn the_document_is_the_same_whether_lanes_run_side_by_side_or_not() {
    let scene = scene();
    scene.script(
        "claude",
        &format!("cat >/dev/null; sleep 0.3; echo '{REVIEW}'"),
    );
    let document = |arguments: &[&str]| {
        review(&scene, arguments);
        let text = scene.read("project/REVIEWS.md");
        text.lines()
            .filter(|line| !line.starts_with("reviewed_at:"))
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert_eq!(
        document(&["--force"]),
        document(&["--force", "--jobs", "3"]),
        "F-12"
    );
}

/// A server that reviews.
fn reviewing() -> Server {
    Server::with(
        "200 OK",
        "",
        &json!({"model": "served", "data": [{"id": "listed"}], "choices": [{"message": {"content": format!("{REVIEW} Served.")}}]})
            .to_string(),
    )
}

/// Three programs, each with its own way to take a prompt and give an answer.
fn three(scene: &Scene) {
    scene.script(
        "claude",
        &format!("cat >../to-claude; echo '{REVIEW} Claude.'"),
    );
    scene.script(
        "gemini",
        &format!("cat >../to-gemini; echo '{REVIEW} Gemini.'"),
    );
    scene.script(
        "codex",
        &format!("cat >../to-codex; while [ $# -gt 0 ]; do [ \"$1\" = -o ] && echo '{REVIEW} Codex.' >\"$2\"; shift; done; echo chatter"),
    );
}

#[test]
fn three_programs_and_a_server_from_end_to_end() {
    let scene = Scene::new();
    three(&scene);
    let server = reviewing();
    scene.config(&json!({"review": {"ollama_host": server.url()}}));
    let lanes = ["--claude", "--gemini", "--codex", "--ollama"];
    for (jobs, out) in [("1", "One.md"), ("4", "Four.md")] {
        let done = review(
            &scene,
            &[&lanes[..], &["--jobs", jobs, "--out", out]].concat(),
        );
        assert_eq!(done.code, Some(0), "{done:?}");
        assert_eq!(identities(&done), ["claude", "codex", "gemini", "ollama"]);
    }
    let document = scene.read("project/One.md");
    let undated = |text: &str| -> Vec<String> {
        let kept = text.lines().filter(|it| !it.starts_with("reviewed_at:"));
        kept.map(str::to_owned).collect()
    };
    assert_eq!(undated(&document), undated(&scene.read("project/Four.md")));
    let (front, body) = document.split_once("\n---\n").unwrap();
    assert!(!front.contains("phase:"), "outside of a phase: {front}");
    assert!(front.contains("served"), "F-24: {front}");
    for (section, said) in [
        ("Gemini", "Gemini."),
        ("Claude", "Claude."),
        ("Codex", "Codex."),
        ("Ollama", "Served."),
    ] {
        let heading = format!("\n## {section} Review\n");
        assert_eq!(body.matches(&heading).count(), 1, "{body}");
        let section = body.split(&heading).nth(1).unwrap();
        let section = section.split("\n## ").next().unwrap();
        assert!(section.contains(&format!("{REVIEW} {said}")), "{section}");
    }
    assert!(!document.contains("chatter"), "the file is the review");
    assert!(body.contains("## Consensus Summary"), "L-139");
    for lane in ["claude", "gemini", "codex"] {
        assert_eq!(scene.read(&format!("to-{lane}")), "Review the plan.\n");
    }
    let asked = server.seen();
    let sent = asked.iter().filter(|it| it.starts_with("POST"));
    assert_eq!(sent.clone().count(), 2, "one for each call: {asked:?}");
    assert!(sent.clone().all(|it| it.contains("Review the plan.")));
    assert_eq!(server.seen().len(), asked.len());
}

#[test]
fn exit_codes_of_a_review() {
    let scene = scene();
    for (lanes, code) in [
        (&["--gemini"][..], 0),
        (&[], 0),
        (&["--gemini", "--qwen"], 1),
        (&["--qwen"], 1),
        (&["--nonesuch"], 2),
        (&["--out", "../no/such/folder/R.md"], 2),
        (&["--gemini", "--claude"], 3),
        (&["--claude"], 3),
        (&["nonesuch"], 3),
    ] {
        let done = review(&scene, lanes);
        assert_eq!(done.code, Some(code), "{lanes:?} {done:?}");
    }
    scene.script("failing", "cat >/dev/null; exit 4");
    fs::rename(scene.at("bin/failing"), scene.at("bin/gemini")).unwrap();
    assert_eq!(review(&scene, &[]).code, Some(1), "none did");
    let done = scene.call(&["review", "--gemini", "--prompt", "nowhere.md"]);
    assert_eq!(done.code, Some(2), "{done:?}");
}

#[test]
fn an_interrupted_review_keeps_what_was_finished_and_is_taken_up_again() {
    for signal in ["INT", "TERM"] {
        let scene = Scene::new();
        let mark = mark();
        scene.script(
            "gemini",
            &format!("cat >/dev/null; echo once >>../gemini-trace; echo '{REVIEW}'"),
        );
        scene.script(
            "qwen",
            &format!("cat >/dev/null; export MARK={mark}; setsid sleep 600 & sleep 600"),
        );
        let child = scene.begin(&[
            "review",
            "--gemini",
            "--qwen",
            "--prompt",
            "../prompt.md",
            "--json",
            "--run-dir",
            "../run",
        ]);
        let until = Instant::now() + Duration::from_secs(10);
        while alive(&mark).is_empty() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(20));
        }
        let id = child.id().to_string();
        let kill = std::process::Command::new("kill")
            .args(["-s", signal, &id])
            .status();
        assert!(kill.unwrap().success());
        let start = Instant::now();
        let done = Scene::end(child);
        assert!(
            start.elapsed() < patience(Duration::from_secs(4)),
            "{signal}"
        );
        let code = if signal == "INT" { 130 } else { 143 };
        assert_eq!(done.code, Some(code), "{signal}: {done:?}");
        assert_eq!(alive(&mark), Vec::<String>::new());
        assert_eq!(
            scene.read("run/gsd-review-gemini.md"),
            format!("{REVIEW}\n")
        );
        assert!(scene.read("project/REVIEWS.md").contains(REVIEW));
        scene.script("quick", &format!("cat >/dev/null; echo '{REVIEW} Late.'"));
        fs::rename(scene.at("bin/quick"), scene.at("bin/qwen")).unwrap();
        let again = scene.call(&["review", "--retry", "../run"]);
        assert_eq!(again.code, Some(0), "{again:?}");
        assert_eq!(scene.read("gemini-trace"), "once\n", "not asked again");
        let document = scene.read("project/REVIEWS.md");
        assert!(document.contains("Late.") && document.contains("## Gemini Review"));
    }
}

#[test]
fn a_review_that_is_killed_outright_leaves_what_was_finished() {
    let scene = Scene::new();
    let mark = mark();
    scene.script(
        "gemini",
        &format!("cat >/dev/null; echo asked >>../gemini-trace; echo '{REVIEW}'"),
    );
    scene.script("qwen", &format!("cat >/dev/null; MARK={mark} sleep 600"));
    let mut child = scene.begin(&[
        "review",
        "--gemini",
        "--qwen",
        "--prompt",
        "../prompt.md",
        "--run-dir",
        "../run",
    ]);
    let until = Instant::now() + Duration::from_secs(10);
    while alive(&mark).is_empty() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(
        scene.read("run/gsd-review-gemini.md"),
        format!("{REVIEW}\n")
    );
    let result = scene.read("run/gsd-review-lane-result-gemini.json");
    assert!(result.contains("\"reviewed\""), "L-135: {result}");
    scene.script("quick", &format!("cat >/dev/null; echo '{REVIEW} Late.'"));
    fs::rename(scene.at("bin/quick"), scene.at("bin/qwen")).unwrap();
    let again = scene.call(&["review", "--retry", "../run"]);
    assert_eq!(again.code, Some(0), "{again:?}");
    let document = scene.read("project/REVIEWS.md");
    assert!(document.contains("Late.") && document.contains("## Gemini Review"));
    assert_eq!(
        scene.read("gemini-trace"),
        "asked\n",
        "a finished review is not paid for twice"
    );
}

#[test]
fn a_document_without_a_folder_is_told_before_anybody_is_asked() {
    let scene = scene();
    let done = review(&scene, &["gemini", "--out", "nowhere/REVIEWS.md"]);
    assert_eq!(done.code, Some(2), "{done:?}");
    assert!(done.stderr.contains("nowhere"), "{done:?}");
    let left = fs::read_dir(scene.at("tmp")).unwrap().count();
    assert_eq!(left, 0, "nobody was asked");
}

/// The folder of a run that is left where temporary files are.
fn left(scene: &Scene) -> std::path::PathBuf {
    let mut all = fs::read_dir(scene.at("tmp")).unwrap();
    all.next().expect("a folder is left").unwrap().path()
}

#[test]
fn finished_reviews_stay_if_the_document_cannot_be_written() {
    let scene = scene();
    scene.script(
        "gemini",
        &format!("cat >/dev/null; rm -r ../out; echo '{REVIEW}'"),
    );
    fs::create_dir(scene.at("out")).unwrap();
    let done = review(&scene, &["gemini", "--out", "../out/REVIEWS.md"]);
    assert_eq!(done.code, Some(2), "{done:?}");
    let folder = left(&scene);
    assert!(done.stderr.contains(folder.to_str().unwrap()), "{done:?}");
    let text = fs::read_to_string(folder.join("gsd-review-gemini.md")).unwrap();
    assert!(text.contains(REVIEW), "{text}");
}

#[test]
fn finished_reviews_stay_if_nothing_can_be_printed() {
    for call in [
        &["review", "gemini", "--prompt", "../prompt.md"],
        &["run", "gemini", "--prompt-file", "../prompt.md"],
    ] {
        let scene = scene();
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let child = scene.command(call).stdout(full).spawn().unwrap();
        let done = Scene::end(child);
        assert_eq!(done.code, Some(2), "{done:?}");
        let folder = left(&scene);
        assert!(done.stderr.contains(folder.to_str().unwrap()), "{done:?}");
        let text = fs::read_to_string(folder.join("gsd-review-gemini.md")).unwrap();
        assert!(text.contains(REVIEW), "{text}");
    }
}

#[test]
fn a_retry_asks_again_where_the_review_is_gone_or_blank() {
    let scene = scene();
    let done = review(&scene, &["gemini", "--run-dir", "../run"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    let path = scene.at("run/gsd-review-gemini.md");
    for blank in [None, Some(" \n")] {
        match blank {
            None => fs::remove_file(&path).unwrap(),
            Some(text) => fs::write(&path, text).unwrap(),
        }
        let again = scene.call(&["review", "--retry", "../run"]);
        assert_eq!(again.code, Some(0), "{again:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{REVIEW}\n"));
        assert!(scene.read("project/REVIEWS.md").contains(REVIEW));
    }
}

#[test]
fn a_retry_leaves_finished_reviews_alone_whatever_the_budget_is_now() {
    let scene = scene();
    let done = review(&scene, &["gemini", "qwen", "--run-dir", "../run"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    scene.config(&json!({"review": {"max_prompt_tokens_per_reviewer": {"gemini": 3}}}));
    let again = scene.call(&["review", "--retry", "../run", "--json"]);
    assert_eq!(
        again.json()["results"][0]["status"],
        "reviewed",
        "{again:?}"
    );
    assert_eq!(
        scene.read("run/gsd-review-gemini.md"),
        format!("{REVIEW}\n")
    );
    assert!(scene.read("project/REVIEWS.md").contains(REVIEW));
}

#[test]
fn results_of_an_earlier_run_in_the_same_folder_do_not_count() {
    let scene = Scene::new();
    scene.script("gemini", &format!("cat >/dev/null; echo '{REVIEW}'"));
    let done = review(&scene, &["gemini", "--run-dir", "../run"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    let mark = mark();
    scene.script("claude", &format!("cat >/dev/null; MARK={mark} sleep 600"));
    let call = ["review", "claude", "gemini", "--prompt", "../prompt.md"];
    let mut child = scene.begin(&[&call[..], &["--run-dir", "../run"]].concat());
    let until = Instant::now() + Duration::from_secs(10);
    while alive(&mark).is_empty() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    scene.script("quick", &format!("cat >/dev/null; echo '{REVIEW} New.'"));
    fs::rename(scene.at("bin/quick"), scene.at("bin/claude")).unwrap();
    scene.script("fresh", &format!("cat >/dev/null; echo '{REVIEW} Fresh.'"));
    fs::rename(scene.at("bin/fresh"), scene.at("bin/gemini")).unwrap();
    let again = scene.call(&["review", "--retry", "../run"]);
    assert_eq!(again.code, Some(0), "{again:?}");
    let document = scene.read("project/REVIEWS.md");
    assert!(
        document.contains("New.") && document.contains("Fresh."),
        "{document}"
    );
}

#[test]
fn a_document_of_any_size_may_be_replaced() {
    let scene = scene();
    let path = scene.write("project/REVIEWS.md", "---\nphase: 3\n---\n");
    let file = fs::File::options().write(true).open(&path).unwrap();
    // More than is ever read as a whole; sparse, so it costs nothing.
    file.set_len(65 << 20).unwrap();
    drop(file);
    let done = review(&scene, &["gemini"]);
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(scene.read("project/REVIEWS.md").contains(REVIEW));
}

/// L-126, L-138: what is said of trimming is what was done to the prompt that was sent.
#[test]
fn a_retry_tells_of_the_prompt_that_was_sent() {
    let scene = scene();
    for (stem, text) in [
        ("instructions", "Review this."),
        ("roadmap", "Roadmap."),
        ("plan-01", "The plan."),
        ("context", &"long ".repeat(4_000)),
    ] {
        scene.write(&format!("run/gsd-review-{stem}.md"), text);
    }
    let budget = |gemini: Value| {
        scene.config(&json!({"review": {"max_prompt_tokens_per_reviewer": {"gemini": gemini}}}));
    };
    let trimmed = || {
        let document = scene.read("project/REVIEWS.md");
        let lines = document.lines();
        let of = lines.filter(|it| it.contains("gemini") && it.contains("effective_budget"));
        of.map(str::to_owned).collect::<String>()
    };
    budget(json!(400));
    review(&scene, &["gemini", "qwen", "--run-dir", "../run"]);
    let sent = trimmed();
    assert!(sent.contains("budget: 400"), "{sent}");
    // Another budget by now, none, and sections that would come to something else.
    for now in [json!(300), json!(90_000), json!(null)] {
        budget(now);
        scene.write("run/gsd-review-context.md", "short");
        scene.call(&["review", "--retry", "../run"]);
        assert_eq!(trimmed(), sent);
    }
    // A new run in the folder has nothing to do with the old one.
    review(&scene, &["gemini", "qwen", "--run-dir", "../run"]);
    assert_eq!(trimmed(), "");
    scene.call(&["review", "--retry", "../run"]);
    assert_eq!(trimmed(), "");
}

#[test]
fn a_comparison_is_put_into_the_document_of_an_earlier_run() {
    let scene = scene();
    scene.script("claude", &format!("cat >/dev/null; echo '{REVIEW} Too.'"));
    let done = review(&scene, &["--run-dir", "../run"]);
    assert_eq!(identities(&done), ["claude", "gemini", "qwen"]);
    let before = scene.read("project/REVIEWS.md");
    assert!(before.contains("Nobody has compared"), "{before}");
    scene.write(
        "consensus.md",
        "# Agreed Concerns\n\nThe loop ends too early.\n",
    );
    // Nobody is asked again, not even who failed.
    for tool in ["claude", "gemini", "qwen"] {
        scene.script("trap", "echo asked >>../trace");
        fs::rename(scene.at("bin/trap"), scene.at("bin").join(tool)).unwrap();
    }
    let call = ["review", "--retry", "../run", "--consensus"];
    let done = scene.call(&[&call[..], &["../consensus.md", "--json"]].concat());
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_eq!(identities(&done), ["claude", "gemini", "qwen"]);
    assert_eq!(scene.read("trace"), "");
    let document = scene.read("project/REVIEWS.md");
    assert!(
        document.contains("### Agreed Concerns\n\nThe loop ends too early.\n"),
        "{document}"
    );
    let lines = |text: &str| -> Vec<String> {
        let reviews = text.split("## Consensus Summary").next().unwrap().lines();
        let reviews = reviews.filter(|it| !it.starts_with("reviewed_at:"));
        reviews.map(str::to_owned).collect()
    };
    assert_eq!(lines(&document), lines(&before), "the rest is as it was");
    scene.write("nothing.md", "They agree.");
    for (file, says) in [
        ("../nothing.md", "no heading"),
        ("../gone.md", "no such file"),
    ] {
        let done = scene.call(&[&call[..], &[file]].concat());
        assert_eq!(done.code, Some(2), "{done:?}");
        assert!(done.stderr.contains(says), "{done:?}");
    }
    fs::remove_file(scene.at("run/gsd-review-gemini.md")).unwrap();
    let done = scene.call(&[&call[..], &["../consensus.md"]].concat());
    assert_eq!(done.code, Some(2), "{done:?}");
    assert!(done.stderr.contains("gemini has left no"), "{done:?}");
    let alone = review(&scene, &["--consensus", "../consensus.md"]);
    assert_eq!(alone.code, Some(2), "{alone:?}");
}

/// The hint is a call that works, with everything that the folder of the run does not say.
#[test]
fn the_call_that_takes_a_run_up_again_is_told_whole() {
    let scene = scene();
    scene.write("project/my docs/04-01-PLAN.md", "");
    let call = "review gemini qwen --prompt ../prompt.md --phase 4 --clean-env --pass-env LANG --host review.ollama_host=http://localhost:1 --repo-root . --no-verify-tree";
    let mut call: Vec<&str> = call.split(' ').collect();
    call.extend([
        "--out",
        "my docs/it's.md",
        "--plan",
        "my docs/04-01-PLAN.md",
    ]);
    let done = scene.call(&call);
    let hint = done
        .stdout
        .lines()
        .find_map(|it| it.strip_prefix("To run the others again: gsd-lane "));
    let hint = hint.unwrap().to_owned();
    let front = |text: &str| {
        let lines = text.lines().take_while(|it| *it != "models:");
        let lines = lines.filter(|it| !it.starts_with("reviewed_at"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let before = front(&scene.read("project/my docs/it's.md"));
    assert!(before.contains(&"phase: \"4\"".to_owned()), "{before:?}");
    scene.script("fixed", &format!("cat >/dev/null; echo '{REVIEW} Twice.'"));
    fs::rename(scene.at("bin/fixed"), scene.at("bin/qwen")).unwrap();
    let mut shell = std::process::Command::new("/bin/sh");
    shell.args(["-c", &format!("\"$0\" {hint}"), crate::support::GSD_LANE]);
    shell
        .current_dir(scene.at("project"))
        .env("HOME", scene.at("home"));
    let path = format!("{}:/usr/bin:/bin", scene.at("bin").display());
    let again = shell.env("PATH", path).output().unwrap();
    assert_eq!(again.status.code(), Some(0), "{again:?}");
    let document = scene.read("project/my docs/it's.md");
    assert!(document.contains("Twice."), "{document}");
    assert_eq!(front(&document), before);
    assert!(!scene.at("project/REVIEWS.md").exists());
    assert!(
        String::from_utf8_lossy(&again.stdout)
            .contains("--clean-env --no-verify-tree --consensus FILE")
    );
}
