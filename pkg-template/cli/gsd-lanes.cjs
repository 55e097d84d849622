#!/usr/bin/env node
'use strict';
// The process around `main`: streams, a reader that goes away, and the exit code.

const fs = require('node:fs');
const { main } = require('./main.cjs');
const { inWords } = require('./errno.cjs');
const exit = require('./exit.cjs');

/** Writes until the reader is gone, which is its right; any other failure is trouble. */
function sink(stream, name) {
  let open = true;
  stream.on('error', (error) => {
    const first = open;
    open = false;
    if (!first || ['EPIPE', 'EOF', 'ERR_STREAM_DESTROYED'].includes(error.code)) return;
    process.exitCode = exit.TROUBLE;
    if (stream !== process.stderr) process.stderr.write(`gsd-lanes: ${name}: ${inWords(error)}\n`);
  });
  return {
    isTTY: stream.isTTY,
    columns: stream.columns,
    get open() {
      return open;
    },
    write: (text) => open && stream.write(text),
    /** When more may be written, or nobody reads any more. */
    drained: () => (open && stream.writableNeedDrain
      ? new Promise((resolve) => {
        for (const event of ['drain', 'close', 'error']) stream.once(event, resolve);
      })
      : undefined),
  };
}

/** Node takes a folder for an empty stream. */
function stdin() {
  if (fs.fstatSync(0).isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  return process.stdin;
}

const host = {
  stdin,
  stdout: sink(process.stdout, 'standard output'),
  stderr: sink(process.stderr, 'standard error'),
  env: process.env,
  api: () => require('..'),
  rules: () => require('../rules.cjs'),
};

main(process.argv.slice(2), host).then((code) => {
  process.exitCode ??= code;
});
