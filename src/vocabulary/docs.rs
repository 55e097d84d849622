//! What each field is for: the texts that editors show while somebody writes a manifest.
//!
//! Only natively compiled: JavaScript gets these texts as data files of the package, not as bytes of the wasm.

/// The text of one field.
#[derive(Debug, Clone, Copy)]
pub struct FieldDoc {
    /// Dotted path, without positions of arrays.
    pub path: &'static str,
    /// The field in two or three words.
    pub title: &'static str,
    /// One sentence or two: what it does and what to write.
    pub text: &'static str,
    /// Values worth offering, as JSON.
    pub examples: &'static [&'static str],
}

/// The text of one member of a closed set.
#[derive(Debug, Clone, Copy)]
pub struct MemberDoc {
    /// Dotted path of the field that takes it.
    pub path: &'static str,
    /// The member; `None` is null.
    pub value: Option<&'static str>,
    /// What it means.
    pub text: &'static str,
}

/// The text of a field.
#[must_use]
pub fn field(path: &str) -> Option<&'static FieldDoc> {
    FIELDS.iter().find(|doc| doc.path == path)
}

/// The text of a member of the closed set of a field.
#[must_use]
pub fn member(path: &str, value: Option<&str>) -> Option<&'static str> {
    MEMBERS
        .iter()
        .find(|doc| doc.path == path && doc.value == value)
        .map(|doc| doc.text)
}

/// The text of a placeholder in `args`.
#[must_use]
pub fn placeholder(name: &str) -> Option<&'static str> {
    PLACEHOLDERS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, text)| *text)
}

const fn doc(path: &'static str, title: &'static str, text: &'static str) -> FieldDoc {
    FieldDoc {
        path,
        title,
        text,
        examples: &[],
    }
}

const fn shown(
    path: &'static str,
    title: &'static str,
    text: &'static str,
    examples: &'static [&'static str],
) -> FieldDoc {
    FieldDoc {
        path,
        title,
        text,
        examples,
    }
}

const fn is(path: &'static str, value: &'static str, text: &'static str) -> MemberDoc {
    MemberDoc {
        path,
        value: Some(value),
        text,
    }
}

const fn null(path: &'static str, text: &'static str) -> MemberDoc {
    MemberDoc {
        path,
        value: None,
        text,
    }
}

