/** Consent records and what they bind: bundles, stores, lock, project root. Reading and writing files is the caller's. */
import { engine } from 'gsd-lanes:engine';

import { listArgument, objectArgument, optionsArgument, textArgument } from './arguments.mjs';
import { NOT_GIVEN, REFUSED_LARGE, isRefused } from './engine.mjs';
import { rule } from './rule.mjs';
import { ORDINARY } from './snapshot.mjs';
import { isWellFormed } from './wtf8.mjs';

const plain = (value) => engine.snapshot(value, ORDINARY);

/** A path or a content: bytes, or text that is the same as UTF-8 everywhere. */
function bytesArgument(value, name) {
  const bytes = textArgument(value, name);
  if (typeof bytes === 'string' && !isWellFormed(bytes)) throw new TypeError(`${name} must be well-formed text, or bytes`);
  return bytes;
}

function pairArgument(pair, name) {
  // Only the first two of however many.
  const [path, content] = objectArgument(pair, name);
  return [path, content];
}

/** The content hash of a bundle that is in memory: `{hash}`, or why there is none. */
export function hashBundle(files, options) {
  const isList = typeof objectArgument(files, 'files')[Symbol.iterator] === 'function';
  const pairs = isList ? listArgument(files, 'files', pairArgument) : Object.entries(files);
  const { dirs, rootName } = optionsArgument(options);
  const folders = dirs === undefined || dirs === null ? [] : listArgument(dirs, 'options.dirs', bytesArgument);
  let room = engine.bundleBytes;
  const whole = (bytes) => engine.content(bytes, Infinity);
  const sources = [whole(bytesArgument(rootName ?? '', 'options.rootName'))];
  for (const [path, value] of pairs) {
    const prepared = whole(bytesArgument(path, 'a path in files'));
    const content = bytesArgument(value, `files[${typeof path === 'string' ? JSON.stringify(path) : 'bytes'}]`);
    sources.push(prepared, engine.content(content, room));
    // Text has at least as many bytes as units; the rest is looked at inside.
    room -= content.length;
  }
  for (const path of folders) sources.push(whole(path), NOT_GIVEN);
  return engine.data(engine.parts('bundle_hash', sources, 0));
}

/** `sha512-` and the digest over files and folders; `null` if they are no bundle, or over a limit. */
export function bundleContentHash(files, options) {
  return hashBundle(files, options).hash ?? null;
}

/** The text of a store, or nothing. Bytes that are no text cannot be read, and nothing may be written over them. */
function storeSource(store) {
  if (store === undefined || store === null) return NOT_GIVEN;
  const text = textArgument(store, 'store');
  if (typeof text === 'string') return engine.source(text);
  try {
    return engine.source(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text));
  } catch {
    return REFUSED_LARGE;
  }
}

/** A rule about a store: what is refused is told by the rule itself. */
function ofStore(name, store, members) {
  const sources = Object.entries(members).map(([member, value]) => [member, plain(value)]);
  return engine.rule(name, [...sources, ['store', storeSource(store)]]);
}

/** Whether a record of the shared store counts. */
export function consentRecordValid(record) {
  const source = plain(record);
  return engine.rule('consentRecordValid', [['record', source]]) && !isRefused(source);
}

/** Whether exactly this content was agreed to, and which host. */
export function consentLookup(store, query) {
  const { projectRoot, id, contentHash } = objectArgument(query, 'query');
  return ofStore('consentLookup', store, { projectRoot, id, contentHash });
}

/** The text of the store with that record in it, or why it must be left as it is. */
export function consentUpsert(store, record) {
  return ofStore('consentUpsert', store, { record: objectArgument(record, 'record') });
}

/** The text of the store without the records of that pair, or why it must be left as it is. */
export function consentRemove(store, query) {
  const { projectRoot, id } = objectArgument(query, 'query');
  return ofStore('consentRemove', store, { projectRoot, id });
}

/** The records of the shared store that count, and why nothing could be written into it. */
export function consentRecords(store) {
  return ofStore('consentRecords', store, {});
}

/**
 * What our own store has of one agreement, or `null`: with `projectRoot` that to the host of a lane that comes along, else
 * that to a lane that is installed for the user.
 */
export function laneConsent(store, query) {
  const { projectRoot, id } = objectArgument(query, 'query');
  return ofStore('laneConsent', store, { projectRoot, id });
}

/** What a consent to what lies ready quotes. */
export function consentCode(input) {
  return rule('consentCode', input, { signature: ORDINARY, contentHash: ORDINARY, reviewerHost: ORDINARY });
}

/** Who holds a lock with that body; `null` if nobody can tell. */
export function lockHolder(input) {
  return rule('lockHolder', input, { body: ORDINARY });
}

/** Whether a held lock is to be waited for or stolen. */
export function lockDecision(input) {
  return rule('lockDecision', input, { body: ORDINARY, mtime: ORDINARY, now: ORDINARY, hostname: ORDINARY, isAlive: ORDINARY, startTime: ORDINARY });
}

/** What may be asked of a disk. */
const QUESTIONS = ['isDirectory', 'exists', 'read', 'realPath'];

/** The root under which consents of a project are recorded, given a disk to ask. */
export function consentRoot(cwd, home, disk) {
  const ask = {};
  const known = {};
  for (const question of QUESTIONS) {
    const call = objectArgument(disk, 'disk')[question];
    if (typeof call !== 'function') throw new TypeError(`disk.${question} must be a function, not ${typeof call}`);
    ask[question] = (path) => call.call(disk, path);
    known[question] = {};
  }
  for (let last; ;) {
    const step = rule('consentRoot', { cwd, home, known }, { cwd: ORDINARY, home: ORDINARY, known: ORDINARY });
    if (step?.root !== undefined) return step.root;
    if (step === null) {
      // Without an answer that breaks a limit; if there was none, it is the question itself.
      if (last === undefined || known[last.ask][last.path] === null) throw new TypeError('cwd and home must be paths');
      known[last.ask][last.path] = null;
      continue;
    }
    last = step;
    const answer = ask[step.ask](step.path);
    known[step.ask][step.path] = typeof answer === 'string' || typeof answer === 'boolean' ? answer : null;
  }
}
