//! No reviewer can act outside of his section, whatever he writes; tried on thousands of hostile texts, and judged by
//! a Markdown and a YAML library.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)] // tests

mod cases;

use cases::cases;
use gsd_lanes::diagnostic::Profile;
use gsd_lanes::review::compose::{Composed, Consensus, Input, Review, Trimmed, compose};
use gsd_lanes::review::model::{Recorded, Source};
use gsd_lanes::review::stamp::Citations;
use gsd_lanes::review::{chat, clean, coverage, model, opencode, output, reasoning, stamp};
use gsd_lanes::vocabulary::markup::{
    CONFLICTS, CONFLICTS_BEGIN, CONFLICTS_END, CONSENSUS, CONSENSUS_PARTS, STRUCTURAL_ELEMENTS,
};
use gsd_lanes::vocabulary::outcome::{Reason, Status};
use proptest::prelude::*;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
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
