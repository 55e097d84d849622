//! Asking a server: no redirect is followed, nothing is decompressed, time and size are bounded, and this machine is
//! never asked through a proxy.

mod addresses;
mod failure;
pub mod proxy;

use std::io::Read;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use gsd_lanes::lane::host::{HttpOutcome, HttpRequest};
use gsd_lanes::vocabulary::limits::MAX_CAPTURE_BYTES;
use ureq::tls::{RootCerts, TlsConfig};
use ureq::unversioned::transport::DefaultConnector;
use ureq::{Agent, Proxy};

use self::addresses::Addresses;
use super::interrupt::{Interrupt, TICK};

/// How long after its limit a request may take to notice.
const LATE: Duration = Duration::from_millis(500);

/// The only encoding of a body that is understood.
const IDENTITY: &str = "identity";

/// Asks servers.
#[derive(Debug, Clone, Default)]
pub struct Http {
    /// Tells when to stop.
    pub interrupt: Interrupt,
}

/// What became of a request, and the bytes of the body as they came.
#[derive(Debug, Default)]
pub struct Answer {
    /// What the run asks for.
    pub outcome: HttpOutcome,
    /// The body before any decoding.
    pub body: Vec<u8>,
}

/// An answer before it is decoded.
#[derive(Debug, Default)]
struct Raw {
    status: Option<u16>,
    body: Vec<u8>,
    error: Option<String>,
}

impl Http {
    /// Sends a request and waits for the answer. `key` is sent as a bearer token (Y-15); it appears nowhere else.
    pub fn send(&self, request: HttpRequest, key: Option<&str>) -> Answer {
        let raw = self.bounded(request, key.map(str::to_owned));
        Answer {
            outcome: HttpOutcome {
                status: raw.status,
                body: String::from_utf8_lossy(&raw.body).into_owned(),
                error: raw.error,
            },
            body: raw.body,
        }
    }

    /// Runs the request in a thread of its own, which is left alone when its time is over or the run shall end.
    fn bounded(&self, request: HttpRequest, key: Option<String>) -> Raw {
        let limit = Duration::from_millis(request.timeout_ms);
        let deadline = Instant::now().checked_add(limit.saturating_add(LATE));
        let addresses = Addresses::default();
        let agent = match agent(&request, limit, addresses.clone()) {
            Ok(agent) => agent,
            Err(error) => return Raw::failed(error),
        };
        let (sender, answers) = channel();
        let working = agent.clone();
        let tried = addresses.clone();
        thread::spawn(move || {
            let raw = exchange(&working, &request, key.as_deref(), &tried);
            let _ = sender.send(raw);
        });
        loop {
            let why = match answers.recv_timeout(TICK) {
                Ok(raw) => return raw,
                Err(RecvTimeoutError::Disconnected) => {
                    "EIO: the request came to nothing".to_owned()
                }
                Err(RecvTimeoutError::Timeout) if self.interrupt.is_set() => {
                    "EINTR: interrupted".to_owned()
                }
                Err(RecvTimeoutError::Timeout) => {
                    if deadline.is_none_or(|it| Instant::now() < it) {
                        continue;
                    }
                    failure::late(limit, &addresses)
                }
            };
            agent.shutdown();
            return Raw::failed(why);
        }
    }
}

impl Raw {
    fn failed(error: String) -> Self {
        Self {
            error: Some(error),
            ..Self::default()
        }
    }
}

fn agent(request: &HttpRequest, limit: Duration, addresses: Addresses) -> Result<Agent, String> {
    let proxy = match proxy::for_url(&request.url, &|name| std::env::var(name).ok()) {
        None => None,
        Some(url) => Some(Proxy::new(&url).map_err(|_| proxy::unusable(&url))?),
    };
    let tls = TlsConfig::builder()
        .root_certs(RootCerts::PlatformVerifier)
        .build();
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .proxy(proxy)
        .tls_config(tls)
        .timeout_global(Some(limit))
        .max_idle_connections(0)
        .user_agent(concat!("gsd-lane/", env!("CARGO_PKG_VERSION")))
        .accept_encoding(IDENTITY)
        .build();
    Ok(Agent::with_parts(
        config,
        DefaultConnector::new(),
        addresses,
    ))
}

fn exchange(agent: &Agent, request: &HttpRequest, key: Option<&str>, tried: &Addresses) -> Raw {
    let bearer = key.map(|key| format!("Bearer {key}"));
    let sent = if request.method == "POST" {
        let mut post = agent.post(&request.url).content_type("application/json");
        if let Some(bearer) = bearer {
            post = post.header("Authorization", bearer);
        }
        post.send(request.body.as_deref().unwrap_or_default())
    } else {
        let mut get = agent.get(&request.url);
        if let Some(bearer) = bearer {
            get = get.header("Authorization", bearer);
        }
        get.call()
    };
    let mut response = match sent {
        Ok(response) => response,
        Err(error) => return Raw::failed(failure::in_words(&error, request.timeout_ms, tried)),
    };
    let mut raw = Raw {
        status: Some(response.status().as_u16()),
        ..Raw::default()
    };
    let encodings = response.headers().get_all("content-encoding");
    let is_plain = |it: &str| it.is_empty() || it.eq_ignore_ascii_case(IDENTITY);
    let mut said = encodings
        .iter()
        .map(|it| it.to_str().unwrap_or("unreadable"));
    if !said.all(|it| it.split(',').map(str::trim).all(is_plain)) {
        raw.error = Some("EPROTO: the answer is compressed, which was not asked for".to_owned());
        return raw;
    }
    let mut reader = response.body_mut().as_reader();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return raw,
            Ok(read) => {
                let bytes = buffer.get(..read).unwrap_or_default();
                let room = MAX_CAPTURE_BYTES - raw.body.len();
                raw.body
                    .extend_from_slice(bytes.get(..room).unwrap_or(bytes));
                if bytes.len() > room {
                    raw.error = Some("ENOBUFS: the answer is over 64 MiB".to_owned());
                    return raw;
                }
            }
            Err(error) => {
                let error = ureq::Error::from(error);
                raw.error = Some(failure::in_words(&error, request.timeout_ms, tried));
                return raw;
            }
        }
    }
}
