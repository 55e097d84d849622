//! The JSON Schema of `capability.json`, printed from the vocabulary.
//!
//! It is for editors: it completes names and values, shows what they mean and marks most mistakes while somebody
//! types. The validator decides; what a schema cannot say is listed in `docs/SCHEMA.md`. The schema may accept more
//! than the validator, never less. Members that depend on the role, the transport or the kind of probe stand in
//! branches of their own, so that an editor offers only what belongs there.
//!
//! Only natively compiled: JavaScript gets the schema as a file of the package.

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use serde_json::{Map, Value, json};

use super::envelope;
use super::feature;
use super::grammar::{CAPABILITY_ID, ENV_NAME, RANGE, VERSION};
use super::reviewer::{
    DENIED_ENV, FIELDS, FILE_ARG, HTTP_FIELDS, HTTP_SET, OPENAI_HTTP, OUTPUT_CHANNELS,
    PROBE_FIELDS, PROBE_KINDS, PROBES, Probe, SPAWN, SPAWN_FIELDS, SPAWN_SET,
};
use super::runtime;
use super::shape::{Field, Shape};
use super::{RESERVED_NAMES, docs};

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
    feature_defs(&mut defs);
    runtime_defs(&mut defs);
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
    // Whatever the role, nothing is refused here; a feature's own branch does that.
    let mut config = documented("config");
    config.extend(if_object(&json!({
        "additionalProperties": if_object(&json!({"properties": described("config.*", feature::SLICE_FIELDS)})),
    })));
    all.insert("config".into(), config.into());
    let elsewhere = |name: &&str| {
        matches!(*name, "reviewer" | "runtime" | "config") || envelope::FEATURE_ONLY.contains(name)
    };
    for name in envelope::BODY_NAMES
        .iter()
        .filter(|name| !elsewhere(name))
        .chain(envelope::UNCHECKED)
    {
        all.insert((*name).into(), documented(name).into());
    }
    all
}

/// What a role must have, may have and must not have (V-20…V-22).
fn role_schema(role: &str) -> Value {
    let mut members = Object::new();
    let mut needs = json!([]);
    match role {
        "feature" => {
            for field in feature::FIELDS {
                members.insert(field.name.into(), refer(field.name));
            }
            let mut key = documented("activationKey");
            key.extend(accepts(&Shape::UnreservedText, ""));
            members.insert("activationKey".into(), key.into());
            members.insert("reviewer".into(), false.into());
            needs = required(feature::FIELDS);
        }
        "runtime" => {
            members.insert("runtime".into(), refer("runtime"));
            members.insert("reviewer".into(), refer("reviewer"));
            forbid(&mut members, envelope::FEATURE_ONLY);
            needs = json!(["runtime"]);
        }
        _ => {
            members.insert("reviewer".into(), refer("reviewer"));
            members.insert("runtime".into(), false.into());
            forbid(&mut members, envelope::FEATURE_ONLY);
            needs = json!(["reviewer"]);
        }
    }
    let mut out = Object::new();
    if let Some(text) = docs::member("role", Some(role)) {
        out.insert("description".into(), text.into());
    }
    out.insert("type".into(), "object".into());
    out.insert("properties".into(), members.into());
    out.insert("required".into(), needs);
    out.into()
}

// --- the feature body ---------------------------------------------------------------------------------------------

/// One definition for each field of the body.
fn feature_defs(defs: &mut Object) {
    for field in feature::FIELDS {
        let path = field.name;
        let mut out = documented(path);
        out.extend(accepts(&field.accepts, path));
        match path {
            "runtimeCompat" => out.extend(runtime_compat()),
            "config" => out.extend(config()),
            "commands" => out.extend(entries(feature::COMMAND, path)),
            "hooks" => {
                let mut entry = table(path, feature::HOOK);
                add_documented(&mut entry, path, feature::HOOK_UNCHECKED);
                out.extend(items(entry));
            }
            "steps" => out.extend(items(step())),
            "contributions" => {
                let mut entry = table(path, feature::CONTRIBUTION);
                add(&mut entry, "fragment", fragment_of(path));
                need(&mut entry, "fragment");
                out.extend(items(entry));
            }
            "gates" => out.extend(items(gate())),
            "taskContentResolver" => {
                out.extend(table_with(
                    path,
                    feature::RESOLVER,
                    &[("invoke", resolver_invoke())],
                ));
            }
            _ => {}
        }
        defs.insert(path.into(), out.into());
    }
    defs.insert("fragment".into(), fragment());
}

