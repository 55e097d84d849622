//! The reviewer body (section 4 of the validation rules).

use alloc::string::String;

use super::grammar::{FLAG, SLUG};
use super::shape::{Field, Shape, optional, required};
use super::table::Table;

/// How a lane is reached.
pub const TRANSPORTS: &[&str] = &[SPAWN, OPENAI_HTTP];
/// The transport that starts a program.
pub const SPAWN: &str = "spawn";
/// The transport that talks to an OpenAI-compatible server.
pub const OPENAI_HTTP: &str = "openai-http";
/// What an empty answer means.
pub const EMPTY_OUTPUTS: &[&str] = &["stub-with-stderr", HANDLER_OWNED];
/// The handler deals with an empty answer.
pub const HANDLER_OWNED: &str = "handler-owned";
/// What a review rests on.
pub const EVIDENCE_CLASSES: &[&str] = &["source-grounded", DIFF_ONLY];
/// The evidence class of lanes that see a difference and no source.
pub const DIFF_ONLY: &str = "diff-only";
/// The handlers.
pub const HANDLERS: &[&str] = &["antigravity", HTTP_HANDLER, "opencode"];
/// The handler that only makes sense over HTTP.
pub const HTTP_HANDLER: &str = "openai-compatible";
/// The effort levels a lane may declare.
pub const EFFORTS: &[&str] = &["minimal", "low", "medium", "high", "xhigh", "max"];
/// The lanes whose effort is rendered at all (L-46).
pub const EFFORT_SLUGS: &[&str] = &["claude", "codex", "opencode"];
/// How the prompt reaches a program.
pub const PROMPT_CHANNELS: &[&str] = &["stdin", "argv", "argv-file-ref", "none"];
/// How the answer leaves a program.
pub const OUTPUT_CHANNELS: &[&str] = &["stdout", FILE_ARG];
/// The output channel that needs an argument.
pub const FILE_ARG: &str = "file-arg";
/// How the effort reaches a program.
pub const EFFORT_CHANNELS: &[&str] = &["none", EFFORT_ARGV, "env"];
/// The channel by which an effort reaches a program at all (L-37).
pub const EFFORT_ARGV: &str = "argv";
/// How a server's model is found.
pub const MODEL_DISCOVERIES: &[&str] = &["none", FROM_MODELS_ENDPOINT];
/// The server is asked which models it has.
pub const FROM_MODELS_ENDPOINT: &str = "first-from-models-endpoint";

/// Parts of words that name models which cannot chat (Y-22).
pub const NO_CHAT_MODELS: &[&str] = &["embed", "rerank", "whisper", "diffusion"];
/// Likewise, at the beginning or the end of a word: so short that it stands inside of others.
pub const NO_CHAT_EDGES: &[&str] = &["tts"];

static FLAG_ENTRY: Shape = Shape::Matching(&FLAG);

/// The peer's record of a field of the body that is not known (W-1).
pub const UNKNOWN_REVIEWER_FIELD: &str = "unknown_reviewer_field";

/// The fields of the body.
pub const FIELDS: &[Field] = &[
    required("slug", "R-1", Shape::Unreserved(&SLUG)),
    required("flags", "R-2", Shape::DistinctList(&FLAG_ENTRY)),
    required("transport", "R-3", Shape::OneOf(TRANSPORTS)),
    required("probe", "R-20", Shape::Object),
    required("invoke", "R-38", Shape::Object),
    required("timeoutFloorMs", "R-4", Shape::PositiveInteger),
    required("emptyOutput", "R-5", Shape::OneOf(EMPTY_OUTPUTS)),
    required("reviewsSection", "R-6", Shape::Text),
    required("evidenceClass", "R-7", Shape::OneOf(EVIDENCE_CLASSES)),
    required("requiresBinaries", "R-8", Shape::List(&Shape::Text)),
    required("promptBudgetKey", "R-9", Shape::OrNull(&Shape::Text)),
    required("handler", "R-10", Shape::OrNull(&Shape::OneOf(HANDLERS))),
    optional("modelConfigKey", "R-11", Shape::OrNull(&Shape::Text)),
    optional("timeoutConfigKey", "R-11", Shape::OrNull(&Shape::Text)),
    optional("effortConfigKey", "R-11", Shape::OrNull(&Shape::Text)),
    optional(
        "defaultEffort",
        "R-12",
        Shape::OrNull(&Shape::OneOf(EFFORTS)),
    ),
];

