//! One lane that is to run.

use std::env;
use std::sync::Arc;

use gsd_lanes::diagnostic::Profile;
use gsd_lanes::json::{Str, Value};
use gsd_lanes::lane::host::Progress as Step;
use gsd_lanes::lane::plan::{Instance, Plan, Platform, Reason, Refusal, Transport};
use gsd_lanes::lane::run::{Order, Outcome, Status, availability, run};
use gsd_lanes::lane::summary::Circumstances;
use gsd_lanes::registry::Lane;
use gsd_lanes::review::model::Recorded;
use gsd_lanes::vocabulary::codes::Code;

use super::Engine;
use crate::cli::Given;
use crate::effects::host::{LaneHost, Watcher, at_once};
use crate::effects::http::proxy;
use crate::effects::process::{Environment, LastLine};
use crate::show::progress::LaneProgress;
use crate::world::{Agreed, World};

/// What children inherit, as the options say.
pub fn environment_of(given: &Given) -> Environment {
    Environment {
        clean: given.clean_env,
        passed: given.pass_env.clone(),
    }
}

/// A lane as it is asked for.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    /// Its slug.
    pub slug: String,
    /// The name under which it runs, if that is another one.
    pub name: Option<String>,
    /// The model instead of the configured one.
    pub model: Option<String>,
    /// The agent, where it knows agents.
    pub agent: Option<String>,
    /// The prompt instead of the run's.
    pub prompt_file: Option<String>,
    /// The user asked for it by name.
    pub explicit: bool,
}

impl Asked {
    /// Under which name its result is listed.
    pub fn identity(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.slug)
    }
}

/// A lane that can be run, as far as plan and consent say.
#[derive(Debug)]
pub struct Ready<'w> {
    /// What would run or be sent.
    pub plan: Plan<'w>,
    /// What is known of the agreement to it.
    pub agreed: Agreed,
    /// The key for its server.
    key: Option<String>,
    /// The variable that should hold the key and does not.
    key_missing: Option<String>,
}

/// A lane that is to run, or why it cannot.
#[derive(Debug)]
pub struct Job<'w> {
    /// Its slug.
    pub slug: String,
    /// Under which name its result is listed.
    pub identity: String,
    /// Its heading in the document.
    pub section: String,
    /// The user asked for it by name.
    pub explicit: bool,
    repo_root: String,
    /// There is no such lane, active or not.
    unheard_of: bool,
    /// It comes along with this program.
    embedded: bool,
    ready: Result<Ready<'w>, Refusal>,
}

impl<'w> Job<'w> {
    /// Resolves what was asked for. Nothing is started and nothing connected to.
    pub fn new(world: &World<'w>, asked: &Asked, circumstances: &Circumstances<'_>) -> Self {
        let lane = world.lanes.get(&asked.slug);
        let ready = match lane {
            Some(lane) => ready(world, lane, asked, circumstances),
            None => Err(unknown(world, &asked.slug)),
        };
        let section = lane.and_then(|it| it.body.get("reviewsSection"));
        let section = section.and_then(Value::as_str).map(Str::to_lossy);
        Self {
            slug: asked.slug.clone(),
            identity: asked.identity().to_owned(),
            section: section.unwrap_or_else(|| asked.slug.clone()),
            explicit: asked.explicit,
            repo_root: circumstances.repo_root.to_owned(),
            embedded: lane
                .and_then(|it| world.home_of(it))
                .is_some_and(|(_, folder)| folder.is_none()),
            unheard_of: lane.is_none() && world.installed_as(&asked.slug).is_none(),
            ready,
        }
    }

