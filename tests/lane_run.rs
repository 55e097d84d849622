//! A lane's run over a table of a world: what is asked, in which order, and what an answer is worth.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::panic, clippy::unwrap_used, clippy::indexing_slicing)] // a test says what is wrong

mod lane_world;

use gsd_lanes::diagnostic::Profile;
use gsd_lanes::json::{Document, Limits};
use gsd_lanes::lane::health::Health;
use gsd_lanes::lane::host::{Host, HttpOutcome, Progress, Read, SpawnOutcome};
use gsd_lanes::lane::plan::{Instance, Plan, Platform, Reason, Refusal, Request, resolve};
use gsd_lanes::lane::run::{Agreement, Order, Outcome, Owner, Status, run};
use gsd_lanes::lane::steps::{Effect, Notice, Step};
use gsd_lanes::rules;
use lane_world::{Program, World, at_once};
use proptest::prelude::*;
use serde_json::json;

const REVIEW: &str =
    "- src/a.rs:10 the loop ends one element too early, so the last plan is never checked\n";

const SPAWN: &str = r#"{
    "slug": "acme", "transport": "spawn", "reviewsSection": "Acme", "timeoutFloorMs": 300000,
    "probe": {"kind": "command-exists", "binary": "acme"},
    "invoke": {"binary": "acme", "args": ["review", "-"], "promptChannel": "stdin", "outputChannel": "stdout", "effortChannel": "none"}
}"#;

const FILE: &str = r#"{
    "slug": "acme", "transport": "spawn", "reviewsSection": "Acme", "timeoutFloorMs": 300000,
    "probe": {"kind": "command-exists", "binary": "acme"},
    "invoke": {"binary": "acme", "args": ["{{output}}", "-"], "promptChannel": "stdin", "outputChannel": "file-arg", "outputArg": "-o", "effortChannel": "none"}
}"#;

const BY_REFERENCE: &str = r#"{
    "slug": "acme", "transport": "spawn", "reviewsSection": "Acme", "timeoutFloorMs": 300000,
    "probe": {"kind": "command-exists", "binary": "acme"},
    "invoke": {"binary": "acme", "args": ["-p", "{{prompt}}"], "promptChannel": "argv-file-ref", "outputChannel": "stdout", "effortChannel": "none"}
}"#;

const HTTP: &str = r#"{
    "slug": "acme", "transport": "openai-http", "reviewsSection": "Acme", "timeoutFloorMs": 120000, "handler": "openai-compatible",
    "probe": {"kind": "http-reachable", "hostConfigKey": "review.acme_host", "path": "/v1/models", "timeoutMs": 2000},
    "invoke": {"hostConfigKey": "review.acme_host", "defaultHost": "http://localhost:9000", "path": "/v1/chat/completions", "modelDiscovery": "first-from-models-endpoint", "fallbackModel": "m", "effortChannel": "none"}
}"#;

const PROMPT: &str = "/run/gsd-review-prompt.md";
const PATH: &str = "/run/gsd-review-acme.md";

/// A lane with a world around it, and what differs from an ordinary order.
struct Case<'w> {
    lane: &'w str,
    world: &'w World,
    profile: Profile,
    platform: Platform,
    owner: Owner,
    bound_host: Option<&'w str>,
    explicit: bool,
}

impl<'w> Case<'w> {
    fn new(lane: &'w str, world: &'w World) -> Self {
        Self {
            lane,
            world,
            profile: Profile::Strict,
            platform: Platform::Posix,
            owner: Owner::FirstParty {
                host_from_project: false,
            },
            bound_host: None,
            explicit: false,
        }
    }

    fn run(&self) -> Outcome {
        self.with_plan(|_| ())
    }

