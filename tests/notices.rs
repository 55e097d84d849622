//! What a tool says about itself is no review; what a reviewer says about errors is one (F-16, F-17, F-31).
#![cfg(not(target_arch = "wasm32"))]

use gsd_lanes::review::complaint;
use gsd_lanes::review::notice::{Notice, find};
use gsd_lanes::review::substance::is_substantive;
use gsd_lanes::vocabulary::notice;
use gsd_lanes::vocabulary::outcome::Reason;
use proptest::prelude::*;

/// F-16, F-31: errors, limits and requests to sign in, as tools print them before they exit with 0.
const COMPLAINTS: &[(&str, Option<Reason>)] = &[
    (
        "Error: the model returned an empty response, giving up after three attempts",
        None,
    ),
    (
        "[API Error: An unknown error occurred while talking to the model.]",
        None,
    ),
    (
        "Error when talking to Gemini API Full report available at: /tmp/gemini-client-error-2025.json",
        None,
    ),
    (
        "Attempt 1 failed with status 429. Retrying with backoff... GaxiosError: [{\n  \"error\": {\n    \"code\": 429,\n    \"message\": \"Resource has been exhausted (e.g. check quota).\",\n    \"status\": \"RESOURCE_EXHAUSTED\"\n  }\n}\n]\n    at Gaxios._request (file:///usr/lib/node_modules/x/gaxios.js:142:23)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)",
        Some(Reason::Quota),
    ),
    (
        "API Error: 529 {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"},\"request_id\":\"req_1\"}",
        None,
    ),
    (
        "Invalid API key · Please run /login",
        Some(Reason::AuthRequired),
    ),
    ("Credit balance is too low", Some(Reason::Quota)),
    (
        "Claude AI usage limit reached|1750000000",
        Some(Reason::Quota),
    ),
    (
        "You've hit your limit · resets 3pm (Europe/Berlin)",
        Some(Reason::Quota),
    ),
    (
        "5-hour limit reached ∙ resets 3pm\n/upgrade to increase your usage limit.",
        Some(Reason::Quota),
    ),
    (
        "Error: Authentication required. Please run 'cursor-agent login' first, or set CURSOR_API_KEY environment variable.",
        Some(Reason::AuthRequired),
    ),
    (
        "Please visit the following URL to authorize the application:\n\nhttps://accounts.example/o/oauth2/auth?client_id=1\n\nEnter the authorization code: ",
        Some(Reason::AuthRequired),
    ),
    (
        "Code Assist login required.\nAttempting to open authentication page in your browser.\nOtherwise navigate to:\n\nhttps://accounts.example/o/oauth2/v2/auth?redirect_uri=x",
        Some(Reason::AuthRequired),
    ),
    (
        "To sign in, use a web browser to open the page https://login.example/device and enter the code ABCD1234 to authenticate.",
        Some(Reason::AuthRequired),
    ),
    (
        "Please set an Auth method in your /home/dev/.gemini/settings.json or specify one of the following environment variables before running: GEMINI_API_KEY",
        Some(Reason::AuthRequired),
    ),
    (
        "TypeError: fetch failed\n    at node:internal/deps/undici/undici:12502:13\n  cause: Error: getaddrinfo ENOTFOUND api.example\n  {\n    errno: -3008,\n    code: 'ENOTFOUND',\n    syscall: 'getaddrinfo'\n  }",
        None,
    ),
    (
        "Traceback (most recent call last):\n  File \"/usr/lib/python3/site-packages/tool/main.py\", line 12, in <module>\n    raise RuntimeError(\"no connection to the server could be made\")\nRuntimeError: no connection to the server could be made",
        None,
    ),
    (
        "2025-11-30T10:00:00.123456Z ERROR codex_core::codex: stream disconnected before completion: error sending request for url",
        None,
    ),
    (
        "✖ Rate limit exceeded, please try after 12 minutes and 30 seconds",
        Some(Reason::Quota),
    ),
    (
        "{\"type\":\"status\",\"phase\":\"setup\",\"message\":\"Setting up the review of your change\"}\n{\"type\":\"error\",\"errorType\":\"rate_limit\",\"message\":\"Rate limit exceeded for this organisation\"}",
        Some(Reason::Quota),
    ),
    (
        "{\n  \"error\": {\n    \"message\": \"Incorrect API key provided: sk-1234. You can find your API key in the settings.\",\n    \"code\": \"invalid_api_key\"\n  }\n}",
        Some(Reason::AuthRequired),
    ),
    (
        "{\"type\":\"result\",\"subtype\":\"error\",\"is_error\":true,\"result\":\"Invalid API key, please run the login command\"}",
        Some(Reason::AuthRequired),
    ),
    (
        "<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><p>Please sign in to the network to go on browsing.</p></body></html>",
        Some(Reason::AuthRequired),
    ),
    (
        "OAuth token has expired. Please obtain a new token or refresh your existing token. · Please run /login",
        Some(Reason::AuthRequired),
    ),
    (
        "API Error (us.example.model-4): 403 You don't have access to the model with the specified model ID.",
        None,
    ),
    (
        "There's an issue with the selected model (x-1). It may not exist or you may not have access to it. Run --model to pick a different model.",
        None,
    ),
    (
        "Your organization has disabled access to this tool. Contact your administrator to restore access.",
        None,
    ),
    (
        "When using Gemini API, you must specify the GEMINI_API_KEY environment variable.\nUpdate your environment and try again (no reload needed if using .env)!",
        None,
    ),
    (
        "Usage limit reached. Switch to another model or upgrade to go on",
        Some(Reason::Quota),
    ),
    (
        "Internal server error. Please try again later or contact support if this continues.",
        None,
    ),
    (
        "upstream connect error or disconnect/reset before headers. reset reason: connection termination",
        None,
    ),
    (
        "[Internal Error] fetch failed: upstream connect error or disconnect/reset before headers",
        None,
    ),
    (
        "Not inside a trusted directory and --skip-git-repo-check was not specified.",
        None,
    ),
    (
        "Error executing tool read_file: File path must be within one of the workspace directories: /repo",
        None,
    ),
    (
        "This account requires setting the CLOUD_PROJECT or CLOUD_PROJECT_ID env var. See https://docs.example/auth",
        None,
    ),
    (
        "⚠ Failed to load hooks from /home/u/.tool/settings.json: unexpected token in JSON at position 12",
        None,
    ),
    (
        "Missing API key. Set TOOL_API_KEY in the environment, or pass --api-key on the command line.",
        Some(Reason::AuthRequired),
    ),
];

