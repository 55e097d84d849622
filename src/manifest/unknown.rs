//! Members that nothing reads, with the known name that was probably meant (VB-13, F-50).

use alloc::format;
use alloc::string::ToString;

use alloc::vec::Vec;

use super::checker::{At, Checker, Path};
use super::members::Members;
use super::message::{list, quote};
use crate::diagnostic::Code;

/// More known names than this are not listed in full.
const LISTED: usize = 12;

/// Warns of each own member with a reserved name: the peer is silent about them (W-5), and some reader of JSON takes them
/// for something else than members (J-9).
#[inline(never)]
pub(super) fn reserved_members<'d>(
    checker: &mut Checker<'d>,
    path: &Path<'_>,
    members: &Members<'_, 'd>,
) {
    for (name, value) in members.reserved() {
        let message = format_args!(
            "nothing reads the field {}, whose name is reserved",
            quote(name)
        );
        checker
            .advice(
                Code::UnknownField,
                "J-9",
                &path.bare(name),
                At::Key(value),
                message,
            )
            .help("remove it");
    }
}

/// Warns of each member that the object's table does not know.
#[inline(never)]
pub(super) fn unknown_members<'d>(
    checker: &mut Checker<'d>,
    path: &Path<'_>,
    members: &Members<'_, 'd>,
) {
    reserved_members(checker, path, members);
    for (name, value) in members.strangers() {
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