/// F-2
fn runtime_compat() -> Object {
    let path = "runtimeCompat";
    let wildcard = json!({"const": feature::WILDCARD, "description": "Every runtime."});
    let id = accepts(&feature::RUNTIME_ID, "");
    let mut out = table(path, feature::RUNTIME_COMPAT);
    let lists = [
        (
            "supported",
            json!({
                "items": {"anyOf": [wildcard, id]},
                "minItems": 1,
                "if": {"contains": {"const": feature::WILDCARD}},
                "then": {"maxItems": 1},
            }),
        ),
        ("unsupported", json!({ "items": id })),
        (
            "notes",
            json!({
                "propertyNames": {
                    "type": "string",
                    "anyOf": [wildcard, {"pattern": CAPABILITY_ID.pattern}],
                },
                "additionalProperties": accepts(&Shape::Text, ""),
            }),
        ),
    ];
    for (name, more) in lists {
        extend_member(&mut out, name, &more);
    }
    out
}

/// F-5; what else a slice must hold is no error there.
fn config() -> Object {
    let mut kind = documented("config.*.type");
    kind.extend(accepts(&Shape::Text, ""));
    object(&json!({
        "propertyNames": accepts(&Shape::UnreservedText, ""),
        "additionalProperties": {
            "type": "object",
            "properties": {"type": kind},
            "required": ["type"],
        },
    }))
}

/// F-10, F-11
fn step() -> Object {
    let path = "steps";
    let mut entry = table(path, feature::STEP);
    let targets = feature::REFERENCES.iter().map(|(kind, _)| {
        let mut target = documented(&format!("steps.ref.{kind}"));
        target.extend(accepts(&Shape::AnyText, ""));
        if *kind == "skill" {
            let prefix = format!("^{}", feature::OWN_SKILL_PREFIX);
            target.insert("not".into(), json!({ "pattern": prefix }));
        }
        (*kind, Value::from(target))
    });
    let mut reference = documented("steps.ref");
    reference.extend(exactly_one(targets));
    add(&mut entry, "ref", reference.into());
    need(&mut entry, "ref");
    add(&mut entry, "fragment", fragment_of(path));
    entry
}

/// F-12
fn fragment() -> Value {
    let path = "steps.fragment";
    let mut file = documented("steps.fragment.path");
    file.extend(accepts(&Shape::Text, ""));
    file.insert(
        "not".into(),
        json!({
            "description": "Neither absolute nor out of the bundle.",
            "pattern": r"^/|(^|[/\\])\.\.([/\\]|$)",
        }),
    );
    let mut inline = documented("steps.fragment.inline");
    inline.extend(accepts(&Shape::Text, ""));
    let one_of: Vec<Value> = feature::FRAGMENT.iter().map(|name| has(name)).collect();
    let mut out = documented(path);
    out.extend(object(&json!({
        "type": "object",
        "properties": {"path": file, "inline": inline},
        "anyOf": one_of,
    })));
    out.into()
}

fn fragment_of(path: &str) -> Value {
    let mut out = documented(&format!("{path}.fragment"));
    out.extend(object(&refer("fragment")));
    out.into()
}

/// F-14
fn gate() -> Object {
    let path = "gates";
    let mut entry = table(path, feature::GATE);
    let checks = feature::CHECKS.iter().map(|name| {
        let path = format!("gates.check.{name}");
        (*name, Value::from(documented(&path)))
    });
    let mut check = documented("gates.check");
    check.extend(exactly_one(checks));
    add(&mut entry, "check", check.into());
    need(&mut entry, "check");
    let by_verdict = json!({
        "properties": {
            "check": {"type": "object", "properties": {feature::VERDICT: true}, "required": [feature::VERDICT]},
        },
        "required": ["check"],
    });
    let rule = json!({"if": by_verdict, "then": {"properties": {"blocking": {"const": false}}}});
    entry.insert("allOf".into(), json!([rule]));
    entry
}

/// F-16
fn resolver_invoke() -> Object {
    let mut out = table("taskContentResolver.invoke", feature::RESOLVER_INVOKE);
    let needs = json!({"contains": {"const": feature::RESOLVER_PLACEHOLDER}});
    extend_member(&mut out, "args", &needs);
    out
}

// --- the runtime body ---------------------------------------------------------------------------------------------

fn runtime_defs(defs: &mut Object) {
    defs.insert("runtime".into(), runtime());
    defs.insert("configHome".into(), config_home());
    defs.insert("artifact".into(), artifact());
}

