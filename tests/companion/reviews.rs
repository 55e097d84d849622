//! Whole reviews (L-110 … L-117, L-130 … L-139, B-3, B-20, Y-8 … Y-10, F-08, F-09, F-11, 00-design).

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use crate::support::scene::{Done, REVIEW, Scene};

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
