//! The vocabulary as data: for documentation, hover texts of the playground, and constants of JavaScript modules.
//!
//! Only natively compiled: JavaScript gets it as a data file of the package.

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use serde_json::{Map, Value, json};

use super::codes::Code;
use super::outcome::{Reason, Status};
use super::schema::number;
use super::shape::{Field, Shape, expected};
use super::{
    RESERVED_NAMES, budget, bundle, consent, docs, envelope, environment, feature, grammar, lane,
    limits, policy, registry, reviewer, runtime, selection,
};

/// The vocabulary, in the order in which it is declared.
#[must_use]
pub fn vocabulary() -> Value {
    let mut all = general_sets();
    for part in [feature_sets(), runtime_sets(), host_sets()] {
        if let (Value::Object(all), Value::Object(part)) = (&mut all, part) {
            all.extend(part);
        }
    }
    all
}

fn general_sets() -> Value {
    json!({
        "codes": Code::ALL.iter().map(|code| code.as_str()).collect::<Vec<_>>(),
        "limits": {
            "depth": limits::MAX_DEPTH,
            "textBytes": limits::MAX_TEXT_BYTES,
            "diagnostics": limits::MAX_DIAGNOSTICS,
        },
        "grammars": grammars(),
        "fields": fields(),
        "texts": texts(),
        "sharedTexts": docs::SHARED.iter().map(|(from, to)| json!([from, to])).collect::<Vec<_>>(),
        "roles": envelope::ROLES,
        "tiers": envelope::TIERS,
        "bodyNames": envelope::BODY_NAMES,
        "featureOnly": envelope::FEATURE_ONLY,
        "executable": envelope::EXECUTABLE,
        "unchecked": envelope::UNCHECKED,
        "transports": reviewer::TRANSPORTS,
        "probes": probes(),
        "emptyOutputs": reviewer::EMPTY_OUTPUTS,
        "evidenceClasses": reviewer::EVIDENCE_CLASSES,
        "handlers": reviewer::HANDLERS,
        "efforts": reviewer::EFFORTS,
        "configuredEfforts": configured_efforts(),
        "effortSlugs": reviewer::EFFORT_SLUGS,
        "promptChannels": reviewer::PROMPT_CHANNELS,
        "outputChannels": reviewer::OUTPUT_CHANNELS,
        "effortChannels": reviewer::EFFORT_CHANNELS,
        "modelDiscoveries": reviewer::MODEL_DISCOVERIES,
        "configKeyFields": reviewer::CONFIG_KEY_FIELDS,
        "spawnSet": reviewer::SPAWN_SET,
        "httpSet": reviewer::HTTP_SET,
        "placeholders": placeholders(),
        "deniedEnv": reviewer::DENIED_ENV,
        "reservedNames": RESERVED_NAMES,
        "reservedFlags": reviewer::RESERVED_FLAGS,
        "reservedStems": reviewer::RESERVED_STEMS,
        "reservedStemPrefixes": reviewer::RESERVED_STEM_PREFIXES,
        "deviceNames": reviewer::DEVICE_NAMES,
        "numberedDeviceNames": reviewer::NUMBERED_DEVICE_NAMES,
        "laneSlugs": selection::FIRST_PARTY,
        "laneStatuses": Status::ALL.iter().map(|it| it.as_str()).collect::<Vec<_>>(),
        "laneReasons": lane_reasons(),
        "planWarnings": lane::PLAN_WARNINGS,
    })
}

/// What a configuration may ask for (L-45): the efforts of manifests, and the one that leaves it to the program.
fn configured_efforts() -> Vec<&'static str> {
    let efforts = reviewer::EFFORTS.iter().copied();
    efforts.chain([lane::INHERIT]).collect()
}

fn lane_reasons() -> Vec<Value> {
    Reason::all()
        .map(|reason| {
            let name = reason.as_str();
            // Ours have hyphens, or are one word.
            let peer = name.contains('_');
            json!({"reason": name, "status": reason.status(), "remedy": reason.remedy(), "peer": peer})
        })
        .collect()
}

fn feature_sets() -> Value {
    json!({
        "points": feature::POINTS,
        "onErrors": feature::ON_ERRORS,
        "references": references(),
        "ownSkillPrefix": feature::OWN_SKILL_PREFIX,
        "fragment": feature::FRAGMENT,
        "checks": feature::CHECKS,
        "resolverPlaceholder": feature::RESOLVER_PLACEHOLDER,
        "runtimeWildcard": feature::WILDCARD,
        "sliceTypes": feature::SLICE_TYPES,
        "sliceFields": feature::SLICE_FIELDS,
    })
}

