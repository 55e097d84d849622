//! Starting a program where there are no guards.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::{Event, Orphans};

/// A program that runs.
pub(super) struct Started {
    pub(super) stdout: Option<ChildStdout>,
    pub(super) stderr: Option<ChildStderr>,
    child: Arc<Mutex<Child>>,
}

/// The command that runs a program with arguments; directory and environment are still to come.
#[cfg(windows)]
pub(super) fn command(_guard: &Path, program: &Path, args: &[String]) -> Command {
    use gsd_lanes::lane::windows::command_line;
    use std::os::windows::process::CommandExt;
    let interpreter = std::env::var("ComSpec").ok();
    let line = command_line(&program.to_string_lossy(), args, interpreter.as_deref());
    let mut command = Command::new(&line.command);
    if line.verbatim {
        for argument in &line.args {
            command.raw_arg(argument);
        }
    } else {
        command.args(&line.args);
    }
    command
}

/// The command that runs a program with arguments; directory and environment are still to come.
#[cfg(not(windows))]
pub(super) fn command(_guard: &Path, program: &Path, args: &[String]) -> Command {
    let mut command = Command::new(program);
    command.args(args);
    command
}

/// Starts such a command. Everything that is heard of it goes to `events`.
pub(super) fn start(
    mut command: Command,
    input: Option<&[u8]>,
    events: Sender<Event>,
    _orphans: &Arc<Orphans>,
) -> io::Result<Started> {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn()?;
    if let (Some(mut stdin), Some(input)) = (child.stdin.take(), input.map(<[u8]>::to_vec)) {
        thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
    }
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let child = Arc::new(Mutex::new(child));
    let watched = Arc::clone(&child);
    thread::spawn(move || {
        let status = loop {
            let mut child = watched.lock().unwrap_or_else(PoisonError::into_inner);
            if let Ok(Some(status)) = child.try_wait() {
                break status;
            }
            drop(child);
            thread::sleep(Duration::from_millis(10));
        };
        let _ = events.send(Event::Exited(status.code().unwrap_or(-1)));
        let _ = events.send(Event::Down(0));
        let _ = events.send(Event::Lost);
    });
    Ok(Started {
        stdout,
        stderr,
        child,
    })
}

impl Started {
    /// Asks for the end of the program and all that came from it.
    pub(super) fn take_down(&mut self) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        let id = child.id().to_string();
        // The system's own tool knows the whole tree.
        let _ = Command::new("taskkill")
            .args(["/T", "/F", "/PID", &id])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        let _ = child.kill();
    }

    /// Ends by force what can still be reached.
    pub(super) fn abandon(&mut self) {
        self.take_down();
    }
}
