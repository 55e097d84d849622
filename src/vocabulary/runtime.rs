//! The runtime body (section 6 of the validation rules).

use super::grammar::DOT_FOLDER;
use super::shape::{Field, Shape, optional, required};
use super::table::Table;

/// The fields of the body; what is inside its objects is in the other tables.
pub const FIELDS: &[Field] = &[
    required("configHome", "H-1", Shape::Object),
    required("configFormat", "H-3", Shape::OneOf(CONFIG_FORMATS)),
    required("artifactLayout", "H-4", Shape::Object),
    required(
        "commandStyle",
        "H-3",
        Shape::OneOf(&["slash-hyphen", "shell-var"]),
    ),
    required("hooksSurface", "H-3", Shape::OneOf(HOOKS_SURFACES)),
    required(
        "sandboxTier",
        "H-3",
        Shape::OneOf(&["none", "codex-agent-sandbox"]),
    ),
    required("installSurface", "H-3", Shape::OneOf(INSTALL_SURFACES)),
    required("supportTier", "H-3", Shape::OneOfNumber(&[1.0, 2.0])),
    required("writesSharedSettings", "H-3", Shape::Boolean),
    required(
        "permissionWriter",
        "H-3",
        Shape::OrNull(&Shape::OneOf(PERMISSION_WRITERS)),
    ),
    optional("hookEvents", "H-3", Shape::OneOf(HOOK_EVENTS)),
    optional("extensionEvents", "H-3", Shape::OneOf(EXTENSION_EVENTS)),
    required("extendedHookEvents", "H-6", Shape::Array),
    optional("triggerPrecedence", "H-7", Shape::Array),
    required("hostIntegration", "H-8", Shape::Object),
    optional("orchestratorExec", "H-9", Shape::Object),
    optional("harnessIsolationFlag", "H-9", Shape::Text),
    optional("hostBehaviors", "H-10", Shape::Anything),
];

/// The folder that projects keep the runtime's configuration in (H-2).
pub const LOCAL_CONFIG_DIR: Field = required("localConfigDir", "H-2", Shape::Matching(&DOT_FOLDER));

/// How a configuration is written (H-3).
pub const CONFIG_FORMATS: &[&str] = &["settings-json", "toml", "markdown", "markdown-dir", "none"];
/// Where hooks are written to (H-3).
pub const HOOKS_SURFACES: &[&str] = &[
    "settings-json",
    "codex-hooks-json",
    "cursor-hooks-json",
    "copilot-inline",
    "cline-rules",
    "kimi-hooks-toml",
    "windsurf-hooks-json",
    "none",
];
/// What an installation writes (H-3), in the order of [`SURFACE_GATE`].
pub const INSTALL_SURFACES: &[&str] = &[
    "settings-json",
    "codex-toml",
    "copilot-instructions",
    "cline-rules",
    "cursor-hooks-json",
    "profile-marker-only",
    "none",
];
/// Who writes permissions (H-3).
pub const PERMISSION_WRITERS: &[&str] = &["opencode", "kilo", "antigravity"];
/// The families of hook events (H-3).
pub const HOOK_EVENTS: &[&str] = &["claude", "gemini"];
/// The families of extension events (H-3).
pub const EXTENSION_EVENTS: &[&str] = &["opencode", "pi", "hermes", "kilo", "none"];

/// For each install surface the hook surfaces that go with it (H-5) and the format it needs (G-9).
pub const SURFACE_GATE: &[(&str, &[&str], &str)] = &[
    ("settings-json", &["settings-json", "none"], "settings-json"),
    ("codex-toml", &["codex-hooks-json"], "toml"),
    ("copilot-instructions", &["copilot-inline"], "markdown"),
    ("cline-rules", &["cline-rules"], "markdown-dir"),
    ("cursor-hooks-json", &["cursor-hooks-json"], "none"),
    (
        "profile-marker-only",
        &["none", "kimi-hooks-toml", "windsurf-hooks-json"],
        "none",
    ),
    ("none", &["none"], "none"),
];