/// The fields of the body that name a configuration key.
pub const CONFIG_KEY_FIELDS: &[&str] = &[
    "promptBudgetKey",
    "modelConfigKey",
    "timeoutConfigKey",
    "effortConfigKey",
];

/// The kinds of probe, each with what it needs and what it must not have (R-21…R-23).
pub const PROBES: &[Probe] = &[
    Probe {
        kind: "command-exists",
        rule: "R-21",
        needs: &["binary"],
    },
    Probe {
        kind: "command-capability",
        rule: "R-22",
        needs: &["binary", "needle", "timeoutMs"],
    },
    Probe {
        kind: HTTP_REACHABLE,
        rule: "R-23",
        needs: &["hostConfigKey", "path", "timeoutMs"],
    },
];

/// The names of the kinds of probe, in the order of [`PROBES`].
pub const PROBE_KINDS: &[&str] = &["command-exists", "command-capability", HTTP_REACHABLE];
/// The kind that asks a server.
pub const HTTP_REACHABLE: &str = "http-reachable";

/// One kind of probe; every field that it does not need is forbidden.
#[derive(Debug, Clone, Copy)]
pub struct Probe {
    /// The value of `kind`.
    pub kind: &'static str,
    /// The rule.
    pub rule: &'static str,
    /// The fields it must have.
    pub needs: &'static [&'static str],
}

/// What the fields of a probe accept; which of them are needed is in [`PROBES`].
pub const PROBE_FIELDS: &[Field] = &[
    optional("binary", "R-21", Shape::Text),
    optional("needle", "R-22", Shape::Text),
    optional("hostConfigKey", "R-23", Shape::Text),
    optional("path", "R-23", Shape::Text),
    optional("timeoutMs", "R-22", Shape::PositiveInteger),
];

/// What `invoke` holds for transport `spawn`. `outputArg` hangs on `outputChannel` and is checked apart.
pub const SPAWN_FIELDS: &[Field] = &[
    required("binary", "R-30", Shape::Text),
    required("args", "R-31", Shape::List(&Shape::AnyText)),
    required("promptChannel", "R-32", Shape::OneOf(PROMPT_CHANNELS)),
    required("outputChannel", "R-33", Shape::OneOf(OUTPUT_CHANNELS)),
    required("modelArg", "R-34", Shape::OrNull(&Shape::Text)),
    required("effortChannel", "R-35", Shape::OneOf(EFFORT_CHANNELS)),
    optional("env", "R-40", Shape::Object),
];

/// What `invoke` holds for transport `openai-http`.
pub const HTTP_FIELDS: &[Field] = &[
    required("hostConfigKey", "R-50", Shape::Text),
    required("path", "R-51", Shape::Text),
    required("modelDiscovery", "R-52", Shape::OneOf(MODEL_DISCOVERIES)),
    required("effortChannel", "R-53", Shape::OneOf(&["none"])),
    optional("defaultHost", "R-54", Shape::Anything),
    optional("fallbackModel", "R-54", Shape::Anything),
];

/// The members that make an `invoke` a spawn one (R-3a); `effortChannel` belongs to both sets.
pub const SPAWN_SET: &[&str] = &[
    "binary",
    "args",
    "promptChannel",
    "outputChannel",
    "outputArg",
    "modelArg",
    "env",
];

/// The members that make an `invoke` an HTTP one (R-3a).
pub const HTTP_SET: &[&str] = &[
    "hostConfigKey",
    "defaultHost",
    "path",
    "modelDiscovery",
    "fallbackModel",
];

