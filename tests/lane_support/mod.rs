//! Lanes to plan, and questions about them.
#![allow(dead_code, clippy::needless_pass_by_value)] // each test uses a part; literals read better where they are given
#![allow(missing_docs)]

use gsd_lanes::diagnostic::Profile;
use gsd_lanes::json::{Document, Limits};
use gsd_lanes::lane::plan::{
    ConfigValue, Instance, Plan, Platform, Reason, Refusal, Request, resolve,
};
use serde_json::json;

pub type Json = serde_json::Value;

/// A question about one lane.
pub struct Ask<'q> {
    pub lane: String,
    pub config: Json,
    pub run_dir: &'q str,
    pub effort: (&'q [&'q str], Option<&'q str>),
    pub instance: Instance<'q>,
    pub profile: Profile,
    pub platform: Platform,
}

impl Default for Ask<'_> {
    fn default() -> Self {
        Self {
            lane: spawn(json!({})).to_string(),
            config: json!({}),
            run_dir: "/run",
            effort: (&[], None),
            instance: Instance::default(),
            profile: Profile::Strict,
            platform: Platform::Posix,
        }
    }
}

impl Ask<'_> {
    pub fn of(lane: &Json) -> Self {
        Self {
            lane: lane.to_string(),
            ..Self::default()
        }
    }

    pub fn with<T>(&self, then: impl FnOnce(Result<Plan<'_>, Refusal>) -> T) -> T {
        let document = Document::parse(&self.lane, Limits::MANIFEST).unwrap();
        let effort_args: Vec<String> = self.effort.0.iter().map(ToString::to_string).collect();
        then(resolve(&Request {
            lane: document.root(),
            config: &|key| flat(&self.config, key),
            run_dir: self.run_dir,
            repo_root: "/repo",
            effort_args: &effort_args,
            effort_value: self.effort.1,
            instance: self.instance,
            profile: self.profile,
            platform: self.platform,
        }))
    }

    pub fn plan(&self) -> Json {
        self.with(|plan| match plan {
            Ok(plan) => serde_json::to_value(&plan).unwrap(),
            Err(refusal) => panic!("{refusal:?}"),
        })
    }

    pub fn refusal(&self) -> (Reason, String) {
        self.with(|plan| match plan {
            Ok(plan) => panic!("{}", serde_json::to_string(&plan).unwrap()),
            Err(Refusal { reason, detail }) => (reason, detail),
        })
    }

    pub fn warnings(&self) -> Vec<&'static str> {
        self.with(|plan| match plan {
            Ok(plan) => plan.warnings.iter().map(|warning| warning.code).collect(),
            Err(refusal) => panic!("{refusal:?}"),
        })
    }

    pub fn peer(self) -> Self {
        Self {
            profile: Profile::Peer,
            ..self
        }
    }
}

pub fn flat(config: &Json, key: &str) -> Option<ConfigValue> {
    Some(match config.get(key)? {
        Json::String(text) => ConfigValue::Text(text.clone()),
        Json::Number(number) => ConfigValue::Number(number.as_f64().unwrap()),
        _ => ConfigValue::Other,
    })
}

/// A lane with some members changed; null takes one away.
fn changed(mut lane: Json, changes: Json) -> Json {
    for (path, value) in changes.as_object().unwrap() {
        let (object, name) = match path.split_once('.') {
            Some((part, name)) => (&mut lane[part], name),
            None => (&mut lane, path.as_str()),
        };
        let object = object.as_object_mut().unwrap();
        if value.is_null() {
            object.shift_remove(name);
        } else {
            object.insert(name.into(), value.clone());
        }
    }
    lane
}

pub fn spawn(changes: Json) -> Json {
    changed(
        json!({
            "slug": "acme", "flags": ["--acme"], "transport": "spawn",
            "probe": {"kind": "command-exists", "binary": "acme"},
            "invoke": {
                "binary": "acme", "args": ["review", "{{model}}", "{{effort}}", "-"],
                "promptChannel": "stdin", "outputChannel": "stdout", "modelArg": "--model", "effortChannel": "argv",
            },
            "timeoutFloorMs": 300_000, "emptyOutput": "stub-with-stderr", "reviewsSection": "Acme",
            "evidenceClass": "source-grounded", "requiresBinaries": [], "promptBudgetKey": "review.budget.acme",
            "modelConfigKey": "review.models.acme", "timeoutConfigKey": "review.timeouts.acme",
            "effortConfigKey": "review.effort.acme", "handler": null,
        }),
        changes,
    )
}

pub fn http(changes: Json) -> Json {
    changed(
        json!({
            "slug": "box", "flags": ["--box"], "transport": "openai-http",
            "probe": {"kind": "http-reachable", "hostConfigKey": "review.box_host", "path": "/v1/models", "timeoutMs": 1500},
            "invoke": {
                "hostConfigKey": "review.box_host", "defaultHost": "http://127.0.0.1:9000", "path": "/v1/chat/completions",
                "modelDiscovery": "first-from-models-endpoint", "fallbackModel": "m", "effortChannel": "none",
            },
            "timeoutFloorMs": 60_000, "emptyOutput": "stub-with-stderr", "reviewsSection": "Box",
            "evidenceClass": "source-grounded", "requiresBinaries": [], "promptBudgetKey": null,
            "modelConfigKey": "review.models.box", "handler": "openai-compatible",
        }),
        changes,
    )
}
pub fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}
