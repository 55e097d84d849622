//! No reviewer can act outside of his section, whatever he writes; tried on thousands of hostile texts, and judged by
//! a Markdown and a YAML library.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)] // tests

mod cases;

use cases::cases;
use gsd_lanes::diagnostic::Profile;
use gsd_lanes::json::is_js_space;
use gsd_lanes::review::antigravity::{self, Diagnosis, File, Mark, Mode};
use gsd_lanes::review::chat::{Response, first_model, parse};
use gsd_lanes::review::clean::clean;
use gsd_lanes::review::compose::{Composed, Consensus, Input, Review, compose};
use gsd_lanes::review::coverage::plan_coverage;
use gsd_lanes::review::model::{Recorded, Source, banner, transcript};
use gsd_lanes::review::stamp::{self, Citations, has_citation};
use gsd_lanes::review::stub::{Effort, Ending, Stub};
use gsd_lanes::review::{complaint, opencode, output, reasoning, substance};
use gsd_lanes::vocabulary::markup::{
    CONFLICTS, CONFLICTS_BEGIN, CONFLICTS_END, CONSENSUS, CONSENSUS_PARTS, STRUCTURAL_ELEMENTS,
};
use gsd_lanes::vocabulary::outcome::Status;
use proptest::prelude::*;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use regex::Regex;
use saphyr::{LoadableYamlNode, Yaml};

// ---- hostile texts -------------------------------------------------------------------------------------------

const BEFORE: &[&str] = &[
    "", "", "", " ", "  ", "   ", "    ", "      ", "\t", " \t", "> ", ">", ">  ", "- ", "* ",
    "+ ", "1. ", "2) ", "14. ", "-\t", "-     ", "[^1]: ", "> - ", "- > ",
];

const WORDS: &[&str] = &[
    "# x",
    "## Consensus Summary",
    "## Gemini Review",
    "### Agreed Concerns",
    "### *Agreed*  Strengths",
    "#",
    "######",
    "####### x",
    "#\tx",
    "# x #",
    "\\# x",
    "&#35; x",
    "===",
    "=",
    "= =",
    "---",
    "--",
    "-",
    "----- ",
    "- - -",
    "***",
    "* * *",
    "___",
    "```",
    "````",
    "```rust",
    "``` a`b",
    "~~~",
    "~~~~",
    "~~~ `x`",
    "`",
    "``",
    "a ` b",
    "`a <details> `",
    "` <p> `",
    "\\",
    "\\`",
    "\\\\`x`",
    "\\<p>",
    "<div>",
    "</div>",
    "<DETAILS open>",
    "x <details> y",
    "<b",
    "<a title='`'> <pre> `",
    "title='`'>",
    "<!-- x",
    "y <!-- z",
    "-->",
    "<!-->",
    "<script>",
    "<style",
    "<?php",
    "?>",
    "<![CDATA[",
    "<!X",
    "<x-y>",
    "<https://x.y/z>",
    "<a@b.c>",
    "x < y",
    "Vec<String>",
    CONFLICTS_BEGIN,
    CONFLICTS_END,
    "x <!--gsd:x--> y",
    "`<!-- gsd:x -->`",
    "| a | b |",
    "|---|---|",
    "a\\",
    "[x]: /url",
    "[x]: /url 'title",
    "[^1]: foo",
    "[^1]",
    "foo",
    "bar  ",
    "foo #",
    "x\u{a0}",
    "\u{a0}",
    "\u{feff}",
    "\u{2028}# x",
    "\r",
    "\r# x",
    "\u{1b}[2K# x",
    "\u{85}# x",
    "\u{b}",
    ": def",
    "> [reviewed-without-repo-access] x",
    "<x\ny='",
    "1.",
    "*",
    "$$",
    "{#id}",
    ":::",
    "%%",
];

fn hostile_line() -> impl Strategy<Value = String> {
    let before = prop::collection::vec(prop::sample::select(BEFORE), 0..3);
    let words = prop_oneof![
        12 => prop::sample::select(WORDS).prop_map(String::from),
        1 => "[ \t>*+`~#=<!/a-c0-9.()-]{0,8}",
        1 => "\\PC{0,6}",
    ];
    (before, words).prop_map(|(before, words)| before.concat() + &words)
}

fn hostile() -> impl Strategy<Value = String> {
    let lines = prop_oneof![
        6 => hostile_line(),
        2 => Just(String::new()),
    ];
    prop::collection::vec(lines, 0..14).prop_map(|lines| lines.join("\n"))
}

