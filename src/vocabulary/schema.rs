//! The JSON Schema of `capability.json`, printed from the vocabulary.
//!
//! It is for editors: it completes names and values, shows what they mean and marks most mistakes while somebody
//! types. The validator decides; what a schema cannot say is listed in `docs/SCHEMA.md`. The schema may accept more
//! than the validator, never less. Members that depend on the role, the transport or the kind of probe stand in
//! branches of their own, so that an editor offers only what belongs there.
//!
//! Only natively compiled: JavaScript gets the schema as a file of the package.

use std::format;
use std::string::String;
use std::vec::Vec;

use serde_json::{Map, Value, json};

use super::RESERVED_NAMES;
use super::docs;
use super::envelope;
use super::grammar::{ENV_NAME, RANGE, VERSION};
use super::reviewer::{
    DENIED_ENV, FIELDS, FILE_ARG, HTTP_FIELDS, HTTP_SET, OPENAI_HTTP, OUTPUT_CHANNELS,
    PROBE_FIELDS, PROBE_KINDS, PROBES, Probe, SPAWN, SPAWN_FIELDS, SPAWN_SET,
};
use super::shape::{Field, Shape};

/// The dialect.
pub const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";
/// The name of the schema; nothing is served under it.
pub const ID: &str = "urn:gsd-lanes:capability";

type Object = Map<String, Value>;

/// The schema.
#[must_use]
pub fn schema() -> Value {
    let mut root = Object::new();
    root.insert("$schema".into(), DIALECT.into());
    root.insert("$id".into(), ID.into());
    root.insert("title".into(), "GSD capability manifest".into());
    root.insert(
        "description".into(),
        "A capability that GSD can load: a feature, a runtime or a reviewer lane.".into(),
    );
    root.insert("type".into(), "object".into());
    root.insert("properties".into(), envelope_properties().into());
    root.insert("required".into(), required(envelope::FIELDS));
    root.insert(
        "allOf".into(),
        envelope::ROLES
            .iter()
            .map(|role| {
                json!({"if": equals("role", role), "then": {"$ref": format!("#/$defs/role-{role}")}})
            })
            .collect(),
    );
    let mut defs = Object::new();
    for role in envelope::ROLES {
        defs.insert(format!("role-{role}"), role_schema(role));
    }
    defs.insert("reviewer".into(), reviewer());
    defs.insert("probe".into(), probe());
    for kind in PROBES {
        defs.insert(format!("probe-{}", kind.kind), probe_kind(kind));
    }
    defs.insert(format!("invoke-{SPAWN}"), spawn());
    defs.insert(format!("invoke-{OPENAI_HTTP}"), http());
    defs.insert("env".into(), env());
    root.insert("$defs".into(), defs.into());
    root.into()
}

// --- the envelope -------------------------------------------------------------------------------------------------

fn envelope_properties() -> Object {
    let mut all = Object::new();
    // Where the schema itself is named, what other tools read: any value is accepted.
    all.insert("$schema".into(), documented("$schema").into());
    properties(&mut all, "", envelope::FIELDS);
    extend(&mut all, "engines", table("engines", envelope::ENGINES));
    extend(
        &mut all,
        "compatVersions",
        object(&json!({
            "propertyNames": {"type": "string", "pattern": VERSION.pattern},
            "additionalProperties": accepts(&Shape::Matching(&RANGE), ""),
        })),
    );
    extend(
        &mut all,
        "provenance",
        table("provenance", envelope::PROVENANCE),
    );
    let of_a_role = |name: &&str| {
        matches!(*name, "reviewer" | "runtime") || envelope::FEATURE_ONLY.contains(name)
    };
    for name in envelope::BODY_NAMES
        .iter()
        .filter(|name| !of_a_role(name))
        .chain(envelope::UNCHECKED)
    {
        all.insert((*name).into(), documented(name).into());
    }
    all
}

/// What a role must have, may have and must not have (V-20…V-22). The insides of the feature and the runtime body
/// are open: anything is accepted there, as in the validator.
fn role_schema(role: &str) -> Value {
    let mut members = Object::new();
    let mut needs: &[&str] = &[];
    match role {
        "feature" => {
            for name in envelope::FEATURE_ONLY {
                members.insert((*name).into(), documented(name).into());
            }
            members.insert("reviewer".into(), false.into());
        }
        "runtime" => {
            let mut runtime = documented("runtime");
            runtime.insert("type".into(), "object".into());
            members.insert("runtime".into(), runtime.into());
            members.insert("reviewer".into(), refer("reviewer"));
            forbid(&mut members, envelope::FEATURE_ONLY);
            needs = &["runtime"];
        }
        _ => {
            members.insert("reviewer".into(), refer("reviewer"));
            members.insert("runtime".into(), false.into());
            forbid(&mut members, envelope::FEATURE_ONLY);
            needs = &["reviewer"];
        }
    }
    let mut out = Object::new();
    if let Some(text) = docs::member("role", Some(role)) {
        out.insert("description".into(), text.into());
    }
    out.insert("type".into(), "object".into());
    out.insert("properties".into(), members.into());
    if !needs.is_empty() {
        out.insert("required".into(), json!(needs));
    }
    out.into()
}