fn runtime_sets() -> Value {
    json!({
        "configFormats": runtime::CONFIG_FORMATS,
        "hooksSurfaces": runtime::HOOKS_SURFACES,
        "installSurfaces": runtime::INSTALL_SURFACES,
        "surfaceGate": surface_gate(),
        "permissionWriters": runtime::PERMISSION_WRITERS,
        "hookEvents": runtime::HOOK_EVENTS,
        "extensionEvents": runtime::EXTENSION_EVENTS,
        "extendedHookEvents": extended_hook_events(),
        "triggers": triggers(),
        "homeKinds": runtime::HOME_KINDS,
        "converters": runtime::CONVERTERS,
        "undocumented": runtime::UNDOCUMENTED,
        "hostBehaviors": runtime::HOST_BEHAVIORS,
        "removedHostBehavior": runtime::REMOVED_HOST_BEHAVIOR,
    })
}

/// What a host knows besides the fields of manifests.
fn host_sets() -> Value {
    json!({
        "signatureFormat": consent::SIGNATURE_FORMAT,
        "registryVersion": registry::REGISTRY_VERSION,
        "phases": phases(),
        "hookGroups": registry::HOOK_GROUPS
            .iter()
            .map(|(group, kind)| json!({"group": group, "kind": kind}))
            .collect::<Vec<_>>(),
        "reservedNamespaces": policy::RESERVED_NAMESPACES,
        "egressPayloadClasses": environment::EGRESS_PAYLOAD_CLASSES,
        "warningRecords": [
            reviewer::UNKNOWN_REVIEWER_FIELD,
            runtime::REMOVED_HOST_BEHAVIOR_CODE,
            runtime::UNKNOWN_HOST_BEHAVIOR,
        ],
        "reported": {"keys": limits::MAX_REPORTED_KEYS, "keyUnits": limits::MAX_REPORTED_KEY_UNITS},
        "model": {"bannerLines": limits::MAX_BANNER_LINES, "units": limits::MAX_MODEL_UNITS},
        "planFloor": budget::PLAN_FLOOR,
        "bundle": {"entries": bundle::MAX_ENTRIES, "bytes": bundle::MAX_BYTES},
        "consent": {
            "folder": consent::FOLDER,
            "store": consent::STORE_FILE,
            "laneStore": consent::LANE_STORE_FILE,
            "lock": consent::LOCK_FILE,
            "storeBytes": consent::MAX_STORE_BYTES,
            "records": consent::MAX_RECORDS,
            "lockBytes": consent::MAX_LOCK_BYTES,
            "lockAttempts": consent::LOCK_ATTEMPTS,
            "lockPauseMs": consent::LOCK_PAUSE_MS,
        },
    })
}

/// The host's contract by phase, with the points of each.
fn phases() -> Vec<Value> {
    let phases = registry::PHASES.iter();
    phases
        .map(|phase| {
            let of_phase = |point: &&&str| point.split(':').next() == Some(phase.name);
            json!({
                "name": phase.name,
                "points": feature::POINTS.iter().filter(of_phase).collect::<Vec<_>>(),
                "roles": phase.roles,
                "artifact": phase.artifact,
                "lastPoint": format!("{}{}", phase.name, registry::LAST_POINT),
            })
        })
        .collect()
}

/// The field tables by what they describe.
fn fields() -> Value {
    json!({
        "envelope": table("", envelope::FIELDS),
        "engines": table("engines", envelope::ENGINES),
        "provenance": table("provenance", envelope::PROVENANCE),
        "reviewer": table("reviewer", reviewer::FIELDS),
        "probe": probe_table(),
        "spawn": spawn_table(),
        "openai-http": table("reviewer.invoke", reviewer::HTTP_FIELDS),
        "feature": table("", feature::FIELDS),
        "runtimeCompat": table("runtimeCompat", feature::RUNTIME_COMPAT),
        "commands": table("commands", feature::COMMAND),
        "hooks": table("hooks", feature::HOOK),
        "steps": table("steps", feature::STEP),
        "contributions": table("contributions", feature::CONTRIBUTION),
        "gates": table("gates", feature::GATE),
        "taskContentResolver": table("taskContentResolver", feature::RESOLVER),
        "taskContentResolver.invoke": table("taskContentResolver.invoke", feature::RESOLVER_INVOKE),
        "runtime": runtime_table(),
        "configHome": table("runtime.configHome", runtime::HOME),
        "artifactLayout": table("runtime.artifactLayout", runtime::LAYOUT),
        "artifact": table("runtime.artifactLayout.global", runtime::ARTIFACT),
        "hostIntegration": table("runtime.hostIntegration", runtime::HOST_INTEGRATION),
        "dispatch": table("runtime.hostIntegration.dispatch", runtime::DISPATCH),
        "orchestratorExec": table("runtime.orchestratorExec", runtime::ORCHESTRATOR),
    })
}

fn grammars() -> Map<String, Value> {
    grammar::ALL
        .iter()
        .map(|(name, grammar)| {
            let entry = json!({
                "words": grammar.words,
                "pattern": grammar.pattern,
                "rule": grammar.rule,
            });
            ((*name).to_string(), entry)
        })
        .collect()
}

