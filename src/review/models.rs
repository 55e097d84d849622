//! What a server says it can serve.

use alloc::string::String;
use alloc::vec::Vec;

use super::chat::Warning;
use super::complaint;
use super::text::{head, trim, with_json};
use crate::diagnostic::Profile;
use crate::json::{Str, Value};
use crate::vocabulary::reviewer::{NO_CHAT_EDGES, NO_CHAT_MODELS};

/// The model to ask for, of those that a server lists in the body of a 2xx answer; `None`: the lane's fallback.
///
/// For the peer that is the id of the first entry of `data` and nothing else (L-80). We pass over what cannot chat,
/// each with a warning, and take lists of other shapes: a bare one, one under `models`, of texts, of names (Y-22, F-27).
#[must_use]
pub fn first_model(body: &str, profile: Profile) -> (Option<String>, Vec<Warning>) {
    let mut warnings = Vec::new();
    let model = with_json(body, |root| match profile {
        Profile::Peer => {
            let first = root.get("data")?.items().next()?;
            let id = first.get("id")?.as_str()?;
            (!id.is_empty()).then(|| id.to_lossy())
        }
        Profile::Strict => {
            let list = ["data", "models"]
                .iter()
                .find_map(|name| root.get(name).filter(|it| it.is_array()))
                .unwrap_or(root);
            list.items().find_map(|entry| {
                let id = id_of(entry)?.to_lossy();
                if super::output::is_empty(&id) {
                    return None;
                }
                let kind = entry.get("type").map_or(Str::EMPTY, Value::text);
                if !chats(&id) || !chats(&kind.to_lossy()) {
                    warnings.push(Warning::passed_over(&id));
                    return None;
                }
                Some(id)
            })
        }
    });
    (model, warnings)
}

/// What is wrong with the body of a 2xx answer to a probe, if it is not one of a server that works (F-24): an error, a
/// page of markup, a list of choices without one; where models are to be listed, also what is no JSON. An empty body
/// at another path is what some servers say when all is well.
#[must_use]
pub fn trouble(body: &str, lists_models: bool) -> Option<String> {
    let body = trim(body);
    if body.starts_with('<') {
        return Some(String::from("a page instead of data"));
    }
    let wrong = with_json(body, |root| {
        let listed = root.items().next().filter(|it| it.is_object());
        let error = complaint::error(root).or_else(|| complaint::error(listed?));
        Some(match error {
            Some(words) => {
                let mut said = String::from("an error");
                if !words.is_empty() {
                    said.push_str(": ");
                    said.push_str(head(&words, SHOWN));
                }
                Some(said)
            }
            None => root
                .get("choices")
                .filter(|it| it.items().next().is_none())
                .map(|_| String::from("no choices")),
        })
    });
    let no_json = || lists_models.then(|| String::from("no list of models"));
    wrong.unwrap_or_else(no_json)
}

/// Bytes of a server's own words that are shown.
const SHOWN: usize = 200;

fn id_of(entry: Value<'_>) -> Option<Str<'_>> {
    let member = |name: &&str| entry.get(name)?.as_str();
    entry
        .as_str()
        .or_else(|| ["id", "model", "name"].iter().find_map(member))
}

/// Whether nothing in its name says that a model cannot chat.
fn chats(id: &str) -> bool {
    let words = || id.split(|it: char| !it.is_ascii_alphanumeric());
    let in_word = |part: &&str| words().any(|word| super::text::holds(word, part));
    let at_edge = |part: &&str| {
        let size = part.len();
        let is = |found: Option<&str>| found.is_some_and(|it| it.eq_ignore_ascii_case(part));
        words().any(|word| is(word.get(..size)) || is(word.get(word.len().wrapping_sub(size)..)))
    };
    !NO_CHAT_MODELS.iter().any(in_word) && !NO_CHAT_EDGES.iter().any(at_edge)
}
