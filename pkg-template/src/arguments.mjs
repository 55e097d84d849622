/** Bad arguments throw a `TypeError` here; whatever is inside a manifest never does. */

/** Flags of the module's calls: src/wasm/input.rs, src/wasm/fast.rs. */
export const PEER = 1 << 3, FOLDER = 1 << 4;

const tagOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;

/** Whether a value really is a `Uint8Array`, whatever realm it is from and whatever it pretends. */
export const isBytes = (value) => ArrayBuffer.isView(value) && tagOf.call(value) === 'Uint8Array';

function kindOf(value) {
  if (value === null) return 'null';
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

export function optionalString(value, name) {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw new TypeError(`${name} must be a string, not ${kindOf(value)}`);
}

export function profileFlag(profile) {
  if (profile === undefined || profile === 'strict') return 0;
  if (profile === 'peer') return PEER;
  throw new TypeError(`options.profile must be 'strict' or 'peer', not ${typeof profile === 'string' ? JSON.stringify(profile) : kindOf(profile)}`);
}
