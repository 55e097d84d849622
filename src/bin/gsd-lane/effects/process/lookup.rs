//! Finding programs (L-62, B-12, F-41). Probes and starts use this one look-up.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

#[cfg(unix)]
use crate::effects::files;

/// The file that a name stands for: a path if it has a separator, else the first executable of that name on PATH.
/// Relative paths, and relative or empty entries of PATH, find nothing: they would resolve inside the repository
/// under review.
pub fn find(name: &str) -> Option<PathBuf> {
    find_in(name, env::var_os("PATH").as_deref())
}

/// The same with a given PATH.
pub fn find_in(name: &str, path: Option<&OsStr>) -> Option<PathBuf> {
    if name.is_empty() || name.contains('\0') {
        return None;
    }
    if name.contains(['/', '\\']) {
        let file = PathBuf::from(name);
        return file.is_absolute().then(|| executable(file)).flatten();
    }
    let folders = env::split_paths(path?);
    let mut absolute = folders.filter(|folder| folder.is_absolute());
    absolute.find_map(|folder| in_folder(&folder, name))
}

#[cfg(not(windows))]
fn in_folder(folder: &Path, name: &str) -> Option<PathBuf> {
    executable(folder.join(name))
}

/// Under each name that the system knows for it.
#[cfg(windows)]
fn in_folder(folder: &Path, name: &str) -> Option<PathBuf> {
    let endings = env::var("PATHEXT").ok();
    let names = gsd_lanes::lane::windows::candidates(name, endings.as_deref());
    names.into_iter().find_map(|it| executable(folder.join(it)))
}

/// The path, if it is a regular file that may be run.
fn executable(file: PathBuf) -> Option<PathBuf> {
    let is_file = file.metadata().is_ok_and(|it| it.is_file());
    (is_file && may_run(&file)).then_some(file)
}

/// The interpreter that a script names and that is not there, so that the script cannot start.
#[cfg(unix)]
pub fn missing_interpreter(script: &Path) -> Option<String> {
    const LONGEST: u64 = 256; // the kernel reads no more
    let head = files::head(script, LONGEST).ok()?;
    let line = head.strip_prefix(b"#!")?.split(|it| *it == b'\n').next()?;
    let line = std::str::from_utf8(line).ok()?;
    let mut words = line.split([' ', '\t']).filter(|it| !it.is_empty());
    let interpreter = words.next()?;
    if !Path::new(interpreter).exists() {
        return Some(interpreter.to_owned());
    }
    if Path::new(interpreter).file_name() != Some(OsStr::new("env")) {
        return None;
    }
    // What env itself looks up, wherever PATH points.
    let is_program = |it: &&str| !it.starts_with('-') && !it.contains('=');
    let program = words.find(is_program)?;
    let path = env::var_os("PATH")?;
    let mut folders = env::split_paths(&path);
    let found = program.contains('/') || folders.any(|it| executable(it.join(program)).is_some());
    (!found).then(|| program.to_owned())
}

/// Elsewhere programs are no scripts.
#[cfg(not(unix))]
pub const fn missing_interpreter(_: &Path) -> Option<String> {
    None
}

#[cfg(unix)]
fn may_run(file: &Path) -> bool {
    use rustix::fs::{Access, AtFlags, CWD, accessat};
    accessat(CWD, file, Access::EXEC_OK, AtFlags::EACCESS).is_ok()
}

#[cfg(not(unix))]
const fn may_run(_: &Path) -> bool {
    true
}