fn runtime() -> Value {
    let path = "runtime";
    let mut members = Object::new();
    properties(&mut members, path, runtime::FIELDS);
    members.insert("configHome".into(), refer("configHome"));
    extend(
        &mut members,
        "artifactLayout",
        table_with(
            "runtime.artifactLayout",
            runtime::LAYOUT,
            &[
                ("global", items(object(&refer("artifact")))),
                // H-4
                (
                    "local",
                    items(object(&json!({
                        "$ref": "#/$defs/artifact",
                        "type": "object",
                        "properties": {"home": false},
                    }))),
                ),
            ],
        ),
    );
    let events: Vec<&str> = names(runtime::EXTENDED_HOOK_EVENTS, None);
    let events = items(object(&json!({
        "oneOf": self::members(&events, "runtime.extendedHookEvents"),
    })));
    extend(&mut members, "extendedHookEvents", events);
    // H-7
    let mut triggers = items(accepts(
        &Shape::OneOf(runtime::TRIGGERS),
        "runtime.triggerPrecedence",
    ));
    triggers.extend(object(&json!({"minItems": 1, "uniqueItems": true})));
    extend(&mut members, "triggerPrecedence", triggers);
    extend(&mut members, "hostIntegration", host_integration());
    let mut exec = table("runtime.orchestratorExec", runtime::ORCHESTRATOR);
    exec.extend(no_reserved_member());
    extend(&mut members, "orchestratorExec", exec);
    // H-10: whatever it is, nothing is refused.
    let behaviors: Object = runtime::HOST_BEHAVIORS
        .iter()
        .map(|name| ((*name).into(), true.into()))
        .collect();
    let behaviors = if_object(&json!({ "properties": behaviors }));
    extend(&mut members, "hostBehaviors", behaviors);
    let mut rules = Vec::from([local_config_dir()]);
    rules.extend(surface_gate());
    rules.extend(event_families());
    body(path, members, required(runtime::FIELDS), rules)
}

/// H-1; a skills home is the same again.
fn config_home() -> Value {
    let path = "runtime.configHome";
    let mut members = Object::new();
    properties(&mut members, path, runtime::HOME);
    let text = |name: &str| {
        let mut out = documented(&dotted(path, name));
        out.extend(accepts(&Shape::Text, ""));
        out
    };
    members.insert("name".into(), text("name").into());
    let mut skills = documented("runtime.configHome.skillsHome");
    skills.extend(object(&refer("configHome")));
    members.insert("skillsHome".into(), skills.into());
    let rules = Vec::from([
        json!({"if": equals("kind", runtime::HOME_NONE), "else": has("name")}),
        json!({
            "if": equals("kind", runtime::HOME_NESTED),
            "then": {"properties": {"parent": text("parent")}, "required": ["parent"]},
        }),
    ]);
    body(path, members, required(runtime::HOME), rules)
}

/// H-2
fn local_config_dir() -> Value {
    let field = &runtime::LOCAL_CONFIG_DIR;
    let home = json!({
        "properties": {
            "configHome": {
                "type": "object",
                "properties": {"kind": {"const": runtime::HOME_NONE}},
                "required": ["kind"],
            },
        },
        "required": ["configHome"],
    });
    let path = dotted("runtime", field.name);
    let mut none = documented(&path);
    none.remove("examples");
    none.insert("type".into(), "null".into());
    let mut folder = Object::new();
    property(&mut folder, "runtime", field);
    json!({
        "if": home,
        "then": {"properties": {field.name: none}},
        "else": {"properties": folder, "required": [field.name]},
    })
}

/// H-4
fn artifact() -> Value {
    let path = "runtime.artifactLayout.global";
    let mut out = table(path, runtime::ARTIFACT);
    add_documented(&mut out, path, runtime::ARTIFACT_UNCHECKED);
    out.into()
}

/// Gate A (H-5).
fn surface_gate() -> impl Iterator<Item = Value> {
    runtime::SURFACE_GATE.iter().map(|(surface, hooks, _)| {
        json!({
            "if": equals("installSurface", surface),
            "then": {"properties": {"hooksSurface": {"enum": hooks}}},
        })
    })
}

/// Gate B (H-6): events of the family that `hookEvents` names, and none where it names none.
fn event_families() -> Vec<Value> {
    let mut rules: Vec<Value> = runtime::HOOK_EVENTS
        .iter()
        .map(|family| {
            let events = names(runtime::EXTENDED_HOOK_EVENTS, Some(family));
            json!({
                "if": equals("hookEvents", family),
                "then": {"properties": {"extendedHookEvents": {"type": "array", "items": {"enum": events}}}},
            })
        })
        .collect();
    rules.push(json!({
        "if": has("hookEvents"),
        "else": {"properties": {"extendedHookEvents": {"type": "array", "maxItems": 0}}},
    }));
    rules
}

/// H-8
fn host_integration() -> Object {
    let mut dispatch = table("runtime.hostIntegration.dispatch", runtime::DISPATCH);
    add_documented(
        &mut dispatch,
        "runtime.hostIntegration.dispatch",
        runtime::DISPATCH_UNCHECKED,
    );
    dispatch.extend(no_reserved_member());
    let mut out = table_with(
        "runtime.hostIntegration",
        runtime::HOST_INTEGRATION,
        &[("dispatch", dispatch)],
    );
    out.extend(no_reserved_member());
    out
}

