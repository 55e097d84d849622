'use strict';
// The text of a manifest as its spans count it: UTF-16 offsets, a byte order mark counted, lines ended by CR LF, LF or
// a lone CR.

const LF = 10;
const CR = 13;

class Lines {
  #text;
  #starts = [0];
  #ends = [];

  constructor(bytes) {
    this.#text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    for (let at = 0; at < this.#text.length; at++) {
      const unit = this.#text.charCodeAt(at);
      if (unit !== LF && unit !== CR) continue;
      this.#ends.push(at);
      if (unit === CR && this.#text.charCodeAt(at + 1) === LF) at++;
      this.#starts.push(at + 1);
    }
    this.#ends.push(this.#text.length);
  }

  /** Offset of the first unit of a 1-based line; lines that do not exist count as the last one. */
  startOf(number) {
    return this.#starts[Math.min(number, this.#starts.length) - 1];
  }

  /** A 1-based line without its end. */
  line(number) {
    const index = Math.min(number, this.#starts.length) - 1;
    return this.#text.slice(this.#starts[index], this.#ends[index]);
  }
}

module.exports = { Lines };