/// Mostly with enough in it to count, so that there is a consensus.
fn review_text() -> impl Strategy<Value = String> {
    let grounded = "The plan covers what it has to, and src/lib.rs:10 says the same of the code.";
    prop_oneof![
        hostile(),
        hostile().prop_map(move |text| format!("{text}\n\n{grounded}")),
        hostile().prop_map(move |text| format!("{grounded}\n{text}")),
        hostile().prop_map(move |text| format!("{text}\n{grounded}")),
    ]
}

// ---- the document as others read it ---------------------------------------------------------------------------

/// What a Markdown reader finds in a document.
#[derive(Debug, Default)]
struct Found {
    /// Level, whether at the top, text.
    headings: Vec<(HeadingLevel, bool, String)>,
    blocks: Vec<String>,
    inline: Vec<String>,
}

fn read(text: &str) -> Found {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS;
    let mut found = Found::default();
    let mut depth = 0;
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(level)) => {
                found
                    .headings
                    .push((level, depth == 0, heading.take().unwrap_or_default()));
            }
            Event::Start(
                Tag::BlockQuote(_) | Tag::Item | Tag::FootnoteDefinition(_) | Tag::Table(_),
            ) => depth += 1,
            Event::End(
                TagEnd::BlockQuote(_) | TagEnd::Item | TagEnd::FootnoteDefinition | TagEnd::Table,
            ) => depth -= 1,
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            Event::Html(html) => found.blocks.push(html.trim_end().to_string()),
            Event::InlineHtml(html) => found.inline.push(html.to_string()),
            _ => {}
        }
    }
    found
}

fn review<'a>(identity: &'a str, section: &'a str, text: &'a str) -> Review<'a> {
    Review {
        identity,
        slug: identity,
        section,
        text,
        status: Status::Reviewed,
        reason: None,
        detail: "",
        model: Recorded::default(),
        diff_only: false,
        trimmed: None,
        notices: Vec::new(),
    }
}

