//! Consent stores as text, and every decision that reads them (T-70 … T-86, TB-1, TB-2, TB-7, TB-8, B-6, B-7, Y-17,
//! Y-20).
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::too_many_lines,
    clippy::unnecessary_wraps
)] // tests

mod cases;

use std::collections::{BTreeMap, BTreeSet};

use cases::cases;
use gsd_lanes::json::{Document, Limits, Str};
use gsd_lanes::rules;
use gsd_lanes::trust::consent::lock::{Held, Holder, LockDecision, decide, linux_start_time};
use gsd_lanes::trust::consent::root::{Disk, consent_root, project_root};
use gsd_lanes::trust::consent::{
    Ask, Bound, Egress, EgressRefusal, HostRecord, HostSource, LaneOrigin, LaneRecord, LaneStore,
    Record, Signed, Staged, Store, StoreProblem, activation, consent_code, egress, grant_host,
    grant_lane, is_agreed, is_safe_id, lexical, may_run, remove, reviewer_host, revoke_host,
    revoke_lane, store_home, store_problem, upgrade, upsert,
};
use gsd_lanes::trust::digest;
use proptest::prelude::*;
use serde_json::{Value, json};

const TIME: &str = "2030-01-02T03:04:05.006Z";

fn record<'a>(root: &'a str, id: &'a str, hash: &'a str) -> Record<'a> {
    Record {
        project_root: Str::of(root),
        id: Str::of(id),
        integrity: Str::EMPTY,
        disclosure_signature: Str::of("[[],[],[]]"),
        content_hash: Str::of(hash),
        consented_at: Str::of(TIME),
        reviewer_host: None,
    }
}

fn put(store: &str, root: &str, id: &str, hash: &str) -> Result<String, StoreProblem> {
    upsert(Some(store.as_bytes()), &record(root, id, hash))
}

fn has(store: &str, root: &str, id: &str, hash: &str) -> bool {
    Store::read(Some(store.as_bytes())).has(Str::of(root), Str::of(id), Str::of(hash))
}

