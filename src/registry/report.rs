//! Cross-capability findings as diagnostics that name every claimant and its place.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

use super::claims::{elements, id_of, members, point_index};
use super::describe;
use super::findings::{Collision, CollisionKind, CrossCode, Findings, Other};
use super::names::Map;
use super::text::Text;
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::json::{Positions, Str, Value};
use crate::manifest::dotted;
use crate::sort::sort_by;
use crate::vocabulary::codes::Code;
use crate::vocabulary::feature::POINTS;
use crate::vocabulary::limits::MAX_DIAGNOSTICS;
use crate::vocabulary::registry::HOOK_GROUPS;

/// When a set is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// An exact central key is a migration that is under way, and warns.
    Build,
    /// Everything is an error.
    Load,
}

/// Where in a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Which manifest, by its place in the list.
    pub manifest: usize,
    /// Its id.
    pub capability: String,
    /// JSON pointer.
    pub path: String,
    /// The span, for text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
}

/// A finding about several manifests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CrossDiagnostic {
    /// The finding; its place is the first of the places.
    #[serde(flatten)]
    pub diagnostic: Diagnostic,
    /// Who takes part.
    pub claimants: Vec<String>,
    /// Where, for each of them.
    pub places: Vec<Place>,
}

/// What a finding is about, within one manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Site {
    Id,
    Held(CollisionKind),
    Requires,
    /// The list itself.
    AllRequires,
    Runtime(&'static str),
    Into(&'static str),
    When(&'static str),
    PointFrom(Option<&'static str>),
    Consumes(&'static str),
    Produces(&'static str),
}

/// The value a finding is about, and whether it is about its key.
type Spot<'d> = (Value<'d>, bool);

/// What is looked for in one manifest.
type Sites<'d> = Map<'d, Vec<(Site, Option<Spot<'d>>)>>;

/// Turns findings into diagnostics. `manifests` are those that were judged, in any order.
#[must_use]
pub fn cross_diagnostics<'d>(
    findings: &Findings<'d>,
    manifests: &[Value<'d>],
    stage: Stage,
) -> Vec<CrossDiagnostic> {
    let mut reporter = Reporter::new(manifests);
    let mut found = Vec::new();
    for (id, number) in reporter.by_id.names.all() {
        let places = reporter.by_id.at(number).map_or(&[][..], Vec::as_slice);
        if places.len() > 1 {
            let message = format!("{} manifests have the id {}", places.len(), id.quoted());
            let help = "give each capability an id of its own".to_string();
            let diagnostic = diagnostic(Code::IdTaken, Severity::Error, "X-0", message, Some(help));
            let sought = places
                .iter()
                .map(|place| (*place, Site::Id, Text::plain("")));
            found.push((diagnostic, sought.collect(), Vec::from([id.clone()])));
        }
    }
    for collision in &findings.collisions {
        if reporter.only_repeats(collision) {
            continue;
        }
        let severity = match (collision.kind, stage) {
            (CollisionKind::CentralKey, Stage::Build) => Severity::Warning,
            _ => Severity::Error,
        };
        let message = describe::collision(collision);
        let kind = collision.kind;
        let diagnostic = diagnostic(kind.code(), severity, kind.rule(), message, None);
        found.push((
            diagnostic,
            reporter.sites_of_collision(collision),
            collision.claimants.clone(),
        ));
    }
    for other in &findings.other {
        let message = describe::other(other);
        let help = Some(describe::help(other.code));
        let code = other.code;
        let diagnostic = diagnostic(code.code(), Severity::Error, code.rule(), message, help);
        let claimants = other.capability.iter().chain(&other.members);
        found.push((
            diagnostic,
            reporter.sites_of_other(other),
            claimants.cloned().collect(),
        ));
    }
    let left_out = found.len().saturating_sub(MAX_DIAGNOSTICS);
    found.truncate(MAX_DIAGNOSTICS);
    let mut placed = reporter.place(found);
    if left_out > 0 {
        let message = format!(
            "{left_out} more findings are left out; the first {MAX_DIAGNOSTICS} are reported"
        );
        placed.push(CrossDiagnostic {
            diagnostic: diagnostic(Code::TooMany, Severity::Error, "F-51", message, None),
            claimants: Vec::new(),
            places: Vec::new(),
        });
    }
    placed
}

#[inline(never)]
fn diagnostic(
    code: Code,
    severity: Severity,
    rule: &'static str,
    message: String,
    help: Option<String>,
) -> Diagnostic {
    Diagnostic {
        code,
        severity,
        rule,
        path: String::new(),
        field: "$".to_string(),
        message,
        help,
        beyond: false,
        related: Vec::new(),
        span: None,
    }
}

/// A diagnostic without its places.
type Unplaced<'d> = (Diagnostic, Vec<(usize, Site, Text<'d>)>, Vec<Text<'d>>);

struct Reporter<'a, 'd> {
    manifests: &'a [Value<'d>],
    by_id: Map<'d, Vec<usize>>,
}

impl<'a, 'd> Reporter<'a, 'd> {
    fn new(manifests: &'a [Value<'d>]) -> Self {
        let mut by_id: Map<'d, Vec<usize>> = Map::default();
        for (place, manifest) in manifests.iter().enumerate() {
            by_id.change(id_of(*manifest), |it| it.push(place));
        }
        Self { manifests, by_id }
    }

    fn first(&self, id: &Text<'d>) -> Option<usize> {
        self.by_id.get(id.bytes())?.first().copied()
    }

    /// Whether several manifests of one id claim something that no other does: that they share the id says it all
    /// (F-49).
    fn only_repeats(&self, collision: &Collision<'d>) -> bool {
        let shared = |id: &Text<'d>| self.by_id.get(id.bytes()).is_some_and(|it| it.len() > 1);
        !matches!(
            collision.kind,
            CollisionKind::CentralKey | CollisionKind::CentralPattern
        ) && matches!(&*collision.claimants, [only] if shared(only))
    }

    fn sites_of_collision(&self, collision: &Collision<'d>) -> Vec<(usize, Site, Text<'d>)> {
        let kind = match collision.kind {
            CollisionKind::CentralKey | CollisionKind::CentralPattern => CollisionKind::ConfigKey,
            kind => kind,
        };
        let claimants = collision.claimants.iter();
        claimants
            .filter_map(|id| Some((self.first(id)?, Site::Held(kind), collision.key.clone())))
            .collect()
    }

    fn sites_of_other(&self, other: &Other<'d>) -> Vec<(usize, Site, Text<'d>)> {
        let point = other.point.unwrap_or_default();
        let site = match other.code {
            CrossCode::ConsumesNeverProduced
            | CrossCode::ConsumesOwnOutput
            | CrossCode::ConsumesTooEarly => Site::Consumes(point),
            CrossCode::ContributionInto => Site::Into(point),
            CrossCode::StepWhen => Site::When("steps"),
            CrossCode::ContributionWhen => Site::When("contributions"),
            CrossCode::GateWhen => Site::When("gates"),
            CrossCode::DuplicateProducer => Site::Produces(point),
            CrossCode::PointFromMissing
            | CrossCode::PointFromNotEnum
            | CrossCode::PointFromUnreachable => Site::PointFrom(other.point),
            CrossCode::RequiresCycle => Site::AllRequires,
            CrossCode::RequiresMissing | CrossCode::TierMonotone => Site::Requires,
            CrossCode::RuntimeUnknown => Site::Runtime(other.field.unwrap_or_default()),
        };
        let target = other.target.clone().unwrap_or(Text::plain(""));
        let claimants = other.capability.iter().chain(&other.members);
        claimants
            .filter_map(|id| Some((self.first(id)?, site, target.clone())))
            .collect()
    }

    /// Works out all places, each manifest in one walk.
    fn place(&mut self, found: Vec<Unplaced<'d>>) -> Vec<CrossDiagnostic> {
        let mut wanted: Vec<Option<Wanted<'d>>> = Vec::new();
        wanted.resize_with(self.manifests.len(), || None);
        for (_, sites, _) in &found {
            for (manifest, site, key) in sites {
                if let Some(wanted) = wanted.get_mut(*manifest) {
                    let sites = &mut wanted.get_or_insert_default().sites;
                    sites.change(key.clone(), |slots| {
                        if slots.iter().all(|(known, _)| known != site) {
                            slots.push((*site, None));
                        }
                    });
                }
            }
        }
        for (wanted, manifest) in wanted.iter_mut().zip(self.manifests) {
            let Some(Wanted { sites, located }) = wanted else {
                continue;
            };
            let mut spots = Vec::new();
            walk(*manifest, &mut |site, key, value, is_key| {
                for (wanted, slot) in sites.get_mut(&key.wtf8()).into_iter().flatten() {
                    if *wanted == site && slot.is_none() {
                        *slot = Some((value, is_key));
                        spots.push((value, is_key));
                    }
                }
            });
            *located = locate(*manifest, spots);
        }
        let mut told = Vec::with_capacity(found.len());
        for (mut diagnostic, sites, claimants) in found {
            let mut places = Vec::with_capacity(sites.len());
            for (manifest, site, key) in sites {
                let wanted = wanted.get(manifest).and_then(Option::as_ref);
                places.extend(wanted.and_then(|wanted| {
                    Some(Place {
                        manifest,
                        capability: id_of(*self.manifests.get(manifest)?).to_lossy(),
                        ..wanted.place(site, &key)
                    })
                }));
            }
            if let Some(first) = places.first() {
                diagnostic.field = field_of(&first.path);
                diagnostic.path.clone_from(&first.path);
                diagnostic.span = first.span;
            }
            told.push(CrossDiagnostic {
                diagnostic,
                claimants: claimants.iter().map(Text::to_lossy).collect(),
                places,
            });
        }
        told
    }
}

/// A pointer as a rule path: keys of maps stand in brackets (V-1).
fn field_of(pointer: &str) -> String {
    for (map, name) in [
        ("/config/", "config"),
        ("/runtimeCompat/notes/", "runtimeCompat.notes"),
    ] {
        if let Some(key) = pointer.strip_prefix(map) {
            let key = key.replace("~1", "/").replace("~0", "~");
            return format!("{name}[\"{key}\"]");
        }
    }
    dotted(pointer)
}

/// What is looked for in one manifest, and where it is.
#[derive(Default)]
struct Wanted<'d> {
    sites: Sites<'d>,
    located: Vec<Located>,
}

impl<'d> Wanted<'d> {
    /// Where a site is; the manifest is left open.
    fn place(&self, site: Site, key: &Text<'d>) -> Place {
        let mut place = Place {
            manifest: 0,
            capability: String::new(),
            path: String::new(),
            span: None,
        };
        for (known, slot) in self.sites.get(key.bytes()).into_iter().flatten() {
            if *known == site
                && let Some((value, _)) = slot
                && let Ok(at) = self
                    .located
                    .binary_search_by_key(&value.id(), |located| located.0)
                && let Some((_, path, span)) = self.located.get(at)
            {
                place.path.clone_from(path);
                place.span = *span;
            }
        }
        place
    }
}

/// The pointer and the span of the value of an id.
type Located = (u32, String, Option<Span>);

/// Pointers and spans of values of one manifest, by id.
#[inline(never)]
fn locate<'d>(manifest: Value<'d>, mut values: Vec<Spot<'d>>) -> Vec<Located> {
    let document = manifest.document();
    sort_by(&mut values, |(a, _), (b, _)| a.id().cmp(&b.id()));
    values.dedup_by_key(|(value, _)| value.id());
    let ids: Vec<u32> = values.iter().map(|(value, _)| value.id()).collect();
    let base = document.pointers(&[manifest.id()]);
    let base = base.first().map_or(0, String::len);
    let pointers = document.pointers(&ids).into_iter();
    // A manifest that stands inside a larger text has no spans of its own.
    let positions = (document.is_text() && base == 0).then(|| Positions::new(document));
    let mut located = Vec::with_capacity(values.len());
    for ((value, is_key), pointer) in values.into_iter().zip(pointers) {
        let spanned = if is_key { value.key_before() } else { None };
        let span = positions
            .as_ref()
            .and_then(|positions| Some(Span::of(positions, spanned.unwrap_or(value).span()?)));
        let path = pointer.get(base..).unwrap_or_default().to_string();
        located.push((value.id(), path, span));
    }
    located
}

