//! What takes minutes and is no part of `make test`: `make test-kills`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::fs::{self, File};

use gsd_lanes::trust::bundle::BundleProblem;
use gsd_lanes::vocabulary::bundle::MAX_ENTRIES;

use effects::bundle::{Why, content_hash};

// The same source as the binary's.
#[path = "../../src/bin/gsd-lane/effects/mod.rs"]
#[allow(dead_code, unused_imports)]
mod effects;
mod kills;
#[allow(dead_code)] // the other tests need more
mod support;

#[test]
fn a_thousand_kills_leave_nobody() {
    kills::rounds(1_000);
}

#[test]
fn bundle_entries_at_the_limit_and_one_more() {
    let folder = tempfile::tempdir().unwrap();
    let first = folder.path().join("0");
    File::create(&first).unwrap();
    for number in 1..MAX_ENTRIES {
        let name = folder.path().join(number.to_string());
        fs::hard_link(&first, &name)
            .or_else(|_| File::create(&name).map(drop))
            .unwrap();
    }
    assert!(content_hash(folder.path()).is_ok());
    fs::create_dir(folder.path().join("one-more")).unwrap();
    let refused = content_hash(folder.path()).unwrap_err();
    assert!(matches!(
        refused.why,
        Why::Problem(BundleProblem::TooManyEntries)
    ));
}
