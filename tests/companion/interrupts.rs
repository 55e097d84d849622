//! Ctrl-C before anything runs: it ends at once, claims nothing and leaves nothing.

use std::fs;
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

use crate::support::scene::{Done, REVIEW, Scene};
use crate::support::{alive, mark, patience};

/// Begins a call, interrupts it once something is there, and waits for its end.
fn interrupted(scene: &Scene, arguments: &[&str], is_there: impl Fn() -> bool) -> Done {
    let mut command = scene.command(arguments);
    // Open, and nothing ever comes.
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let _open = child.stdin.take();
    let until = Instant::now() + Duration::from_secs(10);
    while !is_there() && Instant::now() < until {
        thread::sleep(Duration::from_millis(20));
    }
    thread::sleep(Duration::from_millis(100));
    let start = Instant::now();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let done = Scene::end(child);
    let took = start.elapsed();
    assert!(
        took < patience(Duration::from_millis(500)),
        "{arguments:?}: {took:?}"
    );
    assert_eq!(done.code, Some(130), "{arguments:?}: {done:?}");
    assert!(!scene.at("project/REVIEWS.md").exists(), "{arguments:?}");
    done
}

fn nothing_is_left(scene: &Scene) {
    let left: Vec<_> = fs::read_dir(scene.at("tmp")).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

const REVIEW_IT: [&str; 3] = ["review", "--prompt", "../prompt.md"];

#[test]
fn detection_by_a_program_that_hangs() {
    let mark = mark();
    for call in [
        &["probe", "--json"][..],
        &["probe", "kimi-code", "--json"],
        &["doctor", "--json"],
        &["doctor", "--call", "--json"],
        &[&REVIEW_IT[..], &["--json"]].concat(),
    ] {
        let scene = Scene::new();
        scene.script("gemini", &format!("cat >/dev/null; echo '{REVIEW}'"));
        scene.script("kimi", &format!("MARK={mark} setsid sleep 600"));
        let done = interrupted(&scene, call, || !alive(&mark).is_empty());
        assert_eq!(done.stdout, "", "{call:?}: {done:?}");
        assert_eq!(alive(&mark), Vec::<String>::new(), "{call:?}");
        nothing_is_left(&scene);
    }
}

#[test]
fn detection_by_a_server_that_says_nothing() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let host = format!("http://{}", listener.local_addr().unwrap());
    let (sender, arrived) = std::sync::mpsc::channel();
    thread::spawn(move || {
        let mut held = Vec::new();
        while let Ok((stream, _)) = listener.accept() {
            held.push(stream);
            let _ = sender.send(());
        }
    });
    for call in [&["probe"][..], &["doctor"], &REVIEW_IT] {
        let scene = Scene::new();
        scene.config(&json!({"review": {"ollama_host": host}}));
        let done = interrupted(&scene, call, || arrived.try_recv().is_ok());
        assert_eq!(done.stdout, "", "{call:?}: {done:?}");
        nothing_is_left(&scene);
    }
    // Of a lane that was asked for by name it is said, and what happened.
    let scene = Scene::new();
    scene.config(&json!({"review": {"ollama_host": host}}));
    let call = [&REVIEW_IT[..], &["ollama", "--json"]].concat();
    let done = interrupted(&scene, &call, || arrived.try_recv().is_ok());
    assert_eq!(
        done.json()["results"][0]["reason"],
        "interrupted",
        "{done:?}"
    );
}

#[test]
fn a_prompt_that_never_comes() {
    let scene = Scene::new();
    let pipe = scene.at("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    for prompt in ["-", "../pipe"] {
        for call in [
            ["review", "gemini", "--prompt", prompt],
            ["run", "gemini", "--prompt-file", prompt],
        ] {
            interrupted(&scene, &call, later);
            nothing_is_left(&scene);
        }
    }
}

/// Yes, after a while.
fn later() -> bool {
    thread::sleep(Duration::from_millis(300));
    true
}
