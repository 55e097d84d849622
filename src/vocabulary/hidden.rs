//! Code points that a reader does not see, or that change what he sees.

/// Whether a code point is shown as an escape wherever text of a manifest is printed (T-62, TB-12): controls,
/// bidirectional and invisible characters, line and paragraph separators, tags, and unpaired surrogates.
#[must_use]
pub const fn is_hidden(point: u32) -> bool {
    matches!(
        point,
        0..=0x1F
            | 0x7F..=0x9F
            | 0xAD
            | 0x34F
            | 0x61C
            | 0x115F
            | 0x1160
            | 0x17B4
            | 0x17B5
            | 0x180B..=0x180F
            | 0x200B..=0x200F
            | 0x2028..=0x202E
            | 0x2060..=0x2064
            | 0x2066..=0x206F
            | 0x3164
            | 0xD800..=0xDFFF
            | 0xFE00..=0xFE0F
            | 0xFEFF
            | 0xFFA0
            | 0xFFF0..=0xFFFB
            | 0x1_BCA0..=0x1_BCA3
            | 0x1_D173..=0x1_D17A
            | 0xE_0000..=0xE_0FFF
    )
}