/// The texts of all fields by dotted path, also of those that no table lists.
fn texts() -> Map<String, Value> {
    docs::FIELDS
        .iter()
        .map(|doc| {
            let examples: Vec<Value> = doc
                .examples
                .iter()
                .filter_map(|text| serde_json::from_str(text).ok())
                .collect();
            let entry = json!({"title": doc.title, "text": doc.text, "examples": examples});
            (doc.path.to_string(), entry)
        })
        .collect()
}

fn probes() -> Vec<Value> {
    reviewer::PROBES
        .iter()
        .map(|probe| {
            let forbids: Vec<&str> = reviewer::PROBE_FIELDS
                .iter()
                .map(|field| field.name)
                .filter(|name| !probe.needs.contains(name))
                .collect();
            json!({
                "kind": probe.kind,
                "rule": probe.rule,
                "text": docs::member("reviewer.probe.kind", Some(probe.kind)),
                "needs": probe.needs,
                "forbids": forbids,
            })
        })
        .collect()
}

fn placeholders() -> Vec<Value> {
    reviewer::PLACEHOLDERS
        .iter()
        .map(|name| json!({"name": name, "text": docs::placeholder(name)}))
        .collect()
}

fn probe_table() -> Vec<Value> {
    let kind = super::shape::required("kind", "R-20", Shape::OneOf(reviewer::PROBE_KINDS));
    let mut fields = Vec::from([field("reviewer.probe", &kind)]);
    fields.extend(table("reviewer.probe", reviewer::PROBE_FIELDS));
    fields
}

/// What a step may refer to, and the list that must declare it.
fn references() -> Vec<Value> {
    feature::REFERENCES
        .iter()
        .map(|(kind, source)| json!({"kind": kind, "declaredIn": source}))
        .collect()
}

fn surface_gate() -> Vec<Value> {
    runtime::SURFACE_GATE
        .iter()
        .map(|(surface, hooks, format)| {
            json!({"installSurface": surface, "hooksSurfaces": hooks, "configFormat": format})
        })
        .collect()
}

fn extended_hook_events() -> Value {
    let path = "runtime.extendedHookEvents";
    let members: Vec<Value> = runtime::EXTENDED_HOOK_EVENTS
        .iter()
        .map(|(event, family)| {
            json!({"value": event, "family": family, "text": docs::member(path, Some(event))})
        })
        .collect();
    json!({"path": path, "members": members})
}

fn triggers() -> Value {
    let path = "runtime.triggerPrecedence";
    let members = members(path, &Shape::OneOf(runtime::TRIGGERS));
    json!({"path": path, "members": members, "preset": runtime::DEFAULT_TRIGGERS})
}

/// `localConfigDir` hangs on `configHome` and so stands apart.
fn runtime_table() -> Vec<Value> {
    let mut fields = table("runtime", runtime::FIELDS);
    fields.insert(1, field("runtime", &runtime::LOCAL_CONFIG_DIR));
    fields
}

/// `outputArg` hangs on `outputChannel` and so stands in no table.
fn spawn_table() -> Vec<Value> {
    let mut fields = Vec::new();
    for each in reviewer::SPAWN_FIELDS {
        fields.push(field("reviewer.invoke", each));
        if each.name == "outputChannel" {
            let argument = super::shape::optional("outputArg", "R-33", Shape::Text);
            fields.push(field("reviewer.invoke", &argument));
        }
    }
    fields
}

fn table(path: &str, fields: &[Field]) -> Vec<Value> {
    fields.iter().map(|each| field(path, each)).collect()
}

fn field(path: &str, field: &Field) -> Value {
    let path = if path.is_empty() {
        field.name.to_string()
    } else {
        format!("{path}.{}", field.name)
    };
    let mut out = Map::new();
    out.insert("name".into(), field.name.into());
    out.insert("path".into(), path.clone().into());
    out.insert("rule".into(), field.rule.into());
    out.insert("required".into(), field.required.into());
    out.insert("accepts".into(), expected(&field.accepts).into());
    if let Some(doc) = docs::field(&path) {
        out.insert("title".into(), doc.title.into());
        out.insert("text".into(), doc.text.into());
    }
    let members = members(&path, &field.accepts);
    if !members.is_empty() {
        out.insert("members".into(), members.into());
    }
    out.into()
}

fn members(path: &str, shape: &Shape) -> Vec<Value> {
    let entry = |value: Option<&str>| json!({"value": value, "text": docs::member(path, value)});
    match shape {
        Shape::OneOf(set) => set.iter().map(|value| entry(Some(value))).collect(),
        Shape::OrNull(inner) => {
            let mut all = members(path, inner);
            if !all.is_empty() {
                all.insert(0, entry(None));
            }
            all
        }
        Shape::OrWord(word, inner @ Shape::OneOf(_)) => {
            let mut all = members(path, inner);
            all.push(entry(Some(word)));
            all
        }
        Shape::OneOfNumber(set) => set
            .iter()
            .map(|member| {
                let member = number(*member);
                let text = docs::member(path, Some(&member.to_string()));
                json!({"value": member, "text": text})
            })
            .collect(),
        _ => Vec::new(),
    }
}
