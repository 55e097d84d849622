//! The consent prompt: everything a person must know before agreeing, as typed lines (T-60 … T-66, TB-4, TB-5,
//! TB-12, Y-3).
//!
//! Every value of the manifest stands as one word that is escaped, bounded and, where it could be taken for
//! something else, quoted; text without quotes is ours.

mod command;
mod lane;
mod line;
mod probe;
mod render;
mod server;
mod unshown;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

pub use command::{argument, word};
use command::{command_line, command_words, env_word, word_or};
pub use line::{Datum, Line, LineKind};
pub(in crate::trust) use render::render;
pub use render::{Rendered, render_value};

use super::disclosure::{Disclosure, IntegrityStatus};
use super::members::{Elements, Members};
use crate::destination::is_plaintext_egress;
use crate::json::Str;
use crate::vocabulary::environment::steers_execution;

/// Items of a list that are shown (TB-12).
const LIST_ITEMS: usize = 64;

/// What a person is asked to agree to.
#[must_use]
pub fn consent_prompt(disclosure: &Disclosure<'_>) -> Vec<Line> {
    let mut prompt = Prompt(Vec::new());
    prompt.header(disclosure);
    prompt.hooks(disclosure);
    prompt.commands(disclosure);
    prompt.servers(&disclosure.mcp_servers);
    prompt.lanes(&disclosure.reviewer_lanes);
    prompt.instructions(disclosure);
    prompt.missing(disclosure);
    prompt.integrity(disclosure.integrity_status);
    prompt.0
}

struct Prompt(Vec<Line>);

