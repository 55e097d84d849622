//! The guard of one program: starts it, reaps everything that comes from it, and takes all of that down at the end.
//!
//! It is a process of its own because only the kernel knows for certain which processes come from a program: on Linux
//! they all become children of the guard when their parents end, and of nobody else.

use std::ffi::OsString;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use super::wire::{Report, read_input};
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
    if let (Some(mut stdin), Some(input)) = (stdin, input) {
        thread::spawn(move || {
            // A program that does not read its input is no error (F-21).
            let _ = stdin.write_all(&input);
        });
    }
    let (sender, news) = channel();
    let asked = sender.clone();
    let listening = control.try_clone();
    thread::spawn(move || {
        if let Ok(mut listening) = listening {
            // Nothing but the end can come.
            let _ = io::copy(&mut listening, &mut io::sink());
        }
        let _ = asked.send(News::TakeDown);
    });
    thread::spawn(move || tell_end(pid, &sender));
    let ended = end(&news);
    if let Some(event) = ended.clone() {
        say(&mut control, &Report::Event(event));
    }
    let left = tree::take_down(pid);
    if ended.is_none()
        && let Some(event) = end(&news)
    {
        say(&mut control, &Report::Event(event));
    }
    say(&mut control, &Report::Event(Event::Down(left)));
}

enum News {
    TakeDown,
    Ended(Event),
}

/// How the program ended; `None` if it shall be taken down.
fn end(news: &Receiver<News>) -> Option<Event> {
    match news.recv() {
        Ok(News::Ended(event)) => Some(event),
        Ok(News::TakeDown) | Err(_) => None,
    }
}

/// Waits for the end of the program without reaping it, so that its number stays its own while its group is ended.
fn tell_end(pid: Pid, news: &Sender<News>) {
    let ended = loop {
        match waitid(
            WaitId::Pid(pid),
            WaitIdOptions::EXITED | WaitIdOptions::NOWAIT,
        ) {
            Err(rustix::io::Errno::INTR) => {}
            other => break other.ok().flatten(),
        }
    };
    let Some(status) = ended else {
        return;
    };
    let event = match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => Event::Exited(code),
        (None, Some(signal)) => Event::Killed(signal),
        (None, None) => return,
    };
    let _ = news.send(News::Ended(event));
}

/// Nobody may be there to hear it.
fn say(to: &mut UnixStream, report: &Report) {
    let _ = to.write_all(report.line().as_bytes());
}
