//! JSON pointers (RFC 6901) of places on the tape.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::{Document, Kind};
use crate::vocabulary::limits::MAX_SHOWN_KEY;

/// A container that holds a wanted place.
struct Open {
    /// The node behind it.
    end: u32,
    /// Length of its own pointer.
    base: usize,
    /// The index of its next element, if it is an array.
    index: u32,
}

impl Document<'_> {
    /// The pointers of the values with these ids, which must be sorted and different. One walk, in which what
    /// holds no wanted place is stepped over.
    #[must_use]
    pub fn pointers(&self, ids: &[u32]) -> Vec<String> {
        let mut found = Vec::with_capacity(ids.len());
        let mut open: Vec<Open> = Vec::new();
        let mut pointer = String::new();
        let mut at = 0;
        while let Some(&wanted) = ids.get(found.len()) {
            while open.last().is_some_and(|container| at >= container.end) {
                open.pop();
            }
            let key = self.node(at);
            let keyed = key.kind == Kind::Key;
            let value = if keyed { at + 1 } else { at };
            let node = self.node(value);
            let index = open.last_mut().map(|container| {
                container.index += 1;
                container.index - 1
            });
            if node.next <= wanted && node.next > value {
                at = node.next;
                continue;
            }
            pointer.truncate(open.last().map_or(0, |container| container.base));
            if keyed {
                push_token(&mut pointer, &self.str_at(at).to_lossy());
            } else if let Some(index) = index {
                // Writing to a string cannot fail.
                let _ = write!(pointer, "/{index}");
            }
            if value >= wanted || node.next == u32::MAX {
                found.push(pointer.clone());
            }
            let next = ids.get(found.len());
            if matches!(node.kind, Kind::Object | Kind::Array)
                && next.is_some_and(|&next| next < node.next)
            {
                open.push(Open {
                    end: node.next,
                    base: pointer.len(),
                    index: 0,
                });
                at = value + 1;
            } else {
                at = node.next;
            }
        }
        found
    }
}

/// Appends one reference token; of a very long one the beginning, and `…`.
pub fn push_token(pointer: &mut String, token: &str) {
    pointer.push('/');
    for (at, character) in token.chars().enumerate() {
        if at == MAX_SHOWN_KEY {
            pointer.push('…');
            break;
        }
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}
