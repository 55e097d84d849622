//! The companion: performs what runs of reviewer lanes ask of the outside world.

mod effects;

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
    ExitCode::from(2)
}
