//! What the vectors do not hold of the parity checkers and of configuration federation: results that mean nothing,
//! text that hides, and input made to take long.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::panic, clippy::unwrap_used, clippy::indexing_slicing)]

use std::time::{Duration, Instant};

use gsd_lanes::json::{Document, Limits};
use gsd_lanes::registry::parity::MOST_VIOLATIONS;
use gsd_lanes::rules;
use proptest::prelude::*;
use serde_json::{Value, json};

const HUGE: Limits = Limits {
    depth: 1_000,
    bytes: usize::MAX,
};

fn rule(name: &str, input: &Value) -> Value {
    let text = input.to_string();
    let document = Document::parse(&text, HUGE).unwrap();
    serde_json::from_str(&rules::named(name).unwrap()(document.root())).unwrap()
}

#[test]
fn comparing_nothing_is_said() {
    let lanes = |input: Value| rule("laneParity", &input);
    assert_eq!(lanes(json!({}))["vacuous"], true);
    assert_eq!(lanes(json!({"descriptor": {"a": 1}}))["vacuous"], true);
    let one = json!({"descriptor": [{"slug": "a"}], "roster": ["a"], "registry": ["a"]});
    assert_eq!(lanes(one), json!({"ok": true, "violations": []}));

    let docs = |input: Value| rule("docsParity", &input);
    assert_eq!(docs(json!({}))["vacuous"], true);
    assert_eq!(
        docs(json!({"descriptor": [], "docs": {"a": "/gsd-review"}}))["vacuous"],
        true
    );
    let lane = json!([{"flags": ["--a"]}]);
    let skipped = docs(json!({"descriptor": lane, "docs": {"a": "elsewhere"}}));
    assert_eq!(
        skipped,
        json!({"ok": true, "violations": [], "skipped": ["a"], "vacuous": true})
    );
    let compared = docs(json!({"descriptor": lane, "docs": {"a": "/gsd-review `--a`"}}));
    assert_eq!(
        compared,
        json!({"ok": true, "violations": [], "skipped": []})
    );
}

