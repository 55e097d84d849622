'use strict';

const { compare, current } = require('../lock/against.cjs');
const store = require('../lock/store.cjs');
const render = require('../render/moves.cjs');
const { document } = require('../render/json.cjs');
const { unreadable } = require('../verdict.cjs');
const { safe } = require('../safe-text.cjs');
const exit = require('../exit.cjs');
const { format, lock } = require('./options.cjs');

module.exports = {
  name: 'lock',
  summary: 'write down what manifests would run and send, for verify to hold them to',
  operands: { name: 'PATH', min: 1, max: Infinity, usage: 'PATH…' },
  options: {
    format,
    lock,
    keep: { type: 'boolean', text: 'keep the entries of capabilities that are not below PATH' },
  },
  notes: [
    'Commit the lock: it has one line per capability, so that a review shows whose surface moved.',
    'Nothing is written unless every manifest is valid; a file that is no lock is never overwritten.',
  ],
  paths: true,
  exits: {
    0: 'the lock holds these manifests',
    1: 'a manifest is not valid, or two have one id: nothing was written',
    2: 'or the lock could not be read',
  },
  examples: ['gsd-lanes lock capabilities', 'gsd-lanes lock --keep capabilities/codex'],

  async run(context, { values, operands }) {
    const { complain, print, look, api } = context;
    const file = values.lock ?? lock.preset;
    const before = store.read(file);
    if (before.problem) {
      complain(`${file}: ${before.problem}; not overwritten`);
      return exit.TROUBLE;
    }
    const { manifests, problems, byId, sound } = await current(context, operands);
    for (const manifest of manifests) unreadable(manifest, context);
    if (problems.length > 0 || !sound) {
      complain(`${file}: not written`);
      return problems.length > 0 ? exit.TROUBLE : exit.FINDINGS;
    }
    const locked = before.entries ?? new Map();
    const wanted = values.keep ? new Map([...locked, ...byId]) : byId;
    const failed = store.write(file, wanted, before);
    if (failed) {
      complain(`${file}: ${failed}`);
      return exit.TROUBLE;
    }
    const moved = compare(locked, wanted, file, api());
    print(values.format === 'json'
      ? document({ lock: file, entries: render.data(moved) })
      : `${render.entries(moved, look)}${look.paint.strong(`${safe(file)}: ${render.summary(moved)}`)}\n`);
    return exit.CLEAN;
  },
};
