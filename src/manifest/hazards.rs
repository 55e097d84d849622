//! What is wrong with a lane beyond the peer's rules (40-beyond Y-1, VB-8, VB-9).
//!
//! Errors are kept for what could run a program, send data or write a file that the disclosure does not show;
//! the rest are warnings about lanes that cannot work or that mislead.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::checker::{At, Checker, Path};
use super::members::Members;
use super::message::{Found, list, quote};
use super::paths::is_relative_program;
use super::reviewer::Lane;
use super::unknown::is_reserved_member;
use crate::destination::is_plaintext_egress;
use crate::diagnostic::Code;
use crate::json::{CodePoints, Str, Value, trim_js};
use crate::sort::Index;
use crate::url::Url;
use crate::vocabulary::hidden::is_hidden;
use crate::vocabulary::reviewer::{
    CONFIG_KEY_FIELDS, DEVICE_NAMES, EFFORT_SLUGS, FILE_ARG, HTTP_HANDLER, HTTP_REACHABLE,
    NUMBERED_DEVICE_NAMES, OPENAI_HTTP, PLACEHOLDERS, RESERVED_FLAGS, RESERVED_STEM_PREFIXES,
    RESERVED_STEMS, SPAWN, is_reserved_stem,
};

/// Longest section title, in UTF-16 units.
const LONGEST_SECTION: usize = 80;

#[inline(never)]
pub(super) fn check<'d>(checker: &mut Checker<'d>, path: &Path<'_>, lane: &Lane<'_, 'd>) {
    slug(checker, path, lane);
    flags(checker, path, lane);
    section(checker, path, lane);
    for binary in lane
        .body
        .get("requiresBinaries")
        .into_iter()
        .flat_map(Value::items)
    {
        unsafe_text(checker, &path.name("requiresBinaries"), Some(binary));
    }
    config_keys(checker, path, lane);
    handler(checker, path, lane);
    if let Some(probe) = &lane.probe {
        probed(checker, &path.name("probe"), lane, probe);
    }
    if let Some(invoke) = &lane.invoke {
        let path = path.name("invoke");
        unknown_members(checker, &path, invoke);
        if lane.transport.is(SPAWN) {
            program(checker, &path, invoke);
            reach(checker, &path, lane, invoke);
            if let Some(env) = invoke.get("env").filter(|value| value.is_object()) {
                environment(checker, &path.name("env"), env);
            }
        } else if lane.transport.is(OPENAI_HTTP) {
            server(checker, &path, invoke);
            effort(checker, lane, Str::EMPTY, false);
        }
    }
}

fn has_hidden(text: Str<'_>) -> bool {
    let content = text.wtf8();
    // Plain ASCII is what almost every text is.
    content.iter().any(|byte| !(0x20..0x7F).contains(byte))
        && CodePoints::new(&content).any(is_hidden)
}

/// A name that is looked up or run must be what it looks like.
#[inline(never)]
fn unsafe_text<'d>(checker: &mut Checker<'d>, path: &Path<'_>, value: Option<Value<'d>>) {
    if let Some(value) = value
        && let Some(text) = value.as_str()
        && has_hidden(text)
    {
        let message = format_args!("{} holds characters that cannot be seen", quote(text));
        checker
            .hazard(Code::UnsafeText, "Y-1", path, At::Value(value), message)
            .help("remove the escaped characters; they make a name look like another one");
    }
}

/// No system takes a NUL in an argument or a variable, so that the program would never start.
#[inline(never)]
fn no_nul<'d>(checker: &mut Checker<'d>, path: &Path<'_>, value: Value<'d>) {
    if let Some(text) = value.as_str().filter(|text| text.wtf8().contains(&0)) {
        let message = format_args!(
            "{} holds a NUL: the program cannot be started with it",
            quote(text)
        );
        checker
            .advice(Code::UnsafeText, "VB-8", path, At::Value(value), message)
            .help("remove `\\u0000`");
    }
}

