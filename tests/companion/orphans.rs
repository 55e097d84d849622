//! Lanes that kill or stop their guard: the companion itself ends what comes from them.

use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::effects::process::GRACE;
use crate::support::scene::{REVIEW, Scene};
use crate::support::{GSD_LANE, alive, carriers, fake, mark, patience};

const CALL: [&str; 4] = ["run", "--prompt-file", "../prompt.md", "--json"];

/// A scene in which gemini and claude are programs that do that, and the mark of all that comes from it.
fn scene(does: &str) -> (Scene, String) {
    let (scene, mark) = (Scene::new(), mark());
    let marked = format!(
        "cat >/dev/null; export MARK={mark}; exec {}",
        fake("kills-guard")
    );
    for tool in ["gemini", "claude"] {
        scene.script(tool, &format!("{marked} {does}"));
    }
    scene.script(
        "qwen",
        &format!("cat >/dev/null; sleep 1.5; echo '{REVIEW}'"),
    );
    (scene, mark)
}

fn nobody_soon(mark: &str, within: Duration) -> bool {
    let until = Instant::now() + within;
    while !alive(mark).is_empty() {
        if Instant::now() > until {
            return false;
        }
        thread::sleep(Duration::from_millis(20));
    }
    true
}

fn somebody_soon(mark: &str) {
    let until = Instant::now() + patience(Duration::from_secs(5));
    while alive(mark).len() < 6 && Instant::now() < until {
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn who_kills_its_guard_leaves_nobody_and_the_next_lane_runs() {
    for does in ["KILL", "KILL ends"] {
        let (scene, mark) = scene(does);
        let start = Instant::now();
        let mut call = CALL.to_vec();
        call.extend(["gemini", "qwen"]);
        let child = scene.begin(&call);
        somebody_soon(&mark);
        // While the next one runs they are gone already.
        assert!(
            nobody_soon(&mark, patience(Duration::from_secs(1))),
            "{does}"
        );
        let done = Scene::end(child);
        assert!(start.elapsed() < patience(Duration::from_secs(6)), "{does}");
        assert_eq!(done.code, Some(1), "{done:?}");
        let results = &done.json()["results"];
        assert_eq!(results[0]["status"], "failed", "{done:?}");
        assert_eq!(results[1]["status"], "reviewed", "{done:?}");
        assert!(!done.stderr.contains("could not be ended"), "{done:?}");
        assert_eq!(alive(&mark), Vec::<String>::new(), "{does}");
    }
}

#[test]
fn who_runs_beside_is_left_alone() {
    let (scene, mark) = scene("KILL");
    scene.script(
        "qwen",
        &format!("cat >/dev/null; setsid sh -c 'sleep 2; echo \"{REVIEW}\"' | cat"),
    );
    let start = Instant::now();
    let mut call = CALL.to_vec();
    call.extend(["--jobs", "3", "gemini", "claude", "qwen"]);
    let child = scene.begin(&call);
    somebody_soon(&mark);
    assert!(nobody_soon(&mark, patience(Duration::from_secs(1))));
    let done = Scene::end(child);
    assert!(start.elapsed() > Duration::from_secs(2), "{done:?}");
    let status = |place: usize| done.json()["results"][place]["status"].clone();
    assert_eq!((status(0), status(1)), ("failed".into(), "failed".into()));
    assert_eq!(status(2), "reviewed", "{done:?}");
}

#[test]
fn who_stops_its_guard_is_ended_all_the_same() {
    let (scene, mark) = scene("STOP");
    let mut call = CALL.to_vec();
    call.push("gemini");
    let child = scene.begin(&call);
    somebody_soon(&mark);
    thread::sleep(Duration::from_millis(500));
    let start = Instant::now();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let done = Scene::end(child);
    assert_eq!(done.code, Some(130), "{done:?}");
    assert!(
        start.elapsed() < patience(GRACE + Duration::from_secs(1)),
        "{:?}",
        start.elapsed()
    );
    assert_eq!(alive(&mark), Vec::<String>::new(), "{done:?}");
}

#[test]
fn children_from_before_are_nobodys_orphans() {
    let before = mark();
    let (scene, mark) = scene("KILL ends");
    let script = format!(
        "sh -c '(sleep 600 & sleep 600) & sleep 0.1' {before} & exec {GSD_LANE} run --prompt-file ../prompt.md gemini"
    );
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", &script]).current_dir(scene.at("project"));
    for (name, value) in scene.command(&[]).get_envs() {
        shell.env(name, value.unwrap_or_default());
    }
    let quiet = shell
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    quiet.env("BEFORE", &before).status().unwrap();
    let left = carriers(&before);
    for (pid, _) in carriers(&mark).iter().chain(&left) {
        let _ = kill_process(Pid::from_raw(*pid).unwrap(), Signal::KILL);
    }
    assert!(!left.is_empty(), "what was there before runs on");
}
