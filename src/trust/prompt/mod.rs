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

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

pub use command::{argument, word};
use command::{command_words, env_word};
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

/// The lines so far; what is said and added goes to the last of them.
struct Prompt(Vec<Line>);

/// The pieces of which lines are made. They are called from everywhere, so they must stay calls.
impl Prompt {
    /// Begins a line.
    #[inline(never)]
    fn line(&mut self, kind: LineKind, depth: u8) {
        self.0.push(Line {
            kind,
            depth,
            values: Vec::new(),
            text: String::new(),
        });
    }

    /// Words of our own.
    #[inline(never)]
    fn say(&mut self, text: &str) {
        if let Some(line) = self.0.last_mut() {
            line.text.push_str(text);
        }
    }

    /// A text of the manifest as a word.
    #[inline(never)]
    fn word(&mut self, text: &Str<'_>) {
        self.say(&word(*text));
    }

    /// A text of the manifest as a word, or what stands for an empty one; no word can equal that, for it would be
    /// quoted.
    #[inline(never)]
    fn word_or(&mut self, text: &Str<'_>, placeholder: &str) {
        self.say(&command::word_or(*text, placeholder));
    }

    /// How many, and of what.
    #[inline(never)]
    fn plural(&mut self, count: usize, one: &str, many: &str) {
        if let Some(line) = self.0.last_mut() {
            // Writing to a string cannot fail.
            let _ = write!(line.text, "{count} ");
        }
        self.say(if count == 1 { one } else { many });
    }

    #[inline(never)]
    fn words(&mut self, words: &[String], between: &str) {
        for (place, word) in words.iter().enumerate() {
            if place > 0 {
                self.say(between);
            }
            self.say(word);
        }
    }

    #[inline(never)]
    fn add(&mut self, name: &'static str, datum: Datum) {
        if let Some(line) = self.0.last_mut() {
            line.values.push((name, datum));
        }
    }

    /// A text of the manifest as a value.
    #[inline(never)]
    fn text(&mut self, name: &'static str, value: &Str<'_>) {
        let mut shown = String::new();
        let _ = write!(shown, "{}", render_value(*value));
        self.add(name, Datum::Text(shown));
    }

    /// A text of our own as a value.
    #[inline(never)]
    fn known(&mut self, name: &'static str, value: &str) {
        self.add(name, Datum::Text(String::from(value)));
    }

    #[inline(never)]
    fn flag(&mut self, name: &'static str, value: bool) {
        self.add(name, Datum::Flag(value));
    }

    #[inline(never)]
    fn list(&mut self, name: &'static str, between: &str, words: Vec<String>) {
        self.words(&words, between);
        self.add(name, Datum::List(words));
    }

    /// A program and its arguments.
    #[inline(never)]
    fn command(&mut self, program: &Str<'_>, arguments: Elements<'_>) {
        self.list("command", " ", command_words(*program, arguments));
    }

    /// Begins a heading; gives back whether there is anything to head.
    #[inline(never)]
    fn heading(
        &mut self,
        kind: LineKind,
        count: usize,
        before: &str,
        [one, many]: [&str; 2],
    ) -> bool {
        if count > 0 {
            self.line(kind, 0);
            self.add("count", Datum::Count(count));
            self.say(before);
            self.plural(count, one, many);
        }
        count > 0
    }

    #[inline(never)]
    fn omitted(&mut self, depth: u8, count: usize, what: &str) {
        if count > 0 {
            self.line(LineKind::Omitted, depth);
            self.add("count", Datum::Count(count));
            self.say("… and ");
            self.plural(count, "more ", "more ");
            self.say(what);
            self.say(" that are not listed here");
        }
    }
}