fn take(store: &str, root: &str, id: &str) -> Result<Option<String>, StoreProblem> {
    remove(Some(store.as_bytes()), Str::of(root), Str::of(id))
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

// --- the file ----------------------------------------------------------------------------------------------

#[test]
fn t_71_the_form_of_the_file_to_the_letter() {
    let with_host = Record {
        reviewer_host: Some(Str::of("http://h")),
        ..record("/srv/\"shop\"", "acme", "sha512-A")
    };
    let first = upsert(None, &with_host).unwrap();
    let expected = r#"{
  "version": "1",
  "records": {
    "{\"r\":\"/srv/\\\"shop\\\"\",\"i\":\"acme\"}": {
      "projectRoot": "/srv/\"shop\"",
      "id": "acme",
      "scope": "project",
      "integrity": "",
      "disclosureSignature": "[[],[],[]]",
      "contentHash": "sha512-A",
      "consentedAt": "2030-01-02T03:04:05.006Z",
      "reviewerHost": "http://h"
    }
  }
}
"#;
    assert_eq!(first, expected);
    let key = parsed(&first)["records"]
        .as_object()
        .unwrap()
        .keys()
        .next()
        .unwrap()
        .clone();
    assert_eq!(key, r#"{"r":"/srv/\"shop\"","i":"acme"}"#);
    let empty = "{\n  \"version\": \"1\",\n  \"records\": {}\n}\n";
    assert_eq!(
        take(&first, "/srv/\"shop\"", "acme").unwrap().unwrap(),
        empty
    );
    assert_eq!(upsert(Some(b""), &with_host).unwrap(), expected);
}

#[test]
fn t_74_what_is_written_can_be_read_to_the_byte() {
    let of_size = |hash: &str| upsert(None, &record("/p", "acme", hash));
    let around = of_size("h").unwrap().len() - 1;
    let fits = "h".repeat(8_388_608 - around);
    let store = of_size(&fits).unwrap();
    assert_eq!(store.len(), 8_388_608);
    assert!(has(&store, "/p", "acme", &fits));
    assert_eq!(of_size(&(fits + "h")).unwrap_err(), StoreProblem::Full);
}

#[test]
fn t_72_no_host_is_no_member() {
    let blank = Record {
        reviewer_host: Some(Str::EMPTY),
        ..record("/p", "acme", "h")
    };
    for record in [record("/p", "acme", "h"), blank] {
        assert!(!upsert(None, &record).unwrap().contains("reviewerHost"));
    }
}

#[test]
fn t_76_recording_again_replaces_wherever_the_record_stands() {
    let old = r#"{"version":"1","records":{"x":{"a":1},"odd":{"projectRoot":"/p","id":"acme","scope":"project","integrity":"","disclosureSignature":"","contentHash":"old","consentedAt":"t","note":1},"y":{"b":2}}}"#;
    let new = put(old, "/p", "acme", "new").unwrap();
    let records = parsed(&new)["records"].clone();
    let keys: Vec<&String> = records.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["x", r#"{"r":"/p","i":"acme"}"#, "y"]);
    assert!(has(&new, "/p", "acme", "new") && !has(&new, "/p", "acme", "old"));
    assert!(!new.contains("note"));
}

#[test]
fn t_71_of_two_records_for_one_pair_none_survives() {
    let one = |hash: &str| {
        format!(
            r#"{{"projectRoot":"/p","id":"acme","scope":"project","integrity":"","disclosureSignature":"","contentHash":"{hash}","consentedAt":"t"}}"#
        )
    };
    let store = format!(
        r#"{{"version":"1","records":{{"a":{},"7":{},"b":{}}}}}"#,
        one("first"),
        one("integer-like"),
        one("last")
    );
    assert!(has(&store, "/p", "acme", "last") && !has(&store, "/p", "acme", "first"));
    let new = put(&store, "/p", "acme", "new").unwrap();
    assert_eq!(parsed(&new)["records"].as_object().unwrap().len(), 1);
    let gone = take(&store, "/p", "acme").unwrap().unwrap();
    assert_eq!(parsed(&gone)["records"], json!({}));
    // What a repeated key has hidden from every reader does not come to light.
    let hidden = format!(
        r#"{{"version":"1","records":{{"k":{},"k":{}}}}}"#,
        one("hidden"),
        one("seen").replace("/p", "/q")
    );
    let gone = take(&hidden, "/q", "acme").unwrap().unwrap();
    assert!(!has(&gone, "/p", "acme", "hidden"));
}

#[test]
fn t_77_nothing_to_revoke_is_nothing_to_write() {
    let store = put("", "/p", "acme", "h").unwrap();
    for (root, id) in [
        ("/p", "other"),
        ("/q", "acme"),
        ("/p", "Acme"),
        ("/p", "constructor"),
        ("/p", ""),
    ] {
        assert_eq!(take(&store, root, id), Ok(None), "{root} {id}");
    }
    assert_eq!(remove(None, Str::of("/p"), Str::of("acme")), Ok(None));
    // An id that is not safe touches nothing, not even a store that is not understood.
    assert_eq!(take("garbage", "/p", "Acme"), Ok(None));
}

#[test]
fn t_80_ids() {
    for id in ["a", "a-", "a0", "acme-review"] {
        assert!(is_safe_id(Str::of(id)), "{id}");
    }
    for id in [
        "",
        "A",
        "0a",
        "-a",
        "a_b",
        "a.b",
        "a/b",
        "..",
        "a\n",
        "constructor",
        "prototype",
        "__proto__",
        "é",
    ] {
        assert!(!is_safe_id(Str::of(id)), "{id}");
        assert_eq!(
            put("garbage", "/p", id, "h"),
            Err(StoreProblem::UnsafeId),
            "{id}"
        );
    }
}

#[test]
fn t_76_a_record_that_would_not_count_is_refused_before_the_store_is_looked_at() {
    assert_eq!(
        put("garbage", "/p", "acme", ""),
        Err(StoreProblem::EmptyHash)
    );
    assert_eq!(
        put("garbage", "", "acme", "h"),
        Err(StoreProblem::InvalidRecord)
    );
    let timeless = Record {
        consented_at: Str::EMPTY,
        ..record("/p", "acme", "h")
    };
    assert_eq!(
        upsert(Some(b"garbage"), &timeless),
        Err(StoreProblem::InvalidRecord)
    );
}

fn filler(count: usize) -> String {
    let records: Vec<String> = (0..count).map(|it| format!("\"k{it}\":{{}}")).collect();
    records.join(",")
}

#[test]
fn t_74_t_76_records_at_the_limit_and_one_beyond() {
    let record = r#""x":{"projectRoot":"/p","id":"acme","scope":"project","integrity":"","disclosureSignature":"","contentHash":"h","consentedAt":"t"}"#;
    let store = |others: usize| {
        format!(
            r#"{{"version":"1","records":{{{},{record}}}}}"#,
            filler(others)
        )
    };
    let full = store(4_095);
    assert!(has(&full, "/p", "acme", "h"));
    assert_eq!(put(&full, "/q", "acme", "h"), Err(StoreProblem::Full));
    assert!(has(
        &put(&full, "/p", "acme", "new").unwrap(),
        "/p",
        "acme",
        "new"
    ));
    assert!(take(&full, "/p", "acme").unwrap().is_some());
    let over = store(4_096);
    assert!(!has(&over, "/p", "acme", "h"));
    assert_eq!(
        put(&over, "/p", "acme", "new"),
        Err(StoreProblem::TooManyRecords)
    );
    assert_eq!(take(&over, "/p", "acme"), Err(StoreProblem::TooManyRecords));
}

#[test]
fn t_74_bytes_at_the_limit_and_one_beyond() {
    let store = put("", "/p", "acme", "h").unwrap();
    let of_size = |size: usize| format!("{}{store}", " ".repeat(size - store.len()));
    assert!(has(&of_size(8_388_608), "/p", "acme", "h"));
    assert!(take(&of_size(8_388_608), "/p", "acme").unwrap().is_some());
    assert!(!has(&of_size(8_388_609), "/p", "acme", "h"));
    assert_eq!(
        put(&of_size(8_388_609), "/p", "acme", "h"),
        Err(StoreProblem::TooLarge)
    );
    // No text comes out that no reader would take.
    let wide = format!(
        r#"{{"version":"1","records":{{}},"x":[{}]}}"#,
        vec!["0"; 2_000_000].join(",")
    );
    assert_eq!(put(&wide, "/p", "acme", "h"), Err(StoreProblem::Full));
    let deep = format!(
        r#"{{"version":"1","records":{{}},"x":{}{}}}"#,
        "[".repeat(3_000_000),
        "]".repeat(3_000_000)
    );
    assert_eq!(put(&deep, "/p", "acme", "h"), Err(StoreProblem::Full));
}

#[test]
fn tb_8_what_is_not_understood_is_not_written_over() {
    let cases: [(&[u8], StoreProblem); 14] = [
        (b"{", StoreProblem::NotJson),
        (b" ", StoreProblem::NotJson),
        (
            b"{\"version\":\"1\",\"records\":{},}",
            StoreProblem::NotJson,
        ),
        (b"\xFF\xFE{\0}\0", StoreProblem::Unreadable),
        (
            b"{\"version\":\"1\",\"records\":{},\"x\":\"\xFF\"}",
            StoreProblem::Unreadable,
        ),
        (b"[]", StoreProblem::NotAStore),
        (b"null", StoreProblem::NotAStore),
        (b"\"x\"", StoreProblem::NotAStore),
        (b"{}", StoreProblem::OtherVersion),
        (
            b"{\"version\":1,\"records\":{}}",
            StoreProblem::OtherVersion,
        ),
        (
            b"{\"version\":\"2\",\"records\":{}}",
            StoreProblem::OtherVersion,
        ),
        (b"{\"version\":\"1\"}", StoreProblem::NotAStore),
        (
            b"{\"version\":\"1\",\"records\":[]}",
            StoreProblem::NotAStore,
        ),
        (
            b"{\"version\":\"1\",\"records\":null}",
            StoreProblem::NotAStore,
        ),
    ];
    for (store, problem) in cases {
        let shown = String::from_utf8_lossy(store);
        assert_eq!(
            upsert(Some(store), &record("/p", "acme", "h")),
            Err(problem),
            "{shown}"
        );
        assert_eq!(
            remove(Some(store), Str::of("/p"), Str::of("acme")),
            Err(problem),
            "{shown}"
        );
        assert_eq!(store_problem(Some(store)), Some(problem), "{shown}");
        let lane = LaneRecord {
            id: Str::of("acme"),
            digest: Str::of("d"),
            content_hash: Str::of("h"),
            consented_at: Str::of(TIME),
            reviewer_host: None,
        };
        assert_eq!(grant_lane(Some(store), &lane), Err(problem), "{shown}");
        assert_eq!(
            revoke_lane(Some(store), Str::of("acme")),
            Err(problem),
            "{shown}"
        );
        assert!(problem.message().contains("nothing was written"));
    }
    assert_eq!(store_problem(None), None);
    assert_eq!(store_problem(Some(b"")), None);
}

#[test]
fn tb_8_what_is_carried_along_stays_to_the_letter() {
    let odd = r#"{"comment": "kept \u00e9 \ud83d \/", "version":"1","big":[123456789012345678901234567890,1.0,-0,1e400,1E+2,[],{}],
        "records":{"__proto__":{"projectRoot":"/p","id":"acme","scope":"project","integrity":"","disclosureSignature":"","contentHash":"h","consentedAt":"t"},
        "bad":{"scope":"galaxy","a":{"b":[null,true,{"c":1.50}],"b":2}},"n":5}}"#;
    let new = put(odd, "/p", "acme", "new").unwrap();
    for kept in [
        r#""comment": "kept \u00e9 \ud83d \/""#,
        "123456789012345678901234567890,\n    1.0,\n    -0,\n    1e400,\n    1E+2,\n    [],\n    {}\n  ]",
        "\"c\": 1.50\n",
        "],\n        \"b\": 2\n",
        "\"n\": 5",
        r#""__proto__": {"#,
    ] {
        assert!(new.contains(kept), "{kept}\n{new}");
    }
    // The record under a key of a prototype is one that nobody reads.
    assert!(!has(odd, "/p", "acme", "h") && has(&new, "/p", "acme", "new"));
    let back = take(&new, "/p", "acme").unwrap().unwrap();
    let again = put(&back, "/p", "acme", "new").unwrap();
    assert_eq!(again, new);
}

#[test]
fn tb_8_a_record_that_is_not_understood_makes_room_and_stays() {
    let key = r#"{\"r\":\"/p\",\"i\":\"acme\"}"#;
    let newer = format!(
        r#"{{"version":"1","records":{{"{key}":{{"projectRoot":"/p","id":"acme","scope":"galaxy"}},"{key}+":1}}}}"#
    );
    let new = put(&newer, "/p", "acme", "h").unwrap();
    let records = parsed(&new)["records"].clone();
    let plain = r#"{"r":"/p","i":"acme"}"#;
    assert_eq!(records[plain]["contentHash"], "h");
    assert_eq!(records[format!("{plain}+")], 1);
    assert_eq!(records[format!("{plain}++")]["scope"], "galaxy");
    assert_eq!(records.as_object().unwrap().len(), 3);
}

#[test]
fn f_48_a_byte_order_mark_hides_no_consent() {
    let store = format!("\u{feff}{}", put("", "/p", "acme", "h").unwrap());
    assert!(has(&store, "/p", "acme", "h"));
    let new = put(&store, "/q", "acme", "h").unwrap();
    assert!(new.starts_with('{') && has(&new, "/p", "acme", "h") && has(&new, "/q", "acme", "h"));
}

#[test]
fn t_3_roots_with_unpaired_surrogates_are_different_roots() {
    let roots: [&[u8]; 2] = [b"/a\xED\xA0\x80", b"/a\xED\xB0\x80"];
    let mut store = String::new();
    for (root, hash) in roots.into_iter().zip(["one", "two"]) {
        let record = Record {
            project_root: Str::of_wtf8(root),
            content_hash: Str::of(hash),
            ..record("/", "acme", "h")
        };
        store = upsert(Some(store.as_bytes()), &record).unwrap();
    }
    assert!(store.contains(r#""projectRoot": "/a\ud800""#), "{store}");
    let store = Store::read(Some(store.as_bytes()));
    for (root, hash) in roots.into_iter().zip(["one", "two"]) {
        assert!(store.has(Str::of_wtf8(root), Str::of("acme"), Str::of(hash)));
    }
}

#[test]
fn t_75_roots_are_compared_without_dots() {
    for (path, expected) in [
        ("/", "/"),
        ("/a", "/a"),
        ("/a/", "/a"),
        ("//a///b/./c/..", "/a/b"),
        ("/../../a", "/a"),
        ("/a/..", "/"),
        ("a/./b/", "a/b"),
        ("../a/../b", "../b"),
        ("a/../..", ".."),
        (".", "."),
        ("", "."),
        ("/a\\..\\b", "/a\\..\\b"),
        (r"C:\a\.\b\..\c\", r"C:\a\c"),
        ("C:/a/b", r"C:\a\b"),
        (r"C:\..", r"C:\"),
        (r"\\server\share\a\..\b", r"\\server\share\b"),
        (r"\\server/share\..", r"\\server\share"),
    ] {
        assert_eq!(
            String::from_utf8_lossy(&lexical(path.as_bytes())),
            expected,
            "{path}"
        );
    }
    let store = put("", "/srv//shop/./x/..", "acme", "h").unwrap();
    assert!(has(&store, "/srv/shop", "acme", "h") && store.contains(r#""/srv/shop""#));
    assert!(take(&store, "/srv/shop/", "acme").unwrap().is_some());
}

#[test]
fn t_70_the_home_of_the_stores() {
    assert_eq!(store_home(Some("a"), Some("b"), Some("c")), Some("a"));
    assert_eq!(store_home(Some(""), Some("b"), Some("c")), Some("b"));
    assert_eq!(store_home(None, Some(""), Some("c")), Some("c"));
    assert_eq!(store_home(None, None, Some("")), None);
}

// --- our own store -----------------------------------------------------------------------------------------

fn lane<'a>(id: &'a str, hash: &'a str, host: Option<&'a str>) -> LaneRecord<'a> {
    LaneRecord {
        id: Str::of(id),
        digest: Str::of("sha256:00"),
        content_hash: Str::of(hash),
        consented_at: Str::of(TIME),
        reviewer_host: host.map(Str::of),
    }
}

fn host<'a>(root: &'a str, id: &'a str, host: &'a str) -> HostRecord<'a> {
    HostRecord {
        project_root: Str::of(root),
        id: Str::of(id),
        consented_at: Str::of(TIME),
        reviewer_host: Str::of(host),
    }
}

#[test]
fn y_17_y_20_our_own_store() {
    let store = grant_lane(None, &lane("acme", "h", Some("http://a"))).unwrap();
    let store = grant_host(
        Some(store.as_bytes()),
        &host("/p/./x/..", "ollama", "http://gpu:1"),
    )
    .unwrap();
    let expected = r#"{
  "version": "1",
  "records": {
    "{\"i\":\"acme\"}": {
      "id": "acme",
      "scope": "global",
      "digest": "sha256:00",
      "contentHash": "h",
      "consentedAt": "2030-01-02T03:04:05.006Z",
      "reviewerHost": "http://a"
    },
    "{\"r\":\"/p\",\"i\":\"ollama\"}": {
      "projectRoot": "/p",
      "id": "ollama",
      "scope": "project",
      "consentedAt": "2030-01-02T03:04:05.006Z",
      "reviewerHost": "http://gpu:1"
    }
  }
}
"#;
    assert_eq!(store, expected);
    let read = LaneStore::read(Some(store.as_bytes()));
    assert_eq!(
        read.find_lane(Str::of("acme")),
        Some(lane("acme", "h", Some("http://a")))
    );
    assert_eq!(
        read.find_host(Str::of("/p/"), Str::of("ollama")),
        Some(host("/p", "ollama", "http://gpu:1"))
    );
    assert_eq!((read.lanes().count(), read.hosts().count()), (1, 1));
    // One kind is never taken for the other, nor one project for another.
    assert_eq!(read.find_lane(Str::of("ollama")), None);
    assert_eq!(read.find_host(Str::of("/p"), Str::of("acme")), None);
    assert_eq!(read.find_host(Str::of("/q"), Str::of("ollama")), None);
    assert_eq!(
        revoke_lane(Some(store.as_bytes()), Str::of("ollama")),
        Ok(None)
    );
    let without = revoke_lane(Some(store.as_bytes()), Str::of("acme"))
        .unwrap()
        .unwrap();
    let without = revoke_host(Some(without.as_bytes()), Str::of("/p"), Str::of("ollama"))
        .unwrap()
        .unwrap();
    assert_eq!(parsed(&without), json!({"version": "1", "records": {}}));
    // A record of one store is none in the other.
    let shared = put("", "/p", "acme", "h").unwrap();
    assert!(
        LaneStore::read(Some(shared.as_bytes()))
            .hosts()
            .next()
            .is_none()
    );
    assert!(
        Store::read(Some(store.as_bytes()))
            .records()
            .next()
            .is_none()
    );
}

#[test]
fn y_17_records_of_our_own_that_would_not_count_are_refused() {
    assert_eq!(
        grant_lane(None, &lane("Acme", "h", None)),
        Err(StoreProblem::UnsafeId)
    );
    assert_eq!(
        grant_lane(None, &lane("acme", "", None)),
        Err(StoreProblem::EmptyHash)
    );
    assert_eq!(
        grant_lane(
            None,
            &LaneRecord {
                digest: Str::EMPTY,
                ..lane("acme", "h", None)
            }
        ),
        Err(StoreProblem::InvalidRecord)
    );
    assert_eq!(
        grant_host(None, &host("/p", "lm_studio", "http://h")),
        Err(StoreProblem::UnsafeId)
    );
    for (root, name) in [("", "http://h"), ("/p", "")] {
        assert_eq!(
            grant_host(None, &host(root, "ollama", name)),
            Err(StoreProblem::InvalidRecord)
        );
    }
}

// --- decisions ---------------------------------------------------------------------------------------------

/// As lanes read hosts, as far as these tests need it.
fn read_host(text: &str) -> Option<String> {
    let text = text.trim();
    if ["", "null", "undefined"].contains(&text) {
        return None;
    }
    Some(text.trim_end_matches('/').to_lowercase())
}

fn bound<'a>(signature: &'a str, hash: &'a str, host: Option<&'a str>) -> Option<Bound<'a>> {
    Some(Bound {
        signed: Signed::Signature(Str::of(signature)),
        content_hash: Str::of(hash),
        reviewer_host: host.map(Str::of),
    })
}

