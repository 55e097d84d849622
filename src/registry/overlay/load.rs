//! Which overlays are accepted (O-1…O-19).

use alloc::vec::Vec;

use serde::Serialize;

use super::super::build::{BuildError, format_fault, slice_fault};
use super::super::capability::Capability;
use super::super::central::Central;
use super::super::claims::{Claims, has_role, hooks, text};
use super::super::findings::{CollisionKind, CrossCode};
use super::super::index::{Index, Probe};
use super::super::text::Text;
use super::confine::escaping;
use super::flows::Flows;
use super::notes::{Sections, confusable, key_overlaps};
use super::skip::{Clash, EngineMiss, Reason, Skipped};
use super::waiting::{Need, Waiting};
use super::{LedgerState, Overlay, Scope, Source, fragments};
use crate::diagnostic::{Diagnostic, Profile};
use crate::json::Value;
use crate::manifest::{Options, WarningRecord, validate, warning_records};
use crate::sort::sort_by;
use crate::vocabulary::grammar::CAPABILITY_ID;
use crate::vocabulary::registry::RESERVED_ID_PREFIXES;

/// What loading needs to know besides the manifests.
#[derive(Clone, Copy)]
pub struct LoadOptions<'a> {
    /// The version of the host.
    pub host_version: &'a str,
    /// Whether a version satisfies a range, in this order (T-49).
    pub satisfies: &'a dyn Fn(&str, &str) -> bool,
    /// The central configuration.
    pub central: &'a Central,
    /// Whose behaviour: ours, or the peer's where the two differ without contradicting each other (VB-5, VB-7).
    pub profile: Profile,
    /// Where a runtime's artifacts must stay, if that is to be checked.
    pub config_home: Option<&'a str>,
}

/// An accepted overlay.
#[derive(Debug, Clone)]
pub struct Accepted<'d> {
    /// Its id, which is the name of its folder.
    pub id: Text<'d>,
    /// Where it lies.
    pub scope: Scope,
    /// Its manifest.
    pub capability: Capability<'d>,
}

/// A gate that would block if its overlay were accepted (O-12).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BlockedGate<'d> {
    /// The point.
    pub point: Text<'d>,
    /// The name of the overlay's folder.
    pub cap_id: Text<'d>,
}

/// An overlay whose commands can be run (O-16).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CommandRoot<'d> {
    /// Its id.
    pub id: Text<'d>,
    /// Where it lies.
    pub scope: Scope,
}

/// A warning record of an accepted overlay (O-15).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Recorded<'d> {
    /// The overlay.
    pub id: Text<'d>,
    /// Where it lies.
    pub scope: Scope,
    /// The record.
    #[serde(flatten)]
    pub record: WarningRecord,
}

/// What validation and the other capabilities have to say of an accepted overlay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Remark<'d> {
    /// The overlay.
    pub id: Text<'d>,
    /// Where it lies.
    pub scope: Scope,
    /// The warning.
    #[serde(flatten)]
    pub diagnostic: Diagnostic,
}

/// The result of loading. Lists follow the order of the folders: global before project, names by byte.
#[derive(Debug, Clone, Default)]
pub struct Loaded<'d> {
    /// What was accepted.
    pub accepted: Vec<Accepted<'d>>,
    /// What was not, and why.
    pub warnings: Vec<Skipped<'d>>,
    /// Gates of overlays that were not accepted; they fail open.
    pub blocked_gates: Vec<BlockedGate<'d>>,
    /// The overlays of these gates.
    pub incompatible_gate_cap_ids: Vec<Text<'d>>,
    /// Accepted overlays with commands that an installation has recorded.
    pub command_roots: Vec<CommandRoot<'d>>,
    /// The peer's warning records of accepted overlays.
    pub diagnostics: Vec<Recorded<'d>>,
    /// Our warnings about accepted overlays.
    pub remarks: Vec<Remark<'d>>,
    /// What is to be said about the central configuration; [`merge`](super::super::merge) adds the first-party
    /// manifests that no registry could be built of.
    pub problems: Vec<Diagnostic>,
    /// Nothing was accepted and nothing is to be said: the registry is the first-party one (O-1).
    pub unchanged: bool,
}

