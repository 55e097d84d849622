//! Walking bundles (T-91 … T-94, TB-16).

use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

use gsd_lanes::trust::bundle::{self, Bundle, BundleProblem};
use gsd_lanes::vocabulary::bundle::MAX_BYTES;

use crate::effects::bundle::{Why, content_hash};

fn problem(folder: &Path) -> BundleProblem {
    match content_hash(folder) {
        Err(no) => match no.why {
            Why::Problem(problem) => problem,
            Why::Io(error) => panic!("{error}"),
        },
        Ok(hash) => panic!("{hash}"),
    }
}

#[test]
fn a_bundle_on_disk_hashes_as_one_in_memory() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("acme");
    let at = |name: &str| folder.join(name);
    fs::create_dir_all(at("a/b")).unwrap();
    fs::create_dir_all(at("empty")).unwrap();
    fs::create_dir_all(at("__pycache__")).unwrap();
    fs::write(at("a/b/c"), "c").unwrap();
    fs::write(at("a.txt"), "t").unwrap();
    fs::write(at(".hidden"), "h").unwrap();
    fs::write(at("__pycache__/x.pyc"), "compiled").unwrap();
    fs::write(at("__pycache__/x.txt"), "x").unwrap();
    fs::write(folder.join(OsStr::from_bytes(b"raw-\xff")), "").unwrap();
    let files: [(&[u8], &[u8]); 5] = [
        (b"a/b/c", b"c"),
        (b"a.txt", b"t"),
        (b".hidden", b"h"),
        (b"__pycache__/x.txt", b"x"),
        (b"raw-\xff", b""),
    ];
    let expected = bundle::content_hash(&Bundle {
        root_name: b"acme",
        files: files.to_vec(),
        folders: vec![b"empty"],
    });
    assert_eq!(content_hash(&folder).unwrap(), expected.unwrap());
}

#[test]
fn links_pipes_and_sockets_are_refused_wherever_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let below = folder.path().join("below");
    fs::create_dir(&below).unwrap();
    let link = below.join("link");
    for target in ["/etc/hostname", "/nonexistent", "..", "link"] {
        symlink(target, &link).unwrap();
        assert_eq!(problem(folder.path()), BundleProblem::NotPlain, "{target}");
        fs::remove_file(&link).unwrap();
    }
    assert!(
        Command::new("mkfifo")
            .arg(&link)
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(problem(folder.path()), BundleProblem::NotPlain);
    fs::remove_file(&link).unwrap();
    let _socket = UnixListener::bind(&link).unwrap();
    assert_eq!(problem(folder.path()), BundleProblem::NotPlain);
    fs::remove_file(&link).unwrap();
    let root = folder.path().join("root");
    symlink(&below, &root).unwrap();
    assert_eq!(problem(&root), BundleProblem::NotPlain, "TB-16");
    let missing = content_hash(&folder.path().join("missing")).unwrap_err();
    assert!(matches!(missing.why, Why::Io(_)));
    assert!(missing.in_words().contains("missing"));
}

#[test]
fn bytes_at_the_limit_and_one_more() {
    let folder = tempfile::tempdir().unwrap();
    let file = File::create(folder.path().join("large")).unwrap();
    file.set_len(MAX_BYTES).unwrap();
    assert!(content_hash(folder.path()).is_ok());
    let cache = folder.path().join("__pycache__");
    fs::create_dir(&cache).unwrap();
    fs::write(cache.join("x.pyc"), "1").unwrap();
    assert_eq!(
        problem(folder.path()),
        BundleProblem::TooLarge,
        "left-out ones count"
    );
}