/// F-16: runtimes that end a tool, whose last words name a place in its own source.
const CRASHES: &[&str] = &[
    "node:internal/modules/cjs/loader:1228\n  throw err;\n  ^\n\nError: Cannot find module '/usr/lib/node_modules/x/index.js'\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)\n  code: 'MODULE_NOT_FOUND',\n  requireStack: []\n}\n\nNode.js v20.10.0",
    "thread 'main' panicked at src/main.rs:10:5:\ncalled `Result::unwrap()` on an `Err` value: Os { code: 2 }\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace",
];

#[test]
fn f_16_crashes_are_no_review() {
    for text in CRASHES {
        assert!(find(text).is_some(), "{text}");
    }
}

/// F-17, F-31: what tools print before anything has happened, or while it does.
const BANNERS: &[&str] = &[
    "Loaded cached credentials.\n",
    "Data collection is disabled.\nLoaded cached credentials.\nLoading extension: security\n",
    "(node:4711) [DEP0040] DeprecationWarning: The `punycode` module is deprecated. Please use a userland alternative instead.\n(Use `node --trace-deprecation ...` to show where the warning was created)\n",
    "Starting CodeRabbit review in plain text mode...\n\nConnecting to review service\nSetting up\nAnalyzing\nReviewing\nReview completed ✔\n",
    "⠋ Downloading the language model, this may take a while…\n⠙ Downloading the language model, this may take a while…\n",
    "npm warn deprecated inflight@1.0.6: This module is not supported, and leaks memory.\nnpm notice New major version of npm available! 10.8.2 -> 11.0.0\n",
    "Both GOOGLE_API_KEY and GEMINI_API_KEY are set. Using GOOGLE_API_KEY.\nRipgrep is not available. Falling back to GrepTool.\n",
    "YOLO mode is enabled. All tool calls will be automatically approved.\nLoaded cached credentials.\n",
    "Usage: tool [options] [prompt]\n\nAsks a model about something and prints what it says.\n\nOptions:\n  -h, --help     display help for command\n  -m, --model    the model that is to be asked\n",
    "{\"type\":\"status\",\"message\":\"Setting up the review of your change\"}\n{\"type\":\"progress\",\"message\":\"Still looking at what was changed\"}\n",
    "[dotenv@17.2.3] injecting env (0) from .env -- tip: encrypt with dotenvx, which is better\n",
];

