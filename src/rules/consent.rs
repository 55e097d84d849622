//! The rules about consent records and what they bind.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use serde::Serialize;

use super::{Rule, given, json, text};
use crate::json::{Builder, Kind, Str, Value};
use crate::lane::config::config_string;
use crate::trust::consent::lock::{Held, Holder, LockDecision, decide};
use crate::trust::consent::root::{Disk, consent_root};
use crate::trust::consent::{
    LaneStore, Record, Staged, Store, StoreProblem, consent_code, remove, store_problem, upsert,
};
use crate::trust::digest;
use crate::vocabulary::consent::PROJECT;

/// The rules by name.
pub(super) const ALL: &[(&str, Rule)] = &[
    ("consentCode", code),
    ("consentLookup", lookup),
    ("consentRecordValid", valid),
    ("consentRecords", records),
    ("consentRemove", removed),
    ("consentRoot", root),
    ("consentUpsert", recorded),
    ("laneConsent", lane_consent),
    ("lockDecision", lock),
    ("lockHolder", holder),
];

/// The text of a store; `None` if there is none.
type StoreText<'d> = Option<Cow<'d, [u8]>>;

fn store_of(input: Value<'_>) -> Result<StoreText<'_>, StoreProblem> {
    let Some(store) = given(input, "store") else {
        return Ok(None);
    };
    let text = store.as_str().ok_or(StoreProblem::Unreadable)?;
    Ok(Some(text.wtf8()))
}

fn member<'d>(input: Value<'d>, name: &str) -> Str<'d> {
    input.get(name).map_or(Str::EMPTY, Value::text)
}

/// Whether one of these members is there and is no text.
fn has_other(input: Value<'_>, names: &[&str]) -> bool {
    let mut given = names.iter().filter_map(|name| given(input, name));
    given.any(|value| value.as_str().is_none())
}

/// A member of which nothing and the empty text mean the same.
fn filled<'d>(input: Value<'d>, name: &str) -> Option<Str<'d>> {
    Some(member(input, name)).filter(|text| !text.is_empty())
}

/// `{record}` (T-73).
fn valid(input: Value<'_>) -> String {
    json(&input.get("record").and_then(Record::read).is_some())
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Found<'d> {
    has: bool,
    reviewer_host: Option<Str<'d>>,
}

/// `{store, projectRoot, id, contentHash}` (T-75, T-85).
fn lookup(input: Value<'_>) -> String {
    let text = store_of(input).unwrap_or_default();
    let store = Store::read(text.as_deref());
    let (root, id) = (member(input, "projectRoot"), member(input, "id"));
    json(&Found {
        has: store.has(root, id, member(input, "contentHash")),
        reviewer_host: store
            .find(root, id)
            .and_then(|it| it.reviewer_host)
            .filter(is_host),
    })
}

/// What spells out nothing is no host that anybody agreed to (B-7).
fn is_host(host: &Str<'_>) -> bool {
    config_string(&host.to_lossy()).is_some()
}

/// What our own store has of one agreement.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Agreed<'d> {
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<Str<'d>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content_hash: Option<Str<'d>>,
    consented_at: Str<'d>,
    reviewer_host: Option<Str<'d>>,
}

/// `{store, id, projectRoot?}`: with a root the agreement to the host of a lane that comes along (Y-20), else that to a
/// lane that is installed for the user (Y-17); `null` if there is none.
fn lane_consent(input: Value<'_>) -> String {
    let text = store_of(input).unwrap_or_default();
    let store = LaneStore::read(text.as_deref());
    let id = member(input, "id");
    json(&if let Some(root) = given(input, "projectRoot") {
        store.find_host(root.text(), id).map(|record| Agreed {
            digest: None,
            content_hash: None,
            consented_at: record.consented_at,
            reviewer_host: Some(record.reviewer_host).filter(is_host),
        })
    } else {
        store.find_lane(id).map(|record| Agreed {
            digest: Some(record.digest),
            content_hash: Some(record.content_hash),
            consented_at: record.consented_at,
            reviewer_host: record.reviewer_host.filter(is_host),
        })
    })
}