/// Whether a document of these reviews and of nobody else's headings is what a reader finds.
fn holds(composed: &Composed<'_>, sections: &[&str]) -> Result<(), TestCaseError> {
    let text = &composed.text;
    let (front, body) = text
        .strip_prefix("---\n")
        .and_then(|rest| rest.split_once("\n---\n"))
        .ok_or_else(|| TestCaseError::fail("no front matter"))?;
    prop_assert!(Yaml::load_from_str(front).is_ok(), "{front}");
    let found = read(body);
    let mut wanted = vec![
        (
            HeadingLevel::H1,
            "Cross-AI Plan Review — Phase 04".to_string(),
        ),
        (HeadingLevel::H2, CONFLICTS.to_string()),
    ];
    wanted.extend(
        sections
            .iter()
            .map(|it| (HeadingLevel::H2, format!("{it} Review"))),
    );
    wanted.push((HeadingLevel::H2, CONSENSUS.to_string()));
    let ours: Vec<_> = found
        .headings
        .iter()
        .filter(|(level, ..)| *level <= HeadingLevel::H2)
        .map(|(level, _, text)| (*level, text.clone()))
        .collect();
    prop_assert_eq!(&ours, &wanted, "{}", text);
    let at_top = |it: &&(HeadingLevel, bool, String)| it.0 <= HeadingLevel::H2 && !it.1;
    prop_assert!(!found.headings.iter().any(|it| at_top(&it)), "{}", text);
    let parts: Vec<&str> = found
        .headings
        .iter()
        .filter(|(level, _, text)| {
            *level == HeadingLevel::H3 && CONSENSUS_PARTS.contains(&text.as_str())
        })
        .map(|(.., text)| text.as_str())
        .collect();
    prop_assert_eq!(&parts, CONSENSUS_PARTS, "{}", text);
    // The last three headings are the parts: no consensus text added one as low.
    let low = found
        .headings
        .iter()
        .rev()
        .filter(|it| it.0 <= HeadingLevel::H3);
    let last: Vec<&str> = low.take(3).map(|it| it.2.as_str()).collect();
    prop_assert_eq!(
        last,
        CONSENSUS_PARTS.iter().rev().copied().collect::<Vec<_>>(),
        "{}",
        text
    );
    for html in &found.blocks {
        let is_ours = [CONFLICTS_BEGIN, CONFLICTS_END, "<!-- -->"].contains(&html.as_str());
        prop_assert!(is_ours, "{html:?} in {text}");
    }
    for html in &found.inline {
        let name = html.trim_start_matches(['<', '/']);
        let end = name.find(|it: char| !(it.is_ascii_alphanumeric() || it == '-'));
        let name = name[..end.unwrap_or(name.len())].to_ascii_lowercase();
        let acts = html.starts_with("<!") || html.starts_with("<?");
        prop_assert!(
            !acts && !STRUCTURAL_ELEMENTS.contains(&name.as_str()),
            "{html:?} in {text}"
        );
    }
    // Those who read lines: the markers stand alone, once.
    let count = |marker: &str| body.lines().filter(|line| line.trim() == marker).count();
    let fenced = |marker: &str| body.matches(marker).count() > 1;
    if !body.contains("```") && !body.contains("~~~") {
        for marker in [CONFLICTS_BEGIN, CONFLICTS_END] {
            prop_assert!(count(marker) == 1 && !fenced(marker), "{text}");
        }
    }
    // Those who cut comments out find every section behind it.
    if let Some(open) = body.rfind("<!--") {
        prop_assert!(body[open..].contains("-->"), "{text}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(2_000), ..ProptestConfig::default() })]

    /// Y-8, Y-9.
    #[test]
    fn no_review_adds_removes_or_renames_a_section(texts in prop::collection::vec(review_text(), 3), said in hostile()) {
        let input = Input {
            phase: Some("04"),
            reviewed_at: "2026-01-02T03:04:05Z",
            reviews: vec![
                review("gemini", "Gemini", &texts[0]),
                review("codex", "Codex", &texts[1]),
                review("ollama", "Ollama", &texts[2]),
            ],
            consensus: Some(Consensus { agreed_strengths: &said, agreed_concerns: &said, divergent_views: &said }),
            ..Input::default()
        };
        let composed = compose(&input);
        holds(&composed, &["Gemini", "Codex", "Ollama"])?;
        // Composed anew over itself, nothing creeps into the conflicts.
        let again = compose(&Input { previous: Some(&composed.text), ..input });
        prop_assert_eq!(again.text, composed.text);
    }
}

/// A document in which one text stands in a section and in each part of the consensus.
fn alone(text: &str) -> Composed<'_> {
    const GROUNDED: &str =
        "The plan covers what it has to, and src/lib.rs:10 says the same of the code.";
    compose(&Input {
        phase: Some("04"),
        reviewed_at: "2026-01-02T03:04:05Z",
        reviews: vec![
            Review {
                status: Status::Incomplete,
                ..review("gemini", "Gemini", text)
            },
            review("codex", "Codex", GROUNDED),
            review("ollama", "Ollama", GROUNDED),
        ],
        consensus: Some(Consensus {
            agreed_strengths: text,
            agreed_concerns: text,
            divergent_views: text,
        }),
        ..Input::default()
    })
}

/// Y-8: what is certainly code, or a word that only looks like something else, stays as it is, wherever it stands.
#[test]
fn y_8_what_is_certain_is_left_alone() {
    for text in [
        "- - foo\n    ```\n    # code\n    ```",
        "  x\n```\n# code\n   ```",
        "> - ```\n>   # code\n>   ```",
        "```\n# code\n```",
        "-\n~~~\n# code\n~~~",
        "```\n# code\n    ```\n```",
        "  ~~~\n>   # code\n\t~~~\n~~~",
        "- - x\n-   y\n-   ```\n    # code\n    ```",
        "x\n1. ```\n   # code\n   ```",
        "\n`<div>`",
        "\\`\n\n\\<p>\n` <p> `",
        "- x\n`<div>`",
        "   x\n1. x\n> > `<div>`",
        "x\n> ***\n  `<div>`",
        "14. * * *\n-",
        "`a <details> `\n>  \n--",
        "-\tx\n    ```\n    # code\n    ```",
        "1. - \tx\n        ```\n        # code\n        ```",
        "-   x\n    ```\n    # code\n    ```",
        "- x\n     ```\n     # code\n     ```",
        "2. y\n***\n  ===",
        "1. ```\n   # code\n\n   ```",
        "> ```\n>\n> # code\n> ```",
        "- - x\n  - y\n    ```\n    # code\n    ```",
        "- x\n- ```\n  # code\n  ```",
    ] {
        let document = alone(text).text;
        let whole = ["\n\n", text, "\n\n---\n"].concat();
        assert!(document.contains(&whole), "{text:?} in {document}");
    }
}

/// Y-8: texts with which a reader that is a little less careful was led astray.
#[test]
fn y_8_hard_cases_stay_in_their_section() {
    for text in [
        "> ~~~\n```\n> ~~~",
        "1. ```\n>   # code\n\n   ```",
        "> \n   `b\n\t# code\n  `<div>`\n1. x",
        "> ~~~\n\n> # x\n> ~~~",
        "a\n10. ~~~\n    <div>\n    ~~~",
        "- x\n      ```\n      <div>\n      ```",
        "- ```\n  a\n  \t```\n  # x\n  ```",
        "- a\n- b\n\n      ```\n      <div>\n      ```",
        "* *\n\n    <div>",
        "> <a@b.c>\n \t># x\n\n\n\n1.  \\",
        "\t<a title='`'> <pre> `\n\\\\`x`\n=\n\n\n",
        " ===\n===",
        "\n=\n \t<a title='`'> <pre> `\n",
        "<b\n-     ``` a`b",
        "\n<b\nx\u{a0}\n\n:::\n         #c=(/`+\n2) ######\n--",
        "* <!X\n \t#\tx",
        "\t<*/\n1. <x\ny='\n\t=",
    ] {
        let composed = alone(text);
        if let Err(error) = holds(&composed, &["Gemini", "Codex", "Ollama"]) {
            panic!("{text:?}: {error}");
        }
    }
}

/// Y-8: the underlined heading is the whole paragraph before it, and only what underlines it makes one.
#[test]
fn y_8_underlined_headings_are_whole_paragraphs() {
    for (text, heading) in [
        ("> a\n> b\n> -", Some("> #### a b")),
        ("x\n--", Some("#### x")),
        ("a\nb\n==", Some("### a b")),
        ("\n\n/\n> =", None),
    ] {
        let document = alone(text).text;
        let (_, section) = document.split_once("## Gemini Review\n").unwrap();
        let (section, _) = section.split_once("\n---\n").unwrap();
        let found = section.lines().find(|line| line.contains("# "));
        assert_eq!(found, heading, "{text:?}");
    }
}

// ---- front matter ---------------------------------------------------------------------------------------------

/// Texts that YAML readers take for something else.
fn scalar() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec![
            "null", "true", "no", "y", "~", "1e3", "0x1F", "1:30", "2026-01-02", "- a", "a: b", "#c", "&a", "*a", "!t", "%d", "@x",
            "`x`", "{", "]", "\"", "'", "\\", "\\n", "|", ">", "?", "", " ", "a ", "---", "...", "\n---\nx: 1", "\t", "\u{85}",
            "\u{2028}", "\u{feff}", "\u{fffe}", "\u{ffff}", "\u{10ffff}", "😀", "é\u{301}", "\u{7f}", "<<",
        ]).prop_map(String::from),
        2 => any::<String>(),
        1 => "[a-z_0-9-]{1,8}",
    ]
}

