//! Ends of programs with children and grandchildren, at moments of chance: a few of each kind with the other tests, a
//! thousand with the long ones.

use std::thread;
use std::time::{Duration, Instant};

use crate::effects::process::GRACE;
use crate::support::scene::Scene;
use crate::support::{alive, fake, mark, patience, processes, request};

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
    let limit = 1 + chance(number, 120);
    let (mut request, mark) = request("family", limit);
    if !number.is_multiple_of(3) {
        request.args.push("stay".to_owned());
    }
    let start = Instant::now();
    let finished = processes().run(&request, None);
    assert_eq!(finished.left, 0, "{number}");
    assert!(
        start.elapsed() < patience(Duration::from_millis(limit) + GRACE + Duration::from_secs(1)),
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

/// A place where codex is a fake, and the mark of all that comes from it.
fn scene(fake_name: &str, arguments: &str) -> (Scene, String) {
    let (mut scene, mark) = (Scene::new(), mark());
    scene.script("codex", &format!("exec {} {arguments}", fake(fake_name)));
    scene.variables.push(("MARK".to_owned(), mark.clone()));
    (scene, mark)
}

const CALL: [&str; 4] = ["run", "codex", "--prompt-file", "../prompt.md"];

/// The companion is killed outright: the guard notices.
fn by_death_of_the_companion(number: u64) {
    let (scene, mark) = scene("family", "stay");
    let mut companion = scene.begin(&CALL);
    thread::sleep(Duration::from_millis(20 + chance(number, 250)));
    companion.kill().unwrap();
    companion.wait().unwrap();
    let until = Instant::now() + patience(GRACE + Duration::from_secs(1));
    while !alive(&mark).is_empty() && Instant::now() < until {
        thread::sleep(Duration::from_millis(10));
    }
    nobody_is_left(&mark, number);
}

/// The guard is killed: the companion notices.
fn by_death_of_the_guard(number: u64) {
    let (scene, mark) = scene("kills-guard", "KILL");
    let start = Instant::now();
    let done = scene.call(&CALL);
    assert_eq!(done.code, Some(1), "{number}: {done:?}");
    assert!(
        start.elapsed() < patience(Duration::from_secs(4)),
        "{number}"
    );
    nobody_is_left(&mark, number);
}

/// So many ends, four at once.
pub fn rounds(count: u64) {
    thread::scope(|scope| {
        for worker in 0..4 {
            scope.spawn(move || {
                for number in (worker..count).step_by(4) {
                    match number % 6 {
                        0..=2 => by_limit(number),
                        3 => by_interrupt(number),
                        4 => by_death_of_the_companion(number),
                        _ => by_death_of_the_guard(number),
                    }
                }
            });
        }
    });
}