fn no_reserved_member() -> Object {
    object(&json!({"propertyNames": accepts(&Shape::Name, "")}))
}

/// The first names of pairs, or those whose second name is this one.
fn names(pairs: &[(&'static str, &str)], second: Option<&str>) -> Vec<&'static str> {
    pairs
        .iter()
        .filter(|(_, other)| second.is_none_or(|second| *other == second))
        .map(|(name, _)| *name)
        .collect()
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
    // R-12
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

/// One kind of probe. Reserved names are passed over (R-24).
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
    // R-33
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
    let mut out = object(&json!({"type": "object", "properties": members}));
    if fields.iter().any(|field| field.required) {
        out.insert("required".into(), required(fields));
    }
    out
}

/// The same, with more keywords for some fields.
fn table_with(path: &str, fields: &[Field], more: &[(&str, Object)]) -> Object {
    let mut out = table(path, fields);
    for (name, keywords) in more {
        extend_member(&mut out, name, &keywords.clone().into());
    }
    out
}

/// More keywords for a member of an object schema.
fn extend_member(out: &mut Object, name: &str, more: &Value) {
    if let Some(members) = out.get_mut("properties").and_then(Value::as_object_mut) {
        extend(members, name, object(more));
    }
}

/// One more member for an object schema.
fn add(out: &mut Object, name: &str, schema: Value) {
    if let Some(members) = out.get_mut("properties").and_then(Value::as_object_mut) {
        members.insert(name.into(), schema);
    }
}

/// Members that are known but not checked.
fn add_documented(out: &mut Object, path: &str, names: &[&str]) {
    for name in names {
        add(out, name, documented(&dotted(path, name)).into());
    }
}

/// One more required member for an object schema.
fn need(out: &mut Object, name: &str) {
    if let Some(needs) = out.get_mut("required").and_then(Value::as_array_mut) {
        needs.push(name.into());
    }
}

fn items(entry: Object) -> Object {
    object(&json!({"items": Value::from(entry)}))
}

fn entries(fields: &[Field], path: &str) -> Object {
    items(table(path, fields))
}

fn described(path: &str, names: &[&str]) -> Object {
    names
        .iter()
        .map(|name| ((*name).into(), documented(&dotted(path, name)).into()))
        .collect()
}

/// An object that has exactly one of these members.
fn exactly_one<'n>(all: impl Iterator<Item = (&'n str, Value)>) -> Object {
    let members: Object = all.map(|(name, schema)| (name.into(), schema)).collect();
    let choices: Vec<Value> = members
        .iter()
        .map(|(name, schema)| {
            let mut choice = object(&has(name));
            choice.insert("description".into(), schema["description"].clone());
            choice.into()
        })
        .collect();
    object(&json!({"type": "object", "properties": members, "oneOf": choices}))
}

/// Keywords that only say something about objects and let everything else pass.
fn if_object(keywords: &Value) -> Object {
    let mut then = object(&json!({"type": "object"}));
    then.extend(object(keywords));
    object(&json!({"if": {"type": "object"}, "then": Value::from(then)}))
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
            json!({"type": "integer", "minimum": number(*least), "maximum": number(*most)})
        }
        Shape::Integer(least, _) => json!({"type": "integer", "minimum": number(*least)}),
        Shape::OneOfNumber(set) => {
            let choices: Vec<Value> = set
                .iter()
                .map(|member| {
                    let member = number(*member);
                    json!({"const": member, "description": docs::member(path, Some(&member.to_string()))})
                })
                .collect();
            json!({ "oneOf": choices })
        }
        Shape::OrWord(word, Shape::OneOf(set)) => {
            let mut choices = members(set, path);
            choices.push(choice(path, Some(word)));
            json!({ "oneOf": choices })
        }
        Shape::OrWord(word, inner) => {
            json!({"oneOf": [accepts(inner, path), choice(path, Some(word))]})
        }
        Shape::Array => json!({"type": "array"}),
        Shape::Object => json!({"type": "object"}),
    };
    object(&schema)
}

/// A number of ours; whole ones without a point.
#[allow(
    clippy::cast_possible_truncation,
    clippy::float_cmp,
    clippy::cast_precision_loss
)]
pub(super) fn number(number: f64) -> Value {
    let whole = number as i64;
    if whole as f64 == number {
        whole.into()
    } else {
        number.into()
    }
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

fn has(name: &str) -> Value {
    json!({"properties": {name: true}, "required": [name]})
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