/// The kinds of configuration home (H-1).
pub const HOME_KINDS: &[&str] = &[
    "dot-home",
    HOME_NESTED,
    "xdg",
    "generic-agents-root",
    HOME_NONE,
];
/// The kind that needs a parent.
pub const HOME_NESTED: &str = "dot-home-nested";
/// The kind without a folder.
pub const HOME_NONE: &str = "none";

/// `configHome` (H-1); `name`, `parent` and `skillsHome` hang on the kind and are checked apart.
pub const HOME: &[Field] = &[
    required("kind", "H-1", Shape::OneOf(HOME_KINDS)),
    required("env", "H-1", Shape::IndexedList(&Shape::AnyText)),
    optional("probe", "H-1", Shape::IndexedList(&Shape::AnyText)),
    optional("probeExists", "H-1", Shape::Text),
];

/// `artifactLayout` (H-4).
pub const LAYOUT: &[Field] = &[
    required("global", "H-4", Shape::Array),
    required("local", "H-4", Shape::Array),
];

/// An entry of `artifactLayout` (H-4).
pub const ARTIFACT: &[Field] = &[
    required(
        "kind",
        "H-4",
        Shape::OneOf(&["commands", "agents", "skills", "kimi-agents"]),
    ),
    required("destSubpath", "H-4", Shape::Text),
    required("nesting", "H-4", Shape::OneOf(&["flat", "nested"])),
    required("prefix", "H-4", Shape::AnyText),
    optional("recursive", "H-4", Shape::Boolean),
    required("converter", "H-4", Shape::OrNull(&Shape::OneOf(CONVERTERS))),
];

/// Names an entry of `artifactLayout.global` may carry besides.
pub const ARTIFACT_UNCHECKED: &[&str] = &["home"];

/// The converters of artifacts (H-4).
pub const CONVERTERS: &[&str] = &[
    "convertClaudeCommandToAntigravitySkill",
    "convertClaudeCommandToAugmentSkill",
    "convertClaudeCommandToClineSkill",
    "convertClaudeCommandToClaudeSkill",
    "convertClaudeCommandToCodebuddyCommand",
    "convertClaudeCommandToCodebuddySkill",
    "convertClaudeCommandToCodexSkill",
    "convertClaudeCommandToCopilotSkill",
    "convertClaudeCommandToCursorSkill",
    "convertClaudeCommandToKiloSkill",
    "convertClaudeCommandToKimiSkill",
    "convertClaudeCommandToKimiCodeSkill",
    "convertClaudeCommandToOpencodeSkill",
    "convertClaudeCommandToTraeSkill",
    "convertClaudeCommandToWindsurfSkill",
    "convertClaudeCommandToWindsurfWorkflow",
    "convertClaudeAgentToCopilotAgent",
    "convertClaudeAgentToAntigravityAgent",
    "convertClaudeAgentToCursorAgent",
    "convertClaudeAgentToWindsurfAgent",
    "convertClaudeAgentToAugmentAgent",
    "convertClaudeAgentToTraeAgent",
    "convertClaudeAgentToCodebuddyAgent",
    "convertClaudeAgentToClineAgent",
    "convertClaudeAgentToCodexAgent",
    "convertClaudeAgentToQwenAgent",
    "convertClaudeAgentToZcodeAgent",
    "convertClaudeAgentToHermesAgent",
    "convertClaudeToKiloFrontmatter",
    "convertClaudeToOpencodeFrontmatter",
];

/// Extended hook events with the family each belongs to (H-6).
pub const EXTENDED_HOOK_EVENTS: &[(&str, &str)] = &[
    ("SubagentStop", "claude"),
    ("Stop", "claude"),
    ("PreCompact", "claude"),
    ("FileChanged", "claude"),
    ("SubagentStart", "claude"),
    ("BeforeAgent", "gemini"),
    ("AfterAgent", "gemini"),
    ("BeforeModel", "gemini"),
];

