//! What must hold for every manifest, tried on thousands.
#![cfg(not(target_arch = "wasm32"))]

mod cases;

use std::string::ToString;

use cases::cases;
use gsd_lanes::json::{Builder, Document, Kind, Limits, Quoting, StableWriter};
use gsd_lanes::trust::{
    Context, Disclosure, changes, consent_prompt, digest, disclose, executable_set_changed, sign,
    signature,
};
use gsd_lanes::vocabulary::hidden::is_hidden;
use gsd_lanes::vocabulary::reviewer::{FIELDS, HTTP_SET, SPAWN_SET};
use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};

// ---- generators ----------------------------------------------------------------------------------------------

/// Texts that are likely to go wrong.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => prop::sample::select(vec![
            "", "a", "b", "node", "a b", "'", "''", "\"", "\\", "<7>", "…", "=", "--help", "./x", "C:\\x", "10", "9",
            "http", "sse", "spawn", "openai-http", "command-capability", "http-reachable", "http://gpu.example.test",
            "https://gpu.example.test", "localhost:1", "PATH", "node_options", "GIT_CONFIG_COUNT", "__proto__",
            "constructor", "\u{1b}[2J", "\r\n", "\u{202e}x", "\u{200b}", "\u{e0041}", "\u{ad}", "\u{85}", "\u{2028}",
            "😀", "\u{ff5e}", "é", "(no command)", "review.s", "script.js", "<{\"a\":1}>", "[cut:201]",
        ]).prop_map(String::from),
        2 => ".{0,12}",
        1 => "[a-z/.: '<>\u{1}-\u{1f}]{0,260}",
    ]
}

fn any_json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i32>().prop_map(Json::from),
        any::<f64>().prop_map(Json::from),
        text().prop_map(Json::from),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Json::from),
            prop::collection::vec((text(), inner), 0..5).prop_map(object),
        ]
    })
}

fn object(members: Vec<(String, Json)>) -> Json {
    Json::Object(members.into_iter().collect::<Map<_, _>>())
}

/// An object of known members, each mostly of a type that matters, sometimes of any.
fn body(names: &'static [&'static str], extra: bool) -> BoxedStrategy<Json> {
    let member = prop_oneof![
        4 => text().prop_map(Json::from),
        1 => prop::collection::vec(any_json(), 0..4).prop_map(Json::from),
        1 => prop::collection::vec((text(), any_json()), 0..4).prop_map(object),
        1 => any_json(),
    ];
    let name = if extra {
        prop_oneof![6 => prop::sample::select(names).prop_map(String::from), 1 => text()].boxed()
    } else {
        prop::sample::select(names).prop_map(String::from).boxed()
    };
    prop::collection::vec((name, member), 0..8)
        .prop_map(object)
        .boxed()
}

/// Manifests of which most disclose something.
fn manifest() -> impl Strategy<Value = Json> {
    let servers = body(
        &[
            "type",
            "transport",
            "command",
            "args",
            "url",
            "headers",
            "env",
            "cwd",
            "config",
            "name",
        ],
        true,
    );
    let lane = (
        body(
            &[
                "slug",
                "transport",
                "handler",
                "flags",
                "probe",
                "reviewsSection",
                "timeoutFloorMs",
                "invoke",
            ],
            true,
        ),
        body(
            &[
                "binary",
                "args",
                "hostConfigKey",
                "promptChannel",
                "env",
                "defaultHost",
                "path",
            ],
            true,
        ),
        body(&["kind", "binary", "hostConfigKey", "path", "needle"], true),
        any::<(bool, bool)>(),
    )
        .prop_map(|(mut lane, invoke, probe, (with_invoke, with_probe))| {
            if let Some(lane) = lane.as_object_mut() {
                if with_invoke {
                    lane.insert("invoke".into(), invoke);
                }
                if with_probe {
                    lane.insert("probe".into(), probe);
                }
            }
            lane
        });
    let whole = (
        prop::collection::vec(body(&["event", "script", "matcher"], false), 0..4),
        prop::collection::vec(body(&["family", "module", "router"], false), 0..4),
        prop::collection::vec((text(), servers), 0..4),
        prop_oneof![4 => lane.boxed(), 1 => any_json().boxed()],
        prop::collection::vec(any_json(), 0..3),
        any::<bool>(),
    )
        .prop_map(|(hooks, commands, servers, reviewer, skills, as_list)| {
            let servers = if as_list {
                Json::from(
                    servers
                        .into_iter()
                        .map(|(_, server)| server)
                        .collect::<Vec<_>>(),
                )
            } else {
                object(servers)
            };
            json!({
                "id": "x", "hooks": hooks, "commands": commands, "mcpServers": servers,
                "reviewer": reviewer, "skills": skills,
            })
        });
    prop_oneof![6 => whole.boxed(), 1 => any_json().boxed()]
}

