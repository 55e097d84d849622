//! A terminal, seen from both sides.

use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Stdio};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// A terminal at which somebody sits.
pub struct Terminal {
    user: File,
    program: File,
}

impl Terminal {
    /// A new one.
    pub fn new() -> Self {
        let user = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&user).unwrap();
        unlockpt(&user).unwrap();
        let name = ptsname(&user, Vec::new()).unwrap();
        let path = std::ffi::OsStr::from_bytes(name.to_bytes());
        let program = File::options().read(true).write(true).open(path).unwrap();
        Self {
            user: File::from(user),
            program,
        }
    }

    /// The program's side.
    pub fn stdio(&self) -> Stdio {
        Stdio::from(self.program.try_clone().unwrap())
    }

    /// Runs a command to its end, types a line, and gives all that was seen. It must fit into the terminal's buffer.
    pub fn typing(&mut self, line: &str, command: &mut Command) -> String {
        self.user.write_all(line.as_bytes()).unwrap();
        command.spawn().unwrap().wait().unwrap();
        rustix::io::ioctl_fionbio(&self.user, true).unwrap();
        let mut seen = Vec::new();
        // It ends in an error, because nothing more is there.
        let _ = self.user.read_to_end(&mut seen);
        String::from_utf8_lossy(&seen).into_owned()
    }
}
