//! Starting a program under a guard, seen from the companion.

use std::io::{self, BufRead, BufReader, Write};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::mpsc::Sender;
use std::thread;

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::wire::{ARGUMENT, Report, framed, send_what_fits};
use super::{Event, Orphans};

/// A program that runs.
pub(super) struct Started {
    pub(super) stdout: Option<ChildStdout>,
    pub(super) stderr: Option<ChildStderr>,
    control: UnixStream,
    guard: Option<Pid>,
    /// The program's number, once the guard has said it.
    program: Arc<AtomicI32>,
}

/// The command that runs a program with arguments under a guard; directory and environment are still to come.
pub(super) fn command(guard: &Path, program: &Path, args: &[String]) -> Command {
    let mut command = Command::new(guard);
    command.arg(ARGUMENT).arg(program).args(args);
    command
}

/// Starts such a command. Everything that is heard of it goes to `events`.
pub(super) fn start(
    mut command: Command,
    input: Option<&[u8]>,
    events: Sender<Event>,
    orphans: &Arc<Orphans>,
) -> io::Result<Started> {
    let (mut ours, theirs) = UnixStream::pair()?;
    let input = framed(input);
    // Most inputs fit into the socket, and then there is nobody to wait for.
    ours.set_nonblocking(true)?;
    let sent = send_what_fits(&mut ours, &input);
    ours.set_nonblocking(false)?;
    command
        .stdin(OwnedFd::from(theirs))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        // Signals of the terminal are for the companion, which ends its guards in order.
        .process_group(0);
    let mut child = orphans.start(&mut command)?;
    // Our copy of the guard's end goes with this; only so can the guard's death be seen.
    drop(command);
    let started = Started {
        stdout: child.stdout.take(),
        stderr: child.stderr.take(),
        control: ours.try_clone()?,
        guard: i32::try_from(child.id()).ok().and_then(Pid::from_raw),
        program: Arc::default(),
    };
    if sent < input.len() {
        let mut sending = ours.try_clone()?;
        thread::spawn(move || {
            // That the guard is gone is noticed by whoever listens.
            let _ = sending.write_all(input.get(sent..).unwrap_or_default());
        });
    }
    let program = Arc::clone(&started.program);
    let orphans = Arc::clone(orphans);
    thread::spawn(move || {
        listen(ours, &program, &events);
        let _ = Child::wait(&mut child);
        orphans.forget(child.id());
        let _ = events.send(Event::Lost);
    });
    Ok(started)
}

fn listen(from: UnixStream, program: &AtomicI32, events: &Sender<Event>) {
    for line in BufReader::new(from).lines().map_while(Result::ok) {
        match Report::of(&line) {
            Some(Report::Runs(pid)) => program.store(pid, Ordering::SeqCst),
            Some(Report::Event(event)) => {
                let _ = events.send(event);
            }
            None => {}
        }
    }
}

impl Started {
    /// Asks for the end of the program and all that came from it; [`Event::Down`] tells when that is done.
    pub(super) fn take_down(&mut self) {
        let _ = self.control.shutdown(Shutdown::Write);
    }

    /// Ends by force what can still be reached.
    pub(super) fn abandon(&mut self) {
        if let Some(group) = Pid::from_raw(self.program.load(Ordering::SeqCst)) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        if let Some(guard) = self.guard {
            let _ = kill_process(guard, Signal::KILL);
        }
    }
}
