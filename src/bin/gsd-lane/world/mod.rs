//! What is there: the lanes of all capabilities, the configuration, and what was agreed to. Every file is read once.

mod consent;
mod overlay;
mod settings;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gsd_lanes::diagnostic::Profile;
use gsd_lanes::json::{Document, Str, Value};
use gsd_lanes::lane::config::{ConfigValue, Origin, View, deep_merge};
use gsd_lanes::lane::first_party;
use gsd_lanes::lane::summary::LaneMap;
use gsd_lanes::lane::unread::unread;
use gsd_lanes::manifest::syntax_report;
use gsd_lanes::registry::{
    Central, Fragments, Lane, LoadOptions, Merged, Overlay, Scope, Skipped, Text, merge,
};
use gsd_lanes::trust::consent::{LaneStore, Store, store_problem};
use gsd_lanes::trust::policy;
use gsd_lanes::vocabulary::codes::Code;

pub use consent::{Agreed, Staged};
pub use settings::Settings;

use crate::cli::Common;
use crate::effects::bundle::content_hash;
use crate::effects::config_files::{ConfigFile, ConfigFiles, WIDE};
use crate::effects::files::Fault;
use crate::effects::installed::{Installed, scan};
use crate::effects::project::Places;
use crate::effects::store::Stores;
use crate::trouble::Trouble;

/// What is there.
pub struct World<'w> {
    /// Where.
    pub places: &'w Places,
    /// The registry: lanes that come along, then those of accepted capabilities.
    pub merged: &'w Merged<'w>,
    /// Its lanes by slug.
    pub lanes: LaneMap<'w>,
    /// What the user should know.
    pub warnings: Vec<String>,
    /// The project's configuration as it is written.
    pub file: Option<Value<'w>>,
    /// The stores of consent.
    pub stores: &'w Stores,
    installed: &'w [Installed],
    /// One for each of `installed`.
    overlays: &'w [Overlay<'w>],
    /// How many of the manifests come along.
    embedded: usize,
    manifests: Vec<Value<'w>>,
    defaults: Option<Value<'w>>,
    settings: &'w Settings,
    shared: Store<'w>,
    own: LaneStore<'w>,
    hashes: &'w Hashes,
}

/// Hashes of bundles, each taken once, when it is first needed.
#[derive(Debug, Default)]
pub struct Hashes(RefCell<BTreeMap<PathBuf, Result<String, String>>>);

impl Hashes {
    fn of(&self, folder: &Path) -> Result<String, String> {
        let known = self.0.borrow().get(folder).cloned();
        known.unwrap_or_else(|| {
            let hash = content_hash(folder).map_err(|no| no.in_words());
            self.0.borrow_mut().insert(folder.to_owned(), hash.clone());
            hash
        })
    }
}

/// So many settings that no lane reads are told of.
const MOST_UNREAD: usize = 20;