/// Decides about overlays. The order in which they are given does not matter.
#[must_use]
pub fn load_overlays<'d>(
    first_party: &[Value<'d>],
    overlays: &'d [Overlay<'_>],
    options: &LoadOptions<'_>,
) -> Loaded<'d> {
    let mut loader = Loader::new(first_party, options);
    let mut order: Vec<&'d Overlay<'_>> = overlays
        .iter()
        .filter(|overlay| !loader.is_left_over(overlay))
        .collect();
    sort_by(&mut order, |a, b| {
        let by_name = || a.folder.as_bytes().cmp(b.folder.as_bytes());
        a.scope.cmp(&b.scope).then_with(by_name)
    });
    let mut states: Vec<State<'d>> = Vec::with_capacity(order.len());
    for (place, overlay) in order.iter().enumerate() {
        let state = loader.first_look(place, overlay);
        states.push(state);
    }
    loader.look_again(&mut states);
    loader.finish(&order, states)
}

/// What is known of an overlay.
enum State<'d> {
    Skipped(Reason<'d>),
    /// It lacks something that may come.
    Waiting(Claims<'d>, Screened<'d>),
    Accepted(Screened<'d>),
}

/// An overlay that passed the checks that concern only itself.
struct Screened<'d> {
    manifest: Value<'d>,
    inlined: Vec<(u32, &'d str)>,
    /// Warnings of validation.
    warnings: Vec<Diagnostic>,
}

struct Loader<'a, 'd> {
    options: &'a LoadOptions<'a>,
    index: Index<'d>,
    flows: Flows<'d>,
    sections: Sections<'d>,
    /// How many of the index are first-party.
    first_party: u32,
    waiting: Waiting<'d>,
}

impl<'a, 'd> Loader<'a, 'd> {
    fn new(first_party: &[Value<'d>], options: &'a LoadOptions<'a>) -> Self {
        let mut loader = Self {
            options,
            index: Index::default(),
            flows: Flows::default(),
            sections: Sections::default(),
            first_party: u32::try_from(first_party.len()).unwrap_or(u32::MAX),
            waiting: Waiting::default(),
        };
        for manifest in first_party {
            let claims = Claims::of(*manifest, options.central);
            loader.flows.insert(&claims);
            let _ = loader.sections.insert(&claims);
            loader.index.insert(claims);
        }
        loader
    }

    fn is_strict(&self) -> bool {
        self.options.profile == Profile::Strict
    }

    /// What an installation left lying about is no overlay (VB-7).
    fn is_left_over(&self, overlay: &Overlay<'_>) -> bool {
        self.is_strict() && overlay.folder.starts_with('.')
    }

    fn first_look(&mut self, place: usize, overlay: &'d Overlay<'_>) -> State<'d> {
        match self.screen(overlay) {
            Ok((claims, screened)) => self.judge(place, (0, place), claims, screened),
            Err(reason) => State::Skipped(reason),
        }
    }

    /// Checks 1 to 9.
    fn screen(&self, overlay: &'d Overlay<'_>) -> Result<(Claims<'d>, Screened<'d>), Reason<'d>> {
        if overlay.ledger == LedgerState::Pending {
            return Err(Reason::Pending);
        }
        let document = match &overlay.manifest {
            Source::Missing | Source::Unread => return Err(Reason::ManifestMissing),
            Source::Unreadable(report) => {
                return Err(Reason::ManifestUnreadable(report.diagnostics.clone()));
            }
            Source::Read(document) if document.has_bom() && !self.is_strict() => {
                return Err(Reason::ManifestUnreadable(Vec::new()));
            }
            Source::Read(document) => document,
        };
        if self.is_reserved(&overlay.folder) {
            return Err(Reason::ReservedId);
        }
        let manifest = document.root();
        let options = Options {
            folder_id: Some(&overlay.folder),
            profile: self.options.profile,
        };
        let report = validate(document, options);
        if !report.valid {
            return Err(Reason::Invalid(report, self.engine_miss(manifest)));
        }
        let claims = Claims::of(manifest, self.options.central);
        if let Some(reason) = self.taken(&claims) {
            return Err(reason);
        }
        if let Some(miss) = self.engine_miss(manifest) {
            return Err(Reason::Engines(miss));
        }
        if overlay.scope == Scope::Project && !overlay.consented {
            return Err(Reason::Unconsented);
        }
        let files = overlay.fragments;
        let screened = Screened {
            manifest,
            inlined: fragments::read(manifest, files.map(|it| it as _))
                .map_err(Reason::Fragment)?,
            warnings: report.diagnostics,
        };
        Ok((claims, screened))
    }

    fn is_reserved(&self, folder: &str) -> bool {
        let prefixed = RESERVED_ID_PREFIXES.iter().any(|it| folder.starts_with(it));
        prefixed || self.is_strict() && Text::plain(folder).is_reserved()
    }

    fn engine_miss(&self, manifest: Value<'d>) -> Option<EngineMiss<'d>> {
        let engines = manifest.get("engines").filter(|it| it.is_object())?;
        let range = engines.get("gsd")?.as_str().filter(|it| !it.is_empty())?;
        let satisfied = (self.options.satisfies)(self.options.host_version, &range.to_lossy());
        (!satisfied).then(|| EngineMiss {
            range: Text::of(range),
            satisfied: false,
        })
    }

    /// Whether somebody has its id (O-6), or owns what it claims, in the order of O-7.
    fn taken(&self, claims: &Claims<'d>) -> Option<Reason<'d>> {
        const ORDER: [CollisionKind; 4] = [
            CollisionKind::Skill,
            CollisionKind::Agent,
            CollisionKind::ConfigKey,
            CollisionKind::CommandFamily,
        ];
        if let Some(owner) = self.index.ordinal(&claims.id) {
            return Some(Reason::IdTaken(self.clash("id", &claims.id, owner)));
        }
        ORDER.into_iter().find_map(|wanted| {
            let mut held = claims.held.iter().filter(|(kind, _)| *kind == wanted);
            held.find_map(|(kind, key)| {
                let owner = self.index.owner(*kind, key)?;
                Some(Reason::Taken(*kind, self.clash(kind.as_str(), key, owner)))
            })
        })
    }

    fn clash(&self, kind: &'static str, key: &Text<'d>, owner: u32) -> Clash<'d> {
        Clash {
            kind,
            key: key.clone(),
            owner: self.index.id(owner).cloned().unwrap_or(Text::plain("")),
            first_party: owner < self.first_party,
        }
    }

    /// Checks 10 and later; on a later look 5 and 6 once more, since others were accepted in between.
    fn judge(
        &mut self,
        place: usize,
        now: (usize, usize),
        claims: Claims<'d>,
        screened: Screened<'d>,
    ) -> State<'d> {
        let manifest = screened.manifest;
        if now.0 > 0
            && let Some(reason) = self.taken(&claims)
        {
            return State::Skipped(reason);
        }
        let probe = self.index.probe(&claims);
        if !probe.findings.is_empty() {
            let hopeful = self.is_strict()
                && probe.findings.collisions.is_empty()
                && probe.findings.other.iter().all(|it| it.code.may_be_met());
            if !hopeful {
                return State::Skipped(self.cross(probe, &claims));
            }
            self.waiting.add(place, needs(probe));
            return State::Waiting(claims, screened);
        }
        if let Some(error) = slice_fault(manifest) {
            return State::Skipped(Reason::Build(error));
        }
        if let Some(cycle) = self.flows.cycle_with(&claims) {
            return State::Skipped(Reason::Build(BuildError::OrderingCycle {
                point: cycle.point,
                group: cycle.group,
                members: cycle.members,
            }));
        }
        if let Some(error) = format_fault(manifest) {
            return State::Skipped(Reason::Build(error));
        }
        let home = self.options.config_home;
        if let Some(path) = home.and_then(|home| escaping(manifest, home)) {
            return State::Skipped(Reason::Confinement(path));
        }
        let screened = self.remark(&claims, screened);
        self.accept(now, claims);
        State::Accepted(screened)
    }

    fn cross(&self, probe: Probe<'d>, claims: &Claims<'d>) -> Reason<'d> {
        let mut clashes = Vec::new();
        for collision in &probe.findings.collisions {
            for owner in &collision.claimants {
                let ordinal = self.index.ordinal(owner).filter(|_| *owner != claims.id);
                if let Some(ordinal) = ordinal {
                    clashes.push(self.clash(collision.kind.as_str(), &collision.key, ordinal));
                }
            }
        }
        Reason::Cross(probe.findings, clashes)
    }

    /// Adds what the other capabilities make worth a word.
    fn remark(&mut self, claims: &Claims<'d>, mut screened: Screened<'d>) -> Screened<'d> {
        screened.warnings.extend(key_overlaps(&self.index, claims));
        let sections = claims
            .held
            .iter()
            .find(|(kind, _)| *kind == CollisionKind::LaneSection);
        if let (Some((owner, other)), Some((_, section))) = (self.sections.insert(claims), sections)
        {
            screened.warnings.push(confusable(section, &owner, &other));
        }
        screened
    }

    fn accept(&mut self, now: (usize, usize), claims: Claims<'d>) {
        let news: Vec<(usize, Text<'d>)> = if self.waiting.is_empty() {
            Vec::new()
        } else {
            self.index.news(&claims)
        };
        self.waiting.arrived(now, &claims.id, claims.is_runtime);
        for (point, artifact) in &news {
            self.waiting.produced(now, artifact, *point);
        }
        self.flows.insert(&claims);
        self.index.insert(claims);
    }

    /// The passes of VB-5.
    fn look_again(&mut self, states: &mut [State<'d>]) {
        while let Some(now) = self.waiting.next() {
            let Some(state) = states.get_mut(now.1) else {
                continue;
            };
            *state = match core::mem::replace(state, State::Skipped(Reason::Pending)) {
                State::Waiting(claims, screened) => self.judge(now.1, now, claims, screened),
                other => other,
            };
        }
        // What is left lacks something for good; whatever else it runs into is said as things stand now.
        for state in states {
            if let State::Waiting(claims, _) = state {
                let reason = self.taken(claims);
                let reason = reason.unwrap_or_else(|| self.cross(self.index.probe(claims), claims));
                *state = State::Skipped(reason);
            }
        }
    }

    fn finish(self, order: &[&'d Overlay<'_>], states: Vec<State<'d>>) -> Loaded<'d> {
        let mut loaded = Loaded {
            problems: self.options.central.problems(),
            ..Loaded::default()
        };
        for (overlay, state) in order.iter().zip(states) {
            match state {
                State::Accepted(screened) => loaded.accept(overlay, screened),
                State::Skipped(reason) => {
                    if reason.blocks_gates() {
                        loaded.block_gates(overlay, self.is_strict());
                    }
                    let id = Text::plain(&overlay.folder);
                    let skipped = reason.tell(id, overlay.scope, self.options.host_version);
                    loaded.warnings.push(skipped);
                }
                State::Waiting(..) => {}
            }
        }
        loaded.unchanged = loaded.accepted.is_empty() && loaded.warnings.is_empty();
        loaded
    }
}

impl<'d> Loaded<'d> {
    fn accept(&mut self, overlay: &'d Overlay<'_>, screened: Screened<'d>) {
        let id = Text::plain(&overlay.folder);
        let scope = overlay.scope;
        let manifest = screened.manifest;
        let recorded = warning_records(manifest).into_iter();
        self.diagnostics.extend(recorded.map(|record| Recorded {
            id: id.clone(),
            scope,
            record,
        }));
        let remarks = screened.warnings.into_iter();
        self.remarks.extend(remarks.map(|diagnostic| Remark {
            id: id.clone(),
            scope,
            diagnostic,
        }));
        let is_feature = has_role(manifest, "feature");
        if overlay.ledger == LedgerState::Committed
            && is_feature
            && !hooks(manifest, "commands").is_empty()
        {
            self.command_roots.push(CommandRoot {
                id: id.clone(),
                scope,
            });
        }
        self.accepted.push(Accepted {
            id,
            scope,
            capability: Capability::new(manifest, screened.inlined),
        });
    }

    /// Gates that now fail open, loudly (O-12).
    fn block_gates(&mut self, overlay: &'d Overlay<'_>, strict: bool) {
        let Source::Read(document) = &overlay.manifest else {
            return;
        };
        // What cannot be an id is a left-over of an installation (VB-7).
        if strict && !(CAPABILITY_ID.matches)(overlay.folder.as_bytes()) {
            return;
        }
        let cap_id = Text::plain(&overlay.folder);
        let known = self.blocked_gates.len();
        for gate in hooks(document.root(), "gates") {
            if let Some(point) = text(gate, "point") {
                self.blocked_gates.push(BlockedGate {
                    point,
                    cap_id: cap_id.clone(),
                });
            }
        }
        if self.blocked_gates.len() > known {
            self.incompatible_gate_cap_ids.push(cap_id);
        }
    }
}

/// What a candidate lacks.
fn needs(probe: Probe<'_>) -> Vec<Need<'_>> {
    let consumed = probe.unmet.into_iter();
    let mut needs: Vec<Need<'_>> = consumed
        .map(|unmet| Need::Artifact(unmet.artifact, unmet.point))
        .collect();
    for finding in probe.findings.other {
        let Some(target) = finding.target else {
            continue;
        };
        match finding.code {
            CrossCode::RequiresMissing => needs.push(Need::Capability(target)),
            CrossCode::RuntimeUnknown => needs.push(Need::Runtime(target)),
            _ => {}
        }
    }
    needs
}
