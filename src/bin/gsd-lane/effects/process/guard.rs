//! The guard of one program: starts it, reaps everything that comes from it, and takes all of that down at the end.
//!
//! It is a process of its own because only the kernel knows for certain which processes come from a program: on Linux
//! they all become children of the guard when their parents end, and of nobody else.

use std::ffi::OsString;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use super::wire::{Report, read_input, send_what_fits};
use super::{Event, tree};

pub use super::wire::ARGUMENT;

/// Guards one program: the first of `arguments`, with the others as its arguments. Standard input is the socket to the
/// companion; the other two, directory and environment are the program's.
pub fn run(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let done = arguments.next().map(|program| guard(program, arguments));
    match done {
        Some(Ok(())) => ExitCode::SUCCESS,
        _ => ExitCode::from(2),
    }
}

fn guard(program: OsString, arguments: impl Iterator<Item = OsString>) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    tree::adopt()?;
    let mut control = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let Ok(input) = read_input(&mut control) else {
        // The end was asked for before the beginning.
        say(&mut control, &Report::Event(Event::Down(0)));
        return Ok(());
    };
    let child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .process_group(0)
        .spawn();
    let_go_of_outputs();
    match child {
        Ok(child) => watch(child, input, control),
        Err(error) => {
            let number = error.raw_os_error().unwrap_or_default();
            say(&mut control, &Report::Event(Event::NotStarted(number)));
        }
    }
    Ok(())
}

/// The pipes shall end when the program ends. If that fails, they end with the guard.
fn let_go_of_outputs() {
    if let Ok(nowhere) = std::fs::OpenOptions::new().write(true).open("/dev/null") {
        let _ = rustix::stdio::dup2_stdout(&nowhere);
        let _ = rustix::stdio::dup2_stderr(&nowhere);
    }
}

/// From here on nothing may end the guard before it has taken everything down.
fn watch(mut child: Child, input: Option<Vec<u8>>, mut control: UnixStream) {
    let pid = Pid::from_child(&child);
    say(&mut control, &Report::Runs(pid.as_raw_nonzero().get()));
    let stdin = child.stdin.take();
    if let (Some(stdin), Some(input)) = (stdin, input) {
        give(stdin, input);
    }
    let down = Arc::new(Down::default());
    let asked = Arc::clone(&down);
    let listening = control.try_clone();
    thread::spawn(move || {
        if let Ok(mut listening) = listening {
            // Nothing but the end can come.
            let _ = io::copy(&mut listening, &mut io::sink());
        }
        asked.take(pid);
    });
    if let Some(event) = ended(pid) {
        say(&mut control, &Report::Event(event));
    }
    let left = down.take(pid);
    say(&mut control, &Report::Event(Event::Down(left)));
}

/// Gives a program its input. A program that does not read it is no error (F-21).
fn give(mut stdin: ChildStdin, input: Vec<u8>) {
    let is_quick = rustix::io::ioctl_fionbio(&stdin, true).is_ok();
    let sent = if is_quick {
        send_what_fits(&mut stdin, &input)
    } else {
        0
    };
    if sent == input.len() || rustix::io::ioctl_fionbio(&stdin, false).is_err() {
        return;
    }
    thread::spawn(move || {
        let _ = stdin.write_all(input.get(sent..).unwrap_or_default());
    });
}

/// Taking everything down, which happens once: when the program has ended, or when that is asked for.
#[derive(Default)]
struct Down(Mutex<Option<usize>>);

impl Down {
    /// How many processes are left of the program and what came from it.
    fn take(&self, program: Pid) -> usize {
        let mut done = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *done.get_or_insert_with(|| tree::take_down(program))
    }
}

/// Waits for the end of the program without reaping it, so that its number stays its own while its group is ended.
/// `None` if it was taken down meanwhile.
fn ended(pid: Pid) -> Option<Event> {
    let status = loop {
        match waitid(
            WaitId::Pid(pid),
            WaitIdOptions::EXITED | WaitIdOptions::NOWAIT,
        ) {
            Err(rustix::io::Errno::INTR) => {}
            other => break other.ok().flatten()?,
        }
    };
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => Some(Event::Exited(code)),
        (None, Some(signal)) => Some(Event::Killed(signal)),
        (None, None) => None,
    }
}

/// Nobody may be there to hear it.
fn say(to: &mut UnixStream, report: &Report) {
    let _ = to.write_all(report.line().as_bytes());
}