#[inline(never)]
fn slug<'d>(checker: &mut Checker<'d>, path: &Path<'_>, lane: &Lane<'_, 'd>) {
    let Some(value) = lane.body.get("slug") else {
        return;
    };
    let path = &path.name("slug");
    unsafe_text(checker, path, Some(value));
    let slug = value.text().wtf8();
    let numbered = |slug: &[u8]| {
        slug.split_last().is_some_and(|(digit, name)| {
            (b'1'..=b'9').contains(digit)
                && NUMBERED_DEVICE_NAMES
                    .iter()
                    .any(|device| name == device.as_bytes())
        })
    };
    if DEVICE_NAMES
        .iter()
        .any(|device| *slug == *device.as_bytes())
        || numbered(&slug)
    {
        let message = format_args!(
            "{} is a device on Windows, so no file can be called that",
            quote(value.text())
        );
        checker
            .hazard(Code::DeviceSlug, "Y-1", path, At::Value(value), message)
            .help("choose another slug");
    }
    if is_reserved_stem(&slug) {
        let message = format_args!(
            "a lane called {} would overwrite the inputs of a run",
            quote(value.text())
        );
        checker
            .hazard(Code::ReservedStem, "B-5", path, At::Value(value), message)
            .help_with(format_args!(
                "taken are {} and what begins with {}",
                list(RESERVED_STEMS),
                list(RESERVED_STEM_PREFIXES)
            ));
    }
}

#[inline(never)]
fn flags<'d>(checker: &mut Checker<'d>, path: &Path<'_>, lane: &Lane<'_, 'd>) {
    let Some(flags) = lane.body.get("flags") else {
        return;
    };
    let path = &path.name("flags");
    for flag in flags.items() {
        unsafe_text(checker, path, Some(flag));
        if RESERVED_FLAGS
            .iter()
            .any(|reserved| flag.text().is(reserved))
        {
            let message = format_args!(
                "{} already means something to the review command",
                quote(flag.text())
            );
            checker
                .advice(Code::FlagReserved, "VB-9", path, At::Value(flag), message)
                .help("choose another flag");
        }
    }
}

#[inline(never)]
fn section<'d>(checker: &mut Checker<'d>, path: &Path<'_>, lane: &Lane<'_, 'd>) {
    let Some(value) = lane.body.get("reviewsSection") else {
        return;
    };
    let title = value.text();
    let length = title.utf16_len();
    let why = if has_hidden(title) {
        "holds line breaks or characters that cannot be seen"
    } else if title.wtf8().starts_with(b"#") {
        "begins with `#`, which would change the heading's level"
    } else if length > LONGEST_SECTION {
        "is longer than 80 characters"
    } else {
        return;
    };
    let message = format_args!("the section title {} {why}", quote(title));
    checker
        .hazard(
            Code::SectionUnsafe,
            "Y-1",
            &path.name("reviewsSection"),
            At::Value(value),
            message,
        )
        .help("a short title on one line, such as `Acme Review`");
}

/// Named configuration keys: no hidden characters, and declared by the capability itself.
#[inline(never)]
fn config_keys<'d>(checker: &mut Checker<'d>, path: &Path<'_>, lane: &Lane<'_, 'd>) {
    let config = |root: &Members<'_, 'd>| root.get("config").filter(|value| value.is_object());
    let config = lane.root.map(config);
    let host_key = |part: &Option<Members<'_, 'd>>| part.as_ref()?.get("hostConfigKey");
    let mut named = |path: &Path<'_>, value: Option<Value<'d>>| {
        unsafe_text(checker, path, value);
        let Some((value, key)) = value.and_then(|value| Some((value, value.as_str()?))) else {
            return;
        };
        let holds = |config: Value<'d>| config.entries().any(|(name, _)| name == key);
        let declared = config.is_none_or(|config| config.is_some_and(holds));
        if !declared && !key.is_empty() {
            let message = format_args!(
                "the configuration key {} is not declared in this manifest's `config`",
                quote(key)
            );
            checker
                .advice(
                    Code::ForeignConfigKey,
                    "VB-8",
                    path,
                    At::Value(value),
                    message,
                )
                .help(
                    "declare it under `config`; a key that nobody declares always reads as unset",
                );
        }
    };
    for name in CONFIG_KEY_FIELDS {
        named(&path.name(name), lane.body.get(name));
    }
    named(
        &path.name("invoke").name("hostConfigKey"),
        host_key(&lane.invoke),
    );
    if lane.transport.is(OPENAI_HTTP) {
        // The probe's key must be the same one, see `probed`; once is enough.
        unsafe_text(
            checker,
            &path.name("probe").name("hostConfigKey"),
            host_key(&lane.probe),
        );
    } else {
        let mut named = named;
        named(
            &path.name("probe").name("hostConfigKey"),
            host_key(&lane.probe),
        );
    }
}

