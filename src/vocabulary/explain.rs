//! What each finding means, why it matters and how to mend it: the pages of `gsd-lanes explain CODE`.
//!
//! Only natively compiled: JavaScript gets the pages as a data file of the package. A test puts every bad snippet
//! into a manifest and holds the validator to it.

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use serde_json::{Map, Value, json};

use super::codes::Code;
use super::shape::{Field, Shape};
use super::{envelope, feature, reviewer, runtime};

/// How bad a finding is under one profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// The manifest is refused.
    Error,
    /// Somebody should look.
    Warning,
    /// It depends on the place; the page says on what.
    Either,
}

impl Weight {
    /// The stable string.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Either => "error or warning",
        }
    }
}

/// The manifest into which a snippet goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// None: the snippet is a whole file.
    File,
    /// A lane that starts a program.
    Spawn,
    /// A lane that asks a server.
    Http,
    /// A runtime without a lane.
    Runtime,
    /// A feature.
    Feature,
}

impl Base {
    /// A manifest without any finding.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::File => "",
            Self::Spawn => SPAWN_BASE,
            Self::Http => HTTP_BASE,
            Self::Runtime => RUNTIME_BASE,
            Self::Feature => FEATURE_BASE,
        }
    }
}

const SPAWN_BASE: &str = r#"{
  "id": "acme",
  "role": "reviewer",
  "version": "1.0.0",
  "title": "Acme",
  "description": "Asks the acme command for a review.",
  "tier": "standard",
  "requires": [],
  "reviewer": {
    "slug": "acme",
    "flags": ["--acme"],
    "transport": "spawn",
    "probe": { "kind": "command-exists", "binary": "acme" },
    "invoke": {
      "binary": "acme",
      "args": ["review", "{{model}}", "-"],
      "promptChannel": "stdin",
      "outputChannel": "stdout",
      "modelArg": "--model",
      "effortChannel": "none",
      "env": { "ACME_QUIET": "1" }
    },
    "timeoutFloorMs": 600000,
    "emptyOutput": "stub-with-stderr",
    "reviewsSection": "Acme",
    "evidenceClass": "source-grounded",
    "requiresBinaries": [],
    "promptBudgetKey": null,
    "modelConfigKey": "review.models.acme",
    "handler": null
  },
  "config": { "review.models.acme": { "type": "string", "default": "", "description": "Model to ask for." } }
}"#;

const HTTP_BASE: &str = r#"{
  "id": "acme",
  "role": "reviewer",
  "version": "1.0.0",
  "title": "Acme",
  "description": "Asks a local Acme server for a review.",
  "tier": "standard",
  "requires": [],
  "reviewer": {
    "slug": "acme",
    "flags": ["--acme"],
    "transport": "openai-http",
    "probe": { "kind": "http-reachable", "hostConfigKey": "review.acme_host", "path": "/v1/models", "timeoutMs": 2000 },
    "invoke": {
      "hostConfigKey": "review.acme_host",
      "defaultHost": "http://localhost:8080",
      "path": "/v1/chat/completions",
      "modelDiscovery": "first-from-models-endpoint",
      "fallbackModel": "acme-large",
      "effortChannel": "none"
    },
    "timeoutFloorMs": 120000,
    "emptyOutput": "stub-with-stderr",
    "reviewsSection": "Acme",
    "evidenceClass": "diff-only",
    "requiresBinaries": [],
    "promptBudgetKey": null,
    "handler": "openai-compatible"
  },
  "config": { "review.acme_host": { "type": "string", "default": "", "description": "Address of the server." } }
}"#;

const RUNTIME_BASE: &str = r#"{
  "id": "acme",
  "role": "runtime",
  "version": "1.0.0",
  "title": "Acme",
  "description": "Acme as a host.",
  "tier": "standard",
  "requires": [],
  "runtime": {
    "configHome": { "kind": "dot-home", "name": ".acme", "env": ["ACME_HOME"] },
    "localConfigDir": ".acme",
    "configFormat": "settings-json",
    "artifactLayout": {
      "global": [
        { "kind": "skills", "destSubpath": "skills", "nesting": "nested", "prefix": "gsd-", "converter": null }
      ],
      "local": [
        { "kind": "commands", "destSubpath": "commands", "nesting": "flat", "prefix": "gsd-", "converter": null }
      ]
    },
    "commandStyle": "slash-hyphen",
    "hooksSurface": "settings-json",
    "hookEvents": "claude",
    "sandboxTier": "none",
    "installSurface": "settings-json",
    "supportTier": 2,
    "writesSharedSettings": true,
    "permissionWriter": null,
    "extendedHookEvents": ["Stop"],
    "triggerPrecedence": ["skills", "commands"],
    "hostIntegration": {
      "embeddingMode": "declarative",
      "commandSurface": "slash-file",
      "modelMode": "passive",
      "hookBus": "host",
      "stateIO": "filesystem",
      "transport": "mcp",
      "runtime": "node",
      "dispatch": {
        "namedDispatch": true,
        "nested": false,
        "background": false,
        "backgroundDispatch": false,
        "subagentToolkit": "full",
        "maxDepth": 1
      }
    },
    "hostBehaviors": {}
  }
}"#;

const FEATURE_BASE: &str = r#"{
  "id": "acme",
  "role": "feature",
  "version": "1.0.0",
  "title": "Acme",
  "description": "Adds a check of the plan.",
  "tier": "standard",
  "requires": [],
  "runtimeCompat": { "supported": ["*"], "unsupported": [] },
  "skills": ["acme-review"],
  "agents": [],
  "commands": [{ "family": "acme", "module": "acme.cjs", "router": "route" }],
  "config": { "acme.enabled": { "type": "boolean", "default": true, "description": "Whether Acme is on." } },
  "activationKey": "acme.enabled",
  "hooks": [{ "event": "PreToolUse", "script": "hooks/check.js", "matcher": "Write|Edit" }],
  "steps": [
    {
      "point": "plan:post",
      "ref": { "skill": "acme-review" },
      "produces": [],
      "consumes": ["PLAN.md"],
      "onError": "skip",
      "when": "acme.enabled"
    }
  ],
  "contributions": [
    {
      "point": "plan:pre",
      "into": "planner",
      "produces": [],
      "consumes": [],
      "fragment": { "path": "fragments/plan.md" }
    }
  ],
  "gates": [
    { "point": "ship:pre", "check": { "query": "acme.ready" }, "blocking": true, "onError": "halt" }
  ],
  "taskContentResolver": {
    "trackerPrefix": "acme",
    "invoke": { "binary": "acme", "args": ["show", "{{id}}"], "timeoutMs": 10000 }
  }
}"#;

/// What is said about one code.
#[derive(Debug, Clone, Copy)]
pub struct Explanation {
    /// The code.
    pub code: Code,
    /// The finding in a few words.
    pub title: &'static str,
    /// Rules besides those of the field tables, see [`Explanation::rules`].
    pub rules: &'static [&'static str],
    /// How bad it is under the profiles `strict` and `peer`.
    pub severity: (Weight, Weight),
    /// What is wrong.
    pub what: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// What to do.
    pub fix: &'static str,
    /// The manifest into which the snippets go, and the JSON pointer of the value that they replace.
    pub place: (Base, &'static str),
    /// A value that causes the finding.
    pub bad: &'static str,
    /// A value that does not.
    pub good: &'static str,
    /// The snippets only hint at texts that are too long to print or cannot be seen.
    pub abridged: bool,
}

