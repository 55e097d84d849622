//! The vocabulary agrees with itself: matchers with patterns, tables with sets.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // tests

use std::collections::BTreeSet;

use gsd_lanes::vocabulary::codes::Code;
use gsd_lanes::vocabulary::grammar::{self, Grammar};
use gsd_lanes::vocabulary::shape::{Field, Shape};
use gsd_lanes::vocabulary::{RESERVED_NAMES, envelope, export, feature, reviewer, runtime, schema};
use proptest::prelude::*;
use proptest::string::string_regex;
use regress::Regex;

/// As a validator of JSON Schema compiles a pattern: ECMAScript under the `u` flag.
fn ecmascript(pattern: &str) -> Regex {
    Regex::with_flags(pattern, "u").unwrap()
}

fn compiled() -> Vec<(&'static str, &'static Grammar, Regex)> {
    grammar::ALL
        .iter()
        .map(|(name, grammar)| (*name, *grammar, ecmascript(grammar.pattern)))
        .collect()
}

fn agree(all: &[(&str, &Grammar, Regex)], text: &str) {
    for (name, grammar, pattern) in all {
        assert_eq!(
            (grammar.matches)(text.as_bytes()),
            pattern.find(text).is_some(),
            "{name}: {text:?}"
        );
    }
}

/// Every short text over characters that stand for all classes.
#[test]
fn matchers_agree_with_patterns_on_all_short_texts() {
    const ALPHABET: [char; 19] = [
        'a', 'x', 'X', '0', '1', '9', '-', '_', '.', '+', ' ', '*', '|', '=', '/', '\n', '\0', 'é',
        '\u{661}',
    ];
    let all = compiled();
    let mut texts = Vec::from([String::new()]);
    for _ in 0..=3 {
        let longer: Vec<String> = texts
            .iter()
            .flat_map(|text| ALPHABET.iter().map(move |letter| format!("{text}{letter}")))
            .collect();
        for text in &texts {
            agree(&all, text);
        }
        texts = longer;
    }
}

/// Texts that match, and texts that almost do: one character more, less or other.
fn near(pattern: &'static str) -> impl Strategy<Value = String> {
    let other = prop::sample::select(
        "aZx019-_.+ *|=/\n\té\u{7f}\u{661}"
            .chars()
            .collect::<Vec<_>>(),
    );
    (
        string_regex(pattern).unwrap(),
        0..4_u8,
        any::<prop::sample::Index>(),
        other,
    )
        .prop_map(|(text, change, at, other)| {
            let mut letters: Vec<char> = text.chars().collect();
            let spot = at.index(letters.len() + 1);
            match change {
                1 => letters.insert(spot, other),
                2 if spot < letters.len() => letters[spot] = other,
                3 if spot < letters.len() => drop(letters.remove(spot)),
                _ => {}
            }
            letters.into_iter().collect()
        })
}

