//! Reviewer instances: lanes that are asked more than once, each time with another model or agent (L-114, L-117).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use serde::Serialize;

use super::select::{Message, MessageCode, has};
use crate::json::{Kind, Str, Value, compare_utf16};
use crate::sort::{Index, order, sort_by};
use crate::vocabulary::grammar::INSTANCE_NAME;
use crate::vocabulary::reviewer::is_reserved_stem;
use crate::vocabulary::selection::FIRST_PARTY;

/// A configured instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Instance {
    name: String,
    pub(super) cli: String,
    model: Option<String>,
    agent: Option<String>,
}

/// The configured instances that can be used.
#[derive(Debug)]
pub(super) struct Instances {
    /// By name.
    all: Vec<Instance>,
}

impl Instances {
    /// Reads `review.reviewer_instances`; each bad one is one error and is left out (L-114).
    #[inline(never)]
    pub(super) fn read(
        configured: Option<Value<'_>>,
        known: &Index<'_>,
        errors: &mut Vec<Message>,
    ) -> Self {
        let mut all = Vec::new();
        if let Some(configured) = configured {
            if !configured.is_object() {
                let words = "review.reviewer_instances must be an object of instances by name";
                errors.push(Message::new(MessageCode::InstancesNotAnObject, words, None));
            }
            for (name, spec) in configured.entries() {
                let name = name.to_lossy();
                match read_one(&name, spec, known) {
                    Ok(instance) => all.push(instance),
                    Err((code, words)) => errors.push(Message::new(code, words, Some(&name))),
                }
            }
        }
        sort_by(&mut all, |a, b| a.name.cmp(&b.name));
        Self { all }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The instance of that name, and nothing that is merely inherited (B-16).
    #[inline(never)]
    pub(super) fn find(&self, name: &str) -> Option<&Instance> {
        let found = self.all.binary_search_by(|it| (*it.name).cmp(name));
        self.all.get(found.ok()?)
    }
}

#[inline(never)]
fn read_one(
    name: &str,
    spec: Value<'_>,
    known: &Index<'_>,
) -> Result<Instance, (MessageCode, &'static str)> {
    if !(INSTANCE_NAME.matches)(name.as_bytes()) {
        let words = "no instance can be called {}: names are a lower-case letter or digit followed by lower-case \
                     letters, digits and dashes";
        return Err((MessageCode::InstanceName, words));
    }
    if has(known, name) {
        let words = "the instance {} is called like a reviewer";
        return Err((MessageCode::InstanceShadowsLane, words));
    }
    if is_reserved_stem(name.as_bytes()) {
        let words = "the instance {} would overwrite the inputs of a run; choose another name";
        return Err((MessageCode::InstanceReservedStem, words));
    }
    if !spec.is_object() {
        let words =
            "the instance {} must be an object with `cli` and, if wanted, `model` and `agent`";
        return Err((MessageCode::InstanceNotAnObject, words));
    }
    let cli = spec.get("cli").and_then(Value::as_str).map(Str::to_lossy);
    let Some(cli) = cli.filter(|cli| has(known, cli)) else {
        let words = "`cli` of the instance {} must be exactly the slug of a known reviewer";
        return Err((MessageCode::InstanceCli, words));
    };
    let text = |member: &str| match spec.get(member) {
        Some(value) if !matches!(value.kind(), Kind::Null | Kind::Undefined) => {
            value.as_str().map(|text| Some(text.to_lossy())).ok_or(())
        }
        _ => Ok(None),
    };
    let words = "`model` of the instance {} must be a text";
    let model = text("model").map_err(|()| (MessageCode::InstanceModel, words))?;
    let words = "`agent` of the instance {} must be a text";
    let agent = text("agent").map_err(|()| (MessageCode::InstanceAgent, words))?;
    Ok(Instance {
        name: String::from(name),
        cli,
        model,
        agent,
    })
}

/// What a selected reviewer is (L-117).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ResolvedKind {
    /// A lane.
    Builtin,
    /// An instance of one.
    Instance,
}

/// A selected reviewer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Resolved {
    /// The slug, or the name of the instance: what its files and its section are called after.
    pub identity: String,
    /// Which of both.
    pub kind: ResolvedKind,
    /// The slug of the lane that is run.
    pub cli: String,
    /// The model that an instance asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The agent that an instance asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

impl Resolved {
    #[inline(never)]
    pub(super) fn builtin(slug: String) -> Self {
        Self {
            cli: slug.clone(),
            identity: slug,
            kind: ResolvedKind::Builtin,
            model: None,
            agent: None,
        }
    }

    #[inline(never)]
    pub(super) fn instance(instance: &Instance) -> Self {
        Self {
            identity: instance.name.clone(),
            kind: ResolvedKind::Instance,
            cli: instance.cli.clone(),
            model: instance.model.clone(),
            agent: instance.agent.clone(),
        }
    }

    /// Whether it is an instance.
    #[must_use]
    pub fn is_instance(&self) -> bool {
        self.kind == ResolvedKind::Instance
    }
}

/// The places of reviewers in the order in which their sections stand: that of the descriptors, overlays last, a
/// lane before its instances (B-17). `lanes` are the slugs of the merged registry; `None` for those that come along.
#[must_use]
pub fn review_order(reviewers: &[Resolved], lanes: Option<&[String]>) -> Vec<usize> {
    let mut keys = Vec::new();
    match lanes {
        Some(lanes) => keys.extend(lanes.iter().map(|lane| Cow::Borrowed(lane.as_bytes()))),
        None => keys.extend(
            FIRST_PARTY
                .iter()
                .map(|lane| Cow::Borrowed(lane.as_bytes())),
        ),
    }
    let lanes = Index::new(keys);
    let mut ranks = Vec::with_capacity(reviewers.len());
    for reviewer in reviewers {
        let place = lanes.find(reviewer.cli.as_bytes());
        ranks.push(place.unwrap_or(usize::MAX));
    }
    order(reviewers.len(), &mut |a, b| {
        let (Some(one), Some(other)) = (reviewers.get(a), reviewers.get(b)) else {
            return Ordering::Equal;
        };
        // Those that are in no list stand by their lanes.
        ranks
            .get(a)
            .cmp(&ranks.get(b))
            .then_with(|| compare_utf16(one.cli.as_bytes(), other.cli.as_bytes()))
            .then_with(|| one.is_instance().cmp(&other.is_instance()))
            .then_with(|| compare_utf16(one.identity.as_bytes(), other.identity.as_bytes()))
    })
}