/// Placeholders that act when they are a whole element of `args`.
pub const PLACEHOLDERS: &[&str] = &[MODEL, EFFORT, OUTPUT, PROMPT, NATIVE_TIMEOUT];
/// Becomes the model's argument and the model (L-37).
pub const MODEL: &str = "{{model}}";
/// Becomes the arguments that ask for an effort.
pub const EFFORT: &str = "{{effort}}";
/// Becomes the argument for the review's file and its path.
pub const OUTPUT: &str = "{{output}}";
/// Becomes the prompt file's path, or the sentence that names it.
pub const PROMPT: &str = "{{prompt}}";
/// Becomes the time limit that the program is told.
pub const NATIVE_TIMEOUT: &str = "{{nativeTimeout}}";

/// Environment variables that a lane must not set, whatever their case: each makes another program run.
pub const DENIED_ENV: &[&str] = &[
    "PATH",
    "NODE_OPTIONS",
    "NODE_REPL_EXTERNAL_MODULE",
    "NODE_PATH",
    "LD_PRELOAD",
    "LD_AUDIT",
    "LD_LIBRARY_PATH",
    "DYLD_INSERT_LIBRARIES",
    "DYLD_LIBRARY_PATH",
    "PYTHONSTARTUP",
    "PYTHONPATH",
    "BASH_ENV",
    "ENV",
    "PERL5OPT",
    "RUBYOPT",
    "JAVA_TOOL_OPTIONS",
    "_JAVA_OPTIONS",
    "CLASSPATH",
    "GIT_SSH_COMMAND",
    "GIT_EXTERNAL_DIFF",
];

/// Flags that the review command itself takes (VB-9).
pub const RESERVED_FLAGS: &[&str] = &["--all", "--phase"];

/// Slugs whose files would overwrite a run's inputs (B-5).
pub const RESERVED_STEMS: &[&str] = &[
    "prompt",
    "project",
    "context",
    "instructions",
    "roadmap",
    "research",
    "requirements",
];
/// Beginnings of slugs with the same effect (B-5).
pub const RESERVED_STEM_PREFIXES: &[&str] = &["prompt-", "plan-"];

/// Whether files named after this slug or instance would overwrite a run's inputs (B-5).
#[must_use]
pub fn is_reserved_stem(name: &[u8]) -> bool {
    RESERVED_STEMS.iter().any(|stem| *name == *stem.as_bytes())
        || RESERVED_STEM_PREFIXES
            .iter()
            .any(|prefix| name.starts_with(prefix.as_bytes()))
}

/// What an instance's files are called behind `gsd-review-`: its name, with a dash for every UTF-16 unit that is neither
/// an ASCII letter or digit nor one of `.`, `_`, `-`. So no name leads out of the run directory.
///
/// `None` if that would overwrite what the run itself put there (B-5); upper and lower case are one on many disks.
#[must_use]
pub fn stem(name: &str) -> Option<String> {
    let mut stem = String::new();
    for character in name.chars() {
        if character.is_ascii_alphanumeric() || matches!(character, '.' | '_' | '-') {
            stem.push(character);
        } else {
            for _ in 0..character.len_utf16() {
                stem.push('-');
            }
        }
    }
    let taken = stem.is_empty() || is_reserved_stem(stem.to_ascii_lowercase().as_bytes());
    (!taken).then_some(stem)
}

/// Names that are devices on Windows, before any digit.
pub const DEVICE_NAMES: &[&str] = &["con", "prn", "aux", "nul"];
/// Names that are devices on Windows with one digit from 1 to 9 behind them.
pub const NUMBERED_DEVICE_NAMES: &[&str] = &["com", "lpt"];

/// The body.
pub static BODY: Table = Table::new(FIELDS, &[]);
/// `probe`; what is needed hangs on its kind.
pub static PROBE: Table = Table::new(PROBE_FIELDS, &[&["kind"]]);
/// `invoke`; what is needed hangs on the transport.
pub static INVOKE: Table = Table::new(&[], &[SPAWN_SET, HTTP_SET, &["effortChannel"]]);
