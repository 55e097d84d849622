//! The prompt budget: the rules that vectors do not hold, a model that reads them word by word, and what holds for every
//! prompt (L-120 … L-127, B-19, B-20, F-13).
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::float_cmp)] // tests
#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss
)]

mod cases;

use std::time::{Duration, Instant};

use cases::cases;
use gsd_lanes::json::{Document, Limits};
use gsd_lanes::lane::prompt_budget::{
    Budgeted, Options, Plan, Sections, apply_budget, estimate_tokens, parse_budget,
};
use gsd_lanes::rules;
use proptest::prelude::*;

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Owned sections.
#[derive(Debug, Clone, Default)]
struct Owned {
    instructions: String,
    roadmap: String,
    plans: Vec<(String, String)>,
    project: String,
    context: String,
    research: String,
    requirements: String,
}

impl Owned {
    fn apply(&self, budget: Option<f64>, options: &Options<'_>) -> Budgeted {
        let plan = |(file, content): &'_ (String, String)| -> (String, String) {
            (file.clone(), content.clone())
        };
        let owned: Vec<(String, String)> = self.plans.iter().map(plan).collect();
        let plans: Vec<Plan<'_>> = owned
            .iter()
            .map(|(file, content)| Plan { file, content })
            .collect();
        let sections = Sections {
            instructions: &self.instructions,
            roadmap: &self.roadmap,
            plans: &plans,
            project: &self.project,
            context: &self.context,
            research: &self.research,
            requirements: &self.requirements,
        };
        apply_budget(&sections, budget, options)
    }
}

fn small() -> Owned {
    Owned {
        instructions: "i".repeat(400),
        roadmap: "r".repeat(200),
        plans: vec![("a".into(), "x".into())],
        ..Owned::default()
    }
}

#[test]
fn b_19_plans_are_shortened_once_other_sections_are_gone() {
    // Without the context there is room for the plan, but only if it is shortened.
    let sections = Owned {
        plans: vec![("a".into(), "p".repeat(6_000))],
        context: "c".repeat(9_000),
        ..small()
    };
    let Budgeted {
        prompt,
        metadata,
        reason,
    } = sections.apply(Some(1_500.0), &Options::default());
    assert!(!metadata.hard_failed, "{metadata:?}");
    assert_eq!(reason, None);
    assert_eq!(metadata.omitted, ["context"]);
    assert!(metadata.plan_truncation_pct > 0.0);
    assert!(estimate_tokens(&prompt) as f64 <= metadata.effective_budget.unwrap());
    assert!(prompt.contains("Left out: context."));
}

#[test]
fn b_19_a_prompt_that_does_not_fit_has_its_own_reason() {
    let failed = small().apply(Some(50.0), &Options::default());
    assert_eq!(
        (&*failed.prompt, failed.reason),
        ("", Some("budget_too_small"))
    );
    let document = Document::parse(
        r#"{"sections": {"instructions": "i", "roadmap": 5, "plans": []}, "budget": 9}"#,
        Limits::MANIFEST,
    )
    .unwrap();
    let answer = rules::named("applyPromptBudget").unwrap()(document.root());
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["reason"], "budget_tool_failed");
    assert_eq!(answer["prompt"], "");
    assert!(answer["detail"].is_string());
}

#[test]
fn b_20_no_budget_and_none_above_zero_mean_no_limit() {
    let sections = Owned {
        context: "c".repeat(100_000),
        ..small()
    };
    for budget in [
        None,
        Some(0.0),
        Some(-1.0),
        Some(-0.0),
        Some(f64::NAN),
        Some(f64::INFINITY),
    ] {
        let Budgeted {
            prompt,
            metadata,
            reason,
        } = sections.apply(budget, &Options::default());
        assert!(units(&prompt) > 100_000, "{budget:?}");
        assert_eq!(
            (
                metadata.effective_budget,
                metadata.hard_failed,
                metadata.note_injected,
                reason
            ),
            (None, false, false, None)
        );
        assert_eq!(metadata.estimated_tokens, estimate_tokens(&prompt));
    }
}

