//! Seeing, giving and taking back consent (T-76, T-77, TB-2, TB-7, Y-17, Y-20, F-40).

use std::io::{self, IsTerminal, Write};
use std::time::SystemTime;

use gsd_lanes::json::{Str, Value};
use gsd_lanes::lane::plan::{Instance, Transport};
use gsd_lanes::lane::run::Owner;
use gsd_lanes::registry::{Scope, Text};
use gsd_lanes::trust::consent::{
    self as rules, HostRecord, LaneRecord, Record, StoreProblem, grant_host, grant_lane, may_run,
    revoke_host, revoke_lane,
};
use gsd_lanes::trust::{self, Context, consent_prompt, disclose};
use gsd_lanes::vocabulary::codes::Code;
use serde_json::{Value as Json, json};

use crate::cli::{Common, Consent};
use crate::commands::{Here, list};
use crate::effects::installed::Installed;
use crate::run::verdict::{FAILED, FINE};
use crate::show::out::{complain, lines, print, print_json, safe};
use crate::trouble::Trouble;
use crate::world::{self, Settings, Staged, World};

/// The command.
pub fn consent(common: &Common, action: &Consent) -> Result<u8, Trouble> {
    world::with(common, &Settings::default(), |world| {
        super::tell_warnings(world);
        match action {
            Consent::Show { id } => show(common, world, id.as_deref()),
            Consent::Grant { id, digest } => grant(common, world, id, digest.as_deref()),
            Consent::Revoke { id } => revoke(common, world, id),
        }
    })
}

/// What there can be consent to.
enum Subject<'w> {
    /// A capability that somebody installed.
    Installed(&'w Installed, Value<'w>),
    /// The host that the project gives a lane that comes along: id of the capability, slug, host.
    Host(String, String, String),
}

/// What is shown, and what a consent to it is.
struct Shown {
    id: String,
    scope: &'static str,
    /// What would run or be sent, line by line.
    lines: Vec<String>,
    /// What must be quoted to agree.
    digest: String,
    /// What is known so far.
    state: &'static str,
    staged: Option<Staged>,
    host: Option<String>,
}

/// Finds what a name stands for.
fn subject<'w>(world: &World<'w>, name: &str) -> Result<Subject<'w>, Trouble> {
    let lane = world
        .lanes
        .iter()
        .find(|lane| lane.slug.is(name) || lane.capability.as_ref().is_some_and(|it| it.is(name)));
    // A lane that runs comes before whatever else calls itself like it.
    let installed = world
        .installed_as(name)
        .filter(|(folder, _)| lane.is_none() || world.why_skipped(folder).is_none());
    if let Some((folder, manifest)) = installed {
        let skipped = world
            .why_skipped(folder)
            .filter(|it| it.code != Code::Unconsented);
        return match (skipped, manifest) {
            (None, Some(manifest)) => Ok(Subject::Installed(folder, manifest)),
            (Some(skipped), _) => {
                let help = skipped
                    .help
                    .as_deref()
                    .map(|it| format!("; {it}"))
                    .unwrap_or_default();
                let errors = list::errors(skipped).join("; ");
                let why = [skipped.message.clone(), errors].join(": ");
                let why = why.trim_end_matches(": ");
                Err(Trouble::new(format!(
                    "nobody can agree to this: {why}{help}"
                )))
            }
            (None, None) => Err(Trouble::new(format!("`{name}` has no manifest"))),
        };
    }
    let Some(lane) = lane else {
        return Err(Trouble::new(format!(
            "nothing is installed as `{name}`; gsd-lane list"
        )));
    };
    let here = Here {
        run_dir: "/".to_owned(),
        repo_root: world.places.project.clone(),
    };
    let config = |key: &str| world.config(key);
    let plan = here
        .circumstances(&config)
        .resolve(lane.body, Instance::default());
    let plan = plan.map_err(|refusal| Trouble::new(format!("`{name}`: {}", refusal.detail)))?;
    let from_project = matches!(
        world.agreed(lane, &plan.transport).owner,
        Owner::FirstParty {
            host_from_project: true
        }
    );
    match plan.transport {
        Transport::Http(http) if from_project => Ok(Subject::Host(
            lane.capability
                .as_ref()
                .map(Text::to_lossy)
                .unwrap_or_default(),
            lane.slug.to_lossy(),
            http.host,
        )),
        _ => Err(Trouble::new(format!(
            "`{name}` comes along with this program and needs no consent"
        ))),
    }
}

fn shown<'w>(world: &World<'w>, subject: &Subject<'w>) -> Result<Shown, Trouble> {
    match subject {
        Subject::Installed(folder, manifest) => shown_installed(world, folder, *manifest),
        Subject::Host(id, slug, host) => Ok(shown_host(world, id, slug, host)),
    }
}

