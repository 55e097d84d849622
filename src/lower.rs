//! Lower-casing by Unicode: the standard library's tables natively; in JavaScript the platform's own, where the
//! tables would cost more bytes than what asks for them (L-4).

use alloc::string::String;

/// A text in lower case, as `toLowerCase` makes it.
#[must_use]
pub fn lower(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    beyond_ascii(text)
}

#[cfg(not(target_arch = "wasm32"))]
fn beyond_ascii(text: &str) -> String {
    text.to_lowercase()
}

#[cfg(target_arch = "wasm32")]
#[cold]
fn beyond_ascii(text: &str) -> String {
    platform::to_lower_case(text)
}

#[cfg(target_arch = "wasm32")]
mod platform {
    use alloc::string::String;

    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_namespace = ["String", "prototype", "toLowerCase"], js_name = call)]
        pub(super) fn to_lower_case(text: &str) -> String;
    }
}
