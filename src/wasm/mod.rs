//! The JavaScript face; nothing but conversion.
