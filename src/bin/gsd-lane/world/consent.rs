//! What was agreed to, seen from a lane or from a capability.

use gsd_lanes::diagnostic::Profile;
use gsd_lanes::json::{Str, Value};
use gsd_lanes::lane::config::{ConfigValue, View};
use gsd_lanes::lane::egress::destination;
use gsd_lanes::lane::plan::Transport;
use gsd_lanes::lane::run::{Agreement, Owner};
use gsd_lanes::registry::{Lane, Scope};
use gsd_lanes::trust::consent::{Bound, EgressRefusal, consent_code, may_run};
use gsd_lanes::trust::{self, consent};
use gsd_lanes::vocabulary::lane::CHAT_PATH;
use gsd_lanes::vocabulary::reviewer::OPENAI_HTTP;

use super::World;
use crate::effects::installed::Installed;

/// What is known of the agreement to a lane.
#[derive(Debug, Clone)]
pub struct Agreed {
    /// Whose lane it is, and whether somebody agreed to it.
    pub owner: Owner,
    /// The host that the record binds.
    pub bound_host: Option<String>,
}

/// What a consent would bind.
#[derive(Debug, Clone)]
pub struct Staged {
    /// The signature of the manifest.
    pub signature: String,
    /// The hash of the bundle.
    pub content_hash: String,
    /// Where the lane would send.
    pub reviewer_host: Option<String>,
}

impl Staged {
    /// What the user quotes to agree.
    pub fn code(&self) -> String {
        consent_code(&consent::Staged {
            signature: &self.signature,
            content_hash: &self.content_hash,
            reviewer_host: self.reviewer_host.as_deref(),
        })
    }
}

impl<'w> World<'w> {
    /// What is known of the agreement to a lane.
    pub fn agreed(&self, lane: &Lane<'w>, transport: &Transport) -> Agreed {
        match self.home_of(lane) {
            Some((manifest, Some(folder))) => self.agreed_to_installed(manifest, folder),
            Some((_, None)) => self.agreed_to_host(lane, transport),
            // It comes from nowhere, so nobody has agreed to it.
            None => Agreed {
                owner: Owner::Installed(Agreement::Missing),
                bound_host: None,
            },
        }
    }

    fn agreed_to_installed(&self, manifest: Value<'w>, folder: &Installed) -> Agreed {
        let bound = self.bound(folder);
        // Nothing is hashed to which nobody has agreed.
        let hash = bound.and_then(|_| self.hashes.of(&folder.path).ok());
        let agreement = match may_run(bound, &trust::signature(manifest), hash.as_deref()) {
            Ok(()) => Agreement::Given,
            Err(EgressRefusal::ConsentMissing) => Agreement::Missing,
            Err(_) => Agreement::Changed,
        };
        let host = bound.and_then(|it| it.reviewer_host);
        Agreed {
            owner: Owner::Installed(agreement),
            bound_host: host.map(Str::to_lossy),
        }
    }

    /// A lane that comes along is free to talk to whomever its manifest or its user names (Y-20).
    fn agreed_to_host(&self, lane: &Lane<'w>, transport: &Transport) -> Agreed {
        let mut agreed = Agreed {
            owner: Owner::FirstParty {
                host_from_project: false,
            },
            bound_host: None,
        };
        if let (Transport::Http(http), Some(id)) = (transport, &lane.capability)
            && http.host_configured
            && self.is_of_project(&http.host_config_key)
        {
            let record = self
                .own
                .find_host(Str::of(&self.places.project), id.as_str());
            agreed.owner = Owner::FirstParty {
                host_from_project: true,
            };
            // A local host needs no record, and an old one of another host does not forbid it.
            agreed.bound_host = record
                .filter(|_| !gsd_lanes::destination::is_local(&http.host))
                .map(|it| it.reviewer_host.to_lossy());
        }
        agreed
    }

    /// The record of a capability.
    pub fn bound(&self, folder: &Installed) -> Option<Bound<'_>> {
        let id = Str::of(&folder.name);
        match folder.scope {
            Scope::Project => {
                let record = self.shared.find(Str::of(&self.places.project), id);
                record.map(Bound::from)
            }
            Scope::Global => self.own.find_lane(id).map(Bound::from),
        }
    }

    /// The host that was agreed to for a lane that comes along, in this project.
    pub fn bound_host(&self, id: &str) -> Option<String> {
        let record = self
            .own
            .find_host(Str::of(&self.places.project), Str::of(id));
        record.map(|it| it.reviewer_host.to_lossy())
    }

    /// The integrity that the old record of a project's capability names.
    pub fn integrity(&self, folder: &Installed) -> String {
        let record = self
            .shared
            .find(Str::of(&self.places.project), Str::of(&folder.name));
        record.map(|it| it.integrity.to_lossy()).unwrap_or_default()
    }

    /// What a consent to a capability would bind now.
    ///
    /// # Errors
    /// Why nobody can agree to it.
    pub fn staged(&self, folder: &Installed, manifest: Value<'w>) -> Result<Staged, String> {
        Ok(Staged {
            signature: trust::signature(manifest),
            content_hash: self.hashes.of(&folder.path)?,
            reviewer_host: self.host_of(manifest)?,
        })
    }

    /// Where the lane of a capability would send, active or not (TB-2 a).
    fn host_of(&self, manifest: Value<'w>) -> Result<Option<String>, String> {
        let Some(lane) = manifest.get("reviewer") else {
            return Ok(None);
        };
        if !lane
            .get("transport")
            .is_some_and(|it| it.text().is(OPENAI_HTTP))
        {
            return Ok(None);
        }
        let text = |name: &str| {
            let value = lane.get("invoke").and_then(|it| it.get(name));
            value.and_then(Value::as_str).map(Str::to_lossy)
        };
        let configured = text("hostConfigKey").and_then(|key| self.would_read(manifest, &key));
        let configured = configured.as_ref().and_then(ConfigValue::string);
        let path = text("path").filter(|it| !it.is_empty());
        let path = path.as_deref().unwrap_or(CHAT_PATH);
        let default = text("defaultHost").unwrap_or_default();
        let made = destination(configured, &default, path, Profile::Strict)?;
        Ok(Some(made.host).filter(|host| !host.is_empty()))
    }

    /// What a key reads as for a capability that may not be active yet.
    pub fn would_read(&self, manifest: Value<'w>, key: &str) -> Option<ConfigValue> {
        if let Some(host) = self.settings.host(key) {
            return Some(ConfigValue::Text(host.to_owned()));
        }
        let mut manifests = self.manifests.clone();
        manifests.push(manifest);
        let view = View {
            manifests: &manifests,
            file: self.file,
            defaults: self.defaults,
        };
        view.value(key)
    }
}