/// Looks at everything, and does something with it.
///
/// # Errors
/// What cannot be read although it must be, and whatever `act` says.
pub fn with<T>(
    common: &Common,
    settings: &Settings,
    act: impl FnOnce(&World<'_>) -> Result<T, Trouble>,
) -> Result<T, Trouble> {
    let places = Places::find(common.project.as_deref(), common.home.as_deref())?;
    let (project, home) = (Path::new(&places.project), Path::new(&places.home));
    let files = ConfigFiles::read(project, home, common.workstream.as_deref());
    let installed = scan(home, project);
    let stores = Stores::of(&places);
    let mut warnings = files.warnings.clone();
    let shared = consents(&stores.shared, &mut warnings);
    let own = consents(&stores.own, &mut warnings);
    let shared = Store::read(shared.as_deref());
    let hashes = Hashes::default();

    let documents = first_party::documents();
    let first: Vec<Value<'_>> = documents.iter().map(Document::root).collect();
    let base = parsed(&files.project)?;
    let over = files.workstream.as_ref().map(workstream);
    let over = over.transpose()?.flatten();
    let both = match (&base, &over) {
        (Some(base), Some(over)) => Some(deep_merge(base.root(), over.root())),
        _ => None,
    };
    let file = both.as_ref().or(over.as_ref()).or(base.as_ref());
    let defaults = parsed(&files.defaults)?;

    let root = Str::of(&places.project);
    let consented = |it: &Installed| {
        let id = Str::of(&it.name);
        // The bundle is hashed only if somebody has agreed to something of that name.
        it.scope == Scope::Project
            && shared.find(root, id).is_some()
            && hashes
                .of(&it.path)
                .is_ok_and(|hash| shared.has(root, id, Str::of(&hash)))
    };
    let folders = installed.iter();
    let mut overlays: Vec<Overlay<'_>> = folders
        .map(|it| overlay::overlay(it, consented(it)))
        .collect();
    let pairs = overlays.iter().zip(&installed);
    let texts: Vec<_> = pairs
        .map(|(it, folder)| overlay::fragments(it, &folder.path))
        .collect();
    for (overlay, texts) in overlays.iter_mut().zip(&texts) {
        overlay.fragments = Some(texts as &dyn Fragments);
    }
    let by_default = first
        .first()
        .and_then(|it| it.get("version"))
        .map(Value::text);
    let host_version = common.host_version.clone();
    let host_version = host_version.or_else(|| by_default.map(Str::to_lossy));
    let merged = merge(
        &first,
        &overlays,
        &LoadOptions {
            host_version: host_version.as_deref().unwrap_or_default(),
            satisfies: &policy::satisfies,
            central: &Central::default(),
            profile: Profile::Strict,
            config_home: None,
        },
    );
    warnings.extend(merged.loaded.problems.iter().map(|it| it.message.clone()));
    let accepted = merged
        .loaded
        .accepted
        .iter()
        .map(|it| it.capability.manifest);
    let manifests: Vec<Value<'_>> = first.iter().copied().chain(accepted).collect();
    let defaults_root = defaults.as_ref().map(Document::root);
    warnings.extend(in_vain(
        file.map(Document::root).or(defaults_root),
        &manifests,
    ));
    let world = World {
        places: &places,
        lanes: LaneMap::of(merged.lanes.clone()),
        warnings,
        file: file.map(Document::root),
        stores: &stores,
        installed: &installed,
        overlays: &overlays,
        embedded: first.len(),
        manifests,
        merged: &merged,
        defaults: defaults_root,
        settings,
        own: LaneStore::read(own.as_deref()),
        shared,
        hashes: &hashes,
    };
    world.refuse_what_nobody_reads()?;
    act(&world)
}

/// What a store of consent holds. What is not understood is told, since nothing else says why a consent does not count.
fn consents(store: &crate::effects::store::Store, warnings: &mut Vec<String>) -> Option<Vec<u8>> {
    let path = store.path().display();
    let bytes = store.bytes().unwrap_or_else(|fault| {
        let why = fault.in_words();
        warnings.push(format!("{path}: {why}; nothing in it counts as consent"));
        None
    });
    if let Some(problem) = store_problem(bytes.as_deref()) {
        let why = problem.as_str();
        warnings.push(format!(
            "{path} is not understood ({why}): consents in it may not count, and it is not written over"
        ));
    }
    bytes
}

/// What the configuration says to lanes in vain.
fn in_vain(said: Option<Value<'_>>, manifests: &[Value<'_>]) -> Vec<String> {
    let unread = said.map(|it| unread(it, manifests)).unwrap_or_default();
    let told = unread.iter().take(MOST_UNREAD);
    told.map(ToString::to_string).collect()
}

/// A file of the configuration; one that is there and cannot be understood stops everything, since nobody knows what
/// it would have forbidden (F-15).
fn parsed(file: &ConfigFile) -> Result<Option<Document<'_>>, Trouble> {
    let path = file.path.display();
    match &file.content {
        Err(Fault::Missing) => Ok(None),
        Err(fault) => Err(Trouble::new(format!("{path}: {}", fault.in_words()))),
        Ok(bytes) => Document::parse_bytes(bytes, WIDE)
            .map(Some)
            .map_err(|error| {
                let report = syntax_report(&error, bytes);
                let Some(first) = report.diagnostics.first() else {
                    return Trouble::new(format!("{path}: this is no JSON"));
                };
                let place = first.span.map(|it| format!(":{}:{}", it.line, it.column));
                let place = place.unwrap_or_default();
                Trouble::new(format!("{path}{place}: {}", first.message))
            }),
    }
}

/// That of a workstream may be missing or unreadable, which was warned of (L-20); JSON it must be.
fn workstream(file: &ConfigFile) -> Result<Option<Document<'_>>, Trouble> {
    if file.content.is_ok() {
        parsed(file)
    } else {
        Ok(None)
    }
}

impl<'w> World<'w> {
    /// The configuration as lanes see it.
    pub fn config(&self, key: &str) -> Option<ConfigValue> {
        match self.settings.host(key) {
            Some(host) => Some(ConfigValue::Text(host.to_owned())),
            None => self.view().value(key),
        }
    }

    fn view(&self) -> View<'_, 'w> {
        View {
            manifests: &self.manifests,
            file: self.file,
            defaults: self.defaults,
        }
    }

    /// Whether the project, rather than the user, decides on a key.
    fn is_of_project(&self, key: &str) -> bool {
        let from_project = |it: gsd_lanes::lane::config::Setting<'_>| it.origin == Origin::Project;
        self.settings.host(key).is_none() && self.view().get(key).is_some_and(from_project)
    }

