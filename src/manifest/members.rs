//! The members of one object, found in one pass by the index of its table.
#![allow(clippy::inline_always)] // measured: the wasm is built for size, and these are its hot steps

use crate::json::{Kind, Str, Value};
use crate::vocabulary::table::Table;

/// Places for an object of few fields.
pub(super) const SMALL: usize = 16;
/// Places for the largest tables.
pub(super) const LARGE: usize = 40;

/// The known members of an object. `undefined` counts as absent.
#[derive(Clone, Copy)]
pub(super) struct Members<'m, 'd> {
    object: Value<'d>,
    pub(super) table: &'static Table,
    /// Ids of the values by place in the table; 0, which is the root, marks an absent one.
    found: &'m [u32],
    strangers: bool,
}

impl<'m, 'd> Members<'m, 'd> {
    /// Reads an object into `slots`, which are zero and as many as the table has names; what is no object has no
    /// members. Of a repeated name the last counts (J-1).
    ///
    /// The slots are the caller's so that nothing is copied: this runs for every object of every manifest.
    #[inline(never)]
    pub(super) fn of(object: Value<'d>, table: &'static Table, slots: &'m mut [u32]) -> Self {
        debug_assert!(table.names().count() <= slots.len());
        let mut strangers = false;
        object.each_member(|member| {
            let place = match member.name.plain() {
                Some(content) => table.place(member.hash, content),
                None => table.place(member.hash, &member.name.wtf8()),
            };
            match place.and_then(|place| slots.get_mut(place)) {
                Some(slot) => *slot = member.value.id(),
                None => strangers |= member.own,
            }
        });
        Self {
            object,
            table,
            found: slots,
            strangers,
        }
    }

    /// The object itself.
    pub(super) fn object(&self) -> Value<'d> {
        self.object
    }

    /// The member of a name that the table knows.
    pub(super) fn get(&self, name: &'static str) -> Option<Value<'d>> {
        self.at(self.table.place_of(name)?)
    }

    /// The member at a place of the table.
    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> Option<Value<'d>> {
        let id = *self.found.get(place)?;
        let value = self.object.document().value_at(id);
        (id != 0 && value.kind() != Kind::Undefined).then_some(value)
    }

    /// Whether there is an own member that the table does not know.
    pub(super) fn has_strangers(&self) -> bool {
        self.strangers
    }

    /// The own members that the table does not know, those with reserved names among them.
    pub(super) fn strangers(&self) -> impl Iterator<Item = (Str<'d>, Value<'d>)> + use<'d> {
        let table = self.table;
        self.strangers
            .then(|| self.object.entries())
            .into_iter()
            .flatten()
            .filter(move |(name, _)| !table.knows(&name.wtf8()))
    }
}
