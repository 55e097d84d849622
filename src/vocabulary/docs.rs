//! What each field is for: the texts that editors show while somebody writes a manifest.
//!
//! Only natively compiled: JavaScript gets these texts as data files of the package, not as bytes of the wasm.

use std::format;
use std::string::String;

use super::runtime::UNDOCUMENTED;

/// Where every closed set holds [`UNDOCUMENTED`], too.
const INTEGRATION: &str = "runtime.hostIntegration.";

/// The text of one field.
#[derive(Debug, Clone, Copy)]
pub struct FieldDoc {
    /// Dotted path, without positions of arrays; `*` stands for any key of a map.
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
    let find = |path: &str| FIELDS.iter().find(|doc| doc.path == path);
    find(path).or_else(|| find(&shared(path)))
}

/// The text of a member of the closed set of a field; a number stands as its numeral.
#[must_use]
pub fn member(path: &str, value: Option<&str>) -> Option<&'static str> {
    if value == Some(UNDOCUMENTED) && path.starts_with(INTEGRATION) {
        return Some("Not known, or not documented by the host.");
    }
    let find = |path: &str| {
        MEMBERS
            .iter()
            .find(|doc| doc.path == path && doc.value == value)
            .map(|doc| doc.text)
    };
    find(path).or_else(|| find(&shared(path)))
}

/// Paths whose texts stand under another one, because both hold the same: the beginning of the path, and what to put
/// in its place.
pub const SHARED: &[(&str, &str)] = &[
    ("contributions.point", "steps.point"),
    ("contributions.onError", "steps.onError"),
    ("contributions.fragment.", "steps.fragment."),
    ("gates.point", "steps.point"),
    ("gates.onError", "steps.onError"),
    (
        "runtime.artifactLayout.local.",
        "runtime.artifactLayout.global.",
    ),
    ("runtime.configHome.skillsHome.", "runtime.configHome."),
];

