//! What can be asked on the command line.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{
    Arg, ArgAction, ArgGroup, ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand,
};
use clap_complete::Shell;
use gsd_lanes::lane::health::Health;

use crate::commands::DEFAULT_OUT;

const AFTER: &str = "\
Exit code:
  0      a lane reviewed, and so did each that was asked for by name
  1      none did, or one that was asked for failed
  2      wrong usage, or a file that cannot be read or written
  3      a lane that was asked for was not there or not allowed
  128+n  interrupted by signal n

Lanes come with this program (gsd-lane list) or are installed in ~/.gsd/capabilities and in
.gsd/capabilities of the project. An installed one runs only after gsd-lane consent grant.

Examples:
  gsd-lane doctor                    what works here, and what to do about the rest
  gsd-lane plan --codex              what would be run, and nothing else
  gsd-lane review --prompt plan.md   ask every reviewer that is there; writes REVIEWS.md
  gsd-lane review --prompt plan.md --claude --ollama --out docs/REVIEWS.md
  gsd-lane run --codex --prompt-file plan.md --json";

/// Run reviewer lanes: other AI tools and servers that read a plan and write a review of it.
#[derive(Debug, Parser)]
#[command(name = "gsd-lane", version, after_help = AFTER, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// What every command takes.
    #[command(flatten)]
    pub common: Common,
}

/// Reads the command line, or tells what is wrong with it and ends.
///
/// Lanes are known by name only once everything is read, and each may be asked for by a flag of its own. So an option that a
/// command does not know becomes one of its flags, and everything is read again; whether there is a lane with that flag is for the
/// command to say.
pub fn parse(arguments: impl Iterator<Item = OsString>) -> Cli {
    let arguments: Vec<OsString> = arguments.collect();
    let mut program = Cli::command();
    let mut asked = Vec::new();
    let (mut cli, matches) = loop {
        let read = program.clone().try_get_matches_from(&arguments);
        let read = read.and_then(|it| Ok((Cli::from_arg_matches(&it)?, it)));
        match read {
            Ok(read) => break read,
            Err(error) => match unknown(&error).filter(|it| !asked.contains(it)) {
                Some(name) => {
                    program = with_flag(program, &name);
                    asked.push(name);
                }
                None => error.exit(),
            },
        }
    };
    let lanes = match &mut cli.command {
        Command::Plan(it) => &mut it.lanes.lanes,
        Command::Probe(it) => &mut it.lanes.lanes,
        Command::Doctor(it) => &mut it.lanes.lanes,
        Command::Run(it) => &mut it.lanes,
        Command::Review(it) => &mut it.lanes,
        _ => return cli,
    };
    if let Some((_, matches)) = matches.subcommand() {
        lanes.extend(flags_of(matches, &asked));
    }
    cli
}

/// The name of the long option that a command does not know.
fn unknown(error: &clap::Error) -> Option<String> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    match error.get(ContextKind::InvalidArg)? {
        ContextValue::String(option) => option.strip_prefix("--").map(str::to_owned),
        _ => None,
    }
}

/// The program, whose commands take a flag of that name where they take lanes and know no option of that name.
fn with_flag(program: clap::Command, name: &str) -> clap::Command {
    program.mut_subcommands(|command| {
        let takes_lanes = command.get_groups().any(|it| it.get_id() == FLAGS);
        let knows = |it: &clap::Arg| it.get_long() == Some(name);
        if !takes_lanes || command.get_arguments().any(knows) {
            return command;
        }
        let id = format!("--{name}");
        let flag = Arg::new(id.clone())
            .long(name.to_owned())
            .action(ArgAction::SetTrue)
            .overrides_with(id.clone())
            .hide(true);
        command.mut_group(FLAGS, |it| it.arg(id)).arg(flag)
    })
}

/// Those of the flags that were given, in their order.
fn flags_of(matches: &ArgMatches, asked: &[String]) -> Vec<String> {
    let ids = asked.iter().map(|name| format!("--{name}"));
    let given = ids.filter_map(|id| {
        let given: Option<&bool> = matches.try_get_one(&id).ok().flatten();
        given.filter(|given| **given)?;
        Some((matches.index_of(&id)?, id))
    });
    let mut given: Vec<(usize, String)> = given.collect();
    given.sort();
    given.into_iter().map(|(_, id)| id).collect()
}

/// The flags that ask for lanes.
const FLAGS: &str = "flags";

fn flags() -> ArgGroup {
    ArgGroup::new(FLAGS).multiple(true)
}