proptest! {
    /// Y-9: reading it back gives the same texts.
    #[test]
    fn front_matter_reads_back(
        names in prop::collection::hash_set(scalar(), 1..5),
        plans in prop::collection::vec(scalar(), 0..4),
        (phase, at, model) in (scalar(), scalar(), scalar()),
    ) {
        let names: Vec<String> = names.into_iter().collect();
        let mut reviews: Vec<Review<'_>> = names.iter().map(|name| review(name, "X", "")).collect();
        for review in &mut reviews {
            review.model = Recorded { value: Some(model.clone()), source: Source::Served };
        }
        let input = Input {
            phase: Some(&phase),
            reviewed_at: &at,
            plans: plans.iter().map(String::as_str).collect(),
            reviews,
            ..Input::default()
        };
        let text = compose(&input).text;
        let (front, _) = text.strip_prefix("---\n").unwrap().split_once("\n---\n").unwrap();
        let all = Yaml::load_from_str(front).map_err(|error| TestCaseError::fail(format!("{error} in {front}")))?;
        let front = &all[0];
        let texts = |list: &Yaml<'_>| -> Vec<String> {
            list.as_sequence().unwrap().iter().map(|it| it.as_str().unwrap().to_string()).collect()
        };
        prop_assert_eq!(front["phase"].as_str(), Some(phase.as_str()));
        prop_assert_eq!(front["reviewed_at"].as_str(), Some(at.as_str()));
        prop_assert_eq!(texts(&front["reviewers"]), names.clone());
        prop_assert_eq!(texts(&front["plans_reviewed"]), plans);
        for name in &names {
            prop_assert_eq!(front["models"][name.as_str()].as_str(), Some(model.as_str()), "{}", text);
            prop_assert_eq!(front["status"][name.as_str()]["status"].as_str(), Some("reviewed"));
        }
    }
}