/// A snapshot of a live object, thrown reads, holes, cycles and all.
#[derive(Debug, Clone)]
enum Live {
    Bare(Kind),
    Number(f64),
    Big,
    Text(Vec<u16>),
    List(Vec<Live>, bool),
    Map(Vec<(String, bool, Live)>, bool),
}

fn live() -> impl Strategy<Value = Live> {
    let units = prop_oneof![
        text().prop_map(|text| text.encode_utf16().collect()),
        prop::collection::vec(any::<u16>(), 0..4),
        Just(vec![0xD800]),
    ];
    let leaf = prop_oneof![
        4 => prop::sample::select(vec![
            Kind::Null, Kind::True, Kind::False, Kind::Undefined, Kind::Function, Kind::Symbol, Kind::Hole,
            Kind::Circular, Kind::Thrown,
        ])
        .prop_map(Live::Bare),
        1 => any::<f64>().prop_map(Live::Number),
        1 => Just(Live::Big),
        4 => units.prop_map(Live::Text),
    ];
    let name = prop_oneof![
        4 => prop::sample::select(vec![
            "hooks", "commands", "mcpServers", "reviewer", "skills", "script", "module", "invoke", "binary", "args",
            "env", "slug", "transport", "probe", "headers", "url", "config", "name", "defaultHost", "hostConfigKey",
            "kind", "rawArgs", "rawConfig", "reviewerLanes", "commandModules", "missingArtifacts", "resolvedHost",
        ]).prop_map(String::from),
        1 => text(),
    ];
    leaf.prop_recursive(6, 60, 8, move |inner| {
        prop_oneof![
            1 => (prop::collection::vec(inner.clone(), 0..6), prop::bool::weighted(0.05))
                .prop_map(|(items, bad)| Live::List(items, bad)),
            3 => (
                prop::collection::vec((name.clone(), prop::bool::weighted(0.1), inner), 0..8),
                prop::bool::weighted(0.05),
            )
                .prop_map(|(members, bad)| Live::Map(members, bad)),
        ]
    })
}

fn build(live: &Live, out: &mut Builder) {
    match live {
        Live::Bare(Kind::True) => out.bool(true),
        Live::Bare(Kind::False) => out.bool(false),
        Live::Bare(kind) => out.bare(*kind),
        Live::Number(number) => out.number(*number),
        Live::Big => out.big_int("5"),
        Live::Text(units) => out.string(units),
        Live::List(items, bad) => {
            out.begin_array();
            if *bad {
                out.mark_unreadable();
            }
            for item in items {
                build(item, out);
            }
            out.end();
        }
        Live::Map(members, bad) => {
            out.begin_object();
            if *bad {
                out.mark_unreadable();
            }
            let mut seen = std::collections::BTreeSet::new();
            for (name, hidden, value) in members {
                if !seen.insert(name) {
                    continue;
                }
                if *hidden {
                    out.hidden_key(name);
                } else {
                    out.key(&name.encode_utf16().collect::<Vec<_>>());
                }
                build(value, out);
            }
            out.end();
        }
    }
}

// ---- helpers -------------------------------------------------------------------------------------------------

fn parse(text: &str) -> Document<'_> {
    Document::parse(text, Limits::MANIFEST).unwrap_or_else(|_| Builder::new().finish())
}

fn signature_of(manifest: &Json) -> String {
    signature(parse(&manifest.to_string()).root())
}