#[test]
fn t_83_active_is_exactly_what_was_agreed_to() {
    let text = put("", "/p", "acme", "sha512-A").unwrap();
    let store = Store::read(Some(text.as_bytes()));
    let active = |root: &str, id: &str, hash: Option<&str>| {
        activation(&store, Str::of(root), Str::of(id), hash)
    };
    assert!(active("/p", "acme", Some("sha512-A")));
    for (root, id, hash) in [
        ("/p", "acme", None),
        ("/p", "acme", Some("")),
        ("/p", "acme", Some("sha512-B")),
        ("/p", "acme", Some("sha512-A ")),
        ("/q", "acme", Some("sha512-A")),
        ("/p", "acm", Some("sha512-A")),
        ("/p/x", "acme", Some("sha512-A")),
    ] {
        assert!(!active(root, id, hash), "{root} {id} {hash:?}");
    }
    assert!(!activation(
        &Store::read(None),
        Str::of("/p"),
        Str::of("acme"),
        Some("sha512-A")
    ));
}

#[test]
fn tb_1_an_update_is_covered_only_by_a_record_of_what_is_installed() {
    let new = Staged {
        signature: "S",
        content_hash: "new",
        reviewer_host: None,
    };
    let decided = |bound: Option<Bound<'_>>, installed: Option<&str>| {
        upgrade(bound, installed, &new, &read_host)
    };
    assert_eq!(decided(bound("S", "old", None), Some("old")), Ok(()));
    // A manifest and a ledger that came with the repository are no consent.
    assert_eq!(decided(None, Some("old")), Err(Ask::NoRecord));
    assert_eq!(
        decided(bound("S", "old", None), Some("planted")),
        Err(Ask::ContentChanged)
    );
    assert_eq!(
        decided(bound("S", "old", None), None),
        Err(Ask::ContentChanged)
    );
    assert_eq!(
        decided(bound("S", "", None), Some("")),
        Err(Ask::ContentChanged)
    );
    assert_eq!(
        decided(bound("T", "old", None), Some("old")),
        Err(Ask::SignatureChanged)
    );
    // A digest stands for the signature in our own store.
    let digest = digest("S");
    let own = LaneRecord {
        digest: Str::of(&digest),
        ..lane("acme", "old", None)
    };
    assert_eq!(decided(Some(own.into()), Some("old")), Ok(()));
    assert_eq!(
        decided(
            Some(
                LaneRecord {
                    digest: Str::of("S"),
                    ..own
                }
                .into()
            ),
            Some("old")
        ),
        Err(Ask::SignatureChanged)
    );
}

