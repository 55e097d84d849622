'use strict';
// The bytes of a file, in one piece of memory that is filled again and again.

const { open } = require('node:fs/promises');

const CHUNK = 1 << 16;

async function* chunks(path) {
  const file = await open(path);
  try {
    const memory = Buffer.allocUnsafeSlow(CHUNK);
    for (;;) {
      const { bytesRead } = await file.read(memory, 0, CHUNK, null);
      if (bytesRead === 0) return;
      yield memory.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

module.exports = { chunks };
