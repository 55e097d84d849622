//! Generating the registry of accepted manifests (G-1…G-11).

use alloc::vec::Vec;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::capability::{Capability, LoopHook};
use super::claims::{has_role, hooks, id_of, members, point_index, texts, unique};
use super::findings::sorted;
use super::order::{Entry, order};
use super::table::Table;
use super::text::Text;
use crate::json::{Str, Value};
use crate::manifest::slice_findings;
use crate::sort::sort_by;
use crate::vocabulary::codes::Code;
use crate::vocabulary::envelope::TIERS;
use crate::vocabulary::feature::POINTS;
use crate::vocabulary::registry::{HOOK_GROUPS, REGISTRY_VERSION};
use crate::vocabulary::runtime::SURFACE_GATE;

/// Why no registry can be made of a set of manifests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BuildError<'d> {
    /// Hooks at one point wait for each other (G-8).
    OrderingCycle {
        /// The point.
        point: &'static str,
        /// `steps` or `contributions`.
        group: &'static str,
        /// The capabilities whose hooks cannot run.
        members: Vec<Text<'d>>,
    },
    /// A runtime's configuration format does not go with its install surface (G-9).
    FormatParity {
        /// The runtime.
        capability: Text<'d>,
        /// The format that the surface needs.
        expected: &'static str,
    },
    /// A configuration slice cannot be merged (G-10).
    ConfigSlice {
        /// Whose it is.
        capability: Text<'d>,
        /// Its key; empty if `config` itself is no object.
        key: Text<'d>,
        /// What is wrong (G-20).
        faults: Vec<&'static str>,
    },
    /// A capability named like a cluster does not own exactly the cluster's skills.
    ClusterGate {
        /// The capability.
        capability: Text<'d>,
    },
}

impl BuildError<'_> {
    /// The stable code.
    #[must_use]
    pub const fn code(&self) -> Code {
        match self {
            Self::OrderingCycle { .. } => Code::OrderingCycle,
            Self::FormatParity { .. } => Code::FormatParity,
            Self::ConfigSlice { .. } => Code::ConfigSlice,
            Self::ClusterGate { .. } => Code::ClusterGate,
        }
    }
}

/// The owner of a configuration key and its slice (G-3).
#[derive(Debug, Clone)]
pub struct ConfigEntry<'d> {
    /// Whose it is.
    pub owner: Text<'d>,
    /// The slice as it was declared.
    pub slice: Value<'d>,
}

impl<'d> ConfigEntry<'d> {
    /// Its default.
    #[must_use]
    pub fn default_value(&self) -> Option<Value<'d>> {
        self.slice.get("default")
    }

    fn values(&self) -> Option<Value<'d>> {
        let is_enum = self
            .slice
            .get("type")
            .is_some_and(|it| it.text().is("enum"));
        self.slice
            .get("values")
            .filter(|values| is_enum && values.is_array())
    }
}

impl Serialize for ConfigEntry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let part = |name: &'static str| self.slice.get(name).map(|value| (name, value));
        let parts = ["type", "default", "description"]
            .into_iter()
            .filter_map(part);
        let values = self.values().map(|values| ("values", values));
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("owner", &self.owner)?;
        for (name, value) in parts.chain(values) {
            map.serialize_entry(name, &value)?;
        }
        map.end()
    }
}

/// Where a command family is (G-11).
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CommandFamily<'d> {
    /// Whose it is.
    pub cap_id: Text<'d>,
    /// The file.
    pub module: Option<Str<'d>>,
    /// The export of the file.
    pub router: Option<Str<'d>>,
}

/// The profiles a capability belongs to (G-4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Membership {
    /// Its tier.
    pub tier: &'static str,
    /// The profiles that include the tier.
    pub profiles: &'static [&'static str],
}

/// The hooks at one point, in the order in which they run.
#[derive(Debug, Clone, Default, Serialize)]
pub struct PointHooks<'d> {
    /// By what they need of each other (G-5).
    pub steps: Vec<LoopHook<'d>>,
    /// By what they need of each other (G-6).
    pub contributions: Vec<LoopHook<'d>>,
    /// By capability (G-7).
    pub gates: Vec<LoopHook<'d>>,
}

impl<'d> PointHooks<'d> {
    fn group(&mut self, group: &str) -> &mut Vec<LoopHook<'d>> {
        match group {
            "steps" => &mut self.steps,
            "contributions" => &mut self.contributions,
            _ => &mut self.gates,
        }
    }

    /// Whether nothing hangs there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.contributions.is_empty() && self.gates.is_empty()
    }
}

