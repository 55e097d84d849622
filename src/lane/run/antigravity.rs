//! The handler of a program that keeps its conversations in files beside its output (L-101 … L-109, B-10, B-22).

use alloc::string::String;
use alloc::vec::Vec;

use super::Order;
use super::settle::Answer;
use crate::lane::host::{Host, Read, SpawnOutcome, SpawnRequest};
use crate::lane::plan::SpawnPlan;
use crate::review::antigravity::{self as files, File, Mark};
use crate::review::output::is_empty;

/// Milliseconds for the program's help (L-104).
const HELP_MS: u64 = 5_000;

/// What was known before the program ran.
#[derive(Debug)]
pub(super) struct Conversation {
    mark: Mark,
    /// The arguments, as this version of the program takes them.
    pub args: Vec<String>,
}

/// Marks where its transcripts end, and asks the program what it can do (L-103, L-104).
pub(super) async fn before<H: Host>(
    order: &Order<'_, '_>,
    plan: &SpawnPlan,
    host: &H,
) -> Conversation {
    let home = host.home();
    let id = conversation(order, &home, host).await;
    let mark = match &id {
        Some(id) => {
            let transcript = file(&files::transcript_path(&home, id), host).await;
            let full = file(&files::full_transcript_path(&home, id), host).await;
            files::watermark(Some(id), &transcript, &full)
        }
        None => files::watermark(None, &File::Missing, &File::Missing),
    };
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
    let takes_folder = files::takes_folder(&help.stdout, &help.stderr);
    let args = files::arguments(
        &plan.argv,
        takes_folder,
        &order.plan.prompt_path,
        order.repo_root,
    );
    Conversation { mark, args }
}

/// Takes the review from the transcript if the program did not print one, and reads which model wrote it.
pub(super) async fn after<H: Host>(
    order: &Order<'_, '_>,
    before: &Conversation,
    said: &SpawnOutcome,
    answer: &mut Answer<'_>,
    host: &H,
) {
    let home = host.home();
    let id = conversation(order, &home, host).await;
    let (transcript, full) = match &id {
        Some(id) => (
            file(&files::transcript_path(&home, id), host).await,
            file(&files::full_transcript_path(&home, id), host).await,
        ),
        None => (File::Missing, File::Missing),
    };
    if said.status != Some(0) {
        answer.text.clear();
    }
    if is_empty(&answer.text) {
        answer.text = files::fallback(id.as_deref(), &transcript, &before.mark);
    }
    answer.may_be_blind = true;
    answer.model = files::model(id.as_deref(), &full, &before.mark);
    if is_empty(&answer.text) {
        let mode = files::mode(id.as_deref(), &transcript, &before.mark);
        let log = file(&files::log_path(&home), host).await;
        answer.extra = files::diagnosis(&log, mode);
    }
}

async fn conversation<H: Host>(order: &Order<'_, '_>, home: &str, host: &H) -> Option<String> {
    let cache = file(&files::cache_path(home), host).await;
    files::conversation(&cache, order.repo_root)
}

async fn file<H: Host>(path: &str, host: &H) -> File {
    match host.read(path).await {
        Read::Missing => File::Missing,
        Read::Unreadable => File::Unreadable,
        Read::Text(text) => File::Text(text),
    }
}
