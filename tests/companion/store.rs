//! Stores: reading within bounds, the lock, replacing as a whole (T-74, T-76 … T-79, TB-7).

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::effects::files::Fault;
use gsd_lanes::vocabulary::consent::MAX_STORE_BYTES;

use crate::effects::store::{Lock, NotChanged, Store};

const LOCK: &str = ".consent.lock";

fn store(folder: &Path) -> Store {
    Store::at(folder.join(".gsd/consent.json"))
}

fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    u64::try_from(since.as_millis()).unwrap()
}

/// Adds a line.
fn add(store: &Store, line: &str) -> Result<bool, NotChanged> {
    store.update(|old| {
        let old = String::from_utf8(old.unwrap_or_default().to_vec()).unwrap();
        Ok(Some(format!("{old}{line}\n")))
    })
}

fn text(store: &Store) -> Option<String> {
    store
        .bytes()
        .unwrap()
        .map(|it| String::from_utf8(it).unwrap())
}

#[test]
fn a_store_is_created_private_and_changed_as_a_whole() {
    let home = tempfile::tempdir().unwrap();
    let store = store(home.path());
    assert_eq!(text(&store), None);
    assert!(add(&store, "one").unwrap());
    assert!(add(&store, "two").unwrap());
    assert_eq!(text(&store).as_deref(), Some("one\ntwo\n"));
    let mode = fs::metadata(store.path()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "TB-7");
    assert!(!store.update(|_| Ok(None)).unwrap());
    let refused = store.update(|_| Err("too many".to_owned()));
    assert!(matches!(refused, Err(NotChanged::Refused(why)) if why == "too many"));
    let left: Vec<_> = fs::read_dir(home.path().join(".gsd")).unwrap().collect();
    assert_eq!(
        left.len(),
        1,
        "neither lock nor temporary file is left: {left:?}"
    );
}

#[test]
fn a_store_that_cannot_be_read_is_not_written() {
    let most = u64::try_from(MAX_STORE_BYTES).unwrap();
    let home = tempfile::tempdir().unwrap();
    let store = store(home.path());
    fs::create_dir_all(store.path()).unwrap();
    assert!(matches!(store.bytes(), Err(Fault::NotRegular)));
    assert!(
        matches!(
            add(&store, "x"),
            Err(NotChanged::Unreadable(Fault::NotRegular))
        ),
        "TB-8"
    );
    fs::remove_dir(store.path()).unwrap();
    File::create(store.path()).unwrap().set_len(most).unwrap();
    assert!(store.bytes().is_ok());
    File::create(store.path())
        .unwrap()
        .set_len(most + 1)
        .unwrap();
    assert!(matches!(
        add(&store, "x"),
        Err(NotChanged::Unreadable(Fault::TooLarge(_)))
    ));
}

#[test]
fn nobody_waits_for_a_pipe() {
    let home = tempfile::tempdir().unwrap();
    let store = store(home.path());
    fs::create_dir(home.path().join(".gsd")).unwrap();
    assert!(
        Command::new("mkfifo")
            .arg(store.path())
            .status()
            .unwrap()
            .success()
    );
    assert!(matches!(store.bytes(), Err(Fault::NotRegular)));
}

#[test]
fn many_at_once_lose_nothing() {
    let home = tempfile::tempdir().unwrap();
    let store = store(home.path());
    thread::scope(|scope| {
        for who in 0..4 {
            let store = &store;
            scope.spawn(move || {
                for number in 0..25 {
                    while add(store, &format!("{who}-{number}")).is_err() {}
                }
            });
        }
    });
    let there = text(&store).unwrap();
    assert_eq!(there.lines().collect::<BTreeSet<_>>().len(), 100);
}

/// What a lock of another process looks like.
fn leave_lock(folder: &Path, body: &Value) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join(LOCK), body.to_string()).unwrap();
}

fn host() -> String {
    let name = Command::new("uname").arg("-n").output().unwrap().stdout;
    String::from_utf8(name).unwrap().trim().to_owned()
}

fn start_time(pid: u32) -> String {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let (_, rest) = stat.rsplit_once(')').unwrap();
    rest.split_whitespace().nth(19).unwrap().to_owned()
}

#[test]
fn whose_lock_is_respected_and_whose_is_taken() {
    let me = std::process::id();
    let started = start_time(me);
    let minutes = |count: u64| now_ms() - count * 60_000;
    let dead = {
        let mut child = Command::new("true").spawn().unwrap();
        let pid = child.id();
        child.wait().unwrap();
        pid
    };
    let body = |pid: u32, host: &str, start: Value, ts: u64| json!({"token": "t", "pid": pid, "hostname": host, "startTime": start, "ts": ts});
    let cases = [
        (
            "young, dead holder",
            body(dead, &host(), json!("1"), now_ms()),
            false,
        ),
        (
            "live holder",
            body(me, &host(), json!(started), minutes(90)),
            false,
        ),
        (
            "live holder, number",
            body(
                me,
                &host(),
                json!(started.parse::<u64>().unwrap()),
                minutes(90),
            ),
            false,
        ),
        (
            "reused number",
            body(me, &host(), json!("1"), minutes(2)),
            true,
        ),
        (
            "dead holder",
            body(dead, &host(), json!("1"), minutes(2)),
            true,
        ),
        (
            "dead, no host",
            body(dead, "", json!("1"), minutes(2)),
            true,
        ),
        (
            "elsewhere, two minutes",
            body(dead, "elsewhere", json!("1"), minutes(2)),
            false,
        ),
        (
            "elsewhere, eleven",
            body(dead, "elsewhere", json!("1"), minutes(11)),
            true,
        ),
        (
            "time to come",
            body(dead, &host(), json!("1"), now_ms() + 900_000),
            false,
        ),
        ("garbage, fresh", json!("garbage"), false),
    ];
    for (what, body, taken) in cases {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join(".gsd");
        leave_lock(&folder, &body);
        let got = Lock::acquire(&folder);
        assert_eq!(got.is_ok(), taken, "{what}: {got:?}");
        if !taken {
            let still = fs::read_to_string(folder.join(LOCK)).unwrap();
            assert_eq!(still, body.to_string(), "{what}");
            assert!(got.unwrap_err().contains(LOCK));
        }
    }
}