/// What every command takes.
#[derive(Debug, Args)]
pub struct Common {
    /// Print JSON on standard output instead of text; what is wrong stays text on standard error.
    #[arg(long, global = true)]
    pub json: bool,
    /// Where the project is looked for, upwards from here [default: the current directory].
    #[arg(long, short = 'C', value_name = "DIR", global = true)]
    pub project: Option<PathBuf>,
    /// Whose .gsd folder holds capabilities and consent [default: `GSD_HOME`, else the home directory].
    #[arg(long, value_name = "DIR", global = true)]
    pub home: Option<PathBuf>,
    /// The workstream whose configuration counts [default: `GSD_WORKSTREAM`, else .planning/active-workstream].
    #[arg(long = "ws", value_name = "NAME", global = true)]
    pub workstream: Option<String>,
    /// The version of gsd that capabilities must work with [default: the one whose lanes come along].
    #[arg(long, value_name = "VERSION", global = true)]
    pub host_version: Option<String>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the lanes, and the capabilities that are installed but not active, with the reason.
    ///
    /// Starts nothing and connects to nothing.
    List,
    /// Print each lane with the heading of its section in REVIEWS.md.
    Sections(Selected),
    /// Print the flags that ask for lanes, one a line.
    Flags(Selected),
    /// Show what would be run or sent, and nothing else.
    ///
    /// Starts nothing and connects to nothing.
    Plan(Plan),
    /// Look whether lanes could run: whether programs are there and servers answer.
    Probe(Probe),
    /// Run lanes with a prompt.
    Run(Run),
    /// Choose reviewers, run them side by side or one by one, and write REVIEWS.md.
    Review(Review),
    /// See, give or take back the consent to an installed lane, or to the host of one.
    Consent {
        /// What to do.
        #[command(subcommand)]
        action: Consent,
    },
    /// Say what works on this machine, and what to do about the rest.
    Doctor(Doctor),
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print the manual page.
    #[command(hide = true)]
    Man,
}

/// Some lanes.
#[derive(Debug, Args)]
#[command(group = flags())]
pub struct Lanes {
    /// The lanes, by name or by flag: claude, --claude [default: all].
    #[arg(value_name = "LANE")]
    pub lanes: Vec<String>,
}

/// What is looked at.
#[derive(Debug, Args)]
pub struct Probe {
    /// Which lanes.
    #[command(flatten)]
    pub lanes: Lanes,
    /// With what.
    #[command(flatten)]
    pub given: Given,
}

/// A choice of lanes.
#[derive(Debug, Args)]
pub struct Selected {
    /// Only these.
    #[arg(long, value_name = "LANE,…", value_delimiter = ',')]
    pub selected: Option<Vec<String>>,
}

/// Where a run takes place.
#[derive(Debug, Args)]
pub struct Place {
    /// The folder for the files of the run [default: a fresh private one].
    #[arg(long, value_name = "DIR")]
    pub run_dir: Option<PathBuf>,
    /// The repository that reviewers look at, and where programs run [default: the project].
    #[arg(long, value_name = "DIR")]
    pub repo_root: Option<PathBuf>,
}

/// Which plans are shown.
#[derive(Debug, Args)]
pub struct Plan {
    /// Which lanes.
    #[command(flatten)]
    pub lanes: Lanes,
    /// Where they would run.
    #[command(flatten)]
    pub place: Place,
    /// What they would be given.
    #[command(flatten)]
    pub given: Given,
}

/// What programs and servers are given besides the prompt.
#[derive(Debug, Default, Args)]
pub struct Given {
    /// Programs inherit only what nearly every one needs (PATH, HOME, language, certificates, proxies), not the whole
    /// environment.
    #[arg(long)]
    pub clean_env: bool,
    /// With --clean-env: let this variable through, too.
    #[arg(long, value_name = "NAME", requires = "clean_env")]
    pub pass_env: Vec<String>,
    /// The server that is configured under a key, such as `review.ollama_host`, whatever the files say.
    #[arg(long, value_name = "KEY=URL")]
    pub host: Vec<String>,
    /// Send the server of a lane the value of a variable as a bearer token.
    #[arg(long, value_name = "LANE=NAME")]
    pub api_key_env: Vec<String>,
}

/// How a run goes.
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools)] // flags of a command line
pub struct Running {
    /// Where.
    #[command(flatten)]
    pub place: Place,
    /// With what.
    #[command(flatten)]
    pub given: Given,
    /// How many lanes run at once [default: all of them if `review.parallel_lanes` is true, else one].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Say which files changed while lanes ran [default in a git repository].
    #[arg(long, overrides_with = "no_verify_tree")]
    pub verify_tree: bool,
    /// Do not look.
    #[arg(long)]
    pub no_verify_tree: bool,
    /// Print what happens as it happens on standard error, one JSON object a line.
    #[arg(long)]
    pub events: bool,
    /// Print nothing on standard error but errors.
    #[arg(long, short = 'q', conflicts_with = "events")]
    pub quiet: bool,
}

