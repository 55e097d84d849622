//! What a source specification means (T-40, T-61, TB-17).

use serde::Serialize;

use super::{is_space, trim};
use crate::json::Value;
use crate::trust::IntegrityPin;
use crate::vocabulary::policy::{GIT_SCHEMES, UNSAFE_IN_SPEC};

/// Whose absolute paths are local.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Platform {
    /// A leading slash.
    #[default]
    Posix,
    /// A leading slash of either kind, or a drive with one.
    Windows,
}

/// How a source is fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SpecKind {
    /// A folder of this machine.
    Local,
    /// A package of the npm registry.
    Npm,
    /// An archive behind a URL.
    Tarball,
    /// A git repository behind a URL.
    Git,
    /// A name in a registry of capabilities.
    Registry,
}

impl SpecKind {
    /// The stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Npm => "npm",
            Self::Tarball => "tarball",
            Self::Git => "git",
            Self::Registry => "registry",
        }
    }
}

/// A source specification, taken apart (T-40).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ParsedSpec<'t> {
    /// How it is fetched.
    pub kind: SpecKind,
    /// What is fetched.
    pub target: &'t str,
    /// What follows the first `#` of a git source.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<&'t str>,
    /// What git is asked for: the same without the prefix of a pinned commit, which git does not know (TB-17).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<&'t str>,
    /// The text as it was given.
    pub raw: &'t str,
}

/// Why a text is no source specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SpecProblem {
    /// It is no text.
    NotText,
    /// There is nothing in it.
    Empty,
    /// It holds half of a surrogate pair; no file, host or package is called so.
    IllFormed,
    /// Nothing follows `npm:`.
    NpmName,
    /// The name of a package holds a character that a shell gives a meaning.
    UnsafeName,
    /// A git source is fetched by none of the schemes that are allowed.
    GitScheme,
    /// A git revision is an option, or holds a character that a shell gives a meaning.
    UnsafeRevision,
    /// It has none of the known forms.
    Unknown,
}

/// Reads the text of a value as [`parse_spec`] does, and lets `then` have what came of it.
pub fn with_parsed<T>(
    spec: Option<Value<'_>>,
    platform: Platform,
    then: impl FnOnce(Result<ParsedSpec<'_>, SpecProblem>) -> T,
) -> T {
    let Some(text) = spec.and_then(Value::as_str) else {
        return then(Err(SpecProblem::NotText));
    };
    match text.to_str() {
        Some(text) => then(parse_spec(&text, platform)),
        None => then(Err(SpecProblem::IllFormed)),
    }
}

/// Takes a source specification apart (T-40); the first form that fits counts.
///
/// # Errors
/// Why the text is none.
pub fn parse_spec(raw: &str, platform: Platform) -> Result<ParsedSpec<'_>, SpecProblem> {
    let spec = trim(raw);
    let parsed = |kind, target| ParsedSpec {
        kind,
        target,
        reference: None,
        revision: None,
        raw,
    };
    if spec.is_empty() {
        Err(SpecProblem::Empty)
    } else if spec.starts_with("./") || spec.starts_with("../") || is_absolute(spec, platform) {
        Ok(parsed(SpecKind::Local, spec))
    } else if let Some(package) = spec.strip_prefix("npm:") {
        match package {
            "" => Err(SpecProblem::NpmName),
            _ if package.contains(is_unsafe) => Err(SpecProblem::UnsafeName),
            _ => Ok(parsed(SpecKind::Npm, package)),
        }
    } else if is_url_ending(spec, &[".tgz", ".tar.gz"]) {
        Ok(parsed(SpecKind::Tarball, spec))
    } else if is_git(spec) {
        git(spec, parsed(SpecKind::Git, spec))
    } else if spec.starts_with(is_name_start) && !spec.starts_with("http") {
        Ok(parsed(SpecKind::Registry, spec))
    } else {
        Err(SpecProblem::Unknown)
    }
}

fn is_absolute(path: &str, platform: Platform) -> bool {
    let slash = |byte: u8| byte == b'/' || byte == b'\\';
    match (platform, path.as_bytes()) {
        (_, [b'/', ..]) => true,
        (Platform::Posix, _) | (Platform::Windows, []) => false,
        (Platform::Windows, [drive, b':', next, ..]) if drive.is_ascii_alphabetic() => slash(*next),
        (Platform::Windows, [first, ..]) => slash(*first),
    }
}

/// Whether a character may not stand in a package name or a git revision.
fn is_unsafe(character: char) -> bool {
    UNSAFE_IN_SPEC.chars().any(|known| known == character) || is_space(character)
}

fn is_name_start(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '@' | '/' | '_' | '-')
}

/// Whether a text is `http(s)://`, at least one character, and one of the endings; case does not matter.
fn is_url_ending(spec: &str, endings: &[&str]) -> bool {
    let rest = ["http://", "https://"]
        .iter()
        .find_map(|scheme| strip_prefix_any_case(spec, scheme));
    rest.is_some_and(|rest| {
        endings.iter().any(|ending| {
            let split = rest.len().checked_sub(ending.len());
            let tail = split.filter(|at| *at > 0).and_then(|at| rest.get(at..));
            tail.is_some_and(|tail| tail.eq_ignore_ascii_case(ending))
        })
    })
}

fn strip_prefix_any_case<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let (start, rest) = text.split_at_checked(prefix.len())?;
    start.eq_ignore_ascii_case(prefix).then_some(rest)
}

fn is_git(spec: &str) -> bool {
    let plain_url = spec.starts_with("http://") || spec.starts_with("https://");
    spec.starts_with("git+") || is_url_ending(spec, &[".git"]) || (plain_url && spec.contains('#'))
}

fn git<'t>(spec: &'t str, mut parsed: ParsedSpec<'t>) -> Result<ParsedSpec<'t>, SpecProblem> {
    let spec = spec.strip_prefix("git+").unwrap_or(spec);
    parsed.target = spec;
    if let Some((target, reference)) = spec.split_once('#') {
        parsed.target = target;
        parsed.reference = Some(reference);
        let revision = pinned_commit(reference).unwrap_or(reference);
        parsed.revision = (!revision.is_empty()).then_some(revision);
        if reference.starts_with('-') || reference.contains(is_unsafe) {
            return Err(SpecProblem::UnsafeRevision);
        }
    }
    let allowed = |scheme: &&str| strip_prefix_any_case(parsed.target, scheme).is_some();
    if GIT_SCHEMES.iter().any(allowed) {
        Ok(parsed)
    } else {
        Err(SpecProblem::GitScheme)
    }
}

/// The hexadecimal digits behind `sha:`.
fn pinned_commit(reference: &str) -> Option<&str> {
    let digits = reference.strip_prefix("sha:")?;
    let hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    (hexadecimal && !digits.is_empty()).then_some(digits)
}

/// How a source is pinned (T-61): by a digest that was given, else by a full commit (TB-17).
#[must_use]
pub fn integrity_pin(spec: &ParsedSpec<'_>, integrity: Option<&str>) -> IntegrityPin {
    let commit = spec.reference.and_then(pinned_commit);
    if integrity.is_some_and(|digest| !digest.is_empty()) {
        IntegrityPin::Sha512
    } else if commit.is_some_and(|digits| matches!(digits.len(), 40 | 64)) {
        IntegrityPin::GitCommit
    } else {
        IntegrityPin::None
    }
}