/// The same value with members in reverse order, and white space.
fn reversed(value: &Json) -> Json {
    match value {
        Json::Array(items) => items.iter().map(reversed).collect(),
        Json::Object(members) => object(
            members
                .iter()
                .rev()
                .map(|(key, value)| (key.clone(), reversed(value)))
                .collect(),
        ),
        other => other.clone(),
    }
}

fn is_clean(text: &str) -> bool {
    !text
        .chars()
        .any(|character| is_hidden(u32::from(character)))
}

fn check_prompt(disclosure: &Disclosure<'_>) -> Result<(), TestCaseError> {
    for line in consent_prompt(disclosure) {
        let data =
            serde_json::to_string(&line).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert!(is_clean(&line.text), "{:?}", line.text);
        // serde_json escapes controls itself, so look at what it read.
        let back: Json =
            serde_json::from_str(&data).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert!(all_texts_clean(&back), "{data}");
    }
    Ok(())
}

fn all_texts_clean(value: &Json) -> bool {
    match value {
        Json::String(text) => is_clean(text),
        Json::Array(items) => items.iter().all(all_texts_clean),
        Json::Object(members) => members
            .iter()
            .all(|(key, value)| is_clean(key) && all_texts_clean(value)),
        _ => true,
    }
}

fn check_changes(old: &Document<'_>, new: &Document<'_>) -> Result<(), TestCaseError> {
    let found = changes(Some(old.root()), Some(new.root()));
    let differ = signature(old.root()) != signature(new.root());
    prop_assert_eq!(found.changed, differ);
    prop_assert_eq!(found.changes.is_empty(), !differ);
    prop_assert_eq!(
        executable_set_changed(Some(old.root()), Some(new.root())),
        differ
    );
    for change in &found.changes {
        for text in [
            Some(&change.id),
            Some(&change.field),
            change.before.as_ref(),
            change.after.as_ref(),
        ] {
            prop_assert!(text.is_none_or(|text| is_clean(text)), "{change:?}");
        }
        prop_assert!(change.before.is_some() || change.after.is_some());
        if let (Some(before), Some(after)) = (&change.before, &change.after) {
            prop_assert_ne!(before, after);
        }
    }
    prop_assert!(serde_json::to_string(&found).is_ok());
    Ok(())
}

