//! Running programs that misbehave (L-71, L-72, B-9, B-12, B-14, Y-16, F-04, F-16 … F-23, F-30).

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use gsd_lanes::vocabulary::limits::MAX_CAPTURE_BYTES;

use crate::effects::process::lookup::find_in;
use crate::effects::process::{Environment, Finished, GRACE, LastLine};
use crate::support::patience;
use crate::support::{alive, fake, processes, request};

/// Runs a fake to its end and checks what must hold for every one of them.
fn run(name: &str, limit: u64) -> (Finished, Duration) {
    let (request, mark) = request(name, limit);
    let start = Instant::now();
    let finished = processes().run(&request, None);
    let took = start.elapsed();
    let longest = patience(Duration::from_millis(limit) + GRACE + Duration::from_secs(1));
    assert!(took < longest, "{name} took {took:?}");
    assert_eq!(alive(&mark), Vec::<String>::new(), "left of {name}");
    assert_eq!(finished.left, 0, "{name}");
    (finished, took)
}

#[test]
fn a_program_is_run_to_its_end() {
    let (finished, _) = run("noisy", 10_000);
    let outcome = finished.outcome;
    assert_eq!(outcome.status, Some(3));
    assert_eq!(outcome.stdout, "a review of src/lib.rs:3\n");
    assert_eq!(outcome.stderr, "a warning\n");
    assert_eq!(outcome.error_code, None);
    assert_eq!(finished.stdout, b"a review of src/lib.rs:3\n");
}

#[test]
fn silence_is_an_answer_too() {
    let (finished, _) = run("silent", 10_000);
    assert_eq!(finished.outcome.status, Some(0));
    assert_eq!(finished.outcome.stdout, "");
    assert_eq!(finished.outcome.error_code, None);
}

#[test]
fn arguments_arrive_as_they_are_and_no_shell_sees_them() {
    let (mut request, _) = request("arguments", 10_000);
    request.args = ["a b", "", "$(id)", "'\"\\", "*", "é\n"]
        .map(String::from)
        .to_vec();
    request.cwd = "/usr".to_owned();
    let outcome = processes().run(&request, None).outcome;
    assert_eq!(
        outcome.stdout,
        "<a b>\n<>\n<$(id)>\n<'\"\\>\n<*>\n<é\n>\n/usr\n"
    );
}

#[test]
fn the_limit_ends_it_and_what_was_printed_stays() {
    let (finished, took) = run("prints-then-hangs", 500);
    let outcome = finished.outcome;
    assert_eq!(outcome.error_code.as_deref(), Some("ETIMEDOUT"));
    assert_eq!(outcome.status, None);
    assert_eq!(outcome.stdout, "a review of src/lib.rs:3\n");
    assert!(took < patience(Duration::from_millis(1500)), "{took:?}");
}

#[test]
fn a_limit_beyond_all_clocks_is_none() {
    let (finished, _) = run("silent", 2_000);
    assert_eq!(finished.outcome.status, Some(0));
    let (mut request, _) = request("silent", u64::MAX);
    request.stdin = Some(String::new());
    assert_eq!(processes().run(&request, None).outcome.status, Some(0));
}

#[test]
fn who_does_not_end_when_asked_is_killed_after_the_grace() {
    let (finished, took) = run("stubborn", 300);
    assert_eq!(finished.outcome.error_code.as_deref(), Some("ETIMEDOUT"));
    assert_eq!(finished.outcome.stdout, "cannot be moved\n");
    assert!(took > GRACE, "{took:?}");
}

#[test]
fn who_has_stopped_himself_is_ended_too() {
    let (finished, took) = run("stopped", 300);
    assert_eq!(finished.outcome.error_code.as_deref(), Some("ETIMEDOUT"));
    assert!(took < patience(GRACE), "{took:?}");
}

#[test]
fn grandchildren_do_not_outlive_the_program_nor_hold_up_its_end() {
    for name in ["forking", "daemon"] {
        let (finished, took) = run(name, 20_000);
        assert_eq!(finished.outcome.status, Some(0), "{name}");
        assert_eq!(finished.outcome.stdout, "started\n", "{name}");
        assert!(
            took < patience(Duration::from_secs(2)),
            "{name} took {took:?}"
        );
    }
}

#[test]
fn a_deaf_daemon_in_a_session_of_its_own_is_killed() {
    let (finished, took) = run("stubborn-daemon", 20_000);
    assert_eq!(finished.outcome.status, Some(0));
    assert!(
        took > GRACE && took < patience(GRACE + Duration::from_secs(1)),
        "{took:?}"
    );
}

#[test]
fn who_never_stops_forking_is_ended() {
    let (finished, _) = run("forks-on", 500);
    assert_eq!(finished.outcome.error_code.as_deref(), Some("ETIMEDOUT"));
}

