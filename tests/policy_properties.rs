//! Properties of the install policy, and its readings that are stricter than the peer's.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::panic, clippy::unwrap_used, clippy::indexing_slicing)]

use gsd_lanes::json::{Document, Limits};
use gsd_lanes::rules;
use gsd_lanes::trust::IntegrityPin;
use gsd_lanes::trust::policy::{
    Platform, SpecProblem, integrity_pin, parse_spec, reserved_namespace, satisfies,
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// The answer of a rule to an input.
fn rule(name: &str, input: &Value) -> Value {
    let text = input.to_string();
    let document = Document::parse(&text, rules::LIMITS).unwrap();
    serde_json::from_str(&rules::named(name).unwrap()(document.root())).unwrap()
}

/// The table of T-49, row by row and slowly; versions are small whole numbers.
mod model {
    type Triple = (u64, u64, u64);

    pub fn satisfies(version: Triple, range: &str) -> bool {
        let sets: Vec<&str> = range.split("||").map(str::trim).collect();
        sets.iter()
            .filter(|set| !set.is_empty())
            .any(|set| set.split_whitespace().all(|it| comparator(version, it)))
    }

    fn comparator(version: Triple, text: &str) -> bool {
        for operator in [">=", "<=", ">", "<", "=", "^", "~", ""] {
            if let Some(rest) = text.strip_prefix(operator) {
                return partial(rest).is_some_and(|parts| holds(version, operator, &parts));
            }
        }
        false
    }

    /// The numeric parts.
    fn partial(text: &str) -> Option<Vec<u64>> {
        let text = text.strip_prefix('v').unwrap_or(text);
        let end = text.find(['-', '+']).unwrap_or(text.len());
        let parts: Vec<&str> = text[..end].split('.').collect();
        let wild = |part: &&str| ["x", "X", "*"].contains(part);
        let numbers: Vec<&str> = parts.iter().copied().take_while(|it| !wild(it)).collect();
        if parts.len() > 3 || !parts[numbers.len()..].iter().all(wild) {
            return None;
        }
        let digits = |part: &&str| !part.is_empty() && part.chars().all(|it| it.is_ascii_digit());
        if !numbers.iter().all(digits) {
            return None;
        }
        Some(numbers.iter().map(|it| it.parse().unwrap()).collect())
    }

    fn holds(v: Triple, operator: &str, parts: &[u64]) -> bool {
        let n = parts.len();
        let at = |place: usize| parts.get(place).copied().unwrap_or(0);
        let (major, minor, patch) = (at(0), at(1), at(2));
        let low = (major, minor, patch);
        match (operator, n) {
            ("" | "=", 0) => true,
            ("" | "=", 1) => v >= (major, 0, 0) && v < (major + 1, 0, 0),
            ("" | "=", 2) => v >= (major, minor, 0) && v < (major, minor + 1, 0),
            ("" | "=", _) => v == low,
            ("^", _) if major > 0 => v >= low && v < (major + 1, 0, 0),
            ("^", _) if minor > 0 => v >= low && v < (0, minor + 1, 0),
            ("^", _) => v >= low && v < (0, 0, patch + 1),
            ("~", 2 | 3) => v >= low && v < (major, minor + 1, 0),
            ("~", _) => v >= low && v < (major + 1, 0, 0),
            (_, 0) => false,
            (">=", _) => v >= low,
            ("<=", _) => v <= low,
            (">", _) => v > low,
            _ => v < low,
        }
    }
}

fn version_like() -> impl Strategy<Value = String> {
    "(v)?([0-3]|x|X|\\*)(\\.([0-3]|x|\\*)){0,3}(-rc\\.1|\\+b)?"
}

fn range_like() -> impl Strategy<Value = String> {
    let comparator = ("(>=|<=|>|<|=|\\^|~|~>|==| )?", version_like());
    let comparator = comparator.prop_map(|(operator, version)| operator + &version);
    let set = proptest::collection::vec(comparator, 0..3).prop_map(|set| set.join(" "));
    proptest::collection::vec(set, 0..3).prop_map(|sets| sets.join("||"))
}

/// Any JSON value, biased towards what the policy reads.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "(npm|git|local|./a|https://git\\.example\\.test/a\\.git|\\\\\\\\s\\\\c|>=1|gsd-x|.{0,6})"
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        let key = "(kind|target|raw|engines|gsd|compatVersions|hooks|script|skills|id|1\\.0\\.0|[a-z]{0,3})";
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((key, inner), 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn ranges_hold_as_the_table_says(
        version in (0..4_u64, 0..4_u64, 0..4_u64),
        range in range_like(),
    ) {
        let (major, minor, patch) = version;
        let text = format!("{major}.{minor}.{patch}");
        prop_assert_eq!(satisfies(&text, &range), model::satisfies(version, &range));
    }

    #[test]
    fn ranges_are_total(version in ".{0,20}", range in "[0-9vxX*.<>=^~|+ \\-\\PC]{0,20}") {
        let _ = satisfies(&version, &range);
    }

    #[test]
    fn specs_are_total_and_keep_what_they_were_given(
        spec in "(\\./|npm:|git\\+|https?://|HTTPS://|ssh://|@|#|\\.git|\\.tgz|sha:|-|a|é|\u{feff}| |;|\\PC){0,8}",
    ) {
        for platform in [Platform::Posix, Platform::Windows] {
            if let Ok(parsed) = parse_spec(&spec, platform) {
                prop_assert_eq!(parsed.raw, &*spec);
                prop_assert!(!parsed.target.is_empty());
                prop_assert!(spec.contains(parsed.target));
                prop_assert!(!parsed.revision.is_some_and(|it| it.starts_with('-')));
            }
        }
    }

    #[test]
    fn an_empty_policy_allows_nothing_but_this_machine(parsed in any_json()) {
        let verdict = rule("evaluateSource", &json!({"parsed": parsed, "strict": []}));
        if verdict["allowed"] == true {
            prop_assert_eq!(&parsed["kind"], "local");
        }
    }

    #[test]
    fn a_policy_that_is_no_list_is_an_empty_one(parsed in any_json(), strict in any_json()) {
        let strict = if strict.is_array() || strict.is_null() { json!({"0": strict}) } else { strict };
        let allowed = |strict| rule("evaluateSource", &json!({"parsed": &parsed, "strict": strict}))["allowed"].clone();
        prop_assert_eq!(allowed(strict), allowed(json!([])));
    }

    #[test]
    fn what_blocks_is_told_in_order(
        parsed in any_json(), manifest in any_json(), strict in any_json(), staged in any_json(),
    ) {
        let input = json!({
            "parsed": parsed, "manifest": manifest, "strict": strict, "hostVersion": "1.14.0", "staged": staged,
        });
        let verdict = rule("evaluateInstallTrust", &input);
        let order = ["source", "reserved-id", "engines", "missing-artifacts"];
        let places: Vec<usize> = verdict["blockReasons"].as_array().unwrap().iter()
            .map(|reason| order.iter().position(|code| reason["code"] == **code).unwrap())
            .collect();
        prop_assert!(places.is_sorted_by(|a, b| a < b), "{:?}", places);
        let allowed = verdict["allowed"] == true;
        prop_assert_eq!(allowed, places.is_empty());
        let executable = verdict["disclosure"]["hasExecutable"] == true;
        let instructs = verdict["disclosure"]["instructionSurfaces"] != json!([]);
        prop_assert_eq!(verdict["requiresConsent"] == true, allowed && executable);
        prop_assert_eq!(
            verdict["requiresAcknowledgement"] == true,
            allowed && !executable && instructs
        );
        prop_assert_eq!(verdict["engines"]["compatible"] == true, !places.contains(&2));
    }

    #[test]
    fn every_rule_answers_anything(input in any_json()) {
        let text = input.to_string();
        let document = Document::parse(&text, Limits::MANIFEST).unwrap();
        for (name, rule) in rules::all() {
            let answer: Result<Value, _> = serde_json::from_str(&rule(document.root()));
            prop_assert!(answer.is_ok(), "{name}");
        }
    }
}

#[test]
fn keys_that_name_no_version_are_not_offered() {
    let compat = json!({"-": "*", "latest": "*", "v": "*", "": "*", "vv2.0.0": "*"});
    let check = |compat: &Value| {
        let manifest = json!({"engines": {"gsd": ">=2"}, "compatVersions": compat});
        rule(
            "checkEngines",
            &json!({"manifest": manifest, "hostVersion": "1.14.0"}),
        )
    };
    assert_eq!(check(&compat)["satisfiedBy"], Value::Null);
    let mut compat = compat;
    compat["v0.1.0"] = json!("*");
    assert_eq!(check(&compat)["downgradeTo"], "v0.1.0");
}

#[test]
fn nobody_reads_another_host_out_of_a_source() {
    let refused = [
        // git ends the host of an scp path at the first colon, and lets it hold no slash.
        "x@evil.invalid/.git.example.test:y",
        "evil.invalid:x@git.example.test:y",
        "git@[git.example.test:y",
        "git@-oProxyCommand=x.git.example.test:y",
        // git decodes before it splits.
        "ssh://evil.invalid%2f.git.example.test/x",
        "ssh://evil.invalid%2f@git.example.test/x",
        // git ends the authority at a slash only.
        "ssh://git.example.test?@evil.invalid/x",
        "ssh://git.example.test#@evil.invalid/x",
        // URL parsers of the web take a backslash for a slash, and drop tabs and line ends.
        "https://git.example.test\\@evil.invalid/x.git",
        "https://git.example.test\t.evil.invalid/x.git",
        "https://a@b@git.example.test/x.git",
        "https:///git.example.test/x.git",
        "https:git.example.test/x.git",
        "ssh://-oProxyCommand=x.git.example.test/y",
    ];
    let allowed = |kind: &str, target: &str, strict: &[&str]| {
        let parsed = json!({"kind": kind, "raw": target, "target": target});
        let verdict = rule(
            "evaluateSource",
            &json!({"parsed": parsed, "strict": strict}),
        );
        verdict["allowed"] == true
    };
    for target in refused {
        assert!(
            !allowed("git", target, &["git.example.test", "evil.invalid"]),
            "{target}"
        );
        let parsed = json!({"kind": "git", "raw": target, "target": target});
        assert_eq!(
            rule("evaluateSource", &json!({"parsed": parsed}))["allowed"],
            true
        );
    }
    assert!(allowed("git", "git@[::1]:x", &["[::1]"]));
    assert!(allowed(
        "git",
        "https://user:secret@git.example.test/a%20b.git",
        &["example.test"]
    ));
    // Neither the user nor the port is part of a host (T-43).
    for target in [
        "https://user@git.example.test:8443/a.git",
        "ssh://git@git.example.test:22/a",
        "git@git.example.test:a",
    ] {
        assert!(allowed("git", target, &["git.example.test"]), "{target}");
    }
    for package in ["cap", "cap@^1", "@acme/cap", "@acme/cap@1"] {
        assert!(allowed("npm", package, &["npm"]), "{package}");
    }
    for elsewhere in [
        "owner/repository",
        "git+https://evil.invalid/x",
        "github:a/b",
        "@a/b@c/d",
    ] {
        assert!(!allowed("npm", elsewhere, &["npm"]), "{elsewhere}");
    }
}

#[test]
fn commits_are_pinned_by_all_their_digits() {
    let pin = |reference: &str| {
        let spec = format!("https://git.example.test/a.git#{reference}");
        let parsed = parse_spec(&spec, Platform::Posix).unwrap();
        (
            parsed.revision.map(str::to_owned),
            integrity_pin(&parsed, None),
        )
    };
    let full = "0123456789abcdefABCDEF0123456789abcdef01";
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(
        pin(&format!("sha:{full}")),
        (some(full), IntegrityPin::GitCommit)
    );
    assert_eq!(pin(full), (some(full), IntegrityPin::None));
    assert_eq!(pin("sha:0123abc"), (some("0123abc"), IntegrityPin::None));
    assert_eq!(pin("sha:-x"), (some("sha:-x"), IntegrityPin::None));
    assert_eq!(pin(""), (None, IntegrityPin::None));
    let parsed = parse_spec("npm:cap", Platform::Posix).unwrap();
    assert_eq!(
        integrity_pin(&parsed, Some("sha512-x")),
        IntegrityPin::Sha512
    );
    assert_eq!(integrity_pin(&parsed, Some("")), IntegrityPin::None);
}

#[test]
fn problems_of_specs_are_told() {
    let problem = |spec: &str| parse_spec(spec, Platform::Posix).err();
    assert_eq!(problem("\u{feff} "), Some(SpecProblem::Empty));
    assert_eq!(problem("npm:"), Some(SpecProblem::NpmName));
    assert_eq!(problem("npm:a%b"), Some(SpecProblem::UnsafeName));
    assert_eq!(problem("git+file:///x"), Some(SpecProblem::GitScheme));
    assert_eq!(
        problem("git+ssh://h/x#--upload-pack"),
        Some(SpecProblem::UnsafeRevision)
    );
    assert_eq!(problem(".."), Some(SpecProblem::Unknown));
    assert_eq!(
        rule("parseSpec", &json!({"spec": 5})),
        json!({"ok": false, "problem": "not-text"})
    );
    let text = r#"{"spec": "a\ud800"}"#;
    let document = Document::parse(text, rules::LIMITS).unwrap();
    let answer = rules::named("parseSpec").unwrap()(document.root());
    assert!(answer.contains("ill-formed"), "{answer}");
    let windows =
        |spec| parse_spec(spec, Platform::Windows).is_ok_and(|it| it.kind.as_str() == "local");
    assert!(windows("C:\\cap") && windows("c:/cap") && windows("\\cap") && !windows("C:cap"));
}

#[test]
fn namespaces_are_told_in_order() {
    assert_eq!(reserved_namespace("GSD-core-x"), Some("gsd-"));
    assert_eq!(reserved_namespace("Anthropic-"), Some("anthropic-"));
    assert_eq!(reserved_namespace("gsé-"), None);
}

#[test]
fn tb_15_texts_for_the_agent_are_acknowledged() {
    let asks = |manifest: &Value, version: &str| {
        let parsed = json!({"kind": "local", "raw": "./a", "target": "./a"});
        let verdict = rule(
            "evaluateInstallTrust",
            &json!({"parsed": parsed, "manifest": manifest, "hostVersion": version}),
        );
        ["allowed", "requiresConsent", "requiresAcknowledgement"].map(|it| verdict[it] == true)
    };
    let engines = json!({"gsd": ">=1"});
    let instructs = json!({"engines": engines, "skills": ["a"]});
    let runs = json!({"engines": engines, "skills": ["a"], "hooks": [{"script": "a.js"}]});
    let declares = json!({"engines": engines});
    assert_eq!(asks(&instructs, "1.0.0"), [true, false, true]);
    assert_eq!(asks(&runs, "1.0.0"), [true, true, false]);
    assert_eq!(asks(&declares, "1.0.0"), [true, false, false]);
    for manifest in [instructs, runs, declares] {
        assert_eq!(asks(&manifest, "0.9.0"), [false; 3]);
    }
}

#[test]
fn t_50_reasons_name_what_stands_against_it() {
    let messages = |manifest: &Value| -> String {
        let parsed = json!({"kind": "npm", "raw": "npm:cap", "target": "cap"});
        let verdict = rule(
            "evaluateInstallTrust",
            &json!({"parsed": parsed, "manifest": manifest, "hostVersion": "1.0.0", "staged": []}),
        );
        let reasons = verdict["blockReasons"].as_array().unwrap();
        let messages = reasons.iter().map(|it| it["message"].as_str().unwrap());
        messages.collect::<Vec<_>>().join("\n")
    };
    let text = messages(&json!({
        "id": "gsd-cap", "engines": {"gsd": ">=2"}, "compatVersions": {"0.9.0": ">=1"},
    }));
    for named in ["`gsd-cap`", "`gsd-`", "`>=2`", "`1.0.0`", "`0.9.0`"] {
        assert!(text.contains(named), "{named}: {text}");
    }
    let hooks = |count: usize| -> Value {
        let hooks = (1..=count).map(|n| json!({"script": format!("{n}.js")}));
        json!({"hooks": hooks.collect::<Vec<_>>()})
    };
    let named = |text: &str| text.matches(".js`").count();
    for (count, shown, more) in [
        (1, 1, None),
        (10, 10, None),
        (11, 10, Some("and 1 more")),
        (12, 10, Some("and 2 more")),
    ] {
        let text = messages(&hooks(count));
        assert_eq!(named(&text), shown, "{text}");
        assert_eq!(more.is_some(), text.contains(" more"), "{text}");
        assert!(more.is_none_or(|more| text.contains(more)), "{text}");
    }
}