#[inline(never)]
fn handler<'d>(checker: &mut Checker<'d>, path: &Path<'_>, lane: &Lane<'_, 'd>) {
    let Some(value) = lane
        .body
        .get("handler")
        .filter(|value| value.as_str().is_some())
    else {
        return;
    };
    let handler = value.text();
    let fits = if lane.transport.is(OPENAI_HTTP) {
        handler.is(HTTP_HANDLER)
    } else {
        !lane.transport.is(SPAWN) || !handler.is(HTTP_HANDLER)
    };
    if !fits {
        let message = format_args!(
            "the handler {} does not go with transport {}",
            quote(handler),
            quote(lane.transport)
        );
        checker
            .advice(
                Code::HandlerTransport,
                "VB-8",
                &path.name("handler"),
                At::Value(value),
                message,
            )
            .help_with(format_args!(
                "`{HTTP_HANDLER}` goes with `{OPENAI_HTTP}`, the others with `{SPAWN}`"
            ));
    }
}

/// Whether a path of a URL begins with exactly one slash and cannot change the host (B-1).
fn is_absolute_path(path: &[u8]) -> bool {
    path.first() == Some(&b'/')
        && path.get(1) != Some(&b'/')
        && !path
            .iter()
            .any(|byte| *byte == b'\\' || *byte < 0x20 || *byte == 0x7F)
        && !CodePoints::new(path).any(|point| (0x80..0xA0).contains(&point))
}

#[inline(never)]
fn url_path<'d>(checker: &mut Checker<'d>, path: &Path<'_>, value: Option<Value<'d>>) {
    if let Some(value) = value
        && let Some(text) = value.as_str()
        && !text.is_empty()
        && !is_absolute_path(&text.wtf8())
    {
        let message = format_args!(
            "the path {} could change the host it is glued to",
            quote(text)
        );
        checker
            .hazard(
                Code::PathNotAbsolute,
                "B-1",
                path,
                At::Value(value),
                message,
            )
            .help("begin it with exactly one `/`; no `\\` and no control characters");
    }
}

/// A program with a separator in its name that is no absolute path would be found in the repository (Y-1).
#[inline(never)]
fn binary<'d>(checker: &mut Checker<'d>, path: &Path<'_>, value: Option<Value<'d>>) {
    unsafe_text(checker, path, value);
    let Some((value, text)) = value.and_then(|value| Some((value, value.as_str()?))) else {
        return;
    };
    let name = text.wtf8();
    let trimmed = trim_js(&name);
    if trimmed.is_empty() {
        if !name.is_empty() {
            let message = format_args!("the name of the program is only white space");
            checker
                .advice(Code::BlankBinary, "VB-8", path, At::Value(value), message)
                .help("name the program");
        }
        return;
    }
    if is_relative_program(trimmed) {
        let message = format_args!(
            "the program {} would be looked up inside the repository under review",
            quote(text)
        );
        checker
            .hazard(Code::BinaryRelative, "Y-1", path, At::Value(value), message)
            .help("give a bare name, which is looked up on PATH, or an absolute path");
    }
}