/// What may be triggered, by default in reverse (H-7).
pub const TRIGGERS: &[&str] = &["commands", "skills"];
/// The order of triggers where none is declared (H-7).
pub const DEFAULT_TRIGGERS: &[&str] = &["skills", "commands"];

/// The value that every axis of `hostIntegration` takes besides its own (H-8).
pub const UNDOCUMENTED: &str = "undocumented";

static BOOLEAN: Shape = Shape::Boolean;

/// `hostIntegration` (H-8).
pub const HOST_INTEGRATION: &[Field] = &[
    required(
        "embeddingMode",
        "H-8",
        Shape::OrWord(UNDOCUMENTED, &Shape::OneOf(&["imperative", "declarative"])),
    ),
    required(
        "commandSurface",
        "H-8",
        Shape::OrWord(
            UNDOCUMENTED,
            &Shape::OneOf(&[
                "slash-file",
                "slash-programmatic",
                "slash-toml",
                "palette",
                "prose-only",
            ]),
        ),
    ),
    required(
        "modelMode",
        "H-8",
        Shape::OrWord(UNDOCUMENTED, &Shape::OneOf(&["active", "passive"])),
    ),
    required(
        "hookBus",
        "H-8",
        Shape::OrWord(UNDOCUMENTED, &Shape::OneOf(&["host", "engine", "none"])),
    ),
    required(
        "stateIO",
        "H-8",
        Shape::OrWord(
            UNDOCUMENTED,
            &Shape::OneOf(&["filesystem", "sandboxed-storage", "session-log-append"]),
        ),
    ),
    required(
        "transport",
        "H-8",
        Shape::OrWord(UNDOCUMENTED, &Shape::OneOf(&["mcp", "native-extension"])),
    ),
    required(
        "runtime",
        "H-8",
        Shape::OrWord(
            UNDOCUMENTED,
            &Shape::OneOf(&[
                "node",
                "bun",
                "sandboxed-web",
                "python",
                "go",
                "rust",
                "electron",
                "other",
            ]),
        ),
    ),
    optional(
        "effortSurface",
        "H-8",
        Shape::OrWord(UNDOCUMENTED, &Shape::OneOf(&["argv", "none"])),
    ),
    required("dispatch", "H-8", Shape::Object),
];

/// `hostIntegration.dispatch` (H-8).
pub const DISPATCH: &[Field] = &[
    required(
        "namedDispatch",
        "H-8",
        Shape::OrWord(UNDOCUMENTED, &BOOLEAN),
    ),
    required("nested", "H-8", Shape::OrWord(UNDOCUMENTED, &BOOLEAN)),
    required("background", "H-8", Shape::OrWord(UNDOCUMENTED, &BOOLEAN)),
    required(
        "backgroundDispatch",
        "H-8",
        Shape::OrWord(UNDOCUMENTED, &BOOLEAN),
    ),
    required(
        "subagentToolkit",
        "H-8",
        Shape::OrWord(
            UNDOCUMENTED,
            &Shape::OneOf(&["full", "read-only", "built-in-only"]),
        ),
    ),
    required(
        "maxDepth",
        "H-8",
        Shape::OrWord(UNDOCUMENTED, &Shape::Integer(-1.0, f64::INFINITY)),
    ),
    optional(
        "isolation",
        "H-8",
        Shape::OrWord(
            UNDOCUMENTED,
            &Shape::OneOf(&["harness-worktree", "orchestrator-worktree", "none"]),
        ),
    ),
    optional(
        "maxConcurrency",
        "H-8",
        Shape::OrWord(UNDOCUMENTED, &Shape::Integer(1.0, 9_007_199_254_740_991.0)),
    ),
];

/// Names `dispatch` may carry without a check.
pub const DISPATCH_UNCHECKED: &[&str] = &["builtInSubagents"];

