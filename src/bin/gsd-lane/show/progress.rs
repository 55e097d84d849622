//! How far lanes are: one line per lane on a terminal, events for programs, or nothing.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use gsd_lanes::escape::visible;
use gsd_lanes::lane::host::Progress as Step;
use serde_json::{Map, Value, json};

use super::out::{complain, inert, safe};
use crate::effects::process::LastLine;

/// How often the lines are drawn anew.
const REDRAW: Duration = Duration::from_millis(250);

/// Width and height where the terminal does not say, and the width at most.
const COLUMNS: usize = 80;
const ROWS: usize = 24;
#[cfg(unix)]
const MOST_COLUMNS: usize = 160;

/// How progress is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Not at all; warnings are printed.
    Plain,
    /// Nothing at all.
    Quiet,
    /// A line per lane, drawn anew.
    Drawn,
    /// An object per line.
    Events,
}

impl Mode {
    /// What was asked for, else what suits standard error.
    pub fn of(events: bool, quiet: bool) -> Self {
        if events {
            Self::Events
        } else if quiet {
            Self::Quiet
        } else if io::stderr().is_terminal()
            && std::env::var_os("TERM").is_none_or(|it| it != "dumb")
        {
            Self::Drawn
        } else {
            Self::Plain
        }
    }
}

/// Tells how far all lanes of a run are.
#[derive(Debug, Clone)]
pub struct Progress(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    mode: Mode,
    start: Instant,
    over: AtomicBool,
    screen: Mutex<Screen>,
}

#[derive(Debug, Default)]
struct Screen {
    lanes: Vec<Lane>,
    /// How many lines stand there to be drawn over.
    drawn: usize,
}

#[derive(Debug)]
struct Lane {
    name: String,
    state: State,
    last_line: Arc<LastLine>,
}

#[derive(Debug, Clone)]
enum State {
    Waiting,
    Probing,
    /// Since when, and the limit.
    Running(Instant, u64),
    Writing,
    /// In a word.
    Done(String),
}

impl Progress {
    /// Begins to tell.
    pub fn new(mode: Mode) -> Self {
        Self(Arc::new(Shared {
            mode,
            start: Instant::now(),
            over: AtomicBool::new(false),
            screen: Mutex::default(),
        }))
    }

    /// Announces a lane.
    pub fn lane(&self, name: &str) -> LaneProgress {
        let last_line = Arc::new(LastLine::default());
        let mut screen = self.screen();
        screen.lanes.push(Lane {
            name: safe(name),
            state: State::Waiting,
            last_line: Arc::clone(&last_line),
        });
        LaneProgress {
            all: self.clone(),
            place: screen.lanes.len() - 1,
            name: name.to_owned(),
            last_line,
        }
    }

    /// Draws until it is told to stop; nothing where nothing is drawn.
    pub fn draw(&self) -> Option<Drawing> {
        if self.0.mode != Mode::Drawn {
            return None;
        }
        let all = self.clone();
        let thread = thread::spawn(move || {
            while !all.0.over.load(Ordering::SeqCst) {
                all.screen().redraw(&mut io::stderr().lock());
                thread::park_timeout(REDRAW);
            }
            all.screen().redraw(&mut io::stderr().lock());
        });
        Some(Drawing {
            all: self.clone(),
            thread: Some(thread),
        })
    }

    /// Tells the user something, above the lines.
    pub fn warn(&self, lane: Option<&str>, message: &str) {
        match self.0.mode {
            Mode::Quiet => {}
            Mode::Events => {
                let mut event = json!({"event": "warning", "message": message});
                if let (Some(lane), Some(members)) = (lane, event.as_object_mut()) {
                    members.insert("lane".to_owned(), json!(lane));
                }
                self.event(&event);
            }
            Mode::Plain | Mode::Drawn => {
                let mut screen = self.screen();
                let mut out = io::stderr().lock();
                screen.wipe(&mut out);
                let _ = writeln!(out, "gsd-lane: {}", safe(message));
            }
        }
    }

    /// The same for several things.
    pub fn warn_all(&self, messages: &[String]) {
        for message in messages {
            self.warn(None, message);
        }
    }

