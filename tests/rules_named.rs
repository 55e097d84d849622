//! Every rule that goes beyond the peer is named by a test: in a comment, in the title of a test, or in its name.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)] // a test says what is wrong

use std::fs;
use std::path::Path;

/// The text of all tests below a folder.
fn tests_in(folder: &Path, out: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && name != "vectors" && name != "data" {
            tests_in(&path, out);
        }
        if matches!(
            path.extension().and_then(|it| it.to_str()),
            Some("rs" | "mjs")
        ) {
            out.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}

/// Whether `word` is in the text with neither letter nor digit around it.
fn names(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        ![before, after]
            .into_iter()
            .flatten()
            .any(char::is_alphanumeric)
    })
}

#[test]
fn every_rule_is_named_by_a_test() {
    let mut tests = String::new();
    tests_in(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"),
        &mut tests,
    );
    let rules = include_str!("data/rules.txt");
    let missing: Vec<&str> = rules
        .lines()
        .filter(|rule| {
            // `Y-13` in words, `y_13_…` or `y13_…` as the name of a function.
            let lower = rule.to_lowercase();
            let name = ["fn ", &lower.replace('-', "_"), "_"].concat();
            let short = ["fn ", &lower.replace('-', ""), "_"].concat();
            !names(&tests, rule) && !tests.contains(&name) && !tests.contains(&short)
        })
        .collect();
    assert!(missing.is_empty(), "no test names {missing:?}");
}
