'use strict';
// Memory that travels between threads and comes back, so that a long stream leaves no garbage behind.

/** What a batch usually needs. */
const USUAL = 1 << 18;

/** `take(length)` gives at least so much; `back(memory)` takes it for the next one. */
function store() {
  const free = [];
  return {
    take: (length) => (length <= USUAL && free.pop()) || new Uint8Array(Math.max(length, USUAL)),
    back: (memory) => memory.length === USUAL && free.push(memory),
  };
}

module.exports = { store };