/// `orchestratorExec` (H-9).
pub const ORCHESTRATOR: &[Field] = &[
    required("command", "H-9", Shape::UnreservedText),
    optional("args", "H-9", Shape::List(&Shape::AnyText)),
    optional("cwdFlag", "H-9", Shape::OrNull(&Shape::AnyText)),
    optional("promptFlag", "H-9", Shape::OrNull(&Shape::AnyText)),
    optional("modelFlag", "H-9", Shape::OrNull(&Shape::AnyText)),
];

/// The alias that no longer contributes a lane (W-6, M-11).
pub const REMOVED_HOST_BEHAVIOR: &str = "reviewerCli";
/// The peer's record that it is there (W-6).
pub const REMOVED_HOST_BEHAVIOR_CODE: &str = "removed_host_behavior";
/// The peer's record of a host behaviour that is not known (W-7).
pub const UNKNOWN_HOST_BEHAVIOR: &str = "unknown_host_behavior";

/// The known members of `runtime.hostBehaviors` (W-7).
pub const HOST_BEHAVIORS: &[&str] = &[
    "agentFileExtension",
    "agentFrontmatterExtensions",
    "agentManifestStyle",
    "agentTomlFiles",
    "attributionConfigResolver",
    "attributionSource",
    "authorsCanonicalWorkflow",
    "brandingRewrites",
    "cleanupSkillSidecars",
    "clineRulesSurface",
    "combinedFamilyInstall",
    "commandBodyConverter",
    "doneBannerStyle",
    "flatCommandDir",
    "frontmatterDialect",
    "globalDirResolver",
    "hookPathStyle",
    "hooksJsonSurface",
    "hyphenNameAgentBody",
    "installsCommandBodiesForWorkflowDelegation",
    "legacyCommandsGsdCleanup",
    "legacyCommandsGsdInstallMigration",
    "legacyCommandsGsdUninstall",
    "legacyDevinSkillsCleanup",
    "localCommandsViaRules",
    "localInstallDeferred",
    "localInstallStyle",
    "localTargetIsProjectRoot",
    "managedHookEvents",
    "mcpCompanion",
    "namedSubagentsSupported",
    "nativeModelAliases",
    "nativePlugin",
    "noPathRewrite",
    "ownsClaudePaths",
    "permissionsSchema",
    "pluginOnlyInstall",
    "projectInstructionFile",
    "reapplyCommand",
    "reportCommandsDir",
    "reportSkillsCount",
    "retiredArtifacts",
    "settingsFileByScope",
    "sharedHooksDirName",
    "skillFrontmatterVersion",
    "skillPriorityFrontmatter",
    "skillsGlobalOnboarding",
    "skillsManifestPrefix",
    "skipCodexSkillsManifest",
    "skipHomePrefixSubstitution",
    "skipSettingsUi",
    "skipSharedHooksInstall",
    "skipUpdateBannerCommand",
    "soloStageMetadata",
    "sourceMarkerFile",
    "tomlConfigInstall",
    "trackCategoryDescription",
    "unsupportedFeatures",
    "verificationStyle",
    "writeCategoryDescription",
];

/// The body.
pub static BODY: Table = Table::new(FIELDS, &[&["localConfigDir"]]);
/// `configHome`.
pub static HOME_TABLE: Table = Table::new(HOME, &[&["name", "parent", "skillsHome"]]);
/// `artifactLayout`.
pub static LAYOUT_TABLE: Table = Table::new(LAYOUT, &[]);
/// An entry of `artifactLayout`.
pub static ARTIFACT_TABLE: Table = Table::new(ARTIFACT, &[ARTIFACT_UNCHECKED]);
/// `hostIntegration`.
pub static HOST_INTEGRATION_TABLE: Table = Table::new(HOST_INTEGRATION, &[]);
/// `hostIntegration.dispatch`.
pub static DISPATCH_TABLE: Table = Table::new(DISPATCH, &[DISPATCH_UNCHECKED]);
/// `orchestratorExec`.
pub static ORCHESTRATOR_TABLE: Table = Table::new(ORCHESTRATOR, &[]);
