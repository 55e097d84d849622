//! Live JavaScript values (T-24…T-27), as the walker wrote them.
//!
//! The walker (`pkg-template/src/snapshot.mjs`) reads a value once, in document order, and writes one tag
//! per thing it met; strings follow their tag as a length and WTF-8 bytes. This side only transcribes, and
//! is total: whatever the bytes are, a document comes out.

use alloc::vec::Vec;

use wasm_bindgen::prelude::wasm_bindgen;

use super::buffers::{Answer, call};
use super::input::{Form, Parts};
use crate::json::{Builder, Document, Kind};
use crate::vocabulary::shape::Field;
use crate::vocabulary::{envelope, feature, reviewer, runtime};

/// The tables of fields that validation reads by name.
const TABLES: &[&[Field]] = &[
    envelope::FIELDS,
    envelope::ENGINES,
    envelope::PROVENANCE,
    reviewer::FIELDS,
    reviewer::PROBE_FIELDS,
    reviewer::SPAWN_FIELDS,
    reviewer::HTTP_FIELDS,
    runtime::FIELDS,
    runtime::HOME,
    runtime::LAYOUT,
    runtime::ARTIFACT,
    runtime::HOST_INTEGRATION,
    runtime::DISPATCH,
    runtime::ORCHESTRATOR,
    feature::FIELDS,
    feature::RUNTIME_COMPAT,
    feature::COMMAND,
    feature::HOOK,
    feature::STEP,
    feature::CONTRIBUTION,
    feature::GATE,
    feature::RESOLVER,
    feature::RESOLVER_INVOKE,
];

/// What else is read by name, by disclosure or by the prompt. JavaScript finds such members also when they are
/// inherited or not enumerable (T-24), so the walker looks for each of them.
const OTHERS: &[&str] = &[
    "argv",
    "args",
    "command",
    "commandModules",
    "commands",
    "config",
    "cwd",
    "egressPayloadClasses",
    "event",
    "family",
    "hasExecutable",
    "headers",
    "hooks",
    "hostBehaviors",
    "instructionSurfaces",
    "integrityStatus",
    "isLocalDestination",
    "mcpServers",
    "missingArtifacts",
    "module",
    "name",
    "probeBinary",
    "probeKind",
    "rawArgs",
    "rawConfig",
    "residualInvoke",
    "residualLane",
    "resolvedHost",
    "reviewer",
    "reviewerLanes",
    "router",
    "runtime",
    "script",
    "skills",
    "type",
    "url",
];

/// Those names, each once; the wire form names them by their place here.
fn named() -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    let fields = TABLES.iter().flat_map(|table| table.iter());
    for name in OTHERS.iter().copied().chain(fields.map(|field| field.name)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Those names, separated by spaces.
#[wasm_bindgen]
#[must_use]
pub fn named_members() -> u32 {
    call(0, |_| Answer::text(Some(named().join(" "))))
}

/// The document that the walker wrote.
pub(super) fn read(wire: &[u8]) -> Document<'static> {
    let mut reader = Reader {
        rest: wire,
        builder: Builder::new(),
        named: Vec::new(),
    };
    while reader.step().is_some() {}
    reader.builder.finish()
}

/// An object whose members are parts, name and value in turn. A value that breaks a limit is there, but cannot be read.
pub(super) fn object(mut parts: Parts<'_>) -> Document<'static> {
    let mut reader = Reader {
        rest: b"",
        builder: Builder::new(),
        named: Vec::new(),
    };
    reader.builder.begin_object();
    while let Some(name) = parts.next() {
        let value = parts.part();
        reader.builder.key_wtf8(name.bytes);
        match value.form {
            Form::Snapshot => {
                reader.rest = value.bytes;
                while reader.step().is_some() {}
            }
            Form::Bytes | Form::Wtf8 => reader.builder.string_wtf8(value.bytes),
            Form::Absent => reader.builder.bare(Kind::Undefined),
            Form::TooDeep | Form::TooLarge => reader.builder.bare(Kind::Thrown),
        }
    }
    reader.builder.finish()
}

struct Reader<'a> {
    rest: &'a [u8],
    builder: Builder,
    /// Filled when first needed: ordinary objects have no such members.
    named: Vec<&'static str>,
}

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*byte)
    }

    fn chunk<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (chunk, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*chunk)
    }

    /// A length of one byte, or 255 and a word; then that many bytes.
    fn content(&mut self) -> Option<&'a [u8]> {
        let length = match self.byte()? {
            255 => u32::from_le_bytes(self.chunk()?) as usize,
            short => usize::from(short),
        };
        let (content, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(content)
    }

    /// Transcribes one thing; `None` at the end, or where the bytes make no sense.
    fn step(&mut self) -> Option<()> {
        let tag = self.byte()?;
        match tag {
            b'{' => self.builder.begin_object(),
            b'[' => self.builder.begin_array(),
            b'/' => self.builder.end(),
            b'k' => {
                let content = self.content()?;
                self.builder.key_wtf8(content);
            }
            b'h' => {
                let index = self.byte()?;
                if self.named.is_empty() {
                    self.named = named();
                }
                self.builder.hidden_key(self.named.get(usize::from(index))?);
            }
            b's' => {
                let content = self.content()?;
                self.builder.string_wtf8(content);
            }
            b'd' => {
                let number = f64::from_le_bytes(self.chunk()?);
                self.builder.number(number);
            }
            b'i' => {
                let number = i32::from_le_bytes(self.chunk()?);
                self.builder.number(f64::from(number));
            }
            b't' => self.builder.bool(true),
            b'f' => self.builder.bool(false),
            b'n' => self.builder.bare(Kind::Null),
            b'b' => {
                let decimal = self.content()?;
                self.builder.big_int(core::str::from_utf8(decimal).ok()?);
            }
            b'u' => self.builder.bare(Kind::Undefined),
            b'F' => self.builder.bare(Kind::Function),
            b'S' => self.builder.bare(Kind::Symbol),
            b'_' => self.builder.bare(Kind::Hole),
            b'c' => self.builder.bare(Kind::Circular),
            b'!' => self.builder.bare(Kind::Thrown),
            b'x' => self.builder.mark_unreadable(),
            _ => return None,
        }
        Some(())
    }
}