#[test]
fn output_without_end_is_cut_off() {
    let (finished, _) = run("endless", 60_000);
    assert_eq!(finished.outcome.error_code.as_deref(), Some("ENOBUFS"));
    assert_eq!(finished.outcome.stdout.len(), MAX_CAPTURE_BYTES);
    assert!(
        finished
            .outcome
            .stdout
            .starts_with("all work and no play\n")
    );
}

#[test]
fn output_that_is_too_large_is_cut_off_even_if_it_ends() {
    let (finished, _) = run("huge", 60_000);
    assert_eq!(finished.outcome.error_code.as_deref(), Some("ENOBUFS"));
    assert_eq!(finished.outcome.stdout.len(), MAX_CAPTURE_BYTES);
}

#[test]
fn streams_are_decoded_not_chunks() {
    let (finished, _) = run("invalid", 10_000);
    assert_eq!(
        finished.outcome.stdout,
        "bad \u{fffd}\u{fffd} bytes, café\n"
    );
    assert_eq!(finished.stdout, b"bad \xff\xfe bytes, caf\xc3\xa9\n");
}

#[test]
fn input_arrives_whole_and_closed_where_there_is_none() {
    let text = "größer als jede Leitung\n".repeat(100_000);
    let (mut request, _) = request("echo-input", 20_000);
    request.stdin = Some(text.clone());
    let outcome = processes().run(&request, None).outcome;
    assert_eq!(outcome.status, Some(0));
    assert!(outcome.stdout == text);
    let (finished, _) = run("echo-input", 5_000);
    assert_eq!(finished.outcome.status, Some(0));
    assert_eq!(finished.outcome.stdout, "");
}

#[test]
fn who_does_not_read_does_not_block_nor_fail() {
    for (name, says) in [
        ("deaf", "done without reading\n"),
        ("closes-input", "closed\n"),
    ] {
        let (mut request, _) = request(name, 10_000);
        request.stdin = Some("x".repeat(4_000_000));
        let outcome = processes().run(&request, None).outcome;
        assert_eq!(outcome.status, Some(0), "{name}");
        assert_eq!(outcome.stdout, says, "{name}");
    }
}

#[test]
fn a_limit_holds_while_nobody_reads_the_input() {
    let (mut request, mark) = request("slow", 300);
    request.stdin = Some("x".repeat(4_000_000));
    let start = Instant::now();
    let outcome = processes().run(&request, None).outcome;
    assert_eq!(outcome.error_code.as_deref(), Some("ETIMEDOUT"));
    assert!(start.elapsed() < patience(Duration::from_secs(2)));
    assert_eq!(alive(&mark), Vec::<String>::new());
}

#[test]
fn an_interrupt_ends_all_that_runs_side_by_side() {
    let processes = processes();
    let interrupt = processes.interrupt.clone();
    let start = Instant::now();
    thread::scope(|scope| {
        let runs: Vec<_> = ["slow", "prints-then-hangs", "stubborn", "daemon"]
            .map(|name| {
                let processes = &processes;
                scope.spawn(move || {
                    let (request, mark) = request(name, 60_000);
                    (name, processes.run(&request, None), mark)
                })
            })
            .into_iter()
            .collect();
        thread::sleep(Duration::from_millis(600));
        interrupt.set(2);
        for run in runs {
            let (name, finished, mark) = run.join().unwrap();
            let expected = (name != "daemon").then_some("EINTR");
            assert_eq!(finished.outcome.error_code.as_deref(), expected, "{name}");
            assert_eq!(alive(&mark), Vec::<String>::new(), "left of {name}");
        }
    });
    assert!(start.elapsed() < patience(GRACE + Duration::from_millis(1_600)));
}

#[test]
fn ending_one_leaves_the_others_alone() {
    let processes = processes();
    thread::scope(|scope| {
        let patient = scope.spawn(|| {
            let (request, mark) = request("prints-then-hangs", 2_500);
            let finished = processes.run(&request, None);
            (finished, mark)
        });
        thread::sleep(Duration::from_millis(300));
        for name in ["daemon", "forking", "stubborn-daemon"] {
            run(name, 400);
        }
        let (finished, mark) = patient.join().unwrap();
        assert_eq!(finished.outcome.error_code.as_deref(), Some("ETIMEDOUT"));
        assert_eq!(alive(&mark), Vec::<String>::new());
    });
}

#[test]
fn what_cannot_start_says_why() {
    let cases = [
        ("/nonexistent/tool", "ENOENT"),
        ("no-such-tool-anywhere", "ENOENT"),
        ("./silent", "ENOENT"),
        ("", "ENOENT"),
        ("/", "ENOENT"),
    ];
    for (binary, code) in cases {
        let (mut request, _) = request("silent", 1_000);
        request.binary = binary.to_owned();
        let outcome = processes().run(&request, None).outcome;
        assert_eq!(outcome.error_code.as_deref(), Some(code), "{binary}");
        assert_eq!(outcome.status, None, "{binary}");
    }
    let (not_executable, _) = request("no-program", 1_000);
    let outcome = processes().run(&not_executable, None).outcome;
    assert_eq!(outcome.error_code.as_deref(), Some("ENOENT"), "B-12");
    let (mut nowhere, _) = request("silent", 1_000);
    nowhere.cwd = "/nonexistent".to_owned();
    let outcome = processes().run(&nowhere, None).outcome;
    assert_eq!(outcome.error_code.as_deref(), Some("ENOENT"));
}

