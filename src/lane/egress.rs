//! Which server a lane talks to, and whether that is the one that was agreed to (L-50 … L-54, B-1, B-7, Y-21).

use alloc::string::String;
use alloc::vec::Vec;

use super::config::config_string;
use super::plan::Warning;
use crate::destination::is_plaintext_egress;
use crate::diagnostic::{Code, Profile};
use crate::escape::visible;
use crate::json::{Kind, Str, Value, trim_text, write_number};
use crate::manifest::unsafe_host;
use crate::url::Url;
use crate::vocabulary::lane::{SCHEME_ASSUMED, VERSION_DROPPED};

/// The version of the interface as a part of a path (Y-21).
const VERSION: &str = "/v1";

/// A host in the one form in which hosts are compared and requests are built (L-50). What is no URL, or names no host,
/// stays as it is but for white space around it and slashes behind it.
#[must_use]
#[inline(never)]
pub fn normalize_host(raw: &str) -> String {
    let text = trim_text(raw);
    let Some((url, name)) = parsed(text) else {
        return String::from(text.trim_end_matches('/'));
    };
    let mut host = url.protocol();
    host.push_str("//");
    host.push_str(&name);
    let port = url.port();
    if !port.is_empty() {
        host.push(':');
        host.push_str(&port);
    }
    host.push_str(url.path().trim_end_matches('/'));
    host
}

/// Any value as the text of a host: strings are what they are, null and nothing are empty, the rest is what JavaScript
/// makes of it as a string (L-50).
#[must_use]
pub fn host_text(raw: Option<Value<'_>>) -> String {
    let mut text = Vec::new();
    if let Some(raw) = raw.filter(|raw| !matches!(raw.kind(), Kind::Null | Kind::Undefined)) {
        push_string(&mut text, raw);
    }
    Str::of_wtf8(&text).to_lossy()
}

/// JavaScript's `String(value)`.
fn push_string(out: &mut Vec<u8>, value: Value<'_>) {
    match value.kind() {
        Kind::String | Kind::BigInt => out.extend_from_slice(&value.content().wtf8()),
        Kind::Null => out.extend_from_slice(b"null"),
        Kind::True => out.extend_from_slice(b"true"),
        Kind::False => out.extend_from_slice(b"false"),
        Kind::Number => push_number(out, value.as_f64().unwrap_or(0.0)),
        Kind::Object => out.extend_from_slice(b"[object Object]"),
        Kind::Array => {
            for (place, item) in value.items().enumerate() {
                if place > 0 {
                    out.push(b',');
                }
                if item.kind() != Kind::Null {
                    push_string(out, item);
                }
            }
        }
        _ => {}
    }
}

/// A number as ECMAScript makes it a string (L-5).
pub(super) fn push_number(out: &mut Vec<u8>, number: f64) {
    if number.is_finite() {
        write_number(out, number);
    } else if number.is_nan() {
        out.extend_from_slice(b"NaN");
    } else {
        out.extend_from_slice(if number > 0.0 {
            b"Infinity"
        } else {
            b"-Infinity"
        });
    }
}

/// A URL that names a host, and that host in lower case.
fn parsed(text: &str) -> Option<(Url, String)> {
    let url = Url::parse(text)?;
    let mut name = url.host_name();
    name.make_ascii_lowercase();
    (!name.is_empty()).then_some((url, name))
}

/// Whether what is sent to `current` goes where `consented` says (L-52). Nothing was consented to: then there is nothing
/// to compare, and whoever asks must know whether that is good enough (B-6). A consented host that says something, but
/// names nothing, such as `///`, allows nothing (B-7).
#[must_use]
pub fn check_egress(consented: Option<&str>, current: &str) -> bool {
    let Some(consented) = consented.map(trim_text).filter(|host| !host.is_empty()) else {
        return true;
    };
    let consented = normalize_host(consented);
    !consented.is_empty() && consented == normalize_host(current)
}

/// What tells one server from another: scheme, host name, port.
fn origin(url: &str) -> Option<(String, String, String)> {
    let (url, name) = parsed(url)?;
    Some((url.protocol(), name, url.port()))
}

/// Whether both are URLs of one server: the same scheme, host name and port.
#[must_use]
pub fn is_same_server(left: &str, right: &str) -> bool {
    let left = origin(left);
    left.is_some() && left == origin(right)
}

/// The URL of a path on a host, unless it would lead to another server (B-1).
#[must_use]
#[inline(never)]
pub fn url_on(host: &str, path: &str) -> Option<String> {
    let url = String::from(host) + path;
    (origin(&url) == origin(host)).then_some(url)
}

