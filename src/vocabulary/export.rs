//! The vocabulary as data: for documentation, hover texts of the playground, and constants of JavaScript modules.
//!
//! Only natively compiled: JavaScript gets it as a data file of the package.

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use serde_json::{Map, Value, json};

use super::codes::Code;
use super::shape::{Field, Shape, expected};
use super::{RESERVED_NAMES, docs, envelope, grammar, limits, reviewer, runtime};

/// The vocabulary, in the order in which it is declared.
#[must_use]
pub fn vocabulary() -> Value {
    json!({
        "codes": Code::ALL.iter().map(|code| code.as_str()).collect::<Vec<_>>(),
        "limits": {
            "depth": limits::MAX_DEPTH,
            "textBytes": limits::MAX_TEXT_BYTES,
            "diagnostics": limits::MAX_DIAGNOSTICS,
        },
        "grammars": grammars(),
        "fields": {
            "envelope": table("", envelope::FIELDS),
            "engines": table("engines", envelope::ENGINES),
            "provenance": table("provenance", envelope::PROVENANCE),
            "reviewer": table("reviewer", reviewer::FIELDS),
            "probe": probe_table(),
            "spawn": spawn_table(),
            "openai-http": table("reviewer.invoke", reviewer::HTTP_FIELDS),
        },
        "texts": texts(),
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
        "hostBehaviors": runtime::HOST_BEHAVIORS,
        "removedHostBehavior": runtime::REMOVED_HOST_BEHAVIOR,
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
        _ => Vec::new(),
    }
}
