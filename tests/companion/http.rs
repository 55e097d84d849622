//! Asking servers that misbehave (L-81, L-82, B-2, B-9, B-14, Y-15, F-24, F-28, F-29).

use std::io::Write;
use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

use gsd_lanes::lane::host::HttpRequest;
use gsd_lanes::vocabulary::limits::MAX_CAPTURE_BYTES;

use crate::effects::http::proxy::{for_url, without_user};
use crate::effects::http::{Answer, Http};
use crate::support::patience;
use crate::support::server::Server;

const PROMPT: &str = r#"{"model":"m","messages":[{"role":"user","content":"a secret plan"}]}"#;

fn post(url: &str, limit: u64) -> HttpRequest {
    HttpRequest {
        method: "POST",
        url: format!("{url}/v1/chat/completions"),
        body: Some(PROMPT.to_owned()),
        timeout_ms: limit,
    }
}

fn get(url: &str, limit: u64) -> HttpRequest {
    HttpRequest {
        method: "GET",
        url: format!("{url}/v1/models"),
        body: None,
        timeout_ms: limit,
    }
}

fn ask(server: &Server) -> Answer {
    Http::default().send(post(&server.url(), 5_000), None)
}

fn error_of(answer: &Answer) -> &str {
    answer.outcome.error.as_deref().unwrap_or_default()
}

#[test]
fn the_request_is_json_without_anything_else() {
    let server = Server::with("200 OK", "", "{}");
    let answer = ask(&server);
    assert_eq!(answer.outcome.status, Some(200));
    assert_eq!(answer.outcome.body, "{}");
    assert_eq!(answer.outcome.error, None);
    let request = server.seen().concat();
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    let head = head.to_ascii_lowercase();
    assert!(
        head.starts_with("post /v1/chat/completions http/1.1\r\n"),
        "{head}"
    );
    assert!(head.contains("content-type: application/json"), "{head}");
    for absent in ["authorization", "cookie", "charset", "expect", "chunked"] {
        assert!(!head.contains(absent), "{head}");
    }
    assert!(head.contains("accept-encoding: identity"), "{head}");
    assert_eq!(body, PROMPT);
}

#[test]
fn a_key_is_sent_as_a_bearer_token_and_shown_nowhere() {
    let server = Server::with("401 Unauthorized", "", "no");
    for request in [post(&server.url(), 5_000), get(&server.url(), 5_000)] {
        let answer = Http::default().send(request, Some("s3cret"));
        assert_eq!(answer.outcome.status, Some(401));
        assert!(!format!("{answer:?}").contains("s3cret"));
    }
    for request in server.seen() {
        assert!(
            request
                .to_ascii_lowercase()
                .contains("authorization: bearer s3cret\r\n")
        );
    }
    let broken = Http::default().send(post(&server.url(), 5_000), Some("two\nlines"));
    assert_eq!(broken.outcome.status, None);
    assert!(!format!("{broken:?}").contains("lines"));
    assert_eq!(server.seen().len(), 2);
}

#[test]
fn no_redirect_is_followed_and_no_byte_reaches_the_other_host() {
    let other = Server::with("200 OK", "", "{}");
    for status in [
        "301 Moved",
        "302 Found",
        "303 See Other",
        "307 Temporary",
        "308 Permanent",
    ] {
        let location = format!("Location: {}/steal\r\n", other.url());
        let server = Server::with(status, &location, "elsewhere");
        let answer = ask(&server);
        assert_eq!(answer.outcome.status, status[..3].parse().ok(), "{status}");
        assert!(!answer.outcome.is_ok());
        assert_eq!(answer.outcome.body, "elsewhere", "{status}");
        let models = Http::default().send(get(&server.url(), 5_000), Some("s3cret"));
        assert_eq!(models.outcome.status, status[..3].parse().ok(), "{status}");
        assert_eq!(server.seen().len(), 2, "{status}");
    }
    thread::sleep(Duration::from_millis(100));
    assert_eq!(other.seen(), Vec::<String>::new());
}