/// Reviews, short ones above all, that speak of errors, limits and accounts, or quote what tools say.
const REVIEWS: &[&str] = &[
    "Error handling is missing: when the request fails the loop goes on with stale data.",
    "Error: src/a.rs:10 drops the lock before the write, so two runs can mix their lines.",
    "ERROR src/lock.rs:12 the lock is taken twice and never released by the second caller",
    "TypeError in src/app.ts:40: `plan` may be undefined when no phase was given on the command line.",
    "Users who are not logged in can reach /admin: the plan must check the session before the route.",
    "The plan adds a rate limit to the login endpoint and does not say how it is going to be tested.",
    "Please clarify how the quota is enforced when two lanes run side by side in one project.",
    "Rate limiting belongs before authentication, or the password check can be used for a denial of service.",
    "The message `Invalid API key · Please run /login` never reaches the user; print it on stderr.",
    "Checking permissions is missing in the new route, and nobody tests that it is refused.",
    "Loading the configuration twice is wasteful and hides the second file's errors from the user.",
    "Opening the file without O_CLOEXEC leaks it into the child that the plan starts afterwards.",
    "Authentication is not part of this phase although the roadmap says so; move it to phase four.",
    "Unable to find any problem with the plan: it is complete, and its order is the right one.",
    "Authorization: the plan never says who may call the endpoint, nor what happens otherwise.",
    "- Error: the retry loop never ends\n- Error: the lock is not released\n- Warning: tests are missing\n",
    "1. Error: Authentication required is shown to users who have signed in long ago\n2. No test covers it\n",
    "Invalid API key · Please run /login\n\nThis is what a user sees when the token is stale; the plan should refresh it first.\n",
    "Loaded cached credentials.\nThe plan covers what it has to, and src/lib.rs:10 says the same of the code.\n",
    "## Concerns\n\nError: `unauthorized` is thrown in src/auth.rs:7 before the session was even read.\n",
    "```\nError: not logged in\n    at login (src/a.js:1:2)\n```\nThe plan shows this to the user, who can do nothing about it.\n",
    "{\"summary\": \"The plan covers what it has to\", \"concerns\": [\"the lock is never released\"], \"error\": null}",
    "{\"type\": \"review\", \"text\": \"The plan covers what it has to; the lock is never released.\"}",
    "<p>The plan covers what it has to, and nothing in it contradicts the roadmap.</p>",
    "Waiting for the lock is unbounded, so that one dead process stops every later one.",
    "Logic error: the loop ends one element too early, so the last plan is never checked.",
    "Usage: the flag is documented nowhere, and its default differs from what the plan says.",
    "Fehler: Die Sperre wird zweimal genommen und vom zweiten Aufrufer niemals freigegeben.",
    "計画は要件をすべて満たしていますが、ロックが二回取得され、二番目の呼び出し元によって解放されることがありません。テストも不足しています。",
    "Your session handling is fine. Retry after a lost connection is not: it doubles the write.",
    "Retry after a failure is not idempotent: the second write appends to the file once more.",
    "Unauthorized users reach the export: the check stands behind the query and not before it.",
    "Unauthenticated requests are logged with their whole body, passwords and all, in plain text.",
    "Usage limits are checked per process and not per user, so that two processes double them.",
    "Too many requests are sent at start-up, since every module asks for the configuration itself.",
    "Go to http/2 only behind a flag: the proxy in front of the service does not speak it yet.",
    "To authenticate, the plan reuses the cookie of the old site, which phase five takes away.",
    "Your API key ends up in the log as soon as the debug level is set; redact it in src/log.rs.",
    "Fatal errors are swallowed by the outer catch; the exit status stays 0 and nobody notices.",
    "Error messages of the parser name the line and not the file, which does not help with forty plans.",
    "No authentication is planned for the metrics port, though it is bound to every address.",
    "[WARNING] Step 3 drops the table before the backup exists.\n[INFO] Naming in task 2 is consistent.\n",
    "[ERROR] Step 3 drops the table before the backup exists.\n[WARN] Step 4 has no rollback.\n",
    "[WARN] src/a.rs:10 loops for ever when the queue is closed while somebody waits for it.",
    "Error: step 3 drops the table before the backup exists.\nError: steps 4 and 5 have no rollback.\n",
    "Fatal: step three drops the production table before its backup was verified by anyone.",
    "Missing API key validation at startup; a typo surfaces only on the first request in production.",
    "Invalid API key handling absent: the second caller gets half an answer and no status at all.",
    "Rate limited endpoints lack documentation, and their clients any guidance about waiting.",
    "No API key rotation planned; add a task for it, together with somebody who owns it.",
    "Please run the migration twice in CI: idempotence is claimed but nowhere tested.",
    "Please visit the section about rollback again; it contradicts the roadmap in two places.",
    "Please authenticate the sender of the webhook; anybody can post to this endpoint right now.",
    "Review completed. The order of the second and third change contradicts the dependency list; swap both.",
    "Starting with the third change the order is wrong; tables get dropped before their backup has finished. Reorder...",
    "{\"error\": \"\", \"review\": \"The order of the changes contradicts the dependency list; swap both.\"}",
    "{\"error\": [], \"is_error\": 0, \"review\": \"The order contradicts the dependency list; swap both.\"}",
    "Error:\n  - the lock is never released by the second caller\n  - nobody tests the importer\n",
    "Usage: run `tool --help` is not documented, and the default of --force differs from the text.",
    "Stream errors are not handled: half a file is taken for a whole one in the import step.",
];

