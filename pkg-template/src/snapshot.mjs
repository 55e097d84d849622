/**
 * Reads a live value once, in one pass, into the small wire form that the module transcribes
 * (`src/wasm/snapshot.rs`). Whatever happens while reading — getters, proxies, cycles, values that JSON
 * does not know — is written down as having happened; nothing is judged here.
 */
import { encodeWtf8, isWellFormed } from './wtf8.mjs';

const tag = (character) => character.charCodeAt(0);
const OBJECT = tag('{'), ARRAY = tag('['), END = tag('/'), KEY = tag('k'), HIDDEN = tag('h');
const STRING = tag('s'), DOUBLE = tag('d'), INTEGER = tag('i'), TRUE = tag('t'), FALSE = tag('f');
const NULL = tag('n'), BIGINT = tag('b'), UNDEFINED = tag('u'), FUNCTION = tag('F'), SYMBOL = tag('S');
const HOLE = tag('_'), CIRCULAR = tag('c'), THROWN = tag('!'), UNREADABLE = tag('x');

/** The value breaks a limit; thrown through the walk and caught where it began. */
const TOO_DEEP = Symbol('too deep');
const TOO_LARGE = Symbol('too large');

/**
 * The parts of a manifest whose members are disclosed one by one. They are no ancestors in the sense of
 * T-26: when a value in one of them leads back to it, it is met there for the first time.
 */
const REVIEWER = 2, INVOKE = 3, SERVERS = 4, LIST = 5, ENTRY = 6, SERVER = 7, LISTED_SERVER = 8;
/** What a walk may begin with: any value, a manifest, a list or a map of manifests. */
export const ORDINARY = 0, ROOT = 1, MANIFESTS = 9;

const MEMBERS = {
  [ROOT]: { reviewer: REVIEWER, mcpServers: SERVERS, hooks: LIST, commands: LIST },
  [REVIEWER]: { invoke: INVOKE },
  [LISTED_SERVER]: { config: SERVER },
};

function memberPart(part, key) {
  if (part === ORDINARY) return ORDINARY;
  if (part === SERVERS) return SERVER;
  if (part === MANIFESTS) return ROOT;
  const members = MEMBERS[part];
  return members !== undefined && Object.hasOwn(members, key) ? members[key] : ORDINARY;
}

function itemPart(part) {
  if (part === MANIFESTS) return ROOT;
  return part === SERVERS ? LISTED_SERVER : part === LIST ? ENTRY : ORDINARY;
}

/** Where an array acts as an object (T-9, T-10, T-13), so that its named members count. */
const actsAsObject = (part) => part >= ENTRY && part !== MANIFESTS;

const { getPrototypeOf, getOwnPropertyNames, keys: ownKeys } = Object;
const { isView } = ArrayBuffer;

const lengthOf = Object.getOwnPropertyDescriptor(getPrototypeOf(Uint8Array.prototype), 'length').get;

/** How many elements a view has, whatever it says itself. */
const elements = (view) => {
  try {
    return lengthOf.call(view);
  } catch {
    // A DataView has none.
    return 0;
  }
};

/** Whether an array has members besides its elements. */
function hasNames(array) {
  try {
    return ownKeys(array).some((key) => !/^\d+$/.test(key));
  } catch {
    return false;
  }
}

export class Walker {
  /**
   * @param platform `writeText` and, where the host can tell, `isProxy`
   * @param names the members that are read by name, inherited or not (T-24)
   */
  constructor(platform, names) {
    this.platform = platform;
    this.names = names;
    this.named = new Set(names);
    this.limits = undefined;
    this.bytes = platform.buffer(4096);
    this.double = new Float64Array(1);
    this.octets = new Uint8Array(this.double.buffer);
    this.at = 0;
    this.depth = 0;
    this.ancestors = [];
    this.plain = undefined;
  }

  /**
   * Walks a value within `limits`, `{depth, bytes}`; afterwards `bytes` up to `at` hold it. Gives `undefined`, or what
   * limit it breaks.
   */
  walk(value, part, limits) {
    this.limits = limits;
    this.at = 0;
    this.depth = 0;
    this.plain = undefined;
    try {
      this.value(value, part);
      return undefined;
    } catch (thrown) {
      if (thrown === TOO_DEEP) return 'too-deep';
      if (thrown === TOO_LARGE) return 'too-large';
      throw thrown;
    } finally {
      this.ancestors.length = 0;
    }
  }