/// A pattern for texts worth trying. Where the grammar's own cannot be turned into a generator, because it looks
/// ahead or is open at its end, one is made of the pieces that matter to it.
fn worth_trying(name: &str, grammar: &'static Grammar) -> &'static str {
    match name {
        "hookScript" => {
            r"(/|//|\.|\.\.|-|-x|a|a\.js|__pycache__|\.pytest_cache|m\.pyc|M\.PyO|\.pyc|x/|\./){1,6}"
        }
        "dotFolder" => r"\.[a-z.]{0,3}",
        _ => {
            let inner = grammar.pattern.strip_prefix('^').unwrap();
            inner.strip_suffix('$').unwrap()
        }
    }
}

#[test]
fn matchers_agree_with_patterns_near_matches() {
    let all = compiled();
    for (name, grammar) in grammar::ALL {
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        let outcome = runner.run(&near(worth_trying(name, grammar)), |text| {
            agree(&all, &text);
            Ok(())
        });
        outcome.unwrap();
    }
}

/// What decides about the script of a hook, in every order.
#[test]
fn hook_scripts_agree_with_their_pattern_on_all_short_paths() {
    const PIECES: [&str; 14] = [
        "/",
        ".",
        "..",
        "-",
        "a",
        "_",
        "__pycache__",
        "__PYCACHE__",
        ".pytest_cache",
        ".pyc",
        ".pYo",
        ".py",
        "\n",
        "\\",
    ];
    let (_, script, pattern) = compiled()
        .into_iter()
        .find(|(name, ..)| *name == "hookScript")
        .unwrap();
    let mut texts = Vec::from([String::new()]);
    for _ in 0..=4 {
        let longer: Vec<String> = texts
            .iter()
            .flat_map(|text| PIECES.iter().map(move |piece| format!("{text}{piece}")))
            .collect();
        for text in &texts {
            let matches = (script.matches)(text.as_bytes());
            assert_eq!(matches, pattern.find(text).is_some(), "{text:?}");
        }
        texts = longer;
    }
}

/// Half a pair is content like any other code unit (J-4): no class of ASCII holds it, every open one does.
#[test]
fn lone_surrogates_agree_with_patterns() {
    let texts: [(&[u8], &[u16]); 4] = [
        (b"\xED\xA0\x80", &[0xD800]),
        (b"a\xED\xB0\x80", &[0x61, 0xDC00]),
        (
            b"1.0.0\xED\xA0\x80",
            &[0x31, 0x2E, 0x30, 0x2E, 0x30, 0xD800],
        ),
        (b".a\xED\xA0\x80", &[0x2E, 0x61, 0xD800]),
    ];
    for (name, grammar, pattern) in compiled() {
        for (content, units) in texts {
            let matches = (grammar.matches)(content);
            let found = pattern.find_from_utf16(units, 0).next().is_some();
            assert_eq!(matches, found, "{name}: {units:X?}");
            assert!(!matches || ["hookMatcher", "dotFolder"].contains(&name));
        }
    }
}

/// `$` is the very end, not before a last line break (J-7), for every dialect of regular expressions; what only
/// ECMAScript and its like understand is used where nothing else can say it.
#[test]
fn patterns_are_whole_and_portable() {
    let exceptions = [
        ("hookScript", "(?"),
        ("hookScript", "[^"),
        ("hookMatcher", "[^"),
        ("dotFolder", "$"),
    ];
    for (name, grammar) in grammar::ALL {
        let pattern = grammar.pattern;
        let excepted = |what: &str| exceptions.contains(&(*name, what));
        assert!(pattern.starts_with('^'), "{name}");
        assert_ne!(pattern.ends_with('$'), excepted("$"), "{name}");
        for dialect in ["(?", r"\d", r"\w", r"\s", r"\b", "[^"] {
            let used = pattern.contains(dialect);
            assert_eq!(used, excepted(dialect), "{name}: {dialect}");
        }
        assert!(!grammar.words.is_empty() && !grammar.rule.is_empty());
    }
    distinct("grammars", grammar::ALL.iter().map(|(name, _)| *name));
}

fn distinct<'a>(what: &str, names: impl IntoIterator<Item = &'a str>) {
    let mut seen = BTreeSet::new();
    for name in names {
        assert!(!name.is_empty(), "{what} holds an empty name");
        assert!(seen.insert(name), "{what} holds {name} twice");
    }
}