// ---- properties ----------------------------------------------------------------------------------------------

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(200), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn key_order_and_white_space_do_not_matter(manifest in manifest()) {
        let pretty = serde_json::to_string_pretty(&reversed(&manifest)).unwrap_or_default();
        prop_assert_eq!(signature_of(&manifest), signature(parse(&pretty).root()));
    }

    #[test]
    fn lists_of_surfaces_are_sets_with_repeats(manifest in manifest()) {
        prop_assert_eq!(signature_of(&manifest), signature_of(&reversed_surfaces(&manifest)));
    }

    #[test]
    fn context_and_reading_back_leave_the_signature(manifest in manifest()) {
        let text = manifest.to_string();
        let document = parse(&text);
        let host = gsd_lanes::json::Str::of("http://127.0.0.1:1");
        let context = Context { resolver: Some(&|_| Some(host)), staged: Some(&|_| false) };
        let disclosure = disclose(document.root(), &context);
        prop_assert_eq!(signature(document.root()), sign(&disclosure));
        let written = serde_json::to_string(&disclosure).unwrap_or_default();
        let again = parse(&written);
        let read = Disclosure::from_value(again.root());
        prop_assert_eq!(serde_json::to_string(&read).unwrap_or_default(), written.as_str());
        prop_assert_eq!(consent_prompt(&read), consent_prompt(&disclosure));
        prop_assert_eq!(sign(&read), sign(&disclosure));
    }

    #[test]
    fn prompts_are_clean(manifest in manifest()) {
        let text = manifest.to_string();
        let document = parse(&text);
        let context = Context { resolver: None, staged: Some(&|_| false) };
        check_prompt(&disclose(document.root(), &context))?;
        check_prompt(&Disclosure::from_value(document.root()))?;
    }

    #[test]
    fn changes_are_complete(old in manifest(), new in manifest()) {
        let (old, new) = (old.to_string(), new.to_string());
        check_changes(&parse(&old), &parse(&new))?;
        check_changes(&parse(&old), &parse(&old))?;
    }

    #[test]
    fn changes_of_one_member_are_complete(old in manifest(), place in any::<prop::sample::Index>(), with in any_json()) {
        let mut new = old.clone();
        let mut left = place.index(count(&new).max(1));
        replace(&mut new, &mut left, &with);
        let (old, new) = (old.to_string(), new.to_string());
        check_changes(&parse(&old), &parse(&new))?;
    }

    #[test]
    fn snapshots_of_live_objects_are_answered(old in live(), new in live()) {
        let document = |live: &Live| {
            let mut builder = Builder::new();
            build(live, &mut builder);
            builder.finish()
        };
        let (old, new) = (document(&old), document(&new));
        for value in [old.root(), new.root()] {
            let context = Context { resolver: None, staged: Some(&|_| false) };
            let disclosure = disclose(value, &context);
            check_prompt(&disclosure)?;
            check_prompt(&Disclosure::from_value(value))?;
            prop_assert!(serde_json::to_string(&disclosure).is_ok());
            prop_assert!(digest(&signature(value)).starts_with("sha256:"));
        }
        let found = changes(Some(old.root()), Some(new.root()));
        prop_assert_eq!(found.changed, signature(old.root()) != signature(new.root()));
    }

    #[test]
    fn the_stable_encoding_is_the_canonical_one(value in any_json()) {
        let text = value.to_string();
        let document = parse(&text);
        let mut ours = Vec::new();
        StableWriter::new(&mut ours, Quoting::Once).value(document.root());
        let canonical = serde_json_canonicalizer::to_vec(&value).unwrap_or_default();
        prop_assert_eq!(String::from_utf8_lossy(&ours), String::from_utf8_lossy(&canonical));
    }

    #[test]
    fn commands_read_back(words in prop::collection::vec("[a-z '\"<>=…-]{0,6}", 0..5)) {
        let manifest = json!({"reviewer": {"transport": "spawn", "invoke": {"binary": "b", "args": words}}});
        let text = manifest.to_string();
        let document = parse(&text);
        let lines = consent_prompt(&disclose(document.root(), &Context::default()));
        let line = lines.iter().find(|line| line.kind.as_str() == "B-13'").map(ToString::to_string).unwrap_or_default();
        let shown = line.split_once(": ").map_or("", |(_, command)| command);
        let mut expected = vec![String::from("b")];
        expected.extend(words);
        prop_assert_eq!(read_words(shown), expected);
    }
}

/// The lists of which the order does not count, reversed.
fn reversed_surfaces(value: &Json) -> Json {
    let mut value = value.clone();
    for name in ["hooks", "commands", "mcpServers"] {
        if let Some(list) = value.get_mut(name).and_then(Json::as_array_mut) {
            list.reverse();
        }
    }
    value
}

/// How many values there are.
fn count(value: &Json) -> usize {
    1 + match value {
        Json::Array(items) => items.iter().map(count).sum(),
        Json::Object(members) => members.values().map(count).sum(),
        _ => 0,
    }
}

/// Replaces the value that `left` counts down to.
fn replace(value: &mut Json, left: &mut usize, with: &Json) -> bool {
    if *left == 0 {
        *value = with.clone();
        return true;
    }
    *left -= 1;
    match value {
        Json::Array(items) => items.iter_mut().any(|item| replace(item, left, with)),
        Json::Object(members) => members
            .iter_mut()
            .any(|(_, item)| replace(item, left, with)),
        _ => false,
    }
}

/// The rule by which a shown command is read: words between spaces, quotes doubled inside quotes.
fn read_words(shown: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = shown.chars().peekable();
    while rest.peek().is_some() {
        let mut word = String::new();
        if rest.next_if_eq(&'\'').is_some() {
            while let Some(character) = rest.next() {
                if character == '\'' && rest.next_if_eq(&'\'').is_none() {
                    break;
                }
                word.push(character);
            }
            rest.next();
        } else {
            word.extend(std::iter::from_fn(|| rest.next_if(|it| *it != ' ')));
            rest.next();
        }
        words.push(word);
    }
    words
}

// ---- what is bound (5.3), field by field ------------------------------------------------------------------------

