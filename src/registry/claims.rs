//! What one manifest claims, needs and offers: all that the other capabilities have to know of it.

use alloc::vec::Vec;

use super::central::Central;
use super::findings::{CollisionKind, CrossCode, Other};
use super::names::Map;
use super::text::Text;
use crate::json::{Str, Value};
use crate::sort::sort_by;
use crate::vocabulary::envelope::TIERS;
use crate::vocabulary::feature::{POINTS, WILDCARD};
use crate::vocabulary::registry::{HOOK_GROUPS, PHASES, Phase};

/// What flows through one step or contribution.
#[derive(Debug, Clone)]
pub(super) struct Flow<'d> {
    pub(super) is_step: bool,
    /// Index into [`POINTS`].
    pub(super) point: usize,
    pub(super) produces: Vec<Text<'d>>,
    pub(super) consumes: Vec<Text<'d>>,
}

/// The slices of a manifest by key.
type Config<'d> = Map<'d, Value<'d>>;

/// The claims of one manifest.
#[derive(Debug, Clone)]
pub(super) struct Claims<'d> {
    pub(super) id: Text<'d>,
    /// Rank of the tier.
    pub(super) tier: Option<usize>,
    pub(super) is_runtime: bool,
    /// What it claims, sorted; only kinds of X-1 repeat.
    pub(super) held: Vec<(CollisionKind, Text<'d>)>,
    /// Its configuration keys that are the host's.
    pub(super) central: Vec<(CollisionKind, Text<'d>)>,
    pub(super) requires: Vec<Text<'d>>,
    /// Runtimes it names, with the list in which it does.
    pub(super) runtimes: Vec<(&'static str, Text<'d>)>,
    pub(super) flows: Vec<Flow<'d>>,
    /// What is wrong whoever else is there.
    pub(super) own: Vec<Other<'d>>,
}

/// The elements of a list; none of what is no list. Collected here, once: the walk over a document is long, and would
/// be spelled out wherever somebody walks.
#[inline(never)]
pub(crate) fn elements(list: Option<Value<'_>>) -> Vec<Value<'_>> {
    let mut all = Vec::new();
    if let Some(list) = list {
        for item in list.items() {
            all.push(item);
        }
    }
    all
}

/// The members of an object; none of what is no object.
#[inline(never)]
pub(crate) fn members(map: Option<Value<'_>>) -> Vec<(Str<'_>, Value<'_>)> {
    let mut all = Vec::new();
    if let Some(map) = map {
        for member in map.entries() {
            all.push(member);
        }
    }
    all
}

/// The id of a manifest; empty if it has none.
#[inline(never)]
pub(super) fn id_of(manifest: Value<'_>) -> Text<'_> {
    manifest
        .get("id")
        .and_then(Value::as_str)
        .map_or(Text::plain(""), Text::of)
}

#[inline(never)]
pub(super) fn has_role(manifest: Value<'_>, role: &str) -> bool {
    manifest
        .get("role")
        .is_some_and(|value| value.text().is(role))
}

impl<'d> Claims<'d> {
    /// Collects the claims of a manifest that is valid by itself. Of any other value it collects what it can.
    pub(super) fn of(manifest: Value<'d>, central: &Central) -> Self {
        let is_feature = has_role(manifest, "feature");
        let mut claims = Self {
            id: id_of(manifest),
            tier: manifest
                .get("tier")
                .and_then(|tier| TIERS.iter().position(|name| tier.text().is(name))),
            is_runtime: has_role(manifest, "runtime"),
            held: Vec::new(),
            central: Vec::new(),
            requires: unique(manifest.get("requires")),
            runtimes: Vec::new(),
            flows: Vec::new(),
            own: Vec::new(),
        };
        if is_feature {
            claims.names(manifest);
            claims.runtimes(manifest);
        }
        claims.config(manifest, central);
        claims.lane(manifest);
        let prefix = manifest
            .get("taskContentResolver")
            .and_then(|resolver| resolver.get("trackerPrefix"))
            .and_then(Value::as_str);
        if let Some(prefix) = prefix {
            claims.hold(CollisionKind::TrackerPrefix, Text::of(prefix));
        }
        claims.hooks(manifest);
        sort_by(&mut claims.held, Ord::cmp);
        claims
    }

    #[inline(never)]
    fn hold(&mut self, kind: CollisionKind, key: Text<'d>) {
        self.held.push((kind, key));
    }

    /// Skills, agents and command families.
    fn names(&mut self, manifest: Value<'d>) {
        let lists = [
            ("skills", CollisionKind::Skill),
            ("agents", CollisionKind::Agent),
        ];
        for (list, kind) in lists {
            for name in texts(manifest.get(list)) {
                self.hold(kind, name);
            }
        }
        for entry in elements(manifest.get("commands")) {
            if let Some(family) = text(entry, "family")
                && !family.is_reserved()
            {
                self.hold(CollisionKind::CommandFamily, family);
            }
        }
    }

    /// Configuration keys, whatever the role.
    fn config(&mut self, manifest: Value<'d>, central: &Central) {
        for (key, _) in members(manifest.get("config")) {
            let key = Text::of(key);
            if central.has_key(key.bytes()) {
                self.central.push((CollisionKind::CentralKey, key.clone()));
            }
            if central.pattern_for(key.bytes()).is_some() {
                self.central
                    .push((CollisionKind::CentralPattern, key.clone()));
            }
            self.hold(CollisionKind::ConfigKey, key);
        }
    }

    /// What a lane claims; repeats inside one capability are one claim.
    fn lane(&mut self, manifest: Value<'d>) {
        let Some(body) = manifest.get("reviewer").filter(|body| body.is_object()) else {
            return;
        };
        let singles = [
            ("slug", CollisionKind::LaneSlug),
            ("reviewsSection", CollisionKind::LaneSection),
        ];
        for (name, kind) in singles {
            if let Some(text) = body.get(name).and_then(Value::as_str) {
                self.hold(kind, Text::of(text));
            }
        }
        for flag in unique(body.get("flags")) {
            self.hold(CollisionKind::LaneFlag, flag);
        }
    }

    /// The runtimes a feature names.
    fn runtimes(&mut self, manifest: Value<'d>) {
        let Some(compat) = manifest.get("runtimeCompat") else {
            return;
        };
        for list in ["supported", "unsupported"] {
            for name in texts(compat.get(list)) {
                self.runtimes.push((list, name));
            }
        }
        for (key, _) in members(compat.get("notes")) {
            self.runtimes.push(("notes", Text::of(key)));
        }
        self.runtimes.retain(|(_, name)| !name.is(WILDCARD));
    }

    fn hooks(&mut self, manifest: Value<'d>) {
        let any = HOOK_GROUPS
            .iter()
            .any(|(group, _)| !hooks(manifest, group).is_empty());
        if !any {
            return;
        }
        let mut config = Config::default();
        for (key, slice) in members(manifest.get("config")) {
            config.insert(Text::of(key), slice);
        }
        let mut reach = Map::default();
        for step in hooks(manifest, "steps") {
            self.when(step, &config, CrossCode::StepWhen);
            self.point_from(step, &config, &mut reach);
            self.flow(step, true);
        }
        for contribution in hooks(manifest, "contributions") {
            self.when(contribution, &config, CrossCode::ContributionWhen);
            self.into(contribution);
            self.flow(contribution, false);
        }
        for gate in hooks(manifest, "gates") {
            self.when(gate, &config, CrossCode::GateWhen);
        }
    }

    /// `when` names an own key.
    fn when(&mut self, hook: Value<'d>, config: &Config<'d>, code: CrossCode) {
        if let Some(key) = text(hook, "when")
            && !config.names.has(key.bytes())
        {
            self.own.push(Other::of(code, &self.id, &key));
        }
    }

    /// `pointFrom` names an own enum that can be the step's own point.
    fn point_from(&mut self, step: Value<'d>, config: &Config<'d>, reach: &mut Map<'d, u16>) {
        let Some(key) = text(step, "pointFrom") else {
            return;
        };
        let finding = |code| Other::of(code, &self.id, &key);
        let Some(slice) = config.get(key.bytes()).filter(|slice| slice.is_object()) else {
            self.own.push(finding(CrossCode::PointFromMissing));
            return;
        };
        if !slice.get("type").is_some_and(|it| it.text().is("enum")) {
            self.own.push(finding(CrossCode::PointFromNotEnum));
            return;
        }
        // Many steps may share one slice of many values: which points it reaches is worked out once.
        let reached = reach.get(key.bytes()).copied().unwrap_or_else(|| {
            let mut mask = 0;
            for value in texts(slice.get("values")) {
                mask |= known_point(value.as_str()).map_or(0, |index| 1 << index);
            }
            reach.insert(key.clone(), mask);
            mask
        });
        let index = point_index(step);
        if index.is_none_or(|index| reached & 1 << index == 0) {
            let at = index.and_then(|index| POINTS.get(index).copied());
            self.own
                .push(finding(CrossCode::PointFromUnreachable).at(at));
        }
    }

    /// A contribution goes into a role of its point.
    fn into(&mut self, contribution: Value<'d>) {
        let Some(index) = point_index(contribution) else {
            return;
        };
        let Some(role) = text(contribution, "into") else {
            return;
        };
        let point = POINTS.get(index).copied();
        let phase = point.and_then(phase_of);
        if !phase.is_some_and(|phase| phase.roles.iter().any(|known| role.is(known))) {
            self.own
                .push(Other::of(CrossCode::ContributionInto, &self.id, &role).at(point));
        }
    }

    fn flow(&mut self, hook: Value<'d>, is_step: bool) {
        let Some(point) = point_index(hook) else {
            return;
        };
        let (produces, consumes) = (unique(hook.get("produces")), unique(hook.get("consumes")));
        if !produces.is_empty() || !consumes.is_empty() {
            self.flows.push(Flow {
                is_step,
                point,
                produces,
                consumes,
            });
        }
    }
}

/// The phase a point belongs to.
pub(super) fn phase_of(point: &str) -> Option<&'static Phase> {
    let name = point.split(':').next()?;
    PHASES.iter().find(|phase| phase.name == name)
}

/// The entries of a list of hooks that are objects.
#[inline(never)]
pub(super) fn hooks<'d>(manifest: Value<'d>, group: &str) -> Vec<Value<'d>> {
    let mut list = elements(manifest.get(group));
    list.retain(|entry| entry.is_object());
    list
}

/// The index of a hook's point among [`POINTS`].
#[inline(never)]
pub(super) fn point_index(hook: Value<'_>) -> Option<usize> {
    known_point(hook.get("point")?.as_str()?)
}

fn known_point(point: Str<'_>) -> Option<usize> {
    POINTS.iter().position(|known| point.is(known))
}

#[inline(never)]
pub(super) fn text<'d>(object: Value<'d>, name: &str) -> Option<Text<'d>> {
    object.get(name)?.as_str().map(Text::of)
}

/// The strings of a list.
#[inline(never)]
pub(super) fn texts(list: Option<Value<'_>>) -> Vec<Text<'_>> {
    let mut all = Vec::new();
    for item in elements(list) {
        all.extend(item.as_str().map(Text::of));
    }
    all
}

/// The strings of a list, each once, sorted by bytes.
#[inline(never)]
pub(super) fn unique(list: Option<Value<'_>>) -> Vec<Text<'_>> {
    let mut all = texts(list);
    sort_by(&mut all, Ord::cmp);
    all.dedup();
    all
}