#[test]
fn odd_answers_come_back_as_they_are() {
    let bodies = [
        r#"{"error":{"message":"model not loaded"}}"#,
        r#"{"object":"error"}"#,
        r#"{"choices":[]}"#,
        "<!doctype html><title>Sign in</title>",
        "Model is loading",
        "",
        "[]",
        "null",
    ];
    for body in bodies {
        for status in [
            "200 OK",
            "400 Bad Request",
            "404 Not Found",
            "429 Slow Down",
            "500 Oops",
        ] {
            let answer = ask(&Server::with(status, "", body));
            assert_eq!(answer.outcome.status, status[..3].parse().ok(), "{status}");
            assert_eq!(answer.outcome.body, body, "{status}");
            assert_eq!(answer.outcome.error, None, "{status}");
        }
    }
}

#[test]
fn bytes_that_are_no_utf8_do_not_hurt() {
    let answer = ask(&Server::saying(
        b"HTTP/1.1 200 OK\r\n\r\ncaf\xc3\xa9 \xff".to_vec(),
    ));
    assert_eq!(answer.outcome.body, "café \u{fffd}");
    assert_eq!(answer.body, b"caf\xc3\xa9 \xff");
}

#[test]
fn compressed_answers_are_errors() {
    for encoding in ["gzip", "identity, br", "identity\r\nContent-Encoding: zstd"] {
        let headers = format!("Content-Encoding: {encoding}\r\n");
        let answer = ask(&Server::with("200 OK", &headers, "\u{1f}packed"));
        assert_eq!(answer.outcome.status, Some(200));
        assert_eq!(
            error_of(&answer),
            "EPROTO: the answer is compressed, which was not asked for"
        );
        assert_eq!(answer.outcome.body, "");
    }
    let answer = ask(&Server::with(
        "200 OK",
        "Content-Encoding: Identity\r\n",
        "{}",
    ));
    assert_eq!(answer.outcome.error, None);
    assert_eq!(answer.outcome.body, "{}");
}

#[test]
fn chunked_answers_are_put_together() {
    let chunked =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{\"a\r\n4\r\n\":1}\r\n0\r\n\r\n";
    assert_eq!(ask(&Server::saying(chunked)).outcome.body, "{\"a\":1}");
}

#[test]
fn an_answer_that_breaks_off_is_kept_and_marked() {
    let short = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf a rev";
    let broken = Server::doing("127.0.0.1:0", |stream, _| {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        let _ = stream.write_all(format!("{head}5\r\nhello\r\n").as_bytes());
        thread::sleep(Duration::from_millis(200));
        let _ = stream.write_all(b"zz\r\n");
    });
    for (server, kept) in [(Server::saying(short), "half a rev"), (broken, "hello")] {
        let answer = ask(&server);
        assert_eq!(answer.outcome.status, Some(200));
        assert_eq!(answer.outcome.body, kept);
        assert!(answer.outcome.error.is_some());
    }
}

#[test]
fn what_is_no_http_is_an_error() {
    for nonsense in [
        "",
        "SSH-2.0-OpenSSH_9.2\r\n",
        "\0\0\0",
        "HTTP/1.1\r\n\r\n",
        "ICY 200 OK\r\n\r\n",
    ] {
        let answer = ask(&Server::saying(nonsense));
        assert_eq!(answer.outcome.status, None, "{nonsense:?}");
        assert!(!error_of(&answer).is_empty(), "{nonsense:?}");
    }
}

#[test]
fn tls_asked_of_a_plain_server_is_an_error_with_a_code() {
    let server = Server::saying("HTTP/1.1 400 Bad Request\r\n\r\nplain");
    let url = server.url().replace("http:", "https:");
    let answer = Http::default().send(post(&url, 5_000), None);
    assert_eq!(answer.outcome.status, None);
    assert!(error_of(&answer).starts_with('E'), "{}", error_of(&answer));
    assert!(!server.seen().concat().contains("secret plan"));
}

#[test]
fn the_limit_covers_connecting_waiting_and_the_whole_body() {
    let mute = Server::doing("127.0.0.1:0", |_, _| thread::sleep(Duration::from_secs(20)));
    let slow = Server::doing("127.0.0.1:0", |stream, _| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
        for _ in 0..1000 {
            let _ = stream.write_all(b"x");
            thread::sleep(Duration::from_millis(50));
        }
    });
    let deaf = TcpListener::bind("127.0.0.1:0").unwrap();
    let deaf_url = format!("http://{}", deaf.local_addr().unwrap());
    for (url, kept) in [(mute.url(), false), (slow.url(), true), (deaf_url, false)] {
        let start = Instant::now();
        let answer = Http::default().send(post(&url, 400), None);
        let took = start.elapsed();
        assert!(
            took > Duration::from_millis(350) && took < patience(Duration::from_millis(1400)),
            "{took:?}"
        );
        assert!(
            error_of(&answer).starts_with("ETIMEDOUT"),
            "{}",
            error_of(&answer)
        );
        assert_eq!(answer.outcome.status.is_some(), kept);
        assert_eq!(answer.outcome.body.is_empty(), !kept);
    }
}