fn shown_installed<'w>(
    world: &World<'w>,
    folder: &Installed,
    manifest: Value<'w>,
) -> Result<Shown, Trouble> {
    let staged = world.staged(folder, manifest)?;
    let host = staged.reviewer_host.clone();
    let resolve = always(host.as_deref().map(Str::of));
    let there = |path: &[u8]| {
        let path = String::from_utf8_lossy(path).into_owned();
        folder.path.join(path).exists()
    };
    let context = Context {
        resolver: host.is_some().then_some(&resolve),
        staged: Some(&there),
    };
    let lines = consent_prompt(&disclose(manifest, &context));
    let bound = world.bound(folder);
    let state = match may_run(bound, &staged.signature, Some(&staged.content_hash)) {
        Ok(()) if bound.and_then(|it| it.reviewer_host) != host.as_deref().map(Str::of) => {
            "host changed"
        }
        Ok(()) => "given",
        Err(rules::EgressRefusal::ConsentMissing) => "missing",
        Err(_) => "changed",
    };
    Ok(Shown {
        id: folder.name.clone(),
        scope: folder.scope.as_str(),
        lines: lines.iter().map(ToString::to_string).collect(),
        digest: staged.code(),
        state,
        staged: Some(staged),
        host: host.clone(),
    })
}