// --- the reviewer body --------------------------------------------------------------------------------------------

fn reviewer() -> Value {
    let path = "reviewer";
    let mut members = Object::new();
    properties(&mut members, path, FIELDS);
    members.insert("probe".into(), refer("probe"));
    let mut rules: Vec<Value> = [SPAWN, OPENAI_HTTP]
        .iter()
        .map(|transport| {
            json!({
                "if": equals("transport", transport),
                "then": {"properties": {"invoke": refer(&format!("invoke-{transport}"))}},
            })
        })
        .collect();
    //
    rules.push(json!({
        "if": {"properties": {"defaultEffort": {"not": {"const": null}}}, "required": ["defaultEffort"]},
        "then": {"properties": {"effortConfigKey": {"not": {"const": null}}}, "required": ["effortConfigKey"]},
    }));
    body(path, members, required(FIELDS), rules)
}

fn probe() -> Value {
    let path = "reviewer.probe";
    let mut kind = documented("reviewer.probe.kind");
    kind.extend(accepts(&Shape::OneOf(PROBE_KINDS), "reviewer.probe.kind"));
    let members = object(&json!({ "kind": kind }));
    let rules = PROBES
        .iter()
        .map(|probe| {
            json!({
                "if": equals("kind", probe.kind),
                "then": refer(&format!("probe-{}", probe.kind)),
            })
        })
        .collect();
    body(path, members, json!(["kind"]), rules)
}

/// One kind of probe. Reserved names are passed over.
fn probe_kind(probe: &Probe) -> Value {
    let mut members = object(&json!({"kind": true}));
    for field in PROBE_FIELDS {
        if probe.needs.contains(&field.name) {
            property(&mut members, "reviewer.probe", field);
        } else {
            forbid(&mut members, &[field.name]);
        }
    }
    json!({
        "description": docs::member("reviewer.probe.kind", Some(probe.kind)),
        "type": "object",
        "properties": members,
        "patternProperties": {any_of_names(RESERVED_NAMES): true},
        "additionalProperties": false,
        "required": probe.needs,
    })
}

fn spawn() -> Value {
    let path = "reviewer.invoke";
    let mut members = Object::new();
    for field in SPAWN_FIELDS {
        if field.name == "env" {
            members.insert("env".into(), refer("env"));
        } else {
            property(&mut members, path, field);
        }
    }
    forbid(&mut members, HTTP_SET);
    //
    let mut output_arg = documented("reviewer.invoke.outputArg");
    output_arg.extend(accepts(&Shape::Text, ""));
    let rules = OUTPUT_CHANNELS
        .iter()
        .map(|channel| {
            let then = if *channel == FILE_ARG {
                json!({"properties": {"outputArg": output_arg}, "required": ["outputArg"]})
            } else {
                json!({"properties": {"outputArg": false}})
            };
            json!({"if": equals("outputChannel", channel), "then": then})
        })
        .collect();
    body(path, members, required(SPAWN_FIELDS), rules)
}

fn http() -> Value {
    let path = "reviewer.invoke";
    let mut members = Object::new();
    properties(&mut members, path, HTTP_FIELDS);
    forbid(&mut members, SPAWN_SET);
    body(path, members, required(HTTP_FIELDS), Vec::new())
}

fn env() -> Value {
    let mut out = documented("reviewer.invoke.env");
    out.insert("type".into(), "object".into());
    out.insert(
        "propertyNames".into(),
        json!({
            "type": "string",
            "pattern": ENV_NAME.pattern,
            "not": {
                "description": "Variables that make another program run; refused whatever their case.",
                "anyOf": [{"pattern": any_case(DENIED_ENV)}, {"const": "__proto__"}],
            },
        }),
    );
    out.insert(
        "additionalProperties".into(),
        accepts(&Shape::AnyText, "").into(),
    );
    out.into()
}

// --- from tables to schemas ---------------------------------------------------------------------------------------

/// An object with documentation, members, required names and further rules.
fn body(path: &str, members: Object, needs: Value, rules: Vec<Value>) -> Value {
    let mut out = documented(path);
    out.insert("type".into(), "object".into());
    out.insert("properties".into(), members.into());
    out.insert("required".into(), needs);
    if !rules.is_empty() {
        out.insert("allOf".into(), rules.into());
    }
    out.into()
}

/// The keywords for an object that holds the fields of a table.
fn table(path: &str, fields: &[Field]) -> Object {
    let mut members = Object::new();
    properties(&mut members, path, fields);
    let mut out = object(&json!({ "properties": members }));
    if fields.iter().any(|field| field.required) {
        out.insert("required".into(), required(fields));
    }
    out
}

fn properties(out: &mut Object, path: &str, fields: &[Field]) {
    for field in fields {
        property(out, path, field);
    }
}

fn property(out: &mut Object, path: &str, field: &Field) {
    let path = dotted(path, field.name);
    let mut schema = documented(&path);
    schema.extend(accepts(&field.accepts, &path));
    out.insert(field.name.into(), schema.into());
}

