/** Browsers, workers and everything else that speaks the web's interfaces. */
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const decode = (bytes, from, to) => decoder.decode(bytes.subarray(from, to));

export const host = {
  // No page can tell a proxy: the walker then asks every object for inherited members.
  isProxy: undefined,
  buffer: (length) => new Uint8Array(length),
  view: (memory) => new Uint8Array(memory.buffer),
  writeText: (bytes, text, at) => encoder.encodeInto(text, bytes.subarray(at)).written,
  readAscii: decode,
  readWide: decode,
};