    /// A misspelt option must not send a prompt where the user did not mean to.
    fn refuse_what_nobody_reads(&self) -> Result<(), Trouble> {
        if self.settings.hosts.is_empty() && self.settings.keys.is_empty() {
            return Ok(());
        }
        let of_lanes = self.lanes.iter().map(|lane| lane.body);
        let of_installed = self
            .installed()
            .filter_map(|(_, manifest)| manifest?.get("reviewer"));
        let servers: Vec<(String, String)> = of_lanes
            .chain(of_installed)
            .filter_map(|lane| {
                let key = lane.get("invoke")?.get("hostConfigKey")?.as_str()?;
                let slug = lane.get("slug")?.as_str()?;
                Some((slug.to_lossy(), key.to_lossy()))
            })
            .collect();
        for (key, _) in &self.settings.hosts {
            if !servers.iter().any(|(_, it)| it == key) {
                let known: Vec<&str> = servers.iter().map(|(_, it)| it.as_str()).collect();
                return Err(Trouble::new(format!(
                    "--host: no lane reads the key {key}, only {}",
                    known.join(", ")
                )));
            }
        }
        for (slug, _) in &self.settings.keys {
            if !servers.iter().any(|(it, _)| it == slug) {
                let known: Vec<&str> = servers.iter().map(|(it, _)| it.as_str()).collect();
                return Err(Trouble::new(format!(
                    "--api-key-env: no lane {slug} asks a server, only {}",
                    known.join(", ")
                )));
            }
        }
        Ok(())
    }

    /// The name of the variable that holds the key for a lane's server (Y-15).
    pub fn key_variable(&self, slug: &str) -> Option<String> {
        self.settings.key_variable(slug, self.defaults)
    }

    /// The manifest of a lane, and where it lies if somebody installed it.
    pub fn home_of(&self, lane: &Lane<'w>) -> Option<(Value<'w>, Option<&'w Installed>)> {
        let id = lane.capability.as_ref()?;
        let embedded = self.manifests.get(..self.embedded)?.iter();
        let is =
            |manifest: &&Value<'w>| manifest.get("id").and_then(Value::as_str) == Some(id.as_str());
        if let Some(manifest) = embedded.copied().find(|it| is(&it)) {
            return Some((manifest, None));
        }
        let accepted = self.merged.loaded.accepted.iter().find(|it| it.id == *id)?;
        let mut installed = self.installed.iter();
        let folder = installed.find(|it| id.is(&it.name) && it.scope == accepted.scope);
        Some((accepted.capability.manifest, folder))
    }

    /// What was installed, with its manifest if that is readable.
    pub fn installed(&self) -> impl Iterator<Item = (&'w Installed, Option<Value<'w>>)> {
        let pairs = self.installed.iter().zip(self.overlays);
        pairs.map(|(it, overlay)| (it, overlay::manifest(overlay)))
    }

    /// Why a folder is not active.
    pub fn why_skipped(&self, folder: &Installed) -> Option<&'w Skipped<'w>> {
        let mut skipped = self.merged.loaded.warnings.iter();
        skipped.find(|it| it.id.is(&folder.name) && it.scope == folder.scope)
    }

    /// What was installed under a name, active or not: the id of a capability, or the slug of its lane.
    pub fn installed_as(&self, name: &str) -> Option<(&'w Installed, Option<Value<'w>>)> {
        let is = |(it, manifest): &(&Installed, Option<Value<'_>>)| {
            it.name == name || manifest.and_then(overlay::slug).as_deref() == Some(name)
        };
        let mut all: Vec<_> = self.installed().filter(is).collect();
        // What is active comes first; two of one name cannot both be. A folder that only pretends to a slug, or is
        // broken, hides no other.
        all.sort_by_key(|(it, _)| {
            let skipped = self.why_skipped(it);
            let is_valid = skipped.is_none_or(|it| it.code == Code::Unconsented);
            (skipped.is_some(), it.name != name, !is_valid)
        });
        all.into_iter().next()
    }

    /// The slug of a lane that is installed, not active, and has a flag.
    pub fn inactive_with_flag(&self, flag: &str) -> Option<String> {
        let mut all = self.installed().filter_map(|(_, manifest)| manifest);
        let has = |manifest: &Value<'_>| {
            let flags = manifest.get("reviewer").and_then(|it| it.get("flags"));
            let mut flags = flags.into_iter().flat_map(Value::items);
            flags.any(|it| it.as_str().is_some_and(|it| it.is(flag)))
        };
        all.find_map(|manifest| has(&manifest).then(|| overlay::slug(manifest)).flatten())
    }

    /// All slugs.
    pub fn roster(&self) -> Vec<String> {
        self.merged.roster.iter().map(Text::to_lossy).collect()
    }
}
