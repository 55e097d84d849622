/**
 * The crossing: writes arguments into the module's memory, calls, reads the answer.
 *
 * No code of the caller runs between the first write and the last read, so calls may nest freely: all
 * arguments are turned into strings, bytes or snapshots before anything is written.
 */
import { createGlue } from 'gsd-lanes:glue';

import { GsdLanesError } from './errors.mjs';
import { ORDINARY, ROOT, Walker } from './snapshot.mjs';
import { encodeWtf8, isWellFormed } from './wtf8.mjs';

// src/wasm/input.rs: Form
export const ABSENT = 0, BYTES = 1, WTF8 = 2, SNAPSHOT = 3, TOO_DEEP = 4, TOO_LARGE = 5;
// src/wasm/buffers.rs: Answer
const LENGTH = 0x0fffffff, YES = 1 << 28, WIDE = 1 << 29, NULL = 1 << 30, PACKED = 1 << 31;

/** Calls that need more room than this give it back afterwards. */
const KEEP = 1 << 20;
/** How many walkers are kept for the next call: as many as the call with the most members has. */
const WALKERS = 16;

export class Engine {
  /**
   * @param platform what differs between hosts: `module()` gives the compiled module, `buffer(length)` a
   *   byte array, `view(memory)` one over memory, `writeText(bytes, text, at)` encodes well-formed text and
   *   gives its length, `byteLength(text)` only that, if it is there, `readAscii` and `readWide(bytes, from, to)` decode
   */
  constructor(platform) {
    this.platform = platform;
    this.wasm = undefined;
    this.memory = undefined;
    this.bytes = undefined;
    this.words = undefined;
    this.offset = 0;
    this.capacity = 0;
    this.maxBytes = 0;
    this.walkers = [];
    this.names = undefined;
    this.limits = undefined;
    this.wideLimits = undefined;
    this.longLimits = undefined;
  }

  /** Instantiates at the first call, and anew after a trap. */
  start() {
    const module = this.platform.module();
    const glue = createGlue();
    this.wasm = glue.finish(new WebAssembly.Instance(module, glue.imports()), module);
    this.memory = this.wasm.memory;
    this.capacity = 0;
    this.maxBytes = this.wasm.max_bytes();
    this.refresh();
  }

  /** Memory that grew has left its old views empty. */
  refresh() {
    this.bytes = this.platform.view(this.memory);
    this.words = new DataView(this.memory.buffer);
  }

  /** A trap leaves the instance in an unknown state: away with it. */
  fail(cause) {
    this.wasm = undefined;
    this.bytes = undefined;
    this.words = undefined;
    return new GsdLanesError('trap', `The module stopped inside a call and was set up anew: ${cause?.message ?? cause}`, cause);
  }

  /** Makes room for an input, for well-formed text up to three bytes a unit. */
  reserve(length) {
    if (this.wasm === undefined) this.start();
    if (length > this.capacity || (this.capacity > KEEP && length <= KEEP)) {
      try {
        // Beyond 2 GiB, the raw export answers with a negative number.
        this.offset = this.wasm.reserve(length) >>> 0;
      } catch (cause) {
        throw this.fail(cause);
      }
      this.capacity = length;
    }
    if (this.bytes.length === 0) this.refresh();
  }

  /** The text of an answer; `undefined` if the answer is `null`. */
  text(answer) {
    const length = answer & LENGTH;
    if (this.bytes.length === 0) this.refresh();
    if (answer & NULL) {
      if (answer & YES) throw new GsdLanesError('too-large', 'The answer has more than 256 MiB');
      return undefined;
    }
    if (length === 0) return '';
    const from = this.wasm.output() >>> 0;
    return answer & WIDE
      ? this.platform.readWide(this.bytes, from, from + length)
      : this.platform.readAscii(this.bytes, from, from + length);
  }

  /** The plain data of an answer; `undefined` if the answer is `null`. */
  data(answer) {
    const text = this.text(answer);
    return text === undefined ? undefined : JSON.parse(text);
  }

  /**
   * A call with one manifest: its bytes, then those of `tail`, bare.
   * `name` is the export, which gets both lengths and the flags.
   */
  bare(name, source, tail, flags) {
    const { form } = source;
    const room = source.room + tail.length * 3;
    this.reserve(room);
    const length = this.write(source, this.offset);
    const after = tail === '' ? 0 : this.platform.writeText(this.bytes, tail, this.offset + length);
    try {
      return this.wasm[name](length, after, flags | form);
    } catch (cause) {
      throw this.fail(cause);
    }
  }

  /** Writes what {@link source} prepared and gives its length. */
  write(source, at) {
    const { content } = source;
    if (content === undefined) return 0;
    if (typeof content === 'string') return this.platform.writeText(this.bytes, content, at);
    this.bytes.set(content, at);
    return content.length;
  }

