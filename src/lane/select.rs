//! Whom to ask: flags, configuration and what is there (L-110 … L-117, B-16, B-20).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::instances::{Instance, Instances, Resolved};
use crate::escape::visible;
use crate::json::{Kind, Str, Value, compare_utf16, js_string};
use crate::lower::lower;
use crate::sort::{Index, sort_by};
use crate::vocabulary::grammar::REVIEWER_NAME;
use crate::vocabulary::selection::FIRST_PARTY;

/// What is chosen from.
#[derive(Debug, Clone, Default)]
pub struct Request<'d> {
    /// The slugs of the lanes that could be run here.
    pub detected: Vec<String>,
    /// The slugs that were asked for by flag.
    pub explicit: Vec<String>,
    /// Whether everything that is there was asked for.
    pub all: bool,
    /// `review.default_reviewers`, whatever stands there; `None` if nothing does.
    pub configured: Option<Value<'d>>,
    /// `review.reviewer_instances`, likewise.
    pub instances: Option<Value<'d>>,
    /// The roster of the merged registry (B-16); `None` for the lanes that come along.
    pub known: Option<Vec<String>>,
}

impl<'d> Request<'d> {
    /// Reads `{detected?, explicitFlags?, allFlag?, configuredDefaultReviewers?, reviewerInstances?, knownSlugs?}`.
    #[must_use]
    pub fn of(input: Value<'d>) -> Self {
        let given = |name: &str| {
            let value = input.get(name)?;
            (!matches!(value.kind(), Kind::Null | Kind::Undefined)).then_some(value)
        };
        let texts = |name: &str| -> Vec<String> {
            let mut texts = Vec::new();
            for item in given(name).into_iter().flat_map(Value::items) {
                texts.push(js_string(item));
            }
            texts
        };
        Self {
            detected: texts("detected"),
            explicit: texts("explicitFlags"),
            all: given("allFlag").is_some_and(is_truthy),
            configured: given("configuredDefaultReviewers"),
            instances: given("reviewerInstances"),
            known: given("knownSlugs").map(|_| texts("knownSlugs")),
        }
    }
}

/// Why these were chosen (L-111).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// They were asked for one by one. A run that cannot ask each of them must not end well (B-20).
    ExplicitFlags,
    /// All that are there were asked for.
    AllFlag,
    /// The configuration names them.
    ConfigDefault,
    /// Nothing says anything, so all that are there.
    NoConfigAllDetected,
}

/// What there is to say about a selection; the string form is stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MessageCode {
    /// Asked for by flag, and not there (L-112).
    ExplicitNotDetected,
    /// Nothing that was asked for by flag is there.
    ExplicitNoneDetected,
    /// The configured reviewers are no list (L-113).
    DefaultsNotAList,
    /// The list is empty.
    DefaultsEmpty,
    /// An entry is no text.
    DefaultNotText,
    /// An entry cannot be a name.
    DefaultMalformed,
    /// An entry names nothing known: an error once instances are configured, since then it is probably one of them.
    DefaultUnknown,
    /// An entry names a lane that is not there.
    DefaultNotDetected,
    /// An entry names an instance whose lane is not there.
    InstanceNotDetected,
    /// None of the configured reviewers is there.
    DefaultsNoneDetected,
    /// The instances are no object (L-114).
    InstancesNotAnObject,
    /// An instance cannot be called that.
    InstanceName,
    /// An instance is called like a lane.
    InstanceShadowsLane,
    /// Files named after the instance would overwrite the inputs of a run (B-5).
    InstanceReservedStem,
    /// An instance is described by something that is no object.
    InstanceNotAnObject,
    /// An instance names no known lane.
    InstanceCli,
    /// The model of an instance is no text.
    InstanceModel,
    /// The agent of an instance is no text.
    InstanceAgent,
}

/// One thing to say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Message {
    /// What it is.
    pub code: MessageCode,
    /// The same in words; safe to print.
    pub message: String,
    /// The slug or instance that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The lane that the instance would use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cli: Option<String>,
    /// The place in the configured list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
}

impl Message {
    /// A message; `{}` in the words stands for the name.
    #[inline(never)]
    pub(super) fn new(code: MessageCode, words: &str, name: Option<&str>) -> Self {
        let mut message = String::new();
        let (before, after) = words.split_once("{}").unwrap_or((words, ""));
        message.push_str(before);
        if let Some(name) = name {
            message.push('`');
            message.push_str(&visible(name.as_bytes(), 60));
            message.push('`');
        }
        message.push_str(after);
        Self {
            code,
            message,
            name: name.map(String::from),
            cli: None,
            index: None,
        }
    }

