//! Members that nothing reads, with the known name that was probably meant (VB-13, F-50).

use alloc::format;
use alloc::string::ToString;

use alloc::vec::Vec;

use super::checker::{At, Checker, Path, is_reserved};
use super::members::Members;
use super::message::{list, quote};
use crate::diagnostic::Code;
use crate::json::{Str, Value};

/// More known names than this are not listed in full.
const LISTED: usize = 12;

/// Warns of an own member that nothing reads if its name is a reserved one: the peer is silent about those (W-5), and some
/// reader of JSON takes them for something else than members (J-9). Whether it is one.
#[inline(never)]
pub(super) fn is_reserved_member<'d>(
    checker: &mut Checker<'d>,
    path: &Path<'_>,
    (name, value): (Str<'d>, Value<'d>),
) -> bool {
    let reserved = is_reserved(name);
    if reserved {
        let message = format_args!("nothing reads the reserved name {}", quote(name));
        let path = &path.bare(name);
        checker
            .advice(Code::UnknownField, "J-9", path, At::Key(value), message)
            .help("remove it");
    }
    reserved
}

/// Warns of each member that the object's table does not know.
#[inline(never)]
pub(super) fn unknown_members<'d>(
    checker: &mut Checker<'d>,
    path: &Path<'_>,
    members: &Members<'_, 'd>,
) {
    for (name, value) in members.strangers() {
        if is_reserved_member(checker, path, (name, value)) {
            continue;
        }
        let names: Vec<&str> = members.table.names().collect();
        let names = names.as_slice();
        let message = format_args!("nothing reads the field {}", quote(name));
        let help = match checker.nearest(name, names) {
            Some(member) => format!("did you mean `{member}`?"),
            None if names.len() <= LISTED => format!("known here: {}", list(names)),
            None => "remove it, or keep it if another tool reads it".to_string(),
        };
        checker
            .advice(
                Code::UnknownField,
                "VB-13",
                &path.bare(name),
                At::Key(value),
                message,
            )
            .help(&help);
    }
}
