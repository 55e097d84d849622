//! What companion and guard say to each other over the guard's standard input, which is a socket.
//!
//! To the guard: the program's input (eight bytes of length, then the bytes; all ones for an input that is closed at
//! once). The end of the stream asks the guard to end the program and all that came from it, whether the companion
//! wants that or is gone. From the guard: one line per event.

use std::io::{self, Read, Write};

use super::Event;

/// The argument that makes the companion a guard.
pub const ARGUMENT: &str = "--guard";

const NO_INPUT: u64 = u64::MAX;

/// The program's input as it is sent.
pub(super) fn framed(input: Option<&[u8]>) -> Vec<u8> {
    let length = input.map_or(NO_INPUT, |it| u64::try_from(it.len()).unwrap_or(NO_INPUT));
    [&length.to_be_bytes(), input.unwrap_or_default()].concat()
}

/// Sends as much as there is room for, to something that does not block; how many bytes that were. Whatever goes wrong
/// is noticed by whoever sends the rest.
pub(super) fn send_what_fits(to: &mut impl Write, bytes: &[u8]) -> usize {
    let mut sent = 0;
    loop {
        match to.write(bytes.get(sent..).unwrap_or_default()) {
            Ok(0) => return sent,
            Ok(more) => sent += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return sent,
        }
    }
}

/// Reads the program's input. An end before its end is an error.
pub(super) fn read_input(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 8];
    from.read_exact(&mut length)?;
    let length = u64::from_be_bytes(length);
    if length == NO_INPUT {
        return Ok(None);
    }
    let mut input = Vec::new();
    let read = from.take(length).read_to_end(&mut input)?;
    if u64::try_from(read).ok() == Some(length) {
        Ok(Some(input))
    } else {
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

/// What the guard says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Report {
    /// The program runs under this number, which is that of its group too.
    Runs(i32),
    /// Something happened.
    Event(Event),
}

impl Report {
    /// One line.
    pub(super) fn line(&self) -> String {
        match self {
            Self::Runs(pid) => format!("runs {pid}\n"),
            Self::Event(Event::NotStarted(number)) => format!("not-started {number}\n"),
            Self::Event(Event::Exited(status)) => format!("exited {status}\n"),
            Self::Event(Event::Killed(signal)) => format!("killed {signal}\n"),
            Self::Event(Event::Down(left)) => format!("down {left}\n"),
            Self::Event(Event::Lost | Event::Overflow | Event::Drained) => String::new(),
        }
    }

    /// Reads a line.
    pub(super) fn of(line: &str) -> Option<Self> {
        let (word, number) = line.trim_end().split_once(' ')?;
        let number: i32 = number.parse().ok()?;
        Some(match word {
            "runs" => Self::Runs(number),
            "not-started" => Self::Event(Event::NotStarted(number)),
            "exited" => Self::Event(Event::Exited(number)),
            "killed" => Self::Event(Event::Killed(number)),
            "down" => Self::Event(Event::Down(usize::try_from(number).ok()?)),
            _ => return None,
        })
    }
}
