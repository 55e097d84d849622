//! What tools say about themselves, in lower case: none of it is a review (F-16, F-17, F-31).
//!
//! A line is held against these where it begins: a review may speak of all of it. Tables are texts with one entry a line,
//! which costs half of what a slice of texts does.

/// How a page begins that some server has sent in place of an answer.
pub const PAGES: &str = "\
<!doctype html
<html";

/// What the help of a program explains.
pub const HELP_OPTION: &str = "--help";

/// How a line begins that tells what went wrong, or asks somebody to sign in or to wait.
pub const COMPLAINTS: &str = "\
\"error\":
/upgrade to
[api error
[error
[internal error
api error (
attempt 1 failed
attempt 2 failed
attempt 3 failed
attempting to open
claude ai usage limit
claude configuration file not found
code assist login required
credit balance is too low
enter the authorization code
enter the code
enter your api key
error authenticating
error communicating with
error connecting to
error during discovery
error executing tool
error generating
error sending request
error when talking to
go to http:
go to https:
incorrect api key provided
llm not set
not inside a trusted directory
oauth token has expired
oauth token revoked
open the following
open this link
open this url
otherwise navigate to
please log in
please login
please run \"
please run '
please run /
please run `
please set an auth method
please sign in
please visit http:
please visit https:
please visit the following
please visit this
press any key
press enter to
prompt is too long
there's an issue with the selected model
this account requires
to authenticate, visit
to sign in, open
to sign in, use
to sign in, visit
traceback (most recent call last)
visit http:
visit https:
when using gemini api
you are not logged in.
you are not signed in.
you exceeded your
you have exceeded your
you have hit your
you have reached your
you need to log in
you need to sign in
you've exceeded your
you've hit your
you've reached your
your access token could not
your organization has disabled
your session has expired";

/// How a line begins that tells what could not be done, as long as it says nothing of what it names.
pub const ATTEMPTS: &str = "\
could not authenticate
could not connect to
failed to authenticate
failed to connect to
failed to fetch
failed to initialize
failed to load
failed to log in
failed to login
failed to refresh
failed to sign in
failed to start
unable to authenticate
unable to connect to";

/// The same of what is wrong; behind it the line ends, or a sign follows, or one of the words below.
pub const SUBJECTS: &str = "\
authentication failed
authentication required
internal server error
invalid api key
login required
missing api key
no api key
not logged in
not signed in
please authenticate
quota exceeded
rate limit exceeded
rate limit reached
rate limited
too many requests
upstream connect error
usage limit reached";

/// What follows such a subject where it is all that is said; a noun makes it the name of something else.
pub const AFTER_SUBJECTS: &str = "\
after
and
at
because
by
configured
error
first
for
found
from
given
in
on
or
please
provided
set
specified
to
try
until
using
via
when
while
with";

/// How a line begins that tells what the tool is, or has done.
pub const BANNERS: &str = "\
(node:
(use `node
[dotenv
both google_api_key and gemini_api_key are set
called `result::unwrap()`
data collection is disabled.
node:internal/
note: run with `rust_backtrace
npm err
npm notice
npm warn
panic: runtime error
ripgrep is not available
thread 'main' panicked
to resume this session
update your environment and try again
yolo mode is enabled.";

/// The levels before a line of a log, where it speaks of no plan: reviewers mark what they find with them, too.
pub const LABELS: &str = "\
[debug
[info
[warn
[warning";

/// Words before the number of a part of a plan.
pub const PARTS: &[&str] = &[
    "phase", "phases", "plan", "plans", "step", "steps", "task", "tasks", "wave", "waves",
];

/// Numbers that are written as words.
pub const NUMBERS: &[&str] = &[
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
];

/// First words of a line that tells what is being done, if it is short and says nothing of what it names.
pub const DOINGS: &str = "\
analysing
analyzing
authenticating
cloning
connected
connecting
downloaded
downloading
fetching
initialising
initializing
installing
loaded
loading
opening
preparing
pulling
retrying
review completed
reviewing
scanning
setting
starting
uploading
waiting";

/// Words with which a line says something of what it names.
pub const VERBS: &[&str] = &[
    " are ", " can ", " cannot ", " could ", " does ", " fails ", " has ", " have ", " is ",
    " lacks ", " leaves ", " makes ", " may ", " misses ", " must ", " needs ", " should ",
    " was ", " were ", " will ", " would ",
];

/// The level of a line of a log that is an error.
pub const ERROR_LABELS: &str = "\
error";

/// Words that may stand before `error` where a colon follows.
pub const ERROR_KINDS: &[&str] = &[
    "api",
    "auth",
    "authentication",
    "connection",
    "fatal",
    "fetch",
    "http",
    "internal",
    "network",
    "provider",
    "request",
    "server",
    "stream",
    "uncaught",
    "unexpected",
    "unhandled",
];

/// Levels of a line of a log.
pub const LEVELS: &str = "\
debug
error
info
trace
warn
warning";

/// What a tool asks of its user; in a line that also names a limit or an account it is a complaint.
pub const REQUESTS: &str = "\
/login
please check your
please contact
please log
please run
please sign
please try
please upgrade
please wait
resets
retry in
retrying
try again";

/// The `type` of events that carry no review (F-31).
pub const EVENT_TYPES: &[&str] = &[
    "error",
    "heartbeat",
    "init",
    "ping",
    "progress",
    "review_context",
    "session",
    "start",
    "status",
    "system",
    "warning",
];