#[inline(never)]
fn probed<'d>(
    checker: &mut Checker<'d>,
    path: &Path<'_>,
    lane: &Lane<'_, 'd>,
    probe: &Members<'_, 'd>,
) {
    binary(checker, &path.name("binary"), probe.get("binary"));
    if !probe
        .get("kind")
        .map(Value::text)
        .unwrap_or_default()
        .is(HTTP_REACHABLE)
    {
        return;
    }
    url_path(checker, &path.name("path"), probe.get("path"));
    let key = probe
        .get("hostConfigKey")
        .and_then(|value| Some((value, value.as_str()?)));
    let lane_key = lane
        .invoke
        .as_ref()
        .and_then(|invoke| invoke.get("hostConfigKey")?.as_str());
    if lane.transport.is(OPENAI_HTTP)
        && let (Some((value, key)), Some(lane_key)) = (key, lane_key)
        && key != lane_key
    {
        let message = format_args!(
            "the probe asks the host of {}, the lane talks to that of {}",
            quote(key),
            quote(lane_key)
        );
        checker
            .hazard(
                Code::ProbeHostDiffers,
                "B-8",
                &path.name("hostConfigKey"),
                At::Value(value),
                message,
            )
            .help("name the same key in `probe` and `invoke`");
    }
}

/// Names that `invoke` does not know; the peer lets them pass.
#[inline(never)]
fn unknown_members<'d>(checker: &mut Checker<'d>, path: &Path<'_>, invoke: &Members<'_, 'd>) {
    let names: Vec<&str> = invoke.table.names().collect();
    for (name, value) in invoke.strangers() {
        if is_reserved_member(checker, path, (name, value)) {
            continue;
        }
        let message = format_args!("nothing reads the field {} of `invoke`", quote(name));
        let help = checker.nearest(name, &names).map_or_else(
            || "it is bound by the signature all the same; remove it".to_string(),
            |near| format!("did you mean `{near}`?"),
        );
        checker
            .advice(
                Code::UnknownInvokeField,
                "VB-8",
                &path.bare(name),
                At::Key(value),
                message,
            )
            .help(&help);
    }
}

#[inline(never)]
fn program<'d>(checker: &mut Checker<'d>, path: &Path<'_>, invoke: &Members<'_, 'd>) {
    binary(checker, &path.name("binary"), invoke.get("binary"));
    let Some(args) = invoke.get("args") else {
        return;
    };
    let path = &path.name("args");
    for arg in args.items() {
        no_nul(checker, path, arg);
        let text = arg.text();
        let content = text.wtf8();
        if !content.contains(&b'{') || PLACEHOLDERS.iter().any(|placeholder| text.is(placeholder)) {
            continue;
        }
        let holds = |placeholder: &&str| {
            content
                .windows(placeholder.len())
                .any(|part| part == placeholder.as_bytes())
        };
        if let Some(placeholder) = PLACEHOLDERS.iter().find(|placeholder| holds(placeholder)) {
            let message = format_args!(
                "`{placeholder}` is filled in only where it is a whole argument; in {} it stays as it is",
                quote(text)
            );
            checker
                .advice(
                    Code::EmbeddedPlaceholder,
                    "VB-8",
                    path,
                    At::Value(arg),
                    message,
                )
                .help("make the placeholder an argument of its own");
        } else if holds(&"{{") && holds(&"}}") {
            let message = format_args!(
                "nothing fills in {}; it is handed over as it is",
                quote(text)
            );
            checker
                .advice(
                    Code::UnknownPlaceholder,
                    "VB-8",
                    path,
                    At::Value(arg),
                    message,
                )
                .help_with(format_args!("known are {}", list(PLACEHOLDERS)));
        }
    }
}