#[test]
fn a_flag_behind_a_second_comment_is_hidden() {
    let text =
        "/gsd-review\n<!-- one\n--> `--a` <!-- `--b` -->\n<!-- two\n--> <!-- `--c`\n`--d` -->";
    let input =
        json!({"descriptor": [{"flags": ["--a", "--b", "--c", "--d"]}], "docs": {"x": text}});
    let missing: Vec<String> = rule("docsParity", &input)["violations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|violation| violation["subject"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(missing, ["--b", "--c", "--d"]);
}

#[test]
fn subjects_are_the_texts_javascript_makes() {
    let descriptor = json!([{"slug": [[], [1, [null, "x"]], {}, -0.0, 1e-7, 1e21, true]}]);
    let answer = rule("laneParity", &json!({"descriptor": descriptor}));
    assert_eq!(
        answer["violations"][0]["subject"],
        ",1,,x,[object Object],0,1e-7,1e+21,true"
    );
    let text = r#"{"descriptor": [1e400, {"slug": "\ud800"}]}"#;
    let document = Document::parse(text, HUGE).unwrap();
    let answer = rules::named("laneParity").unwrap()(document.root());
    assert!(
        answer.contains(r#""Infinity""#) && answer.contains(r#""\ud800""#),
        "{answer}"
    );
}

#[test]
fn a_list_counts_its_members_and_text_does_not() {
    let slice = |kind: &str| json!({"type": kind, "default": 0, "description": "d"});
    let schema = json!({
        "a.length": slice("number"), "b.length": slice("number"), "a.00": slice("string"),
        "a.1.c": slice("string"), "length": slice("number"), "a.length.x": slice("string"),
    });
    let user = json!({"a": ["x", {"c": "deep"}], "b": "text"});
    let answer = rule(
        "federatedConfig",
        &json!({"configSchema": schema, "userConfig": user}),
    );
    let values = json!({
        "a.length": 2, "b.length": 0, "a.00": 0, "a.1.c": "deep", "length": 0, "a.length.x": 0,
    });
    assert_eq!(answer["values"], values);
    assert_eq!(answer["warnings"], json!([]));
}

proptest! {
    #[test]
    fn documents_are_read_as_the_rules_say(
        flags in proptest::collection::vec("--[ab]{1,2}", 0..4),
        text in "(/gsd-review|/gsd:reviewx|`--a`|`--b`|\\[--ab\\]|\\[--all\\]|\\[--c\\]|\\||T|\n|```|<!--|-->| |\r\n){0,24}",
    ) {
        let input = json!({"descriptor": [{"flags": flags, "reviewsSection": "T"}], "docs": {"x": text}});
        let answer = rule("docsParity", &input);
        let wanted = literally(&flags, &text);
        let found: Vec<(String, String)> = answer["violations"].as_array().unwrap().iter()
            .map(|it| (it["reason"].as_str().unwrap().into(), it["subject"].as_str().unwrap().into()))
            .collect();
        match wanted {
            None => prop_assert_eq!(answer["skipped"].clone(), json!(["x"])),
            Some(wanted) => prop_assert_eq!(found, wanted),
        }
    }
}

/// D-2 … D-7 with regular expressions, for one document and the title `T`; `None` if it is skipped.
fn literally(flags: &[String], text: &str) -> Option<Vec<(String, String)>> {
    let regex = |pattern: &str| regex::Regex::new(pattern).unwrap();
    let command = regex(r"/gsd[-:]review(?:[^0-9A-Za-z_]|$)");
    let lines: Vec<String> = prose(&text.replace("\r\n", "\n"));
    let whole = lines.join("\n");
    if !command.is_match(&whole) {
        return None;
    }
    let mut unique: Vec<&String> = Vec::new();
    for flag in flags {
        if !unique.contains(&flag) {
            unique.push(flag);
        }
    }
    let documented = |text: &str, flag: &str| {
        text.contains(&format!("`{flag}`")) || text.contains(&format!("[{flag}]"))
    };
    let mut found = Vec::new();
    let mut lacking = |reason: &str, texts: &[&str]| {
        for flag in &unique {
            if !texts.iter().any(|text| documented(text, flag)) {
                found.push((reason.to_owned(), (*flag).clone()));
            }
        }
    };
    lacking("doc_flag_missing", &[&whole]);
    let cells: Vec<&str> = lines
        .iter()
        .map(|line| line.trim())
        .filter(|line| line.starts_with('|'))
        .filter_map(|line| line.split('|').nth(1))
        .collect();
    if unique
        .iter()
        .any(|flag| cells.iter().any(|cell| documented(cell, flag)))
    {
        lacking("table_row_missing", &cells);
    }
    let signature = lines
        .iter()
        .position(|line| command.is_match(line) && line.contains("[--"));
    let Some(at) = signature else {
        return Some(found);
    };
    lacking("signature_flag_missing", &[&lines[at]]);
    let mut undeclared = Vec::new();
    for token in regex(r"\[(--[a-z0-9][a-z0-9-]*)\]").captures_iter(&lines[at]) {
        let flag = token[1].to_owned();
        if flag != "--all" && !flags.contains(&flag) && !undeclared.contains(&flag) {
            undeclared.push(flag);
        }
    }
    found.extend(
        undeclared
            .into_iter()
            .map(|flag| ("doc_flag_undeclared".to_owned(), flag)),
    );
    let below = lines[at + 1..].iter().find(|line| !line.trim().is_empty());
    if below.is_some_and(|line| !line.contains('T')) {
        found.push(("doc_title_missing".to_owned(), "T".to_owned()));
    }
    Some(found)
}

/// D-7 and VB-11.
fn prose(text: &str) -> Vec<String> {
    let spans = regex::Regex::new("(?s)<!--.*?-->").unwrap();
    let (mut fence, mut comment) = (false, false);
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let marker = line.trim().starts_with("```") || line.trim().starts_with("~~~");
        let mut rest = line.to_owned();
        if comment {
            match line.split_once("-->") {
                None => rest = String::new(),
                Some((_, tail)) => {
                    tail.clone_into(&mut rest);
                    comment = false;
                }
            }
        } else if marker {
            fence = !fence;
            rest = String::new();
        } else if fence {
            rest = String::new();
        }
        loop {
            let shorter = spans.replace_all(&rest, "").into_owned();
            if shorter == rest {
                break;
            }
            rest = shorter;
        }
        if let Some((before, _)) = rest.split_once("<!--") {
            rest.truncate(before.len());
            comment = true;
        }
        lines.push(rest);
    }
    lines
}

#[test]
fn hostile_input_takes_no_longer_than_its_length() {
    let many = 20_000;
    let numbered =
        |prefix: &str| -> Vec<String> { (0..many).map(|it| format!("{prefix}{it}")).collect() };
    let flags = numbered("--a");
    let titles: Vec<Value> = (0..many)
        .map(|it| json!({"reviewsSection": format!("t{}", it % 9_999)}))
        .collect();
    let all_titles: String = numbered("t").concat();
    let documents: serde_json::Map<String, Value> = (0..many)
        .map(|it| (format!("d{it}"), json!("/gsd-review")))
        .collect();
    let wide: serde_json::Map<String, Value> =
        (0..many).map(|it| (format!("k{it}"), json!(it))).collect();
    let schema: serde_json::Map<String, Value> = (0..many)
        .map(|it| (format!("w.k{it}"), json!({"type": "number", "default": 0})))
        .collect();
    let marker = "<!-- reviewer-lane: a ".repeat(many);
    let cases = [
        (
            "docsParity",
            json!({"descriptor": [{"flags": flags}], "docs": documents}),
        ),
        (
            "docsParity",
            json!({"descriptor": titles, "docs": {"x": format!("/gsd-review [--\n{all_titles}")}}),
        ),
        (
            "docsParity",
            json!({"descriptor": [], "docs": {"x": "/gsd<!--".repeat(many)}}),
        ),
        (
            "docsParity",
            json!({"descriptor": [], "docs": {"x": "<!".repeat(many) + &"-- -->".repeat(many)}}),
        ),
        (
            "docsParity",
            json!({"descriptor": [], "docs": {"x": format!("/gsd-review [--{}", "[--a".repeat(many))}}),
        ),
        (
            "laneParity",
            json!({"workflowText": format!("<step name=\"invoke_reviewers\">{marker}</step>")}),
        ),
        (
            "laneParity",
            json!({"workflowText": "<step name=\"invoke_reviewers\">".repeat(many)}),
        ),
        (
            "laneParity",
            json!({"roster": numbered("a"), "registry": numbered("b")}),
        ),
        (
            "federatedConfig",
            json!({"configSchema": schema, "userConfig": {"w": wide}}),
        ),
    ];
    for (number, (name, input)) in cases.iter().enumerate() {
        let started = Instant::now();
        let answer = rule(name, input);
        let taken = started.elapsed();
        assert!(taken < Duration::from_secs(5), "case {number}: {taken:?}");
        if number == 0 {
            assert_eq!(answer["truncated"], true);
            assert_eq!(
                answer["violations"].as_array().unwrap().len(),
                MOST_VIOLATIONS
            );
        }
    }
}