// ---- against the rules, word by word ---------------------------------------------------------------------------

/// L-76 as it is written.
fn cites(text: &str) -> bool {
    let units: Vec<u16> = text.encode_utf16().collect();
    let is_space = |unit: u16| is_js_space(unit.into());
    let path_like = |part: &[u16]| {
        let has = part
            .iter()
            .any(|it| *it == u16::from(b'/') || *it == u16::from(b'\\'));
        let end = String::from_utf16_lossy(part);
        has || Regex::new(r"\.[A-Za-z0-9]{1,16}$").unwrap().is_match(&end)
    };
    (0..units.len()).any(|at| {
        let digit = units.get(at + 1).is_some_and(|it| (48..58).contains(it));
        if units[at] != u16::from(b':') || !digit {
            return false;
        }
        let stops = |it: &u16| is_space(*it) || *it == u16::from(b':');
        let start = units[..at].iter().rposition(stops).map_or(0, |it| it + 1);
        let run = &units[start..at];
        if start == 0 || units[start - 1] != u16::from(b':') {
            return path_like(run);
        }
        (1..run.len()).any(|from| run[from - 1] != u16::from(b'/') && path_like(&run[from..]))
    })
}

proptest! {
    #[test]
    fn citations_are_those_of_the_rule(text in "[a/.:\\\\ 1é😀\u{a0}x]{0,14}") {
        prop_assert_eq!(has_citation(&text, Citations::Any), cites(&text), "{}", text);
    }

    #[test]
    fn banners_are_those_of_the_rule(
        lines in prop::collection::vec("[>*| \t-]{0,3}(model|MoDel|modél)?[ \t]{0,2}:?[ \ta-c:\r\u{2028}]{0,4}", 0..4),
    ) {
        let text = lines.join("\n");
        let space = r"[\t-\r \u{a0}\u{1680}\u{2000}-\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{feff}]";
        let pattern = format!(r"^(?:{space}|[>*|-])*(?i-u:model){space}*:{space}*([^\r\n\u{{2028}}\u{{2029}}]+)$");
        let pattern = Regex::new(&pattern).unwrap();
        let mut names: Vec<String> = text
            .split('\n')
            .map(|line| line.strip_suffix('\r').unwrap_or(line))
            .filter_map(|line| pattern.captures(line).map(|it| it[1].trim().to_string()))
            .filter(|name| !name.is_empty() && !name.contains(char::is_control))
            .collect();
        names.dedup();
        let wanted = (names.len() == 1).then(|| names[0].as_str());
        prop_assert_eq!(banner(&text), wanted, "{:?}", text);
    }

    #[test]
    fn scratch_is_found_as_the_rule_has_it(parts in prop::collection::vec(
        prop::sample::select(vec![
            "working directory", "Workspace DIR", "working dir", "workspacedir", "antigravity-cli/scratch", "Antigravity-CLI/Scratch", " ", ".",
            "................", "é", "😀", "\n",
        ]), 0..8,
    )) {
        let text = format!("\n\n\n\n\n{}x", parts.concat());
        let pattern = Regex::new(r"(?is-u:work(?:space|ing) dir(?:ectory)?)((?s).*?)(?i-u:antigravity-cli/scratch)").unwrap();
        // Every beginning counts, and the nearest end.
        let stamped = text.char_indices().any(|(at, _)| {
            pattern.find_at(&text, at).is_some_and(|found| found.start() == at && {
                let gaps = ["directory", "dir"].iter().filter_map(|word| {
                    let head = text[at..].to_ascii_lowercase();
                    let end = head.find(' ')? + 1;
                    head[end..].starts_with(word).then_some(at + end + word.len())
                });
                gaps.into_iter().any(|from| {
                    let lower = text[from..].to_ascii_lowercase();
                    lower.find("antigravity-cli/scratch").is_some_and(|to| text[from..from + to].encode_utf16().count() <= 40)
                })
            })
        });
        prop_assert_eq!(stamp::blind(&text).is_some(), stamped, "{:?}", text);
    }

    #[test]
    fn coverage_is_that_of_the_rule(id in "[ab.-]{1,4}", text in "[ab. -]{0,24}") {
        let word = |it: Option<char>| it.is_some_and(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '-'));
        let stands = (0..=text.len()).any(|at| {
            text[at..].starts_with(&id) && !word(text[..at].chars().next_back()) && !word(text[at + id.len()..].chars().next())
        });
        prop_assert_eq!(plan_coverage([&*id], &text).complete, stands);
    }

    /// L-137: of many ids each is judged as it is alone, however long it is and whatever it is made of.
    #[test]
    fn many_plans_are_each_judged_alone(
        ids in prop::collection::vec("[ab]{1,2}([. ]{1,2}[ab1]{1,2}){0,5}|[ab. -]{0,4}|a{62,66}|\\PC{0,3}", 0..8),
        text in "([ab1. é-]{0,12}|a{62,66}| ){0,6}",
        twice in any::<bool>(),
    ) {
        let mut ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        if twice { ids.extend(ids.clone()); }
        let text = [&*text, " ", ids.first().copied().unwrap_or_default()].concat();
        let alone: Vec<&str> = ids.iter().copied().filter(|id| !plan_coverage([*id], &text).complete).collect();
        let together = plan_coverage(ids.iter().copied(), &text);
        prop_assert_eq!(together.missing_ids, alone);
        prop_assert_eq!(together.total, ids.len());
    }
}