#[test]
fn garbage_is_taken_by_its_age_as_a_file() {
    let minutes = |count: u64| SystemTime::now() - Duration::from_secs(count * 60);
    let soon = SystemTime::now() + Duration::from_secs(20);
    let far = SystemTime::now() + Duration::from_secs(120);
    for (time, taken) in [
        (minutes(11), true),
        (minutes(9), false),
        (soon, false),
        (far, true),
    ] {
        let home = tempfile::tempdir().unwrap();
        let lock = home.path().join(LOCK);
        fs::write(&lock, "{\"token\":").unwrap();
        File::options()
            .write(true)
            .open(&lock)
            .unwrap()
            .set_modified(time)
            .unwrap();
        assert_eq!(Lock::acquire(home.path()).is_ok(), taken);
    }
}

#[test]
fn a_lock_is_released_only_by_its_holder() {
    let home = tempfile::tempdir().unwrap();
    let lock = Lock::acquire(home.path()).unwrap();
    assert!(lock.is_ours());
    let body: Value = serde_json::from_slice(&fs::read(home.path().join(LOCK)).unwrap()).unwrap();
    assert_eq!(body["pid"], std::process::id());
    assert_eq!(body["hostname"], host());
    assert_eq!(body["startTime"], start_time(std::process::id()));
    assert!(body["ts"].as_u64().unwrap().abs_diff(now_ms()) < 5_000);
    let names: Vec<_> = body.as_object().unwrap().keys().cloned().collect();
    assert_eq!(names, ["token", "pid", "hostname", "startTime", "ts"]);
    fs::remove_file(home.path().join(LOCK)).unwrap();
    fs::write(home.path().join(LOCK), "{\"token\":\"another\"}").unwrap();
    assert!(!lock.is_ours());
    drop(lock);
    assert!(home.path().join(LOCK).exists());
}

/// Promises lines for ever: what the processes do that are killed below.
fn promise(home: &OsStr, who: &str) -> ! {
    let store = store(Path::new(home));
    let mut out = std::io::stderr();
    let mut number = 0;
    loop {
        let line = format!("{who}-{number}-{}", "x".repeat(2_000));
        if add(&store, &line).is_ok() {
            // Only now it may be relied on.
            let _ = writeln!(out, "{line}");
        }
        number += 1;
    }
}

#[test]
fn who_is_killed_tears_nothing() {
    // The test starts itself once more, as somebody who can be killed.
    if let Some(home) = env::var_os("STORE_HOME") {
        promise(&home, &env::var("STORE_WHO").unwrap());
    }
    let home = tempfile::tempdir().unwrap();
    let store = store(home.path());
    let mut promised = BTreeSet::new();
    for round in 0..100 {
        let mut child = Command::new(env::current_exe().unwrap())
            .args([
                "--exact",
                "store::who_is_killed_tears_nothing",
                "--nocapture",
            ])
            .env("STORE_HOME", home.path())
            .env("STORE_WHO", round.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let heard = BufReader::new(child.stderr.take().unwrap());
        let listening = thread::spawn(move || {
            let lines = heard.lines().map_while(Result::ok);
            lines
                .filter(|line| line.ends_with("xx"))
                .collect::<Vec<_>>()
        });
        thread::sleep(Duration::from_millis(20 + round % 13));
        child.kill().unwrap();
        child.wait().unwrap();
        promised.extend(listening.join().unwrap());
        age_lock(&home.path().join(".gsd").join(LOCK));
        let there = text(&store).unwrap_or_default();
        assert!(
            there.is_empty() || there.ends_with('\n'),
            "torn in round {round}"
        );
        let lines: BTreeSet<_> = there.lines().map(str::to_owned).collect();
        assert!(promised.is_subset(&lines), "lost in round {round}");
        if there.len() > 1 << 20 {
            fs::remove_file(store.path()).unwrap();
            promised.clear();
        }
    }
    assert!(add(&store, "after all of them").unwrap());
}

/// Lets two minutes pass for a lock that a killed process has left.
fn age_lock(lock: &Path) {
    let Ok(bytes) = fs::read(lock) else {
        return;
    };
    let old = SystemTime::now() - Duration::from_secs(1_200);
    if let Ok(mut body) = serde_json::from_slice::<Value>(&bytes) {
        body["ts"] = json!(now_ms() - 120_000);
        fs::write(lock, body.to_string()).unwrap();
    }
    File::options()
        .write(true)
        .open(lock)
        .unwrap()
        .set_modified(old)
        .unwrap();
}