/// The path under which the texts of a path stand, if it has none of its own.
#[must_use]
pub fn shared(path: &str) -> String {
    let mut path = String::from(path);
    while let Some(moved) = SHARED
        .iter()
        .find_map(|(from, to)| path.strip_prefix(from).map(|rest| format!("{to}{rest}")))
    {
        path = moved;
    }
    path
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
        "config.*.type",
        "Type",
        "What the values of the key are: `boolean`, `string`, `number` or `enum`.",
        &[r#""string""#, r#""number""#, r#""boolean""#, r#""enum""#],
    ),
    shown(
        "config.*.default",
        "Default",
        "The value when nobody configured one; it must be of the type.",
        &[r#""""#, "-1", "false"],
    ),
    shown(
        "config.*.values",
        "Values",
        "The values that an `enum` can take.",
        &[r#"["low", "high"]"#],
    ),
    doc(
        "config.*.description",
        "Description",
        "One sentence that says what the key is for.",
    ),
    shown(
        "runtimeCompat.supported",
        "Supported runtimes",
        "Ids of the runtimes that the feature works with, or `*` alone for all of them.",
        &[r#"["*"]"#, r#"["claude", "codex"]"#],
    ),
    shown(
        "runtimeCompat.unsupported",
        "Unsupported runtimes",
        "Ids of the runtimes that the feature does not work with. Write an empty array when there are none.",
        &["[]"],
    ),
    shown(
        "runtimeCompat.notes",
        "Notes",
        "What users of a runtime should know, by the id of the runtime or `*`.",
        &[r#"{"codex": "Needs hooks."}"#],
    ),
    shown(
        "commands.family",
        "Family",
        "The first word of the commands. No other capability may own it.",
        &[r#""acme""#],
    ),
    shown(
        "commands.module",
        "Module",
        "The `.cjs` file of the bundle that runs the commands; a bare name without folders.",
        &[r#""acme.cjs""#],
    ),
    shown(
        "commands.router",
        "Router",
        "The function of the module that is called for every command of the family.",
        &[r#""route""#],
    ),
    shown(
        "commands.subcommands",
        "Subcommands",
        "The second words that the family knows.",
        &[r#"["list", "show"]"#],
    ),
    shown(
        "hooks.event",
        "Event",
        "The event of the coding agent on which the script runs.",
        &[r#""PreToolUse""#, r#""PostToolUse""#, r#""SessionStart""#],
    ),
    shown(
        "hooks.script",
        "Script",
        "The script, as a path inside the bundle with `/` between folders. No absolute path, no `..`, nothing from a Python cache.",
        &[r#""hooks/check.js""#],
    ),
    shown(
        "hooks.matcher",
        "Matcher",
        "Which tools the event is about, in the coding agent's own notation; absent means all.",
        &[r#""Write|Edit""#, r#""Bash""#],
    ),
    doc(
        "hooks.timeout",
        "Timeout",
        "How long the script may take, in the coding agent's own unit. Not checked.",
    ),
    doc(
        "hooks.description",
        "Description",
        "What the script does. Not checked.",
    ),
    shown(
        "steps.ref",
        "Reference",
        "What the step runs: exactly one of `skill`, `agent` and `command`.",
        &[r#"{"skill": "acme-review"}"#],
    ),
    shown(
        "steps.ref.skill",
        "Skill",
        "One of the feature's own `skills`, without the prefix `gsd-` of installed skills.",
        &[r#""acme-review""#],
    ),
    shown(
        "steps.ref.agent",
        "Agent",
        "One of the feature's own `agents`.",
        &[r#""acme-checker""#],
    ),
    shown(
        "steps.ref.command",
        "Command",
        "The command to run.",
        &[r#""acme check""#],
    ),
    doc("steps.point", "Point", "Where in the loop the step runs."),
    shown(
        "steps.produces",
        "Produces",
        "The artifacts that the step writes. Write an empty array when there are none.",
        &["[]", r#"["ACME.md"]"#],
    ),
    shown(
        "steps.consumes",
        "Consumes",
        "The artifacts that the step reads; something must have produced them by then. Write an empty array when there are none.",
        &["[]", r#"["PLAN.md"]"#],
    ),
    doc(
        "steps.onError",
        "On error",
        "What happens when the step fails.",
    ),
    shown(
        "steps.when",
        "When",
        "The configuration key that switches the step on; one of the feature's own `config` keys.",
        &[r#""acme.enabled""#],
    ),
    shown(
        "steps.pointFrom",
        "Point from",
        "The configuration key, an `enum` of points, by which users move the step; one of the feature's own `config` keys.",
        &[r#""acme.point""#],
    ),
    doc(
        "steps.supportsReviewerLanes",
        "Supports reviewer lanes",
        "Whether the step can hand its work to reviewer lanes.",
    ),
    shown(
        "steps.fragment",
        "Fragment",
        "A text for the prompt: a file of the bundle, or the text itself.",
        &[r#"{"path": "fragments/plan.md"}"#],
    ),
    shown(
        "steps.fragment.path",
        "File",
        "A file of the bundle that holds the text: a relative path without `..`.",
        &[r#""fragments/plan.md""#],
    ),
    shown(
        "steps.fragment.inline",
        "Text",
        "The text itself. With `path`, too, this text is used.",
        &[r#""Look at the threat model first.""#],
    ),
    doc(
        "contributions.point",
        "Point",
        "Where in the loop the text is added.",
    ),
    shown(
        "contributions.into",
        "Into",
        "The role whose prompt gets the text; each point of the loop has roles of its own.",
        &[r#""planner""#, r#""executor""#, r#""orchestrator""#],
    ),
    shown(
        "contributions.produces",
        "Produces",
        "The artifacts that the text makes the role write. Write an empty array when there are none.",
        &["[]"],
    ),
    shown(
        "contributions.consumes",
        "Consumes",
        "The artifacts that the text refers to. Write an empty array when there are none.",
        &["[]"],
    ),
    shown(
        "contributions.when",
        "When",
        "The configuration key that switches the text on; one of the feature's own `config` keys.",
        &[r#""acme.enabled""#],
    ),
    doc(
        "contributions.onError",
        "On error",
        "What happens when the text cannot be added.",
    ),
    shown(
        "contributions.fragment",
        "Fragment",
        "The text that is added: a file of the bundle, or the text itself.",
        &[r#"{"path": "fragments/plan.md"}"#],
    ),
    doc("gates.point", "Point", "Where in the loop the gate stands."),
    shown(
        "gates.check",
        "Check",
        "How the gate decides: exactly one of `query`, `predicate` and `agentVerdict`.",
        &[r#"{"query": "acme.ready"}"#],
    ),
    doc(
        "gates.check.query",
        "Query",
        "What is asked of the project's state. Any value; not checked.",
    ),
    doc(
        "gates.check.predicate",
        "Predicate",
        "The condition that must hold. Any value; not checked.",
    ),
    doc(
        "gates.check.agentVerdict",
        "Agent verdict",
        "Whose judgement is asked for. Such a gate must not block, since the judgement cannot be reproduced.",
    ),
    doc(
        "gates.blocking",
        "Blocking",
        "Whether the loop stops at the gate until it opens. False for `agentVerdict`.",
    ),
    doc(
        "gates.onError",
        "On error",
        "What happens when the check itself fails.",
    ),
    shown(
        "gates.when",
        "When",
        "The configuration key that switches the gate on; one of the feature's own `config` keys.",
        &[r#""acme.enabled""#],
    ),
    shown(
        "taskContentResolver.trackerPrefix",
        "Tracker prefix",
        "The prefix of the tasks that the program knows. No other capability may own it.",
        &[r#""acme""#],
    ),
    doc(
        "taskContentResolver.invoke",
        "Invocation",
        "The program that prints the content of a task.",
    ),
    shown(
        "taskContentResolver.invoke.binary",
        "Program",
        "The program to start: a bare name, which is looked up on PATH, or an absolute path.",
        &[r#""acme""#],
    ),
    shown(
        "taskContentResolver.invoke.args",
        "Arguments",
        "The arguments, one element each; one of them is exactly {{id}}, which becomes the id of the task.",
        &[r#"["show", "{{id}}"]"#],
    ),
    shown(
        "taskContentResolver.invoke.timeoutMs",
        "Timeout (ms)",
        "How long the program may take, in milliseconds; at most two minutes.",
        &["10000"],
    ),
    shown(
        "runtime.configHome",
        "Configuration home",
        "Where the coding agent keeps the configuration of a user.",
        &[r#"{"kind": "dot-home", "name": ".acme", "env": ["ACME_HOME"]}"#],
    ),
    doc(
        "runtime.configHome.kind",
        "Kind of home",
        "How the folder is found.",
    ),
    shown(
        "runtime.configHome.name",
        "Name",
        "The name of the folder. It can only be absent with kind `none`.",
        &[r#"".acme""#],
    ),
    shown(
        "runtime.configHome.parent",
        "Parent",
        "The folder in the user's home that holds the folder; for kind `dot-home-nested`.",
        &[r#"".config""#],
    ),
    shown(
        "runtime.configHome.env",
        "Variables",
        "Environment variables that name the folder, the first one that is set wins. Write an empty array when there are none.",
        &["[]", r#"["ACME_HOME"]"#],
    ),
    shown(
        "runtime.configHome.probe",
        "Probe",
        "Names under which the folder can be found; the first one that exists is used.",
        &[r#"["acme", "acme-cli"]"#],
    ),
    shown(
        "runtime.configHome.probeExists",
        "Proof",
        "The file that must exist in a folder for the probe to take it.",
        &[r#""config.toml""#],
    ),
    doc(
        "runtime.configHome.skillsHome",
        "Skills home",
        "Where skills go if not into the configuration home; the same members again.",
    ),
    shown(
        "runtime.localConfigDir",
        "Local folder",
        "The folder in which a project keeps its configuration; its name begins with a dot. Absent or null if `configHome` is of kind `none`.",
        &[r#"".acme""#],
    ),
    doc(
        "runtime.configFormat",
        "Configuration format",
        "How the coding agent's configuration is written.",
    ),
    doc(
        "runtime.artifactLayout",
        "Artifact layout",
        "What is installed where.",
    ),
    doc(
        "runtime.artifactLayout.global",
        "Global artifacts",
        "What is installed for the user, in the configuration home.",
    ),
    doc(
        "runtime.artifactLayout.local",
        "Local artifacts",
        "What is installed into a project, in its local folder.",
    ),
    doc(
        "runtime.artifactLayout.global.kind",
        "Kind of artifact",
        "What is installed.",
    ),
    shown(
        "runtime.artifactLayout.global.destSubpath",
        "Destination",
        "The folder below the configuration home, or below the local folder of a project; without `..`.",
        &[r#""skills""#, r#""commands""#],
    ),
    doc(
        "runtime.artifactLayout.global.nesting",
        "Nesting",
        "Whether the files lie in one folder or in folders of their own.",
    ),
    shown(
        "runtime.artifactLayout.global.prefix",
        "Prefix",
        "What the names of the files begin with; may be empty.",
        &[r#""gsd-""#, r#""""#],
    ),
    doc(
        "runtime.artifactLayout.global.recursive",
        "Recursive",
        "Whether folders inside the source are installed, too.",
    ),
    doc(
        "runtime.artifactLayout.global.converter",
        "Converter",
        "What turns the source into the coding agent's own form; null if the source is installed as it is.",
    ),
    doc(
        "runtime.artifactLayout.global.home",
        "Home",
        "Another home for this artifact. Not checked; local artifacts must not have it.",
    ),
    doc(
        "runtime.commandStyle",
        "Command style",
        "How commands are written in texts.",
    ),
    doc(
        "runtime.hooksSurface",
        "Hook surface",
        "Where hooks are written to. It must go with `installSurface`.",
    ),
    doc(
        "runtime.sandboxTier",
        "Sandbox tier",
        "The sandbox in which agents run.",
    ),
    doc(
        "runtime.installSurface",
        "Install surface",
        "What an installation writes besides the artifacts. It decides which hook surfaces are possible.",
    ),
    doc(
        "runtime.supportTier",
        "Support tier",
        "How well the coding agent is supported.",
    ),
    doc(
        "runtime.writesSharedSettings",
        "Writes shared settings",
        "Whether an installation changes a settings file that others write to, too.",
    ),
    doc(
        "runtime.permissionWriter",
        "Permission writer",
        "Who writes permissions into the settings; null if nobody does.",
    ),
    doc(
        "runtime.hookEvents",
        "Hook events",
        "The family whose names the hook events have; absent if there are no hooks.",
    ),
    doc(
        "runtime.extensionEvents",
        "Extension events",
        "The family whose names the events of extensions have.",
    ),
    shown(
        "runtime.extendedHookEvents",
        "Extended hook events",
        "Further hook events that the coding agent knows, all of the family that `hookEvents` names. Write an empty array when there are none.",
        &["[]"],
    ),
    shown(
        "runtime.triggerPrecedence",
        "Trigger precedence",
        "What wins when a command and a skill have the same name; absent means skills first.",
        &[r#"["skills", "commands"]"#],
    ),
    doc(
        "runtime.hostIntegration",
        "Host integration",
        "How the coding agent can be driven. Write `undocumented` for what is not known.",
    ),
    doc(
        "runtime.hostIntegration.embeddingMode",
        "Embedding mode",
        "How GSD is put into the host.",
    ),
    doc(
        "runtime.hostIntegration.commandSurface",
        "Command surface",
        "How users call commands in the host.",
    ),
    doc(
        "runtime.hostIntegration.modelMode",
        "Model mode",
        "Who chooses the model.",
    ),
    doc(
        "runtime.hostIntegration.hookBus",
        "Hook bus",
        "Who calls hooks.",
    ),
    doc(
        "runtime.hostIntegration.stateIO",
        "State",
        "Where the state of a project is kept.",
    ),
    doc(
        "runtime.hostIntegration.transport",
        "Transport",
        "How the host reaches GSD's tools.",
    ),
    doc(
        "runtime.hostIntegration.runtime",
        "Language runtime",
        "What the host's extensions run on.",
    ),
    doc(
        "runtime.hostIntegration.effortSurface",
        "Effort surface",
        "How a reasoning effort is handed to the host.",
    ),
    doc(
        "runtime.hostIntegration.dispatch",
        "Dispatch",
        "What the host can do with subagents.",
    ),
    doc(
        "runtime.hostIntegration.dispatch.namedDispatch",
        "Named dispatch",
        "Whether a subagent can be started by its name.",
    ),
    doc(
        "runtime.hostIntegration.dispatch.nested",
        "Nested",
        "Whether a subagent can start subagents.",
    ),
    doc(
        "runtime.hostIntegration.dispatch.background",
        "Background",
        "Whether a subagent can run in the background.",
    ),
    doc(
        "runtime.hostIntegration.dispatch.backgroundDispatch",
        "Background dispatch",
        "Whether a subagent in the background can start subagents.",
    ),
    doc(
        "runtime.hostIntegration.dispatch.subagentToolkit",
        "Subagent toolkit",
        "Which tools subagents have.",
    ),
    shown(
        "runtime.hostIntegration.dispatch.maxDepth",
        "Depth",
        "How deep subagents can be nested; -1 if there is no limit.",
        &["1", "-1"],
    ),
    doc(
        "runtime.hostIntegration.dispatch.isolation",
        "Isolation",
        "Who gives subagents a working tree of their own.",
    ),
    shown(
        "runtime.hostIntegration.dispatch.maxConcurrency",
        "Concurrency",
        "How many subagents can run at once.",
        &["10"],
    ),
    doc(
        "runtime.hostIntegration.dispatch.builtInSubagents",
        "Built-in subagents",
        "The subagents that the host brings along. Not checked.",
    ),
    shown(
        "runtime.orchestratorExec",
        "Orchestrator",
        "The command that runs the coding agent once, without a user.",
        &[r#"{"command": "acme", "args": ["run"]}"#],
    ),
    shown(
        "runtime.orchestratorExec.command",
        "Program",
        "The program to start.",
        &[r#""acme""#],
    ),
    shown(
        "runtime.orchestratorExec.args",
        "Arguments",
        "The arguments that come first, one element each.",
        &[r#"["exec"]"#],
    ),
    shown(
        "runtime.orchestratorExec.cwdFlag",
        "Folder flag",
        "The argument before the working folder; null or absent if there is none.",
        &[r#""--cd""#, "null"],
    ),
    shown(
        "runtime.orchestratorExec.promptFlag",
        "Prompt flag",
        "The argument before the prompt; null or absent if the prompt stands alone.",
        &[r#""--prompt""#, "null"],
    ),
    shown(
        "runtime.orchestratorExec.modelFlag",
        "Model flag",
        "The argument before the model's name; null or absent if no model can be chosen.",
        &[r#""--model""#, "null"],
    ),
    shown(
        "runtime.harnessIsolationFlag",
        "Isolation flag",
        "What is written to make the host give a subagent a working tree of its own.",
        &[r#""--worktree""#],
    ),
    shown(
        "runtime.hostBehaviors",
        "Host behaviours",
        "Peculiarities of the coding agent that an installation respects. Unknown ones are warned about.",
        &["{}"],
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
        "steps.point",
        "discuss:pre",
        "Before the discussion of a phase.",
    ),
    is(
        "steps.point",
        "discuss:post",
        "After the discussion, when CONTEXT.md is written.",
    ),
    is("steps.point", "plan:pre", "Before a phase is planned."),
    is(
        "steps.point",
        "plan:post",
        "After planning, when PLAN.md is written.",
    ),
    is("steps.point", "execute:pre", "Before a phase is executed."),
    is(
        "steps.point",
        "execute:wave:pre",
        "Before each wave of plans.",
    ),
    is(
        "steps.point",
        "execute:wave:post",
        "After each wave of plans.",
    ),
    is(
        "steps.point",
        "execute:post",
        "After execution, when SUMMARY.md is written.",
    ),
    is("steps.point", "verify:pre", "Before the work is verified."),
    is(
        "steps.point",
        "verify:post",
        "After verification, when UAT.md is written.",
    ),
    is("steps.point", "ship:pre", "Before the work is shipped."),
    is("steps.point", "ship:post", "After the work is shipped."),
    is("steps.onError", "skip", "The loop goes on without it."),
    is("steps.onError", "halt", "The loop stops."),
    is(
        "runtime.configHome.kind",
        "dot-home",
        "A folder in the user's home.",
    ),
    is(
        "runtime.configHome.kind",
        "dot-home-nested",
        "A folder inside `parent`, a folder in the user's home.",
    ),
    is(
        "runtime.configHome.kind",
        "xdg",
        "A folder below XDG_CONFIG_HOME, usually `~/.config`.",
    ),
    is(
        "runtime.configHome.kind",
        "generic-agents-root",
        "The folder that coding agents share.",
    ),
    is("runtime.configHome.kind", "none", "There is none."),
    is(
        "runtime.configFormat",
        "settings-json",
        "A JSON file of settings.",
    ),
    is("runtime.configFormat", "toml", "A TOML file."),
    is(
        "runtime.configFormat",
        "markdown",
        "One Markdown file of instructions.",
    ),
    is(
        "runtime.configFormat",
        "markdown-dir",
        "A folder of Markdown files.",
    ),
    is("runtime.configFormat", "none", "Nothing is written."),
    is(
        "runtime.artifactLayout.global.kind",
        "commands",
        "Commands that users type.",
    ),
    is(
        "runtime.artifactLayout.global.kind",
        "agents",
        "Agents that can be dispatched.",
    ),
    is(
        "runtime.artifactLayout.global.kind",
        "skills",
        "Skills that the coding agent follows.",
    ),
    is(
        "runtime.artifactLayout.global.kind",
        "kimi-agents",
        "Agents in the form of Kimi.",
    ),
    is(
        "runtime.artifactLayout.global.nesting",
        "flat",
        "All files lie in one folder.",
    ),
    is(
        "runtime.artifactLayout.global.nesting",
        "nested",
        "Files lie in folders of their own.",
    ),
    null(
        "runtime.artifactLayout.global.converter",
        "The source is installed as it is.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeCommandToAntigravitySkill",
        "Commands become skills of Antigravity.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeCommandToAugmentSkill",
        "Commands become skills of Augment.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeCommandToClineSkill",
        "Commands become skills of Cline.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeCommandToClaudeSkill",
        "Commands become skills of Claude.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeCommandToCodebuddyCommand",
        "Commands become commands of CodeBuddy.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeCommandToCodebuddySkill",
        "Commands become skills of CodeBuddy.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeCommandToCodexSkill",
        "Commands become skills of Codex.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeCommandToCopilotSkill",
        "Commands become skills of Copilot.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeCommandToCursorSkill",
        "Commands become skills of Cursor.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeCommandToKiloSkill",
        "Commands become skills of Kilo.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeCommandToKimiSkill",
        "Commands become skills of Kimi.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeCommandToKimiCodeSkill",
        "Commands become skills of Kimi Code.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeCommandToOpencodeSkill",
        "Commands become skills of OpenCode.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeCommandToTraeSkill",
        "Commands become skills of Trae.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeCommandToWindsurfSkill",
        "Commands become skills of Windsurf.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeCommandToWindsurfWorkflow",
        "Commands become workflows of Windsurf.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeAgentToCopilotAgent",
        "Agents become agents of Copilot.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeAgentToAntigravityAgent",
        "Agents become agents of Antigravity.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeAgentToCursorAgent",
        "Agents become agents of Cursor.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeAgentToWindsurfAgent",
        "Agents become agents of Windsurf.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeAgentToAugmentAgent",
        "Agents become agents of Augment.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeAgentToTraeAgent",
        "Agents become agents of Trae.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeAgentToCodebuddyAgent",
        "Agents become agents of CodeBuddy.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeAgentToClineAgent",
        "Agents become agents of Cline.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeAgentToCodexAgent",
        "Agents become agents of Codex.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeAgentToQwenAgent",
        "Agents become agents of Qwen.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeAgentToZcodeAgent",
        "Agents become agents of ZCode.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeAgentToHermesAgent",
        "Agents become agents of Hermes.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeToKiloFrontmatter",
        "Front matter is written as Kilo reads it.",
    ),
    is(
        "runtime.artifactLayout.global.converter",
        "convertClaudeToOpencodeFrontmatter",
        "Front matter is written as OpenCode reads it.",
    ),
    is("runtime.commandStyle", "slash-hyphen", "As `/gsd-review`."),
    is("runtime.commandStyle", "shell-var", "As `$gsd-review`."),
    is(
        "runtime.hooksSurface",
        "settings-json",
        "The JSON file of settings.",
    ),
    is(
        "runtime.hooksSurface",
        "codex-hooks-json",
        "Codex's `hooks.json`.",
    ),
    is(
        "runtime.hooksSurface",
        "cursor-hooks-json",
        "Cursor's `hooks.json`.",
    ),
    is(
        "runtime.hooksSurface",
        "copilot-inline",
        "Inside Copilot's instructions.",
    ),
    is("runtime.hooksSurface", "cline-rules", "Cline's rules."),
    is(
        "runtime.hooksSurface",
        "kimi-hooks-toml",
        "Kimi's TOML file.",
    ),
    is(
        "runtime.hooksSurface",
        "windsurf-hooks-json",
        "Windsurf's `hooks.json`.",
    ),
    is("runtime.hooksSurface", "none", "Hooks are not written."),
    is("runtime.sandboxTier", "none", "None is set up."),
    is(
        "runtime.sandboxTier",
        "codex-agent-sandbox",
        "Codex's own sandbox for agents.",
    ),
    is(
        "runtime.installSurface",
        "settings-json",
        "The JSON file of settings.",
    ),
    is(
        "runtime.installSurface",
        "codex-toml",
        "Codex's `config.toml`.",
    ),
    is(
        "runtime.installSurface",
        "copilot-instructions",
        "Copilot's file of instructions.",
    ),
    is(
        "runtime.installSurface",
        "cline-rules",
        "Cline's folder of rules.",
    ),
    is(
        "runtime.installSurface",
        "cursor-hooks-json",
        "Cursor's `hooks.json`.",
    ),
    is(
        "runtime.installSurface",
        "profile-marker-only",
        "Only a mark that says which profile is installed.",
    ),
    is("runtime.installSurface", "none", "Nothing."),
    is("runtime.supportTier", "1", "Fully supported."),
    is(
        "runtime.supportTier",
        "2",
        "Supported as far as the host allows.",
    ),
    null("runtime.permissionWriter", "Nobody does."),
    is(
        "runtime.permissionWriter",
        "opencode",
        "As OpenCode reads them.",
    ),
    is("runtime.permissionWriter", "kilo", "As Kilo reads them."),
    is(
        "runtime.permissionWriter",
        "antigravity",
        "As Antigravity reads them.",
    ),
    is(
        "runtime.hookEvents",
        "claude",
        "The names that Claude Code uses, such as PreToolUse.",
    ),
    is(
        "runtime.hookEvents",
        "gemini",
        "The names that Gemini uses, such as BeforeTool.",
    ),
    is(
        "runtime.extensionEvents",
        "opencode",
        "OpenCode's plug-ins.",
    ),
    is("runtime.extensionEvents", "pi", "Pi's extensions."),
    is("runtime.extensionEvents", "hermes", "Hermes's plug-ins."),
    is("runtime.extensionEvents", "kilo", "Kilo's plug-ins."),
    is("runtime.extensionEvents", "none", "There are none."),
    is(
        "runtime.extendedHookEvents",
        "SubagentStop",
        "A subagent has ended; family `claude`.",
    ),
    is(
        "runtime.extendedHookEvents",
        "Stop",
        "The agent has ended its turn; family `claude`.",
    ),
    is(
        "runtime.extendedHookEvents",
        "PreCompact",
        "The conversation is about to be shortened; family `claude`.",
    ),
    is(
        "runtime.extendedHookEvents",
        "FileChanged",
        "A file has changed; family `claude`.",
    ),
    is(
        "runtime.extendedHookEvents",
        "SubagentStart",
        "A subagent starts; family `claude`.",
    ),
    is(
        "runtime.extendedHookEvents",
        "BeforeAgent",
        "The agent begins its turn; family `gemini`.",
    ),
    is(
        "runtime.extendedHookEvents",
        "AfterAgent",
        "The agent has ended its turn; family `gemini`.",
    ),
    is(
        "runtime.extendedHookEvents",
        "BeforeModel",
        "The model is about to be asked; family `gemini`.",
    ),
    is("runtime.triggerPrecedence", "commands", "Commands."),
    is("runtime.triggerPrecedence", "skills", "Skills."),
    is(
        "runtime.hostIntegration.embeddingMode",
        "imperative",
        "By code that the host runs.",
    ),
    is(
        "runtime.hostIntegration.embeddingMode",
        "declarative",
        "By files that the host reads.",
    ),
    is(
        "runtime.hostIntegration.commandSurface",
        "slash-file",
        "Slash commands, each a file.",
    ),
    is(
        "runtime.hostIntegration.commandSurface",
        "slash-programmatic",
        "Slash commands that an extension registers.",
    ),
    is(
        "runtime.hostIntegration.commandSurface",
        "slash-toml",
        "Slash commands, each a TOML file.",
    ),
    is(
        "runtime.hostIntegration.commandSurface",
        "palette",
        "A palette of commands.",
    ),
    is(
        "runtime.hostIntegration.commandSurface",
        "prose-only",
        "There are no commands; users ask in words.",
    ),
    is(
        "runtime.hostIntegration.modelMode",
        "active",
        "GSD names the model.",
    ),
    is(
        "runtime.hostIntegration.modelMode",
        "passive",
        "The host's own choice is used.",
    ),
    is(
        "runtime.hostIntegration.hookBus",
        "host",
        "The host calls hooks.",
    ),
    is(
        "runtime.hostIntegration.hookBus",
        "engine",
        "GSD's own engine calls hooks.",
    ),
    is("runtime.hostIntegration.hookBus", "none", "Nobody does."),
    is(
        "runtime.hostIntegration.stateIO",
        "filesystem",
        "In files of the project.",
    ),
    is(
        "runtime.hostIntegration.stateIO",
        "sandboxed-storage",
        "In storage of the host's sandbox.",
    ),
    is(
        "runtime.hostIntegration.stateIO",
        "session-log-append",
        "In the log of the session.",
    ),
    is(
        "runtime.hostIntegration.transport",
        "mcp",
        "As an MCP server.",
    ),
    is(
        "runtime.hostIntegration.transport",
        "native-extension",
        "As an extension of the host.",
    ),
    is("runtime.hostIntegration.runtime", "node", "Node.js."),
    is("runtime.hostIntegration.runtime", "bun", "Bun."),
    is(
        "runtime.hostIntegration.runtime",
        "sandboxed-web",
        "A sandbox as in a browser.",
    ),
    is("runtime.hostIntegration.runtime", "python", "Python."),
    is("runtime.hostIntegration.runtime", "go", "Go."),
    is("runtime.hostIntegration.runtime", "rust", "Rust."),
    is("runtime.hostIntegration.runtime", "electron", "Electron."),
    is(
        "runtime.hostIntegration.runtime",
        "other",
        "Something else.",
    ),
    is(
        "runtime.hostIntegration.effortSurface",
        "argv",
        "By an argument.",
    ),
    is(
        "runtime.hostIntegration.effortSurface",
        "none",
        "It cannot be.",
    ),
    is(
        "runtime.hostIntegration.dispatch.subagentToolkit",
        "full",
        "All of them.",
    ),
    is(
        "runtime.hostIntegration.dispatch.subagentToolkit",
        "read-only",
        "Those that change nothing.",
    ),
    is(
        "runtime.hostIntegration.dispatch.subagentToolkit",
        "built-in-only",
        "Those of the host, none from elsewhere.",
    ),
    is(
        "runtime.hostIntegration.dispatch.isolation",
        "harness-worktree",
        "The host.",
    ),
    is(
        "runtime.hostIntegration.dispatch.isolation",
        "orchestrator-worktree",
        "GSD's orchestrator.",
    ),
    is(
        "runtime.hostIntegration.dispatch.isolation",
        "none",
        "Nobody; they share one.",
    ),
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
