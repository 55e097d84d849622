'use strict';

const { spawn } = require('node:child_process');
const { constants } = require('node:os');
const { find, packageOf } = require('../companion.cjs');
const { inWords } = require('../errno.cjs');
const exit = require('../exit.cjs');

module.exports = {
  name: 'lane',
  summary: 'run reviewer lanes with the binary gsd-lane',
  operands: { name: 'ARGUMENT', min: 0, max: Infinity, usage: '[ARGUMENT…]' },
  options: {},
  exits: { 0: 'a lane reviewed', 1: 'none did, or one that was asked for failed', 3: 'one that was asked for was not there or not allowed' },
  /** Everything after the name is the binary's, options and all. */
  verbatim: true,
  notes: [
    'Every argument and option is handed on: gsd-lanes lane --help is the help of gsd-lane. That is',
    'what GSD_LANE_BIN names, else what the package for this platform holds, else the one on PATH.',
  ],
  examples: ['gsd-lanes lane doctor', 'gsd-lanes lane review --prompt plan.md --claude --ollama'],

  run({ env, complain }, args) {
    const binary = find(env);
    if (binary === undefined) {
      const name = packageOf(process.platform, process.arch);
      complain(`there is no gsd-lane here: install the package ${name}, put gsd-lane on PATH, or name it in GSD_LANE_BIN`);
      return exit.TROUBLE;
    }
    return hand(binary, args, env, complain);
  },
};

/** Runs it in place of this process, as far as Node can: the same streams, signals handed on, its own end. */
function hand(binary, args, env, complain) {
  return new Promise((done) => {
    // Before it starts: a signal that comes at once must not end this process alone.
    let child;
    const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => [signal, () => child.kill(signal)]);
    for (const [signal, handler] of handlers) process.on(signal, handler);
    child = spawn(binary, args, { env, stdio: 'inherit' });
    const finish = (code) => {
      for (const [signal, handler] of handlers) process.off(signal, handler);
      done(code);
    };
    child.on('error', (error) => {
      complain(`${binary}: ${inWords(error)}`);
      finish(exit.TROUBLE);
    });
    child.on('close', (code, signal) => finish(code ?? 128 + constants.signals[signal]));
  });
}