#[test]
fn f_16_complaints_are_no_review() {
    for (text, reason) in COMPLAINTS {
        let found = find(text);
        assert_eq!(
            found,
            Some(Notice {
                complains: true,
                alone: true
            }),
            "{text}"
        );
        assert_eq!(complaint::reason(text), *reason, "{text}");
    }
}

#[test]
fn f_17_f_31_banners_and_progress_are_no_review() {
    for text in BANNERS {
        let found = find(text);
        assert_eq!(found.map(|it| it.alone), Some(true), "{text}");
        assert_eq!(complaint::reason(text), None, "{text}");
    }
}

#[test]
fn f_16_reviews_stay_reviews() {
    for text in REVIEWS {
        assert!(is_substantive(text), "{text}");
        assert_eq!(find(text), None, "{text}");
    }
}

/// What is said besides counts: forty letters of it are a review (Y-10), fewer are not.
#[test]
fn y_10_forty_letters_besides_are_a_review() {
    let banner = "Loaded cached credentials.\n";
    let with = |letters: usize| [banner, &"x".repeat(letters)].concat();
    assert_eq!(find(&with(40)), None);
    assert_eq!(
        find(&with(39)),
        Some(Notice {
            complains: false,
            alone: false
        })
    );
    assert_eq!(
        find(&with(0)),
        Some(Notice {
            complains: false,
            alone: true
        })
    );
    assert_eq!(find("LGTM"), None, "nothing of it is the tool's");
    assert_eq!(find(""), None);
}

/// The tables are what lines are compared with in lower case, each entry once and in order.
#[test]
fn tables_are_in_order() {
    let texts = [
        notice::PAGES,
        notice::COMPLAINTS,
        notice::ATTEMPTS,
        notice::SUBJECTS,
        notice::AFTER_SUBJECTS,
        notice::BANNERS,
        notice::LABELS,
        notice::DOINGS,
        notice::LEVELS,
        notice::REQUESTS,
    ];
    let mut tables: Vec<Vec<&str>> = texts.map(|it| it.split('\n').collect()).to_vec();
    tables.push(notice::VERBS.to_vec());
    tables.push(notice::ERROR_KINDS.to_vec());
    tables.push(notice::PARTS.to_vec());
    tables.push(notice::EVENT_TYPES.to_vec());
    for table in tables {
        assert!(table.is_sorted_by(|a, b| a < b), "{table:?}");
        assert!(
            table
                .iter()
                .all(|it| *it == it.to_lowercase() && it.trim().len() > 1)
        );
    }
}

fn any_of(texts: Vec<&'static str>) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(texts), 1..4).prop_map(|texts| texts.join("\n\n"))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// A review stays one wherever a tool's words stand around it.
    #[test]
    fn f_16_a_review_among_notices_is_a_review(
        before in any_of(COMPLAINTS.iter().map(|it| it.0).filter(|it| !it.starts_with(['{', '<'])).collect()),
        review in prop::sample::select(REVIEWS.to_vec()).prop_filter("text", |it| !it.starts_with('{')),
        after in any_of(BANNERS.to_vec()),
    ) {
        let whole = [before.as_str(), review, after.as_str()].join("\n\n");
        prop_assert_eq!(find(&whole), None);
    }

    /// Notices stay notices in any number and order.
    #[test]
    fn f_16_notices_add_up_to_no_review(
        text in any_of(COMPLAINTS.iter().map(|it| it.0).chain(BANNERS.iter().copied()).filter(|it| !it.starts_with(['<', 'U'])).collect()),
    ) {
        prop_assert_eq!(find(&text).map(|it| it.alone), Some(true), "{}", text);
    }

    /// Any text gives an answer, and what says nothing of any tool is never called a notice.
    #[test]
    fn any_text_is_judged(text in "\\PC{0,300}", plain in "(q[xyz ]{0,30}\n){0,8}") {
        let _ = find(&text);
        prop_assert_eq!(find(&plain), None);
    }
}
