//! Running a program to its end: no shell, bounded in time and output, and nothing of it left afterwards.
//!
//! On Unix the program does not run as a child of the companion but of a small guard ([`guard`]), one for each
//! program: the companion's own executable, started once more. As the reaper of everything that comes from it, the
//! guard knows exactly what belongs to this program even if that left its group, also while other programs run beside
//! it; and when the companion is killed outright, the guard still takes everything down. When the guard is killed, the
//! companion is the reaper ([`Orphans`]).

mod capture;
mod environment;
pub mod errno;
#[cfg(unix)]
pub mod guard;
#[cfg(unix)]
mod guarded;
#[cfg(not(unix))]
#[path = "direct.rs"]
mod guarded;
pub mod lookup;
#[cfg(target_os = "linux")]
mod orphans;
#[cfg(not(target_os = "linux"))]
#[path = "no_orphans.rs"]
mod orphans;
#[cfg(unix)]
mod tree;
#[cfg(unix)]
mod wire;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use gsd_lanes::lane::host::{SpawnOutcome, SpawnRequest};

pub use capture::LastLine;
pub use environment::Environment;
pub use orphans::Orphans;

use super::interrupt::{Interrupt, TICK};
use capture::Capture;

/// How long a process tree may take to end in order before it is killed.
pub const GRACE: Duration = Duration::from_secs(3);

/// How long killing may take before it is given up.
const KILLING: Duration = Duration::from_millis(500);

/// How long a guard may take to say that it is done, and how long one that is killed may take to be gone.
const HEARING: Duration = Duration::from_millis(100);

/// How long outputs are read when everything that could write to them is gone.
const DRAINING: Duration = Duration::from_millis(250);

/// The signal that ends what is left without a guard.
const SIGKILL: i32 = 9;

/// Starts processes.
#[derive(Debug, Clone)]
pub struct Processes {
    /// This program, which guards the others.
    pub guard: PathBuf,
    /// What children inherit.
    pub environment: Environment,
    /// Tells when to stop.
    pub interrupt: Interrupt,
    /// Ends what guards leave that were killed.
    pub orphans: Arc<Orphans>,
}

/// What became of a process, and the bytes of its standard output as they came.
#[derive(Debug, Default)]
pub struct Finished {
    /// What the run asks for.
    pub outcome: SpawnOutcome,
    /// Standard output before any decoding.
    pub stdout: Vec<u8>,
    /// How many of its processes could not be ended; they wait for the kernel.
    pub left: usize,
}

/// What is heard of a running process.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(not(unix), allow(dead_code))] // there a start fails at once, and nothing is told of signals
enum Event {
    /// It could not be started: the error's number.
    NotStarted(i32),
    /// It has ended by itself.
    Exited(i32),
    /// A signal has ended it.
    Killed(i32),
    /// Nothing of it runs any more, save so many.
    Down(usize),
    /// Its guard has ended.
    Lost,
    /// It has printed more than is kept.
    Overflow,
    /// An output has come to its end.
    Drained,
}

impl Processes {
    /// Runs a process. `last_line` is told the last line that it printed, for those who watch.
    pub fn run(&self, request: &SpawnRequest, last_line: Option<&Arc<LastLine>>) -> Finished {
        let Some(program) = lookup::find(&request.binary) else {
            return failed("ENOENT");
        };
        let mut command = guarded::command(&self.guard, &program, &request.args);
        command.current_dir(&request.cwd);
        let lane = request.env.as_deref().unwrap_or_default();
        self.environment.apply(&mut command, lane);
        let deadline = Instant::now().checked_add(Duration::from_millis(request.timeout_ms));
        let (sender, events) = channel();
        let stdin = request.stdin.as_deref().map(str::as_bytes);
        let started = guarded::start(command, stdin, sender.clone(), &self.orphans);
        let mut started = match started {
            Ok(started) => started,
            Err(error) => return failed(&errno::name(&error)),
        };
        let stdout = Capture::of(started.stdout.take(), sender.clone(), last_line.cloned());
        let stderr = Capture::of(started.stderr.take(), sender, last_line.cloned());
        let mut wait = Wait {
            events,
            deadline,
            interrupt: &self.interrupt,
            orphans: &self.orphans,
            outcome: SpawnOutcome::default(),
            drained: 0,
            left: None,
        };
        let left = wait.until_gone(&mut started);
        wait.for_outputs();
        let mut outcome = wait.outcome;
        let stdout = stdout.taken();
        outcome.stdout = String::from_utf8_lossy(&stdout).into_owned();
        outcome.stderr = String::from_utf8_lossy(&stderr.taken()).into_owned();
        Finished {
            outcome,
            stdout,
            left,
        }
    }
}

