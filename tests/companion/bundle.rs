//! Walking bundles (T-91 … T-93, TB-16).

use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::process::Command;

use crate::effects::bundle::{Entry, MOST_BYTES, MOST_ENTRIES, Refused, walk};

const ALL: &dyn Fn(&[u8], bool) -> bool = &|_, _| false;

fn sorted(mut entries: Vec<Entry>) -> Vec<(String, Option<String>)> {
    entries.sort_by(|a, b| a.path.cmp(&b.path));
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let entries = entries.into_iter();
    entries
        .map(|it| (text(it.path), it.content.map(text)))
        .collect()
}

#[test]
fn a_bundle_is_its_folders_and_files_by_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("a/b")).unwrap();
    fs::create_dir(at("empty")).unwrap();
    fs::write(at("a/b/c"), "c").unwrap();
    fs::write(at(".hidden"), "h").unwrap();
    fs::write(folder.path().join(OsStr::from_bytes(b"raw-\xff")), "").unwrap();
    let entries = walk(folder.path(), ALL).unwrap();
    assert!(entries.iter().any(|it| it.path == b"raw-\xff"));
    let names: Vec<_> = sorted(entries).into_iter().map(|it| it.0).collect();
    assert_eq!(
        names,
        [".hidden", "a", "a/b", "a/b/c", "empty", "raw-\u{fffd}"]
    );
}

#[test]
fn what_is_excluded_is_left_out_but_entered() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("__pycache__")).unwrap();
    fs::write(folder.path().join("__pycache__/x.txt"), "x").unwrap();
    let excluded = |path: &[u8], is_folder: bool| is_folder && path == b"__pycache__";
    let entries = sorted(walk(folder.path(), &excluded).unwrap());
    assert_eq!(
        entries,
        [("__pycache__/x.txt".to_owned(), Some("x".to_owned()))]
    );
}

#[test]
fn links_pipes_and_sockets_are_refused_wherever_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let below = folder.path().join("below");
    fs::create_dir(&below).unwrap();
    let link = below.join("link");
    for target in ["/etc/hostname", "/nonexistent", "..", "link"] {
        symlink(target, &link).unwrap();
        assert!(
            matches!(walk(folder.path(), ALL), Err(Refused::Link(_))),
            "{target}"
        );
        fs::remove_file(&link).unwrap();
    }
    assert!(
        Command::new("mkfifo")
            .arg(&link)
            .status()
            .unwrap()
            .success()
    );
    assert!(matches!(walk(folder.path(), ALL), Err(Refused::Special(_))));
    fs::remove_file(&link).unwrap();
    let _socket = UnixListener::bind(&link).unwrap();
    assert!(matches!(walk(folder.path(), ALL), Err(Refused::Special(_))));
    fs::remove_file(&link).unwrap();
    let root = folder.path().join("root");
    symlink(&below, &root).unwrap();
    assert!(matches!(walk(&root, ALL), Err(Refused::Link(_))), "TB-16");
    assert!(matches!(
        walk(&folder.path().join("missing"), ALL),
        Err(Refused::Io(..))
    ));
}

#[test]
fn bytes_at_the_limit_and_one_more() {
    let folder = tempfile::tempdir().unwrap();
    let file = File::create(folder.path().join("large")).unwrap();
    file.set_len(MOST_BYTES).unwrap();
    assert_eq!(walk(folder.path(), ALL).unwrap().len(), 1);
    fs::write(folder.path().join("one"), "1").unwrap();
    assert!(matches!(walk(folder.path(), ALL), Err(Refused::TooLarge)));
    let nothing = |_: &[u8], _: bool| true;
    assert!(
        matches!(walk(folder.path(), &nothing), Err(Refused::TooLarge)),
        "excluded ones count"
    );
}

#[test]
fn entries_at_the_limit_and_one_more() {
    let folder = tempfile::tempdir().unwrap();
    let below = folder.path().join("below");
    fs::create_dir(&below).unwrap();
    let first = below.join("0");
    File::create(&first).unwrap();
    for number in 1..MOST_ENTRIES - 1 {
        fs::hard_link(&first, below.join(number.to_string()))
            .or_else(|_| File::create(below.join(number.to_string())).map(drop))
            .unwrap();
    }
    assert_eq!(walk(folder.path(), ALL).unwrap().len(), MOST_ENTRIES);
    fs::create_dir(folder.path().join("one-more")).unwrap();
    assert!(matches!(walk(folder.path(), ALL), Err(Refused::TooMany)));
}
