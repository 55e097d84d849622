//! Where a plan comes from: what stands beside it, never inside (Y-4).

use alloc::string::String;

use serde::Serialize;

use crate::json::{Str, Value};
use crate::trust;

/// The manifest behind a plan. A run refuses a lane whose digest is not the consented one.
#[derive(Debug, Clone, Serialize)]
pub struct Origin<'d> {
    /// The capability's id.
    pub id: Option<Str<'d>>,
    /// Where it is installed, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Str<'d>>,
    /// `sha256:` and the hash of its signature.
    pub digest: String,
}

impl<'d> Origin<'d> {
    /// The origin of a lane that this manifest declares.
    #[must_use]
    pub fn of(manifest: Value<'d>, scope: Option<Str<'d>>) -> Self {
        Self {
            id: manifest.get("id").and_then(Value::as_str),
            scope,
            digest: trust::digest(&trust::signature(manifest)),
        }
    }
}