/// What became of a store.
#[derive(Serialize)]
struct Written {
    ok: bool,
    /// Whether there is another text to be written.
    changed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'static str>,
}

#[inline(never)]
fn written(result: Result<Option<String>, StoreProblem>) -> String {
    let problem = result.as_ref().err().copied();
    let text = result.ok().flatten();
    json(&Written {
        ok: problem.is_none(),
        changed: text.is_some(),
        text,
        problem: problem.map(StoreProblem::as_str),
        message: problem.map(StoreProblem::message),
    })
}

/// `{store, record: {projectRoot, id, integrity?, disclosureSignature, contentHash, consentedAt, reviewerHost?}}` (T-76).
fn recorded(input: Value<'_>) -> String {
    written(record(input).map(Some))
}

fn record(input: Value<'_>) -> Result<String, StoreProblem> {
    let nothing = Builder::new().finish();
    let given = input.get("record").unwrap_or(nothing.root());
    let scope = given.get("scope");
    if !scope.is_none_or(|scope| scope.text().is(PROJECT))
        || given
            .get("disclosureSignature")
            .and_then(Value::as_str)
            .is_none()
        || has_other(
            given,
            &[
                "projectRoot",
                "integrity",
                "contentHash",
                "consentedAt",
                "reviewerHost",
            ],
        )
    {
        return Err(StoreProblem::InvalidRecord);
    }
    let store = store_of(input)?;
    upsert(
        store.as_deref(),
        &Record {
            project_root: member(given, "projectRoot"),
            id: member(given, "id"),
            integrity: member(given, "integrity"),
            disclosure_signature: member(given, "disclosureSignature"),
            content_hash: member(given, "contentHash"),
            consented_at: member(given, "consentedAt"),
            reviewer_host: filled(given, "reviewerHost"),
        },
    )
}

/// `{store, projectRoot, id}` (T-77).
fn removed(input: Value<'_>) -> String {
    let (root, id) = (member(input, "projectRoot"), member(input, "id"));
    written(store_of(input).and_then(|store| remove(store.as_deref(), root, id)))
}

/// A record, and the digest of its signature: the signature may hold secrets (TB-7).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Listed<'d> {
    project_root: Str<'d>,
    id: Str<'d>,
    scope: &'static str,
    integrity: Str<'d>,
    disclosure_signature: Str<'d>,
    digest: String,
    content_hash: Str<'d>,
    consented_at: Str<'d>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reviewer_host: Option<Str<'d>>,
}

#[derive(Serialize)]
struct Records<'d> {
    records: Vec<Listed<'d>>,
    problem: Option<&'static str>,
}

