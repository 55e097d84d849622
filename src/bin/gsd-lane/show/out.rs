//! Printing. A reader that goes away is right to do so and no error.

use std::io::{self, Write};

use gsd_lanes::escape::{push_visible, visible};
use serde::Serialize;
use serde_json::Value;

/// Longest text of others on one line, in UTF-16 units.
const LONGEST: usize = 4_000;

/// Prints text on standard output.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    forgiving(written)
}

/// Prints a document on standard output.
pub fn print_json(value: &impl Serialize) -> io::Result<()> {
    let mut value = serde_json::to_value(value).map_err(io::Error::other)?;
    whole_numbers(&mut value);
    print(&inert(&format!("{value:#}\n")))
}

/// The same JSON with what a terminal would obey, hide or reorder as escapes; programs read the same from it.
pub fn inert(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        // Outside of strings there is nothing of the kind but line ends.
        if character == '\n' {
            text.push(character);
        } else {
            push_visible(&mut text, character.into());
        }
    }
    text
}

/// Numbers as JavaScript writes them: without a fraction where there is none.
fn whole_numbers(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(whole_numbers),
        Value::Object(members) => members.values_mut().for_each(whole_numbers),
        Value::Number(number) => {
            let text = number.to_string();
            let whole = text
                .strip_suffix(".0")
                .and_then(|it| it.parse::<i64>().ok());
            if let Some(whole) = whole {
                *value = Value::from(whole);
            }
        }
        _ => {}
    }
}

/// Lines as one text, each with its end.
pub fn lines(lines: &[String]) -> String {
    let mut text = lines.join("\n");
    if !lines.is_empty() {
        text.push('\n');
    }
    text
}

/// Prints a line on standard error; there is nobody to tell if that fails.
pub fn complain(line: &str) {
    let _ = writeln!(io::stderr().lock(), "gsd-lane: {line}");
}

/// Text of others: nothing in it can move a cursor, hide or reorder (F-33, F-34).
pub fn safe(text: &str) -> String {
    visible(text.as_bytes(), LONGEST)
}

fn forgiving(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(io::Error::new(
            error.kind(),
            format!("standard output: {error}"),
        )),
        Ok(()) => Ok(()),
    }
}