    /// Tells what is wrong, whoever wants to hear nothing else.
    pub fn error(&self, message: &str) {
        if self.0.mode == Mode::Events {
            self.event(&json!({"event": "error", "message": message}));
        } else {
            complain(&safe(message));
        }
    }

    fn event(&self, event: &Value) {
        let _turn = self.screen();
        let line = inert(&event.to_string());
        let _ = writeln!(io::stderr().lock(), "{line}");
    }

    fn screen(&self) -> MutexGuard<'_, Screen> {
        self.0.screen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.0.start.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

/// Draws as long as it lives.
#[derive(Debug)]
pub struct Drawing {
    all: Progress,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Drawing {
    fn drop(&mut self) {
        self.all.0.over.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// Tells how far one lane is.
#[derive(Debug, Clone)]
pub struct LaneProgress {
    all: Progress,
    place: usize,
    name: String,
    /// Where its program's last line is kept.
    pub last_line: Arc<LastLine>,
}

impl LaneProgress {
    /// It has come to a step.
    pub fn step(&self, step: Step) {
        let (word, state, limit) = match step {
            Step::Probing => ("probing", State::Probing, None),
            Step::Asked(limit) => ("asked", State::Running(Instant::now(), limit), Some(limit)),
            Step::Writing => ("writing", State::Writing, None),
        };
        self.enter(state);
        if self.all.0.mode == Mode::Events {
            let mut event = self.event_named(word);
            if let Some(limit) = limit {
                event.insert("limitMs".to_owned(), json!(limit));
            }
            self.all.event(&Value::Object(event));
        }
    }

    /// It is over, as the result says.
    pub fn done(&self, status: &str, result: &Value) {
        self.enter(State::Done(status.to_owned()));
        if self.all.0.mode == Mode::Events {
            let mut event = self.event_named("done");
            event.insert("result".to_owned(), result.clone());
            self.all.event(&Value::Object(event));
        }
    }

    /// Tells the user something about it.
    pub fn warn(&self, message: &str) {
        self.all.warn(Some(&self.name), message);
    }

    fn event_named(&self, word: &str) -> Map<String, Value> {
        let mut event = Map::new();
        event.insert("event".to_owned(), json!(word));
        event.insert("lane".to_owned(), json!(self.name));
        event.insert("atMs".to_owned(), json!(self.all.elapsed_ms()));
        event
    }

    fn enter(&self, state: State) {
        if let Some(lane) = self.all.screen().lanes.get_mut(self.place) {
            lane.state = state;
        }
    }
}

impl Screen {
    fn redraw(&mut self, out: &mut impl Write) {
        self.wipe(out);
        let (columns, rows) = size();
        let wide = self
            .lanes
            .iter()
            .map(|it| width(&it.name))
            .max()
            .unwrap_or_default();
        let shown = in_view(&self.lanes, rows.saturating_sub(1));
        for lane in &shown {
            let line = fitting(&lane.line(wide), columns);
            let _ = writeln!(out, "{line}");
        }
        self.drawn = shown.len();
        let _ = out.flush();
    }

    /// Removes the lines that stand there.
    fn wipe(&mut self, out: &mut impl Write) {
        for _ in 0..self.drawn {
            let _ = write!(out, "\x1b[1A\x1b[2K");
        }
        self.drawn = 0;
    }
}

impl Lane {
    /// How much it matters to those who watch: less is more.
    const fn rank(&self) -> u8 {
        match self.state {
            State::Probing | State::Running(..) | State::Writing => 0,
            State::Waiting => 1,
            State::Done(_) => 2,
        }
    }

    fn line(&self, wide: usize) -> String {
        let state = match &self.state {
            State::Waiting => "waiting".to_owned(),
            State::Probing => "looking".to_owned(),
            State::Running(since, limit) => {
                let line = self.last_line.text();
                let line = plain(&line);
                let times = format!(
                    "{} of {}",
                    clock(since.elapsed()),
                    clock(Duration::from_millis(*limit))
                );
                format!("{times:<16}{line}")
            }
            State::Writing => "writing".to_owned(),
            State::Done(word) => word.clone(),
        };
        let gap = wide.saturating_sub(width(&self.name)) + 2;
        format!("  {}{}{state}", self.name, " ".repeat(gap))
    }
}

/// A line of a program without its colours and everything else that is no text.
fn plain(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line.trim();
    while let Some(start) = rest.find('\u{1b}') {
        let (before, sequence) = rest.split_at(start);
        text.push_str(before);
        let mut after = sequence.chars();
        after.next();
        if after.as_str().starts_with('[') {
            after.next();
            while after
                .next()
                .is_some_and(|it| !('\u{40}'..='\u{7e}').contains(&it))
            {}
        } else {
            after.next();
        }
        rest = after.as_str();
    }
    text.push_str(rest);
    visible(text.as_bytes(), 200)
}

fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// A text cut to so many columns.
fn fitting(text: &str, columns: usize) -> String {
    let mut left = columns.saturating_sub(1);
    let mut fitting = String::new();
    for character in text.chars() {
        let Some(less) = left.checked_sub(columns_of(character)) else {
            break;
        };
        left = less;
        fitting.push(character);
    }
    fitting
}

fn width(text: &str) -> usize {
    text.chars().map(columns_of).sum()
}

/// At most so many columns: a line that is too short looks better than one that wraps.
const fn columns_of(character: char) -> usize {
    if character.is_ascii() { 1 } else { 2 }
}

/// The lanes that there is room for, in their order. Lines that have left the screen cannot be drawn over, so those that
/// matter least stay away first: what is done, then what waits.
fn in_view(lanes: &[Lane], room: usize) -> Vec<&Lane> {
    let mut ranked: Vec<(u8, usize, &Lane)> = lanes
        .iter()
        .enumerate()
        .map(|(place, lane)| (lane.rank(), place, lane))
        .collect();
    ranked.sort_by_key(|(rank, place, _)| (*rank, *place));
    ranked.truncate(room);
    ranked.sort_by_key(|(_, place, _)| *place);
    ranked.into_iter().map(|(_, _, lane)| lane).collect()
}

/// Columns and rows of the terminal.
#[cfg(unix)]
fn size() -> (usize, usize) {
    let size = rustix::termios::tcgetwinsize(io::stderr());
    let (columns, rows) = size.map_or((0, 0), |it| {
        (usize::from(it.ws_col), usize::from(it.ws_row))
    });
    let columns = if columns == 0 {
        COLUMNS
    } else {
        columns.min(MOST_COLUMNS)
    };
    (columns, if rows == 0 { ROWS } else { rows })
}

#[cfg(not(unix))]
const fn size() -> (usize, usize) {
    (COLUMNS, ROWS)
}

#[cfg(test)]
mod tests {
    use super::{Lane, State, clock, fitting, in_view, plain};
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    fn lane(name: &str, state: State) -> Lane {
        Lane {
            name: name.to_owned(),
            state,
            last_line: Arc::default(),
        }
    }

    #[test]
    fn no_more_lines_are_drawn_than_the_screen_holds() {
        let lanes = [
            lane("a", State::Done("reviewed".to_owned())),
            lane("b", State::Waiting),
            lane("c", State::Running(Instant::now(), 1_000)),
            lane("d", State::Writing),
        ];
        let names = |room| -> String {
            let shown = in_view(&lanes, room);
            shown.iter().map(|it| it.name.as_str()).collect()
        };
        assert_eq!(names(9), "abcd");
        assert_eq!(names(3), "bcd");
        assert_eq!(names(2), "cd");
        assert_eq!(names(0), "");
    }

    #[test]
    fn lines_of_programs_are_plain() {
        assert_eq!(plain("\u{1b}[31mred\u{1b}[0m text \u{1b}[2K"), "red text ");
        assert_eq!(plain("a\u{1b}]0;title\u{7}b"), "a0;title\\u0007b");
        assert_eq!(plain("\u{1b}"), "");
        assert_eq!(plain("\u{1b}[12"), "");
        assert_eq!(plain("ok\u{202e}"), "ok\\u202e");
    }

    #[test]
    fn lines_fit_the_terminal() {
        assert_eq!(fitting("abcdef", 4), "abc");
        assert_eq!(fitting("äöü", 5), "äö");
        assert_eq!(fitting("", 0), "");
    }

    #[test]
    fn clocks() {
        assert_eq!(clock(Duration::from_secs(1200)), "20:00");
        assert_eq!(clock(Duration::from_secs(62)), "1:02");
    }
}