#[test]
fn an_interpreter_that_is_missing_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("script");
    std::fs::write(&script, "#!/nonexistent/interpreter\n").unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&script, mode).unwrap();
    let (mut request, _) = request("silent", 5_000);
    request.binary = script.to_str().unwrap().to_owned();
    let outcome = processes().run(&request, None).outcome;
    assert_eq!(outcome.error_code.as_deref(), Some("ENOENT"));
    assert_eq!(outcome.status, None);
}

#[test]
fn arguments_that_are_too_long_have_their_own_reason() {
    let (mut request, _) = request("arguments", 5_000);
    request.args = vec!["x".repeat(131_072)];
    let outcome = processes().run(&request, None).outcome;
    assert_eq!(outcome.error_code.as_deref(), Some("E2BIG"), "F-23");
    request.args = vec!["x".repeat(131_071)];
    assert_eq!(processes().run(&request, None).outcome.status, Some(0));
}

#[test]
fn a_signal_that_nobody_asked_for_is_named() {
    let (finished, _) = run("segfault", 10_000);
    assert_eq!(finished.outcome.status, None);
    assert_eq!(finished.outcome.error_code.as_deref(), Some("SIGSEGV"));
}

#[test]
fn the_environment_is_plain_unless_the_lane_says_otherwise() {
    let (mut request, _) = request("environment", 10_000);
    let lines = |text: &str| text.lines().map(String::from).collect::<Vec<_>>();
    let printed = lines(&processes().run(&request, None).outcome.stdout);
    assert!(printed.contains(&"NO_COLOR=1".to_owned()));
    assert!(printed.contains(&"TERM=dumb".to_owned()));
    assert!(
        printed
            .iter()
            .any(|line| line.starts_with("CARGO_MANIFEST_DIR="))
    );
    let lane = [("TERM", "xterm"), ("FORCE_COLOR", "1"), ("EMPTY", "")];
    let lane = lane.map(|(name, value)| (name.to_owned(), value.to_owned()));
    request.env = Some(lane.to_vec());
    let printed = lines(&processes().run(&request, None).outcome.stdout);
    for line in ["TERM=xterm", "FORCE_COLOR=1", "EMPTY="] {
        assert!(printed.contains(&line.to_owned()), "{line}");
    }
}

#[test]
fn a_clean_environment_holds_what_is_needed_and_what_is_declared() {
    let mut processes = processes();
    processes.environment = Environment {
        clean: true,
        passed: vec!["CARGO_PKG_NAME".to_owned()],
    };
    let (request, mark) = request("environment", 10_000);
    let printed = processes.run(&request, None).outcome.stdout;
    let has = |name: &str| {
        printed
            .lines()
            .any(|line| line.starts_with(&format!("{name}=")))
    };
    assert!(
        has("PATH") && has("CARGO_PKG_NAME") && has("NO_COLOR"),
        "{printed}"
    );
    assert!(!has("CARGO_MANIFEST_DIR"), "{printed}");
    assert!(printed.contains(&mark));
}

#[test]
fn those_who_watch_see_the_last_line() {
    let processes = processes();
    let line = Arc::new(LastLine::default());
    let (request, _) = request("prints-then-hangs", 700);
    thread::scope(|scope| {
        scope.spawn(|| processes.run(&request, Some(&line)));
        thread::sleep(Duration::from_millis(400));
        assert_eq!(line.text(), "a review of src/lib.rs:3");
    });
}

#[test]
fn programs_are_found_on_absolute_entries_of_the_path_only() {
    let fakes = fake("");
    let fakes = fakes.trim_end_matches('/');
    let found = |name: &str, path: &str| find_in(name, Some(path.as_ref())).is_some();
    assert!(found("silent", fakes));
    assert!(found("silent", &format!("/nonexistent:{fakes}")));
    assert!(!found("no-program", fakes), "B-12: not executable");
    assert!(!found("silent", ""));
    assert!(!found("silent", ":.:tests/companion/fakes"), "F-41");
    assert!(
        !found("companion", &fakes.replace("/fakes", "/..")),
        "a folder"
    );
    assert!(!found("..", fakes) && !found("a\0b", fakes));
    assert!(find_in("silent", None).is_none());
    let linked = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(fake("silent"), linked.path().join("shim")).unwrap();
    assert!(found("shim", linked.path().to_str().unwrap()));
}

#[test]
fn some_kills_leave_nobody() {
    crate::kills::rounds(24);
}
