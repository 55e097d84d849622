/** Bad arguments throw a `TypeError` here; whatever is inside a manifest never does. */

/** Flags of the module's calls: src/wasm/input.rs, src/wasm/fast.rs. */
export const PEER = 1 << 3, FOLDER = 1 << 4, SIGNATURE = 1 << 5, DIGEST = 1 << 6, DISCLOSURE = 1 << 7;

const tagOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;

/** Whether a value really is a `Uint8Array`, whatever realm it is from and whatever it pretends. */
export const isBytes = (value) => ArrayBuffer.isView(value) && tagOf.call(value) === 'Uint8Array';

function kindOf(value) {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

export function textArgument(value, name) {
  if (typeof value === 'string') return value;
  // A plain view, so that nothing of a subclass is ever asked.
  if (isBytes(value)) return value.constructor === Uint8Array ? value : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  throw new TypeError(`${name} must be a string or a Uint8Array, not ${kindOf(value)}`);
}

export function optionsArgument(value) {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object') throw new TypeError(`options must be an object, not ${kindOf(value)}`);
  return value;
}

export function stringArgument(value, name) {
  if (typeof value === 'string') return value;
  throw new TypeError(`${name} must be a string, not ${kindOf(value)}`);
}

export function objectArgument(value, name) {
  if (typeof value === 'object' && value !== null) return value;
  throw new TypeError(`${name} must be an object, not ${kindOf(value)}`);
}

export function functionArgument(value, name) {
  if (typeof value === 'function') return value;
  throw new TypeError(`${name} must be a function, not ${kindOf(value)}`);
}

/** A string that may be left out, perhaps one of a few. */
export function optionalString(value, name, accepted) {
  if (value === undefined || value === null) return undefined;
  stringArgument(value, name);
  if (accepted === undefined || accepted.includes(value)) return value;
  throw new TypeError(`${name} must be one of ${accepted.join(', ')}, not ${JSON.stringify(value)}`);
}

/** More items than any list of manifests, files or reviews has: an array's length costs nothing, going through it does. */
const MOST_ITEMS = 1 << 20;

/** The items of a list, each as `take(item, name)` makes it or refuses it. */
export function listArgument(value, name, take) {
  const isList = typeof objectArgument(value, name)[Symbol.iterator] === 'function';
  if (!isList) throw new TypeError(`${name} must be a list, not ${kindOf(value)}`);
  const items = [];
  for (const item of value) {
    if (items.length === MOST_ITEMS) throw new TypeError(`${name} must have at most ${MOST_ITEMS} items`);
    items.push(take(item, `${name}[${items.length}]`));
  }
  return items;
}

/** The own members of an object that is a table of things by name. Bytes are no such table, and would have a member each. */
export function entriesArgument(value, name) {
  if (ArrayBuffer.isView(objectArgument(value, name))) throw new TypeError(`${name} must be a plain object, not bytes`);
  return Object.entries(value);
}

/** The manifests, or texts of such, in a list or, by id, in an object. */
export function manifestsArgument(value, name) {
  const isList = typeof objectArgument(value, name)[Symbol.iterator] === 'function';
  const take = (item, which) => (typeof item === 'string' ? item : objectArgument(item, which));
  return listArgument(isList ? value : Object.values(value), name, take);
}

export function textsArgument(value, name) {
  if (value === undefined || value === null) return undefined;
  return listArgument(value, name, stringArgument);
}

/** The central configuration: going on without one that cannot be read would switch a check off. */
export function centralArgument(central) {
  if (central === undefined || central === null) return {};
  const { keys, patterns } = objectArgument(central, 'central');
  const settings = {};
  if (keys !== undefined && keys !== null) settings.centralKeys = textsArgument(keys, 'central.keys');
  if (patterns !== undefined && patterns !== null) settings.centralPatterns = textsArgument(patterns, 'central.patterns');
  return settings;
}

/** The files of a bundle, as `prepare` makes them. */
export function stagedArgument(files, name, prepare) {
  return prepare(textsArgument(files, name));
}

export function flag(value, otherwise, name, bit) {
  if (value !== undefined && typeof value !== 'boolean') throw new TypeError(`${name} must be true or false, not ${kindOf(value)}`);
  return (value ?? otherwise) ? bit : 0;
}

/** A resolver: a function, or an object whose own members are hosts by configuration key. */
export function hostsArgument(hosts) {
  if (hosts === undefined || hosts === null) return undefined;
  if (typeof hosts === 'function') return (key) => hosts(key);
  objectArgument(hosts, 'options.hosts');
  return (key) => (Object.hasOwn(hosts, key) ? hosts[key] : undefined);
}

export function profileFlag(profile) {
  return optionalString(profile, 'options.profile', ['strict', 'peer']) === 'peer' ? PEER : 0;
}
