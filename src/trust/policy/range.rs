//! Versions and ranges of the host (T-48, T-49, TB-9). This is not the grammar of npm.

use super::{is_space, plain, trim};
use crate::json::{Str, Value, parse_double};
use crate::search::split;

/// Major, minor and patch; doubles, as in the peer.
pub(super) type Core = [f64; 3];

/// Whether a version satisfies a range (T-49). Of values, only texts have a meaning: any other version counts as
/// 0.0.0 (T-48), any other range is never satisfied.
#[must_use]
pub fn semver_satisfies(version: Option<Value<'_>>, range: Option<Value<'_>>) -> bool {
    let version = version.map_or(Str::EMPTY, Value::text);
    range
        .and_then(Value::as_str)
        .is_some_and(|range| satisfies(&plain(version), &plain(range)))
}

/// Whether a version satisfies a range (T-49).
#[must_use]
pub fn satisfies(version: &str, range: &str) -> bool {
    holds(core(version), range)
}

/// Major, minor and patch of a version (T-48); whatever the text is, three numbers come out.
#[must_use]
pub fn version_core(version: &str) -> [f64; 3] {
    core(version)
}

/// Whether a version is three numbers and nothing else, a leading `v` apart: no pre-release, no build.
#[must_use]
pub fn is_stable_triplet(version: &str) -> bool {
    let mut parts = version.strip_prefix('v').unwrap_or(version).split('.');
    let all = [(); 3].map(|()| parts.next());
    all.into_iter().all(|part| part.and_then(number).is_some()) && parts.next().is_none()
}

/// Whether a version satisfies one of the sets of a range.
pub(super) fn holds(version: Core, range: &str) -> bool {
    split(range, "||")
        .map(trim)
        .filter(|set| !set.is_empty())
        .any(|set| {
            set.split(is_space)
                .filter(|token| !token.is_empty())
                .all(|token| Bounds::parse(token).is_some_and(|bounds| bounds.hold(version)))
        })
}

/// The core of a version (T-48): whatever the text is, three numbers come out.
pub(super) fn core(version: &str) -> Core {
    let version = trim(version);
    let version = version.strip_prefix('v').unwrap_or(version);
    let last_line = version.rfind(is_line_end).unwrap_or(0);
    let cut = version
        .get(last_line..)
        .and_then(|tail| tail.find(['-', '+']))
        .map_or(version.len(), |at| last_line + at);
    let mut parts = version.get(..cut).unwrap_or_default().split('.');
    [(); 3].map(|()| parts.next().map_or(0.0, leading_number))
}

fn is_line_end(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

fn leading_number(part: &str) -> f64 {
    let part = part.trim_start_matches(is_space);
    let digits = part
        .split(|character: char| !character.is_ascii_digit())
        .next();
    digits.and_then(number).unwrap_or(0.0)
}

/// Digits as the nearest double; no digits, no number.
fn number(digits: &str) -> Option<f64> {
    let numeric = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    numeric.then(|| parse_double(digits.as_bytes()))
}

/// The versions that a comparator admits.
struct Bounds {
    from: From,
    to: To,
}

/// Where they begin.
enum From {
    Start,
    At(Core),
    After(Core),
}

/// Where they end.
enum To {
    End,
    At(Core),
    Before(Core),
}

impl Bounds {
    fn new(from: From, to: To) -> Self {
        Self { from, to }
    }

    /// Reads a comparator; nothing may stand between the operator and the version.
    fn parse(token: &str) -> Option<Self> {
        let version = token.trim_start_matches(['<', '>', '=', '^', '~']);
        let operator = token.strip_suffix(version).unwrap_or_default();
        let Partial { core, count } = Partial::parse(version)?;
        let [major, minor, patch] = core;
        let below = |end: Core| Some(Self::new(From::At(core), To::Before(end)));
        let next_major = [major + 1.0, 0.0, 0.0];
        let next_minor = [major, minor + 1.0, 0.0];
        match operator {
            "" | "=" => match count {
                0 => Some(Self::new(From::Start, To::End)),
                1 => below(next_major),
                2 => below(next_minor),
                _ => Some(Self::new(From::At(core), To::At(core))),
            },
            "^" if major > 0.0 => below(next_major),
            "^" if minor > 0.0 => below(next_minor),
            "^" => below([0.0, 0.0, patch + 1.0]),
            "~" if count >= 2 => below(next_minor),
            "~" => below(next_major),
            _ if count == 0 => None,
            ">=" => Some(Self::new(From::At(core), To::End)),
            ">" => Some(Self::new(From::After(core), To::End)),
            "<=" => Some(Self::new(From::Start, To::At(core))),
            "<" => Some(Self::new(From::Start, To::Before(core))),
            _ => None,
        }
    }

    fn hold(&self, version: Core) -> bool {
        let begun = match self.from {
            From::Start => true,
            From::At(first) => version >= first,
            From::After(last) => version > last,
        };
        begun
            && match self.to {
                To::End => true,
                To::At(last) => version <= last,
                To::Before(end) => version < end,
            }
    }
}

/// A version of a range, of which parts may be left open.
struct Partial {
    /// The numbers; what is open is zero.
    core: Core,
    /// How many parts are numbers.
    count: usize,
}

impl Partial {
    fn parse(version: &str) -> Option<Self> {
        let version = version.strip_prefix('v').unwrap_or(version);
        let version = version.split(['-', '+']).next()?;
        let mut partial = Self {
            core: [0.0; 3],
            count: 0,
        };
        let mut places = partial.core.iter_mut();
        let mut open = false;
        for part in version.split('.') {
            let place = places.next()?;
            if matches!(part, "x" | "X" | "*") {
                open = true;
            } else {
                // After an open part only open parts; and an empty one is none (TB-9).
                *place = number(part).filter(|_| !open)?;
                partial.count += 1;
            }
        }
        Some(partial)
    }
}

#[cfg(test)]
mod tests {
    use super::{core, satisfies};

    #[test]
    fn empty_versions_are_unparseable() {
        for range in ["-", "-x", "+x", "v", "v-1", ">=", "^", "~-1", "=", "1 -"] {
            assert!(!satisfies("1.0.0", range), "{range}");
            assert!(!satisfies("0.0.0", range), "{range}");
        }
    }

    #[test]
    #[allow(clippy::float_cmp)] // small whole numbers are exact
    fn the_suffix_is_cut_on_the_last_line_only() {
        assert_eq!(core("1-2\n.3.4"), [1.0, 3.0, 4.0]);
        assert_eq!(core("1.2\u{2028}.3-4.5"), [1.0, 2.0, 3.0]);
        assert_eq!(core("1. 2.\u{a0}3x"), [1.0, 2.0, 3.0]);
        assert_eq!(core("-1.2"), [0.0; 3]);
        assert_eq!(core("vv1.2.3"), [0.0, 2.0, 3.0]);
    }

    #[test]
    fn numbers_are_doubles() {
        let huge = "9".repeat(400);
        assert!(satisfies(&huge, &std::format!("{huge}.0.0")));
        assert!(satisfies("9007199254740993.0.0", "=9007199254740992.0.0"));
        assert!(!satisfies("9007199254740992", "9007199254740992"));
    }
}
