//! Many look-ups in one object.

use super::{Document, Kind, Node, Value};

/// Slots of the index; a power of two.
const SLOTS: usize = 64;
/// Objects with more members than this are searched instead: they are no manifest's own.
const MOST: usize = SLOTS / 2;

/// The members of one object behind a small index, so that asking for each field of a table costs one probe
/// instead of a walk. `undefined` counts as absent.
#[derive(Clone)]
pub struct Members<'d> {
    object: Value<'d>,
    /// Ids of keys by [`slot`], with linear probing; 0, which is the root, marks a free slot.
    keys: [u32; SLOTS],
    indexed: bool,
}

impl<'d> Members<'d> {
    /// Indexes an object; what is none has no members.
    #[must_use]
    pub fn of(object: Value<'d>) -> Self {
        let mut members = Self {
            object,
            keys: [0; SLOTS],
            indexed: false,
        };
        members.indexed = members.index();
        members
    }

    /// Whether every member found a slot.
    fn index(&mut self) -> bool {
        let document = self.object.document();
        let node = document.node(self.object.id());
        if node.kind != Kind::Object {
            return true;
        }
        if node.is(Node::DUPLICATES) {
            return false;
        }
        let mut at = self.object.id() + 1;
        let mut count = 0;
        while at < node.next {
            let key = document.node(at);
            count += 1;
            if count > MOST || key.is(Node::ESCAPED) {
                return false;
            }
            let mut slot = slot(document.slice(key));
            while let Some(taken) = self.keys.get_mut(slot) {
                if *taken == 0 {
                    *taken = at;
                    break;
                }
                slot = (slot + 1) % SLOTS;
            }
            at = document.node(at + 1).next;
        }
        true
    }

    /// The object itself.
    #[must_use]
    pub fn object(&self) -> Value<'d> {
        self.object
    }

    /// The member of that name, as [`Value::get`] finds it.
    #[must_use]
    #[inline]
    pub fn get(&self, name: &str) -> Option<Value<'d>> {
        let found = if self.indexed {
            self.probe(slot(name.as_bytes()), name)
        } else {
            self.object.get(name)
        };
        found.filter(|value| value.kind() != Kind::Undefined)
    }

    fn probe(&self, mut slot: usize, name: &str) -> Option<Value<'d>> {
        let document: &'d Document<'d> = self.object.document();
        loop {
            let key = *self.keys.get(slot)?;
            if key == 0 {
                return None;
            }
            if document.slice(document.node(key)) == name.as_bytes() {
                return Some(Value::new(document, key + 1));
            }
            slot = (slot + 1) % SLOTS;
        }
    }
}

/// The slot a name begins its search at. For a name of ours the compiler works this out.
#[inline]
fn slot(name: &[u8]) -> usize {
    let first = name.first().copied().unwrap_or(0) as usize;
    let middle = name.get(name.len() / 2).copied().unwrap_or(0) as usize;
    let last = name.last().copied().unwrap_or(0) as usize;
    (name.len() + first * 3 + middle * 5 + last * 7) % SLOTS
}
