//! Starting programs on Windows (L-62, L-63).

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::Serialize;

/// What ends the name of a program if `PATHEXT` says nothing.
pub const DEFAULT_PATHEXT: &str = ".EXE;.CMD;.BAT;.COM";
/// What runs batch files if `ComSpec` says nothing.
pub const DEFAULT_COMSPEC: &str = "cmd.exe";

/// What is really started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CommandLine {
    /// The program.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Whether they are passed on as they stand, without quoting.
    pub verbatim: bool,
}

/// How a resolved program is started (L-63): a batch file by the command interpreter, with every token in quotes; all
/// else as it is. `comspec` is the interpreter as the environment names it.
#[must_use]
pub fn command_line(command: &str, args: &[String], comspec: Option<&str>) -> CommandLine {
    let mut tokens = Vec::with_capacity(args.len() + 1);
    tokens.push(command);
    tokens.extend(args.iter().map(String::as_str));
    let batch = ends_with(command, ".cmd") || ends_with(command, ".bat");
    match quoted(&tokens).filter(|_| batch) {
        None => CommandLine {
            command: command.to_string(),
            args: args.to_vec(),
            verbatim: false,
        },
        Some(line) => CommandLine {
            command: comspec
                .filter(|it| !it.is_empty())
                .unwrap_or(DEFAULT_COMSPEC)
                .to_string(),
            args: Vec::from(["/d".into(), "/s".into(), "/c".into(), line]),
            verbatim: true,
        },
    }
}

/// All tokens in quotes, and the whole once more; nothing if a line ends in one, which no quotes can hold.
#[inline(never)]
fn quoted(tokens: &[&str]) -> Option<String> {
    let mut line = String::from("\"");
    for token in tokens {
        if line.len() > 1 {
            line.push(' ');
        }
        line.push('"');
        for character in token.chars() {
            match character {
                '\r' | '\n' => return None,
                '"' => line.push_str("\"\""),
                other => line.push(other),
            }
        }
        line.push('"');
    }
    line.push('"');
    Some(line)
}

/// The file names under which a bare name is looked for in each directory of PATH, in order (L-62): itself only if it
/// ends like a program, then with each ending of `PATHEXT`; never without one.
#[must_use]
pub fn candidates(name: &str, pathext: Option<&str>) -> Vec<String> {
    let pathext = pathext
        .filter(|it| !it.is_empty())
        .unwrap_or(DEFAULT_PATHEXT);
    let endings = || pathext.split(';').filter(|ending| !ending.is_empty());
    let itself = endings().any(|ending| ends_with(name, ending));
    let itself = itself.then(|| name.to_string());
    itself
        .into_iter()
        .chain(endings().map(|ending| name.to_string() + ending))
        .collect()
}

/// A variable of an environment in which names are the same in upper and lower case.
#[must_use]
pub fn variable<'e>(environment: &'e [(String, String)], name: &str) -> Option<&'e str> {
    environment
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name))
        .map(|(_, value)| value.as_str())
}

fn ends_with(text: &str, end: &str) -> bool {
    text.len()
        .checked_sub(end.len())
        .and_then(|at| text.get(at..))
        .is_some_and(|tail| tail.eq_ignore_ascii_case(end))
}