#[test]
fn tb_2_a_host_change_asks_on_every_path() {
    let decided = |old: Option<&str>, new: Option<&str>| {
        upgrade(
            bound("S", "old", old),
            Some("old"),
            &Staged {
                signature: "S",
                content_hash: "new",
                reviewer_host: new,
            },
            &read_host,
        )
    };
    assert_eq!(decided(Some("http://a/"), Some("HTTP://A")), Ok(()));
    assert_eq!(decided(None, None), Ok(()));
    for (old, new) in [
        (Some("http://a"), Some("http://b")),
        (None, Some("http://a")),
        (Some("http://a"), None),
        (Some("///"), None),
    ] {
        assert_eq!(decided(old, new), Err(Ask::HostChanged), "{old:?} {new:?}");
    }
}

#[test]
fn t_84_b_7_the_host_that_is_bound() {
    let http = Str::of("openai-http");
    let of = |transport: Str<'_>, configured: Option<&str>, default: &str| {
        reviewer_host(transport, configured, default, &read_host)
    };
    assert_eq!(
        of(http, Some(" HTTP://A/ "), "http://d"),
        Some("http://a".into())
    );
    // What counts as not set when invoking counts so when binding.
    for unset in [None, Some(""), Some(" "), Some("null"), Some("undefined")] {
        assert_eq!(
            of(http, unset, "http://d/"),
            Some("http://d".into()),
            "{unset:?}"
        );
    }
    assert_eq!(of(http, None, ""), None);
    assert_eq!(of(http, Some("///"), "http://d"), None);
    for transport in ["spawn", "", "OPENAI-HTTP", "openai-http "] {
        assert_eq!(of(Str::of(transport), Some("http://a"), "http://d"), None);
    }
}