    #[inline(never)]
    fn at(mut self, index: usize) -> Self {
        self.index = Some(index);
        self
    }
}

/// Who is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Selection {
    /// Why these.
    pub source: Source,
    /// Slugs and names of instances, by UTF-16 code unit.
    pub selected: Vec<String>,
    /// With one of these a run must not report success.
    pub errors: Vec<Message>,
    /// What is probably not as it was meant.
    pub warnings: Vec<Message>,
    /// What explains the selection.
    pub infos: Vec<Message>,
    /// What each of the selected is, in the same order.
    pub resolved_instances: Vec<Resolved>,
    /// Two of the selected instances use one lane, so that their agreement says less (L-117).
    pub shared_adapter_caveat: bool,
}

/// Chooses. Time grows with the input as sorting does.
#[must_use]
#[inline(never)]
pub fn select(request: &Request<'_>) -> Selection {
    let twelve = || FIRST_PARTY.iter().copied().map(String::from).collect();
    let known = request.known.clone().unwrap_or_else(twelve);
    let known = index(&known);
    let detected = distinct(&request.detected);
    let is_detected = index(&detected);
    let explicit = distinct(&request.explicit);

    let mut errors = Vec::new();
    let instances = Instances::read(request.instances, &known, &mut errors);
    let defaults = request
        .configured
        .map(|configured| defaults(configured, &mut errors));
    let (mut warnings, mut infos) = (Vec::new(), Vec::new());
    let mut chosen: Vec<Resolved> = Vec::new();
    let source = match defaults {
        _ if !explicit.is_empty() => {
            let clean = errors.is_empty();
            for slug in explicit {
                if has(&is_detected, &slug) {
                    chosen.push(Resolved::builtin(slug));
                } else {
                    let words = "{} was asked for, and is not available here";
                    let code = MessageCode::ExplicitNotDetected;
                    errors.push(Message::new(code, words, Some(&slug)));
                }
            }
            if chosen.is_empty() && clean {
                let words = "nothing that was asked for is available here";
                let code = MessageCode::ExplicitNoneDetected;
                errors.push(Message::new(code, words, None));
            }
            Source::ExplicitFlags
        }
        Some(defaults) if !request.all => {
            let lists = Lists {
                known: &known,
                detected: &is_detected,
                instances: &instances,
            };
            for (place, name) in defaults {
                match lists.resolve(name, place) {
                    Ok(resolved) => chosen.push(resolved),
                    Err((Level::Error, message)) => errors.push(message),
                    Err((Level::Warning, message)) => warnings.push(message),
                    Err((Level::Info, message)) => infos.push(message),
                }
            }
            if chosen.is_empty() && errors.is_empty() {
                let words = "none of the reviewers in review.default_reviewers is available here";
                let code = MessageCode::DefaultsNoneDetected;
                errors.push(Message::new(code, words, None));
            }
            Source::ConfigDefault
        }
        _ => {
            for slug in &detected {
                chosen.push(Resolved::builtin(slug.clone()));
            }
            if request.all {
                Source::AllFlag
            } else {
                Source::NoConfigAllDetected
            }
        }
    };
    sort_by(&mut chosen, |a, b| {
        compare_utf16(a.identity.as_bytes(), b.identity.as_bytes())
    });
    Selection {
        source,
        selected: chosen.iter().map(|it| it.identity.clone()).collect(),
        errors,
        warnings,
        infos,
        shared_adapter_caveat: shares_adapter(&chosen),
        resolved_instances: chosen,
    }
}

