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
attempt 1 failed
attempt 2 failed
attempt 3 failed
attempting to open
claude ai usage limit
code assist login required
credit balance is too low
enter the authorization code
enter the code
enter your api key
error authenticating
error communicating with
error connecting to
error sending request
error when talking to
go to http:
go to https:
incorrect api key provided
llm not set
open the following
open this link
open this url
otherwise navigate to
please authenticate
please log in
please login
please run
please set an auth method
please sign in
please visit
press any key
press enter to
prompt is too long
to authenticate, visit
to sign in, open
to sign in, use
to sign in, visit
traceback (most recent call last)
visit http:
visit https:
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
your session has expired";

/// How a line begins that is a complaint as long as it says nothing of what it names.
pub const SUBJECTS: &str = "\
authentication failed
authentication required
could not authenticate
could not connect to
failed to authenticate
failed to connect to
failed to fetch
failed to initialize
failed to log in
failed to login
failed to refresh
failed to sign in
failed to start
invalid api key
login required
missing api key
no api key
not logged in
not signed in
quota exceeded
rate limit exceeded
rate limit reached
rate limited
too many requests
unable to authenticate
unable to connect to";

/// How a line begins that tells what the tool is, or has done.
pub const BANNERS: &str = "\
(node:
(use `node
[debug
[dotenv
[info
[warn
[warning
data collection is disabled.
npm err
npm notice
npm warn
review completed
to resume this session
yolo mode is enabled.";

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
