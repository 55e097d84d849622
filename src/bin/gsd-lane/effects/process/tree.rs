//! Everything that came from a program, and ending it.

use std::thread::sleep;
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use rustix::process::wait;
use rustix::process::{Pid, Signal, WaitOptions, kill_process, kill_process_group, waitpid};

use super::{GRACE, KILLING};

/// How often it is looked whether everything is gone: at first, and at most.
const FIRST_LOOK: Duration = Duration::from_millis(1);
const LONGEST_LOOK: Duration = Duration::from_millis(20);

/// Makes this process the one whose children all orphans become that come from it.
#[cfg(target_os = "linux")]
pub(super) fn adopt() -> std::io::Result<()> {
    Ok(rustix::process::set_child_subreaper(Some(
        rustix::process::getpid(),
    ))?)
}

/// Ends a program, which leads a group, and everything that came from it: asks first, then kills. How many processes
/// are left, which can only be such as wait for the kernel.
pub(super) fn take_down(program: Pid) -> usize {
    let mut tree = Tree {
        program,
        reaped: false,
    };
    let start = Instant::now();
    let mut pause = FIRST_LOOK;
    let mut asked = false;
    loop {
        let left = tree.left();
        if left.is_empty() {
            return 0;
        }
        let elapsed = start.elapsed();
        if elapsed > GRACE + KILLING {
            return left.len();
        }
        if elapsed > GRACE {
            tree.kill(&left);
        } else if !asked {
            tree.ask(&left);
            asked = true;
        }
        sleep(pause);
        pause = (pause * 2).min(LONGEST_LOOK);
    }
}

struct Tree {
    program: Pid,
    /// Its number may belong to somebody else by now, and so may its group's.
    reaped: bool,
}

impl Tree {
    /// Who is still there.
    fn left(&mut self) -> Vec<Pid> {
        if !self.reaped {
            self.reaped = !matches!(waitpid(Some(self.program), WaitOptions::NOHANG), Ok(None));
        }
        others(self.program)
    }

    /// Asks each of them; the group only where there is no list.
    fn ask(&self, left: &[Pid]) {
        // What is stopped cannot hear it.
        for signal in [Signal::TERM, Signal::CONT] {
            if cfg!(target_os = "linux") {
                each(left, signal);
            } else {
                let _ = kill_process_group(self.program, signal);
            }
        }
    }

    /// The group as a whole, which nobody in it can outrun by forking, then who left it.
    fn kill(&self, left: &[Pid]) {
        let is_linux = cfg!(target_os = "linux");
        if !self.reaped || !is_linux {
            let _ = kill_process_group(self.program, Signal::KILL);
        }
        if is_linux {
            each(left, Signal::KILL);
        }
    }
}

/// All descendants of this process. Only when the kernel says that there is no child there is none: whoever is
/// alive has a chain of parents up to us.
#[cfg(target_os = "linux")]
fn others(_program: Pid) -> Vec<Pid> {
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some(_)) | Err(rustix::io::Errno::INTR) => {}
            Err(_) => return Vec::new(),
            Ok(None) => break,
        }
    }
    below(rustix::process::getpid(), &processes())
}

/// Elsewhere: the group, as long as it has members.
#[cfg(not(target_os = "linux"))]
fn others(program: Pid) -> Vec<Pid> {
    match rustix::process::test_kill_process_group(program) {
        Ok(()) => vec![program],
        Err(_) => Vec::new(),
    }
}

/// Sends a signal to each of them.
pub(super) fn each(all: &[Pid], signal: Signal) {
    for pid in all {
        let _ = kill_process(*pid, signal);
    }
}

/// All processes below one, from the table of processes.
#[cfg(target_os = "linux")]
pub(super) fn below(of: Pid, all: &[(Pid, Pid)]) -> Vec<Pid> {
    let mut found = vec![of];
    let mut next = 0;
    while let Some(parent) = found.get(next).copied() {
        next += 1;
        let children = all.iter().filter(|(_, its)| *its == parent);
        let new: Vec<Pid> = children
            .map(|(pid, _)| *pid)
            .filter(|pid| !found.contains(pid))
            .collect();
        found.extend(new);
    }
    found.remove(0);
    found
}

/// Every process with its parent.
#[cfg(target_os = "linux")]
pub(super) fn processes() -> Vec<(Pid, Pid)> {
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    let numbers = entries.flatten().filter_map(|entry| {
        let number: i32 = entry.file_name().to_str()?.parse().ok()?;
        Some(number)
    });
    numbers
        .filter_map(|number| {
            let stat = std::fs::read(format!("/proc/{number}/stat")).ok()?;
            Some((Pid::from_raw(number)?, parent(&stat)?))
        })
        .collect()
}

/// The fourth field; the second, the name, may hold anything and ends at the last parenthesis.
#[cfg(target_os = "linux")]
fn parent(stat: &[u8]) -> Option<Pid> {
    let end = stat.iter().rposition(|byte| *byte == b')')?;
    let rest = std::str::from_utf8(stat.get(end + 1..)?).ok()?;
    Pid::from_raw(rest.split_ascii_whitespace().nth(1)?.parse().ok()?)
}