/// Which lanes run.
#[derive(Debug, Args)]
#[command(group = flags())]
pub struct Run {
    /// The lanes, by name or by flag: claude, --claude.
    #[arg(value_name = "LANE", required_unless_present = "flags")]
    pub lanes: Vec<String>,
    /// The prompt, - for standard input [default: gsd-review-prompt.md in the folder of the run].
    #[arg(long, value_name = "FILE")]
    pub prompt_file: Option<PathBuf>,
    /// Write the files of the run under another name; for one lane.
    #[arg(long = "as", value_name = "NAME")]
    pub name: Option<String>,
    /// Ask for this model instead of the configured one; for one lane.
    #[arg(long, value_name = "MODEL")]
    pub model: Option<String>,
    /// Ask for this agent, where the lane knows agents; for one lane.
    #[arg(long, value_name = "AGENT")]
    pub agent: Option<String>,
    /// How.
    #[command(flatten)]
    pub running: Running,
}

/// What is reviewed, and by whom.
#[derive(Debug, Args)]
#[command(group = flags())]
pub struct Review {
    /// The reviewers, by name or by flag: claude, --claude [default: `review.default_reviewers`, else all that are
    /// there].
    #[arg(value_name = "LANE")]
    pub lanes: Vec<String>,
    /// Ask all that are there, whatever is configured.
    #[arg(long, conflicts_with_all = ["lanes", "flags"])]
    pub all: bool,
    /// The prompt, - for standard input.
    #[arg(long, value_name = "FILE", required_unless_present = "retry")]
    pub prompt: Option<PathBuf>,
    /// Where the document goes.
    #[arg(long, value_name = "FILE", default_value = DEFAULT_OUT)]
    pub out: PathBuf,
    /// Replace a file that is there and was not written by a review.
    #[arg(long)]
    pub force: bool,
    /// Run only what failed in an earlier run, and take the rest from its folder. Lanes and prompt are there; all other options are
    /// to be given again.
    #[arg(long, value_name = "RUN_DIR", conflicts_with_all = ["lanes", "flags", "all", "run_dir"])]
    pub retry: Option<PathBuf>,
    /// With --retry: ask nobody, and write the document again with a comparison of its reviews. Markdown with the headings Agreed
    /// Strengths, Agreed Concerns and Divergent Views.
    #[arg(
        long,
        value_name = "FILE",
        requires = "retry",
        conflicts_with = "prompt"
    )]
    pub consensus: Option<PathBuf>,
    /// A plan under review; the document says which reviews speak of it. Repeatable.
    #[arg(long, value_name = "FILE")]
    pub plan: Vec<PathBuf>,
    /// The number of the phase, for title and front matter.
    #[arg(long, value_name = "N")]
    pub phase: Option<String>,
    /// The agent that asks, which does not review itself.
    #[arg(long, value_name = "LANE")]
    pub caller: Option<String>,
    /// How.
    #[command(flatten)]
    pub running: Running,
}

/// What to do about consent.
#[derive(Debug, Subcommand)]
pub enum Consent {
    /// Show what a lane would run or send, and whether there is consent.
    Show {
        /// A capability, or its lane [default: all that are installed].
        id: Option<String>,
    },
    /// Show that, and consent to exactly that.
    ///
    /// Asks on the terminal. Without one, `--digest` must quote what `show` printed.
    Grant {
        /// A capability, or its lane.
        id: String,
        /// The digest of what was shown, in place of an answer.
        #[arg(long, value_name = "DIGEST")]
        digest: Option<String>,
    },
    /// Take consent back.
    Revoke {
        /// A capability, or its lane.
        id: String,
    },
}

/// What is examined.
#[derive(Debug, Args)]
pub struct Doctor {
    /// Which lanes.
    #[command(flatten)]
    pub lanes: Lanes,
    /// With what.
    #[command(flatten)]
    pub given: Given,
    /// Ask each lane that seems fine a short question, which shows whether it is signed in; this may cost money.
    #[arg(long)]
    pub call: bool,
    /// Only lanes in this state.
    #[arg(long, value_name = "STATE", value_parser = healths())]
    pub only: Option<String>,
}

/// The states that can be asked for.
fn healths() -> PossibleValuesParser {
    let names = Health::ALL.iter().map(|it| it.as_str());
    names.into()
}