const ERROR: (Weight, Weight) = (Weight::Error, Weight::Error);
const WARNING: (Weight, Weight) = (Weight::Warning, Weight::Warning);
/// What could run, send or write something that is not shown (Y-1).
const HAZARD: (Weight, Weight) = (Weight::Error, Weight::Warning);

impl Explanation {
    /// All rules from which the finding can come.
    #[must_use]
    pub fn rules(&self) -> Vec<&'static str> {
        let mut all: Vec<&'static str> = Vec::new();
        let mut add = |rule| {
            if !all.contains(&rule) {
                all.push(rule);
            }
        };
        for field in tables().into_iter().flatten() {
            if comes_from(self.code, field) {
                add(field.rule);
            }
        }
        self.rules.iter().copied().for_each(add);
        all
    }

    /// The page as plain text, without the code and the title.
    #[must_use]
    pub fn page(&self) -> String {
        let (strict, peer) = self.severity;
        let severity = if strict == peer {
            strict.as_str().to_string()
        } else {
            format!("{} (profile peer: {})", strict.as_str(), peer.as_str())
        };
        let place = match self.place {
            (Base::File, _) | (_, "") => "in the file".to_string(),
            (_, pointer) => format!("at {pointer}"),
        };
        format!(
            "{}\n\nWhy it matters: {}\n\nWhat to do: {}\n\nWrong, {place}:\n\n{}\n\nRight:\n\n{}\n\nSeverity: {severity}\nRules: {}\n",
            self.what,
            self.why,
            self.fix,
            indented(self.bad),
            indented(self.good),
            self.rules().join(", "),
        )
    }

    fn json(&self) -> Value {
        json!({
            "code": self.code.as_str(),
            "title": self.title,
            "rules": self.rules(),
            "severity": {"strict": self.severity.0.as_str(), "peer": self.severity.1.as_str()},
            "what": self.what,
            "why": self.why,
            "fix": self.fix,
            "at": self.place.1,
            "bad": self.bad,
            "good": self.good,
            "text": self.page(),
        })
    }
}

fn indented(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("    {line}")).collect();
    lines.join("\n")
}

/// All explanations by code, in the order of the codes.
#[must_use]
pub fn explanations() -> Value {
    let all: Map<String, Value> = ALL
        .iter()
        .map(|entry| (entry.code.as_str().to_string(), entry.json()))
        .collect();
    all.into()
}

fn tables() -> [&'static [Field]; 24] {
    [
        envelope::FIELDS,
        envelope::ENGINES,
        envelope::PROVENANCE,
        reviewer::FIELDS,
        reviewer::PROBE_FIELDS,
        reviewer::SPAWN_FIELDS,
        reviewer::HTTP_FIELDS,
        feature::FIELDS,
        feature::RUNTIME_COMPAT,
        feature::COMMAND,
        feature::HOOK,
        feature::STEP,
        feature::CONTRIBUTION,
        feature::GATE,
        feature::RESOLVER,
        feature::RESOLVER_INVOKE,
        runtime::FIELDS,
        std::slice::from_ref(&runtime::LOCAL_CONFIG_DIR),
        runtime::HOME,
        runtime::LAYOUT,
        runtime::ARTIFACT,
        runtime::HOST_INTEGRATION,
        runtime::DISPATCH,
        runtime::ORCHESTRATOR,
    ]
}

/// Whether checking a field of a table can cause a finding.
fn comes_from(code: Code, field: &Field) -> bool {
    fn inner(shape: &Shape, fits: fn(&Shape) -> bool) -> bool {
        fits(shape)
            || match shape {
                Shape::OrNull(part)
                | Shape::OrWord(_, part)
                | Shape::List(part)
                | Shape::IndexedList(part)
                | Shape::DistinctList(part) => inner(part, fits),
                _ => false,
            }
    }
    let holds = |fits| inner(&field.accepts, fits);
    match code {
        Code::MissingField => field.required,
        Code::WrongType => !matches!(field.accepts, Shape::Anything),
        Code::EmptyText => holds(|shape| matches!(shape, Shape::Text | Shape::UnreservedText)),
        Code::EmptyList | Code::DuplicateEntry => {
            holds(|shape| matches!(shape, Shape::DistinctList(_)))
        }
        Code::BadFormat => {
            holds(|shape| matches!(shape, Shape::Matching(_) | Shape::Unreserved(_)))
        }
        Code::BadNumber => holds(|shape| {
            matches!(
                shape,
                Shape::PositiveInteger | Shape::Integer(..) | Shape::OneOfNumber(_)
            )
        }),
        Code::UnknownValue => holds(|shape| matches!(shape, Shape::OneOf(_))),
        Code::ReservedName => holds(|shape| {
            matches!(
                shape,
                Shape::Unreserved(_) | Shape::Name | Shape::UnreservedText
            )
        }),
        _ => false,
    }
}

