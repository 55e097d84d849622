/** Node reads and writes text through `Buffer`, which is faster than the web's coders, and knows proxies. */
import { types } from 'node:util';

export const host = {
  isProxy: types.isProxy,
  buffer: (length) => Buffer.allocUnsafeSlow(length),
  view: (memory) => Buffer.from(memory.buffer),
  writeText: (bytes, text, at) => bytes.write(text, at, 'utf8'),
  byteLength: (text) => Buffer.byteLength(text, 'utf8'),
  readAscii: (bytes, from, to) => bytes.toString('latin1', from, to),
  readWide: (bytes, from, to) => bytes.toString('utf8', from, to),
};