#[test]
fn l_120_units_are_those_of_utf_16() {
    for (text, tokens) in [
        ("", 0),
        ("é", 1),
        ("éééé", 1),
        ("ééééé", 2),
        ("😀😀", 1),
        ("😀😀😀", 2),
        ("a😀😀", 2),
    ] {
        assert_eq!(estimate_tokens(text), tokens, "{text}");
    }
}

#[test]
fn l_124_no_cut_inside_a_character() {
    // Cut to the least that stays of a plan: 1024 units, which end inside a pair if one unit stands before.
    let pairs = |head: &str| Owned {
        plans: vec![("a".into(), format!("{head}{}", "😀".repeat(4_000)))],
        ..small()
    };
    for head in ["", "a"] {
        let sections = pairs(head);
        let cut = sections.apply(Some(540.0), &Options::default());
        assert!(!cut.metadata.hard_failed);
        let plan = cut.prompt.split("### a\n\n").nth(1).unwrap();
        assert_eq!(units(plan), 1_024, "{head}");
        assert_eq!(plan.contains('\u{FFFD}'), head == "a");
    }
}

#[test]
fn l_123_lines_of_the_project() {
    let with = |project: &str, head_lines: f64| {
        let sections = Owned {
            project: project.repeat(2_000),
            ..small()
        };
        let options = Options {
            head_lines,
            ..Options::default()
        };
        let cut = sections.apply(Some(400.0), &options);
        let rest = cut
            .prompt
            .split("## Project\n\n")
            .nth(1)
            .unwrap_or_default();
        String::from(rest.split("\n\n## Plans").next().unwrap_or_default())
    };
    assert_eq!(with("l\n", 1.0), "l");
    assert_eq!(with("l\n", 3.0), "l\nl\nl");
    assert_eq!(with("l\n", 3.9), "l\nl\nl");
    assert_eq!(with("l\r\n", 2.0), "l\r\nl\r");
    assert_eq!(with("l\n", 0.0), "");
    assert_eq!(with("l\n", -5.0), "");
    assert_eq!(with("l\n", f64::NAN), "");
}

#[test]
fn l_125_blanks_are_filled_once_and_the_share_is_rounded_half_up() {
    let sections = Owned {
        context: "c".repeat(4_000),
        ..small()
    };
    let with = |note: &str| {
        let options = Options {
            note,
            ..Options::default()
        };
        sections.apply(Some(400.0), &options).prompt
    };
    assert!(
        with("{budget}{budget} {omittedList} {planTruncationPct}{omittedList}")
            .contains("\n\n400{budget} context 0{omittedList}\n\n")
    );
    assert!(with("{ budget } $& {omittedList").contains("\n\n{ budget } $& {omittedList\n\n"));
    // A note that is empty is no block.
    assert!(with("").contains(&format!("{}\n\n## Roadmap", "i".repeat(400))));
    // 44.4 is 44, 40.5 would be 41.
    let cut = |plan: usize, budget: f64| {
        let sections = Owned {
            plans: vec![("a".into(), "p".repeat(plan))],
            ..small()
        };
        let options = Options {
            note: "{planTruncationPct}",
            ..Options::default()
        };
        let cut = sections.apply(Some(budget), &options);
        let shown = cut.prompt.split("\n\n").nth(1).unwrap_or_default();
        (cut.metadata.plan_truncation_pct, String::from(shown))
    };
    for budget in (900..2_000).step_by(7) {
        let (share, shown) = cut(8_000, f64::from(budget));
        if share > 0.0 {
            assert_eq!(shown, format!("{}", (share + 0.5).floor()), "{share}");
        }
    }
}

