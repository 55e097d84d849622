//! The companion: performs what runs of reviewer lanes ask of the outside world, and shows it.

mod cli;
mod commands;
mod effects;
mod run;
mod show;
mod trouble;
mod world;

use std::env;
use std::process::ExitCode;

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
    let cli = cli::parse(env::args_os());
    match commands::dispatch(&cli) {
        Ok(code) => ExitCode::from(code),
        Err(trouble) => {
            if !trouble.message.is_empty() {
                show::out::complain(&show::out::safe(&trouble.message));
            }
            ExitCode::from(trouble.code)
        }
    }
}
