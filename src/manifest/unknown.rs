//! Members that nothing reads, with the known name that was probably meant (VB-13, F-50).

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::checker::{At, Checker, Path, is_reserved};
use super::message::{list, quote};
use super::near;
use crate::diagnostic::Code;
use crate::json::Value;
use crate::vocabulary::shape::Field;

/// More known names than this are not listed in full.
const LISTED: usize = 12;

/// Warns of each member that stands in none of the tables.
pub(super) fn unknown_members<'d>(
    checker: &mut Checker<'d>,
    path: &Path<'_>,
    object: Value<'d>,
    tables: &[&'static [Field]],
    more: &[&'static str],
) {
    let fields = || tables.iter().copied().flatten();
    for (name, value) in object.entries() {
        let known =
            fields().any(|field| name.is(field.name)) || more.iter().any(|known| name.is(known));
        if known || is_reserved(name) {
            continue;
        }
        let names: Vec<&str> = fields()
            .map(|field| field.name)
            .chain(more.iter().copied())
            .collect();
        let message = format!("nothing reads the field {}", quote(name));
        let help = match near::nearest(name, &names) {
            Some(member) => format!("did you mean `{member}`?"),
            None if names.len() <= LISTED => format!("known here: {}", list(&names)),
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
            .help(help);
    }
}
