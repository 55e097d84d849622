//! Which proxy the environment names for a URL (F-29).

use std::net::IpAddr;

use gsd_lanes::destination::is_local;
use ipnet::IpNet;
use url::{Host, Url};

/// Reads a variable.
type Variables<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The proxy through which a URL is asked; `None` for directly. This machine is always asked directly.
pub fn for_url(url: &str, variables: Variables<'_>) -> Option<String> {
    if is_local(url) {
        return None;
    }
    let url = Url::parse(url).ok()?;
    let set = |name: &str| {
        let value = variables(name)?;
        let value = value.trim();
        (!value.is_empty()).then(|| value.to_owned())
    };
    let either = |lower: &str, upper: &str| set(lower).or_else(|| set(upper));
    let own = match url.scheme() {
        "https" => either("https_proxy", "HTTPS_PROXY"),
        // In a CGI the upper-case variable is a header of the request.
        _ if variables("REQUEST_METHOD").is_some() => set("http_proxy"),
        _ => either("http_proxy", "HTTP_PROXY"),
    };
    let proxy = own.or_else(|| either("all_proxy", "ALL_PROXY"))?;
    let exceptions = either("no_proxy", "NO_PROXY").unwrap_or_default();
    (!is_excepted(&url, &exceptions)).then_some(proxy)
}

/// What to say of a proxy that cannot be used; its URL may hold a password.
pub fn unusable(url: &str) -> String {
    format!(
        "EPROXY: the environment names a proxy that cannot be used: {}",
        without_user(url)
    )
}

/// The URL of a proxy as it may be shown.
pub fn without_user(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").map_or(("", url), |(a, b)| (a, b));
    let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    if scheme.is_empty() {
        host.to_owned()
    } else {
        format!("{scheme}://{host}")
    }
}

/// Whether an entry of `NO_PROXY` matches: `*`, an address, a block of addresses, a name with all below it (also
/// written with a leading `.` or `*.`), each with a port or without.
fn is_excepted(url: &Url, exceptions: &str) -> bool {
    let entries = exceptions.split([',', ' ', '\t', ';']);
    let mut entries = entries.map(str::trim).filter(|it| !it.is_empty());
    entries.any(|entry| matches(url, entry))
}

fn matches(url: &Url, entry: &str) -> bool {
    if entry == "*" {
        return true;
    }
    let address = match url.host() {
        Some(Host::Ipv4(address)) => IpAddr::V4(address),
        Some(Host::Ipv6(address)) => IpAddr::V6(address),
        Some(Host::Domain(name)) => return matches_name(url, name, entry),
        None => return false,
    };
    let (bare, port) = split_port(entry);
    let same_port = port.is_none() || port == url.port_or_known_default();
    let bare = bare.trim_start_matches('[').trim_end_matches(']');
    let block = bare.parse::<IpNet>().is_ok_and(|it| it.contains(&address));
    same_port && (block || bare.parse() == Ok(address))
}

fn matches_name(url: &Url, name: &str, entry: &str) -> bool {
    let (bare, port) = split_port(entry);
    if port.is_some() && port != url.port_or_known_default() {
        return false;
    }
    let bare = bare.strip_prefix('*').unwrap_or(bare);
    let bare = bare
        .trim_start_matches('.')
        .trim_end_matches('.')
        .to_ascii_lowercase();
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let below = || {
        name.strip_suffix(&bare)
            .is_some_and(|rest| rest.ends_with('.'))
    };
    !bare.is_empty() && (name == bare || below())
}

/// An entry and its port. What has several colons and no brackets is an IPv6 address.
fn split_port(entry: &str) -> (&str, Option<u16>) {
    match entry.rsplit_once(':') {
        Some((bare, port)) if !bare.contains(':') || bare.ends_with(']') => port
            .parse()
            .map_or((entry, None), |port| (bare, Some(port))),
        _ => (entry, None),
    }
}
