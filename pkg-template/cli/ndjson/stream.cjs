'use strict';
// Any number of manifests, one per line: read, judged by threads, and answered in their order, in memory that does
// not grow with them.

const { Across } = require('./across.cjs');
const { batches } = require('./batches.cjs');
const { chunks } = require('./chunks.cjs');
const { store } = require('./memory.cjs');
const { pool } = require('./pool.cjs');
const { inWords } = require('../errno.cjs');
const { safeJson } = require('../safe-text.cjs');

/** How many batches a thread may have: one to work on, one to go on with. */
const AHEAD = 2;

/** Answers {errors, warnings, unread}. */
async function stream({ stdin, stdout, complain, api }, operands, { jobs, cross, profile }) {
  const total = { manifests: 0, valid: 0, errors: 0, warnings: 0, unread: 0 };
  const across = cross ? new Across() : undefined;
  const threads = pool(jobs, { profile, cross });
  const memory = store();
  const pending = [];
  const write = async (text) => {
    stdout.write(text);
    await stdout.drained?.();
  };
  const next = async () => {
    const { text, counts, claims, memory: used } = await pending.shift();
    memory.back(used);
    for (const [name, count] of Object.entries(counts)) total[name] += count;
    across?.add(claims);
    await write(text);
  };
  const gone = () => stdout.open === false;
  try {
    for (const path of operands) {
      try {
        for await (const batch of batches(path === '-' ? stdin() : chunks(path), memory.take)) {
          pending.push(threads.run({ ...batch, path }));
          if (pending.length >= AHEAD * jobs) await next();
          if (gone()) break;
        }
      } catch (error) {
        if (error.syscall === undefined && error.code === undefined) throw error;
        complain(`${path}: ${inWords(error)}`);
        total.unread++;
      }
      if (gone()) break;
    }
    while (pending.length > 0 && !gone()) await next();
    for (const diagnostic of (!gone() && across?.findings(api())) || []) {
      total[diagnostic.severity === 'error' ? 'errors' : 'warnings']++;
      await write(`${safeJson({ across: diagnostic })}\n`);
    }
  } finally {
    await threads.close();
  }
  return total;
}

module.exports = { stream };
