//! Whether a text names this machine (T-52 … T-57, TB-3), and whether sending there is unencrypted (Y-3).

use alloc::string::String;
use core::net::Ipv6Addr;

use crate::json::trim_js;
use crate::search::split_once;
use crate::url::Url;

/// Stands for a destination that no configuration names. It cannot be a host (T-19).
pub const UNRESOLVED: &str = "unresolved (no host is configured)";

/// Whether a destination is this machine.
#[must_use]
pub fn is_local(destination: &str) -> bool {
    let mut host = url_host(destination)
        .or_else(|| bare_host(destination).map(String::from))
        .unwrap_or_default();
    host.make_ascii_lowercase();
    names_this_machine(&host)
}

/// Whether sending to a destination would leave this machine unencrypted; a text without a scheme is sent by
/// plain `http` (Y-21).
#[must_use]
pub fn is_plaintext_egress(destination: &str) -> bool {
    let blank = trim_js(destination.as_bytes()).is_empty();
    if blank || destination == UNRESOLVED || is_local(destination) {
        return false;
    }
    match Url::parse(destination) {
        Some(url) if !url.host_name().is_empty() => url.protocol() == "http:",
        _ => true,
    }
}

/// The host name of a URL that has one.
fn url_host(text: &str) -> Option<String> {
    let host = Url::parse(text)?.host_name();
    (!host.is_empty()).then_some(host)
}

/// The host of a text that is no URL (T-53). Where a URL with `http://` before it would name another host, there
/// is none: text before `://` that is no scheme stays, and a user part never passes for a host.
fn bare_host(text: &str) -> Option<&str> {
    let trimmed = core::str::from_utf8(trim_js(text.as_bytes())).unwrap_or(text);
    let rest = match split_once(trimmed, "://") {
        Some((scheme, rest)) if is_scheme(scheme) => rest,
        _ => trimmed,
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.contains('@') {
        return None;
    }
    if authority.starts_with('[') {
        return match authority.find(']') {
            Some(end) => authority.get(..=end),
            None => Some(authority),
        };
    }
    match authority.split_once(':') {
        Some((host, port)) if !port.contains(':') => Some(host),
        _ => Some(authority),
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

/// Whether a host in lower case is this machine (T-54 … T-56, TB-3).
fn names_this_machine(host: &str) -> bool {
    let host = host.strip_prefix('[').unwrap_or(host);
    let host = host.strip_suffix(']').unwrap_or(host);
    let host = host.strip_suffix('.').unwrap_or(host);
    if host.contains(':') {
        return ipv6(host);
    }
    host == "localhost" || host.ends_with(".localhost") || ipv4(host).is_some_and(is_this_machine)
}

fn ipv6(host: &str) -> bool {
    if let Ok(address) = host.parse::<Ipv6Addr>() {
        return address.is_loopback()
            || address.is_unspecified()
            || address
                .to_ipv4_mapped()
                .is_some_and(|mapped| is_this_machine(mapped.to_bits()));
    }
    // A mapped address whose tail is an old spelling (T-55).
    host.strip_prefix("::ffff:")
        .and_then(ipv4)
        .is_some_and(is_this_machine)
}

/// The value of an IPv4 address in any of the spellings of `inet_aton` (T-56).
fn ipv4(host: &str) -> Option<u32> {
    let mut value = 0_u64;
    let mut room = 32_u32;
    let mut parts = host.split('.').peekable();
    while let Some(part) = parts.next() {
        let number = number(part)?;
        // All but the last are one byte; the last fills what is left.
        let bits = if parts.peek().is_some() { 8 } else { room };
        if bits == 0 || number >> bits != 0 {
            return None;
        }
        room = room.checked_sub(bits)?;
        value |= number << room;
    }
    u32::try_from(value).ok()
}

fn number(part: &str) -> Option<u64> {
    let hexadecimal = part.strip_prefix("0x").or_else(|| part.strip_prefix("0X"));
    let (digits, radix) = match hexadecimal {
        Some(digits) => (digits, 16),
        None if part.len() > 1
            && part.starts_with('0')
            && part.bytes().all(|digit| matches!(digit, b'0'..=b'7')) =>
        {
            (part, 8)
        }
        None => (part, 10),
    };
    if digits.starts_with('+') {
        return None;
    }
    u64::from_str_radix(digits, radix).ok()
}

fn is_this_machine(address: u32) -> bool {
    address >> 24 == 127 || address == 0
}
