//! One line of the consent prompt.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// Declares the kinds with their stable names.
macro_rules! kinds {
    ($($(#[$doc:meta])+ $name:ident = $text:literal,)+) => {
        /// What a line says: `B-n` as in T-60, `X-…` for what only we say (TB-4, TB-5, TB-12, Y-3).
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum LineKind { $($(#[$doc])+ $name,)+ }

        impl LineKind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The stable name.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }
        }
    };
}

kinds! {
    /// What kind of capability this is; always the first line.
    Header = "B-1",
    /// How many hooks.
    Hooks = "B-2",
    /// One hook.
    Hook = "B-3",
    /// How many command modules.
    Commands = "B-4",
    /// One command module.
    Command = "B-5",
    /// How many servers.
    Servers = "B-6",
    /// Servers that are started are not confined to the bundle.
    NotConfined = "B-7",
    /// One server.
    Server = "B-8",
    /// The names of its HTTP headers.
    HeaderNames = "B-9",
    /// Its environment.
    ServerEnv = "B-10",
    /// Its working directory.
    WorkingDirectory = "B-11",
    /// How many lanes.
    Lanes = "B-12",
    /// A lane that sends to a host.
    LaneHost = "B-13",
    /// A lane that runs a program.
    LaneCommand = "B-13'",
    /// Where a lane sends if nothing is configured.
    Fallback = "B-14",
    /// The handler of a lane.
    Handler = "B-15",
    /// The program of a lane's probe.
    Probe = "B-16",
    /// The environment of a lane.
    LaneEnv = "B-17",
    /// Warning: the environment makes another program run.
    ExecutionPrimitives = "B-18",
    /// What a lane sends.
    Egress = "B-19",
    /// How many instruction surfaces.
    Instructions = "B-20",
    /// One instruction surface.
    Instruction = "B-21",
    /// Instructions are not scanned.
    NotScanned = "B-22",
    /// Warning: declared files are missing.
    Missing = "B-23",
    /// One missing file.
    MissingFile = "B-24",
    /// How the content was pinned.
    Integrity = "B-25",
    /// A command beside a destination.
    AlsoCommand = "X-command",
    /// A destination beside a command.
    AlsoUrl = "X-url",
    /// Headers of a server that is started.
    AlsoHeaders = "X-headers",
    /// Names of members that are bound but not shown.
    Fields = "X-fields",
    /// A probe that T-60 does not show.
    AlsoProbe = "X-probe",
    /// Warning: the environment steers programs or traffic.
    Steering = "X-warning",
    /// Warning: what is sent is not encrypted.
    Plaintext = "X-plaintext",
    /// Warning: a program is looked up inside the project.
    Relative = "X-relative",
    /// How many items of a list are not shown.
    Omitted = "X-omitted",
}

impl LineKind {
    /// Whether the peer has this line too.
    #[must_use]
    pub fn is_baseline(self) -> bool {
        self.as_str().starts_with('B')
    }
}

impl Serialize for LineKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// A value of a line, safe to print.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Datum {
    /// A text, escaped and bounded.
    Text(String),
    /// A number.
    Count(usize),
    /// A truth.
    Flag(bool),
    /// Texts, each escaped and bounded.
    List(Vec<String>),
}

/// A line: its kind, its depth, what it says as data, and as words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What it says.
    pub kind: LineKind,
    /// How far it stands in: 0 for headings, 1 for entries, 2 for what belongs to an entry.
    pub depth: u8,
    /// The values by name.
    pub values: Vec<(&'static str, Datum)>,
    /// The whole line in words, not indented; safe to print.
    pub text: String,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:1$}{2}", "", usize::from(self.depth) * 2, self.text)
    }
}

impl Serialize for Line {
    /// `{kind, depth, …values, text}`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.values.len() + 3))?;
        map.serialize_entry("kind", &self.kind)?;
        map.serialize_entry("depth", &self.depth)?;
        for (name, datum) in &self.values {
            map.serialize_entry(name, datum)?;
        }
        map.serialize_entry("text", &self.text)?;
        map.end()
    }
}