    /// What would run or be sent, or why nothing does.
    pub fn ready(&self) -> Result<&Ready<'w>, &Refusal> {
        self.ready.as_ref()
    }

    /// What to do about a reason. Nobody can mend the manifest of a lane that there is not, and that of one that comes
    /// along is in order.
    pub fn remedy(&self, reason: Reason) -> &'static str {
        match reason {
            Reason::MalformedLane if self.unheard_of => "`gsd-lane list` shows the lanes",
            Reason::MalformedLane if self.embedded => {
                "correct what is configured or asked for; the lane itself is in order"
            }
            _ => reason.remedy(),
        }
    }

    /// Keeps it from being run.
    pub fn refuse(&mut self, refusal: Refusal) {
        self.ready = Err(refusal);
    }

    /// Runs it to its end.
    pub fn run(&self, engine: &Engine, view: &LaneProgress) -> Outcome {
        if engine.processes.interrupt.is_set() {
            return self.interrupted();
        }
        let ready = match &self.ready {
            Ok(ready) => ready,
            Err(refusal) => {
                let (reason, detail) = (refusal.reason.as_str(), &refusal.detail);
                let remedy = self.remedy(refusal.reason);
                view.warn(&format!(
                    "{} is not run ({reason}): {detail}; {remedy}",
                    self.identity
                ));
                return self.not_run(refusal.clone());
            }
        };
        for warning in &ready.plan.warnings {
            view.warn(&format!(
                "{}: {} [{}]",
                self.identity, warning.message, warning.code
            ));
        }
        if let Some(name) = &ready.key_missing {
            view.warn(&format!(
                "{}: the variable {name} is not set; no key is sent",
                self.identity
            ));
        }
        let host = host(engine, ready, view);
        let outcome = at_once(run(&self.order(ready), &host));
        if host.left() > 0 {
            view.warn(&format!("{}: a process could not be ended", self.identity));
        }
        // A host that never waits has run it to its end.
        outcome.unwrap_or_else(|| self.interrupted())
    }

    /// Whether it could run, asking as little as that takes; nothing at all of a lane that nobody agreed to.
    pub fn probe(&self, engine: &Engine, view: &LaneProgress) -> Result<(), Refusal> {
        self.permission()?;
        let ready = self.ready.as_ref().map_err(Refusal::clone)?;
        let order = self.order(ready);
        let host = host(engine, ready, view);
        at_once(availability(&order, &host)).unwrap_or(Ok(()))
    }

    /// Whether it may run, as far as agreements go. Nothing is started and nothing connected to.
    pub fn permission(&self) -> Result<(), Refusal> {
        let ready = self.ready.as_ref().map_err(Refusal::clone)?;
        gsd_lanes::lane::run::permission(&self.order(ready))
    }

    fn order<'t>(&'t self, ready: &'t Ready<'w>) -> Order<'t, 'w> {
        Order {
            plan: &ready.plan,
            identity: &self.identity,
            repo_root: &self.repo_root,
            explicit: self.explicit,
            profile: Profile::Strict,
            platform: platform(),
            owner: ready.agreed.owner,
            bound_host: ready.agreed.bound_host.as_deref(),
            probe_host: None,
        }
    }

    /// What it comes to if it is not run at all.
    pub fn not_run(&self, refusal: Refusal) -> Outcome {
        let status = refusal.reason.status();
        Outcome {
            slug: self.slug.clone(),
            identity: self.identity.clone(),
            ok: false,
            stubbed: false,
            status,
            reason: Some(refusal.reason),
            detail: Some(refusal.detail).filter(|it| !it.is_empty()),
            model: Recorded::default(),
            blind: false,
            ungrounded: false,
            profile: Profile::Strict,
        }
    }

    /// What it comes to if the run ended before it began.
    pub fn interrupted(&self) -> Outcome {
        let mut outcome = self.not_run(Refusal {
            reason: Reason::Interrupted,
            detail: String::new(),
        });
        outcome.status = Status::Failed;
        outcome
    }
}

/// The world of a lane.
fn host<'a>(
    engine: &'a Engine,
    ready: &Ready<'_>,
    view: &'a LaneProgress,
) -> LaneHost<'a, View<'a>> {
    let path = &ready.plan.review_path;
    let mut host = LaneHost::new(&engine.processes, &engine.http, path, View(view));
    host.key.clone_from(&ready.key);
    host
}

/// The system that this was built for.
pub const fn platform() -> Platform {
    if cfg!(windows) {
        Platform::Windows
    } else {
        Platform::Posix
    }
}

fn ready<'w>(
    world: &World<'w>,
    lane: &Lane<'w>,
    asked: &Asked,
    circumstances: &Circumstances<'_>,
) -> Result<Ready<'w>, Refusal> {
    let instance = Instance {
        name: asked.name.as_deref(),
        model: asked.model.as_deref(),
        agent: asked.agent.as_deref(),
        prompt_file: asked.prompt_file.as_deref(),
    };
    let plan = circumstances.resolve(lane.body, instance)?;
    let variable = match plan.transport {
        Transport::Http(_) => world.key_variable(&asked.slug),
        Transport::Spawn(_) => None,
    };
    let key = variable.as_ref().and_then(|name| env::var(name).ok());
    let key = key
        .map(|it| it.trim().to_owned())
        .filter(|it| !it.is_empty());
    Ok(Ready {
        agreed: world.agreed(lane, &plan.transport),
        key_missing: variable.filter(|_| key.is_none()),
        plan,
        key,
    })
}

/// Why there is no lane of a name.
fn unknown(world: &World<'_>, name: &str) -> Refusal {
    let skipped = world
        .installed_as(name)
        .and_then(|(folder, _)| world.why_skipped(folder));
    match skipped {
        Some(skipped) if skipped.code == Code::Unconsented => Refusal {
            reason: Reason::ConsentMissing,
            detail: skipped.message.clone(),
        },
        Some(skipped) => Refusal {
            reason: Reason::MalformedLane,
            detail: skipped.message.clone(),
        },
        None => Refusal {
            reason: Reason::MalformedLane,
            detail: format!(
                "there is no lane `{}`, only {}",
                crate::show::out::safe(name),
                world.roster().join(", ")
            ),
        },
    }
}

impl Ready<'_> {
    /// The proxy through which its server would be asked.
    pub fn proxy(&self) -> Option<String> {
        let Transport::Http(http) = &self.plan.transport else {
            return None;
        };
        let proxy = proxy::for_url(&http.url, &|name| env::var(name).ok())?;
        Some(proxy::without_user(&proxy))
    }
}

/// What a lane's host tells goes to the lane's line.
struct View<'a>(&'a LaneProgress);

impl Watcher for View<'_> {
    fn step(&self, step: Step) {
        self.0.step(step);
    }

    fn warn(&self, message: &str) {
        self.0.warn(message);
    }

    fn last_line(&self) -> Option<&Arc<LastLine>> {
        Some(&self.0.last_line)
    }
}