#[test]
fn limits_beyond_any_clock_are_none() {
    let server = Server::with("200 OK", "", "{}");
    for limit in [1 << 31, 1 << 40, u64::MAX] {
        let answer = Http::default().send(post(&server.url(), limit), None);
        assert_eq!(answer.outcome.status, Some(200), "B-9: {limit}");
    }
}

#[test]
fn an_interrupt_ends_a_request_at_once() {
    let mute = Server::doing("127.0.0.1:0", |_, _| thread::sleep(Duration::from_secs(20)));
    let http = Http::default();
    let interrupt = http.interrupt.clone();
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        interrupt.set(15);
    });
    let start = Instant::now();
    let answer = http.send(post(&mute.url(), 60_000), None);
    assert!(error_of(&answer).starts_with("EINTR"));
    assert!(start.elapsed() < patience(Duration::from_secs(1)));
}

#[test]
fn answers_without_end_are_cut_off() {
    let endless = Server::doing("127.0.0.1:0", |stream, _| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
        let block = vec![b'x'; 1 << 20];
        while stream.write_all(&block).is_ok() {}
    });
    let answer = Http::default().send(post(&endless.url(), 60_000), None);
    assert_eq!(answer.outcome.body.len(), MAX_CAPTURE_BYTES);
    assert!(error_of(&answer).starts_with("ENOBUFS"), "B-14");
}

#[test]
fn a_head_without_end_is_an_error() {
    let endless = Server::doing("127.0.0.1:0", |stream, _| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n");
        while stream.write_all(b"X-More: and more and more\r\n").is_ok() {}
    });
    let answer = Http::default().send(post(&endless.url(), 10_000), None);
    assert_eq!(answer.outcome.status, None);
    assert!(!error_of(&answer).is_empty());
}

#[test]
fn localhost_is_both_families_and_a_failure_names_the_addresses() {
    for at in ["127.0.0.1:0", "[::1]:0"] {
        let Ok(listener) = TcpListener::bind(at) else {
            continue; // a machine without this family
        };
        let at = listener.local_addr().unwrap().to_string();
        drop(listener);
        let server = Server::doing(&at, |stream, _| {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
        });
        let port = server.address.port();
        for name in ["localhost", "LOCALHOST.", "box.localhost"] {
            let answer = Http::default().send(post(&format!("http://{name}:{port}"), 5_000), None);
            assert_eq!(
                answer.outcome.status,
                Some(200),
                "F-28: {name} {at}: {answer:?}"
            );
        }
    }
    let free = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let answer = Http::default().send(post(&format!("http://localhost:{free}"), 5_000), None);
    let error = error_of(&answer);
    assert!(error.starts_with("ECONNREFUSED"), "{error}");
    assert!(
        error.contains(&format!("127.0.0.1:{free}, [::1]:{free}")),
        "{error}"
    );
}

#[test]
fn a_name_that_nobody_knows_is_told() {
    let answer = Http::default().send(post("http://nobody.invalid", 5_000), None);
    let error = error_of(&answer);
    assert!(
        error.starts_with("ENOTFOUND") || error.starts_with("ETIMEDOUT"),
        "{error}"
    );
}

