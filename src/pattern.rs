//! ECMAScript patterns that come from outside: the central configuration's.
//!
//! They are written for JavaScript's `RegExp` and mean what it makes of them. In wasm the platform's own engine runs
//! them; natively a port of it. Nothing else in the crate knows of either.

use alloc::string::String;

/// A compiled pattern.
pub struct Pattern {
    source: String,
    engine: engine::Engine,
}

impl core::fmt::Debug for Pattern {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "/{}/", self.source)
    }
}

impl Pattern {
    /// Compiles the source of a regular expression, without flags.
    ///
    /// # Errors
    /// What the engine says if the source is no pattern.
    pub fn new(source: &str) -> Result<Self, String> {
        Ok(Self {
            source: source.into(),
            engine: engine::compile(source)?,
        })
    }

    /// The source.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether a text (WTF-8) holds a match anywhere.
    #[must_use]
    pub fn is_in(&self, text: &[u8]) -> bool {
        engine::finds(&self.engine, text)
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod engine {
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    use crate::json::Utf16Units;

    pub(super) type Engine = regress::Regex;

    pub(super) fn compile(source: &str) -> Result<Engine, String> {
        regress::Regex::new(source).map_err(|error| error.to_string())
    }

    pub(super) fn finds(engine: &Engine, text: &[u8]) -> bool {
        match core::str::from_utf8(text) {
            Ok(text) if text.is_ascii() => engine.find_ascii(text).is_some(),
            _ => {
                let units: Vec<u16> = Utf16Units::new(text).collect();
                engine.find_from_ucs2(&units, 0).next().is_some()
            }
        }
    }
}

#[cfg(target_arch = "wasm32")]
mod engine {
    use alloc::string::String;

    use wasm_bindgen::prelude::*;

    use crate::json::Str;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_name = RegExp)]
        pub(super) type Engine;

        #[wasm_bindgen(constructor, catch, js_class = "RegExp")]
        fn new(source: &str) -> Result<Engine, JsValue>;

        #[wasm_bindgen(method, js_name = test)]
        fn test(this: &Engine, text: &str) -> bool;
    }

    pub(super) fn compile(source: &str) -> Result<Engine, String> {
        Engine::new(source).map_err(|_| "the platform takes it for no pattern".into())
    }

    pub(super) fn finds(engine: &Engine, text: &[u8]) -> bool {
        engine.test(&Str::of_wtf8(text).to_lossy())
    }
}