impl Prompt {
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
        self.line(LineKind::Header, 0);
        self.known("meaning", meaning);
        self.say(text);
    }

    fn hooks(&mut self, disclosure: &Disclosure<'_>) {
        let hooks = &disclosure.hooks;
        if self.heading(LineKind::Hooks, hooks.len(), "", ["hook", "hooks"]) {
            self.say(", run without asking on events of the host:");
        }
        for hook in hooks {
            self.line(LineKind::Hook, 1);
            self.text("event", &hook.event);
            self.text("script", &hook.script);
            self.say("on ");
            self.word_or(&hook.event, "no event");
            self.say(" runs ");
            self.word(&hook.script);
        }
    }

    fn commands(&mut self, disclosure: &Disclosure<'_>) {
        let modules = &disclosure.command_modules;
        let what = ["command module", "command modules"];
        if self.heading(LineKind::Commands, modules.len(), "", what) {
            self.say(", loaded into the host:");
        }
        for module in modules {
            self.line(LineKind::Command, 1);
            self.text("family", &module.family);
            self.text("module", &module.module);
            self.text("router", &module.router);
            self.word_or(&module.family, "no family");
            self.say(" loads ");
            self.word(&module.module);
            if !module.router.is_empty() {
                self.say(" and calls ");
                self.word(&module.router);
            }
        }
    }

    fn also_command(&mut self, command: &Str<'_>, arguments: Elements<'_>) {
        if !command.is_empty() || !arguments.is_empty() {
            self.line(LineKind::AlsoCommand, 2);
            self.say("also names a command: ");
            self.command(command, arguments);
        }
    }

    fn also_url(&mut self, url: &Str<'_>) {
        if !url.is_empty() {
            self.line(LineKind::AlsoUrl, 2);
            self.text("url", url);
            self.say("also names a destination: ");
            self.word(url);
        }
    }

    #[inline(never)]
    fn plaintext(&mut self, destination: &Str<'_>) {
        if is_plaintext_egress(&destination.to_lossy()) {
            self.line(LineKind::Plaintext, 2);
            self.text("destination", destination);
            self.say("WARNING: ");
            self.word(destination);
            self.say(" is reached by plain http: what is sent can be read and changed on the way");
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
        let names = names_of(headers, &|_| true);
        self.names(
            kind,
            "sets HTTP headers (values not shown): ",
            names,
            "headers",
        );
    }

    /// A line of names, of which the first are shown.
    #[inline(never)]
    fn names(&mut self, kind: LineKind, before: &str, mut names: Vec<String>, what: &str) {
        let omitted = names.len().saturating_sub(LIST_ITEMS);
        names.truncate(LIST_ITEMS);
        self.line(kind, 2);
        self.say(before);
        self.list("names", ", ", names);
        self.omitted(2, omitted, what);
    }

    #[inline(never)]
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
        self.line(kind, 2);
        self.say("sets the environment: ");
        self.list("env", " ", words);
        self.omitted(2, omitted, "variables");
    }

    /// A warning that names some variables of an environment, all of them.
    #[inline(never)]
    fn warn_of(
        &mut self,
        kind: LineKind,
        before: &str,
        env: Members<'_>,
        wanted: &dyn Fn(&str) -> bool,
    ) {
        let names = names_of(env, &|name| name.to_str().is_some_and(|name| wanted(&name)));
        if !names.is_empty() {
            self.line(kind, 2);
            self.say(before);
            self.list("names", ", ", names);
        }
    }

    /// The names of an environment that steer programs or traffic, as far as no other line warns of them (TB-5).
    fn steering(&mut self, env: Members<'_>, unsaid: &dyn Fn(&str) -> bool) {
        let before =
            "WARNING: these variables can make programs run other code or send data elsewhere: ";
        self.warn_of(LineKind::Steering, before, env, &|name| {
            steers_execution(name) && unsaid(name)
        });
    }

    fn fields(&mut self, names: Vec<String>) {
        if !names.is_empty() {
            let before = "your consent also covers these settings, not shown here: ";
            self.names(LineKind::Fields, before, names, "settings");
        }
    }

    fn instructions(&mut self, disclosure: &Disclosure<'_>) {
        let surfaces = &disclosure.instruction_surfaces;
        let what = ["instruction text", "instruction texts"];
        if !self.heading(LineKind::Instructions, surfaces.len(), "", what) {
            return;
        }
        self.say(" for the agent:");
        for surface in surfaces.iter().take(LIST_ITEMS) {
            self.line(LineKind::Instruction, 1);
            self.text("surface", &surface.kind);
            self.text("name", &surface.name);
            self.word_or(&surface.kind, "no kind");
            self.say(" ");
            self.word_or(&surface.name, "no name");
        }
        self.omitted(1, surfaces.len().saturating_sub(LIST_ITEMS), "texts");
        self.line(LineKind::NotScanned, 1);
        self.say("These texts reach the agent word for word; nobody has scanned them.");
    }

    fn missing(&mut self, disclosure: &Disclosure<'_>) {
        let missing = &disclosure.missing_artifacts;
        let what = ["declared file is", "declared files are"];
        if !disclosure.has_executable
            || !self.heading(LineKind::Missing, missing.len(), "WARNING: ", what)
        {
            return;
        }
        self.say(" not in the bundle:");
        for path in missing {
            self.line(LineKind::MissingFile, 1);
            self.text("path", path);
            self.word_or(path, "no path");
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
        self.line(LineKind::Integrity, 0);
        self.known("integrityStatus", status.as_str());
        self.say(said);
    }
}

/// Names of members, as words, own-key order.
#[inline(never)]
fn names_of(members: Members<'_>, wanted: &dyn Fn(Str<'_>) -> bool) -> Vec<String> {
    let mut names = Vec::new();
    for (name, _) in members.iter() {
        if wanted(name) {
            names.push(word(name));
        }
    }
    names
}