#[test]
fn f_13_the_note_of_ours_says_what_is_missing_and_fits_its_reserve() {
    let options = Options::default();
    let longest = options
        .note
        .replace("{budget}", "123456789")
        .replace("{omittedList}", "context, research, requirements")
        .replace("{planTruncationPct}", "100");
    assert!(estimate_tokens(&longest) + 2 <= 80, "{longest}");
    assert_eq!(longest.lines().count(), 1);
}

#[test]
fn l_127_the_budget_of_a_command_line() {
    for (text, budget) in [
        ("1", 1.0),
        (" 12x", 12.0),
        ("+7", 7.0),
        ("007", 7.0),
        ("1e9", 1.0),
        ("3.9", 3.0),
        ("\u{feff}5", 5.0),
    ] {
        assert_eq!(parse_budget(text), Some(budget), "{text}");
    }
    for text in ["", "0", "-1", "x", "+", "--5", "0x10", "١"] {
        assert_eq!(parse_budget(text), None, "{text}");
    }
    assert_eq!(parse_budget(&"9".repeat(400)), None);
}

/// Megabytes take time in proportion to their length.
#[test]
fn time_is_linear() {
    let time = |size: usize| {
        let sections = Owned {
            plans: (0..50)
                .map(|it| (format!("p{it}"), "é😀x\n".repeat(size)))
                .collect(),
            project: "line\n".repeat(10 * size),
            context: "c".repeat(10 * size),
            ..small()
        };
        let start = Instant::now();
        let cut = sections.apply(Some(size as f64 * 20.0 + 20_000.0), &Options::default());
        assert!(!cut.metadata.hard_failed);
        start.elapsed()
    };
    let short = time(2_000).max(Duration::from_millis(1));
    let long = time(20_000);
    assert!(long < short * 60, "{short:?} {long:?}");
}

// --- a model -----------------------------------------------------------------------------------------------

type Units = Vec<u16>;

fn tokens(units: usize) -> f64 {
    (units as f64 / 4.0).ceil()
}

/// The rules word by word, on lists of units; `None` is a hard failure.
struct Model {
    prompt: Option<String>,
    omitted: Vec<&'static str>,
    shrunk: bool,
    pct: f64,
}

