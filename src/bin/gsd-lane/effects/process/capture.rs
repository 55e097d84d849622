//! Keeping what a process prints.

use std::io::Read;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use gsd_lanes::vocabulary::limits::MAX_CAPTURE_BYTES;

use super::Event;

/// Longest line that watchers are told, in bytes.
const LONGEST_LINE: usize = 400;

/// The last line that a process printed, for those who watch it.
#[derive(Debug, Default)]
pub struct LastLine(Mutex<Vec<u8>>);

impl LastLine {
    /// The line as it is now, with U+FFFD where it is no UTF-8.
    pub fn text(&self) -> String {
        let line = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&line).into_owned()
    }

    fn see(&self, printed: &[u8]) {
        let mut lines = printed.rsplit(|byte| matches!(byte, b'\n' | b'\r'));
        let Some(line) = lines.find(|line| !line.trim_ascii().is_empty()) else {
            return;
        };
        let shown = line.get(..LONGEST_LINE).unwrap_or(line);
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.clear();
        last.extend_from_slice(shown);
    }
}

/// One output. It is read by a thread of its own, which lives as long as somebody holds the other end; what was read
/// can be taken at any time.
pub(super) struct Capture(Arc<Mutex<Vec<u8>>>);

impl Capture {
    /// Reads an output to its end, if there is one. Over [`MAX_CAPTURE_BYTES`] the rest is read and thrown away.
    pub(super) fn of(
        output: Option<impl Read + Send + 'static>,
        events: Sender<Event>,
        last_line: Option<Arc<LastLine>>,
    ) -> Self {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&kept);
        let Some(mut output) = output else {
            let _ = events.send(Event::Drained);
            return Self(kept);
        };
        thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            loop {
                let read = match output.read(&mut buffer) {
                    Ok(0) => break,
                    Ok(read) => read,
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                    Err(_) => break,
                };
                let bytes = buffer.get(..read).unwrap_or_default();
                if let Some(last) = &last_line {
                    last.see(bytes);
                }
                let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let room = MAX_CAPTURE_BYTES.saturating_sub(kept.len());
                kept.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
                if bytes.len() > room {
                    let _ = events.send(Event::Overflow);
                }
            }
            let _ = events.send(Event::Drained);
        });
        Self(kept)
    }

    /// What was printed so far.
    pub(super) fn taken(&self) -> Vec<u8> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *kept)
    }
}