  room(length) {
    const needed = this.at + length;
    if (needed <= this.bytes.length) return;
    // A string takes at most three bytes a unit: what cannot fit is refused before it is written.
    if (this.at > this.limits.bytes) throw TOO_LARGE;
    const grown = this.platform.buffer(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.at));
    this.bytes = grown;
  }

  tag(code) {
    this.room(1);
    this.bytes[this.at++] = code;
  }

  word(number) {
    const { bytes, at } = this;
    bytes[at] = number;
    bytes[at + 1] = number >> 8;
    bytes[at + 2] = number >> 16;
    bytes[at + 3] = number >> 24;
    this.at = at + 4;
  }

  text(code, text) {
    const { length } = text;
    if (length > this.limits.bytes) throw TOO_LARGE;
    this.room(length * 3 + 6);
    const { bytes, at } = this;
    bytes[at] = code;
    if (length < 32) {
      let end = at + 2;
      for (let index = 0; index < length; index++) {
        const unit = text.charCodeAt(index);
        if (unit > 0x7f) {
          end = 0;
          break;
        }
        bytes[end++] = unit;
      }
      if (end !== 0) {
        bytes[at + 1] = length;
        this.at = end;
        return;
      }
    }
    bytes[at + 1] = 255;
    let written;
    if (isWellFormed(text)) {
      written = this.platform.writeText(bytes, text, at + 6);
    } else {
      const wtf8 = encodeWtf8(text);
      bytes.set(wtf8, at + 6);
      written = wtf8.length;
    }
    this.at = at + 2;
    this.word(written);
    this.at += written;
  }

  number(number) {
    this.room(9);
    if (number === (number | 0)) {
      // -0 too: it prints as 0 everywhere.
      this.bytes[this.at++] = INTEGER;
      this.word(number);
      return;
    }
    this.bytes[this.at++] = DOUBLE;
    this.double[0] = number;
    this.bytes.set(this.octets, this.at);
    this.at += 8;
  }

  value(value, part) {
    switch (typeof value) {
      case 'string': return this.text(STRING, value);
      case 'number': return this.number(value);
      case 'boolean': return this.tag(value ? TRUE : FALSE);
      case 'undefined': return this.tag(UNDEFINED);
      case 'function': return this.tag(FUNCTION);
      case 'symbol': return this.tag(SYMBOL);
      case 'bigint': return this.text(BIGINT, `${value}`);
      default: return value === null ? this.tag(NULL) : this.container(value, part);
    }
  }

  container(value, part) {
    if (this.ancestors.includes(value)) return this.tag(CIRCULAR);
    if (this.depth === this.limits.depth) throw TOO_DEEP;
    this.depth++;
    if (part === ORDINARY) this.ancestors.push(value);
    let array = false;
    try {
      array = Array.isArray(value);
    } catch {
      // A revoked proxy: every read that follows throws too, and is written down so.
    }
    if (array && !(actsAsObject(part) && hasNames(value))) this.array(value, itemPart(part));
    else this.object(value, part);
    this.tag(END);
    if (part === ORDINARY) this.ancestors.pop();
    this.depth--;
  }

  /** A member of the innermost container threw: where it is encoded, it cannot be read as a whole. */
  thrown() {
    this.tag(THROWN);
    this.tag(UNREADABLE);
  }

  array(value, part) {
    this.tag(ARRAY);
    let length;
    try {
      length = Math.min(Math.max(Math.trunc(Number(value.length)) || 0, 0), Number.MAX_SAFE_INTEGER);
    } catch {
      return this.thrown();
    }
    if (length > this.limits.bytes) throw TOO_LARGE;
    for (let index = 0; index < length; index++) {
      let item;
      let hole;
      try {
        item = value[index];
        hole = item === undefined && !(index in value);
      } catch {
        this.thrown();
        continue;
      }
      if (hole) this.tag(HOLE);
      else this.value(item, part);
    }
  }

  object(value, part) {
    this.tag(OBJECT);
    // Each element of a typed array is a key, and takes eight bytes at least: too many are refused before they are listed.
    if (isView(value) && elements(value) > this.limits.bytes / 8) throw TOO_LARGE;
    let keys = [];
    let readable = true;
    try {
      keys = ownKeys(value);
    } catch {
      readable = false;
      this.tag(UNREADABLE);
    }
    for (const key of keys) {
      this.text(KEY, key);
      let item;
      try {
        item = value[key];
      } catch {
        this.thrown();
        continue;
      }
      this.value(item, memberPart(part, key));
    }
    if (!(readable && this.arePlain() && this.isPlain(value, keys))) this.hidden(value, keys, part);
  }

  /** Whether plain objects have no named member: one that hangs on Object.prototype they all have. Found out once a walk. */
  arePlain() {
    return (this.plain ??= this.platform.isProxy !== undefined && !getOwnPropertyNames(Object.prototype).some((name) => this.named.has(name)));
  }

  /** Whether reads by name can find nothing but the own enumerable members. */
  isPlain(value, keys) {
    if (this.platform.isProxy(value)) return false;
    const prototype = getPrototypeOf(value);
    return (prototype === Object.prototype || prototype === null) && getOwnPropertyNames(value).length === keys.length;
  }

  hidden(value, keys, part) {
    const { names } = this;
    for (let index = 0; index < names.length; index++) {
      const name = names[index];
      if (keys.includes(name)) continue;
      let item;
      let thrown = false;
      try {
        item = value[name];
      } catch {
        thrown = true;
      }
      if (item === undefined && !thrown) continue;
      this.room(2);
      this.bytes[this.at++] = HIDDEN;
      this.bytes[this.at++] = index;
      if (thrown) this.tag(THROWN);
      else this.value(item, memberPart(part, name));
    }
  }
}
