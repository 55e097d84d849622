//! What trimming did to the prompt of one lane, as it is kept beside that prompt (L-126, L-134).

use std::path::Path;

use gsd_lanes::lane::prompt_budget::Metadata;
use gsd_lanes::review::compose::Trimmed;
use serde_json::Value;

use crate::effects::files;
use crate::trouble::Trouble;

/// The metadata of a prompt.
#[derive(Debug, Clone)]
pub struct Trimming(Value);

impl Trimming {
    /// Of a prompt that was made.
    pub fn of(metadata: &Metadata) -> Self {
        Self(serde_json::to_value(metadata).unwrap_or_default())
    }

    /// As it was written down when the prompt was made, if that was so.
    pub fn read(path: &Path) -> Option<Self> {
        let bytes = files::read(path, files::MOST_READ).ok()?;
        serde_json::from_slice(&bytes).ok().map(Self)
    }

    /// Writes it down.
    pub fn write(&self, path: &Path) -> Result<(), Trouble> {
        let text = format!("{:#}\n", self.0);
        files::write_private(path, text.as_bytes()).map_err(|error| Trouble::at(path, &error))
    }

    /// For the document.
    pub fn shown(&self) -> Trimmed<'_> {
        let number = |name: &str| self.0.get(name).and_then(Value::as_f64);
        let truth = |name: &str| self.0.get(name).and_then(Value::as_bool);
        let omitted = self.0.get("omitted").and_then(Value::as_array);
        Trimmed {
            budget: number("budget").unwrap_or_default(),
            effective_budget: number("effectiveBudget").unwrap_or_default(),
            estimated_tokens: number("estimatedTokens").unwrap_or_default(),
            omitted: omitted
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect(),
            project_md_shrunk: truth("projectMdShrunk").unwrap_or_default(),
            plan_truncation_pct: number("planTruncationPct").unwrap_or_default(),
            hard_failed: truth("hardFailed").unwrap_or_default(),
            note_injected: truth("noteInjected").unwrap_or_default(),
        }
    }
}
