//! The signature: exactly what consent binds (T-30 … T-36).

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use sha2::{Digest, Sha256};

use super::disclose::{Context, disclose};
use super::disclosure::{CommandModule, Disclosure, Hook, McpServer, ReviewerLane};
use super::members::Elements;
use crate::json::{Quoting, StableWriter, Value, compare_utf16};
use crate::sort::sort_by;

/// The signature of a manifest; what is no manifest signs like `{}`.
#[must_use]
pub fn signature(manifest: Value<'_>) -> String {
    sign(&disclose(manifest, &Context::default()))
}

/// The signature of a disclosure. It depends on the surfaces only, never on what was resolved, looked up or pinned
/// (T-21), and is always well-formed text (T-3).
#[must_use]
pub fn sign(disclosure: &Disclosure<'_>) -> String {
    let mut out = Vec::with_capacity(1024);
    write_signature(disclosure, &mut out);
    String::from_utf8(out)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Appends the signature of a disclosure to a buffer, as UTF-8.
pub fn write_signature(disclosure: &Disclosure<'_>, out: &mut Vec<u8>) {
    out.push(b'[');
    write_class(out, &disclosure.hooks);
    out.push(b',');
    write_class(out, &disclosure.command_modules);
    out.push(b',');
    write_class(out, &disclosure.mcp_servers);
    // Older records of manifests without a lane must still match (T-35).
    if !disclosure.reviewer_lanes.is_empty() {
        out.push(b',');
        write_class(out, &disclosure.reviewer_lanes);
    }
    out.push(b']');
}

/// The short form of a signature, for lists and locks: `sha256:` and the digest of its UTF-8 in hexadecimal.
#[must_use]
pub fn digest(signature: &str) -> String {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let mut out = String::from("sha256:");
    for byte in Sha256::digest(signature.as_bytes()) {
        for nibble in [byte >> 4, byte & 15] {
            out.push(char::from(
                HEX.get(usize::from(nibble)).copied().unwrap_or(b'0'),
            ));
        }
    }
    out
}

/// Whether a new manifest needs a new consent; an old one that could not be read counts as `{}` (T-36).
#[must_use]
pub fn executable_set_changed(old: Option<Value<'_>>, new: Option<Value<'_>>) -> bool {
    let of = |manifest: Option<Value<'_>>| {
        manifest.map_or_else(|| sign(&Disclosure::default()), signature)
    };
    of(old) != of(new)
}

/// A surface that becomes one line of the signature (T-30).
pub(super) trait Signed {
    fn write_line(&self, writer: &mut StableWriter<'_>);
}

impl Signed for Hook<'_> {
    fn write_line(&self, writer: &mut StableWriter<'_>) {
        open(writer, "hook");
        for text in [self.event, self.script] {
            writer.raw(b',');
            writer.string(text);
        }
        writer.raw(b']');
    }
}

impl Signed for CommandModule<'_> {
    fn write_line(&self, writer: &mut StableWriter<'_>) {
        open(writer, "mod");
        for text in [self.family, self.module, self.router] {
            writer.raw(b',');
            writer.string(text);
        }
        writer.raw(b']');
    }
}

impl Signed for McpServer<'_> {
    fn write_line(&self, writer: &mut StableWriter<'_>) {
        open(writer, "mcp");
        for text in [self.name, self.transport, self.command] {
            writer.raw(b',');
            writer.string(text);
        }
        list(writer, self.raw_args);
        writer.raw(b',');
        writer.string(self.url);
        for members in [self.headers, self.env] {
            writer.raw(b',');
            writer.members(members.iter());
        }
        writer.raw(b',');
        writer.string(self.cwd);
        writer.raw(b',');
        writer.members(self.raw_config.iter());
        writer.raw(b']');
    }
}

impl Signed for ReviewerLane<'_> {
    fn write_line(&self, writer: &mut StableWriter<'_>) {
        open(writer, "lane");
        for text in [self.slug, self.transport, self.binary] {
            writer.raw(b',');
            writer.string(text);
        }
        list(writer, self.raw_args);
        for text in [self.host_config_key, self.prompt_channel, self.handler] {
            writer.raw(b',');
            writer.string(text);
        }
        if self.has_tail() {
            writer.raw(b',');
            writer.raw(b'{');
            writer.plain("defaultHost");
            writer.raw(b':');
            writer.string(self.default_host);
            for (name, members) in [
                ("env", self.env),
                ("laneResidual", self.residual_lane),
                ("residual", self.residual_invoke),
            ] {
                writer.raw(b',');
                writer.plain(name);
                writer.raw(b':');
                writer.members(members.iter());
            }
            writer.raw(b'}');
        }
        writer.raw(b']');
    }
}

fn open(writer: &mut StableWriter<'_>, tag: &str) {
    writer.raw(b'[');
    writer.plain(tag);
}

fn list(writer: &mut StableWriter<'_>, elements: Elements<'_>) {
    writer.raw(b',');
    if let Some(items) = elements.items() {
        writer.items(items);
    } else {
        writer.raw(b'[');
        writer.raw(b']');
    }
}

/// Writes the lines of a class as a list of strings, sorted by their text (T-33, T-35).
fn write_class<T: Signed>(out: &mut Vec<u8>, entries: &[T]) {
    out.push(b'[');
    if let [entry] = entries {
        // Nothing to sort: the line can be written in its string at once.
        out.push(b'"');
        entry.write_line(&mut StableWriter::new(out, Quoting::Twice));
        out.push(b'"');
    } else {
        let lines = Lines::of(entries);
        let mut order: Vec<&Range<usize>> = lines.ranges.iter().collect();
        sort_by(&mut order, |a, b| compare_utf16(lines.get(a), lines.get(b)));
        for (place, range) in order.into_iter().enumerate() {
            if place > 0 {
                out.push(b',');
            }
            out.push(b'"');
            write_quoted(out, lines.get(range));
            out.push(b'"');
        }
    }
    out.push(b']');
}

/// The lines of a class, in the order of the entries.
pub(super) struct Lines {
    text: Vec<u8>,
    ranges: Vec<Range<usize>>,
}

impl Lines {
    pub(super) fn of<T: Signed>(entries: &[T]) -> Self {
        let mut lines = Self {
            text: Vec::new(),
            ranges: Vec::with_capacity(entries.len()),
        };
        for entry in entries {
            let start = lines.text.len();
            entry.write_line(&mut StableWriter::new(&mut lines.text, Quoting::Once));
            lines.ranges.push(start..lines.text.len());
        }
        lines
    }

    fn get(&self, range: &Range<usize>) -> &[u8] {
        self.text.get(range.clone()).unwrap_or_default()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.ranges.iter().map(|range| self.get(range))
    }
}

/// Escapes a line for the string it stands in; controls in it are escaped already.
fn write_quoted(out: &mut Vec<u8>, line: &[u8]) {
    out.reserve(line.len());
    for part in line.split_inclusive(|byte| matches!(byte, b'"' | b'\\')) {
        match part.split_last() {
            Some((last @ (b'"' | b'\\'), plain)) => {
                out.extend_from_slice(plain);
                out.extend_from_slice(&[b'\\', *last]);
            }
            _ => out.extend_from_slice(part),
        }
    }
}
