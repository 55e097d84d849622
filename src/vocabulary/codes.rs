//! The stable codes of all findings.

/// Declares the codes with their stable strings.
macro_rules! codes {
    ($($(#[$doc:meta])+ $name:ident = $text:literal,)+) => {
        /// What kind of finding something is; the string form is stable.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code { $($(#[$doc])+ $name,)+ }

        impl Code {
            /// All codes, in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The stable kebab-case string.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }
        }
    };
}

codes! {
    /// The text is not JSON.
    InvalidJson = "invalid-json",
}

impl serde::Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
