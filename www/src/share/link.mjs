/** The page's state as the fragment of an address: compressed, and never sent to any server. */
import { known, own } from '../state.mjs';

const PREFIX = '#s=';
/** What a link may unfold to: a manifest at its limit, twice. */
const MOST = 18 << 20;
/** What is worth sending; how somebody has arranged the page is not. */
const LEFT_OUT = ['split'];

export async function fragmentOf(values) {
  const shared = own(values);
  for (const name of LEFT_OUT) delete shared[name];
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  return PREFIX + base64(await through(new CompressionStream('deflate-raw'), bytes, Infinity));
}

export const isShared = (fragment) => fragment.startsWith(PREFIX);

/** The values in a fragment; `undefined` if it is none of ours or damaged. */
export async function valuesOf(fragment) {
  if (!isShared(fragment)) return undefined;
  try {
    const bytes = await through(new DecompressionStream('deflate-raw'), unbase64(fragment.slice(PREFIX.length)), MOST);
    return known(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return undefined;
  }
}

async function through(transform, bytes, most) {
  const writer = transform.writable.getWriter();
  // Its failures come out of the other end.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const chunks = [];
  let length = 0;
  for (const reader = transform.readable.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) throw new RangeError('too long');
    chunks.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function base64(bytes) {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function unbase64(text) {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}
