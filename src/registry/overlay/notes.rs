//! What is accepted and still worth a word: overlapping keys, sections that look alike (VB-4, VB-9).

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::claims::Claims;
use super::super::findings::CollisionKind;
use super::super::index::Index;
use super::super::names::Map;
use super::super::text::Text;
use crate::diagnostic::{Diagnostic, Severity};
use crate::json::{is_js_space, push_token};
use crate::vocabulary::codes::Code;
use crate::vocabulary::registry::MAX_KEY_SEGMENTS;

/// The sections of accepted lanes, as they look.
#[derive(Default)]
pub(super) struct Sections<'d>(Map<'d, (Text<'d>, Text<'d>)>);

impl<'d> Sections<'d> {
    /// Adds the section of a capability. The owner and the section that look the same, if there are such.
    pub(super) fn insert(&mut self, claims: &Claims<'d>) -> Option<(Text<'d>, Text<'d>)> {
        let section = held(claims, CollisionKind::LaneSection).next()?;
        let mut looks = String::new();
        for letter in section.to_lossy().chars() {
            if !is_js_space(u32::from(letter)) {
                looks.extend(letter.to_lowercase());
            }
        }
        if let Some(known) = self.0.get(looks.as_bytes()) {
            return Some(known.clone());
        }
        let looks = Text::wtf8(looks.into_bytes().into());
        self.0.insert(looks, (claims.id.clone(), section.clone()));
        None
    }
}

fn held<'a, 'd>(claims: &'a Claims<'d>, kind: CollisionKind) -> impl Iterator<Item = &'a Text<'d>> {
    let held = claims.held.iter();
    held.filter(move |(it, _)| *it == kind).map(|(_, key)| key)
}

/// Keys of a newcomer above or below another capability's: reading one then answers with a part of the other.
pub(super) fn key_overlaps<'d>(index: &Index<'d>, claims: &Claims<'d>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for key in held(claims, CollisionKind::ConfigKey) {
        let above = above(index, key);
        let other = match &above {
            Some((prefix, owner)) => Some((prefix, *owner)),
            None => index.key_below(key),
        };
        let Some((other, owner)) = other.and_then(|(key, owner)| Some((key, index.id(owner)?)))
        else {
            continue;
        };
        let message = format!(
            "the key {} overlaps with {} of {}: one is a part of the other",
            key.quoted(),
            other.quoted(),
            owner.quoted()
        );
        let mut path = "/config".to_string();
        push_token(&mut path, &key.to_lossy());
        let field = format!("config[\"{}\"]", key.to_lossy());
        found.push(advice(Code::ConfigKeyPrefix, "VB-4", path, field, message));
    }
    found
}

/// The nearest key above one, if somebody has it.
fn above<'d>(index: &Index<'d>, key: &Text<'d>) -> Option<(Text<'d>, u32)> {
    let bytes = key.bytes();
    let dots = bytes
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, byte)| **byte == b'.');
    dots.take(MAX_KEY_SEGMENTS).find_map(|(at, _)| {
        let prefix = Text::wtf8(bytes.get(..at)?.to_vec().into());
        let owner = index.owner(CollisionKind::ConfigKey, &prefix)?;
        Some((prefix, owner))
    })
}

/// A section that looks like another one.
pub(super) fn confusable(section: &Text<'_>, owner: &Text<'_>, other: &Text<'_>) -> Diagnostic {
    let message = format!(
        "the section {} looks like {} of {}",
        section.quoted(),
        other.quoted(),
        owner.quoted()
    );
    let path = "/reviewer/reviewsSection".to_string();
    let field = "reviewer.reviewsSection".to_string();
    advice(Code::SectionConfusable, "VB-9", path, field, message)
}

pub(in crate::registry) fn advice(
    code: Code,
    rule: &'static str,
    path: String,
    field: String,
    message: String,
) -> Diagnostic {
    Diagnostic {
        code,
        severity: Severity::Warning,
        rule,
        path,
        field,
        message,
        help: None,
        beyond: true,
        related: Vec::new(),
        span: None,
    }
}