#[test]
fn tb_7_consent_quotes_what_lies_ready() {
    let staged = Staged {
        signature: "[[],[],[]]",
        content_hash: "sha512-A",
        reviewer_host: None,
    };
    let code = consent_code(&staged);
    assert!(code.starts_with("sha256:") && code.len() == 71);
    assert_eq!(
        code,
        digest("gsd-lanes consent 1\n[\"[[],[],[]]\",\"sha512-A\",0]")
    );
    assert!(is_agreed(&code, &staged));
    let others = [
        Staged {
            signature: "[[],[],[],[]]",
            ..staged
        },
        Staged {
            content_hash: "sha512-B",
            ..staged
        },
        Staged {
            reviewer_host: Some("http://a"),
            ..staged
        },
        Staged {
            reviewer_host: Some(""),
            ..staged
        },
        Staged {
            signature: "[[],[],[]]\",\"sha512-A",
            content_hash: "",
            ..staged
        },
    ];
    for other in others {
        assert!(!is_agreed(&code, &other), "{other:?}");
    }
    assert!(!is_agreed("", &staged) && !is_agreed(&code.to_uppercase(), &staged));
    // It is no digest of a manifest.
    assert_ne!(code, digest(staged.signature));
}

#[test]
fn y_17_nothing_of_an_installed_lane_runs_before_consent() {
    let run = |bound: Option<Bound<'_>>, hash: Option<&str>| may_run(bound, "S", hash);
    assert_eq!(run(None, Some("h")), Err(EgressRefusal::ConsentMissing));
    assert_eq!(run(bound("S", "h", None), Some("h")), Ok(()));
    for (signature, bound_hash, hash) in [
        ("T", "h", Some("h")),
        ("S", "h", Some("other")),
        ("S", "h", None),
        ("S", "", Some("")),
    ] {
        assert_eq!(
            run(bound(signature, bound_hash, None), hash),
            Err(EgressRefusal::ManifestChanged)
        );
    }
}

#[test]
fn b7_a_recorded_host_that_spells_out_nothing_is_none() {
    let looked_up = |host: &str| {
        let mut store = parsed(&put("", "/p", "acme", "h").unwrap());
        for record in store["records"].as_object_mut().unwrap().values_mut() {
            record["reviewerHost"] = json!(host);
        }
        let input = json!({"store": store.to_string(), "projectRoot": "/p", "id": "acme", "contentHash": "h"});
        let text = input.to_string();
        let document = Document::parse(&text, rules::LIMITS).unwrap();
        parsed(&rules::named("consentLookup").unwrap()(document.root()))
    };
    for blank in ["", " \t", "null", "undefined"] {
        assert_eq!(looked_up(blank)["reviewerHost"], json!(null), "{blank:?}");
    }
    // One of slashes alone says something, and allows nothing.
    for said in ["///", "http://h"] {
        assert_eq!(looked_up(said)["reviewerHost"], said);
    }
}

#[test]
fn t_85_b_6_an_installed_lane_sends_to_its_bound_host_only() {
    let sent = |bound: Option<&str>, current: &str| {
        egress(
            &Egress {
                origin: LaneOrigin::Installed,
                bound,
                current,
            },
            &read_host,
        )
    };
    assert_eq!(sent(Some("http://a"), "http://A/"), Ok(()));
    assert_eq!(
        sent(Some("http://a"), "http://b"),
        Err(EgressRefusal::HostChanged)
    );
    assert_eq!(sent(Some("http://a"), ""), Err(EgressRefusal::HostChanged));
    // No bound host blocks, also for this machine (TB-2).
    for unset in [None, Some(""), Some("  "), Some("null")] {
        assert_eq!(
            sent(unset, "http://localhost:1"),
            Err(EgressRefusal::ConsentMissing),
            "{unset:?}"
        );
    }
    // One that says something and is nothing does not switch the check off (B-7).
    for current in ["http://evil.example", "///", ""] {
        assert_eq!(
            sent(Some("///"), current),
            Err(EgressRefusal::HostChanged),
            "{current}"
        );
    }
}

