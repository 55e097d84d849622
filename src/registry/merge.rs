//! The registry of the first-party capabilities and all overlays that are accepted.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::build::{BuildError, Registry, format_fault, generate, slice_fault};
use super::capability::Capability;
use super::claims::id_of;
use super::closure::Requirements;
use super::describe;
use super::lanes::{Lane, Lanes, lane_roster};
use super::overlay::{LoadOptions, Loaded, Overlay, advice, load_overlays};
use super::text::Text;
use crate::diagnostic::Diagnostic;
use crate::json::Value;

/// The one registry from which roster, headings, flags, selection and plans answer (F-02).
#[derive(Debug, Clone)]
pub struct Merged<'d> {
    /// The generated registry.
    pub registry: Registry<'d>,
    /// The lanes, first-party ones first.
    pub lanes: Vec<Lane<'d>>,
    /// Their names (VB-10).
    pub roster: Vec<Text<'d>>,
    /// What became of the overlays.
    pub loaded: Loaded<'d>,
    /// What is wrong with the first-party manifests; nothing, unless they were never built.
    pub first_party_errors: Vec<BuildError<'d>>,
}

/// Loads overlays and generates the registry with those that are accepted. First-party manifests are taken as they
/// are; what the build would refuse in them is reported and kept.
#[must_use]
pub fn merge<'d>(
    first_party: &[Value<'d>],
    overlays: &'d [Overlay<'_>],
    options: &LoadOptions<'_>,
) -> Merged<'d> {
    let loaded = load_overlays(first_party, overlays, options);
    let mut errors: Vec<BuildError<'d>> = first_party
        .iter()
        .filter_map(|manifest| slice_fault(*manifest).or_else(|| format_fault(*manifest)))
        .collect();
    let accepted = loaded.accepted.iter().map(|it| it.capability.clone());
    let all: Vec<Capability<'d>> = first_party
        .iter()
        .copied()
        .map(Capability::from)
        .chain(accepted)
        .collect();
    let mut lanes = Lanes::default();
    for capability in &all {
        lanes.capability(&id_of(capability.manifest), capability.manifest);
    }
    let (registry, cycle) = generate(all);
    errors.extend(cycle);
    let mut loaded = loaded;
    loaded.problems.extend(errors.iter().map(problem));
    Merged {
        registry,
        roster: lane_roster(&lanes.all),
        lanes: lanes.all,
        loaded,
        first_party_errors: errors,
    }
}

/// Whether a lane is what its capability shows as `reviewer`, to the letter.
fn stands_whole(lane: &Lane<'_>, registry: &Registry<'_>) -> bool {
    let shown = lane.capability.as_ref().and_then(|id| {
        let capability = registry.capabilities.get(id.bytes())?;
        (!capability.has_texts())
            .then_some(capability.manifest)?
            .get("reviewer")
    });
    let slug = lane.body.get("slug").and_then(Value::as_str);
    shown.is_some_and(|shown| shown.is(lane.body))
        && slug.is_some_and(|slug| Text::of(slug) == lane.slug)
}

fn problem(error: &BuildError<'_>) -> Diagnostic {
    let rule = match error {
        BuildError::OrderingCycle { .. } => "G-8",
        BuildError::FormatParity { .. } => "G-9",
        BuildError::ConfigSlice { .. } => "G-10",
        BuildError::ClusterGate { .. } => "G-4",
    };
    let message = describe::build_error(error);
    advice(error.code(), rule, String::new(), "$".to_string(), message)
}

impl<'d> Merged<'d> {
    /// Who requires whom, for the closure of ids (G-12, VB-7).
    #[must_use]
    pub fn requirements(&self) -> Requirements<'d> {
        let all = self.registry.capabilities.iter();
        Requirements::of(all.map(|(_, capability)| capability.manifest))
    }
}

impl Serialize for Merged<'_> {
    /// The registry's members, then lanes, roster and what became of the overlays, all in one object.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Shown {
            merged: self,
            linked: false,
        }
        .serialize(serializer)
    }
}

/// The same, but that a lane which stands whole under `capabilities` is only the id of its capability: a quarter less
/// to write and to read.
#[derive(Debug, Clone, Copy)]
pub struct Linked<'a, 'd>(pub &'a Merged<'d>);

impl Serialize for Linked<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Shown {
            merged: self.0,
            linked: true,
        }
        .serialize(serializer)
    }
}

struct Shown<'a, 'd> {
    merged: &'a Merged<'d>,
    linked: bool,
}

/// A lane, or where it stands.
struct LaneOrId<'a, 'd>(&'a Lane<'d>, bool);

impl Serialize for LaneOrId<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0.capability {
            Some(id) if self.1 => id.serialize(serializer),
            _ => self.0.serialize(serializer),
        }
    }
}

impl Serialize for Shown<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Merged {
            registry,
            lanes,
            roster,
            loaded,
            ..
        } = self.merged;
        let lanes: Vec<LaneOrId<'_, '_>> = lanes
            .iter()
            .map(|lane| LaneOrId(lane, self.linked && stands_whole(lane, registry)))
            .collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("version", registry.version)?;
        map.serialize_entry("capabilities", &registry.capabilities)?;
        map.serialize_entry("runtimes", &registry.runtimes)?;
        map.serialize_entry("bySkill", &registry.by_skill)?;
        map.serialize_entry("byAgent", &registry.by_agent)?;
        map.serialize_entry("configKeys", &registry.config_keys)?;
        map.serialize_entry("configSchema", &registry.config_schema)?;
        map.serialize_entry("commandFamilies", &registry.command_families)?;
        map.serialize_entry("capabilityClusters", &registry.capability_clusters)?;
        map.serialize_entry("profileMembership", &registry.profile_membership)?;
        map.serialize_entry("byLoopPoint", &registry.by_loop_point)?;
        map.serialize_entry("lanes", &lanes)?;
        map.serialize_entry("roster", roster)?;
        let accepted: Vec<&Text<'_>> = loaded.accepted.iter().map(|it| &it.id).collect();
        map.serialize_entry("accepted", &accepted)?;
        map.serialize_entry("inactive", &loaded.warnings)?;
        map.serialize_entry("blockedGates", &loaded.blocked_gates)?;
        map.serialize_entry("incompatibleGateCapIds", &loaded.incompatible_gate_cap_ids)?;
        map.serialize_entry("commandRoots", &loaded.command_roots)?;
        map.serialize_entry("diagnostics", &loaded.diagnostics)?;
        map.serialize_entry("warnings", &loaded.remarks)?;
        map.serialize_entry("problems", &loaded.problems)?;
        map.serialize_entry("unchanged", &loaded.unchanged)?;
        map.end()
    }
}