type Values = Vec<(&'static str, Datum)>;

fn text(value: Str<'_>) -> Datum {
    Datum::Text(render_value(value).to_string())
}

fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

impl Prompt {
    fn say(&mut self, kind: LineKind, depth: u8, values: Values, text: impl Into<String>) {
        let text = text.into();
        self.0.push(Line {
            kind,
            depth,
            values,
            text,
        });
    }

    fn heading(&mut self, kind: LineKind, count: usize, text: String) {
        self.say(kind, 0, vec![("count", Datum::Count(count))], text);
    }

    fn omitted(&mut self, depth: u8, count: usize, what: &str) {
        if count > 0 {
            let values = vec![("count", Datum::Count(count))];
            let text = format!("… and {count} more {what} that are not listed here");
            self.say(LineKind::Omitted, depth, values, text);
        }
    }

    fn header(&mut self, disclosure: &Disclosure<'_>) {
        let (meaning, text) = if disclosure.has_executable {
            (
                "executable",
                "This capability RUNS PROGRAMS or SENDS DATA. Agree only if you trust everything listed here.",
            )
        } else if disclosure.instruction_surfaces.is_empty() {
            (
                "declarative",
                "This capability only declares settings: it runs nothing, sends nothing and adds no instructions.",
            )
        } else {
            (
                "instructions",
                "This capability runs nothing itself, but adds INSTRUCTIONS that the agent will follow.",
            )
        };
        let values = vec![("meaning", Datum::Text(String::from(meaning)))];
        self.say(LineKind::Header, 0, values, text);
    }

    fn hooks(&mut self, disclosure: &Disclosure<'_>) {
        let hooks = &disclosure.hooks;
        if hooks.is_empty() {
            return;
        }
        let count = plural(hooks.len(), "hook", "hooks");
        self.heading(
            LineKind::Hooks,
            hooks.len(),
            format!("{count}, run without asking on events of the host:"),
        );
        for hook in hooks {
            let values = vec![("event", text(hook.event)), ("script", text(hook.script))];
            let event = word_or(hook.event, "no event");
            let said = format!("on {event} runs {}", word(hook.script));
            self.say(LineKind::Hook, 1, values, said);
        }
    }

    fn commands(&mut self, disclosure: &Disclosure<'_>) {
        let modules = &disclosure.command_modules;
        if modules.is_empty() {
            return;
        }
        let count = plural(modules.len(), "command module", "command modules");
        self.heading(
            LineKind::Commands,
            modules.len(),
            format!("{count}, loaded into the host:"),
        );
        for module in modules {
            let values = vec![
                ("family", text(module.family)),
                ("module", text(module.module)),
                ("router", text(module.router)),
            ];
            let family = word_or(module.family, "no family");
            let mut said = format!("{family} loads {}", word(module.module));
            if !module.router.is_empty() {
                said += " and calls ";
                said += &word(module.router);
            }
            self.say(LineKind::Command, 1, values, said);
        }
    }

    fn also_command(&mut self, command: Str<'_>, arguments: Elements<'_>) {
        if !command.is_empty() || !arguments.is_empty() {
            let values = vec![("command", Datum::List(command_words(command, arguments)))];
            let said = format!("also names a command: {}", command_line(command, arguments));
            self.say(LineKind::AlsoCommand, 2, values, said);
        }
    }

    fn also_url(&mut self, url: Str<'_>) {
        if !url.is_empty() {
            let said = format!("also names a destination: {}", word(url));
            self.say(LineKind::AlsoUrl, 2, vec![("url", text(url))], said);
        }
    }

    fn plaintext(&mut self, destination: Str<'_>) {
        if is_plaintext_egress(&destination.to_lossy()) {
            let said = format!(
                "WARNING: {} is reached by plain http: what is sent can be read and changed on the way",
                word(destination)
            );
            let values = vec![("destination", text(destination))];
            self.say(LineKind::Plaintext, 2, values, said);
        }
    }

    fn header_names(&mut self, headers: Members<'_>, remote: bool) {
        if headers.is_empty() {
            return;
        }
        let kind = if remote {
            LineKind::HeaderNames
        } else {
            LineKind::AlsoHeaders
        };
        let names: Vec<String> = headers.iter().map(|(name, _)| word(name)).collect();
        self.names(
            kind,
            "sets HTTP headers (values not shown): ",
            names,
            "headers",
        );
    }

    /// A line of names, of which the first are shown.
    fn names(&mut self, kind: LineKind, before: &str, mut names: Vec<String>, what: &str) {
        let omitted = names.len().saturating_sub(LIST_ITEMS);
        names.truncate(LIST_ITEMS);
        let said = String::from(before) + &names.join(", ");
        self.say(kind, 2, vec![("names", Datum::List(names))], said);
        self.omitted(2, omitted, what);
    }

    fn env(&mut self, kind: LineKind, env: Members<'_>) {
        if env.is_empty() {
            return;
        }
        let mut words = Vec::new();
        let mut omitted = 0;
        for (place, (name, value)) in env.iter().enumerate() {
            let steers = name.to_str().is_some_and(|name| steers_execution(&name));
            if place < LIST_ITEMS || steers {
                words.push(env_word(name, value.text()));
            } else {
                omitted += 1;
            }
        }
        let said = String::from("sets the environment: ") + &words.join(" ");
        self.say(kind, 2, vec![("env", Datum::List(words))], said);
        self.omitted(2, omitted, "variables");
    }

    /// The names of an environment that steer programs or traffic, as far as no other line warns of them (TB-5).
    fn steering(&mut self, env: Members<'_>, unsaid: impl Fn(&str) -> bool) {
        let names = names_of(env, |name| steers_execution(name) && unsaid(name));
        if !names.is_empty() {
            let said = format!(
                "WARNING: these variables can make programs run other code or send data elsewhere: {}",
                names.join(", ")
            );
            self.say(
                LineKind::Steering,
                2,
                vec![("names", Datum::List(names))],
                said,
            );
        }
    }

    fn fields(&mut self, names: Vec<String>) {
        if !names.is_empty() {
            let before = "your consent also covers these settings, not shown here: ";
            self.names(LineKind::Fields, before, names, "settings");
        }
    }

    fn instructions(&mut self, disclosure: &Disclosure<'_>) {
        let surfaces = &disclosure.instruction_surfaces;
        if surfaces.is_empty() {
            return;
        }
        let count = plural(surfaces.len(), "instruction text", "instruction texts");
        self.heading(
            LineKind::Instructions,
            surfaces.len(),
            format!("{count} for the agent:"),
        );
        for surface in surfaces.iter().take(LIST_ITEMS) {
            let values = vec![
                ("surface", text(surface.kind)),
                ("name", text(surface.name)),
            ];
            let kind = word_or(surface.kind, "no kind");
            let said = format!("{kind} {}", word_or(surface.name, "no name"));
            self.say(LineKind::Instruction, 1, values, said);
        }
        self.omitted(1, surfaces.len().saturating_sub(LIST_ITEMS), "texts");
        self.say(
            LineKind::NotScanned,
            1,
            Vec::new(),
            "These texts reach the agent word for word; nobody has scanned them.",
        );
    }

    fn missing(&mut self, disclosure: &Disclosure<'_>) {
        let missing = &disclosure.missing_artifacts;
        if missing.is_empty() || !disclosure.has_executable {
            return;
        }
        let count = plural(missing.len(), "declared file is", "declared files are");
        self.heading(
            LineKind::Missing,
            missing.len(),
            format!("WARNING: {count} not in the bundle:"),
        );
        for path in missing {
            let said = word_or(*path, "no path");
            self.say(LineKind::MissingFile, 1, vec![("path", text(*path))], said);
        }
    }

    fn integrity(&mut self, status: Option<IntegrityStatus>) {
        let Some(status) = status else { return };
        let said = match status {
            IntegrityStatus::Pinned => "Content: pinned, it matches the sha512 digest you gave.",
            IntegrityStatus::CommitPinned => {
                "Content: pinned to the git commit you gave; no digest of its own was checked."
            }
            IntegrityStatus::Unverified => {
                "Content: NOT verified; nothing ties it to what anybody else has looked at."
            }
        };
        let values = vec![(
            "integrityStatus",
            Datum::Text(String::from(status.as_str())),
        )];
        self.say(LineKind::Integrity, 0, values, said);
    }
}

/// Names of an environment, as words, own-key order.
fn names_of(env: Members<'_>, wanted: impl Fn(&str) -> bool) -> Vec<String> {
    env.iter()
        .filter(|(name, _)| name.to_str().is_some_and(|name| wanted(&name)))
        .map(|(name, _)| word(name))
        .collect()
}