/// A configuration in which every key reads alike: a lane asks for one only.
fn always<'d>(host: Option<Str<'d>>) -> impl Fn(Str<'d>) -> Option<Str<'d>> {
    move |_| host
}

fn shown_host(world: &World<'_>, id: &str, slug: &str, host: &str) -> Shown {
    let staged = Staged {
        signature: format!("host {id}"),
        content_hash: world.places.project.clone(),
        reviewer_host: Some(host.to_owned()),
    };
    let mut lines = vec![
        format!("The lane {} sends whole plans to a server.", safe(slug)),
        format!("  The configuration of this project names {}", safe(host)),
        format!("  The project is {}", safe(&world.places.project)),
    ];
    if gsd_lanes::destination::is_plaintext_egress(host) {
        lines.push("  WARNING: what is sent there travels unencrypted".to_owned());
    }
    let known = world.bound_host(id);
    let state = match known.as_deref() {
        Some(bound) if bound == host => "given",
        Some(_) => "changed",
        None if gsd_lanes::destination::is_local(host) => "not needed",
        None => "missing",
    };
    Shown {
        id: id.to_owned(),
        scope: "project",
        lines,
        digest: staged.code(),
        state,
        staged: None,
        host: Some(host.to_owned()),
    }
}

impl Shown {
    fn in_words(&self) -> String {
        let id = safe(&self.id);
        let mut text = vec![format!("{id} ({}), consent: {}", self.scope, self.state)];
        text.extend(self.lines.iter().map(|line| format!("  {line}")));
        text.push(format!("  digest {}", self.digest));
        lines(&text)
    }

    fn as_json(&self) -> Json {
        json!({
            "id": self.id,
            "scope": self.scope,
            "consent": self.state,
            "digest": self.digest,
            "contentHash": self.staged.as_ref().map(|it| &it.content_hash),
            "signatureDigest": self.staged.as_ref().map(|it| trust::digest(&it.signature)),
            "reviewerHost": self.host,
            "disclosure": self.lines,
        })
    }
}

fn show(common: &Common, world: &World<'_>, id: Option<&str>) -> Result<u8, Trouble> {
    let mut all = Vec::new();
    if let Some(id) = id {
        all.push(shown(world, &subject(world, id)?)?);
    } else {
        let installed = world.installed().map(|(folder, _)| folder.name.clone());
        let embedded = world.lanes.iter().filter(|lane| {
            world
                .home_of(lane)
                .is_some_and(|(_, folder)| folder.is_none())
        });
        let names: Vec<String> = installed
            .chain(embedded.map(|it| it.slug.to_lossy()))
            .collect();
        for name in super::each_once(&names) {
            match subject(world, &name).and_then(|it| shown(world, &it)) {
                Ok(shown) => all.push(shown),
                // Most lanes that come along need none.
                Err(_) if world.installed_as(&name).is_none() => {}
                Err(trouble) => complain(&safe(&trouble.message)),
            }
        }
    }
    if common.json {
        print_json(&all.iter().map(Shown::as_json).collect::<Vec<_>>())?;
    } else if all.is_empty() {
        print("Nothing is installed that needs consent.\n")?;
    } else {
        print(
            &all.iter()
                .map(Shown::in_words)
                .collect::<Vec<_>>()
                .join("\n"),
        )?;
    }
    Ok(FINE)
}

fn grant(
    common: &Common,
    world: &World<'_>,
    id: &str,
    digest: Option<&str>,
) -> Result<u8, Trouble> {
    let subject = subject(world, id)?;
    let shown = shown(world, &subject)?;
    if !common.json {
        print(&shown.in_words())?;
    }
    match digest {
        Some(quoted) if quoted == shown.digest => {}
        Some(_) => {
            complain("this is not the digest of what is there now; nothing was agreed to");
            return Ok(FAILED);
        }
        None if !io::stdin().is_terminal() || !io::stderr().is_terminal() => {
            complain(
                "no terminal to ask on; to agree to what was shown, quote it: --digest DIGEST",
            );
            return Ok(FAILED);
        }
        None if !says_yes(common, &shown)? => {
            complain("nothing was agreed to");
            return Ok(FAILED);
        }
        None => {}
    }
    record(world, &subject, &shown)?;
    if common.json {
        let mut value = shown.as_json();
        if let Some(members) = value.as_object_mut() {
            members.insert("consent".to_owned(), json!("given"));
        }
        print_json(&value)?;
    } else {
        print(&format!("Agreed to {}\n", safe(&shown.id)))?;
    }
    Ok(FINE)
}

/// Only the whole word counts; the end of the input is a no. Nobody is asked about what he does not see: what went to
/// a file or a program, or was to be a document, is shown where the question is.
fn says_yes(common: &Common, shown: &Shown) -> Result<bool, Trouble> {
    let mut err = io::stderr().lock();
    if common.json || !io::stdout().is_terminal() {
        err.write_all(shown.in_words().as_bytes())?;
    }
    err.write_all(b"Let this run with your rights? Type yes to agree: ")?;
    err.flush()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(answer.trim() == "yes")
}

fn record(world: &World<'_>, subject: &Subject<'_>, shown: &Shown) -> Result<(), Trouble> {
    let now = humantime::format_rfc3339_millis(SystemTime::now()).to_string();
    let (id, now) = (Str::of(&shown.id), Str::of(&now));
    let root = Str::of(&world.places.project);
    let host = shown.host.as_deref().map(Str::of);
    let words = |problem: StoreProblem| problem.message().to_owned();
    let done = match (subject, &shown.staged) {
        (Subject::Installed(folder, _), Some(staged)) if folder.scope == Scope::Project => {
            let integrity = world.integrity(folder);
            let record = Record {
                project_root: root,
                id,
                integrity: Str::of(&integrity),
                disclosure_signature: Str::of(&staged.signature),
                content_hash: Str::of(&staged.content_hash),
                consented_at: now,
                reviewer_host: host,
            };
            let store = &world.stores.shared;
            store.update(|old| rules::upsert(old, &record).map(Some).map_err(words))
        }
        (Subject::Installed(..), Some(staged)) => {
            let digest = trust::digest(&staged.signature);
            let record = LaneRecord {
                id,
                digest: Str::of(&digest),
                content_hash: Str::of(&staged.content_hash),
                consented_at: now,
                reviewer_host: host,
            };
            world
                .stores
                .own
                .update(|old| grant_lane(old, &record).map(Some).map_err(words))
        }
        _ => {
            let record = HostRecord {
                project_root: root,
                id,
                consented_at: now,
                reviewer_host: host.unwrap_or_default(),
            };
            world
                .stores
                .own
                .update(|old| grant_host(old, &record).map(Some).map_err(words))
        }
    };
    done.map(drop).map_err(|no| Trouble::new(no.in_words()))
}

fn revoke(common: &Common, world: &World<'_>, name: &str) -> Result<u8, Trouble> {
    // What is not there any more can be taken back, too: then the name is the id.
    let installed = world
        .installed_as(name)
        .map(|(folder, _)| folder.name.clone());
    let lane = world.lanes.iter().find(|lane| lane.slug.is(name));
    let installed_lane = lane.and_then(|it| world.home_of(it)).and_then(|(_, it)| it);
    let is_embedded = lane.is_some() && installed_lane.is_none();
    let installed = installed.filter(|_| !is_embedded);
    let embedded = lane
        .and_then(|it| it.capability.as_ref())
        .map(Text::to_lossy);
    let id = installed.or(embedded).unwrap_or_else(|| name.to_owned());
    let (root, id_text) = (Str::of(&world.places.project), Str::of(&id));
    let words = |problem: StoreProblem| problem.message().to_owned();
    let stores = world.stores;
    // One store that cannot be written keeps nobody from taking back what is in the other.
    let taken = [
        stores
            .own
            .update(|old| revoke_lane(old, id_text).map_err(words)),
        stores
            .own
            .update(|old| revoke_host(old, root, id_text).map_err(words)),
        stores
            .shared
            .update(|old| rules::remove(old, root, id_text).map_err(words)),
    ];
    let mut revoked = false;
    let mut trouble = None;
    for done in taken {
        match done {
            Ok(was_there) => revoked |= was_there,
            Err(no) => trouble = Some(Trouble::new(no.in_words())),
        }
    }
    if let Some(trouble) = trouble {
        return Err(trouble);
    }
    if common.json {
        print_json(&json!({"id": id, "revoked": revoked}))?;
    } else if revoked {
        print(&format!("The consent to {} is taken back\n", safe(&id)))?;
    } else {
        print(&format!("There was no consent to {}\n", safe(&id)))?;
    }
    Ok(FINE)
}
