//! What went wrong with a request, a code first.

use std::error::Error as _;
use std::time::Duration;

use ureq::Error;

use super::super::process::errno;
use super::addresses::Addresses;

/// The failure in words.
pub(super) fn in_words(error: &Error, limit_ms: u64, tried: &Addresses) -> String {
    match error {
        Error::Timeout(_) => late(Duration::from_millis(limit_ms), tried),
        Error::Io(error) => {
            let code = errno::name(error);
            with_addresses(&format!("{code}: {}", root(error)), tried)
        }
        Error::HostNotFound => "ENOTFOUND: the name of the host is not known".to_owned(),
        Error::BodyExceedsLimit(_) => "ENOBUFS: the answer is over 64 MiB".to_owned(),
        Error::Rustls(error) => format!("ETLS: {error}"),
        Error::Tls(why) => format!("ETLS: {why}"),
        Error::ConnectProxyFailed(why) => format!("EPROXY: the proxy refused: {why}"),
        Error::InvalidProxyUrl => "EPROXY: the URL of the proxy cannot be used".to_owned(),
        Error::ConnectionFailed => with_addresses("ECONNREFUSED: no connection", tried),
        other => format!("EPROTO: {other}"),
    }
}

/// That the time is over.
pub(super) fn late(limit: Duration, tried: &Addresses) -> String {
    let said = format!(
        "ETIMEDOUT: no complete answer within {} ms",
        limit.as_millis()
    );
    with_addresses(&said, tried)
}

fn with_addresses(said: &str, tried: &Addresses) -> String {
    match tried.in_words().as_str() {
        "" => said.to_owned(),
        addresses => format!("{said} ({addresses})"),
    }
}

/// The innermost cause says most.
fn root(error: &std::io::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(inner) = source {
        text = inner.to_string();
        source = inner.source();
    }
    // The number is in the code already.
    match text.split_once(" (os error") {
        Some((words, _)) => words.to_owned(),
        None => text,
    }
}