/// A manifest with every surface.
fn complete() -> Json {
    json!({
        "id": "x", "version": "1.0.0", "title": "t", "role": "feature", "engines": {"gsd": ">=1.0.0"},
        "config": {"a": {}}, "skills": ["s"], "agents": ["a"], "steps": [], "gates": [],
        "hooks": [{"event": "e", "script": "s.js", "matcher": "m"}],
        "commands": [{"family": "f", "module": "m.cjs", "router": "r", "note": "n"}],
        "mcpServers": {"n": {
            "type": "stdio", "command": "c", "args": ["a", 1], "url": "u", "headers": {"h": "1"},
            "env": {"v": "1"}, "cwd": "w", "other": {"deep": [1]},
        }},
        "reviewer": {
            "slug": "s", "flags": ["--s", "--t"], "transport": "spawn", "handler": "h",
            "probe": {"kind": "command-exists", "binary": "b"},
            "invoke": {
                "binary": "b", "args": ["x", "-"], "promptChannel": "stdin", "outputChannel": "stdout",
                "outputArg": "-o", "modelArg": "--model", "effortChannel": "argv", "env": {"v": "1"},
                "hostConfigKey": "k", "defaultHost": "h", "path": "/p", "modelDiscovery": "none",
                "fallbackModel": "m", "unknown": [{"deep": [1, 2]}],
            },
            "timeoutFloorMs": 1, "timeoutConfigKey": "t", "emptyOutput": "handler-owned",
            "reviewsSection": "S", "evidenceClass": "diff-only", "requiresBinaries": ["git"],
            "promptBudgetKey": "p", "modelConfigKey": "m", "effortConfigKey": "e", "defaultEffort": "low",
            "unknown": {"deep": true},
        },
    })
}

/// Pointers of what consent does not bind, with all that is in them.
const COSMETIC: &[&str] = &[
    "/id",
    "/version",
    "/title",
    "/role",
    "/engines",
    "/config",
    "/skills",
    "/agents",
    "/steps",
    "/gates",
    "/hooks/0/matcher",
    "/commands/0/note",
    "/reviewer/reviewsSection",
    "/reviewer/timeoutFloorMs",
];

fn pointers(value: &Json, at: &str, found: &mut Vec<String>) {
    match value {
        Json::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                pointers(item, &format!("{at}/{place}"), found);
            }
        }
        Json::Object(members) => {
            for (key, item) in members {
                pointers(item, &format!("{at}/{key}"), found);
            }
        }
        _ => found.push(String::from(at)),
    }
}

#[test]
fn each_field_is_bound_or_cosmetic() {
    let complete = complete();
    let mut all = Vec::new();
    pointers(&complete, "", &mut all);
    let named = |owner: &str, name: &str| complete.pointer(&format!("{owner}/{name}")).is_some();
    assert!(FIELDS.iter().all(|field| named("/reviewer", field.name)));
    assert!(
        SPAWN_SET
            .iter()
            .chain(HTTP_SET)
            .all(|name| named("/reviewer/invoke", name))
    );
    for pointer in all {
        let mut other = complete.clone();
        if let Some(value) = other.pointer_mut(&pointer) {
            *value = Json::from("another text");
        }
        let cosmetic = COSMETIC.iter().any(|it| {
            pointer
                .strip_prefix(it)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        });
        assert_eq!(
            signature_of(&complete) == signature_of(&other),
            cosmetic,
            "{pointer}"
        );
        let (old, new) = (complete.to_string(), other.to_string());
        let (old, new) = (parse(&old), parse(&new));
        let found = changes(Some(old.root()), Some(new.root()));
        assert_eq!(found.changed, !cosmetic, "{pointer}");
        // One member changed, one difference; a script or name is what its surface is recognised by.
        let single = found.changes.len() <= 1;
        assert!(single, "{pointer}: {:?}", found.changes);
    }
}

#[test]
fn an_unreadable_manifest_counts_as_empty() {
    let empty = parse("{}");
    assert!(!executable_set_changed(None, Some(empty.root())));
    assert!(!changes(None, Some(empty.root())).changed);
    let text = complete().to_string();
    let lane = parse(&text);
    assert!(executable_set_changed(None, Some(lane.root())));
    assert_eq!(changes(Some(lane.root()), None).changes.len(), 4);
}
