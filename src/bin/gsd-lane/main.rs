//! The companion: performs what runs of reviewer lanes ask of the outside world, and shows it.

mod cli;
mod effects;
mod show;

use std::env;
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    #[cfg(unix)]
    {
        let mut arguments = env::args_os().skip(1);
        if arguments
            .next()
            .is_some_and(|it| it == effects::process::guard::ARGUMENT)
        {
            return effects::process::guard::run(arguments);
        }
    }
    let cli = cli::Cli::parse();
    let _ = cli;
    ExitCode::from(2)
}