/// Whether prompt, output, model and effort reach the program at all (VB-8, B-15, B-22).
#[inline(never)]
fn reach<'d>(
    checker: &mut Checker<'d>,
    path: &Path<'_>,
    lane: &Lane<'_, 'd>,
    invoke: &Members<'_, 'd>,
) {
    let text = |name| invoke.get(name).map(Value::text).unwrap_or_default();
    let args = invoke.get("args").filter(|value| value.is_array());
    let Some(args) = args else { return };
    let has = |placeholder: &str| args.items().any(|arg| arg.text().is(placeholder));
    let set =
        |object: &Members<'_, 'd>, name| object.get(name).filter(|value| !value.text().is_empty());

    let channel = text("promptChannel");
    if (channel.is("argv") || channel.is("argv-file-ref")) && !has("{{prompt}}") {
        let message = format_args!(
            "`promptChannel` is {}, but `args` has no `{{{{prompt}}}}`: the program never sees the prompt",
            quote(channel)
        );
        checker
            .advice(
                Code::PromptUnreachable,
                "VB-8",
                &path.name("args"),
                At::Value(args),
                message,
            )
            .help("add the argument `{{prompt}}`, or use `promptChannel: stdin`");
    }
    if text("outputChannel").is(FILE_ARG) && !has("{{output}}") {
        let message = format_args!(
            "`outputChannel` is `file-arg`, but `args` has no `{{output}}`: the program is never told where to write"
        );
        checker
            .advice(
                Code::OutputUnreachable,
                "VB-8",
                &path.name("args"),
                At::Value(args),
                message,
            )
            .help("add the argument `{{output}}`");
    }
    let (model_key, model_arg) = (set(lane.body, "modelConfigKey"), set(invoke, "modelArg"));
    let model = match (model_key, model_arg) {
        (Some(key), None) => Some((key, "`modelConfigKey` is set, but `invoke.modelArg` is not")),
        (None, Some(arg)) => Some((arg, "`invoke.modelArg` is set, but `modelConfigKey` is not")),
        (Some(key), Some(_)) if !has("{{model}}") => Some((key, "`args` has no `{{model}}`")),
        _ => None,
    };
    if let Some((value, why)) = model {
        let message = format_args!("a configured model never reaches the program: {why}");
        checker
            .advice(Code::ModelUnreachable, "VB-8", &Path::ROOT, At::Value(value), message)
            .help("a lane with a model has `modelConfigKey`, `invoke.modelArg` and the argument `{{model}}`");
    }
    effort(checker, lane, text("effortChannel"), has("{{effort}}"));
}

#[inline(never)]
fn effort<'d>(checker: &mut Checker<'d>, lane: &Lane<'_, 'd>, channel: Str<'d>, placed: bool) {
    let key = lane
        .body
        .get("effortConfigKey")
        .filter(|value| !value.text().is_empty());
    let slug = lane.body.get("slug").map(Value::text).unwrap_or_default();
    let why = if channel.is("env") {
        "nothing puts an effort into the environment yet"
    } else if channel.is("argv") && !placed {
        "`args` has no `{{effort}}`"
    } else if channel.is("argv") && key.is_none() {
        "`effortConfigKey` is not set"
    } else if key.is_some() && !channel.is("argv") {
        "`invoke.effortChannel` is not `argv`"
    } else if key.is_some() && !EFFORT_SLUGS.iter().any(|known| slug.is(known)) {
        "how this program spells an effort is not known"
    } else {
        return;
    };
    let Some(value) = key.or_else(|| {
        lane.invoke
            .as_ref()
            .and_then(|invoke| invoke.get("effortChannel"))
    }) else {
        return;
    };
    let message = format_args!("a configured effort never reaches the program: {why}");
    checker
        .advice(
            Code::EffortUnreachable,
            "VB-8",
            &Path::ROOT,
            At::Value(value),
            message,
        )
        .help_with(format_args!(
            "efforts are rendered for {}; elsewhere set `effortChannel: none`",
            list(EFFORT_SLUGS)
        ));
}

/// Variables that redirect traffic, and names that Windows takes for one (VB-8).
#[inline(never)]
fn environment<'d>(checker: &mut Checker<'d>, path: &Path<'_>, env: Value<'d>) {
    let entries: Vec<(Str<'d>, Value<'d>)> = env.entries().collect();
    let upper = |name: Str<'_>| name.wtf8().to_ascii_uppercase();
    let names = entries.iter().map(|(name, _)| Cow::Owned(upper(*name)));
    let index = Index::new(names.collect());
    for (place, &(name, value)) in entries.iter().enumerate() {
        no_nul(checker, &path.bare(name), value);
        let upper = upper(name);
        let redirects = upper.ends_with(b"_PROXY")
            || upper.ends_with(b"_BASE_URL")
            || upper.starts_with(b"SSL_CERT_")
            || upper.starts_with(b"NODE_TLS_");
        if redirects {
            let message = format_args!(
                "{} decides where the program's traffic goes or whom it trusts",
                quote(name)
            );
            checker
                .advice(Code::EnvEgress, "VB-8", &path.bare(name), At::Key(value), message)
                .help("leave it to the user's own environment, or say in the description why it is needed");
        }
        let first = index.find(&upper).filter(|first| *first != place);
        if let Some(&(_, before)) = first.and_then(|first| entries.get(first)) {
            let message = format_args!(
                "{} differs from an earlier name only in case; on Windows they are one",
                quote(name)
            );
            checker
                .advice(
                    Code::EnvCaseClash,
                    "VB-8",
                    &path.bare(name),
                    At::Key(value),
                    message,
                )
                .help("keep one of the two")
                .related(before, "the earlier name");
        }
    }
}