#[allow(clippy::too_many_lines)] // as long as the rules
fn model(sections: &Owned, budget: f64, options: &Options<'_>) -> Model {
    let of = |text: &str| -> Units { text.encode_utf16().collect() };
    let effective = (budget * (1.0 - options.safety_margin / 100.0)).floor();
    let mut plans: Vec<Units> = sections
        .plans
        .iter()
        .map(|(_, content)| of(content))
        .collect();
    let mut parts = [
        &sections.project,
        &sections.context,
        &sections.research,
        &sections.requirements,
    ]
    .map(|it| of(it));
    let headings = [
        "## Project\n\n",
        "## Context\n\n",
        "## Research\n\n",
        "## Requirements\n\n",
    ];
    let (instructions, roadmap) = (of(&sections.instructions), of(&sections.roadmap));
    let mut result = Model {
        prompt: None,
        omitted: Vec::new(),
        shrunk: false,
        pct: 0.0,
    };
    let least = tokens(instructions.len())
        + tokens(roadmap.len())
        + plans
            .iter()
            .map(|it| tokens(it.len().min(1024)))
            .sum::<f64>();
    if least > effective {
        return result;
    }
    let total = |plans: &[Units], parts: &[Units; 4]| {
        let mut total = tokens(instructions.len())
            + tokens("## Roadmap\n\n".len())
            + tokens(roadmap.len())
            + tokens("## Plans\n\n".len());
        for ((file, _), plan) in sections.plans.iter().zip(plans) {
            total += tokens(units(&format!("### {file}\n\n"))) + tokens(plan.len());
        }
        for (heading, part) in headings.iter().zip(parts) {
            if !part.is_empty() {
                total += tokens(heading.len()) + tokens(part.len());
            }
        }
        total
    };
    let room = if total(&plans, &parts) > effective {
        effective - 80.0
    } else {
        effective
    };
    if total(&plans, &parts) > room {
        let feeds: Vec<usize> = parts[0]
            .iter()
            .enumerate()
            .filter(|(_, unit)| **unit == 10)
            .map(|(at, _)| at)
            .collect();
        let end = if options.head_lines < 1.0 {
            Some(0)
        } else {
            feeds.get(options.head_lines as usize - 1).copied()
        };
        if let Some(end) = end {
            result.shrunk = parts[0].len() != end;
            parts[0].truncate(end);
        }
    }
    let shorten = |plans: &mut Vec<Units>, parts: &[Units; 4], pct: &mut f64| -> bool {
        let all: usize = plans.iter().map(Vec::len).sum();
        let cost: f64 = plans.iter().map(|it| tokens(it.len())).sum();
        let group = room - (total(plans, parts) - cost);
        if group <= 0.0 {
            return false;
        }
        if group < cost {
            for plan in plans.iter_mut() {
                let keep =
                    ((plan.len() as f64 / all as f64 * group * 4.0).floor() as usize).max(1024);
                if keep < plan.len() {
                    let splits = (0xD800..0xDC00).contains(&plan[keep - 1])
                        && (0xDC00..0xE000).contains(&plan[keep]);
                    plan.truncate(keep);
                    if splits {
                        plan[keep - 1] = 0xFFFD;
                    }
                }
            }
            let left: usize = plans.iter().map(Vec::len).sum();
            *pct = (all - left) as f64 / all as f64 * 100.0;
        }
        true
    };
    let mut done = true;
    if total(&plans, &parts) > room {
        done = shorten(&mut plans, &parts, &mut result.pct);
    }
    for (at, name) in [(1, "context"), (2, "research"), (3, "requirements")] {
        if total(&plans, &parts) > room && !parts[at].is_empty() {
            parts[at].clear();
            result.omitted.push(name);
        }
    }
    let text = |units: &Units| String::from_utf16(units).unwrap();
    let assemble = |plans: &[Units], omitted: &[&str], pct: f64| -> String {
        let mut blocks = vec![text(&instructions)];
        if !omitted.is_empty() || result.shrunk || pct > 0.0 {
            let list = if omitted.is_empty() {
                "none".into()
            } else {
                omitted.join(", ")
            };
            let note = options
                .note
                .replacen("{budget}", &format!("{budget}"), 1)
                .replacen("{omittedList}", &list, 1);
            let share = format!("{}", (pct + 0.5).floor());
            blocks.push(note.replacen("{planTruncationPct}", &share, 1));
        }
        blocks.push(format!("## Roadmap\n\n{}", text(&roadmap)));
        let part = |at: usize| {
            (!parts[at].is_empty()).then(|| format!("{}{}", headings[at], text(&parts[at])))
        };
        blocks.extend(part(0));
        let files = sections.plans.iter().map(|(file, _)| file);
        let shown: Vec<String> = files
            .zip(plans)
            .map(|(file, plan)| format!("### {file}\n\n{}", text(plan)))
            .collect();
        blocks.push(format!("## Plans\n\n{}", shown.join("\n\n")));
        blocks.extend((1..4).filter_map(part));
        blocks.join("\n\n")
    };
    let mut prompt = assemble(&plans, &result.omitted, result.pct);
    // B-19.
    if !done && tokens(units(&prompt)) > effective {
        shorten(&mut plans, &parts, &mut result.pct);
        prompt = assemble(&plans, &result.omitted, result.pct);
    }
    if tokens(units(&prompt)) <= effective {
        result.prompt = Some(prompt);
    }
    result
}

fn text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec!["a", "é", "😀", "\n", "word of text\n", "\u{FFFD}"]);
    (
        prop::collection::vec(piece, 1..6),
        prop_oneof![Just(0), 0..20_usize, 0..900_usize],
    )
        .prop_map(|(pieces, times)| pieces.concat().repeat(times))
}