    fn with_plan(&self, change: impl FnOnce(&mut Plan<'_>)) -> Outcome {
        let lane = Document::parse(self.lane, Limits::MANIFEST).unwrap();
        let mut plan = resolve(&Request {
            lane: lane.root(),
            config: &|_| None,
            run_dir: "/run",
            repo_root: "/code/app",
            effort_args: &[],
            effort_value: None,
            instance: Instance::default(),
            profile: self.profile,
            platform: self.platform,
        })
        .unwrap();
        change(&mut plan);
        at_once(run(
            &Order {
                plan: &plan,
                identity: "acme",
                repo_root: "/code/app",
                explicit: self.explicit,
                profile: self.profile,
                platform: self.platform,
                owner: self.owner,
                bound_host: self.bound_host,
                probe_host: None,
            },
            self.world,
        ))
    }
}

/// A world in which the program is there and says this.
fn says(outcome: SpawnOutcome) -> World {
    let world = World {
        binaries: vec!["acme".into()],
        home: "/home/dev".into(),
        ..World::default()
    };
    world
        .files
        .borrow_mut()
        .insert(PROMPT.into(), "PLANS".into());
    let program = Program {
        outcome,
        writes: Vec::new(),
    };
    World {
        programs: [("acme".into(), program)].into(),
        ..world
    }
}

fn printed(status: i64, stdout: &str, stderr: &str) -> SpawnOutcome {
    SpawnOutcome {
        status: Some(status),
        stdout: stdout.into(),
        stderr: stderr.into(),
        error_code: None,
    }
}

fn stopped(code: &str, stdout: &str) -> SpawnOutcome {
    SpawnOutcome {
        status: None,
        stdout: stdout.into(),
        stderr: String::new(),
        error_code: Some(code.into()),
    }
}

/// A world in which the server is there and answers this.
fn serves(status: u16, body: &str) -> World {
    let world = says(SpawnOutcome::default());
    let ok = |body: &str| HttpOutcome {
        status: Some(200),
        body: body.into(),
        error: None,
    };
    let answer = HttpOutcome {
        status: Some(status),
        ..ok(body)
    };
    World {
        servers: [
            (
                "GET http://localhost:9000/v1/models".into(),
                ok(r#"{"data":[{"id":"m1"}]}"#),
            ),
            (
                "POST http://localhost:9000/v1/chat/completions".into(),
                answer,
            ),
        ]
        .into(),
        ..world
    }
}

fn nothing_happened(world: &World) {
    assert!(world.spawns.borrow().is_empty());
    assert!(world.requests.borrow().is_empty());
    assert!(world.written.borrow().is_empty());
    assert!(world.aside.borrow().is_empty());
}

#[test]
fn a_review_is_written_and_counts() {
    let world = says(printed(0, REVIEW, ""));
    let outcome = Case::new(SPAWN, &world).run();
    assert_eq!(outcome.status, Status::Reviewed);
    assert_eq!(outcome.reason, None);
    assert_eq!(world.file(PATH).as_deref(), Some(REVIEW));
    let spawns = world.spawns.borrow();
    assert_eq!(
        spawns[0].cwd, "/code/app",
        "B-14: it runs in the repository"
    );
    assert_eq!(spawns[0].stdin.as_deref(), Some("PLANS"));
}

#[test]
fn y17_nothing_happens_without_consent() {
    for lane in [SPAWN, HTTP] {
        for (agreement, reason) in [
            (Agreement::Missing, Reason::ConsentMissing),
            (Agreement::Changed, Reason::ManifestChanged),
        ] {
            let world = serves(200, "{}");
            let mut case = Case::new(lane, &world);
            case.owner = Owner::Installed(agreement);
            case.bound_host = Some("http://localhost:9000");
            let outcome = case.run();
            assert_eq!(
                (outcome.status, outcome.reason),
                (Status::Refused, Some(reason))
            );
            assert_eq!(world.warnings.borrow().len(), 1);
            nothing_happened(&world);
        }
    }
}

#[test]
fn b6_an_installed_lane_needs_a_bound_host() {
    let world = serves(200, "{}");
    let mut case = Case::new(HTTP, &world);
    case.owner = Owner::Installed(Agreement::Given);
    let outcome = case.run();
    assert_eq!(outcome.reason, Some(Reason::ConsentMissing));
    nothing_happened(&world);
}

#[test]
fn b7_a_bound_host_that_names_nothing_allows_nothing() {
    let world = serves(200, "{}");
    let mut case = Case::new(HTTP, &world);
    case.bound_host = Some("///");
    assert_eq!(case.run().reason, Some(Reason::EgressHostChanged));
    nothing_happened(&world);
}

/// Y-17, Y-20 as well: what spells out nothing is no host that anybody agreed to.
#[test]
fn b6_b7_a_blank_bound_host_is_none() {
    for blank in ["", " \t\n", "null", " undefined "] {
        let world = serves(200, "{}");
        let mut case = Case::new(HTTP, &world);
        case.owner = Owner::Installed(Agreement::Given);
        case.bound_host = Some(blank);
        assert_eq!(case.run().reason, Some(Reason::ConsentMissing), "{blank:?}");
        nothing_happened(&world);
    }
}

#[test]
fn y20_a_project_cannot_redirect_a_first_party_lane() {
    let world = serves(200, "{}");
    let mut case = Case::new(HTTP, &world);
    case.owner = Owner::FirstParty {
        host_from_project: true,
    };
    let remote = |plan: &mut Plan<'_>| {
        if let gsd_lanes::lane::plan::Transport::Http(http) = &mut plan.transport {
            http.host = "https://evil.example".into();
            http.url = "https://evil.example/v1/chat/completions".into();
        }
    };
    let outcome = case.with_plan(remote);
    assert_eq!(
        (outcome.status, outcome.reason),
        (Status::Refused, Some(Reason::ConsentMissing))
    );
    nothing_happened(&world);
    // A local one needs none, and neither does one that was agreed to.
    assert_ne!(case.run().reason, Some(Reason::ConsentMissing));
    case.bound_host = Some("https://evil.example/");
    assert_eq!(case.with_plan(remote).reason, Some(Reason::HostUnreachable));
}

#[test]
fn f25_reasoning_is_no_part_of_what_a_program_reviewed() {
    let thought = format!("<think>\nsecret plan, src/b.rs:1\n</think>\n{REVIEW}");
    for (printed_text, status, kept) in [
        (thought.as_str(), Status::Reviewed, REVIEW),
        ("<think>secret plan without an end", Status::Failed, ""),
    ] {
        let world = says(printed(0, printed_text, ""));
        let outcome = Case::new(SPAWN, &world).run();
        assert_eq!(outcome.status, status, "{printed_text}");
        let text = world.file(PATH).unwrap();
        assert!(!text.contains("secret"), "{text}");
        assert!(text.contains(kept), "{text}");
        assert_eq!(world.warnings.borrow().len(), 1);
        assert_eq!(
            *world.raw.borrow(),
            ["/run/gsd-review-acme.raw"],
            "nothing is lost"
        );
    }
    let world = says(printed(0, &thought, ""));
    let mut peer = Case::new(SPAWN, &world);
    peer.profile = Profile::Peer;
    peer.run();
    assert!(world.file(PATH).unwrap().contains("secret"));
}

#[test]
fn y12_a_failure_is_never_a_plain_review() {
    let world = says(printed(1, REVIEW, "late error"));
    let outcome = Case::new(SPAWN, &world).run();
    assert_eq!(
        (outcome.status, outcome.reason),
        (Status::Incomplete, Some(Reason::ExitNonzero))
    );
    assert_eq!(
        world.file(PATH).as_deref(),
        Some(REVIEW),
        "B-4: the text is kept"
    );

    let world = says(printed(1, "usage: acme", "no such option"));
    let outcome = Case::new(SPAWN, &world).run();
    assert_eq!(
        (outcome.status, outcome.reason),
        (Status::Failed, Some(Reason::ExitNonzero))
    );
    assert!(outcome.stubbed && outcome.ok);
    let stub = world.file(PATH).unwrap();
    assert!(stub.starts_with("acme") && stub.contains("failed or returned empty output"));
    assert!(stub.contains("usage: acme") && stub.contains("no such option"));
}

#[test]
fn f20_a_time_limit_keeps_what_was_said() {
    let world = says(stopped("ETIMEDOUT", REVIEW));
    let outcome = Case::new(SPAWN, &world).run();
    assert_eq!(
        (outcome.status, outcome.reason),
        (Status::Incomplete, Some(Reason::TimedOut))
    );
    assert!(outcome.detail.unwrap().contains("300 s"));
    assert!(
        world
            .file("/run/gsd-review-acme.err")
            .unwrap()
            .contains("ETIMEDOUT")
    );
}

#[test]
fn every_way_to_end_has_its_reason() {
    for (outcome, reason) in [
        (stopped("ENOENT", ""), Reason::SpawnError),
        (stopped("EACCES", ""), Reason::SpawnError),
        (stopped("ETIMEDOUT", ""), Reason::TimedOut),
        (stopped("ENOBUFS", ""), Reason::OutputTooLarge),
        (stopped("E2BIG", ""), Reason::ArgumentTooLong),
        (stopped("EINTR", ""), Reason::Interrupted),
        (
            SpawnOutcome {
                status: None,
                ..printed(0, "", "")
            },
            Reason::ExitNonzero,
        ),
        (printed(3, "", "boom"), Reason::ExitNonzero),
        (printed(0, "", "boom"), Reason::Unsubstantive),
        (
            printed(1, "", "Error: not logged in. Please run /login"),
            Reason::AuthRequired,
        ),
        (printed(0, "", "429 Too Many Requests"), Reason::Quota),
    ] {
        let world = says(outcome.clone());
        let result = Case::new(SPAWN, &world).run();
        assert_eq!(
            (result.status, result.reason),
            (Status::Failed, Some(reason)),
            "{outcome:?}"
        );
        assert!(result.stubbed);
    }
}

#[test]
fn y10_a_word_is_no_review() {
    let world = says(printed(0, "LGTM\n", ""));
    let outcome = Case::new(SPAWN, &world).run();
    assert_eq!(
        (outcome.status, outcome.reason),
        (Status::Incomplete, Some(Reason::Unsubstantive))
    );
    assert!(world.file(PATH).unwrap().ends_with("LGTM\n"));
}

/// F-16, F-17: a tool that exits with 0 after it has spoken of itself alone has not reviewed.
#[test]
fn f16_what_a_tool_says_of_itself_is_no_review() {
    let sign_in = "Error: Authentication required. Please run 'acme login' first, or set a key.\n";
    let banner =
        "Loaded cached credentials.\nStarting the review of the plans in plain text mode...\n";
    let error = "[API Error: An unknown error occurred while talking to the model.]\n";
    for (said, reason) in [
        (sign_in, Reason::AuthRequired),
        (banner, Reason::Unsubstantive),
        (error, Reason::Unsubstantive),
    ] {
        let mut written = says(printed(0, "", ""));
        let program = written.programs.get_mut("acme").unwrap();
        program.writes = vec![(PATH.into(), said.into())];
        for (lane, world) in [(SPAWN, says(printed(0, said, ""))), (FILE, written)] {
            let outcome = Case::new(lane, &world).run();
            assert_eq!(
                (outcome.status, outcome.reason),
                (Status::Failed, Some(reason)),
                "{said}"
            );
            assert_eq!(outcome.detail.as_deref(), said.lines().last(), "{said}");
            assert!(outcome.stubbed);
            let stub = world.file(PATH).unwrap();
            assert!(
                stub.contains(said.trim_end()),
                "what was said is shown: {stub}"
            );
        }
    }
    // The peer keeps it, and even then it is not called a review.
    let world = says(printed(0, sign_in, ""));
    let mut peer = Case::new(SPAWN, &world);
    peer.profile = Profile::Peer;
    assert_eq!(peer.run().status, Status::Incomplete);
    assert!(world.file(PATH).unwrap().ends_with(sign_in));
    // A review behind a banner is one, and so is one with warnings on the error output.
    let both = [banner, REVIEW].concat();
    let world = says(printed(0, &both, error));
    assert_eq!(Case::new(SPAWN, &world).run().status, Status::Reviewed);
    assert_eq!(world.file(PATH), Some(both));
}

#[test]
fn y13_an_old_file_is_never_read_as_this_review() {
    let world = says(printed(0, "noise on standard output", ""));
    world.files.borrow_mut().insert(PATH.into(), REVIEW.into());
    let outcome = Case::new(FILE, &world).run();
    assert_eq!(outcome.status, Status::Failed);
    assert_eq!(
        world.file("/run/gsd-review-acme.md.previous").as_deref(),
        Some(REVIEW)
    );
    assert!(
        world
            .file(PATH)
            .unwrap()
            .contains("failed or returned empty output")
    );
}

/// A host that says it moved a file away and did not.
#[test]
fn y13_a_host_is_not_believed() {
    let mut world = says(printed(0, "", ""));
    world.files.borrow_mut().insert(PATH.into(), REVIEW.into());
    world.keeps_files = true;
    let outcome = Case::new(FILE, &world).run();
    assert_eq!(
        (outcome.status, outcome.reason),
        (Status::Failed, Some(Reason::WriteFailed))
    );
    assert!(world.spawns.borrow().is_empty());
}

#[test]
fn b13_a_missing_prompt_is_an_error() {
    for lane in [SPAWN, BY_REFERENCE, HTTP] {
        let world = serves(200, "{}");
        world.files.borrow_mut().clear();
        let outcome = Case::new(lane, &world).run();
        assert_eq!(
            (outcome.status, outcome.reason),
            (Status::Failed, Some(Reason::PromptMissing))
        );
        assert!(world.spawns.borrow().is_empty());
        assert!(world.requests.borrow().iter().all(|it| it.method == "GET"));
    }
}

#[test]
fn f23_an_argument_that_is_too_long_is_refused_before_the_start() {
    for (platform, length) in [(Platform::Posix, 131_072), (Platform::Windows, 32_766)] {
        let world = says(printed(0, REVIEW, ""));
        let mut case = Case::new(SPAWN, &world);
        case.platform = platform;
        let outcome = case.with_plan(|plan| {
            if let gsd_lanes::lane::plan::Transport::Spawn(spawn) = &mut plan.transport {
                spawn.argv.push("x".repeat(length));
            }
        });
        assert_eq!(
            (outcome.status, outcome.reason),
            (Status::Failed, Some(Reason::ArgumentTooLong))
        );
        nothing_happened(&world);
    }
}

#[test]
fn b9_limits_are_whole_milliseconds() {
    let world = says(printed(0, REVIEW, ""));
    Case::new(SPAWN, &world).with_plan(|plan| plan.timeout_ms = 0.25);
    Case::new(SPAWN, &world).with_plan(|plan| plan.timeout_ms = 3_000_000_000.5);
    let limits: Vec<u64> = world
        .spawns
        .borrow()
        .iter()
        .map(|it| it.timeout_ms)
        .collect();
    assert_eq!(limits, [1, 3_000_000_001]);
}

#[test]
fn y7_what_was_printed_is_data() {
    let raw = format!("\u{feff}\u{1b}[31m{REVIEW}\u{1b}]52;c;AAAA\u{7}\r\n\u{9b}2Jmore\u{0}");
    let world = says(printed(0, &raw, ""));
    let outcome = Case::new(SPAWN, &world).run();
    assert_eq!(outcome.status, Status::Reviewed);
    let review = world.file(PATH).unwrap();
    assert!(
        review
            .chars()
            .all(|it| it == '\n' || it == '\t' || !it.is_control()),
        "{review:?}"
    );
    assert!(!review.contains('\u{feff}') && !review.contains("52;c"));
    assert_eq!(*world.raw.borrow(), ["/run/gsd-review-acme.raw"]);
}

#[test]
fn only_a_success_gives_a_review() {
    let body = r#"{"choices":[{"message":{"content":"- src/a.rs:1 a long enough remark about the plan at hand"}}]}"#;
    for status in [400, 404, 500, 503] {
        let world = serves(status, body);
        let outcome = Case::new(HTTP, &world).run();
        assert_eq!(outcome.status, Status::Failed, "B-21: {status}");
    }
    for status in [301, 302, 307, 308] {
        let outcome = Case::new(HTTP, &serves(status, body)).run();
        assert_eq!(
            outcome.reason,
            Some(Reason::RedirectRefused),
            "B-2: {status}"
        );
    }
    for status in [401, 403] {
        let outcome = Case::new(HTTP, &serves(status, "")).run();
        assert_eq!(outcome.reason, Some(Reason::AuthRequired));
    }
    assert_eq!(
        Case::new(HTTP, &serves(429, "")).run().reason,
        Some(Reason::Quota)
    );
    let world = serves(200, body);
    assert_eq!(Case::new(HTTP, &world).run().status, Status::Reviewed);
    assert!(
        world
            .requests
            .borrow()
            .iter()
            .all(|it| it.url.starts_with("http://localhost:9000/"))
    );
}

/// F-24: a probe that is answered with an error, a page or nothing found no server, whatever the status says.
#[test]
fn f24_a_probe_judges_the_body() {
    let probed = |path: &str, body: &str, profile| {
        let mut world = serves(200, "");
        let listed = HttpOutcome {
            status: Some(200),
            body: body.into(),
            error: None,
        };
        let url = format!("GET http://localhost:9000{path}");
        world.servers.insert(url, listed);
        let lane = HTTP.replacen("/v1/models", path, 1);
        let mut case = Case::new(&lane, &world);
        case.profile = profile;
        let outcome = case.run();
        let gone_on = world.requests.borrow().len() > 1;
        assert_eq!(gone_on, outcome.status != Status::Skipped, "{body}");
        (!gone_on).then(|| {
            assert_eq!(outcome.reason, Some(Reason::HostUnreachable), "{body}");
            let detail = outcome.detail.unwrap();
            let refusal = Refusal {
                reason: Reason::HostUnreachable,
                detail: detail.clone(),
            };
            (Health::of(&refusal), detail)
        })
    };
    let models = "/v1/models";
    for (path, body, health, said) in [
        (
            models,
            r#"{"error":"no model is loaded"}"#,
            Health::Broken,
            "no model is loaded",
        ),
        (
            models,
            r#"{"error":{"message":"Invalid API key"}}"#,
            Health::NeedsSignIn,
            "Invalid API key",
        ),
        (
            models,
            r#"[{"error":{"message":"boom"}}]"#,
            Health::Broken,
            "boom",
        ),
        (
            models,
            r#"{"object":"error","message":"boom"}"#,
            Health::Broken,
            "boom",
        ),
        (models, r#"{"choices":[]}"#, Health::Broken, "choices"),
        (
            models,
            "<!doctype html><title>Sign in</title>",
            Health::Broken,
            "page",
        ),
        (models, "", Health::Broken, "no list of models"),
        (models, " \n", Health::Broken, "no list of models"),
        (
            models,
            "Ollama is running",
            Health::Broken,
            "no list of models",
        ),
        (
            "/health",
            r#"{"error":{"code":503,"message":"Loading model"}}"#,
            Health::Broken,
            "Loading model",
        ),
        ("/health", "<html></html>", Health::Broken, "page"),
    ] {
        let (found, detail) = probed(path, body, Profile::Strict).unwrap();
        assert_eq!(found, health, "{detail}");
        assert!(detail.contains(said), "{detail}");
        assert_eq!(probed(path, body, Profile::Peer), None, "L-60: {body}");
    }
    for (path, body) in [
        (models, r#"{"object":"list","data":[{"id":"m1"}]}"#),
        (models, r#"{"object":"list","data":[],"error":null}"#),
        (models, r#"["m1"]"#),
        ("/health", ""),
        ("/health", "OK"),
        ("/health", r#"{"status":"ok","message":"all is well"}"#),
    ] {
        assert_eq!(probed(path, body, Profile::Strict), None, "{body}");
    }
}

#[test]
fn a_review_that_cannot_be_written_is_none() {
    let mut world = says(printed(0, REVIEW, ""));
    world.unwritable.push(PATH.into());
    let outcome = Case::new(SPAWN, &world).run();
    assert_eq!(
        (outcome.ok, outcome.status, outcome.reason),
        (false, Status::Failed, Some(Reason::WriteFailed))
    );
}

#[test]
fn l61_only_who_was_asked_for_is_missed_aloud() {
    for (explicit, warnings) in [(false, 0), (true, 1)] {
        let mut world = says(printed(0, REVIEW, ""));
        world.binaries.clear();
        let mut case = Case::new(SPAWN, &world);
        case.explicit = explicit;
        let outcome = case.run();
        assert_eq!(
            (outcome.status, outcome.reason),
            (Status::Skipped, Some(Reason::MissingBinary))
        );
        assert_eq!(world.warnings.borrow().len(), warnings);
    }
}

fn outcomes() -> impl Strategy<Value = SpawnOutcome> {
    let text = || {
        prop_oneof![
            Just(String::new()),
            Just(REVIEW.into()),
            Just("   \n".into()),
            "\\PC{0,60}",
            "[ -~\n\u{1b}\u{7}]{0,200}",
        ]
    };
    let code = prop::option::of(prop::sample::select(vec![
        "",
        "ETIMEDOUT",
        "ENOENT",
        "ENOBUFS",
        "EINTR",
        "EWHAT",
    ]));
    (
        prop::option::of(prop_oneof![-2i64..4, Just(0xC000_0005)]),
        text(),
        text(),
        code,
    )
        .prop_map(|(status, stdout, stderr, code)| SpawnOutcome {
            status,
            stdout,
            stderr,
            error_code: code.map(String::from),
        })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever a program does: the run ends, writes only inside the run directory, and says `reviewed` only of a
    /// substantive text from this run.
    #[test]
    fn reviewed_means_a_review(
        said in outcomes(),
        help in outcomes(),
        writes in prop::option::of("[a-z :./\n]{0,120}"),
        lane in prop::sample::select(vec![SPAWN, FILE, BY_REFERENCE, HTTP]),
        handler in prop::sample::select(vec!["", "opencode", "antigravity"]),
        there in any::<bool>(),
        status in prop::sample::select(vec![200u16, 204, 302, 404, 500]),
        body in prop_oneof![Just(String::new()), "\\PC{0,80}", Just(format!("{{\"choices\":[{{\"message\":{{\"content\":{:?}}}}}]}}", "- src/a.rs:3 enough letters to be a review of the plan at hand"))],
        peer in any::<bool>(),
    ) {
        let lane = match handler {
            "" => lane.to_string(),
            handler => lane.replacen("\"slug\"", &format!("\"handler\": \"{handler}\", \"slug\""), 1).replace("\"handler\": \"openai-compatible\",", ""),
        };
        let mut world = serves(status, &body);
        world.help.insert("acme".into(), help);
        let writes = writes.map(|text| (PATH.to_string(), text));
        world.programs.insert("acme".into(), Program { outcome: said.clone(), writes: writes.clone().into_iter().collect() });
        if !there { world.binaries.clear(); }
        let mut case = Case::new(&lane, &world);
        if peer { case.profile = Profile::Peer; }
        let outcome = case.run();
        for path in world.written.borrow().iter().chain(world.aside.borrow().iter()).chain(world.raw.borrow().iter()) {
            prop_assert!(path.starts_with("/run/gsd-review-acme."), "{path}");
        }
        if outcome.status == Status::Reviewed {
            let review = world.file(PATH).unwrap();
            let said = [said.stdout, body, writes.map(|(_, text)| text).unwrap_or_default()];
            prop_assert!(said.iter().any(|text| text.chars().filter(|it| it.is_alphabetic()).count() >= 40));
            prop_assert!(review.chars().filter(|it| it.is_alphabetic()).count() >= 40);
            prop_assert!(outcome.reason.is_none());
        } else {
            prop_assert!(outcome.reason.is_some());
        }
        prop_assert_eq!(outcome.ok, !matches!(outcome.status, Status::Skipped | Status::Refused) && outcome.reason != Some(Reason::PromptMissing));
    }
}

/// L-75, Y-11: a status is told as it is, one of Windows too, and an empty code is none.
#[test]
fn statuses_are_told_as_they_are() {
    let crashed = printed(0xC000_0005, "", "");
    let empty_code = SpawnOutcome {
        error_code: Some(String::new()),
        ..printed(3, "", "")
    };
    for (said, detail, ending) in [
        (
            crashed,
            "exit status 3221225477 (0xC0000005)",
            "status 3221225477",
        ),
        (empty_code, "exit status 3", "status 3"),
    ] {
        let world = says(said);
        let outcome = Case::new(SPAWN, &world).run();
        assert_eq!(outcome.reason, Some(Reason::ExitNonzero));
        assert_eq!(outcome.detail.as_deref(), Some(detail));
        let stub = world.file(PATH).unwrap();
        assert!(stub.contains(&format!("it ended with {ending};")), "{stub}");
    }
    let fine = SpawnOutcome {
        error_code: Some(String::new()),
        ..printed(0, REVIEW, "")
    };
    let world = says(fine);
    assert_eq!(Case::new(SPAWN, &world).run().status, Status::Reviewed);
    assert_eq!(world.file("/run/gsd-review-acme.err").as_deref(), Some(""));
}

/// L-77: why there is none is told in the words of whoever stopped it.
#[test]
fn the_detail_is_the_line_that_says_it() {
    let stderr = "starting\nError: 429 quota exceeded\n\n";
    let outcome = Case::new(SPAWN, &says(printed(1, "", stderr))).run();
    assert_eq!(outcome.reason, Some(Reason::Quota));
    assert_eq!(outcome.detail.as_deref(), Some("Error: 429 quota exceeded"));
    // L-82: the diagnostic of an answer that is none.
    let outcome = Case::new(HTTP, &serves(503, "")).run();
    assert_eq!(outcome.detail.as_deref(), Some("HTTP 503"));
}

/// F-07: whoever reads of a time limit reads which one it was.
#[test]
fn a_stub_names_the_limit() {
    let world = says(stopped("ETIMEDOUT", ""));
    assert_eq!(
        Case::new(SPAWN, &world).run().reason,
        Some(Reason::TimedOut)
    );
    assert!(world.file(PATH).unwrap().contains("limit 300 s"));
}

/// Y-13: a host that cannot move files away empties them, and an empty file is nobody's review.
#[test]
fn y_13_an_emptied_file_is_out_of_the_way() {
    let world = World {
        keeps_files: true,
        ..says(printed(0, "", ""))
    };
    world.files.borrow_mut().insert(PATH.into(), String::new());
    Case::new(FILE, &world).run();
    assert_eq!(world.spawns.borrow().len(), 1);
    world.files.borrow_mut().insert(PATH.into(), REVIEW.into());
    assert_eq!(
        Case::new(FILE, &world).run().reason,
        Some(Reason::WriteFailed)
    );
    assert_eq!(world.spawns.borrow().len(), 1);
}

/// B-9: a limit that is none counts as unsaid.
#[test]
fn a_probe_without_a_limit_has_one() {
    let limit = |said: &str| {
        let lane = HTTP.replace(r#""timeoutMs": 2000"#, said);
        let world = serves(200, "{}");
        let mut case = Case::new(&lane, &world);
        case.profile = Profile::Peer;
        case.run();
        world.requests.borrow()[0].timeout_ms
    };
    let unsaid = limit(r#""x": 1"#);
    assert!(unsaid >= 1_000);
    for said in [
        r#""timeoutMs": -5"#,
        r#""timeoutMs": 0"#,
        r#""timeoutMs": "2""#,
        r#""timeoutMs": 1e999"#,
    ] {
        assert_eq!(limit(said), unsaid, "{said}");
    }
    assert_eq!(limit(r#""timeoutMs": 0.5"#), 1);
    assert_eq!(limit(r#""timeoutMs": 2000"#), 2000);
}

// ---- in steps ------------------------------------------------------------------------------------------------

/// Performs what a run wants, and says what came of it as plain data.
fn perform(effect: Effect, world: &World) -> serde_json::Value {
    let done = |done: Result<(), String>| done.err().map_or(json!(null), serde_json::Value::from);
    match effect {
        Effect::HasBinary(name) => json!(at_once(world.has_binary(&name))),
        Effect::Exists(path) => json!(at_once(world.exists(&path))),
        Effect::Read(path) => match at_once(world.read(&path)) {
            Read::Text(text) => json!(text),
            Read::Unreadable => json!(false),
            Read::Missing => json!(null),
        },
        Effect::Write(path, text) => done(at_once(world.write(&path, &text))),
        Effect::SetAside(path) => done(at_once(world.set_aside(&path))),
        Effect::KeepRaw(path) => {
            at_once(world.keep_raw(&path));
            json!(null)
        }
        Effect::Spawn(request) => {
            let it = at_once(world.spawn(request));
            json!({"status": it.status, "stdout": it.stdout, "stderr": it.stderr, "errorCode": it.error_code})
        }
        Effect::Http(request) => {
            let it = at_once(world.http(request));
            json!({"status": it.status, "body": it.body, "error": it.error})
        }
    }
}

/// Everything that was asked of a world, in words.
fn asked(world: &World) -> String {
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        world.spawns,
        world.requests,
        world.warnings,
        world.written,
        world.raw,
        world.aside,
        world.files
    )
}

/// How a world is made, once for each of two runs.
type Make<'m> = &'m dyn Fn() -> World;

/// A run that is handed out in steps, with the plan as plain data, comes out like one over the host itself.
#[test]
fn steps_are_the_run() {
    const CAPABLE: &str = r#"{
        "slug": "acme", "transport": "spawn", "reviewsSection": "Acme", "timeoutFloorMs": 300000, "evidenceClass": "diff-only",
        "probe": {"kind": "command-capability", "binary": "acme", "needle": "--review", "timeoutMs": 5000},
        "invoke": {"binary": "acme", "args": ["-p", "{{prompt}}"], "promptChannel": "argv-file-ref", "env": {"A": "1"}}
    }"#;
    const UNPROMPTED: &str = r#"{
        "slug": "acme", "transport": "spawn", "reviewsSection": "Acme", "timeoutFloorMs": 300000, "evidenceClass": "diff-only",
        "probe": {"kind": "command-exists", "binary": "acme"},
        "invoke": {"binary": "acme", "args": ["review", "--prompt-only"], "promptChannel": "none"}
    }"#;
    let unprompted = || {
        let world = says(printed(0, REVIEW, ""));
        world.files.borrow_mut().clear();
        world
    };
    let helpful = |text: &str| World {
        help: [("acme".into(), printed(0, text, ""))].into(),
        ..says(printed(0, REVIEW, ""))
    };
    let unwritable = || World {
        unwritable: vec![PATH.into()],
        ..says(printed(0, REVIEW, ""))
    };
    let cases: &[(&str, Make<'_>)] = &[
        (SPAWN, &|| says(printed(0, REVIEW, "note"))),
        (SPAWN, &|| {
            says(printed(0, "\u{1b}[31m- src/a.rs:10 coloured\r\n", ""))
        }),
        (UNPROMPTED, &unprompted),
        (SPAWN, &unprompted),
        (SPAWN, &|| says(printed(3, "", "no quota"))),
        (SPAWN, &|| says(stopped("ETIMEDOUT", "half"))),
        (SPAWN, &|| World::default()),
        (SPAWN, &unwritable),
        (FILE, &|| says(printed(0, "banner", ""))),
        (CAPABLE, &|| helpful("--review")),
        (CAPABLE, &|| helpful("nothing of the kind")),
        (HTTP, &|| {
            serves(
                200,
                r#"{"model":"other","choices":[{"message":{"content":"at src/a.rs:1 it is wrong"}}]}"#,
            )
        }),
        (HTTP, &|| serves(503, "busy")),
        (HTTP, &|| World::default()),
    ];
    for (lane, make) in cases {
        let (direct, stepped) = (make(), make());
        let mut plan = serde_json::Value::Null;
        let mut case = Case::new(lane, &direct);
        case.explicit = true;
        let outcome = case.with_plan(|it| plan = json!(it));
        let input = json!({
            "plan": plan, "identity": "acme", "repoRoot": "/code/app", "explicit": true, "homeDir": "/home/dev",
        });
        let text: &'static str = Box::leak(input.to_string().into_boxed_str());
        let mut steps =
            rules::begin("runLane", Document::parse(text, rules::LIMITS).unwrap()).unwrap();
        let mut reply = None;
        let result = loop {
            match steps.next(reply).unwrap() {
                Step::Done(result) => break result,
                Step::Wants(effect) => {
                    let said = perform(effect, &stepped).to_string();
                    let said = Document::parse(&said, rules::LIMITS).unwrap();
                    reply = steps.reply_of(said.root());
                }
            }
        };
        let mut stages = Vec::new();
        for notice in steps.notices() {
            match notice {
                Notice::Warning(message) => stepped.warnings.borrow_mut().push(message),
                Notice::Progress(stage) => stages.push(stage),
            }
        }
        if outcome.status == Status::Reviewed {
            let limit = if *lane == HTTP { 120_000 } else { 300_000 };
            let all = [Progress::Probing, Progress::Asked(limit), Progress::Writing];
            assert_eq!(stages, all, "{lane}");
        }
        let result: serde_json::Value = serde_json::from_str(&result).unwrap();
        assert_eq!(result, json!(outcome), "{lane}");
        assert_eq!(asked(&stepped), asked(&direct), "{lane}");
        assert!(steps.next(None).is_none(), "it is over");
    }
}

/// B-1: a plan comes from outside once more, so what would send the prompt elsewhere is refused once more.
#[test]
#[allow(clippy::too_many_lines)] // one table
fn b_1_plans_that_were_tampered_with_are_refused() {
    let read = |lane: &str, change: &dyn Fn(&mut serde_json::Value)| {
        let world = World::default();
        let mut plan = serde_json::Value::Null;
        Case::new(lane, &world).with_plan(|it| plan = json!(it));
        change(&mut plan);
        let text = plan.to_string();
        let document = Document::parse(&text, Limits::MANIFEST).unwrap();
        match Plan::from_value(document.root()) {
            Ok(again) => Ok(json!(again) == plan),
            Err(refusal) => Err((refusal.reason, refusal.detail)),
        }
    };
    for lane in [SPAWN, FILE, BY_REFERENCE, HTTP] {
        assert_eq!(read(lane, &|_| ()), Ok(true), "{lane}");
    }
    let malformed = |detail: &str| Err((Reason::MalformedLane, detail.to_owned()));
    for (lane, name, value, wanted) in [
        (
            HTTP,
            "url",
            json!("http://evil.example/v1/chat/completions"),
            malformed("path-not-absolute"),
        ),
        (
            HTTP,
            "modelsUrl",
            json!("http://localhost:9001/v1/models"),
            malformed("path-not-absolute"),
        ),
        (
            HTTP,
            "host",
            json!("http://localhost"),
            malformed("path-not-absolute"),
        ),
        (HTTP, "host", json!(""), malformed("host")),
        (SPAWN, "binary", json!(""), malformed("binary")),
        (SPAWN, "timeoutMs", json!(0), malformed("timeoutMs")),
        (SPAWN, "timeoutMs", json!(-1), malformed("timeoutMs")),
        (
            FILE,
            "outputTarget",
            json!({"kind": "file"}),
            malformed("outputTarget.path"),
        ),
        // No file but the lane's own is written, moved away or shown (B-5).
        (
            FILE,
            "outputTarget",
            json!({"kind": "file", "path": "/run/gsd-review-other.md"}),
            malformed("outputTarget.path"),
        ),
        (
            SPAWN,
            "reviewPath",
            json!("/home/dev/.bashrc"),
            malformed("reviewPath"),
        ),
        (
            SPAWN,
            "reviewPath",
            json!("/elsewhere/gsd-review-acme.md"),
            malformed("reviewPath"),
        ),
        (
            SPAWN,
            "errPath",
            json!("/run/gsd-review-other.err"),
            malformed("reviewPath"),
        ),
        (
            SPAWN,
            "errPath",
            json!("/run/gsd-review-acme.md"),
            malformed("reviewPath"),
        ),
        (
            SPAWN,
            "transport",
            json!("carrier"),
            Err((Reason::UnknownTransport, "transport".into())),
        ),
        (
            SPAWN,
            "handler",
            json!("gemini"),
            Err((Reason::UnknownHandler, "handler".into())),
        ),
    ] {
        assert_eq!(
            read(lane, &|plan| plan[name] = value.clone()),
            wanted,
            "{name}"
        );
    }
    for stem in ["prompt", "PROMPT", "", "a b"] {
        let reserved = |plan: &mut serde_json::Value| {
            plan["reviewPath"] = json!(format!("/run/gsd-review-{stem}.md"));
            plan["errPath"] = json!(format!("/run/gsd-review-{stem}.err"));
        };
        assert_eq!(read(SPAWN, &reserved), malformed("reviewPath"), "{stem}");
    }
    let own_prompt = |plan: &mut serde_json::Value| plan["promptPath"] = json!("/else/p.md");
    assert!(read(SPAWN, &own_prompt).is_ok());
}
