//! The members of one object, found in one pass by the index of its table.

use crate::json::{Kind, Str, Value};
use crate::vocabulary::table::Table;

use super::checker::is_reserved;

/// Names of the largest table of an object; a test holds every table to it.
const MOST: usize = 40;

/// The known members of an object. `undefined` counts as absent.
#[derive(Clone)]
pub(super) struct Members<'d> {
    object: Value<'d>,
    pub(super) table: &'static Table,
    /// Ids of the values by place in the table; 0, which is the root, marks an absent one.
    found: [u32; MOST],
    strangers: bool,
}

impl<'d> Members<'d> {
    /// Reads an object; what is none has no members. Of a repeated name the last counts (J-1).
    #[inline(never)]
    pub(super) fn of(object: Value<'d>, table: &'static Table) -> Self {
        let mut members = Self {
            object,
            table,
            found: [0; MOST],
            strangers: false,
        };
        object.each_member(|member| {
            let place = match member.name.plain() {
                Some(content) => table.place(member.hash, content),
                None => table.place(member.hash, &member.name.wtf8()),
            };
            match place.and_then(|place| members.found.get_mut(place)) {
                Some(slot) => *slot = member.value.id(),
                None => members.strangers |= member.own,
            }
        });
        members
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
    #[inline]
    pub(super) fn at(&self, place: usize) -> Option<Value<'d>> {
        let id = *self.found.get(place)?;
        let value = self.object.document().value_at(id);
        (id != 0 && value.kind() != Kind::Undefined).then_some(value)
    }

    /// Whether there is an own member that the table does not know.
    pub(super) fn has_strangers(&self) -> bool {
        self.strangers
    }

    /// The own members that the table does not know, reserved names left out (W-5, R-24).
    pub(super) fn strangers(&self) -> impl Iterator<Item = (Str<'d>, Value<'d>)> {
        let table = self.table;
        self.strangers
            .then(|| self.object.entries())
            .into_iter()
            .flatten()
            .filter(move |(name, _)| !table.knows(&name.wtf8()) && !is_reserved(*name))
    }
}
