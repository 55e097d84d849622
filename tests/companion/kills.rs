//! A thousand ends of programs with children and grandchildren, at moments of chance: `make test-kills`. A few of each
//! kind run with the other tests.

use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::effects::process::GRACE;
use crate::support::patience;
use crate::support::{alive, mark, processes, request};

/// A moment of chance, in milliseconds, the same in every run.
fn chance(number: u64, most: u64) -> u64 {
    let mixed = (number + 1)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(31);
    mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) % most
}

fn nobody_is_left(mark: &str, number: u64) {
    assert_eq!(alive(mark), Vec::<String>::new(), "after {number}");
}

/// By the limit, or by its own end.
fn by_limit(number: u64) {
    let (mut request, mark) = request("family", 1 + chance(number, 120));
    if !number.is_multiple_of(3) {
        request.args.push("stay".to_owned());
    }
    let start = Instant::now();
    let finished = processes().run(&request, None);
    assert_eq!(finished.left, 0, "{number}");
    assert!(
        start.elapsed() < patience(GRACE + Duration::from_secs(2)),
        "{number}"
    );
    nobody_is_left(&mark, number);
}

/// By an interrupt.
fn by_interrupt(number: u64) {
    let processes = processes();
    let interrupt = processes.interrupt.clone();
    let (mut request, mark) = request("family", 60_000);
    request.args.push("stay".to_owned());
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(chance(number, 120)));
        interrupt.set(2);
    });
    let finished = processes.run(&request, None);
    assert_eq!(
        finished.outcome.error_code.as_deref(),
        Some("EINTR"),
        "{number}"
    );
    nobody_is_left(&mark, number);
}

/// The companion is killed outright: the guard notices.
fn by_death_of_the_companion(number: u64) {
    let mark = mark();
    let mut companion = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "kills::companion", "--ignored"])
        .env("KILLS_MARK", &mark)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(20 + chance(number, 150)));
    companion.kill().unwrap();
    companion.wait().unwrap();
    let until = Instant::now() + patience(GRACE + Duration::from_secs(1));
    while !alive(&mark).is_empty() && Instant::now() < until {
        thread::sleep(Duration::from_millis(10));
    }
    nobody_is_left(&mark, number);
}

/// Not a test by itself: what is killed above.
#[test]
#[ignore = "run by the tests below"]
fn companion() {
    let Ok(mark) = std::env::var("KILLS_MARK") else {
        return;
    };
    let (mut request, _) = request("family", 60_000);
    request.args.push("stay".to_owned());
    request.env = Some(vec![("MARK".to_owned(), mark)]);
    processes().run(&request, None);
}

fn rounds(count: u64) {
    thread::scope(|scope| {
        for worker in 0..4 {
            scope.spawn(move || {
                for number in (worker..count).step_by(4) {
                    match number % 5 {
                        0..=2 => by_limit(number),
                        3 => by_interrupt(number),
                        _ => by_death_of_the_companion(number),
                    }
                }
            });
        }
    });
}

#[test]
fn some_kills_leave_nobody() {
    rounds(20);
}

#[test]
#[ignore = "takes minutes: make test-kills"]
fn a_thousand_kills_leave_nobody() {
    rounds(1_000);
}
