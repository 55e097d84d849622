//! The install policy: where a capability may come from, what it may be called, which hosts it runs on, and what an
//! installation has to ask (T-40 … T-51).

mod engines;
mod install;
mod range;
mod reserved;
mod source;
mod spec;

use alloc::borrow::Cow;

pub use engines::{EnginesCheck, SatisfiedBy, check_engines};
pub use install::{BlockCode, BlockReason, InstallTrust, Request, evaluate_install_trust};
pub use range::{is_stable_triplet, satisfies, semver_satisfies, version_core};
pub use reserved::{check_reserved_namespace, reserved_namespace};
pub use source::{Refusal, Source, SourceVerdict, evaluate_source};
pub use spec::{
    ParsedSpec, Platform, SpecKind, SpecProblem, integrity_pin, parse_spec, with_parsed,
};

use crate::json::Str;
use crate::json::trim_text as trim;

/// The content as text; U+FFFD stands for unpaired surrogates, which nothing here gives a meaning.
#[inline(never)]
fn plain(text: Str<'_>) -> Cow<'_, str> {
    text.to_str().unwrap_or_else(|| Cow::Owned(text.to_lossy()))
}

fn is_space(character: char) -> bool {
    crate::json::is_js_space(u32::from(character))
}
