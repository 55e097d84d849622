/** Bundles, consent stores and what belongs to them. Reading, locking and replacing files is the caller's. */
import type { Text } from './index.js';

/** The files of a bundle by path, with `/` between segments; pairs may have their paths as bytes. */
export type BundleFiles = Readonly<Record<string, Text>> | Iterable<readonly [path: Text, content: Text]>;

export interface BundleOptions {
  /** Folders. Those in which something lies need not be named. */
  dirs?: Iterable<Text> | null;
  /** The name of the root folder. */
  rootName?: Text | null;
}

/** `sha512-` and the digest over files and folders; `null` if they are no bundle, or over a limit. */
export function bundleContentHash(files: BundleFiles, options?: BundleOptions | null): `sha512-${string}` | null;

export type BundleOutcome =
  | { hash: `sha512-${string}`; problem?: undefined }
  | { hash?: undefined; problem: 'too-many-entries' | 'too-large' | 'bad-path' | 'clash'; path?: string };

/** The same, with the reason why there is none. */
export function hashBundle(files: BundleFiles, options?: BundleOptions | null): BundleOutcome;

/** A consent to one capability in one project. */
export interface ConsentRecord {
  /** The real path of its root. */
  projectRoot: string;
  id: string;
  scope?: 'project';
  /** Empty if left out. */
  integrity?: string;
  disclosureSignature: string;
  contentHash: string;
  /** ISO 8601, UTC, with milliseconds. */
  consentedAt: string;
  /** The host to which its lane may send. */
  reviewerHost?: string | null;
}

/** The text of `consent.json`; nothing if there is no such file. */
export type ConsentStore = Text | null | undefined;

export type StoreProblem =
  | 'unreadable' | 'too-large' | 'not-json' | 'not-a-store' | 'other-version' | 'too-many-records' | 'full' | 'unsafe-id' | 'empty-hash' | 'invalid-record';

/** What became of a store. Where nothing changed there is nothing to write. */
export type StoreOutcome =
  | { ok: true; changed: true; text: string }
  | { ok: true; changed: false; text?: undefined }
  | { ok: false; changed: false; text?: undefined; problem: StoreProblem; message: string };

/** Whether a record of the store counts. */
export function consentRecordValid(record: unknown): boolean;
/** Whether exactly this content was agreed to, and which host, whatever the content. */
export function consentLookup(store: ConsentStore, query: { projectRoot: string; id: string; contentHash?: string | null }): { has: boolean; reviewerHost: string | null };
/** The text of the store with that record in it, in place of older ones of its pair, or why the store must be left as it is. */
export function consentUpsert(store: ConsentStore, record: ConsentRecord): StoreOutcome;
/** The text of the store without the records of that pair, or why the store must be left as it is. */
export function consentRemove(store: ConsentStore, query: { projectRoot: string; id: string }): StoreOutcome;

export interface ListedConsent extends Required<Omit<ConsentRecord, 'reviewerHost'>> {
  /** Of the signature, which may hold secrets and should not be shown. */
  digest: `sha256:${string}`;
  reviewerHost?: string;
}

/** The records that count, and why nothing could be written into the store. */
export function consentRecords(store: ConsentStore): { records: ListedConsent[]; problem: StoreProblem | null };

/** What the companion's own store has of one agreement. */
export interface LaneConsent {
  /** Of the signature of the manifest, and the hash of the bundle: of a lane that is installed for the user. */
  digest?: `sha256:${string}`;
  contentHash?: string;
  consentedAt: string;
  reviewerHost: string | null;
}

/**
 * What the companion's own store (`lane-consent.json`) has of one agreement, or `null`: with a project that to the host of a
 * lane that comes along, else that to a lane that is installed for the user. `id` is that of the capability.
 */
export function laneConsent(store: ConsentStore, query: { id: string; projectRoot?: string | null }): LaneConsent | null;

/** What a consent to the bundle that lies ready quotes; to be looked at again before it is promoted. */
export function consentCode(input: { signature: string; contentHash: string; reviewerHost?: string | null }): `sha256:${string}` | null;

/** Answers questions about a disk; what throws is thrown on. */
export interface Disk {
  /** Links followed. */
  isDirectory(path: string): boolean;
  exists(path: string): boolean;
  read(path: string): string | null;
  /** Without links; `null` if it cannot be told. */
  realPath(path: string): string | null;
}

/** The root under which consents of the project around `cwd` are recorded and looked up. Both paths must be absolute. */
export function consentRoot(cwd: string, home: string, disk: Disk): string;

export interface LockHolder {
  token: string;
  pid: number | null;
  hostname: string | null;
  startTime: string | null;
  /** Milliseconds since 1970. */
  ts: number | null;
}

/** Who holds a lock with that body; `null` if it is none of a holder. */
export function lockHolder(input: { body: string | null }): LockHolder | null;

export interface LockFacts {
  /** `null` for what is no regular file, cannot be read or has more than 64 KiB. */
  body: string | null;
  /** Of the file, in milliseconds since 1970. */
  mtime: number;
  now: number;
  /** Of this machine. */
  hostname: string;
  /** Whether the holder's process is there. */
  isAlive: boolean;
  /** When it started, as the system tells now. */
  startTime: string | null;
}

/** Whether a held lock is to be waited for or stolen. */
export function lockDecision(input: LockFacts): 'wait' | 'steal' | null;
