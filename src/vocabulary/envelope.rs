//! The envelope that every manifest has (V-3…V-15), and which body goes with which role (V-20…V-24).

use super::grammar::{CAPABILITY_ID, INTEGRITY, RANGE, VERSION};
use super::shape::{Field, Shape, optional, required};
use super::table::Table;

/// The roles (V-4).
pub const ROLES: &[&str] = &["feature", "runtime", "reviewer"];
/// The tiers, lowest rank first (V-7).
pub const TIERS: &[&str] = &["core", "standard", "full"];

/// The envelope's fields in the order in which they are checked.
pub const FIELDS: &[Field] = &[
    required("id", "V-3", Shape::Matching(&CAPABILITY_ID)),
    required("role", "V-4", Shape::OneOf(ROLES)),
    required("title", "V-5", Shape::Text),
    required("description", "V-6", Shape::Text),
    required("tier", "V-7", Shape::OneOf(TIERS)),
    required("requires", "V-8", Shape::List(&Shape::AnyText)),
    required("version", "V-9", Shape::Matching(&VERSION)),
    optional("engines", "V-10", Shape::Object),
    optional("compatVersions", "V-12", Shape::Object),
    optional("integrity", "V-13", Shape::Matching(&INTEGRITY)),
    optional("provenance", "V-14", Shape::Object),
];

/// The one member of `engines` that is looked at (V-11).
pub const ENGINES: &[Field] = &[optional("gsd", "V-11", Shape::Matching(&RANGE))];

/// The members of `provenance` (V-14).
pub const PROVENANCE: &[Field] = &[
    required("sourceRepo", "V-14", Shape::Text),
    required("commit", "V-14", Shape::Text),
];

/// Names that other tools read and that never need a check (V-15).
pub const UNCHECKED: &[&str] = &[
    "$schema",
    "author",
    "homepage",
    "repository",
    "license",
    "keywords",
];

/// The names that bodies add to the top level.
pub const BODY_NAMES: &[&str] = &[
    "reviewer",
    "runtime",
    "runtimeCompat",
    "skills",
    "agents",
    "config",
    "steps",
    "contributions",
    "gates",
    "hooks",
    "commands",
    "activationKey",
    "taskContentResolver",
    "mcpServers",
];

/// What only a feature may carry (V-21, V-22).
pub const FEATURE_ONLY: &[&str] = &[
    "skills",
    "agents",
    "steps",
    "contributions",
    "gates",
    "hooks",
    "activationKey",
    "taskContentResolver",
];

/// Top-level members in which a repeated key would hide what runs or leaves (40-beyond Y-1).
pub const EXECUTABLE: &[&str] = &["reviewer", "hooks", "commands", "mcpServers"];

/// The top level.
pub static ROOT: Table = Table::new(FIELDS, &[BODY_NAMES, UNCHECKED]);
/// `engines`.
pub static ENGINES_TABLE: Table = Table::new(ENGINES, &[]);
/// `provenance`.
pub static PROVENANCE_TABLE: Table = Table::new(PROVENANCE, &[]);
