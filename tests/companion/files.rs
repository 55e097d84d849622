//! Files of a run (Y-7, Y-13, T-74).

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use gsd_lanes::lane::host::Read;

use crate::effects::files::{Fault, RunDir, look, private_folder, read, set_aside, write_private};
use crate::support::patience;

fn mode(path: &Path) -> u32 {
    fs::symlink_metadata(path).unwrap().permissions().mode() & 0o7777
}

fn fifo(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status().unwrap();
    assert!(made.success());
}

#[test]
fn run_directories_are_private_and_never_the_same() {
    let one = RunDir::fresh().unwrap();
    let mut other = RunDir::fresh().unwrap();
    assert_ne!(one.path(), other.path());
    assert_eq!(mode(one.path()), 0o700);
    assert!(one.path().file_name().unwrap().len() >= "gsd-review-".len() + 16);
    let paths = [one.path().to_owned(), other.path().to_owned()];
    drop(one);
    other.keep();
    assert_eq!(paths.each_ref().map(|it| it.exists()), [false, true]);
    fs::remove_dir(&paths[1]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let named = RunDir::at(&folder.path().join("a/b")).unwrap();
    assert_eq!(mode(named.path()), 0o700);
    assert_eq!(mode(&folder.path().join("a")), 0o700);
    let same = RunDir::at(&folder.path().join("a/../a/b")).unwrap();
    assert_eq!(
        same.path(),
        fs::canonicalize(named.path()).unwrap(),
        "codex writes to no path with `..` in it"
    );
}

#[test]
fn files_are_private_and_written_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("review.md");
    write_private(&path, b"one").unwrap();
    assert_eq!(mode(&path), 0o600);
    let link = folder.path().join("link");
    let victim = folder.path().join("victim");
    fs::write(&victim, "precious").unwrap();
    symlink(&victim, &link).unwrap();
    write_private(&link, b"two").unwrap();
    assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
    assert_eq!(fs::read_to_string(&link).unwrap(), "two");
    assert!(fs::symlink_metadata(&link).unwrap().is_file());
    assert!(write_private(&folder.path().join("no/such/folder"), b"").is_err());
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 3, "nothing temporary is left");
}

#[test]
fn old_answers_are_moved_out_of_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gsd-review-codex.md");
    set_aside(&path).unwrap();
    for text in ["first", "second"] {
        fs::write(&path, text).unwrap();
        set_aside(&path).unwrap();
        assert!(!path.exists());
        let previous = folder.path().join("gsd-review-codex.md.previous");
        assert_eq!(fs::read_to_string(previous).unwrap(), text);
    }
}

#[test]
fn what_reading_gives() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    assert_eq!(look(&path).0, Read::Missing);
    assert_eq!(look(&path.join("below")).0, Read::Missing);
    assert_eq!(look(folder.path()).0, Read::Unreadable);
    fs::write(&path, b"\xef\xbb\xbfcaf\xc3\xa9 \xff").unwrap();
    let (text, bytes) = look(&path);
    assert_eq!(text, Read::Text("\u{feff}café \u{fffd}".to_owned()));
    assert_eq!(bytes, b"\xef\xbb\xbfcaf\xc3\xa9 \xff");
    assert!(matches!(read(&path, 9), Err(Fault::TooLarge(9))));
    assert_eq!(read(&path, 10).unwrap().len(), 10);
    let pipe = folder.path().join("pipe");
    fifo(&pipe);
    let start = Instant::now();
    assert!(matches!(read(&pipe, 10), Err(Fault::NotRegular)));
    assert!(matches!(
        read(Path::new("/dev/zero"), 10),
        Err(Fault::NotRegular)
    ));
    assert!(matches!(
        read(Path::new("/proc/self/status"), 9999),
        Err(Fault::Changed)
    ));
    assert!(start.elapsed() < patience(Duration::from_secs(1)));
    let looped = folder.path().join("loop");
    symlink(&looped, &looped).unwrap();
    assert!(matches!(read(&looped, 10), Err(Fault::Io(_))));
}

#[test]
fn folders_that_are_there_keep_their_mode() {
    let folder = tempfile::tempdir().unwrap();
    let open = folder.path().join("open");
    fs::create_dir(&open).unwrap();
    fs::set_permissions(&open, PermissionsExt::from_mode(0o755)).unwrap();
    private_folder(&open.join("below")).unwrap();
    assert_eq!(mode(&open), 0o755);
    assert_eq!(mode(&open.join("below")), 0o700);
}
