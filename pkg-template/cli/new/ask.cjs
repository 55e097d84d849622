'use strict';
// Questions on a terminal, one line of answer each.

const { createInterface } = require('node:readline');
const { safe } = require('../safe-text.cjs');

/** `ask(text, preset)` promises a line, the preset for an empty one, undefined at the end of input. */
function terminal(stdin, write) {
  const lines = createInterface({ input: stdin, crlfDelay: Infinity });
  const answers = lines[Symbol.asyncIterator]();
  return {
    async ask(text, preset) {
      write(`${text}${preset === undefined ? '' : ` [${safe(preset)}]`}: `);
      const { done, value } = await answers.next();
      if (done) return undefined;
      return value.trim() === '' ? preset : value.trim();
    },
    close: () => lines.close(),
  };
}

module.exports = { terminal };