/// All fields, in the order of the tables.
pub const FIELDS: &[FieldDoc] = &[
    doc(
        "$schema",
        "JSON Schema",
        "Where an editor finds the schema of this file. Nothing else reads it.",
    ),
    shown(
        "id",
        "Capability id",
        "The name of the capability. It must equal the name of the folder that holds this file.",
        &[r#""acme""#],
    ),
    doc(
        "role",
        "Role",
        "What the capability is. The role decides which other members may stand here.",
    ),
    doc(
        "title",
        "Title",
        "The name that people see in lists and prompts.",
    ),
    doc(
        "description",
        "Description",
        "One sentence that says what the capability adds.",
    ),
    doc(
        "tier",
        "Tier",
        "The smallest install profile that includes the capability; lanes are not bound to profiles.",
    ),
    shown(
        "requires",
        "Required capabilities",
        "Ids of the capabilities that must be installed too. Write an empty array when there are none.",
        &["[]"],
    ),
    shown(
        "version",
        "Version",
        "The SemVer version of the capability itself.",
        &[r#""1.0.0""#],
    ),
    doc("engines", "Engines", "Which hosts the capability runs on."),
    shown(
        "engines.gsd",
        "GSD range",
        "The range of GSD versions that can load the capability. Other versions leave it inactive.",
        &[r#"">=1.6.0""#],
    ),
    shown(
        "compatVersions",
        "Compatible versions",
        "For each older version of this capability, the range of GSD versions that it works with.",
        &[r#"{"1.0.0": ">=1.6.0 <2.0.0"}"#],
    ),
    doc(
        "integrity",
        "Integrity",
        "The sha512 digest of the published bundle: `sha512-` and 88 characters of base64.",
    ),
    shown(
        "provenance",
        "Provenance",
        "The repository and commit from which the bundle was built.",
        &[r#"{"sourceRepo": "https://example.com/acme/review", "commit": "0123abc"}"#],
    ),
    doc(
        "provenance.sourceRepo",
        "Source repository",
        "The address of the repository that holds the source.",
    ),
    doc(
        "provenance.commit",
        "Commit",
        "The commit from which the bundle was built.",
    ),
    doc("author", "Author", "Who wrote the capability. Not checked."),
    doc(
        "homepage",
        "Home page",
        "Where people read more about the capability. Not checked.",
    ),
    doc(
        "repository",
        "Repository",
        "Where the source lies. Not checked.",
    ),
    doc(
        "license",
        "Licence",
        "The licence of the capability. Not checked.",
    ),
    doc(
        "keywords",
        "Keywords",
        "Words by which people find the capability. Not checked.",
    ),
    doc(
        "reviewer",
        "Reviewer lane",
        "The body of a reviewer lane: how a command or a server is asked to review a plan.",
    ),
    doc(
        "runtime",
        "Runtime",
        "The body of a runtime: how GSD installs itself into a coding agent.",
    ),
    doc(
        "runtimeCompat",
        "Runtime compatibility",
        "The runtimes that a feature supports and those that it does not.",
    ),
    doc(
        "skills",
        "Skills",
        "The skills of a feature: texts that a coding agent follows.",
    ),
    doc("agents", "Agents", "The agents of a feature."),
    doc(
        "config",
        "Configuration",
        "The configuration keys that the capability owns, each with its type, default and description.",
    ),
    doc(
        "steps",
        "Steps",
        "What a feature does at points of the loop.",
    ),
    doc(
        "contributions",
        "Contributions",
        "Texts that a feature adds to what others do at points of the loop.",
    ),
    doc("gates", "Gates", "What must hold before the loop goes on."),
    doc(
        "hooks",
        "Hooks",
        "Scripts that run on events. They are shown before the capability is installed.",
    ),
    doc(
        "commands",
        "Commands",
        "Command families of a feature, each with the module that runs it.",
    ),
    doc(
        "activationKey",
        "Activation key",
        "The configuration key that switches a feature on; one of its own `config` keys.",
    ),
    doc(
        "taskContentResolver",
        "Task content resolver",
        "A program that a feature asks for the content of a task in a tracker.",
    ),
    doc(
        "mcpServers",
        "MCP servers",
        "Servers that the capability adds to a coding agent. They are shown before it is installed.",
    ),
    shown(
        "reviewer.slug",
        "Slug",
        "The short name of the lane: what people type, and the stem of its files.",
        &[r#""acme""#],
    ),
    shown(
        "reviewer.flags",
        "Flags",
        "The flags of the review command that pick this lane; usually `--` and the slug.",
        &[r#"["--acme"]"#],
    ),
    doc(
        "reviewer.transport",
        "Transport",
        "How the lane is reached. It decides what `invoke` holds.",
    ),
    doc(
        "reviewer.probe",
        "Probe",
        "How to find out whether the lane is available before it is asked.",
    ),
    doc(
        "reviewer.invoke",
        "Invocation",
        "How the lane is called. What belongs here depends on `transport`.",
    ),
    shown(
        "reviewer.timeoutFloorMs",
        "Timeout (ms)",
        "How long the lane may take when nobody configured a timeout, in milliseconds.",
        &["600000"],
    ),
    doc(
        "reviewer.emptyOutput",
        "Empty output",
        "What to do when the lane answers nothing.",
    ),
    shown(
        "reviewer.reviewsSection",
        "Section title",
        "The heading under which the review stands in REVIEWS.md; a short title on one line.",
        &[r#""Acme""#],
    ),
    doc(
        "reviewer.evidenceClass",
        "Evidence",
        "What the lane can look at, and so how much its review proves.",
    ),
    shown(
        "reviewer.requiresBinaries",
        "Required programs",
        "Programs that must be on PATH besides the one in `invoke`. Write an empty array when there are none.",
        &["[]", r#"["git"]"#],
    ),
    shown(
        "reviewer.promptBudgetKey",
        "Prompt budget key",
        "The configuration key that limits the prompt, in tokens; null if the prompt is never shortened.",
        &["null", r#""review.max_prompt_tokens_per_reviewer.acme""#],
    ),
    doc(
        "reviewer.handler",
        "Handler",
        "The built-in code that reads the lane's answer; null if the answer is the review.",
    ),
    shown(
        "reviewer.modelConfigKey",
        "Model key",
        "The configuration key that names the model; null or absent if no model can be chosen.",
        &["null", r#""review.models.acme""#],
    ),
    shown(
        "reviewer.timeoutConfigKey",
        "Timeout key",
        "The configuration key that sets the timeout, in seconds; null or absent if `timeoutFloorMs` always holds.",
        &["null", r#""review.timeouts.acme""#],
    ),
    shown(
        "reviewer.effortConfigKey",
        "Effort key",
        "The configuration key that sets the reasoning effort; null or absent if there is none.",
        &["null", r#""review.effort.acme""#],
    ),
    doc(
        "reviewer.defaultEffort",
        "Default effort",
        "The reasoning effort when nobody configured one. It needs `effortConfigKey`.",
    ),
    doc(
        "reviewer.probe.kind",
        "Kind of probe",
        "What is looked for. It decides which other members belong here.",
    ),
    shown(
        "reviewer.probe.binary",
        "Program",
        "The program that is looked for; a bare name is looked up on PATH.",
        &[r#""acme""#],
    ),
    shown(
        "reviewer.probe.needle",
        "Needle",
        "What the output of `--help` must contain, in exactly this case.",
        &[r#""--output-format""#],
    ),
    shown(
        "reviewer.probe.hostConfigKey",
        "Host key",
        "The configuration key that holds the server's address; the same as in `invoke`.",
        &[r#""review.acme_host""#],
    ),
    shown(
        "reviewer.probe.path",
        "Path",
        "The path that is asked for on the server. Begin it with one slash.",
        &[r#""/v1/models""#],
    ),
    shown(
        "reviewer.probe.timeoutMs",
        "Timeout (ms)",
        "How long the probe may take, in milliseconds.",
        &["2000", "5000"],
    ),
    shown(
        "reviewer.invoke.binary",
        "Program",
        "The program to start: a bare name, which is looked up on PATH, or an absolute path.",
        &[r#""acme""#],
    ),
    shown(
        "reviewer.invoke.args",
        "Arguments",
        "The arguments, one element each; no shell reads them. An element that is exactly a placeholder is replaced: {{model}}, {{effort}}, {{output}}, {{prompt}}, {{nativeTimeout}}.",
        &[r#"["review", "-"]"#, r#"["review", "{{model}}", "-"]"#],
    ),
    doc(
        "reviewer.invoke.promptChannel",
        "Prompt channel",
        "How the prompt reaches the program.",
    ),
    doc(
        "reviewer.invoke.outputChannel",
        "Output channel",
        "Where the review comes out.",
    ),
    shown(
        "reviewer.invoke.outputArg",
        "Output argument",
        "The argument that {{output}} puts before the review's path. It goes with `outputChannel: file-arg` only.",
        &[r#""-o""#, r#""--output""#],
    ),
    shown(
        "reviewer.invoke.modelArg",
        "Model argument",
        "The argument that {{model}} puts before the model's name; null if no model can be chosen.",
        &[r#""--model""#, "null"],
    ),
    doc(
        "reviewer.invoke.effortChannel",
        "Effort channel",
        "How the reasoning effort reaches the lane.",
    ),
    shown(
        "reviewer.invoke.env",
        "Environment",
        "Environment variables that are set for the program, in plain text. Variables that make another program run, such as PATH, are refused; secrets do not belong here.",
        &[r#"{"ACME_QUIET": "1"}"#],
    ),
    shown(
        "reviewer.invoke.hostConfigKey",
        "Host key",
        "The configuration key that holds the server's address.",
        &[r#""review.acme_host""#],
    ),
    shown(
        "reviewer.invoke.path",
        "Path",
        "The path of the chat completion endpoint. Begin it with one slash.",
        &[r#""/v1/chat/completions""#],
    ),
    doc(
        "reviewer.invoke.modelDiscovery",
        "Model discovery",
        "How the model is found when nobody configured one.",
    ),
    shown(
        "reviewer.invoke.defaultHost",
        "Default host",
        "The server's address when nobody configured one: scheme, host and port.",
        &[r#""http://localhost:8080""#],
    ),
    shown(
        "reviewer.invoke.fallbackModel",
        "Fallback model",
        "The model when none is configured and the server names none.",
        &[r#""llama3""#],
    ),
];

/// All members of the closed sets, in the order of the sets.
pub const MEMBERS: &[MemberDoc] = &[
    is(
        "role",
        "feature",
        "Adds skills, agents, commands or steps to the loop.",
    ),
    is(
        "role",
        "runtime",
        "Teaches GSD how to live in a coding agent; may bring a reviewer lane along.",
    ),
    is("role", "reviewer", "Adds a reviewer lane and nothing else."),
    is(
        "tier",
        "core",
        "Part of the profiles core, standard and full.",
    ),
    is(
        "tier",
        "standard",
        "Part of the profiles standard and full.",
    ),
    is("tier", "full", "Part of the profile full only."),
    is(
        "reviewer.transport",
        "spawn",
        "A program is started and gets the prompt.",
    ),
    is(
        "reviewer.transport",
        "openai-http",
        "A server with an OpenAI-compatible interface is asked.",
    ),
    is(
        "reviewer.emptyOutput",
        "stub-with-stderr",
        "A stub with the end of the error output takes the place of the review.",
    ),
    is(
        "reviewer.emptyOutput",
        "handler-owned",
        "The handler decides.",
    ),
    is(
        "reviewer.evidenceClass",
        "source-grounded",
        "The lane reads the repository; a review without citations is marked.",
    ),
    is(
        "reviewer.evidenceClass",
        "diff-only",
        "The lane sees only what is sent to it.",
    ),
    null("reviewer.handler", "The answer itself is the review."),
    is(
        "reviewer.handler",
        "antigravity",
        "Reads the review from Antigravity's transcript when its output is empty.",
    ),
    is(
        "reviewer.handler",
        "openai-compatible",
        "Reads the answer of a chat completion endpoint.",
    ),
    is(
        "reviewer.handler",
        "opencode",
        "Reads the events of OpenCode's JSON output.",
    ),
    null("reviewer.defaultEffort", "No effort is asked for."),
    is("reviewer.defaultEffort", "minimal", "The least effort."),
    is("reviewer.defaultEffort", "low", "Little effort."),
    is("reviewer.defaultEffort", "medium", "Medium effort."),
    is("reviewer.defaultEffort", "high", "High effort."),
    is("reviewer.defaultEffort", "xhigh", "Very high effort."),
    is("reviewer.defaultEffort", "max", "The most effort."),
    is(
        "reviewer.probe.kind",
        "command-exists",
        "Available if the program is found.",
    ),
    is(
        "reviewer.probe.kind",
        "command-capability",
        "Available if the program's `--help` contains `needle`.",
    ),
    is(
        "reviewer.probe.kind",
        "http-reachable",
        "Available if the server answers.",
    ),
    is(
        "reviewer.invoke.promptChannel",
        "stdin",
        "The prompt is written to standard input.",
    ),
    is(
        "reviewer.invoke.promptChannel",
        "argv",
        "{{prompt}} becomes the path of the prompt file.",
    ),
    is(
        "reviewer.invoke.promptChannel",
        "argv-file-ref",
        "{{prompt}} becomes one sentence that asks the program to read the prompt file.",
    ),
    is(
        "reviewer.invoke.promptChannel",
        "none",
        "The program gets no prompt.",
    ),
    is(
        "reviewer.invoke.outputChannel",
        "stdout",
        "Standard output is the review.",
    ),
    is(
        "reviewer.invoke.outputChannel",
        "file-arg",
        "The program writes the review to a file; `outputArg` and {{output}} tell it where.",
    ),
    is(
        "reviewer.invoke.effortChannel",
        "none",
        "The lane knows no effort.",
    ),
    is(
        "reviewer.invoke.effortChannel",
        "argv",
        "{{effort}} becomes the program's own effort argument.",
    ),
    is(
        "reviewer.invoke.effortChannel",
        "env",
        "Reserved: nothing puts an effort into the environment yet.",
    ),
    is(
        "reviewer.invoke.modelDiscovery",
        "none",
        "The server is not asked; `fallbackModel` is used.",
    ),
    is(
        "reviewer.invoke.modelDiscovery",
        "first-from-models-endpoint",
        "The first model that `/v1/models` lists, else `fallbackModel`.",
    ),
];

/// What each placeholder in `args` becomes.
pub const PLACEHOLDERS: &[(&str, &str)] = &[
    (
        "{{model}}",
        "`modelArg` and the model's name; nothing if no model is configured.",
    ),
    (
        "{{effort}}",
        "The effort argument of the program; nothing unless `effortChannel` is `argv` and an effort is set.",
    ),
    (
        "{{output}}",
        "`outputArg` and the path of the review; nothing unless `outputChannel` is `file-arg`.",
    ),
    (
        "{{prompt}}",
        "The path of the prompt with `argv`, a sentence that names it with `argv-file-ref`; else nothing.",
    ),
    (
        "{{nativeTimeout}}",
        "The timeout less one minute, in seconds with an `s`, such as `540s`.",
    ),
];
