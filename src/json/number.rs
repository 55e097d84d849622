//! Numbers as ECMAScript prints them (T-32).

use alloc::vec::Vec;

/// Appends the shortest form that reads back as the same double; `-0` prints `0`, what is not finite `null`.
pub fn write_number(out: &mut Vec<u8>, number: f64) {
    if number.is_finite() {
        // The buffer already prints -0 as 0.
        out.extend_from_slice(ryu_js::Buffer::new().format_finite(number).as_bytes());
    } else {
        out.extend_from_slice(b"null");
    }
}