fn names(table: &'static [Field]) -> Vec<&'static str> {
    table.iter().map(|field| field.name).collect()
}

#[test]
fn tables_hold_no_field_twice() {
    let tables = [
        ("envelope", envelope::FIELDS),
        ("engines", envelope::ENGINES),
        ("provenance", envelope::PROVENANCE),
        ("reviewer", reviewer::FIELDS),
        ("probe", reviewer::PROBE_FIELDS),
        ("spawn", reviewer::SPAWN_FIELDS),
        ("openai-http", reviewer::HTTP_FIELDS),
        ("feature", feature::FIELDS),
        ("runtimeCompat", feature::RUNTIME_COMPAT),
        ("command", feature::COMMAND),
        ("hook", feature::HOOK),
        ("step", feature::STEP),
        ("contribution", feature::CONTRIBUTION),
        ("gate", feature::GATE),
        ("resolver", feature::RESOLVER),
        ("resolver invoke", feature::RESOLVER_INVOKE),
        ("runtime", runtime::FIELDS),
        ("home", runtime::HOME),
        ("layout", runtime::LAYOUT),
        ("artifact", runtime::ARTIFACT),
        ("integration", runtime::HOST_INTEGRATION),
        ("dispatch", runtime::DISPATCH),
        ("orchestrator", runtime::ORCHESTRATOR),
    ];
    for (what, table) in tables {
        distinct(what, names(table));
        for field in table {
            closed_sets_are_sets(&field.accepts, field.name);
        }
    }
    let top = names(envelope::FIELDS);
    distinct(
        "top level",
        top.into_iter()
            .chain(envelope::BODY_NAMES.iter().copied())
            .chain(envelope::UNCHECKED.iter().copied()),
    );
}

fn closed_sets_are_sets(shape: &Shape, name: &str) {
    match shape {
        Shape::OneOf(set) => distinct(name, set.iter().copied()),
        Shape::OrNull(inner)
        | Shape::List(inner)
        | Shape::DistinctList(inner)
        | Shape::IndexedList(inner) => closed_sets_are_sets(inner, name),
        Shape::OrWord(word, inner) => {
            closed_sets_are_sets(inner, name);
            if let Shape::OneOf(set) = inner {
                assert!(!set.contains(word), "{name} holds {word} twice");
            }
        }
        _ => {}
    }
}

#[test]
fn sets_hold_no_member_twice() {
    let sets: &[(&str, &[&str])] = &[
        ("roles", envelope::ROLES),
        ("tiers", envelope::TIERS),
        ("bodies", envelope::BODY_NAMES),
        ("feature only", envelope::FEATURE_ONLY),
        ("executable", envelope::EXECUTABLE),
        ("unchecked", envelope::UNCHECKED),
        ("placeholders", reviewer::PLACEHOLDERS),
        ("denied variables", reviewer::DENIED_ENV),
        ("reserved flags", reviewer::RESERVED_FLAGS),
        ("reserved stems", reviewer::RESERVED_STEMS),
        ("stem prefixes", reviewer::RESERVED_STEM_PREFIXES),
        ("devices", reviewer::DEVICE_NAMES),
        ("numbered devices", reviewer::NUMBERED_DEVICE_NAMES),
        ("effort slugs", reviewer::EFFORT_SLUGS),
        ("config key fields", reviewer::CONFIG_KEY_FIELDS),
        ("host behaviours", runtime::HOST_BEHAVIORS),
        ("reserved names", RESERVED_NAMES),
        ("points", feature::POINTS),
        ("slice types", feature::SLICE_TYPES),
        ("slice fields", feature::SLICE_FIELDS),
        ("checks", feature::CHECKS),
        ("fragment", feature::FRAGMENT),
        ("converters", runtime::CONVERTERS),
        ("triggers", runtime::TRIGGERS),
        ("homes", runtime::HOME_KINDS),
    ];
    for (what, set) in sets {
        distinct(what, set.iter().copied());
    }
    assert_eq!(feature::POINTS.len(), 12);
    assert_eq!(runtime::CONVERTERS.len(), 30);
    assert_eq!(runtime::HOST_BEHAVIORS.len(), 60);
    assert!(!runtime::HOST_BEHAVIORS.contains(&runtime::REMOVED_HOST_BEHAVIOR));
    assert!(runtime::HOST_BEHAVIORS.is_sorted());
}

#[test]
fn subsets_are_subsets() {
    let within = |part: &[&str], whole: &[&str]| {
        for name in part {
            assert!(whole.contains(name), "{name} is not in {whole:?}");
        }
    };
    within(envelope::FEATURE_ONLY, envelope::BODY_NAMES);
    within(envelope::EXECUTABLE, envelope::BODY_NAMES);
    within(reviewer::CONFIG_KEY_FIELDS, &names(reviewer::FIELDS));
    within(&[reviewer::HTTP_HANDLER], reviewer::HANDLERS);
    within(&[feature::VERDICT], feature::CHECKS);
    within(
        &[runtime::HOME_NESTED, runtime::HOME_NONE],
        runtime::HOME_KINDS,
    );
    for (_, source) in feature::REFERENCES {
        within(source.as_slice(), &names(feature::FIELDS));
    }
    within(&names(feature::FIELDS), envelope::BODY_NAMES);
    within(&[reviewer::FILE_ARG], reviewer::OUTPUT_CHANNELS);
    within(
        &[reviewer::SPAWN, reviewer::OPENAI_HTTP],
        reviewer::TRANSPORTS,
    );
    for stem in reviewer::RESERVED_STEMS
        .iter()
        .chain(reviewer::DEVICE_NAMES)
    {
        assert!((grammar::SLUG.matches)(stem.as_bytes()), "{stem}");
    }
    for flag in reviewer::RESERVED_FLAGS {
        assert!((grammar::FLAG.matches)(flag.as_bytes()), "{flag}");
    }
    for name in reviewer::DENIED_ENV {
        assert!((grammar::ENV_NAME.matches)(name.as_bytes()), "{name}");
        assert_eq!(*name, name.to_ascii_uppercase());
    }
}

/// `effortChannel` belongs to both transports, `outputArg` hangs on `outputChannel` (R-3a, R-33).
#[test]
fn sets_of_the_transports_are_their_tables() {
    let set = |table: &'static [Field]| -> BTreeSet<&str> {
        names(table)
            .into_iter()
            .filter(|name| *name != "effortChannel")
            .collect()
    };
    let mut spawn = set(reviewer::SPAWN_FIELDS);
    assert!(spawn.insert("outputArg"));
    assert_eq!(spawn, reviewer::SPAWN_SET.iter().copied().collect());
    let http = set(reviewer::HTTP_FIELDS);
    assert_eq!(http, reviewer::HTTP_SET.iter().copied().collect());
    assert!(spawn.is_disjoint(&http));
    for table in [reviewer::SPAWN_FIELDS, reviewer::HTTP_FIELDS] {
        assert!(names(table).contains(&"effortChannel"));
    }
}

