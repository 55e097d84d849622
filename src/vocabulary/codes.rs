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
    /// More than 128 nested containers.
    TooDeep = "too-deep",
    /// More than 8 MiB of text.
    TooLarge = "too-large",
    /// The text begins with a byte order mark.
    ByteOrderMark = "byte-order-mark",
    /// A numeral is too large for a double.
    NumberOverflow = "number-overflow",
    /// An object repeats a key.
    DuplicateKey = "duplicate-key",
    /// More findings than are reported.
    TooMany = "too-many",
    /// Something that must be an object is none.
    NotAnObject = "not-an-object",
    /// A required field is absent.
    MissingField = "missing-field",
    /// A value has the wrong type.
    WrongType = "wrong-type",
    /// A text that must say something is empty.
    EmptyText = "empty-text",
    /// A list that must hold something is empty.
    EmptyList = "empty-list",
    /// A list holds an entry twice.
    DuplicateEntry = "duplicate-entry",
    /// A text does not have the form it must have.
    BadFormat = "bad-format",
    /// A number is not a whole number in range.
    BadNumber = "bad-number",
    /// A value is not one of a closed set.
    UnknownValue = "unknown-value",
    /// A name that JavaScript gives a meaning of its own.
    ReservedName = "reserved-name",
    /// The id is not the name of the folder.
    IdFolderMismatch = "id-folder-mismatch",
    /// A member that does not go with the role.
    WrongRole = "wrong-role",
    /// `invoke` mixes members of both transports.
    MixedTransports = "mixed-transports",
    /// A member of `invoke` that does not go with the transport.
    WrongTransport = "wrong-transport",
    /// A member of `probe` that does not go with its kind.
    WrongProbeKind = "wrong-probe-kind",
    /// A member of `probe` that is not known.
    UnknownProbeField = "unknown-probe-field",
    /// `outputArg` stands beside `outputChannel: stdout`.
    OutputArgUnused = "output-arg-unused",
    /// An environment variable that makes another program run.
    DeniedEnv = "denied-env",
    /// Not a name of an environment variable.
    BadEnvName = "bad-env-name",
    /// `defaultEffort` stands without `effortConfigKey`.
    EffortWithoutKey = "effort-without-key",
    /// `*` stands beside other entries.
    WildcardMixed = "wildcard-mixed",
    /// `*` stands in `unsupported`.
    WildcardUnsupported = "wildcard-unsupported",
    /// An object that must have exactly one of some members.
    NotExactlyOne = "not-exactly-one",
    /// A step refers to something the capability does not declare.
    UndeclaredReference = "undeclared-reference",
    /// A step refers to a skill by its installed name.
    OwnSkillPrefix = "own-skill-prefix",
    /// The activation key is no key of `config`.
    UndeclaredActivationKey = "undeclared-activation-key",
    /// A gate by agent verdict must not block.
    VerdictBlocks = "verdict-blocks",
    /// A path that leaves the bundle.
    UnsafePath = "unsafe-path",
    /// The arguments have no `{{id}}`.
    MissingPlaceholder = "missing-placeholder",
    /// The hook surface does not go with the install surface.
    SurfaceMismatch = "surface-mismatch",
    /// Extended hook events of another family than `hookEvents`.
    EventFamilyMismatch = "event-family-mismatch",
    /// A member that must not be there.
    UnexpectedField = "unexpected-field",
    /// A configuration slice that cannot be merged.
    ConfigSlice = "config-slice",
    /// A hook that carries a capability id of its own.
    ForeignCapid = "foreign-capid",
    /// `commands` on a capability that is no feature.
    InertCommands = "inert-commands",
    /// A path that is absolute on Windows.
    WindowsAbsolute = "windows-absolute",
    /// A destination outside of the configuration home.
    ClimbingDestination = "climbing-destination",
    /// A field that nothing reads.
    UnknownField = "unknown-field",
    /// A field of the reviewer body that nothing reads.
    UnknownReviewerField = "unknown-reviewer-field",
    /// A field of `invoke` that nothing reads.
    UnknownInvokeField = "unknown-invoke-field",
    /// A host behaviour that is not known.
    UnknownHostBehavior = "unknown-host-behavior",
    /// The alias that no longer contributes a lane.
    RemovedHostBehavior = "removed-host-behavior",
    /// A hidden character in a name that is looked up or run.
    UnsafeText = "unsafe-text",
    /// A section title that could act as something else.
    SectionUnsafe = "section-unsafe",
    /// A URL path that could change the host.
    PathNotAbsolute = "path-not-absolute",
    /// The probe asks another host than the lane.
    ProbeHostDiffers = "probe-host-differs",
    /// A program that would be looked up inside the repository under review.
    BinaryRelative = "binary-relative",
    /// A default host that is not a plain http or https address.
    DefaultHostUnsafe = "default-host-unsafe",
    /// A slug that is a device on Windows.
    DeviceSlug = "device-slug",
    /// A slug whose files would overwrite a run's inputs.
    ReservedStem = "reserved-stem",
    /// The plan would travel unencrypted to another machine.
    PlaintextEgress = "plaintext-egress",
    /// A placeholder that nothing fills in.
    UnknownPlaceholder = "unknown-placeholder",
    /// A placeholder inside a longer argument.
    EmbeddedPlaceholder = "embedded-placeholder",
    /// The prompt does not reach the program.
    PromptUnreachable = "prompt-unreachable",
    /// The program is not told where to write.
    OutputUnreachable = "output-unreachable",
    /// A configured model does not reach the program.
    ModelUnreachable = "model-unreachable",
    /// A configured effort does not reach the program.
    EffortUnreachable = "effort-unreachable",
    /// A program name of white space only.
    BlankBinary = "blank-binary",
    /// A configuration key that the manifest does not declare.
    ForeignConfigKey = "foreign-config-key",
    /// A handler that does not go with the transport.
    HandlerTransport = "handler-transport",
    /// An environment variable that redirects traffic.
    EnvEgress = "env-egress",
    /// Environment variables that differ only in case.
    EnvCaseClash = "env-case-clash",
    /// A flag that the review command itself takes.
    FlagReserved = "flag-reserved",
    /// Another capability has a skill of this name.
    SkillTaken = "skill-taken",
    /// Another capability has an agent of this name.
    AgentTaken = "agent-taken",
    /// Another capability has this command family.
    CommandFamilyTaken = "command-family-taken",
    /// Another capability has this configuration key.
    ConfigKeyTaken = "config-key-taken",
    /// A configuration key belongs to the host.
    CentralKey = "central-key",
    /// A configuration key lies where only the host has keys.
    CentralPattern = "central-pattern",
    /// Another lane has this slug.
    LaneSlugTaken = "lane-slug-taken",
    /// Another lane has this flag.
    LaneFlagTaken = "lane-flag-taken",
    /// Another lane has this section.
    LaneSectionTaken = "lane-section-taken",
    /// Another capability has this tracker prefix.
    TrackerPrefixTaken = "tracker-prefix-taken",
    /// A required capability is not there.
    RequiresMissing = "requires-missing",
    /// Capabilities require each other in a circle.
    RequiresCycle = "requires-cycle",
    /// A capability requires one of a higher tier.
    TierMonotone = "tier-monotone",
    /// A named runtime is not there.
    RuntimeUnknown = "runtime-unknown",
    /// The point has no such role.
    ContributionInto = "contribution-into",
    /// A step hangs on a key the capability does not have.
    StepWhen = "step-when",
    /// A contribution hangs on a key the capability does not have.
    ContributionWhen = "contribution-when",
    /// A gate hangs on a key the capability does not have.
    GateWhen = "gate-when",
    /// A step takes its point from no slice of the capability.
    PointFromMissing = "point-from-missing",
    /// A step takes its point from a slice that is no enum.
    PointFromNotEnum = "point-from-not-enum",
    /// A step takes its point from a slice that lacks it.
    PointFromUnreachable = "point-from-unreachable",
    /// Nothing produces what a step consumes.
    ConsumesNeverProduced = "consumes-never-produced",
    /// Only the step itself produces what it consumes.
    ConsumesOwnOutput = "consumes-own-output",
    /// What a step consumes is produced later.
    ConsumesTooEarly = "consumes-too-early",
    /// Two steps produce the same at the same point.
    DuplicateProducer = "duplicate-producer",
    /// Hooks at one point wait for each other.
    OrderingCycle = "ordering-cycle",
    /// A configuration format that does not go with the install surface.
    FormatParity = "format-parity",
    /// A capability named like a cluster does not own the cluster's skills.
    ClusterGate = "cluster-gate",
    /// A configuration key is a part of another capability's.
    ConfigKeyPrefix = "config-key-prefix",
    /// Two review sections look alike.
    SectionConfusable = "section-confusable",
    /// A central pattern is no regular expression.
    PatternSkipped = "pattern-skipped",
    /// An overlay's installation has not finished.
    Pending = "pending",
    /// An overlay has no manifest.
    ManifestMissing = "manifest-missing",
    /// An overlay's manifest is not JSON.
    ManifestUnreadable = "manifest-unreadable",
    /// An overlay has an id that is kept for the host.
    ReservedId = "reserved-id",
    /// An overlay's manifest is not valid.
    Invalid = "invalid",
    /// Another capability has this id.
    IdTaken = "id-taken",
    /// An overlay is made for another version of the host.
    Engines = "engines",
    /// Nobody has consented to an overlay as it is.
    Unconsented = "unconsented",
    /// A file that an overlay needs is not there.
    Fragment = "fragment",
    /// An overlay does not go with the others.
    Cross = "cross",
    /// An overlay would write outside of the configuration home.
    Confinement = "confinement",
}

impl serde::Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
