//! Which addresses a name stands for, remembered so that a failure can name them (F-28).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;
use ureq::{Error, Timeout};

/// Resolves names. `localhost` and what is below it is always this machine, by either family, whatever its tables say.
#[derive(Debug, Clone, Default)]
pub(super) struct Addresses {
    found: Arc<Mutex<Vec<SocketAddr>>>,
}

impl Addresses {
    /// What was found so far, in words.
    pub(super) fn in_words(&self) -> String {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let words: Vec<String> = found.iter().map(SocketAddr::to_string).collect();
        words.join(", ")
    }

    fn resolved(
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let resolver = DefaultResolver::default();
        let host = uri.host().unwrap_or_default();
        if !is_localhost(host) {
            return match resolver.resolve(uri, config, timeout) {
                Err(Error::Io(_)) => Err(Error::HostNotFound),
                other => other,
            };
        }
        let by_default = if uri.scheme_str() == Some("https") {
            443
        } else {
            80
        };
        let port = uri.port_u16().unwrap_or(by_default);
        let mut both = resolver.empty();
        both.push(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port));
        both.push(SocketAddr::new(IpAddr::V6(Ipv6Addr::LOCALHOST), port));
        Ok(both)
    }
}

impl Resolver for Addresses {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        if timeout.after.is_zero() {
            return Err(Error::Timeout(Timeout::Resolve));
        }
        let resolved = Self::resolved(uri, config, timeout)?;
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.extend(&*resolved);
        Ok(resolved)
    }
}

fn is_localhost(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
    host == "localhost" || host.ends_with(".localhost")
}