/// Shows everything in a manifest that a finding can be about: what it is, its name, the value, and whether the
/// name is the value's key.
#[inline(never)]
fn walk<'d>(manifest: Value<'d>, visit: &mut Visit<'_, 'd>) {
    use CollisionKind as Kind;
    let root = Some(manifest);
    let lane = manifest.get("reviewer");
    let compat = manifest.get("runtimeCompat");
    let lists = [
        (root, "skills", Site::Held(Kind::Skill)),
        (root, "agents", Site::Held(Kind::Agent)),
        (root, "requires", Site::Requires),
        (lane, "flags", Site::Held(Kind::LaneFlag)),
        (compat, "supported", Site::Runtime("supported")),
        (compat, "unsupported", Site::Runtime("unsupported")),
    ];
    for (holder, name, site) in lists {
        walk_texts(holder, name, site, visit);
    }
    for (name, site) in [("id", Site::Id), ("requires", Site::AllRequires)] {
        if let Some(value) = manifest.get(name) {
            visit(site, Str::EMPTY, value, false);
        }
    }
    let resolver = manifest.get("taskContentResolver");
    let singles = [
        (lane, "slug", Site::Held(Kind::LaneSlug)),
        (lane, "reviewsSection", Site::Held(Kind::LaneSection)),
        (resolver, "trackerPrefix", Site::Held(Kind::TrackerPrefix)),
    ];
    for (holder, name, site) in singles {
        walk_text(holder.and_then(|it| it.get(name)), site, visit);
    }
    for command in elements(manifest.get("commands")) {
        walk_text(
            command.get("family"),
            Site::Held(Kind::CommandFamily),
            visit,
        );
    }
    for (group, _) in HOOK_GROUPS {
        for hook in elements(manifest.get(group)) {
            walk_text(hook.get("when"), Site::When(group), visit);
            let Some(point) = point_index(hook).and_then(|it| POINTS.get(it).copied()) else {
                continue;
            };
            match *group {
                "contributions" => walk_text(hook.get("into"), Site::Into(point), visit),
                "steps" => {
                    for at in [None, Some(point)] {
                        walk_text(hook.get("pointFrom"), Site::PointFrom(at), visit);
                    }
                    walk_texts(Some(hook), "consumes", Site::Consumes(point), visit);
                    walk_texts(Some(hook), "produces", Site::Produces(point), visit);
                }
                _ => {}
            }
        }
    }
    let notes = compat.and_then(|compat| compat.get("notes"));
    let keyed = [
        (manifest.get("config"), Site::Held(Kind::ConfigKey)),
        (notes, Site::Runtime("notes")),
    ];
    for (map, site) in keyed {
        for (key, value) in members(map) {
            visit(site, key, value, true);
        }
    }
}

type Visit<'v, 'd> = dyn FnMut(Site, Str<'d>, Value<'d>, bool) + 'v;

#[inline(never)]
fn walk_text<'d>(value: Option<Value<'d>>, site: Site, visit: &mut Visit<'_, 'd>) {
    if let Some(value) = value
        && let Some(text) = value.as_str()
    {
        visit(site, text, value, false);
    }
}

#[inline(never)]
fn walk_texts<'d>(holder: Option<Value<'d>>, name: &str, site: Site, visit: &mut Visit<'_, 'd>) {
    for item in elements(holder.and_then(|holder| holder.get(name))) {
        walk_text(Some(item), site, visit);
    }
}