#[inline(never)]
fn server<'d>(checker: &mut Checker<'d>, path: &Path<'_>, invoke: &Members<'_, 'd>) {
    url_path(checker, &path.name("path"), invoke.get("path"));
    if let Some(value) = invoke
        .get("fallbackModel")
        .filter(|value| value.as_str().is_none())
    {
        let message = format_args!("found {}; a fallback model is a text", Found(value));
        checker
            .advice(
                Code::WrongType,
                "VB-8",
                &path.name("fallbackModel"),
                At::Value(value),
                message,
            )
            .help("without a text the fallback is `local-model`");
    }
    let Some(value) = invoke.get("defaultHost") else {
        return;
    };
    let path = &path.name("defaultHost");
    let Some(host) = value.as_str() else {
        let message = format_args!("found {}; a default host is a text", Found(value));
        checker
            .advice(Code::WrongType, "VB-8", path, At::Value(value), message)
            .help("without a text the lane has no default host");
        return;
    };
    let content = host.wtf8();
    if content.is_empty() {
        return;
    }
    if let Some(why) = unsafe_host(host, &content) {
        let message = format_args!("the default host {} {why}", quote(host));
        checker
            .hazard(
                Code::DefaultHostUnsafe,
                "Y-1",
                path,
                At::Value(value),
                message,
            )
            .help(
                "write an address such as `http://localhost:11434` or `https://models.example.com`",
            );
    } else if !plainly_local(&content)
        && host.to_str().is_some_and(|host| is_plaintext_egress(&host))
    {
        let message = format_args!("the plan would travel to {} unencrypted", quote(host));
        checker
            .advice(
                Code::PlaintextEgress,
                "Y-3",
                path,
                At::Value(value),
                message,
            )
            .help("use https for servers on other machines");
    }
}

/// The common case, told without a URL parser: this machine by name or address, and perhaps a port.
fn plainly_local(content: &[u8]) -> bool {
    let local: [&[u8]; 2] = [b"http://localhost", b"http://127.0.0.1"];
    local.iter().any(|local| {
        content.strip_prefix(*local).is_some_and(|rest| match rest {
            [] => true,
            [b':', port @ ..] => {
                (1..=4).contains(&port.len()) && port.iter().all(u8::is_ascii_digit)
            }
            _ => false,
        })
    })
}

/// Why a host is not a plain address.
pub(crate) fn unsafe_host(host: Str<'_>, content: &[u8]) -> Option<&'static str> {
    let after_scheme = |scheme: &[u8]| {
        let (head, rest) = content.split_at_checked(scheme.len())?;
        head.eq_ignore_ascii_case(scheme).then_some(rest)
    };
    let Some(rest) = after_scheme(b"http://").or_else(|| after_scheme(b"https://")) else {
        return Some("is no absolute http or https address");
    };
    if has_hidden(host) {
        return Some("holds characters that cannot be seen");
    }
    if rest.contains(&b'\\') {
        return Some("holds a backslash, which browsers read as a slash");
    }
    if rest.contains(&b'?') || rest.contains(&b'#') {
        return Some("holds a query or a fragment");
    }
    let authority = rest.split(|&byte| byte == b'/').next().unwrap_or_default();
    if authority.contains(&b'@') {
        return Some("holds a user part, so that the true host is what follows the `@`");
    }
    let named = !authority.is_empty() && !authority.starts_with(b":") && !rest.contains(&b' ');
    let parses = || {
        host.to_str()
            .is_some_and(|host| Url::parse(&host).is_some())
    };
    (!named || !(plainly_local(content) || parses()))
        .then_some("names no host that could be reached")
}