fn forbid(out: &mut Object, names: &[&str]) {
    for name in names {
        out.insert((*name).into(), false.into());
    }
}

fn extend(out: &mut Object, name: &str, more: Object) {
    if let Some(schema) = out.get_mut(name).and_then(Value::as_object_mut) {
        schema.extend(more);
    }
}

fn required(fields: &[Field]) -> Value {
    fields
        .iter()
        .filter(|field| field.required)
        .map(|field| field.name)
        .collect()
}

/// Title, description and examples of a field.
fn documented(path: &str) -> Object {
    let mut out = Object::new();
    if let Some(doc) = docs::field(path) {
        out.insert("title".into(), doc.title.into());
        out.insert("description".into(), doc.text.into());
        let examples: Vec<Value> = doc
            .examples
            .iter()
            .filter_map(|text| serde_json::from_str(text).ok())
            .collect();
        if !examples.is_empty() {
            out.insert("examples".into(), examples.into());
        }
    }
    out
}

/// The keywords for a shape; `path` names the field whose members are described.
fn accepts(shape: &Shape, path: &str) -> Object {
    let schema = match shape {
        Shape::Anything => json!({}),
        Shape::AnyText => json!({"type": "string"}),
        Shape::Text => json!({"type": "string", "minLength": 1}),
        Shape::Matching(grammar) => json!({"type": "string", "pattern": grammar.pattern}),
        Shape::Unreserved(grammar) => {
            json!({"type": "string", "pattern": grammar.pattern, "not": {"enum": RESERVED_NAMES}})
        }
        Shape::OneOf(set) => json!({"oneOf": members(set, path)}),
        Shape::PositiveInteger => json!({"type": "integer", "exclusiveMinimum": 0}),
        Shape::OrNull(Shape::OneOf(set)) => {
            let mut choices = Vec::from([choice(path, None)]);
            choices.extend(members(set, path));
            json!({ "oneOf": choices })
        }
        Shape::OrNull(inner) => {
            let mut out = accepts(inner, path);
            match out.get("type").cloned() {
                Some(kind) => {
                    out.insert("type".into(), json!([kind, "null"]));
                    out.into()
                }
                None => json!({"anyOf": [{"type": "null"}, out]}),
            }
        }
        Shape::List(entry) | Shape::IndexedList(entry) => {
            json!({"type": "array", "items": accepts(entry, path)})
        }
        Shape::DistinctList(entry) => json!({
            "type": "array",
            "items": accepts(entry, path),
            "minItems": 1,
            "uniqueItems": true,
        }),
        Shape::Name => json!({"type": "string", "not": {"enum": RESERVED_NAMES}}),
        Shape::UnreservedText => {
            json!({"type": "string", "minLength": 1, "not": {"enum": RESERVED_NAMES}})
        }
        Shape::Boolean => json!({"type": "boolean"}),
        Shape::Integer(least, most) if most.is_finite() => {
            json!({"type": "integer", "minimum": least, "maximum": most})
        }
        Shape::Integer(least, _) => json!({"type": "integer", "minimum": least}),
        Shape::OneOfNumber(set) => json!({"enum": set}),
        Shape::OrWord(word, inner) => json!({"anyOf": [{"const": word}, accepts(inner, path)]}),
        Shape::Array => json!({"type": "array"}),
        Shape::Object => json!({"type": "object"}),
    };
    object(&schema)
}

fn members(set: &[&str], path: &str) -> Vec<Value> {
    set.iter().map(|value| choice(path, Some(value))).collect()
}

/// One member of a closed set. Editors show the description beside the value they offer.
fn choice(path: &str, value: Option<&str>) -> Value {
    let mut out = object(&json!({ "const": value }));
    if let Some(text) = docs::member(path, value) {
        out.insert("description".into(), text.into());
    }
    out.into()
}

fn equals(name: &str, value: &str) -> Value {
    json!({"properties": {name: {"const": value}}, "required": [name]})
}

fn refer(name: &str) -> Value {
    json!({"$ref": format!("#/$defs/{name}")})
}

fn object(value: &Value) -> Object {
    value.as_object().cloned().unwrap_or_default()
}

fn dotted(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.into()
    } else {
        format!("{path}.{name}")
    }
}

fn any_of_names(names: &[&str]) -> String {
    format!("^({})$", names.join("|"))
}

/// A pattern for these names, all upper case, in any case; flags such as `i` are not part of a JSON Schema.
fn any_case(names: &[&str]) -> String {
    let mut pattern = String::from("^(");
    for (index, name) in names.iter().enumerate() {
        if index > 0 {
            pattern.push('|');
        }
        for letter in name.chars() {
            if letter.is_ascii_alphabetic() {
                pattern.push('[');
                pattern.push(letter.to_ascii_uppercase());
                pattern.push(letter.to_ascii_lowercase());
                pattern.push(']');
            } else {
                pattern.push(letter);
            }
        }
    }
    pattern.push_str(")$");
    pattern
}
