//! A server on this machine that answers with exactly the given bytes, and remembers what it was sent.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// A running server; its thread ends with the test process.
pub struct Server {
    pub address: SocketAddr,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Answers every request with the same bytes and closes.
    pub fn saying(answer: impl Into<Vec<u8>>) -> Self {
        let answer = answer.into();
        Self::doing("127.0.0.1:0", move |stream, _| {
            let _ = stream.write_all(&answer);
        })
    }

    /// Answers with a status line, headers and a body of known length.
    pub fn with(status: &str, headers: &str, body: &str) -> Self {
        let length = body.len();
        Self::saying(format!(
            "HTTP/1.1 {status}\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
        ))
    }

    /// Does as told with every request, which has been read to its end.
    pub fn doing(at: &str, act: impl Fn(&mut TcpStream, &str) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind(at).unwrap();
        let address = listener.local_addr().unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let remembered = Arc::clone(&seen);
        let act = Arc::new(act);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (act, remembered) = (Arc::clone(&act), Arc::clone(&remembered));
                let mut stream = stream.unwrap();
                thread::spawn(move || {
                    let request = read_request(&mut stream);
                    remembered.lock().unwrap().push(request.clone());
                    act(&mut stream, &request);
                });
            }
        });
        Self { address, seen }
    }

    /// `http://` and the address.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// All requests so far, a connection without one as an empty text.
    pub fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }
}

/// Head and body, as far as they come.
fn read_request(stream: &mut TcpStream) -> String {
    stream
        .set_read_timeout(Some(Duration::from_secs(2)))
        .unwrap();
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head
                .lines()
                .find_map(|line| {
                    line.to_ascii_lowercase()
                        .strip_prefix("content-length: ")
                        .map(str::to_owned)
                })
                .and_then(|length| length.trim().parse().ok())
                .unwrap_or(0);
            if body.len() >= length {
                return text;
            }
        }
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => return text,
            Ok(read) => bytes.extend_from_slice(&buffer[..read]),
        }
    }
}
