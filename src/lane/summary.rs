//! What the lanes of a registry are called, and what would become of them (L-150, L-151).

use alloc::string::String;
use alloc::vec::Vec;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::budget::lane_budget;
use super::config::ConfigValue;
use super::effort::lane_effort;
use super::plan::{Instance, Platform, Request};
use super::plan::{Plan, Reason, Refusal, Transport, Warning, resolve};
use crate::diagnostic::Profile;
use crate::json::{Str, Value, compare_utf16};
use crate::registry::{Lane, lane_map};
use crate::sort::sort_by;
use crate::vocabulary::grammar::FLAG;

/// The one map of lanes: first-party ones in their order, then those of overlays.
#[derive(Debug)]
pub struct LaneMap<'d>(Vec<Lane<'d>>);

impl<'d> LaneMap<'d> {
    /// The lanes of first-party manifests and of a map of overlays.
    #[must_use]
    pub fn new(first_party: &[Value<'d>], overlays: Option<Value<'d>>) -> Self {
        let bodies: Vec<Value<'d>> = first_party
            .iter()
            .filter_map(|manifest| manifest.get("reviewer"))
            .collect();
        Self(lane_map(&bodies, overlays))
    }

    /// The lanes of a merged registry.
    #[must_use]
    pub fn of(lanes: Vec<Lane<'d>>) -> Self {
        Self(lanes)
    }

    /// The lanes in order.
    pub fn iter(&self) -> impl Iterator<Item = &Lane<'d>> {
        self.0.iter()
    }

    /// The lane of exactly that slug.
    #[must_use]
    pub fn get(&self, slug: &str) -> Option<&Lane<'d>> {
        self.iter()
            .find(|lane| lane.slug.bytes() == slug.as_bytes())
    }

    /// The selected lanes in the map's order (B-17); all if nothing is said.
    fn selected<'m>(
        &'m self,
        selected: Option<&'m [String]>,
    ) -> impl Iterator<Item = &'m Lane<'d>> {
        self.iter().filter(move |lane| {
            let named = |slug: &String| slug.as_bytes() == lane.slug.bytes();
            selected.is_none_or(|selected| selected.iter().any(named))
        })
    }
}

/// The heading of a lane's section; its slug if it declares none.
fn section(lane: &Lane<'_>) -> String {
    let declared = lane.body.get("reviewsSection").and_then(Value::as_str);
    let declared = declared.map(Str::to_lossy).filter(|text| !text.is_empty());
    declared.unwrap_or_else(|| slug_of(lane))
}

fn slug_of(lane: &Lane<'_>) -> String {
    Str::of_wtf8(lane.slug.bytes()).to_lossy()
}

/// An instance: a name, and the slug of the lane that it runs.
#[derive(Debug, Clone, Copy)]
pub struct Named<'q> {
    /// Under which it is selected and shown.
    pub identity: &'q str,
    /// The slug of its lane.
    pub cli: &'q str,
}

/// Identity and heading of each selected lane, in the map's order, instances behind their lane (B-17). What is unknown
/// has none.
#[must_use]
pub fn sections(
    lanes: &LaneMap<'_>,
    selected: Option<&[String]>,
    instances: &[Named<'_>],
) -> Vec<(String, String)> {
    let wanted = |name: &str| selected.is_none_or(|all| all.iter().any(|it| it == name));
    let mut sections = Vec::new();
    for lane in lanes.iter() {
        let slug = slug_of(lane);
        let mut names = Vec::new();
        for instance in instances {
            if instance.cli == slug && wanted(instance.identity) {
                names.push(String::from(instance.identity));
            }
        }
        if wanted(&slug) {
            names.insert(0, slug);
        }
        sections.extend(names.into_iter().map(|name| (name, section(lane))));
    }
    sections
}

/// The flags that ask for the selected lanes, in the map's order; what is no flag is left out.
#[must_use]
pub fn flags(lanes: &LaneMap<'_>, selected: Option<&[String]>) -> Vec<String> {
    let mut flags: Vec<String> = Vec::new();
    for lane in lanes.selected(selected) {
        for flag in flags_of(lane) {
            if !flags.contains(&flag) {
                flags.push(flag);
            }
        }
    }
    flags
}

fn flags_of(lane: &Lane<'_>) -> Vec<String> {
    let flags = lane.body.get("flags").into_iter().flat_map(Value::items);
    let flags = flags.filter_map(Value::as_str).map(Str::to_lossy);
    flags
        .filter(|flag| (FLAG.matches)(flag.as_bytes()))
        .collect()
}

/// The slugs of the lanes whose flags stand among arguments, sorted, with commas between them.
#[must_use]
pub fn explicit_from_argv(lanes: &LaneMap<'_>, argv: &[String]) -> String {
    let asked = |lane: &&Lane<'_>| flags_of(lane).iter().any(|flag| argv.contains(flag));
    let mut slugs: Vec<String> = lanes.iter().filter(asked).map(slug_of).collect();
    sort_by(&mut slugs, |a, b| compare_utf16(a.as_bytes(), b.as_bytes()));
    slugs.join(",")
}

/// What would become of one lane.
#[derive(Debug, Clone)]
pub struct Outlook {
    /// The slug that was asked for.
    pub slug: String,
    /// The rest.
    pub fate: Fate,
}

impl Outlook {
    /// Whether there is a plan.
    #[must_use]
    pub fn ok(&self) -> bool {
        matches!(self.fate, Fate::Planned { .. })
    }
}

impl Serialize for Outlook {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_map(None)?;
        out.serialize_entry("slug", &self.slug)?;
        out.serialize_entry("ok", &self.ok())?;
        match &self.fate {
            Fate::Planned {
                section,
                transport,
                prompt_budget,
                prompt_path,
                warnings,
            } => {
                out.serialize_entry("section", section)?;
                out.serialize_entry("transport", transport)?;
                out.serialize_entry("promptBudget", prompt_budget)?;
                out.serialize_entry("promptPath", prompt_path)?;
                if !warnings.is_empty() {
                    out.serialize_entry("warnings", warnings)?;
                }
            }
            Fate::Refused(refusal) => {
                out.serialize_entry("reason", &refusal.reason)?;
                out.serialize_entry("detail", &refusal.detail)?;
            }
        }
        out.end()
    }
}

