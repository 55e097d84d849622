//! The WHATWG URL parser: a crate natively, the platform's own class in JavaScript, where shipping a second one
//! would cost more bytes than everything else here (T-57).

use alloc::string::String;

#[cfg(not(target_arch = "wasm32"))]
use native::Parsed;
#[cfg(target_arch = "wasm32")]
use platform::Parsed;

/// A parsed absolute URL.
pub struct Url(Parsed);

impl Url {
    /// Parses a text without a base; `None` where `new URL(text)` throws.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Parsed::read(text).map(Self)
    }

    /// The host name: IPv6 in its brackets, no port, no user part; empty if the scheme has none.
    #[must_use]
    pub fn host_name(&self) -> String {
        self.0.host_name()
    }

    /// The scheme with its colon, in lower case.
    #[must_use]
    pub fn protocol(&self) -> String {
        self.0.protocol()
    }

    /// The port; empty if it is the scheme's own, or none.
    #[must_use]
    pub fn port(&self) -> String {
        self.0.port()
    }

    /// The path, percent escapes and all.
    #[must_use]
    pub fn path(&self) -> String {
        self.0.path()
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use alloc::string::{String, ToString};

    pub(super) struct Parsed(::url::Url);

    impl Parsed {
        pub(super) fn read(text: &str) -> Option<Self> {
            ::url::Url::parse(text).ok().map(Self)
        }

        pub(super) fn host_name(&self) -> String {
            String::from(self.0.host_str().unwrap_or_default())
        }

        pub(super) fn protocol(&self) -> String {
            String::from(self.0.scheme()) + ":"
        }

        pub(super) fn port(&self) -> String {
            self.0
                .port()
                .map_or_else(String::new, |port| port.to_string())
        }

        pub(super) fn path(&self) -> String {
            String::from(self.0.path())
        }
    }
}

#[cfg(target_arch = "wasm32")]
mod platform {
    use alloc::string::String;

    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_name = URL)]
        pub(super) type Parsed;
        #[wasm_bindgen(constructor, catch, js_class = URL)]
        fn new(text: &str) -> Result<Parsed, JsValue>;
        #[wasm_bindgen(method, getter, js_name = hostname)]
        pub(super) fn host_name(this: &Parsed) -> String;
        #[wasm_bindgen(method, getter)]
        pub(super) fn protocol(this: &Parsed) -> String;
        #[wasm_bindgen(method, getter)]
        pub(super) fn port(this: &Parsed) -> String;
        #[wasm_bindgen(method, getter, js_name = pathname)]
        pub(super) fn path(this: &Parsed) -> String;
    }

    impl Parsed {
        pub(super) fn read(text: &str) -> Option<Self> {
            Self::new(text).ok()
        }
    }
}