/// Every install surface has its row, and the rows name hook surfaces and formats that exist (H-5, G-9).
#[test]
fn the_surface_gate_covers_every_surface() {
    let rows: Vec<&str> = runtime::SURFACE_GATE
        .iter()
        .map(|(name, ..)| *name)
        .collect();
    assert_eq!(rows, runtime::INSTALL_SURFACES);
    let mut reached = BTreeSet::new();
    for (name, hooks, format) in runtime::SURFACE_GATE {
        distinct(name, hooks.iter().copied());
        for surface in *hooks {
            assert!(runtime::HOOKS_SURFACES.contains(surface), "{surface}");
            reached.insert(*surface);
        }
        assert!(runtime::CONFIG_FORMATS.contains(format), "{format}");
    }
    assert_eq!(reached, runtime::HOOKS_SURFACES.iter().copied().collect());
}

#[test]
fn extended_events_belong_to_families() {
    let events = runtime::EXTENDED_HOOK_EVENTS;
    distinct("extended events", events.iter().map(|(name, _)| *name));
    let families: BTreeSet<&str> = events.iter().map(|(_, family)| *family).collect();
    assert_eq!(families, runtime::HOOK_EVENTS.iter().copied().collect());
}

#[test]
fn probes_are_their_kinds() {
    let kinds: Vec<&str> = reviewer::PROBES.iter().map(|probe| probe.kind).collect();
    assert_eq!(kinds, reviewer::PROBE_KINDS);
    assert!(kinds.contains(&reviewer::HTTP_REACHABLE));
    let fields = names(reviewer::PROBE_FIELDS);
    let mut needed = BTreeSet::new();
    for probe in reviewer::PROBES {
        distinct(probe.kind, probe.needs.iter().copied());
        for name in probe.needs {
            assert!(fields.contains(name), "{name}");
            needed.insert(*name);
        }
    }
    assert_eq!(needed, fields.into_iter().collect());
}

#[test]
fn codes_are_distinct_and_in_kebab_case() {
    let kebab = ecmascript("^[a-z]+(-[a-z]+)*$");
    for code in Code::ALL {
        assert!(kebab.find(code.as_str()).is_some(), "{}", code.as_str());
    }
    distinct("codes", Code::ALL.iter().map(|code| code.as_str()));
}

