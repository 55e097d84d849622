//! The rules about many capabilities.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::{Rule, given, json, text};
use crate::diagnostic::{Diagnostic, Profile};
use crate::json::{Str, Value};
use crate::registry::{
    BlockedGate, Central, CommandRoot, Files, Findings, LedgerState, Linked, LoadOptions, Loaded,
    Overlay, Recorded, Remark, Requirements, Scope, Skipped, Text, UnreadableCentral,
    build_registry, classify, cross_validate, elements, hooks_wired, load_overlays, members, merge,
    merge_lanes, roster,
};
use crate::trust::policy::satisfies;

/// The rules by name.
pub(super) const ALL: &[(&str, Rule)] = &[
    ("mergeLanes", lanes),
    ("mergeRegistry", merged),
    ("roster", slugs),
];

/// Those that a page does without.
pub(super) const TOOLS: &[(&str, Rule)] = &[
    ("buildRegistry", registry),
    ("classifyCross", classification),
    ("crossValidate", cross),
    ("hooksWired", wired),
    ("loadOverlays", overlays),
    ("requiresClosure", closures),
];

/// The items of a list; of a map, what stands under its names.
#[inline(never)]
fn items<'d>(input: Value<'d>, name: &str) -> Vec<Value<'d>> {
    let list = given(input, name);
    let mut all = elements(list);
    for (_, value) in members(list) {
        all.push(value);
    }
    all
}

/// The central configuration of an input. Without it nothing is judged (F-15).
#[inline(never)]
pub(super) fn central(input: Value<'_>) -> Result<Central, String> {
    let unreadable = |error: UnreadableCentral| {
        json(&Unreadable {
            error: "central-unreadable",
            member: error.member,
        })
    };
    Central::read(input.get("centralKeys"), input.get("centralPatterns")).map_err(unreadable)
}

#[derive(Serialize)]
struct Unreadable {
    error: &'static str,
    member: &'static str,
}

#[inline(never)]
fn findings(input: Value<'_>) -> Result<Findings<'_>, String> {
    Ok(cross_validate(
        items(input, "capabilities"),
        &central(input)?,
    ))
}

/// `{capabilities, centralKeys?, centralPatterns?}`.
fn cross(input: Value<'_>) -> String {
    findings(input).map_or_else(|error| error, |findings| json(&findings))
}

/// `{capabilities, centralKeys?, centralPatterns?}`.
fn classification(input: Value<'_>) -> String {
    findings(input).map_or_else(|error| error, |findings| json(&classify(&findings)))
}

/// `{manifest, wiredKinds}`.
fn wired(input: Value<'_>) -> String {
    let manifest = input.get("manifest");
    let kinds = given(input, "wiredKinds");
    json(&manifest.map_or_else(Vec::new, |manifest| hooks_wired(manifest, kinds)))
}

/// `{firstParty, capabilities}` (M-1).
fn lanes(input: Value<'_>) -> String {
    let lanes = merge_lanes(input.get("firstParty"), input.get("capabilities"));
    let slugs: Vec<&Text<'_>> = lanes.iter().map(|lane| &lane.slug).collect();
    format!("{{\"slugs\":{},\"lanes\":{}}}", json(&slugs), json(&lanes))
}

/// `{capabilities}` (M-10).
fn slugs(input: Value<'_>) -> String {
    json(&roster(input.get("capabilities")))
}

/// `{capabilities}`: the registry, or `{error}` (G-1).
fn registry(input: Value<'_>) -> String {
    match build_registry(items(input, "capabilities")) {
        Ok(registry) => json(&registry),
        Err(error) => format!("{{\"error\":{}}}", json(&error.code())),
    }
}

/// `{capabilities, ids}`: the closure of each id (G-12).
fn closures(input: Value<'_>) -> String {
    let requirements = Requirements::of(items(input, "capabilities"));
    let mut out = String::from("{");
    for id in items(input, "ids") {
        let id = id.text();
        if out.len() > 1 {
            out.push(',');
        }
        out.push_str(&json(&id));
        out.push(':');
        out.push_str(&json(&requirements.closure(&id.wtf8())));
    }
    out.push('}');
    out
}

/// The bundles of an input: texts of manifests, and files.
type Bundle = (Option<Vec<u8>>, Files);

fn bundle(overlay: Value<'_>) -> Bundle {
    let manifest = match given(overlay, "text") {
        Some(text) => Some(text.text().wtf8().into_owned()),
        None => overlay
            .get("manifest")
            .map(|manifest| json(&manifest).into_bytes()),
    };
    let files = members(given(overlay, "files"));
    let plain = |(path, text): (Str<'_>, Value<'_>)| (path.to_lossy(), text.text().to_lossy());
    (manifest, files.into_iter().map(plain).collect())
}

fn overlay<'t>(input: Value<'t>, (manifest, files): &'t Bundle) -> Overlay<'t> {
    let is = |name: &str, word: &str| input.get(name).is_some_and(|it| it.text().is(word));
    let scope = if is("scope", Scope::Project.as_str()) {
        Scope::Project
    } else {
        Scope::Global
    };
    let folder: Cow<'_, str> = text(input, "dir").into();
    if is("ledger", "pending") {
        return Overlay::pending(scope, folder);
    }
    let mut overlay = Overlay::read(scope, folder, manifest.as_deref());
    overlay.fragments = Some(files);
    if is("ledger", "committed") {
        overlay.ledger = LedgerState::Committed;
    }
    overlay.consented = input.get("consented").and_then(Value::as_bool) == Some(true);
    overlay
}

/// Answers what is asked for, given first-party manifests and overlays.
#[inline(never)]
fn load(input: Value<'_>, profile: Profile, wanted: Wanted) -> String {
    let first_party = items(input, "firstParty");
    let given = items(input, "overlays");
    let bundles: Vec<Bundle> = given.iter().copied().map(bundle).collect();
    let mut overlays = Vec::with_capacity(bundles.len());
    for (input, bundle) in given.into_iter().zip(&bundles) {
        overlays.push(overlay(input, bundle));
    }
    let asked = input.get("profile").map_or(Str::EMPTY, Value::text);
    let profile = match (asked.is("peer"), asked.is("strict")) {
        (true, _) => Profile::Peer,
        (_, true) => Profile::Strict,
        _ => profile,
    };
    let read = (&*first_party, &*overlays);
    merge_read(input, profile, wanted, read, Vec::new())
}

/// What a face wants back from [`merge_read`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// The registry: the answer of `mergeRegistry`.
    Registry,
    /// The same, for a face that puts the lanes in where [`Linked`] only names their capabilities.
    Linked,
    /// Only what became of the overlays: the answer of `loadOverlays`.
    Loaded,
}

