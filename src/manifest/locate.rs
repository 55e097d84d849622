//! From values to JSON pointers and spans.

use alloc::string::String;
use alloc::vec::Vec;

use super::checker::{At, Finding};
use crate::diagnostic::{Diagnostic, Related, Span};
use crate::json::{Document, Positions, Value, push_token};
use crate::sort::sort_by;

/// Gives every finding its pointer and, for text, its span.
pub(super) fn place(document: &Document<'_>, findings: Vec<Finding<'_>>) -> Vec<Diagnostic> {
    let mut ids: Vec<u32> = findings
        .iter()
        .flat_map(|finding| {
            let related = finding.related.iter().map(|(value, _)| value.id());
            core::iter::once(finding.at.value().id()).chain(related)
        })
        .collect();
    sort_by(&mut ids, Ord::cmp);
    ids.dedup();
    let pointers = document.pointers(&ids);
    let pointer = |value: Value<'_>| -> String {
        let index = ids.binary_search(&value.id()).ok();
        index
            .and_then(|index| pointers.get(index))
            .cloned()
            .unwrap_or_default()
    };
    let positions = document.is_text().then(|| Positions::new(document));
    let span = |at: At<'_>| {
        let value = match at {
            At::Key(value) => value.key_before().unwrap_or(value),
            At::Value(value) | At::Missing(value) => value,
            At::Mark(_) => return Some(Span::of(positions.as_ref()?, (0, 3))),
        };
        Some(Span::of(positions.as_ref()?, value.span()?))
    };
    findings
        .into_iter()
        .map(|finding| {
            let mut diagnostic = finding.diagnostic;
            diagnostic.path = pointer(finding.at.value());
            if let Some(name) = finding.missing {
                push_token(&mut diagnostic.path, &name);
            }
            if finding.by_pointer {
                diagnostic.field = dotted(&diagnostic.path);
            }
            diagnostic.span = span(finding.at);
            diagnostic.related = finding
                .related
                .into_iter()
                .map(|(value, message)| Related {
                    path: pointer(value),
                    message,
                    span: span(At::Key(value)),
                })
                .collect();
            diagnostic
        })
        .collect()
}

/// A pointer as a rule path of V-1: `/reviewer/flags/0` is `reviewer.flags[0]`.
pub(crate) fn dotted(pointer: &str) -> String {
    let mut field = String::new();
    for token in pointer.split('/').skip(1) {
        let name = unescaped(token);
        if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
            field.push('[');
            field.push_str(&name);
            field.push(']');
        } else {
            if !field.is_empty() {
                field.push('.');
            }
            field.push_str(&name);
        }
    }
    if field.is_empty() {
        field.push('$');
    }
    field
}

/// A token of a pointer without its escapes.
fn unescaped(token: &str) -> String {
    let mut out = String::new();
    let mut rest = token.chars();
    while let Some(character) = rest.next() {
        let following = rest.as_str();
        let (meant, escape) = match (character, following.as_bytes().first()) {
            ('~', Some(b'0')) => ('~', 1),
            ('~', Some(b'1')) => ('/', 1),
            _ => (character, 0),
        };
        out.push(meant);
        rest = following.get(escape..).unwrap_or_default().chars();
    }
    out
}