#[test]
fn a_server_that_answers_before_it_has_read_is_heard() {
    let hasty = Server::doing("127.0.0.1:0", |_, _| {});
    drop(hasty);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let answer = b"HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig";
        let _ = stream.write_all(answer);
        thread::sleep(Duration::from_millis(500));
    });
    let mut request = post(&url, 5_000);
    request.body = Some("x".repeat(2_000_000));
    let answer = Http::default().send(request, None);
    let heard = answer.outcome.status == Some(413);
    assert!(heard || answer.outcome.error.is_some(), "{answer:?}");
}

#[test]
fn the_environment_chooses_the_proxy() {
    let with = |set: &'static [(&'static str, &'static str)]| {
        move |name: &str| {
            let found = set.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        }
    };
    let chosen = |url: &str, set: &'static [(&'static str, &'static str)]| for_url(url, &with(set));
    let all: &[_] = &[
        ("HTTP_PROXY", "http://p:1"),
        ("HTTPS_PROXY", "http://p:2"),
        ("ALL_PROXY", "http://p:3"),
    ];
    for local in [
        "http://localhost:1",
        "http://127.0.0.1",
        "https://[::1]:2/v1",
        "http://box.localhost",
        "http://127.8.8.8",
        "http://0.0.0.0:1",
    ] {
        assert_eq!(chosen(local, all), None, "F-29: {local}");
    }
    assert_eq!(
        chosen("http://a.example", all).as_deref(),
        Some("http://p:1")
    );
    assert_eq!(
        chosen("https://a.example", all).as_deref(),
        Some("http://p:2")
    );
    assert_eq!(
        chosen("https://a.example", &[("all_proxy", "socks5://p:3")]).as_deref(),
        Some("socks5://p:3")
    );
    assert_eq!(
        chosen("http://a.example", &[("HTTPS_PROXY", "http://p:2")]),
        None
    );
    assert_eq!(chosen("http://a.example", &[("HTTP_PROXY", " ")]), None);
    assert_eq!(
        chosen(
            "http://a.example",
            &[("HTTP_PROXY", "http://p"), ("REQUEST_METHOD", "GET")]
        ),
        None
    );
    assert_eq!(
        chosen(
            "http://a.example",
            &[("HTTP_PROXY", "http://up"), ("http_proxy", "http://low")]
        )
        .as_deref(),
        Some("http://low")
    );
}

#[test]
fn exceptions_from_the_proxy() {
    let direct = |url: &str, exceptions: &str| {
        let variables = |name: &str| match name {
            "ALL_PROXY" => Some("http://p:1".to_owned()),
            "NO_PROXY" => Some(exceptions.to_owned()),
            _ => None,
        };
        for_url(url, &variables).is_none()
    };
    let excepted = [
        ("http://a.example", "*"),
        ("http://a.example", "x, a.example"),
        ("http://a.example", "EXAMPLE"),
        ("http://a.example.", ".example"),
        ("http://a.example", "*.example"),
        ("http://a.example:8080", "a.example:8080"),
        ("https://a.example", "a.example:443"),
        ("http://10.1.2.3", "10.0.0.0/8"),
        ("http://10.1.2.3:99", "10.1.2.3"),
        ("http://10.1.2.3:99", "10.1.2.3:99"),
        ("http://[fd00::1]", "fd00::/8"),
        ("http://[fd00::1]:5", "[fd00::1]:5"),
        ("http://[fd00::1]", "fd00::1"),
    ];
    for (url, exceptions) in excepted {
        assert!(direct(url, exceptions), "{url} {exceptions}");
    }
    let asked = [
        ("http://a.example", ""),
        ("http://a.example", ",, ."),
        ("http://badexample", "example"),
        ("http://a.example:81", "a.example:80"),
        ("http://11.1.2.3", "10.0.0.0/8"),
        ("http://10.1.2.3", "10.1.2.30"),
        ("http://[fe00::1]", "fd00::/8"),
        ("http://example.org", "a.example.org"),
    ];
    for (url, exceptions) in asked {
        assert!(!direct(url, exceptions), "{url} {exceptions}");
    }
}

#[test]
fn a_password_of_a_proxy_is_not_shown() {
    assert_eq!(without_user("http://user:p@ss@proxy:1"), "http://proxy:1");
    assert_eq!(without_user("user:pass@proxy:1"), "proxy:1");
    assert_eq!(without_user("proxy:1"), "proxy:1");
}