fn sections() -> impl Strategy<Value = Owned> {
    let plans = prop::collection::vec(("[a-z😀]{0,9}", text()), 0..4);
    let short = || text().prop_map(|text| text.chars().take(300).collect::<String>());
    (short(), short(), plans, text(), text(), text(), text()).prop_map(
        |(instructions, roadmap, plans, project, context, research, requirements)| Owned {
            instructions,
            roadmap,
            plans,
            project,
            context,
            research,
            requirements,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(600)))]

    #[test]
    fn it_is_as_the_rules_say(
        sections in sections(), budget in 1..9_000_u32, margin in prop_oneof![Just(10.0), Just(0.0), 0.0..60.0_f64], lines in -1..60_i32,
    ) {
        let options = Options { note: "[{budget}|{omittedList}|{planTruncationPct}]", safety_margin: margin, head_lines: lines.into() };
        let ours = sections.apply(Some(budget.into()), &options);
        let model = model(&sections, budget.into(), &options);
        prop_assert_eq!(ours.metadata.hard_failed, model.prompt.is_none());
        prop_assert_eq!(&ours.prompt, &model.prompt.unwrap_or_default());
        prop_assert_eq!(ours.metadata.omitted, model.omitted);
        prop_assert_eq!(ours.metadata.project_md_shrunk, model.shrunk);
        prop_assert_eq!(ours.metadata.plan_truncation_pct, model.pct);
    }

    #[test]
    fn what_is_given_fits_and_holds_what_must_be_there(sections in sections(), budget in 1..9_000_u32) {
        let cut = sections.apply(Some(budget.into()), &Options::default());
        prop_assert_eq!(cut.metadata.hard_failed, cut.reason.is_some());
        if cut.metadata.hard_failed {
            prop_assert_eq!(&*cut.prompt, "");
        } else {
            prop_assert!(estimate_tokens(&cut.prompt) as f64 <= cut.metadata.effective_budget.unwrap());
            prop_assert_eq!(cut.metadata.estimated_tokens, estimate_tokens(&cut.prompt));
            prop_assert!(cut.prompt.starts_with(&sections.instructions));
            prop_assert!(cut.prompt.contains(&sections.roadmap));
            let changed = !cut.metadata.omitted.is_empty() || cut.metadata.project_md_shrunk || cut.metadata.plan_truncation_pct > 0.0;
            prop_assert_eq!(cut.metadata.note_injected, changed);
            if !changed {
                prop_assert_eq!(&cut.prompt, &sections.apply(None, &Options::default()).prompt);
            }
        }
        prop_assert_eq!(&cut, &sections.apply(Some(budget.into()), &Options::default()));
    }
}

/// B-19 at the very edge: not one token was left for the plan.
#[test]
fn b_19_no_room_at_all_is_no_room() {
    let sections = Owned {
        instructions: "i".repeat(40),
        roadmap: "r".repeat(40),
        plans: vec![("a".into(), "p".repeat(8_000))],
        context: "c".repeat(2_000),
        ..Owned::default()
    };
    // 10 for the instructions, 3 + 10 for the roadmap, 3 + 2 for the headings of the plans, 3 + 500 for the context,
    // and 80 that are kept for the note.
    let budget = 10.0 + 13.0 + 5.0 + 503.0 + 80.0;
    let options = Options {
        safety_margin: 0.0,
        ..Options::default()
    };
    let Budgeted { metadata, .. } = sections.apply(Some(budget), &options);
    assert_eq!(metadata.omitted, ["context"], "{metadata:?}");
    assert!(
        metadata.plan_truncation_pct > 0.0 && !metadata.hard_failed,
        "{metadata:?}"
    );
}

#[test]
fn l_120_the_budget_is_rounded_down_below_zero_too() {
    let options = Options {
        safety_margin: 150.0,
        ..Options::default()
    };
    let Budgeted { metadata, .. } = small().apply(Some(1.0), &options);
    assert_eq!(metadata.effective_budget, Some(-1.0));
    assert!(metadata.hard_failed);
}