/// A generated registry.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Registry<'d> {
    /// The format.
    pub version: &'static str,
    /// All manifests by id.
    pub capabilities: Table<'d, Capability<'d>>,
    /// Those of role `runtime` (G-2).
    pub runtimes: Table<'d, Capability<'d>>,
    /// The owner of each skill.
    pub by_skill: Table<'d, Text<'d>>,
    /// The owner of each agent.
    pub by_agent: Table<'d, Text<'d>>,
    /// The owner of each configuration key.
    pub config_keys: Table<'d, Text<'d>>,
    /// The slice of each configuration key.
    pub config_schema: Table<'d, ConfigEntry<'d>>,
    /// Where each command family is.
    pub command_families: Table<'d, CommandFamily<'d>>,
    /// The skills of each capability that has some, sorted.
    pub capability_clusters: Table<'d, Vec<Text<'d>>>,
    /// The profiles of the same capabilities.
    pub profile_membership: Table<'d, Membership>,
    /// The hooks at each point.
    pub by_loop_point: Points<'d>,
}

/// The hooks at all points of the loop.
#[derive(Debug, Clone, Default)]
pub struct Points<'d>([PointHooks<'d>; POINTS.len()]);

impl<'d> Points<'d> {
    /// The points with their hooks, in the order of the loop.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &PointHooks<'d>)> {
        POINTS.iter().copied().zip(&self.0)
    }
}

impl Serialize for Points<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// Generates the registry.
///
/// # Errors
/// The first reason for which there is none (G-8…G-10).
pub fn build_registry<'d>(
    capabilities: impl IntoIterator<Item = impl Into<Capability<'d>>>,
) -> Result<Registry<'d>, BuildError<'d>> {
    let capabilities: Vec<Capability<'d>> = capabilities.into_iter().map(Into::into).collect();
    for capability in &capabilities {
        if let Some(error) =
            slice_fault(capability.manifest).or_else(|| format_fault(capability.manifest))
        {
            return Err(error);
        }
    }
    let (registry, cycle) = generate(capabilities);
    cycle.map_or(Ok(registry), Err)
}

/// What a build of the first-party registry checks besides: a capability whose id is the name of a cluster must own
/// exactly the skills of the cluster. `clusters` maps names to skills.
///
/// # Errors
/// [`BuildError::ClusterGate`] for the first capability that does not.
pub fn check_clusters<'d>(
    capabilities: impl IntoIterator<Item = Value<'d>>,
    clusters: Value<'_>,
) -> Result<(), BuildError<'d>> {
    for manifest in capabilities {
        let capability = id_of(manifest);
        let named = clusters
            .entries()
            .find(|(name, _)| *name == capability.as_str());
        if let Some((_, skills)) = named
            && unique(Some(skills)) != unique(manifest.get("skills"))
        {
            return Err(BuildError::ClusterGate { capability });
        }
    }
    Ok(())
}

