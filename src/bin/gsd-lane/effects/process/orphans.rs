//! What is left of a program whose guard was killed.
//!
//! A guard takes down everything that comes from its program. Nothing keeps a program from killing its guard, though, and
//! then all of that becomes the children of the next reaper. So the companion is a reaper too: whatever becomes its child
//! without being one of its guards has lost its own, and is ended. Trees under living guards never get here, so what runs
//! beside is left alone. Only Linux knows such reapers.

use std::collections::HashSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, WaitOptions, getpid, waitid, waitpid};

use super::tree;

/// How long killing may take before it is given up.
const KILLING: Duration = Duration::from_millis(250);

/// How often it is looked whether everything is gone.
const LOOK: Duration = Duration::from_millis(2);

/// The guards that run, and whether everybody else who becomes a child of this process is an orphan of theirs.
#[derive(Debug, Default)]
pub struct Orphans {
    adopts: bool,
    guards: Mutex<HashSet<u32>>,
}

impl Orphans {
    /// From now on this process is the reaper of orphans, unless it had children before it became this program: nobody
    /// could tell what comes from those from what came from a lane.
    pub fn adopting() -> Self {
        Self {
            adopts: !has_children() && tree::adopt().is_ok(),
            guards: Mutex::default(),
        }
    }

    /// Starts a guard, which from its first moment is known as one.
    pub(super) fn start(&self, guard: &mut Command) -> io::Result<Child> {
        let mut guards = self.guards.lock().unwrap_or_else(PoisonError::into_inner);
        let child = guard.spawn()?;
        guards.insert(child.id());
        Ok(child)
    }

    /// Forgets a guard that has been waited for.
    pub(super) fn forget(&self, guard: u32) {
        let mut guards = self.guards.lock().unwrap_or_else(PoisonError::into_inner);
        guards.remove(&guard);
    }

    /// Kills all orphans there are; how many are left. They are not asked first: a program that killed its guard means
    /// harm, and with every moment more of this may be killed, too. `None` if this process is no reaper.
    pub fn end(&self) -> Option<usize> {
        if !self.adopts {
            return None;
        }
        let start = Instant::now();
        loop {
            let left = self.left();
            if left.is_empty() || start.elapsed() > KILLING {
                return Some(left.len());
            }
            tree::each(&left, Signal::KILL);
            sleep(LOOK);
        }
    }

    /// Those who are still there. As long as this is locked, no guard is being started.
    fn left(&self) -> Vec<Pid> {
        let guards = self.guards.lock().unwrap_or_else(PoisonError::into_inner);
        if !has_children() {
            return Vec::new();
        }
        let is_guard = |pid: Pid| {
            let pid = u32::try_from(pid.as_raw_nonzero().get());
            pid.is_ok_and(|pid| guards.contains(&pid))
        };
        let all = tree::processes();
        let children = all.iter().filter(|(_, parent)| *parent == getpid());
        let orphans = children.map(|(pid, _)| *pid).filter(|pid| !is_guard(*pid));
        let alive = |pid: &Pid| matches!(waitpid(Some(*pid), WaitOptions::NOHANG), Ok(None));
        let orphans: Vec<Pid> = orphans.filter(alive).collect();
        let below = orphans.iter().flat_map(|pid| tree::below(*pid, &all));
        orphans.iter().copied().chain(below).collect()
    }
}

/// Whether this process has any child, running or not waited for. The kernel says so without a look at each process.
fn has_children() -> bool {
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    waitid(WaitId::All, look).is_ok()
}
