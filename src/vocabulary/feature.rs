//! The feature body (section 5 of the validation rules).

use super::grammar::{CAPABILITY_ID, HOOK_MATCHER, HOOK_SCRIPT, MODULE};
use super::shape::{Field, Shape, optional, required};
use super::table::Table;

static NAME: Shape = Shape::Name;

/// The fields of the body; what is inside them is in the other tables.
pub const FIELDS: &[Field] = &[
    required("runtimeCompat", "F-2", Shape::Object),
    required("skills", "F-3", Shape::List(&NAME)),
    required("agents", "F-3", Shape::List(&NAME)),
    optional("commands", "F-4", Shape::Array),
    required("config", "F-5", Shape::Object),
    optional("hooks", "F-6", Shape::Array),
    required("steps", "F-1", Shape::Array),
    required("contributions", "F-1", Shape::Array),
    required("gates", "F-1", Shape::Array),
    optional("taskContentResolver", "F-16", Shape::Object),
];

/// `runtimeCompat` (F-2); its entries are checked apart because of the wildcard.
pub const RUNTIME_COMPAT: &[Field] = &[
    required("supported", "F-2", Shape::Array),
    required("unsupported", "F-2", Shape::Array),
    optional("notes", "F-2", Shape::Object),
];

/// An entry of `supported` or `unsupported` that is not the wildcard (F-2).
pub static RUNTIME_ID: Shape = Shape::Unreserved(&CAPABILITY_ID);

/// What stands for every runtime.
pub const WILDCARD: &str = "*";

/// An entry of `commands` (F-4).
pub const COMMAND: &[Field] = &[
    required("family", "F-4", Shape::UnreservedText),
    required("module", "F-4", Shape::Matching(&MODULE)),
    required("router", "F-4", Shape::Text),
    optional("subcommands", "F-4", Shape::IndexedList(&Shape::Text)),
];

/// An entry of `hooks` (F-6…F-8).
pub const HOOK: &[Field] = &[
    required("event", "F-6", Shape::Text),
    required("script", "F-7", Shape::Matching(&HOOK_SCRIPT)),
    optional("matcher", "F-8", Shape::Matching(&HOOK_MATCHER)),
];

/// Names an entry of `hooks` may carry without a check.
pub const HOOK_UNCHECKED: &[&str] = &["timeout", "description"];

/// The points of the loop, in order.
pub const POINTS: &[&str] = &[
    "discuss:pre",
    "discuss:post",
    "plan:pre",
    "plan:post",
    "execute:pre",
    "execute:wave:pre",
    "execute:wave:post",
    "execute:post",
    "verify:pre",
    "verify:post",
    "ship:pre",
    "ship:post",
];

/// What happens when a loop hook fails (F-11).
pub const ON_ERRORS: &[&str] = &["skip", "halt"];

/// An entry of `steps` (F-11); `ref` and `fragment` are checked apart.
pub const STEP: &[Field] = &[
    required("point", "F-11", Shape::OneOf(POINTS)),
    required("produces", "F-11", Shape::List(&Shape::AnyText)),
    required("consumes", "F-11", Shape::List(&Shape::AnyText)),
    required("onError", "F-11", Shape::OneOf(ON_ERRORS)),
    optional("when", "F-11", Shape::AnyText),
    optional("pointFrom", "F-11", Shape::AnyText),
    optional("supportsReviewerLanes", "F-11", Shape::Boolean),
];

/// An entry of `contributions` (F-13); `fragment` is checked apart.
pub const CONTRIBUTION: &[Field] = &[
    required("point", "F-13", Shape::OneOf(POINTS)),
    required("into", "F-13", Shape::AnyText),
    required("produces", "F-13", Shape::List(&Shape::AnyText)),
    required("consumes", "F-13", Shape::List(&Shape::AnyText)),
    optional("when", "F-13", Shape::AnyText),
    optional("onError", "F-13", Shape::OneOf(ON_ERRORS)),
];

/// An entry of `gates` (F-14); `check` is checked apart.
pub const GATE: &[Field] = &[
    required("point", "F-14", Shape::OneOf(POINTS)),
    required("blocking", "F-14", Shape::Boolean),
    required("onError", "F-14", Shape::OneOf(ON_ERRORS)),
    optional("when", "F-14", Shape::AnyText),
];

/// What a step may refer to, with the list that must declare it (F-10).
pub const REFERENCES: &[(&str, Option<&str>)] = &[
    ("skill", Some("skills")),
    ("agent", Some("agents")),
    ("command", None),
];

/// The prefix that a referenced skill must not have (F-10).
pub const OWN_SKILL_PREFIX: &str = "gsd-";

/// How a gate checks (F-14).
pub const CHECKS: &[&str] = &["query", "predicate", VERDICT];
/// The check that must not block.
pub const VERDICT: &str = "agentVerdict";

/// A fragment (F-12): at least one of these.
pub const FRAGMENT: &[&str] = &["path", "inline"];

/// `taskContentResolver` (F-16).
pub const RESOLVER: &[Field] = &[
    required("trackerPrefix", "F-16", Shape::Matching(&CAPABILITY_ID)),
    required("invoke", "F-16", Shape::Object),
];

/// `taskContentResolver.invoke` (F-16).
pub const RESOLVER_INVOKE: &[Field] = &[
    required("binary", "F-16", Shape::Text),
    required("args", "F-16", Shape::List(&Shape::AnyText)),
    required("timeoutMs", "F-16", Shape::Integer(1.0, 120_000.0)),
];

/// The argument that stands for the task (F-16).
pub const RESOLVER_PLACEHOLDER: &str = "{{id}}";

/// The types of a configuration slice (G-20).
pub const SLICE_TYPES: &[&str] = &["boolean", "string", "number", "enum"];
/// What a configuration slice holds (G-20).
pub const SLICE_FIELDS: &[&str] = &["type", "default", "values", "description"];

/// `runtimeCompat`.
pub static RUNTIME_COMPAT_TABLE: Table = Table::new(RUNTIME_COMPAT, &[]);
/// An entry of `commands`.
pub static COMMAND_TABLE: Table = Table::new(COMMAND, &[]);
/// An entry of `hooks`.
pub static HOOK_TABLE: Table = Table::new(HOOK, &[HOOK_UNCHECKED]);
/// An entry of `steps`.
pub static STEP_TABLE: Table = Table::new(STEP, &[&["ref", "fragment", CAPID]]);
/// An entry of `contributions`.
pub static CONTRIBUTION_TABLE: Table = Table::new(CONTRIBUTION, &[&["fragment", CAPID]]);
/// An entry of `gates`.
pub static GATE_TABLE: Table = Table::new(GATE, &[&["check", CAPID]]);
/// A fragment.
pub static FRAGMENT_TABLE: Table = Table::new(&[], &[FRAGMENT]);
/// `taskContentResolver`.
pub static RESOLVER_TABLE: Table = Table::new(RESOLVER, &[]);
/// `taskContentResolver.invoke`.
pub static RESOLVER_INVOKE_TABLE: Table = Table::new(RESOLVER_INVOKE, &[]);

/// The name under which a hook could pose as another capability's (VB-2).
pub const CAPID: &str = "capId";