/// The first slice of a manifest that cannot be merged (G-10).
pub(super) fn slice_fault(manifest: Value<'_>) -> Option<BuildError<'_>> {
    let config = manifest.get("config")?;
    if !config.is_object() {
        return Some(BuildError::ConfigSlice {
            capability: id_of(manifest),
            key: Text::plain(""),
            faults: Vec::from(["slice"]),
        });
    }
    for (key, slice) in members(Some(config)) {
        let faults = slice_findings(slice);
        if !faults.is_empty() {
            return Some(BuildError::ConfigSlice {
                capability: id_of(manifest),
                key: Text::of(key),
                faults,
            });
        }
    }
    None
}

/// Whether a runtime's configuration format goes with its install surface (G-9).
pub(super) fn format_fault(manifest: Value<'_>) -> Option<BuildError<'_>> {
    if !has_role(manifest, "runtime") {
        return None;
    }
    let runtime = manifest.get("runtime")?;
    let text = |name| runtime.get(name).map(Value::text).unwrap_or_default();
    let (_, _, expected) = SURFACE_GATE
        .iter()
        .find(|(surface, _, _)| text("installSurface").is(surface))?;
    (!text("configFormat").is(expected)).then(|| BuildError::FormatParity {
        capability: id_of(manifest),
        expected,
    })
}

/// Generates the registry whatever the hooks; what waits for each other stands at the end of its point.
pub(super) fn generate(
    capabilities: Vec<Capability<'_>>,
) -> (Registry<'_>, Option<BuildError<'_>>) {
    let mut registry = Registry {
        version: REGISTRY_VERSION,
        ..Registry::default()
    };
    for capability in capabilities {
        let manifest = capability.manifest;
        let id = id_of(manifest);
        registry.config(&id, manifest);
        if has_role(manifest, "feature") {
            registry.feature(&id, manifest);
        }
        registry.hooks(&id, &capability);
        if has_role(manifest, "runtime") {
            registry.runtimes.insert(id.clone(), capability.clone());
        }
        registry.capabilities.insert(id, capability);
    }
    let cycle = registry.settle();
    (registry, cycle)
}

impl<'d> Registry<'d> {
    fn config(&mut self, id: &Text<'d>, manifest: Value<'d>) {
        for (key, slice) in members(manifest.get("config")) {
            let key = Text::of(key);
            self.config_keys.insert(key.clone(), id.clone());
            let entry = ConfigEntry {
                owner: id.clone(),
                slice,
            };
            self.config_schema.insert(key, entry);
        }
    }

    fn feature(&mut self, id: &Text<'d>, manifest: Value<'d>) {
        let skills = texts(manifest.get("skills"));
        for skill in &skills {
            self.by_skill.insert(skill.clone(), id.clone());
        }
        for agent in texts(manifest.get("agents")) {
            self.by_agent.insert(agent, id.clone());
        }
        for command in hooks(manifest, "commands") {
            let text = |name| command.get(name).and_then(Value::as_str);
            if let Some(family) = text("family") {
                let entry = CommandFamily {
                    cap_id: id.clone(),
                    module: text("module"),
                    router: text("router"),
                };
                self.command_families.insert(Text::of(family), entry);
            }
        }
        if skills.is_empty() {
            return;
        }
        self.capability_clusters.insert(id.clone(), sorted(skills));
        let tier = manifest.get("tier").map(Value::text).unwrap_or_default();
        if let Some(rank) = TIERS.iter().position(|name| tier.is(name)) {
            let profiles = TIERS.get(rank..).unwrap_or_default();
            let membership = Membership {
                tier: profiles.first().copied().unwrap_or_default(),
                profiles,
            };
            self.profile_membership.insert(id.clone(), membership);
        }
    }

    fn hooks(&mut self, id: &Text<'d>, capability: &Capability<'d>) {
        for (group, _) in HOOK_GROUPS {
            for hook in hooks(capability.manifest, group) {
                let point = point_index(hook).and_then(|index| self.by_loop_point.0.get_mut(index));
                if let Some(point) = point {
                    point.group(group).push(LoopHook {
                        capability: id.clone(),
                        hook,
                        text: capability.fragment_text(hook),
                    });
                }
            }
        }
    }

    /// Brings the hooks into order; the first cycle among them.
    fn settle(&mut self) -> Option<BuildError<'d>> {
        let mut cycle = None;
        for (point, hooks) in POINTS.iter().copied().zip(&mut self.by_loop_point.0) {
            for (group, list) in [
                ("steps", &mut hooks.steps),
                ("contributions", &mut hooks.contributions),
            ] {
                let stuck = arrange(list);
                if !stuck.is_empty() && cycle.is_none() {
                    cycle = Some(BuildError::OrderingCycle {
                        point,
                        group,
                        members: sorted(stuck),
                    });
                }
            }
            sort_by(&mut hooks.gates, |a, b| a.capability.compare(&b.capability));
        }
        cycle
    }
}

/// Orders hooks; the capabilities whose hooks wait for each other.
fn arrange<'d>(list: &mut Vec<LoopHook<'d>>) -> Vec<Text<'d>> {
    let flows: Vec<(Vec<Text<'d>>, Vec<Text<'d>>)> = list
        .iter()
        .map(|entry| {
            let side = |name| unique(entry.hook.get(name));
            (side("produces"), side("consumes"))
        })
        .collect();
    let entries: Vec<Entry<'_, 'd>> = list
        .iter()
        .zip(&flows)
        .map(|(entry, (produces, consumes))| Entry {
            capability: &entry.capability,
            produces,
            consumes,
        })
        .collect();
    let order = order(&entries);
    let mut places: Vec<Option<LoopHook<'d>>> = list.drain(..).map(Some).collect();
    list.extend(
        order
            .sequence
            .iter()
            .filter_map(|index| places.get_mut(*index).and_then(Option::take)),
    );
    let first_stuck = list.len().saturating_sub(order.stuck);
    let stuck = list.iter().skip(first_stuck);
    stuck.map(|entry| entry.capability.clone()).collect()
}