/// What is known of a lane with a plan, or why there is none.
#[derive(Debug, Clone)]
pub enum Fate {
    /// There is a plan.
    Planned {
        /// The heading of its section.
        section: String,
        /// How it is reached.
        transport: &'static str,
        /// The tokens its prompt may have.
        prompt_budget: Option<f64>,
        /// The file whose content it is sent; null where the program finds it by itself, or gets none.
        prompt_path: Option<String>,
        /// What somebody should see.
        warnings: Vec<Warning>,
    },
    /// There is none.
    Refused(Refusal),
}

/// Where and for whom lanes would run.
pub struct Circumstances<'q> {
    /// The resolved configuration.
    pub config: &'q dyn Fn(&str) -> Option<ConfigValue>,
    /// The directory of the run.
    pub run_dir: &'q str,
    /// The root of the repository.
    pub repo_root: &'q str,
    /// Whose rules.
    pub profile: Profile,
    /// The system.
    pub platform: Platform,
}

impl Circumstances<'_> {
    /// Resolves a lane with its own effort.
    ///
    /// # Errors
    /// As [`resolve`].
    pub fn resolve<'d>(
        &self,
        lane: Value<'d>,
        instance: Instance<'_>,
    ) -> Result<Plan<'d>, Refusal> {
        let effort = lane_effort(lane, self.config);
        resolve(&Request {
            lane,
            config: self.config,
            run_dir: self.run_dir,
            repo_root: self.repo_root,
            effort_args: &effort.argv,
            effort_value: effort.value,
            instance,
            profile: self.profile,
            platform: self.platform,
        })
    }
}

/// What would become of lanes, in the order in which they are named; of all if nothing is said.
#[must_use]
pub fn outlook(
    lanes: &LaneMap<'_>,
    selected: Option<&[String]>,
    circumstances: &Circumstances<'_>,
) -> Vec<Outlook> {
    let all: Vec<String>;
    let slugs = if let Some(selected) = selected {
        selected
    } else {
        all = lanes.iter().map(slug_of).collect();
        &all
    };
    let one = |slug: &String| Outlook {
        slug: slug.clone(),
        fate: fate(lanes.get(slug), circumstances),
    };
    slugs.iter().map(one).collect()
}

fn fate(lane: Option<&Lane<'_>>, circumstances: &Circumstances<'_>) -> Fate {
    let Some(lane) = lane else {
        let unknown = Refusal::new(Reason::MalformedLane, "there is no lane of that name");
        return Fate::Refused(unknown);
    };
    match circumstances.resolve(lane.body, Instance::default()) {
        Err(refusal) => Fate::Refused(refusal),
        Ok(plan) => {
            let (transport, prompt_path) = match plan.transport {
                Transport::Spawn(spawn) => ("spawn", spawn.stdin),
                Transport::Http(_) => ("openai-http", Some(plan.prompt_path)),
            };
            Fate::Planned {
                section: section(lane),
                transport,
                prompt_budget: lane_budget(lane.body, circumstances.config),
                prompt_path,
                warnings: plan.warnings,
            }
        }
    }
}
