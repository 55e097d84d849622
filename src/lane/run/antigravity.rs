//! The handler of a program that keeps its conversations in files beside its output (L-101 … L-109, B-10, B-22).

use alloc::string::String;
use alloc::vec::Vec;

use super::Order;
use super::settle::Answer;
use crate::lane::host::{Host, Read, SpawnOutcome, SpawnRequest};
use crate::lane::plan::SpawnPlan;
use crate::lane::template::file_reference;
use crate::review::antigravity::{self as files, Diagnosis, File, Mark, Mode};
use crate::review::model::{Recorded, Source};
use crate::review::output::is_empty;

/// Milliseconds for the program's help (L-104).
const HELP_MS: u64 = 5_000;

/// What was known before the program ran.
#[derive(Debug)]
pub(super) struct Before {
    mark: Mark,
    /// The arguments, as this version of the program takes them.
    pub args: Vec<String>,
}

/// What the program's files say at one moment.
struct Found {
    id: Option<String>,
    transcript: Read,
    full: Read,
}

impl Found {
    async fn now<H: Host>(workspace: &str, home: &str, host: &H) -> Self {
        let cache = host.read(&files::cache_path(home)).await;
        let id = files::conversation(file(&cache), workspace);
        let (transcript, full) = match &id {
            Some(id) => (
                host.read(&files::transcript_path(home, id)).await,
                host.read(&files::full_transcript_path(home, id)).await,
            ),
            None => (Read::Missing, Read::Missing),
        };
        Self {
            id,
            transcript,
            full,
        }
    }
}

fn file(read: &Read) -> File<'_> {
    match read {
        Read::Missing => File::Missing,
        Read::Unreadable => File::Unreadable,
        Read::Text(text) => File::Text(text),
    }
}

/// Marks where its transcripts end, and asks the program what it can do (L-103, L-104).
pub(super) async fn before<H: Host>(order: &Order<'_, '_>, plan: &SpawnPlan, host: &H) -> Before {
    let found = Found::now(order.repo_root, &host.home(), host).await;
    let mark = Mark::of(
        found.id.as_deref(),
        file(&found.transcript),
        file(&found.full),
    );
    let help = host
        .spawn(SpawnRequest {
            binary: plan.binary.clone(),
            args: Vec::from([String::from("--help")]),
            stdin: None,
            timeout_ms: HELP_MS,
            env: None,
            cwd: String::from(order.repo_root),
        })
        .await;
    let instruction = file_reference(&order.plan.prompt_path, order.repo_root);
    let offers = files::offers_folder(&help.stdout, &help.stderr);
    Before {
        mark,
        args: files::argv(&plan.argv, &instruction, order.repo_root, offers),
    }
}

/// Takes the review from the transcript if the program did not print one, and reads which model wrote it.
pub(super) async fn after<H: Host>(
    order: &Order<'_, '_>,
    before: &Before,
    said: &SpawnOutcome,
    answer: &mut Answer<'_>,
    host: &H,
) {
    let home = host.home();
    let found = Found::now(order.repo_root, &home, host).await;
    let (id, transcript) = (found.id.as_deref(), file(&found.transcript));
    if said.status != Some(0) {
        answer.text.clear();
    }
    if is_empty(&answer.text) {
        answer.text = files::fallback(id, transcript, &before.mark);
    }
    answer.may_be_blind = true;
    let model = files::model(id, file(&found.full), &before.mark);
    answer.model = Recorded::of(model.as_deref(), Source::Transcript);
    if is_empty(&answer.text) {
        let mode = Mode::of(id, transcript, &before.mark);
        let log = host.read(&files::log_path(&home)).await;
        answer.extra = Diagnosis::of(file(&log), &said.stderr, mode).facts();
    }
}
