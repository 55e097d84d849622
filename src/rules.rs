//! The lower rules, each under the name by which other languages call it: the members of one object in, JSON out.
//!
//! A face looks the name up with [`named`] and hands the object over; it needs to know nothing else.

#![cfg_attr(not(feature = "tools"), allow(dead_code))] // a page does without some of them

mod ask;
mod consent;
mod lane;
mod registry;
mod review;
mod run;
mod set;

pub use registry::{Wanted, merge_read};
pub use run::begin;
pub use set::{cross_check, engines_of};

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use crate::json::{Builder, Kind, Limits, Str, Value, write_json};
use crate::registry::federate::federate;
use crate::registry::parity::{DocsInput, LaneInput, docs_parity, lane_parity};
use crate::sort::Index;
use crate::trust::policy::{
    ParsedSpec, Platform, Request, Source, SpecProblem, check_engines, check_reserved_namespace,
    evaluate_install_trust, evaluate_source, integrity_pin, is_stable_triplet, semver_satisfies,
    version_core, with_parsed,
};
use crate::trust::{Context, Disclosure, IntegrityPin, StagedFiles, configured_host, sign};

/// What a face lets an input be: a manifest may stand a few members deep in it.
pub const LIMITS: Limits = Limits {
    depth: Limits::MANIFEST.depth + 8,
    bytes: 2 * Limits::MANIFEST.bytes,
};

/// A rule: takes the members of an object, answers as JSON.
pub type Rule = fn(Value<'_>) -> String;

/// Rules by name; [`all`] has them all.
const ALL: &[(&str, Rule)] = &[("checkEngines", engines)];

/// Those that a page does without.
const TOOLS: &[(&str, Rule)] = &[
    ("checkReservedNamespace", reserved_namespace),
    ("disclosureSignature", disclosure_signature),
    ("docsParity", docs),
    ("evaluateInstallTrust", install_trust),
    ("evaluateSource", source),
    ("federatedConfig", federated_config),
    ("laneParity", lanes),
    ("parseSpec", spec),
    ("semverSatisfies", semver),
    ("versionCore", core),
];

/// All rules by name.
pub fn all() -> impl Iterator<Item = (&'static str, Rule)> {
    let lists: &[&[(&str, Rule)]] = &[
        ALL,
        registry::ALL,
        lane::ALL,
        #[cfg(feature = "tools")]
        TOOLS,
        #[cfg(feature = "tools")]
        lane::TOOLS,
        #[cfg(feature = "tools")]
        registry::TOOLS,
        #[cfg(feature = "tools")]
        review::ALL,
        #[cfg(feature = "tools")]
        ask::ALL,
        #[cfg(feature = "tools")]
        consent::ALL,
    ];
    lists.iter().copied().flatten().copied()
}

/// The rule of that name.
#[must_use]
pub fn named(name: &str) -> Option<Rule> {
    all()
        .find(|(known, _)| *known == name)
        .map(|(_, rule)| rule)
}

fn json(answer: &impl Serialize) -> String {
    let mut out = Vec::new();
    write_json(&mut out, answer);
    String::from_utf8(out).unwrap_or_default()
}

/// A member that is there: neither null nor undefined.
#[inline(never)]
fn given<'d>(input: Value<'d>, name: &str) -> Option<Value<'d>> {
    input
        .get(name)
        .filter(|value| !matches!(value.kind(), Kind::Null | Kind::Undefined))
}

#[inline(never)]
fn text(input: Value<'_>, name: &str) -> String {
    input.get(name).map_or(Str::EMPTY, Value::text).to_lossy()
}

/// `{manifest, hostVersion}` (T-47).
fn engines(input: Value<'_>) -> String {
    let nothing = Builder::new().finish();
    let manifest = input.get("manifest").unwrap_or(nothing.root());
    json(&check_engines(manifest, &text(input, "hostVersion")))
}

/// `{version, range}` (T-49).
fn semver(input: Value<'_>) -> String {
    json(&semver_satisfies(input.get("version"), input.get("range")))
}

/// `{version}`: its three numbers, and whether it has nothing else (T-48).
fn core(input: Value<'_>) -> String {
    #[derive(Serialize)]
    struct Core {
        core: [f64; 3],
        stable: bool,
    }
    let version = text(input, "version");
    json(&Core {
        core: version_core(&version),
        stable: is_stable_triplet(&version),
    })
}

/// `{disclosure}`: what consent to it binds (T-30).
fn disclosure_signature(input: Value<'_>) -> String {
    let nothing = Builder::new().finish();
    let disclosure = input.get("disclosure").unwrap_or(nothing.root());
    json(&sign(&Disclosure::from_value(disclosure)))
}

/// `{id}` (T-46).
fn reserved_namespace(input: Value<'_>) -> String {
    json(&check_reserved_namespace(input.get("id")))
}

/// `{parsed, strict?}` (T-42).
fn source(input: Value<'_>) -> String {
    let source = Source::of(input.get("parsed"));
    json(&evaluate_source(&source, input.get("strict")))
}

/// The answer to [`spec`].
#[derive(Serialize)]
struct Spec<'t> {
    ok: bool,
    #[serde(flatten)]
    parsed: Option<ParsedSpec<'t>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pin: Option<IntegrityPin>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<SpecProblem>,
}

/// `{spec, platform?}`, the platform being `posix` or `win32` (T-40).
fn spec(input: Value<'_>) -> String {
    let platform = match text(input, "platform").as_str() {
        "win32" => Platform::Windows,
        _ => Platform::Posix,
    };
    with_parsed(input.get("spec"), platform, |parsed| {
        json(&Spec {
            ok: parsed.is_ok(),
            pin: parsed.as_ref().ok().map(|spec| integrity_pin(spec, None)),
            problem: parsed.as_ref().err().copied(),
            parsed: parsed.ok(),
        })
    })
}

/// `{parsed, manifest, strict?, hostVersion, hosts?, staged?, integrityPin?}` (T-50).
fn install_trust(input: Value<'_>) -> String {
    let nothing = Builder::new().finish();
    let hosts = given(input, "hosts").map(configured_host);
    let staged = given(input, "staged")
        .map(|files| StagedFiles::new(files.items().filter_map(Value::as_str)));
    let lookup = |path: &[u8]| staged.as_ref().is_some_and(|files| files.contains(path));
    json(&evaluate_install_trust(&Request {
        source: &Source::of(input.get("parsed")),
        policy: input.get("strict"),
        manifest: input.get("manifest").unwrap_or(nothing.root()),
        host_version: &text(input, "hostVersion"),
        context: Context {
            resolver: hosts.as_ref().map(|hosts| hosts as _),
            staged: staged.is_some().then_some(&lookup),
        },
        integrity_pin: IntegrityPin::from_name(&text(input, "integrityPin")),
    }))
}

/// `{descriptor, roster, registry, workflowText}` (P-1).
fn lanes(input: Value<'_>) -> String {
    json(&lane_parity(&LaneInput::of(input)))
}

/// `{descriptor, docs}` (D-1).
fn docs(input: Value<'_>) -> String {
    json(&docs_parity(&DocsInput::of(input)))
}

/// `{configSchema, centralKeys, userConfig}` (C-1).
fn federated_config(input: Value<'_>) -> String {
    let mut central = Vec::new();
    if let Some(keys) = input.get("centralKeys") {
        for key in keys.items() {
            central.extend(key.as_str().map(Str::wtf8));
        }
    }
    let central = Index::new(central);
    json(&federate(
        input.get("configSchema"),
        |key| central.find(&key.wtf8()).is_some(),
        input.get("userConfig"),
    ))
}