/// Which server a lane talks to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    /// The host, normalised.
    pub host: String,
    /// Whether the configuration named it, rather than the manifest.
    pub configured: bool,
    /// What was made of it, and how it would travel.
    pub warnings: Vec<Warning>,
}

/// The host of an HTTP lane: what the configuration says, else the manifest's default (L-36). Consent binds what this
/// gives and a plan uses what this gives, so that both are the same (B-7, Y-21).
///
/// `path` is where the prompt goes on that host.
///
/// # Errors
/// In the strict profile, why that host cannot be used; a sentence.
#[inline(never)]
pub fn destination(
    configured: Option<&str>,
    default: &str,
    path: &str,
    profile: Profile,
) -> Result<Destination, String> {
    let configured = configured.and_then(config_string);
    let raw = trim_text(configured.unwrap_or(default));
    let mut made = Destination {
        host: String::new(),
        configured: configured.is_some(),
        warnings: Vec::new(),
    };
    if profile == Profile::Peer {
        made.host = normalize_host(raw);
    } else if !raw.trim_end_matches('/').is_empty() {
        made.strictly(raw, path)?;
    }
    if is_plaintext_egress(&made.host) {
        made.warn(
            Code::PlaintextEgress.as_str(),
            &["the prompt would travel to ", &made.shown(), " unencrypted"],
        );
    }
    Ok(made)
}

impl Destination {
    /// Reads a host that people wrote (Y-21), and refuses what is no plain address (F-26, F-38).
    fn strictly(&mut self, raw: &str, path: &str) -> Result<(), String> {
        let mut whole = String::from(raw);
        if let Some(before) = missing_scheme(raw) {
            whole.insert_str(0, before);
            let message = [
                "the host ",
                &shown(raw),
                " has no scheme and is taken for http",
            ];
            self.warn(SCHEME_ASSUMED, &message);
        }
        if let Some(why) = unsafe_host(Str::of(&whole), whole.as_bytes()) {
            let mut said = concat(&["the host ", &shown(raw), " ", why]);
            if let Some((_, name)) = parsed(&whole) {
                said.push_str(&concat(&["; it leads to ", &shown(&name)]));
            }
            return Err(said);
        }
        self.host = normalize_host(&whole);
        if path.strip_prefix(VERSION).is_some_and(|rest| rest.starts_with('/'))
            && let Some(without) = self.host.strip_suffix(VERSION)
            // Not the name of the host itself.
            && !without.ends_with('/')
        {
            let without = String::from(without);
            let message = [
                "the path has /v1 already; it is left out of ",
                &self.shown(),
            ];
            self.warn(VERSION_DROPPED, &message);
            self.host = without;
        }
        Ok(())
    }

    fn shown(&self) -> String {
        shown(&self.host)
    }

    fn warn(&mut self, code: &'static str, message: &[&str]) {
        self.warnings.push(Warning {
            code,
            message: concat(message),
        });
    }
}

/// Where the server lists its models: `suffix` behind its host, without naming the version twice in the strict profile.
pub(super) fn models_url(host: &str, suffix: &str, profile: Profile) -> Option<String> {
    let twice =
        profile == Profile::Strict && host.ends_with(VERSION) && suffix.starts_with(VERSION);
    let suffix = if twice {
        suffix.get(VERSION.len()..)?
    } else {
        suffix
    };
    url_on(host, suffix)
}

/// What has to stand before a host that people wrote without a scheme; nothing if it has one, or if a scheme would make
/// another host of it.
fn missing_scheme(raw: &str) -> Option<&'static str> {
    let scheme = |scheme: &str| {
        raw.get(..scheme.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(scheme))
    };
    if raw.contains("://") || scheme("http:") || scheme("https:") || raw.starts_with('\\') {
        return None;
    }
    match raw.as_bytes() {
        [b'/', b'/', b'/', ..] => None,
        [b'/', b'/', ..] => Some("http:"),
        [b'/', ..] => None,
        _ => Some("http://"),
    }
}

/// A text of others in a sentence of ours.
pub(super) fn shown(text: &str) -> String {
    let mut out = String::from("`");
    out.push_str(&visible(text.as_bytes(), 120));
    out.push('`');
    out
}

pub(super) fn concat(parts: &[&str]) -> String {
    let mut out = String::new();
    for part in parts {
        out.push_str(part);
    }
    out
}
