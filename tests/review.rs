//! What comes back from a lane, by rule.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)] // tests

use std::time::{Duration, Instant};

use gsd_lanes::diagnostic::Profile;
use gsd_lanes::review::antigravity::{self, Diagnosis, File, Mark, Mode};
use gsd_lanes::review::chat::{Completion, Response, first_model, parse};
use gsd_lanes::review::clean::clean;
use gsd_lanes::review::complaint;
use gsd_lanes::review::compose::{
    Composed, Consensus, Input, Review, Standing, Trimmed, Weight, compose,
};
use gsd_lanes::review::consensus;
use gsd_lanes::review::coverage::{self, plan_coverage};
use gsd_lanes::review::model::{Recorded, Source, banner, transcript, valid};
use gsd_lanes::review::notice::find;
use gsd_lanes::review::opencode;
use gsd_lanes::review::output::{is_empty, with_newline};
use gsd_lanes::review::reasoning::strip;
use gsd_lanes::review::stamp::{self, BLIND, Citations, UNGROUNDED, has_citation};
use gsd_lanes::review::stub::{Effort, Ending, MARKER, Stub};
use gsd_lanes::review::substance::is_substantive;
use gsd_lanes::vocabulary::limits::MAX_SECTION_UNITS;
use gsd_lanes::vocabulary::outcome::{Reason, Status};
use saphyr::{LoadableYamlNode, Yaml};