fn problem_of(store: &Result<StoreText<'_>, StoreProblem>) -> Option<&'static str> {
    let problem = match store {
        Ok(text) => store_problem(text.as_deref()),
        Err(problem) => Some(*problem),
    };
    problem.map(StoreProblem::as_str)
}

/// `{store}`: the records that count, and why nothing could be written into the store (T-103).
fn records(input: Value<'_>) -> String {
    let text = store_of(input);
    let problem = problem_of(&text);
    let text = text.unwrap_or_default();
    let store = Store::read(text.as_deref());
    let mut records = Vec::new();
    for record in store.records() {
        records.push(Listed {
            project_root: record.project_root,
            id: record.id,
            scope: PROJECT,
            integrity: record.integrity,
            disclosure_signature: record.disclosure_signature,
            digest: digest(&record.disclosure_signature.to_lossy()),
            content_hash: record.content_hash,
            consented_at: record.consented_at,
            reviewer_host: record.reviewer_host,
        });
    }
    json(&Records { records, problem })
}

/// `{signature, contentHash, reviewerHost?}` (TB-7).
fn code(input: Value<'_>) -> String {
    let host = filled(input, "reviewerHost").map(Str::to_lossy);
    json(&consent_code(&Staged {
        signature: &text(input, "signature"),
        content_hash: &text(input, "contentHash"),
        reviewer_host: host.as_deref(),
    }))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ShownHolder<'h> {
    token: &'h str,
    pid: Option<u32>,
    hostname: Option<&'h str>,
    start_time: Option<&'h str>,
    ts: Option<f64>,
}

fn holder_of(input: Value<'_>) -> Option<Holder> {
    Holder::read(&given(input, "body")?.as_str()?.wtf8())
}

/// `{body}`: who holds a lock (T-79).
fn holder(input: Value<'_>) -> String {
    let holder = holder_of(input);
    json(&holder.as_ref().map(|holder| ShownHolder {
        token: &holder.token,
        pid: holder.pid,
        hostname: holder.hostname.as_deref(),
        start_time: holder.start_time.as_deref(),
        ts: holder.ts,
    }))
}

/// `{body, mtime, now, hostname, isAlive, startTime}`: `wait` or `steal` (T-79).
fn lock(input: Value<'_>) -> String {
    let holder = holder_of(input);
    let number = |name: &str| input.get(name).and_then(Value::as_f64).unwrap_or(0.0);
    let start_time = given(input, "startTime").map(|time| time.text().to_lossy());
    let decision = decide(&Held {
        holder: holder.as_ref(),
        mtime: number("mtime"),
        now: number("now"),
        hostname: &text(input, "hostname"),
        is_alive: input.get("isAlive").and_then(Value::as_bool) == Some(true),
        start_time: start_time.as_deref(),
    });
    json(&match decision {
        LockDecision::Wait => "wait",
        LockDecision::Steal => "steal",
    })
}

/// Answers from a table; what is not in it is asked for.
struct Table<'d> {
    known: Option<Value<'d>>,
    /// The first question without an answer: what was decided after it is worth nothing.
    asked: RefCell<Option<(&'static str, String)>>,
}

impl<'d> Table<'d> {
    fn answer(&self, question: &'static str, path: &str) -> Option<Value<'d>> {
        let answers = self.known.and_then(|known| known.get(question));
        let answer = answers.and_then(|answers| answers.get(path));
        if answer.is_none() {
            let mut asked = self.asked.borrow_mut();
            if asked.is_none() {
                *asked = Some((question, String::from(path)));
            }
        }
        answer
    }

    fn is_yes(&self, question: &'static str, path: &str) -> bool {
        let answer = self.answer(question, path);
        answer.is_some_and(|answer| answer.kind() == Kind::True)
    }
}

impl Disk for Table<'_> {
    fn is_dir(&self, path: &str) -> bool {
        self.is_yes("isDirectory", path)
    }

    fn exists(&self, path: &str) -> bool {
        self.is_yes("exists", path)
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        let text = self.answer("read", path)?.as_str()?;
        Some(text.wtf8().into_owned())
    }

    fn real_path(&self, path: &str) -> Option<String> {
        Some(self.answer("realPath", path)?.as_str()?.to_lossy())
    }
}

#[derive(Serialize)]
#[allow(clippy::struct_field_names)] // as JavaScript calls it
struct Root {
    #[serde(skip_serializing_if = "Option::is_none")]
    root: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ask: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

/// `{cwd, home, known: {isDirectory, exists, read, realPath}}`, each of the known ones an object of answers by path:
/// `{root}`, or `{ask, path}` for the answer that is missing (T-81).
fn root(input: Value<'_>) -> String {
    let table = Table {
        known: input.get("known"),
        asked: RefCell::new(None),
    };
    let root = consent_root(&text(input, "cwd"), &text(input, "home"), &table);
    json(&match table.asked.into_inner() {
        None => Root {
            root: Some(root),
            ask: None,
            path: None,
        },
        Some((ask, path)) => Root {
            root: None,
            ask: Some(ask),
            path: Some(path),
        },
    })
}
