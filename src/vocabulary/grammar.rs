//! The regular grammars: a pattern for people and schemas, a matcher for the validator.
//!
//! Matchers are written by hand because a regular expression engine would cost more wasm than everything else
//! together; a test holds each one against its pattern.

use core::fmt;

/// A whole-string grammar over ASCII classes (J-7).
pub struct Grammar {
    /// What a match is, in words: "an id of lower-case letters …".
    pub words: &'static str,
    /// The same as an ECMAScript pattern.
    pub pattern: &'static str,
    /// The rule that states it.
    pub rule: &'static str,
    /// Whether the content of a string (WTF-8) matches.
    pub matches: fn(&[u8]) -> bool,
}

impl fmt::Debug for Grammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.pattern)
    }
}

/// All grammars, by name.
pub const ALL: &[(&str, &Grammar)] = &[
    ("capabilityId", &CAPABILITY_ID),
    ("slug", &SLUG),
    ("flag", &FLAG),
    ("envName", &ENV_NAME),
    ("version", &VERSION),
    ("range", &RANGE),
    ("integrity", &INTEGRITY),
    ("module", &MODULE),
    ("hookScript", &HOOK_SCRIPT),
    ("hookMatcher", &HOOK_MATCHER),
    ("dotFolder", &DOT_FOLDER),
    ("instanceName", &INSTANCE_NAME),
    ("reviewerName", &REVIEWER_NAME),
];

/// A capability id (V-3).
pub static CAPABILITY_ID: Grammar = Grammar {
    words: "a lower-case letter followed by lower-case letters, digits and dashes",
    pattern: "^[a-z][a-z0-9-]*$",
    rule: "V-3",
    matches: |text| head_tail(text, u8::is_ascii_lowercase, |b| lower(b) || *b == b'-'),
};

/// A lane slug (R-1).
pub static SLUG: Grammar = Grammar {
    words: "a lower-case letter or digit followed by lower-case letters, digits, dashes and underscores",
    pattern: "^[a-z0-9][a-z0-9_-]*$",
    rule: "R-1",
    matches: |text| head_tail(text, lower, |b| lower(b) || matches!(b, b'-' | b'_')),
};

/// A command line flag (R-2).
pub static FLAG: Grammar = Grammar {
    words: "two dashes, then a lower-case letter or digit, then lower-case letters, digits and dashes",
    pattern: "^--[a-z0-9][a-z0-9-]*$",
    rule: "R-2",
    matches: |text| match text {
        [b'-', b'-', name @ ..] => head_tail(name, lower, |b| lower(b) || *b == b'-'),
        _ => false,
    },
};

/// The name of an environment variable (R-41).
pub static ENV_NAME: Grammar = Grammar {
    words: "a letter or underscore followed by letters, digits and underscores",
    pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
    rule: "R-41",
    matches: |text| {
        head_tail(
            text,
            |b| b.is_ascii_alphabetic() || *b == b'_',
            |b| b.is_ascii_alphanumeric() || *b == b'_',
        )
    },
};

/// A `SemVer` 2.0.0 version (V-9).
pub static VERSION: Grammar = Grammar {
    words: "a SemVer version such as 1.2.3 or 1.2.3-rc.1",
    pattern: r"^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\.(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$",
    rule: "V-9",
    matches: is_version,
};

/// A plausible version range (V-11).
pub static RANGE: Grammar = Grammar {
    words: "a version range such as `>=1.8.0` or `^2.1.0 || 3.x`",
    pattern: r"^([A-Za-z.\-+ |<>=~^*()]*[0-9][0-9A-Za-z.\-+ |<>=~^*()]*| *[*xX] *)$",
    rule: "V-11",
    matches: is_range,
};

/// A sub-resource integrity value (V-13).
pub static INTEGRITY: Grammar = Grammar {
    words: "`sha512-` followed by the 88 characters of a base64 digest",
    pattern: r"^sha512-[A-Za-z0-9+/]{86}==$",
    rule: "V-13",
    matches: |text| {
        text.strip_prefix(b"sha512-")
            .and_then(|digest| digest.strip_suffix(b"=="))
            .is_some_and(|digest| {
                digest.len() == 86
                    && digest
                        .iter()
                        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/'))
            })
    },
};

/// The module of a command family (F-4).
pub static MODULE: Grammar = Grammar {
    words: "the name of a `.cjs` file, of letters, digits, dots, dashes and underscores",
    pattern: r"^[A-Za-z0-9._-]+\.cjs$",
    rule: "F-4",
    matches: |text| {
        text.strip_suffix(b".cjs").is_some_and(|name| {
            !name.is_empty()
                && name
                    .iter()
                    .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
        })
    },
};

