'use strict';
// The second pass: reduce on claims. Memory grows with what is claimed, not with the manifests.

const { inflateRawSync } = require('node:zlib');
const { hash } = require('./claims.cjs');

const LF = 10;

/** Words of claims -> who had them first. */
class FirstOwners {
  #room = 1 << 12;
  #used = 0;
  #slots = new Uint32Array(3 * this.#room);

  /** Answers the earlier owner, or undefined; then `owner` is the first. */
  claim(one, two, owner) {
    const at = this.#find(one, two);
    if (this.#slots[at + 2] !== 0) return this.#slots[at + 2] - 1;
    this.#slots.set([one, two, owner + 1], at);
    if (++this.#used > this.#room * 0.7) this.#grow();
    return undefined;
  }

  owner(one, two) {
    const owner = this.#slots[this.#find(one, two) + 2];
    return owner === 0 ? undefined : owner - 1;
  }

  #find(one, two) {
    let slot = (one ^ Math.imul(two, 31)) & (this.#room - 1);
    for (;;) {
      const at = 3 * slot;
      if (this.#slots[at + 2] === 0 || (this.#slots[at] === one && this.#slots[at + 1] === two)) return at;
      slot = (slot + 1) & (this.#room - 1);
    }
  }

  #grow() {
    const old = this.#slots;
    this.#room *= 2;
    this.#slots = new Uint32Array(3 * this.#room);
    for (let at = 0; at < old.length; at += 3) {
      if (old[at + 2] !== 0) this.#slots.set(old.subarray(at, at + 3), this.#find(old[at], old[at + 1]));
    }
  }
}

class Across {
  #owners = new FirstOwners();
  #batches = [];
  #count = 0;
  #suspects = new Set();
  #open = {};

  /** The claims of one batch, as `judge` packs them. */
  add({ records, ends, hashes, sizes, whole }) {
    let at = 0;
    for (let index = 0; index < sizes.length; index++) {
      const owner = this.#count + index;
      if (whole[index]) this.#suspects.add(owner);
      for (let left = sizes[index]; left > 0; left--, at += 2) {
        const earlier = this.#owners.claim(hashes[at], hashes[at + 1], owner);
        if (earlier !== undefined) this.#suspects.add(earlier).add(owner);
      }
    }
    if (sizes.length > 0) this.#batches.push({ first: this.#count, records, ends });
    this.#count += sizes.length;
  }

  /** What the library finds among those that share a claim or name others. */
  findings(api) {
    const words = new Uint32Array(2);
    const records = new Map();
    // Whom a suspect names is added while the set is walked.
    for (const owner of this.#suspects) {
      const record = this.#record(owner);
      records.set(owner, record);
      for (const name of record.names) {
        hash(['id', name], words, 0);
        const named = this.#owners.owner(words[0], words[1]);
        if (named !== undefined) this.#suspects.add(named);
      }
    }
    if (records.size === 0) return [];
    const judged = [...records.keys()].sort((a, b) => a - b).map((owner) => records.get(owner));
    const { diagnostics } = api.validateRegistry({ manifests: judged.map(({ text }) => ({ text })) });
    // Spans would count in the reduced texts.
    return diagnostics.map(({ places = [], span, ...diagnostic }) => ({
      ...diagnostic,
      places: places.map(({ manifest, capability, path: pointer }) => {
        const { path, line, source } = judged[manifest];
        return { path, line, ...(source !== undefined && { source }), capability, pointer };
      }),
    }));
  }

  /** Where a manifest is and whom it names; itself as text, which takes a fraction of the room. */
  #record(owner) {
    let [low, high] = [0, this.#batches.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#batches[middle].first <= owner) low = middle;
      else high = middle - 1;
    }
    const batch = this.#batches[low];
    if (this.#open.batch !== batch) this.#open = { batch, bytes: inflateRawSync(batch.records) };
    const index = owner - batch.first;
    const [start, end] = [index === 0 ? 0 : batch.ends[index - 1], batch.ends[index]];
    const { bytes } = this.#open;
    const line = bytes.indexOf(LF, start);
    return { ...JSON.parse(bytes.toString('utf8', start, line)), text: bytes.toString('utf8', line + 1, end) };
  }
}

module.exports = { Across };