  /** A call with a row of parts. */
  parts(name, sources, flags) {
    let room = 0;
    for (const source of sources) room += 8 + source.room;
    // A guess at the length of much text would be far off.
    if (room > KEEP) room = this.measure(sources);
    this.reserve(room);
    let at = this.offset;
    for (const source of sources) {
      const length = this.write(source, at + 8);
      this.words.setUint32(at, source.form, true);
      this.words.setUint32(at + 4, length, true);
      at += 8 + length;
    }
    try {
      return this.wasm[name](at - this.offset, flags);
    } catch (cause) {
      throw this.fail(cause);
    }
  }

  measure(sources) {
    let room = 0;
    for (const { content, room: most } of sources) {
      const exact = typeof content === 'string' ? this.platform.byteLength?.(content) : undefined;
      room += 8 + (exact ?? most);
    }
    return room;
  }

  /** A rule by name, with the members of its input as pairs of name and prepared value. */
  rule(name, members) {
    return this.members('rule', name, members);
  }

  members(call, name, members) {
    const sources = [this.source(name)];
    for (const [member, source] of members) sources.push(this.source(member), source);
    const data = this.data(this.parts(call, sources, 0));
    for (const [, source] of members) this.release(source);
    return data;
  }

  /** The same; `null` if a member breaks a limit. */
  wholly(name, members) {
    const answer = this.rule(name, members);
    return members.some(([, source]) => isRefused(source)) ? null : answer;
  }

  /** Prepares a text, or the bytes of a file. */
  source(text) {
    if (this.wasm === undefined) this.start();
    if (typeof text === 'string') {
      if (text.length > this.maxBytes) return REFUSED_LARGE;
      if (isWellFormed(text)) return { form: BYTES, content: text, room: text.length * 3 };
      const content = encodeWtf8(text);
      return { form: WTF8, content, room: content.length };
    }
    const { length } = text;
    if (length > this.maxBytes) return REFUSED_LARGE;
    return { form: BYTES, content: text, room: length };
  }

  /** Prepares a live value, a manifest unless `part` says otherwise; the getters it has run here, once. */
  snapshot(value, part = ROOT, limits = undefined) {
    if (this.wasm === undefined) this.start();
    this.names ??= this.text(this.wasm.named_members()).split(' ');
    this.limits ??= { depth: this.wasm.max_depth(), bytes: this.maxBytes };
    // src/rules.rs: LIMITS
    this.wideLimits ??= { depth: this.limits.depth + 8, bytes: this.limits.bytes * 2 };
    // A getter may call back in: every walk has a walker of its own.
    const walker = this.walkers.pop() ?? new Walker(this.platform, this.names);
    const broken = walker.walk(value, part, limits ?? (part === ROOT ? this.limits : this.wideLimits));
    if (broken !== undefined) return broken === 'too-deep' ? REFUSED_DEEP : REFUSED_LARGE;
    // The caller's buffer until `release`.
    return { form: SNAPSHOT, content: walker.bytes.subarray(0, walker.at), room: walker.at, walker };
  }

  /** The first step of the run of that name, with the members of its input as pairs of name and prepared value. */
  begin(name, members) {
    return this.members('begin_run', name, members);
  }

  /** The next step of a run, given the prepared reply to the step before. */
  step(run, reply) {
    const data = this.data(this.parts('step_run', [reply], run));
    this.release(reply);
    return data;
  }

  /** Prepares plain data with long texts, which are no manifests and not bound by their limits. */
  texts(value) {
    if (this.wasm === undefined) this.start();
    this.longLimits ??= { depth: 8, bytes: this.wasm.max_long_bytes() };
    return this.snapshot(value, ORDINARY, this.longLimits);
  }

  /** Prepares the files of a bundle, or what else is bytes and has its own limit: `room` is what is left of it. */
  content(bytes, room) {
    if (bytes.length > room) return REFUSED_LARGE;
    return { form: BYTES, content: bytes, room: typeof bytes === 'string' ? bytes.length * 3 : bytes.length };
  }

  /** Bytes that the files of a bundle may have. */
  get bundleBytes() {
    if (this.wasm === undefined) this.start();
    return this.wasm.max_bundle_bytes();
  }

  /** Gives the buffer of a snapshot back. */
  release(source) {
    const { walker } = source;
    if (walker !== undefined && walker.bytes.length <= KEEP / 4 && this.walkers.length < WALKERS) this.walkers.push(walker);
  }
}

export const NOT_GIVEN = { form: ABSENT, content: undefined, room: 0 };
const REFUSED_DEEP = { form: TOO_DEEP, content: undefined, room: 0 };
export const REFUSED_LARGE = { form: TOO_LARGE, content: undefined, room: 0 };

/** Whether a value breaks a limit and was not even copied. */
export const isRefused = ({ form }) => form === TOO_DEEP || form === TOO_LARGE;
export const isYes = (answer) => (answer & YES) !== 0;
export const isPacked = (answer) => (answer & PACKED) !== 0;
export const isNull = (answer) => (answer & NULL) !== 0;
export const isEmpty = (answer) => (answer & LENGTH) === 0;