fn data(name: &str) -> String {
    let path = format!("{}/tests/data/reviews/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Enough to count, and grounded.
const GOOD: &str = "The plan covers what it has to, and src/lib.rs:10 says the same of the code.\n";

// ---- edges that mutants asked for ------------------------------------------------------------------------------

/// B-21: the class, not the slug, says who is asked about plans.
#[test]
fn b_21_lanes_that_see_a_difference_alone_are_not_asked_about_plans() {
    assert!(coverage::applies("source-grounded") && !coverage::applies("diff-only"));
}

/// L-137: an id that overlaps itself is still found where it stands alone.
#[test]
fn l_137_ids_that_repeat_themselves() {
    assert!(plan_coverage(["aab"], "aaab aab").complete);
    assert!(plan_coverage(["a.a.b"], "x a.a.a.b\na.a.b").complete);
    assert!(plan_coverage(["é-é"], "é-é-é é-é").complete);
    // Nothing stands alone beside a word.
    assert!(plan_coverage([""], " ").complete && plan_coverage([""], "").complete);
    assert!(!plan_coverage([""], "abc").complete);
}

/// L-90: a source and a model come back as they were; no model, no source.
#[test]
fn l_90_what_was_recorded_reads_back() {
    for source in [
        Source::Pinned,
        Source::Served,
        Source::Requested,
        Source::Banner,
        Source::Transcript,
    ] {
        assert_eq!(Source::from_name(source.as_str()), source);
        let named = Recorded::named(Some("m"), source);
        assert_eq!((named.value.as_deref(), named.source), (Some("m"), source));
        assert_eq!(Recorded::named(None, source), Recorded::default());
    }
    assert_eq!(Source::from_name("guessed"), Source::Unknown);
    assert_eq!(
        Recorded::named(Some("m"), Source::Unknown),
        Recorded::default()
    );
}

/// L-107: forty units at most, however many bytes they are.
#[test]
fn l_107_units_between_are_counted_as_units() {
    let says = |between: &str| {
        stamp::blind(&format!("my workspace dir{between}antigravity-cli/scratch")).is_some()
    };
    for unit in ["x", "é", "€"] {
        assert!(says(&unit.repeat(40)) && !says(&unit.repeat(41)), "{unit}");
    }
    assert!(says(&"😀".repeat(20)) && !says(&"😀".repeat(21)));
}

/// L-137: what stands apart is not one id.
#[test]
fn l_137_scattered_letters_are_no_id() {
    assert!(!plan_coverage(["ab"], "a, ,b").complete);
    assert!(!plan_coverage(["01-02"], "01, -, 02").complete);
}

/// Y-9: in front matter hidden characters are visible, and everything else is as it is.
#[test]
fn y_9_only_what_is_hidden_is_escaped() {
    let model = "gpt-5\u{202e}\u{e0041} \"o\" \\ é😀";
    let reviews = vec![Review {
        model: Recorded::named(Some(model), Source::Pinned),
        ..review("codex", "Codex", GOOD)
    }];
    let text = compose(&input(reviews)).text;
    let wanted = r#""gpt-5\u202e\U000e0041 \"o\" \\ é😀""#;
    assert!(text.contains(wanted), "{text}");
}

/// Y-10, F-17: a banner is no review for the document either, whatever the lane's result calls it.
#[test]
fn y_10_a_banner_makes_no_consensus() {
    let banner =
        "Data collection is disabled.\nLoaded cached credentials.\nLoading extension: security\n";
    for (text, counts) in [
        (GOOD.to_string(), true),
        (banner.to_string(), false),
        (format!("{banner}{GOOD}"), true),
    ] {
        assert_eq!(
            gsd_lanes::review::notice::is_review(&text),
            counts,
            "{text}"
        );
    }
}

/// What a model thinks aloud ends with the tag that stands outside of its code.
#[test]
fn tags_in_code_end_no_reasoning() {
    let thought = "first I look\n```\n</think>\n```\nso far\n</think>\nThe answer.";
    assert_eq!(strip(thought).0.trim(), "The answer.");
}

/// L-82: a diagnosis shows a body by its first thousand bytes, whole characters.
#[test]
fn long_bodies_are_shown_by_their_beginning() {
    let body = format!("xx{}", "€".repeat(2_000));
    let response = Response {
        ok: false,
        status: Some(500),
        body: &body,
        error: None,
    };
    let shown = parse("m", response, Profile::Strict).diagnostic;
    assert_eq!(shown.matches('€').count(), 332, "{shown}");
}

/// A diagnosis says what is missing, and of an answer that is whole nothing is.
#[test]
fn an_answer_that_is_there_is_not_called_empty() {
    let diagnosis = |content: &str| {
        let body = serde_json::json!({"choices": [{"message": {"content": content}, "finish_reason": "length"}]});
        let body = body.to_string();
        let response = Response {
            ok: true,
            status: Some(200),
            body: &body,
            error: None,
        };
        parse("m", response, Profile::Strict).diagnostic
    };
    assert!(diagnosis("").contains("empty"));
    assert!(!diagnosis("half of it").contains("empty"));
}

/// A stream without empty lines between its events is the same stream.
#[test]
fn streams_may_forget_their_empty_lines() {
    let events = [
        r#"data: {"model":"m","choices":[{"index":0,"delta":{"content":"The plan "}}]}"#,
        r#"data: {"choices":[{"index":0,"delta":{"content":"is good."}}]}"#,
        "data: [DONE]",
        r#"data: {"choices":[]}"#,
    ];
    let read = |between: &str| {
        let body = events.join(between) + "\n\n";
        let response = Response {
            ok: true,
            status: Some(200),
            body: &body,
            error: None,
        };
        let read = parse("m", response, Profile::Strict);
        (read.review, read.problem)
    };
    assert_eq!(read("\n"), ("The plan is good.".to_string(), None));
    assert_eq!(read("\n"), read("\n\n"));
}

/// B-18: what is anchored is a file, not an address.
#[test]
fn b_18_addresses_are_no_citations() {
    for address in ["//host/x.rs:10", "me@host.rs:22", "src/a.rs:x"] {
        assert!(!has_citation(address, Citations::Anchored), "{address}");
    }
    assert!(has_citation("src/a.rs:10", Citations::Anchored));
}

/// Y-10: headings do not count, whichever way they are marked.
#[test]
fn y_10_underlined_headings_of_both_levels() {
    for line in ["===", "---", "-"] {
        assert!(
            !is_substantive(&format!("{}\n{line}", "x".repeat(60))),
            "{line}"
        );
    }
    for line in ["=-=", "", "words"] {
        assert!(
            is_substantive(&format!("{}\n{line}", "x".repeat(60))),
            "{line}"
        );
    }
}

// ---- L-74, Y-7 ------------------------------------------------------------------------------------------------

#[test]
fn a_review_is_empty_if_nothing_can_be_read_in_it() {
    assert!(is_empty("\u{feff}\u{a0}\u{3000}\r\n"));
    assert!(!is_empty("\u{200b}") && !is_empty("\u{85}"));
    assert_eq!(with_newline("x".into()), "x\n");
    assert_eq!(with_newline("x\r\n".into()), "x\r\n");
}

/// Y-7
#[test]
fn nothing_in_a_cleaned_text_acts_on_a_terminal() {
    for (text, cleaned) in [
        ("plain\ttext\n", "plain\ttext\n"),
        ("\u{feff}bom\u{feff}", "bom"),
        ("a\r\nb\rc\r", "a\nb\nc\n"),
        ("\u{1b}[1;31mred\u{1b}[0m", "red"),
        ("\u{9b}31mred", "red"),
        ("\u{1b}]8;;http://x\u{7}link\u{1b}]8;;\u{1b}\\", "link"),
        ("\u{1b}]52;c;aGk=\u{9c}x", "x"),
        ("\u{1b}P1$r0m\u{1b}\\x\u{90}q\u{9c}y", "xy"),
        (
            "\u{1b}Xsos\u{1b}\\\u{1b}^pm\u{1b}\\\u{1b}_apc\u{1b}\\x",
            "x",
        ),
        ("\u{1b}(Bx\u{1b}7y\u{1b}cz", "xyz"),
        ("a\u{8}b\u{0}c\u{7f}d\u{85}e", "abcde"),
        // What is never closed takes nothing with it, nor does what another sequence breaks off.
        ("\u{1b}]0;title stays", "0;title stays"),
        ("\u{1b}]0;t\u{1b}[1mx", "x"),
        ("\u{1b}[12é", "é"),
        ("\u{1b}", ""),
        ("\u{1b}[", ""),
    ] {
        assert_eq!(clean(text), cleaned, "{text:?}");
    }
    assert!(matches!(clean("same"), std::borrow::Cow::Borrowed("same")));
}

// ---- L-75, Y-12 -----------------------------------------------------------------------------------------------

#[test]
fn a_stub_has_the_marker_the_words_of_the_tool_and_the_diagnosis() {
    let stub = Stub {
        stdout: "half an answer",
        stderr: "\u{1b}[31mError: 429\u{1b}[0m\r\n",
        extra: "stop reason: ?",
        reason: Some(Reason::TimedOut),
        limit_ms: Some(660_000),
        elapsed_ms: Some(660_150),
        prompt_bytes: Some(18_211),
        answer_bytes: Some(14),
        ..Stub::new("opencode", Effort::Level("high"), Ending::Timeout)
    };
    let text = stub.text();
    let first = text.lines().next().unwrap();
    assert!(
        first.starts_with("opencode") && first.contains(MARKER),
        "{first}"
    );
    assert!(text.ends_with(".\n"));
    for part in [
        "half an answer",
        "Error: 429",
        "stop reason: ?",
        "effort high",
        "timeout",
        "limit 660 s",
        "ran 660.1 s",
        "prompt 18211 bytes",
        "answer 14 bytes",
        "timed-out",
        Reason::TimedOut.remedy(),
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(!text.contains('\u{1b}') && !text.contains('\r'));
    // stderr, then extra, then the diagnosis.
    let places = ["Error: 429", "stop reason", "Diagnosis"].map(|it| text.find(it).unwrap());
    assert!(places.is_sorted());
}

/// F-04, F-07, F-18: each ending has words of its own.
#[test]
fn endings_differ() {
    let text = |status, code| Stub::new("x", Effort::CliDefault, Ending::of(status, code)).text();
    let all = [
        text(Some(0), None),
        text(Some(3), None),
        text(None, None),
        text(None, Some("ENOENT")),
        text(Some(0), Some("ETIMEDOUT")),
        Stub::new("x", Effort::Http, Ending::Unknown).text(),
    ];
    for (at, one) in all.iter().enumerate() {
        assert!(all.iter().skip(at + 1).all(|other| other != one), "{one}");
    }
    assert!(all[0].contains("higher effort") && all[0].contains("CLI default"));
    assert!(
        all[1].contains("status 3") && all[3].contains("ENOENT") && all[5].contains("HTTP lane")
    );
}

#[test]
fn what_a_tool_says_cannot_leave_its_code_block() {
    let stderr = "```\n# out\n`````\nmore";
    let text = Stub {
        stderr,
        ..Stub::new("x", Effort::CliDefault, Ending::Clean)
    }
    .text();
    assert!(
        text.contains(&format!("``````text\n{stderr}\n``````\n")),
        "{text}"
    );
    let long = format!("{}the end", "é".repeat(10_000));
    let shown = Stub {
        stderr: &long,
        ..Stub::new("x", Effort::CliDefault, Ending::Clean)
    }
    .text();
    assert!(shown.contains("the end\n") && shown.len() < 9_000);
}

#[test]
fn every_reason_has_a_name_a_status_and_a_remedy() {
    let names: Vec<&str> = Reason::all().map(Reason::as_str).collect();
    for wanted in [
        "malformed_lane",
        "unknown_handler",
        "unknown_transport",
        "missing_binary",
        "missing_required_binary",
        "probe_failed",
        "probe_timeout",
        "host_unreachable",
        "egress_host_changed",
        "budget_too_small",
        "budget_tool_failed",
        "exit-nonzero",
        "timed-out",
        "spawn-error",
        "argument-too-long",
        "output-too-large",
        "auth-required",
        "quota",
        "server-error",
        "redirect-refused",
        "truncated-by-server",
        "unsubstantive",
        "prompt-missing",
        "consent-missing",
        "manifest-changed",
        "interrupted",
    ] {
        assert!(names.contains(&wanted), "{wanted}");
    }
    for reason in Reason::all() {
        assert_eq!(Reason::from_name(reason.as_str()), Some(reason));
        let remedy = reason.remedy();
        assert!(!remedy.is_empty() && !remedy.ends_with('.') && !remedy.contains('\n'));
    }
    // Y-11
    for (reason, status) in [
        (Reason::MissingBinary, Status::Skipped),
        (Reason::HostUnreachable, Status::Skipped),
        (Reason::BudgetTooSmall, Status::Skipped),
        (Reason::MalformedLane, Status::Refused),
        (Reason::UnknownTransport, Status::Refused),
        (Reason::EgressHostChanged, Status::Refused),
        (Reason::ConsentMissing, Status::Refused),
        (Reason::ManifestChanged, Status::Refused),
        (Reason::Quota, Status::Failed),
    ] {
        assert_eq!(reason.status(), status, "{reason:?}");
    }
}

/// F-16, F-31
#[test]
fn complaints_with_a_remedy_of_their_own_are_told_apart() {
    for (text, reason) in [
        (
            "Error: Invalid API key provided",
            Some(Reason::AuthRequired),
        ),
        (
            "You are NOT LOGGED IN. Run /login.",
            Some(Reason::AuthRequired),
        ),
        ("429 Too Many Requests", Some(Reason::Quota)),
        ("You exceeded your current quota", Some(Reason::Quota)),
        ("segmentation fault", None),
        ("", None),
    ] {
        assert_eq!(complaint::reason(text), reason, "{text}");
    }
}

// ---- L-76, L-107, B-18 ----------------------------------------------------------------------------------------

#[test]
fn marks_are_one_line_and_an_empty_one() {
    let stamped = stamp::ungrounded("Looks good.", Citations::Any).unwrap();
    let (mark, rest) = stamped.split_once("\n\n").unwrap();
    assert!(mark.starts_with(UNGROUNDED) && !mark.contains('\n'));
    assert_eq!(rest, "Looks good.");
    assert_eq!(stamp::ungrounded(&stamped, Citations::Any), None);
    assert_eq!(stamp::ungrounded(" \n", Citations::Any), None);
    let blind = stamp::blind("REVIEWED-WITHOUT-REPO-ACCESS\nx").unwrap();
    assert!(blind.starts_with(BLIND));
    // The evidence stamp comes afterwards and stands in front.
    let both = stamp::ungrounded(&blind, Citations::Any).unwrap();
    assert!(both.starts_with(UNGROUNDED) && both.contains(&format!("\n\n{BLIND}")));
}

/// L-76 where a run of units is preceded by a colon.
#[test]
fn citations_behind_colons() {
    for (text, cites) in [
        ("see: src/a.rs:10", true),
        ("x:src/a.rs:10", true),
        ("x:a.rs:10", true),
        ("://a.rs:1", true),
        ("http://h/x:8", true),
        ("http://host:80", false),
        ("http://h:80", false),
        ("host.tld:80", true),
        ("1.2:3", true),
        ("x::3", false),
        ("a.rs::3", false),
        (":3", false),
        ("😀.rs:1", true),
        ("x:😀a.b:1", true),
        ("a.rs:\u{a0}1", false),
    ] {
        assert_eq!(has_citation(text, Citations::Any), cites, "{text}");
    }
}

/// B-18
#[test]
fn anchored_citations_are_words_of_their_own() {
    for (text, cites) in [
        ("- src/a.rs:10 panics", true),
        ("(`src/a.rs:10-20`)", true),
        ("**src/a.rs:10**", true),
        ("main.rs:7", true),
        ("Makefile:7", false),
        ("build/Makefile:7", true),
        ("a\\b\\c.ts:9", true),
        ("C:\\code\\c.ts:9", true),
        ("see c:/code/c.ts:9.", true),
        ("./x.py:3,", true),
        ("@scope/pkg/index.js:4", true),
        ("host.tld:80", true),
        ("example.com:443", false),
        ("localhost:8080", false),
        ("api.internal:80", false),
        ("1.2:3", false),
        ("12/05:30", false),
        ("http://h/x:8", false),
        ("https://github.com/o/r/blob/main/a.rs:8", false),
        ("user@host.org:22", false),
        ("10:30", false),
        ("src/:3", false),
    ] {
        assert_eq!(has_citation(text, Citations::Anchored), cites, "{text}");
    }
}

/// Y-10
#[test]
fn a_review_has_substance_from_forty_letters_on() {
    assert!(is_substantive(&"é".repeat(40)) && !is_substantive(&"é".repeat(39)));
    assert!(!is_substantive(&format!("# {}", "x".repeat(60))));
    assert!(!is_substantive(&format!("{}\n===", "x".repeat(60))));
    assert!(!is_substantive(&format!(
        "{UNGROUNDED} {}\n\nok",
        "x".repeat(60)
    )));
    assert!(!is_substantive(&"1234 --- ".repeat(60)));
    assert!(is_substantive(GOOD));
}

// ---- L-90 … L-94 ----------------------------------------------------------------------------------------------

#[test]
fn models_are_recorded_or_unknown() {
    let recorded = Recorded::of(Some(" gpt-5 "), Source::Pinned);
    assert_eq!(recorded.value.as_deref(), Some("gpt-5"));
    assert_eq!(
        recorded.with_effort(Some("high")).value.as_deref(),
        Some("gpt-5 (reasoning=high)")
    );
    for bad in ["", "null", " undefined ", "a\u{7f}b", &"x".repeat(201)] {
        let nothing = Recorded::of(Some(bad), Source::Served).with_effort(Some("high"));
        assert_eq!(nothing, Recorded::default(), "{bad}");
    }
    // The suffix is not counted in the 200, and units are.
    assert!(valid(&"😀".repeat(100)).is_some() && valid(&"😀".repeat(101)).is_none());
    assert_eq!(banner(&data("codex-stdout.txt")), Some("gpt-5.3-codex"));
    assert_eq!(
        transcript(&data("antigravity-transcript.jsonl")).as_deref(),
        Some("Gemini 3 Pro")
    );
}

// ---- L-100 ----------------------------------------------------------------------------------------------------

#[test]
fn an_event_stream_gives_its_texts_and_nothing_else() {
    let read = opencode::read(&data("opencode.ndjson"));
    assert_eq!(
        read.review,
        "## 04-01\n\nThe migration in src/store.rs:88 is not idempotent.\n## 04-02\n\nNo rollback is planned."
    );
    assert_eq!(read.stop_reason.as_deref(), Some("stop"));
    assert_eq!(read.output_tokens.as_deref(), Some("412"));
    assert_eq!(read.error, None);
}

/// F-06, F-19: facts, never the envelope.
#[test]
fn an_event_stream_without_text_gives_facts() {
    let read = opencode::read(&data("opencode-error.ndjson"));
    assert!(read.review.is_empty());
    let facts = opencode::facts(&read);
    assert!(facts.contains("stop reason: ?") && facts.contains("output tokens: ?"));
    assert!(facts.contains("Invalid API key") && facts.contains("last event: error"));
    assert!(!facts.contains('{'));
    assert_eq!(complaint::reason(&facts), Some(Reason::AuthRequired));
}

/// L-6
#[test]
fn events_are_read_as_javascript_reads_them() {
    let deep = format!(
        "{{\"deep\":{}{},\"type\":\"text\",\"part\":{{\"text\":\"kept\"}}}}",
        "[".repeat(5_000),
        "]".repeat(5_000)
    );
    assert_eq!(opencode::read(&deep).review, "kept");
    let own = r#"{"__proto__":{"type":"text"},"part":{"text":"x"}}"#;
    assert_eq!(opencode::read(own).review, "");
    let huge = r#"{"type":"step_finish","part":{"tokens":{"output":-1e400}}}"#;
    assert_eq!(
        opencode::read(huge).output_tokens.as_deref(),
        Some("-Infinity")
    );
}

// ---- L-82, B-21, F-24, F-25 -----------------------------------------------------------------------------------

fn answered(status: u16, body: &str) -> Completion {
    let response = Response {
        ok: (200..300).contains(&status),
        status: Some(status),
        body,
        error: None,
    };
    parse("asked", response, Profile::Strict)
}

#[test]
fn content_in_parts_is_put_together_without_the_reasoning() {
    let answer = answered(200, &data("chat-parts.json"));
    assert_eq!(
        answer.review,
        "The lock in src/lock.rs:12 is taken twice and never released."
    );
    assert_eq!(answer.problem, None);
    assert_eq!(
        answer.model,
        Recorded::of(Some("qwen3-32b"), Source::Served)
    );
    let codes: Vec<&str> = answer.warnings.iter().map(|it| it.code).collect();
    assert_eq!(codes, ["served-model"]);
}

/// F-25
#[test]
fn reasoning_is_never_the_review() {
    let answer = answered(200, &data("chat-thinking.json"));
    assert_eq!(
        answer.review,
        "\n\nThe plan forgets src/cache.rs:40.\n\n```html\n<think>kept</think>\n```\n"
    );
    assert!(
        answer
            .warnings
            .iter()
            .any(|it| it.code == "reasoning-removed")
    );
    for field in ["reasoning_content", "reasoning", "thinking"] {
        let body = format!(
            r#"{{"choices":[{{"finish_reason":"stop","message":{{"content":"","{field}":"SECRET thoughts"}}}}]}}"#
        );
        let answer = answered(200, &body);
        assert_eq!(
            (answer.review.as_str(), answer.problem),
            ("", Some(Reason::Unsubstantive))
        );
        assert!(answer.diagnostic.contains("reasoning") && answer.diagnostic.contains("stop"));
        assert!(
            !answer.diagnostic.contains("SECRET"),
            "{}",
            answer.diagnostic
        );
    }
    // All of it is thought, and the server broke off.
    let body = r#"{"choices":[{"finish_reason":"length","message":{"content":"<think>SECRET"}}]}"#;
    let answer = answered(200, body);
    assert_eq!(
        (answer.review.as_str(), answer.problem),
        ("", Some(Reason::TruncatedByServer))
    );
    assert!(!answer.diagnostic.contains("SECRET"));
}

#[test]
fn leading_reasoning_is_stripped_and_nothing_else() {
    for (text, rest, found) in [
        ("<think>a</think>b", "b", true),
        ("\n <THINK>a</Think>\n<reasoning>c</reasoning>b", "b", true),
        ("<thinking>open", "", true),
        ("a\n</think>\nb", "b", true),
        ("a <think>b</think>", "a <think>b</think>", false),
        ("a <think>\n</think>\nb", "a <think>\n</think>\nb", false),
        ("```\n</think>\n```\nb", "```\n</think>\n```\nb", false),
        ("<thinker>a</thinker>", "<thinker>a</thinker>", false),
        ("", "", false),
    ] {
        assert_eq!(strip(text), (rest, found), "{text:?}");
    }
}

/// Y-2, L-82: a server that numbers its only choice 1 has answered; of several the one that is numbered 0 counts.
#[test]
fn the_only_choice_counts_whatever_its_number() {
    let one = r#"{"choices":[{"index":1,"message":{"content":"one"}}]}"#;
    let two = r#"{"choices":[{"index":1,"message":{"content":"one"}},{"index":0,"message":{"content":"zero"}}]}"#;
    let stream = |indices: &[u8]| -> String {
        let event = |index: &u8| {
            format!(
                "data: {{\"choices\":[{{\"index\":{index},\"delta\":{{\"content\":\"{index} \"}}}}]}}\n\n"
            )
        };
        indices.iter().map(event).collect::<String>() + "data: [DONE]\n\n"
    };
    for (body, review) in [
        (one, "one"),
        (two, "zero"),
        (&stream(&[1, 1]), "1 1 "),
        (&stream(&[1, 0, 2, 0]), "0 0 "),
        (&stream(&[2, 1, 2]), "2 2 "),
    ] {
        let answer = answered(200, body);
        assert_eq!(
            (answer.review.as_str(), answer.problem),
            (review, None),
            "{body}"
        );
    }
}

/// F-25: the marks of reasoning as models and servers write them.
#[test]
fn f_25_marks_of_reasoning_in_all_their_forms() {
    const ANSWER: &str = "The plan forgets `</think>` in src/cache.rs:40.\n";
    let channels =
        "<|channel|>analysis<|message|>SECRET<|end|><|start|>assistant<|channel|>final<|message|>";
    for before in [
        "<think>SECRET</think>",
        "<think duration=\"5\" lang='a'>SECRET</think>",
        "<THINK >SECRET</THINK >",
        "<seed:think>SECRET</seed:think>",
        "<thoughts>SECRET</thoughts>\n<think>SECRET</think>\n",
        "<think>a<think>SECRET</think>SECRET</think>",
        "<think>a<think>SECRET</think>",
        "<think>the tag `<think>` and \"</think>\" are SECRET</think>",
        "<think><reasoning>SECRET</reasoning>SECRET</think>",
        "[THINK]SECRET[/THINK]",
        "◁think▷SECRET◁/think▷",
        "<|START_THINKING|>SECRET<|END_THINKING|>",
        "SECRET and so on.</think>\n\n",
        "SECRET\n</think>\n",
        "SECRET, as `<think>` says\nso be it.</thinking>\r\n",
        channels,
        "<|start|>assistant<|channel|>analysis<|message|>SECRET<|end|><|start|>assistant<|channel|>final<|message|>",
        "<|channel|>analysis<|message|>SECRET<|end|><|start|>assistant<|channel|>commentary to=functions.read <|constrain|>json<|message|>{\"SECRET\":1}<|call|><|start|>assistant<|channel|>final <|constrain|>md<|message|>",
        "<|channel|>analysis<|message|>SECRET<|end|>",
        "<|channel|>analysis<|message|>SECRET<|channel|>final<|message|>",
    ] {
        let text = [before, ANSWER].concat();
        let (rest, found) = strip(&text);
        assert_eq!((rest.trim(), found), (ANSWER.trim(), true), "{before}");
    }
    let ended = [channels, ANSWER, "<|return|>"].concat();
    assert_eq!(strip(&ended), (ANSWER.trim(), true));
    let plain = ["<|channel|>final<|message|>", ANSWER].concat();
    assert_eq!(
        strip(&plain),
        (ANSWER.trim(), false),
        "there was no reasoning"
    );
}

/// F-25: what only looks like a mark takes nothing of a review away.
#[test]
fn f_25_no_review_is_lost_to_what_looks_like_reasoning() {
    for text in [
        "The parser drops </think> in the middle of a line.\nsrc/a.rs:1 does not.",
        "It drops a closing </think>\nand so it loses the answer.",
        "It drops `</think>`\nand so it loses the answer.",
        "    x</think>\nThis is code, and the review goes on.",
        "[think](https://a.example) of src/a.rs:1 again.",
        "[THINKING] is what the tool prints, and nobody reads it.",
        "<thinker>a</thinker> src/a.rs:1",
        "<think\nsrc/a.rs:1 is right.",
        "<|channel|> is a mark that src/a.rs:1 does not know.",
        "<|channel|>analysis is what src/a.rs:1 looks for.",
        "A sentence about <|channel|>analysis<|message|> first.\nsrc/a.rs:1",
        "</think is not closed",
        "<think> tags are not removed by the parser of src/a.rs:1, so they leak.",
        "<thinking> blocks leak: src/a.rs:1 must know `<thinking>` and `</thinking>` alike.",
        "<reasoning> and <think> elements must not reach src/a.rs:1.\n\n## Risks\n\nNone.",
        "````md\n```\n</think>\n```\n````\nsrc/a.rs:1 shows it so.",
        "~~~\n```\n</think>\n~~~\nsrc/a.rs:1 shows it so.",
        "```\n```js\n</think>\n```\nsrc/a.rs:1 shows it so.",
    ] {
        assert_eq!(strip(text), (text, false), "{text}");
    }
    // What nothing closes is reasoning all the same, unless a sentence goes on behind the tag.
    for text in [
        "<think>",
        "<think>\nso far",
        "<think>so far",
        "<think> So far",
        "<think>  so far",
    ] {
        assert_eq!(strip(text), ("", true), "{text}");
    }
    assert_eq!(
        strip("<think> so far</think>src/a.rs:1"),
        ("src/a.rs:1", true)
    );
    // A second closing tag that the answer shows ends nothing.
    let shown = "# Review\n\n```\n</think>\n```\nsrc/a.rs:1 is wrong.";
    let text = ["<think>the <think> tag</think>\n", shown].concat();
    assert_eq!(strip(&text).0.trim(), shown);
}

#[test]
fn events_that_nobody_asked_for_are_put_together() {
    let stream = data("chat-stream.txt");
    for body in [
        stream.clone(),
        stream.replace('\n', "\r\n"),
        stream.replace('\n', "\r"),
        stream.replace("\n\n", "\n"),
    ] {
        let answer = answered(200, &body);
        assert_eq!(answer.review, "See src/a.rs:10, which leaks.", "{body:?}");
        assert_eq!(
            (answer.problem, answer.finish_reason.as_deref()),
            (None, Some("stop"))
        );
        assert_eq!(answer.model.value.as_deref(), Some("local-7b"));
        assert!(answer.warnings.iter().any(|it| it.code == "unasked-stream"));
    }
    // Broken off before its end: kept, and said to be broken off.
    let cut = stream
        .split("data: {\"id\":\"1\",\"model\":\"local-7b\",\"choices\":[{\"index\":1")
        .next();
    let answer = answered(200, cut.unwrap());
    assert_eq!(answer.review, "See src/a.rs:");
    assert_eq!(answer.problem, Some(Reason::TruncatedByServer));
    let failed = "data: {\"error\":{\"message\":\"out of memory\"}}\n\n";
    let answer = answered(200, failed);
    assert_eq!(answer.problem, Some(Reason::ServerError));
    assert!(answer.diagnostic.contains("out of memory"));
}

#[test]
fn what_is_cut_off_is_kept_and_named() {
    let answer = answered(200, &data("chat-length.json"));
    assert!(answer.review.ends_with("sugg"));
    assert_eq!(answer.problem, Some(Reason::TruncatedByServer));
}

/// F-24: the words differ from server to server, and so does their case.
#[test]
fn how_a_model_stopped_is_read_in_any_case() {
    let body = |finish: &str| {
        format!(
            r#"{{"choices":[{{"message":{{"content":"a review of src/a.rs:1"}},"finish_reason":"{finish}"}}]}}"#
        )
    };
    for (finish, reason) in [
        ("stop", None),
        ("STOP", None),
        ("end_turn", None),
        ("LENGTH", Some(Reason::TruncatedByServer)),
        ("Max_Tokens", Some(Reason::TruncatedByServer)),
        ("max_output_tokens", Some(Reason::TruncatedByServer)),
        ("incomplete", Some(Reason::TruncatedByServer)),
        ("content_filter", Some(Reason::TruncatedByServer)),
        ("error", Some(Reason::ServerError)),
        ("Abort", Some(Reason::ServerError)),
    ] {
        let answer = answered(200, &body(finish));
        assert_eq!(answer.problem, reason, "{finish}");
        assert_eq!(answer.review, "a review of src/a.rs:1");
    }
}

/// F-24: an answer with an error beside it is no whole one.
#[test]
fn an_error_beside_choices_is_a_problem() {
    for (error, reason) in [
        ("null", None),
        ("false", None),
        ("true", Some(Reason::ServerError)),
        ("{}", Some(Reason::ServerError)),
        ("500", Some(Reason::ServerError)),
        (r#""""#, Some(Reason::ServerError)),
        (r#"{"code":1}"#, Some(Reason::ServerError)),
        (r#""rate limit exceeded""#, Some(Reason::Quota)),
    ] {
        let body = format!(
            r#"{{"error":{error},"choices":[{{"message":{{"content":"a review of src/a.rs:1"}}}}]}}"#
        );
        assert_eq!(answered(200, &body).problem, reason, "{error}");
    }
}

/// B-21
#[test]
fn only_2xx_gives_a_review() {
    let body = r#"{"choices":[{"message":{"content":"a review of src/a.rs:1"}}]}"#;
    for (status, reason) in [
        (300, Reason::RedirectRefused),
        (308, Reason::RedirectRefused),
        (400, Reason::ServerError),
        (401, Reason::AuthRequired),
        (403, Reason::AuthRequired),
        (402, Reason::Quota),
        (429, Reason::Quota),
        (500, Reason::ServerError),
        (199, Reason::ServerError),
    ] {
        let answer = answered(status, body);
        assert_eq!(
            (answer.review.as_str(), answer.problem),
            ("", Some(reason)),
            "{status}"
        );
        assert!(answer.diagnostic.contains(&status.to_string()));
    }
    assert_eq!(answered(204, body).problem, None);
    // Whoever claims that it is fine is not believed.
    let claimed = Response {
        ok: true,
        status: Some(500),
        body,
        error: None,
    };
    assert_eq!(parse("m", claimed, Profile::Strict).review, "");
    // The peer does not look.
    let peer = Response {
        ok: false,
        status: Some(404),
        body,
        error: None,
    };
    assert_eq!(
        parse("m", peer, Profile::Peer).review,
        "a review of src/a.rs:1"
    );
}

/// F-24
#[test]
fn errors_with_status_200_are_errors() {
    for (body, reason, said) in [
        (
            data("error-lmstudio.json"),
            Reason::ServerError,
            "context length of only 4096",
        ),
        (data("error-vllm.json"), Reason::Quota, "Rate limit reached"),
        (
            data("error-proxy.html"),
            Reason::ServerError,
            "502 Bad Gateway",
        ),
        (
            r#"{"error":{"type":"invalid_api_key"}}"#.into(),
            Reason::AuthRequired,
            "invalid_api_key",
        ),
        (
            r#"[{"error":{"code":400,"message":"bad"}}]"#.into(),
            Reason::ServerError,
            "bad",
        ),
        (
            r#"{"detail":"Not Found"}"#.into(),
            Reason::ServerError,
            "Not Found",
        ),
        (
            r#"{"choices":[]}"#.into(),
            Reason::ServerError,
            "no chat completion",
        ),
        (
            r#"{"choices":[{"message":{"content":""}}]}"#.into(),
            Reason::Unsubstantive,
            "content is empty",
        ),
        (
            r#"{"choices":[{"message":{"content":null,"refusal":"I will not"}}]}"#.into(),
            Reason::Unsubstantive,
            "I will not",
        ),
        ("null".into(), Reason::ServerError, "no chat completion"),
        (String::new(), Reason::ServerError, "body is empty"),
        (" \n".into(), Reason::ServerError, "body is empty"),
        ("ok".into(), Reason::ServerError, "ok"),
    ] {
        let answer = answered(200, &body);
        assert_eq!(
            (answer.review.as_str(), answer.problem),
            ("", Some(reason)),
            "{body}"
        );
        assert!(
            answer.diagnostic.starts_with("HTTP 200\n"),
            "{}",
            answer.diagnostic
        );
        assert!(answer.diagnostic.contains(said), "{}", answer.diagnostic);
    }
    let long = format!("<html>\u{1b}[2J{}", "x".repeat(100_000));
    let answer = answered(200, &long);
    assert!(answer.diagnostic.len() < 2_000 && !answer.diagnostic.contains('\u{1b}'));
}

#[test]
fn transport_errors_have_reasons() {
    for (error, reason) in [
        ("ETIMEDOUT: no answer within 120 s", Reason::TimedOut),
        ("connect ETIMEDOUT 10.0.0.1:80", Reason::TimedOut),
        ("UND_ERR_HEADERS_TIMEOUT", Reason::TimedOut),
        ("The operation timed out", Reason::TimedOut),
        ("ENOBUFS: too much", Reason::OutputTooLarge),
        ("EINTR", Reason::Interrupted),
        ("connect ECONNREFUSED ::1:11434", Reason::ServerError),
    ] {
        let response = Response {
            error: Some(error),
            ..Response::default()
        };
        let answer = parse("m", response, Profile::Strict);
        assert_eq!(answer.problem, Some(reason));
        assert!(answer.diagnostic.contains(error));
    }
}

#[test]
fn warnings_are_safe_to_print() {
    let body = r#"{"model":"\u001b[2J\u202ex","choices":[{"message":{"content":"x"}}]}"#;
    let answer = answered(200, body);
    let message = &answer.warnings[0].message;
    assert!(
        message.contains("\\u001b") && message.contains("\\u202e") && message.contains("asked")
    );
    assert_eq!(answer.model, Recorded::of(Some("asked"), Source::Requested));
}

/// Y-22, F-27
#[test]
fn what_cannot_chat_is_passed_over() {
    let (model, warnings) = first_model(&data("models-ollama.json"), Profile::Strict);
    assert_eq!(model.as_deref(), Some("qwen2.5-coder:14b"));
    assert_eq!(warnings.len(), 2);
    assert!(warnings[0].message.contains("nomic-embed-text"));
    let (model, warnings) = first_model(&data("models-tags.json"), Profile::Strict);
    assert_eq!(
        (model.as_deref(), warnings.len()),
        (Some("mistral-small:24b"), 3)
    );
    // The peer takes the first one, whatever it is.
    let (model, warnings) = first_model(&data("models-ollama.json"), Profile::Peer);
    assert_eq!(
        (model.as_deref(), warnings.len()),
        (Some("nomic-embed-text:latest"), 0)
    );
    for (body, wanted) in [
        (
            r#"{"data":[{"id":"text-embedding-3"},{"id":"whisper-1"},{"id":"tts-1"}]}"#,
            None,
        ),
        (
            r#"{"data":[{"id":"EMBED"},{"id":"stable-diffusion"},{"id":"bge-reranker"}]}"#,
            None,
        ),
        (
            r#"{"data":[{"name":"x"},{"id":5},{"id":" "},{"id":"y"}]}"#,
            Some("x"),
        ),
        (r#"["a","b"]"#, Some("a")),
        (r#"[{"id":"a"}]"#, Some("a")),
        (r#"{"data":[{"id":"settsu-7b"}]}"#, Some("settsu-7b")),
        (r#"{"data":{"0":{"id":"x"}}}"#, None),
        ("{}", None),
        ("<html>", None),
    ] {
        assert_eq!(
            first_model(body, Profile::Strict).0.as_deref(),
            wanted,
            "{body}"
        );
    }
}

// ---- L-101 … L-109, B-10 --------------------------------------------------------------------------------------

const ID: &str = "5c0e4a52-77aa-4c1b-9d2e-1f2a3b4c5d6e";

#[test]
fn antigravity_keeps_its_files_below_the_home_directory() {
    for home in ["/home/dev", "/home/dev/"] {
        assert_eq!(
            antigravity::cache_path(home),
            "/home/dev/.gemini/antigravity-cli/cache/last_conversations.json"
        );
        assert_eq!(
            antigravity::log_path(home),
            "/home/dev/.gemini/antigravity-cli/cli.log"
        );
        assert_eq!(
            antigravity::transcript_path(home, "c1"),
            "/home/dev/.gemini/antigravity-cli/brain/c1/.system_generated/logs/transcript.jsonl"
        );
        assert_eq!(
            antigravity::full_transcript_path(home, "c1"),
            "/home/dev/.gemini/antigravity-cli/brain/c1/.system_generated/logs/transcript_full.jsonl"
        );
    }
}

#[test]
fn a_run_takes_what_is_behind_its_mark() {
    let cache = data("antigravity-cache.json");
    let id = antigravity::conversation(File::Text(&cache), "/code/app");
    assert_eq!(id.as_deref(), Some(ID));
    let id = id.as_deref();
    let now = data("antigravity-transcript.jsonl");
    let lines: Vec<&str> = now.lines().take(3).collect();
    let before = lines.join("\n");
    let mark = Mark::of(id, File::Text(&before), File::Text(&before));
    assert_eq!((mark.lines, mark.full_lines), (2, 2));
    let found = antigravity::fallback(id, File::Text(&now), &mark);
    assert_eq!(found, "The plan forgets src/new.rs:2.");
    assert_eq!(antigravity::fallback(id, File::Text(&before), &mark), "");
    assert_eq!(
        antigravity::model(id, File::Text(&now), &mark).as_deref(),
        Some("Gemini 3 Pro")
    );
    assert_eq!(Mode::of(id, File::Text(&now), &mark), Mode::SessionStarted);
    assert_eq!(
        Mode::of(id, File::Text(&before), &mark),
        Mode::PreSessionStall
    );
}

/// B-10
#[test]
fn a_conversation_is_one_plain_path_component() {
    for bad in [
        "",
        ".",
        "..",
        "../x",
        "a/b",
        "a\\\\b",
        "c:x",
        "a\\u0000b",
        "/",
    ] {
        let cache = format!(r#"{{"/code/app":"{bad}"}}"#);
        assert_eq!(
            antigravity::conversation(File::Text(&cache), "/code/app"),
            None,
            "{bad}"
        );
    }
    // L-102, full lower-casing
    let cache = r#"{"/CODE/ÄPP":"c1"}"#;
    assert_eq!(
        antigravity::conversation(File::Text(cache), "/code/äpp").as_deref(),
        Some("c1")
    );
    for file in [
        File::Missing,
        File::Unreadable,
        File::Text("[1]"),
        File::Text("{"),
    ] {
        assert_eq!(antigravity::conversation(file, "/code/app"), None);
    }
    // Lines that are no objects are skipped, null among them.
    let lines = "null\n7\n{\"source\":\"MODEL\",\"status\":\"DONE\",\"type\":\"PLANNER_RESPONSE\",\"content\":\"x\"}\nnull\n";
    assert_eq!(
        antigravity::fallback(Some("c"), File::Text(lines), &Mark::default()),
        "x"
    );
}

#[test]
fn antigravity_is_asked_to_say_that_it_sees_nothing() {
    let instruction = "Read `/run/gsd-review-prompt.md` and answer.";
    let variant = antigravity::self_reporting(instruction);
    assert!(variant.starts_with(instruction) && variant.contains("REVIEWED-WITHOUT-REPO-ACCESS"));
    assert!(!variant.contains('\n'));
    let argv = ["-p".to_string(), instruction.to_string()];
    assert_eq!(
        antigravity::argv(&argv, instruction, "/code/app", true),
        ["--add-dir", "/code/app", "-p", &variant]
    );
}

#[test]
fn a_run_that_gave_nothing_is_explained_by_its_log() {
    let log = data("antigravity-cli.log");
    let found = Diagnosis::of(File::Text(&log), " denied \n", Mode::SessionStarted);
    assert_eq!(found.log_lines.len(), 2);
    assert_eq!(found.stderr, "denied");
    let facts = found.facts();
    assert!(
        facts.contains("NOT_FOUND") && facts.contains("session_started"),
        "{facts}"
    );
}

// ---- L-137 ----------------------------------------------------------------------------------------------------

#[test]
fn plans_are_named_as_they_are() {
    let coverage = plan_coverage(
        ["04-01", "04-02", "aa"],
        "see 04-01, 104-02 04-02_ aaa a aa-b",
    );
    assert_eq!((coverage.complete, coverage.total), (false, 3));
    assert_eq!(coverage.missing_ids, ["04-02", "aa"]);
    // Of occurrences that overlap, each is looked at.
    assert!(plan_coverage(["a.a"], "xa.a.a").complete);
    assert!(!plan_coverage(["a.a"], "xa.a.ax").complete);
}

// ---- L-138 … L-140, Y-8 … Y-10 --------------------------------------------------------------------------------

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

fn document(reviews: Vec<Review<'_>>) -> Composed<'_> {
    compose(&input(reviews))
}

fn input(reviews: Vec<Review<'_>>) -> Input<'_> {
    Input {
        phase: Some("04"),
        reviewed_at: "2026-01-02T03:04:05Z",
        plans: vec!["04-01-PLAN.md", "docs/04-02-PLAN.md"],
        reviews,
        ..Input::default()
    }
}

/// The text of one section, its heading apart.
fn section<'d>(text: &'d str, heading: &str) -> &'d str {
    let (_, rest) = text
        .split_once(&format!("\n## {heading}\n"))
        .unwrap_or_else(|| panic!("no {heading} in {text}"));
    rest.split_once("\n\n---\n\n## ")
        .map_or(rest, |(it, _)| it)
        .trim()
}

fn front_matter(text: &str) -> Yaml<'_> {
    let (front, _) = text
        .strip_prefix("---\n")
        .unwrap()
        .split_once("\n---\n")
        .unwrap();
    Yaml::load_from_str(front).unwrap().remove(0)
}

fn order_of(text: &str, parts: &[&str]) {
    let places: Vec<usize> = parts
        .iter()
        .map(|part| {
            text.find(part)
                .unwrap_or_else(|| panic!("no {part:?} in {text}"))
        })
        .collect();
    assert!(places.is_sorted(), "{parts:?} in {text}");
}

/// L-138
#[test]
fn the_front_matter_says_who_reviewed_what_and_how() {
    let mut codex = review(
        "codex",
        "Codex",
        "04-01 of src/lib.rs:10 is fine, and so is the rest of all of it.",
    );
    codex.model = Recorded::of(Some("gpt-5 (reasoning=high)"), Source::Pinned);
    codex.trimmed = Some(Trimmed {
        budget: 1_000.0,
        effective_budget: 900.0,
        estimated_tokens: 880.0,
        omitted: vec!["context"],
        plan_truncation_pct: 12.345,
        note_injected: true,
        ..Trimmed::default()
    });
    let mut untouched = review("claude", "Claude", GOOD);
    untouched.trimmed = Some(Trimmed {
        budget: 9e9,
        ..Trimmed::default()
    });
    let composed = document(vec![untouched, codex]);
    let text = &composed.text;
    order_of(
        text,
        &[
            "\nphase: ",
            "\nreviewers: ",
            "\nreviewed_at: ",
            "\nplans_reviewed: ",
            "\nmodels:",
            "\nmodel_sources:",
            "\ntrimmed_reviewers:",
            "\nplan_coverage:",
        ],
    );
    let front = front_matter(text);
    assert_eq!(front["phase"].as_str(), Some("04"));
    assert_eq!(front["reviewers"][1].as_str(), Some("codex"));
    assert_eq!(
        front["plans_reviewed"][1].as_str(),
        Some("docs/04-02-PLAN.md")
    );
    assert_eq!(front["models"]["claude"].as_str(), Some("unknown"));
    assert_eq!(front["model_sources"]["claude"].as_str(), Some("unknown"));
    assert_eq!(
        front["models"]["codex"].as_str(),
        Some("gpt-5 (reasoning=high)")
    );
    assert_eq!(front["model_sources"]["codex"].as_str(), Some("pinned"));
    let trimmed = &front["trimmed_reviewers"];
    assert!(trimmed.as_mapping().is_some_and(|it| it.len() == 1));
    assert_eq!(trimmed["codex"]["budget"].as_integer(), Some(1_000));
    assert_eq!(trimmed["codex"]["omitted"][0].as_str(), Some("context"));
    assert_eq!(
        trimmed["codex"]["plan_truncation_pct"].as_floating_point(),
        Some(12.345)
    );
    assert_eq!(trimmed["codex"]["note_injected"].as_bool(), Some(true));
    // Only what is incomplete.
    assert_eq!(
        front["plan_coverage"]["codex"]["total"].as_integer(),
        Some(2)
    );
    assert_eq!(
        front["plan_coverage"]["codex"]["missing"][0].as_str(),
        Some("04-02")
    );
    assert_eq!(
        front["status"]["claude"]["status"].as_str(),
        Some("reviewed")
    );
    assert_eq!(
        front["status"]["codex"]["marks"][0].as_str(),
        Some("trimmed")
    );
    assert_eq!(front["status"]["codex"]["counted"].as_bool(), Some(false));
    assert!(composed.reviewed);
}

/// L-138: nothing that is not known is written.
#[test]
fn without_a_phase_the_title_says_so() {
    let composed = compose(&Input {
        phase: None,
        plans: Vec::new(),
        ..input(vec![review("claude", "Claude", GOOD)])
    });
    assert!(!composed.text.contains("\nphase:"));
    assert!(
        composed
            .text
            .contains("\n# Cross-AI Plan Review (no phase given)\n")
    );
    assert!(
        !composed.text.contains("trimmed_reviewers") && !composed.text.contains("plan_coverage")
    );
}

/// L-139
#[test]
fn the_body_has_its_parts_in_order() {
    let mut first = review("deep", "OpenCode", GOOD);
    first.slug = "opencode";
    let mut second = review("fast", "OpenCode", GOOD);
    second.slug = "opencode";
    let composed = document(vec![review("gemini", "Gemini", GOOD), first, second]);
    order_of(
        &composed.text,
        &[
            "\n---\n\n> **Shared adapter.**",
            "\n# Cross-AI Plan Review — Phase 04\n",
            "\n<!-- gsd:plan-revision-conflicts:begin -->\n## Plan-Revision Conflicts\n<!-- gsd:plan-revision-conflicts:end -->\n",
            "\n## Gemini Review\n",
            "\n---\n\n## OpenCode Review (deep)\n",
            "\n---\n\n## OpenCode Review (fast)\n",
            "\n---\n\n## Consensus Summary\n",
            "\n### Agreed Strengths\n",
            "\n### Agreed Concerns\n",
            "\n### Divergent Views\n",
        ],
    );
    // One instance shares nothing.
    let mut alone = review("deep", "OpenCode", GOOD);
    alone.slug = "opencode";
    assert!(
        !document(vec![alone, review("opencode", "OpenCode", GOOD)])
            .text
            .contains("Shared adapter")
    );
}

fn with(previous: &str) -> Composed<'_> {
    compose(&Input {
        previous: Some(previous),
        ..input(vec![review("gemini", "Gemini", GOOD)])
    })
}

/// L-139
#[test]
fn conflicts_right_behind_the_title_are_kept_byte_for_byte() {
    let entries = "\n- 04-01 keeps the old schema\t(decided 2026-01-02) — \"  spaces  kept \"\n";
    let kept = format!(
        "<!-- gsd:plan-revision-conflicts:begin -->\n## Plan-Revision Conflicts\n{entries}<!-- gsd:plan-revision-conflicts:end -->\n"
    );
    let previous = data("previous.md");
    let composed = with(&previous);
    assert!(composed.text.contains(&kept), "{}", composed.text);
    assert!(!composed.text.contains("forged"));
    assert_eq!(with(&composed.text).text, composed.text);
    // What only looks like it, further down or without the title, was written by a reviewer.
    let (head, tail) = previous.split_once("# Cross-AI").unwrap();
    let tail = tail.split_once("## Gemini").unwrap().1;
    for other in [
        format!("{head}# Cross-AI Plan Review\n\n## Gemini{tail}"),
        format!("{head}## Gemini{tail}"),
        "---\n".into(),
        String::new(),
    ] {
        let composed = with(&other);
        assert!(
            !composed.text.contains("forged") && composed.warnings.is_empty(),
            "{other}"
        );
    }
    let unclosed = previous
        .split_once("<!-- gsd:plan-revision-conflicts:end")
        .unwrap()
        .0;
    assert_eq!(with(unclosed).warnings[0].code, "conflicts-unclosed");
    assert!(
        with(&previous.replace('\n', "\r\n"))
            .text
            .contains("old schema")
    );
}

/// B-3, Y-10
#[test]
#[allow(clippy::too_many_lines)] // one document
fn what_is_no_whole_review_says_so_in_its_first_line_and_does_not_count() {
    let mut all = vec![
        review("claude", "Claude", GOOD),
        review("gemini", "Gemini", GOOD),
    ];
    let mut failed = review("codex", "Codex", "");
    failed.status = Status::Refused;
    failed.reason = Some(Reason::EgressHostChanged);
    failed.detail = "agreed to <x>\n## Fake";
    let mut cut = review("qwen", "Qwen", GOOD);
    cut.status = Status::Incomplete;
    cut.reason = Some(Reason::TruncatedByServer);
    let blind_text = stamp::blind(&format!("REVIEWED-WITHOUT-REPO-ACCESS\n{GOOD}")).unwrap();
    let blind = review("antigravity", "Antigravity", &blind_text);
    let ungrounded_text = stamp::ungrounded(
        "All of it looks good to me, there is nothing much to add here.",
        Citations::Any,
    )
    .unwrap();
    let ungrounded = review("ollama", "Ollama", &ungrounded_text);
    let mut diff_only = review("coderabbit", "CodeRabbit", GOOD);
    diff_only.diff_only = true;
    let short = review("cursor", "Cursor", "ok src/a.rs:1");
    let mut trimmed = review("lm_studio", "LM Studio", GOOD);
    trimmed.trimmed = Some(Trimmed {
        omitted: vec!["research"],
        plan_truncation_pct: 12.04,
        project_md_shrunk: true,
        hard_failed: true,
        ..Trimmed::default()
    });
    all.extend([failed, cut, blind, ungrounded, diff_only, short, trimmed]);
    let composed = document(all);
    let first_line = |heading: &str| {
        let text = section(&composed.text, heading);
        text.lines().next().unwrap_or_default().to_string()
    };
    for (heading, words) in [
        (
            "Codex Review",
            vec![
                "> **Refused** (`egress_host_changed`)",
                "agreed to &lt;x>\\u000a## Fake",
                Reason::EgressHostChanged.remedy(),
                "Not counted",
            ],
        ),
        (
            "Qwen Review",
            vec!["> **Incomplete** (`truncated-by-server`)", "Not counted"],
        ),
        ("Antigravity Review", vec!["> **Blind**", "Not counted"]),
        (
            "Ollama Review",
            vec!["> **Ungrounded**", "Noted, not counted at full weight"],
        ),
        ("CodeRabbit Review", vec!["> **Diff only**", "Noted"]),
        ("Cursor Review", vec!["> **Unsubstantive**", "Not counted"]),
        (
            "LM Studio Review",
            vec![
                "> **Trimmed**",
                "without research",
                "project shortened",
                "plans cut by 12 %",
                "did not fit",
                "Not counted",
            ],
        ),
    ] {
        let line = first_line(heading);
        for word in words {
            assert!(line.contains(word), "{word:?} in {line:?}");
        }
    }
    assert!(first_line("Claude Review").starts_with("The plan covers"));
    assert!(
        section(&composed.text, "Codex Review").ends_with("There is no text of this reviewer.")
    );
    let weight = |name: &str| {
        composed
            .reviewers
            .iter()
            .find(|it| it.identity == name)
            .unwrap()
            .weight
    };
    assert_eq!(weight("claude"), Weight::Full);
    assert_eq!(weight("coderabbit"), Weight::Noted);
    assert_eq!(weight("ollama"), Weight::Noted);
    for name in ["codex", "qwen", "antigravity", "cursor", "lm_studio"] {
        assert_eq!(weight(name), Weight::None, "{name}");
    }
    // B-21: only lanes that see sources, only real reviews.
    let covered: Vec<&str> = composed
        .reviewers
        .iter()
        .filter(|it| it.coverage.is_some())
        .map(|it| it.identity)
        .collect();
    assert_eq!(
        covered,
        [
            "claude",
            "gemini",
            "antigravity",
            "ollama",
            "cursor",
            "lm_studio"
        ]
    );
    let front = front_matter(&composed.text);
    assert_eq!(
        front["status"]["codex"]["reason"].as_str(),
        Some("egress_host_changed")
    );
    let consensus = section(&composed.text, "Consensus Summary");
    assert!(consensus.contains("- Counted: claude, gemini\n"));
    assert!(consensus.contains("- Noted, not counted at full weight: ollama, coderabbit\n"));
}

/// B-3: a document without a real review in it is not to be written.
#[test]
fn b_3_neither_a_stub_nor_a_word_is_a_review() {
    let stub = "codex: the lane failed or returned empty output (timed-out).\n\nsrc/a.rs:1 is what it printed, and a lot more besides.";
    for (text, status) in [("ok", Status::Reviewed), (stub, Status::Failed)] {
        let composed = document(vec![review("codex", "Codex", text)]);
        assert!(!composed.reviewed, "{text}");
        let standing = &composed.reviewers[0];
        assert_eq!((standing.status, standing.weight), (status, Weight::None));
        let front = front_matter(&composed.text);
        let wanted = Some(status.as_str());
        assert_eq!(front["status"]["codex"]["status"].as_str(), wanted);
    }
    let text = document(vec![review("codex", "Codex", stub)]).text;
    assert!(section(&text, "Codex Review").starts_with("> **Failed**"));
    // A review may speak of stubs.
    let speaks = format!("{GOOD}\nThe lane failed or returned empty output, says src/a.rs:1.");
    assert!(document(vec![review("codex", "Codex", &speaks)]).reviewed);
}

/// Y-8: two headings never read the same, whatever sections and identities are called.
#[test]
fn y_8_every_section_has_a_heading_of_its_own() {
    let long = "x".repeat(100);
    let names = [format!("{long}a"), format!("{long}b"), format!("{long}c")];
    let mut reviews: Vec<Review<'_>> = Vec::new();
    for name in &names {
        reviews.push(Review {
            slug: "codex",
            ..review(name, "S", GOOD)
        });
    }
    reviews.push(review("one", "S", GOOD));
    reviews.push(review("two", "S", GOOD));
    let text = document(reviews).text;
    let mut headings: Vec<&str> = text.lines().filter(|it| it.starts_with("## S ")).collect();
    assert_eq!(headings.len(), 5);
    assert!(headings.contains(&"## S Review") && headings.contains(&"## S Review (two)"));
    headings.sort_unstable();
    headings.dedup();
    assert_eq!(headings.len(), 5, "{headings:?}");
}

/// Of thousands of reviewers and plans each is found.
#[test]
fn thousands_of_reviewers_and_plans_are_told_apart() {
    let names: Vec<String> = (0..20_000).map(|it| format!("i{it}")).collect();
    let plans: Vec<String> = (0..20_000).map(|it| format!("01.1-{it}-PLAN.md")).collect();
    let text = (0..20_000).map(|it| format!("01.1-{it} is covered\n"));
    let text: String = text.collect();
    let mut reviews: Vec<Review<'_>> = Vec::new();
    for name in &names {
        reviews.push(Review {
            slug: "codex",
            status: Status::Failed,
            ..review(name, "Codex", "")
        });
    }
    reviews.push(review("gemini", "Gemini", &text));
    let composed = compose(&Input {
        plans: plans.iter().map(String::as_str).collect(),
        ..input(reviews)
    });
    let standing = composed.reviewers.last().unwrap();
    assert!(standing.coverage.as_ref().unwrap().complete);
    assert_eq!(composed.reviewers.len(), names.len() + 1);
}

/// Y-9: the front matter is YAML, whatever the reviewers are called.
#[test]
fn y_9_each_identity_is_there_once() {
    let composed = document(vec![
        review("gemini", "Gemini", GOOD),
        review("gemini", "Other", GOOD),
        review("codex", "Codex", GOOD),
    ]);
    let codes: Vec<&str> = composed.warnings.iter().map(|it| it.code).collect();
    assert_eq!(codes, ["identity-repeated"]);
    let names: Vec<&str> = composed.reviewers.iter().map(|it| it.identity).collect();
    assert_eq!(names, ["gemini", "codex"]);
    assert!(!composed.text.contains("Other Review"));
    assert_eq!(
        front_matter(&composed.text)["models"]["gemini"].as_str(),
        Some("unknown")
    );
}

/// Y-10: no agreement is ever invented.
#[test]
fn a_consensus_is_what_somebody_found_and_takes_two() {
    let two = || {
        vec![
            review("claude", "Claude", GOOD),
            review("gemini", "Gemini", GOOD),
        ]
    };
    let given = Some(Consensus {
        agreed_strengths: "- clear goals",
        agreed_concerns: "# Loud\n\n- no rollback",
        divergent_views: "",
    });
    let nobody = document(two());
    assert!(
        section(&nobody.text, "Consensus Summary")
            .matches("Nobody has compared")
            .count()
            == 3
    );
    let compared = compose(&Input {
        consensus: given,
        ..input(two())
    });
    let text = section(&compared.text, "Consensus Summary");
    order_of(
        text,
        &[
            "### Agreed Strengths\n\n- clear goals",
            "### Agreed Concerns\n\n#### Loud\n\n- no rollback",
            "### Divergent Views\n\nNone was found.",
        ],
    );
    let alone = compose(&Input {
        consensus: given,
        ..input(vec![review("claude", "Claude", GOOD)])
    });
    let text = section(&alone.text, "Consensus Summary");
    assert!(!text.contains("clear goals") && text.contains("at least two reviews"));
    assert_eq!(alone.warnings[0].code, "consensus-refused");
    let none = document(Vec::new());
    assert!(!none.reviewed && none.text.contains("## Consensus Summary"));
}

/// Y-8
#[test]
fn a_hostile_review_stays_in_its_section() {
    let hostile = data("review-hostile.md");
    let composed = document(vec![
        review("gemini", "Gemini", &hostile),
        review("codex", "Codex", GOOD),
    ]);
    let text = section(&composed.text, "Gemini Review");
    for line in [
        "\\---",
        "### Cross-AI Plan Review — Phase 04",
        "&lt;!-- gsd:plan-revision-conflicts:begin -->",
        "#### Plan-Revision Conflicts",
        "#### Codex Review",
        "### Consensus Summary",
        "##### Agreed Strengths",
        "# a comment of a shell, not a heading",
        "echo \"<details>\"",
        "&lt;details>&lt;summary>x&lt;/summary>",
        "[reviewed-without-repo-access]\\: https://evil.example \"x\"",
        "Some text that goes on &lt;!-- and on",
    ] {
        assert!(text.lines().any(|it| it == line), "{line:?} in {text}");
    }
    assert!(text.ends_with("~~~\nnever closed\n~~~"), "{text}");
    assert_eq!(section(&composed.text, "Codex Review"), GOOD.trim());
    let front = front_matter(&composed.text);
    assert_eq!(front["reviewers"].as_sequence().map(Vec::len), Some(2));
    assert_eq!(
        front["status"]["codex"]["status"].as_str(),
        Some("reviewed")
    );
}

/// Y-8, where a tool broke off inside of `<details>` and of a code block.
#[test]
fn a_review_that_breaks_off_hides_nothing_behind_it() {
    let cut = data("review-coderabbit.md");
    let composed = document(vec![
        review("coderabbit", "CodeRabbit", &cut),
        review("codex", "Codex", GOOD),
    ]);
    let text = section(&composed.text, "CodeRabbit Review");
    assert!(text.contains("&lt;details>\n&lt;summary>Nitpicks (1)&lt;/summary>\n"));
    assert!(text.ends_with("+ let width = 1;\n```"), "{text}");
}

#[test]
fn an_ordinary_review_is_left_as_it_is() {
    let ordinary = "\
Intro with `code`, `Vec<String>`, a < b, <https://example.org> and <kbd>x</kbd>.

### Strengths

- one
  - nested

    ```rust
    # not a heading
    let x = \"<div>\";
    ```

1. Fix:
   ```sh
   # install
   ```
2. then
   more

> quoted
> ```
> # also code
> ```

| a | b |
|---|---|
| `|` | 2 |

    # indented code
    <div>

#### Risk

***

**LOW**
";
    let composed = document(vec![review("gemini", "Gemini", ordinary)]);
    assert!(
        composed
            .text
            .contains(&format!("## Gemini Review\n\n{ordinary}\n---\n")),
        "{}",
        composed.text
    );
}

/// Y-8: all headings move if one of them is as low as ours.
#[test]
fn headings_move_together() {
    for (text, wanted) in [
        (
            "# A\n## B\n##### C\n###### D",
            "### A\n#### B\n###### C\n###### D",
        ),
        ("### A\n#### B", "### A\n#### B"),
        ("### Divergent  *Views* ##", "##### Divergent  *Views* ##"),
        ("A\n=\n\nB\nC\n--\n\n### D", "### A\n\n#### B C\n\n##### D"),
        ("- # A", "- ### A"),
        ("> ## A", "> #### A"),
        ("A #\n---", "#### A \\#"),
        ("#hash", "#hash"),
        ("    # code\n\n## B", "    # code\n\n#### B"),
        ("a\n\n---\n\nb", "a\n\n***\n\nb"),
        ("- a\n---\nb", "- a\n***\nb"),
        ("> a\n===", "> a\n\\==="),
    ] {
        let composed = document(vec![review("gemini", "Gemini", text)]);
        let found = section(&composed.text, "Gemini Review");
        let (_, found) = found.split_once("\n\n").unwrap();
        assert_eq!(found, wanted, "{text:?}");
    }
}

#[test]
fn names_of_others_stay_on_their_line() {
    let mut odd = review("x\ny", "A\n## B <!-- \u{202e}", GOOD);
    odd.slug = "z";
    odd.notices = vec!["changed: a\n# b"];
    let composed = compose(&Input {
        phase: Some("4\n# x"),
        notices: vec!["src/a.rs changed\n## while"],
        ..input(vec![
            odd,
            review("gemini", "Gemini", GOOD),
            review("other", "Gemini", GOOD),
        ])
    });
    let text = &composed.text;
    assert!(
        text.contains("\n# Cross-AI Plan Review — Phase 4\\u000a# x\n"),
        "{text}"
    );
    assert!(text.contains("\n## A\\u000a## B &lt;!-- \\u202e Review (x\\u000ay)\n"));
    assert!(text.contains("\n> **Note.** src/a.rs changed\\u000a## while\n"));
    assert!(text.contains("\n> **Note.** changed: a\\u000a# b\n"));
    // No heading twice.
    assert!(text.contains("\n## Gemini Review\n") && text.contains("\n## Gemini Review (other)\n"));
    let standing: &Standing<'_> = &composed.reviewers[0];
    assert_eq!(standing.identity, "x\ny");
}

/// Y-9: what a tool says is neither a link nor a picture nor emphasis of ours.
#[test]
fn words_of_others_are_no_markup() {
    let mut odd = review("codex", "C*d*x", GOOD);
    odd.status = Status::Incomplete;
    odd.detail = "see ![x](http://evil.example/p.png) and \\[y](z) in `a_b` __now__ C:\\dir\\";
    odd.notices = vec!["**changed**: src/my_file.rs!"];
    let composed = compose(&Input {
        phase: Some("4 [a](b)"),
        notices: vec!["*all*"],
        ..input(vec![odd])
    });
    for part in [
        r": see \!\[x\](http://evil.example/p.png) and \\\[y\](z) in \`a_b\` \_\_now\_\_ C:\dir\\. ",
        r"> **Note.** \*\*changed\*\*: src/my_file.rs!",
        r"> **Note.** \*all\*",
        r"— Phase 4 \[a\](b)",
        r"## C\*d\*x Review",
    ] {
        assert!(composed.text.contains(part), "{part} in {}", composed.text);
    }
}

// ---- time -----------------------------------------------------------------------------------------------------

/// What would take hours if anything were quadratic.
#[test]
fn hostile_inputs_take_linear_time() {
    const MANY: usize = 40_000;
    let start = Instant::now();
    let texts = [
        "\u{1b}]".repeat(MANY),
        "\u{1b}P\u{1b}[0;".repeat(MANY),
        "a:".repeat(MANY) + "1",
        "/".repeat(MANY) + ":1",
        "working dir ".repeat(MANY),
        "antigravity-cli/scratch".repeat(MANY / 10),
        "> ".repeat(MANY),
        "- ".repeat(MANY) + "x",
        "    ```a\n".repeat(MANY / 10),
        "- ```a\n".repeat(MANY / 10),
        "> ~~~\n".repeat(MANY / 10) + "x",
        "`".repeat(MANY),
        (1..300).map(|it| "`".repeat(it) + " ").collect(),
        "` \\` < <b ".repeat(MANY / 10),
        "[".repeat(MANY),
        "a\n=\n".repeat(MANY / 10),
        "a\n".repeat(MANY / 10) + "===",
        "<!-- ".repeat(MANY),
        "`<!--` ".repeat(MANY / 10),
        "<think>".repeat(MANY),
        "</".repeat(MANY),
        "<think></".repeat(MANY / 10),
        "<think><think></think>".repeat(MANY / 2),
        "<think></think>".repeat(MANY / 2),
        "<|channel|>a<|message|>x".repeat(MANY / 2),
        "<|start|>a<|message|>".repeat(MANY / 2),
        "Error: 1\n 2\n".repeat(MANY / 2),
        "[error] ".repeat(MANY / 2),
        "data: {\n".repeat(MANY / 10),
        "- - - x\n- \n\n".repeat(MANY / 10),
        "\n".repeat(MANY * 10) + &"> ---\n".repeat(MANY),
        "* * * ".repeat(MANY / 10) + "x",
        "{\"a\":".repeat(MANY / 10),
    ];
    for text in &texts {
        let cleaned = clean(text);
        let _ = (stamp::blind(text), stamp::ungrounded(text, Citations::Any));
        let _ = (
            has_citation(text, Citations::Anchored),
            is_substantive(text),
            strip(text),
            find(text),
        );
        let _ = (
            banner(text),
            transcript(text),
            opencode::read(text),
            answered(200, text),
        );
        let _ = plan_coverage([&*"a".repeat(10_000), "x"], text);
        let _ = document(vec![review("gemini", "Gemini", &cleaned)]);
        assert!(
            start.elapsed() < Duration::from_secs(120),
            "{:?}",
            text.get(..20)
        );
    }
}

/// A review that nobody could read in the document is shortened there, says so at both ends and counts as before (L-137, L-140, Y-8).
#[test]
fn an_endless_review_is_shortened_in_the_document_alone() {
    let line = "The loop in src/lib.rs:3 ends one element too early 😀, says the reviewer.\n";
    let units = |text: &str| text.encode_utf16().count();
    let exact = {
        let mut text = line.repeat(MAX_SECTION_UNITS / units(line));
        text.push_str(&"x".repeat(MAX_SECTION_UNITS - units(&text)));
        text
    };
    assert_eq!(units(&exact), MAX_SECTION_UNITS);
    let composed = document(vec![review("codex", "Codex", &exact)]);
    assert!(composed.warnings.is_empty() && composed.text.contains(&exact));

    let long = format!("{exact}y\n```\nnever closed 04-01 04-02\n");
    let composed = document(vec![Review {
        identity: "codex big",
        ..review("codex", "Codex", &long)
    }]);
    let says = "all of it is in `gsd-review-codex-big.md` in the folder of the run";
    let codes: Vec<&str> = composed.warnings.iter().map(|it| it.code).collect();
    assert_eq!(codes, ["review-shortened"]);
    assert!(composed.warnings[0].message.ends_with(says));
    assert_eq!(composed.text.matches(says).count(), 2);
    assert!(
        composed
            .text
            .contains(line.repeat(MAX_SECTION_UNITS / units(line)).as_str())
    );
    assert!(!composed.text.contains("xxx") && !composed.text.contains("never closed"));
    let standing = &composed.reviewers[0];
    assert_eq!(
        (
            standing.weight,
            standing.coverage.as_ref().unwrap().complete
        ),
        (Weight::Full, true)
    );

    // Within one line, and within a fence, which is closed.
    for head in ["", "```\n"] {
        let long = format!("{head}{}", "é".repeat(4 * MAX_SECTION_UNITS));
        let composed = document(vec![review("codex", "Codex", &long)]);
        let kept = composed.text.matches('é').count();
        assert_eq!(kept + head.len(), MAX_SECTION_UNITS, "{head:?}");
        let (_, end) = composed.text.rsplit_once('é').unwrap();
        let fence = if head.is_empty() { "" } else { "\n```" };
        let closing = format!("{fence}\n\n> **Shortened**: the review goes on; ");
        assert!(end.starts_with(&closing), "{:?}", &end[..80]);
    }
}

/// Y-10: a comparison that somebody wrote as one text is read by its headings.
#[test]
fn y_10_a_comparison_is_read_by_its_headings() {
    let text = "# What we found\n\npreface\n\n## Agreed strengths ##\n\nClear.\n\n#### In detail\n\nVery.\n\n```\n## Divergent Views\n```\n\
                ### Agreed Concerns\r\nSlow.\r\n## Next\nnothing of it\n# Divergent Views\nNone\n## Agreed Concerns\nlate\n";
    let found = consensus::parts(text).unwrap();
    let strengths = "Clear.\n\n#### In detail\n\nVery.\n\n```\n## Divergent Views\n```";
    assert_eq!(found.agreed_strengths, strengths);
    assert_eq!(found.agreed_concerns, "Slow.");
    assert_eq!(found.divergent_views, "None");
    for nothing in [
        "",
        "Agreed Concerns",
        "#Agreed Concerns",
        "## Agreed",
        "~~~\n# Agreed Concerns",
    ] {
        assert!(consensus::parts(nothing).is_none(), "{nothing:?}");
    }
    let one = consensus::parts("# Divergent Views").unwrap();
    assert_eq!((one.agreed_concerns, one.divergent_views), ("", ""));
}
