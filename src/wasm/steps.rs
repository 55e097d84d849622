//! Runs in steps: begun, driven by JavaScript, which performs what they ask for.

// Only for `thread_local!`, the safe home of state: a run lives from one call to the next.
extern crate std;

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use super::buffers::{Answer, call};
use super::input::Parts;
use super::snapshot;
use crate::lane::steps::{Effect, Notice, Reply, Step, Steps};
use crate::rules;

std::thread_local! {
    /// The runs that are under way, each at its number.
    static RUNS: RefCell<Vec<Option<Steps<String>>>> = const { RefCell::new(Vec::new()) };
}

/// What a step answers.
#[derive(Serialize)]
struct Stepped<'s> {
    run: usize,
    notices: &'s [Notice],
    #[serde(skip_serializing_if = "Option::is_none")]
    wants: Option<&'s Effect>,
}

/// Begins the run that the first part names; the others are the members of its input, name and value in turn.
/// Answers as [`step_run`].
#[wasm_bindgen]
#[must_use]
pub fn begin_run(length: usize, _flags: u32) -> u32 {
    call(length, |input| {
        let mut parts = Parts::new(input);
        let name = parts.part().str().unwrap_or_default();
        let Some(steps) = rules::begin(&name, snapshot::object(parts)) else {
            return Answer::null();
        };
        RUNS.with(|runs| {
            let mut runs = runs.borrow_mut();
            let free = runs.iter().position(Option::is_none);
            let run = free.unwrap_or(runs.len());
            match runs.get_mut(run) {
                Some(place) => *place = Some(steps),
                None => runs.push(Some(steps)),
            }
            advance(&mut runs, run, |_| None)
        })
    })
}

/// Goes on with a run, whose number is the first part; the second is the reply to what it wanted, if there is one.
///
/// `{run, notices, wants}`, once the run is over `{run, notices, result}`. A run that is over, or was never begun,
/// answers `null`.
#[wasm_bindgen]
#[must_use]
pub fn step_run(length: usize, run: usize) -> u32 {
    call(length, |input| {
        let reply = Parts::new(input).part().given();
        RUNS.with(|runs| {
            advance(&mut runs.borrow_mut(), run, |steps| {
                steps.reply_of(reply.as_ref()?.root())
            })
        })
    })
}

/// Forgets a run that nobody will go on with.
#[wasm_bindgen]
pub fn drop_run(run: usize) {
    RUNS.with(|runs| {
        if let Some(place) = runs.borrow_mut().get_mut(run) {
            *place = None;
        }
    });
}

fn advance(
    runs: &mut [Option<Steps<String>>],
    run: usize,
    reply: impl FnOnce(&Steps<String>) -> Option<Reply>,
) -> Answer {
    let Some(place) = runs.get_mut(run) else {
        return Answer::null();
    };
    let Some(steps) = place else {
        return Answer::null();
    };
    let reply = reply(steps);
    let next = steps.next(reply);
    let notices = steps.notices();
    let mut stepped = Stepped {
        run,
        notices: &notices,
        wants: None,
    };
    match next {
        Some(Step::Wants(effect)) => {
            stepped.wants = Some(&effect);
            Answer::json(&stepped)
        }
        Some(Step::Done(result)) => {
            *place = None;
            let mut answer = Answer::json(&stepped);
            answer.text.pop(); // the brace; the result is JSON already
            answer.text.extend_from_slice(b",\"result\":");
            answer.text.extend_from_slice(result.as_bytes());
            answer.text.push(b'}');
            answer
        }
        None => {
            *place = None;
            Answer::null()
        }
    }
}