fn failed(code: &str) -> Finished {
    Finished {
        outcome: SpawnOutcome {
            error_code: Some(code.to_owned()),
            ..SpawnOutcome::default()
        },
        ..Finished::default()
    }
}

struct Wait<'a> {
    events: Receiver<Event>,
    deadline: Option<Instant>,
    interrupt: &'a Interrupt,
    orphans: &'a Orphans,
    outcome: SpawnOutcome,
    drained: usize,
    /// How many processes are left, once that is known.
    left: Option<usize>,
}

impl Wait<'_> {
    /// Waits until the process and all that came from it are gone; how many are not.
    fn until_gone(&mut self, started: &mut guarded::Started) -> usize {
        // Since when it is being taken down.
        let mut ending: Option<Instant> = None;
        loop {
            let now = Instant::now();
            if ending.is_some_and(|since| now > since + GRACE + KILLING + HEARING) {
                started.abandon();
                return self.until_lost();
            }
            if ending.is_none()
                && let Some(code) = self.reason_to_stop(now)
            {
                self.outcome.error_code = Some(code.to_owned());
                started.take_down();
                ending = Some(now);
            }
            match self.events.recv_timeout(self.patience(now)) {
                Ok(Event::NotStarted(number)) => {
                    let error = std::io::Error::from_raw_os_error(number);
                    self.outcome.error_code = Some(errno::name(&error));
                    self.left = Some(0);
                    ending = Some(now);
                }
                Ok(Event::Exited(status)) if ending.is_none() => {
                    self.outcome.status = Some(status.into());
                    ending = Some(now);
                }
                Ok(Event::Killed(signal)) if ending.is_none() => {
                    self.outcome.error_code = Some(errno::signal_name(signal));
                    ending = Some(now);
                }
                Ok(Event::Overflow) if ending.is_none() => {
                    self.outcome.error_code = Some("ENOBUFS".to_owned());
                    started.take_down();
                    ending = Some(now);
                }
                Ok(Event::Down(left)) => self.left = Some(left),
                Ok(Event::Drained) => self.drained += 1,
                Ok(Event::Lost) | Err(RecvTimeoutError::Disconnected) => {
                    if self.left.is_none() {
                        // Somebody killed the guard, and so the program ends here.
                        let code = || errno::signal_name(SIGKILL);
                        self.outcome.error_code.get_or_insert_with(code);
                        started.abandon();
                    }
                    return self.after_the_guard();
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Waits for a guard that is being killed, and ends what it leaves.
    fn until_lost(&mut self) -> usize {
        let until = Instant::now() + HEARING;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(Event::Down(left)) => self.left = Some(left),
                Ok(Event::Drained) => self.drained += 1,
                Ok(Event::Lost) | Err(_) => return self.after_the_guard(),
                Ok(_) => {}
            }
        }
    }

    /// How many are left once the guard is gone: none if it said so, else what the companion itself cannot end.
    fn after_the_guard(&self) -> usize {
        match self.left {
            Some(0) => 0,
            said => self.orphans.end().unwrap_or(said.unwrap_or(1)),
        }
    }

    fn reason_to_stop(&self, now: Instant) -> Option<&'static str> {
        if self.interrupt.is_set() {
            return Some("EINTR");
        }
        self.deadline
            .is_some_and(|deadline| now >= deadline)
            .then_some("ETIMEDOUT")
    }

    fn patience(&self, now: Instant) -> Duration {
        let left = self.deadline.map(|it| it.saturating_duration_since(now));
        left.map_or(TICK, |left| left.clamp(Duration::from_millis(1), TICK))
    }

    /// Reads what is left in the pipes. Somebody outside the tree may hold one open for ever.
    fn for_outputs(&mut self) {
        let until = Instant::now() + DRAINING;
        while self.drained < 2 {
            let left = until.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(Event::Drained) => self.drained += 1,
                Ok(_) => {}
                Err(_) => return,
            }
        }
    }
}
