//! Errors of the system by their usual names, which results and reasons use.

use std::io::{Error, ErrorKind};

/// `ENOENT`, `EACCES`, `E2BIG`, …; `E` and the number, or `EIO`, for what has no name here.
pub fn name(error: &Error) -> String {
    let known = match error.kind() {
        ErrorKind::NotFound => "ENOENT",
        ErrorKind::PermissionDenied => match error.raw_os_error() {
            Some(1) => "EPERM",
            _ => "EACCES",
        },
        ErrorKind::ArgumentListTooLong => "E2BIG",
        ErrorKind::InvalidInput => "EINVAL",
        ErrorKind::OutOfMemory => "ENOMEM",
        ErrorKind::NotADirectory => "ENOTDIR",
        ErrorKind::IsADirectory => "EISDIR",
        ErrorKind::ReadOnlyFilesystem => "EROFS",
        ErrorKind::StorageFull => "ENOSPC",
        ErrorKind::QuotaExceeded => "EDQUOT",
        ErrorKind::AlreadyExists => "EEXIST",
        ErrorKind::ExecutableFileBusy => "ETXTBSY",
        ErrorKind::ResourceBusy => "EBUSY",
        ErrorKind::WouldBlock => "EAGAIN",
        ErrorKind::TimedOut => "ETIMEDOUT",
        ErrorKind::ConnectionRefused => "ECONNREFUSED",
        ErrorKind::ConnectionReset => "ECONNRESET",
        ErrorKind::ConnectionAborted => "ECONNABORTED",
        ErrorKind::HostUnreachable => "EHOSTUNREACH",
        ErrorKind::NetworkUnreachable => "ENETUNREACH",
        ErrorKind::NetworkDown => "ENETDOWN",
        ErrorKind::AddrNotAvailable => "EADDRNOTAVAIL",
        ErrorKind::BrokenPipe => "EPIPE",
        ErrorKind::UnexpectedEof => "EOF",
        _ => match error.raw_os_error() {
            Some(8) if cfg!(unix) => "ENOEXEC",
            Some(24) if cfg!(unix) => "EMFILE",
            Some(40) if cfg!(target_os = "linux") => "ELOOP",
            Some(number) => return format!("E{number}"),
            None => "EIO",
        },
    };
    known.to_owned()
}

/// `SIGSEGV` and its like.
pub fn signal_name(number: i32) -> String {
    let known = match number {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        other => return format!("SIG{other}"),
    };
    known.to_owned()
}