#[test]
fn y_20_a_project_cannot_send_plans_elsewhere() {
    let sent = |source: HostSource, bound: Option<&str>, current: &str| {
        egress(
            &Egress {
                origin: LaneOrigin::Embedded(source),
                bound,
                current,
            },
            &read_host,
        )
    };
    for free in [HostSource::Manifest, HostSource::User] {
        assert_eq!(sent(free, None, "http://gpu.example"), Ok(()));
        assert_eq!(
            sent(free, Some("http://other.example"), "http://gpu.example"),
            Ok(())
        );
    }
    assert_eq!(
        sent(HostSource::Project, None, "http://localhost:11434"),
        Ok(())
    );
    assert_eq!(
        sent(HostSource::Project, None, "http://gpu.example"),
        Err(EgressRefusal::ConsentMissing)
    );
    assert_eq!(
        sent(
            HostSource::Project,
            Some("http://gpu.example/"),
            "http://gpu.example"
        ),
        Ok(())
    );
    assert_eq!(
        sent(
            HostSource::Project,
            Some("http://gpu.example"),
            "http://evil.example"
        ),
        Err(EgressRefusal::HostChanged)
    );
}

#[test]
fn reasons_have_the_names_that_runs_report() {
    let names = [
        EgressRefusal::ConsentMissing,
        EgressRefusal::ManifestChanged,
        EgressRefusal::HostChanged,
    ]
    .map(EgressRefusal::as_str);
    assert_eq!(
        names,
        ["consent-missing", "manifest-changed", "egress_host_changed"]
    );
}

// --- the root of a project ---------------------------------------------------------------------------------

/// Folders, and files with contents.
#[derive(Default)]
struct Table {
    folders: BTreeSet<String>,
    files: BTreeMap<String, String>,
}

impl Table {
    /// Paths: `…/` is a folder, `…=text` a file.
    fn of(entries: &[&str]) -> Self {
        let mut table = Self::default();
        for entry in entries {
            match entry.split_once('=') {
                Some((path, text)) => drop(table.files.insert(path.into(), text.into())),
                None => drop(table.folders.insert(entry.trim_end_matches('/').into())),
            }
        }
        table
    }
}

impl Disk for Table {
    fn is_dir(&self, path: &str) -> bool {
        self.folders.contains(path)
    }

    fn exists(&self, path: &str) -> bool {
        self.folders.contains(path) || self.files.contains_key(path)
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.files.get(path).map(|text| text.clone().into_bytes())
    }

    fn real_path(&self, path: &str) -> Option<String> {
        self.files.get(&format!("{path}@")).cloned()
    }
}

fn root(start: &str, entries: &[&str]) -> String {
    project_root(start, "/home/u", &Table::of(entries))
}

#[test]
fn t_81_the_root_of_a_project() {
    let planned = "/home/u/w/.planning/";
    let claims = r#"/home/u/w/.planning/config.json={"sub_repos":["a"]}"#;
    let nested = r#"/home/u/w/.planning/config.json={"planning":{"sub_repos":["a"]}}"#;
    let multi = r#"/home/u/w/.planning/config.json={"multiRepo":true}"#;
    // (1) and (4): the start itself.
    assert_eq!(root("/home/u/w", &[planned]), "/home/u/w");
    assert_eq!(root("/home/u/w/a", &[]), "/home/u/w/a");
    // (2): claimed by name, even with a repository of its own.
    for config in [claims, nested] {
        assert_eq!(
            root("/home/u/w/a/b", &[planned, config, "/home/u/w/a/.git/"]),
            "/home/u/w"
        );
        // Another one is not claimed: it is a repository of its own.
        assert_eq!(
            root("/home/u/w/c/b", &[planned, config, "/home/u/w/c/.git/"]),
            "/home/u/w/c/b"
        );
    }
    assert_eq!(
        root("/home/u/w/a/b", &[planned, multi, "/home/u/w/a/.git/"]),
        "/home/u/w"
    );
    // A repository exactly here.
    assert_eq!(
        root("/home/u/w/a/b", &[planned, "/home/u/w/.git="]),
        "/home/u/w"
    );
    // One above claims the folder in which it lies.
    let above = [
        "/home/u/.x/",
        planned,
        "/home/u/w/.git/",
        "/home/.planning/",
    ];
    assert_eq!(root("/home/u/w/a", &above), "/home/u/w");
    let outer = r#"/home/u/o/.planning/config.json={"sub_repos":["w"]}"#;
    assert_eq!(
        root(
            "/home/u/o/w/a",
            &[
                "/home/u/o/.planning/",
                outer,
                "/home/u/o/w/.planning/",
                "/home/u/o/w/.git/"
            ]
        ),
        "/home/u/o"
    );
    // (3): the nearest ancestor, unless a repository lies below it.
    assert_eq!(root("/home/u/w/a/b", &[planned]), "/home/u/w");
    assert_eq!(
        root("/home/u/w/a/b", &[planned, "/home/u/w/a/.git/"]),
        "/home/u/w/a/b"
    );
    // Home only there, and never above the tenth level or at the root of the file system.
    assert_eq!(
        root(
            "/home/u/w/a",
            &[
                "/home/u/.planning/",
                r#"/home/u/.planning/config.json={"multiRepo":true}"#,
                "/home/u/.git/"
            ]
        ),
        "/home/u"
    );
    assert_eq!(root("/a/b", &["/.planning/"]), "/a/b");
    let deep = |levels: usize| format!("/home/u/w{}", "/d".repeat(levels));
    assert_eq!(root(&deep(10), &[planned]), "/home/u/w");
    assert_eq!(root(&deep(11), &[planned]), deep(11));
    // A configuration that is none claims nothing.
    for config in [
        "{",
        "[]",
        r#"{"sub_repos":"a"}"#,
        r#"{"sub_repos":{"0":"a"}}"#,
        r#"{"sub_repos":"a","planning":{"sub_repos":["a"]}}"#,
        r#"{"multiRepo":1}"#,
    ] {
        let config = format!("/home/u/w/.planning/config.json={config}");
        assert_eq!(
            root("/home/u/w/a", &[planned, &config, "/home/u/w/a/.git/"]),
            "/home/u/w/a"
        );
    }
}