/// One entry for each code, in the order of the codes.
pub const ALL: &[Explanation] = &[
    Explanation {
        code: Code::InvalidJson,
        title: "the text is not JSON",
        rules: &["J-5"],
        severity: ERROR,
        what: "The file cannot be read as JSON. The finding stands where reading stopped; the mistake is there or just before.",
        why: "Nothing else can be checked, and no tool can load the capability.",
        fix: "Mend the text. Usual causes: a missing or a superfluous comma, a comment, single quotes, a missing bracket.",
        place: (Base::File, ""),
        bad: r#"{ "id": "acme", }"#,
        good: r#"{ "id": "acme" }"#,
        abridged: false,
    },
    Explanation {
        code: Code::TooDeep,
        title: "more than 128 nested arrays and objects",
        rules: &["J-6"],
        severity: ERROR,
        what: "Arrays and objects are nested more than 128 deep, the outermost one included.",
        why: "Tools that read such a file can crash; no manifest needs such depth.",
        fix: "Remove the nesting.",
        place: (Base::File, ""),
        bad: r#"{ "keywords": [[[[ … more than 128 deep … ]]]] }"#,
        good: r#"{ "keywords": ["review"] }"#,
        abridged: true,
    },
    Explanation {
        code: Code::TooLarge,
        title: "the text is longer than 8 MiB",
        rules: &["J-6"],
        severity: ERROR,
        what: "The file has more than 8 MiB (8388608 bytes). It is not read.",
        why: "A manifest is a page of text. A huge file only stalls the tools that read it.",
        fix: "Keep data out of the manifest; put it into files of the capability.",
        place: (Base::File, ""),
        bad: r#"{ "description": "… more than 8 MiB …" }"#,
        good: r#"{ "description": "Asks the acme command for a review." }"#,
        abridged: true,
    },
    Explanation {
        code: Code::ByteOrderMark,
        title: "the text begins with a byte order mark",
        rules: &["J-5"],
        severity: (Weight::Warning, Weight::Error),
        what: "The file begins with the invisible character U+FEFF, which some editors write in front of UTF-8.",
        why: "JSON.parse refuses such a text, so other tools cannot load the capability.",
        fix: "Save the file as UTF-8 without a byte order mark.",
        place: (Base::File, ""),
        bad: r#"<U+FEFF>{ "id": "acme" }"#,
        good: r#"{ "id": "acme" }"#,
        abridged: true,
    },
    Explanation {
        code: Code::NumberOverflow,
        title: "a number is too large",
        rules: &["TB-10"],
        severity: HAZARD,
        what: "A number lies beyond the range of a double, so JavaScript reads it as infinity.",
        why: "Infinity is signed like null: two manifests that differ would have the same signature.",
        fix: "Write a number below 1.8e308, or a text.",
        place: (Base::Spawn, "/config/review.models.acme"),
        bad: r#"{ "type": "number", "default": 1e400, "description": "A number." }"#,
        good: r#"{ "type": "number", "default": 1e300, "description": "A number." }"#,
        abridged: false,
    },
    Explanation {
        code: Code::DuplicateKey,
        title: "an object repeats a key",
        rules: &["VB-14"],
        severity: (Weight::Either, Weight::Warning),
        what: "A key stands twice in the same object. Only its last value counts. This is an error at or inside `reviewer`, `hooks`, `commands` and `mcpServers`, else a warning.",
        why: "Somebody who reads the file sees the first value; the second one is what runs.",
        fix: "Remove one of the two.",
        place: (Base::Spawn, "/reviewer/probe"),
        bad: r#"{ "kind": "command-exists", "binary": "acme", "binary": "other" }"#,
        good: r#"{ "kind": "command-exists", "binary": "acme" }"#,
        abridged: false,
    },
    Explanation {
        code: Code::TooMany,
        title: "there are more findings than are reported",
        rules: &["V-16"],
        severity: (Weight::Either, Weight::Either),
        what: "The first 1000 findings are reported; this one says how many more there are. It is an error if one of those left out is an error.",
        why: "Nobody reads so many findings, and a hostile file must not be able to stall the checker.",
        fix: "Mend what is reported, then check again.",
        place: (Base::Spawn, "/requires"),
        bad: "[1, 2, 3, … 1001 numbers where texts belong … ]",
        good: r#"["other-capability"]"#,
        abridged: true,
    },
    Explanation {
        code: Code::NotAnObject,
        title: "the manifest is not an object",
        rules: &["V-2"],
        severity: ERROR,
        what: "The outermost value of the file is not an object.",
        why: "A manifest is one object. A list of manifests, or a text that holds one, cannot be loaded.",
        fix: "Write one object per file: `{ … }`.",
        place: (Base::File, ""),
        bad: r#"[{ "id": "acme" }]"#,
        good: r#"{ "id": "acme" }"#,
        abridged: false,
    },
    Explanation {
        code: Code::MissingField,
        title: "a required field is absent",
        rules: &[
            "V-21", "V-22", "R-20", "R-21", "R-22", "R-23", "R-33", "F-10", "F-13", "F-14",
        ],
        severity: ERROR,
        what: "An object lacks a field that it must have. Some fields must be there even if there is nothing to say: write null, or an empty array.",
        why: "No default is assumed, so that a reader sees everything that a lane does.",
        fix: "Add the field; the message says what it accepts.",
        place: (Base::Spawn, "/reviewer/probe"),
        bad: r#"{ "kind": "command-exists" }"#,
        good: r#"{ "kind": "command-exists", "binary": "acme" }"#,
        abridged: false,
    },
    Explanation {
        code: Code::WrongType,
        title: "a value has the wrong type",
        rules: &[
            "V-12", "V-21", "V-24", "R-20", "R-33", "R-42", "F-10", "F-12", "F-15", "VB-1", "VB-8",
        ],
        severity: (Weight::Either, Weight::Either),
        what: "A value is a number, text, array or object where another type belongs. For `defaultHost` and `fallbackModel` this is a warning, for everything else an error.",
        why: "Values are never converted: `\"5000\"` is not 5000, and null is not the same as absent.",
        fix: "Write a value of the type that the message names.",
        place: (Base::Spawn, "/reviewer/timeoutFloorMs"),
        bad: r#""600000""#,
        good: "600000",
        abridged: false,
    },
    Explanation {
        code: Code::EmptyText,
        title: "a text is empty",
        rules: &["R-21", "R-22", "R-23", "R-33", "F-2", "F-12", "F-15"],
        severity: ERROR,
        what: "A text that must say something has no characters.",
        why: "An empty name would be looked up, shown or run as if it meant something.",
        fix: "Write the text. Where null is accepted, null means that there is none.",
        place: (Base::Spawn, "/reviewer/promptBudgetKey"),
        bad: r#""""#,
        good: "null",
        abridged: false,
    },
    Explanation {
        code: Code::EmptyList,
        title: "a list is empty",
        rules: &["F-2", "H-7"],
        severity: ERROR,
        what: "A list that must hold at least one entry holds none.",
        why: "What the list is for would be impossible: a lane without a flag could never be picked, a feature without a runtime never be used.",
        fix: "Add an entry.",
        place: (Base::Spawn, "/reviewer/flags"),
        bad: "[]",
        good: r#"["--acme"]"#,
        abridged: false,
    },
    Explanation {
        code: Code::DuplicateEntry,
        title: "a list holds an entry twice",
        rules: &["H-7"],
        severity: ERROR,
        what: "The same text stands twice in a list whose entries must differ.",
        why: "One of the two is superfluous, or was meant to be another one.",
        fix: "Remove one of the two, or correct it.",
        place: (Base::Spawn, "/reviewer/flags"),
        bad: r#"["--acme", "--acme"]"#,
        good: r#"["--acme", "--acme-review"]"#,
        abridged: false,
    },
    Explanation {
        code: Code::BadFormat,
        title: "a text does not have the required form",
        rules: &["V-12", "F-2"],
        severity: ERROR,
        what: "A text, or the name of a member, does not match the form that the message describes. The whole text must match: no blanks around it.",
        why: "Ids, versions, slugs and flags end up in file names, commands and comparisons.",
        fix: "Write the text in the form that the message describes.",
        place: (Base::Spawn, "/version"),
        bad: r#""v1.0""#,
        good: r#""1.0.0""#,
        abridged: false,
    },
    Explanation {
        code: Code::BadNumber,
        title: "a number is not one of those accepted",
        rules: &["R-22", "R-23"],
        severity: ERROR,
        what: "A number is not whole, or it lies outside of the range that the field accepts. Times are whole milliseconds above 0.",
        why: "A lane whose timeout is 0 would be stopped at once; half a level of nesting means nothing.",
        fix: "Write a number in the range that the message names; 600000 milliseconds are ten minutes.",
        place: (Base::Spawn, "/reviewer/timeoutFloorMs"),
        bad: "0",
        good: "600000",
        abridged: false,
    },
    Explanation {
        code: Code::UnknownValue,
        title: "a value is not one of those accepted",
        rules: &["R-20", "H-6", "H-7"],
        severity: ERROR,
        what: "A text is not a member of the closed set that the field accepts. Case counts.",
        why: "Only known values can be acted upon; a guess could run something else than what was meant.",
        fix: "Choose one of the values that the message lists.",
        place: (Base::Spawn, "/reviewer/invoke/promptChannel"),
        bad: r#""stdIn""#,
        good: r#""stdin""#,
        abridged: false,
    },
    Explanation {
        code: Code::ReservedName,
        title: "a name that JavaScript reserves",
        rules: &["R-44", "F-2", "F-5", "F-15", "H-8", "VB-7"],
        severity: (Weight::Either, Weight::Either),
        what: "A name is `__proto__`, `constructor` or `prototype`. As the `id` it is a warning, everywhere else an error.",
        why: "In a JavaScript object these names have a meaning of their own; a look-up would answer with something else than the manifest's value.",
        fix: "Choose another name.",
        place: (Base::Spawn, "/reviewer/slug"),
        bad: r#""constructor""#,
        good: r#""constructor-review""#,
        abridged: false,
    },
    Explanation {
        code: Code::IdFolderMismatch,
        title: "the id is not the name of the folder",
        rules: &["V-3"],
        severity: ERROR,
        what: "`id` differs from the name of the folder in which `capability.json` lies.",
        why: "A capability is found by its folder and referred to by its id; two names would let one stand in for another.",
        fix: "Rename the folder or the id. Here the folder is called `acme`.",
        place: (Base::Spawn, "/id"),
        bad: r#""acme-review""#,
        good: r#""acme""#,
        abridged: false,
    },
    Explanation {
        code: Code::WrongRole,
        title: "a member does not go with the role",
        rules: &["V-20", "V-21", "V-22"],
        severity: ERROR,
        what: "The manifest has a member that its role must not have, even if it is null: a feature has no `reviewer`, a reviewer has no `runtime`, and only a feature has skills, agents, steps, contributions, gates, hooks, an activation key or a task content resolver.",
        why: "The role says what installing the capability does; nothing may hide behind it.",
        fix: "Remove the member, or split the capability in two.",
        place: (Base::Feature, ""),
        bad: r#"{
  "id": "acme", "role": "feature", "version": "1.0.0", "title": "Acme", "description": "A feature.",
  "tier": "standard", "requires": [], "runtimeCompat": { "supported": ["*"], "unsupported": [] }, "skills": [], "agents": [],
  "config": {}, "steps": [], "contributions": [], "gates": [],
  "reviewer": {}
}"#,
        good: r#"{
  "id": "acme", "role": "feature", "version": "1.0.0", "title": "Acme", "description": "A feature.",
  "tier": "standard", "requires": [], "runtimeCompat": { "supported": ["*"], "unsupported": [] }, "skills": [], "agents": [],
  "config": {}, "steps": [], "contributions": [], "gates": []
}"#,
        abridged: false,
    },
    Explanation {
        code: Code::MixedTransports,
        title: "`invoke` mixes members of both transports",
        rules: &["R-3a"],
        severity: ERROR,
        what: "`invoke` holds members that start a program and members that ask a server. A member that is null counts, too.",
        why: "It would not be clear what the lane does, and what is shown before consent could differ from what happens.",
        fix: "Keep the members that go with `transport`, remove the others.",
        place: (Base::Http, "/reviewer/invoke"),
        bad: r#"{
  "hostConfigKey": "review.acme_host",
  "path": "/v1/chat/completions",
  "modelDiscovery": "none",
  "effortChannel": "none",
  "binary": "acme"
}"#,
        good: r#"{
  "hostConfigKey": "review.acme_host",
  "path": "/v1/chat/completions",
  "modelDiscovery": "none",
  "effortChannel": "none"
}"#,
        abridged: false,
    },
    Explanation {
        code: Code::WrongTransport,
        title: "a member of `invoke` does not go with the transport",
        rules: &["R-37", "R-45", "R-55"],
        severity: ERROR,
        what: "`invoke` holds a member of the other transport, even if it is null.",
        why: "The member has no effect, so the lane does not do what its author meant.",
        fix: "Remove the member, or change `transport`.",
        place: (Base::Http, "/reviewer/invoke"),
        bad: r#"{
  "hostConfigKey": "review.acme_host",
  "path": "/v1/chat/completions",
  "modelDiscovery": "none",
  "effortChannel": "none",
  "modelArg": null
}"#,
        good: r#"{
  "hostConfigKey": "review.acme_host",
  "path": "/v1/chat/completions",
  "modelDiscovery": "none",
  "effortChannel": "none"
}"#,
        abridged: false,
    },
    Explanation {
        code: Code::WrongProbeKind,
        title: "a member of `probe` does not go with its kind",
        rules: &["R-21", "R-22", "R-23"],
        severity: ERROR,
        what: "The probe has a member that its kind must not have, even if it is null. `command-exists` takes `binary`; `command-capability` takes `binary`, `needle`, `timeoutMs`; `http-reachable` takes `hostConfigKey`, `path`, `timeoutMs`.",
        why: "The member has no effect, so the probe does not test what its author meant.",
        fix: "Remove the member, or choose the kind that takes it.",
        place: (Base::Spawn, "/reviewer/probe"),
        bad: r#"{ "kind": "command-exists", "binary": "acme", "timeoutMs": 5000 }"#,
        good: r#"{ "kind": "command-exists", "binary": "acme" }"#,
        abridged: false,
    },
    Explanation {
        code: Code::UnknownProbeField,
        title: "`probe` has no such member",
        rules: &["R-24"],
        severity: ERROR,
        what: "The probe has a member besides `kind`, `binary`, `needle`, `hostConfigKey`, `path` and `timeoutMs`.",
        why: "A probe runs without being asked for, so it must hold nothing that is not understood.",
        fix: "Remove the member, or correct its name.",
        place: (Base::Spawn, "/reviewer/probe"),
        bad: r#"{ "kind": "command-exists", "binary": "acme", "shell": true }"#,
        good: r#"{ "kind": "command-exists", "binary": "acme" }"#,
        abridged: false,
    },
    Explanation {
        code: Code::OutputArgUnused,
        title: "`outputArg` stands beside `outputChannel: stdout`",
        rules: &["R-33"],
        severity: ERROR,
        what: "`outputArg` goes with `outputChannel: file-arg` only; beside `stdout` it must be absent, not even null.",
        why: "The program would not be told to write a file, although the manifest looks like it.",
        fix: "Remove `outputArg`, or set `outputChannel` to `file-arg`.",
        place: (Base::Spawn, "/reviewer/invoke"),
        bad: r#"{
  "binary": "acme",
  "args": ["review", "{{model}}", "-"],
  "promptChannel": "stdin",
  "outputChannel": "stdout",
  "outputArg": "-o",
  "modelArg": "--model",
  "effortChannel": "none"
}"#,
        good: r#"{
  "binary": "acme",
  "args": ["review", "{{model}}", "{{output}}", "-"],
  "promptChannel": "stdin",
  "outputChannel": "file-arg",
  "outputArg": "-o",
  "modelArg": "--model",
  "effortChannel": "none"
}"#,
        abridged: false,
    },
    Explanation {
        code: Code::DeniedEnv,
        title: "an environment variable that a lane must not set",
        rules: &["R-43"],
        severity: ERROR,
        what: "`env` sets a variable such as `PATH`, `LD_PRELOAD` or `NODE_OPTIONS`, in whatever case.",
        why: "These variables make another program run, or load other code into it, than the one that was shown before consent.",
        fix: "Remove it. To run a program that is not on PATH, name it by its absolute path in `binary`.",
        place: (Base::Spawn, "/reviewer/invoke/env"),
        bad: r#"{ "Path": "/opt/acme/bin" }"#,
        good: r#"{ "ACME_HOME": "/opt/acme" }"#,
        abridged: false,
    },
    Explanation {
        code: Code::BadEnvName,
        title: "not a name of an environment variable",
        rules: &["R-41"],
        severity: ERROR,
        what: "A name in `env` is not a letter or underscore followed by letters, digits and underscores.",
        why: "Such a name cannot be set, or it would set something else.",
        fix: "Correct the name.",
        place: (Base::Spawn, "/reviewer/invoke/env"),
        bad: r#"{ "ACME-QUIET": "1" }"#,
        good: r#"{ "ACME_QUIET": "1" }"#,
        abridged: false,
    },
    Explanation {
        code: Code::EffortWithoutKey,
        title: "`defaultEffort` stands without `effortConfigKey`",
        rules: &["R-12"],
        severity: ERROR,
        what: "`defaultEffort` is set while `effortConfigKey` is absent or null.",
        why: "Users could not override the default.",
        fix: "Name a configuration key in `effortConfigKey`, or set `defaultEffort` to null.",
        place: (Base::Spawn, "/reviewer"),
        bad: r#"{
  "slug": "acme",
  "defaultEffort": "high"
}"#,
        good: r#"{
  "slug": "acme",
  "effortConfigKey": "review.effort.acme",
  "defaultEffort": "high"
}"#,
        abridged: false,
    },
    Explanation {
        code: Code::WildcardMixed,
        title: "`*` stands beside other entries",
        rules: &["F-2"],
        severity: ERROR,
        what: "A list of runtimes holds `*` and something else, or `*` twice.",
        why: "`*` stands for every runtime, so the other entries say nothing, or were meant to say something else.",
        fix: "Keep `*` alone, or name the runtimes one by one.",
        place: (Base::Feature, "/runtimeCompat/supported"),
        bad: r#"["*", "claude"]"#,
        good: r#"["claude", "codex"]"#,
        abridged: false,
    },
    Explanation {
        code: Code::WildcardUnsupported,
        title: "`*` stands in `unsupported`",
        rules: &["F-2"],
        severity: ERROR,
        what: "`runtimeCompat.unsupported` holds `*`, which stands for every runtime.",
        why: "The feature could not be used anywhere.",
        fix: "Name the runtimes that are not supported.",
        place: (Base::Feature, "/runtimeCompat/unsupported"),
        bad: r#"["*"]"#,
        good: r#"["gemini"]"#,
        abridged: false,
    },
    Explanation {
        code: Code::NotExactlyOne,
        title: "an object does not say one thing",
        rules: &["F-10", "F-12", "F-14"],
        severity: ERROR,
        what: "A step's `ref` must have exactly one of `skill`, `agent` and `command`, a gate's `check` exactly one of `query`, `predicate` and `agentVerdict`, a fragment at least one of `path` and `inline`.",
        why: "With none there is nothing to do; with two it is not clear which one counts.",
        fix: "Keep the one that was meant. For two things write two entries.",
        place: (Base::Feature, "/steps/0/ref"),
        bad: r#"{ "skill": "acme-review", "command": "acme check" }"#,
        good: r#"{ "skill": "acme-review" }"#,
        abridged: false,
    },
    Explanation {
        code: Code::UndeclaredReference,
        title: "a step refers to something that the feature does not declare",
        rules: &["F-10"],
        severity: ERROR,
        what: "A step names a skill that is not in `skills`, or an agent that is not in `agents`.",
        why: "A step can only run what its own capability brings along; the skill of another one can vanish with its owner.",
        fix: "Declare it, or name one that is declared. Case counts.",
        place: (Base::Feature, "/steps/0/ref"),
        bad: r#"{ "skill": "acme-check" }"#,
        good: r#"{ "skill": "acme-review" }"#,
        abridged: false,
    },
    Explanation {
        code: Code::OwnSkillPrefix,
        title: "a step names a skill as it is installed",
        rules: &["F-10"],
        severity: ERROR,
        what: "A step names a skill with the prefix `gsd-`.",
        why: "The prefix is added when the skill is installed; the manifest names skills without it.",
        fix: "Leave `gsd-` out.",
        place: (Base::Feature, "/steps/0/ref"),
        bad: r#"{ "skill": "gsd-acme-review" }"#,
        good: r#"{ "skill": "acme-review" }"#,
        abridged: false,
    },
    Explanation {
        code: Code::UndeclaredActivationKey,
        title: "the activation key is no key of `config`",
        rules: &["F-15"],
        severity: ERROR,
        what: "`activationKey` names a configuration key that the feature does not declare.",
        why: "The key could never be set, so the feature could never be switched on.",
        fix: "Declare the key under `config`, usually as a boolean.",
        place: (Base::Feature, "/activationKey"),
        bad: r#""acme.active""#,
        good: r#""acme.enabled""#,
        abridged: false,
    },
    Explanation {
        code: Code::VerdictBlocks,
        title: "a gate blocks on an agent's verdict",
        rules: &["F-14"],
        severity: ERROR,
        what: "A gate checks by `agentVerdict`, and `blocking` is true.",
        why: "The verdict of an agent cannot be reproduced: the same work would pass today and be stopped tomorrow.",
        fix: "Set `blocking` to false, or check by `query` or `predicate`.",
        place: (Base::Feature, "/gates/0"),
        bad: r#"{ "point": "ship:pre", "check": { "agentVerdict": "acme" }, "blocking": true, "onError": "halt" }"#,
        good: r#"{ "point": "ship:pre", "check": { "agentVerdict": "acme" }, "blocking": false, "onError": "skip" }"#,
        abridged: false,
    },
    Explanation {
        code: Code::UnsafePath,
        title: "a path leaves the bundle",
        rules: &["F-12"],
        severity: ERROR,
        what: "The path of a fragment begins with `/`, or one of its folders is `..`.",
        why: "The text would be read from elsewhere: it could carry a private file into a prompt.",
        fix: "Put the file into the bundle and write its path without `..`.",
        place: (Base::Feature, "/contributions/0/fragment"),
        bad: r#"{ "path": "../plan.md" }"#,
        good: r#"{ "path": "fragments/plan.md" }"#,
        abridged: false,
    },
    Explanation {
        code: Code::MissingPlaceholder,
        title: "the arguments do not name the task",
        rules: &["F-16"],
        severity: ERROR,
        what: "No argument of `taskContentResolver.invoke` is exactly `{{id}}`.",
        why: "The program would not know which task is asked for.",
        fix: "Add `{{id}}` as an argument of its own.",
        place: (Base::Feature, "/taskContentResolver/invoke/args"),
        bad: r#"["show", "--id={{id}}"]"#,
        good: r#"["show", "--id", "{{id}}"]"#,
        abridged: false,
    },
    Explanation {
        code: Code::SurfaceMismatch,
        title: "the hook surface does not go with the install surface",
        rules: &["H-5"],
        severity: ERROR,
        what: "Each `installSurface` can write only some `hooksSurface`; the help of the finding lists them.",
        why: "The hooks would be written to a place that the installation never touches, so they would never run.",
        fix: "Choose a hook surface that goes with the install surface, or `none` where that is possible.",
        place: (Base::Runtime, "/runtime/hooksSurface"),
        bad: r#""cursor-hooks-json""#,
        good: r#""settings-json""#,
        abridged: false,
    },
    Explanation {
        code: Code::EventFamilyMismatch,
        title: "an extended hook event belongs to another family",
        rules: &["H-6"],
        severity: ERROR,
        what: "`extendedHookEvents` holds an event whose family is not the one that `hookEvents` names.",
        why: "The coding agent does not know the event, so its hooks would never run.",
        fix: "Keep the events of one family, and name that family in `hookEvents`.",
        place: (Base::Runtime, "/runtime/extendedHookEvents"),
        bad: r#"["BeforeAgent"]"#,
        good: r#"["SubagentStop"]"#,
        abridged: false,
    },
    Explanation {
        code: Code::UnexpectedField,
        title: "a field that must not stand here",
        rules: &["H-2", "H-4"],
        severity: ERROR,
        what: "An artifact of `artifactLayout.local` has a `home`, or there is a `localConfigDir` although `configHome` is of kind `none`.",
        why: "The field would name a folder that the installation does not have.",
        fix: "Remove the field.",
        place: (Base::Runtime, "/runtime/artifactLayout/local/0"),
        bad: r#"{ "kind": "commands", "destSubpath": "commands", "nesting": "flat", "prefix": "gsd-", "converter": null, "home": ".acme" }"#,
        good: r#"{ "kind": "commands", "destSubpath": "commands", "nesting": "flat", "prefix": "gsd-", "converter": null }"#,
        abridged: false,
    },
    Explanation {
        code: Code::ConfigSlice,
        title: "a configuration key cannot be merged",
        rules: &["F-5", "VB-3"],
        severity: (Weight::Either, Weight::Either),
        what: "An entry of `config` is an object with a `type` (`boolean`, `string`, `number` or `enum`), a `default` of that type, a `description` and, for an `enum`, `values`. A feature's entry without a `type` is an error, everything else a warning.",
        why: "A configuration with such a key cannot be put together, so the capability would not be loaded.",
        fix: "Complete the entry; the message names the parts to look at.",
        place: (Base::Feature, "/config"),
        bad: r#"{ "acme.enabled": { "type": "boolean", "default": "yes", "description": "Whether Acme is on." } }"#,
        good: r#"{ "acme.enabled": { "type": "boolean", "default": true, "description": "Whether Acme is on." } }"#,
        abridged: false,
    },
    Explanation {
        code: Code::ForeignCapid,
        title: "a hook names a capability itself",
        rules: &["VB-2"],
        severity: WARNING,
        what: "A step, contribution or gate has a member `capId`. It is ignored.",
        why: "The registry says to which capability a hook belongs. With its own `capId` a hook could pose as another capability's.",
        fix: "Remove `capId`.",
        place: (Base::Feature, "/gates/0"),
        bad: r#"{ "point": "ship:pre", "check": { "query": "acme.ready" }, "blocking": true, "onError": "halt", "capId": "other" }"#,
        good: r#"{ "point": "ship:pre", "check": { "query": "acme.ready" }, "blocking": true, "onError": "halt" }"#,
        abridged: false,
    },
    Explanation {
        code: Code::InertCommands,
        title: "`commands` on a capability that is no feature",
        rules: &["VB-7"],
        severity: WARNING,
        what: "A runtime or a reviewer has `commands`. Nothing reads them there.",
        why: "Only a feature has commands, so these could never be called.",
        fix: "Remove `commands`, or make the capability a feature.",
        place: (Base::Spawn, ""),
        bad: r#"{
  "id": "acme", "role": "reviewer", "version": "1.0.0", "title": "Acme", "description": "Asks Acme for a review.",
  "tier": "standard", "requires": [],
  "commands": [{ "family": "acme", "module": "acme.cjs", "router": "route" }],
  "reviewer": {
    "slug": "acme", "flags": ["--acme"], "transport": "spawn",
    "probe": { "kind": "command-exists", "binary": "acme" },
    "invoke": {
      "binary": "acme", "args": ["review", "-"], "promptChannel": "stdin", "outputChannel": "stdout",
      "modelArg": null, "effortChannel": "none"
    },
    "timeoutFloorMs": 600000, "emptyOutput": "stub-with-stderr", "reviewsSection": "Acme",
    "evidenceClass": "source-grounded", "requiresBinaries": [], "promptBudgetKey": null, "handler": null
  }
}"#,
        good: r#"{
  "id": "acme", "role": "reviewer", "version": "1.0.0", "title": "Acme", "description": "Asks Acme for a review.",
  "tier": "standard", "requires": [],
  "reviewer": {
    "slug": "acme", "flags": ["--acme"], "transport": "spawn",
    "probe": { "kind": "command-exists", "binary": "acme" },
    "invoke": {
      "binary": "acme", "args": ["review", "-"], "promptChannel": "stdin", "outputChannel": "stdout",
      "modelArg": null, "effortChannel": "none"
    },
    "timeoutFloorMs": 600000, "emptyOutput": "stub-with-stderr", "reviewsSection": "Acme",
    "evidenceClass": "source-grounded", "requiresBinaries": [], "promptBudgetKey": null, "handler": null
  }
}"#,
        abridged: false,
    },
    Explanation {
        code: Code::WindowsAbsolute,
        title: "a path is absolute on Windows",
        rules: &["VB-15"],
        severity: WARNING,
        what: "A path begins with a backslash or a drive such as `C:`.",
        why: "On Windows it leaves its folder; elsewhere it is a strange name inside of it.",
        fix: "Write a relative path, with `/` between folders.",
        place: (Base::Feature, "/contributions/0/fragment"),
        bad: r#"{ "path": "C:/plan.md" }"#,
        good: r#"{ "path": "fragments/plan.md" }"#,
        abridged: false,
    },
    Explanation {
        code: Code::ClimbingDestination,
        title: "an artifact would be installed elsewhere",
        rules: &["VB-15"],
        severity: WARNING,
        what: "`destSubpath` begins with `/`, or one of its folders is `..`.",
        why: "The installation would write outside of the configuration home.",
        fix: "Write a path below the configuration home, without `..`.",
        place: (
            Base::Runtime,
            "/runtime/artifactLayout/global/0/destSubpath",
        ),
        bad: r#""../skills""#,
        good: r#""skills""#,
        abridged: false,
    },
    Explanation {
        code: Code::UnknownField,
        title: "a field that nothing reads",
        rules: &["VB-13"],
        severity: WARNING,
        what: "An object of the manifest has a member that this library does not know.",
        why: "Often it is a spelling mistake, and the field that was meant is absent.",
        fix: "Correct the name, or keep it if another tool reads it.",
        place: (Base::Feature, "/hooks/0"),
        bad: r#"{ "event": "PreToolUse", "script": "hooks/check.js", "macher": "Write|Edit" }"#,
        good: r#"{ "event": "PreToolUse", "script": "hooks/check.js", "matcher": "Write|Edit" }"#,
        abridged: false,
    },
    Explanation {
        code: Code::UnknownReviewerField,
        title: "a field of `reviewer` that nothing reads",
        rules: &["W-1"],
        severity: WARNING,
        what: "The reviewer body has a member that is not one of its fields.",
        why: "It has no effect, yet it is part of the signature: changing it asks users for consent again.",
        fix: "Correct the name, or remove it.",
        place: (Base::Spawn, "/reviewer"),
        bad: r#"{
  "slug": "acme",
  "timeoutConfigkey": "review.timeouts.acme"
}"#,
        good: r#"{
  "slug": "acme",
  "timeoutConfigKey": "review.timeouts.acme"
}"#,
        abridged: false,
    },
    Explanation {
        code: Code::UnknownInvokeField,
        title: "a field of `invoke` that nothing reads",
        rules: &["VB-8"],
        severity: WARNING,
        what: "`invoke` has a member that is not one of its fields.",
        why: "It has no effect, yet it is part of the signature: changing it asks users for consent again.",
        fix: "Correct the name, or remove it.",
        place: (Base::Spawn, "/reviewer/invoke"),
        bad: r#"{
  "binary": "acme",
  "args": ["review", "{{model}}", "-"],
  "promptChannel": "stdin",
  "outputChannel": "stdout",
  "modelArg": "--model",
  "effortChannel": "none",
  "cwd": "/tmp"
}"#,
        good: r#"{
  "binary": "acme",
  "args": ["review", "{{model}}", "-"],
  "promptChannel": "stdin",
  "outputChannel": "stdout",
  "modelArg": "--model",
  "effortChannel": "none"
}"#,
        abridged: false,
    },
    Explanation {
        code: Code::UnknownHostBehavior,
        title: "a host behaviour that is not known",
        rules: &["W-7"],
        severity: WARNING,
        what: "`runtime.hostBehaviors` has a member that is not a known behaviour.",
        why: "It has no effect; often it is a spelling mistake.",
        fix: "Correct the name, or remove it.",
        place: (Base::Runtime, "/runtime/hostBehaviors"),
        bad: r#"{ "nativePlugins": true }"#,
        good: r#"{ "nativePlugin": true }"#,
        abridged: false,
    },
    Explanation {
        code: Code::RemovedHostBehavior,
        title: "an alias that no longer contributes a lane",
        rules: &["W-6"],
        severity: WARNING,
        what: "`runtime.hostBehaviors` has the member `reviewerCli`, by which older versions declared a lane.",
        why: "It is ignored: the runtime has no lane.",
        fix: "Declare the lane in a `reviewer` body and remove the alias.",
        place: (Base::Runtime, "/runtime/hostBehaviors"),
        bad: r#"{ "reviewerCli": "acme" }"#,
        good: "{}",
        abridged: false,
    },
    Explanation {
        code: Code::UnsafeText,
        title: "a name holds characters that cannot be seen",
        rules: &["Y-1"],
        severity: HAZARD,
        what: "A slug, flag, program or configuration key holds a control, invisible or direction-changing character, or half of a surrogate pair.",
        why: "The name looks like another one: what is shown before consent is not what runs.",
        fix: "Remove the characters; the message shows them escaped.",
        place: (Base::Spawn, "/reviewer/invoke/binary"),
        bad: r#""acme\u200b""#,
        good: r#""acme""#,
        abridged: false,
    },
    Explanation {
        code: Code::SectionUnsafe,
        title: "a section title could act as something else",
        rules: &["Y-1"],
        severity: HAZARD,
        what: "`reviewsSection` holds a line break, a control or an invisible character, begins with `#`, or is longer than 80 characters.",
        why: "It becomes a heading of REVIEWS.md. A line break in it could write text that looks like a part of the document.",
        fix: "Write a short title on one line.",
        place: (Base::Spawn, "/reviewer/reviewsSection"),
        bad: r#""Acme\n## Consensus""#,
        good: r#""Acme""#,
        abridged: false,
    },
    Explanation {
        code: Code::PathNotAbsolute,
        title: "a URL path could change the host",
        rules: &["B-1"],
        severity: HAZARD,
        what: "`path` does not begin with exactly one slash, or holds a backslash or a control character.",
        why: "The path is glued to the host. `@evil.example/` or `.evil.example/` would send the plan to another host than the one that was shown.",
        fix: "Begin the path with one slash.",
        place: (Base::Http, "/reviewer/invoke/path"),
        bad: r#""@evil.example/v1/chat/completions""#,
        good: r#""/v1/chat/completions""#,
        abridged: false,
    },
    Explanation {
        code: Code::ProbeHostDiffers,
        title: "the probe asks another host than the lane",
        rules: &["B-8"],
        severity: HAZARD,
        what: "`probe.hostConfigKey` and `invoke.hostConfigKey` of an HTTP lane name different keys.",
        why: "The probe would open a connection to a host that was not shown, and it would say nothing about the one that is used.",
        fix: "Name the same key in both.",
        place: (Base::Http, "/reviewer/probe/hostConfigKey"),
        bad: r#""review.other_host""#,
        good: r#""review.acme_host""#,
        abridged: false,
    },
    Explanation {
        code: Code::BinaryRelative,
        title: "a program would be looked up in the repository under review",
        rules: &["Y-1"],
        severity: HAZARD,
        what: "The name of a program holds a `/` or `\\`, but it is not an absolute path.",
        why: "It is looked up relative to the working directory: the repository under review would decide what runs.",
        fix: "Write a bare name, which is looked up on PATH, or an absolute path.",
        place: (Base::Spawn, "/reviewer/invoke/binary"),
        bad: r#""./tools/acme""#,
        good: r#""acme""#,
        abridged: false,
    },
    Explanation {
        code: Code::DefaultHostUnsafe,
        title: "a default host is not a plain address",
        rules: &["Y-1"],
        severity: HAZARD,
        what: "`defaultHost` is not an absolute http or https address, or it holds a user part, a query, a fragment, a backslash or a control character.",
        why: "In such an address the true host is easy to overlook: `http://localhost@evil.example` goes to evil.example.",
        fix: "Write scheme, host and port.",
        place: (Base::Http, "/reviewer/invoke/defaultHost"),
        bad: r#""http://localhost@evil.example""#,
        good: r#""http://localhost:8080""#,
        abridged: false,
    },
    Explanation {
        code: Code::DeviceSlug,
        title: "a slug is a device on Windows",
        rules: &["Y-1"],
        severity: HAZARD,
        what: "The slug is `con`, `prn`, `aux`, `nul`, or `com` or `lpt` with a digit.",
        why: "Files are named after the slug; on Windows such a name is a device, whatever its ending.",
        fix: "Choose another slug.",
        place: (Base::Spawn, "/reviewer/slug"),
        bad: r#""aux""#,
        good: r#""aux-review""#,
        abridged: false,
    },
    Explanation {
        code: Code::ReservedStem,
        title: "a slug whose files would overwrite those of a run",
        rules: &["B-5"],
        severity: HAZARD,
        what: "The slug is one of the names that a run uses for its own files, such as `prompt` or `roadmap`, or begins with `prompt-` or `plan-`.",
        why: "The lane's files would overwrite what other lanes read.",
        fix: "Choose another slug.",
        place: (Base::Spawn, "/reviewer/slug"),
        bad: r#""prompt""#,
        good: r#""promptly""#,
        abridged: false,
    },
    Explanation {
        code: Code::PlaintextEgress,
        title: "the plan would travel unencrypted",
        rules: &["Y-3"],
        severity: WARNING,
        what: "`defaultHost` is a plain http address on another machine.",
        why: "Everybody on the way can read the plan and change the review.",
        fix: "Use https for servers on other machines.",
        place: (Base::Http, "/reviewer/invoke/defaultHost"),
        bad: r#""http://models.example.com""#,
        good: r#""https://models.example.com""#,
        abridged: false,
    },
    Explanation {
        code: Code::UnknownPlaceholder,
        title: "a placeholder that nothing fills in",
        rules: &["VB-8"],
        severity: WARNING,
        what: "An argument looks like a placeholder but is none of `{{model}}`, `{{effort}}`, `{{output}}`, `{{prompt}}` and `{{nativeTimeout}}`. Case counts.",
        why: "The program gets the braces as they are.",
        fix: "Correct the placeholder.",
        place: (Base::Spawn, "/reviewer/invoke/args"),
        bad: r#"["review", "{{model}}", "{{timeout}}"]"#,
        good: r#"["review", "{{model}}", "{{nativeTimeout}}"]"#,
        abridged: false,
    },
    Explanation {
        code: Code::EmbeddedPlaceholder,
        title: "a placeholder inside a longer argument",
        rules: &["VB-8"],
        severity: WARNING,
        what: "An argument holds a placeholder and something else. A placeholder is filled in only where it is a whole argument.",
        why: "The program gets the braces as they are.",
        fix: "Make the placeholder an argument of its own.",
        place: (Base::Spawn, "/reviewer/invoke/args"),
        bad: r#"["review", "--model={{model}}", "-"]"#,
        good: r#"["review", "{{model}}", "-"]"#,
        abridged: false,
    },
    Explanation {
        code: Code::PromptUnreachable,
        title: "the prompt does not reach the program",
        rules: &["VB-8"],
        severity: WARNING,
        what: "`promptChannel` is `argv` or `argv-file-ref`, but `args` has no `{{prompt}}`.",
        why: "The program never sees what it should review.",
        fix: "Add the argument `{{prompt}}`, or use `promptChannel: stdin`.",
        place: (Base::Spawn, "/reviewer/invoke"),
        bad: r#"{
  "binary": "acme",
  "args": ["review", "{{model}}"],
  "promptChannel": "argv-file-ref",
  "outputChannel": "stdout",
  "modelArg": "--model",
  "effortChannel": "none"
}"#,
        good: r#"{
  "binary": "acme",
  "args": ["review", "{{model}}", "{{prompt}}"],
  "promptChannel": "argv-file-ref",
  "outputChannel": "stdout",
  "modelArg": "--model",
  "effortChannel": "none"
}"#,
        abridged: false,
    },
    Explanation {
        code: Code::OutputUnreachable,
        title: "the program is not told where to write",
        rules: &["VB-8"],
        severity: WARNING,
        what: "`outputChannel` is `file-arg`, but `args` has no `{{output}}`.",
        why: "The review would be looked for in a file that the program does not know of.",
        fix: "Add the argument `{{output}}`, or use `outputChannel: stdout`.",
        place: (Base::Spawn, "/reviewer/invoke"),
        bad: r#"{
  "binary": "acme",
  "args": ["review", "{{model}}", "-"],
  "promptChannel": "stdin",
  "outputChannel": "file-arg",
  "outputArg": "-o",
  "modelArg": "--model",
  "effortChannel": "none"
}"#,
        good: r#"{
  "binary": "acme",
  "args": ["review", "{{model}}", "{{output}}", "-"],
  "promptChannel": "stdin",
  "outputChannel": "file-arg",
  "outputArg": "-o",
  "modelArg": "--model",
  "effortChannel": "none"
}"#,
        abridged: false,
    },
    Explanation {
        code: Code::ModelUnreachable,
        title: "a configured model does not reach the program",
        rules: &["VB-8"],
        severity: WARNING,
        what: "A lane whose model can be chosen has `modelConfigKey`, `invoke.modelArg` and the argument `{{model}}`; here one of them is absent.",
        why: "Users configure a model, and the program uses another one.",
        fix: "Add what is absent, or remove the others: `modelArg` null and no `modelConfigKey`.",
        place: (Base::Spawn, "/reviewer/invoke/args"),
        bad: r#"["review", "-"]"#,
        good: r#"["review", "{{model}}", "-"]"#,
        abridged: false,
    },
    Explanation {
        code: Code::EffortUnreachable,
        title: "a configured effort does not reach the program",
        rules: &["VB-8"],
        severity: WARNING,
        what: "A lane whose effort can be chosen has `effortConfigKey`, `effortChannel: argv` and the argument `{{effort}}`, and it is one of the lanes whose spelling of efforts is known: claude, codex, opencode.",
        why: "Users configure an effort, and the program uses another one.",
        fix: "Add what is absent. For other lanes set `effortChannel` to `none`, and no `effortConfigKey`.",
        place: (Base::Spawn, "/reviewer/invoke/effortChannel"),
        bad: r#""argv""#,
        good: r#""none""#,
        abridged: false,
    },
    Explanation {
        code: Code::BlankBinary,
        title: "the name of a program is only white space",
        rules: &["VB-8"],
        severity: WARNING,
        what: "The name of a program holds nothing but blanks. Blanks around a name are removed, so none is left.",
        why: "The lane can never run.",
        fix: "Name the program.",
        place: (Base::Spawn, "/reviewer/invoke/binary"),
        bad: r#"" ""#,
        good: r#""acme""#,
        abridged: false,
    },
    Explanation {
        code: Code::ForeignConfigKey,
        title: "a configuration key that the manifest does not declare",
        rules: &["VB-8"],
        severity: WARNING,
        what: "The lane names a configuration key that does not stand in the manifest's own `config`.",
        why: "A key that nobody declares always reads as unset; a key of somebody else can vanish with its owner.",
        fix: "Declare the key under `config`.",
        place: (Base::Spawn, "/config"),
        bad: "{}",
        good: r#"{ "review.models.acme": { "type": "string", "default": "", "description": "Model to ask for." } }"#,
        abridged: false,
    },
    Explanation {
        code: Code::HandlerTransport,
        title: "a handler does not go with the transport",
        rules: &["VB-8"],
        severity: WARNING,
        what: "`openai-compatible` goes with transport `openai-http`, `antigravity` and `opencode` go with `spawn`.",
        why: "The handler would not understand the lane's answer.",
        fix: "Choose the handler that goes with the transport, or null.",
        place: (Base::Spawn, "/reviewer/handler"),
        bad: r#""openai-compatible""#,
        good: "null",
        abridged: false,
    },
    Explanation {
        code: Code::EnvEgress,
        title: "an environment variable redirects traffic",
        rules: &["VB-8"],
        severity: WARNING,
        what: "`env` sets a variable such as `HTTPS_PROXY`, `ACME_BASE_URL`, `SSL_CERT_FILE` or `NODE_TLS_REJECT_UNAUTHORIZED`.",
        why: "It decides where the program sends the plan, or whom it trusts.",
        fix: "Leave it to the user's own environment, or say in the description why it is needed.",
        place: (Base::Spawn, "/reviewer/invoke/env"),
        bad: r#"{ "ACME_BASE_URL": "https://models.example.com" }"#,
        good: r#"{ "ACME_QUIET": "1" }"#,
        abridged: false,
    },
    Explanation {
        code: Code::EnvCaseClash,
        title: "environment variables that differ only in case",
        rules: &["VB-8"],
        severity: WARNING,
        what: "Two names in `env` are equal but for the case of letters.",
        why: "On Windows they are one variable, and it is not clear which value wins.",
        fix: "Keep one of the two.",
        place: (Base::Spawn, "/reviewer/invoke/env"),
        bad: r#"{ "ACME_QUIET": "1", "Acme_Quiet": "0" }"#,
        good: r#"{ "ACME_QUIET": "1" }"#,
        abridged: false,
    },
    Explanation {
        code: Code::FlagReserved,
        title: "a flag that the review command itself takes",
        rules: &["VB-9"],
        severity: WARNING,
        what: "The lane declares `--all` or `--phase`.",
        why: "The review command gives these flags another meaning, so the lane cannot be picked by them.",
        fix: "Choose another flag.",
        place: (Base::Spawn, "/reviewer/flags"),
        bad: r#"["--all"]"#,
        good: r#"["--acme"]"#,
        abridged: false,
    },
];
