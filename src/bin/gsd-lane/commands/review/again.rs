//! The call that takes a run up again. A run's folder may come from anywhere, so it says nothing of where something is written or
//! sent: whoever retries says that once more, and here is how.

use std::path::Path;

use crate::cli::{Common, Review};
use crate::show::out::safe;

/// The command line that continues a run as it was called, for a shell; lanes and prompt are in its folder.
pub fn command(common: &Common, asked: &Review, run_dir: &str) -> String {
    let mut words = vec!["gsd-lane".to_owned(), "review".to_owned()];
    let mut option = |name: &str, value: &str| words.extend([name.to_owned(), quoted(value)]);
    let path = |it: &Path| it.to_string_lossy().into_owned();
    option("--retry", run_dir);
    if asked.out != Path::new(DEFAULT_OUT) {
        option("--out", &path(&asked.out));
    }
    for plan in &asked.plan {
        option("--plan", &path(plan));
    }
    let given = &asked.running.given;
    for (name, values) in [
        ("--pass-env", &given.pass_env),
        ("--host", &given.host),
        ("--api-key-env", &given.api_key_env),
    ] {
        for value in values {
            option(name, value);
        }
    }
    for (name, value) in [
        ("--phase", &asked.phase),
        ("--ws", &common.workstream),
        ("--host-version", &common.host_version),
    ] {
        if let Some(value) = value {
            option(name, value);
        }
    }
    for (name, value) in [
        ("--repo-root", &asked.running.place.repo_root),
        ("--project", &common.project),
        ("--home", &common.home),
    ] {
        if let Some(value) = value {
            option(name, &path(value));
        }
    }
    for (name, is) in [
        ("--clean-env", given.clean_env),
        ("--verify-tree", asked.running.verify_tree),
        ("--no-verify-tree", asked.running.no_verify_tree),
    ] {
        if is {
            words.push(name.to_owned());
        }
    }
    words.join(" ")
}

/// Where the document goes if nobody says so.
pub const DEFAULT_OUT: &str = "REVIEWS.md";

/// A word as a POSIX shell reads it.
fn quoted(word: &str) -> String {
    let plain = |it: char| it.is_ascii_alphanumeric() || "_-./:=@+,".contains(it);
    let word = safe(word);
    if !word.is_empty() && word.chars().all(plain) {
        word
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