/// The names of `review.default_reviewers`, each once, with the places where they stand first (L-113).
#[inline(never)]
fn defaults(configured: Value<'_>, errors: &mut Vec<Message>) -> Vec<(usize, String)> {
    if !configured.is_array() {
        let words = "review.default_reviewers must be a list of names of reviewers";
        errors.push(Message::new(MessageCode::DefaultsNotAList, words, None));
        return Vec::new();
    }
    let (mut places, mut names) = (Vec::new(), Vec::new());
    let mut empty = true;
    for (place, item) in configured.items().enumerate() {
        empty = false;
        let Some(text) = item.as_str() else {
            let words = "review.default_reviewers must hold nothing but texts";
            errors.push(Message::new(MessageCode::DefaultNotText, words, None).at(place));
            continue;
        };
        let name = text.to_lossy();
        if (REVIEWER_NAME.matches)(name.as_bytes()) {
            places.push(place);
            names.push(name);
        } else {
            let words = "{} in review.default_reviewers cannot be a reviewer: names consist of letters, digits, \
                         dashes and underscores";
            let message = Message::new(MessageCode::DefaultMalformed, words, Some(&name));
            errors.push(message.at(place));
        }
    }
    if empty {
        let words = "review.default_reviewers is empty; leave it out to ask every reviewer that is available";
        errors.push(Message::new(MessageCode::DefaultsEmpty, words, None));
    }
    for name in &mut names {
        *name = lower(name);
    }
    let first = firsts(&names);
    let mut kept = Vec::new();
    for ((place, name), first) in places.into_iter().zip(names).zip(first) {
        if first {
            kept.push((place, name));
        }
    }
    kept
}

enum Level {
    Error,
    Warning,
    Info,
}

/// What a configured name is looked up in.
struct Lists<'a> {
    known: &'a Index<'a>,
    detected: &'a Index<'a>,
    instances: &'a Instances,
}

impl Lists<'_> {
    /// One entry of `review.default_reviewers` (L-113).
    #[inline(never)]
    fn resolve(&self, name: String, place: usize) -> Result<Resolved, (Level, Message)> {
        let not_here = "{} is configured, and is not available here";
        let (level, code, words) = match self.instances.find(&name) {
            Some(instance) if has(self.detected, &instance.cli) => {
                return Ok(Resolved::instance(instance));
            }
            Some(Instance { cli, .. }) => {
                let code = MessageCode::InstanceNotDetected;
                let mut message = Message::new(code, not_here, Some(&name)).at(place);
                message.cli = Some(cli.clone());
                return Err((Level::Info, message));
            }
            None if has(self.known, &name) => {
                if has(self.detected, &name) {
                    return Ok(Resolved::builtin(name));
                }
                (Level::Info, MessageCode::DefaultNotDetected, not_here)
            }
            None if self.instances.is_empty() => (
                Level::Warning,
                MessageCode::DefaultUnknown,
                "{} in review.default_reviewers is no known reviewer",
            ),
            None => (
                Level::Error,
                MessageCode::DefaultUnknown,
                "{} in review.default_reviewers is neither a known reviewer nor one of review.reviewer_instances",
            ),
        };
        Err((level, Message::new(code, words, Some(&name)).at(place)))
    }
}

/// Whether two of the instances use one lane (L-117).
#[inline(never)]
fn shares_adapter(chosen: &[Resolved]) -> bool {
    let mut lanes = Vec::new();
    for resolved in chosen.iter().filter(|it| it.is_instance()) {
        lanes.push(resolved.cli.clone());
    }
    firsts(&lanes).contains(&false)
}

/// Names in lower case, each once, in the order in which they came (L-110).
#[inline(never)]
fn distinct(names: &[String]) -> Vec<String> {
    let mut all: Vec<String> = names.iter().map(|name| lower(name)).collect();
    let mut first = firsts(&all).into_iter();
    all.retain(|_| first.next() == Some(true));
    all
}

/// Of each name, whether it stands there for the first time.
#[inline(never)]
fn firsts(names: &[String]) -> Vec<bool> {
    let index = index(names);
    let mut firsts = Vec::with_capacity(names.len());
    for (place, name) in names.iter().enumerate() {
        firsts.push(index.find(name.as_bytes()) == Some(place));
    }
    firsts
}

#[inline(never)]
fn index(names: &[String]) -> Index<'_> {
    let mut keys = Vec::with_capacity(names.len());
    for name in names {
        keys.push(Cow::Borrowed(name.as_bytes()));
    }
    Index::new(keys)
}

#[inline(never)]
pub(super) fn has(names: &Index<'_>, name: &str) -> bool {
    names.find(name.as_bytes()).is_some()
}

/// Whether a value counts as true.
fn is_truthy(value: Value<'_>) -> bool {
    match value.kind() {
        Kind::Null | Kind::Undefined | Kind::False | Kind::Hole | Kind::Thrown => false,
        Kind::Number => value
            .as_f64()
            .is_some_and(|number| number != 0.0 && !number.is_nan()),
        Kind::String => value.text() != Str::EMPTY,
        _ => true,
    }
}