#[test]
fn t_81_without_a_repository_in_between_the_next_one_above_is_asked() {
    let entries = [
        "/home/u/o/w/.planning/",
        "/home/u/o/.planning/",
        r#"/home/u/o/.planning/config.json={"multiRepo":true}"#,
        "/home/u/o/.git/",
    ];
    assert_eq!(root("/home/u/o/w/a", &entries), "/home/u/o");
    assert_eq!(root("/home/u/o/w/a", &entries[..3]), "/home/u/o/w");
}

#[test]
fn t_81_the_real_path_stands_in_records() {
    let table = Table::of(&["/home/u/w/.planning/", "/home/u/w@=/data/w"]);
    assert_eq!(consent_root("/home/u/w/./a", "/home/u", &table), "/data/w");
    assert_eq!(
        consent_root("/home/u/x//y/..", "/home/u", &table),
        "/home/u/x"
    );
    let table = Table::of(&[r"C:\w\.planning"]);
    assert_eq!(consent_root(r"C:\w\a\b", r"C:\Users\u", &table), r"C:\w");
    assert_eq!(consent_root("C:/w/a", r"C:\Users\u", &table), r"C:\w");
}

// --- the lock ----------------------------------------------------------------------------------------------

const NOW: f64 = 1_900_000_000_000.0;

fn holder(ts: f64) -> Holder {
    Holder {
        token: "7-1-1".into(),
        pid: Some(7),
        hostname: Some("here".into()),
        start_time: Some("42".into()),
        ts: Some(ts),
    }
}

fn held(holder: Option<&Holder>) -> Held<'_> {
    Held {
        holder,
        mtime: NOW,
        now: NOW,
        hostname: "here",
        is_alive: true,
        start_time: Some("42"),
    }
}

#[test]
fn t_79_when_a_held_lock_is_stolen() {
    let old = holder(NOW - 60_001.0);
    let young = holder(NOW - 60_000.0);
    let none = Holder {
        pid: None,
        ..holder(NOW - 600_000.0)
    };
    let none_old = Holder {
        pid: None,
        ..holder(NOW - 600_001.0)
    };
    let foreign = Holder {
        hostname: Some("there".into()),
        ..holder(NOW - 600_000.0)
    };
    let foreign_old = Holder {
        hostname: Some("there".into()),
        ..holder(NOW - 600_001.0)
    };
    let homeless = Holder {
        hostname: None,
        ..old.clone()
    };
    let untimed = Holder {
        start_time: None,
        ..old.clone()
    };
    let dateless = Holder {
        ts: None,
        ..old.clone()
    };
    let ahead = holder(NOW + 1.0);
    let dead = |holder| Held {
        is_alive: false,
        ..held(Some(holder))
    };
    let cases = [
        ("young, dead", dead(&young), LockDecision::Wait),
        ("old, live", held(Some(&old)), LockDecision::Wait),
        ("old, dead", dead(&old), LockDecision::Steal),
        (
            "old, the number used again",
            Held {
                start_time: Some("43"),
                ..held(Some(&old))
            },
            LockDecision::Steal,
        ),
        (
            "old, its start not to be seen",
            Held {
                start_time: None,
                ..held(Some(&old))
            },
            LockDecision::Steal,
        ),
        (
            "old, its start never seen",
            Held {
                start_time: None,
                ..held(Some(&untimed))
            },
            LockDecision::Wait,
        ),
        (
            "old, no machine, dead",
            dead(&homeless),
            LockDecision::Steal,
        ),
        (
            "old, no machine, live",
            held(Some(&homeless)),
            LockDecision::Wait,
        ),
        (
            "no process, ten minutes",
            held(Some(&none)),
            LockDecision::Wait,
        ),
        (
            "no process, more",
            held(Some(&none_old)),
            LockDecision::Steal,
        ),
        ("elsewhere, ten minutes", dead(&foreign), LockDecision::Wait),
        (
            "elsewhere, more",
            held(Some(&foreign_old)),
            LockDecision::Steal,
        ),
        ("no time, new file", dead(&dateless), LockDecision::Wait),
        (
            "no time, old file",
            Held {
                mtime: NOW - 60_001.0,
                ..dead(&dateless)
            },
            LockDecision::Steal,
        ),
        ("time ahead, new file", dead(&ahead), LockDecision::Wait),
        (
            "time ahead, old file",
            Held {
                mtime: NOW - 60_001.0,
                ..dead(&ahead)
            },
            LockDecision::Steal,
        ),
        ("garbage, new", held(None), LockDecision::Wait),
        (
            "garbage, ten minutes",
            Held {
                mtime: NOW - 600_000.0,
                ..held(None)
            },
            LockDecision::Wait,
        ),
        (
            "garbage, more",
            Held {
                mtime: NOW - 600_001.0,
                ..held(None)
            },
            LockDecision::Steal,
        ),
        (
            "garbage, a little ahead",
            Held {
                mtime: NOW + 30_000.0,
                ..held(None)
            },
            LockDecision::Wait,
        ),
        (
            "garbage, far ahead",
            Held {
                mtime: NOW + 30_001.0,
                ..held(None)
            },
            LockDecision::Steal,
        ),
        (
            "far ahead, live",
            Held {
                mtime: NOW + 30_001.0,
                ..held(Some(&ahead))
            },
            LockDecision::Wait,
        ),
    ];
    for (what, held, decision) in cases {
        assert_eq!(decide(&held), decision, "{what}");
    }
}