/// `mergeRegistry` and `loadOverlays` for a face that has parsed everything one by one. `settings` are
/// `{hostVersion, centralKeys?, centralPatterns?, configHome?}`; `problems` are told beside ours.
#[must_use]
#[inline(never)]
pub fn merge_read(
    settings: Value<'_>,
    profile: Profile,
    wanted: Wanted,
    (first_party, overlays): (&[Value<'_>], &[Overlay<'_>]),
    problems: Vec<Diagnostic>,
) -> String {
    let central = match central(settings) {
        Ok(central) => central,
        Err(error) => return error,
    };
    let home = given(settings, "configHome").map(|home| home.text().to_lossy());
    let options = LoadOptions {
        host_version: &text(settings, "hostVersion"),
        satisfies: &satisfies,
        central: &central,
        profile,
        config_home: home.as_deref(),
    };
    match wanted {
        Wanted::Loaded => json(&Answer::of(&load_overlays(first_party, overlays, &options))),
        Wanted::Registry | Wanted::Linked => {
            let mut merged = merge(first_party, overlays, &options);
            merged.loaded.problems.extend(problems);
            if wanted == Wanted::Linked {
                json(&Linked(&merged))
            } else {
                json(&merged)
            }
        }
    }
}

/// `{hostVersion, centralKeys?, centralPatterns?, firstParty, overlays, profile?, configHome?}`, the profile being
/// the peer's unless it is given; an overlay is `{scope, dir, manifest | text, files?, ledger?, consented?}` (O-1).
fn overlays(input: Value<'_>) -> String {
    load(input, Profile::Peer, Wanted::Loaded)
}

/// As [`overlays`], the profile being `strict` unless it is given: the whole registry.
fn merged(input: Value<'_>) -> String {
    load(input, Profile::Strict, Wanted::Registry)
}

/// The answer to [`overlays`].
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a, 'd> {
    accepted: Vec<&'a Text<'d>>,
    warnings: &'a [Skipped<'d>],
    blocked_gates: &'a [BlockedGate<'d>],
    incompatible_gate_cap_ids: &'a [Text<'d>],
    command_roots: &'a [CommandRoot<'d>],
    diagnostics: &'a [Recorded<'d>],
    remarks: &'a [Remark<'d>],
    unchanged: bool,
}

impl<'a, 'd> Answer<'a, 'd> {
    fn of(loaded: &'a Loaded<'d>) -> Self {
        Self {
            accepted: loaded.accepted.iter().map(|it| &it.id).collect(),
            warnings: &loaded.warnings,
            blocked_gates: &loaded.blocked_gates,
            incompatible_gate_cap_ids: &loaded.incompatible_gate_cap_ids,
            command_roots: &loaded.command_roots,
            diagnostics: &loaded.diagnostics,
            remarks: &loaded.remarks,
            unchanged: loaded.unchanged,
        }
    }
}
