//! The rules that have effects: each is a run in steps, which its caller drives.

use alloc::rc::Rc;
use alloc::string::String;

use serde::Serialize;

use super::{given, json, text};
use crate::diagnostic::Profile;
use crate::json::{Document, Kind, Str, Value};
use crate::lane::plan::{Plan, Platform, Reason, Refusal};
use crate::lane::run::{Agreement, Availability, Order, Owner, model_of, run};
use crate::lane::steps::{LetterBox, Steps};

/// Begins the rule of that name with the members of an object; it ends in JSON. `homeDir` is the user's home
/// directory for all of them.
///
/// * `runLane`: `{plan, repoRoot, identity?, explicit?, profile?, platform?, owner?, agreement?, hostFromProject?,
///   consentedHost?, probeHost?}`
/// * `probe`: `{probe, requiresBinaries?, planHost?, probeHost?, repoRoot?, profile?}`
/// * `modelOf`: `{configuredModel?, modelsUrl?, fallbackModel?, profile?}`
#[must_use]
pub fn begin(name: &str, input: Document<'static>) -> Option<Steps<String>> {
    let home = text(input.root(), "homeDir");
    match name {
        "runLane" => Some(Steps::new(home, |host| lane(input, host))),
        #[cfg(feature = "tools")]
        "probe" => Some(Steps::new(home, |host| probe(input, host))),
        #[cfg(feature = "tools")]
        "modelOf" => Some(Steps::new(home, |host| model(input, host))),
        _ => None,
    }
}

fn profile(input: Value<'_>) -> Profile {
    match text(input, "profile").as_str() {
        "peer" => Profile::Peer,
        _ => Profile::Strict,
    }
}

fn optional(input: Value<'_>, name: &str) -> Option<String> {
    let text = input.get(name).and_then(Value::as_str);
    text.map(Str::to_lossy)
}

fn truth(input: Value<'_>, name: &str) -> bool {
    input.get(name).and_then(Value::as_bool) == Some(true)
}

/// Whose lane it is. Whoever says nothing has a lane of the twelve, or has asked for consent by other means; what is
/// neither of the two words must not do without consent (Y-17).
fn owner(input: Value<'_>) -> Owner {
    let unsaid = input.get("owner").is_none_or(|it| it.kind() == Kind::Null);
    if unsaid || text(input, "owner") == "first-party" {
        return Owner::FirstParty {
            host_from_project: truth(input, "hostFromProject"),
        };
    }
    Owner::Installed(match text(input, "agreement").as_str() {
        "given" => Agreement::Given,
        "changed" => Agreement::Changed,
        _ => Agreement::Missing,
    })
}

async fn lane(input: Document<'static>, host: Rc<LetterBox>) -> String {
    let input = input.root();
    let nothing = Refusal {
        reason: Reason::MalformedLane,
        detail: String::from("plan"),
    };
    let plan = match input.get("plan").map(Plan::from_value) {
        Some(Ok(plan)) => plan,
        Some(Err(refusal)) => return json(&Refused::of(&refusal)),
        None => return json(&Refused::of(&nothing)),
    };
    let identity = optional(input, "identity").unwrap_or_else(|| plan.slug.clone());
    let repo_root = text(input, "repoRoot");
    let bound_host = optional(input, "consentedHost");
    let probe_host = optional(input, "probeHost");
    let order = Order {
        plan: &plan,
        identity: &identity,
        repo_root: &repo_root,
        explicit: truth(input, "explicit"),
        profile: profile(input),
        platform: match text(input, "platform").as_str() {
            "win32" => Platform::Windows,
            _ => Platform::Posix,
        },
        owner: owner(input),
        bound_host: bound_host.as_deref(),
        probe_host: probe_host.as_deref(),
    };
    json(&run(&order, &*host).await)
}

/// A plan that is none.
#[derive(Serialize)]
struct Refused<'r> {
    ok: bool,
    resolved: bool,
    status: &'static str,
    reason: Reason,
    detail: &'r str,
}

impl<'r> Refused<'r> {
    fn of(refusal: &'r Refusal) -> Self {
        Self {
            ok: false,
            resolved: false,
            status: "refused",
            reason: refusal.reason,
            detail: &refusal.detail,
        }
    }
}

/// Whether a lane can run.
#[derive(Serialize)]
struct Found {
    available: bool,
    reason: Option<Reason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
}

async fn probe(input: Document<'static>, host: Rc<LetterBox>) -> String {
    let input = input.root();
    let requires = given(input, "requiresBinaries").into_iter();
    let requires: alloc::vec::Vec<String> = requires
        .flat_map(Value::items)
        .filter_map(Value::as_str)
        .map(Str::to_lossy)
        .collect();
    let plan_host = optional(input, "planHost");
    let configured = optional(input, "probeHost");
    let found = Availability {
        requires_binaries: &requires,
        probe: input.get("probe"),
        plan_host: plan_host.as_deref(),
        configured_host: configured.as_deref(),
        cwd: &text(input, "repoRoot"),
        profile: profile(input),
    }
    .find_out(&*host)
    .await;
    json(&match found {
        Ok(()) => Found {
            available: true,
            reason: None,
            detail: None,
        },
        Err(refusal) => Found {
            available: false,
            reason: Some(refusal.reason),
            detail: Some(refusal.detail),
        },
    })
}

/// The model to ask for.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Chosen {
    model: String,
    asked: bool,
    ask_timeout_ms: Option<u64>,
}

async fn model(input: Document<'static>, host: Rc<LetterBox>) -> String {
    let input = input.root();
    let asked = model_of(
        optional(input, "configuredModel").as_deref(),
        optional(input, "modelsUrl").as_deref(),
        &text(input, "fallbackModel"),
        profile(input),
        &*host,
    )
    .await;
    json(&Chosen {
        model: asked.model,
        asked: asked.asked_ms.is_some(),
        ask_timeout_ms: asked.asked_ms,
    })
}