/// The closed sets of the specification, word by word, as they are handed out.
#[test]
fn the_export_has_the_closed_sets_of_the_rules() {
    let all = export::vocabulary();
    let words = |text: &str| -> Vec<String> { text.split(' ').map(String::from).collect() };
    for (rule, name, members) in [
        ("R-12", "efforts", "minimal low medium high xhigh max"),
        (
            "L-45",
            "configuredEfforts",
            "minimal low medium high xhigh max inherit",
        ),
        ("L-46", "effortSlugs", "claude codex opencode"),
        ("R-35", "effortChannels", "none argv env"),
        ("L-30", "transports", "spawn openai-http"),
        ("L-30", "handlers", "antigravity openai-compatible opencode"),
        ("L-30", "promptChannels", "stdin argv argv-file-ref none"),
        ("L-34", "emptyOutputs", "stub-with-stderr handler-owned"),
        ("L-34", "evidenceClasses", "source-grounded diff-only"),
        (
            "Y-11",
            "laneStatuses",
            "reviewed incomplete failed skipped refused",
        ),
        (
            "L-10",
            "laneSlugs",
            "gemini claude codex coderabbit opencode qwen cursor antigravity ollama lm_studio llama_cpp kimi-code",
        ),
        (
            "B-5",
            "reservedStems",
            "prompt project context instructions roadmap research requirements",
        ),
        ("B-5", "reservedStemPrefixes", "prompt- plan-"),
    ] {
        let found = all[name]
            .as_array()
            .unwrap_or_else(|| panic!("{rule}: {name}"));
        let mut found: Vec<&str> = found.iter().filter_map(|it| it.as_str()).collect();
        let mut wanted = words(members);
        if rule != "L-10" {
            found.sort_unstable();
            wanted.sort_unstable();
        }
        assert_eq!(found, wanted, "{rule}: {name}");
    }
    let named = |list: &str, name: &str| -> Vec<String> {
        let list = all[list].as_array().into_iter().flatten();
        list.filter_map(|it| Some(it.get(name)?.as_str()?.to_string()))
            .collect()
    };
    let mut reasons = named("laneReasons", "reason");
    let mut wanted = words(
        "malformed_lane unknown_handler unknown_transport missing_binary missing_required_binary probe_failed \
         probe_timeout host_unreachable egress_host_changed budget_too_small budget_tool_failed exit-nonzero timed-out \
         spawn-error argument-too-long output-too-large auth-required quota server-error redirect-refused \
         truncated-by-server unsubstantive prompt-missing consent-missing manifest-changed interrupted",
    );
    // Ours besides: a review that could not be written down is none.
    wanted.push("write-failed".into());
    reasons.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(reasons, wanted, "L-157, Y-11");
    let mut probes = named("probes", "kind");
    probes.sort_unstable();
    assert_eq!(
        probes,
        ["command-capability", "command-exists", "http-reachable"],
        "L-60"
    );
    let mut placeholders = named("placeholders", "name");
    placeholders.sort_unstable();
    let wanted = [
        "{{effort}}",
        "{{model}}",
        "{{nativeTimeout}}",
        "{{output}}",
        "{{prompt}}",
    ];
    assert_eq!(placeholders, wanted, "L-37");
}

proptest! {
    /// The schema's class-by-class spelling refuses what the validator's folding refuses.
    #[test]
    fn denied_variables_are_denied_in_any_case(
        name in prop::sample::select(reviewer::DENIED_ENV),
        upper in prop::collection::vec(any::<bool>(), 32),
        tail in "[A-Z_]?",
    ) {
        let schema = schema::schema();
        let pattern = schema["$defs"]["env"]["propertyNames"]["not"]["anyOf"][0]["pattern"].as_str();
        let pattern = ecmascript(pattern.unwrap());
        let mixed: String = name
            .chars()
            .zip(upper)
            .map(|(letter, upper)| if upper { letter } else { letter.to_ascii_lowercase() })
            .chain(tail.chars())
            .collect();
        let denied = reviewer::DENIED_ENV.iter().any(|known| known.eq_ignore_ascii_case(&mixed));
        prop_assert_eq!(pattern.find(&mixed).is_some(), denied);
        prop_assert!(pattern.find(name).is_some());
    }
}
