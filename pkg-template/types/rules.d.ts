/** The lower rules, for tools that need one of them alone. */

/** A value of a manifest as the consent prompt shows it: escaped, and cut if `length` units are too many. */
export function renderPromptValue(value: string): { text: string; truncated: boolean; length: number };

/** Whether a new manifest needs a new consent; what breaks a limit counts as `{}`. */
export function executableSetChanged(oldManifest: unknown, newManifest: unknown): boolean;

/** A warning record of the peer. */
export interface WarningRecord {
  code: string;
  field: string;
  /** How many more there are; only on the record that stands for them. */
  omittedCount?: number;
}

/** The warning records that the peer gives for a manifest. */
export function manifestWarningRecords(manifest: unknown): WarningRecord[];

/** The unknown names in the reviewer body, sorted. */
export function manifestWarnings(manifest: unknown): string[];

/** What is wrong with one slice of a feature's configuration: the sorted names of its members. */
export function configSlice(slice: unknown): { errors: string[] };

/** What stands for the destination of a lane that no configuration names. It cannot be a host. */
export function unresolvedHost(): string;