// ---- whatever comes -------------------------------------------------------------------------------------------

/// Bytes of terminals and of formats, and everything else.
fn anything() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => any::<String>(),
        2 => "[\u{1b}\u{9b}\u{9d}\\[\\]P0-9;m\u{7}\\\\\u{9c}\r\n\t\u{feff}a\u{0}\u{8}\u{7f}\u{85}]{0,40}",
        1 => hostile(),
        1 => prop::collection::vec(prop::sample::select(vec![
            "{\"type\":\"text\",\"part\":{\"text\":\"a\"}}", "{\"model\":\"m\"}", "data: ", "[DONE]", "{\"choices\":[{\"message\":{\"content\":",
            "\"x\"", "}}]}", "null", "[", "\n", "\r\n", "<think>", "</think>", "{\"data\":[{\"id\":\"m\"}]}", "\\ud800",
        ]), 0..12).prop_map(|parts| parts.concat()),
    ]
}

proptest! {
    /// Y-7
    #[test]
    fn cleaning_is_done_at_once_and_leaves_no_control(text in anything()) {
        let once = clean(&text);
        let acts = |it: char| it == '\u{feff}' || (it.is_control() && !matches!(it, '\t' | '\n'));
        prop_assert!(!once.contains(acts), "{:?}", once);
        prop_assert_eq!(clean(&once), once.clone());
        prop_assert_eq!(once == text, !text.contains(acts));
    }

    #[test]
    fn every_text_gets_an_answer(text in anything(), other in anything()) {
        let _ = (output::is_empty(&text), substance::is_substantive(&text), reasoning::strip(&text), complaint::reason(&text));
        let _ = (banner(&text), transcript(&text), opencode::facts(&opencode::read(&text)));
        for profile in [Profile::Peer, Profile::Strict] {
            let _ = first_model(&text, profile);
            for status in [None, Some(0), Some(200), Some(404)] {
                let answer = parse(&other, Response { ok: true, status, body: &text, error: None }, profile);
                prop_assert_eq!(answer.model.value.is_none(), answer.model.source == Source::Unknown);
                if profile == Profile::Strict && status != Some(200) && status.is_some() {
                    prop_assert!(answer.review.is_empty());
                }
                // An answer without a review has a reason and something to show.
                if profile == Profile::Strict && output::is_empty(&answer.review) {
                    prop_assert!(answer.problem.is_some() && !answer.diagnostic.is_empty());
                }
            }
        }
        let file = File::Text(&text);
        let id = antigravity::conversation(file, &other);
        let mark = Mark::of(id.as_deref(), file, File::Text(&other));
        let _ = (antigravity::fallback(id.as_deref(), file, &mark), antigravity::model(id.as_deref(), file, &mark));
        let _ = Diagnosis::of(file, &other, Mode::of(id.as_deref(), file, &mark)).facts();
        let stub = Stub { stdout: &text, stderr: &other, extra: &text, ..Stub::new(&other, Effort::Level(&text), Ending::of(None, Some(&other))) };
        let stub = stub.text();
        prop_assert!(stub.ends_with(".\n") && clean(&stub) == stub.as_str());
    }
}
