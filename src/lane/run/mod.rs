//! One lane, run over a [`Host`]: every decision between a plan and a review that is written down.
//!
//! The order is fixed: who agreed to it, where it would send the prompt, what it needs, whether it is there; then the
//! program or the server; then what its answer is worth, and the files beside it. No effect happens that a decision
//! before it has not allowed.

mod antigravity;
mod availability;
mod http;
mod outcome;
mod settle;
mod spawn;

use alloc::format;
use alloc::string::String;

pub(in crate::lane) use availability::SAYS_YES_AND;
pub use availability::{Availability, availability};
pub use http::{Asked, model_of};
pub use outcome::{Outcome, Status};

use super::config::config_string;
use super::egress::check_egress;
use super::host::{Host, Progress};
use super::plan::{Plan, Platform, Reason, Refusal, Transport};
use crate::destination::is_local;
use crate::diagnostic::Profile;
use crate::escape::visible;

/// Whose lane it is, and what is known of the agreement to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// One of the twelve: nobody is asked, unless a project's configuration names its server (Y-20).
    FirstParty {
        /// Whether the host comes from a project's configuration rather than from the user's own.
        host_from_project: bool,
    },
    /// A capability that somebody installed (Y-17).
    Installed(Agreement),
}

/// What a consent record says about a manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// There is none.
    Missing,
    /// It is about another manifest, or other files (Y-4).
    Changed,
    /// It is about this one.
    Given,
}

/// What is to be run, and under which conditions.
#[derive(Debug, Clone, Copy)]
pub struct Order<'t, 'd> {
    /// The resolved lane.
    pub plan: &'t Plan<'d>,
    /// Under which name the result is listed: the slug, or that of an instance.
    pub identity: &'t str,
    /// The root of the repository under review, absolute: where a program runs.
    pub repo_root: &'t str,
    /// Whether the user asked for this lane by name.
    pub explicit: bool,
    /// Whose rules.
    pub profile: Profile,
    /// Where programs run.
    pub platform: Platform,
    /// Whose lane it is.
    pub owner: Owner,
    /// The host that the consent record binds, if any (L-52, T-84).
    pub bound_host: Option<&'t str>,
    /// What the configuration says under the probe's `hostConfigKey`; only the peer asks it (B-8).
    pub probe_host: Option<&'t str>,
}

impl Order<'_, '_> {
    fn is_strict(&self) -> bool {
        self.profile == Profile::Strict
    }
}

/// Runs a lane to its end. The result is typed whatever the host does.
pub async fn run<H: Host>(order: &Order<'_, '_>, host: &H) -> Outcome {
    if let Err(refusal) = permission(order) {
        // The peer says this of a changed host only; whoever has not agreed to a lane should read why it is not run.
        let told = order.is_strict() || refusal.reason == Reason::EgressHostChanged;
        return refused(order, host, refusal, told);
    }
    host.progress(Progress::Probing);
    let found = availability(order, host).await;
    if let Err(refusal) = found {
        return refused(order, host, refusal, order.explicit);
    }
    match &order.plan.transport {
        Transport::Spawn(plan) => spawn::run(order, plan, host).await,
        Transport::Http(plan) => http::run(order, plan, host).await,
    }
}

fn refused<H: Host>(order: &Order<'_, '_>, host: &H, refusal: Refusal, told: bool) -> Outcome {
    if told {
        host.warn(&format!(
            "{} is not run ({}): {}; {}",
            visible(order.identity.as_bytes(), 80),
            refusal.reason.as_str(),
            refusal.detail,
            refusal.reason.remedy()
        ));
    }
    Outcome::not_run(order, refusal)
}

/// Whether the lane may run, and talk to that host (L-52, L-53, T-85, B-6, B-7, Y-4, Y-17, Y-20). Whoever only looks
/// whether it could run asks this first, too: nothing may be started or connected to without.
///
/// # Errors
/// Why not.
pub fn permission(order: &Order<'_, '_>) -> Result<(), Refusal> {
    let refuse = |reason, detail: &str| {
        Err(Refusal {
            reason,
            detail: String::from(detail),
        })
    };
    if order.is_strict() {
        match order.owner {
            Owner::Installed(Agreement::Missing) => {
                return refuse(
                    Reason::ConsentMissing,
                    "nobody has agreed to this capability",
                );
            }
            Owner::Installed(Agreement::Changed) => {
                return refuse(
                    Reason::ManifestChanged,
                    "the capability is not the one that was agreed to",
                );
            }
            Owner::Installed(Agreement::Given) | Owner::FirstParty { .. } => {}
        }
    }
    let Transport::Http(http) = &order.plan.transport else {
        return Ok(());
    };
    // What spells out nothing binds nothing, so it cannot switch the question off (B-6, B-7, Y-17, Y-20).
    if let Some(bound) = order.bound_host.and_then(config_string) {
        if check_egress(Some(bound), &http.host) {
            return Ok(());
        }
        let mut detail = String::from("agreed to ");
        detail.push_str(&visible(bound.as_bytes(), 200));
        detail.push_str(", the configuration now names ");
        detail.push_str(&visible(http.host.as_bytes(), 200));
        return refuse(Reason::EgressHostChanged, &detail);
    }
    let needs_bound_host = match order.owner {
        Owner::Installed(_) => true,
        Owner::FirstParty { host_from_project } => host_from_project && !is_local(&http.host),
    };
    if order.is_strict() && needs_bound_host {
        let mut detail = String::from("nobody has agreed to sending plans to ");
        detail.push_str(&visible(http.host.as_bytes(), 200));
        return refuse(Reason::ConsentMissing, &detail);
    }
    Ok(())
}
