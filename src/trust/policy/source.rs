//! Whether a source may be fetched from (T-41 … T-45, TB-13).
//!
//! A policy of known registries is only as good as the reading of the host: what git, npm or curl would contact must
//! be what is compared. So a text out of which programs are known to read different hosts names none here, and is
//! refused wherever there is a policy.

use alloc::borrow::Cow;
use alloc::string::String;
use core::net::Ipv6Addr;

use serde::Serialize;

use super::{ParsedSpec, SpecKind, plain, trim};
use crate::json::{Kind, Str, Value};
use crate::search::split_once;
use crate::url::Url;
use crate::vocabulary::policy::NPM;

/// A source as the policy sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source<'t> {
    kind: Cow<'t, str>,
    text: Cow<'t, str>,
}

impl<'t> Source<'t> {
    /// Reads `{kind, target, raw}`; whatever is missing is empty, and `raw` stands in for an empty target (T-41).
    #[must_use]
    pub fn of(parsed: Option<Value<'t>>) -> Self {
        let text = |name| parsed.and_then(|parsed| parsed.get(name)).map(Value::text);
        let member = |name| text(name).filter(|text| !text.is_empty());
        Self {
            kind: plain(member("kind").unwrap_or(Str::EMPTY)),
            text: plain(
                member("target")
                    .or_else(|| member("raw"))
                    .unwrap_or(Str::EMPTY),
            ),
        }
    }

    fn is(&self, kind: SpecKind) -> bool {
        self.kind == kind.as_str()
    }
}

impl<'t> From<&ParsedSpec<'t>> for Source<'t> {
    fn from(spec: &ParsedSpec<'t>) -> Self {
        Self {
            kind: Cow::Borrowed(spec.kind.as_str()),
            text: Cow::Borrowed(spec.target),
        }
    }
}

/// Whether a source may be fetched from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SourceVerdict {
    /// Whether it may.
    pub allowed: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Refusal>,
    /// The host that was compared with the policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
}

/// Why a source is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    /// The policy is no list.
    PolicyMalformed,
    /// The policy allows nothing but this machine.
    PolicyEmpty,
    /// The policy does not allow the npm registry.
    NpmNotListed,
    /// npm would fetch this from somewhere else than its registry.
    NotInNpm,
    /// No host can be read out of it, or not the same by every program.
    NoHost,
    /// The policy does not name the host.
    HostNotListed,
}

impl Refusal {
    /// It in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::PolicyMalformed => {
                "the list of known registries is no list, so nothing is allowed"
            }
            Self::PolicyEmpty => "the list of known registries is empty, so nothing is allowed",
            Self::NpmNotListed => "the list of known registries does not name `npm`",
            Self::NotInNpm => "npm would fetch this from somewhere else than its registry",
            Self::NoHost => "no host can be read out of the source for certain",
            Self::HostNotListed => "the list of known registries does not name the host",
        }
    }
}

/// Whether a source may be fetched from, given the policy as it stands in the configuration (T-42).
#[must_use]
pub fn evaluate_source(source: &Source<'_>, policy: Option<Value<'_>>) -> SourceVerdict {
    let mut host = None;
    let reason = refusal(source, policy, &mut host);
    SourceVerdict {
        allowed: reason.is_none(),
        reason,
        host,
    }
}

fn refusal(
    source: &Source<'_>,
    policy: Option<Value<'_>>,
    compared: &mut Option<String>,
) -> Option<Refusal> {
    let unc = unc_rest(&source.text);
    let given = policy.filter(|policy| !matches!(policy.kind(), Kind::Null | Kind::Undefined));
    let policy = given.filter(|_| unc.is_some() || !source.is(SpecKind::Local))?;
    if !policy.is_array() {
        return Some(Refusal::PolicyMalformed);
    }
    if policy.items().next().is_none() {
        return Some(Refusal::PolicyEmpty);
    }
    if source.is(SpecKind::Npm) {
        return if !lists(policy, &|entry| entry == NPM) {
            Some(Refusal::NpmNotListed)
        } else if !is_in_npm(&source.text) {
            Some(Refusal::NotInNpm)
        } else {
            None
        };
    }
    let Some(host) = unc.map_or_else(|| host(&source.text), unc_host) else {
        return Some(Refusal::NoHost);
    };
    let named = lists(policy, &|entry| {
        let domain = host.strip_suffix(entry);
        !entry.is_empty() && domain.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    });
    *compared = Some(host);
    (!named).then_some(Refusal::HostNotListed)
}

/// Whether a policy has an entry that fits, trimmed and in lower case (T-44).
#[inline(never)]
fn lists(policy: Value<'_>, fits: &dyn Fn(&str) -> bool) -> bool {
    policy
        .items()
        .filter_map(Value::as_str)
        .any(|entry| fits(&trim(&plain(entry)).to_ascii_lowercase()))
}

/// What follows the two slashes, of either kind, of a UNC path (T-41).
fn unc_rest(text: &str) -> Option<&str> {
    text.strip_prefix(['/', '\\'])?.strip_prefix(['/', '\\'])
}

fn unc_host(rest: &str) -> Option<String> {
    host_name(rest.split(['/', '\\']).next()?)
}

/// The host of a source that is no UNC path, in lower case (T-43).
fn host(text: &str) -> Option<String> {
    if let Some(host) = scp_host(text) {
        return host_name(host);
    }
    let (scheme, rest) = split_once(text, "://")?;
    let authority = rest.split('/').next()?;
    // Programs end the authority at different characters, decode it at different times, or drop some of it.
    let ambiguous = |character: char| {
        matches!(character, '\\' | '?' | '#' | '%') || character.is_control() || character == ' '
    };
    if authority.is_empty() || authority.contains(ambiguous) || authority.matches('@').count() > 1 {
        return None;
    }
    let url = Url::parse(text)?;
    let same = url
        .protocol()
        .strip_suffix(':')
        .is_some_and(|it| it.eq_ignore_ascii_case(scheme));
    if same {
        host_name(&url.host_name())
    } else {
        None
    }
}

/// The host in `user@host:path`; empty if the text has this form and yet names none (TB-13).
fn scp_host(text: &str) -> Option<&str> {
    let (user, rest) = text.split_once('@')?;
    let (host, _) = rest.split_once(':')?;
    if user.is_empty() || user.contains('/') || host.is_empty() {
        return None;
    }
    // git ends the host at the first colon, wherever that is.
    if user.contains(':') {
        return Some("");
    }
    match split_once(rest, "]:") {
        Some((address, _)) if rest.starts_with('[') => rest.get(..=address.len()),
        _ => Some(host),
    }
}

/// A host in lower case, if it is a name or an IPv6 address in brackets and could not pass for an option.
#[inline(never)]
fn host_name(host: &str) -> Option<String> {
    let address = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'));
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    let fits = match address {
        Some(address) => address.parse::<Ipv6Addr>().is_ok(),
        None => !host.is_empty() && !host.starts_with('-') && host.bytes().all(plain),
    };
    fits.then(|| host.to_ascii_lowercase())
}

/// Whether npm looks a package up in its registry: not so for URLs, folders and `owner/repository`.
fn is_in_npm(package: &str) -> bool {
    let package = package.strip_prefix("npm:").unwrap_or(package);
    let scoped = package
        .strip_prefix('@')
        .and_then(|rest| rest.split_once('/'));
    let unscoped = scoped.map_or(package, |(_, name)| name);
    !unscoped.contains([':', '/'])
}
