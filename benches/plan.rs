//! Median microseconds for planning the twelve first-party lanes natively: from parsed lanes, and from text.
#![allow(clippy::print_stdout)] // it is what a benchmark is for

use std::hint::black_box;
use std::time::Instant;

use gsd_lanes::diagnostic::Profile;
use gsd_lanes::json::{Document, Limits};
use gsd_lanes::lane::first_party::{MANIFESTS, documents};
use gsd_lanes::lane::plan::{Instance, Platform, Request, resolve};

fn plan(documents: &[Document<'_>]) -> usize {
    let lanes = documents.iter().filter_map(|it| it.root().get("reviewer"));
    lanes
        .filter(|lane| {
            let plan = resolve(&Request {
                lane: *lane,
                config: &|_| None,
                run_dir: "/run",
                repo_root: "/code",
                effort_args: &[],
                effort_value: None,
                instance: Instance::default(),
                profile: Profile::Peer,
                platform: Platform::Posix,
            });
            black_box(plan).is_ok()
        })
        .count()
}

fn median(mut work: impl FnMut() -> usize) -> f64 {
    let mut times: Vec<f64> = (0..41)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..100 {
                black_box(work());
            }
            start.elapsed().as_secs_f64() * 1e4
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn main() {
    let parsed = documents();
    let from_parsed = median(|| plan(&parsed));
    let from_text = median(|| {
        let parsed = MANIFESTS.iter();
        let parsed: Vec<_> = parsed
            .filter_map(|(_, text)| Document::parse(text, Limits::MANIFEST).ok())
            .collect();
        plan(&parsed)
    });
    println!("{{\"parsed\":{from_parsed:.2},\"text\":{from_text:.2}}}");
}