#[test]
fn t_79_the_body_of_a_lock() {
    let ours = holder(NOW);
    let body = r#"{"token":"7-1-1","pid":7,"hostname":"here","startTime":"42","ts":1900000000000}"#;
    assert_eq!(ours.body(), body);
    assert_eq!(Holder::read(body.as_bytes()), Some(ours));
    let bare = Holder {
        pid: None,
        hostname: None,
        start_time: None,
        ts: None,
        ..holder(NOW)
    };
    assert_eq!(
        bare.body(),
        r#"{"token":"7-1-1","pid":null,"hostname":null,"startTime":null,"ts":null}"#
    );
    assert_eq!(Holder::read(bare.body().as_bytes()), Some(bare));
    // A start time may also be a number; a process id is a whole one above zero.
    assert_eq!(
        Holder::read(br#"{"startTime":42}"#)
            .unwrap()
            .start_time
            .as_deref(),
        Some("42")
    );
    for pid in ["0", "-1", "1.5", "\"7\"", "1e99", "null"] {
        assert_eq!(
            Holder::read(format!("{{\"pid\":{pid}}}").as_bytes())
                .unwrap()
                .pid,
            None,
            "{pid}"
        );
    }
    for garbage in [&b""[..], b"{", b"[]", b"7", b"null", b"\xFF"] {
        assert_eq!(Holder::read(garbage), None);
    }
    let padded = |size: usize| format!("{{}}{}", " ".repeat(size - 2));
    assert!(Holder::read(padded(65_536).as_bytes()).is_some());
    assert!(Holder::read(padded(65_537).as_bytes()).is_none());
}

#[test]
fn t_79_the_start_time_on_linux() {
    let stat = "32292 (no) de (x) R 32289 32289 18702 0 -1 4194304 3421 0 0 0 7 0 0 0 20 0 7 0 1175992 1017290752 11780";
    assert_eq!(linux_start_time(stat), Some("1175992"));
    for none in ["", "1 (a", "1 (a) R 1 2"] {
        assert_eq!(linux_start_time(none), None);
    }
}

// --- properties --------------------------------------------------------------------------------------------

/// A store as anything may have left it.
fn store() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "1",
        "1.0",
        "1e400",
        "\"\\ud800\"",
        "\"é\\n\"",
        "null",
        "[]",
        "{}",
        "{\"a\":[1,{\"b\":2}]}",
    ]);
    let valid = (0..3_u8, 0..3_u8, 0..9_u8, any::<bool>()).prop_map(|(root, id, hash, extra)| {
        let extra = if extra { r#","note":{"a":[1.50]}"# } else { "" };
        format!(r#"{{"projectRoot":"/p{root}","id":"c{id}","scope":"project","integrity":"","disclosureSignature":"s","contentHash":"h{hash}","consentedAt":"t"{extra}}}"#)
    });
    let record = prop_oneof![3 => valid, 1 => leaf.clone().prop_map(String::from)];
    let key = prop_oneof![
        3 => "[a-z]{1,3}".prop_map(String::from),
        1 => Just("7".into()),
        1 => Just("__proto__".into()),
        2 => (0..3_u8, 0..3_u8).prop_map(|(root, id)| format!(r#"{{\"r\":\"/p{root}\",\"i\":\"c{id}\"}}"#)),
    ];
    let records = prop::collection::vec((key, record), 0..6);
    (records, prop::collection::vec(("x[a-z]{0,2}", leaf), 0..3)).prop_map(|(records, others)| {
        let pairs = |pairs: &[(String, String)]| {
            pairs
                .iter()
                .map(|(key, value)| format!("\"{key}\":{value}"))
                .collect::<Vec<_>>()
        };
        let others: Vec<(String, String)> = others
            .into_iter()
            .map(|(key, value)| (key, value.into()))
            .collect();
        let mut members = vec![
            "\"version\":\"1\"".into(),
            format!("\"records\":{{{}}}", pairs(&records).join(",")),
        ];
        members.extend(pairs(&others));
        format!("{{{}}}", members.join(","))
    })
}

/// What readers see: what each pair is bound to, and how many values there are that nobody reads.
fn seen(text: &str) -> (BTreeMap<(String, String), String>, Vec<String>) {
    let store = Store::read(Some(text.as_bytes()));
    let of = |text: Str<'_>| text.to_lossy();
    let records = store
        .records()
        .map(|it| ((of(it.project_root), of(it.id)), of(it.content_hash)))
        .collect();
    let document = Document::parse(text, Limits::MANIFEST).unwrap();
    let all = document.root().get("records").unwrap().entries();
    let unread = all.filter(|(key, value)| Record::read(*value).is_none() || key.is("__proto__"));
    let mut unread: Vec<String> = unread.map(|(_, value)| format!("{value:?}")).collect();
    unread.extend(
        document
            .root()
            .entries()
            .filter(|(name, _)| !name.is("records"))
            .map(|(name, value)| format!("{name:?}{value:?}")),
    );
    unread.sort();
    (records, unread)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(500)))]

    #[test]
    fn what_is_recorded_is_found_and_nothing_else_changes(store in store(), root in 0..3_u8, id in 0..3_u8) {
        let (root, id) = (format!("/p{root}"), format!("c{id}"));
        let (mut before, unread) = seen(&store);
        let recorded = put(&store, &root, &id, "new").unwrap();
        prop_assert!(has(&recorded, &root, &id, "new"));
        before.insert((root.clone(), id.clone()), "new".into());
        let (after, unread_after) = seen(&recorded);
        prop_assert_eq!(&after, &before);
        prop_assert_eq!(&unread_after, &unread);
        // Canonical at once.
        prop_assert_eq!(put(&recorded, &root, &id, "new").unwrap(), recorded.clone());
        // Revoking undoes it.
        let revoked = take(&recorded, &root, &id).unwrap().unwrap();
        before.remove(&(root.clone(), id.clone()));
        let (after, unread_after) = seen(&revoked);
        prop_assert_eq!(&after, &before);
        prop_assert_eq!(&unread_after, &unread);
        prop_assert_eq!(take(&revoked, &root, &id), Ok(None));
        prop_assert!(recorded.ends_with("\n}\n"), "a line at the end");
    }

    #[test]
    fn whatever_the_bytes_nothing_fails_and_nothing_is_lost(bytes in prop::collection::vec(any::<u8>(), 0..60), cut in any::<prop::sample::Index>()) {
        let whole = put("", "/p", "acme", "h").unwrap();
        let part = &whole.as_bytes()[..cut.index(whole.len())];
        for text in [&bytes[..], part] {
            let found = Store::read(Some(text)).records().count();
            match upsert(Some(text), &record("/q", "acme", "h")) {
                Ok(new) => prop_assert_eq!(Store::read(Some(new.as_bytes())).records().count(), found + 1),
                Err(problem) => prop_assert_eq!(store_problem(Some(text)), Some(problem)),
            }
            let _ = (LaneStore::read(Some(text)).lanes().count(), Holder::read(text));
        }
    }

    #[test]
    fn lexical_paths_stay_as_they_are(path in "(/|C:[/\\\\])?([a.]{0,3}[/\\\\]){0,6}[a.]{0,3}") {
        let once = lexical(path.as_bytes());
        prop_assert_eq!(lexical(&once), once.clone());
    }
}