/// The script of a hook (F-7).
pub static HOOK_SCRIPT: Grammar = Grammar {
    words: "a path inside the bundle, of letters, digits, `.`, `_`, `-` and `/`: not absolute, no `..`, no segment \
            that starts with `-`, nothing in a Python cache and no `.pyc` or `.pyo` file",
    pattern: r"^(?!/)(?!(.*/)?(\.\.|-[^/]*|__pycache__|\.pytest_cache)(/|$))(?!.*\.[pP][yY][cCoO]/*$)[A-Za-z0-9._/-]+$",
    rule: "F-7",
    matches: is_hook_script,
};

/// The matcher of a hook (F-8).
pub static HOOK_MATCHER: Grammar = Grammar {
    words: "a text that is not empty, without control characters",
    pattern: r"^[^\x00-\x1F\x7F]+$",
    rule: "F-8",
    matches: |text| !text.is_empty() && text.iter().all(|b| *b >= 0x20 && *b != 0x7F),
};

/// A folder whose name begins with a dot (H-2).
pub static DOT_FOLDER: Grammar = Grammar {
    words: "a text that begins with a dot, such as `.claude`",
    pattern: r"^\.",
    rule: "H-2",
    matches: |text| text.first() == Some(&b'.'),
};

/// The name of a reviewer instance (L-114).
pub static INSTANCE_NAME: Grammar = Grammar {
    words: "a lower-case letter or digit followed by lower-case letters, digits and dashes",
    pattern: "^[a-z0-9][a-z0-9-]*$",
    rule: "L-114",
    matches: |text| head_tail(text, lower, |b| lower(b) || *b == b'-'),
};

/// What the configuration may call a reviewer (L-113).
pub static REVIEWER_NAME: Grammar = Grammar {
    words: "letters, digits, dashes and underscores",
    pattern: "^[A-Za-z0-9_-]+$",
    rule: "L-113",
    matches: |text| {
        let named = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
        head_tail(text, named, named)
    },
};

#[allow(clippy::trivially_copy_pass_by_ref)] // the shape that iterators over bytes ask for
fn lower(byte: &u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit()
}

fn head_tail(text: &[u8], head: fn(&u8) -> bool, tail: fn(&u8) -> bool) -> bool {
    text.split_first()
        .is_some_and(|(first, rest)| head(first) && rest.iter().all(tail))
}

fn is_number(text: &[u8]) -> bool {
    match text {
        [b'0'] => true,
        [b'0', ..] | [] => false,
        digits => digits.iter().all(u8::is_ascii_digit),
    }
}

fn is_identifier(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'-')
}

fn is_version(text: &[u8]) -> bool {
    let (text, build) = match text.iter().position(|&b| b == b'+') {
        Some(at) => (text.get(..at).unwrap_or_default(), text.get(at + 1..)),
        None => (text, None),
    };
    let (core, pre) = match text.iter().position(|&b| b == b'-') {
        Some(at) => (text.get(..at).unwrap_or_default(), text.get(at + 1..)),
        None => (text, None),
    };
    let dotted = |text: &[u8], part: fn(&[u8]) -> bool| text.split(|&b| b == b'.').all(part);
    let pre_part = |part: &[u8]| {
        is_identifier(part) && (is_number(part) || !part.iter().all(u8::is_ascii_digit))
    };
    core.split(|&b| b == b'.').count() == 3
        && dotted(core, is_number)
        && pre.is_none_or(|pre| dotted(pre, pre_part))
        && build.is_none_or(|build| dotted(build, is_identifier))
}

fn is_hook_script(text: &[u8]) -> bool {
    let allowed = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'/' | b'-');
    let refused = |segment: &[u8]| {
        segment == b".."
            || segment.first() == Some(&b'-')
            || segment == b"__pycache__"
            || segment == b".pytest_cache"
    };
    let mut end = text;
    while let Some(shorter) = end.strip_suffix(b"/") {
        end = shorter;
    }
    let compiled = end.last_chunk::<4>().is_some_and(|suffix| {
        suffix.eq_ignore_ascii_case(b".pyc") || suffix.eq_ignore_ascii_case(b".pyo")
    });
    !text.is_empty()
        && text.first() != Some(&b'/')
        && text.iter().all(allowed)
        && !text.split(|&b| b == b'/').any(refused)
        && !compiled
}

fn is_range(text: &[u8]) -> bool {
    let allowed = |b: &u8| b.is_ascii_alphanumeric() || b".-+ |<>=~^*()".contains(b);
    let bare = text.trim_ascii();
    text.iter().all(allowed)
        && (text.iter().any(u8::is_ascii_digit) || matches!(bare, b"*" | b"x" | b"X"))
}
